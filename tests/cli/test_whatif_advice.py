"""``oddsapp whatif STATE --goal GOAL``: which plan is best, without any to start from."""

import json
from pathlib import Path
from typing import Any

import pytest

from oddsapp.engine.positions import example_position
from oddsapp.whatif.advising.advice import advise
from oddsapp.whatif.plans.plan_json import plan_from_dict
from oddsapp.wording import percent
from tests.cli.conftest import Run, one_line
from tests.cli.test_width import widest
from tests.cli.whatif_files import Write, state, write

__all__ = ["state", "write"]  # fixtures


def test_the_best_plan_is_that_of_the_library(run: Run, state: Path, write: Write) -> None:
    library = advise(example_position().state, None, "take Egypt", seed=1)
    out = run("whatif", state, "--goal", "take egypt", "--workers", 1).out
    assert out.startswith("Ann looks towards Africa\n\nadvice for Ann: take Egypt  [classic]")
    lines = "\n".join(f"  {line}" for line in library.best.plan.text.splitlines())
    assert f"Plan 1\n{lines}\n" in out
    assert widest(out) <= 80
    found = json.loads(run("whatif", state, "--goal", "take Egypt", "--workers", 1, "--json").out)
    assert found["advice"] == json.loads(json.dumps(library.to_dict()))
    assert (found["goal"], found["plans"]) == ("take Egypt", [])
    # It can be handed back as a plan.
    best = found["advice"]["ranked"][0]
    path = write(json.dumps(best["plan"]), "best.json")
    told = run("whatif", state, path, "--goal", "take Egypt").out
    assert plan_from_dict(best["plan"]) == library.best.plan
    assert f"by the end of this turn: {percent(best['estimate']['mean'])}" in told


def test_others_play_on_where_the_goal_is_later(run: Run, state: Path) -> None:
    typed = ["whatif", state, "--goal", "hold Brazil", "--rollouts", 20, "--turns", 1]
    typed += ["--opponents", "cautious", "--seed", 3]
    out = run(*typed, "--workers", 1).out
    assert "after 1 more turn" in out
    assert "Rolled out, not exact" in out
    assert "Ann (cautious), Bob (cautious) and Cleo (cautious)" in one_line(out)
    assert widest(out) <= 80
    assert run(*typed, "--workers", 2).out == out


def test_ctrl_c_keeps_what_is_done(run: Run, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from oddsapp.cli.progress import Progress

    def third(self: Progress, done: int, total: int) -> None:
        del self, total
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", third)
    done = run("whatif", state, "--goal", "take Africa", "--workers", 1, "--json")
    assert done.code == 130
    advice: dict[str, Any] = json.loads(done.out)["advice"]
    assert (len(advice["ranked"]), advice["ended"]) == (3, "interrupted")
    assert advice["unjudged"]
    again = run("whatif", state, "--goal", "take Africa", "--workers", 1)
    assert (again.code, "Interrupted: " in again.out) == (130, True)
