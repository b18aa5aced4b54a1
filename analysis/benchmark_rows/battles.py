"""Single battles: classic, RISK II, and a whole command."""

from __future__ import annotations

import json
from functools import cache, partial
from importlib.util import find_spec
from math import isclose
from time import perf_counter

import oddsapp
from analysis.benchmark_rows.row import (
    ERROR,
    Row,
    Sizes,
    in_cal,
    in_cal_cold,
    in_megabytes,
    in_seconds,
)
from analysis.float_error import classic_battles, risk2_battles, worst_error
from analysis.measuring import Measured, ratio, run_python
from analysis.textbook import end_probabilities, visit_probabilities


def _classic(sizes: Sizes, *, exact: bool = False) -> object:
    return oddsapp.battle(force=sizes[0], defenders=sizes[1], exact=exact)


def _mass(sizes: Sizes) -> object:
    *forces, defenders = sizes
    return oddsapp.mass_invasion(forces, defenders)


def _spoils_win(sizes: Sizes) -> object:
    return oddsapp.spoils_of_war([[force] for force in sizes]).win


def _spoils_left(sizes: Sizes) -> object:
    odds = oddsapp.spoils_of_war([[force] for force in sizes])
    return [left.mean() for left in odds.left]


def _refused(sizes: Sizes) -> None:
    try:
        _spoils_win(sizes)
    except oddsapp.InvalidInput as refusal:
        if "states" not in str(refusal) or "GB" not in str(refusal):
            raise ArithmeticError(f"no size, no memory in the refusal: {refusal}") from None
    else:
        raise ArithmeticError(f"spoils of {sizes} were not refused")


def _against_textbook(sizes: Sizes, tries: int) -> Measured:
    """Compare the time with that of the table, after the answers."""
    force, defenders = sizes
    odds = oddsapp.battle(force=force, defenders=defenders)
    for state, probability in end_probabilities(force, defenders).items():
        if not isclose(odds.pmf(state), probability, rel_tol=1e-9):
            raise ArithmeticError(f"the textbook has another answer for {sizes} ending in {state}")
    return ratio(
        partial(_classic, sizes), partial(visit_probabilities, force, defenders), tries=tries
    )


# Run in a process of its own. The kernel's peak of that process, where it tells it: what
# getrusage says includes the process that started this one.
_ALONE = """
import json, sys, time
begin = time.process_time()
import oddsapp
odds = oddsapp.battle(force=int(sys.argv[1]), defenders=int(sys.argv[2]))
left = odds.attackers_left
answers = [odds.win, left.mean(), left.quantile(0.05), left.quantile(0.5), left.quantile(0.95)]
took = time.process_time() - begin
try:
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    peak = int(status["VmHWM"].split()[0]) * 1024
except OSError:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak *= 1 if sys.platform == "darwin" else 1024
print(json.dumps([took, peak, *answers]))
"""


@cache
def _alone(force: int, defenders: int) -> tuple[float, float]:
    """Return the seconds and the peak megabytes of one battle in its own process."""
    said = run_python("-c", _ALONE, str(force), str(defenders))
    took, peak, win, mean, low, middle, high = json.loads(said)
    if not (0 < win <= 1 and 0 < mean < force and 0 <= low <= middle <= high <= force):
        raise ArithmeticError(f"{force} v {defenders} has no usable answers: {said}")
    return took, peak / 1e6


