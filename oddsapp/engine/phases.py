"""The phases of a game: what is to be done next, and by whom."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What is to be done next."""

    FIRST_PLAYER = "roll for the first turn"
    MISSIONS = "deal missions"
    DEAL = "deal territories"
    CLAIM = "claim a territory"
    OFFER = "put a territory up for election"
    BID = "bid for a territory"
    AWARD = "give away a territory without a bid"
    PLACE = "place starting armies"
    ARRANGE = "place starting armies together"
    CAPITALS = "choose a capital"
    REINFORCE = "reinforce"
    ATTACK = "attack"
    DEFEND = "choose defence dice"
    ROLL = "roll"
    ADJUST = "adjust the roll"
    REROLL = "roll one die again"
    BATTLE = "fight a whole battle"
    OCCUPY = "move in"
    SPOILS = "trade after an elimination"
    DRAW = "draw a card"
    FORTIFY = "fortify"
    CONSENT = "answer a proposal"
    DIPLOMACY = "make pacts"
    TRADES = "plan trades"
    REINFORCEMENTS = "plan reinforcements"
    ORDERS = "plan attacks"
    BATTLES = "fight the battles"
    FALLEN = "divide the cards of an eliminated player"
    CONQUEST_TRADES = "plan trades after an elimination"
    CONQUEST_REINFORCEMENTS = "plan reinforcements after an elimination"
    TACTICAL = "plan tactical moves"
    OVER = "over"


CHANCE_PHASES = frozenset(
    {
        Phase.FIRST_PLAYER,
        Phase.MISSIONS,
        Phase.DEAL,
        Phase.OFFER,
        Phase.AWARD,
        Phase.ROLL,
        Phase.REROLL,
        Phase.BATTLE,
        Phase.DRAW,
        Phase.BATTLES,
        Phase.FALLEN,
    }
)
"""The phases that are chance nodes."""
BEFORE_PLAY = frozenset(
    {
        Phase.FIRST_PLAYER,
        Phase.MISSIONS,
        Phase.DEAL,
        Phase.CLAIM,
        Phase.OFFER,
        Phase.BID,
        Phase.AWARD,
        Phase.PLACE,
        Phase.ARRANGE,
        Phase.CAPITALS,
    }
)
"""The phases of setup."""
PLANNING = frozenset(
    {
        Phase.DIPLOMACY,
        Phase.TRADES,
        Phase.REINFORCEMENTS,
        Phase.ORDERS,
        Phase.CONQUEST_TRADES,
        Phase.CONQUEST_REINFORCEMENTS,
        Phase.TACTICAL,
    }
)
"""The phases of a same-time turn in which all plan in secret (R-1, R-3)."""
