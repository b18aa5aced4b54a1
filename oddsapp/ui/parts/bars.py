"""A distribution as a picture: SVG text, light enough for a phone, the same in light and dark.

Whatever the colours say is said by a pattern and in words as well. Texts and lines take the
colour of the page (``currentColor``); the two colours of the bars are in ``style.css``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from oddsapp.wording import between, short_percent

WIDTH, HEIGHT = 360, 216
TOP, BASE = 26, 150
BETWEEN_SIDES = 12
MOST_BARS = 36
HALF_A_LETTER = 4.5
"""Half the width of a letter of a label, with a little room."""

TICK_ROOM = 26
"""How far apart two numbers under the axis must be."""


@dataclass(frozen=True)
class Bar:
    """One bar: what it stands for, and how probable that is."""

    label: str
    probability: float


@dataclass(frozen=True)
class Side:
    """The bars of one way to end, with what to write below them.

    Parameters
    ----------
    heading : str
        How it ends.
    caption : str
        What the labels of the bars count.
    bars : tuple of Bar
    """

    heading: str
    caption: str
    bars: tuple[Bar, ...]


def gathered(numbers: Sequence[tuple[int, float]], per_bar: int) -> tuple[Bar, ...]:
    """Put neighbours into one bar each.

    Parameters
    ----------
    numbers : sequence of (int, float)
        Numbers in the order of the picture with their probabilities.
    per_bar : int
        How many share a bar.

    Examples
    --------
    >>> gathered([(3, 0.2), (2, 0.1), (1, 0.3)], 2)
    (Bar(label='2 to 3', probability=0.30000000000000004), Bar(label='1', probability=0.3))
    """
    groups = [numbers[start : start + per_bar] for start in range(0, len(numbers), per_bar)]
    return tuple(
        Bar(
            between(min(n for n, _ in group), max(n for n, _ in group)),
            sum(probability for _, probability in group),
        )
        for group in groups
    )


def histogram(losing: Side, winning: Side, *, title: str, both_won: bool = False) -> str:
    """Draw both ways to end side by side, on one scale.

    Parameters
    ----------
    losing, winning : Side
        Hatched on the left, full on the right.
    title : str
        What the whole picture says, for those who do not see it.
    both_won : bool
        Both sides are ways to win: the left one is pale instead of hatched in the colour of
        losses.

    Returns
    -------
    str
        An ``<svg>`` element that fills the width it is given.

    Examples
    --------
    >>> ways = [Side(f"{how} 50.0%", "left", (Bar("1", 0.5),)) for how in ("Fail", "Take it")]
    >>> histogram(*ways, title="One army each").startswith('<svg class="odds-bars"')
    True
    """
    bars = losing.bars + winning.bars
    highest = max(bar.probability for bar in bars)
    gap = BETWEEN_SIDES if losing.bars and winning.bars else 0
    pitch = (WIDTH - gap) / len(bars)
    middle = pitch * len(losing.bars)
    right = middle + gap
    left_bar = "odds-win-bar pale" if both_won else "odds-lose-bar"
    return (
        f'<svg class="odds-bars" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg">'
        f"<desc>{escape(_described(losing))} {escape(_described(winning))}</desc>{_HATCH}"
        f"{_columns(losing.bars, 0.0, pitch, highest, left_bar)}"
        f"{_columns(winning.bars, right, pitch, highest, 'odds-win-bar')}"
        f'<path class="odds-axis" d="M0 {BASE}.5H{middle:.1f}M{right:.1f} {BASE}.5H{WIDTH}"/>'
        f"{_below(losing, 0, 'start')}{_below(winning, WIDTH, 'end')}</svg>"
    )


_HATCH = (
    '<defs><pattern id="odds-hatch" width="5" height="5" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect class="odds-lose" width="2.5" height="5"/>'
    "</pattern></defs>"
)


def _columns(bars: Sequence[Bar], left: float, pitch: float, highest: float, css_class: str) -> str:
    """Return the columns of one side, each with its own name, and numbers below some."""
    parts = []
    inset = min(2.0, pitch * 0.12)
    most_likely = max(bars, key=lambda bar: bar.probability, default=None)
    every = next(n for n in (1, 2, 5, 10, 20, 50) if n * pitch >= TICK_ROOM or n == 50)
    for place, bar in enumerate(bars):
        start = left + place * pitch
        height = (BASE - TOP) * bar.probability / highest if highest else 0.0
        # Whatever is possible is drawn, if only as a line.
        height = max(height, 0.8) if bar.probability else 0.0
        parts.append(
            f'<rect class="{css_class}" x="{start + inset:.1f}" y="{BASE - height:.1f}"'
            f' width="{pitch - 2 * inset:.1f}" height="{height:.1f}">'
            f"<title>{escape(f'{bar.label}: {short_percent(bar.probability)}')}</title></rect>"
        )
        centre = start + pitch / 2
        if bar is most_likely and bar.probability:
            told = short_percent(bar.probability)
            room = HALF_A_LETTER * len(told)
            inside = min(max(centre, room), WIDTH - room)
            parts.append(_text(inside, BASE - height - 6, "middle", told))
        if place % every == 0:
            short = bar.label.partition(" to ")[0]
            room = HALF_A_LETTER * len(short)
            inside = min(max(centre, room), WIDTH - room)
            parts.append(_text(inside, BASE + 16, "middle", short))
    return "".join(parts)


def _below(side: Side, x: float, anchor: str) -> str:
    if not side.bars:
        return ""
    heading = _text(x, BASE + 42, anchor, side.heading, "odds-heading")
    return heading + _text(x, BASE + 59, anchor, side.caption)


def _text(x: float, y: float, anchor: str, words: str, css_class: str = "odds-label") -> str:
    return (
        f'<text class="{css_class}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def _described(side: Side) -> str:
    shown = [
        f"{bar.label}: {short_percent(bar.probability)}" for bar in side.bars if bar.probability
    ]
    return f"{side.heading}, {side.caption}: {', '.join(shown)}."
