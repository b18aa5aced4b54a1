"""Parts of the RISK II turn as HTML: dice, bars of who wins, short lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddsapp.ui.turn.odds import Share
    from oddsapp.ui.turn.rolls import Army, DieLine
    from oddsapp.ui.turn.told import Told

KNOWN = frozenset({"white", "yellow", "green", "red", "black"})


def die(colour: str) -> str:
    """Return a die of a colour, which is named too.

    >>> die("green")
    '<span class="turn-die green">green</span>'
    """
    known = f" {colour}" if colour in KNOWN else ""
    return f'<span class="turn-die{known}">{escape(colour)}</span>'


def armies(sides: Iterable[Army]) -> str:
    """Return armies with their sizes and dice, those that are gone too."""
    cells = "".join(
        f"<li><b>{escape(army.name)}</b> {army.size:,} {die(army.die)}</li>"
        if army.size
        else f'<li class="gone"><b>{escape(army.name)}</b> 0</li>'
        for army in sides
    )
    return f'<ul class="turn-armies">{cells}</ul>'


def shares(sides: Sequence[Share]) -> str:
    """Return who wins as bars with their words."""
    lines = "".join(
        f"<li><span>{escape(side.name)}</span><b>{escape(side.percent)}</b>"
        f'<i class="{_colour(side.number)}" style="width:{side.probability:.2%}"></i></li>'
        for side in sides
    )
    return f'<ul class="turn-shares">{lines}</ul>'


def _colour(number: int) -> str:
    return "defends" if number < 0 else f"player-{number}"


def dice_table(lines: Sequence[DieLine], *, split: bool) -> str:
    """Return which army rolls which die.

    Parameters
    ----------
    lines : sequence of DieLine
    split : bool
        Whether attackers and defenders have charts of their own.
    """
    heads = ["Die", *(["Attackers", "Defenders"] if split else ["Armies"]), "Rank", "Faces"]
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    rows = ""
    for line in lines:
        cells = [line.attackers, *([line.defenders] if split else []), str(line.rank), line.faces]
        rows += f'<tr><th scope="row">{die(line.name)}</th>'
        rows += "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
    caption = "Which die an army rolls, by its size at every roll"
    return (
        f'<div class="odds-numbers" role="region" tabindex="0" aria-label="{caption}"><table>'
        f"<caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
        "</table></div>"
    )


def history(rolled: Sequence[tuple[str, Sequence[Army]]]) -> str:
    """Return the rolls so far: what each came to, and what stood then."""
    lines = "".join(f"<li><p>{escape(words)}</p>{armies(after)}</li>" for words, after in rolled)
    return f'<ol class="turn-history">{lines}</ol>'


def told(battles: Sequence[Told]) -> str:
    """Return battles in words."""
    lines = "".join(
        f"<div><dt>{escape(battle.title)}</dt><dd><small>{escape(battle.kind)}</small>"
        f" {escape(battle.words)}</dd></div>"
        for battle in battles
    )
    return f'<dl class="turn-told">{lines}</dl>'


def void(orders: Sequence[tuple[str, str, str]]) -> str:
    """Return void orders: of whom, which, and why."""
    lines = "".join(
        f"<div><dt>{escape(who)}: {escape(order)}</dt><dd>{escape(why)}</dd></div>"
        for who, order, why in orders
    )
    return f'<dl class="turn-void">{lines}</dl>'
