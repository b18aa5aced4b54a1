"""Values of a wrong kind in actions and events: one sentence, and never a state that holds them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import Action, ChanceEvent, apply_action, new_game
from oddsapp.engine.actions import (
    Attack,
    AttackUntil,
    ChooseCapital,
    Concede,
    Fortify,
    Place,
    ProposeScore,
    Reroll,
    Trade,
)
from oddsapp.engine.clock import AttackClock
from oddsapp.engine.events import Drawn, FirstRoll, Fought, Rolled
from oddsapp.engine.record import parse_step
from oddsapp.errors import InvalidInput
from tests.engine.build import play, position

WITH_A_NUMBER: list[Callable[[Any], Action | ChanceEvent]] = [
    lambda odd: Attack("Alaska", "Alberta", odd),
    lambda odd: AttackUntil("Alaska", "Alberta", odd),
    lambda odd: Place(odd, "Alaska"),
    lambda odd: Fortify(odd, "Alaska", "Kamchatka"),
    Concede,
    ProposeScore,
    lambda odd: Reroll("Alaska", "attacker", odd),
    lambda odd: Fought(odd, 0),
    lambda odd: Fought(3, odd),
    lambda odd: Rolled((odd, 1), (1,)),
    lambda odd: FirstRoll((1, odd)),
]
WITH_A_NAME: list[Callable[[Any], Action | ChanceEvent]] = [
    lambda odd: Attack(odd, "Alberta", 1),
    ChooseCapital,
    lambda odd: Trade(("Alaska", odd, "Peru"), "Alaska"),
    lambda odd: Trade(("Alaska", "Brazil", "Peru"), odd),
    Drawn,
]


@pytest.mark.parametrize("odd", [1.5, 2.0, True, "2", None, Fraction(2), float("nan"), [2]])
@pytest.mark.parametrize("make", WITH_A_NUMBER)
def test_a_number_is_a_whole_number(make: Callable[[object], object], odd: object) -> None:
    with pytest.raises(InvalidInput, match="must be a whole number, not "):
        make(odd)


@pytest.mark.parametrize("odd", [2, None, ["Alaska"], b"Alaska"])
@pytest.mark.parametrize("make", WITH_A_NAME)
def test_a_name_is_text(make: Callable[[object], object], odd: object) -> None:
    with pytest.raises(InvalidInput, match="must be text, not "):
        make(odd)


@pytest.mark.parametrize("odd", [3, None, "Alaska"])
def test_a_list_is_a_list(odd: object) -> None:
    with pytest.raises(InvalidInput, match=r"cards in 'trade .* must be a list, not "):
        Trade(odd, "Alaska")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"defence in 'roll .* must be a list, not "):
        Rolled((6,), odd)  # type: ignore[arg-type]


def test_what_numpy_and_lists_hold_is_taken_for_what_it_is() -> None:
    rolled = Rolled([np.int64(6), 5], np.array([2]))  # type: ignore[arg-type]
    assert rolled == Rolled((6, 5), (2,))
    assert {type(face) for face in rolled.attack + rolled.defence} == {int}
    fought = Fought(np.int64(3), 0)  # type: ignore[arg-type]
    assert type(fought.force) is int
    trade = Trade(["Alaska", np.str_("Brazil"), "Peru"], "Alaska")  # type: ignore[arg-type]
    assert hash(trade) == hash(Trade(("Alaska", "Brazil", "Peru"), "Alaska"))
    assert {type(card) for card in trade.cards} == {str}


def test_dice_lie_high_to_low_in_whatever_order_they_are_told() -> None:
    state = position(
        {0: ["Alaska"], 1: ["Alberta"]},
        armies={"Alaska": 9, "Alberta": 5},
        hands=[["Alaska"]],
        card_reroll="any",
    )
    state = play(state, "attack Alaska -> Alberta with 3 dice")
    told = [
        apply_action(state, Rolled(*dice)) for dice in (((1, 3, 2), (4, 5)), ((3, 2, 1), (5, 4)))
    ]
    assert told[0] == told[1]


def test_a_step_and_a_clock_of_no_sense() -> None:
    with pytest.raises(InvalidInput, match="None is no action"):
        parse_step(None)  # type: ignore[arg-type]
    for seconds in ("x", None, float("nan"), 0):
        with pytest.raises(InvalidInput, match="more than 0 seconds"):
            AttackClock(seconds=seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["wild card", "no territory"])
def test_no_territory_is_called_as_something_else_in_a_trade(name: str) -> None:
    board = Board(
        name="words",
        continents=(Continent("Land", 1, ("A", "B", name)),),
        links=both_ways([("A", "B"), ("B", name)]),
    )
    with pytest.raises(InvalidInput, match=f"is called '{name}', .* it needs another name"):
        new_game("classic", players=3, board=board)
