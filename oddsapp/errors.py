"""The two things that can be wrong with what a caller hands over.

Every message is one sentence that says what is wrong and what would be right, so
that the command line and the pages can show it as it is.
"""


class OddsappError(Exception):
    """Base of all errors that oddsapp raises on purpose."""


class InvalidInput(OddsappError, ValueError):
    """The input cannot be read, or cannot be computed."""


class IllegalMove(OddsappError, ValueError):
    """The input can be read, and is against the rules of the game."""
