"""What holds on any board, held against slow twins."""

from itertools import combinations

from hypothesis import given, strategies as st

from oddsapp.boards import Board, board_from_dict, board_to_dict
from tests.boards.made_up import boards, shipped_boards


@st.composite
def boards_and_holdings(draw: st.DrawFn) -> tuple[Board, set[str]]:
    board = draw(boards)
    return board, draw(st.sets(st.sampled_from(board.territories)))


def mutual_components(board: Board, held: set[str]) -> set[frozenset[str]]:
    """The slow twin: merge the groups of both ends of every link until nothing changes."""
    groups = {frozenset({territory}) for territory in held}
    for a, b in combinations(sorted(held), 2):
        if (a, b) in board.links and (b, a) in board.links:
            joined = {group for group in groups if a in group or b in group}
            groups = (groups - joined) | {frozenset().union(*joined)}
    return groups


@given(shipped_boards, st.data())
def test_adjacency_is_symmetric_on_the_shipped_boards(board: Board, data: st.DataObject) -> None:
    a = data.draw(st.sampled_from(board.territories))
    b = data.draw(st.sampled_from(board.territories))
    assert board.are_adjacent(a, b) == board.are_adjacent(b, a)
    assert (b in board.neighbours(a)) == (a in board.neighbours(b))
    assert board.neighbours(a) == board.approaches(a)


@given(boards)
def test_neighbours_are_exactly_the_links_in_board_order(board: Board) -> None:
    for a in board.territories:
        assert board.neighbours(a) == tuple(b for b in board.territories if (a, b) in board.links)
        assert board.approaches(a) == tuple(b for b in board.territories if (b, a) in board.links)
        for b in board.territories:
            assert board.are_adjacent(a, b) == (b in board.neighbours(a))


@given(boards_and_holdings())
def test_connected_groups_partition_what_is_held(case: tuple[Board, set[str]]) -> None:
    board, held = case
    groups = board.connected_groups(held)
    assert sum(len(group) for group in groups) == len(held)
    assert set().union(*groups) == held
    assert set(groups) == mutual_components(board, held)
    assert [len(g) for g in groups] == sorted((len(g) for g in groups), reverse=True)


@given(boards)
def test_continents_partition_the_territories(board: Board) -> None:
    assert board.whole_continents(board.territories) == board.continents
    assert sum(len(c.territories) for c in board.continents) == len(board.territories)
    for i, territory in enumerate(board.territories):
        assert board.index(territory) == i
        home = board.continent_of(territory)
        assert territory in home.territories
        assert board.continent(home.name) is home


@given(boards_and_holdings())
def test_whole_continents_lack_no_territory(case: tuple[Board, set[str]]) -> None:
    board, held = case
    whole = board.whole_continents(held)
    for continent in board.continents:
        assert (continent in whole) == all(t in held for t in continent.territories)


@given(boards)
def test_any_board_round_trips(board: Board) -> None:
    again = board_from_dict(board_to_dict(board))
    assert again == board
    assert hash(again) == hash(board)
