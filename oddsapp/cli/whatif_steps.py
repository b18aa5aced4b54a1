"""How ``oddsapp whatif`` prints the steps of a plan: what becomes of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsapp.cli.forecast_tables import CHANCE, interval_cell, percent_cell
from oddsapp.cli.output import LINE, paragraph

if TYPE_CHECKING:
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast, PlannedStep

_DEEPEST = 24
"""The most blanks in front of a step; a plan that is nested deeper still fits a terminal."""

_SKIPPED = {
    "C-1": "not one's own, or 1 army only",
    "C-5": "no more armies than it stops at",
    "K-2": "no such set in the hand",
    "K-9": "a set must be traded first",
    "K-10": "no trade now",
    "K-11": "no trade now",
    "T-1": "too late in the turn",
    "T-4": "not one's own, or no army to place",
    "T-5": "no room there",
    "T-6": "no way there, or no army that may go",
    "V-3": "a mission is fulfilled already, which is shown before the dice are rolled",
}
"""Why a step is skipped, by the rule that it met."""


def steps_part(found: PlanForecast) -> str:
    """Return the plan as it is written, with what becomes of each step."""
    if not found.steps:
        return paragraph("The plan has no steps: the turn ends at once.")
    from oddsapp.whatif.plans.plan_text import INDENT, plan_lines

    width = max(4, *(len(str(step.line)) for step in found.steps))
    lines = [f"  {'line':<{width}}  step{'reached':>{LINE - width - 8}}"]
    over_early = any(player.wins for player in found.players)
    for text, number in plan_lines(found.plan):
        depth = (len(text) - len(text.lstrip())) // len(INDENT)
        indent = " " * min(_DEEPEST, 2 * depth)
        if number is None:
            lines.append(f"  {'':<{width}}  {indent}{text.strip()}")
            continue
        step = found.steps[number]
        # Rounded numbers cannot say that a step outside all branches is reached for certain.
        is_certain = depth == 0 and not over_early and not found.is_sampled
        reached = chance_text(found, 1 if is_certain else step.reached)
        lines += _row(f"{step.line:>{width}}", indent + text.strip(), reached)
        came_to = _came_to(found, step)
        if came_to:
            lines.append(paragraph(came_to, " " * (width + 6) + indent))
    return "\n".join([*lines, *_why_skipped(found)])


def _row(line: str, text: str, reached: str) -> list[str]:
    """Return a step on one line, or on several if it is long, with the number at the end."""
    import textwrap

    room = LINE - len(line) - 4 - 2 - max(CHANCE, len(reached))
    indent = " " * (len(text) - len(text.lstrip()))
    parts = textwrap.wrap(text, room, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
    first, *others = parts
    gap = LINE - len(line) - 4 - len(first)
    return [
        f"  {line}  {first}{reached:>{gap}}",
        *(f"  {'':<{len(line)}}  {other}" for other in others),
    ]


def _came_to(found: PlanForecast, step: PlannedStep) -> str:
    """Return what becomes of a step: nothing to say of one that is simply done."""
    kinds: list[tuple[str, Any]] = []
    if step.text.startswith("attack "):
        if step.done:
            kinds.append(("taken", step.taken))
        kinds += [
            (word, chance)
            for word, chance in (
                ("stopped", step.stopped),
                ("wiped out", step.beaten),
                ("one's own already", step.held),
            )
            if chance
        ]
    elif step.skipped and step.done:
        kinds.append(("done", step.done))
    parts = [f"{word} {chance_text(found, chance)}" for word, chance in kinds]
    skipped = [
        f"{chance_text(found, chance)}\N{NO-BREAK SPACE}[{rule}]"
        for rule, chance in sorted(step.skipped.items(), key=lambda item: -item[1])
        if chance
    ]
    if skipped:
        parts.append(f"skipped {', '.join(skipped)}")
    return ", ".join(parts)


def _why_skipped(found: PlanForecast) -> list[str]:
    """Return what the rules say that steps are skipped by."""
    rules = {rule for step in found.steps for rule, chance in step.skipped.items() if chance}
    if not rules:
        return []
    reasons = [
        f"[{rule}] {_SKIPPED.get(rule, 'against this rule by then')}" for rule in sorted(rules)
    ]
    return [paragraph(f"(skipped by rule: {'; '.join(reasons)})")]


def chance_text(found: PlanForecast, probability: Any) -> str:
    """Return a probability, with its interval if it was sampled."""
    text = percent_cell(found, probability)
    if not found.is_sampled:
        return text
    return f"{text} ({interval_cell(*found.interval(probability))})"
