"""Actions and chance events as lines of text: each is read back as it was written."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, strategies as st

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine.actions import ACTIONS, Action, Attack, Place, parse_action
from oddsapp.engine.events import EVENTS, ChanceEvent, parse_event
from oddsapp.engine.text import Line
from oddsapp.errors import InvalidInput

NUMBERS = st.integers(0, 10**12 - 1)
NAMES = st.sampled_from(
    ["Alaska", "Zone 1 dice", "Sector 1 armies", "1 die", "Côte d’Ivoire", "A-B", "end the turn"]
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "int": NUMBERS,
    "str": NAMES,
    "tuple[int, ...]": st.lists(NUMBERS, max_size=4).map(tuple),
    "tuple[str, ...]": st.lists(NAMES, min_size=1, max_size=3).map(tuple),
}


def lines(kind: type[Line]) -> st.SearchStrategy[Any]:
    return st.builds(kind, **{field.name: VALUES[str(field.type)] for field in fields(kind)})  # type: ignore[arg-type]


@given(st.sampled_from(ACTIONS).flatmap(lines))
def test_an_action_is_read_back_as_it_was_written(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(st.sampled_from(EVENTS).flatmap(lines))
def test_a_chance_event_is_read_back_as_it_was_written(event: ChanceEvent) -> None:
    assert parse_event(str(event)) == event


def test_one_is_written_in_the_singular_and_names_stay_as_they_are() -> None:
    attack = Attack("Zone 1 dice", "Sector 1 armies", 1)
    assert str(attack) == "attack Zone 1 dice -> Sector 1 armies with 1 die"
    assert str(Place(1, "Zone 1 dice")) == "place 1 army on Zone 1 dice"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack Brazil", "'attack Brazil' is no action; it is written 'attack {origin} -> "),
        ("sing", "'sing' is no action; one begins with claim, place, choose"),
        ("", "'' is no action; one begins with"),
        ("trade Siam, Peru, Congo", "bonus on {bonus_on}', with ';' between cards"),
        (f"move in {'9' * 5000} armies", "is no action; it is written 'move in"),
        (None, "None is no action"),
    ],
)
def test_what_is_no_action_is_refused(line: Any, said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_action(line)
    assert said in str(refused.value) or "…" in str(refused.value)


@pytest.mark.parametrize("name", ["A; B", "A -> B", " A"])
def test_no_board_has_names_that_a_line_could_not_hold(name: str) -> None:
    with pytest.raises(InvalidInput, match="it must be one line of text, without '->', ';'"):
        Board(
            name="toy",
            continents=(Continent("All", 1, (name, "C")),),
            links=both_ways([(name, "C")]),
        )
