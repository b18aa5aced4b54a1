"""What the solvers must reach in time, memory and error, measured in one run.

``python -m analysis.benchmark`` prints every row but those on request; with names, the rows
whose names begin with them. ``--quick`` runs the same code at small sizes, ``--json`` prints
for machines, ``--check`` exits with 1 if a row is over its limit or cannot be measured.
``--compare`` times the same battles in other dice libraries instead, those that are installed,
and says which are not; with ``--check`` it exits with 1 if one of them gives another answer.

Times are ratios within this run, or seconds of the processor (see `analysis.measuring`),
medians of several tries. On a busy machine they still scatter: the noise column is the
distance between the quartiles as a share of the median, and a figure near its limit should
be measured again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from analysis import comparison
from analysis.benchmark_rows import ERROR, ROWS, Row
from analysis.measuring import Measured, cal, seconds
from analysis.peers import find_peers

TRIES, QUICK_TRIES = 21, 2


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


def measure(row: Row, *, quick: bool = False) -> Result:
    """Measure one row.

    Quick sizes are not those of the limits, so then only errors, for which there is no
    size that excuses them, are judged.
    """
    sizes = row.quick_sizes if quick else row.sizes
    found = row.how(sizes, QUICK_TRIES if quick else TRIES)
    if found is None:
        verdict = "not there"
    elif quick and row.unit != ERROR:
        verdict = "small"
    else:
        verdict = "ok" if found.value <= row.limit else "OVER"
    return Result(
        name=row.name,
        what=row.what.format(*(f"{size:,}" for size in sizes)),
        measured=None if found is None else found.value,
        limit=row.limit,
        unit=row.unit,
        noise=None if found is None else found.noise,
        verdict=verdict,
    )


def chosen(names: Sequence[str]) -> list[Row]:
    """Return the rows whose names begin with one of these; without any all but those on request.

    Raises
    ------
    ValueError
        If there is no row of a name.

    Examples
    --------
    >>> [row.name for row in chosen(["mass"])]
    ['mass-7x100', 'mass-7x100-cold']
    """
    for name in names:
        if not any(row.name.startswith(name) for row in ROWS):
            known = ", ".join(row.name for row in ROWS)
            raise ValueError(f"no row is called {name!r}; there are {known}")
    return [
        row for row in ROWS if (row.name.startswith(tuple(names)) if names else not row.on_request)
    ]


def _cal_milliseconds() -> float:
    return Measured.median_of([1000 * seconds(cal) for _ in range(5)]).value


def _table(results: Iterator[Result]) -> Iterator[str]:
    """Yield the lines of the table, each as soon as it is measured."""
    names = max(len(row.name) for row in ROWS)
    yield f"{'':{names}}  {'measured':>9}  {'at most':>9}  {'noise':>5}  {'':9}  unit, what"
    for result in results:
        measured = "–" if result.measured is None else f"{result.measured:.3g}"
        noise = "" if result.noise is None else f"{result.noise:.0%}"
        yield (
            f"{result.name:{names}}  {measured:>9}  {result.limit:>9.3g}  {noise:>5}"
            f"  {result.verdict:9}  {result.unit}: {result.what}"
        )


def _measure_rows(rows: Sequence[Row], *, quick: bool, as_json: bool) -> bool:
    """Measure and print; return whether every limit is reached."""
    results: list[Result] = []

    def measured() -> Iterator[Result]:
        for row in rows:
            results.append(measure(row, quick=quick))
            yield results[-1]

    before = _cal_milliseconds()
    for line in _table(measured()):
        if not as_json:
            print(line, flush=True)
    after = _cal_milliseconds()
    if as_json:
        document = {
            "python": sys.version.split()[0],
            "cal_ms": [before, after],
            "quick": quick,
            "rows": [asdict(result) for result in results],
        }
        print(json.dumps(document, indent=2))
    else:
        print(f"1 cal = {before:.2f} ms at the start, {after:.2f} ms at the end of this run")
    return not any(result.verdict in {"OVER", "not there"} for result in results)


def _compare(*, quick: bool, as_json: bool) -> bool:
    """Compare with the peers that are there, and print; return whether all answers agree."""
    peers, absent = find_peers()
    if as_json:
        found = list(comparison.compared(peers, quick=quick))
        document = {
            "python": sys.version.split()[0],
            "peers": {peer.name: peer.version for peer in peers},
            "absent": absent,
            "quick": quick,
            "rows": [asdict(row) for row in found],
        }
        print(json.dumps(document, indent=2))
        return all(row.agrees for row in found)
    for line in comparison.who_is_there(peers, absent):
        print(line)
    agree = True

    def watched() -> Iterator[comparison.Compared]:
        nonlocal agree
        for row in comparison.compared(peers, quick=quick):
            agree &= row.agrees
            yield row

    if peers:
        for line in comparison.table(watched()):
            print(line, flush=True)
    return agree


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m analysis.benchmark", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="rows that begin with it")
    parser.add_argument("--quick", action="store_true", help="the same code at small sizes")
    parser.add_argument("--compare", action="store_true", help="with other dice libraries")
    parser.add_argument("--json", action="store_true", help="print a JSON document")
    parser.add_argument("--check", action="store_true", help="exit with 1 unless all is reached")
    options = parser.parse_args(arguments)
    try:
        rows = chosen(options.names)
    except ValueError as unknown:
        parser.error(str(unknown))
    if options.compare and options.names:
        parser.error("--compare has battles of its own: leave the names of rows out")
    if options.compare:
        passed = _compare(quick=options.quick, as_json=options.json)
    else:
        passed = _measure_rows(rows, quick=options.quick, as_json=options.json)
    return int(options.check and not passed)


if __name__ == "__main__":
    sys.exit(main())
