"""Random games under every sequential preset and many variants, for the generic suites."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import (
    CHANCE,
    Action,
    ChanceEvent,
    GameState,
    Phase,
    apply_action,
    current_player,
    draw_chance,
    is_terminal,
    legal_actions,
    new_game,
    table_actions,
)
from oddsapp.engine.actions import EndAttack, EndTurn
from tests.engine.positions import SQUARE, float_ends

ISLANDS = Board(
    name="islands",
    continents=(
        Continent("North", 2, ("N1", "N2", "N3")),
        Continent("Middle", 3, ("M1", "M2", "M3", "M4")),
        Continent("South", 1, ("S1", "S2")),
    ),
    links=both_ways(
        (a, b)
        for a, others in {
            "N1": ["N2", "M1"], "N2": ["N3"], "N3": ["M2"], "M1": ["M2", "M4"], "M2": ["M3"],
            "M3": ["M4", "S1"], "S1": ["S2"], "S2": ["M4"],
        }.items()
        for b in others
    ),
)  # fmt: skip
"""Nine territories: small enough for random games to end."""

SMALL = {"starting_armies": {2: 9, 3: 8, 4: 7, 6: 5}, "neutral_armies": 9}


def _variant(players: int, board: str | Board = ISLANDS, **more: Any) -> dict[str, Any]:
    size = {} if isinstance(board, str) else SMALL
    return {"players": players, "board": board, **size, **more}


VARIANTS: dict[str, dict[str, Any]] = {
    # every sequential preset, on the whole board and on a small one
    **{
        f"{name} {size}": _variant(3, board, rules=name)
        for name in (
            *("classic", "parker1993", "blitz"),
            *("bunker", "fortification", "ammunition_shortage"),
        )
        for size, board in (("whole", "classic"), ("small", ISLANDS))
    },
    "two with a neutral side": _variant(2, "classic"),
    "two on islands": _variant(2, first_player="seat", defender_chooses=True),
    "two without neutrals": {**_variant(2), "neutral_armies": 0},
    "six at the table": _variant(6, "classic", allocation="claim"),
    "asked at once": _variant(3, defender_chooses=True),
    "asked first": _variant(3, defender_chooses=True, defence_timing="attacker_first"),
    "asked late": _variant(3, defender_chooses=True, defence_timing="after_roll"),
    "experts": _variant(
        3, rules="parker1993", card_reroll="any", card_limit="card", commander=True,
        stack_limit=12, fortify="free", schedule="by_one",
    ),
    "own die once": _variant(3, card_reroll="own", card_limit="territory", attack_seconds=120),
    "tight stacks": _variant(3, stack_limit=2, stack_limit_on_conquest=True,
                             owned_bonus_is_limited=True),
    "several moves, flat cards": _variant(3, fortify="several", schedule="flat"),
    "fixed cards": _variant(4, schedule="fixed", owned_bonus_limit="turn"),
    "limited cards": _variant(3, schedule="limited", trade_at_once_with_five=False),
    "missions": _variant(4, "classic", goal="missions"),
    "european missions": _variant(
        5, "classic", rules="parker1993", goal="missions", mission_deck="european_14",
        own_colour="redealt", mission_allocation="claim",
    ),
    "headquarters": _variant(4, rules="parker1993", goal="capitals", short_game=True),
    "capitals": _variant(3, goal="capitals", short_game=True),
    "target": _variant(3, goal="territories", territory_target=6),
    "held target": _variant(3, goal="territories", territory_target=6, hold_target=True),
    "rounds": _variant(4, goal="rounds", rounds=8, score_tie="extra_round"),
    "teams": _variant(4, teams=2),
    "three teams": _variant(6, "classic", teams=3, goal="rounds", rounds=8),
    "square": _variant(3, SQUARE, schedule="by_one"),
}  # fmt: skip


def begin(name: str) -> GameState:
    """Return the first state of a variant."""
    options = dict(VARIANTS[name])
    return new_game(options.pop("rules", "classic"), **options)


def random_move(state: GameState, rng: random.Random, talk: float = 0.02) -> Action | ChanceEvent:
    """Return a move drawn at random: now and then something said around the table."""
    if current_player(state) == CHANCE:
        return draw_chance(state, rng, float_ends)
    choices = list(legal_actions(state))
    if len(choices) > 1 and rng.random() < 0.9:  # rather attack than end the turn at once
        choices = [c for c in choices if not isinstance(c.action, EndAttack | EndTurn)]
    if rng.random() < talk:
        choices = list(table_actions(state)) or choices
    chosen = rng.choice(choices)
    return chosen.with_amount(rng.randint(chosen.least, max(chosen.least, chosen.most)))


def random_game(
    name: str, rng: random.Random, steps: int, talk: float = 0.02
) -> Iterator[tuple[GameState, Action | ChanceEvent, GameState]]:
    """Yield the steps of a game, to its end or a cap: before, what was done, after."""
    state = begin(name)
    for _ in range(steps):
        if is_terminal(state):
            return
        move = random_move(state, rng, talk)
        after = apply_action(state, move)
        yield state, move, after
        state = after


def positions_of(name: str, rng: random.Random, steps: int, every: int = 1) -> Iterator[GameState]:
    """Yield states of a random game, each so many steps apart."""
    for number, (state, _, after) in enumerate(random_game(name, rng, steps)):
        if number % every == 0:
            yield state
        if after.phase is Phase.OVER:
            yield after
