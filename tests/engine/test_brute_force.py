"""On a toy board every action there could be: `verify` agrees with `legal_actions` on each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from oddsapp.engine import Action, GameState, actions as kinds, legal_actions, table_actions, verify
from oddsapp.engine.actions import NOWHERE
from oddsapp.errors import IllegalMove
from tests.engine.positions import SQUARE
from tests.engine.variants import SMALL, random_move

FACES = range(1, 7)

RULES: dict[str, dict[str, Any]] = {
    "classic": {},
    "parker1993": {"rules": "parker1993"},
    "blitz": {"rules": "blitz"},
    "experts": {
        "card_reroll": "any", "card_limit": "card", "commander": True, "stack_limit": 6,
        "fortify": "several", "attack_seconds": 60, "defender_chooses": True,
    },
    "capitals": {"goal": "capitals", "fortify": "free", "allocation": "claim"},
    "teams": {"players": 4, "teams": 2},
    "neutral": {"players": 2},
}  # fmt: skip


def every_action(state: GameState) -> Iterator[Action]:
    """Yield all actions in these words, with amounts past both ends."""
    names = state.game.names
    armies = range(max(*state.armies, *state.reserves) + 2)
    dice = range(5)
    for kind in (
        *(kinds.LetStand, kinds.EndAttack, kinds.EndTurn, kinds.EndReinforcement, kinds.Undo),
        *(kinds.ClockExpired, kinds.ProposeDraw, kinds.Agree, kinds.Refuse),
    ):
        yield kind()
    for name in names:
        yield kinds.Claim(name)
        yield kinds.ChooseCapital(name)
        yield from (kinds.Place(count, name) for count in armies)
    for origin, target in product(names, repeat=2):
        yield from (kinds.Attack(origin, target, count) for count in dice)
        yield from (kinds.AttackUntil(origin, target, count) for count in armies)
        yield from (kinds.Fortify(count, origin, target) for count in armies)
    yield from map(kinds.Defend, dice)
    yield from map(kinds.Occupy, armies)
    yield from map(kinds.Command, FACES)
    yield from map(kinds.Concede, range(state.game.players + 2))
    yield from map(kinds.ProposeScore, range(2))
    for card, side, face in product(names, ("attacker", "defender"), FACES):
        yield kinds.Reroll(card, side, face)
    deck = [state.game.cards[card] for card in range(len(state.game.cards))]
    for cards in set(combinations(deck, 3)):
        yield from (kinds.Trade(cards, bonus) for bonus in (*names, NOWHERE))


def is_legal(state: GameState, action: Action) -> bool:
    try:
        verify(state, action)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("name", RULES)
def test_legal_is_what_is_listed_and_listed_what_is_legal(name: str) -> None:
    from oddsapp.engine import apply_action, is_terminal, new_game

    rng = random.Random(f"brute force {name}")
    options: dict[str, Any] = {"players": 3, **SMALL, **RULES[name]}
    rules = options.pop("rules", "classic")
    phases = set()
    for _ in range(4):
        state = new_game(rules, board=SQUARE, **options)
        for step in range(150):
            if is_terminal(state):
                break
            if step > 8 and (step % 6 == 0 or state.phase not in phases):
                phases.add(state.phase)
                listed = {
                    action
                    for actions in (*legal_actions(state), *table_actions(state))
                    for action in actions
                }
                legal = {action for action in every_action(state) if is_legal(state, action)}
                assert legal == listed
            state = apply_action(state, random_move(state, rng))
    assert len(phases) > 5
