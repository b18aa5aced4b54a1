"""The search for fairer dice: against every change by hand, and what it promises."""

from __future__ import annotations

from fractions import Fraction

import pytest

import oddsapp
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.contests import even_odds
from oddsapp.odds.balance.search import FairSearch, fairer_sets, fairer_sets_in_steps
from oddsapp.odds.balance.variants import Allowed, Neighbourhood
from oddsapp.rules import Ruleset, ThresholdChart, Ties, find_ruleset
from tests.reference import balance_twin, risk2_twin
from tests.reference.balance_twin import near_rules

RISK2 = find_ruleset("risk2")
FACES = ((1, 2, 2), (1, 2, 3))
SMALL = RISK2.replace(
    dice_set=DiceSet(
        "small", tuple(Die(faces, name) for faces, name in zip(FACES, "ab", strict=True))
    ),
    thresholds=ThresholdChart("small", (1, 3), (1, 3)),
    ranks=(1, 2),
)
START: balance_twin.Rules = (FACES, (1, 3), (1, 3), "attacker")


def unfairness(rules: balance_twin.Rules, most: int) -> Fraction:
    faces, attacker, defender, ties = rules
    worst = Fraction(0)
    for n in range(1, most + 1):
        ends = risk2_twin.mass(
            (n,),
            n,
            faces=faces,
            ranks=(1, 2),
            attacker_thresholds=attacker,
            defender_thresholds=defender,
            ties=ties,
        )
        win = sum((chance for (_, left), chance in ends.items() if not left), Fraction(0))
        worst = max(worst, abs(win - Fraction(1, 2)))
    return worst


@pytest.mark.parametrize("changes", [1, 2])
def test_all_rules_near_by_are_tried_and_the_fairest_is_found(changes: int) -> None:
    near = near_rules(START, changes, 1, 3)
    found = fairer_sets(rules=SMALL, most=4, most_changes=changes)
    assert found.tried == found.total == len(near)
    assert found.is_complete
    best: dict[int, Fraction] = {}
    for rules, number in near.items():
        unfair = unfairness(rules, 4)
        best[number] = min(best.get(number, unfair), unfair)
    expected = [
        (number, best[number])
        for number in sorted(best)
        if all(best[number] < best[fewer] for fewer in range(number))
    ]
    assert [f.changes for f in found.front] == [number for number, _ in expected]
    assert [f.unfairness for f in found.front] == pytest.approx(
        [float(unfair) for _, unfair in expected], rel=1e-12
    )


def test_each_variant_is_met_once_at_its_fewest_changes() -> None:
    near = near_rules(START, 3, 1, 3)
    space = Neighbourhood(SMALL, 3, Allowed())
    met = {}
    for changes in range(4):
        for variant in space.variants(changes):
            assert variant.charts is not None
            key = (variant.faces, *variant.charts, variant.ties.value)
            assert key not in met
            met[key] = variant.changes
    assert met == near
    assert space.count() == len(near)


def test_neighbours_are_the_next_ring() -> None:
    space = Neighbourhood(SMALL, 2, Allowed())
    ring = {variant for first in space.variants(1) for variant in space.neighbours(first)}
    assert ring == set(space.variants(2))


@pytest.mark.parametrize("rules", ["risk2", "risk2_manual", "classic"])
def test_the_unfairness_is_that_of_the_rules_it_names(rules: str) -> None:
    found = fairer_sets(rules=rules, most=25, most_changes=1, further=2)
    assert not found.is_complete
    assert found.complete_to == 1
    assert found.front[0].rules == find_ruleset(rules)
    for fairer in found.front:
        odds = even_odds(25, rules=fairer.rules)
        away = [abs(p - 0.5) for p in odds]
        assert max(away) == pytest.approx(fairer.unfairness, rel=1e-11)
        assert away[fairer.worst_size - 1] == pytest.approx(max(away), rel=1e-9)
        assert len(fairer.told) <= fairer.changes
    unfair = [fairer.unfairness for fairer in found.front]
    assert unfair == sorted(unfair, reverse=True)
    assert [f.changes for f in found.front] == sorted({f.changes for f in found.front})


def test_same_search_same_steps() -> None:
    runs = [[*fairer_sets_in_steps(rules=RISK2, most=12, most_changes=2)] for _ in range(2)]
    assert runs[0] == runs[1]
    states: list[FairSearch] = runs[0]
    assert [state.tried for state in states] == sorted(state.tried for state in states)
    assert states[-1].is_complete
    assert not states[0].is_complete
    assert states[-1].tried == states[-1].total == 2840


def test_it_can_be_broken_off() -> None:
    steps = fairer_sets_in_steps(rules=RISK2, most=10, most_changes=3)
    state = next(steps)
    state = next(steps)
    assert 0 < state.tried < state.total
    assert state.front
    assert not state.is_complete
    steps.close()  # type: ignore[attr-defined]


def test_only_what_is_allowed_is_changed() -> None:
    only_ties = fairer_sets(most=10, allowed=Allowed(faces=False, thresholds=False))
    assert only_ties.tried == 2
    together = Neighbourhood(RISK2, 1, Allowed(faces=False, ties=False, same_chart=True))
    assert together.count() == 9
    for variant in together.variants(1):
        assert variant.charts is not None
        assert variant.charts[0] == variant.charts[1]
    with pytest.raises(InvalidInput, match="nothing may be changed"):
        fairer_sets(allowed=Allowed(faces=False, thresholds=False, ties=False))


def test_changes_are_told_and_named() -> None:
    space = Neighbourhood(RISK2, 2, Allowed())
    told = {space.told(variant) for variant in space.variants(2)}
    assert ("a 1 of white becomes 2 (2 times)",) in told
    assert ("yellow from 5 armies, not 6", "ties to the defender") in told
    assert ("yellow of the attacker from 4 armies, not 6",) in told
    ties = next(v for v in space.variants(1) if v.ties is Ties.DEFENDER)
    assert str(space.ruleset(ties)) == "risk2, ties=defender"
    rules: Ruleset = next(
        space.ruleset(v) for v in space.variants(1) if v.faces[4][-1] == 6 and v.faces[4][0] == 2
    )
    assert rules.combat.dice_set["black"].faces[0] == 2  # type: ignore[union-attr]


def test_what_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at most 4"):
        fairer_sets(most_changes=5)
    many = tuple(Die(range(1, 13), name) for name in "abcdefgh")
    large = RISK2.replace(dice_set=DiceSet("many", many[:5]))
    with pytest.raises(InvalidInput, match=r"the limit is 5,000,000"):
        fairer_sets(rules=large, most_changes=4)
    with pytest.raises(InvalidInput, match="only dice can be changed"):
        fairer_sets(rules="blitz")


def test_dice_that_never_differ_are_not_fair() -> None:
    stuck = SMALL.replace(
        dice_set=DiceSet("stuck", (Die([2], "a"), Die([2, 2, 2], "b"))), ties="nobody"
    )
    found = fairer_sets(rules=stuck, most=4, most_changes=0)
    assert found.front[0].unfairness == 1.0


def test_public_names() -> None:
    for name in ("even_odds", "break_even", "battle_feel", "promotions", "find_exploits"):
        assert callable(getattr(oddsapp, name))
    assert oddsapp.fairer_sets is fairer_sets
