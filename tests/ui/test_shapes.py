"""The boards as they are drawn: every link is seen, and nothing that is no link looks like one."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

import oddsapp.ui
from oddsapp.boards import BOARD_NAMES, Board, Continent, both_ways, find_board
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.shapes import FILES, BoardShapes, Lane, shapes_from_dict, shapes_of
from tests.ui.geometry import Points, along, distances, inside, outline

DATA = Path(oddsapp.ui.__file__).parent / "data"

STEP = 1.0
BORDER = 4.0
"""Units of common border that are seen as one."""

APART = 2.5
"""Units of sea, or of another territory, between two without a link."""

TAPPED = 24 / 0.88
"""Units between two centres, so that circles of 24 px do not overlap on a phone."""


@cache
def outlines(name: str) -> dict[str, Points]:
    return {
        t: outline(shape.path, STEP) for t, shape in shapes_of(find_board(name)).territories.items()
    }


def neighbouring(name: str) -> list[tuple[str, str, Points]]:
    """Pairs whose boxes are near, with the distances of the first one's border to the second."""
    drawn = outlines(name)
    shapes = shapes_of(find_board(name)).territories
    found = []
    for a, b in combinations(drawn, 2):
        low = np.maximum(drawn[a].min(axis=0), drawn[b].min(axis=0)) - APART
        high = np.minimum(drawn[a].max(axis=0), drawn[b].max(axis=0)) + APART
        if (low <= high).all():
            near = drawn[a][((drawn[a] >= low) & (drawn[a] <= high)).all(axis=1)]
            if len(near):
                found.append((a, b, distances(near, shapes[b].path)))
    return found


def points_of(lane: Lane) -> Points:
    return np.concatenate(
        [along(np.array(a), np.array(b), 1.0) for piece in lane.pieces for a, b in pairwise(piece)]
    )


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_link_is_a_border_or_a_lane(name: str) -> None:
    board = find_board(name)
    lanes = {frozenset((lane.origin, lane.target)) for lane in shapes_of(board).lanes}
    borders = {
        frozenset((a, b))
        for a, b, away in neighbouring(name)
        if STEP * (away < 0.75).sum() > BORDER
    }
    links = {frozenset(link) for link in board.links}
    assert links == lanes | (borders & links)
    assert len(lanes) == len(shapes_of(board).lanes)


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_territories_without_a_link_do_not_touch(name: str) -> None:
    board = find_board(name)
    touching = [
        (a, b, float(away.min().round(2)))
        for a, b, away in neighbouring(name)
        if away.min() < APART and not board.are_adjacent(a, b)
    ]
    assert touching == []


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_a_lane_goes_from_one_land_to_the_other_and_over_no_third(name: str) -> None:
    drawn = shapes_of(find_board(name))
    for lane in drawn.lanes:
        path = points_of(lane)
        ends = np.array([lane.pieces[0][0], lane.pieces[-1][-1]])
        for end, territory in zip(ends, (lane.origin, lane.target), strict=True):
            shape = drawn.territories[territory]
            on_it = inside(end[None], shape.path)[0] or distances(end[None], shape.path)[0] < 1.5
            assert on_it, (lane, territory)
        for territory, shape in drawn.territories.items():
            if territory not in (lane.origin, lane.target):
                crossed = inside(path, shape.path).sum()
                assert crossed <= 4, (lane.origin, lane.target, "crosses", territory, crossed)
        length = sum(
            np.hypot(*np.subtract(a, b)) for piece in lane.pieces for a, b in pairwise(piece)
        )
        assert length >= 14, lane


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_lanes_around_the_edge_reach_both_edges(name: str) -> None:
    drawn = shapes_of(find_board(name))
    around = drawn.around_the_edge()
    assert frozenset(("Alaska", "Kamchatka")) in around
    assert len(around) == (1 if name == "classic" else 3)
    for lane in around.values():
        out, back = lane.pieces[0][-1], lane.pieces[1][0]
        assert {out[0], back[0]} == {0.0, drawn.size[0]}
        assert out[1] == back[1]


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_territory_can_be_tapped(name: str) -> None:
    drawn = shapes_of(find_board(name))
    assert tuple(drawn.territories) == find_board(name).territories
    centres = {t: np.array(shape.centre) for t, shape in drawn.territories.items()}
    for a, b in combinations(centres, 2):
        assert np.hypot(*(centres[a] - centres[b])) >= TAPPED, (a, b)
    for territory, shape in drawn.territories.items():
        assert inside(centres[territory][None], shape.path)[0], territory
        assert (centres[territory] >= 15).all(), territory
        assert (centres[territory] <= np.array(drawn.size) - 15).all(), territory


