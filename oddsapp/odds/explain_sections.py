"""An explanation as headed sections: the question, the rules, a roll, and the recursion."""

from __future__ import annotations

from collections.abc import Sequence

from oddsapp.combat import BattleKind, State
from oddsapp.odds.explanation import (
    ArmyStep,
    Explanation,
    Level,
    RoundStep,
    StateStep,
)
from oddsapp.odds.written import Formula, Lines, Section, number
from oddsapp.rules.round_table import Losses
from oddsapp.wording import listed

MOST_PATTERNS = 40
"""The most rounds whose recurrence is written out."""

_MOST_BRANCHES = 30


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
    alone = steps.kind == BattleKind.MASS_INVASION and len(steps.armies) == 2
    kind = "Invasion" if alone else steps.kind.capitalize()
    return (
        f"{kind}: {forces}. How probable is it that {_winner(steps)} wins?"
        " (Forces: an army that stays at home is not counted.)"
    )


def _winner(steps: Explanation) -> str:
    """Return what to call the side whose chance it is."""
    if steps.kind == BattleKind.SPOILS_OF_WAR:
        return f"player {steps.player + 1}"
    if steps.kind == BattleKind.MASS_INVASION and not steps.player:
        return "the attacker" if len(steps.armies) == 2 else "the side of the attackers"
    return steps.armies[-1 if steps.player else 0].name


def _dice_in_words(steps: Explanation, roll: RoundStep) -> str:
    """Return what is rolled, for instance ``"3 dice against 2"``, and who is gone."""
    named = [name for name in roll.rolls if name]
    if steps.kind == BattleKind.ATTACK:
        words = f"{named[0]} {'die' if named[0] == '1' else 'dice'} against {named[1]}"
    elif steps.kind == BattleKind.SPOILS_OF_WAR:
        words = listed(named)
    else:
        words = f"{listed(named[:-1])} against {named[-1]}"
    gone = [a.name for a, name in zip(steps.armies, roll.rolls, strict=True) if name is None]
    return f"{words} ({listed(gone)} gone)" if gone else words


def _rolls(steps: Explanation) -> list[str | Formula | Lines]:
    parts: list[str | Formula | Lines] = []
    for roll in steps.rounds[:MOST_PATTERNS]:
        lines = [f"{_dice_in_words(steps, roll)}: the dice can fall in {roll.ways:,} ways."]
        for losses, ways in roll.losses:
            costs = [
                f"{army.name} loses {lost}"
                for army, lost in zip(steps.armies, losses, strict=True)
                if lost
            ]
            cost = listed(costs) if costs else "nobody loses anything, so all roll again"
            lines.append(f"  {ways:>{len(f'{roll.ways:,}')},} ways: {cost}")
        if roll.unchanged:
            lines.append(f"  So {roll.ways - roll.unchanged:,} ways count.")
        parts.append(tuple(lines))
    if len(steps.rounds) > MOST_PATTERNS:
        parts.append(f"So on, for {len(steps.rounds)} kinds of roll in all.")
    if not steps.all_rounds:
        parts.append("There are more kinds of roll than are listed here.")
    return parts


_LEFT_OUT = (
    "The whole chain is too long to be written down: here are states next to the end and next to"
    " the start. Between them every state follows from smaller ones by the lines above."
)


def _school(steps: Explanation) -> tuple[Section, ...]:
    letters = ", ".join(army.letter for army in steps.armies)
    meaning = f"f({letters})"
    meant = "; ".join(f"{army.letter}: {army.name}" for army in steps.armies)
    sentences = (
        f"{meaning} is the chance that {_winner(steps)} wins when so many are left ({meant}).",
        "Where only that side has armies left it is 1; where it has none it is 0.",
        *(("Where the attack is called off it is 0 too: not taken.",) if steps.stops else ()),
        "Everywhere else one roll is made, and each result leads on to a smaller battle: multiply"
        " how probable the result is by the chance from there on, and add up." + _truncation(steps),
    )
    patterns = (pattern(steps, roll) for roll in steps.rounds[:MOST_PATTERNS])
    recursion = Section("The idea", (*sentences, *patterns))
    worked = [_worked(step) for step in steps.states]
    if steps.all_states:
        backwards = Section("Roll after roll, from the end backwards", tuple(worked))
        parts: list[Section] = [recursion, backwards]
        branches = tree(steps)
        if branches:
            parts.append(Section("The same as a tree", (branches,)))
        return (*parts, _sum(steps))
    return (
        recursion,
        Section(
            "Roll after roll, from the end backwards",
            (_LEFT_OUT, *worked),
        ),
        Section("The result", (result(steps),)),
    )


