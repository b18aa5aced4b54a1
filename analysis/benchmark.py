"""What the solvers must reach in time, memory and error, measured in one run.

``python -m analysis.benchmark`` prints every row; with names, the rows whose names begin
with them. ``--quick`` runs the same code at small sizes, ``--json`` prints for machines,
``--check`` exits with 1 if a row is over its limit or cannot be measured.

Times are ratios within this run (see `analysis.measuring`), medians of several tries. On
a busy machine they still scatter: the noise column is the distance between the quartiles
as a share of the median, and a figure near its limit should be measured again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib.util import find_spec
from math import isclose

import oddsapp
from analysis.float_error import classic_battles, risk2_battles, worst_error
from analysis.measuring import (
    Measured,
    cal,
    empty_caches,
    peak_megabytes,
    ratio,
    run_python,
    seconds,
    wait,
)
from analysis.textbook import end_probabilities, visit_probabilities

Sizes = tuple[int, ...]
"""The forces of a battle; what each stands for, its row says."""

TRIES, QUICK_TRIES = 21, 3


@dataclass(frozen=True)
class Row:
    """One thing that is measured, and what it may cost at most.

    Parameters
    ----------
    name : str
        To ask for it by.
    what : str
        In words, with ``{}`` for each of the sizes.
    how : callable
        Measures it for the sizes with that many tries; None if it is not there.
    limit : float
        For the full sizes.
    unit : str
    sizes, quick_sizes : tuple of int
    """

    name: str
    what: str
    how: Callable[[Sizes, int], Measured | None]
    limit: float
    unit: str
    sizes: Sizes = ()
    quick_sizes: Sizes = ()


@dataclass(frozen=True)
class Result:
    """What a row came to."""

    name: str
    what: str
    measured: float | None
    limit: float
    unit: str
    noise: float | None
    verdict: str


# --- how each thing is measured -------------------------------------------------------


def _classic(sizes: Sizes, *, exact: bool = False) -> oddsapp.odds.outcome.AttackOutcome:
    force, defenders = sizes
    return oddsapp.battle(force=force, defenders=defenders, exact=exact)
