"""Explanations of campaigns: their data alone give the solver's fractions again."""

import json
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from oddsapp import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.campaign import Territory
from oddsapp.odds.explain_campaign import MOST_STATES
from oddsapp.odds.recompute import held_from_battles, taken_from_battles, win_from_rounds
from oddsapp.rules import RoundTable, find_ruleset
from tests.reference import sequel_twin as twin

CLASSIC = find_ruleset("classic")
CAMPAIGNS: list[dict[str, Any]] = [
    {"armies": 2, "defenders": [1]},
    {"armies": 2, "defenders": [1, 1]},
    {"armies": 8, "defenders": [2, 2]},
    {"armies": 12, "defenders": [3, 1, 4], "leave": [3, 1, 2]},
    {"force": 9, "defenders": [4, 2], "leave": 4, "then": [5, 3]},
    {"armies": 7, "defenders": [2, 3], "rules": "risk2", "then": [4]},
    {
        "armies": 9,
        "defenders": [2, Territory(3, CLASSIC.replace(defence_die=Die.numbered(8), attack_dice=2))],
        "leave": 2,
        "then": [4],
    },
]


def plain(steps: Any) -> Any:
    return json.loads(json.dumps(steps.to_dict()))


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("asked", CAMPAIGNS, ids=str)
def test_the_data_alone_give_the_fractions(asked: dict[str, Any], *, exact: bool) -> None:
    right = oddsapp.campaign(**asked, exact=True)
    steps = oddsapp.campaign(**asked, exact=exact).explain()
    data = plain(steps)
    assert taken_from_battles(data) == list(right.taken)
    assert (steps.win, data["win"]) == (right.win, str(right.win))
    if "then" in asked:
        assert held_from_battles(data) == steps.held == Fraction(data["held"]) == right.held
    else:
        assert "held" not in data
    for step, territory in zip(right.steps, data["territories"], strict=True):
        after = {w["armies"]: Fraction(w["weight"]) for w in territory["after"]}
        assert after == {n: p for n, p in step.moved_in.items() if n and p}
        assert sum(after.values()) == Fraction(territory["taken"])


def test_plain_recursion_gives_the_same() -> None:
    data = plain(oddsapp.campaign(9, [3, 2], leave=[2, 1], then=[4]).explain())
    ends = twin.campaign(9, [3, 2], [2, 1])
    garrisons = {n: p for (taken, n, _), p in ends.items() if taken == 2}
    last = {w["armies"]: Fraction(w["weight"]) for w in data["territories"][-1]["after"]}
    assert last == garrisons
    assert Fraction(data["held"]) == sum(p * twin.outlasts(n, [4]) for n, p in garrisons.items())


def test_each_battle_can_be_explained_itself() -> None:
    data = plain(oddsapp.campaign(7, [2, 3]).explain())
    for territory in data["territories"]:
        for battle in territory["battles"]:
            if battle["armies"] == 1:
                assert (battle["survivors"], battle["win"]) == ([], "0")
                continue
            own = oddsapp.battle(battle["armies"], territory["defenders"]).explain().to_dict()
            assert own["win"] == battle["win"] == str(win_from_rounds(own))
            chances = [Fraction(end["probability"]) for end in battle["survivors"]]
            assert sum(chances) == Fraction(battle["win"])


def test_what_moves_in_is_the_larger_of_the_two() -> None:
    first = plain(oddsapp.campaign(8, [1], leave=4).explain())["territories"][0]
    moves = {end["armies"]: end["moves_in"] for end in first["battles"][0]["survivors"]}
    assert moves == {7: 4, 6: 3, 5: 3, 4: 3, 3: 3, 2: 2, 1: 1}
    assert (first["leave"], first["most_dice"]) == (4, 3)


def test_text_and_latex_say_the_same_steps() -> None:
    steps = oddsapp.campaign(5, [2, 1], leave=2, then=[4]).explain()
    text, latex = steps.text(), steps.latex()
    assert "b_1(5, 3) = 248045/1119744 ≈ 0.221519;  3 move in" in text
    total = "w_2(3) = w_1(5) b_1(5, 4) + w_1(5) b_1(5, 3) = 664205/1119744 ≈ 0.593176"
    assert total in text
    assert "b_{2}(2, 1) = \\frac{5}{12} \\approx 0.416667,\\quad 1 \\text{ moves in}" in latex
    assert "5. Attacked by 4 armies" in text
    assert "5 armies set out against 2 and 1 defender, one territory after the other." in text
    alone = oddsapp.campaign(3, [1], then=[2]).explain().text()
    assert "3 armies set out against 1 defender. How probable" in alone
    assert "Afterwards it is attacked by 2 armies." in alone
    for name in ("P(all taken)", "P(held)"):
        assert f"  {name} = " in text
        assert f"\\text{{{name}}} = " in latex
    assert latex.count("\\[") == latex.count("\\]") > 10


def test_rules_of_a_territory_of_its_own_are_named() -> None:
    own = CLASSIC.replace(defence_die=Die.numbered(8))
    text = oddsapp.campaign(5, [1, Territory(1, own)]).explain().text()
    assert text.count("The rules here: ") == 1
    assert f"The rules here: {own}." in text


def test_a_territory_that_is_never_taken() -> None:
    table = RoundTable.from_mapping({(1, 1): {(1, 0): 1}})
    rules = CLASSIC.replace(round_table=table)
    odds = oddsapp.campaign(2, [1, 1], rules=rules, then=[2], exact=True)
    data = plain(odds.explain())
    assert taken_from_battles(data) == list(odds.taken) == [0, 0]
    assert held_from_battles(data) == odds.held == 0
    assert "P(all taken) = 0" in odds.explain().text()


@pytest.mark.parametrize(
    "asked",
    [
        {"armies": 72, "defenders": [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]},
        {"armies": 1_000, "defenders": [4]},
        {"armies": 8, "defenders": [2], "then": [1_000]},
    ],
    ids=str,
)
def test_what_is_too_large_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=f"up to {MOST_STATES:,} states"):
        oddsapp.campaign(**asked).explain()


def test_the_largest_that_is_explained() -> None:
    odds = oddsapp.campaign(force=1_000, defenders=[3], exact=True)
    assert taken_from_battles(odds.explain().to_dict()) == [odds.win]


def test_balanced_odds_are_refused() -> None:
    with pytest.raises(InvalidInput, match="under true dice"):
        oddsapp.campaign(8, [2, 2], rules="blitz").explain()
