"""What the solvers of decisions take and refuse."""

from __future__ import annotations

from oddsapp.combat import Battle, attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import force_of
from oddsapp.rules import Ruleset, as_ruleset


def described_attack(
    armies: int | None, defenders: int | None, force: int | None, rules: str | Ruleset
) -> Battle:
    """Return the attack that people describe by armies or by the force (C-1), unsolved.

    Raises
    ------
    InvalidInput
        If it is not just one of the two, or the numbers make no battle.
    """
    if defenders is None:
        raise InvalidInput("a battle needs the number of defenders")
    return attack(force_of(armies, force), defenders, as_ruleset(rules))


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
