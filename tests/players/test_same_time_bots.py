"""Bots play whole games of RISK II: every phase, by the rules, from their view alone."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from oddsapp.engine import Action, GameState, Phase, apply_action, new_game, verify
from oddsapp.engine.actions import Submit
from oddsapp.engine.orders import SurgeOrder, parse_order
from oddsapp.engine.record import replay
from oddsapp.engine.same_time import HIDDEN_PLAN
from oddsapp.engine.state import HIDDEN, PLANNING
from oddsapp.errors import InvalidInput
from oddsapp.players.cautious_bot import CautiousBot
from oddsapp.players.continental_bot import ContinentalBot
from oddsapp.players.game import GameResult, play_game
from oddsapp.players.protocol import Player
from oddsapp.players.roster import SAME_TIME_BOTS, make_bot
from tests.engine.same_time_games import GAMES, SMALL
from tests.engine.variants import ISLANDS

ROUNDS = 12
MORE: dict[str, dict[str, Any]] = {
    "missions": {"players": 4, "board": "risk2", "goal": "missions"},
    "manual's missions": {"rules": "risk2_manual", "players": 5, "board": "risk2",
                          "goal": "missions"},
    "capitals": {"players": 4, "board": "risk2", "goal": "capitals"},
    "capitals first": {"players": 3, "board": ISLANDS, **SMALL, "goal": "capitals",
                       "capitals_before_armies": True},
    "election": {"players": 4, "board": "risk2", "allocation": "election"},
    "elected, together": {"players": 3, "board": ISLANDS, **SMALL, "allocation": "election",
                          "placed_together": True},
    "claimed": {"players": 6, "board": "risk2", "allocation": "claim", "placed_together": True,
                "restricted_reinforcement": True, "diplomacy": "secret"},
}  # fmt: skip
ALL = {**GAMES, **MORE}
every_game = pytest.mark.parametrize("name", sorted(ALL))


class Checked:
    """A player whose every answer is verified, and whose view is looked into."""

    def __init__(self, player: Player, seat: int, asked: Counter[Phase]) -> None:
        self.player, self.seat, self.asked = player, seat, asked

    def decide(self, view: GameState) -> Action:
        assert view.viewer == view.player == self.seat
        for other, hand in enumerate(view.hands):
            assert other == self.seat or set(hand) <= {HIDDEN}
        for other, plan in enumerate(view.plans):
            openly = view.phase is Phase.DIPLOMACY
            assert other == self.seat or openly or plan in (None, (), HIDDEN_PLAN)
        self.asked[view.phase] += 1
        action = self.player.decide(view)
        verify(view, action)
        return action


def begin(name: str) -> GameState:
    options = dict(ALL[name])
    return new_game(options.pop("rules", "risk2"), **options)


@cache
def played(name: str, first: int) -> tuple[GameState, GameResult, Counter[Phase]]:
    state, rng, asked = begin(name), Random(name), Counter[Phase]()
    bots = [
        Checked(make_bot(SAME_TIME_BOTS[(first + seat) % 2], rng), seat, asked)
        for seat in range(state.game.players)
    ]
    return state, play_game(state, bots, rng, most_rounds=ROUNDS), asked


@pytest.mark.rule("R-1")
@every_game
@pytest.mark.parametrize("first", [0, 1])
def test_every_bot_plays_every_variant_by_the_rules(name: str, first: int) -> None:
    """What a bot writes is never void: it knows the rules as well as the board."""
    state, result, asked = played(name, first)
    assert asked[Phase.ORDERS]
    for move in result.moves:
        state = apply_action(state, move)
        if state.phase is Phase.BATTLES and state.resolution is not None:
            assert all(checked.played for checked in state.resolution.orders)
        assert all(line.played for line in state.carried)
    assert state == result.state


@every_game
def test_the_log_of_a_game_replays_to_the_same_state(name: str) -> None:
    state, result, _ = played(name, 0)
    assert replay(state.game, result.log) == result.state


def test_the_same_seed_plays_the_same_game() -> None:
    again = played.__wrapped__("capitals", 0)[1].log
    assert played("capitals", 0)[1].log == again != played("capitals", 1)[1].log


def test_all_phases_in_which_players_decide_come_up() -> None:
    asked = sum((played(name, first)[2] for name in ALL for first in (0, 1)), Counter[Phase]())
    assert asked.keys() >= PLANNING
    assert asked.keys() >= {Phase.CLAIM, Phase.PLACE, Phase.ARRANGE, Phase.BID, Phase.CAPITALS}


def test_both_bots_write_several_orders_and_surges() -> None:
    for name in SAME_TIME_BOTS:
        rng = Random(3)
        state = new_game("risk2", players=4, board="risk2")
        result = play_game(state, [make_bot(name, rng) for _ in range(4)], rng, most_rounds=8)
        plans = [move.orders for move in result.moves if isinstance(move, Submit)]
        battle = [plan for plan in plans if plan and "->" in plan[0] and "trade" not in plan[0]]
        assert max(map(len, battle)) > 3
        assert any(isinstance(parse_order(order), SurgeOrder) for plan in battle for order in plan)


def test_games_are_left_after_the_cap() -> None:
    rng = Random(1)
    state = new_game("risk2", players=3, board="risk2")
    result = play_game(state, [make_bot("random", rng) for _ in range(3)], rng, most_rounds=2)
    assert not result.finished
    assert (result.rounds, result.winners) == (2, ())


@pytest.mark.parametrize("bot", [CautiousBot, ContinentalBot])
def test_bots_of_games_in_turns_say_so(bot: type[CautiousBot]) -> None:
    state = new_game("risk2", players=3, board="risk2")
    with pytest.raises(InvalidInput, match="games in turns only; RISK II is played by random and"):
        play_game(state, [bot(), bot(), bot()], Random(1))


def test_trades_are_planned_as_long_as_they_have_to_be() -> None:
    """Eight cards are traded down to four or fewer after an elimination, and no further."""
    state = new_game("risk2", players=3, board="risk2")
    size = len(state.game.names)
    cards = tuple(range(8))
    for phase, sets in ((Phase.TRADES, 2), (Phase.CONQUEST_TRADES, 2)):
        held = state.evolve(
            phase=phase, player=0, viewer=0, owners=tuple(n % 3 for n in range(size)),
            armies=(2,) * size, hands=(cards, (), ()), plans=(None, (), ()),
        )  # fmt: skip
        action = make_bot("odds", Random(1)).decide(held)
        assert isinstance(action, Submit)
        assert len(action.orders) == sets
        verify(held, action)
