"""The solver of whole battles that the engine asks: exact ends from `oddsapp.odds`."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from oddsapp.combat import Battle, StopRule
from oddsapp.engine.chance import Ends
from oddsapp.errors import InvalidInput
from oddsapp.odds.ends import LineEnds
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.odds.solve import solve
from oddsapp.odds.stopping import stopped_battle
from oddsapp.rules import RankedDice

if TYPE_CHECKING:
    from oddsapp.rules import Ruleset


def settle(battle: Battle, stop: StopRule) -> Ends:
    """Return how a battle can end: the force and the defenders left, and the probability.

    For `oddsapp.engine.draw_chance`, which keeps the tables that it has made of them.

    Parameters
    ----------
    battle : Battle
    stop : StopRule
        Counts the force, without the army that stays behind.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> ends = settle(attack(2, 1, find_ruleset("classic")), StopRule())
    >>> [(end, round(probability, 4)) for end, probability in ends]
    [((0, 1), 0.2458), ((1, 0), 0.1755), ((2, 0), 0.5787)]
    """
    return _ends(battle, stop, exact=False)


@lru_cache(maxsize=1000)
def settle_exactly(battle: Battle, stop: StopRule) -> Ends:
    """Return how a battle can end, with fractions; for `oddsapp.engine.chance_outcomes`.

    Parameters
    ----------
    battle : Battle
    stop : StopRule
        As in `settle`.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> dict(settle_exactly(attack(1, 1, find_ruleset("classic")), StopRule()))[1, 0]
    Fraction(5, 12)
    """
    return _ends(battle, stop, exact=True)


def _ends(battle: Battle, stop: StopRule, *, exact: bool) -> Ends:
    if not stop.is_empty:
        stopped = stopped_battle(battle, stop, exact=exact)
        return tuple(((force, defenders), p) for (force, defenders), p in stopped.items() if p)
    ends = solve(battle, exact=exact).ends
    assert isinstance(ends, LineEnds)
    # Its items one by one would cost more than solving a battle of this size does.
    margin, total = ends.margin, ends.margin.total
    return tuple(
        (
            (left, 0) if left > 0 else (0, -left),
            Fraction(weight, total) if exact else weight / total,
        )
        for left, weight in enumerate(margin.weights, start=margin.low)
        if weight
    )


def can_settle(rules: Ruleset) -> bool:
    """Tell whether battles can be drawn whole: nobody decides anything between rolls.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> classic = find_ruleset("classic")
    >>> can_settle(classic), can_settle(classic.replace(commander=True))
    (True, False)
    """
    combat = rules.combat
    if not isinstance(combat, RankedDice) or rules.turn.defender_chooses:
        return False
    try:
        check_no_decisions(combat)
    except InvalidInput:
        return False
    return True
