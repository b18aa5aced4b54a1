"""Random games in which all play at the same time, for the generic suite."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.engine import (
    CHANCE,
    Action,
    ChanceEvent,
    GameState,
    apply_action,
    current_player,
    draw_chance,
    is_terminal,
    legal_actions,
    new_game,
)
from oddsapp.engine.actions import Submit
from oddsapp.engine.events import PassedOn, Settled, Thrown
from oddsapp.engine.possible import possible_orders
from oddsapp.engine.state import PLANNING, Phase
from oddsapp.odds.solve import solve
from tests.engine.variants import ISLANDS

SMALL = {"starting_armies": {3: 9, 4: 8, 5: 7, 6: 6}}
SAME_TIME: set[type] = {Submit, Thrown, Settled, PassedOn}
"""The actions and events that no sequential game has."""
TRADING = (Phase.TRADES, Phase.CONQUEST_TRADES)

GAMES: dict[str, dict[str, Any]] = {
    **{
        f"{rules} {size}": {"rules": rules, "players": players, **board}
        for rules in ("risk2", "risk2_manual", "risk2_shipped_game")
        for size, players, board in (
            ("whole", 6, {"board": "risk2"}),
            ("small", 3, {"board": ISLANDS, **SMALL}),
        )
    },
    "individual": {"players": 4, "board": ISLANDS, **SMALL, "mass_reading": "individual"},
    "pairwise": {"players": 4, "board": ISLANDS, **SMALL, "spoils_reading": "pairwise"},
    "restricted, talking": {
        "players": 5, "board": ISLANDS, **SMALL, "restricted_reinforcement": True,
        "diplomacy": "open",
    },
    "secret, leaving one": {
        "players": 4, "board": ISLANDS, **SMALL, "diplomacy": "secret", "clash_leaves_one": True,
    },
    "European": {"players": 6, "board": ISLANDS, **SMALL, "conquest_trade": "europe"},
    "last battle": {"players": 6, "board": ISLANDS, **SMALL, "fallen_cards": "last_battle"},
    "last target": {"players": 6, "board": ISLANDS, **SMALL, "fallen_cards": "last_target"},
    "shared target": {
        "players": 6, "board": ISLANDS, **SMALL, "fallen_cards": "shared_target",
        "schedule": "fixed", "owned_bonus_limit": "turn",
    },
    "60 %": {"players": 6, "board": "risk2", "domination_territories": 33, "schedule": "by_one"},
    "rounds": {"players": 4, "board": ISLANDS, **SMALL, "goal": "rounds", "rounds": 6},
    "teams": {"players": 6, "board": ISLANDS, **SMALL, "teams": 3},
    "classic board": {"players": 4, "board": "classic", "empire": False, "allocation": "claim"},
}  # fmt: skip


def begin(name: str) -> GameState:
    options = dict(GAMES[name])
    return new_game(options.pop("rules", "risk2"), **options)


def float_ends(battle: Battle, stop: StopRule) -> list[tuple[tuple[int, ...], float]]:
    del stop
    return list(solve(battle).items())


def random_plan(state: GameState, rng: random.Random) -> Action:
    """Return a plan of several orders, some of which may be void."""
    if state.phase in TRADING or rng.random() < 0.2:
        chosen = rng.choice(list(legal_actions(state)))
        return chosen.with_amount(rng.randint(chosen.least, chosen.most))
    possible = list(possible_orders(state, state.player))
    if state.phase is Phase.DIPLOMACY:  # two pacts with one player are refused, not void
        possible = rng.sample(possible, min(2, len(possible)))
    else:
        possible = [rng.choice(possible) for _ in range(rng.randint(0, 6))] if possible else []
    orders = [str(order.with_armies(rng.randint(1, order.most + 1))) for order in possible]
    return Submit(state.player + 1, tuple(orders))


def random_move(state: GameState, rng: random.Random) -> Action | ChanceEvent:
    if current_player(state) == CHANCE:
        # Whole battles and rolls in turn: a battle may be begun with dice and settled whole.
        large = state.resolution is not None and sum(state.armies) > 200
        solver = None if large or rng.random() < 0.5 else float_ends
        return draw_chance(state, rng, solver)
    if state.phase in PLANNING:
        return random_plan(state, rng)
    chosen = rng.choice(list(legal_actions(state)))
    return chosen.with_amount(rng.randint(chosen.least, chosen.most))


def random_game(
    name: str, rng: random.Random, steps: int
) -> Iterator[tuple[GameState, Action | ChanceEvent, GameState]]:
    """Yield the steps of a game, to its end or a cap: before, what was done, after."""
    state = begin(name)
    for _ in range(steps):
        if is_terminal(state):
            return
        move = random_move(state, rng)
        after = apply_action(state, move)
        yield state, move, after
        state = after
