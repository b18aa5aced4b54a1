"""Files for the tests of ``oddsapp whatif``: the shipped position and plans that fit it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsapp.cli.whatif_input import example

Write = Callable[..., Path]

SMALL = """\
place all armies on Brazil
attack Brazil -> North Africa until 5 armies are left
"""
OTHER = """\
place all armies on Venezuela
attack Venezuela -> Central America
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file, and return where it is."""

    def call(text: str, name: str = "plan.txt") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return call


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The shipped position as a file."""
    path = tmp_path / "state.json"
    path.write_text(example("state"), encoding="utf-8")
    return path


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """The shipped plan as a file."""
    path = tmp_path / "shipped.txt"
    path.write_text(example("plan"), encoding="utf-8")
    return path
