"""Maps of the game Domination: what they say is kept, and what is wrong in them is told."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from oddsapp.boards import Board, Continent, board_from_map, load_board
from oddsapp.boards.checks import folded
from oddsapp.errors import InvalidInput
from tests.boards.made_up import made_up_boards, shipped_boards

# Made by hand. Numbers go through the continents out of order, and one border is one-way:
# from 4 (New Reef) to 2 (East Coast).
ISLES = """\
; Two lands, made for this test
; 300 x 200 pixels

name Two Lands!
ver 2
circle 25
test

[files]
pic isles_pic.png
map isles_map.gif
crd isles.cards
prv isles.jpg

[continents]
Old-Land 3 yellow
New_Land 0 #ff8000

[countries]
1 West-Coast 1 40 80
2 East_Coast 1 90 80
3 St.Paul's 2 200 90
4 New_Reef 2 220 -4

[borders]
1 2
2 1 3
3 2 4
4 3 2
"""


def changed(old: str, new: str) -> str:
    assert ISLES.count(old) == 1
    return ISLES.replace(old, new)


# -- what is read --------------------------------------------------------------------------


def test_a_map_is_read() -> None:
    board = board_from_map(ISLES)
    assert board.name == "Two Lands!"
    assert board.continents == (
        Continent("Old Land", 3, ("West Coast", "East Coast")),
        Continent("New Land", 0, ("St.Paul's", "New Reef")),
    )
    assert board.card_symbols == ()


@pytest.mark.rule("B-3")
def test_only_a_border_that_is_written_makes_neighbours() -> None:
    board = board_from_map(ISLES)
    assert board.neighbours("West Coast") == ("East Coast",)
    assert board.neighbours("East Coast") == ("West Coast", "St.Paul's")
    assert board.neighbours("St.Paul's") == ("East Coast", "New Reef")
    assert board.neighbours("New Reef") == ("East Coast", "St.Paul's")


def test_one_way_borders_stay_one_way() -> None:
    board = board_from_map(ISLES)
    assert board.are_adjacent("New Reef", "East Coast")
    assert not board.are_adjacent("East Coast", "New Reef")
    assert board.approaches("New Reef") == ("St.Paul's",)
    assert board.approaches("East Coast") == ("West Coast", "St.Paul's", "New Reef")


def test_connected_groups_count_mutual_links_only() -> None:
    board = board_from_map(ISLES)
    assert board.connected_groups(["East Coast", "New Reef"]) == (
        frozenset({"East Coast"}),
        frozenset({"New Reef"}),
    )
    assert board.connected_groups(board.territories) == (frozenset(board.territories),)


def test_a_country_may_be_a_dead_end() -> None:
    board = board_from_map(changed("\n4 3 2\n", "\n4\n"))
    assert board.neighbours("New Reef") == ()
    assert board.approaches("New Reef") == ("St.Paul's",)


SAME: dict[str, Callable[[str], str]] = {
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "old Mac": lambda text: text.replace("\n", "\r"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "more blanks": lambda text: text.replace(" ", " \t  ").replace("\n", "  \n \t"),
    "no line end at the end": str.rstrip,
    "blank lines and comments": lambda text: text.replace("\n", "\n\n ;1 2 3\n;[files]\n"),
    "no files": lambda text: text[: text.index("[files]")] + text[text.index("[continents]") :],
    "empty files": lambda text: "".join(
        line for line in text.splitlines(True) if line[:4] not in ("pic ", "map ", "crd ", "prv ")
    ),
    "unknown header lines": lambda text: f"author somebody\nx\n{text}",
    "named colours, none and 0": lambda text: text.replace("yellow", "0").replace(" #ff8000", ""),
    "other places": lambda text: text.replace("220 -4", "+0 99999"),
    "sections in another order": lambda text: (
        text[: text.index("[continents]")]
        + text[text.index("[borders]") :]
        + text[text.index("[countries]") : text.index("[borders]")]
        + text[text.index("[continents]") : text.index("[countries]")]
    ),
    "sections in capitals": lambda text: text.replace("[borders]", "[ BORDERS ]"),
    "blanks by either sign": lambda text: text.replace("West-Coast", "West__Coast_"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=list(SAME))
def test_what_makes_no_difference(change: Callable[[str], str]) -> None:
    text = change(ISLES)
    assert text != ISLES
    assert board_from_map(text) == board_from_map(ISLES)


# -- any board, written and read -----------------------------------------------------------

LETTERS = st.characters(codec="utf-8", categories=["L", "N", "P", "S"], exclude_characters="-_;[")
names = (
    st.lists(st.text(LETTERS, min_size=1, max_size=5), min_size=1, max_size=3)
    .map(" ".join)
    .filter(lambda name: name.isprintable())
)


@st.composite
def boards_with_any_names(draw: st.DrawFn) -> Board:
    board = draw(made_up_boards())
    count = len(board.territories)
    any_names = st.lists(names, min_size=count, max_size=count, unique_by=folded)
    called = dict(zip(board.territories, draw(any_names), strict=True))
    return Board(
        name=draw(names),
        continents=tuple(
            replace(c, territories=tuple(called[t] for t in c.territories))
            for c in board.continents
        ),
        links=frozenset((called[a], called[b]) for a, b in board.links),
    )


def without_what_no_map_holds(board: Board) -> Board:
    continents = tuple(replace(c, bonus_classic=None) for c in board.continents)
    return Board(board.name, continents, board.links)


boards_of_maps = boards_with_any_names() | shipped_boards.map(without_what_no_map_holds)


def written(board: Board, order: list[str], blank: str = "_") -> str:
    """The map of a board whose countries are numbered in this order."""
    number = {territory: place for place, territory in enumerate(order, start=1)}
    homes = {t: i for i, c in enumerate(board.continents, start=1) for t in c.territories}
    lines = [f"name {board.name}", "[continents]"]
    lines += [f"{c.name.replace(' ', blank)} {c.bonus} red" for c in board.continents]
    lines += ["[countries]"]
    lines += [f"{number[t]} {t.replace(' ', blank)} {homes[t]} {9 * number[t]} 7" for t in order]
    lines += ["[borders]"]
    for territory in order:
        ends = [str(number[b]) for a, b in sorted(board.links) if a == territory]
        lines.append(" ".join([str(number[territory]), *ends]))
    return "\n".join(lines)


@given(boards_of_maps, st.sampled_from("-_"), st.data())
def test_any_board_written_as_a_map_loads_to_an_equal_board(
    board: Board, blank: str, data: st.DataObject
) -> None:
    # Any order that leaves the territories of each continent in theirs.
    queues = [list(c.territories) for c in board.continents]
    turns = [i for i, queue in enumerate(queues) for _ in queue]
    order = [queues[i].pop(0) for i in data.draw(st.permutations(turns))]
    again = board_from_map(written(board, order, blank))
    assert again == board
    assert again.territories == board.territories


@given(st.text(alphabet="[]contiesuborders \n\t;12-_abname", max_size=300))
def test_any_text_is_a_board_or_a_clear_sentence(text: str) -> None:
    told(text)


@given(st.data())
def test_a_map_with_a_line_gone_is_a_board_or_a_clear_sentence(data: st.DataObject) -> None:
    lines = ISLES.splitlines()
    del lines[data.draw(st.integers(0, len(lines) - 1))]
    told("\n".join(lines))


def told(text: str) -> str:
    """What is wrong with this map: nothing, or one sentence that begins with the line."""
    said = ""
    try:
        board_from_map(text)
    except InvalidInput as error:
        said = str(error)
    assert re.fullmatch("|line [0-9]+: [^\n]+", said)
    return said


# -- what is wrong -------------------------------------------------------------------------

WRONG: dict[str, tuple[str, str, str]] = {
    # sections
    "no continents": (
        "[continents]",
        ";",
        "line 29: the file ends without [continents]; a map has",
    ),
    "no countries": (
        (
            "[countries]\n1 West-Coast 1 40 80\n2 East_Coast 1 90 80\n3 St.Paul's 2 200 90\n"
            "4 New_Reef 2 220 -4\n"
        ),
        "",
        "line 24: the file ends without [countries]",
    ),
    "cut before the borders": (
        "[borders]\n1 2\n2 1 3\n3 2 4\n4 3 2\n",
        "",
        "line 23: the file ends without [borders]",
    ),
    "cut in the borders": ("3 2 4\n4 3 2\n", "", 'line 22: "St.Paul\'s" has no line in [borders]'),
    "empty borders": (
        "1 2\n2 1 3\n3 2 4\n4 3 2\n",
        "",
        "line 25: [borders] has no lines; it needs at least one",
    ),
    "empty continents": (
        "Old-Land 3 yellow\nNew_Land 0 #ff8000\n",
        "",
        "line 27: [continents] has no lines",
    ),
    "section twice": ("4 3 2\n", "4 3 2\n[borders]\n", "line 30: section [borders] is there twice"),
    "section misspelt": (
        "[borders]",
        "[boarders]",
        "line 25: no section is named 'boarders'; did you mean 'borders'?",
    ),
    "section not closed": ("[borders]", "[borders", "line 25: '[borders' is not the name of a"),
    "map of Conquest": (
        "; Two lands, made for this test",
        "[Map]",
        "line 1: [map] is a section of the game Conquest; only maps of Domination can be read",
    ),
    # the name
    "second name": ("ver 2", "name Isles", "line 5: the map has a second name; one is right"),
    "empty name": ("name Two Lands!", "name", "line 4: the map's name is ''; it must be one line"),
    "name with an arrow": ("Two Lands!", "A -> B", "line 4: the map's name is 'A -> B'"),
    # continents
    "continent with blanks": (
        "Old-Land 3 yellow",
        "Old Land 3 yellow",
        "line 16: 'Old Land 3 yellow' must be a continent's name, its bonus and its colour",
    ),
    "continent with a blank, no colour": (
        "Old-Land 3 yellow",
        "Old Land 3",
        "line 16: the bonus of 'Old' must be a whole number, not 'Land'",
    ),
    "continent alone": ("Old-Land 3 yellow", "Old-Land", "line 16: 'Old-Land' must be a cont"),
    "bonus negative": ("Land 3", "Land -3", "is -3; it must be 0 or more armies"),
    "bonus a fraction": ("Land 3", "Land 2.5", "must be a whole number, not '2.5'"),
    "bonus of other digits": ("Land 3", "Land ³", "must be a whole number, not '³'"),
    "bonus endless": ("Land 3", f"Land {'9' * 5000}", "must be a whole number, not '9999"),
    "continent twice": (
        "New_Land",
        "old_land",
        "line 17: continent 'old land' has the name of the one in line 16; names must differ",
    ),
    "continent of signs only": ("New_Land", "-_-", "line 17: a continent's name is ''"),
    "continent without countries": (
        "New_Land 0 #ff8000",
        "New_Land 0 #ff8000\nAtlantis 9 blue",
        "line 18: continent 'Atlantis' has no countries; it needs at least one",
    ),
    # countries
    "numbers from 0": (
        "1 West-Coast",
        "0 West-Coast",
        (
            "line 20: the number of the country is 0; countries are numbered 1, 2, 3 … in their "
            "order, so it must be 1"
        ),
    ),
    "number left out": ("3 St", "4 St", "line 22: the number of the country is 4;"),
    "country twice": (
        "3 St.Paul's",
        "2 St.Paul's",
        "line 22: country 2 is there twice; the next number is 3",
    ),
    "number in words": ("1 West", "one West", "the number of a country must be a whole number"),
    "name twice": (
        "New_Reef",
        "West_Coast",
        (
            "line 23: country 'West Coast' has the name of the one in line 20; names must "
            "differ by more than case, blanks, - and _"
        ),
    ),
    "name twice in another case": ("New_Reef", "westcoast", "line 23: country 'westcoast' has the"),
    "country with a blank": ("New_Reef", "New Reef", "line 23: '4 New Reef 2 220 -4' must be a"),
    "country without a place": ("220 -4", "220", "line 23: '4 New_Reef 2 220' must be a country's"),
    "country with a remark": ("220 -4", "220 -4 ;reef", "must be a country's number, its name"),
    "x in words": ("220", "left", "line 23: the x of 'New_Reef' must be a whole number, not 'le"),
    "y a fraction": ("-4", "4.5", "line 23: the y of 'New_Reef' must be a whole number, not '4.5'"),
    "continent 0": (
        "New_Reef 2",
        "New_Reef 0",
        "line 23: 'New_Reef' is in continent 0; there are continents 1 to 2",
    ),
    "continent too high": ("New_Reef 2", "New_Reef 3", "is in continent 3; there are continents 1"),
    "continent by name": ("New_Reef 2", "New_Reef New_Land", "the continent of 'New_Reef' must be"),
    "control character": ("New_Reef", "New\x07Reef", "line 23: a country's name is 'New\\x07Reef'"),
    # borders
    "borders of nowhere": (
        "4 3 2",
        "5 3 2",
        "line 29: no country has the number 5; there are 1 to 4",
    ),
    "border to nowhere": ("4 3 2", "4 3 0", "line 29: no country has the number 0; there are 1"),
    "border to itself": (
        "4 3 2",
        "4 3 4",
        "line 29: 'New Reef' borders itself; a border joins two countries",
    ),
    "border twice": ("4 3 2", "4 3 2 3", "line 29: 'New Reef' borders \"St.Paul's\" twice; once"),
    "line twice": (
        "4 3 2",
        "3 2",
        'line 29: the borders of "St.Paul\'s" are in line 28 already; each country has one line',
    ),
    "border by name": ("4 3 2", "4 3 West-Coast", "must be a whole number, not 'West-Coast'"),
    "borders with commas": ("4 3 2", "4 3,2", "line 29: a country in [borders] must be a whole"),
    "not connected": (
        "1 2\n2 1 3\n3 2 4\n4 3 2",
        "1 2\n2 1\n3 4\n4 3",
        "line 22: no chain of borders joins \"St.Paul's\" to 'West Coast'; a map must be connected",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), WRONG.values(), ids=list(WRONG))
def test_a_damaged_map(old: str, new: str, message: str) -> None:
    assert message in told(changed(old, new))


def test_nothing_at_all() -> None:
    assert told("").startswith("line 1: the file ends without [continents]")


# -- files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["map", "MAP"])
def test_load_board_knows_a_map_by_its_ending(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"isles.{ending}"
    file.write_text(ISLES, encoding="utf-8")
    assert load_board(file) == load_board(str(file)) == board_from_map(ISLES)


def test_a_map_without_a_name_has_that_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my isles.map"
    file.write_text(changed("name Two Lands!\n", ""), encoding="utf-8")
    assert load_board(file).name == "my isles"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
def test_letters_of_any_old_or_new_map(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "isles.map"
    file.write_bytes(changed("New_Reef", "Île_de_la_Réunion").encode(encoding))
    assert load_board(file).territories[-1] == "Île de la Réunion"


def test_a_wrong_map_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "isles.map"
    file.write_bytes(changed("4 3 2", "4 3 9").replace("\n", "\r\n").encode())
    with pytest.raises(InvalidInput) as caught:
        load_board(file)
    assert str(caught.value) == (f"{file}: line 29: no country has the number 9; there are 1 to 4")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: the file ends without [continents]"),
        (b"\x00" * 100, "is not text in UTF-8 or Latin-1; a .map file is"),
        (ISLES.encode("utf-16"), "is not text in UTF-8 or Latin-1"),
        (b"\x89PNG\r\n\x1a\n\x81\x8d", "is not text in UTF-8 or Latin-1"),
        (b'{"name": "toy"}', "line 1: the file ends without [continents]"),
        (b";" * 6_000_000, "has more than 5,000,000 bytes; a board has a few thousand"),
    ],
)
def test_what_is_no_map(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "wrong.map"
    file.write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        load_board(file)
    assert str(caught.value).startswith(f"{file}: {message}")


def test_a_huge_map_takes_no_longer_than_its_length() -> None:
    size = 20_000
    links = [f"{i} {i % size + 1}" for i in range(1, size + 1)]
    text = "\n".join(
        ["[continents]", "All 1 red", "[countries]"]
        + [f"{i} T{i} 1 0 0" for i in range(1, size + 1)]
        + ["[borders]", *links]
    )
    start = time.process_time()
    board = board_from_map(text)
    assert time.process_time() - start < 10
    assert len(board.territories) == len(board.links) == size
