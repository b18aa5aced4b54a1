"""Maps of the game Domination, as text and as files."""

from __future__ import annotations

import pytest

from oddsapp.boards import board_from_map
from oddsapp.boards.loading import _map_text
from tests.boards.test_map_form import ISLES
from tests.hardening.mutate import damaged_bytes, damaged_text
from tests.hardening.refusal import fuzz

CASES = {"text": 4_000, "file": 3_000}
INPUTS = sum(CASES.values())


@pytest.mark.parametrize("kind", CASES)
def test_a_map_is_read_or_refused_in_one_sentence(kind: str) -> None:
    if kind == "text":
        fuzz(board_from_map, lambda rng: damaged_text(rng, [ISLES]), CASES[kind])
    else:
        fuzz(
            lambda content: board_from_map(_map_text(content)),
            lambda rng: damaged_bytes(rng, [ISLES]),
            CASES[kind],
        )
