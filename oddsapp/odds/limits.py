"""What the solvers of decisions refuse, and how they write numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsapp.combat import Battle
from oddsapp.errors import InvalidInput


def check_states(battle: Battle, limit: int, *, exact: bool, factor: int = 1) -> None:
    """Refuse a game with more states than ``limit``, before anything is allocated.

    Parameters
    ----------
    battle : Battle
        An attack.
    limit : int
    exact : bool
        Only for the wording.
    factor : int
        How many states there are for each force and number of defenders.

    Raises
    ------
    InvalidInput
        With the number of states and the limit.
    """
    force, defenders = battle.armies
    states = force * defenders * factor
    if states > limit:
        raise InvalidInput(
            f"the choices of {force:,} against {defenders:,} make {states:,} states;"
            f" the limit is {limit:,} states{' exactly' if exact else ''}"
        )


def plain(number: Any) -> Any:
    """Return a number for JSON: a fraction as text, anything else as it is.

    Examples
    --------
    >>> plain(Fraction(1, 3)), plain(0.5)
    ('1/3', 0.5)
    """
    return str(number) if isinstance(number, Fraction) else number
