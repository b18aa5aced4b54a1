"""What a command costs, counted in modules: those of one battle, and no more."""

import subprocess
import sys
from importlib import import_module

import click
import pytest

from oddsapp.cli.main import COMMANDS
from tests.cli.conftest import ROOT

HEAVY = {"numpy", "scipy", "sympy", "plotly", "streamlit", "pandas"}

NOT_FOR_A_NUMBER = HEAVY | {
    "asyncio", "decimal", "difflib", "email", "fractions", "json", "logging", "numbers",
    "random", "shutil", "socket", "subprocess", "tempfile", "textwrap",
}  # fmt: skip


LISTING = """
import sys
before = set(sys.modules)
from oddsapp.cli.main import main
try:
    main()
finally:
    print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""


def imported(*args: str) -> set[str]:
    """Return every module that a run of the program imports."""
    done = subprocess.run(
        [sys.executable, "-c", LISTING, *args], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_one_battle_imports_nothing_that_it_does_not_need() -> None:
    modules = imported("battle", "11", "7")
    assert "oddsapp.odds.classic" in modules
    assert {name.split(".")[0] for name in modules} & NOT_FOR_A_NUMBER == set()
    others = {name for name in modules if name.startswith("oddsapp.cli.")}
    assert others == {
        "oddsapp.cli.main", "oddsapp.cli.battle", "oddsapp.cli.options", "oddsapp.cli.output",
    }  # fmt: skip
    # Each further one is time that everybody waits for.
    assert len(modules) <= 120


@pytest.mark.parametrize(
    "args",
    [
        "battle 11 7 --json --exact",
        "battle 20 15 --rules risk2",
        "mass 12 8 8 --defenders 20",
        "clash 12 9",
        "spoils 5 4+3",
        "dice",
        "card",
    ],
)
def test_no_command_imports_what_is_for_tables_and_pages(args: str) -> None:
    modules = imported(*args.split())
    assert {name.split(".")[0] for name in modules} & HEAVY == set()


def test_help_imports_no_command_and_no_solver() -> None:
    modules = imported("--help")
    assert {name for name in modules if name.startswith("oddsapp")} == {
        "oddsapp", "oddsapp._version", "oddsapp.cli", "oddsapp.cli.main", "oddsapp.errors",
    }  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_is_where_it_says(name: str) -> None:
    module, attribute = COMMANDS[name].home.split(":")
    command = getattr(import_module(module), attribute)
    assert isinstance(command, click.Command)
    assert command.name == name
