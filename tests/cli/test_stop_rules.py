"""``oddsapp battle`` with stop rules, and with attacks afterwards."""

import json
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from tests.cli.conftest import Run, one_line


def read(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


@pytest.mark.rule("C-5")
@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("--stop-at 4", {"stop_at": 4}),
        ("--never-below 4", {"never_below": 4}),
        ("--stop-odds 0.4", {"stop_odds": 0.4}),
        ("--stop-odds 40%", {"stop_odds": Fraction(2, 5)}),
        ("--rolls 3", {"rolls": 3}),
        (
            "--rolls 5 --stop-at 3 --never-below 2 --stop-odds 1/3",
            {"rolls": 5, "stop_at": 3, "never_below": 2, "stop_odds": Fraction(1, 3)},
        ),
    ],
)
def test_json_of_a_stop_rule(run: Run, typed: str, rule: dict[str, Any]) -> None:
    plain = read(run, "battle", 11, 7, *typed.split())
    assert plain == oddsapp.battle(11, 7, **rule).to_dict()
    assert plain["win"] + plain["stopped"] + plain["lose"] == pytest.approx(1, rel=1e-14)
    exact = read(run, "battle", 11, 7, *typed.split(), "--exact")
    assert sum(Fraction(exact[key]) for key in ("win", "stopped", "lose")) == 1
    assert set(exact["at_stop"]) == {"attackers_left", "defenders_left"}
    assert sum(map(Fraction, exact["at_stop"]["attackers_left"].values())) == 1


def test_lines_count_armies_or_the_force(run: Run) -> None:
    for line in ("--stop-at", "--never-below"):
        armies = read(run, "battle", 11, 7, line, 4)
        assert read(run, "battle", 10, 7, "--force", line, 3) == armies


def test_a_stop_in_words(run: Run) -> None:
    text = run("battle", 11, 7, "--stop-at", 4, "--stop-odds", "30%", "--rolls", 9).out
    said = "stops after a roll that leaves at most 4 armies, or once the odds to the end are under"
    assert f"{said} 30.00 %, or after 9 rolls" in one_line(text)
    text = run("battle", 11, 7, "--stop-at", 4).out
    assert "  taken       63.68 %  likely\n  stopped     36.32 %\n  wiped out       0 %\n" in text
    assert "  if stopped         2.77   2 to 3       3.14  1 to 6\n" in text
    assert "most likely end: taken with 6 attackers left (11.62 %)" in text
    text = run("battle", 10, 7, "--force", "--never-below", 6, "--exact").out
    assert "only 6 of the force would be left, which roll no dice" in text
    assert "most likely end: stopped with 6 attackers and" in text
    assert text.index("  stopped    ", text.index("Exactly"))
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("--stop-at 1", ["wiped out   20.02 %", "stops after a roll that leaves at most 1 army"]),
        ("--never-below 1", ["stops when nobody is left", "wiped out   20.02 %"]),
        ("--stop-at 30", ["taken           0 %  impossible", "stopped       100 %", "(100 %)"]),
        ("--rolls 3", ["taken           0 %  impossible", "what is left", "if stopped"]),
        ("--rolls 3", ["stopped       100 %", "wiped out       0 %"]),
        ("--rolls 4", ["stopped     9", "wiped out       0 %"]),
        ("--rolls 5", ["wiped out    0.33 %"]),
        ("--stop-at 3", ["wiped out       0 %"]),
        ("--stop-odds 0", ["  never stops: no odds are under 0 %\n", "stopped         0 %\n"]),
        ("--stop-at 1 --stop-odds 0%", ["stopped         0 %\n"]),
        ("--rolls 16", ["stopped         0 %\n", "stops after 16 rolls"]),
        ("--rolls 15 --stop-odds 0", ["stopped    less than", "stops after 15 rolls\n"]),
        ("--rolls 16 --ties nobody", ["stopped     0.005 %"]),
    ],
)
def test_certain_and_impossible_are_told(run: Run, typed: str, words: list[str]) -> None:
    text = run("battle", 11, 7, *typed.split()).out
    for word in words:
        assert word in text


