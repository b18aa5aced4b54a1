"""What is printed fits a terminal of 80 columns, which would break it inside a word."""

from pathlib import Path

import pytest

from oddsapp.cli.main import COMMANDS
from oddsapp.cli.output import paragraph
from tests.cli.conftest import Run

RECORD = "armies,defenders,attackers left,defenders left,player,group\n"


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


@pytest.mark.parametrize(
    "typed",
    [
        "battle 11 7 --stop-at 4 --rolls 3 --stop-odds 0.4",
        "battle 31 15 --rules blitz --capital --advise --commit",
        "battle 20 15 --defence-bonus highest+1,uncapped",
        "campaign 20 5 3 2 --then 6,4",
        "plan --from Siam:12 --take Australia:2 --leave Indonesia:3",
        "plan --from Scandinavia:20 --take Europe:2 --board risk2",
        "defend --hold Europe:3 --enemy 4",
        "defend --hold Europe:3 --enemy 4 --place 2",
        "choice 11 7",
        "choice 11 7 --sees-roll",
        "diagnose 69.02% 4 2",
        "dice",
    ],
)
def test_a_result(run: Run, typed: str) -> None:
    result = run(*typed.split())
    assert result.code == 0
    assert widest(result.out) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert widest(run(command, "--help").out) <= 80


def test_sentences_of_luck_and_of_explanations(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "battles.csv"
    file.write_text(f"{RECORD}11,7,1,2,Ann,red\n6,3,5,0,Bob,blue\n", encoding="utf-8")
    assert widest(run("luck", file).out) <= 80
    # Formulas are not broken; there is one of 93 characters.
    lines = run("explain", "battle", 4, 2).out.splitlines()
    assert all(len(line) <= 80 for line in lines if " = " not in line)


@pytest.mark.parametrize("name", ["parker1993", "risk2"])
def test_rules_in_words(run: Run, name: str) -> None:
    assert widest(run("rules", name).out) <= 80


def test_a_number_keeps_its_unit() -> None:
    assert paragraph("a" * 72 + " 65.60 %").splitlines() == [f"  {'a' * 72}", "  65.60 %"]
