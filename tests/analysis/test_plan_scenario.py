"""The plan of the benchmark: ten attacks with 60 armies, exact, and sampled to the same."""

from functools import cache

import numpy as np
import pytest

from analysis import plan_scenario
from analysis.plan_scenario import asia_plan, before_asia, main
from oddsapp.engine import GameState
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
from oddsapp.whatif.plans.plan import Plan, PlannedAttack

exact_forecast = cache(lambda: forecast_plan(before_asia(60, 6), asia_plan()))
"""Made once for both tests."""


def test_ten_attacks_with_sixty_armies_are_exact_and_agree_with_samples() -> None:
    state, plan = before_asia(60, 6), asia_plan()
    assert sum(isinstance(step, PlannedAttack) for step in plan.walk()) == 10
    assert state.armies_on("Ukraine") == 60
    exact = exact_forecast()
    assert not exact.is_sampled
    assert exact.states > 1_000
    sampled = forecast_plan(state, plan, samples=400_000, rng=np.random.default_rng(6))
    for step, estimate in zip(exact.steps, sampled.steps, strict=True):
        for name in ("reached", "done", "taken", "stopped", "held"):
            assert abs(getattr(step, name) - getattr(estimate, name)) < 0.004, step.text
    for here, there in zip(exact.territories, sampled.territories, strict=True):
        for owner, chance in here.owner.items():
            assert abs(chance - there.owner.get(owner, 0)) < 0.004, here.name
    assert sum(exact.conquests.values()) == pytest.approx(1, rel=1e-12)


def test_the_small_scenario_in_fractions_is_what_floats_say() -> None:
    state, plan = before_asia(16, 1), asia_plan()
    exact, floats = forecast_plan(state, plan, exact=True), forecast_plan(state, plan)
    assert sum(exact.conquests.values()) == 1
    for taken, chance in exact.conquests.items():
        assert floats.conquests[taken] == pytest.approx(float(chance), rel=1e-12)


def test_it_prints_what_the_plan_comes_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forecast(state: GameState, plan: Plan) -> PlanForecast:
        assert (state, plan) == (before_asia(60, 6), asia_plan())
        return exact_forecast()

    monkeypatch.setattr(plan_scenario, "forecast_plan", forecast)
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("<PlanForecast: 11 steps, exact")
    assert len(lines) == 17
