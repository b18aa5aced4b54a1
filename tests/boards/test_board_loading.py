"""Boards written by hand: what is wrong is told in one clear sentence."""

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import oddsapp.boards
from oddsapp.boards import (
    BOARD_NAMES,
    Board,
    CardSymbol,
    Continent,
    board_from_dict,
    board_to_dict,
    both_ways,
    find_board,
    load_board,
)
from oddsapp.errors import InvalidInput

TOY: dict[str, Any] = {
    "name": "toy",
    "continents": {
        "West": {"bonus": 1, "territories": ["A", "B"]},
        "East": {"bonus": 2, "territories": ["C"]},
    },
    "links": [["A", "B"], ["B", "C"]],
    "card_symbols": {"A": "infantry", "B": "cavalry", "C": "artillery"},
    "wild_cards": 2,
}

ROOT = Path(oddsapp.boards.__file__).parents[2]

Change = Callable[[dict[str, Any]], object]


def put(*path_and_value: Any) -> Change:
    """A change of the toy board: the value at the end of this path is set."""
    *path, last, value = path_and_value

    def change(data: dict[str, Any]) -> None:
        at: Any = data
        for step in path:
            at = at[step]
        at[last] = value

    return change


MALFORMED: dict[str, tuple[Change, str]] = {
    # what is not a board at all
    "no name": (lambda d: d.pop("name"), "a board lacks the field 'name'"),
    "no continents": (lambda d: d.pop("continents"), "lacks the field 'continents'"),
    "no links": (lambda d: d.pop("links"), "lacks the field 'links'"),
    "misspelt field": (
        put("card_symbol", {}),
        "no field 'card_symbol'; did you mean 'card_symbols'",
    ),
    "misspelt continent field": (put("continents", "East", "bonus_", 1), "did you mean 'bonus'"),
    "no bonus": (lambda d: d["continents"]["East"].pop("bonus"), "'East' lacks the field 'bonus'"),
    # types
    "name is a number": (put("name", 7), "the name of a board must be text, not 7"),
    "title is a list": (put("title", ["x"]), "'title' must be text"),
    "continents is a list": (put("continents", []), "'continents' must be a JSON object"),
    "continent is null": (put("continents", "East", None), "'East' must be a JSON object"),
    "territories is text": (
        put("continents", "East", "territories", "C"),
        "must be a list, not 'C'",
    ),
    "territory is a number": (put("continents", "East", "territories", [3]), "must be text, not 3"),
    "bonus is true": (
        put("continents", "East", "bonus", True),
        "whole number, 0 or more, not True",
    ),
    "bonus is NaN": (put("continents", "East", "bonus", float("nan")), "0 or more, not nan"),
    "bonus is infinite": (put("continents", "East", "bonus", float("inf")), "0 or more, not inf"),
    "bonus is 2.0": (put("continents", "East", "bonus", 2.0), "0 or more, not 2.0"),
    "bonus is text": (put("continents", "East", "bonus", "2"), "0 or more, not '2'"),
    "bonus is negative": (put("continents", "East", "bonus", -1), "0 or more, not -1"),
    "classic bonus is false": (put("continents", "East", "bonus_classic", False), "not False"),
    "wild cards is true": (put("wild_cards", True), "'wild_cards' must be a whole number"),
    "wild cards is negative": (put("wild_cards", -2), "'wild_cards' must be a whole number"),
    "links is an object": (put("links", {}), "'links' must be a list"),
    "link is text": (put("links", 0, "AB"), "an entry of 'links' must be a list, not 'AB'"),
    "link of three": (put("links", 0, ["A", "B", "C"]), "must be a pair of territories"),
    "link of one": (put("links", 0, ["A"]), "must be a pair of territories"),
    "link to a number": (put("links", 0, ["A", 2]), "must be text, not 2"),
    "symbols is a list": (
        put("card_symbols", ["infantry"]),
        "'card_symbols' must be a JSON object",
    ),
    # names
    "empty name": (put("name", ""), "must be one line of text"),
    "blank at the end": (put("name", "toy "), "must be one line of text"),
    "line break": (put("continents", "East", "territories", ["C\n"]), "must be one line of text"),
    "blank at the beginning": (
        put("continents", "East", "territories", [" C"]),
        "a territory's name is ' C'; it must be one line of text",
    ),
    "same but for the case": (
        put("continents", "East", "territories", ["C", "a"]),
        "territories 'A' and 'a' differ only by case or blanks; names must differ by more",
    ),
    "same but for a blank": (
        put("continents", "East", "territories", ["New Guinea", "NewGuinea"]),
        "territories 'New Guinea' and 'NewGuinea' differ only by case or blanks",
    ),
    "continents the same but for the case": (
        put("continents", "EAST", {"bonus": 0, "territories": ["D"]}),
        "continents 'East' and 'EAST' differ only by case or blanks",
    ),
    "arrow": (put("continents", "East", "territories", ["C->D"]), "without '->'"),
    # continents
    "no continent": (put("continents", {}), "has no continents"),
    "empty continent": (put("continents", "East", "territories", []), "'East' has no territories"),
    "territory twice": (
        put("continents", "East", "territories", ["C", "C"]),
        "listed twice in 'East'",
    ),
    "in two continents": (
        put("continents", "East", "territories", ["C", "A"]),
        "territory 'A' is in both 'West' and 'East'; it must be in one continent",
    ),
    # links
    "in no continent": (put("links", 0, ["A", "D"]), "names 'D', which is in no continent"),
    "to itself": (put("links", 0, ["B", "B"]), "territory 'B' is linked to itself"),
    "twice": (put("links", [["A", "B"], ["B", "C"], ["A", "B"]]), "link 'A' - 'B' is there twice"),
    "twice, turned": (put("links", [["A", "B"], ["B", "C"], ["B", "A"]]), "is there twice"),
    "one-way twice": (put("one_way_links", [["A", "C"], ["A", "C"]]), "belongs in 'links'"),
    "one-way both ways": (put("one_way_links", [["A", "C"], ["C", "A"]]), "belongs in 'links'"),
    "one-way over a link": (put("one_way_links", [["B", "A"]]), "belongs in 'links'"),
    "not connected": (put("links", [["A", "B"]]), "no chain of links joins 'C' to 'A'"),
    # cards
    "symbol missing": (lambda d: d["card_symbols"].pop("B"), "'B' has no card symbol"),
    "symbol unknown": (put("card_symbols", "B", "tank"), "of 'B' is 'tank'; it must be infantry"),
    "symbol null": (put("card_symbols", "B", None), "of 'B' is None"),
    "symbol is a list": (put("card_symbols", "B", ["cavalry"]), "it must be infantry"),
    "symbol of nowhere": (put("card_symbols", "D", "cavalry"), "card symbol for 'D'"),
}


