"""What a view does not show is dealt at random, and nothing else changes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from oddsapp.engine import GameState, player_view
from oddsapp.engine.positions import example_position, share_string, with_unknown_dealt
from oddsapp.engine.positions.checks import PHASES
from tests.engine.variants import VARIANTS, positions_of


@pytest.mark.parametrize("name", VARIANTS)
def test_any_view_becomes_a_whole_state_that_looks_the_same(name: str) -> None:
    rng = Random(3)
    for state in positions_of(name, rng, steps=200, every=9):
        if state.phase in PHASES:
            view = player_view(state, state.player)
            whole = with_unknown_dealt(view, rng)
            assert whole.viewer is None
            assert player_view(whole, state.player) == view
            share_string(whole)  # every card is in one place
            assert with_unknown_dealt(state, rng) == state


def test_every_hand_has_the_same_probability() -> None:
    rng = Random(1)
    state: GameState = example_position().state
    seen: Counter[int] = Counter()
    for _ in range(4100):
        seen.update(with_unknown_dealt(state, rng).hands[1])
    # 2 of the 41 cards that Ann does not hold: 200 times each, give or take 13.8.
    assert len(seen) == 41
    assert all(200 - 60 < times < 200 + 60 for times in seen.values())
