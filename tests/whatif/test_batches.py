"""Batches give the same result here and in processes, whatever is lost or stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.whatif.parallel.batches import Ended, batch_seed, run_batches
from oddsapp.whatif.parallel.executors import (
    IN_FLIGHT,
    Processes,
    Serial,
    Workers,
    find_workers,
    usable_cores,
)
from tests.whatif.work import Deadly, draws, failing, home, unlike_draws

if TYPE_CHECKING:
    from numpy.random import SeedSequence

SEED = 2026
MAKE: dict[str, Callable[[], Workers]] = {
    "here": Serial,
    "one process": lambda: Processes(1),
    "two processes": lambda: Processes(2),
    "five processes": lambda: Processes(5),
}
everywhere = pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)


def expected(count: int) -> tuple[tuple[int, float], ...]:
    return tuple(draws(index, batch_seed(SEED, index)) for index in range(count))


@everywhere
def test_the_same_seed_gives_the_same_result_everywhere(make: Callable[[], Workers]) -> None:
    told: list[tuple[int, int]] = []
    run = run_batches(
        unlike_draws, 20, seed=SEED, workers=make(), progress=lambda *now: told.append(now)
    )
    assert run.results == expected(20)
    assert (run.ended, run.interrupted, run.again) == (Ended.ALL, False, 0)
    assert told == [(judged, 20) for judged in range(1, 21)]


@everywhere
def test_the_judge_stops_at_the_same_batch_everywhere(make: Callable[[], Workers]) -> None:
    judged: list[int] = []

    def enough(index: int, result: tuple[int, float]) -> bool:
        judged.append(index)
        return index >= 3 and result[1] < 0.5

    stop = next(i for i, (_, number) in enumerate(expected(99)) if i >= 3 and number < 0.5)
    run = run_batches(unlike_draws, 99, seed=SEED, workers=make(), judge=enough)
    assert run.ended is Ended.ENOUGH
    assert run.results == expected(stop + 1)
    assert judged == list(range(stop + 1))


@everywhere
def test_an_interrupt_keeps_what_was_judged(make: Callable[[], Workers]) -> None:
    def interrupted(index: int, _: object) -> bool:
        if index == 6:
            raise KeyboardInterrupt
        return False

    run = run_batches(draws, 30, seed=SEED, workers=make(), judge=interrupted)
    assert (run.ended, run.interrupted) == (Ended.INTERRUPTED, True)
    assert run.results == expected(6)


@everywhere
def test_what_the_work_raises_is_raised(make: Callable[[], Workers]) -> None:
    with pytest.raises(ArithmeticError, match="batch 5"):
        run_batches(failing, 30, seed=SEED, workers=make())


def test_seeds_are_spawned_and_differ() -> None:
    from numpy.random import SeedSequence

    for index, child in enumerate(SeedSequence(SEED).spawn(4)):
        own = batch_seed(SEED, index)
        assert own.generate_state(4).tolist() == child.generate_state(4).tolist()
    assert len({number for _, number in expected(500)}) == 500


# -- lost workers -------------------------------------------------------------------------


@pytest.mark.parametrize("deadly", [(0,), (4,), (3, 4, 11)], ids=str)
def test_the_batches_of_a_killed_process_run_again(deadly: tuple[int, ...], tmp_path: Path) -> None:
    work = Deadly(tmp_path, deadly)
    run = run_batches(work, 12, seed=SEED, workers=Processes(2))
    assert run.results == expected(12)
    assert run.ended is Ended.ALL
    assert run.again >= 1
    for index in deadly:
        assert work.begun(index) >= 2


@pytest.mark.parametrize("slow", [(), (3,), (2, 3, 5)], ids=str)
def test_a_batch_that_kills_every_worker_is_named(slow: tuple[int, ...], tmp_path: Path) -> None:
    """Not one that was under way beside it, however often it was taken along."""
    judged: list[int] = []

    def note(index: int, _: object) -> bool:
        judged.append(index)
        return False

    work = Deadly(tmp_path, (4,), always=True, slow=slow)
    run = run_batches(work, 12, seed=SEED, workers=Processes(2), judge=note)
    assert (run.ended, run.interrupted) == (Ended.LOST, True)
    assert run.problem.startswith("workers were lost 3 times in a row at batch 4, ")
    assert run.results == expected(4)
    assert judged == [0, 1, 2, 3]


def test_where_nothing_could_be_judged_the_loss_is_an_error(tmp_path: Path) -> None:
    work = Deadly(tmp_path, (0,), always=True)
    with pytest.raises(InvalidInput, match="workers were lost 3 times in a row at batch 0"):
        run_batches(work, 12, seed=SEED, workers=Processes(1))


class OneByOne(Workers):
    """Loses batches one after the other, as a cluster tells of all that a worker takes along."""

    class Gone(Exception):
        """A batch was lost."""

    lost = (Gone,)

    def __init__(self, losses: Iterable[int]) -> None:
        self.losses = set(losses)
        self._executor = ThreadPoolExecutor(1)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown()

    @property
    def executor(self) -> Executor:
        return self._executor

    @property
    def count(self) -> int:
        return 4


def test_what_one_worker_takes_along_is_not_lost_again_and_again() -> None:
    place = OneByOne(losses=(2, 3, 4, 5, 6, 7))

    def work(index: int, seed: SeedSequence) -> tuple[int, float]:
        if index in place.losses:
            place.losses.remove(index)
            time.sleep(0.02)
            raise place.Gone
        return draws(index, seed)

    run = run_batches(work, 12, seed=SEED, workers=place)
    assert (run.ended, run.problem, run.again) == (Ended.ALL, "", 6)
    assert run.results == expected(12)


# -- what is under way --------------------------------------------------------------------


def test_only_so_many_batches_are_under_way(tmp_path: Path) -> None:
    def slow(index: int, _: object) -> bool:
        time.sleep(0.02)
        begun = {int(path.name.split()[0]) for path in tmp_path.iterdir()}
        assert max(begun) < index + 2 * IN_FLIGHT
        return False

    work = Deadly(tmp_path, ())
    assert len(run_batches(work, 30, seed=1, workers=Processes(2), judge=slow).results) == 30


def test_after_an_early_stop_no_process_stays() -> None:
    before = set(threading.enumerate())
    run = run_batches(draws, 10_000, seed=1, workers=Processes(2), judge=lambda *_: True)
    assert len(run.results) == 1
    # One of another test may have ended meanwhile.
    assert set(threading.enumerate()) <= before


def test_processes_work_from_any_thread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They have what this process has, wherever it is meanwhile."""
    runs: list[object] = []

    def run_both() -> None:
        works: tuple[Callable[..., object], ...] = (draws, home)
        runs.extend(run_batches(work, 6, seed=SEED, workers=Processes(2)).results for work in works)

    monkeypatch.chdir(tmp_path)
    thread = threading.Thread(target=run_both)
    thread.start()
    thread.join(120)
    assert runs == [expected(6), (oddsapp.__file__,) * 6]