@pytest.mark.parametrize(("change", "message"), MALFORMED.values(), ids=list(MALFORMED))
def test_malformed_board(change: Change, message: str) -> None:
    data = copy.deepcopy(TOY)
    change(data)
    with pytest.raises(InvalidInput) as caught:
        board_from_dict(data)
    told = str(caught.value)
    assert message in told
    assert "\n" not in told


@pytest.mark.parametrize("garbage", [None, True, 3, 1.5, "classic", [], [TOY], {}, {1: 2}])
def test_garbage_is_no_board(garbage: object) -> None:
    with pytest.raises(InvalidInput, match=r"^a board "):
        board_from_dict(garbage)


def test_the_board_checks_itself_without_json() -> None:
    west = Continent("West", 1, ("A", "B"))
    ab = both_ways([("A", "B")])
    with pytest.raises(InvalidInput, match="continent 'West' is there twice"):
        Board("toy", (west, west), ab)
    with pytest.raises(InvalidInput, match="bonus -1"):
        Board("toy", (Continent("West", -1, ("A", "B")),), ab)
    with pytest.raises(InvalidInput, match="-1 wild cards"):
        Board("toy", (west,), ab, wild_cards=-1)
    with pytest.raises(InvalidInput, match="'A' has two card symbols"):
        Board("toy", (west,), ab, card_symbols=(("A", CardSymbol.CAVALRY),) * 2)


def test_a_continent_may_have_the_name_of_a_territory() -> None:
    board = Board("toy", (Continent("A", 1, ("A", "B")),), both_ways([("A", "B")]))
    assert board.continent("A") is board.continent_of("A")


# -- files ---------------------------------------------------------------------------------


def test_load_board(tmp_path: Path) -> None:
    file = tmp_path / "toy.json"
    file.write_text(json.dumps(TOY), encoding="utf-8")
    assert load_board(file) == load_board(str(file)) == board_from_dict(TOY)


