"""The class experiment: counted rolls against the right model and the published wrong one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from oddsapp.luck.two_models import (
    Model,
    ModelComparison,
    compare_models,
    independent_model,
    power,
    printed_model,
    right_model,
    roll_by_roll,
    rolls_needed,
)
from oddsapp.rules import RankedDice
from oddsapp.ui.learn.parts import Cell, Table
from oddsapp.ui.learn.walk import told
from oddsapp.wording import short_percent

MOST_ROLLS = 1000
"""The most rolls that a class counts here."""

ROLLS = {"3v2": (3, 2), "2v2": (2, 2)}
"""The rolls for which wrong chances were printed."""

WRONG_MODELS = {
    "printed": "as printed in 1997",
    "multiplied": "pairs multiplied",
}

LEVEL, POWER = 0.05, 0.9
"""How often a class may be wrong about the wrong model, and how often it is to find it out."""

ODD = 0.001
"""Counts that are less probable under the right model, alone, are looked at again."""

Counted = tuple[int, ...]


@dataclass(frozen=True)
class Planned:
    """How many rolls a class needs, and what fewer are worth.

    Parameters
    ----------
    needed : int
        Refutes the wrong model with probability `POWER`.
    powers : tuple of (int, float)
        Numbers of rolls with the probability that they refute it.
    """

    needed: int
    powers: tuple[tuple[int, float], ...]


@lru_cache(maxsize=8)
def models(roll: str, wrong: str) -> tuple[Model, Model]:
    """Return the right model of a roll, and the wrong one."""
    rules, dice = RankedDice(), ROLLS[roll]
    other = printed_model(dice) if wrong == "printed" else independent_model(rules, dice)
    return right_model(rules, dice), other


def results(roll: str) -> tuple[tuple[int, int], ...]:
    """Return the results that are counted, best for the attacker first.

    >>> results("3v2")
    ((0, 2), (1, 1), (2, 0))
    """
    return tuple(sorted(right_model(RankedDice(), ROLLS[roll])))


@lru_cache(maxsize=256)
def simulated(roll: str, rolls: int, seed: int) -> Counted:
    """Return the counts of rolls made here: the same for the same seed.

    >>> sum(simulated("3v2", 60, 5)), simulated("3v2", 60, 5) == simulated("3v2", 60, 5)
    (60, True)
    """
    import numpy as np

    counts = roll_by_roll(RankedDice(), ROLLS[roll], rolls, np.random.default_rng(seed))
    return tuple(counts[losses] for losses in results(roll))


@lru_cache(maxsize=256)
def comparison(roll: str, wrong: str, counts: Counted) -> ModelComparison:
    """Return what counts say about the right and the wrong model."""
    seen = dict(zip(results(roll), counts, strict=True))
    return compare_models(seen, *models(roll, wrong))


@lru_cache(maxsize=8)
def planned(roll: str, wrong: str) -> Planned:
    """Return how many rolls a class needs to refute the wrong model.

    >>> told = planned("3v2", "printed")
    >>> told.needed, [rolls for rolls, _ in told.powers]
    (72, [18, 36, 72, 144])
    """
    right, other = models(roll, wrong)
    needed = rolls_needed(other, right, level=LEVEL, least_power=POWER)
    numbers = sorted({max(1, needed // 4), max(1, needed // 2), needed, 2 * needed})
    return Planned(needed, tuple((n, power(n, other, right, LEVEL)) for n in numbers))


def dice_check(found: ModelComparison) -> str | None:
    """Return a warning where counts would hardly come even under the right model.

    Examples
    --------
    >>> dice_check(comparison("3v2", "printed", (40, 33, 27))) is None
    True
    >>> dice_check(comparison("3v2", "printed", (90, 5, 5)))[:45]
    'Counts as odd as these hardly come with fair '
    """
    if found.fits[0] > ODD:
        return None
    return (
        "Counts as odd as these hardly come with fair dice, whatever the other model says. Look at"
        " the dice, and at how they were counted."
    )


def counts_table(roll: str, wrong: str, counts: Counted) -> Table:
    """Return counts beside what the two models expect of so many rolls."""
    right, other = models(roll, wrong)
    rolls = sum(counts)
    rows: list[tuple[str, tuple[Cell, ...]]] = [
        (
            told(losses).capitalize(),
            (
                count,
                f"{float(right[losses] * rolls):.1f}",
                f"{float(other[losses] * rolls):.1f}",
            ),
        )
        for losses, count in zip(results(roll), counts, strict=True)
    ]
    return Table(
        f"{rolls} rolls of {ROLLS[roll][0]} dice against {ROLLS[roll][1]}",
        ("Result", "Seen", "Right model", "Wrong model"),
        tuple(rows),
    )


def ratio_in_words(found: ModelComparison) -> str:
    """Return which model the counts speak for, and how strongly.

    Examples
    --------
    >>> ratio_in_words(comparison("3v2", "printed", (40, 33, 27)))
    'These counts are 838 times as probable under the right model as under the wrong one.'
    """
    better, other = ("right", "wrong") if found.log_ratio >= 0 else ("wrong", "right")
    times = abs(found.log_ratio)
    if times < math.log(1.05):
        return "These counts are about as probable under either model."
    size = f"{math.exp(times):,.0f}" if times < math.log(1e6) else f"10^{times / math.log(10):.0f}"
    if times < math.log(10):
        size = f"{math.exp(times):.1f}"
    return (
        f"These counts are {size} times as probable under the {better} model as under the"
        f" {other} one."
    )


def verdict(found: ModelComparison) -> str:
    """Return what the exact tests of the two models against each other come to.

    Examples
    --------
    >>> verdict(comparison("3v2", "printed", (40, 33, 27)))[:65]
    'The wrong model is refuted: if it were true, counts that speak as'
    >>> verdict(comparison("3v2", "printed", (1, 1, 1)))[:53]
    'Not decided, roll on: if the wrong model were true, c'
    >>> verdict(comparison("3v2", "printed", (155, 212, 133)))[:25]
    'Neither model fits: if th'
    """
    right, wrong = found.p_values
    often = "counts that speak as much against it as these would come in"
    if right <= LEVEL and wrong <= LEVEL:
        return (
            f"Neither model fits: if the right one were true, {often} {short_percent(right)} of"
            f" classes, if the wrong one were, in {short_percent(wrong)}. Look at the dice, and at"
            " how they were counted."
        )
    if right <= LEVEL:
        return (
            "These counts speak against the right model, as those of a few classes do by chance:"
            f" it is true, and {often} {short_percent(right)} of classes. Roll on."
        )
    told = f"{often} {short_percent(wrong)} of classes."
    if wrong <= LEVEL:
        return f"The wrong model is refuted: if it were true, {told}"
    return f"Not decided, roll on: if the wrong model were true, {told}"


def tests_table(found: ModelComparison) -> Table:
    """Return the p-values of both tests of both models."""
    return Table(
        "Exact tests: how probable are counts at least as bad for the model?",
        ("Test", "Right model", "Wrong model"),
        (
            ("Against the other model", tuple(_p_text(p) for p in found.p_values)),
            ("The model alone", tuple(_p_text(p) for p in found.fits)),
        ),
    )


def power_table(plan: Planned) -> Table:
    """Return how probably so many rolls refute the wrong model."""
    return Table(
        f"How probably is the wrong model found out, at a level of {LEVEL:.0%}?",
        ("Rolls", "Probability"),
        tuple((str(rolls), (short_percent(chance),)) for rolls, chance in plan.powers),
    )


def _p_text(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else "below 0.0001"


def plan_in_words(plan: Planned) -> str:
    """Return how many rolls a class needs.

    Examples
    --------
    >>> plan_in_words(planned("3v2", "printed"))[:34]
    'With 72 rolls, 90% of classes find'
    """
    return (
        f"With {plan.needed} rolls, {POWER:.0%} of classes find the wrong model out. They use the"
        f" test that compares both models, at a level of {LEVEL:.0%}: were the wrong model true, at"
        f" most {LEVEL:.0%} of classes would say that it is wrong."
    )
