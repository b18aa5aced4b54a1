"""Limits hold before memory and time are taken: files, numbers, nesting, boards, armies, orders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import oddsapp
from oddsapp.boards import board_from_dict, load_board
from oddsapp.boards.checks import MOST_BONUS, MOST_TERRITORIES
from oddsapp.engine.positions import load_position, position_from_dict
from oddsapp.errors import InvalidInput
from oddsapp.files import read_stream
from oddsapp.json_values import DEEPEST, MOST_DIGITS, parse_json
from oddsapp.luck import read_records
from oddsapp.rules import find_ruleset
from oddsapp.rules.checks import MOST_ARMIES, MOST_ENTRIES
from oddsapp.ui.server import settings
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.cli.conftest import Run, process, run  # noqa: F401 - fixtures
from tests.hardening.refusal import in_bounds

HUNDRED_MEGABYTES = 100_000_000


@pytest.fixture
def huge(tmp_path: Path) -> Path:
    """A file of 100 MB, which takes no room on the disk."""
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(HUNDRED_MEGABYTES)
    return path


READERS: dict[str, Callable[[Path], object]] = {
    "board": load_board,
    "map": lambda path: load_board(path.rename(path.with_suffix(".map"))),
    "position": load_position,
    "saved game": oddsapp.load_game,
    "records": read_records,
}


@pytest.mark.parametrize("kind", READERS)
def test_a_file_of_100_megabytes_is_refused_unread(
    kind: str, huge: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    monkeypatch.setattr(
        "oddsapp.files.read_stream", lambda stream, **how: _watched(stream, reads, how)
    )
    with in_bounds(), pytest.raises(InvalidInput, match=r"huge\.\w+: has more than [\d,]+ bytes"):
        READERS[kind](huge)
    assert reads == [0]


def _watched(stream: object, reads: list[int], how: dict[str, object]) -> bytes:
    """Read as the package does, and note how far into the file that went."""
    try:
        return read_stream(stream, **how)  # type: ignore[arg-type]
    finally:
        reads.append(stream.tell())  # type: ignore[attr-defined]


COMMANDS = {
    "turn": ("turn", "{}"),
    "luck": ("luck", "{}"),
    "position": ("whatif", "{}", "plan.txt"),
    "plan": ("whatif", "--share", "oddsapp1-AAAA", "{}"),
    "board": ("plan", "--from", "Siam:9", "--take", "Indonesia:2", "--board", "{}"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_refuses_it_in_one_line(name: str, huge: Path, run: Run) -> None:  # noqa: F811
    result = run(*(word.format(huge) for word in COMMANDS[name]))
    assert result.code == 2
    assert result.err.count("\n") == 1
    if name != "plan":  # there the share string is read first
        assert "huge.json: has more than" in result.err


@pytest.mark.skipif(os.name == "nt", reason="a device of the system")
@pytest.mark.parametrize("command", ["turn", "luck", "whatif"])
def test_what_never_ends_is_refused_where_it_is_too_long(command: str, run: Run) -> None:  # noqa: F811
    plan = ["plan.txt"] if command == "whatif" else []
    result = run(command, "/dev/zero", *plan)
    assert (result.code, result.out) == (2, "")
    assert "/dev/zero: has more than" in result.err


def test_of_a_pipe_no_more_is_read_than_there_may_be() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        os.write(writing, b"x" * 1000)
        os.close(writing)
        with pytest.raises(InvalidInput, match="has more than 10 bytes; no line has"):
            read_stream(stream, most=10, beyond="no line has")


def test_pages_take_uploads_of_a_megabyte() -> None:
    assert settings()["server.maxUploadSize"] == 1
    assert settings()["server.maxMessageSize"] == 20
    pages = Path(oddsapp.__file__).parent / "ui"
    uploaders = [
        text.partition("st.file_uploader(")[2].partition("\n            )")[0]
        for path in pages.rglob("*.py")
        if "st.file_uploader(" in (text := path.read_text(encoding="utf-8"))
    ]
    assert len(uploaders) == 3
    assert all("max_upload_size=1" in text for text in uploaders)


# -- JSON ------------------------------------------------------------------------------------


def test_a_number_of_too_many_digits_is_refused_whatever_python_would_read() -> None:
    sys.set_int_max_str_digits(0)  # as the command line does; a fixture of all tests puts it back
    assert parse_json("9" * MOST_DIGITS) == 10**MOST_DIGITS - 1
    for digits in (MOST_DIGITS + 1, 3_000_000):
        with in_bounds(), pytest.raises(InvalidInput, match="a number has more than 4,300 digits"):
            parse_json(f'{{"a": [1, -{"9" * digits}]}}')


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 5_000, 1_000_000])
def test_what_is_nested_too_deep_is_refused(depth: int) -> None:
    assert parse_json("[" * DEEPEST + "]" * DEEPEST)
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        with in_bounds(), pytest.raises(InvalidInput, match="nested more than 100 deep"):
            parse_json(text)


# -- games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("starting_armies", {3: MOST_ARMIES + 1}),
        ("neutral_armies", MOST_ARMIES + 1),
        ("least_reinforcements", 10**9),
        ("flat_value", 10**30),
        ("escalating", [4, 10**9]),
        ("fixed_values", [4, 6, 8, 10**9]),
        ("escalating_step", 10**9),
        ("owned_bonus", 10**9),
        ("capital_armies", 10**9),
        ("stack_limit", 10**9),
        ("rounds", 10**9),
        ("bid_steps", [10**9]),
        ("escalating", [4] * (MOST_ENTRIES + 1)),
        ("headquarters_to_take", {10**9: 1}),
    ],
)
def test_rules_give_no_more_than_a_game_can_bear(rule: str, value: object) -> None:
    with pytest.raises(InvalidInput, match=r"must be at most|has at most"):
        find_ruleset("classic").replace(**{rule: value})


def test_play_refuses_armies_that_would_be_placed_for_hours(run: Run) -> None:  # noqa: F811
    result = run("play", "--players", "odds,odds,odds", "--set", "starting_armies=3:100000000")
    assert result.code == 2
    assert "starting_armies must be at most 1,000, not 100,000,000" in result.err


def test_players_are_no_more_than_the_rules_and_the_board_have_room_for() -> None:
    changed: list[dict[str, Any]] = [{}, {"starting_armies": {1000: 1000}}]
    for changes in changed:
        for players in (1000, 10**9, 10**30):
            with in_bounds(), pytest.raises(InvalidInput, match=r"players|sides"):
                oddsapp.new_game("classic", players=players, **changes)
    with in_bounds(), pytest.raises(InvalidInput, match="2 to 6 players, not 100000"):
        position_from_dict({"players": [{}] * 100_000, "rest": 1})


def test_boards_have_no_more_territories_and_no_larger_bonuses_than_any_map() -> None:
    names = [f"T{number}" for number in range(MOST_TERRITORIES + 1)]
    board = {"name": "long", "continents": {"Land": {"bonus": 1, "territories": names}}}
    with in_bounds(), pytest.raises(InvalidInput, match="the most are 20,000"):
        board_from_dict({**board, "links": list(map(list, pairwise(names)))})
    land = {"bonus": MOST_BONUS + 1, "territories": ["A", "B"]}
    with pytest.raises(InvalidInput, match=r"bonus 1,001; it must be 0 or more .* 1,000 at most"):
        board_from_dict({"name": "rich", "continents": {"L": land}, "links": [["A", "B"]]})


def test_plans_and_orders_are_no_longer_than_people_write() -> None:
    with in_bounds(), pytest.raises(InvalidInput, match="a plan has at most 1,000,000 characters"):
        parse_plan("attack Brazil -> Peru\n" * 200_000)
    orders = {"Ann": {"territories": {"Brazil": 9}, "orders": ["1 Brazil -> Peru"] * 2_001}}
    side = {"territories": {"Peru": 1}}
    with in_bounds(), pytest.raises(InvalidInput, match="at most 2,000"):
        oddsapp.read_turn(
            f'{{"players": {{"Ann": {_json(orders["Ann"])}, "Bob": {_json(side)}, "Cid": '
            f'{{"territories": {{"Egypt": 1}}}}}}, "neutral": {{}}, "rest": {{"neutral": 1}}}}'
        )


def _json(value: object) -> str:
    import json

    return json.dumps(value)


@pytest.mark.parametrize(
    "battle",
    [
        lambda: oddsapp.battle(10**30, 7),
        lambda: oddsapp.battle(3_000_000, 3_000_000),
        lambda: oddsapp.battle(60_000, 60_000, exact=True),
        lambda: oddsapp.mass_invasion([10**9] * 7, defenders=10**9),
        lambda: oddsapp.spoils_of_war([[10**9], [10**9]]),
        lambda: oddsapp.border_clash(10**9, 10**9),
    ],
)
def test_battles_too_large_are_refused_before_they_begin(battle: Callable[[], object]) -> None:
    with in_bounds(), pytest.raises(InvalidInput):
        battle()
