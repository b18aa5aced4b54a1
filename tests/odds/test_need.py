"""How many armies are needed, at the edge and away from it."""

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp import Die, InvalidInput
from oddsapp.odds import need as need_module
from oddsapp.odds.wins import win_rows
from oddsapp.rules import modified
from tests.reference.golden import golden


def test_ten_against_seven_is_not_quite_four_in_five() -> None:
    need = oddsapp.armies_needed(7, 0.8)
    assert (need.force, need.armies) == (11, 12)
    assert need.win_with_one_less == pytest.approx(0.79983, abs=1e-5)


def test_the_edge_itself_is_reached() -> None:
    edge = oddsapp.battle(force=10, defenders=7, exact=True).win
    assert oddsapp.armies_needed(7, edge).force == 10
    assert oddsapp.armies_needed(7, edge + Fraction(1, 10**40)).force == 11


def test_the_search_that_has_to_go_upward() -> None:
    """Reported fault H5: 28 for 29."""
    need = oddsapp.armies_needed(50, 0.05)
    assert need.force == 29
    assert need.win == pytest.approx(0.0584711, abs=1e-7)
    assert need.win_with_one_less == pytest.approx(0.04510887, abs=1e-8)


def test_the_fault_of_a_blog_table() -> None:
    assert oddsapp.armies_needed(9, 0.8).force == 13


def test_even_odds_from_the_literature() -> None:
    for defenders, force in golden("asymptotics")["exact A_min usable for P>1/2"].items():
        if int(defenders) <= 1000:
            assert oddsapp.armies_needed(int(defenders), 0.5).force == force


@given(st.integers(1, 60), st.fractions("1/100", "99/100", max_denominator=100))
def test_that_force_reaches_it_and_one_less_does_not(defenders: int, wanted: Fraction) -> None:
    need = oddsapp.armies_needed(defenders, wanted, exact=True)
    assert need.win >= wanted > need.win_with_one_less


@pytest.mark.parametrize("rules", ["risk2", "risk2_manual"])
@pytest.mark.parametrize("defenders", [1, 5, 6, 18, 31])
def test_where_an_army_more_may_hurt_all_smaller_forces_were_tried(
    rules: str, defenders: int
) -> None:
    need = oddsapp.armies_needed(defenders, 0.8, rules=rules)
    wins = [
        oddsapp.battle(force=force, defenders=defenders, rules=rules).win
        for force in range(1, need.force + 1)
    ]
    assert wins[-1] >= 0.8
    assert max(wins[:-1], default=0.0) < 0.8


@pytest.mark.parametrize("rules", ["classic", "risk2"])
def test_rows_of_wins_are_the_battles(rules: str) -> None:
    ruleset = oddsapp.find_ruleset(rules)
    for force, row in enumerate(islice(win_rows(ruleset, 8, exact=True), 9)):
        for defenders, win in enumerate(row):
            if force and defenders:
                battle = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
                assert win == battle.win


@pytest.mark.parametrize("win", ["80%", "4/5", " 0.80 ", Fraction(4, 5), 0.8])
def test_a_probability_may_be_written_in_several_ways(win: object) -> None:
    assert oddsapp.armies_needed(7, win).force == 11


@pytest.mark.parametrize("rules", ["classic", "risk2", "risk2_manual"])
@pytest.mark.parametrize("defenders", [1, 2, 7, 40, 50_000])
def test_never_certain(rules: str, defenders: int) -> None:
    with pytest.raises(InvalidInput, match="no number of armies is ever certain"):
        oddsapp.armies_needed(defenders, 1, rules=rules)


ONE = {(1, 0): 1, (0, 1): 1}
"""A roll that somebody loses."""


@pytest.mark.parametrize(
    "changes",
    [
        {"attack_bonus": "all+6,uncapped"},
        {"attack_bonus": "all+5,uncapped", "ties": "attacker"},
        {"attack_bonus": "highest+6,uncapped"},
        {"attack_bonus": "lowest+5,uncapped", "ties": "attacker"},
        {"attack_die": oddsapp.Die([3, 4]), "defence_die": oddsapp.Die([1, 2])},
        {"round_table": {(1, 1): ONE, (2, 1): {(1, 1): 1}}},  # one each: two more than defend
        {"round_table": {(1, 1): ONE, (2, 1): {(0, 1): 1, (1, 1): 1}, (3, 1): {(2, 1): 1}}},
        {"round_table": {(1, 1): ONE, (2, 1): {(0, 1): 1, (1, 0): 1}}},  # never
        {"attack_bonus": "all+5,uncapped"},  # never: 6 against 6
        {"ties": "nobody", "attack_bonus": "all+5,uncapped"},
    ],
)
@pytest.mark.parametrize("defenders", [1, 2, 3, 6])
def test_certain_is_where_no_roll_leads_to_defeat(changes: dict[str, Any], defenders: int) -> None:
    rules = oddsapp.find_ruleset("classic").replace(**changes)
    wins = [
        oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True).win
        for force in range(1, 30)
    ]
    if 1 not in wins:
        with pytest.raises(InvalidInput, match="no number of armies is ever certain"):
            oddsapp.armies_needed(defenders, 1, rules=rules)
        return
    need = oddsapp.armies_needed(defenders, 1, rules=rules)
    assert need.force == wins.index(1) + 1
    assert need.win == 1
    assert need.certain
    half, all_but = oddsapp.armies_needed_for_each(defenders, ["50%", "99.9%"], rules=rules)
    for each in (half, all_but):
        assert each is not None
        assert each.certain == (wins[each.force - 1] == 1)


