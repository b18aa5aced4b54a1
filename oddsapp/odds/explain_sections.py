"""An explanation as headed sections of sentences and formulas, printed as text or LaTeX.

Each formula is made once, as a `Formula` in both notations, so text and LaTeX cannot say
different things; a page can show the same sections in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsapp.combat import State
from oddsapp.odds.explanation import Explanation, Level, RoundStep, StateStep

MOST_PATTERNS = 40
"""The most rounds whose recurrence is written out."""

_LONGEST = 10**30
"""Fractions with a larger denominator are shown as decimals."""


@dataclass(frozen=True)
class Formula:
    """A formula in both notations."""

    text: str
    latex: str

    def __add__(self, other: Formula) -> Formula:
        return Formula(self.text + other.text, self.latex + other.latex)


@dataclass(frozen=True)
class Section:
    """A heading, and under it sentences (str), formulas, or lines kept as they are (tuple)."""

    title: str
    parts: tuple[str | Formula | tuple[str, ...], ...]


def sections(steps: Explanation, level: Level) -> tuple[Section, ...]:
    """Return the sections for this level."""
    from oddsapp.odds.explain_chain import canonical_form

    common = (
        Section("The question", (_question(steps),)),
        Section(f"The rules: {steps.rules}", steps.rules_text),
        Section("One roll", tuple(_rolls(steps))),
    )
    if level is Level.UNIVERSITY:
        return (*common, *canonical_form(steps))
    return (*common, *_school(steps))


def _question(steps: Explanation) -> str:
    forces = ", ".join(f"{army.name} with {army.force}" for army in steps.armies)
    if steps.kind in ("attack", "mass invasion"):
        asked = "that the territory is taken" if not steps.player else "that it is held"
    elif steps.kind == "border clash":
        asked = f"that {steps.armies[steps.player].name} wins"
    else:
        asked = f"that player {steps.player + 1} wins"
    return (
        f"{steps.kind[0].upper()}{steps.kind[1:]}: {forces}. How probable is it {asked}?"
        " (Forces: an army that stays at home is not counted.)"
    )


def dice_in_words(rolls: Sequence[str | None]) -> str:
    """Return what is rolled, for instance ``"3 dice against 2"``."""
    named = [name for name in rolls if name]
    if all(name.isdigit() for name in named):
        plural = "die" if named[0] == "1" else "dice"
        return f"{named[0]} {plural} against {named[1]}"
    return " against ".join(named)


def _who_rolls(steps: Explanation, roll: RoundStep) -> str:
    words = dice_in_words(roll.rolls)
    gone = [a.name for a, name in zip(steps.armies, roll.rolls, strict=True) if name is None]
    return f"{words} ({' and '.join(gone)} gone)" if gone else words


def _rolls(steps: Explanation) -> list[str | Formula | tuple[str, ...]]:
    parts: list[str | Formula | tuple[str, ...]] = []
    for roll in steps.rounds[:MOST_PATTERNS]:
        lines = [f"{_who_rolls(steps, roll)}: the dice can fall in {roll.ways:,} ways."]
        for losses, ways in roll.losses:
            costs = " and ".join(
                f"{army.name} {lost}"
                for army, lost in zip(steps.armies, losses, strict=True)
                if lost
            )
            cost = f"{costs} lost" if costs else "nobody loses anything: rolled again"
            lines.append(f"  {ways:>{len(f'{roll.ways:,}')},} ways: {cost}")
        if roll.unchanged:
            lines.append(f"  So {roll.ways - roll.unchanged:,} ways count.")
        parts.append(tuple(lines))
    if len(steps.rounds) > MOST_PATTERNS:
        parts.append(f"So on, for {len(steps.rounds)} kinds of roll in all.")
    if not steps.all_rounds:
        parts.append("There are more kinds of roll than are listed here.")
    return parts


def _school(steps: Explanation) -> tuple[Section, ...]:
    letters = ", ".join(army.letter for army in steps.armies)
    meaning = Formula(f"f({letters})", f"f({_latex_letters(steps)})")
    owner = "the attacker wins" if steps.kind in ("attack", "mass invasion") else "the player wins"
    if steps.player and steps.kind in ("attack", "mass invasion"):
        owner = "the defender wins"
    recursion = Section(
        "The idea",
        (
            f"{meaning.text} is the chance that {owner} when so many armies are left"
            f" ({'; '.join(f'{army.letter}: {army.name}' for army in steps.armies)}).",
            "When only the winner has armies left it is 1; when the winner has none it is 0.",
            "Otherwise one roll is made, and each result leads on to a smaller battle: add up,"
            " for all results, how probable the result is times the chance from there on."
            + _truncation(steps),
            *(pattern(steps, roll) for roll in steps.rounds[:MOST_PATTERNS]),
        ),
    )
    worked = [_worked(step) for step in steps.states]
    if steps.all_states:
        backwards = Section("Roll after roll, from the end backwards", tuple(worked))
        parts: list[Section] = [recursion, backwards]
        tree = _tree(steps)
        if tree:
            parts.append(Section("The same as a tree", (tree,)))
        return (*parts, _sum(steps))
    return (
        recursion,
        Section(
            "Roll after roll, from the end backwards",
            (
                f"All states would be too many to write down (more than {_shown(steps)}); these"
                " are states next to the end and next to the start. Between them every state"
                " follows from smaller ones by the lines above.",
                *worked,
            ),
        ),
        Section("The result", (result(steps),)),
    )


def _shown(steps: Explanation) -> int:
    from oddsapp.odds.explain import MOST_SHOWN

    return max(MOST_SHOWN, len(steps.states))


def _truncation(steps: Explanation) -> str:
    most = max(lost for roll in steps.rounds for losses, _ in roll.losses for lost in losses)
    return " A number that would fall below 0 is 0." if most > 1 else ""


def _latex_letter(letter: str) -> str:
    return letter if len(letter) == 1 else f"{letter[0]}_{{{letter[1:]}}}"


def _latex_letters(steps: Explanation) -> str:
    return ", ".join(_latex_letter(army.letter) for army in steps.armies)


def pattern(steps: Explanation, roll: RoundStep) -> Formula:
    """Return the recurrence of all states in which this round is fought."""
    whole = roll.ways - roll.unchanged
    terms, latex_terms = [], []
    for losses, ways in roll.losses:
        if not any(losses):
            continue
        after = [
            _minus(army.letter, lost, name)
            for army, lost, name in zip(steps.armies, losses, roll.rolls, strict=True)
        ]
        terms.append(f"{ways} f({', '.join(text for text, _ in after)})")
        latex_terms.append(f"{ways}\\,f({', '.join(latex for _, latex in after)})")
    here = [
        _minus(army.letter, 0, name) for army, name in zip(steps.armies, roll.rolls, strict=True)
    ]
    texts = ", ".join(text for text, _ in here)
    latex = ", ".join(latex for _, latex in here)
    where = _where(steps, roll)
    return Formula(
        f"f({texts}) = [{' + '.join(terms)}] / {whole}   for {where}",
        f"f({latex}) = \\frac{{{' + '.join(latex_terms)}}}{{{whole}}}"
        f" \\quad \\text{{for }} {_where(steps, roll, latex=True)}",
    )


def _minus(letter: str, lost: int, name: str | None) -> tuple[str, str]:
    if name is None:
        return "0", "0"
    less = f" - {lost}" if lost else ""
    return f"{letter}{less}", f"{_latex_letter(letter)}{less}"


def _where(steps: Explanation, roll: RoundStep, *, latex: bool = False) -> str:
    """Return the sizes at which the armies roll these dice."""
    conditions = []
    for army, name in zip(steps.armies, roll.rolls, strict=True):
        if name is None:
            continue
        starts = [start for start, _ in army.dice]
        place = [die for _, die in army.dice].index(name)
        low, last = starts[place], place + 1 == len(starts) or starts[place + 1] > army.force
        letter = _latex_letter(army.letter) if latex else army.letter
        at_least, at_most = ("\\ge", "\\le") if latex else (">=", "<=")
        if last:
            conditions.append(f"{letter} {at_least} {low}")
        elif starts[place + 1] == low + 1:
            conditions.append(f"{letter} = {low}")
        else:
            conditions.append(f"{low} {at_most} {letter} {at_most} {starts[place + 1] - 1}")
    return ",\\ ".join(conditions) if latex else ", ".join(conditions)


def _worked(step: StateStep) -> Formula:
    """Return the recurrence of one state, with its value if that is known."""
    moves = [(state, ways) for state, ways in step.after if state != step.state]
    whole = sum(ways for _, ways in moves)
    sums = " + ".join(f"{ways} {_f(state)}" for state, ways in moves)
    latex_sums = " + ".join(f"{ways}\\,{_f(state)}" for state, ways in moves)
    formula = Formula(
        f"{_f(step.state)} = [{sums}] / {whole}",
        f"{_f(step.state)} = \\frac{{{latex_sums}}}{{{whole}}}",
    )
    return formula if step.win is None else formula + Formula(" = ", " = ") + number(step.win)


def _f(state: State) -> str:
    return f"f({', '.join(map(str, state))})"


def number(value: Any) -> Formula:
    """Return a probability: a fraction with its decimals, or decimals alone if it is long."""
    decimals = f"{float(value):.6g}"
    latex_decimals = decimals
    if "e" in decimals:
        mantissa, exponent = decimals.split("e")
        latex_decimals = f"{mantissa} \\cdot 10^{{{int(exponent)}}}"
    if isinstance(value, float) or value.denominator > _LONGEST:
        return Formula(f"{decimals} (rounded)", f"{latex_decimals} \\text{{ (rounded)}}")
    if value.denominator == 1:
        return Formula(str(value), str(value))
    exact = decimals == str(value.numerator / value.denominator) and Fraction(decimals) == value
    sign, latex_sign = ("=", "=") if exact else ("≈", "\\approx")
    return Formula(
        f"{value} {sign} {decimals}",
        f"\\frac{{{value.numerator}}}{{{value.denominator}}} {latex_sign} {latex_decimals}",
    )


def result(steps: Explanation) -> Formula:
    """Return the equation that answers the question."""
    return Formula(f"{_f(steps.start)} = ", f"{_f(steps.start)} = ") + number(steps.win)


def _sum(steps: Explanation) -> Section:
    won = [(state, p) for state, p in steps.ends if steps.wins(state)]
    lines = [
        Formula(f"P(end {_state(state)}) = ", f"P(\\text{{end }} {_state(state)}) = ") + number(p)
        for state, p in won
    ]
    return Section(
        "The sum",
        (
            "The same number forwards: how probable each end is in which the battle is won.",
            *lines,
            "Together:",
            result(steps),
        ),
    )


def _state(state: State) -> str:
    return f"({', '.join(map(str, state))})"


_MOST_BRANCHES = 30


def _tree(steps: Explanation) -> tuple[str, ...]:
    """Return the battle as a tree of rolls, nothing if it has too many branches."""
    chain = {step.state: step for step in steps.states}
    lines = [f"{_state(steps.start)}"]

    def grow(state: State, indent: str) -> None:
        step = chain.get(state)
        if step is None or len(lines) > _MOST_BRANCHES:
            return
        moves = [(after, ways) for after, ways in step.after if after != state]
        whole = sum(ways for _, ways in moves)
        for place, (after, ways) in enumerate(moves):
            last = place + 1 == len(moves)
            end = "" if after in chain else ("  won" if steps.wins(after) else "  lost")
            lines.append(f"{indent}{'`-' if last else '|-'} {ways}/{whole} -> {_state(after)}{end}")
            grow(after, indent + ("   " if last else "|  "))

    grow(steps.start, "")
    return tuple(lines) if len(lines) <= _MOST_BRANCHES else ()


def as_text(parts: Sequence[Section]) -> str:
    """Return the sections as plain text."""
    lines: list[str] = []
    for place, section in enumerate(parts, start=1):
        lines += [f"{place}. {section.title}", ""]
        for part in section.parts:
            if isinstance(part, str):
                lines.append(f"  {part}")
            elif isinstance(part, Formula):
                lines += [f"  {line}" for line in part.text.splitlines()]
            else:
                lines += [f"  {line}" for line in part]
        lines.append("")
    return "\n".join(lines)


_ESCAPES = str.maketrans({c: f"\\{c}" for c in "&%$#_{}"})


def as_latex(parts: Sequence[Section]) -> str:
    """Return the sections as LaTeX for a document with amsmath."""
    lines: list[str] = []
    for section in parts:
        lines += [f"\\section*{{{section.title.translate(_ESCAPES)}}}", ""]
        for part in section.parts:
            if isinstance(part, str):
                lines += [part.translate(_ESCAPES), ""]
            elif isinstance(part, Formula):
                lines += ["\\[", part.latex, "\\]"]
            else:
                lines += ["\\begin{verbatim}", *part, "\\end{verbatim}", ""]
    return "\n".join(lines)
