"""Battles from many states at once are the battles from each state, mixed."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import oddsapp
from oddsapp.combat import Battle, border_clash, mass_invasion, spoils_of_war
from oddsapp.combat.battle import State
from oddsapp.odds import mixed_lockstep
from oddsapp.odds.mixture import Mixture, fight, joined, merged, together
from oddsapp.odds.solve import solve
from tests.odds.test_risk2_odd_dice import CONSTANT, two_dice

RISK2 = oddsapp.find_ruleset("risk2")
VARIANTS = {
    "risk2": RISK2,
    "manual": oddsapp.find_ruleset("risk2_manual"),
    "individual": RISK2.replace(mass_reading="individual"),
    "own": RISK2.replace(casualties="own"),
    "pairwise": RISK2.replace(spoils_reading="pairwise"),
}


def starts(kind: str, rules: oddsapp.Ruleset) -> dict[State, Battle]:
    """Return some states of one kind of battle, each as a battle of its own."""
    made: list[Battle]
    match kind:
        case "invasion":
            made = [mass_invasion([a], d, rules) for a in (1, 4, 7, 12) for d in (1, 6, 8)]
        case "mass":
            made = [
                mass_invasion([a, b, 3], d, rules) for a in (2, 7) for b in (1, 6) for d in (2, 7)
            ]
        case "clash":
            made = [border_clash(a, b, rules) for a in (1, 6, 11) for b in (2, 7)]
        case _:
            made = [spoils_of_war([[a], [b, 2]], rules) for a in (1, 7) for b in (3, 6)]
    return {battle.armies: battle for battle in made}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kind", ["invasion", "mass", "clash", "spoils"])
@pytest.mark.parametrize("exact", [False, True])
def test_a_mixture_is_its_battles_mixed(kind: str, variant: str, exact: bool) -> None:
    battles = starts(kind, VARIANTS[variant])
    weights = {state: Fraction(n + 1, 100) for n, state in enumerate(battles)}
    want: dict[State, Fraction | float] = {}
    for state, battle in battles.items():
        for end, chance in solve(battle, exact=exact).items():
            share = weights[state] if exact else float(weights[state])
            want[end] = want.get(end, 0) + share * chance
    given: dict[State, Any] = {s: w if exact else float(w) for s, w in weights.items()}
    found = fight(next(iter(battles.values())), Mixture.of(given, exact=exact)).items()
    ends = {state: weight for state, weight in found if weight}
    assert len({state for state, _ in found}) == len(found)
    assert ends.keys() == want.keys()
    if exact:
        assert ends == want
    else:
        assert ends == pytest.approx(want, rel=1e-12, abs=0)


def test_large_forces_far_out_in_the_tails() -> None:
    battle = mass_invasion([60, 25], 70, RISK2)
    ends = dict(fight(battle, Mixture.of({battle.armies: 1.0}, exact=False)).items())
    assert ends == pytest.approx(dict(solve(battle).items()), rel=1e-12, abs=0)


def test_families_that_do_not_fit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = mass_invasion([1, 1], 1, RISK2)
    start = Mixture.of({(a, b, 5): 0.1 for a in (1, 5) for b in range(1, 6)}, exact=False)
    at_once = dict(fight(battle, start).items())
    monkeypatch.setattr(mixed_lockstep, "_AT_ONCE", 1)
    assert dict(fight(battle, start).items()) == pytest.approx(at_once, rel=1e-13)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("block", [1, 4, 7])
def test_defenders_are_taken_in_blocks(
    block: int, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = mass_invasion([25, 12], 40, VARIANTS[variant])
    start = Mixture.of({(25, 12, 40): 0.5, (20, 12, 33): 0.25, (9, 12, 1): 0.25}, exact=False)
    whole = dict(fight(battle, start).items())
    monkeypatch.setattr(mixed_lockstep, "_BLOCK", block)
    mixed_lockstep._fall.cache_clear()
    blocks = dict(fight(battle, start).items())
    mixed_lockstep._fall.cache_clear()
    assert blocks == pytest.approx(whole, rel=1e-12, abs=0)


def test_armies_of_thousands() -> None:
    """One matrix of all defenders would take 80 GB for the first, and minutes for the second."""
    few = mass_invasion([1], 100_000, RISK2)
    ends = dict(fight(few, Mixture.of({few.armies: 1.0}, exact=False)).items())
    assert sum(ends.values()) == pytest.approx(1, abs=1e-12)
    many = mass_invasion([1500], 1500, RISK2)
    ends = dict(fight(many, Mixture.of({many.armies: 1.0}, exact=False)).items())
    assert sum(ends.values()) == pytest.approx(1, abs=1e-12)
    wins = sum(chance for (_, left), chance in ends.items() if not left)
    assert wins == pytest.approx(oddsapp.mass_invasion([1500], 1500, rules=RISK2).win, rel=1e-10)


def test_merging_adds_weights_of_equal_states() -> None:
    sizes = np.array([[1, -1], [0, 2], [1, -1]])
    assert dict(merged(sizes, np.array([0.25, 0.5, 0.25])).items()) == {(1, -1): 0.5, (0, 2): 0.5}
    wide = np.array([[0, 2**40], [2**40, 0], [0, 2**40]])
    assert dict(merged(wide, np.array([0.25, 0.5, 0.25])).items()) == {
        (0, 2**40): 0.5,
        (2**40, 0): 0.5,
    }


def test_joining_and_pairing() -> None:
    first = Mixture.of({(1,): Fraction(1, 4), (2,): Fraction(3, 4)}, exact=True)
    second = Mixture.of({(5,): Fraction(1, 3), (6,): Fraction(2, 3)}, exact=True)
    assert dict(together(first, second).items())[2, 6] == Fraction(1, 2)
    assert dict(joined([first, first]).items()) == {(1,): Fraction(1, 2), (2,): Fraction(3, 2)}
    assert joined([first]) is first


@pytest.mark.parametrize(
    ("battle", "state", "exact", "said"),
    [
        (spoils_of_war([[1]] * 6, RISK2), (40,) * 6, False, "spoils of war.* states with"),
        (spoils_of_war([[1]] * 3, RISK2), (60,) * 3, True, "226,981 states; .* in fractions"),
        (mass_invasion([1, 1], 1, RISK2), (400, 90, 400), True, "160,801 states; .* fractions"),
    ],
)
def test_what_is_too_large_is_refused(battle: Battle, state: State, exact: bool, said: str) -> None:
    one: Any = Fraction(1) if exact else 1.0
    with pytest.raises(oddsapp.InvalidInput, match=said):
        fight(battle, Mixture.of({state: one}, exact=exact))


def test_too_many_families_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixed_lockstep, "MOST_WORK", 100)
    with pytest.raises(oddsapp.InvalidInput, match="1 combination of sizes has 121 states"):
        fight(mass_invasion([1], 1, RISK2), Mixture.of({(10, 10): 1.0}, exact=False))


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "battle",
    [
        border_clash(4, 2, CONSTANT),
        mass_invasion([4, 1], 2, CONSTANT.replace(ties="nobody")),
        mass_invasion([4, 1], 2, CONSTANT.replace(ties="nobody", mass_reading="individual")),
        spoils_of_war([[4], [2]], two_dice([1], [0, 2])),
    ],
)
def test_a_battle_without_an_end_is_refused(battle: Battle, exact: bool) -> None:
    one: Any = Fraction(1) if exact else 1.0
    with pytest.raises(oddsapp.InvalidInput, match="never ends"):
        fight(battle, Mixture.of({battle.armies: one}, exact=exact))


def test_a_point_of_no_end_that_is_never_reached() -> None:
    """A demoted attacker never beats anybody, nor is he beaten; but he is never demoted."""
    rules = two_dice([1], [6], ties="nobody")
    battle = mass_invasion([4], 2, rules)
    ends = dict(fight(battle, Mixture.of({(4, 2): 1.0}, exact=False)).items())
    assert ends == dict(solve(battle).items()) == {(4, 0): 1.0}
    # Two high dice against each other are stuck, but here only low ones defend.
    battle = mass_invasion([4], 5, two_dice([1], [6]))
    start = Mixture.of({(4, 2): 1.0}, exact=False)
    assert dict(fight(battle, start).items()) == {(4, 0): 1.0}
