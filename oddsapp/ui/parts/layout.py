"""A layout for boards that come without shapes: circles, and a line for each link.

Territories stand as far apart as there are steps between them, as well as a plane allows
(stress majorization, with the principal axes of the distances as its start). Nothing is
random: the same board always looks the same.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from oddsapp.ui.parts.shapes import BoardShapes, Label, Lane, Point, Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from oddsapp.boards import Board

RADIUS = 20.0
MARGIN = 60.0
PITCH = 96.0
"""How far apart two circles stand at least: there is room for a name between them."""

ROUNDS = 150
"""By then the positions of boards of a hundred territories no longer move visibly."""

LONGEST_LINE = 14
"""Letters of a name in one line, where it has more than one word."""


def layout(board: Board) -> BoardShapes:
    """Return a board as circles and lines.

    Examples
    --------
    >>> from oddsapp.boards import Board, Continent, both_ways
    >>> toy = Board("toy", (Continent("All", 1, ("A", "B")),), both_ways([("A", "B")]))
    >>> drawn = layout(toy)
    >>> drawn.lanes[0].origin, drawn.lanes[0].target, len(drawn.territories)
    ('A', 'B', 2)
    """
    placed = _spread(_positions(_steps(board)))
    low, high = placed.min(axis=0), placed.max(axis=0)
    placed = placed - low + MARGIN
    width, height = (high - low + 2 * MARGIN).tolist()
    at = {
        territory: (round(x, 1), round(y, 1))
        for territory, (x, y) in zip(board.territories, placed.tolist(), strict=True)
    }
    return BoardShapes(
        f"layout of {board.name}",
        (round(width, 1), round(height, 1)),
        {territory: _circle(territory, *centre) for territory, centre in at.items()},
        tuple(
            Lane(
                origin,
                target,
                (_between(at[origin], at[target]),),
                (target, origin) in board.links,
            )
            for origin, target in sorted(
                board.links, key=lambda link: (board.index(link[0]), board.index(link[1]))
            )
            if board.index(origin) < board.index(target) or (target, origin) not in board.links
        ),
    )


def in_lines(name: str) -> tuple[str, ...]:
    """Split a long name into two lines of about one length.

    Examples
    --------
    >>> in_lines("Western United States"), in_lines("Peru")
    (('Western', 'United States'), ('Peru',))
    """
    words = name.split()
    if len(name) <= LONGEST_LINE or len(words) == 1:
        return (name,)
    splits = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(splits, key=lambda lines: max(map(len, lines)))


def _between(start: Point, end: Point) -> tuple[Point, Point]:
    """Return a line from one circle to the other."""
    length = math.dist(start, end)
    dx, dy = ((b - a) / length * (RADIUS + 3) for a, b in zip(start, end, strict=True))
    return (
        (round(start[0] + dx, 1), round(start[1] + dy, 1)),
        (round(end[0] - dx, 1), round(end[1] - dy, 1)),
    )


def _circle(name: str, x: float, y: float) -> Shape:
    r = RADIUS
    path = f"M{x - r:.1f},{y:.1f}a{r},{r} 0 1,0 {2 * r},0a{r},{r} 0 1,0 {-2 * r},0Z"
    return Shape(path, (x, y), r, Label(in_lines(name), (x, round(y + r + 12, 1))))


def _steps(board: Board) -> NDArray[np.float64]:
    """Return how many links lie between any two territories, in whatever direction."""
    import numpy as np
    from scipy.sparse.csgraph import shortest_path

    number = len(board.territories)
    links = np.zeros((number, number))
    for origin, target in board.links:
        links[board.index(origin), board.index(target)] = 1
    steps: NDArray[np.float64] = shortest_path(links, directed=False, unweighted=True)
    # Without a way between them, one step more than the longest way there is.
    reachable = np.isfinite(steps)
    steps[~reachable] = steps[reachable].max() + 1
    return steps


def _positions(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Place points whose distances are close to the steps between them."""
    import numpy as np

    number = len(steps)
    if number == 1:
        return np.zeros((1, 2))
    centred = np.eye(number) - 1 / number
    values, vectors = np.linalg.eigh(-0.5 * centred @ steps**2 @ centred)
    # eigh may turn an axis round from one machine to the next: its largest part points up.
    axes = vectors[:, -2:][:, ::-1]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    placed: NDArray[np.float64] = axes * np.sqrt(np.maximum(values[-2:][::-1], 1e-9))
    # Points in one place would stay there: each is moved a little, by its number.
    turn = 2.4 * np.arange(number)
    placed += 0.01 * np.column_stack([np.cos(turn), np.sin(turn)])
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(ROUNDS):
        apart = np.maximum(_distances(placed), 1e-9)
        pull = -weights * steps / apart
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        placed = inverse @ (pull @ placed)
    return placed


def _spread(placed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale to the pitch, then push apart what is still closer."""
    import numpy as np

    placed = placed * PITCH * 1.25
    for _ in range(ROUNDS):
        apart = _distances(placed)
        np.fill_diagonal(apart, PITCH)
        lacking = np.maximum(PITCH - apart, 0) / np.maximum(apart, 1e-9)
        if not lacking.any():
            break
        ways = placed[:, None] - placed[None]
        placed = placed + 0.3 * (lacking[..., None] * ways).sum(axis=1)
    return placed


def _distances(placed: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    distances: NDArray[np.float64] = np.linalg.norm(placed[:, None] - placed[None], axis=-1)
    return distances
