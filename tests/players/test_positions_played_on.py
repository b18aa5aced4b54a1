"""Positions of same-time games are played on by bots, and forecast."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import oddsapp
from oddsapp.engine import GameState, Phase, apply_action, player_view
from oddsapp.engine.actions import Submit
from oddsapp.engine.chance import draw_chance
from oddsapp.engine.positions import (
    Position,
    from_share_string,
    position_from_dict,
    position_to_dict,
    read_position,
    share_string,
    with_unknown_dealt,
    written_position,
)
from oddsapp.engine.resolution import begin, settle_stage
from oddsapp.players.game import play_game
from oddsapp.players.roster import make_bot
from oddsapp.whatif.turns.turn_file import example_turn


def with_cards() -> Position:
    """Return the turn that is shipped, with cards in the hands of all, as White sees it."""
    position = example_turn().position
    state = position.state
    cards = [*state.pile]
    hands = tuple(tuple(cards[5 * player : 5 * player + 1 + player % 4]) for player in range(6))
    held = {card for hand in hands for card in hand}
    state = state.evolve(hands=hands, pile=tuple(c for c in cards if c not in held), round=4)
    return Position(player_view(state, 0), position.players, position.title, position.orders)


def test_a_whole_turn_fits_into_an_address() -> None:
    """48 territories, 6 players with cards, 30 orders."""
    position = with_cards()
    whole = with_unknown_dealt(position.state, Random(2))
    shared = share_string(Position(whole, position.players, position.title, position.orders))
    assert len(position.orders) == 6
    assert len(shared) <= 900
    assert len(share_string(Position(whole, position.players))) <= 600


@pytest.mark.parametrize("names", [["random"] * 6, ["odds", "random"] * 3])
def test_bots_play_a_position_on_from_the_orders_to_the_end(names: list[str]) -> None:
    position = read_position(written_position(from_share_string(share_string(with_cards()))))
    assert position == with_cards()
    state = with_unknown_dealt(position.state, Random(2))
    bots = [make_bot(name, np.random.default_rng(n)) for n, name in enumerate(names)]
    result = play_game(state, bots, np.random.default_rng(3), most_rounds=40)
    assert isinstance(result.moves[0], Submit)
    assert result.finished or result.state.round > 40
    if "odds" in names:
        assert result.finished


@pytest.mark.parametrize("phase", ["trades", "reinforcements", "conquest reinforcements", "moves"])
def test_bots_play_on_from_any_phase(phase: str) -> None:
    data = position_to_dict(Position(with_cards().state))
    data["phase"] = phase
    if phase == "conquest reinforcements":
        data["players"][1]["to_place"] = 4
    state = with_unknown_dealt(position_from_dict(data).state, Random(2))
    bots = [make_bot("random", np.random.default_rng(n)) for n in range(6)]
    result = play_game(state, bots, np.random.default_rng(3), most_rounds=8)
    assert result.state.round > 8 or result.finished


def test_the_engine_fights_the_battles_that_are_forecast() -> None:
    position = with_cards()
    state = position.state
    orders = position.checked_orders()
    found = oddsapp.forecast_turn(state.game, state.owners, state.armies, orders)
    again = example_turn()
    assert (
        found.to_dict()
        == oddsapp.forecast_turn(again.game, again.owners, again.armies, again.orders).to_dict()
    )
    start = begin(state.game, state.owners, state.armies, orders)
    done = settle_stage(start, [(1, *[0] * (len(f.forces) - 1)) for f in start.pending])
    assert done.stage is not start.stage


def test_orders_of_a_position_are_handed_in_as_plans() -> None:
    position = with_cards()
    rng = np.random.default_rng(5)
    state: GameState = with_unknown_dealt(position.state, rng)
    for player, orders in enumerate(position.orders):
        assert state.phase is Phase.ORDERS
        state = apply_action(state, Submit(player + 1, tuple(map(str, orders))))
    assert state.phase is Phase.BATTLES
    assert state.resolution is not None
    assert state.resolution.orders == position.checked_orders()
    while state.phase is Phase.BATTLES:
        state = apply_action(state, draw_chance(state, rng))
    assert Position(with_unknown_dealt(state, rng)).state.owners == state.owners
