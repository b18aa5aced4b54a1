"""Running the program as a console script does, in this process or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from oddsapp.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


class Result(NamedTuple):
    """What a run left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Result]


def one_line(text: str) -> str:
    """Return a text without its line breaks, for sentences that are broken to fit."""
    return " ".join(text.split())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program in this process."""

    def call(*args: object) -> Result:
        with pytest.raises(SystemExit) as left:
            main([str(arg) for arg in args])
        captured = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Result(left.value.code, captured.out, captured.err)

    return call


@pytest.fixture
def process() -> Run:
    """Run the program in a process of its own."""

    def call(*args: object, python: tuple[str, ...] = ()) -> Result:
        done = subprocess.run(
            [sys.executable, *python, "-m", "oddsapp", *map(str, args)],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return call
