"""What people wait for on the pages: in a real Chromium, and a class at once.

On request only: a server is started for each, and most need a Chromium. Seen alone, with a
worst case beside each median: ``python -m analysis.page_speed`` and ``analysis.class_load``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from statistics import median

from analysis import class_load, page_speed
from analysis.benchmark_rows.row import Row, Sizes
from analysis.measuring import Measured
from analysis.served import find_chromium


def _page(sizes: Sizes, tries: int, *, row: page_speed.Row) -> Measured | None:  # noqa: ARG001
    if find_chromium() is None or find_spec("playwright") is None:
        return None
    from playwright.sync_api import TimeoutError as NeverCame

    try:
        ((_, waits),) = page_speed.measure([row], min(tries, page_speed.TRIES))
    except NeverCame:
        # At least so long: one page on a busy machine must not end the run of all rows.
        return Measured(page_speed.PATIENCE)
    return Measured.median_of(waits)


@cache
def _class(people: int, seconds: int) -> class_load.Load:
    """Return what one class came to: three rows tell of it."""
    return class_load.measure(people, seconds)


def _class_median(sizes: Sizes, tries: int) -> Measured | None:  # noqa: ARG001
    if find_spec("websockets") is None:
        return None
    waits = _class(*sizes).waits
    return Measured(median(waits)) if waits else None


def _class_errors(sizes: Sizes, tries: int) -> Measured | None:  # noqa: ARG001
    return None if find_spec("websockets") is None else Measured(len(_class(*sizes).errors))


def _class_memory(sizes: Sizes, tries: int) -> Measured | None:  # noqa: ARG001
    if find_spec("websockets") is None or not _class(*sizes).memory:
        return None
    return Measured(_class(*sizes).growth)


_PEOPLE = "{} people who each change a number on Quick odds once a second, for {} s"


def _class_row(
    name: str, what: str, how: Callable[[Sizes, int], Measured | None], limit: float, unit: str
) -> Row:
    sizes = class_load.PEOPLE, class_load.SECONDS
    return Row(name, f"{_PEOPLE}: {what}", how, limit, unit, sizes, (2, 2), on_request=True)


ROWS = (
    *(
        Row(f"page-{row.name}", row.what, partial(_page, row=row), row.limit, "ms", on_request=True)
        for row in page_speed.ROWS
    ),
    _class_row(
        "page-class-median", "to the new number", _class_median, class_load.MEDIAN_LIMIT, "ms"
    ),
    _class_row("page-class-errors", "what went wrong", _class_errors, 0, "errors"),
    _class_row(
        "page-class-memory",
        "growth of the server in its second half",
        _class_memory,
        class_load.GROWTH_LIMIT,
        "%",
    ),
)
