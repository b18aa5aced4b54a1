"""Campaigns, and what is held afterwards."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp import Die, InvalidInput
from oddsapp.odds.campaign import CampaignEnd, Territory
from oddsapp.rules import modified
from tests.reference import sequel_twin as twin
from tests.reference.golden import golden


def test_the_published_campaign() -> None:
    data = golden("norvig_campaign")
    odds = oddsapp.campaign(72, data["territories"], exact=True)
    for taken, printed in zip(odds.taken, data["P_taken_through_i_exact"], strict=True):
        assert abs(taken - Fraction(Decimal(printed))) < Fraction(1, 10**19)
    for armies, printed in data["final_survivors_top"].items():
        assert float(odds.armies_in_last[int(armies)]) == pytest.approx(printed, rel=1e-12)
    assert oddsapp.campaign(72, data["territories"]).win == pytest.approx(
        data["P_all_printed"], rel=1e-12
    )


def test_the_small_published_campaign() -> None:
    small = golden("norvig_campaign")["small_case"]
    ends = oddsapp.campaign(small["total"], small["territories"]).ends
    assert ends == pytest.approx(
        {
            CampaignEnd(0, 1, 2): small["final"]["lost at 1st, 2 def left"],
            CampaignEnd(0, 1, 1): small["final"]["lost at 1st, 1 def left"],
            CampaignEnd(1, 1, 1): small["final"]["lost at 2nd"],
            CampaignEnd(2, 1, 0): small["final"]["won, 1 army in last"],
            CampaignEnd(2, 2, 0): small["final"]["won, 2 in last"],
        },
        rel=1e-13,
    )


def test_one_army_in_the_last_territory_is_a_success() -> None:
    """Reported fault H4."""
    for fault in golden("reported_faults"):
        if fault["id"] == "H4":
            assert oddsapp.campaign(2, [1], exact=True).win == Fraction(
                fault["right"]["2v[1]"]["fraction"]
            )
            assert oddsapp.campaign(4, [1, 1], exact=True).win == Fraction(
                fault["right"]["4v[1,1]"]["fraction"]
            )


def test_dice_of_their_own_in_each_territory() -> None:
    data = golden("mixed_sides_campaign")
    classic = oddsapp.find_ruleset("classic")
    row = [
        Territory(n, classic.replace(attack_die=Die.numbered(6), defence_die=Die.numbered(sides)))
        for n, sides in [(3, 6), (2, 8), (1, 6)]
    ]
    assert oddsapp.campaign(5, row).taken == pytest.approx(
        data["chain_5_v_3_2_1_dsides_6_8_6"], rel=1e-12
    )


LEAVES: list[int | list[int]] = [1, 2, 3, [3, 1, 2]]


@pytest.mark.rule("C-6")
@pytest.mark.parametrize("leave", LEAVES, ids=str)
@pytest.mark.parametrize("armies", [2, 4, 7, 9])
def test_every_end_is_the_twins(armies: int, leave: int | list[int]) -> None:
    row = [2, 1, 3]
    stays = [leave] * 3 if isinstance(leave, int) else leave
    expected = {end: p for end, p in twin.campaign(armies, row, stays).items() if p}
    exact = oddsapp.campaign(armies, row, leave=leave, exact=True)
    assert {tuple(end): p for end, p in exact.ends.items()} == expected
    assert sum(exact.ends.values()) == 1
    plain = oddsapp.campaign(armies, row, leave=leave)
    assert {tuple(end): p for end, p in plain.ends.items()} == pytest.approx(expected, rel=1e-13)


@pytest.mark.rule("C-6")
def test_the_minimum_move_wins_over_what_was_to_be_left() -> None:
    """Taken with three dice, three must move in, whatever was to stay."""
    odds = oddsapp.campaign(4, [1], leave=4, exact=True)
    assert odds.armies_in_last[3] == oddsapp.battle(4, 1, exact=True).attackers_left.pmf(3)


@given(st.integers(2, 30), st.lists(st.integers(1, 6), min_size=1, max_size=4))
@settings(max_examples=50)
def test_one_territory_more_is_never_likelier(armies: int, row: list[int]) -> None:
    odds = oddsapp.campaign(armies, row, exact=True)
    assert list(odds.taken) == sorted(odds.taken, reverse=True)
    assert odds.taken[0] == oddsapp.battle(armies, row[0], exact=True).win
    assert sum(odds.ends.values()) == 1
    assert oddsapp.campaign(armies + 1, row, exact=True).win >= odds.win


def test_take_and_hold() -> None:
    odds = oddsapp.campaign(force=11, defenders=[7], then=[9])
    assert odds.win == pytest.approx(0.85205, abs=1e-5)
    assert odds.held == pytest.approx(0.27023, abs=1e-5)
    assert oddsapp.take_and_hold(force=11, defenders=7, then=[9]) == odds.held


@pytest.mark.parametrize("then", [(2,), (4, 3), (3, 2, 4)])
def test_what_is_held_is_the_twins(then: tuple[int, ...]) -> None:
    odds = oddsapp.campaign(6, [2], then=then, exact=True)
    assert odds.held == sum(
        p * twin.outlasts(armies, then) for armies, p in odds.armies_in_last.items()
    )


def test_json() -> None:
    plain = oddsapp.campaign(5, [1, 1], then=[3], exact=True).to_dict()
    assert Fraction(plain["win"]) == Fraction(plain["taken"][-1]) > Fraction(plain["held"])
    assert sum(Fraction(end["probability"]) for end in plain["ends"]) == 1


@pytest.mark.parametrize(
    ("armies", "row", "options"),
    [
        (1, [1], {}),
        (5, [], {}),
        (5, [0], {}),
        (5, "12", {}),
        (5, 3, {}),
        (5, [1, 2], {"leave": [1]}),
        (5, [1, 2], {"leave": 0}),
        (5, [1], {"then": [1]}),
        (5, [1, 1, 1], {"rules": "risk2"}),
        (5, [1, 1], {"rules": "risk2", "leave": 2}),
        (100_000, [100_000], {}),
    ],
    ids=str,
)
def test_bad_campaigns_are_refused(armies: int, row: list[int], options: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        oddsapp.campaign(armies, row, **options)  # type: ignore[arg-type]


def test_a_balanced_campaign_is_one_blitz_after_the_other() -> None:
    odds = oddsapp.campaign(16, [4, 3], then=[5], rules="blitz")
    first = oddsapp.battle(16, 4, rules="blitz")
    assert odds.taken[0] == pytest.approx(first.win, rel=1e-13)
    both = held = 0.0
    for left, chance in first.attackers_left_if_won.items():
        if left < 2:
            continue  # the last one moves in, and then one always stays
        second = oddsapp.battle(left, 3, rules="blitz")
        both += first.win * chance * second.win
        for (moving, against), p in second.items():
            if not against:
                attack = oddsapp.battle(5, moving, rules="blitz")
                held += first.win * chance * p * attack.lose
    assert odds.win == pytest.approx(both, rel=1e-12)
    assert odds.held == pytest.approx(held, rel=1e-12)
    assert odds.to_dict()["version"] == first.version


@pytest.mark.rule("M-2")
@pytest.mark.parametrize("rules", ["risk2", "risk2_manual"])
def test_a_surge_held_against_attacks_is_the_sum_over_all_forces(rules: str) -> None:
    """One pass over the states, from all forces at once, against a battle for each of them."""
    odds = oddsapp.campaign(14, [4, 3], then=[7], rules=rules, exact=True)
    first = oddsapp.battle(force=13, defenders=4, rules=rules, exact=True)
    taken = held = Fraction(0)
    for left in range(2, 14):  # one stays, so the others are a force of one less
        second = oddsapp.battle(force=left - 1, defenders=3, rules=rules, exact=True)
        for garrison in range(1, left):
            chance = first.pmf((left, 0)) * second.pmf((garrison, 0))
            enemy = oddsapp.battle(force=6, defenders=garrison, rules=rules, exact=True)
            taken += chance
            held += chance * enemy.lose
    assert (odds.win, odds.held) == (taken, held)
    plain = oddsapp.campaign(14, [4, 3], then=[7], rules=rules)
    assert plain.win == pytest.approx(float(taken), rel=1e-13)
    assert plain.held == pytest.approx(float(held), rel=1e-13)


@pytest.mark.rule("M-10")
def test_one_army_left_may_be_written_for_each_territory_of_a_surge() -> None:
    odds = oddsapp.campaign(14, [4, 3], leave=[1, 1], rules="risk2")
    assert odds.taken == oddsapp.campaign(14, [4, 3], rules="risk2").taken
    with pytest.raises(InvalidInput, match="one army stays behind"):
        oddsapp.campaign(14, [4, 3], leave=[1, 2], rules="risk2")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"armies": 401, "defenders": [400], "exact": True}, "160,000 states, times the 800"),
        ({"armies": 2001, "defenders": [30], "exact": True}, "60,000 states, times the 2,030"),
        ({"armies": 2000, "defenders": [900, 500], "then": [900]}, "blitzed from"),
    ],
    ids=str,
)
def test_what_would_take_minutes_is_refused(arguments: dict[str, Any], said: str) -> None:
    walled = modified(oddsapp.find_ruleset("blitz"), ["wall"])
    rules = oddsapp.find_ruleset("classic") if "exact" in arguments else walled
    with pytest.raises(InvalidInput, match=said):
        oddsapp.campaign(rules=rules, **arguments)


@pytest.mark.parametrize("then", [5, None, "5"])
def test_enemy_stacks_are_a_list(then: Any) -> None:
    with pytest.raises(InvalidInput, match="list of enemy stacks"):
        oddsapp.campaign(9, [3], then=then)
