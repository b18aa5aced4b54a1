"""What the Battle explorer says: the numbers of the library, in words and tables."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.rules import ruleset_names
from oddsapp.ui.explorer import exactly, matrix, rolls, stops
from oddsapp.ui.explorer.left import what_is_left
from oddsapp.ui.explorer.state import SIZES, SPEC, fit, line_of
from oddsapp.ui.parts.tables import MOST_ROWS, Table
from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.quick.setting import RULES, ruleset_of

CLASSIC = ruleset_of("classic")


def test_every_ruleset_can_be_chosen() -> None:
    assert set(RULES) == set(ruleset_names())


@pytest.mark.parametrize("name", ruleset_names())
def test_what_is_left_adds_up_under_all_rules(name: str) -> None:
    told = what_is_left(10, 7, ruleset_of(name))
    odds = oddsapp.battle(force=10, defenders=7, rules=name)
    assert told.win == f"{odds.win:.1%}"
    assert sum(one.probability for one in told.left) == pytest.approx(odds.win, rel=1e-12)
    assert sum(one.probability for one in told.standing) == pytest.approx(odds.lose, rel=1e-12)
    assert dict(told.attackers)[1] == pytest.approx(odds.win, rel=1e-12)
    assert dict(told.defenders)[1] == pytest.approx(odds.lose, rel=1e-12)
    assert len(told.ends.exact) == 17
    assert told.ends.exact[-1][3] == pytest.approx(1, rel=1e-12)


def test_the_file_has_all_digits_and_the_page_rounds() -> None:
    told = what_is_left(10, 7, CLASSIC)
    rows = list(csv.reader(StringIO(told.ends.csv())))
    odds = oddsapp.battle(force=10, defenders=7)
    assert rows[0] == ["Attackers left", "Defenders left", "Probability", "This or better"]
    assert float(rows[1][2]) == odds.attackers_left.pmf(10)
    assert told.ends.shown[0][2] == f"{odds.attackers_left.pmf(10):.1%}"


def test_a_capital_changes_the_odds() -> None:
    assert what_is_left(10, 7, ruleset_of("classic-capital")).win == "44.2%"


def test_the_largest_battle_says_what_its_chart_leaves_out() -> None:
    told = what_is_left(998, 999, CLASSIC)
    assert "numbers share a bar" in told.drawn
    assert "the table has everything" in told.drawn
    assert len(told.ends.exact) == 998 + 999
    assert "more rows are in the file" in told.ends.html()


def test_hopeless_is_not_impossible() -> None:
    assert what_is_left(1, 999, CLASSIC).win == "<0.0001%"


def test_rolls_are_those_of_the_chain() -> None:
    odds = oddsapp.battle(force=10, defenders=7)
    needed = rolls.rolls_needed(10, 7, CLASSIC)
    assert needed.mean == pytest.approx(odds.expected_rolls, rel=1e-12)
    assert needed.range_90 == odds.rolls.interval(0.9)
    assert sum(one.probability for one in needed.bins) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    ("force", "defenders", "name", "reason"),
    [(201, 200, "classic", "up to 40,000 states"), (10, 7, "blitz", "fought at once")],
)
def test_rolls_that_cannot_be_told_are_refused(
    force: int, defenders: int, name: str, reason: str
) -> None:
    with pytest.raises(InvalidInput, match=reason):
        rolls.rolls_needed(force, defenders, ruleset_of(name))


def test_stop_rules_are_those_of_the_library() -> None:
    told = stops.stop_rules(10, 7, CLASSIC, stops.Lines(3, 4, 50, 3))
    asked = {
        "Stop at 4": oddsapp.battle(force=10, defenders=7, stop_at=3),
        "Never below 4": oddsapp.battle(force=10, defenders=7, never_below=3),
        "Under 50%": oddsapp.battle(force=10, defenders=7, stop_odds="1/2"),
        "3 rolls": oddsapp.battle(force=10, defenders=7, rolls=3),
    }
    assert [one.rule for one in told.chances] == ["To the end", *asked]
    for one in told.chances[1:]:
        assert one.taken == pytest.approx(asked[one.rule].win, rel=1e-12)
        assert one.taken + one.stopped + one.wiped_out == pytest.approx(1, rel=1e-12)
    first = told.chances[1]
    assert sum(b.probability for b in told.taken) == pytest.approx(first.taken, rel=1e-12)
    assert sum(b.probability for b in told.stopped) == pytest.approx(first.stopped, rel=1e-12)
    assert len(told.table.shown[0]) == len(told.table.columns) == len(told.table.exact[0])


def test_under_blitz_only_a_reserve_is_compared_and_the_page_says_why() -> None:
    told = stops.stop_rules(10, 7, ruleset_of("blitz"), stops.Lines(3, 4, 50, 3))
    assert [one.rule for one in told.chances] == ["To the end", "Never below 4"]
    assert "fought at once" in told.refusal


@pytest.mark.parametrize(("size", "reason"), [(10, "M-9"), (401, "up to 160,000 states")])
def test_stop_rules_that_make_no_sense_are_refused(size: int, reason: str) -> None:
    name = "risk2" if size == 10 else "classic"
    with pytest.raises(InvalidInput, match=reason):
        stops.stop_rules(size, size, ruleset_of(name), stops.Lines(3, 4, 50, 3))


@pytest.mark.parametrize("size", [int(size) for size in SIZES])
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (10, 7), (57, 80), (8, 9)])
def test_a_battle_stands_within_its_window(force: int, defenders: int, size: int) -> None:
    view = matrix.window(force, defenders, size)
    assert force in view.forces
    assert defenders in view.against
    assert min(view.forces[0], view.against[0]) >= 1
    # Further on there is always more to tap on.
    assert force < view.forces[-1]
    assert defenders < view.against[-1]


@pytest.mark.parametrize("name", ["classic", "blitz", "risk2"])
def test_cells_are_the_odds_of_their_battles(name: str) -> None:
    view = matrix.window(10, 7, 7)
    wins = matrix.odds_in(view, ruleset_of(name))
    for force, row in zip(view.forces, wins, strict=True):
        for defenders, chance in zip(view.against, row, strict=True):
            odds = oddsapp.battle(force=force, defenders=defenders, rules=name)
            assert chance == pytest.approx(odds.win, rel=1e-11)
    table = matrix.matrix_table(view, wins, 1)
    assert table.shown[0][0] == str(view.forces[0] + 1)
    assert table.columns[:2] == ("Armies", f"v {view.against[0]}")


def test_a_matrix_far_out_is_refused_in_words() -> None:
    with pytest.raises(InvalidInput, match=r"up to 160,000 states"):
        matrix.odds_in(matrix.window(800, 900, 7), CLASSIC)


def test_the_matrix_is_drawn_cell_by_cell() -> None:
    view = matrix.window(10, 7, 7)
    wins = matrix.odds_in(view, CLASSIC)
    drawn = matrix.cells(view, wins, 1, (10, 7))
    assert drawn["across"] == [f"v {against}" for against in view.against]
    assert [row["down"] for row in drawn["rows"]] == [str(force + 1) for force in view.forces]
    here = [cell for row in drawn["rows"] for cell in row["cells"] if cell["here"]]
    assert [(cell["pick"], cell["text"]) for cell in here] == [([11, 7], "80")]
    assert here[0]["label"] == "11 armies against 7 defenders: 80.0% taken"
    assert matrix.cells(view, wins, 0, (10, 7))["rows"][0]["cells"][0]["label"].startswith(
        f"{view.forces[0]} attackers against"
    )
    json.dumps(drawn, allow_nan=False)  # what goes to the browser


def test_the_heavy_line_parts_more_than_even_odds_from_less() -> None:
    def edges(*wins: tuple[float, float]) -> list[tuple[bool, bool]]:
        drawn = matrix.cells(matrix.Window(1, 1, 2), wins, 1, (1, 1))
        return [(cell["above"], cell["before"]) for row in drawn["rows"] for cell in row["cells"]]

    assert edges((0.6, 0.4), (0.9, 0.7)) == [
        (False, False), (False, True), (False, False), (True, False),
    ]  # fmt: skip
    assert edges((0.6, 0.5), (0.9, 0.7)) == [(False, False)] * 4


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ([12, 7], (12, 7)),
        ((2, 999), (2, 999)),
        *[
            (value, None)
            for value in (
                None, "12", [12], [12, "7"], [1, 7], [12, 0], [1000, 7], [12, 1000], [7.0, 7],
                [True, 7], [12, True], {"0": 12, "1": 7},
            )
        ],
    ],
)  # fmt: skip
def test_a_tap_is_a_battle_or_nothing(value: object, cell: tuple[int, int] | None) -> None:
    assert matrix.picked(value, 2, 999) == cell


def test_fractions_are_whole_and_refused_where_nobody_would_read_them() -> None:
    told = exactly.exact_fractions(10, 7, CLASSIC)
    assert told.win == str(oddsapp.battle(force=10, defenders=7, exact=True).win)
    assert len(told.table.shown) == 17
    with pytest.raises(InvalidInput, match="up to 100 armies"):
        exactly.exact_fractions(60, 60, CLASSIC)


def test_the_steps_are_those_of_the_library() -> None:
    way = exactly.steps(3, 2, CLASSIC, "university")
    explained = oddsapp.battle(force=3, defenders=2).explain()
    assert way.text == explained.text("university")
    assert way.latex == explained.latex("university")


def test_the_address_is_read_back_as_it_was_written() -> None:
    state, notes = decode({}, SPEC)
    assert (fit(state), notes, encode(state, SPEC)) == ([], [], {})
    query = {
        "a": "40", "d": "12", "count": "force", "rules": "blitz", "q_on": "capital-wall",
        "x_view": "matrix", "x_at": "9", "x_odds": "30", "x_rolls": "7", "x_size": "12",
        "x_level": "university",
    }  # fmt: skip
    state, notes = decode(query, SPEC)
    assert (fit(state), notes, encode(state, SPEC)) == ([], [], query)
    assert line_of(state) == 9


def test_values_that_do_not_fit_are_put_right_with_a_note() -> None:
    state, notes = decode({"a": "1", "x_at": "0", "q_on": "wall-moat", "rules": "risk2"}, SPEC)
    notes += fit(state)
    assert (state["a"], state["x_at"], state["q_on"]) == (2, 1, ())
    assert len(notes) == 4
    assert all(word in " ".join(notes) for word in ("armies", "stop line", "RISK II", "left out"))


def test_a_table_shows_a_part_and_its_file_everything() -> None:
    rows = tuple((str(n),) for n in range(MOST_ROWS + 5))
    table = Table("a <b>", ("n",), rows, rows)
    assert table.html().count("<tr>") == MOST_ROWS + 1
    assert "5 more rows" in table.html()
    assert "a &lt;b&gt;" in table.html()
    assert len(table.csv().splitlines()) == MOST_ROWS + 6
