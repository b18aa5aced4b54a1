"""Who beats whom: dice against dice within a set-up, and set-ups against each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from oddsapp.odds.balance.contests import die_against_die, who_beats_whom
from oddsapp.odds.balance.sides import Side
from oddsapp.rules import Role
from oddsapp.ui.lab.setups import LETTERS, SetUp
from oddsapp.ui.lab.state import labels
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import cell_text, short_percent

_BOUNDS = (0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True)
class Tiles:
    """A table of chances, attackers down and defenders across, each cell with its ground.

    Parameters
    ----------
    heading, below : str
    rows, columns : tuple of str
    chances : tuple of tuple of float
    """

    heading: str
    below: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]

    def html(self) -> str:
        """Return it as HTML: numbers in percent, the ground as in `oddsapp.charts.style`.

        >>> Tiles("h", "b", ("white",), ("white",), ((0.61,),)).html().count("odds-tile-3")
        1
        """
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.columns)
        rows = "".join(
            f'<tr><th scope="row">{escape(name)}</th>{"".join(map(_tile, chances))}</tr>'
            for name, chances in zip(self.rows, self.chances, strict=True)
        )
        caption = escape(f"{self.heading}: attackers down, defenders across, in percent")
        return (
            f'<div class="odds-tiles" role="region" tabindex="0" aria-label="{caption}"><table>'
            "<caption>attackers down, defenders across, in percent</caption>"
            f"<thead><tr><td></td>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )

    def table(self) -> Table:
        """Return it for the file."""
        pairs = [
            (mine, other, chance)
            for mine, chances in zip(self.rows, self.chances, strict=True)
            for other, chance in zip(self.columns, chances, strict=True)
        ]
        return Table(
            self.heading,
            ("attacker", "defender", "win"),
            tuple((mine, other, short_percent(chance)) for mine, other, chance in pairs),
            tuple(pairs),
        )


def _tile(chance: float) -> str:
    ground = bisect_right(_BOUNDS, chance)
    return f'<td class="odds-tile-{ground}">{escape(cell_text(chance))}</td>'


@lru_cache(maxsize=128)
def dice_in_one_roll(setup: SetUp) -> Tiles:
    """Return how often the attacker's die wins one comparison.

    >>> tiles = dice_in_one_roll(SetUp.of("risk2"))
    >>> tiles.rows[0], cell_text(tiles.chances[0][0])
    ('White', '61')
    """
    chances = die_against_die(setup.rules)
    return Tiles(
        "One roll",
        "How often the attacker's die wins it.",
        setup.die_names,
        setup.die_names,
        tuple(tuple(map(float, row)) for row in chances),
    )


@lru_cache(maxsize=128)
def dice_to_the_end(setup: SetUp, size: int) -> Tiles:
    """Return who wins where both sides keep their die to the end."""
    rules = setup.rules
    sides = [Side.of_one_die(rules, name.lower()) for name in setup.die_names]
    return Tiles(
        f"{size} against {size} that keep their die",
        "As if armies were never promoted or demoted.",
        setup.die_names,
        setup.die_names,
        who_beats_whom(sides, size, terms=rules),
    )


@lru_cache(maxsize=128)
def setups_against_setups(setups: tuple[SetUp, ...], size: int) -> Tiles | None:
    """Return who wins where attackers have one set-up and defenders another; None of one only.

    Ties and casualties are those of the attackers' set-up. Classic dice meet only their like.
    """
    named = [
        (name, setup)
        for name, setup in zip(labels(setups), setups, strict=True)
        if setup.is_coloured
    ]
    if len(named) < 2:
        return None
    defenders = [Side.of(setup.rules, Role.DEFENDER, name) for name, setup in named]
    rows: Sequence[tuple[float, ...]] = [
        who_beats_whom(
            [Side.of(setup.rules, Role.ATTACKER, name)],
            size,
            terms=setup.rules,
            against=defenders,
        )[0]
        for name, setup in named
    ]
    short = tuple(name.partition(":")[0] for name, _ in named)
    assert set(short) <= set(LETTERS)
    return Tiles(
        f"Set-up against set-up, {size} against {size}",
        "Ties and casualties are those of the attackers' set-up.",
        tuple(name for name, _ in named),
        short,
        tuple(rows),
    )
