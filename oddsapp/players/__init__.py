"""Players of whole games: the protocol, four bots, and the loop that lets them play.

This is where odds and engine meet: the bots ask the odds, and whole battles are drawn from
their exact distribution.
"""
