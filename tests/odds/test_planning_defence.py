"""Defence against every neighbour, and the spread of new armies, against a slow twin."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.boards import find_board
from oddsapp.errors import InvalidInput
from tests.reference import defence_twin as twin

BOARD = find_board("classic")

Drawn = tuple[dict[str, list[str]], dict[str, int], dict[str, int]]


@st.composite
def sieges(draw: st.DrawFn) -> Drawn:
    own = ["A", "B", "C"][: draw(st.integers(1, 3))]
    enemies = ["X", "Y", "Z"][: draw(st.integers(1, 3))]
    beside = {
        enemy: draw(st.lists(st.sampled_from(own), min_size=1, unique=True)) for enemy in enemies
    }
    armies = {name: draw(st.integers(1, 4)) for name in own}
    return beside, armies, {enemy: draw(st.integers(2, 5)) for enemy in enemies}


def board_of(beside: dict[str, list[str]], armies: dict[str, int]) -> dict[str, list[str]]:
    return {**beside, **{name: [] for name in armies}}


@settings(max_examples=40)
@given(sieges())
def test_all_hold_as_in_the_twin(drawn: Drawn) -> None:
    beside, armies, enemies = drawn
    defence = oddsapp.defend(board_of(beside, armies), armies, enemies, exact=True)
    assert defence.hold_all == twin.hold_all(beside, armies, enemies)
    for name, chance in defence.hold.items():
        forces = tuple(enemies[enemy] - 1 for enemy in enemies if name in beside[enemy])
        assert chance == twin.hold(forces, armies[name])
        assert chance >= defence.hold_all
    attacking = [enemy for order in defence.attacks.values() for enemy in order]
    assert sorted(attacking) == sorted(enemies)


@settings(max_examples=25)
@given(sieges(), st.integers(0, 4))
def test_no_spread_over_borders_is_better(drawn: Drawn, new: int) -> None:
    beside, armies, enemies = drawn
    spread = oddsapp.spread_over_borders(board_of(beside, armies), armies, enemies, new, exact=True)
    assert spread.optimal
    assert sum(spread.new.values()) == new
    best = max(
        twin.hold_all(beside, dict(zip(armies, after, strict=True)), enemies)
        for after in twin.spreads(list(armies.values()), new)
    )
    assert spread.hold == best == twin.hold_all(beside, dict(spread.armies), enemies)
    assert spread.before == twin.hold_all(beside, armies, enemies)


@settings(max_examples=25)
@given(st.lists(st.integers(1, 3), min_size=1, max_size=3), st.integers(2, 8), st.integers(0, 5))
def test_no_spread_in_depth_is_better(way: list[int], attackers: int, new: int) -> None:
    named = dict(zip("ABC", way, strict=False))
    spread = oddsapp.spread_in_depth(named, attackers, new, exact=True)
    chances = [twin.last_holds(attackers, after) for after in twin.spreads(way, new)]
    assert spread.optimal
    assert spread.hold == max(chances) == twin.last_holds(attackers, list(spread.armies.values()))
    assert spread.before == twin.last_holds(attackers, way)
    close = oddsapp.spread_in_depth(named, attackers, new)
    assert close.hold == pytest.approx(float(spread.hold), rel=1e-12)


@pytest.mark.parametrize(
    ("enemies", "new"), [({"X": 1, "Y": 1}, 5), ({"X": 4, "Y": 1}, 5), ({"X": 4, "Y": 4}, 900)]
)
def test_every_new_army_is_placed_even_where_no_float_shows_it(
    enemies: dict[str, int], new: int
) -> None:
    board = {"X": ["A"], "Y": ["B"], "A": [], "B": []}
    spread = oddsapp.spread_over_borders(board, {"A": 2, "B": 3}, enemies, new)
    assert sum(spread.new.values()) == new
    assert spread.hold >= spread.before
    if new == 900:
        assert spread.armies == {"A": 453, "B": 452}  # level, as the enemies are equal


def test_two_in_front_and_the_rest_behind() -> None:
    # An attacker loses an army to every territory taken, but two defenders roll two dice.
    spread = oddsapp.spread_in_depth({"Siam": 1, "Indonesia": 1, "New Guinea": 1}, 12, 9)
    assert list(spread.armies.values()) == [2, 2, 8]


def test_what_cannot_be_tried_out_is_climbed_and_said() -> None:
    enemies = {"Ukraine": 9, "Middle East": 7, "Scandinavia": 6, "Western Europe": 5}
    own = dict.fromkeys(["Ural", "Afghanistan", "Northern Europe", "Southern Europe", "Iceland"], 2)
    spread = oddsapp.spread_over_borders(BOARD, own, enemies, 25)
    assert not spread.optimal
    assert "not all spreads were tried" in spread.text
    assert sum(spread.new.values()) == 25
    even = oddsapp.defend(BOARD, dict.fromkeys(own, 7), enemies)
    assert spread.hold >= even.hold_all


def test_one_border_is_one_battle() -> None:
    defence = oddsapp.defend(BOARD, {"Indonesia": 7}, {"Siam": 11}, exact=True)
    assert defence.hold_all == 1 - oddsapp.battle(11, 7, exact=True).win
    assert isinstance(defence.hold_all, Fraction)
    assert oddsapp.defend(BOARD, {"Indonesia": 7}, {"Siam": 11}).to_dict() == {
        "rules": "classic",
        "armies": {"Indonesia": 7},
        "enemies": {"Siam": 11},
        "hold_all": pytest.approx(float(defence.hold_all)),
        "hold": {"Indonesia": pytest.approx(float(defence.hold_all))},
        "neighbours": {"Indonesia": ["Siam"]},
        "attacks": {"Indonesia": ["Siam"]},
    }


def test_a_number_of_enemies_is_for_every_neighbour() -> None:
    defence = oddsapp.defend(BOARD, {"Brazil": 3, "Peru": 3}, 4)
    assert set(defence.enemies) == {"North Africa", "Venezuela", "Argentina"}
    alone = oddsapp.defend(BOARD, {"Brazil": 3, "Peru": 3}, 1)
    assert alone.hold_all == 1
    assert alone.attacks == {"Brazil": (), "Peru": ()}


def test_an_invasion_of_risk2_is_defended_as_well() -> None:
    defence = oddsapp.defend(BOARD, {"Indonesia": 7}, {"Siam": 11}, rules="risk2")
    assert defence.hold_all == pytest.approx(oddsapp.battle(11, 7, rules="risk2").lose)


@pytest.mark.parametrize(
    ("armies", "enemies", "sentence"),
    [
        ({}, 3, "a defence needs at least one territory to hold"),
        ({"Peru": 0}, 3, "the number of armies in Peru must be at least 1"),
        ({"Pero": 2}, 3, "has no territory 'Pero'"),
        ({"Peru": 2}, {"Siam": 3}, "Siam borders none of the territories to hold"),
        ({"Peru": 2}, {"Peru": 3}, "Peru cannot be own and enemy"),
        ({"Peru": 2}, {"Brazil": 0}, "the number of armies in Brazil must be at least 1"),
        ({"Peru": 2}, -1, "the armies of every neighbour must be at least 1"),
    ],
)
def test_what_is_no_defence_is_said_in_one_sentence(
    armies: dict[str, int], enemies: Any, sentence: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        oddsapp.defend(BOARD, armies, enemies)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_way_needs_territories_and_an_attacker() -> None:
    with pytest.raises(InvalidInput, match="at least one territory on the way"):
        oddsapp.spread_in_depth({}, 5, 1)
    with pytest.raises(InvalidInput, match="attacking armies must be at least 2"):
        oddsapp.spread_in_depth({"A": 1}, 1, 1)


def test_what_would_take_long_is_refused_before_it_begins() -> None:
    with pytest.raises(InvalidInput, match="steps in exact fractions; the limit is 1,000,000"):
        oddsapp.defend(BOARD, {"Brazil": 1000}, 1000, exact=True)
    with pytest.raises(InvalidInput, match="the limit is 20,000,000, so ask with fewer armies"):
        oddsapp.defend(BOARD, {"Ukraine": 1000}, 1000)
    # Twelve stacks that may all choose among four territories, and 5456 spreads to try.
    own = dict.fromkeys("ABCD", 2)
    board = {name: "ABCD" if name > "D" else "" for name in "ABCDEFGHIJKLMNOP"}
    with pytest.raises(InvalidInput, match="this defence would take"):
        oddsapp.spread_over_borders(board, own, 5, 30)
    way = dict.fromkeys("ABCD", 1)
    with pytest.raises(InvalidInput, match="this defence would take"):
        oddsapp.spread_in_depth(way, 500, 500)
    with pytest.raises(InvalidInput, match="or without exact fractions"):
        oddsapp.spread_in_depth({"A": 900, "B": 900}, 900, 0, exact=True)
