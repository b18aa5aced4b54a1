"""The state of the RISK II turn: what stands in its address."""

from __future__ import annotations

from typing import Any

from oddsapp.combat import Battle
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.urlstate import Choice, Count, Spec
from oddsapp.ui.turn.fields import MOST_FORCE, Numbers, Row, Rows, TurnText, position_of
from oddsapp.ui.turn.forces import Fight, different_players
from oddsapp.ui.turn.rolls import followed

PARTS = {"battle": "One battle", "map": "The whole turn"}
KINDS = {"mass": "Invasion", "clash": "Border clash", "spoils": "Spoils of war"}
DICE = {"board": "Board adaptation", "manual": "PC manual"}
CHARTS = {"board": "Board adaptation", "manual": "PC manual", "shipped_game": "PC game"}
MASS = {"protected": "Attackers protected", "individual": "Each compared alone"}
SPOILS = {"top_roll": "Top roll is safe", "pairwise": "Each against each"}
TAPS = {"order": "Give orders", "land": "Change the board"}
SHOWN = {"both": "Orders and forecast", "orders": "Orders", "forecast": "Forecast"}
SURGES = {"no": "One territory", "yes": "Surge into a second"}

MOST_ROWS = 7
MOST_ROLLS = 200
MOST_SEED = 999_999
MOST_ARMIES = 999

SPEC: Spec = {
    "turn_part": Choice("turn_part", "part", tuple(PARTS)),
    "turn_kind": Choice("turn_kind", "kind of battle", tuple(KINDS)),
    "turn_rows": Rows(
        "turn_rows", "forces", (Row("A", 12), Row("B", 8), Row("C", 8)), longest=MOST_ROWS
    ),
    "turn_d": Count("turn_d", "defenders", default=20, least=1, most=MOST_FORCE),
    "turn_dice": Choice("turn_dice", "dice", tuple(DICE)),
    "turn_chart": Choice("turn_chart", "chart of dice", tuple(CHARTS)),
    "turn_mass": Choice("turn_mass", "mass invasions", tuple(MASS)),
    "turn_spoils": Choice("turn_spoils", "spoils of war", tuple(SPOILS)),
    "turn_rolls": Numbers("turn_rolls", "rolls", most=9999, longest=MOST_ROLLS),
    "turn_seed": Count("turn_seed", "seed", default=1, least=0, most=MOST_SEED),
    "turn_p": TurnText("turn_p", "turn"),
    "turn_tap": Choice("turn_tap", "taps", tuple(TAPS)),
    "turn_show": Choice("turn_show", "map", tuple(SHOWN)),
    "turn_who": Count("turn_who", "player", default=1, least=1, most=99),
    "turn_pick": Numbers("turn_pick", "picked territories", most=9999, longest=3),
    "turn_surge": Choice("turn_surge", "surge", tuple(SURGES)),
    # 0 stands for as many as are left to send.
    "turn_n": Count("turn_n", "armies of the order", default=0, least=0, most=MOST_FORCE),
}


def fight_of(state: dict[str, Any]) -> Fight:
    """Return the battle that a state describes."""
    return Fight(
        state["turn_kind"],
        state["turn_rows"],
        state["turn_d"],
        (state["turn_dice"], state["turn_chart"], state["turn_mass"], state["turn_spoils"]),
    )


def fit(state: dict[str, Any]) -> list[str]:
    """Make values that were read one by one fit each other; return notes on what was changed."""
    notes: list[str] = []
    if state["turn_kind"] == "clash":
        rows = different_players(state["turn_rows"])
        if rows != state["turn_rows"]:
            state["turn_rows"] = rows
            notes.append("forces: a border clash is between two players; they are told apart")
    notes += _fit_rolls(state)
    return notes + _fit_map(state)


def _fit_rolls(state: dict[str, Any]) -> list[str]:
    given = state["turn_rolls"]
    try:
        battle: Battle = fight_of(state).described()
        used = followed(battle, given) if given else ()
    except InvalidInput:
        used = ()
    state["turn_rolls"] = used
    if used == given:
        return []
    return [f"rolls: {len(given) - len(used)} of them cannot follow here and are left out"]


def _fit_map(state: dict[str, Any]) -> list[str]:
    if state["turn_who"] == 1 and not state["turn_pick"]:
        return []
    game = position_of(state["turn_p"]).state.game
    notes = []
    if state["turn_who"] > game.players:
        state["turn_who"] = 1
        notes.append(f"player: {game.players} play this turn; the first is used")
    if any(place >= len(game.names) for place in state["turn_pick"]):
        state["turn_pick"] = ()
        notes.append("picked territories: this board does not have them; none is picked")
    return notes
