"""The pieces that stand for armies on the table (rule B-4).

An infantry piece is one army, a cavalry piece five, an artillery piece ten. They are change
for each other at any time, and there are always enough of them: how many pieces a box holds
never limits how many armies a player has. So the rules count armies only, and pieces are
for showing them.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddsapp.errors import InvalidInput

ARTILLERY = 10
CAVALRY = 5


@dataclass(frozen=True)
class Pieces:
    """Some pieces of each kind, not only the fewest that show a number.

    Parameters
    ----------
    artillery, cavalry, infantry : int
        0 or more of each.

    Raises
    ------
    InvalidInput
        If a count is negative or no whole number.

    Examples
    --------
    >>> Pieces(cavalry=1, infantry=5).armies == Pieces(artillery=1).armies == 10
    True
    """

    artillery: int = 0
    cavalry: int = 0
    infantry: int = 0

    def __post_init__(self) -> None:
        for kind in ("artillery", "cavalry", "infantry"):
            _check_count(getattr(self, kind), f"pieces of {kind}")

    @property
    def armies(self) -> int:
        """How many armies they stand for: the inverse of `pieces`."""
        return ARTILLERY * self.artillery + CAVALRY * self.cavalry + self.infantry


def pieces(armies: int) -> Pieces:
    """Return the fewest pieces that show a number of armies.

    Parameters
    ----------
    armies : int
        0 or more, without a limit.

    Raises
    ------
    InvalidInput
        If the number is negative or no whole number.

    Examples
    --------
    >>> pieces(28)
    Pieces(artillery=2, cavalry=1, infantry=3)
    >>> pieces(28).armies
    28
    """
    _check_count(armies, "armies")
    # Each value divides the next larger one, so taking the largest first is also fewest.
    artillery, rest = divmod(armies, ARTILLERY)
    cavalry, rest = divmod(rest, CAVALRY)
    return Pieces(artillery, cavalry, rest)


def _check_count(count: object, what: str) -> None:
    # bool is an int to Python, and is none to a person.
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise InvalidInput(f"{what} must be a whole number, 0 or more, not {count!r}")
