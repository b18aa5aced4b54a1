"""Worksheets and their key as HTML that prints on A4."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from oddsapp.combat import attack
from oddsapp.odds.explain import explain
from oddsapp.odds.rules_in_words import rules_in_words
from oddsapp.odds.solve import battle
from oddsapp.printed.page import element, page, paragraphs
from oddsapp.rules import find_ruleset
from oddsapp.wording import counted, force_and_armies

if TYPE_CHECKING:
    from oddsapp.odds.exercise import Exercise
    from oddsapp.printed.worksheets import Sheet, Worksheets


def sheets_page(worksheets: Worksheets, *, with_key: bool) -> str:
    """Return all sheets as one document, the key at its end if wanted."""
    parts = [_sheet(sheet) for sheet in worksheets.sheets]
    if with_key:
        parts.append(_key(worksheets))
    return page("worksheets", title="Worksheets: odds of a battle", body="\n".join(parts))


def key_page(worksheets: Worksheets) -> str:
    """Return the key as a document of its own."""
    return page("worksheets", title="Key: odds of a battle", body=_key(worksheets))


def _sheet(sheet: Sheet) -> str:
    described = attack(sheet.force, sheet.defenders, find_ruleset("classic"))
    questions = [
        element("li", element("p", escape(exercise.question)) + _room(exercise))
        for exercise in sheet.exercises
    ]
    questions.append(
        element("li", element("p", escape(_found_wrong(sheet))) + _line("What went wrong?"))
    )
    return f"""<section class="sheet">
<header><h1>Odds of a battle</h1><p>Sheet {sheet.number}</p></header>
<p class="name">Name</p>
<p class="battle">Your battle: <strong>{sheet.force} against {sheet.defenders}</strong>.
{escape(force_and_armies(sheet.force))} on the attacking territory.
{escape(counted(sheet.defenders, "army", "armies"))} on the territory under attack,
all of them defend.</p>
<div class="rules">{paragraphs([" ".join(rules_in_words(described))])}</div>
<ol>
{"".join(questions)}
</ol>
<footer>Check your answers, and walk through your battle:
<a href="{escape(sheet.link)}">{escape(sheet.link)}</a></footer>
</section>"""


def _found_wrong(sheet: Sheet) -> str:
    return (
        f"Somebody says that the attacker wins {sheet.force} against {sheet.defenders} with a"
        f" chance of {sheet.wrong}. That is wrong. Find the mistake that leads there."
    )


def _room(exercise: Exercise) -> str:
    if exercise.probability:
        return _line("As a fraction", "In percent")
    return _line("As a fraction", "As a decimal")


def _line(*names: str) -> str:
    cells = "".join(element("span", escape(name)) for name in names)
    return element("div", cells, class_="room")


def _key(worksheets: Worksheets) -> str:
    """Return the answers: those that all sheets share once, then those of each sheet."""
    shared = _shared(worksheets.sheets)
    parts = ["<header><h1>Key</h1><p>Every fraction is exact.</p></header>"]
    if shared:
        answers = [
            (str(n), exercise)
            for n, exercise in enumerate(worksheets.sheets[0].exercises, start=1)
            if exercise in shared
        ]
        parts.append(element("h2", "On every sheet"))
        parts.append(
            element(
                "dl",
                "".join(_entry(n, f"{each.question} {number(each.right)}") for n, each in answers),
            )
        )
    parts += [_sheet_key(sheet, shared) for sheet in worksheets.sheets]
    return element("section", "\n".join(parts), class_="key")


def _shared(sheets: Iterable[Sheet]) -> set[Exercise]:
    """Return the exercises of all sheets alike; none if there is but one battle."""
    every = {(sheet.force, sheet.defenders): set(sheet.exercises) for sheet in sheets}
    return set.intersection(*every.values()) if len(every) > 1 else set()


def _sheet_key(sheet: Sheet, shared: set[Exercise]) -> str:
    answers = [
        _entry(str(n), number(exercise.right))
        for n, exercise in enumerate(sheet.exercises, start=1)
        if exercise not in shared
    ]
    found = f"{sheet.wrong}: {sheet.slip.what} ({number(sheet.slip.value)})"
    answers.append(_entry(str(len(sheet.exercises) + 1), found))
    answers.append(_entry("", f"On the way: {on_the_way(sheet.force, sheet.defenders)}"))
    heading = element("h2", f"Sheet {sheet.number}: {sheet.force} against {sheet.defenders}")
    return element("article", heading + element("dl", "".join(answers)))


def _entry(place: str, text: str) -> str:
    return element("dt", place) + element("dd", escape(text))


def number(value: Fraction) -> str:
    """Return a fraction, and what it is about.

    Examples
    --------
    >>> number(Fraction(5, 12)), number(Fraction(3, 1))
    ('5/12 ≈ 0.416667', '3')
    """
    if value.denominator == 1:
        return str(value)
    return f"{value} ≈ {float(value):.6g}"


def on_the_way(force: int, defenders: int) -> str:
    """Return P(win) of the smaller battles that a battle leads to, as `oddsapp.explain` has them.

    Examples
    --------
    >>> on_the_way(3, 2)
    'f(1, 1) = 5/12, f(1, 2) = 275/2592, f(2, 1) = 1955/2592'
    """
    steps = explain(battle(force=force, defenders=defenders, exact=True)).states
    smaller = (step for step in steps if step.state != (force, defenders))
    return ", ".join(f"f({a}, {d}) = {step.win}" for step in smaller for a, d in [step.state])
