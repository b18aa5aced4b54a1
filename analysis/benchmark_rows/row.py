"""A row of the benchmark, and the usual ways to measure one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from analysis.measuring import Measured, empty_caches, peak_megabytes, ratio, wait

Sizes = tuple[int, ...]
"""The forces of a battle; what each stands for, its row says."""

ERROR = "relative error"


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
    on_request : bool
        Whether it is measured only when it is asked for by its name.
    """

    name: str
    what: str
    how: Callable[[Sizes, int], Measured | None]
    limit: float
    unit: str
    sizes: Sizes = ()
    quick_sizes: Sizes = ()
    on_request: bool = False


def in_cal(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:
    """Measure it against the cal, for somebody who has asked for it before."""
    return ratio(partial(work, sizes), tries=tries)


def in_cal_cold(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:
    """Measure it against the cal, for somebody who asks for this first of all."""
    return ratio(partial(work, sizes), tries=tries, before=empty_caches)


def in_seconds(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:
    """Measure it for somebody who asks for this first of all."""
    return wait(partial(work, sizes), tries=max(1, tries // 7), before=empty_caches)


def in_megabytes(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:  # noqa: ARG001
    """Measure the most memory that it holds at once."""
    return peak_megabytes(partial(work, sizes))
