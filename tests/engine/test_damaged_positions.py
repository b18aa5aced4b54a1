"""Positions that cannot be are refused in one sentence with the place, and nothing is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from oddsapp.engine import (
    Phase,
    new_game,
)
from oddsapp.engine.positions import (
    Position,
    example_position,
    from_share_string,
    load_position,
    position_from_csv,
    position_from_dict,
    read_position,
    save_position,
    share_string,
)
from oddsapp.errors import InvalidInput
from tests.engine.test_positions import changed, of_ann


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "a position must be a JSON object"),
        ({}, "a position lacks the field 'players'"),
        (changed(format="oddsapp game"), "this is no position, .* but 'oddsapp game'"),
        (changed(version=2), "of version 2; this oddsapp reads version 1"),
        (changed(version=True), "of version True"),
        (changed(tern="Ann"), "a position has no field 'tern'; it has format, version"),
        (changed(board="clasic"), "'board': no board is named 'clasic'; there are classic"),
        (changed(rules="chess"), "'rules': no ruleset is called 'chess'"),
        (changed(rules="risk2"), "the rules risk2 are for 3 players or more, not 2; list those"),
        (changed(changes={"fortifi": 1}), "'rules': .*fortifi"),
        (changed(players={"Ann": {}}), "the number of players must be at least 2, not 1"),
        (changed(players=3), "'players' .or an object of names. must be a list, not 3"),
        (changed(players=[{}, {}], rest=1), "only player 1 is left of all sides"),
        (changed(players=[{}, {"x": 1}]), "player 2 has no field 'x'; it has territories"),
        (changed(players={"1": {}, "Bob": {}}), "no player can be called '1'"),
        (changed(players={"=1+1": {}, "Bob": {}}), "no player can be called '=1"),
        (changed(players={"Neutral": {}, "Bob": {}}), "no player can be called 'Neutral'"),
        (changed(players={"bob": {}, "Bob": {}}), "two players are called 'Bob'"),
        (changed(players={"a;b": {}, "Bob": {}}), "a player's name is 'a;b'"),
        (changed(turn="Cleo"), "'turn': nobody is called 'Cleo'; known: Ann, Bob"),
        (changed(turn=3), "'turn': the number of a player must be at most 2, not 3"),
        (changed(phase="roll"), "the phase is reinforce, attack or fortify, not 'roll'"),
        (changed(to_place=-1), "'to_place' must be at least 0"),
        (changed(phase="attack", to_place=2), "armies to place out of turn"),
        (changed(round=0), "'round' must be at least 1"),
        (changed(conquered=1), "'conquered' is true or false, not 1"),
        (changed(rest=None), "nobody holds Alaska, Alberta, Central America and 33 more; say"),
        (changed(rest={"Ann": 1, "Bob": 1}), "'rest' has one owner"),
        (changed(rest={"Ann": 0}), "'rest': the armies on Alaska must be at least 1, not 0"),
        (changed(neutral={"Peru": 1, "Brazil": 1}), "the neutral side: .*Brazil is held by Ann"),
        (of_ann(territories={"Brasil": 1}), "territories of Ann: .*did you mean 'Brazil'"),
        (of_ann(territories={"Egypt": 1}), "territories of Bob: Egypt is held by Ann and by Bob"),
        (of_ann(territories={"Brazil": 1.5}), "territories of Ann: .*Brazil must be a whole"),
        (of_ann(territories={"Brazil": "9" * 999}), "territories of Ann: the armies on Brazil"),
        (of_ann(territories={"Brazil": 10**7}), "Brazil must be at most 1,000,000"),
        (of_ann(territories=["Peru", "Peru"]), "territories of Ann: Peru is there twice"),
        (of_ann(territories=7), "territories of Ann: what is held must be a JSON object"),
        (of_ann(territories={}), "Ann has the turn and no territory"),
        (of_ann(cards=["Brasil"]), "the cards of Ann: there is no card 'Brasil'; did you mean"),
        (of_ann(cards=["Peru", "Peru"]), "the cards of Ann: the card Peru cannot be there twice"),
        (of_ann(cards=["wild card"] * 3), "the cards of Ann: the deck has 2 wild cards"),
        (of_ann(cards=45), "the cards of Ann: the number of cards .* at most 44"),
        (of_ann(cards=[3]), "the cards of Ann: a card must be text, not 3"),
        (of_ann(cards=["unknown"] * 45), "45 unknown cards are more than the 44 left"),
        (of_ann(mission=1), "these rules have no missions"),
        (of_ann(capital="Peru"), "these rules have no capitals"),
        (changed(shown={"cards": ["Peru"], "for": "Peru"}), "'shown': only cards in the hand"),
        (changed(shown={"cards": ["Peru"]}), "'shown' lacks the field 'for'"),
        (changed(title="a\nb"), "the title of a position must be one line"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    data: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match=said) as found:
        position_from_dict(data)
    assert "\n" not in str(found.value)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InvalidInput, match=f"position.json: .*{said}"):
        load_position(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is not JSON: line 1, column 1"),
        (b'{\n "players": {', "it is not JSON: line 2"),
        (b'{"players": {"Ann": {}, "Ann": {}}}', "cannot be read: it has 'Ann' twice"),
        (b"{\n\xff", "line 2: a position is JSON text in UTF-8"),
    ],
)
def test_files_that_are_no_json_are_refused_by_the_place(
    content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=f"position.json: .*{said}"):
        load_position(path)


def test_states_that_are_no_positions_are_refused(tmp_path: Path) -> None:
    start = new_game("classic", players=3)
    with pytest.raises(InvalidInput, match="here it is to roll for the first turn"):
        save_position(start, tmp_path / "position.json")
    assert not list(tmp_path.iterdir())
    state = example_position().state
    with pytest.raises(InvalidInput, match="cards are not known"):
        share_string(state.evolve(viewer=None))
    with pytest.raises(InvalidInput, match="cards are missing or there twice"):
        share_string(state.evolve(pile=()))
    with pytest.raises(InvalidInput, match="the game is over"):
        share_string(state.evolve(phase=Phase.OVER))
    with pytest.raises(InvalidInput, match="3 players need as many names, not 1"):
        Position(state, ("Ann",))


SHARED = share_string(example_position())


@given(st.integers(0, len(SHARED) - 1), st.sampled_from("Az09-_ .é"), st.integers(0, 2))
def test_a_damaged_share_string_is_refused_in_one_sentence(
    place: int, letter: str, kind: int
) -> None:
    before, after = SHARED[:place], SHARED[place:]
    text = (before + letter + after[1:], before + letter + after, before + after[1:])[kind]
    if "".join(text.split()) == SHARED:
        return
    with pytest.raises(InvalidInput) as found:
        from_share_string(text)
    assert "\n" not in str(found.value)
    assert "share string" in str(found.value)


def test_share_strings_say_what_is_wrong() -> None:
    for text, said in (
        ("", "begins with oddsapp1-, not ''"),
        ("hello", "begins with oddsapp1-, not 'hello'"),
        (SHARED[:100], "is cut after character 100; copy all of it"),
        (SHARED + "AAAA", "damaged: a character of it was changed, or some were added"),
        (SHARED.replace("oddsapp1", "oddsapp2"), "of version 2; this oddsapp reads version 1"),
        (SHARED[:50] + "." + SHARED[51:], "character 51 of the share string is '.'"),
        ("x" * 200_001, "at most 200,000 characters"),
    ):
        with pytest.raises(InvalidInput, match=said):
            from_share_string(text)


WRITTEN_BEFORE = (
    "oddsapp1-K4tqfwAA2oVQwW7CMAz9lcjnHEiBS28w7SsqhEJqtmhZXDkpFaD-O04ZrFw2PVmWn997jnKF7HNAqGETow"
    "pEX0llGiy3SW2O7J0FDQeSWSQu2JS8E4b7gOmFyT3He4oM3adNJZPRxyOxw2KhPkrISqS074IVsl5rSJjTPrNtUZZGw"
    "8nj8JsT7BlZDl0nQporL4O6gS3biw-ief84d1n64EOryloZ2I0atnSYGSph3gLSjDKjcDTE6UCz0NUPFs9-x4M3U81R"
    "_Y2dBsvfvnxU87AsZ2bzql9JLZ_T-r90yR9v"
)


def test_share_strings_made_before_same_time_rules_are_read() -> None:
    assert from_share_string(WRITTEN_BEFORE) == example_position()


def test_a_share_string_may_be_broken_into_lines() -> None:
    lines = "\r\n".join(SHARED[place : place + 60] for place in range(0, len(SHARED), 60))
    assert from_share_string(f"  {lines}\n") == example_position()


def test_a_share_string_that_would_fill_memory_is_refused() -> None:
    from oddsapp.engine.positions import share

    packed = share._compressed(b" " * 50_000_000)
    content = len(packed).to_bytes(3, "big") + packed
    with pytest.raises(InvalidInput, match="the share string is damaged"):
        from_share_string("oddsapp1-" + share._encoded(share._check(content) + content))


@pytest.mark.parametrize(
    "board",
    [
        7,
        {},
        {"continents": {"A": {"territories": ["B"]}}, "links": [5]},
        {"continents": {"A": {"territories": ["B", "C"]}}, "links": [0]},
        {"continents": {"A": {"territories": ["B"]}}, "links": [], "card_symbols": "x"},
        {"continents": {"A": {"territories": ["B"]}}, "links": [], "card_symbols": "ii"},
    ],
)
def test_a_board_in_a_share_string_that_is_none_is_refused(board: object) -> None:
    from oddsapp.engine.positions.packed_board import unpacked_board

    with pytest.raises(InvalidInput, match="the share string holds a board that is none"):
        unpacked_board(board)


@given(st.text(max_size=60))
def test_any_text_is_refused_in_one_sentence(text: str) -> None:
    for read in (read_position, from_share_string, position_from_csv):
        with pytest.raises(InvalidInput) as found:
            read(text)
        assert "\n" not in str(found.value)