def _alone_seconds(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(_alone(*sizes)[0])


def _alone_megabytes(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(_alone(*sizes)[1])


# What the console script of an installed package runs.
_SCRIPT = "import sys; from oddsapp.cli.main import main; sys.exit(main())"


def _process(sizes: Sizes, tries: int) -> Measured | None:
    """Compare a whole command with an interpreter that does nothing."""
    if find_spec("oddsapp.cli") is None or find_spec("oddsapp.cli.main") is None:
        return None
    battle = partial(run_python, "-c", _SCRIPT, "battle", *map(str, sizes))
    return ratio(battle, partial(run_python, "-c", "pass"), tries=tries, clock=perf_counter)


def _classic_error(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(worst_error(classic_battles(sizes[0])))


def _risk2_error(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(worst_error(risk2_battles(sizes[0])))


_warm = partial(in_cal, work=_classic)
_exact = partial(in_cal, work=partial(_classic, exact=True))
_memory = partial(in_megabytes, work=_classic)
_win = partial(in_seconds, work=_spoils_win)
_hundreds, _tens = (*[100] * 7, 500), (*[6] * 7, 20)

ROWS = (
    Row("classic-50", "{} v {}, warm", _warm, 0.05, "cal", (50, 50), (5, 5)),
    Row("classic-1000", "{} v {}", _warm, 1, "cal", (1000, 1000), (30, 30)),
    Row(
        "classic-1000-textbook",
        "{} v {} against a textbook table",
        _against_textbook,
        1 / 40,
        "textbook",
        (1000, 1000),
        (30, 30),
    ),
    Row("classic-1000-memory", "{} v {}", _memory, 2, "MB", (1000, 1000), (30, 30)),
    Row("classic-10000", "{} v {}", _warm, 20, "cal", (10_000, 10_000), (40, 40)),
    Row("classic-10000-memory", "{} v {}", _memory, 10, "MB", (10_000, 10_000), (40, 40)),
    Row(
        "classic-million",
        "{} v {}, win, mean, quantiles",
        _alone_seconds,
        10,
        "s",
        (1_000_000, 1_000_000),
        (100, 100),
    ),
    Row(
        "classic-million-memory",
        "{} v {}, the whole process",
        _alone_megabytes,
        500,
        "MB",
        (1_000_000, 1_000_000),
        (100, 100),
    ),
    Row("exact-50", "{} v {} exactly", _exact, 0.15, "cal", (50, 50), (5, 5)),
    Row("exact-1000", "{} v {} exactly", _exact, 40, "cal", (1000, 1000), (30, 30)),
    Row(
        "mass-7x100",
        "mass invasion, {}+{}+{}+{}+{}+{}+{} v {}, warm",
        partial(in_cal, work=_mass),
        3,
        "cal",
        _hundreds,
        _tens,
    ),
    Row(
        "mass-7x100-cold",
        "mass invasion, {}+{}+{}+{}+{}+{}+{} v {}, cold",
        partial(in_cal_cold, work=_mass),
        3,
        "cal",
        _hundreds,
        _tens,
    ),
    Row("spoils-5x30", "spoils {} {} {} {} {}: win", _win, 3, "s", (30,) * 5, (3,) * 5),
    Row(
        "spoils-5-unequal",
        "spoils {} {} {} {} {}: win",
        _win,
        3,
        "s",
        (30, 29, 28, 27, 26),
        (4, 3, 3, 2, 2),
    ),
    Row("spoils-6x20", "spoils {} {} {} {} {} {}: win", _win, 6, "s", (20,) * 6, (1,) * 6),
    Row(
        "spoils-6-unequal",
        "spoils {} {} {} {} {} {}: win",
        _win,
        6,
        "s",
        (20, 19, 18, 17, 16, 15),
        (2, 1, 1, 1, 1, 1),
    ),
    Row(
        "spoils-3x30-left",
        "spoils {} {} {}: what is left",
        partial(in_seconds, work=_spoils_left),
        2,
        "s",
        (30,) * 3,
        (5,) * 3,
    ),
    Row(
        "spoils-3-unequal-left",
        "spoils {} {} {}: what is left",
        partial(in_seconds, work=_spoils_left),
        2,
        "s",
        (30, 29, 28),
        (5, 4, 3),
    ),
    Row(
        "spoils-refused",
        "spoils {} {} {} {} {} {} {}: refused before anything is allocated",
        partial(in_megabytes, work=_refused),
        0.5,
        "MB",
        (60,) * 7,
        (60,) * 7,
    ),
    Row("command", "oddsapp battle {} {}", _process, 14, "python -c pass", (11, 7), (11, 7)),
    Row(
        "error-classic",
        "classic, up to {} v {}",
        _classic_error,
        1e-13,
        ERROR,
        (1000, 1000),
        (9, 9),
    ),
    Row("error-risk2", "RISK II, up to {} v {}", _risk2_error, 1e-12, ERROR, (500, 500), (8, 8)),
)
