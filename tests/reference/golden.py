"""Read the golden numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent.parent / "golden"
PUBLISHED = Path(__file__).parents[2] / "analysis" / "data"
"""What others printed, which a study recomputes."""


def golden(name: str) -> Any:
    """Read one file of golden or published numbers."""
    file = GOLDEN / f"{name}.json"
    if not file.exists():
        file = PUBLISHED / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def both(text: str) -> tuple[int, int]:
    """Read a key such as "3,2": attackers, defenders."""
    attackers, defenders = text.split(",")
    return int(attackers), int(defenders)
