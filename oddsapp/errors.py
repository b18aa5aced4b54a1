"""The two things that can be wrong with what a caller hands over.

Every message is one sentence that says what is wrong and what would be right, so
that the command line and the pages can show it as it is.
"""

from __future__ import annotations

_LONGEST = 500


class OddsappError(Exception):
    """Base of all errors that oddsapp raises on purpose.

    Parameters
    ----------
    message : str
        One sentence: what is wrong, and what would be right. Very long ones are cut.

    Examples
    --------
    >>> issubclass(InvalidInput, OddsappError), issubclass(IllegalMove, OddsappError)
    (True, True)
    """

    def __init__(self, message: str) -> None:
        # What somebody typed is part of it, and may be of any length.
        super().__init__(message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…")


class InvalidInput(OddsappError, ValueError):
    """The input cannot be read, or cannot be computed.

    Parameters
    ----------
    message : str
        What is wrong, and what would be right.

    Examples
    --------
    >>> import oddsapp
    >>> try:
    ...     oddsapp.battle(1, 3)
    ... except InvalidInput as error:
    ...     print(error)
    to attack, a territory needs at least 2 armies, not 1: one always stays
    """


class IllegalMove(OddsappError, ValueError):
    """The input can be read, and is against the rules of the game.

    Parameters
    ----------
    rule : str
        The rule it breaks, by its number in the ledger.
    reason : str

    Examples
    --------
    >>> print(IllegalMove("C-2", "3 dice need 4 armies on Brazil, which has 3"))
    3 dice need 4 armies on Brazil, which has 3 (rule C-2)
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} (rule {rule})")
        self.rule = rule
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str]]:
        # Exceptions cross processes by their arguments.
        return IllegalMove, (self.rule, self.reason)
