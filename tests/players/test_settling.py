"""A battle drawn whole and one rolled to the same line end in the same ways, exactly.

The engine is expanded: every roll with its exact probability, by fractions, until the battle is
over; and the whole battle as one chance node, settled by the solver that the game loop uses.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

import oddsapp
from oddsapp.combat import StopRule, attack
from oddsapp.engine import GameState, Phase, apply_action, chance_outcomes
from oddsapp.engine.actions import Attack, AttackUntil
from oddsapp.engine.attack import combat, moves_in
from oddsapp.players.settle import can_settle, settle, settle_exactly
from oddsapp.rules import find_ruleset
from tests.engine.build import position

End = tuple[Phase, int, int, tuple[int, int] | None]
"""The phase, the armies on both territories, and how many may move in."""

RULES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("parker1993", {}),
    ("bunker", {}),
    ("fortification", {}),
    ("ammunition_shortage", {}),
    ("classic", {"defence_dice": 3}),
    ("parker1993", {"attack_dice": 2, "defence_dice": 3, "ties": "attacker"}),
    ("bunker", {"defence_dice": 3, "stack_limit": 2, "stack_limit_on_conquest": True}),
]
SIZES = [(armies, defenders, keep) for armies in (2, 3, 5) for defenders in (1, 2, 3)
         for keep in range(1, armies)]  # fmt: skip


def before(rules: str, changes: dict[str, Any], armies: int, defenders: int) -> GameState:
    return position({0: ["Siam"]}, rules=rules, armies={"Siam": armies, "India": defenders},
                    **changes)  # fmt: skip


def end_of(state: GameState) -> End:
    moves = moves_in(state) if state.phase is Phase.OCCUPY else None
    return state.phase, state.armies_on("Siam"), state.armies_on("India"), moves


def whole(state: GameState, keep: int) -> dict[End, Fraction]:
    begun = apply_action(state, AttackUntil("Siam", "India", keep))
    ends: dict[End, Fraction] = {}
    for event, probability in chance_outcomes(begun, settle_exactly):
        assert isinstance(probability, Fraction)
        end = end_of(apply_action(begun, event))
        ends[end] = ends.get(end, Fraction(0)) + probability
    return ends


@lru_cache(maxsize=1000)
def rolled_once(state: GameState) -> tuple[tuple[GameState, Fraction], ...]:
    """Return what every roll of all dice leaves, those together that leave the same."""
    dice = min(combat(state).attack_dice, state.armies_on("Siam") - 1)
    begun = apply_action(state, Attack("Siam", "India", dice))
    found: dict[GameState, Fraction] = {}
    for event, probability in chance_outcomes(begun):
        after = apply_action(begun, event)
        found[after] = found.get(after, Fraction(0)) + Fraction(probability)
    return tuple(found.items())


def rolled(state: GameState, keep: int) -> dict[End, Fraction]:
    """Follow the weights of all states that still fight, roll by roll."""
    ends: dict[End, Fraction] = {}
    # Nothing but the armies on the two territories differs between them.
    waiting = {(state.armies_on("Siam"), state.armies_on("India")): (state, Fraction(1))}
    while waiting:
        now, weight = waiting.pop(max(waiting, key=sum))
        for after, probability in rolled_once(now):
            part = weight * probability
            if after.phase is Phase.ATTACK and after.armies_on("Siam") > keep:
                armies = after.armies_on("Siam"), after.armies_on("India")
                _, known = waiting.get(armies, (after, Fraction(0)))
                waiting[armies] = after, known + part
            else:
                end = end_of(after)
                ends[end] = ends.get(end, Fraction(0)) + part
    return ends


def answered(ends: dict[End, Fraction]) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Yield the ends as the odds know them: the force and the defenders left."""
    for (_, armies, defenders, _), probability in ends.items():
        yield (armies - 1, defenders), probability


@pytest.mark.rule("C-4", "C-5", "C-6")
@pytest.mark.parametrize(("rules", "changes"), RULES)
def test_whole_battles_and_rolls_are_the_same_distribution(
    rules: str, changes: dict[str, Any]
) -> None:
    for armies, defenders, keep in SIZES:
        state = before(rules, changes, armies, defenders)
        at_once = whole(state, keep)
        assert sum(at_once.values()) == 1
        assert at_once == rolled(state, keep), (armies, defenders, keep)
        odds = oddsapp.battle(
            armies,
            defenders,
            rules=state.game.rules,
            stop_at=keep if keep > 1 else None,
            exact=True,
        )
        assert dict(answered(at_once)) == dict(odds.items())


def test_fractions_and_floats_settle_alike() -> None:
    for rules in ("classic", "bunker"):
        for stop in (StopRule(), StopRule(at=2)):
            battle = attack(6, 4, find_ruleset(rules))
            exact = dict(settle_exactly(battle, stop))
            floats = dict(settle(battle, stop))
            assert exact.keys() == floats.keys()
            for end, probability in exact.items():
                assert floats[end] == pytest.approx(float(probability), rel=1e-12)


def test_a_balanced_blitz_is_settled_whole_with_its_reserve_left() -> None:
    state = before("blitz", {}, 8, 3)
    for keep in (1, 4):
        begun = apply_action(state, AttackUntil("Siam", "India", keep))
        ends = dict(chance_outcomes(begun, settle))
        assert sum(float(p) for p in ends.values()) == pytest.approx(1, rel=1e-12)
        afters = [end_of(apply_action(begun, event)) for event in ends]
        assert all(armies >= keep for _, armies, _, _ in afters)
        taken = sum(float(p) for event, p in ends.items()
                    if apply_action(begun, event).phase is Phase.OCCUPY)  # fmt: skip
        assert taken == pytest.approx(
            oddsapp.battle(force=8 - keep, defenders=3, rules="blitz").win, rel=1e-12
        )


def test_rules_by_which_somebody_decides_between_rolls_are_not_settled_whole() -> None:
    rules = find_ruleset("classic")
    for changes in (
        {"commander": True},
        {"card_reroll": "own"},
        {"defender_chooses": True},
        {"defence_timing": "after_roll"},
    ):
        assert not can_settle(rules.replace(**changes))
    assert can_settle(rules)
    assert can_settle(find_ruleset("blitz"))
    assert not can_settle(find_ruleset("risk2"))
