"""``oddsapp whatif --rollouts``: bots play on after a plan, or after several on the same luck."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from oddsapp.cli import whatif_rollouts
from oddsapp.engine.positions import example_position
from oddsapp.whatif.forecasts import forecast
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.parallel.executors import Processes
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts import rollout
from oddsapp.whatif.rollouts.rollout import compare_plans, roll_out
from tests.cli.conftest import ROOT, Run, one_line
from tests.cli.test_width import widest
from tests.cli.whatif_files import OTHER, SMALL, Write, plan, state, write

__all__ = ["plan", "state", "write"]  # fixtures

FEW = ("--rollouts", 60, "--turns", 2, "--workers", 1)
BOTS = ("--opponents", "odds,cautious", "--self", "random")
SEATS = ("random", "odds", "cautious")


def document(run: Run, *args: object) -> dict[str, Any]:
    done = run("whatif", *args, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_the_limits_are_those_of_the_library() -> None:
    for name, home in (
        ("MOST_SAMPLES", forecast),
        ("MOST_ROLLOUTS", rollout),
        ("MOST_TURNS", rollout),
    ):
        assert getattr(whatif_rollouts, name) == getattr(home, name)


def percent(share: float) -> str:
    return f"{share:.2%}".replace("%", " %")


def test_json_is_the_roll_out_of_the_library(run: Run, state: Path, write: Write) -> None:
    found = document(run, state, write(SMALL), *FEW, *BOTS, "--seed", 5)
    library = roll_out(
        example_position().state, parse_plan(SMALL), players=SEATS, turns=2, rollouts=60, seed=5
    )
    assert found["rollouts"] == {"results": [json.loads(json.dumps(library.to_dict()))]}
    assert found["plans"][0]["forecast"]["method"] == "exact"
    assert found["seed"] == 5


def test_the_report_says_whether_they_can_hit_back(run: Run, state: Path, write: Write) -> None:
    out = run("whatif", state, write(SMALL), *FEW, *BOTS, "--seed", 5).out
    library = roll_out(
        example_position().state, parse_plan(SMALL), players=SEATS, turns=2, rollouts=60, seed=5
    )
    assert "And then? 60 roll-outs of 2 turns: one of each other player\n" in out
    assert "played by Ann (random), Bob (odds) and Cleo (cautious)" in out
    told = out.split("Ann holds")[1]
    for name in ("Brazil", "North Africa"):
        line = next(line for line in told.splitlines() if line.split("  ")[1:2] == [name])
        assert percent(library.holds[name].mean) in line
    assert percent(library.players[0].wins.mean) in out
    assert "Rolled out, not exact" in out


def test_the_same_seed_is_the_same_output_on_any_number_of_workers(
    run: Run, state: Path, write: Write
) -> None:
    typed = ("whatif", state, write(SMALL), "--rollouts", 60, "--turns", 2, "--seed")
    first = run(*typed, 5, "--workers", 1)
    assert run(*typed, 5, "--workers", 2) == first
    assert run(*typed, 6, "--workers", 1) != first


@pytest.mark.parametrize(
    ("typed", "seats"),
    [
        ((), ["odds"] * 3),
        (("--opponents", "continental,random"), ["continental", "continental", "random"]),
        (("--opponents", "random", "--self", "cautious"), ["cautious", "random", "random"]),
    ],
)
def test_one_plays_on_as_well_as_the_best_of_the_others(
    run: Run, state: Path, write: Write, typed: tuple[str, ...], seats: list[str]
) -> None:
    few = ("--rollouts", 2, "--turns", 1, "--workers", 1)
    found = document(run, state, write(SMALL), *few, *typed)
    assert found["rollouts"]["results"][0]["bots"] == seats


def test_plans_are_compared_on_the_same_luck(run: Run, state: Path, write: Write) -> None:
    files = write(SMALL, "small.txt"), write(OTHER, "other.txt")
    goal = parse_goal("hold North Africa", example_position().state.game)
    typed = (state, *files, *FEW, *BOTS, "--goal", "hold north africa")
    library = compare_plans(
        example_position().state,
        [parse_plan(SMALL), parse_plan(OTHER)],
        players=SEATS,
        turns=2,
        rollouts=60,
        seed=1,
        until_decided=goal,
    )
    found = document(run, *typed)
    assert (found["goal"], found["ranking"]) == ("take North Africa", [1, 2])
    assert found["rollouts"] == json.loads(json.dumps(library.to_dict()))
    out = run("whatif", *typed).out
    less = library.difference(goal, 0, 1)
    line = next(line for line in out.splitlines() if "other.txt" in line)
    assert percent(less.mean) in line
    assert line.endswith("worse" if less.low > 0 else "open")
    assert out.index("small.txt") < out.index("other.txt")
    assert "best" in next(line for line in out.splitlines() if "small.txt" in line)


def test_without_an_end_it_is_about_winning(run: Run, state: Path, write: Write) -> None:
    typed = (state, write(SMALL, "a.txt"), write(OTHER, "b.txt"), "--rollouts", 2, "--workers", 1)
    found = document(run, *typed, "--opponents", "odds", "--self", "odds")
    assert found["goal"] == "win"
    assert found["rollouts"]["results"][0]["turns"] is None


@pytest.mark.parametrize("several", [False, True])
def test_it_fits_a_terminal(run: Run, state: Path, plan: Path, write: Write, several: bool) -> None:
    long = write(
        state.read_text(encoding="utf-8").replace("Ann", "Annabella the Great of Alabama"),
        "long.json",
    )
    deep = write(SMALL, "deep_down_in_the_branches_of_a_plan_for_africa.txt")
    files = [plan, deep, deep] if several else [plan]
    done = run("whatif", long, *files, *FEW, "--goal", "take Northwest Territory")
    assert (done.code, done.err) == (0, "")
    assert widest(done.out) <= 80


def test_processes_are_used_unless_told_otherwise(
    run: Run, state: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []
    enter = Processes.__enter__

    def entered(self: Processes) -> Processes:
        opened.append(self.count)
        return enter(self)

    monkeypatch.setattr(Processes, "__enter__", entered)
    monkeypatch.setattr("oddsapp.whatif.parallel.executors.usable_cores", lambda: 3)
    run("whatif", state, write(SMALL), "--rollouts", 6, "--turns", 1)
    assert opened == [3]


def test_a_cluster_that_is_not_there_is_refused(
    run: Run, state: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oddsapp.whatif.parallel.cluster._SECONDS_TO_CONNECT", 1)
    for url, said in [("nowhere", "tcp://host:8786"), ("tcp://127.0.0.1:9", "127.0.0.1:9")]:
        done = run("whatif", state, write(SMALL), "--rollouts", 6, "--cluster", url)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
        assert done.err.count("\n") == 1


def test_a_cluster_needs_dask(
    run: Run, state: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("whatif", state, write(SMALL), "--rollouts", 6, "--cluster", "tcp://here:1")
    assert (done.code, done.out) == (2, "")
    assert "pip install 'oddsapp[cluster]'" in done.err


# -- waiting, and Ctrl-C -------------------------------------------------------------------


def interrupted_run(typed: list[str], bar: str = "roll-outs") -> tuple[int, str, str]:
    """Run the program with a terminal for its errors; press Ctrl-C when the bar is there."""
    import pty  # of POSIX only

    terminal, its_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "oddsapp", *typed],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=its_end,
        text=True,
        start_new_session=True,
    )
    os.close(its_end)
    shown = ""
    until = time.monotonic() + 180
    while bar not in shown and time.monotonic() < until:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 1000).decode()
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    assert process.stdout is not None
    out = process.stdout.read()
    code = process.wait(120)
    try:
        while select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 1000).decode()
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    return code, out, shown


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_and_prints_what_is_done(state: Path, plan: Path, workers: str) -> None:
    typed = ["whatif", str(state), str(plan), "--rollouts", "1000000", "--turns", "1"]
    code, out, shown = interrupted_run([*typed, "--workers", workers, "--json"])
    assert code == 128 + signal.SIGINT
    found = json.loads(out)
    (result,) = found["rollouts"]["results"]
    assert result["ended"] == "interrupted"
    assert 0 < result["rollouts"] < 1_000_000
    assert "Traceback" not in shown
    assert "[" in shown  # the bar


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
def test_ctrl_c_keeps_a_comparison(state: Path, plan: Path, write: Write) -> None:
    other = write(SMALL, "small.txt")
    typed = ["whatif", str(state), str(plan), str(other), "--rollouts", "1000000"]
    code, out, shown = interrupted_run([*typed, "--turns", "1", "--goal", "take Siam"])
    assert code == 128 + signal.SIGINT
    assert "interrupted" in one_line(out)
    assert "P(take Siam)" in out
    assert "Traceback" not in shown


def test_ctrl_c_before_the_first_roll_out_keeps_the_forecast(
    run: Run, state: Path, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_once(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    usual = document(run, state, plan)
    monkeypatch.setattr("oddsapp.whatif.rollouts.rollout.roll_out", at_once)
    done = run("whatif", state, plan, "--rollouts", 10, "--json")
    assert (done.code, done.err.strip(), json.loads(done.out)) == (130, "", usual)
    out = run("whatif", state, plan, "--rollouts", 10, "--turns", 2, "--goal", "survive").out
    assert "a card is drawn" in out
    assert "Interrupted: nothing was rolled out." in out


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
def test_ctrl_c_keeps_the_turns_that_are_sampled(state: Path, plan: Path) -> None:
    typed = ["whatif", str(state), str(plan), "--samples", "100000000", "--json"]
    code, out, shown = interrupted_run(typed, bar="sampled turns")
    assert code == 128 + signal.SIGINT
    forecast = json.loads(out)["plans"][0]["forecast"]
    assert forecast["interrupted"] is True
    assert 0 < forecast["samples"] < 100_000_000
    assert "Traceback" not in shown


@pytest.mark.parametrize("rolled", [(), ("--rollouts", 10, "--turns", 1)])
def test_ctrl_c_keeps_the_plans_that_are_looked_at(
    run: Run, state: Path, write: Write, monkeypatch: pytest.MonkeyPatch, rolled: tuple[object, ...]
) -> None:
    first, second = write(SMALL, "small.txt"), write(OTHER, "other.txt")

    def forecast(*args: Any, **options: Any) -> Any:
        if args[1] == parse_plan(OTHER):
            raise KeyboardInterrupt
        return forecast_plan(*args, **options)

    monkeypatch.setattr("oddsapp.whatif.forecasts.forecast.forecast_plan", forecast)
    typed = ("whatif", state, first, second, "--goal", "take Siam", *rolled)
    done = run(*typed)
    assert done.code == 130
    assert "attack Brazil -> North Africa" in done.out
    assert "Interrupted: 1 plan not looked at." in done.out
    assert [told["name"] for told in json.loads(run(*typed, "--json").out)["plans"]] == [str(first)]
    nothing = run("whatif", state, second, first)
    assert (nothing.code, nothing.out) == (130, "")


def test_no_bar_is_drawn_where_no_terminal_is(run: Run, state: Path, write: Write) -> None:
    done = run("whatif", state, write(SMALL), *FEW)
    assert (done.code, done.err) == (0, "")


def test_no_bar_is_drawn_for_what_takes_no_time(
    run: Run, state: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("oddsapp.cli.progress._SECONDS_WITHOUT", 1000)
    assert run("whatif", state, write(SMALL), *FEW).err == ""
    monkeypatch.setattr("oddsapp.cli.progress._SECONDS_WITHOUT", 0)
    assert "100%" in run("whatif", state, write(SMALL), *FEW).err
