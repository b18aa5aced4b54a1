"""No card is ever lost or doubled: each is in one hand, the pile or the discards (K-1, K-10)."""

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    is_terminal,
    legal_actions,
    new_game,
    player_view,
)
from oddsapp.engine.actions import Attack, AttackUntil, Trade
from oddsapp.engine.cards import must_trade
from tests.engine.build import first_moves, play

RING = tuple("ABCDEFGH")
BOARD = Board(
    "ring",
    (Continent("West", 2, RING[:4]), Continent("East", 3, RING[4:])),
    both_ways([*zip(RING, RING[1:] + RING[:1], strict=True), ("A", "E"), ("C", "G")]),
)
"""Small, so that players are eliminated and the pile of 10 cards runs out."""

TABLES: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 3, "rules": "parker1993"},
    {"players": 2},
    {"players": 3, "rules": "parker1993", "goal": "capitals"},
    {"players": 4, "owned_bonus_limit": "turn", "stack_limit": 12},
    {"players": 4, "goal": "capitals", "short_game": True},
]


def all_cards(state: GameState) -> list[int]:
    """Return where every card of the game is, headquarters that have left the deck aside."""
    return [*state.pile, *state.discards, *(card for hand in state.hands for card in hand)]


class CardFlow(RuleBasedStateMachine):
    """Any game on a small board, any moves, attacks rather often."""

    state: GameState

    @initialize(
        table=st.sampled_from(TABLES),
        order=st.permutations(range(len(RING) + 2)),
        counts=st.lists(st.integers(0, 4), min_size=4, max_size=4),
    )
    def begin(self, table: dict[str, Any], order: list[int], counts: list[int]) -> None:
        self.state = new_game(
            **{"rules": "classic", "board": BOARD, "first_player": "seat", **table},
            starting_armies=((2, 8), (3, 8), (4, 8)),
            neutral_armies=4,
        )
        while self.state.phase in (Phase.DEAL, Phase.CLAIM, Phase.PLACE, Phase.CAPITALS):
            assert not all_cards(self.state)  # nobody starts with a card
            self._step(0)
        self._hand_out([card for card in order if card in self.state.pile], counts)

    def _hand_out(self, cards: list[int], counts: list[int]) -> None:
        """Go to the middle of a game, in which everybody has drawn some cards."""
        hands = []
        for count in counts[: self.state.game.players]:
            hands.append(tuple(sorted(cards[:count])))
            cards = cards[count:]
        self.state = self.state.evolve(hands=tuple(hands), pile=tuple(sorted(cards)))

    def _step(self, choice: int) -> None:
        state = self.state
        if current_player(state) == CHANCE:
            # Of dice only the first rolls listed, in which the attacker has sixes.
            outcomes = list(islice(chance_outcomes(state), 30))
            if state.phase is Phase.DRAW:
                assert sum(probability for _, probability in outcomes) == 1
            self.state = apply_action(state, outcomes[choice % len(outcomes)][0])
            return
        actions = [
            actions for actions in legal_actions(state) if type(actions.action) is not AttackUntil
        ]
        attacks = [actions for actions in actions if type(actions.action) is Attack]
        chosen = (attacks if attacks and choice % 8 else actions)[choice % len(attacks or actions)]
        action = chosen.largest
        before = self.state
        self.state = apply_action(state, action)
        if isinstance(action, Trade):
            self._check_trade(before, action)

    def _check_trade(self, before: GameState, action: Trade) -> None:
        player = before.player
        gone = Counter(before.hands[player]) - Counter(self.state.hands[player])
        assert sorted(before.game.cards[card] for card in gone) == sorted(action.cards)
        assert Counter(self.state.discards) - Counter(before.discards) == gone
        assert self.state.pile == before.pile

    @rule(choices=st.lists(st.integers(0, 10_000), min_size=5, max_size=40))
    def moves(self, choices: list[int]) -> None:
        for choice in choices:
            if is_terminal(self.state):
                return
            self._step(choice)
            self.every_card_is_in_one_place()

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        state = self.state
        removed = (
            set(state.capitals)
            if state.game.rules.victory.capital_form == "headquarters"
            else set()
        )
        expected = sorted(set(range(len(state.game.cards))) - removed)
        assert sorted(all_cards(state)) == expected
        for player in range(state.game.players):
            if player not in state.owners:
                assert not state.hands[player]
            view = player_view(state, player)
            assert len(all_cards(view)) == len(expected)


CardFlow.TestCase.settings = settings(max_examples=40, stateful_step_count=12, deadline=None)
TestCardFlow = pytest.mark.rule("K-1", "K-10", "K-12", "V-4")(CardFlow.TestCase)


@pytest.mark.rule("K-1", "K-12")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_the_classic_deck_of_44_goes_round(rules: str) -> None:
    """Three players take one territory from each other in turn, draw, and trade when they must."""
    state = first_moves(new_game(rules, players=3, first_player="seat"), Phase.REINFORCE)
    rng = random.Random(44)
    refilled = traded = 0
    for _ in range(120):  # turns
        armies = tuple(30 for _ in state.armies)
        state = state.evolve(phase=Phase.REINFORCE, armies=armies, reserves=(0, 0, 0, 0))
        while must_trade(state):
            action = rng.choice([actions.action for actions in legal_actions(state)])
            state = apply_action(state, action)
            traded += 1
        state = state.evolve(phase=Phase.DRAW, conquered=True)
        refilled += not state.pile
        outcomes = dict(chance_outcomes(state))
        assert sum(outcomes.values()) == 1
        assert all(outcomes.values())
        state = apply_action(state, rng.choice(list(outcomes)))
        assert sorted(all_cards(state)) == list(range(44))
        while state.phase is not Phase.REINFORCE:
            state = play(state, "end the turn")
    assert traded > 30
    assert refilled >= 2
