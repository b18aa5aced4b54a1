"""An attack plan in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddsapp.odds.planning.problem import Goal
from oddsapp.wording import between, counted, listed, percent

if TYPE_CHECKING:
    from oddsapp.odds.planning.fight import DiceAdvice
    from oddsapp.odds.planning.plan import AttackPlan
    from oddsapp.odds.planning.step import Step


def plan_text(plan: AttackPlan) -> str:
    """Return the plan as lines: what it is worth, its steps, how good it is."""
    lines = [worth_text(plan)]
    lines += [f"{number}. {step_text(step)}" for number, step in enumerate(plan.steps, start=1)]
    lines.append(plan.verdict)
    return "\n".join(lines)


def worth_text(plan: AttackPlan) -> str:
    """Return what the plan is worth, as a sentence."""
    problem = plan.problem
    if problem.goal is Goal.TERRITORIES:
        whole = counted(len(problem.targets), "territory", "territories")
        return f"{float(plan.value):.3f} of {whole} taken on average"
    return f"{percent(plan.value)}: {success_text(plan)}"


def success_text(plan: AttackPlan) -> str:
    """Return what has to happen for the plan to succeed."""
    problem = plan.problem
    names = list(problem.targets)
    everything = f"all {len(names)}" if len(names) > 2 else "both"
    text = f"{names[0]} is" if len(names) == 1 else f"{everything} territories are"
    text += " taken"
    if problem.leave:
        kept = [f"{fewest} on {name}" for name, fewest in problem.leave.items()]
        text += f", with at least {listed(kept)} at the end"
    return text


def step_text(step: Step) -> str:
    """Return one attack as a sentence or two."""
    text = (
        f"{step.origin} ({step.armies}) attacks {step.target} ({step.defenders}),"
        f" {percent(step.win)}; with {step.left} left, {step.moved} move in and"
        f" {step.stays} stay{'s' if step.stays == 1 else ''}."
    )
    if step.fewer_dice:
        text += f" {dice_text(step.fewer_dice)}"
    return text


def dice_text(advice: tuple[DiceAdvice, ...]) -> str:
    """Return where to roll fewer dice than allowed, so that fewer armies have to move in.

    Examples
    --------
    >>> from oddsapp.odds.planning.fight import DiceAdvice
    >>> dice_text((DiceAdvice(5, 2, 2), DiceAdvice(5, 1, 1), DiceAdvice(6, 1, 1)))
    'Roll fewer dice: 1 with 5 to 6 armies against 1, 2 with 5 armies against 2.'
    """
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for one in sorted(advice, key=lambda a: (a.defenders, a.dice, a.armies)):
        runs = groups.setdefault((one.defenders, one.dice), [])
        if runs and runs[-1][1] == one.armies - 1:
            runs[-1] = runs[-1][0], one.armies
        else:
            runs.append((one.armies, one.armies))
    places = [
        f"{dice} with {listed([between(*run) for run in runs])} armies against {defenders}"
        for (defenders, dice), runs in groups.items()
    ]
    return f"Roll fewer dice: {', '.join(places)}."
