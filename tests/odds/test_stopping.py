"""Stop rules against the plain recursion of the twin, and what must hold for all of them."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp import InvalidInput
from oddsapp.odds import stopping
from oddsapp.odds.stopping import StoppedOutcome
from tests.reference import sequel_twin as twin

RULES: list[dict[str, Any]] = [
    {"at": 2},
    {"at": 3},
    {"reserve": 2},
    {"odds": Fraction(1, 2)},
    {"odds": Fraction(1, 10)},
    {"rolls": 0},
    {"rolls": 3},
    {"at": 2, "rolls": 2},
    {"at": 3, "reserve": 1, "odds": Fraction(1, 4), "rolls": 4},
    {"reserve": 2, "odds": Fraction(2, 5)},
]
OPTIONS = {"at": "stop_at", "reserve": "never_below", "odds": "stop_odds", "rolls": "rolls"}


def options(rule: dict[str, Any]) -> dict[str, Any]:
    return {OPTIONS[key]: value for key, value in rule.items()}


def stopped(exact: bool = True, **arguments: Any) -> StoppedOutcome:
    outcome = oddsapp.battle(exact=exact, **arguments)
    assert isinstance(outcome, StoppedOutcome)
    return outcome


@pytest.mark.rule("C-5")
@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (3, 2), (5, 4), (6, 6), (4, 7)])
def test_every_end_is_the_twins(force: int, defenders: int, rule: dict[str, Any]) -> None:
    ends = {state: p for state, p in twin.stopped(force, defenders, **rule).items() if p}
    exact = stopped(force=force, defenders=defenders, **options(rule))
    assert dict(exact.items()) == ends
    assert exact.win == sum(p for (left, against), p in ends.items() if left and not against)
    assert exact.stopped == sum(p for (left, against), p in ends.items() if left and against)
    assert exact.win + exact.stopped + exact.lose == 1
    plain = stopped(exact=False, force=force, defenders=defenders, **options(rule))
    assert dict(plain.items()) == pytest.approx(ends, rel=1e-13)


@given(
    st.integers(1, 25),
    st.integers(1, 25),
    st.fixed_dictionaries(
        {},
        optional={
            "stop_at": st.integers(0, 26),
            "never_below": st.integers(0, 26),
            "stop_odds": st.fractions(0, 1, max_denominator=50),
            "rolls": st.integers(0, 30),
        },
    ),
)
def test_taken_stopped_and_wiped_out_add_up_to_exactly_one(
    force: int, defenders: int, rule: dict[str, Any]
) -> None:
    outcome = oddsapp.battle(force=force, defenders=defenders, exact=True, **rule)
    ended = outcome.stopped if isinstance(outcome, StoppedOutcome) else 0
    assert outcome.win + ended + outcome.lose == 1
    assert outcome.win <= oddsapp.battle(force=force, defenders=defenders, exact=True).win


@pytest.mark.rule("C-5")
def test_the_two_lines_are_two_rules() -> None:
    """With full dice a roll may carry the force below the line; without the reserve it cannot."""
    at = stopped(force=6, defenders=9, stop_at=4)
    below = stopped(force=6, defenders=9, never_below=4)
    assert at.attackers_left.pmf(3) > 0
    assert min(left for left, _ in below.attackers_left.items()) == 4
    assert at.win != below.win


@pytest.mark.parametrize(("force", "line"), [(8, 3), (12, 1), (30, 25)])
def test_never_below_is_the_battle_of_the_rest(force: int, line: int) -> None:
    kept = stopped(force=force, defenders=9, never_below=line)
    rest = oddsapp.battle(force=force - line, defenders=9, exact=True)
    assert kept.win == rest.win
    assert kept.stopped == rest.lose
    assert kept.lose == 0
    assert {left - line: p for left, p in kept.attackers_left.items()} == dict(
        rest.attackers_left.items()
    )


def test_lines_count_as_the_attackers_are_counted() -> None:
    rules: list[dict[str, Any]] = [{"stop_at": 4}, {"never_below": 4}]
    for rule in rules:
        armies = oddsapp.battle(11, 7, exact=True, **rule)
        less_one = {name: line - 1 for name, line in rule.items()}
        force = oddsapp.battle(force=10, defenders=7, exact=True, **less_one)
        assert dict(armies.items()) == dict(force.items())


def test_odds_at_the_edge_are_compared_as_fractions() -> None:
    edge = oddsapp.battle(force=10, defenders=7, exact=True).win
    just = Fraction(1, 10**30)
    assert stopped(force=10, defenders=7, stop_odds=edge).stopped < 1
    assert stopped(force=10, defenders=7, stop_odds=edge + just).stopped == 1


def test_one_army_at_home_and_a_line_of_one_army_is_the_plain_battle() -> None:
    assert (
        stopped(armies=11, defenders=7, never_below=1).win == oddsapp.battle(11, 7, exact=True).win
    )


def test_the_chain_agrees() -> None:
    for rule in ({"stop_at": 4}, {"never_below": 3}, {"stop_odds": 0.4}):
        outcome = stopped(force=12, defenders=9, **rule)
        ends = outcome.chain.absorption_probabilities(outcome.battle.armies, exact=True)
        assert {state: p for state, p in ends.items() if p} == dict(outcome.items())


def test_a_limit_counts_rolls_that_change_nothing() -> None:
    rules = oddsapp.find_ruleset("classic").replace(ties="nobody")
    outcome = stopped(force=1, defenders=1, rules=rules, rolls=1)
    assert outcome.stopped == Fraction(1, 6)


def test_json_has_the_probability_to_be_stopped() -> None:
    plain = oddsapp.battle(11, 7, stop_at=4, exact=True).to_dict()
    assert Fraction(plain["win"]) + Fraction(plain["stopped"]) + Fraction(plain["lose"]) == 1


@pytest.mark.rule("M-9")
@pytest.mark.parametrize(
    "rule", [{"stop_at": 3}, {"never_below": 3}, {"rolls": 2}, {"stop_odds": 0.5}]
)
def test_no_retreat_in_risk2(rule: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="M-9"):
        oddsapp.battle(11, 7, rules="risk2", **rule)


@pytest.mark.parametrize(
    "rule",
    [
        {"stop_at": -1},
        {"stop_at": 0},
        {"never_below": "three"},
        {"stop_odds": 2},
        {"stop_odds": float("nan")},
        {"stop_odds": "half"},
        {"rolls": -1},
        {"rolls": 1.5},
    ],
    ids=str,
)
def test_bad_rules_are_refused(rule: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        oddsapp.battle(11, 7, **rule)


def test_too_large_is_refused_before_it_starts() -> None:
    with pytest.raises(InvalidInput, match="states"):
        oddsapp.battle(100_000, 100_000, stop_at=50)


@pytest.mark.parametrize(("force", "line"), [(8, 3), (20, 4), (14, 13)])
def test_a_balanced_blitz_can_only_keep_a_reserve_out(force: int, line: int) -> None:
    kept = stopped(exact=False, force=force, defenders=6, never_below=line, rules="blitz")
    rest = oddsapp.battle(force=force - line, defenders=6, rules="blitz")
    assert kept.win == pytest.approx(rest.win, rel=1e-14)
    assert kept.stopped == pytest.approx(rest.lose, rel=1e-14)
    assert (kept.lose, kept.version) == (0, rest.version)
    for rule in ({"stop_at": 3}, {"rolls": 2}, {"stop_odds": 0.5}, {"never_below": 2, "rolls": 9}):
        with pytest.raises(InvalidInput, match="at once"):
            oddsapp.battle(force=force, defenders=6, rules="blitz", **rule)


def test_a_certain_blitz_with_a_reserve_is_exactly_certain() -> None:
    outcome = stopped(exact=False, force=33, defenders=7, never_below=3, rules="blitz")
    assert (outcome.win, outcome.stopped) == (1.0, 0.0)
    assert outcome.to_dict()["at_stop"] is None
    with pytest.raises(InvalidInput, match="never called off"):
        _ = outcome.left_if_stopped


@pytest.mark.parametrize("exact", [True, False])
def test_what_is_left_at_the_stop(exact: bool) -> None:
    outcome = stopped(exact=exact, force=8, defenders=6, stop_at=3)
    states = {state: p for state, p in outcome.items() if all(state)}
    for place, left in enumerate(outcome.left_if_stopped):
        for size in range(10):
            there = sum(p for state, p in states.items() if state[place] == size)
            assert left.pmf(size) == pytest.approx(there / outcome.stopped, rel=1e-13)


def test_more_rolls_than_a_battle_can_have_limit_nothing() -> None:
    plain = oddsapp.battle(force=10, defenders=7, exact=True)
    limited = stopped(force=10, defenders=7, rolls=1_000_000_000)
    assert (limited.win, limited.stopped) == (plain.win, 0)


@pytest.mark.parametrize(
    ("rule", "exact"),
    [
        ({"rolls": 2000}, False),
        ({"rolls": 150, "rules": oddsapp.find_ruleset("classic").replace(ties="nobody")}, False),
        ({"stop_at": 4}, True),
        ({"rolls": 300}, True),
    ],
    ids=str,
)
def test_what_would_take_minutes_is_refused_before_it_starts(
    rule: dict[str, Any], exact: bool
) -> None:
    with pytest.raises(InvalidInput, match=r"states to visit|fractions of a battle"):
        oddsapp.battle(force=1900, defenders=1900, exact=exact, **rule)


@pytest.mark.parametrize("odds", ["1e-9", "1e-300", "0.999999999", "1"])
def test_lines_near_no_chance_and_near_certainty_compare_few_fractions(odds: str) -> None:
    """Odds within a billionth of such a line are those of nearly all states."""
    force = defenders = 60
    outcome = stopped(exact=False, force=force, defenders=defenders, stop_odds=odds)
    exact = stopped(force=force, defenders=defenders, stop_odds=odds)
    assert dict(outcome.items()) == pytest.approx(dict(exact.items()), rel=1e-12)
    kept = [state for state in outcome.items() if all(state[0])]
    for (left, against), _ in kept:
        assert oddsapp.battle(force=left, defenders=against, exact=True).win < Fraction(odds)


def test_a_line_of_minute_odds_on_a_large_battle_is_no_matter_of_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[tuple[Any, ...]] = []
    exact_win = stopping._exact_win

    def counted(*state: Any) -> Any:
        compared.append(state)
        return exact_win(*state)

    monkeypatch.setattr(stopping, "_exact_win", counted)
    for odds in ("0", "1e-9", "0.999999999"):
        stopped(exact=False, force=300, defenders=300, stop_odds=odds)
    assert len(compared) < 5