def test_a_roll_that_may_cost_all_is_not_called_impossible(run: Run) -> None:
    """Two of the force fight on, and may both fall at once."""
    plain = read(run, "battle", 11, 7, "--stop-at", 2)
    assert plain["lose"] > 0
    assert "wiped out       0 %" not in run("battle", 11, 7, "--stop-at", 2).out


def test_a_blitz_keeps_a_reserve_out(run: Run) -> None:
    plain = read(run, "battle", 11, 7, "--never-below", 3, "--rules", "blitz")
    rest = oddsapp.battle(9, 7, rules="blitz")
    assert plain["win"] == pytest.approx(rest.win, rel=1e-14)
    assert plain["stopped"] == pytest.approx(rest.lose, rel=1e-14)
    assert plain["version"] == rest.version
    text = run("battle", 41, 7, "--never-below", 3, "--rules", "blitz").out
    assert "[blitz; RISK: Global Domination 3.3]" in text
    assert "  taken         100 %  certain\n  stopped         0 %\n" in text


def test_take_and_hold(run: Run) -> None:
    plain = read(run, "battle", 11, 7, "--force", "--then", 9)
    assert plain["win"] == pytest.approx(0.85205, abs=5e-6)
    assert plain["held"] == pytest.approx(0.27023, abs=5e-6)
    assert list(plain)[:-1] == list(oddsapp.battle(12, 7).to_dict())
    exact = read(run, "battle", 12, 7, "--then", "9,4", "--leave", 3, "--exact")
    held = oddsapp.take_and_hold(12, 7, [9, 4], leave=3, exact=True)
    assert Fraction(exact["held"]) == held
    blitz = read(run, "battle", 12, 7, "--then", "4", "--rules", "blitz")
    assert 0 < blitz["held"] < blitz["win"]
    text = run("battle", 12, 7, "--then", 9).out
    assert "  held   27.02 %  unlikely: taken, and still held after 9 armies attack it\n" in text
    text = run("battle", 12, 7, "--then", "9,4").out
    assert "after 9 and 4 armies attack it in turn" in one_line(text)
    assert "  held  " in run("battle", 4, 2, "--then", 3, "--exact").out.split("Exactly")[2]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--stop-at 0", "the line to stop at must be at least 1, not 0"),
        ("--stop-at -2", "--stop-at must be at least 1, not -2"),
        ("--stop-at four", "--stop-at must be a whole number, not 'four'"),
        (f"--stop-at {'9' * 5000}", "at most 1,000,000,000"),
        ("--never-below 0", "what to keep out must be at least 1, not 0"),
        ("--stop-odds 2", "must lie between 0 and 1, not 2"),
        ("--stop-odds half", "such as 0.8, 80% or 4/5, not 'half'"),
        ("--stop-odds 1e-999999999", "such as 0.8, 80% or 4/5"),
        (f"--rolls {'9' * 5000}", "at most 1,000,000,000"),
        ("--rolls 1000000000 --ties nobody", "the limit is 4,000,000"),
        ("--rules risk2 --stop-at 4", "rule M-9"),
        ("--rules risk2 --never-below 4", "rule M-9"),
        ("--rules risk2 --rolls 4", "rule M-9"),
        ("--rules risk2 --stop-odds 0.4", "rule M-9"),
        ("--rules blitz --stop-at 4", "only keep a reserve out"),
        ("--rules blitz --rolls 4", "only keep a reserve out"),
        ("--rules blitz --stop-odds 0.4", "only keep a reserve out"),
        ("--rules blitz --never-below 4 --exact", "irrational"),
        ("--then 9 --stop-at 4", "leave out --stop-at"),
        ("--commit --never-below 4", "leave out --never-below"),
        ("--leave 3", "--then"),
        ("--then 1", "an enemy stack needs at least 2 armies to attack, not 1"),
        ("--then 9,", "--then must be a whole number, not ''"),
        ("--then 9 --leave 0", "what to leave must be at least 1, not 0"),
        ("--then 9 --leave 2 --rules risk2", "one army stays behind"),
    ],
    ids=lambda text: text[:40],
)
def test_refusals(run: Run, typed: str, said: str) -> None:
    result = run("battle", 11, 7, *typed.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < 250
    assert said in result.err
