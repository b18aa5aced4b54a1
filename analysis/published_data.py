"""The published numbers of ``analysis/data``, and how they are read."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import oddsapp

DATA = Path(__file__).parent / "data"


def read(name: str) -> Any:
    """Read one file of published numbers."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def last_digit(printed: float | str) -> float:
    """Return half a unit of the last digit that was printed."""
    exponent = Decimal(str(printed)).as_tuple().exponent
    return 0.5 * 10.0 ** int(exponent)


def both(text: str) -> tuple[int, int]:
    """Read two numbers such as those of 3,2 or 14v11."""
    first, second = map(int, re.findall(r"\d+", text)[:2])
    return first, second


def fought(force: int, defenders: int, **options: Any) -> Any:
    """Return the odds of a force against defenders."""
    return oddsapp.battle(force=force, defenders=defenders, **options)
