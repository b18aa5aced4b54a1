"""JSON files: rulesets, boards, positions, turns, plans, saved games, files of the lab."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from oddsapp.boards import board_from_dict
from oddsapp.engine.positions import read_position
from oddsapp.engine.save_file import _Chain, record_from_dict
from oddsapp.json_values import parse_json
from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict
from oddsapp.ui.lab.files import from_json, to_json
from oddsapp.ui.lab.setups import SetUp
from oddsapp.ui.turn.edit import read_upload
from oddsapp.ui.whatif.edit import read_any
from oddsapp.whatif.plans.plan_json import plan_from_dict
from oddsapp.whatif.turns.order_plan import order_plan_from_dict
from oddsapp.whatif.turns.turn_file import read_turn
from tests.hardening import corpus
from tests.hardening.mutate import damaged_bytes, damaged_json, damaged_value
from tests.hardening.refusal import fuzz

LAB = [json.loads(to_json((SetUp.of("risk2"), SetUp.of("classic")), "/lab"))]
ORDERS = [
    {"format": "oddsapp orders", "version": 1, "players": {"Ann": ["1 Siam -> India"], "Bob": []}}
]


def written(values: list[Any]) -> Callable[[Random], str]:
    return lambda rng: damaged_json(rng, values)


def uploaded(values: list[Any]) -> Callable[[Random], bytes]:
    texts = [json.dumps(value) for value in values]
    return lambda rng: (
        damaged_bytes(rng, texts)
        if rng.random() < 0.3
        else damaged_json(rng, values).encode("utf-8", "surrogatepass")
    )


def sealed_again(rng: Random) -> Any:
    """Return a damaged game whose checks fit, so that the rules have to find what is wrong."""
    game = damaged_value(rng, corpus.GAMES)
    try:
        chain = _Chain({key: game[key] for key in ("board", "rules", "players")})
        for line in game["log"]:
            chain.add(line)
    except (AttributeError, KeyError, TypeError):
        return game
    return {**game, "checks": "".join(chain.checks), "digest": chain.digest}


def read_ruleset_again(text: str) -> object:
    """Read a ruleset, and again what it says of itself."""
    rules = ruleset_from_dict(parse_json(text))
    assert ruleset_from_dict(ruleset_to_dict(rules)) == rules
    return rules


Case = tuple[Callable[[Any], object], Callable[[Random], Any], int]
CASES: dict[str, Case] = {
    "ruleset": (read_ruleset_again, written(corpus.RULESETS), 1_500),
    "board": (lambda text: board_from_dict(parse_json(text)), written(corpus.BOARDS), 1_500),
    "position": (read_position, written(corpus.POSITIONS), 1_500),
    "position as a file": (read_position, uploaded(corpus.POSITIONS), 1_500),
    "position on a page": (
        lambda content: read_any(content, corpus.POSITION),
        uploaded(corpus.POSITIONS),
        1_000,
    ),
    "turn": (read_turn, written(corpus.TURNS), 2_000),
    "turn on a page": (read_upload, uploaded(corpus.TURNS), 1_000),
    "plan": (
        lambda text: plan_from_dict(parse_json(text)),
        written(corpus.PLANS_AS_JSON),
        1_500,
    ),
    "orders": (
        lambda text: order_plan_from_dict(parse_json(text), ("Ann", "Bob")),
        written(ORDERS),
        1_500,
    ),
    "saved game": (lambda text: record_from_dict(parse_json(text)), written(corpus.GAMES), 1_500),
    "saved game, sealed": (record_from_dict, sealed_again, 1_500),
    "lab": (from_json, uploaded(LAB + corpus.RULESETS[:1]), 1_000),
}
INPUTS = sum(inputs for _, _, inputs in CASES.values())


@pytest.mark.parametrize("kind", CASES)
def test_a_file_is_read_or_refused_in_one_sentence(kind: str) -> None:
    fuzz(*CASES[kind])
