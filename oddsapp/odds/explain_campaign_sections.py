"""What the explanation of a campaign says: sections of sentences and formulas.

w_i(n) is the probability that n armies stand before territory i, b_i(n, k) that of its battle
to be won with k of their force left.
"""

from __future__ import annotations

from fractions import Fraction

from oddsapp.combat import attack
from oddsapp.odds.explain_campaign import (
    CampaignExplanation,
    DefenceStep,
    TerritoryStep,
    Weights,
)
from oddsapp.odds.rules_in_words import rules_in_words
from oddsapp.odds.written import Formula, Section, number
from oddsapp.rules import Ruleset
from oddsapp.wording import counted, listed

MOST_TERMS = 3
"""The most terms of a sum that are written out."""

Product = tuple[int, int]
"""The armies that attack, or the garrison; and what is left of the force, or of it."""


def sections(steps: CampaignExplanation) -> tuple[Section, ...]:
    """Return the sections of an explanation.

    Examples
    --------
    >>> import oddsapp
    >>> [part.title for part in sections(oddsapp.campaign(4, [1, 1]).explain())][2:]
    ['Territory 1: 1 defender', 'Territory 2: 1 defender', 'The answer']
    """
    last = len(steps.territories)
    rules = steps.territories[0].territory.rules
    return (
        _question(steps),
        _idea(steps),
        *(_territory(place, step, rules) for place, step in enumerate(steps.territories, start=1)),
        *(_defence(last + place, step) for place, step in enumerate(steps.then, start=1)),
        _answer(steps),
    )


def _question(steps: CampaignExplanation) -> Section:
    *others, last = (step.territory.defenders for step in steps.territories)
    row = listed([*(f"{defenders:,}" for defenders in others), counted(last, "defender")])
    asked = f"{counted(steps.armies, 'army', 'armies')} set out against {row}"
    if others:
        asked += ", one territory after the other"
    parts = [
        f"{asked}. How probable is it that {'all are' if others else 'the territory is'} taken?"
    ]
    if steps.then:
        stacks = listed([f"{step.stack:,}" for step in steps.then])
        turns = " in turn" * (len(steps.then) > 1)
        what = "the last" if others else "it"
        parts.append(
            f"Afterwards {what} is attacked by {stacks} armies{turns}."
            " How probable is it that it is still held?"
        )
    return Section("The question", tuple(parts))


_IDEA = (
    (
        "w_i(n) is the probability that n armies stand before territory i, and b_i(n, k) that"
        " n armies win the battle for it with k left of their force, which is one less: one"
        " army stays. A single army cannot attack."
    ),
    (
        "Each b is the exact result of one battle, which has an explanation of its own"
        " (oddsapp explain battle)."
    ),
    (
        "Of the survivors move in all but what is to stay, yet no fewer than the winning roll"
        " had dice. Each way to a number of armies is a product, and the ways are added up."
    ),
)


def _idea(steps: CampaignExplanation) -> Section:
    first = steps.territories[0].territory
    # As large as any battle of the campaign, so that every die that may be rolled is named.
    force = max(steps.armies, *(step.stack for step in steps.then), 2) - 1
    defenders = max(steps.armies, *(step.territory.defenders for step in steps.territories))
    rules = rules_in_words(attack(force, defenders, first.rules))
    return Section(
        f"The rules and the idea: {first.rules}",
        (
            *rules,
            *_IDEA,
        ),
    )


def _territory(place: int, step: TerritoryStep, rules: Ruleset) -> Section:
    parts: list[str | Formula] = []
    if place == 1:
        parts += [_equation("w", place, armies, p) for armies, p in step.arrives.items()]
    if step.territory.rules != rules:
        parts.append(f"The rules here: {step.territory.rules}.")
    parts.append(
        f"To stay: {step.leave:,}. Of k survivors move in"
        f" max(min(k, {step.territory.most_dice:,}), k + 1 - {step.leave:,})."
    )
    ways: dict[int, list[Product]] = {}
    for battle in step.battles:
        if not battle.survivors:
            parts.append("A single army cannot attack.")
        for left, p, moving in battle.survivors:
            of = f"{battle.armies}, {left}"
            verb = "moves in" if moving == 1 else "move in"
            note = Formula(f";  {moving} {verb}", f",\\quad {moving} \\text{{ {verb}}}")
            parts.append(_equation("b", place, of, p) + note)
            ways.setdefault(moving, []).append((battle.armies, left))
    parts += _sums(place, ways, step.after)
    parts.append(_total(f"P(taken {place})", place, step.after, step.taken))
    title = f"Territory {place}: {counted(step.territory.defenders, 'defender')}"
    return Section(title, tuple(parts))


def _defence(place: int, step: DefenceStep) -> Section:
    parts: list[str | Formula] = [
        "It is fought by the rules of the last territory, to the end.",
        f"b_{place}(n, k) is the probability that of n armies k are left when the attack ends.",
    ]
    ways: dict[int, list[Product]] = {}
    for armies, ends in step.battles:
        for left, p in ends:
            parts.append(_equation("b", place, f"{armies}, {left}", p))
            ways.setdefault(left, []).append((armies, left))
    parts += _sums(place, ways, step.after)
    parts.append(_total("P(held)", place, step.after, sum(step.after.values(), Fraction(0))))
    return Section(f"Attacked by {step.stack:,} armies", tuple(parts))


def _answer(steps: CampaignExplanation) -> Section:
    named = [("P(all taken)", steps.win)]
    if steps.held is not None:
        named.append(("P(held)", steps.held))
    return Section(
        "The answer", tuple(_named(name) + Formula(" = ", " = ") + number(p) for name, p in named)
    )


def _named(name: str) -> Formula:
    return Formula(name, f"\\text{{{name}}}")


def _symbol(letter: str, place: int, of: object) -> Formula:
    return Formula(f"{letter}_{place}({of})", f"{letter}_{{{place}}}({of})")


def _equation(letter: str, place: int, of: object, value: Fraction) -> Formula:
    return _symbol(letter, place, of) + Formula(" = ", " = ") + number(value)


def _sums(place: int, ways: dict[int, list[Product]], after: Weights) -> list[Formula]:
    """Return each weight after a step as the sum of its products."""
    return [
        _symbol("w", place + 1, armies)
        + Formula(" = ", " = ")
        + _added(
            [
                _symbol("w", place, before)
                + Formula(" ", "\\, ")
                + _symbol("b", place, f"{before}, {left}")
                for before, left in ways[armies]
            ]
        )
        + Formula(" = ", " = ")
        + number(weight)
        for armies, weight in after.items()
    ]


def _total(name: str, place: int, after: Weights, value: Fraction) -> Formula:
    terms = [_symbol("w", place + 1, armies) for armies in after]
    summed = _added(terms) if terms else Formula("0", "0")
    return _named(name) + Formula(" = ", " = ") + summed + Formula(" = ", " = ") + number(value)


def _added(terms: list[Formula]) -> Formula:
    if len(terms) > MOST_TERMS:
        terms = [*terms[: MOST_TERMS - 1], Formula("...", "\\dots"), terms[-1]]
    first, *others = terms
    for term in others:
        first = first + Formula(" + ", " + ") + term
    return first
