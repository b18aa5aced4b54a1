"""The contract of ``--json``: keys, values, and nothing besides."""

import json
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from oddsapp.cli.main import COMMANDS
from tests.cli.conftest import Run

RISK2 = oddsapp.find_ruleset("risk2")


def read(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.code, result.err) == (0, "")
    assert result.out.count("\n") == 1
    return json.loads(result.out)


@pytest.mark.rule("C-1")
def test_battle_counts_the_armies_on_the_territory(run: Run) -> None:
    plain = read(run, "battle", 11, 7)
    assert list(plain) == ["rules", "win", "lose", "attackers_left", "defenders_left", "expected"]
    assert plain["rules"] == "classic"
    assert plain["win"] == pytest.approx(0.7998329909591375, rel=1e-13)
    assert plain["lose"] == pytest.approx(1 - plain["win"])
    assert set(plain["attackers_left"]) == {str(n) for n in range(11)}
    assert set(plain["defenders_left"]) == {str(n) for n in range(8)}
    assert sum(plain["attackers_left"].values()) == pytest.approx(1)
    assert plain["attackers_left"]["0"] == pytest.approx(plain["lose"])
    assert set(plain["expected"]) == {"attackers_lost", "defenders_lost", "attackers_left_if_won"}
    assert read(run, "battle", 10, 7, "--force") == plain


@pytest.mark.rule("C-1", "M-5")
def test_an_invasion_leaves_one_army_at_home_too(run: Run) -> None:
    plain = read(run, "battle", 11, 7, "--rules", "risk2")
    assert plain == oddsapp.battle(force=10, defenders=7, rules="risk2").to_dict()
    assert read(run, "battle", 10, 7, "--force", "--rules", "risk2") == plain


@pytest.mark.rule("M-6")
def test_mass_takes_forces_and_lists_what_each_has_left(run: Run) -> None:
    plain = read(run, "mass", 12, 8, 8, "--defenders", 20)
    assert list(plain) == ["rules", "win", "lose", "attackers_left", "defenders_left", "expected"]
    assert plain["win"] == oddsapp.mass_invasion([12, 8, 8], 20).win
    assert len(plain["attackers_left"]) == 3
    assert all(sum(left.values()) == pytest.approx(1) for left in plain["attackers_left"])
    individual = read(run, "mass", 3, 2, "--defenders", 4, "--reading", "individual")
    rules = RISK2.replace(mass_reading="individual")
    assert individual == oddsapp.mass_invasion([3, 2], 4, rules=rules).to_dict()
    assert individual["rules"] == "risk2, mass_reading=individual"


@pytest.mark.rule("M-7")
def test_clash_lists_both_forces(run: Run) -> None:
    plain = read(run, "clash", 12, 9)
    assert list(plain) == ["rules", "win", "left"]
    assert plain["win"] == list(oddsapp.border_clash(12, 9).win)
    assert [sum(left.values()) for left in plain["left"]] == pytest.approx(plain["win"])


@pytest.mark.rule("M-8")
@pytest.mark.parametrize("reading", ["top_roll", "pairwise"])
def test_spoils_reads_the_forces_of_each_player(run: Run, reading: str) -> None:
    plain = read(run, "spoils", 5, "4+3", "--reading", reading)
    assert list(plain) == ["rules", "win", "left"]
    rules = RISK2.replace(spoils_reading=reading)
    assert plain == oddsapp.spoils_of_war([[5], [4, 3]], rules=rules).to_dict()
    assert len(plain["win"]) == 2
    assert len(plain["left"]) == 3


@pytest.mark.parametrize(
    "args",
    [
        ("battle", 4, 2),
        ("battle", 4, 2, "--rules", "risk2"),
        ("mass", 3, 2, "--defenders", 3),
        ("clash", 3, 2),
        ("spoils", 2, 2, 1),
    ],
    ids=str,
)
def test_exact_numbers_are_fractions_as_text(run: Run, args: tuple[object, ...]) -> None:
    exact, rounded = read(run, *args, "--exact"), read(run, *args)

    def compare(fraction: Any, number: Any) -> None:
        if isinstance(number, dict):
            assert set(fraction) == set(number)
            for key in number:
                compare(fraction[key], number[key])
        elif isinstance(number, list):
            for one, other in zip(fraction, number, strict=True):
                compare(one, other)
        elif isinstance(number, float):
            assert fraction == str(Fraction(fraction))
            assert float(Fraction(fraction)) == pytest.approx(number, rel=1e-12)
        else:
            assert fraction == number

    compare(exact, rounded)