def _truncation(steps: Explanation) -> str:
    most = max(lost for roll in steps.rounds for losses, _ in roll.losses for lost in losses)
    return " A number that would fall below 0 is 0." if most > 1 else ""


def _latex_letter(letter: str) -> str:
    return letter if len(letter) == 1 else f"{letter[0]}_{{{letter[1:]}}}"


def pattern(steps: Explanation, roll: RoundStep) -> Formula:
    """Return the recurrence of all states in which this round is fought."""
    sizes = [
        (0, 0) if name is None else _sizes(army, name)
        for army, name in zip(steps.armies, roll.rolls, strict=True)
    ]
    text, latex = [], []
    for losses, ways in roll.losses:
        if any(losses):
            text.append(f"{ways} {_f_of(steps, sizes, losses)}")
            latex.append(f"{ways}\\,{_f_of(steps, sizes, losses, latex=True)}")
    still = (0,) * len(sizes)
    whole = roll.ways - roll.unchanged
    return Formula(
        f"{_f_of(steps, sizes, still)} = [{' + '.join(text)}] / {whole}",
        f"{_f_of(steps, sizes, still, latex=True)} = \\frac{{{' + '.join(latex)}}}{{{whole}}}",
    ) + _where(steps, sizes)


Sizes = tuple[int, int | None]
"""The smallest and the largest size of an army, None if it has no largest."""


def _sizes(army: ArmyStep, name: str) -> Sizes:
    """Return at which sizes an army rolls the dice of that name."""
    starts = [start for start, _ in army.dice]
    place = [die for _, die in army.dice].index(name)
    is_last = place + 1 == len(starts) or starts[place + 1] > army.force
    return starts[place], None if is_last else starts[place + 1] - 1


def _f_of(
    steps: Explanation, sizes: Sequence[Sizes], losses: Losses, *, latex: bool = False
) -> str:
    """Return f of the sizes minus the losses, a number where there is only one size."""
    arguments = []
    for army, (low, high), lost in zip(steps.armies, sizes, losses, strict=True):
        letter = _latex_letter(army.letter) if latex else army.letter
        if low == high:
            arguments.append(str(max(0, low - lost)))
        else:
            arguments.append(f"{letter} - {lost}" if lost else letter)
    return f"f({', '.join(arguments)})"


def _where(steps: Explanation, sizes: Sequence[Sizes]) -> Formula:
    """Return the sizes at which the armies roll these dice."""
    text, latex = [], []
    for army, (low, high) in zip(steps.armies, sizes, strict=True):
        letter = _latex_letter(army.letter)
        if high is None:
            text.append(f"{army.letter} >= {low}")
            latex.append(f"{letter} \\ge {low}")
        elif low < high:
            text.append(f"{low} <= {army.letter} <= {high}")
            latex.append(f"{low} \\le {letter} \\le {high}")
    if not text:
        return Formula("", "")
    return Formula(f"   for {', '.join(text)}", " \\quad \\text{for } " + ",\\ ".join(latex))


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


def _end_in_words(steps: Explanation, state: State) -> str:
    if state in steps.stops:
        return "  called off"
    return "  won" if steps.wins(state) else "  lost"


def tree(steps: Explanation) -> tuple[str, ...]:
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
            end = "" if after in chain else _end_in_words(steps, after)
            lines.append(f"{indent}{'`-' if last else '|-'} {ways}/{whole} -> {_state(after)}{end}")
            grow(after, indent + ("   " if last else "|  "))

    grow(steps.start, "")
    return tuple(lines) if len(lines) <= _MOST_BRANCHES else ()
