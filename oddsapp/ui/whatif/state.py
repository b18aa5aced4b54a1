"""The state of What-if: what stands in its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from oddsapp.engine import GameState
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.packed import PackedText
from oddsapp.ui.parts.urlstate import Choice, Count, Spec
from oddsapp.ui.whatif.fields import (
    Bots,
    GoalText,
    PositionText,
    example,
    example_plans,
    position_of,
)

TAPS = {"attack": "Attack", "fortify": "Move", "board": "Edit the board"}
SHOWN = {"now": "Now", "after": "After the turn", "later": "After roll-outs"}
COUNTED = {"one": "One plan", "two": "Compare two plans"}
MORE = {"no": "Closed", "turn": "Turn, cards", "files": "Load, save", "table": "As a table"}
WHICH = {"1": "Plan 1", "2": "Plan 2"}
TURNS = {"next": "to my next turn", "two": "two rounds", "five": "five rounds", "end": "to the end"}
ROLLOUTS = (100, 300, 1000, 3000, 10_000)

MOST_ROLLOUTS = 10_000
MOST_SEED = 999_999
USUAL_BOT = "odds"
USUAL_GOAL = "take Africa"
FALLBACK_GOAL = "win"

_PLANS = {
    key: PackedText(key, name, text)
    for key, name, text in zip(
        ("w_plan", "w_plan2"), ("plan", "second plan"), example_plans(), strict=True
    )
}

SPEC: Spec = {
    "p": PositionText("p", "position"),
    **_PLANS,
    "w_two": Choice("w_two", "plans", tuple(COUNTED)),
    "w_which": Choice("w_which", "plan in view", tuple(WHICH)),
    "w_goal": GoalText("w_goal", "goal", USUAL_GOAL),
    "w_tap": Choice("w_tap", "a tap", tuple(TAPS)),
    "w_show": Choice("w_show", "the map", tuple(SHOWN)),
    # Players and territories by number from 1; 0 is whoever has the turn, and nowhere.
    "w_who": Count("w_who", "player of the map", default=0, least=0, most=99),
    "w_at": Count("w_at", "territory", default=0, least=0, most=9999),
    "w_more": Choice("w_more", "the position", tuple(MORE)),
    "w_bots": Bots("w_bots", "bots", (USUAL_BOT,)),
    "w_n": Count("w_n", "roll-outs", default=300, least=10, most=MOST_ROLLOUTS),
    "w_turns": Choice("w_turns", "turns", tuple(TURNS)),
    "w_seed": Count("w_seed", "seed", default=1, least=0, most=MOST_SEED),
}
"""With the example, and its plans: what an address without any of them stands for."""

_ELSEWHERE: Spec = {**SPEC, **{key: replace(field, default="") for key, field in _PLANS.items()}}


def spec_for(*, of_example: bool) -> Spec:
    """Return the codec of an address: plans belong to the example only where it is on the board.

    >>> [len(spec_for(of_example=here)["w_plan2"].default) for here in (True, False)][1]
    0
    """
    return SPEC if of_example else _ELSEWHERE


def spec_of(state: Mapping[str, Any]) -> Spec:
    """Return the codec that writes the address of a state."""
    return spec_for(of_example=state["p"] == example())


def state_of(values: Mapping[str, Any]) -> GameState:
    """Return the state of the game that stands on the board."""
    return position_of(values["p"]).state


def fit(state: dict[str, Any]) -> list[str]:
    """Make values that were read one by one fit each other; return notes on what was changed."""
    from oddsapp.whatif.goals import parse_goal

    notes = []
    game = state_of(state).game
    try:
        state["w_goal"] = str(parse_goal(state["w_goal"], game))
    except InvalidInput as refusal:
        if state["w_goal"] != USUAL_GOAL:
            notes.append(f"goal: {refusal}; {FALLBACK_GOAL} is used")
        state["w_goal"] = FALLBACK_GOAL
    if state["w_who"] > game.players:
        state["w_who"] = 0
        notes.append(f"player of the map: {game.players} play; whoever has the turn is used")
    if state["w_at"] > len(game.names):
        state["w_at"] = 0
        notes.append(f"territory: the board has {len(game.names)}; none is selected")
    if len(state["w_bots"]) not in (1, game.players):
        state["w_bots"] = (USUAL_BOT,)
        notes.append(f"bots: there is one for all, or one for each of {game.players} players")
    if state["w_two"] == "one":
        state["w_which"] = "1"
    return notes


def bots_of(state: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the bot on each seat."""
    names: tuple[str, ...] = state["w_bots"]
    return names * state_of(state).game.players if len(names) == 1 else names


def turns_of(state: Mapping[str, Any]) -> int | None:
    """Return how many turns are played after that of the plan; None for all of the game."""
    living = len(state_of(state).living)
    match state["w_turns"]:
        case "next":
            return living - 1
        case "two":
            return 2 * living - 1
        case "five":
            return 5 * living - 1
        case _:
            return None


def plan_key(state: Mapping[str, Any]) -> str:
    """Return the key of the plan in view."""
    return "w_plan2" if state["w_which"] == "2" else "w_plan"


def plan_texts(state: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the plans that are compared, or the one that there is."""
    return (state["w_plan"], state["w_plan2"]) if state["w_two"] == "two" else (state["w_plan"],)


def selected(state: Mapping[str, Any]) -> str:
    """Return the territory that is selected; nothing if none is."""
    at: int = state["w_at"]
    return state_of(state).game.names[at - 1] if at else ""


def number_of(state: Mapping[str, Any], territory: str) -> int:
    """Return how a territory is written in the address; 0 for none."""
    return state_of(state).game.index[territory] + 1 if territory else 0
