"""A real Dask cluster on this machine gives what one process gives."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddsapp.engine.positions import example_position
from oddsapp.errors import InvalidInput
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.parallel.batches import Ended, batch_seed, run_batches
from oddsapp.whatif.parallel.cluster import Cluster
from oddsapp.whatif.parallel.executors import find_workers
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts.rollout import compare_plans
from tests.whatif.work import Deadly, draws, failing, unlike_draws

SEED = 2026


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start two worker processes under a scheduler that gives up at the first lost worker."""
    import dask
    from distributed import LocalCluster

    settings = {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.admin.log-length": 0,
        "distributed.worker.daemon": True,
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_port=0,
            dashboard_address=":0",
            silence_logs=50,
        ) as cluster,
    ):
        yield cluster.scheduler_address


def test_a_cluster_gives_what_one_process_gives(address: str) -> None:
    here = run_batches(unlike_draws, 20, seed=SEED)
    there = run_batches(unlike_draws, 20, seed=SEED, workers=find_workers(cluster=address))
    assert there == here


def test_the_judge_stops_at_the_same_batch_on_a_cluster(address: str) -> None:
    def enough(index: int, result: tuple[int, float]) -> bool:
        return index >= 3 and result[1] < 0.5

    here = run_batches(unlike_draws, 99, seed=SEED, judge=enough)
    there = run_batches(unlike_draws, 99, seed=SEED, judge=enough, workers=Cluster(address))
    assert here.ended is Ended.ENOUGH
    assert there == here


def test_roll_outs_on_a_cluster_are_those_of_one_process(address: str) -> None:
    wait = parse_plan("trade the best set\nplace all armies on Brazil")
    plans = [wait, parse_plan(f"{wait}\nattack Brazil -> North Africa")]
    here, there = (
        compare_plans(
            example_position().state, plans, players=("cautious", "odds", "random"), turns=2,
            rollouts=300, seed=SEED, workers=workers, until_decided=parse_goal("hold North Africa"),
        )
        for workers in (None, Cluster(address))
    )  # fmt: skip
    assert there == here
    assert there.to_dict() == here.to_dict()
    assert here.decided


def test_an_interrupt_keeps_what_was_judged_on_a_cluster(address: str) -> None:
    def interrupted(index: int, _: object) -> bool:
        if index == 6:
            raise KeyboardInterrupt
        return False

    run = run_batches(draws, 99, seed=SEED, judge=interrupted, workers=Cluster(address))
    assert run.interrupted
    assert run.results == tuple(draws(index, batch_seed(SEED, index)) for index in range(6))


def test_the_batches_of_a_killed_worker_run_again(address: str, tmp_path: Path) -> None:
    work = Deadly(tmp_path, (2, 7))
    run = run_batches(work, 12, seed=SEED, workers=Cluster(address))
    assert run == run_batches(draws, 12, seed=SEED)
    assert run.again >= 1
    assert work.begun(2) >= 2
    assert work.begun(7) >= 2


def test_what_the_work_raises_on_a_cluster_is_raised(address: str) -> None:
    with pytest.raises(ArithmeticError, match="batch 5"):
        run_batches(failing, 30, seed=SEED, workers=Cluster(address))


def test_workers_that_lack_the_code_are_told_of(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def work(index, seed):\n    return index\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]

    with pytest.raises(InvalidInput, match=r"do not have what the work needs .*only_here"):
        run_batches(only_here.work, 3, seed=SEED, workers=Cluster(address))


def test_workers_of_another_version_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oddsapp.whatif.parallel.cluster.__version__", "0.0.0")
    with pytest.raises(InvalidInput, match=r"a worker of the cluster has oddsapp .* 0\.0\.0; only"):
        run_batches(draws, 3, seed=SEED, workers=Cluster(address))


def test_a_cluster_without_workers_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("oddsapp.whatif.parallel.cluster._SECONDS_FOR_A_WORKER", 0.3)
    empty = LocalCluster(
        n_workers=0, host="127.0.0.1", scheduler_port=0, dashboard_address=":0", silence_logs=50
    )
    with empty as cluster, pytest.raises(InvalidInput, match=r"no worker .* dask worker tcp://"):
        run_batches(draws, 3, seed=SEED, workers=Cluster(cluster.scheduler_address))


def test_what_was_judged_before_the_scheduler_was_lost_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed import LocalCluster

    cluster = LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        host="127.0.0.1",
        scheduler_port=0,
        dashboard_address=":0",
        silence_logs=60,
    )

    def end_the_cluster(index: int, _: object) -> bool:
        if index == 4:
            cluster.close()
        return False

    monkeypatch.setattr("oddsapp.whatif.parallel.cluster._SECONDS_TO_CONNECT", 1)
    place = Cluster(cluster.scheduler_address)
    run = run_batches(draws, 99, seed=SEED, workers=place, judge=end_the_cluster)
    assert run.ended is Ended.LOST
    assert run.interrupted
    assert "scheduler" in run.problem
    assert run.results == tuple(
        draws(index, batch_seed(SEED, index)) for index in range(len(run.results))
    )
    assert len(run.results) >= 5


def test_a_cluster_that_does_not_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oddsapp.whatif.parallel.cluster._SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(InvalidInput, match=r"no Dask scheduler .* tcp://127\.0\.0\.1:9") as no:
        run_batches(draws, 3, seed=SEED, workers=Cluster("tcp://127.0.0.1:9"))
    assert "\n" not in str(no.value)
    with pytest.raises(InvalidInput, match="no Dask scheduler answers at smoke://signals"):
        run_batches(draws, 3, seed=SEED, workers=Cluster("smoke://signals"))


def test_without_dask_the_command_that_installs_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidInput, match=r"not installed: pip install 'oddsapp\[cluster\]'"):
        run_batches(draws, 3, seed=SEED, workers=Cluster("tcp://127.0.0.1:8786"))
