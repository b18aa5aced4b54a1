"""The two things that can be wrong with what a caller hands over.

Every message is one sentence that says what is wrong and what would be right, so
that the command line and the pages can show it as it is.
"""

from __future__ import annotations

_LONGEST = 500


def one_sentence(message: str) -> str:
    r"""Return a message fit to be shown: what somebody typed is part of it, and may be anything.

    Line breaks, codes that steer a terminal, and halves of characters are written as Python
    escapes them. No message has more than 500 characters.

    Examples
    --------
    >>> print(one_sentence("nobody is called 'Ann\n'"))
    nobody is called 'Ann\n'
    """
    if not message.isprintable():
        message = "".join(
            letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message
        )
    return message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"


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
        super().__init__(one_sentence(message))


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
        self.reason = one_sentence(reason)

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str]]:
        # Exceptions cross processes by their arguments.
        return IllegalMove, (self.rule, self.reason)
