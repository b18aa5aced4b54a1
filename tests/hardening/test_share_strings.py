"""Share strings: damaged on their way, and made with a right check around what makes no sense."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from oddsapp.engine.positions import from_share_string, share, share_string
from oddsapp.ui.planner.shared import loaded
from tests.hardening import corpus
from tests.hardening.mutate import damaged_text, damaged_value
from tests.hardening.refusal import fuzz

PREFIX = f"oddsapp{share.VERSION}-"
HELD = [
    json.loads(share._decompressed(share._unpacked(text.removeprefix(PREFIX), len(PREFIX))))
    for text in corpus.SHARED
]


def sealed(data: Any) -> str:
    """Return a share string whose check is right, whatever it holds."""
    packed = share._compressed(json.dumps(data).encode("ascii"))
    content = len(packed).to_bytes(share._LENGTH, "big") + packed
    return PREFIX + share._encoded(share._check(content) + content)


def read_again(text: str) -> object:
    """Read a position, and again what it is shared as."""
    position = from_share_string(text)
    assert from_share_string(share_string(position)) == position
    return position


def test_what_is_sealed_here_is_read() -> None:
    assert [from_share_string(sealed(data)) for data in HELD] == [corpus.POSITION, corpus.TURN]


Case = tuple[Callable[[str], object], Callable[[Random], str], int]
CASES: dict[str, Case] = {
    "damaged": (read_again, lambda rng: damaged_text(rng, corpus.SHARED), 8_000),
    "sealed": (read_again, lambda rng: sealed(damaged_value(rng, HELD)), 2_000),
    "on the planner": (loaded, lambda rng: sealed(damaged_value(rng, HELD)), 500),
}
INPUTS = sum(inputs for _, _, inputs in CASES.values())


@pytest.mark.parametrize("kind", CASES)
def test_a_share_string_is_read_or_refused_in_one_sentence(kind: str) -> None:
    fuzz(*CASES[kind])
