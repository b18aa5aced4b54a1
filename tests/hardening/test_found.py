"""Faults that damaged inputs have found, each small: what was wrong stays mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oddsapp.arguments import probability
from oddsapp.engine.positions import from_share_string
from oddsapp.errors import IllegalMove, InvalidInput, one_sentence
from oddsapp.luck import read_records
from oddsapp.odds.diagnosis import Answer
from oddsapp.ui.parts.urlstate import Choice, Count, decode
from oddsapp.ui.planner.packed import NamesField
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from tests.hardening.test_share_strings import HELD, sealed


def test_a_message_is_one_printable_line_whatever_was_typed() -> None:
    for wrong in ("\x0b45", "4\n5", "\u20285", "\x1b[31m5", "\ud8005", "\0"):
        with pytest.raises(InvalidInput) as found:
            probability(wrong, "the odds")
        assert str(found.value).isprintable()
    error = IllegalMove("T-4", "a\nb is not your own")
    assert (str(error), error.reason) == (
        "a\\nb is not your own (rule T-4)",
        "a\\nb is not your own",
    )
    assert one_sentence("Nō “such” −1 ✓") == "Nō “such” −1 ✓"


@pytest.mark.parametrize("owner", [[0], {}, 0.0, 1.5, None, "0", True])
def test_an_owner_in_a_share_string_is_a_number(owner: object) -> None:
    data: dict[str, Any] = {**HELD[0], "owners": [owner, *HELD[0]["owners"][1:]]}
    with pytest.raises(InvalidInput, match="has an owner who does not play"):
        from_share_string(sealed(data))


def test_a_blank_that_int_does_not_know_is_blank_in_an_address() -> None:
    field = Count("a", "armies", default=11, least=2, most=999)
    assert field.read("12\x1c") == field.read(" 12 ") == (12, None)


def test_a_note_on_an_address_is_one_line() -> None:
    _, (note,) = decode({"r": "x\r\n\x0b"}, {"r": Choice("r", "rules", ("a", "b"))})
    assert note == "rules: x\\r\\n\\x0b in the address is none of a, b; a is used"


def test_a_name_that_was_cut_has_no_blank_at_its_end() -> None:
    field = NamesField("plan_who")
    names, _ = field.read("a" * 29 + " b~Bob")
    assert names == ("a" * 29, "Bob")
    assert field.read(field.write(names)) == (names, None)


def test_records_in_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"none\.csv: cannot be read \(No such file"):
        read_records(tmp_path / "none.csv")


@pytest.mark.parametrize("command", ["turn", "luck"])
def test_a_file_name_that_can_be_none_is_refused(command: str, run: Run) -> None:  # noqa: F811
    for name in ("\0", "\ud800", "", "x" * 5_000):
        result = run(command, name)
        assert result.code == 2
        assert result.err.startswith("Error: ")
        assert "cannot be read" in result.err or name == ""


def test_an_answer_of_more_digits_than_python_reads_is_refused() -> None:
    for digits in (4_299, 4_500, 5_000):
        with pytest.raises(InvalidInput, match="an answer"):
            Answer.read(f"4/{'9' * digits}")
