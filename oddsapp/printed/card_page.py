"""The odds card as HTML: a page of A5, readable in black and white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from oddsapp._version import __version__
from oddsapp.printed.page import element, page, paragraphs
from oddsapp.wording import cell_text, force_and_armies

if TYPE_CHECKING:
    from oddsapp.odds.need import Need
    from oddsapp.odds.outcome import AttackOutcome
    from oddsapp.printed.card import OddsCard

_MATRIX = (
    "The matrix: in how many of 100 battles the attacker takes the territory, if all fight to"
    " the end. Dark: 75 or more. Grey: 50 or more. <1 can happen, >99 can fail."
)
_ARMIES = (
    "Armies stand on the attacking territory. One of them always stays, so the force that"
    " attacks is one less."
)
_NEEDED = (
    "Needed: the fewest armies on the attacking territory that win at least so often. Lost: on"
    " average over all battles, won or not, with so many armies."
)

_LONG = 450
"""From so many characters on the rules are printed smaller, so that one page is enough."""


def card_page(card: OddsCard) -> str:
    """Return the page of a card."""
    columns = len(card.defenders)
    body = [
        *_rows(card.forces, card.battles),
        _title("Armies needed to win, the one that stays included", columns),
        *(_need_row(share, needs) for share, needs in card.needs.items()),
        _title(f"Lost on average, with the armies for {_spaced(card.losses_with)}", columns),
        *(
            _row(who, (None if lost is None else f"{lost[place]:.1f}" for lost in card.lost))
            for place, who in enumerate(("attackers", "defenders"))
        ),
    ]
    rules = str(card.rules)
    # The title is of the rules as they are; changed ones are told by their changes.
    heading = card.rules.title if rules == card.rules.name else rules
    sentences = " ".join(card.sentences)
    head = element("tr", "".join(_heads(card.defenders)))
    return page(
        "card",
        title=escape(f"Odds card: {heading}"),
        heading=escape(heading),
        rules=escape(rules),
        columns=str(columns),
        head=head,
        body="\n".join(body),
        meaning=paragraphs(filter(None, (_MATRIX, _ARMIES, _NEEDED, _example(card)))),
        sentences=paragraphs([sentences]),
        length="rules long" if len(sentences) > _LONG else "rules",
        version=escape(__version__),
    )


def _spaced(share: str) -> str:
    return share.replace("%", " %")


def _heads(defenders: Sequence[int]) -> Iterable[str]:
    yield element("th", "armies", scope="col")
    yield element("th", "force", scope="col")
    for number in defenders:
        yield element("th", f"{number}", scope="col")


def _rows(forces: Sequence[int], battles: Sequence[Sequence[AttackOutcome]]) -> Iterable[str]:
    for force, row in zip(forces, battles, strict=True):
        cells = [element("th", f"{force + 1}", scope="row"), element("td", f"{force}")]
        cells += [_chance(outcome.win, outcome.lose) for outcome in row]
        yield element("tr", "".join(cells))


def _chance(win: float, lose: float) -> str:
    ground = "often" if win >= 0.75 else "more" if win >= 0.5 else ""
    return element("td", escape(cell_text(win, lose)), class_=ground)


def _title(words: str, columns: int) -> str:
    inner = element("th", escape(words), colspan=f"{columns + 2}", scope="rowgroup")
    return f"</tbody><tbody>{element('tr', inner, class_='title')}"


def _need_row(share: str, needs: Iterable[Need | None]) -> str:
    return _row(_spaced(share), (None if need is None else f"{need.armies:,}" for need in needs))


def _row(name: str, cells: Iterable[str | None]) -> str:
    """Return a row of values; a dash where there is none."""
    head = element("th", escape(name), colspan="2", scope="row")
    return element("tr", head + "".join(element("td", cell or "–") for cell in cells))


def _example(card: OddsCard) -> str:
    """Return a sentence that reads one cell of the matrix aloud."""
    places = [
        (row, column)
        for row, outcomes in enumerate(card.battles)
        for column, outcome in enumerate(outcomes)
        if 0.55 <= outcome.win < 0.95
    ]
    if not places:
        return ""
    # One from the middle: neither the smallest nor the largest battle.
    row, column = places[len(places) // 2]
    force, defenders = card.forces[row], card.defenders[column]
    chance = cell_text(card.battles[row][column].win)
    return (
        f"For instance, {force_and_armies(force)}. Against {defenders} they win"
        f" {chance} of 100 battles."
    )
