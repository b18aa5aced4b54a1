"""Sampled forecasts: the same plan both ways, marked as what they are."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from oddsapp.engine import GameState
from oddsapp.errors import InvalidInput
from oddsapp.whatif.forecasts import carry, forecast
from oddsapp.whatif.forecasts.forecast import DEFAULT_SAMPLES, forecast_plan
from oddsapp.whatif.forecasts.kernel import TooManyStates
from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.whatif.compare import ring
from tests.whatif.scenarios import MANY_STACKS, four_stacks

PLAN = parse_plan("""
attack A -> E, move in 3 armies
if a player is eliminated:
    trade the best set
    place 2 armies on A
if taken:
    attack E -> D until 2 armies are left
    else:
        attack B -> C
else:
    attack B -> D until the odds are under 0.4
attack B -> C until 3 rolls are made, never below 2 armies
fortify all but 1 army A -> B
""")


def start() -> GameState:
    """Return a position in which everything of the plan can happen."""
    holdings = {0: {"A": 5, "B": 6}, 1: {"C": 3, "D": 2}, 2: {"E": 2}}
    return ring(holdings, hands={0: "AB", 2: "CDE"})


def numbers(found: PlanForecast) -> Iterator[tuple[str, float]]:
    """Yield every probability of a forecast, by name; 0 where another one may have none."""
    yield from _of_the_board(found)
    for n, player in enumerate(found.players):
        yield f"{n} out", player.eliminated
        yield f"{n} wins", player.wins
        for armies in range(12):
            yield f"{armies} for {n}", player.reinforcements.pmf(armies)
    yield "card", found.card_drawn
    for step in found.steps:
        for name in ("reached", "done", "taken", "stopped", "beaten", "held"):
            yield f"{step.text}: {name}", getattr(step, name)
        for rule in ("C-1", "C-5", "T-1", "T-4", "T-6"):
            yield f"{step.text}: {rule}", step.skipped.get(rule, 0)


def _of_the_board(found: PlanForecast) -> Iterator[tuple[str, float]]:
    for here in found.territories:
        for owner in range(-1, found.game.players):
            share = here.owner.get(owner, 0)
            yield f"{here.name} of {owner}", share
            for armies in range(1, 61):
                given = here.armies[owner].pmf(armies) if share else 0
                yield f"{armies} on {here.name} of {owner}", share * given
    for continent in found.continents:
        for player in range(found.game.players):
            yield f"{continent.name} of {player}", continent.held.get(player, 0)


def near(exact: PlanForecast, sampled: PlanForecast) -> None:
    """Check every number to within six standard deviations of its sample."""
    assert sampled.samples is not None
    compared = 0
    for (name, p), (other, estimate) in zip(numbers(exact), numbers(sampled), strict=True):
        assert name == other
        reach = 6 * sqrt(float(p) * (1 - float(p)) / sampled.samples) + 6 / sampled.samples
        assert abs(float(p) - float(estimate)) <= reach, name
        compared += 0 < p < 1
    assert compared > 30


@pytest.mark.parametrize("together", [1, 10**9], ids=["drawn together", "drawn one by one"])
def test_the_same_plan_both_ways(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry, "_AT_ONCE", together)
    exact = forecast_plan(start(), PLAN)
    sampled = forecast_plan(start(), PLAN, samples=100_000, rng=np.random.default_rng(3))
    assert not exact.is_sampled
    assert sampled.is_sampled
    near(exact, sampled)


def test_floats_are_the_fractions_rounded() -> None:
    exact = forecast_plan(start(), PLAN, exact=True)
    for (name, p), (_, number) in zip(
        numbers(exact), numbers(forecast_plan(start(), PLAN)), strict=True
    ):
        assert float(number) == pytest.approx(float(p), rel=1e-12, abs=1e-300), name
    assert all(isinstance(step.reached, Fraction) for step in exact.steps)


def test_what_is_too_large_is_sampled_if_there_is_a_generator() -> None:
    state = four_stacks()
    with pytest.raises(TooManyStates, match=r"more than 3,000 board states .*can be sampled"):
        forecast_plan(state, MANY_STACKS, most_states=3_000)
    found = forecast_plan(state, MANY_STACKS, most_states=3_000, rng=np.random.default_rng(5))
    assert found.samples == DEFAULT_SAMPLES
    assert found.states == 0
    # The first attack of each stack is a battle like any other.
    single = forecast_plan(state, Plan(MANY_STACKS.steps[:4]))
    for step, alone in zip(found.steps, single.steps, strict=False):
        assert abs(step.taken - alone.taken) < 0.001
    # A fraction is asked for: sampled numbers are none.
    with pytest.raises(TooManyStates):
        forecast_plan(
            state, MANY_STACKS, exact=True, most_states=1_000, rng=np.random.default_rng(5)
        )


def test_few_states_are_exact_even_with_a_generator() -> None:
    assert not forecast_plan(start(), PLAN, rng=np.random.default_rng(5)).is_sampled


def test_the_same_seed_gives_the_same_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    def sampled(seed: int) -> dict[str, Any]:
        rng = np.random.default_rng(seed)
        return forecast_plan(start(), PLAN, samples=3_000, rng=rng).to_dict()

    assert sampled(1) == sampled(1) != sampled(2)
    monkeypatch.setattr(forecast, "_AT_ONCE", 700)  # in five batches
    assert sampled(1)["samples"] == 3_000
    assert sampled(1) == sampled(1)


def test_sampled_numbers_are_marked_with_their_interval() -> None:
    exact = forecast_plan(start(), PLAN).to_dict()
    assert exact["method"] == "exact"
    assert exact["states"] > 1
    assert isinstance(exact["card_drawn"], float)
    sampled = forecast_plan(start(), PLAN, samples=20_000, rng=np.random.default_rng(8)).to_dict()
    assert (sampled["method"], sampled["samples"], sampled["confidence"]) == (
        "sampled",
        20_000,
        0.95,
    )
    p, low, high = sampled["card_drawn"]
    assert low < p < high
    for player in sampled["players"]:
        mean, low, high = player["expected_reinforcements"]
        assert low <= mean <= high
        assert len(player["eliminated"]) == 3
    assert [step["line"] for step in sampled["steps"]] == [2, 4, 5, 7, 9, 11, 12, 13]


def test_95_of_100_intervals_hold_the_number() -> None:
    plan = parse_plan("attack A -> E until 2 armies are left")
    exact = forecast_plan(start(), plan)
    expected, _ = exact.expected_reinforcements(2)
    rng = np.random.default_rng(17)
    held = held_mean = 0
    for _ in range(400):
        found = forecast_plan(start(), plan, samples=500, rng=rng)
        low, high = found.interval(found.card_drawn)
        held += low <= exact.card_drawn <= high
        mean, within = found.expected_reinforcements(2)
        held_mean += abs(mean - expected) <= within
    assert 365 <= held <= 395
    assert 365 <= held_mean <= 395


def test_what_cannot_be_sampled_is_refused() -> None:
    with pytest.raises(InvalidInput, match="need a generator of numpy"):
        forecast_plan(start(), PLAN, samples=10)
    with pytest.raises(InvalidInput, match="the number of samples"):
        forecast_plan(start(), PLAN, samples=0, rng=np.random.default_rng(1))
    with pytest.raises(InvalidInput, match="one or the other"):
        forecast_plan(start(), PLAN, samples=10, exact=True, rng=np.random.default_rng(1))
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        forecast_plan(start(), PLAN, samples=10, rng=np.random.default_rng(1)).interval(2)


# -- waiting, and Ctrl-C -------------------------------------------------------------------


def in_parts(samples: int, stop_after: int | None = None) -> tuple[PlanForecast, list[Any]]:
    """Sample a plan, and press Ctrl-C in the part after so many samples."""
    told: list[Any] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == stop_after:
            signal.raise_signal(signal.SIGINT)

    rng = np.random.default_rng(9)
    return forecast_plan(start(), PLAN, samples=samples, rng=rng, progress=progress), told


def test_it_tells_how_much_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "_AT_ONCE", 400)
    found, told = in_parts(1000)
    assert told == [(400, 1000), (800, 1000), (1000, 1000)]
    assert (found.samples, found.interrupted, "interrupted" in found.to_dict()) == (
        1000,
        False,
        False,
    )


def test_ctrl_c_keeps_the_parts_that_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "_AT_ONCE", 400)
    found, _ = in_parts(10_000, stop_after=800)
    assert (found.samples, found.interrupted) == (800, True)
    assert (found.to_dict()["samples"], found.to_dict()["interrupted"]) == (800, True)
    usual, _ = in_parts(800)
    assert list(numbers(found)) == list(numbers(usual))
    assert all(sum(here.owner.values()) == pytest.approx(1) for here in found.territories)


def test_a_part_that_is_half_done_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "_AT_ONCE", 400)
    run, parts = carry.SampledCarrier.run, []

    def interrupted(carrier: carry.SampledCarrier, *args: Any) -> None:
        run(carrier, *args)
        parts.append(carrier)
        if len(parts) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(carry.SampledCarrier, "run", interrupted)
        found, _ = in_parts(10_000)
    assert (found.samples, found.interrupted) == (800, True)
    usual, _ = in_parts(800)
    assert list(numbers(found)) == list(numbers(usual))


def test_ctrl_c_before_the_first_part_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(carry.SampledCarrier, "run", at_once)
    with pytest.raises(KeyboardInterrupt):
        in_parts(1000)
