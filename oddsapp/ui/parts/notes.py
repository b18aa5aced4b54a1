"""Short texts that several pages show alike: notes, complaints, labels, what is exact, places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from oddsapp.wording import sentence


def note(notes: Sequence[str]) -> str:
    """Return what was put right, as HTML; nothing if nothing was.

    >>> note(["armies: 5000 is too large"])
    '<div class="odds-note" role="status"><p>Armies: 5000 is too large</p></div>'
    """
    if not notes:
        return ""
    lines = "".join(f"<p>{escape(sentence(line))}</p>" for line in notes)
    return f'<div class="odds-note" role="status">{lines}</div>'


def complaint(reason: str) -> str:
    """Return why something was not taken, as HTML.

    >>> complaint("nothing is typed")
    '<p class="odds-complaint" role="alert">Nothing is typed</p>'
    """
    return f'<p class="odds-complaint" role="alert">{escape(sentence(reason))}</p>'


def plain(text: str) -> str:
    r"""Return a text as the label of a widget shows it: Streamlit reads labels as markdown.

    A name is whatever somebody put into a link: a picture of another host would be loaded.

    >>> plain("Armies on ![x](http://y.example/z.png)")
    'Armies on \\!\\[x\\](http://y.example/z.png)'
    """
    return re.sub(r"([\\`*_\[\]<!$~])", r"\\\1", text)


def mark(samples: int | None = None, unit: str = "turns") -> str:
    """Return the mark that says whether numbers are exact or sampled, as HTML.

    >>> mark()
    '<span class="odds-mark">Exact</span>'
    >>> mark(2000)
    '<span class="odds-mark sampled">2,000 turns sampled, 95% intervals</span>'
    """
    if samples is None:
        return '<span class="odds-mark">Exact</span>'
    told = f"{samples:,} {escape(unit)} sampled, 95% intervals"
    return f'<span class="odds-mark sampled">{told}</span>'


def ordinal(place: int) -> str:
    """Return a place in a short row, up to twelve, as people count it.

    >>> ordinal(1), ordinal(4)
    ('1st', '4th')
    """
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"
