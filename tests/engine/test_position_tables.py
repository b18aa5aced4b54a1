"""Tables of territory, owner and armies, as spreadsheets write and read them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import (
    GameState,
    Phase,
)
from oddsapp.engine.positions import (
    Position,
    example_position,
    position_from_csv,
    position_to_csv,
)
from oddsapp.errors import InvalidInput


def table_of(
    owners: Mapping[str, str], rest: str = "Bob", header: str = "territory,owner,armies"
) -> str:
    rows = [f"{name},{owners.get(name, rest)},2" for name in find_board("classic").territories]
    return "\n".join([header, *rows, ""])


def test_a_table_alone_makes_a_position() -> None:
    table = table_of({"Alaska": "Ann", "Siam": "neutral"})
    position = position_from_csv(table, turn="Bob", round=3)
    assert position.players == ("Ann", "Bob")
    state = position.state
    assert (state.player, state.round, state.phase) == (1, 3, Phase.REINFORCE)
    assert (state.owner_of("Alaska"), state.owner_of("Siam"), state.owner_of("Peru")) == (0, -1, 1)
    assert position_from_csv(table, players=("Bob", "Ann")).state.owner_of("Alaska") == 1
    numbers = position_from_csv(table_of({"Alaska": "3"}, "1"))
    assert (numbers.players, numbers.state.game.players) == ((), 3)


def test_tables_are_read_as_spreadsheets_write_them(tmp_path: Path) -> None:
    plain = position_from_csv(table_of({"Alaska": "Ann"}))
    marked = "\ufeff" + table_of({"Alaska": '"Ann"'}, header="Territory;Owner;Armies;note")
    rows = [line if n == 0 else f"{line}," for n, line in enumerate(marked.splitlines())]
    text = "\r\n".join(rows).replace(",", ";") + "\r\n;;;\r\n"
    assert position_from_csv(text) == plain
    path = tmp_path / "position.csv"
    path.write_bytes(text.encode())
    assert position_from_csv(path) == plain
    assert position_from_csv(position_to_csv(plain, ";")) == plain


def test_a_table_has_quotes_where_a_cell_needs_them() -> None:
    position = position_from_csv(table_of({"Alaska": "Ann"}), players=("Bob", "Ann"))
    named = Position(position.state, ('Bob "the wall", of Asia', "Ann"))
    table = position_to_csv(named)
    assert '"Bob ""the wall"", of Asia"' in table
    assert table.count("\r\n") == table.count("\n") == 43
    assert position_from_csv(table, named) == named


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("territory,owner", "land,owner", "line 1: the header must name territory, owner and"),
        ("Alaska,Ann,2", "Alaska,Ann", "line 2: the header has 3 columns, this row has 2"),
        ("Alaska,Ann,2", "Alaska,Ann,two", "line 2: the armies must be a whole number .* 'two'"),
        ("Alaska,Ann,2", "Alaska,Ann,0", "line 2: the armies on Alaska must be at least 1"),
        ("Alaska,Ann,2", "Alaska,,2", "line 2: the owner is missing"),
        ("Alaska,Ann,2", "Alasca,Ann,2", "line 2: .* did you mean 'Alaska'"),
        ("Alberta,Bob,2", "Alaska,Ann,2", "line 3: Alaska is there twice"),
        ("Alberta,Bob,2", "Alaska,Bob,2", "line 3: Alaska is held by Ann and by Bob"),
        ("Siam,Bob,2\n", "", "nobody holds Siam; every territory has a row"),
        ("Alaska,Ann,2", 'Alaska,"Ann,2', "line .*: this is no row of a table"),
    ],
)
def test_rows_that_make_no_sense_are_refused_by_line(old: str, new: str, said: str) -> None:
    table = table_of({"Alaska": "Ann"})
    assert old in table
    with pytest.raises(InvalidInput, match=said):
        position_from_csv(table.replace(old, new))


def test_a_table_onto_a_position_keeps_its_players() -> None:
    with pytest.raises(InvalidInput, match="line 2: nobody is called 'Zoe'; known: Ann, Bob"):
        position_from_csv(table_of({"Alaska": "Zoe"}), example_position())
    with pytest.raises(InvalidInput, match="keeps its players, turn and rules"):
        position_from_csv(table_of({"Alaska": "Ann"}), example_position(), turn=1)
    with pytest.raises(InvalidInput, match="the separator is a comma, a semicolon or a tab"):
        position_to_csv(example_position(), "|")


def test_what_is_replaced_is_the_board_alone() -> None:
    before: GameState = example_position().state
    after = position_from_csv(table_of({"Brazil": "Ann"}), example_position()).state
    assert after.evolve(owners=before.owners, armies=before.armies) == before
