"""The look of all charts: readable on both grounds, and never by colour alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from oddsapp.charts import style

CSS = Path(__file__).resolve().parents[2] / "oddsapp" / "ui" / "style.css"
GROUNDS = ["#ffffff", "#0e1117", "#171614"]
LOOKS = [style.WON, style.LOST, style.CALLED_OFF, *style.SERIES]


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` (WCAG 2)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: str(look.colour))
def test_what_a_chart_is_made_of_stands_out_from_both_grounds(
    look: style.Look, ground: str
) -> None:
    assert contrast(look.colour, ground) >= 3


@pytest.mark.parametrize("tile", style.TILES)
def test_text_is_read_on_every_tile(tile: str) -> None:
    assert contrast(style.ON_TILE, tile) >= 4.5


@pytest.mark.parametrize("looks", [LOOKS[:3], style.SERIES], ids=["ends", "series"])
def test_no_two_are_told_apart_by_colour_alone(looks: tuple[style.Look, ...]) -> None:
    for part in ("pattern", "dash", "symbol"):
        assert len({getattr(look, part) for look in looks}) == len(looks)


def test_winning_and_losing_have_the_colours_of_the_page() -> None:
    css = CSS.read_text()
    for name, colour in {"win": style.WIN, "lose": style.LOSE}.items():
        assert re.search(rf"--odds-{name}: {colour};", css)


def test_a_figure_brings_no_ground_and_no_colour_of_text() -> None:
    layout = style.empty_figure(legend=True, percent=True).layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == style.CLEAR
    assert layout.font.color is None
    assert layout.xaxis.fixedrange
    assert layout.yaxis.fixedrange
    assert not layout.to_plotly_json()["template"].get("layout")


def test_plotly_comes_with_the_first_figure_only() -> None:
    code = "import sys, oddsapp.charts.style; assert 'plotly' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