@pytest.mark.parametrize("name", FILES)
def test_names_are_written_in_full_and_on_no_other_name_or_army(name: str) -> None:
    drawn = shapes_of(find_board(name))
    boxes: dict[str, tuple[float, float, float, float]] = {}
    for territory, shape in drawn.territories.items():
        assert " ".join(shape.label.lines) == territory
        boxes[territory] = label_box(shape.label.lines, shape.label.at, shape.label.anchor)
    armies = {
        f"armies of {t}": (s.centre[0] - 19, s.centre[1] - 10, s.centre[0] + 19, s.centre[1] + 10)
        for t, s in drawn.territories.items()
    }
    for a, b in combinations(boxes | armies, 2):
        left, right = (boxes | armies)[a], (boxes | armies)[b]
        assert not overlap(left, right), (a, b)


def label_box(
    lines: tuple[str, ...], at: tuple[float, float], anchor: str
) -> tuple[float, float, float, float]:
    width = 5.2 * max(map(len, lines))
    left = at[0] - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    return left, at[1] - 7, left + width, at[1] + 2 + 10 * (len(lines) - 1)


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_light(name: str) -> None:
    assert (DATA / f"shapes_{name}.json").stat().st_size <= 45_000


# -- other boards --------------------------------------------------------------------------


def variant(board: Board, more: set[tuple[str, str]], less: set[tuple[str, str]]) -> Board:
    return Board("variant", board.continents, (board.links | more) - less)


def test_a_variant_with_other_lanes_keeps_the_shapes() -> None:
    classic = find_board("classic")
    away = {("Brazil", "North Africa"), ("North Africa", "Brazil"), ("Iceland", "Scandinavia")}
    drawn = shapes_of(variant(classic, {("Peru", "Japan")}, away))
    assert drawn.name == "classic"
    ways = {(lane.origin, lane.target): lane.both_ways for lane in drawn.lanes}
    assert ("Brazil", "North Africa") not in ways
    assert ways["Peru", "Japan"] is False
    assert ways["Scandinavia", "Iceland"] is False
    assert ways["Alaska", "Kamchatka"] is True


def test_a_variant_without_a_land_border_gets_a_layout() -> None:
    classic = find_board("classic")
    drawn = shapes_of(variant(classic, set(), set(both_ways([("Peru", "Brazil")]))))
    assert drawn.name == "layout of variant"
    assert tuple(drawn.territories) == classic.territories
    check_layout(drawn, 82)


def check_layout(drawn: BoardShapes, lanes: int) -> None:
    centres = np.array([shape.centre for shape in drawn.territories.values()])
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)
    np.fill_diagonal(apart, np.inf)
    assert apart.min() >= 60
    assert (centres >= 40).all()
    assert (centres <= np.array(drawn.size) - 40).all()
    assert len(drawn.lanes) == lanes


@pytest.mark.parametrize("number", [2, 3, 12, 120])
def test_a_board_without_shapes_is_circles_and_lines(number: int) -> None:
    names = [f"Land {place}" for place in range(number)]
    links = both_ways(pairwise(names)) | {(names[0], names[-1])}
    board = Board("chain", (Continent("All", 1, tuple(names)),), links)
    drawn = shapes_of(board)
    check_layout(drawn, number - 1 + (number > 2))
    assert drawn == shapes_of(board)


def test_bad_shapes_are_refused_in_words() -> None:
    good = json.loads((DATA / "shapes_classic.json").read_text(encoding="utf-8"))
    for change, words in (
        ({"size": [1]}, "size must be two numbers"),
        ({"lanes": [["Peru", "Atlantis", []]]}, "ends in 'Atlantis', which has no shape"),
        ({"lanes": [["Peru", "Siam"]]}, "has 0 pieces"),
        ({"colour": 1}, "has no field 'colour'"),
        ({"size": ["a", 1]}, "size must be a number"),
    ):
        with pytest.raises(InvalidInput, match=words):
            shapes_from_dict(good | change, "classic")
