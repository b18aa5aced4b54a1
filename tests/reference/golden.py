"""Read the golden numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent.parent / "golden"


def golden(name: str) -> Any:
    """Read one file of golden numbers."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def both(text: str) -> tuple[int, int]:
    """Read a key such as "3,2": attackers, defenders."""
    attackers, defenders = text.split(",")
    return int(attackers), int(defenders)
