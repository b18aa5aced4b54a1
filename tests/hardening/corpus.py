"""Valid inputs of every kind: what the other files of this folder damage."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from oddsapp.boards import board_to_dict, find_board
from oddsapp.engine.positions import (
    Position,
    example_position,
    position_to_csv,
    position_to_dict,
    share_string,
)
from oddsapp.engine.save_file import record_to_dict
from oddsapp.rules import find_ruleset
from oddsapp.rules.json_form import ruleset_to_dict
from oddsapp.whatif.plans.plan_json import plan_to_dict
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.turns.turn_file import example_text, example_turn
from tests.engine.random_play import TOY, random_game

_DATA = files("oddsapp.whatif") / "data"
_PLAYED = Path(__file__).parents[1] / "golden" / "playthroughs"


def _data(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


POSITION: Position = example_position()
TURN: Position = example_turn().position

RULESETS: list[dict[str, Any]] = [
    ruleset_to_dict(find_ruleset(name))
    for name in ("classic", "parker1993", "risk2", "risk2_manual", "blitz")
]
RULESETS.append(
    ruleset_to_dict(
        find_ruleset("classic").replace(round_table={(1, 1): {(1, 0): 1, (0, 1): 1}}),
    )
)
BOARDS = [board_to_dict(TOY), board_to_dict(find_board("classic"))]
TURNS = [json.loads(example_text()), json.loads(_data("small_turn.json"))]
POSITIONS = [position_to_dict(POSITION), json.loads(_data("scenario.json")), *TURNS]
PLANS = [
    _data(name)
    for name in ("plan.txt", "careful_plan.txt", "scenario_attack.plan", "scenario_wait.plan")
]
PLANS_AS_JSON = [plan_to_dict(parse_plan(text)) for text in PLANS]
GAMES = [
    record_to_dict(random_game(1, board=TOY, steps=60)),
    record_to_dict(random_game(2, steps=30)),
    record_to_dict(random_game(3, "risk2", board="risk2", steps=30)),
]
SHARED = [share_string(POSITION), share_string(TURN)]
POSITION_TABLES = [
    position_to_csv(POSITION),
    position_to_csv(TURN),
    "territory;owner;armies\nSiam;Ann;3\n",
]
RECORDS = [
    "armies,defenders,attackers left,defenders left,player\n11,7,1,2,Ann\n6,3,5,0,Bob\n",
    "attack dice,defence dice,player\n6 3 1,5 2,Ann\n",
    "force;defenders;attackers left;defenders left;group\n10;7;0;4;a\n10;7;0;2;b\n",
]
LINES = [line for game in GAMES for line in game["log"]] + [
    line
    for path in sorted(_PLAYED.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()[:80]
]
"""Actions and events, each as a line of a log."""

ORDERS = ["Brazil -> Peru", "3 Siam -> India -> China"] + [
    order for side in TURNS[0]["players"].values() for order in side["orders"]
]
ORDER_PLANS = [
    "\n".join(
        f"{name}: {order}" for name, side in TURNS[0]["players"].items() for order in side["orders"]
    )
]
GOALS = ["take Africa", "hold Brazil", "win", "eliminate Bob", "take Brazil and Peru"]
DICE = ["4d8", "3", "2d6", "d12", "3d10"]
BONUSES = ["highest+1", "lowest-1", "all+1", "highest+1,lowest-1", "all+2,uncapped", "bunker"]
PROBABILITIES = ["0.8", "80%", "4/5", "1e-3", "79.5 %"]
BATTLES = ["12 7", "12v7", "10 5+4", "12 against 7-9", "11 7"]
