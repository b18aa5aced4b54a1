"""``oddsapp whatif``: what it reads, and the forecast of a plan as tables and as JSON."""

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddsapp.engine.positions import (
    example_position,
    from_share_string,
    position_to_csv,
    share_string,
)
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.plans.plan_json import plan_from_dict
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.cli.conftest import Run, one_line
from tests.cli.test_width import widest
from tests.cli.whatif_files import OTHER, SMALL, Write, plan, state, write

__all__ = ["plan", "state", "write"]  # fixtures


def document(run: Run, *args: object) -> dict[str, Any]:
    done = run("whatif", *args, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


# -- what is read --------------------------------------------------------------------------


def test_the_examples_fit_each_other(run: Run, write: Write) -> None:
    files = []
    for kind in ("state", "plan"):
        shown = run("whatif", "--example", kind)
        assert (shown.code, shown.err) == (0, "")
        files.append(write(shown.out, kind))
    done = run("whatif", *files)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Ann looks towards Africa\n\na plan of 10 steps for Ann  [classic]")


def test_the_example_is_the_question_of_twelve_in_brazil() -> None:
    from oddsapp.cli.whatif_input import example

    read = parse_plan(example("plan"))
    lines = [str(step) for step in read.walk()]
    assert example_position().state.armies_on("Brazil") == 12
    assert "trade the best set" in lines
    assert "place 8 armies on Brazil" in lines
    assert "attack Brazil -> North Africa until 5 armies are left" in lines


def test_standard_input_is_as_good_as_a_file(
    run: Run, state: Path, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = run("whatif", state, plan)
    type_in(monkeypatch, state.read_text(encoding="utf-8"))
    assert run("whatif", "-", plan) == usual
    type_in(monkeypatch, plan.read_text(encoding="utf-8"))
    assert run("whatif", state, "-") == usual


def test_a_share_string_is_as_good_as_a_file(
    run: Run, state: Path, plan: Path, write: Write
) -> None:
    shown = run("whatif", state, "--print-share")
    share = shown.out.strip()
    assert (shown.code, shown.err, from_share_string(share)) == (0, "", example_position())
    usual = run("whatif", state, plan)
    assert run("whatif", "--share", share, plan) == usual
    assert run("whatif", write(shown.out, "shared.txt"), plan) == usual
    assert json.loads(run("whatif", state, "--print-share", "--json").out) == {"share": share}
    assert document(run, state, plan)["share"] == share == share_string(example_position())


def test_a_table_is_played_by_its_first_owner_or_by_whoever_is_named(
    run: Run, write: Write
) -> None:
    table = write(position_to_csv(example_position()), "table.csv")
    brazil = "place all armies on Brazil\nattack Brazil -> North Africa"
    found = document(run, table, write(brazil))
    assert (found["names"], found["player"]) == (["Ann", "Cleo", "Bob"], 1)
    africa = "place all armies on North Africa\nattack North Africa -> Brazil"
    found = document(run, table, write(africa), "--turn", "Bob")
    assert found["player"] == 3
    for separator in (";", "\t"):
        other = write(position_to_csv(example_position(), separator), "other.csv")
        assert document(run, other, write(africa), "--turn", "Bob") == found


def test_a_plan_is_text_or_json(run: Run, state: Path, write: Write) -> None:
    text = document(run, state, write(SMALL))
    (told,) = text["plans"]
    other = write(json.dumps(told["plan"]), "plan.json")
    (again,) = document(run, state, other)["plans"]
    assert again["plan"] == told["plan"]
    assert again["forecast"] == told["forecast"]
    assert plan_from_dict(told["plan"]) == parse_plan(SMALL)


# -- the forecast --------------------------------------------------------------------------


def test_json_is_the_forecast_of_the_library(run: Run, state: Path, plan: Path) -> None:
    found = document(run, state, plan)
    read = parse_plan(plan.read_text(encoding="utf-8"))
    library = forecast_plan(example_position().state, read)
    assert found["plans"] == [
        {"name": str(plan), "plan": read.to_dict(), "forecast": library.to_dict()}
    ]
    assert list(found) == [
        "title", "names", "player", "share", "seed", "goal", "plans", "ranking", "rollouts",
        "advice",
    ]  # fmt: skip
    assert (found["goal"], found["ranking"], found["rollouts"]) == (None, None, None)


def test_tables_say_what_the_library_says(run: Run, state: Path, plan: Path) -> None:
    out = run("whatif", state, plan).out
    library = forecast_plan(example_position().state, parse_plan(plan.read_text(encoding="utf-8")))
    congo = library.territory("Congo").owner[0]
    assert f"Congo          Bob 2   Ann   {congo:.2%}".replace("%", " %") in out
    assert f"Africa     Bob   Ann      {congo:.2%}".replace("%", " %") in out
    assert f"a card is drawn: {library.card_drawn:.2%}".replace("%", " %") in out
    assert "Held as before: South America: Ann; Asia and Australia: Cleo." in out
    assert f"Exact: up to {library.states} board states" in out
    step = library.steps[4]
    assert f"taken {step.taken:.2%}".replace("%", " %") in out
    assert f"skipped {step.skipped['C-5']:.2%}".replace("%", " %") + " [C-5]" in out
    assert "[C-5] no more armies than it stops at" in one_line(out)


def test_what_is_certain_is_said_to_be_so(run: Run, state: Path, write: Write) -> None:
    out = run("whatif", state, write("place all armies on Brazil")).out
    assert "place all armies on Brazil" + "100 %".rjust(80 - 8 - 26) in out
    assert "Brazil     Ann 12   Ann     100 %   17.00" in out
    assert "a card is drawn: 0 %" in out
    assert "Ann        0 %   0 %" in out
    assert "99.999" not in out
    assert "0.001" not in out


def test_fractions(run: Run, state: Path, write: Write) -> None:
    path = write("place all armies on Brazil\nattack Brazil -> North Africa until 1 roll is made")
    out = run("whatif", state, path, "--exact").out
    assert "Exactly\n" in out
    found = document(run, state, path, "--exact")["plans"][0]["forecast"]
    shares = [
        Fraction(text) for text in found["territories"]["North Africa"]["armies"]["2"].values()
    ]
    assert sum(shares) == 1
    assert {Fraction(275, 2592) % 1, shares[0]}  # of one roll with 3 dice against 2
    assert Fraction(2890, 7776) in shares


def test_samples_are_marked_and_can_be_repeated(run: Run, state: Path, plan: Path) -> None:
    typed = ("whatif", state, plan, "--samples", 2000, "--seed")
    first = run(*typed, 5)
    assert first == run(*typed, 5)
    assert first != run(*typed, 6)
    assert "Sampled, not exact: 2,000 turns." in first.out
    found = document(run, state, plan, "--samples", 2000, "--seed", 5)["plans"][0]["forecast"]
    library = forecast_plan(
        example_position().state,
        parse_plan(plan.read_text(encoding="utf-8")),
        samples=2000,
        rng=np.random.default_rng(5),
    )
    assert found == library.to_dict()
    chance, low, high = found["card_drawn"]
    assert low < chance < high
    assert f"a card is drawn: {chance:.2%}".replace("%", " %") in first.out


def test_what_is_out_of_reach_is_sampled_unless_fractions_are_asked_for(
    run: Run, state: Path, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_few_states(*args: Any, **options: Any) -> Any:
        return forecast_plan(*args, most_states=3, **options)

    monkeypatch.setattr("oddsapp.whatif.forecasts.forecast.forecast_plan", of_few_states)
    done = run("whatif", state, plan)
    assert "Sampled, not exact: 200,000 turns." in done.out
    refused = run("whatif", state, plan, "--exact")
    assert (refused.code, refused.out) == (2, "")
    assert "without --exact it is sampled" in refused.err
    assert "rng" not in refused.err


# -- several plans, and goals ------------------------------------------------------------


def test_several_plans_are_ranked_by_a_goal(
    run: Run, state: Path, plan: Path, write: Write
) -> None:
    small = write(SMALL, "small.txt")
    unranked = run("whatif", state, small, plan)
    assert unranked.out.index("small.txt") < unranked.out.index("shipped.txt")
    ranked = run("whatif", state, small, plan, "--goal", "hold africa")
    assert ranked.out.index("shipped.txt") < ranked.out.index("small.txt")
    assert "P(take Africa)" in ranked.out
    found = document(run, state, small, plan, "--goal", "take Africa")
    assert (found["goal"], found["ranking"]) == ("take Africa", [2, 1])
    assert len(found["plans"]) == 2


def test_the_goal_of_one_plan_is_told(run: Run, state: Path, write: Write) -> None:
    path = write(SMALL)
    chance = forecast_plan(example_position().state, parse_plan(SMALL)).territory("North Africa")
    out = run("whatif", state, path, "--goal", "take north africa").out
    assert f"take North Africa, by the end of this turn: {chance.owner[0]:.2%}" in out.replace(
        " %", "%"
    )
    assert "win, by the end of this turn: 0 %" in run("whatif", state, path, "--goal", "win").out


# -- width, and what is refused ------------------------------------------------------------

LONG_ATTACK = (
    "attack North Africa -> Southern Europe until 3 armies are left or the odds are under 1/3"
    " or 12 rolls are made, leave 2 armies"
)
DEEP = f"{LONG_ATTACK}\n".replace("North Africa -> Southern Europe", "Brazil -> North Africa")
for depth in range(12):
    DEEP += f"{'    ' * depth}if taken:\n{'    ' * (depth + 1)}{LONG_ATTACK}\n"


@pytest.mark.parametrize(
    "options",
    [[], ["--samples", 300], ["--samples", 300, "--goal", "take North Africa"], ["--exact"]],
)
def test_it_fits_a_terminal(
    run: Run, state: Path, plan: Path, write: Write, options: list[object]
) -> None:
    long = write(
        state.read_text(encoding="utf-8")
        .replace("Ann", "Annabella the Great of Alabama")
        .replace("looks", "looks and looks and looks " * 5),
        "long.json",
    )
    state_text = long.read_text(encoding="utf-8")
    huge = write(state_text.replace('"Brazil": 12', '"Brazil": 1000000'), "huge.json")
    deep = write("place all armies on Brazil\n" + DEEP, "deep_down_in_the_branches_of_a_plan.txt")
    large = [write("place all armies on Brazil\nfortify 900000 armies Brazil -> Peru", "huge.txt")]
    for position, files in (
        (long, [plan]),
        (long, [deep]),
        (long, [plan, deep]),
        (huge, large),
    ):
        done = run("whatif", position, *files, *options)
        assert (done.code, done.err) == (0, "")
        assert widest(done.out) <= 80


def refused(run: Run, *args: object) -> str:
    done = run("whatif", *args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: ")
    assert done.err.count("\n") == 1
    return done.err


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "--example state and --example plan print small ones"),
        ("STATE", "name a PLAN"),
        ("STATE --goal win", "let them play: --rollouts 1000"),
        ("STATE --goal gold", "is no goal"),
        ("STATE --goal win --exact", "--exact and --samples are about a PLAN"),
        ("STATE --rollouts 5 --goal", "--goal"),
        ("STATE --goal hold~Brazil --rollouts 5", "say after how many turns"),
        ("nowhere.json PLAN", "nowhere.json: cannot be read (No such file"),
        ("STATE nowhere.txt", "nowhere.txt: cannot be read (No such file"),
        (". PLAN", ".: cannot be read (Is a directory"),
        ("- -", "only one file can be - for standard input"),
        ("--share - -", "share string begins with oddsapp1-"),
        ("--share oddsapp1-AAAA PLAN", "--share: the share string is cut after character 13"),
        ("STATE PLAN --exact --samples 5", "leave out one"),
        ("STATE PLAN --samples 0", "--samples"),
        ("STATE PLAN --turn Ann", "--turn is for a table"),
        ("STATE PLAN --print-share", "leave out PLAN"),
        ("STATE --example plan", "--example prints a file and reads none"),
        ("STATE PLAN --example board", "state"),
        ("STATE PLAN --goal survive", "--rollouts 1000 --turns 2"),
        ("STATE PLAN --goal gold", "'gold' is no goal; a goal is 'win'"),
        ("STATE PLAN --goal", "--goal"),
        ("STATE PLAN --turns 3", "--turns is about roll-outs; say how many"),
        ("STATE PLAN --opponents odds", "--opponents is about roll-outs"),
        ("STATE PLAN --self odds", "--self is about roll-outs"),
        ("STATE PLAN --workers 2", "--workers is about roll-outs"),
        ("STATE PLAN --cluster tcp://here:1", "--cluster is about roll-outs"),
        ("STATE PLAN --rollouts 9 --cluster tcp://here:1 --workers 2", "leave out one"),
        ("STATE PLAN --rollouts 0", "--rollouts"),
        ("STATE PLAN --rollouts 5 --opponents deep", "no player is called 'deep'; there are"),
        ("STATE PLAN --rollouts 5 --self deep", "no player is called 'deep'"),
        ("STATE PLAN --rollouts 5 --opponents odds,odds,odds", "one for each of Bob, Cleo"),
        ("STATE PLAN PLAN --rollouts 5 --turns 2", "--goal survive"),
    ],
)
def test_what_does_not_fit_is_refused(
    run: Run, state: Path, plan: Path, typed: str, said: str
) -> None:
    words = {"STATE": state, "PLAN": plan}
    assert said in refused(
        run, *(words.get(word, word.replace("~", " ")) for word in typed.split())
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"),
        ("[]", "a position must be a JSON object"),
        ('{"players": [', "the position cannot be read"),
        ('{"format": "oddsapp plan"}', "this is no position"),
        ('{"version": 99, "players": []}', "this oddsapp reads version 1"),
        ("oddsapp9-AAAA", "this oddsapp reads version 1"),
        ("territory,owner,armies\nBrazil,Ann,many", "line 2: "),
        ("territory,owner,armies\nBrazil,Ann,3\nPeru,Bob,1", "nobody holds"),
    ],
)
def test_what_is_no_position_is_refused(
    run: Run, write: Write, plan: Path, text: str, said: str
) -> None:
    path = write(text, "bad.json")
    error = refused(run, path, plan)
    assert said in error
    assert error.startswith(f"Error: {path}: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("attack Brazil", "line 1: 'attack Brazil' cannot be read"),
        ("{", "the plan cannot be read: it is not JSON"),
        ('{"format": "oddsapp plan", "version": 2, "steps": []}', "a plan of version 2"),
        ('{"format": "oddsapp plan", "version": 1, "steps": [{"do": "wait"}]}', "step 1: 'do'"),
        ("", "5 armies are still to be placed; all are, before the first attack (rule T-4)"),
        ("# go\nplace all armies on Siam", "line 2: Siam is not your own"),
        (SMALL + "attack Brazil -> Siam", "line 3: Siam is not adjacent to Brazil (rule B-3)"),
        ("place all armies on Atlantis", "line 1: "),
    ],
)
def test_what_is_no_plan_here_is_refused_with_its_line_and_rule(
    run: Run, state: Path, write: Write, text: str, said: str
) -> None:
    path = write(text)
    error = refused(run, state, path)
    assert said in error
    assert error.startswith(f"Error: {path}: ")


