"""The general absorbing chain, against closed forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp import AbsorbingChain, InvalidInput
from oddsapp.odds import chain as chain_module


def gambler(coins: int, up: int = 1, down: int = 1) -> AbsorbingChain[int]:
    return AbsorbingChain({n: {n - 1: down, n + 1: up} for n in range(1, coins)})


class TestGamblersRuin:
    def test_even_odds(self) -> None:
        chain = gambler(10)
        for start in range(1, 10):
            ends = chain.absorption_probabilities(start)
            assert ends == pytest.approx({0: 1 - start / 10, 10: start / 10}, rel=1e-12)
            steps = start * (10 - start)
            assert chain.expected_steps(start) == pytest.approx(steps, rel=1e-12)
            variance = steps * (start**2 + (10 - start) ** 2 - 2) / 3
            assert chain.variance_of_steps(start) == pytest.approx(variance, rel=1e-11)

    @pytest.mark.parametrize(("up", "down"), [(2, 3), (3, 1), (1, 4)])
    def test_uneven_odds(self, up: int, down: int) -> None:
        chain, ratio, p = gambler(8, up, down), down / up, up / (up + down)
        for start in range(1, 8):
            win = (1 - ratio**start) / (1 - ratio**8)
            assert chain.absorption_probabilities(start)[8] == pytest.approx(win, rel=1e-11)
            steps = (start - 8 * win) / (1 - 2 * p)
            assert chain.expected_steps(start) == pytest.approx(steps, rel=1e-11)

    def test_the_matrices(self) -> None:
        chain = gambler(6, 2, 3)
        fundamental = chain.fundamental_matrix
        q, r = chain.Q.toarray(), chain.R.toarray()
        assert q.shape == (5, 5)
        assert r.shape == (5, 2)
        assert np.allclose(q.sum(axis=1) + r.sum(axis=1), 1, rtol=0, atol=1e-15)
        assert np.allclose(fundamental @ (np.eye(5) - q), np.eye(5), atol=1e-13)
        absorbed = fundamental @ r
        for row, start in enumerate(chain.transient):
            assert chain.absorption_probabilities(start) == pytest.approx(
                dict(zip(chain.absorbing, absorbed[row], strict=True)), rel=1e-12
            )
            assert chain.expected_visits(start) == pytest.approx(
                dict(zip(chain.transient, fundamental[row], strict=True)), rel=1e-12
            )
        steps = fundamental.sum(axis=1)
        variances = (2 * fundamental - np.eye(5)) @ steps - steps**2
        for row, start in enumerate(chain.transient):
            assert chain.expected_steps(start) == pytest.approx(steps[row], rel=1e-12)
            assert chain.variance_of_steps(start) == pytest.approx(variances[row], rel=1e-11)

    def test_the_steps(self) -> None:
        chain = gambler(5)
        steps = chain.steps(2)
        # 2 down, or 3 up, and so on: from 2 of 5.
        assert [steps.pmf(n) for n in range(4)] == pytest.approx([0, 0, 0.25, 0.125])
        assert steps.mean() == pytest.approx(6, rel=1e-12)
        assert steps.var() == pytest.approx(chain.variance_of_steps(2), rel=1e-10)

    def test_fractions_need_a_chain_that_never_returns(self) -> None:
        chain = gambler(4)
        for ask in (chain.expected_visits, chain.absorption_probabilities, chain.expected_steps):
            with pytest.raises(InvalidInput, match="never returns to a state it has left"):
                ask(1, exact=True)
        with pytest.raises(InvalidInput, match="never returns"):
            chain.steps(1, exact=True)


class TestStaying:
    CHAIN = AbsorbingChain({"wait": {"wait": 2, "end": 1}})

    def test_a_geometric_wait(self) -> None:
        assert self.CHAIN.expected_steps("wait", exact=True) == 3
        assert self.CHAIN.variance_of_steps("wait") == pytest.approx(6, rel=1e-13)
        steps = self.CHAIN.steps("wait")
        for n in range(1, 40):
            assert steps.pmf(n) == pytest.approx((2 / 3) ** (n - 1) / 3, rel=1e-13)

    def test_it_has_no_longest_run(self) -> None:
        with pytest.raises(InvalidInput, match="no longest run"):
            self.CHAIN.steps("wait", exact=True)


@st.composite
def ladders(draw: st.DrawFn) -> dict[int, dict[int, int]]:
    """Chains that only go down, 0 and -1 being the ends, and may stay where they are."""
    return {
        state: {
            **draw(st.dictionaries(st.integers(-1, state), st.integers(1, 9), max_size=3)),
            state - 1: draw(st.integers(1, 9)),
        }
        for state in range(1, draw(st.integers(1, 6)) + 1)
    }


@given(ladders())
def test_floats_against_fractions(ladder: dict[int, dict[int, int]]) -> None:
    chain = AbsorbingChain(ladder)
    start = max(ladder)
    exact = chain.absorption_probabilities(start, exact=True)
    assert sum(exact.values()) == 1
    assert all(isinstance(p, Fraction) or p == 0 for p in exact.values())
    assert chain.absorption_probabilities(start) == pytest.approx(
        {end: float(p) for end, p in exact.items()}, rel=1e-12
    )
    mean = chain.expected_steps(start, exact=True)
    assert chain.expected_steps(start) == pytest.approx(float(mean), rel=1e-12)
    assert chain.steps(start).mean() == pytest.approx(float(mean), rel=1e-11)
    assert chain.steps(start).var() == pytest.approx(
        chain.variance_of_steps(start), rel=1e-9, abs=1e-11
    )
    if not any(state in after for state, after in ladder.items()):
        assert chain.steps(start, exact=True).mean() == mean


def test_the_second_moment_of_a_battle() -> None:
    odds = oddsapp.battle(force=12, defenders=12, exact=True)
    variance = odds.chain.variance_of_steps((12, 12))
    assert variance == pytest.approx(float(odds.rolls.var()), rel=1e-11)


class TestRefusals:
    @pytest.mark.parametrize(
        "transitions",
        [{}, None, [], 5, {1: {}}, {1: None}, {1: [0]}]
        + [{1: {0: weight}} for weight in (0, -1, 0.5, "1", None, True, float("nan"))],
        ids=repr,
    )
    def test_what_is_no_chain(self, transitions: Any) -> None:
        with pytest.raises(InvalidInput):
            AbsorbingChain(transitions)

    def test_a_chain_that_never_ends(self) -> None:
        with pytest.raises(InvalidInput, match="from the state 2 the chain never ends"):
            AbsorbingChain({1: {0: 1, 2: 1}, 2: {3: 1}, 3: {2: 1}})
        with pytest.raises(InvalidInput, match="never ends"):
            AbsorbingChain({1: {1: 1}})

    def test_a_start_that_is_not_there(self) -> None:
        chain: Any = gambler(4)
        for method in (
            chain.absorption_probabilities,
            chain.expected_visits,
            chain.expected_steps,
            chain.variance_of_steps,
            chain.steps,
        ):
            for start in (0, 99, "one"):
                with pytest.raises(InvalidInput, match="is no transient state of this chain"):
                    method(start)

    def test_too_many_states(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chain_module, "MOST_STATES", 50)
        assert len(oddsapp.battle(force=9, defenders=5).chain.transient) <= 50
        odds = oddsapp.battle(force=40, defenders=40)
        for ask in ("chain", "rolls", "expected_rolls"):
            with pytest.raises(InvalidInput, match="more than 50 states"):
                getattr(odds, ask)

    def test_endless_exploring_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chain_module, "MOST_STATES", 100)
        with pytest.raises(InvalidInput, match="more than 100 states"):
            AbsorbingChain.from_successors(1, lambda n: [(n + 1, 1)], lambda _: False)

    def test_too_large_a_matrix(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chain_module, "MOST_DENSE", 5)
        assert gambler(6).fundamental_matrix.shape == (5, 5)
        with pytest.raises(InvalidInput, match="the fundamental matrix of 6 states would take"):
            _ = gambler(7).fundamental_matrix
