"""Reading records: whole, or refused by line and reason."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from oddsapp.errors import InvalidInput
from oddsapp.luck import BattleRecord, RollRecord, read_records, records
from oddsapp.tables import MOST_CHARACTERS, decoded

ARMIES = "armies,defenders,attackers left,defenders left"
FORCE = "force,defenders,attackers left,defenders left"


@pytest.mark.rule("C-1")
def test_armies_and_force_are_the_same_battle_in_two_words() -> None:
    armies = read_records(f"{ARMIES}\n11,7,6,0\n11,7,1,4\n")
    force = read_records(f"{FORCE}\n10,7,5,0\n10,7,0,4\n")
    assert armies.rows == force.rows
    assert (armies.counted_in, force.counted_in) == ("armies", "force")
    assert armies.rows[0] == BattleRecord(
        line=2, force=10, defenders=7, attackers_left=5, defenders_left=0
    )


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffForce;DEFENDERS;attackers_left;Defenders Left;Player\r\n\r\n10;7;5;0; Ann \r\n",
        "player\tdefenders left\tattackers left\tdefenders\tforce\n\nAnn\t0\t5\t7\t10",
        "force,defenders,attackers left,defenders left,player\n,,,,\n10,7,5,0,Ann\n , ,,,\n",
        'force,defenders,attackers left,defenders left,player\n\n"10","7","5","0","Ann"\n\n',
    ],
)
def test_tables_as_spreadsheets_write_them(text: str) -> None:
    row = read_records(text).rows[0]
    assert isinstance(row, BattleRecord)
    assert (row.line, row.force, row.attackers_left, row.player) == (3, 10, 5, "Ann")


@pytest.mark.parametrize("hand", ["6 3 1", "6-3-1", "6+3+1", "6/3/1", '"6, 3, 1"', "6;3;1"])
def test_rolls(hand: str) -> None:
    read = read_records(f"attack dice,defence dice,group\n{hand},5 5,red\n")
    assert read.rows == (
        RollRecord(line=2, attack_dice=(6, 3, 1), defence_dice=(5, 5), group="red"),
    )
    assert read.counted_in == "dice"


def test_columns_that_mean_nothing_are_named() -> None:
    assert read_records(f"{FORCE},Date\n1,1,1,0,monday\n").unread_columns == ("date",)


def test_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "battles.csv"
    path.write_text(f"{FORCE}\n1,1,1,0\n", encoding="utf-8-sig")
    assert len(read_records(path).rows) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the record is empty; the header must name"),
        (FORCE, "a header and no rows"),
        ("10,7,5,0\n", "line 1: the header must name"),
        ("force,defenders\n1,1\n", "line 1: the header must name"),
        ("attackers,defenders,attackers left,defenders left\n1,1,1,0\n", "armies or force"),
        (f"armies,{FORCE}\n2,1,1,1,0\n", "both armies and force"),
        (f"{FORCE},attack dice,defence dice\n1,1,1,0,6,5\n", "a battle and a roll"),
        (f"{FORCE},force\n1,1,1,0,1\n", "'force' twice"),
        (f"{FORCE}\n1,1,1,0\n1,1,1\n", "line 3: the header has 4 columns, this row has 3"),
        (f"{FORCE}\n1,1,1,0,\n", "line 2: .* this row has 5"),
        (f"{FORCE}\n1,1,,0\n", "line 2: the attackers left must be .* nothing is there"),
        (f"{FORCE}\n1,1,one,0\n", "line 2: the attackers left .* not 'one'"),
        (f"{FORCE}\n1.5,1,1,0\n", "line 2: the force .* not '1.5'"),
        (f"{FORCE}\n-1,1,1,0\n", "line 2: the force .* not '-1'"),
        (f"{FORCE}\n{'9' * 5000},1,1,0\n", "line 2: the force must be"),
        (f"{FORCE}\n0,1,0,1\n", "line 2: .* at least one attacker"),
        (f"{FORCE}\n3,2,4,0\n", "line 2: 4 of 3 attackers cannot be left"),
        (f"{FORCE}\n3,2,0,3\n", "line 2: 3 of 2 defenders cannot be left"),
        (f"{ARMIES}\n1,1,1,0\n", "line 2: .* at least 2 armies, not 1"),
        (f"{ARMIES}\n4,1,0,1\n", "line 2: .* the one that stayed behind; name the column force"),
        (f"{ARMIES}\n4,1,5,0\n", "line 2: 5 of 4 armies cannot be left"),
        (f"{FORCE},player,opponent\n1,1,1,0,A,A\n", "line 2: the player and the opponent"),
        (f"{FORCE},player\n1,1,1,0,{'A' * 101}\n", "line 2: the player has a name of more"),
        ("attack dice,defence dice\n6,\n", "line 2: a roll needs dice of both sides"),
        ("attack dice,defence dice\n6 x,1\n", "line 2: each of the attack dice .* not 'x'"),
        (f"attack dice,defence dice\n{'6 ' * 99},1\n", "line 2: the attack dice are too many"),
        (f'{FORCE}\n"1,1,1,0\n', "line 2: this is no row of a table"),
        (f"{FORCE}\n{'1' * 200_000},1,1,0\n", "line 2: this is no row of a table"),
    ],
)
def test_what_makes_no_sense_is_refused_by_line_and_reason(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_records(text)


def test_huge_records_are_refused() -> None:
    rows = "1,1,1,0\n" * (records.MOST_ROWS + 1)
    with pytest.raises(InvalidInput, match="line 100002: a record has at most 100,000 rows"):
        read_records(f"{FORCE}\n{rows}")
    with pytest.raises(InvalidInput, match="at most 20,000,000"):
        read_records("x" * (MOST_CHARACTERS + 1))
    with pytest.raises(InvalidInput, match="at most 20,000,000"):
        decoded(b"x" * (MOST_CHARACTERS + 1))


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"line 2: .* UTF-8"):
        decoded(b"force\n\xff\xfe")


@given(st.text(max_size=80), st.sampled_from(["", f"{FORCE}\n", f"{FORCE}\n1,1,1,0\n"]))
def test_any_text_is_read_or_refused_in_one_line(text: str, start: str) -> None:
    try:
        said = str(read_records(start + text).rows[0].line)
    except InvalidInput as refused:
        said = str(refused)
    assert "\n" not in said
