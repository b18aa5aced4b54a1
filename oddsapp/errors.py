"""The two things that can be wrong with what a caller hands over.

Every message is one sentence that says what is wrong and what would be right, so
that the command line and the pages can show it as it is.
"""

_LONGEST = 500


class OddsappError(Exception):
    """Base of all errors that oddsapp raises on purpose."""

    def __init__(self, message: str) -> None:
        # What somebody typed is part of it, and may be of any length.
        super().__init__(message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…")


class InvalidInput(OddsappError, ValueError):
    """The input cannot be read, or cannot be computed."""


class IllegalMove(OddsappError, ValueError):
    """The input can be read, and is against the rules of the game."""
