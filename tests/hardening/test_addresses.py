"""The address of every page: damaged, it still leads to a state, and says what it put right."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import oddsapp.ui
from oddsapp.ui.parts.urlstate import Spec, decode, encode
from tests.hardening import corpus
from tests.hardening.mutate import damaged_text
from tests.hardening.refusal import fuzz

FOLDER = Path(oddsapp.ui.__file__).parent
PAGES = sorted(path.parent.name for path in FOLDER.glob("*/state.py"))
EACH = 3_000
INPUTS = EACH * len(PAGES)

# What is written in no default and in no list of choices.
FURTHER = {
    "q_now": ["10v7.c72"],
    "q_rec": ["classic.10v7.4v0", "classic.10v7.4v0~risk2.9v9.0v3"],
    "q_last": ["classic.10v5-4", "risk2.12v7~blitz.9v3"],
    "q_on": ["capital-wall", "zombie_attacker"],
    "d": ["5+4", "5 4"],
    "lab_s": [
        "risk2.f2-112222334456.f5-123445556666~risk2.tdefender",
        "risk2.cfixed1~classic.n3-3",
        "classic.f1-12345678.f2-12345678",
    ],
    "learn_path": ["02-11", "11-20-02"],
    "learn_counts": ["10+20+5"],
    "plan": ["classic~2~~YK~Y12", "classic~2~L~KLLM3~K12.M4", "risk2"],
    "plan_who": ["Ann~Bob~Cid"],
    "turn_rows": ["A12.B8.B8"],
    "turn_rolls": ["0.2.0"],
    "turn_pick": ["3.7"],
    "turn_p": corpus.SHARED,
    "p": corpus.SHARED,
    "w_goal": corpus.GOALS,
    "w_bots": ["odds~random~cautious", "random"],
}


def values_of(spec: Spec) -> dict[str, list[str]]:
    """Return for each key of an address what may stand there."""
    values = {}
    for key, field in spec.items():
        usual = [] if field.default is None else [field.write(field.default)]
        values[key] = [*usual, *getattr(field, "options", ()), *FURTHER.get(key, ())]
    return values


@pytest.mark.parametrize("page", PAGES)
def test_a_damaged_address_leads_to_a_state_and_says_what_was_put_right(page: str) -> None:
    state = import_module(f"oddsapp.ui.{page}.state")
    spec: Spec = state.SPEC
    fit: Callable[[dict[str, Any]], list[str]] = getattr(state, "fit", lambda _: [])
    values = values_of(spec)

    def make(rng: Random) -> dict[str, str]:
        keys = rng.sample(list(values), rng.randint(1, min(6, len(values))))
        return {
            key: damaged_text(rng, values[key]) if rng.random() < 0.6 else rng.choice(values[key])
            for key in keys
        }

    def read(query: dict[str, str]) -> None:
        found, notes = read_once(query)
        for note in notes:
            assert note.isprintable(), note
            assert len(note) < 700, note
        # What the page writes of itself is read as it is, but for what is too long to write.
        address = encode(found, spec)
        again, more = read_once(address)
        unwritten = {key for key, text in address.items() if text == "long"}
        assert {k: v for k, v in again.items() if k not in unwritten} == {
            k: v for k, v in found.items() if k not in unwritten
        }
        assert unwritten or not more

    def read_once(query: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
        found, notes = decode(query, spec)
        return found, notes + fit(found)

    fuzz(read, make, EACH)
