"""The engine's chance nodes, expanded, against the solvers: equal as fractions.

Roll by roll and decision by decision the engine is the game itself; `oddsapp.odds` never saw
it. What the best play of a small battle is worth has to be the same number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.dice import Die
from oddsapp.engine import (
    CHANCE,
    Action,
    ChanceEvent,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
)
from oddsapp.engine.actions import Attack
from oddsapp.odds.decisions import DiceGame
from oddsapp.odds.expert_battle import expert_odds
from tests.engine.positions import SQUARE, dice_offered, exact_ends, play, position

A, B = 0, 1


def duel(force: int, defenders: int, hand: tuple[int, ...] = (), **changes: Any) -> GameState:
    """Player 1 attacks B from A with this force; the others are out of reach."""
    return position(
        {0: {"A": force + 1}, 1: {"B": defenders, "C": 1}, 2: {"D": 1}},
        board=SQUARE,
        state={"hands": (hand, (), ())},
        **changes,
    )


def outcomes(state: GameState) -> Iterator[tuple[ChanceEvent, Fraction]]:
    for event, probability in chance_outcomes(state):
        assert isinstance(probability, Fraction)
        yield event, probability


class BestPlay:
    """P(taking B from A) when both sides choose for the best, by expanding the engine."""

    def __init__(self, *, full_dice: bool) -> None:
        self.full_dice = full_dice
        self.known: dict[object, Fraction] = {}

    def value(self, state: GameState) -> Fraction:
        if state.phase is Phase.OCCUPY:
            return Fraction(1)
        if state.phase is Phase.ATTACK and state.armies[A] == 1:
            return Fraction(0)
        key = (
            *(state.phase, state.armies[A], state.armies[B]),
            *(state.assault, state.shown, state.commander_used),
        )
        if key not in self.known:
            self.known[key] = self._expanded(state)
        return self.known[key]

    def _expanded(self, state: GameState) -> Fraction:
        who = current_player(state)
        if who == CHANCE:
            after = [(apply_action(state, event), p) for event, p in outcomes(state)]
            assert sum(p for _, p in after) == 1
            return sum((p * self.value(new) for new, p in after), Fraction(0))
        values = [self.value(apply_action(state, action)) for action in self._choices(state)]
        return max(values) if who == 0 else min(values)

    def _choices(self, state: GameState) -> Iterator[Action]:
        if state.phase is not Phase.ATTACK:
            for actions in legal_actions(state):
                yield from actions
            return
        dice = dice_offered(state, "A", "B")
        for number in dice[-1:] if self.full_dice else dice:
            yield Attack("A", "B", number)


# --- C-7 and C-8 ------------------------------------------------------------------------


@pytest.mark.rule("C-7", "C-8")
@pytest.mark.parametrize("commander", [False, True])
@pytest.mark.parametrize("limit", ["roll", "territory", "card"])
@pytest.mark.parametrize("reroll", ["own", "any"])
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (2, 1), (2, 2)])
def test_cards_and_commander_are_worth_what_the_solver_says(
    force: int, defenders: int, reroll: str, limit: str, commander: bool
) -> None:
    sides = {1: 6, 2: 4, 4: 3}[force * defenders]  # fewer faces where there are more dice
    rules = duel(1, 1).game.rules.replace(
        card_reroll=reroll,
        card_limit=limit,
        commander=commander,
        attack_die=Die.numbered(sides),
        defence_die=Die.numbered(sides),
    )
    for hand in ((), (A,), (A, B)):
        odds = expert_odds(
            force=force, defenders=defenders, rules=rules, cards=len(hand), exact=True
        )
        state = duel(force, defenders, hand, rules=rules)
        assert BestPlay(full_dice=True).value(state) == odds.optimal


@pytest.mark.rule("C-8")
@pytest.mark.parametrize(("force", "defenders"), [(2, 2), (3, 2), (4, 1)])
def test_the_commander_with_the_dice_of_the_box(force: int, defenders: int) -> None:
    state = duel(force, defenders, commander=True)
    odds = expert_odds(force=force, defenders=defenders, rules=state.game.rules, exact=True)
    assert BestPlay(full_dice=True).value(state) == odds.optimal


# --- C-2 and C-3: both sides' choice of dice --------------------------------------------


@pytest.mark.rule("C-2", "C-3")
@pytest.mark.parametrize("timing", ["at_once", "attacker_first", "after_roll"])
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (2, 2), (3, 2), (4, 3)])
def test_both_sides_choice_of_dice_is_worth_what_the_solver_says(
    force: int, defenders: int, timing: str
) -> None:
    state = duel(force, defenders, defender_chooses=True, defence_timing=timing)
    choice = DiceGame(force, defenders, state.game.rules, exact=True).choice(force, defenders)
    play_out = BestPlay(full_dice=False)
    # With the dice of the box there is a saddle point: heard first or not is the same.
    assert play_out.value(state) == choice.value
    for (dice, answer), worth in choice.payoffs.items():
        announced = play(state, f"attack A -> B with {dice} dice", f"defend with {answer} dice")
        assert play_out.value(announced) == worth


# --- whole battles ----------------------------------------------------------------------


def roll_by_roll(state: GameState, keep: int) -> dict[GameState, Fraction]:
    """Attack with full dice until B is taken or at most so many armies are left on A."""
    fighting: dict[GameState, Fraction] = {state: Fraction(1)}
    ended: dict[GameState, Fraction] = defaultdict(Fraction)
    while fighting:
        after: dict[GameState, Fraction] = defaultdict(Fraction)
        for now, weight in fighting.items():
            dice = dice_offered(now, "A", "B")[-1]
            rolling = apply_action(now, Attack("A", "B", dice))
            for event, p in outcomes(rolling):
                new = apply_action(rolling, event)
                goes_on = new.phase is Phase.ATTACK and new.armies[A] > keep
                (after if goes_on else ended)[new] += weight * p
        fighting = after
    return dict(ended)


@pytest.mark.rule("C-4", "C-5", "C-6")
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"rules": "bunker"},
        {"rules": "fortification"},
        {"rules": "ammunition_shortage"},
        {"ties": "attacker"},
        {"defence_timing": "after_roll"},
        {"attack_dice": 2, "defence_dice": 3, "defence_die": Die.numbered(8)},
    ],
    ids=lambda changes: " ".join(changes) or "classic",
)
def test_a_whole_battle_is_the_same_as_roll_by_roll(changes: dict[str, Any]) -> None:
    """Not only the armies: the states are equal, and so are their exact probabilities."""
    for force, defenders in ((1, 1), (4, 3)):
        state = duel(force, defenders, **changes)
        for keep in {1, (force + 1) // 2, force}:
            pending = play(state, f"attack A -> B until {keep} armies are left")
            whole: dict[GameState, Fraction] = defaultdict(Fraction)
            for event, p in chance_outcomes(pending, exact_ends):
                assert isinstance(p, Fraction)
                whole[apply_action(pending, event)] += p
            assert dict(whole) == roll_by_roll(state, keep)


@pytest.mark.rule("C-4")
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (3, 2), (4, 6)])
def test_the_probability_of_taking_is_the_solvers(force: int, defenders: int) -> None:
    import oddsapp

    ends = roll_by_roll(duel(force, defenders), keep=1)
    taken = sum(p for state, p in ends.items() if state.phase is Phase.OCCUPY)
    assert taken == oddsapp.battle(force=force, defenders=defenders, exact=True).win


@pytest.mark.rule("C-7", "C-8")
def test_a_whole_battle_goes_without_cards_and_commander() -> None:
    state = duel(3, 2, (A, B), card_reroll="any", commander=True)
    pending = play(state, "attack A -> B until 1 army are left")
    plain = play(duel(3, 2), "attack A -> B until 1 army are left")
    assert dict(chance_outcomes(pending, exact_ends)) == dict(chance_outcomes(plain, exact_ends))
