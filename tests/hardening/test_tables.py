"""Tables as spreadsheets write them: positions, recorded battles and rolls; as text and bytes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from oddsapp.engine.positions import position_from_csv
from oddsapp.luck import read_records
from oddsapp.tables import decoded
from oddsapp.ui.whatif.edit import with_table
from tests.hardening import corpus
from tests.hardening.mutate import damaged_bytes, damaged_text
from tests.hardening.refusal import fuzz

Case = tuple[Callable[[Any], object], Callable[[Random], Any], int]
CASES: dict[str, Case] = {
    "position": (position_from_csv, lambda rng: damaged_text(rng, corpus.POSITION_TABLES), 3_000),
    "position on a page": (
        lambda text: with_table(corpus.POSITION, text),
        lambda rng: damaged_text(rng, corpus.POSITION_TABLES),
        1_000,
    ),
    "records": (read_records, lambda rng: damaged_text(rng, corpus.RECORDS), 5_000),
    "records as a file": (
        lambda content: read_records(decoded(content)),
        lambda rng: damaged_bytes(rng, corpus.RECORDS),
        3_000,
    ),
}
INPUTS = sum(inputs for _, _, inputs in CASES.values())


@pytest.mark.parametrize("kind", CASES)
def test_a_table_is_read_or_refused_in_one_sentence(kind: str) -> None:
    fuzz(*CASES[kind])
