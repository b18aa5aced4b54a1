"""``oddsapp turn``: a turn of RISK II from a file, as tables, as JSON, refused in one line."""

import io
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from oddsapp.whatif.turns.same_time import MOST_CONTESTED, forecast_turn
from oddsapp.whatif.turns.turn_file import example_text, read_turn
from tests.cli.conftest import Run, one_line
from tests.cli.test_width import widest

Write = Callable[[Any], Path]

LAND = {
    "name": "line",
    "continents": {"Land": {"bonus": 1, "territories": ["A", "B", "C"]}},
    "links": [["A", "B"], ["B", "C"]],
}
DUEL: dict[str, Any] = {
    "board": LAND,
    "players": {
        "Ann": {"territories": {"A": 2}, "orders": ["1 A -> B"]},
        "Ben": {"territories": {"B": 1}},
        "Cat": {"territories": {"C": 1}, "orders": ["1 C -> B"]},
    },
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def call(turn: Any) -> Path:
        path = tmp_path / "turn.json"
        path.write_text(turn if isinstance(turn, str) else json.dumps(turn), encoding="utf-8")
        return path

    return call


def test_the_example_goes_through_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    example = run("turn", "--example")
    assert (example.code, example.err) == (0, "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(example.out.encode())))
    result = run("turn", "-")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(
        "Brazil between two fires\n\na turn of 3 players, 5 orders  [risk2]"
    )


def test_the_example_is_small_and_shows_every_kind_of_order(run: Run) -> None:
    example = run("turn", "--example").out
    assert len(example.splitlines()) <= 40
    read = read_turn(example)
    lines = [str(checked.order) for checked in read.orders]
    assert any(line.count("->") == 2 for line in lines)
    assert [checked.played for checked in read.orders].count(False) == 1


def test_tables_say_what_the_forecast_says(run: Run, write: Write) -> None:
    out = run("turn", write(DUEL)).out
    assert "B          Ben 1   Ann   61.11 %    1.00     1" in out
    assert "                   Ben   38.89 %    1.00     1" in out
    # Ann keeps A and cannot be out; nobody attacks C, nor can Ben conquer.
    assert "Ann      61.11 %      0 %   0 %            3.00" in out
    assert "Ben          0 %  61.11 %   0 %            1.17" in out
    assert "Cat          0 %      0 %   0 %            3.00" in out
    assert "wins: holds all 3" in one_line(out)


def test_who_is_out_already_is_out_for_certain(run: Run, write: Write) -> None:
    players = {**DUEL["players"], "Cat": {"territories": {}}}
    out = run("turn", write({**DUEL, "players": players, "neutral": {"C": 1}})).out
    assert "Cat          0 %    100 %   0 %            0.00" in out


def test_wins_says_which_condition_it_is_about(run: Run, write: Write) -> None:
    changes = {"goal": "missions", "domination_territories": 2}
    out = one_line(run("turn", write({**DUEL, "changes": changes})).out)
    assert "wins: holds 2 of 3" in out
    assert "(these rules play for missions, of which nothing is told here)" in out


def test_void_orders_come_last_with_rule_and_reason(run: Run, write: Write) -> None:
    out = run("turn", write(DUEL)).out
    played, void = out.split("Orders that are played\n")[1].split("Orders that are void")
    assert played.split("\n\n")[0] == "  Ann  1 A -> B"
    assert "  Cat  1 C -> B\n    C has 0 left to send, not 1; one stays behind (rule R-8)" in void


def test_whoever_has_no_territory_is_out_for_certain(run: Run, write: Write) -> None:
    duel: Any = DUEL["players"]
    players = {**duel, "Dan": {"territories": {}}}
    land: dict[str, Any] = {
        **LAND,
        "continents": {"Land": {"bonus": 1, "territories": ["A", "B", "C", "D"]}},
    }
    land["links"] = [["A", "B"], ["B", "C"], ["C", "D"]]
    players["Cat"] = {"territories": {"C": 1, "D": 1}}
    out = run("turn", write({"board": land, "players": players})).out
    assert next(line for line in out.splitlines() if line.startswith("  Dan")).split()[3:5] == [
        "100",
        "%",
    ]


def test_without_an_attack_nothing_is_contested(run: Run, write: Write) -> None:
    turn = json.loads(json.dumps(DUEL))
    turn["players"]["Ann"]["orders"] = []
    out = run("turn", write(turn), "--exact").out
    assert "No territory is contested" in out
    assert "No order is played." in out


def test_json_is_the_forecast_with_the_names(run: Run, write: Write) -> None:
    plain = json.loads(run("turn", write(DUEL), "--json").out)
    read = read_turn(json.dumps(DUEL))
    found = forecast_turn(read.game, read.owners, read.armies, read.orders)
    assert plain == {"title": "", "names": ["Ann", "Ben", "Cat"], **found.to_dict()}
    assert plain["territories"]["B"]["owner"]["1"] == pytest.approx(11 / 18, rel=1e-12)
    assert plain["orders"][1]["rule"] == "R-8"


def test_fractions(run: Run, write: Write) -> None:
    path = write(DUEL)
    assert "  B, Ann        11/18\n" in run("turn", path, "--exact").out
    plain = json.loads(run("turn", path, "--exact", "--json").out)
    assert plain["territories"]["B"]["owner"] == {"1": "11/18", "2": "7/18"}
    assert Fraction(plain["players"][1]["eliminated"]) == Fraction(11, 18)


def test_samples_are_marked_and_can_be_repeated(run: Run, write: Write) -> None:
    path = write(DUEL)
    first = run("turn", path, "--samples", 2000, "--seed", 5)
    assert first == run("turn", path, "--samples", 2000, "--seed", 5)
    assert first != run("turn", path, "--samples", 2000, "--seed", 6)
    assert "2,000 turns sampled: the true probabilities lie within" in one_line(first.out)
    plain = json.loads(run("turn", path, "--samples", 2000, "--json").out)
    assert (plain["method"], plain["samples"]) == ("sampled", 2000)
    chance, low, high = plain["territories"]["B"]["owner"]["1"]
    assert low < chance < high
    assert low < 11 / 18 < high


@pytest.mark.parametrize("options", [[], ["--samples", 300], ["--exact"]])
def test_it_fits_a_terminal(run: Run, write: Write, options: list[object]) -> None:
    long = json.loads(json.dumps(DUEL).replace("Ann", "Annabella the Great of Alabama"))
    long["title"] = "A turn with a title that goes on and on, " * 4
    assert widest(run("turn", write(long), *options).out) <= 80
    if "--exact" not in options:
        assert widest(run("turn", write(example_text()), *options).out) <= 80


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("", "JSON"),
        ("[1]", "a turn must be"),
        ({"players": {}}, "2 players or more, not 0"),
        ({**DUEL, "rules": "classic"}, "rules of RISK II: risk2, for instance"),
        ({**DUEL, "bord": 1}, "no field 'bord'"),
        ({**DUEL, "changes": {"clash": True}}, "clash"),
        ({**DUEL, "players": {**DUEL["players"], "Ben": {"territories": {}}}}, "nobody holds B"),
    ],
)
def test_what_is_no_turn_is_refused_in_one_line(
    run: Run, write: Write, turn: Any, said: str
) -> None:
    result = run("turn", write(turn))
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.startswith("Error: ")
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("four A -> B", "is no order; one is written '4 Brazil -> Venezuela'"),
        ("1 A -> Z", "no territory 'Z'"),
    ],
)
def test_an_order_that_cannot_be_read_is_refused(
    run: Run, write: Write, order: str, said: str
) -> None:
    turn = json.loads(json.dumps(DUEL))
    turn["players"]["Ann"]["orders"] = [order]
    result = run("turn", write(turn))
    assert result.code == 2
    assert said in result.err


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("turn", "name a FILE, or - for standard input; --example prints one"),
        ("turn nowhere.json", "No such file"),
        ("turn README.md --example", "leave out FILE"),
        ("turn README.md --exact --samples 5", "leave out one"),
        ("turn README.md --samples 0", "--samples"),
        ("turn README.md", "JSON"),
    ],
)
def test_options_that_do_not_fit_are_refused(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert result.code == 2
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_a_file_that_is_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_bytes(b"\xff\xfe\x00")
    result = run("turn", path)
    assert (result.code, result.err) == (2, "Error: this is no text in UTF-8, so no turn as JSON\n")


def test_what_is_too_large_says_what_to_type_instead(run: Run, write: Write) -> None:
    homes = ["A", "B", "C", "D", "E", "F"]
    turn = {
        "changes": {"mass_reading": "individual"},  # each army loses on its own
        "board": {
            "name": "star",
            "continents": {"Land": {"bonus": 1, "territories": ["Hub", *homes]}},
            "links": [["Hub", home] for home in homes],
        },
        "players": {
            "Ann": {
                "territories": {home: 900 + 7 * n for n, home in enumerate(homes[:5])},
                "orders": [f"{890 + 7 * n} {home} -> Hub" for n, home in enumerate(homes[:5])],
            },
            "Ben": {"territories": {"Hub": 2000}},
            "Cat": {"territories": {"F": 1}},
        },
    }
    for options, said in (("--exact", "leave out --exact"), ("", "--samples 10000 samples")):
        result = run("turn", write(turn), *options.split())
        assert result.code == 2
        assert said in result.err
        assert "rng" not in result.err


def test_many_contested_territories_have_their_reinforcements_sampled(
    run: Run, write: Write
) -> None:
    pairs = [(f"A{number}", f"B{number}") for number in range(MOST_CONTESTED + 1)]
    homes, targets = zip(*pairs, strict=True)
    turn = {
        "board": {
            "name": "comb",
            "continents": {"Land": {"bonus": 5, "territories": [*homes, *targets]}},
            "links": [*pairs, *pairwise(homes)],
        },
        "players": {
            "Ann": {
                "territories": dict.fromkeys(homes, 2),
                "orders": [f"1 {home} -> {target}" for home, target in pairs],
            },
            "Ben": {"territories": dict.fromkeys(targets[1:], 1)},
            "Cat": {"territories": {targets[0]: 1}},
        },
    }
    out = one_line(run("turn", write(turn)).out)
    assert "Reinforcements with ± are sampled" in out
    assert out.split("Orders")[0].count(" ± ") == 2  # Ann's and Ben's
    sampled = one_line(run("turn", write(turn), "--samples", 500).out)
    assert "Probabilities are exact" not in sampled
