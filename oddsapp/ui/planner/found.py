"""The best plan in reach, as attacks to take over and as sentences to show."""

from __future__ import annotations

from dataclasses import dataclass

from oddsapp.odds.planning.words import dice_text
from oddsapp.ui.planner.draft import Attack, Draft
from oddsapp.ui.planner.odds import best_plan
from oddsapp.wording import all_territories, short_percent

AIM_TAPPED = "The territories tapped"


@dataclass(frozen=True)
class Found:
    """What a search has found.

    Parameters
    ----------
    attacks : tuple of Attack
    lines : tuple of str
        What it is worth, and how good it is.
    held : tuple
        What stood on the board.
    rules : str
    """

    attacks: tuple[Attack, ...]
    lines: tuple[str, ...]
    held: tuple[object, ...]
    rules: str

    def fits(self, draft: Draft, rules: str) -> bool:
        """Whether a draft is still the one that was found."""
        return (self.attacks, self.held, self.rules) == (draft.attacks, draft.held, rules)


def aims(draft: Draft) -> dict[str, tuple[str, ...]]:
    """Return what can be asked for: each continent, and the territories tapped.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty
    >>> list(aims(empty("classic")))[:2]
    ['North America (+5)', 'South America (+2)']
    """
    continents = {f"{each.name} (+{each.bonus})": each.territories for each in draft.map.continents}
    return {**continents, AIM_TAPPED: draft.targets}


def find(draft: Draft, aim: tuple[str, ...], rules: str, seconds: float) -> Found:
    """Return the best plan to take territories.

    Raises
    ------
    InvalidInput
        See `best_plan`.
    """
    plan = best_plan(draft, aim, rules, seconds)
    aimed = all_territories(len(plan.problem.targets))
    worth = f"{short_percent(plan.value)} to take {aimed} if you decide after each conquest how"
    lines = [f"{worth} many move in; the odds above keep to the numbers that stay.", plan.verdict]
    lines += [
        f"Attack {number}: {dice_text(step.fewer_dice)}"
        for number, step in enumerate(plan.steps, start=1)
        if step.fewer_dice
    ]
    attacks = tuple(Attack(step.origin, step.target, max(1, step.stays)) for step in plan.steps)
    return Found(attacks, tuple(lines), draft.held, rules)
