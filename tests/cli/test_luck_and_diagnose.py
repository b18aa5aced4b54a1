"""``oddsapp luck`` and ``oddsapp diagnose``: JSON, words, exit codes."""

import io
import json
import sys
from pathlib import Path

import pytest

import oddsapp
from tests.cli.conftest import Run

RECORD = "armies,defenders,attackers left,defenders left,group\n11,7,6,0,red\n8,5,1,3,blue\n"


@pytest.fixture
def battles(tmp_path: Path) -> Path:
    path = tmp_path / "battles.csv"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_luck_as_json(run: Run, battles: Path) -> None:
    result = run("luck", battles, "--json")
    assert (result.code, result.err) == (0, "")
    plain = json.loads(result.out)
    assert plain == oddsapp.judge_luck(oddsapp.read_records(RECORD)).to_dict()
    assert [row["force"] for row in plain["battles"]] == [10, 7]
    exact = json.loads(run("luck", battles, "--json", "--exact").out)
    assert "/" in exact["overall"]["mean_percentile"]


def test_luck_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.encode())))
    result = run("luck", "-")
    assert result.code == 0
    assert "2 battles, read as armies" in result.out
    assert "Do the groups differ from each other?" in result.out


def test_the_records_that_the_help_shows_can_be_read(run: Run, tmp_path: Path) -> None:
    shown = run("luck", "--help").out.split("Such a file:\n")[1].split("\n\n")[0].split("or:\n")
    for number, record in enumerate(shown):
        path = tmp_path / f"{number}.csv"
        lines = [line.strip() for line in record.splitlines() if line.strip()]
        path.write_text("\n".join(lines), encoding="utf-8")
        result = run("luck", path)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith(f"{len(lines) - 1} ")


def test_luck_of_rolls_and_of_many(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rolls.csv"
    path.write_text("attack dice,defence dice\n" + "6 3 1,5 5\n" * 50, encoding="utf-8")
    result = run("luck", path)
    assert result.code == 0
    assert "6 3 1 v 5 5" in result.out
    assert "and 10 more; --json has all" in result.out
    assert "The defence dice, 100 thrown" in result.out


def test_one_battle_is_no_battles(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("force,defenders,attackers left,defenders left\n1,1,1,0\n", encoding="utf-8")
    assert run("luck", path).out.startswith("1 battle, read as force")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the record is empty"),
        (b"\n\nwon,lost\n1,2\n", "line 3: the header must name"),
        (b"\xff", "line 1: a record must be text in UTF-8"),
        (f"{RECORD}3,3,x,0,red\n".encode(), "line 4: the attackers left must be a whole number"),
        (
            f"{RECORD}6,5,6,4,red\n".encode(),
            "line 4: a force of 5 against 5 cannot come to 5 and 4",
        ),
    ],
)
def test_bad_records_are_one_line(run: Run, tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    result = run("luck", path, "--json")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"Error: {said}")
    assert result.err.count("\n") == 1


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    result = run("luck", tmp_path / "none.csv")
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1


def test_diagnose_as_json(run: Run) -> None:
    result = run("diagnose", "69.02%", 4, 2, "--json")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out) == oddsapp.diagnose("69.02%", 4, 2).to_dict()
    assert json.loads(run("diagnose", "69.02%", 3, 2, "--force", "--json").out) == json.loads(
        result.out
    )


def test_diagnose_in_words(run: Run) -> None:
    named = run("diagnose", "69.02%", 4, 2, "--exact").out
    assert "4 armies: 3 attack, 1 stays" in named
    assert "independent_pairs  69.02 %" in named
    assert "6610505/10077696" in named
    assert "is right for a force of 3 against 2" in run("diagnose", "0.656", 4, 2).out
    assert "known mistakes fits" in run("diagnose", "0.1234567", 4, 2).out
    assert "too large for the fractions" in run("diagnose", "0.7", 61, 60, "--exact").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("diagnose much 4 2", "a fraction, a decimal or a percentage"),
        ("diagnose 69.02 4 2", "69.02% if that is meant"),
        ("diagnose -0.5 4 2", "no number here may be below 0, as -0.5 is"),
        ("diagnose 0.5 1 2", "at least 2 armies, not 1"),
        ("diagnose 0.5 5 2 --rules risk2", "dice compared by rank"),
        ("diagnose 0.5 5", "Missing argument"),
    ],
)
def test_diagnose_refuses_in_one_line(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") == 1