def test_bytes_that_are_no_text_are_refused(run: Run, state: Path, tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe\x00")
    assert "a position must be text in UTF-8" in refused(run, path, path)
    assert "a plan must be text in UTF-8" in refused(run, state, path)


def test_files_without_an_end_are_refused(run: Run, state: Path, plan: Path) -> None:
    if Path("/dev/zero").exists():
        assert "no position has so many" in refused(run, "/dev/zero", plan)
        assert "no plan has so many" in refused(run, state, "/dev/zero")


def test_an_empty_plan_ends_the_turn(run: Run, state: Path, write: Write) -> None:
    there = json.loads(state.read_text(encoding="utf-8")) | {"phase": "attack"}
    path = write(json.dumps(there), "attack.json")
    out = run("whatif", path, write("", "empty.txt")).out
    assert "The plan has no steps: the turn ends at once." in out
    assert "No territory changes hands or armies." in out
    library = forecast_plan(
        from_share_string(run("whatif", path, "--print-share").out).state, Plan(())
    )
    assert document(run, path, write(""))["plans"][0]["forecast"] == library.to_dict()


def test_two_files_of_the_same_name_are_told_apart(
    run: Run, state: Path, write: Write, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    paths = write(SMALL, "plan.txt"), write(OTHER, "other/plan.txt")
    found = document(run, state, *paths)
    assert [told["name"] for told in found["plans"]] == [str(path) for path in paths]
