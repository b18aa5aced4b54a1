"""The checks of style, types and layers, as part of the one test run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

TOP_LEVEL = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "analysis",
    "oddsapp",
    "pyproject.toml",
    "streamlit_app.py",
    "tests",
}

# import-linter has no ``python -m``; this is what its console script runs.
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"


# A clean copy has nothing to read back, and nobody reads what it would write.
FORGET = ["--no-incremental"] if os.environ.get("CI") else []


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["-m", "ruff", "check", "--no-fix"], id="ruff-check"),
        pytest.param(["-m", "ruff", "format", "--check", "--diff"], id="ruff-format"),
        pytest.param(["-m", "mypy", "--strict", *FORGET], id="mypy"),
        pytest.param(["-c", LINT_IMPORTS, "--no-logo"], id="lint-imports"),
    ],
)
def test_the_checkout_passes(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{' '.join(arguments)} says:\n{done.stdout}", pytrace=False)


def test_the_top_level_holds_only_what_belongs_there() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: the top level cannot be told from what lies beside it")
    # Tracked files, and new ones that no ignore rule covers.
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = {line.split("/")[0] for line in listing.splitlines()}
    assert {name for name in found if not name.startswith(".")} == TOP_LEVEL
