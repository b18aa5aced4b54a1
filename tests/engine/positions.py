"""Positions to begin a test from, and a way to play on in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.engine import (
    Action,
    ChanceEvent,
    GameState,
    Phase,
    apply_action,
    legal_actions,
    new_game,
    parse_action,
    returns,
    table_actions,
    verify,
)
from oddsapp.engine.events import EVENTS, parse_event
from oddsapp.errors import IllegalMove
from oddsapp.odds.stopping import stopped_battle
from oddsapp.rules import Ruleset

SQUARE = Board(
    name="square",
    continents=(Continent("West", 1, ("A", "B")), Continent("East", 2, ("C", "D"))),
    links=both_ways([("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")]),
)
"""Four territories in a ring: each is next to two others."""

_CHANCE_WORDS = {kind.form.split()[0] for kind in EVENTS}


def position(
    holdings: Mapping[int, Mapping[str, int] | str],
    *,
    rest: int | None = None,
    players: int = 3,
    rules: str | Ruleset = "classic",
    board: str | Board = "classic",
    phase: Phase = Phase.ATTACK,
    player: int = 0,
    state: Mapping[str, Any] | None = None,
    **changes: Any,
) -> GameState:
    """Return a state in which players hold these territories with these armies.

    Holdings may be names of continents, held with one army on each territory. Whoever is
    `rest` has all else, one army on each.
    """
    new = new_game(rules, players=players, board=board, **changes)
    game = new.game
    owners: list[int | None] = [rest] * len(game.names)
    armies = [1] * len(game.names)
    continents = {c.name: c.territories for c in game.board.continents}
    for owner, held in holdings.items():
        if isinstance(held, str):
            territories = [name for part in held.split(", ") for name in continents[part]]
            counts: Mapping[str, int] = dict.fromkeys(territories, 1)
        else:
            counts = held
        for name, count in counts.items():
            owners[game.territory(name)] = owner
            armies[game.territory(name)] = count
    assert None not in owners, "somebody has to own the rest"
    whole: dict[str, Any] = {
        "reserves": (0,) * (players + 1),
        "contenders": (),
        "pile": tuple(range(len(game.cards))),
        **(state or {}),
    }
    return new.evolve(
        phase=phase, player=player, owners=tuple(owners), armies=tuple(armies), **whole
    )


def read(line: str) -> Action | ChanceEvent:
    """Read an action or an event: no two begin with the same word."""
    chance = line.split(maxsplit=1)[0] in _CHANCE_WORDS
    return parse_event(line) if chance else parse_action(line)


def play(state: GameState, *lines: str) -> GameState:
    """Return the state after these actions and events."""
    for line in lines:
        state = apply_action(state, read(line))
    return state


def is_listed(state: GameState, action: Action) -> bool:
    """Tell whether `legal_actions` (or `table_actions`) has an action."""
    for actions in (*legal_actions(state), *table_actions(state)):
        if type(actions.action) is not type(action):
            continue
        amount = getattr(action, action.amount) if action.amount else 0
        if actions.with_amount(amount) == action and (
            not action.amount or actions.least <= amount <= actions.most
        ):
            return True
    return False


def refused(state: GameState, line: str, rule: str, words: str = "") -> None:
    """Check that an action is illegal by this rule, and nowhere offered."""
    action = parse_action(line)
    for ask in (verify, apply_action):
        with pytest.raises(IllegalMove, match=words or None) as found:
            ask(state, action)
        assert found.value.rule == rule
    assert not is_listed(state, action)


def armies_on(state: GameState, *names: str) -> tuple[int, ...]:
    """Return the armies on these territories."""
    return tuple(state.armies[state.game.territory(name)] for name in names)


def shares(state: GameState) -> tuple[object, ...]:
    """Return what each player has of the victory."""
    return tuple(returns(state))


def dice_offered(state: GameState, origin: str, target: str) -> range:
    """Return the numbers of dice with which this attack may be announced."""
    for actions in legal_actions(state):
        found = actions.action
        if getattr(found, "dice", 0) and str(found).startswith(f"attack {origin} -> {target} "):
            return range(actions.least, actions.most + 1)
    return range(0)


def exact_ends(battle: Battle, stop: StopRule) -> list[tuple[tuple[int, int], Fraction]]:
    """Solve a whole battle in fractions, for the chance nodes of the engine."""
    outcome = stopped_battle(battle, stop, exact=True)
    return [((force, defenders), p) for (force, defenders), p in outcome.items() if p]


def float_ends(battle: Battle, stop: StopRule) -> list[tuple[tuple[int, int], float]]:
    """Solve a whole battle in floats."""
    outcome = stopped_battle(battle, stop)
    return [((force, defenders), p) for (force, defenders), p in outcome.items() if p]
