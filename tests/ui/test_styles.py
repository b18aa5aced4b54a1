"""Style sheets close every brace: one that stays open swallows all rules behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

import oddsapp

SHEETS = sorted(Path(oddsapp.__file__).parent.rglob("*.css"))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_brace_is_closed(sheet: Path) -> None:
    depth = 0
    for line in sheet.read_text(encoding="utf-8").splitlines():
        depth += line.count("{") - line.count("}")
        assert 0 <= depth <= 2, line  # a rule, perhaps in a media query
    assert depth == 0
