"""The boards of the game, clause by clause of the rules ledger."""

from collections import Counter
from pathlib import Path

import pytest

import oddsapp.boards
from oddsapp.boards import BOARD_NAMES, Board, CardSymbol, find_board

SIX_NEW = {
    "Hawaii": "North America",
    "Oikiqtaluk": "North America",
    "Svalbard": "Europe",
    "Falkland Islands": "South America",
    "Philippines": "Australia",
    "New Zealand": "Australia",
}

# As the text of the RISK II board adaptation lists them.
FOURTEEN_NEW_LINKS = [
    ("Oikiqtaluk", "Greenland"),
    ("Oikiqtaluk", "Quebec"),
    ("Oikiqtaluk", "Ontario"),
    ("Oikiqtaluk", "Northwest Territory"),
    ("Hawaii", "Western United States"),
    ("Hawaii", "Japan"),
    ("Philippines", "Indonesia"),
    ("Philippines", "Japan"),
    ("New Zealand", "Eastern Australia"),
    ("New Zealand", "Argentina"),
    ("Falkland Islands", "Argentina"),
    ("Falkland Islands", "South Africa"),
    ("Svalbard", "Greenland"),
    ("Svalbard", "Scandinavia"),
]

CUT_BY_OIKIQTALUK = [("Greenland", "Northwest Territory"), ("Greenland", "Ontario")]


@pytest.fixture
def classic() -> Board:
    return find_board("classic")


@pytest.fixture
def risk2() -> Board:
    return find_board("risk2")


def undirected(board: Board) -> set[frozenset[str]]:
    return {frozenset(link) for link in board.links}


def sizes(board: Board) -> dict[str, int]:
    return {continent.name: len(continent.territories) for continent in board.continents}


def bonuses(board: Board) -> list[int]:
    return [continent.bonus for continent in board.continents]


# -- B-1: the classic board ----------------------------------------------------------------


@pytest.mark.rule("B-1")
def test_classic_has_42_territories(classic: Board) -> None:
    assert len(classic.territories) == len(set(classic.territories)) == 42


@pytest.mark.rule("B-1")
def test_classic_has_83_links_open_in_both_directions(classic: Board) -> None:
    assert len(undirected(classic)) == 83
    assert len(classic.links) == 166


@pytest.mark.rule("B-1")
def test_classic_has_six_continents(classic: Board) -> None:
    assert sizes(classic) == {
        "North America": 9,
        "South America": 4,
        "Europe": 7,
        "Africa": 6,
        "Asia": 12,
        "Australia": 4,
    }


@pytest.mark.rule("B-1")
def test_classic_bonuses(classic: Board) -> None:
    assert bonuses(classic) == [5, 2, 5, 3, 7, 2]


@pytest.mark.rule("B-1")
def test_classic_cards_show_each_symbol_14_times(classic: Board) -> None:
    shown = Counter(classic.card_symbol(territory) for territory in classic.territories)
    assert shown == dict.fromkeys(CardSymbol, 14)
    assert classic.wild_cards == 2


# -- B-2: the RISK II board ----------------------------------------------------------------


@pytest.mark.rule("B-2")
def test_risk2_has_48_territories_and_95_links(risk2: Board) -> None:
    assert len(risk2.territories) == 48
    assert len(undirected(risk2)) == 95
    assert len(risk2.links) == 190


@pytest.mark.rule("B-2")
def test_risk2_adds_six_territories_to_the_classic_board(risk2: Board, classic: Board) -> None:
    assert set(risk2.territories) - set(classic.territories) == set(SIX_NEW)
    assert set(classic.territories) < set(risk2.territories)
    for territory in classic.territories:
        assert risk2.continent_of(territory).name == classic.continent_of(territory).name


@pytest.mark.rule("B-2")
@pytest.mark.parametrize(("territory", "continent"), SIX_NEW.items())
def test_continent_of_each_new_territory(risk2: Board, territory: str, continent: str) -> None:
    assert risk2.continent_of(territory).name == continent


@pytest.mark.rule("B-2")
@pytest.mark.parametrize("territory", SIX_NEW)
def test_links_of_each_new_territory(risk2: Board, territory: str) -> None:
    printed = {(set(link) - {territory}).pop() for link in FOURTEEN_NEW_LINKS if territory in link}
    assert set(risk2.neighbours(territory)) == printed


@pytest.mark.rule("B-2")
def test_new_links_are_the_14_of_the_adaptation(risk2: Board, classic: Board) -> None:
    new = undirected(risk2) - undirected(classic)
    assert len(new) == 14
    assert new == {frozenset(link) for link in FOURTEEN_NEW_LINKS}


@pytest.mark.rule("B-2")
def test_oikiqtaluk_cuts_two_classic_links(risk2: Board, classic: Board) -> None:
    gone = undirected(classic) - undirected(risk2)
    assert gone == {frozenset(link) for link in CUT_BY_OIKIQTALUK}
    assert set(risk2.neighbours("Greenland")) == {"Iceland", "Oikiqtaluk", "Quebec", "Svalbard"}


