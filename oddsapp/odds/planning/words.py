"""An attack plan in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddsapp.odds.planning.problem import Goal

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
    value, count = float(plan.value), len(problem.targets)
    if problem.goal is Goal.TERRITORIES:
        return f"{value:.3f} of {count} territories are taken on average."
    everything = next(iter(problem.targets)) if count == 1 else f"all {count} territories"
    held = ""
    if problem.leave:
        each = ", ".join(f"{n} on {name}" for name, n in problem.leave.items())
        held = f" with at least {each} left"
    return f"{value:.2%}: {everything} taken{held}."


def step_text(step: Step) -> str:
    """Return one attack as a sentence or two."""
    text = (
        f"{step.origin} ({step.armies}) attacks {step.target} ({step.defenders}),"
        f" {step.win:.1%}; with {step.left} left, {step.moved} move in and"
        f" {step.stays} stay{'s' if step.stays == 1 else ''}."
    )
    if step.fewer_dice:
        text += f" {dice_text(step.fewer_dice)}"
    return text


def dice_text(advice: tuple[DiceAdvice, ...]) -> str:
    """Return where to roll fewer dice."""
    places = [f"{a.dice} at {a.armies} against {a.defenders}" for a in advice[:6]]
    more = f", and {len(advice) - 6} more" if len(advice) > 6 else ""
    return f"Roll fewer dice: {', '.join(places)}{more}."