def test_fractions_of_thousands_of_digits_are_printed_whole(run: Run) -> None:
    plain = read(run, "battle", 1000, 1000, "--exact")
    assert len(plain["win"]) > 4300  # more than Python prints unasked
    assert Fraction(plain["win"]) + Fraction(plain["lose"]) == 1


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (("--rules", "parker1993"), "parker1993"),
        (("--ties", "attacker"), "classic, ties=attacker"),
        (("--rules", "risk2_manual"), "risk2_manual"),
        (
            ("--rules", "risk2", "--dice-set", "manual", "--thresholds", "shipped_game"),
            "risk2, dice_set=manual, thresholds=shipped_game",
        ),
    ],
)
def test_options_change_the_rules_and_say_so(
    run: Run, options: tuple[str, ...], rules: str
) -> None:
    assert read(run, "battle", 25, 12, *options)["rules"] == rules


@pytest.mark.rule("M-3", "M-5")
def test_options_change_the_odds(run: Run) -> None:
    changes = {"dice_set": "manual", "thresholds": "manual", "ties": "defender"}
    options = [part for key, value in changes.items() for part in (f"--{key}", value)]
    plain = read(run, "battle", 25, 12, "--rules", "risk2", *(o.replace("_", "-") for o in options))
    expected = oddsapp.battle(25, 12, rules=RISK2.replace(**changes))
    assert plain["win"] == expected.win
    assert plain["win"] != read(run, "battle", 25, 12, "--rules", "risk2")["win"]


@pytest.mark.rule("M-7", "M-8")
@pytest.mark.parametrize("args", [("clash", 5, 4), ("spoils", 5, 4, 3)], ids=str)
def test_ties_between_attackers_do_nothing_whatever_the_option(
    run: Run, args: tuple[object, ...]
) -> None:
    result = run(*args, "--ties", "defender", "--json")
    assert result.code == 0
    assert result.err.startswith("Note: --ties changes nothing here: ")
    assert result.err.count("\n") == 1
    assert json.loads(result.out)["win"] == read(run, *args)["win"]


def test_what_is_out_of_reach_is_refused_with_its_size(run: Run) -> None:
    plain = read(run, "spoils", 12, 11, 10, 9, 8, 7)
    assert len(plain["win"]) == 6
    assert plain["left"] is None
    assert "GB" in plain["left_refused"]


@pytest.mark.rule("M-1", "M-2", "M-3")
def test_dice_lists_faces_thresholds_and_who_beats_whom(run: Run) -> None:
    plain = read(run, "dice", "--exact")
    assert list(plain) == [
        "rules", "dice_set", "ties", "dice", "thresholds", "attacker_beats_defender",
    ]  # fmt: skip
    assert [die["name"] for die in plain["dice"]] == ["white", "yellow", "green", "red", "black"]
    assert [die["total"] for die in plain["dice"]] == [31, 35, 42, 49, 54]
    assert all(len(die["faces"]) == 12 for die in plain["dice"])
    assert plain["dice"][0]["mean"] == "31/12"
    assert plain["thresholds"]["board"] == {
        "attacker": [1, 6, 11, 19, 31],
        "defender": [1, 6, 11, 19, 31],
    }
    assert plain["thresholds"]["manual"]["defender"][-1] is None
    assert plain["attacker_beats_defender"]["white"]["white"] == "11/18"


@pytest.mark.parametrize("ties", ["attacker", "defender", "nobody"])
def test_dice_are_counted_face_by_face(run: Run, ties: str) -> None:
    plain = read(run, "dice", "--dice-set", "manual", "--ties", ties, "--exact")
    faces = {die["name"]: die["faces"] for die in plain["dice"]}
    for attacker, row in plain["attacker_beats_defender"].items():
        for defender, chance in row.items():
            pairs = [(a, d) for a in faces[attacker] for d in faces[defender]]
            won = sum(a > d or (a == d and ties == "attacker") for a, d in pairs)
            assert Fraction(chance) == Fraction(won, len(pairs))
    assert plain["ties"] == ties


def test_dice_of_one_chart(run: Run) -> None:
    plain = read(run, "dice", "--thresholds", "shipped_game")
    assert list(plain["thresholds"]) == ["shipped_game"]


def test_every_command_with_an_example_prints_json_twice_alike(run: Run) -> None:
    for name in ("battle", "mass", "clash", "spoils", "dice"):
        args = COMMANDS[name].example.split()[1:]
        assert read(run, *args) == read(run, *args)