@pytest.mark.rule("B-2")
def test_option_keeps_the_two_links(risk2: Board) -> None:
    board = find_board("risk2_97_links")
    assert len(undirected(board)) == 97
    kept = undirected(board) - undirected(risk2)
    assert kept == {frozenset(link) for link in CUT_BY_OIKIQTALUK}
    assert undirected(risk2) < undirected(board)
    assert board.continents == risk2.continents
    assert board.card_symbols == risk2.card_symbols
    assert board != risk2


@pytest.mark.rule("B-2")
def test_risk2_cards_show_each_symbol_16_times(risk2: Board, classic: Board) -> None:
    shown = Counter(risk2.card_symbol(territory) for territory in risk2.territories)
    assert shown == dict.fromkeys(CardSymbol, 16)
    for territory in classic.territories:
        assert risk2.card_symbol(territory) == classic.card_symbol(territory)


def test_risk2_bonuses_of_both_modes(risk2: Board, classic: Board) -> None:
    assert bonuses(risk2) == [6, 4, 6, 5, 8, 4]
    assert bonuses(risk2.with_classic_bonuses()) == bonuses(classic)
    assert classic.with_classic_bonuses() == classic


# -- B-3: adjacency ------------------------------------------------------------------------


@pytest.mark.rule("B-3")
def test_greenland_has_four_neighbours(classic: Board) -> None:
    assert set(classic.neighbours("Greenland")) == {
        "Northwest Territory",
        "Ontario",
        "Quebec",
        "Iceland",
    }


@pytest.mark.rule("B-3")
def test_north_africa_has_six_neighbours(classic: Board) -> None:
    # The rules of 1993 name the first three as examples.
    assert set(classic.neighbours("North Africa")) == {
        "Egypt",
        "Western Europe",
        "Brazil",
        "Congo",
        "East Africa",
        "Southern Europe",
    }


@pytest.mark.rule("B-3")
@pytest.mark.parametrize("name", BOARD_NAMES)
def test_alaska_and_kamchatka_are_adjacent(name: str) -> None:
    board = find_board(name)
    assert board.are_adjacent("Alaska", "Kamchatka")
    assert board.are_adjacent("Kamchatka", "Alaska")


@pytest.mark.rule("B-3")
def test_alaska_kamchatka_is_the_only_way_round_the_edge(classic: Board) -> None:
    america = set(classic.continent("North America").territories)
    asia = set(classic.continent("Asia").territories)
    crossing = {link for link in classic.links if link[0] in america and link[1] in asia}
    assert crossing == {("Alaska", "Kamchatka")}


@pytest.mark.rule("B-3")
@pytest.mark.parametrize(
    ("printed", "across"),
    [
        ("North Africa", "Brazil"),
        ("Madagascar", "South Africa"),
        ("Madagascar", "East Africa"),
        ("Japan", "Mongolia"),
        ("Iceland", "Greenland"),
        ("East Africa", "Middle East"),
    ],
)
def test_printed_links_cross_the_water(classic: Board, printed: str, across: str) -> None:
    assert classic.are_adjacent(printed, across)
    assert classic.are_adjacent(across, printed)


@pytest.mark.rule("B-3")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Japan", "China"),
        ("Madagascar", "Congo"),
        ("Iceland", "Western Europe"),
        ("Argentina", "South Africa"),
        ("Greenland", "Scandinavia"),
        ("Venezuela", "North Africa"),
        ("Siam", "Western Australia"),
    ],
)
def test_water_without_a_printed_link_separates(classic: Board, a: str, b: str) -> None:
    assert not classic.are_adjacent(a, b)
    assert not classic.are_adjacent(b, a)


@pytest.mark.rule("B-3")
def test_nothing_is_adjacent_to_itself(classic: Board) -> None:
    assert not any(classic.are_adjacent(t, t) for t in classic.territories)


@pytest.mark.rule("B-3")
def test_south_africa_reaches_brazil_over_congo_and_north_africa(classic: Board) -> None:
    # The example of the rules of 1993 for moving along own territories.
    way = ["South Africa", "Congo", "North Africa", "Brazil"]
    assert classic.connected_groups(way) == (frozenset(way),)
    for between in ("Congo", "North Africa"):
        held = [territory for territory in way if territory != between]
        assert len(classic.connected_groups(held)) == 2
    assert len(classic.connected_groups(["South Africa", "Brazil"])) == 2


@pytest.mark.rule("B-3")
def test_every_way_from_south_africa_to_brazil_inside_africa_ends_in_north_africa(
    classic: Board,
) -> None:
    held = {*classic.continent("Africa").territories, "Brazil"} - {"North Africa"}
    assert frozenset({"Brazil"}) in classic.connected_groups(held)


# -- the package's own files ---------------------------------------------------------------


def test_every_file_of_the_package_has_its_name_listed() -> None:
    folder = Path(oddsapp.boards.__file__).parent / "data"
    assert sorted(file.stem for file in folder.iterdir()) == sorted(BOARD_NAMES)
    assert [find_board(name).name for name in BOARD_NAMES] == list(BOARD_NAMES)


def test_a_board_is_read_once() -> None:
    assert find_board("classic") is find_board("classic")


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_people_are_told_what_a_board_is(name: str) -> None:
    board = find_board(name)
    assert board.title
    assert f"{len(board.territories)} territories" in board.note
    assert f"{len(board.links) // 2} links" in board.note
