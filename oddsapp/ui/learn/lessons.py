"""Which lesson a step shows: one pure function from the state of the page to its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from oddsapp.ui.learn import chain_steps, dice, recursion
from oddsapp.ui.learn.dependent import dependent
from oddsapp.ui.learn.large import large
from oddsapp.ui.learn.parts import Part
from oddsapp.ui.learn.spikes import spikes
from oddsapp.ui.learn.walk import Thrown, throw

MATRICES = {"chain": ("Q", "R"), "fundamental": ("N",), "absorption": ("B",)}
"""The matrices that a step offers to copy."""

_SEED = 5
"""Of the roll that is shown as an example."""

_BEFORE: dict[str, tuple[Part, ...]] = {
    "walk": (
        (
            "Go through the battle roll by roll. Roll the dice, or choose how a roll ends. The page"
            " says exactly what may follow."
        ),
    ),
    "exercises": (
        (
            "Type a fraction, a decimal or a percentage. A wrong answer is held against known"
            " mistakes, and the one that fits is named."
        ),
    ),
    "experiment": (
        (
            "Which is right: the chances on these pages, or the ones that were printed? Dice"
            " decide. Let every group of the class roll and count how the rolls end, and add the"
            " counts up."
        ),
    ),
}


@dataclass(frozen=True)
class Asked:
    """What a lesson depends on besides its step."""

    force: int
    defenders: int
    hidden: bool
    university: bool


_LESSONS: Mapping[str, Callable[[Asked], tuple[Part, ...]]] = {
    "die": lambda _: dice.one_die(),
    "highest": lambda _: dice.highest(),
    "pairs": lambda _: dice.pairs(_example()),
    "tree": lambda _: recursion.trees(),
    "own": lambda of: recursion.own(of.force, of.defenders, hidden=of.hidden),
    "roll": lambda _: chain_steps.roll_in_sides(),
    "chain": lambda of: chain_steps.chain(of.force, of.defenders),
    "fundamental": lambda of: chain_steps.fundamental(of.force, of.defenders, hidden=of.hidden),
    "absorption": lambda of: chain_steps.absorption(of.force, of.defenders, hidden=of.hidden),
    "time": lambda of: chain_steps.time(of.force, of.defenders, hidden=of.hidden),
    "dependent": lambda of: dependent(
        of.force, of.defenders, hidden=of.hidden, university=of.university
    ),
    "spikes": lambda of: spikes(of.force, of.defenders, hidden=of.hidden),
    "large": lambda of: large(
        university=of.university,
        kept_back=of.force if of.hidden and of.force == of.defenders else None,
    ),
    "walk": lambda _: _BEFORE["walk"],
    "exercises": lambda _: _BEFORE["exercises"],
    "experiment": lambda _: _BEFORE["experiment"],
}


@lru_cache(maxsize=128)
def lesson(route: str, step: str, force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return what a step says.

    Parameters
    ----------
    route, step : str
        As in `oddsapp.ui.learn.state.STEPS`.
    force, defenders : int
        The reader's battle.
    hidden : bool
        Whether answers are kept back.

    Examples
    --------
    >>> len(lesson("school", "die", 3, 2, hidden=False)) > 3
    True
    """
    return _LESSONS[step](Asked(force, defenders, hidden, route == "university"))


def _example() -> Thrown:
    import numpy as np

    return throw(3, 2, np.random.default_rng(_SEED))
