"""What cannot be computed: exit code 2 and one clear line on standard error."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import oddsapp.odds.solve
from tests.cli.conftest import ROOT, Run

CASES = [
    # what is typed, and words of what is said
    ("battle 0 4", "at least 2 armies, not 0"),
    ("battle 1 4", "at least 2 armies, not 1: one always stays"),
    ("battle 1 4 --rules risk2", "at least 2 armies, not 1"),
    ("battle 5 0", "defenders must be at least 1, not 0"),
    ("battle 0 5 --force", "force must be at least 1, not 0"),
    ("battle -3 4", "at least 1, not -3"),
    ("battle 3 -4", "at least 1, not -4"),
    ("battle -12 4 --json", "at least 1, not -12"),
    ("battle ten 4", "ARMIES must be a whole number, not 'ten'"),
    ("battle 5 four", "DEFENDERS must be a whole number, not 'four'"),
    ("battle 5.0 4", "whole number, not '5.0'"),
    ("battle 1e3 4", "whole number, not '1e3'"),
    ("battle 1_0 4", "whole number, not '1_0'"),
    ("battle +5 4", "whole number, not '+5'"),
    ("battle ² 4", "whole number, not '²'"),
    ("battle 5", "Missing argument 'DEFENDERS'"),
    ("battle 5 4 3", "unexpected extra argument (3)"),
    ("battle 5 4 --froce", "--force"),
    ("battle 5 4 --rules", "requires an argument"),
    ("battle 5 4 --rules chess", "there are classic, parker1993, risk2"),
    ("battle 5 4 --ties me", "attacker, defender"),
    ("battle 5 4 --dice-set manual", "--dice-set means nothing under the rules classic"),
    ("battle 5 4 --rules risk2 --attack-dice 2", "vary is --dice-set, --thresholds, --ties\n"),
    ("clash 5 4 --rules classic --dice-set manual", "what can vary is --ties\n"),
    ("battle 5 4 --thresholds manual", "--thresholds means nothing under the rules classic"),
    ("battle 5 4 --reading top_roll", "--reading"),
    ("battle 5 4 --attack-dice 20d8", "number of dice of a side must be at most 10, not 20"),
    ("battle 5 4 --rules risk2 --capital", "mean nothing under the rules risk2"),
    (
        "battle 5 4 --rules risk2 --attack-dice 4d8",
        "what can vary is --dice-set, --thresholds, --ties\n",
    ),
    ("battle 5 4 --zombie attacker --then 5", "leave out one of the two"),
    ("campaign 9 4 --zombie defender --then 5", "leave out one of the two"),
    ("mass 3 --defenders 4 --rules classic --reading top_roll", "what can vary is --ties\n"),
    ("battle 5 4 --rules risk2 --dice-set old", "there are board, manual"),
    ("battle 5 4 --rules risk2 --thresholds old", "board, shipped_game, manual"),
    ("battle 3000000 3000000", "GB"),
    ("battle 60000 60000 --exact", "GB"),
    (f"battle {'9' * 5000} 7", "at most 1,000,000,000"),
    ("mass 3 4", "Missing option '--defenders'"),
    ("mass --defenders 4", "Missing argument 'FORCE...'"),
    ("mass 1 2 3 4 5 6 7 8 --defenders 4", "1 to 7 attacking armies, not 8"),
    ("mass 3 0 --defenders 4", "at least 1, not 0"),
    ("mass 3 --defenders -4", "--defenders must be at least 1, not -4"),
    ("mass 3 --defenders 0", "at least 1, not 0"),
    ("mass 3 --defenders 4 --reading top_roll", "protected, individual"),
    ("mass 3 --defenders 4 --rules classic", "no mass invasion under the rules classic"),
    ("mass 50 49 48 47 46 --defenders 99 --reading individual", "GB"),
    ("clash 3", "Missing argument"),
    ("clash 3 0", "at least 1, not 0"),
    ("clash 3 4 --rules classic", "no border clash under the rules classic"),
    ("clash 3 4 --ties me", "ties cannot be 'me'"),
    ("spoils 5", "two players or more"),
    ("spoils 5 4+", "PLAYER must be a whole number, not ''"),
    ("spoils 5 4+x", "PLAYER must be a whole number, not 'x'"),
    ("spoils 5 4+-3", "PLAYER must be at least 1, not -3"),
    ("spoils 5 0+3", "at least 1, not 0"),
    ("spoils 1 1 1 1 1 1 1+1", "at most 7 armies fight for the spoils, not 8"),
    ("spoils 5 4 --reading protected", "top_roll, pairwise"),
    ("spoils 5 4 --rules parker1993", "no spoils of war under the rules parker1993"),
    ("dice --dice-set old", "there are board, manual"),
    ("dice --rules classic", "no coloured dice under the rules classic"),
    ("dice 5", "unexpected extra argument"),
    ("war 5 4", "no command is called 'war'; there are battle, mass, clash"),
    ("--loud", "--loud"),
]


@pytest.mark.parametrize(("typed", "said"), CASES, ids=[typed[:45] for typed, _ in CASES])
def test_it_fails_in_one_line(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < 250
    assert said in result.err


def test_a_long_word_is_cut_short(run: Run) -> None:
    assert len(run("battle", "x" * 5000, 7).err) < 100


def test_the_process_fails_the_same_way(process: Run) -> None:
    result = process("battle", "1", "7")
    assert result == (
        2,
        "",
        "Error: to attack, a territory needs at least 2 armies, not 1: one always stays\n",
    )


@pytest.mark.parametrize("digits", ["１１", "११", "11"])  # noqa: RUF001
def test_digits_of_any_script_are_numbers(run: Run, digits: str) -> None:
    assert run("battle", digits, 7).out == run("battle", 11, 7).out


def test_too_little_memory_is_said_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(oddsapp.odds.solve, "battle", fail)
    result = run("battle", 11, 7)
    assert result.code == 2
    assert result.err.startswith("Error: this needs more memory than there is")


def test_an_interrupt_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(oddsapp.odds.solve, "battle", fail)
    result = run("battle", 11, 7)
    assert result.code == 128 + signal.SIGINT
    assert result.err.strip() == ""


@pytest.mark.skipif(os.name == "nt", reason="pipes of a shell")
def test_a_closed_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)  # nobody reads what is printed
    try:
        done = subprocess.run(
            [sys.executable, "-m", "oddsapp", "battle", "300", "300", "--exact", "--json"],
            cwd=ROOT,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "oddsapp", "battle", "11", "7"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