def test_load_board_takes_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "toy.json"
    file.write_text(json.dumps(TOY), encoding="utf-8-sig")
    assert load_board(file).name == "toy"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON: line 1, column 1"),
        (b'{"name": "toy",\n "links"}', "is not JSON: line 2, column 9"),
        (b"\xff\xfe\x00", "is not text in UTF-8"),
        (b"[" * 200_000, "is not JSON that can be read"),
        (b"1" * 10_000, "is not JSON that can be read"),
        (b'{"name": "a", "name": "b"}', "has 'name' twice in one JSON object"),
        (b'{"name": "toy"}', "a board lacks the field 'continents'"),
        (b"NaN", "a board must be a JSON object with named fields, not nan"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        load_board(file)
    assert str(caught.value).startswith(f"{file}: {message}")


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.json", tmp_path):
        with pytest.raises(InvalidInput, match="cannot be read"):
            load_board(path)


# -- finding -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["risk3", "", "../classic", "Classic", None, 3, ["classic"]])
def test_a_miss_lists_the_known_boards(name: Any) -> None:
    with pytest.raises(InvalidInput, match="there are classic, risk2, risk2_97_links"):
        find_board(name)


LOOKUPS: list[Callable[[Board, str], object]] = [
    Board.index,
    Board.neighbours,
    Board.approaches,
    Board.continent_of,
    Board.card_symbol,
    lambda board, t: board.are_adjacent(t, "Brazil"),
    lambda board, t: board.are_adjacent("Brazil", t),
    lambda board, t: board.connected_groups(["Brazil", t]),
    lambda board, t: board.whole_continents(["Brazil", t]),
]


@pytest.mark.parametrize("look_up", LOOKUPS)
@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("brazil", "did you mean 'Brazil'?"),
        ("Kamtschatka", "did you mean 'Kamchatka'?"),
        ("Yucatan?!", "known: Alaska, "),
    ],
)
def test_unknown_territory(look_up: Callable[[Board, str], object], wrong: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        look_up(find_board("classic"), wrong)
    assert str(caught.value).startswith(f"board 'classic' has no territory {wrong!r}; {hint}")


def test_unknown_continent() -> None:
    with pytest.raises(InvalidInput, match="no continent 'Oceania'; known: North America"):
        find_board("classic").continent("Oceania")


def test_a_board_without_cards_says_so() -> None:
    data = {key: value for key, value in TOY.items() if key != "card_symbols"}
    with pytest.raises(InvalidInput, match="board 'toy' has no card symbols"):
        board_from_dict(data).card_symbol("A")


# -- round trips and values ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "risk2"])
def test_the_shipped_files_round_trip(name: str) -> None:
    folder = ROOT / "oddsapp" / "boards" / "data"
    data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    assert board_to_dict(board_from_dict(data)) == data


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_boards_round_trip_through_text(name: str) -> None:
    board = find_board(name)
    again = board_from_dict(json.loads(json.dumps(board_to_dict(board))))
    assert again == board
    assert again.territories == board.territories


def test_one_way_borders_round_trip_and_stay_one_way() -> None:
    data = {**TOY, "one_way_links": [["A", "C"]]}
    board = board_from_dict(data)
    assert board_to_dict(board) == data
    assert board.are_adjacent("A", "C")
    assert not board.are_adjacent("C", "A")
    assert board.neighbours("C") == ("B",)
    assert board.approaches("C") == ("A", "B")
    # Only links open in both directions connect a group.
    assert board.connected_groups(["A", "C"]) == (frozenset("A"), frozenset("C"))


def test_equal_boards_are_one_key_whatever_the_order_written() -> None:
    data = copy.deepcopy(TOY)
    data["links"] = [["C", "B"], ["B", "A"]]
    data["card_symbols"] = dict(reversed(data["card_symbols"].items()))
    assert board_from_dict(data) == board_from_dict(TOY)
    assert len({board_from_dict(data), board_from_dict(TOY), find_board("classic")}) == 2


def test_a_pickled_board_is_the_same_key_in_another_process() -> None:
    board = find_board("risk2")
    board.neighbours("Siam")
    hash(board)
    check = (
        "import pickle, sys; from oddsapp.boards import find_board;"
        "board = pickle.load(sys.stdin.buffer); assert board in {find_board('risk2')}"
    )
    run = subprocess.run(
        [sys.executable, "-c", check], input=pickle.dumps(board), cwd=ROOT, check=False
    )
    assert run.returncode == 0


def test_importing_the_package_reads_no_board() -> None:
    check = (
        "import sys; before = set(sys.modules); import oddsapp.boards;"
        "new = set(sys.modules) - before;"
        "assert not new & {'json', 'difflib', 'importlib.resources'}, new"
    )
    run = subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False)
    assert run.returncode == 0
