"""Positions of same-time games: every phase comes back whole, from every form."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.engine import GameState, Phase, apply_action, new_game, player_view
from oddsapp.engine.orders import AttackOrder, BattleOrder, SurgeOrder
from oddsapp.engine.positions import (
    Position,
    from_share_string,
    position_from_csv,
    position_from_dict,
    position_to_csv,
    position_to_dict,
    read_position,
    share_string,
    with_unknown_dealt,
    written_position,
)
from oddsapp.engine.positions.checks import PLANNED
from oddsapp.engine.same_time import asked
from oddsapp.engine.state import PLANNING, Pact
from oddsapp.errors import InvalidInput
from tests.engine.same_time import table
from tests.engine.same_time_games import GAMES, begin, random_game, random_move
from tests.engine.test_positions import NAMES

THREE: dict[str, Any] = {
    "rules": "risk2",
    "players": {
        "Ann": {
            "territories": {"South America": 2, "Brazil": 12},
            "cards": ["Siam", "Peru"],
            "orders": ["5 Brazil -> North Africa", "99 Venezuela -> Central America"],
        },
        "Bob": {"territories": ["North Africa", "Egypt"]},
        "Cleo": {"territories": {}},
    },
    "rest": {"Bob": 3},
}
"""A position as somebody types it in."""


def changed(**fields: Any) -> dict[str, Any]:
    return {**THREE, **fields}


def of_ann(**fields: Any) -> dict[str, Any]:
    ann = {"territories": {"South America": 2, "Brazil": 12}}
    return changed(players={**THREE["players"], "Ann": {**ann, **fields}})


def without_orders(**fields: Any) -> dict[str, Any]:
    return {**of_ann(), **fields}


# -- what people type ---------------------------------------------------------------------


def test_little_has_to_be_said() -> None:
    position = position_from_dict(THREE)
    state = position.state
    assert (state.game.board.name, state.phase, state.round) == ("risk2", Phase.ORDERS, 1)
    assert (state.armies_on("Brazil"), state.armies_on("Siam")) == (12, 3)
    assert [state.game.names[card] for card in state.hands[0]] == ["Peru", "Siam"]
    assert state.plans == (None, None, ())
    assert state.reserves == (0, 0, 0, 0)
    assert state.destroyed_by == (-1, -1, 2)
    assert [str(order) for order in position.orders[0]] == THREE["players"]["Ann"]["orders"]
    judged = position.checked_orders()
    assert [(order.played, order.rule) for order in judged] == [(True, ""), (False, "R-8")]


def test_reinforcements_are_counted_for_all_if_not_said() -> None:
    state = position_from_dict(without_orders(phase="reinforcements")).state
    assert state.phase is Phase.REINFORCEMENTS
    ann = len(state.territories(0))
    assert state.reserves[0] > ann // 3
    assert state.reserves[2:] == (0, 0)
    said = of_ann(to_place=4)
    state = position_from_dict({**said, "phase": "reinforcements"}).state
    assert state.reserves[0] == 4


def test_a_phase_in_which_nobody_has_anything_to_decide_is_skipped() -> None:
    state = position_from_dict(without_orders(phase="trades")).state
    assert state.phase is Phase.REINFORCEMENTS
    state = position_from_dict({**of_ann(cards=3), "phase": "trades"}).state
    assert state.phase is Phase.TRADES
    assert asked(state) == (0,)


def test_a_plan_that_was_handed_in_and_old_reports_are_left_out() -> None:
    state = table({0: {"A": 5}, 1: {"B": 3}, 2: {"C": 2}}, rest=0)
    submitted = state.evolve(plans=(("1 A -> B",), None, None), player=1)
    position = Position(submitted)
    assert position.state == state
    assert from_share_string(share_string(submitted)) == position


def test_pacts_drawers_and_spent_bonuses_come_along() -> None:
    pacts = [{"players": ["Bob", "Ann"], "until": 7, "broken_in": 3, "broken_by": ["Bob"]}]
    data = without_orders(
        phase="moves", pacts=pacts, changes={"diplomacy": "open"}, round=5, first="Bob"
    )
    data |= {"drawers": ["Ann", "Bob"], "bonus_to": ["Bob"]}
    position = position_from_dict(data)
    state = position.state
    assert state.pacts == (Pact((0, 1), 7, 3, (1,)),)
    assert (state.drawers, state.bonus_to, state.player) == ((1, 0), (1,), 1)
    for again in (read_position(written_position(position)), _shared(position)):
        assert again == position


def test_missions_about_owners_know_their_targets() -> None:
    about = "see the owner of Siam destroyed"
    data: dict[str, Any] = of_ann(mission=about)
    data["changes"] = {"goal": "missions"}
    state = position_from_dict(data).state
    assert state.targets == (1, -1, -1)
    data["players"]["Cleo"] = {"territories": {}, "destroyers": ["Bob", "Ann"]}
    data["players"]["Ann"]["target"] = 3
    position = position_from_dict(data)
    assert position.state.targets == (2, -1, -1)
    assert (position.state.destroyed_by, position.state.destroyers) == (
        (-1, -1, 0),
        ((), (), (0, 1)),
    )
    assert _shared(position) == position
    assert position_to_dict(position)["players"]["Cleo"]["destroyers"] == ["Ann", "Bob"]


def _shared(position: Position) -> Position:
    return from_share_string(share_string(position))


# -- there and back -----------------------------------------------------------------------

EXTRA: dict[str, dict[str, Any]] = {
    "missions": {"players": 4, "board": "risk2", "goal": "missions"},
    "capitals": {"players": 4, "board": "risk2", "goal": "capitals"},
    "team missions": {"players": 6, "board": "risk2", "goal": "missions", "teams": 3},
}


def games(name: str, rng: Random, steps: int) -> list[GameState]:
    """Return states of a random game, each at a phase that positions are set down in."""
    if name in GAMES:
        states = [state for state, _, _ in random_game(name, rng, steps)]
    else:
        state = new_game("risk2", **EXTRA[name])
        states = []
        while len(states) < steps and state.phase is not Phase.OVER:
            states.append(state)
            move = random_move(state, rng)
            state = apply_action(state, move)
    return [state for state in states if state.phase in PLANNING]


@pytest.mark.parametrize("name", [*GAMES, *EXTRA])
def test_every_phase_of_a_game_comes_back_whole(name: str) -> None:
    rng = Random(4)
    by_phase: dict[Phase, list[GameState]] = {}
    for state in games(name, rng, steps=700):
        by_phase.setdefault(state.phase, []).append(state)
    assert Phase.ORDERS in by_phase
    # Of each phase some four, from the whole game.
    states = [state for met in by_phase.values() for state in met[:: -(-len(met) // 4)]]
    views = [player_view(state, state.next_player) for state in states[::3]]
    for state in (*states, *views):
        position = Position(state)
        assert read_position(written_position(position)) == position
        assert _shared(position) == position
        assert position_from_csv(position_to_csv(position), position) == position
        assert Position(position.state) == position
        fresh = position.state
        assert fresh.plans.count(None) == len(asked(fresh))
        if state.viewer is None:  # nothing else than plans and reports is left out
            kept = ("carried", "resolution", "rolled", "plans", "player")
            assert fresh.evolve(**{key: getattr(state, key) for key in kept}) == state
    for view in views:
        whole = with_unknown_dealt(view, rng)
        assert whole.viewer is None
        share_string(whole)
        seen = player_view(whole, view.viewer or 0)
        assert Position(seen).state.missions == view.missions


ARMIES = st.integers(1, 1_000_000)


@st.composite
def full_rounds(draw: st.DrawFn) -> Position:
    """Any full board of 48 territories: owners, armies, cards, names, orders."""
    players = draw(st.integers(3, 6))
    state = new_game("risk2", players=players)
    names = state.game.names
    size = len(names)
    owners = draw(st.lists(st.integers(-1, players - 1), min_size=size, max_size=size))
    owners[:2] = [0, 1]
    cards = draw(st.permutations(range(size + 2)))
    cuts = sorted(draw(st.lists(st.integers(0, size + 2), min_size=players, max_size=players)))
    hands = tuple(tuple(sorted(cards[a:b])) for a, b in zip([0, *cuts], cuts, strict=False))
    state = state.evolve(
        phase=Phase.ORDERS,
        first=draw(st.integers(0, players - 1)),
        contenders=(),
        owners=tuple(owners),
        armies=tuple(draw(st.lists(ARMIES, min_size=size, max_size=size))),
        reserves=(0,) * (players + 1),
        hands=hands,
        pile=tuple(sorted(cards[cuts[-1] :])),
        round=draw(st.integers(1, 500)),
        sets_traded=draw(st.integers(0, 99)),
        destroyed_by=tuple(p if p not in owners else -1 for p in range(players)),
    )
    name = st.sampled_from(names)
    orders: st.SearchStrategy[BattleOrder] = st.one_of(
        st.builds(AttackOrder, ARMIES, name, name), st.builds(SurgeOrder, ARMIES, name, name, name)
    )
    given_names = tuple(f"{draw(NAMES).strip()}{n}a" for n in range(players))
    usable = all(n.isprintable() and n == n.strip() and "->" not in n for n in given_names)
    return Position(
        state,
        given_names if usable and len({*map(str.casefold, given_names)}) == players else (),
        "",
        tuple(tuple(draw(st.lists(orders, max_size=5))) for _ in range(players)),
    )


@settings(max_examples=30)
@given(full_rounds(), st.sampled_from(",;\t"))
def test_any_full_round_comes_back_from_every_form(position: Position, separator: str) -> None:
    assert read_position(written_position(position)) == position
    text = share_string(position)
    assert from_share_string(text) == position
    assert len(text) <= 4000
    assert len(share_string(Position(position.state, position.players))) <= 2000
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    again = position_from_csv(position_to_csv(position, separator), position)
    assert again == position


def test_a_table_is_read_onto_the_board_of_the_rules() -> None:
    position = position_from_dict(THREE)
    read = position_from_csv(
        position_to_csv(position), rules="risk2", players=("Ann", "Bob", "Cleo"), phase="moves"
    )
    assert (read.state.owners, read.state.armies) == (position.state.owners, position.state.armies)
    assert read.state.phase is Phase.TACTICAL
    with pytest.raises(InvalidInput, match="a position has no field 'turn'"):
        position_from_csv(position_to_csv(position), rules="risk2", players=3, turn=1)


# -- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (changed(turn="Ann"), "a position has no field 'turn'; it has format, version"),
        (changed(phase="attack"), "the phase is pacts, trades, .* or moves, not 'attack'"),
        (changed(phase="moves"), "orders belong to the phase 'orders' .*tactical moves"),
        (of_ann(on_target=True), "player 'Ann' has no field 'on_target'"),
        (of_ann(orders="x"), "the orders of Ann must be a list"),
        (of_ann(orders=[3]), "the orders of Ann: an order must be text, not 3"),
        (of_ann(orders=["Brazil"]), "the orders of Ann: 'Brazil' is no order"),
        (of_ann(orders=["1 Brasil -> Peru"]), "an order of Ann: .*did you mean 'Brazil'"),
        (of_ann(to_place=2), "armies to place in the phase 'orders'; they are placed in"),
        (of_ann(to_place=-2), "'to_place' must be at least 0"),
        (of_ann(target="Bob"), "'target' is for a mission about the owner of a territory"),
        (of_ann(mission=1), "these rules have no missions"),
        (of_ann(destroyers=["Bob", 2]), "'destroyers': 2 is there twice"),
        (of_ann(destroyers="Bob"), "'destroyers' must be a list"),
        (changed(drawers=["Ann"]), "Ann cannot be one of the 'drawers'"),
        (without_orders(phase="moves", drawers=["Cleo"]), "Cleo cannot be one of the 'drawers'"),
        (changed(pacts=[{}]), "these rules have no pacts"),
        (changed(changes={"diplomacy": "open"}, pacts=[{}]), "a pact lacks the field 'players'"),
        (
            changed(changes={"diplomacy": "open"}, pacts=[{"players": [1, 2, 3], "until": 1}]),
            "a pact is one of two players, not of 3",
        ),
        (
            changed(
                changes={"diplomacy": "open"},
                pacts=[{"players": [1, 2], "until": 1, "broken_in": 1, "broken_by": [3]}],
            ),
            "a pact that was broken says in which round",
        ),
        (changed(rules="classic"), "player 'Ann' has no field 'orders'; it has territories"),
        (changed(rest={"Ann": 1}, players={"Ann": {}, "Bob": {}, "Cleo": {}}), "only Ann is left"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(data: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as found:
        read_position(json.dumps(data))
    assert "\n" not in str(found.value)


def test_states_that_are_no_positions_are_refused() -> None:
    rng = Random(1)
    state = begin("risk2 small")
    while state.phase is not Phase.BATTLES:
        state = apply_action(state, random_move(state, rng))
    with pytest.raises(InvalidInput, match="while all plan at the same time; here it is to fight"):
        share_string(state)
    assert set(PLANNED) == PLANNING
    with pytest.raises(InvalidInput, match="player 3 has 2 to place and no territory"):
        Position(table({0: {"A": 1}}, rest=1, phase=Phase.REINFORCEMENTS, reserves=(1, 1, 2)))


@pytest.mark.parametrize("packed", [3, [], [1, 0], [1, 0, 99], [-1, 0, 1], [1, 0, "x"], [1] * 5])
def test_an_order_in_a_share_string_that_is_none_is_refused(packed: object) -> None:
    from oddsapp.engine.positions.packed_orders import unpacked_order

    with pytest.raises(InvalidInput):
        unpacked_order(new_game("risk2", players=3).game, packed)