def test_nearly_certain_is_not_certain() -> None:
    need = oddsapp.armies_needed(2, 1 - 1e-15)
    assert need.win > 1 - 1e-14
    assert not need.certain


def test_where_a_certain_win_is_out_of_reach_that_is_said() -> None:
    table = {(1, 1): ONE, (2, 1): {(1, 1): 1}}
    rules = oddsapp.find_ruleset("classic").replace(round_table=table)
    assert oddsapp.armies_needed(1000, 1, rules=rules).force == 1001
    with pytest.raises(InvalidInput, match="takes more than 400 armies, the most that is tried"):
        oddsapp.armies_needed(5000, 1, rules=rules)


@pytest.mark.parametrize("win", [0, -0.1, 1.5, "80 per cent", float("nan"), "1/0", None, True])
def test_what_is_no_probability_is_refused(win: object) -> None:
    with pytest.raises(InvalidInput):
        oddsapp.armies_needed(7, win)


def test_out_of_reach_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(need_module, "MOST_STATES", 100_000)
    with pytest.raises(InvalidInput, match="at most 50,000"):
        oddsapp.armies_needed(500_000, 0.5)
    with pytest.raises(InvalidInput, match="takes more than 20 armies, the most that is tried"):
        oddsapp.armies_needed(5_000, 0.9, rules="risk2")


@pytest.mark.parametrize("names", [(), ("capital",), ("wall", "capital"), ("zombie_attacker",)])
@pytest.mark.parametrize("wanted", [0.3, 0.8, 1])
def test_a_balanced_blitz_can_be_certain(names: tuple[str, ...], wanted: float) -> None:
    rules = modified(oddsapp.find_ruleset("blitz"), names)
    for defenders in (1, 3, 7, 20):
        need = oddsapp.armies_needed(defenders, wanted, rules=rules)
        wins = [
            oddsapp.battle(force=force, defenders=defenders, rules=rules).win
            for force in range(1, need.force + 20)
        ]
        assert wins == sorted(wins)  # so that halving finds the first
        assert need.win == wins[need.force - 1] >= wanted
        assert need.win_with_one_less < wanted
        assert need.to_dict()["version"] == "RISK: Global Domination 3.3"


@pytest.mark.parametrize("rules", ["classic", "risk2", "blitz"])
def test_all_at_once_is_one_after_the_other(rules: str) -> None:
    lines = [0.9, 0.1, 0.5]
    each = [oddsapp.armies_needed(11, win, rules=rules) for win in lines]
    assert oddsapp.armies_needed_for_each(11, lines, rules=rules) == each


@pytest.mark.parametrize(
    "changes",
    [
        {"attack_bonus": "highest+1,lowest+1,all-1", "attack_die": 3, "defence_die": 2},
        {"attack_bonus": "lowest+3", "attack_die": 4, "defence_die": 6},
        {
            "round_table": {  # a second die makes the attack worse
                (1, 1): {(0, 1): 5, (1, 0): 1},
                (2, 1): {(0, 1): 1, (1, 0): 5},
            }
        },
    ],
    ids=str,
)
def test_house_rules_under_which_an_army_more_may_hurt(changes: dict[str, Any]) -> None:
    sides = ("attack_die", "defence_die")
    rules = oddsapp.find_ruleset("classic").replace(
        **{key: Die.numbered(new) if key in sides else new for key, new in changes.items()}
    )
    for defenders in range(1, 5):
        wins = [
            oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True).win
            for force in range(1, 11)
        ]
        for wanted in wins:
            if wanted < 1:
                need = oddsapp.armies_needed(defenders, wanted, rules=rules)
                assert need.force == next(n for n, win in enumerate(wins, 1) if win >= wanted)


@pytest.mark.parametrize(
    "changes",
    [
        {"defence_bonus": "highest+9,uncapped"},
        {"defence_bonus": "all+5"},
        {"attack_die": Die.numbered(1)},
        {"attack_dice": 1, "attack_die": Die([0])},
        {"balance": "3.3", "attack_die": Die.numbered(1)},
    ],
    ids=str,
)
def test_defenders_that_cannot_be_beaten_are_told_of_before_any_search(
    changes: dict[str, Any],
) -> None:
    rules = oddsapp.find_ruleset("classic").replace(**changes)
    assert oddsapp.battle(force=30, defenders=3, rules=rules).win == 0
    with pytest.raises(InvalidInput, match="cannot be beaten at all"):
        oddsapp.armies_needed(50_000, 0.5, rules=rules)


@pytest.mark.parametrize("rules", ["classic", "blitz"])
def test_few_battles_are_solved_for_all_lines(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Halving alone takes forty; each is a second where defenders have three dice."""
    solved = []
    win_of = need_module._win

    def counted(*battle: Any, **options: Any) -> Any:
        solved.append(battle)
        return win_of(*battle, **options)

    monkeypatch.setattr(need_module, "_win", counted)
    found = oddsapp.armies_needed_for_each(1000, [0.8, 0.5, 0.75, 0.9, 0.95], rules=rules)
    assert len(solved) - 2 * len(found) <= 25  # besides both sides of each answer
