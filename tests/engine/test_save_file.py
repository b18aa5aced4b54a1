"""The save file: it comes back whole, or not at all and with one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.boards import find_board
from oddsapp.engine.game import make_game
from oddsapp.engine.record import GameRecord
from oddsapp.engine.save_file import load_game, record_from_dict, record_to_dict, save_game
from oddsapp.errors import InvalidInput
from tests.engine.random_play import TOY, random_game

PLAYED = random_game(1, board=TOY, steps=120)
SAVED = record_to_dict(PLAYED)
LINES = SAVED["log"]


def test_a_file_holds_what_was_agreed_on_and_the_log(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(PLAYED, path)
    again = load_game(path)
    assert again.state == PLAYED.state
    assert again.log == PLAYED.log
    data = json.loads(path.read_text(encoding="utf-8"))
    assert list(data) == [
        "format", "version", "board", "rules", "players", "log", "checks", "digest"
    ]  # fmt: skip
    assert (data["format"], data["version"], data["players"]) == ("oddsapp game", 1, 3)
    assert data["log"] == list(PLAYED.log)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_loaded_game_is_played_on_and_saved_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = GameRecord(make_game("classic", players=3))
    for line in ("roll for the first turn 1 1 6", "deal Alaska", "deal Siam"):
        record.add(line)
        save_game(record, path)
        record = load_game(path)
    assert record.log[-1] == "deal Siam"
    assert record.state.owner_of("Siam") == 0


def test_a_board_of_the_package_is_named_and_any_other_is_written_whole() -> None:
    assert record_to_dict(GameRecord(make_game("classic", players=3)))["board"] == "classic"
    changed = find_board("risk2").with_classic_bonuses()  # by the name of another
    for board in (changed, TOY):
        game = make_game("classic", players=3, board=board)
        data = record_to_dict(GameRecord(game))
        assert data["board"]["name"] == board.name
        through_text = json.loads(json.dumps(data))
        assert record_from_dict(through_text).game == game


def test_rules_of_ones_own_are_in_the_file() -> None:
    record = random_game(3, "parker1993", fortify="free", schedule="flat", steps=200)
    again = record_from_dict(json.loads(json.dumps(record_to_dict(record))))
    assert again.game.rules == record.game.rules
    assert str(again.game.rules) == "parker1993, fortify=free, schedule=flat"
    assert again.state == record.state


def test_what_utf_8_cannot_hold_is_saved_too(tmp_path: Path) -> None:
    from dataclasses import replace

    rules = replace(PLAYED.game.rules, title="half a sign: \ud800, and Côte d’Ivoire")
    record = GameRecord(make_game(rules, players=3))
    save_game(record, tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").game.rules.title == rules.title


# -- damage -------------------------------------------------------------------------------


def refusal(data: object) -> str:
    with pytest.raises(InvalidInput) as refused:
        record_from_dict(data)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def with_log(log: list[Any]) -> dict[str, Any]:
    return {**SAVED, "log": log}


@pytest.mark.parametrize("number", [1, 2, 40, len(LINES)])
def test_an_edited_line_is_named(number: int) -> None:
    edited = [*LINES]
    edited[number - 1] += "!"
    said = refusal(with_log(edited))
    assert said.startswith(f"line {number} of the log is not as it was saved: '{LINES[number - 1]}")


def test_an_edit_that_would_be_legal_is_named_too() -> None:
    place = next(line for line in LINES if line.startswith("roll") and "against" in line)
    number = LINES.index(place) + 1
    edited = [*LINES[: number - 1], place[::1].replace(place.split()[1], "6", 1), *LINES[number:]]
    if edited == LINES:
        edited[number - 1] = place.replace("6", "5", 1)
    assert refusal(with_log(edited)).startswith(f"line {number} of the log is not as it was")


def test_lines_in_the_wrong_order_are_named() -> None:
    swapped = [*LINES[:9], LINES[10], LINES[9], *LINES[11:]]
    assert LINES[9] != LINES[10]
    assert refusal(with_log(swapped)).startswith("line 10 of the log is not as it was saved")


def test_a_missing_line_is_named() -> None:
    assert refusal(with_log([*LINES[:9], *LINES[10:]])).startswith("line 10 of the log is not")


def test_a_cut_log_is_told() -> None:
    said = f"the log is cut after line 50: the game was saved with {len(LINES)}"
    assert refusal(with_log(LINES[:50])) == said
    # Whoever cuts the checks as well still has the digest against them.
    data = {**with_log(LINES[:50]), "checks": SAVED["checks"][: 4 * 51]}
    assert refusal(data).startswith("the log is cut after line 50, or the digest")


def test_an_added_line_is_told() -> None:
    said = f"line {len(LINES) + 1} of the log was added after the game was saved: 'undo'"
    assert refusal(with_log([*LINES, "undo"])) == said


@pytest.mark.parametrize(
    ("key", "value"),
    [("players", 4), ("board", "classic"), ("rules", {"name": "classic"}), ("players", 3.0)],
)
def test_another_board_other_rules_or_players_are_told(key: str, value: object) -> None:
    assert refusal({**SAVED, key: value}) == (
        "the board, the rules or the players were changed after the game was saved"
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "the game was saved by a newer oddsapp, in version 2 of the format; this"),
        ({"version": 2, "new": 1}, "the game was saved by a newer oddsapp, in version 2"),
        ({"version": 0}, "the game was saved in version 0 of the format, which this oddsapp does"),
        ({"version": "1"}, "the version of a saved game must be a whole number: '1'"),
        ({"version": True}, "the version of a saved game must be a whole number: True"),
        ({"version": None}, "the version of a saved game must be a whole number: None"),
        ({"format": "chess"}, "this is no saved game, whose 'format' is 'oddsapp game'"),
        ({"log": "undo"}, "the log must be a list, not 'undo'"),
        ({"log": [1]}, "a line of the log must be text, not 1"),
        ({"checks": 5}, "'checks' must be text, not 5"),
        ({"checks": ""}, "the board, the rules or the players were changed"),
        ({"digest": "0"}, f"the log is cut after line {len(LINES)}, or the digest at the end"),
        ({"comment": ""}, "a saved game has no field 'comment'; it has format, version, board"),
    ],
)
def test_what_is_no_game_of_this_version_is_told(change: dict[str, Any], said: str) -> None:
    assert refusal({**SAVED, **change}).startswith(said)


def test_what_is_missing_is_named() -> None:
    for key in set(SAVED) - {"format", "version"}:
        data = {name: value for name, value in SAVED.items() if name != key}
        assert refusal(data).startswith(f"a saved game lacks the field '{key}'; it needs format")
    assert refusal({}).startswith("this is no saved game")
    assert refusal([]).startswith("a saved game must be a JSON object")


def test_a_line_that_the_rules_do_not_allow_is_told_even_if_all_checks_fit() -> None:
    class Forger(GameRecord):
        @property
        def log(self) -> tuple[str, ...]:
            return (*PLAYED.log[:20], "end the turn")

    forged = record_to_dict(Forger(PLAYED.game))
    assert refusal(forged).startswith("line 21 of the log cannot be: 'end the turn' cannot")


@settings(max_examples=60)
@given(st.data())
def test_a_file_cut_or_damaged_anywhere_is_refused_with_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    save_game(PLAYED, path)
    content = path.read_bytes()
    place = data.draw(st.integers(0, len(content.rstrip()) - 1))
    if data.draw(st.booleans()):
        damaged = content[:place]
    else:
        byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[place]))
        damaged = content[:place] + bytes([byte]) + content[place + 1 :]
    path.write_bytes(damaged)
    try:
        again = load_game(path)
    except InvalidInput as error:
        refused = str(error)
    else:
        refused = f"{path}: "
        # Blanks between the values are no part of what is said.
        assert json.loads(damaged) == json.loads(content)
        assert again.state == PLAYED.state
    assert refused.startswith(f"{path}: ")
    assert "\n" not in refused


def test_where_a_file_breaks_off_is_told_by_the_line_of_the_log(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(PLAYED, path)
    lines = path.read_text(encoding="utf-8").splitlines()
    place = lines.index(' "log": [') + 31
    assert LINES[30] in lines[place]
    path.write_text("\n".join([*lines[:place], lines[place][:5]]), encoding="utf-8")
    with pytest.raises(InvalidInput) as refused:
        load_game(path)
    said = f"{path}: the saved game is damaged or cut at line 31 of the log: it is not JSON: line"
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("path", ["nowhere.json", ".", "", "a\0b"])
def test_what_cannot_be_read_or_written_is_told(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInput, match="cannot be read"):
        load_game(path)
    target = f"no/{path}" if path == "nowhere.json" else path
    with pytest.raises(InvalidInput, match="cannot be written"):
        save_game(PLAYED, target)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_leaves_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    save_game(PLAYED, path)
    content = path.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InvalidInput, match=r"cannot be written \(No space left on device\)"):
        save_game(GameRecord(PLAYED.game), path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]