# -- Ctrl-C -------------------------------------------------------------------------------

SCRIPT = """
import sys, time
from oddsapp.whatif.parallel.batches import run_batches
from oddsapp.whatif.parallel.executors import find_workers
from tests.whatif.work import unlike_draws

def judge(index, result):
    time.sleep(0.005)
    return False

def progress(judged, batches):
    if judged == 5:
        print("going", flush=True)

workers = find_workers(int(sys.argv[1]))
run = run_batches(unlike_draws, 100_000, seed=2026, workers=workers, judge=judge, progress=progress)
print(run.ended, len(run.results), *run.results[-1], flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(workers: str) -> None:
    root = Path(__file__).resolve().parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, workers],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    out, complaints = process.communicate(timeout=120)
    assert (process.returncode, complaints) == (0, "")
    ended, judged, index, number = out.split()
    assert ended == "interrupted"
    assert 5 <= int(judged) < 2000
    assert int(index) == int(judged) - 1
    assert (int(index), float(number)) == expected(int(judged))[-1]


def test_ctrl_c_is_as_before_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    run_batches(draws, 3, seed=1, judge=lambda *_: False)
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_in_the_judge_comes_after_it() -> None:
    told: list[int] = []

    def judge(index: int, _: object) -> bool:
        if index == 2:
            signal.raise_signal(signal.SIGINT)
        told.append(index)
        return False

    run = run_batches(draws, 9, seed=SEED, judge=judge)
    assert told == [0, 1, 2]
    assert (run.ended, run.results) == (Ended.INTERRUPTED, expected(3))


def test_ctrl_c_at_the_last_batch_changes_nothing() -> None:
    def judge(index: int, _: object) -> bool:
        signal.raise_signal(signal.SIGINT)
        return index == 2

    run = run_batches(draws, 1, seed=SEED, judge=judge)
    assert (run.ended, run.results) == (Ended.ALL, expected(1))
    run = run_batches(draws, 3, seed=SEED, judge=judge)
    assert (run.ended, run.results) == (Ended.INTERRUPTED, expected(1))


# -- asking for workers -------------------------------------------------------------------


def test_workers_are_found() -> None:
    assert isinstance(find_workers(1), Serial)
    assert find_workers(3).count == 3
    assert find_workers().count == usable_cores()
    for workers, cluster, said in (
        (0, None, "the number of workers must be at least 1, not 0"),
        (2, "tcp://localhost:1", "a cluster has its own workers; give the one or the other"),
        (None, "localhost", "an address such as tcp://host:8786, not 'localhost'"),
    ):
        with pytest.raises(InvalidInput, match=said):
            find_workers(workers, cluster)


def test_batches_and_seeds_are_whole_numbers() -> None:
    with pytest.raises(InvalidInput, match="the number of batches must be at least 1"):
        run_batches(draws, 0, seed=1)
    with pytest.raises(InvalidInput, match="the seed must be at least 0"):
        run_batches(draws, 1, seed=-1)
