"""``card`` and ``worksheet``: what they write, and what they say of it."""

from pathlib import Path

import pytest

import oddsapp
from oddsapp.rules import find_ruleset
from tests.cli.conftest import Run


def test_a_card_is_written_or_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "card.html"
    result = run("card", "--rules", "risk2", "--out", file)
    assert result == (0, f"{file}: print it from a browser on A5, or save it there as PDF\n", "")
    html = file.read_text(encoding="utf-8")
    assert html == oddsapp.odds_card("risk2").html
    assert run("card", "--rules", "risk2").out == html + "\n"


def test_house_rules_have_a_card(run: Run) -> None:
    house = find_ruleset("classic").replace(attack_dice=4)
    assert run("card", "--attack-dice", "4").out == oddsapp.odds_card(house).html + "\n"


def test_the_look_up_page_is_written_and_no_card_beside_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lookup.html"
    result = run("card", "--html", file)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{file}: open it in any browser, or send it to a phone\n"
    assert "<title>Odds of a battle</title>" in file.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [file]


def test_worksheets_with_their_key_or_beside_it(run: Run, tmp_path: Path) -> None:
    sheets, key = tmp_path / "sheets.html", tmp_path / "key.html"
    asked = ("worksheet", "--students", 2, "--seed", 7)
    assert run(*asked, "--out", sheets).out.endswith("the key is on the last pages\n")
    whole = sheets.read_text(encoding="utf-8")
    assert run(*asked).out == whole + "\n"
    assert run(*asked, "--out", sheets, "--key", key).out.endswith(f"the key is in {key}\n")
    apart = sheets.read_text(encoding="utf-8")
    assert "<h1>Key</h1>" in whole
    assert "<h1>Key</h1>" not in apart
    assert "<h1>Key</h1>" in key.read_text(encoding="utf-8")
    assert run(*asked[:-1], 8, "--out", sheets).code == 0
    assert sheets.read_text(encoding="utf-8") != whole


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("card --rules chess", "there are classic, parker1993"),
        ("card --rules risk2 --attack-dice 4", "--attack-dice means nothing under the rules risk2"),
        ("card --out nowhere/card.html", "nowhere/card.html: cannot be written"),
        ("card --html .", ".: cannot be written (it is a folder); name a file"),
        ("worksheet --students 0", "the number of students must be at least 1, not 0"),
        ("worksheet --students many", "'many' is not a valid integer"),
        ("worksheet --seed -1", "-1 is not in the range"),
        ("worksheet --level nursery", "for school or university, not for 'nursery'"),
        ("worksheet --url class", "such as http://192.168.1.20:8501, not 'class'"),
        ("worksheet --students 1 --key nowhere/key.html", "cannot be written"),
    ],
)
def test_it_fails_in_one_line(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert said in result.err
