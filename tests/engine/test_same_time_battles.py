"""Battles of a same-time turn as chance: die by die and whole they are the same (M-1 to M-9)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from oddsapp.dice import DiceSet, Die
from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    draw_chance,
)
from oddsapp.engine.chance import Solver
from oddsapp.engine.events import Settled, Thrown
from oddsapp.engine.fights import pending_same_time_battle
from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import solve
from tests.engine.same_time import battles, exact_ends, play, submit, table

Ends = dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction]


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def expanded(state: GameState, solver: Solver | None) -> Ends:
    """Return how all battles can end, owners and armies, by expanding every chance node."""
    open_states: dict[object, tuple[GameState, Fraction]] = {}
    ends: Ends = {}

    def put(state: GameState, chance: Fraction) -> None:
        if state.phase is not Phase.BATTLES:
            end = state.owners, state.armies
            ends[end] = ends.get(end, Fraction(0)) + chance
            return
        now = battles(state)
        key = now.owners, now.armies, now.forces, len(now.pending), state.rolled
        known = open_states.get(key, (state, Fraction(0)))
        open_states[key] = state, known[1] + chance

    put(state, Fraction(1))
    while open_states:
        _, (state, chance) = open_states.popitem()
        for event, share in chance_outcomes(state, solver):
            put(apply_action(state, event), chance * Fraction(share))
    return ends


CLASH = ({0: {"A": 4}, 1: {"D": 3}}, ["3 A -> D", "2 D -> A", ""])
MASS = ({0: {"A": 4, "C": 3}, 1: {"D": 3}}, ["3 A -> D; 2 C -> D", "", ""])
JOINT = ({0: {"A": 3}, 1: {"D": 2}, 2: {"E": 3}}, ["2 A -> D", "", "2 E -> D"])
SURGE = ({0: {"A": 5}, 1: {"D": 2}}, ["4 A -> D -> E", "", ""])


@pytest.mark.rule("M-4", "M-5", "M-6", "M-7", "M-8", "M-9", "M-10")
@pytest.mark.parametrize("case", [CLASH, MASS, JOINT, SURGE])
@pytest.mark.parametrize(
    "changes",
    [{}, {"dice_set": "manual", "ties": "defender"}, {"mass_reading": "individual"}],
)
def test_die_by_die_and_whole_battles_have_the_same_distribution(
    case: tuple[dict[int, dict[str, int]], list[str]], changes: dict[str, Any]
) -> None:
    held, plans = case
    state = submit(table(held, rest=2, **changes), *plans)
    whole = expanded(state, exact_ends)
    assert sum(whole.values()) == 1
    assert expanded(state, None) == whole


@pytest.mark.rule("M-7", "M-8")
def test_a_roll_is_given_that_it_changes_something() -> None:
    state = submit(table(CLASH[0], rest=2), *CLASH[1])
    outcomes = dict(chance_outcomes(state))
    assert sum(outcomes.values()) == 1
    assert all(event.faces[0] != event.faces[1] for event in outcomes if isinstance(event, Thrown))
    # Two White dice differ in 112 of 144 rolls; 6 against 1 is one face against five.
    white = Counter(battles(state).pending[0].battle.dice((3, 2))[0].faces)
    assert outcomes[Thrown((6, 1), "D")] == Fraction(white[6] * white[1], 112)


@pytest.mark.rule("M-2")
def test_each_army_left_rolls_the_die_of_its_size() -> None:
    held = {0: {"A": 13, "C": 7}, 1: {"D": 31}}
    state = submit(table(held, rest=2), "12 A -> D; 6 C -> D", "", "")
    assert current_player(state) == CHANCE
    with pytest.raises(InvalidInput, match="3 armies roll a die each for D, not 2"):
        play(state, "throw 3 4 for D")
    with pytest.raises(InvalidInput, match="no green die shows 7"):
        play(state, "throw 7 4 3 for D")
    state = play(state, "throw 1 1 6 for D")  # the lowest die is Yellow: each loses two
    assert state.rolled == (10, 4, 31)
    dice = battles(state).pending[0].battle.dice(state.rolled)
    assert [die.name for die in dice] == ["yellow", "white", "black"]


@pytest.mark.rule("M-7")
def test_a_tie_between_attackers_is_rolled_again() -> None:
    state = submit(table(CLASH[0], rest=2), *CLASH[1])
    with pytest.raises(InvalidInput, match="nobody loses an army by that roll"):
        play(state, "throw 3 3 for D")


@pytest.mark.rule("M-9")
def test_a_battle_goes_on_until_one_side_is_gone() -> None:
    state = submit(table(CLASH[0], rest=2), *CLASH[1])
    for line in ("3 2", "0 0", "3 0 0", "4 0", "1 1"):
        with pytest.raises(InvalidInput, match="a battle of 3 2 armies cannot end with"):
            play(state, f"settle at {line} for D")
    assert play(state, "settle at 0 1 for D").phase is Phase.BATTLES


def test_a_battle_is_named_by_its_territory() -> None:
    state = submit(table(CLASH[0], rest=2), *CLASH[1])
    for line in ("settle at 3 0 for A", "throw 3 4 for A"):
        with pytest.raises(InvalidInput, match="the battle for D is fought now, not A"):
            play(state, line)


def test_a_battle_begun_with_dice_may_be_settled_whole() -> None:
    held = {0: {"A": 4, "C": 3}, 1: {"D": 3}, 2: {"E": 2}}
    state = submit(
        table(held, rest=2, mass_reading="individual"), "3 A -> D; 2 C -> D", "", "1 E -> D"
    )
    state = play(state, "throw 5 4 1 3 for D")
    assert state.rolled == (3, 2, 0, 1)
    battle = pending_same_time_battle(state)
    assert (battle.armies, battle.owners) == ((3, 2, 1), (0, 0, 1))
    whole = {event.sizes for event, _ in chance_outcomes(state, exact_ends)}  # type: ignore[attr-defined]
    assert all(sizes[2] == 0 and len(sizes) == 4 for sizes in whole)
    event = draw_chance(state, rng(), exact_ends)
    assert isinstance(event, Settled)
    assert event.sizes in whole
    with pytest.raises(InvalidInput, match="cannot end with"):
        play(state, "settle at 0 0 1 0 for D")


def test_drawn_battles_are_among_the_outcomes() -> None:
    state = submit(table(JOINT[0], rest=2), *JOINT[1])
    for solver in (None, exact_ends):
        possible = {str(event) for event, _ in chance_outcomes(state, solver)}
        seeds = range(40)
        assert {str(draw_chance(state, rng(seed), solver)) for seed in seeds} <= possible


def test_drawn_rolls_have_their_frequencies() -> None:
    state = submit(table(CLASH[0], rest=2), *CLASH[1])
    source, tries = rng(5), 4000
    counted = Counter(draw_chance(state, source) for _ in range(tries))
    for event, chance in chance_outcomes(state):
        expected = float(chance) * tries
        assert abs(counted[event] - expected) < 6 * expected**0.5 + 1


def test_dice_that_never_decide_are_refused_and_not_rolled_for_ever() -> None:
    same = DiceSet("same", tuple(Die([3], name=f"die {tier}") for tier in range(5)))
    stuck = submit(table(CLASH[0], rest=2, dice_set=same), *CLASH[1])
    for ask in (lambda: list(chance_outcomes(stuck)), lambda: draw_chance(stuck, rng())):
        with pytest.raises(InvalidInput, match="never ends"):
            ask()


@pytest.mark.rule("M-6")
def test_float_solvers_draw_whole_battles() -> None:
    def floats(battle: Any, stop: Any) -> list[tuple[tuple[int, ...], float]]:
        del stop
        return list(solve(battle).items())

    state = submit(table(MASS[0], rest=2), *MASS[1])
    event = draw_chance(state, rng(), floats)
    assert isinstance(event, Settled)
    assert sum(chance for _, chance in chance_outcomes(state, floats)) == pytest.approx(
        1, rel=1e-12
    )
