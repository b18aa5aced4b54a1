"""Boards for Hypothesis: made up ones, and those of the package."""

from itertools import combinations

from hypothesis import strategies as st

from oddsapp.boards import BOARD_NAMES, Board, Continent, both_ways, find_board


@st.composite
def made_up_boards(draw: st.DrawFn) -> Board:
    """Connected boards of 1 to 9 territories, some borders one-way."""
    size = draw(st.integers(1, 9))
    names = [f"T{i}" for i in range(size)]
    tree = [(names[draw(st.integers(0, i - 1))], names[i]) for i in range(1, size)]
    pairs = [pair for pair in combinations(names, 2) if pair not in tree]
    extra = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    one_way = {link for link in tree + extra if draw(st.booleans())}
    mutual = [link for link in tree + extra if link not in one_way]
    turned = frozenset((b, a) if draw(st.booleans()) else (a, b) for a, b in sorted(one_way))
    cut = draw(st.integers(0, size - 1))
    parts = [part for part in (names[:cut], names[cut:]) if part]
    continents = tuple(
        Continent(f"C{i}", draw(st.integers(0, 9)), tuple(part)) for i, part in enumerate(parts)
    )
    return Board("made up", continents, both_ways(mutual) | turned)


shipped_boards = st.sampled_from(BOARD_NAMES).map(find_board)
boards = st.one_of(made_up_boards(), shipped_boards)
