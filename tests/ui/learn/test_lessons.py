"""What the lessons say: every number the solver's, nothing given away that is to be hidden."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import oddsapp
from oddsapp.combat.roll import Winner
from oddsapp.ui.learn import chain_steps, dependent, dice, recursion
from oddsapp.ui.learn.answers import table_csv
from oddsapp.ui.learn.large import SIZES, even_win, turning_point
from oddsapp.ui.learn.lessons import lesson
from oddsapp.ui.learn.parts import (
    LONGEST,
    Drawn,
    Folded,
    Formula,
    Heading,
    Part,
    Picture,
    Table,
    Ways,
    Written,
    equals_latex,
    fraction_html,
    full_number,
    table_html,
    tree_html,
)
from oddsapp.ui.learn.spikes import example, last_rolls
from oddsapp.ui.learn.state import STEPS
from oddsapp.wording import short_percent
from tests.reference import classic_twin

EVERY_STEP = [(route, step) for route, steps in STEPS.items() for step in steps]
BATTLES = [(1, 1), (1, 2), (3, 2), (4, 4), (12, 12)]


def tables(parts: tuple[Part, ...]) -> list[Table]:
    return [part for part in parts if isinstance(part, Table)]


def table(parts: tuple[Part, ...], caption: str) -> Table:
    return next(part for part in tables(parts) if caption in part.caption)


def cells(part: Table) -> dict[str, tuple[object, ...]]:
    return dict(part.rows)


@pytest.mark.parametrize(("route", "step"), EVERY_STEP)
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("battle", BATTLES)
def test_every_step_says_something_for_every_battle(
    route: str, step: str, battle: tuple[int, int], hidden: bool
) -> None:
    parts = lesson(route, step, *battle, hidden=hidden)
    assert parts
    for part in parts:
        match part:
            case str() | Written() | Heading() | Drawn():
                assert str(part).strip()
            case Table():
                width = len(part.columns) - 1
                assert all(len(row) == width for _, row in part.rows)
                assert "</table>" in table_html(part)
            case Folded():
                assert "</table>" in table_html(part.table)
            case Formula():
                assert part.latex.count("{") == part.latex.count("}")
                assert part.latex.count("\\begin") == part.latex.count("\\end")
            case Picture():
                assert part.svg.startswith("<svg")


@pytest.mark.parametrize(("force", "defenders"), [(5, 4), (4, 4), (8, 8)])
@pytest.mark.parametrize(("route", "step"), EVERY_STEP)
def test_hidden_answers_are_in_no_part(route: str, step: str, force: int, defenders: int) -> None:
    exact = oddsapp.battle(force=force, defenders=defenders, exact=True)
    secrets = [exact.win, exact.lose, exact.rolls.mean(), exact.rolls.var()]
    shown = repr(lesson(route, step, force, defenders, hidden=True))
    for secret in secrets:
        assert str(secret.numerator) not in shown
        assert f"{float(secret):.6g}" not in shown
        assert f"{float(secret):.5f}" not in shown
    assert short_percent(float(exact.win)) not in shown
    if step in ("own", "absorption"):
        assert str(exact.win.numerator) in repr(lesson(route, step, force, defenders, hidden=False))


def test_one_die_is_counted_in_the_grid() -> None:
    parts = dice.one_die()
    grid = cells(table(parts, "down"))
    wins = sum(cell is Winner.ATTACKER for row in grid.values() for cell in row)
    assert (wins, len(grid)) == (15, 6)
    assert f"there are {wins}" in repr(parts)
    assert "\\frac{15}{36} = \\frac{5}{12}" in repr(parts).replace("\\\\", "\\")


def test_the_highest_of_several_adds_up_to_all_ways() -> None:
    rows = cells(table(dice.highest(), "highest die"))
    for column in range(3):
        ways = [row[column] for name, row in rows.items() if name != "On average"]
        assert all(isinstance(way, Ways) for way in ways)
        assert sum(way.ways for way in ways if isinstance(way, Ways)) == 6 ** (column + 1)
    assert rows["On average"] == (Fraction(7, 2), Fraction(161, 36), Fraction(119, 24))


@pytest.mark.parametrize("battle", [(3, 2), (4, 4), (6, 3)])
def test_the_recursion_is_the_twins(battle: tuple[int, int]) -> None:
    for a, row in enumerate(recursion.chances(*battle), start=1):
        for d, win in enumerate(row, start=1):
            ends = classic_twin.end_states(a, d)
            assert win == sum(p for (left, _), p in ends.items() if left)
    whole = recursion.own_table(*battle, cut=False)
    assert whole.rows[-1][1][-1] == recursion.chances(*battle)[-1][-1]
    assert str(recursion.chances(*battle)[-1][-1]) in table_csv(whole)
    assert len(recursion.own_table(*battle).rows) == min(4, battle[0])


def test_the_mistake_is_followed_to_the_end() -> None:
    wins = dependent.wins(3, 2)
    assert wins["Right"] == oddsapp.battle(force=3, defenders=2, exact=True).win
    assert round(float(wins["Multiplied"]), 4) == 0.6902
    parts = dependent.dependent(3, 2, hidden=False, university=True)
    rows = cells(table(parts, "One roll"))
    assert rows["Defender loses 2"] == (
        Fraction(2890, 7776),
        Fraction(4330727, 15116544),
        Fraction(259, 1000),
    )
    alone = dependent.dependent(1, 1, hidden=False, university=False)
    assert "makes no difference" in repr(alone)


@pytest.mark.parametrize("battle", [(3, 2), (10, 7), (12, 1), (7, 7)])
def test_every_second_number_left_cannot_come_from_a_roll_that_takes_two(
    battle: tuple[int, int],
) -> None:
    large = example(*battle)
    lasts = last_rolls(*large)
    assert (
        sum(last.chance for last in lasts)
        == oddsapp.battle(force=large[0], defenders=large[1], exact=True).win
    )
    for one, next_one in pairwise(lasts[1:]):
        assert (one.takes_two == 0) != (next_one.takes_two == 0)
    reached = oddsapp.battle(force=large[0], defenders=large[1], exact=True).attackers_left
    assert all(last.chance == reached.pmf(last.left) for last in lasts)


def test_big_armies_attack_from_the_turning_point_on() -> None:
    turn = turning_point()
    assert [even_win(n) > 0.5 for n in SIZES] == [n >= turn for n in SIZES]
    assert f"{turn} v {turn}" in repr(lesson("school", "large", 3, 2, hidden=False))


def test_the_closed_forms_have_the_values_of_the_dice() -> None:
    shown = repr(chain_steps.roll_in_sides()).replace("\\\\", "\\")
    for value in ("\\frac{1445}{3888}", "\\frac{2611}{7776}", "\\frac{2387}{2797}"):
        assert value in shown


@pytest.mark.parametrize("battle", [(4, 4), (3, 5)])
def test_the_matrices_are_shown_whole_and_the_power_of_q_is_zero(battle: tuple[int, int]) -> None:
    form = chain_steps.form_of(*battle)
    parts = chain_steps.chain(*battle)
    shown = next(part for part in tables(parts) if part.caption.startswith("Q"))
    assert tuple(row for _, row in shown.rows) == form.Q
    power, told = form.Q, 1
    while any(map(any, power)):
        columns = list(zip(*form.Q, strict=True))
        power = tuple(
            tuple(
                sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0))
                for column in columns
            )
            for row in power
        )
        told += 1
    assert f"its power {told} is 0" in repr(parts)


def test_a_large_matrix_is_cut_with_a_word_and_copied_whole() -> None:
    form = chain_steps.form_of(8, 8)
    shown, told = chain_steps.matrix_table(form, "N")
    assert isinstance(shown, Table)
    assert len(shown.rows) == len(shown.columns) - 1 == chain_steps.CORNER
    assert f"{len(form.transient)} rows" in str(told)
    assert str(form.N[0][-1]) in chain_steps.matrix_copy(8, 8, "N", "csv")


def test_long_fractions_are_decimals_in_a_line_and_stand_below_in_full() -> None:
    long = Fraction(1, 10**LONGEST)
    assert equals_latex(long) == f"\\approx 1e-{LONGEST}"
    assert full_number(long) == (Written("The fraction in full", str(long)),)
    assert full_number(Fraction(5, 12)) == ()
    assert 'aria-label="15/36"' in fraction_html(Ways(15, 36))
    assert fraction_html("<b>") == "&lt;b&gt;"


def test_a_tree_is_drawn_with_lines() -> None:
    html = "".join(tree_html(part) for part in recursion.trees() if isinstance(part, Drawn))
    assert "│  └─ 21/36 → (0, 1)  lost" in html
    assert "`-" not in html
    assert "|-" not in html


def test_no_fraction_of_a_table_is_shortened() -> None:
    parts = lesson("university", "time", 12, 12, hidden=False)
    t, v = (cells(table(parts, "Mean and variance"))["(12,\u00a012)"])[2:]
    shown = table_html(table(parts, "Mean and variance"))
    assert all(f'aria-label="{value}"' in shown for value in (t, v))
    assert len(str(v)) > 150
