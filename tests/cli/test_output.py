"""What a person reads: short, aligned, coloured only on a terminal."""

import os
import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from oddsapp import __version__
from oddsapp.cli.main import COMMANDS, main
from tests.cli.conftest import ROOT, Run, one_line

BATTLE = """\
11 armies: 10 attack, 1 stays; against 7 defenders  [classic]

  win    79.98 %  likely
  lose   20.02 %

  left if won      mean    90 %
  of 10 attackers  5.66  2 to 9

  most likely end: taken with 6 attackers left (11.62 %)

  expected losses   attackers  defenders
  over all battles       5.47       6.41
  in battles won         4.34          7
"""

CLASH = """\
force of 12 and force of 9 meet head on  [risk2]

  force of 12   80.43 %  very likely
  force of 9    19.57 %  very unlikely

  left if won  mean     90 %
  force of 12  7.38  2 to 12
  force of 9   3.97   1 to 8
"""

SPOILS = """\
2 players fight for the spoils  [risk2]

  player 1: 5     20.28 %  unlikely
  player 2: 4+3   79.72 %  likely

  left if won     mean    90 %
  player 1, of 5  2.40  1 to 5
  player 2, of 4  2.88  1 to 4
  player 2, of 3  1.88  0 to 3
"""


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("battle 11 7", BATTLE), ("clash 12 9", CLASH), ("spoils 5 4+3", SPOILS)],
)
def test_it_reads_like_this(run: Run, typed: str, expected: str) -> None:
    assert run(*typed.split()) == (0, expected, "")


@pytest.mark.rule("C-1")
@pytest.mark.parametrize(
    ("typed", "first_line"),
    [
        ("battle 2 1", "2 armies: 1 attacks, 1 stays; against 1 defender  [classic]"),
        (
            "battle 10 7 --force",
            "10 attack, 1 more stays: 11 armies; against 7 defenders  [classic]",
        ),
        (
            "battle 11 7 --rules risk2",
            "11 armies: 10 attack, 1 stays; against 7 defenders  [risk2]",
        ),
        (
            "mass 12 8 8 --defenders 20 --reading individual",
            "forces of 12, 8 and 8 against 20 defenders  [risk2, mass_reading=individual]",
        ),
        ("mass 5 --defenders 4", "a force of 5 against 4 defenders  [risk2]"),
        ("dice --dice-set manual", "dice set manual  [risk2, dice_set=manual]"),
    ],
)
def test_the_first_line_says_what_was_asked(run: Run, typed: str, first_line: str) -> None:
    assert run(*typed.split()).out.splitlines()[0] == first_line


def test_fractions_that_fit_are_shown(run: Run) -> None:
    out = run("battle", 3, 1, "--force", "--exact").out
    assert "\nExactly\n" in out
    assert "\n  win                    342035/373248\n" in out
    assert "cut short" not in out


def test_fractions_of_thousands_of_digits_do_not_flood_the_terminal(run: Run) -> None:
    out = run("battle", 1000, 1000, "--exact").out
    assert max(map(len, out.splitlines())) <= 100
    assert re.search(r"\n  win +0\.998838668348064632340933663800…\n", out)
    assert "--json prints every fraction whole" in out


def test_what_is_next_to_impossible_is_not_called_impossible(run: Run) -> None:
    out = run("battle", 2, 800).out
    assert "  win   less than 0.001 % (about 1 in 10^475)  almost hopeless\n" in out
    assert "  lose  more than 99.999 %\n" in out


def test_equal_forces_are_told_apart_where_it_matters(run: Run) -> None:
    out = run("clash", 12, 12, "--exact").out
    assert "  force of 12 (no. 1) wins  1/2\n  force of 12 (no. 2) wins  1/2\n" in out


def test_what_cannot_be_told_is_said(run: Run) -> None:
    result = run("spoils", 12, 11, 10, 9, 8, 7)
    assert result.code == 0
    assert "what is left cannot be told: a battle of this size" in result.out


def test_dice_shows_every_die_chart_and_pair(run: Run) -> None:
    out = run("dice").out
    assert "  white   1 1 1 1 2 2 2 3 3 4 5 6     31  2.583\n" in out
    assert "  black   31 / 31       30 / 30   19 / -\n" in out
    assert "a tie is won by the attacker attacker beats" in one_line(out)
    assert "  white           61.11 %  54.17 %  39.58 %  31.94 %  27.78 %\n" in out
    assert "nobody wins a tie" in one_line(run("dice", "--ties", "nobody").out)


@pytest.mark.parametrize("name", ["battle", "mass", "clash", "spoils", "dice"])
def test_every_example_of_the_help_runs(run: Run, name: str) -> None:
    help_text = run(name, "--help").out
    examples = re.findall(r"^ +oddsapp (.+)$", help_text, re.MULTILINE)
    assert examples
    for example in (*examples, COMMANDS[name].example.removeprefix("oddsapp ")):
        result = run(*example.split())
        assert (result.code, result.err) == (0, "")
        # No line wider than a usual terminal, except fractions and JSON.
        if "--exact" not in example and "--json" not in example:
            assert max(map(len, result.out.splitlines())) <= 100


def test_help_names_every_command_with_an_example(run: Run) -> None:
    for args in ((), ("--help",), ("-h",)):
        result = run(*args)
        assert (result.code, result.err) == (0, "")
        for name, entry in COMMANDS.items():
            assert f"\n  {name} " in result.out
            assert f"\n  {entry.example}\n" in result.out
            assert entry.example.startswith(f"oddsapp {name}")


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"oddsapp {__version__}\n", "")


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False)],
)
def test_colour_on_a_terminal_unless_told_not_to(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(main, ["battle", "11", "7"], color=True)
    assert result.exit_code == 0
    assert ("\x1b[" in result.output) is coloured
    assert click.unstyle(result.output) == BATTLE


def test_no_colour_in_a_pipe(process: Run) -> None:
    assert process("battle", "11", "7") == (0, BATTLE, "")


def test_a_terminal_that_lacks_a_character_shows_another() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "oddsapp", "battle", "1000", "1000", "--exact"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        encoding="latin-1",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.998838668348064632340933663800?" in done.stdout
