"""Charts of one battle: what they draw are the numbers of the solver."""

from __future__ import annotations

from itertools import pairwise

import pytest

import oddsapp
from oddsapp.charts import style
from oddsapp.charts.battle import at_least_chart, ends_chart, rolls_chart
from oddsapp.charts.bins import MOST_BARS, TAIL, Bin, binned, per_bar, without_tails
from oddsapp.charts.stops import Chances, left_at_stop_chart, stops_chart

ODDS = oddsapp.battle(force=10, defenders=7)


def singles(numbers: list[tuple[int, float]]) -> list[Bin]:
    return [Bin(n, n, p) for n, p in numbers]


def test_the_ends_of_a_battle_stand_on_either_side_of_the_middle() -> None:
    standing = [(n, ODDS.defenders_left.pmf(n)) for n in range(1, 8)]
    left = [(n, ODDS.attackers_left.pmf(n)) for n in range(1, 11)]
    figure = ends_chart(singles(standing), singles(left), headings=("Fail", "Take it"))
    lost, won = figure.data
    assert dict(zip(lost.x, lost.y, strict=True)) == {-n: p for n, p in standing}
    assert dict(zip(won.x, won.y, strict=True)) == dict(left)
    assert sum(won.y) == pytest.approx(ODDS.win, rel=1e-12)
    # Never by colour alone: a pattern, and words above either half.
    assert (lost.marker.pattern.shape, won.marker.pattern.shape) == ("/", "")
    assert [note.text for note in figure.layout.annotations] == ["Fail", "Take it"]
    assert "0" not in figure.layout.xaxis.ticktext
    # The most likely end of either side has its number above it.
    assert [text for text in won.text if text] == [f"{max(won.y):.1%}"]


def test_with_a_side_that_was_cut_off_the_other_is_drawn() -> None:
    figure = ends_chart([], [Bin(700, 719, 1.0)], headings=("Fail", "Take it"))
    assert figure.data[1].x == (709.5,)
    assert all(tick > 0 for tick in figure.layout.xaxis.tickvals)


def test_at_least_so_many_is_the_survival_function() -> None:
    attackers = [(k, ODDS.attackers_left.sf(k - 1)) for k in range(1, 11)]
    figure = at_least_chart(attackers, [(1, ODDS.lose)])
    assert figure.data[0].y[0] == pytest.approx(ODDS.win, rel=1e-12)
    assert all(more >= less for more, less in pairwise(figure.data[0].y))
    assert len({trace.line.dash for trace in figure.data}) == 2


def test_every_roll_is_drawn_once_and_the_range_is_full() -> None:
    rolls = ODDS.rolls
    bins = singles([(n, rolls.pmf(n)) for n in range(rolls.low, rolls.high + 1)])
    low, high = rolls.interval(0.9)
    inside, outside = rolls_chart(bins, mean=rolls.mean(), range_90=(low, high)).data
    assert list(inside.x) == list(range(low, high + 1))
    assert sum(inside.y) + sum(outside.y) == pytest.approx(1, rel=1e-12)
    assert sum(inside.y) >= 0.9
    assert (inside.marker.pattern.shape, outside.marker.pattern.shape) == ("", "/")


def test_stop_rules_have_their_numbers_behind_the_bars() -> None:
    stopped = oddsapp.battle(force=10, defenders=7, stop_at=3)
    chances = Chances("Stop at 3", stopped.win, 1 - stopped.win - stopped.lose, stopped.lose)
    figure = stops_chart([Chances("To the end", ODDS.win, 0.0, ODDS.lose), chances])
    assert [trace.x[0] for trace in figure.data] == [ODDS.win, 0.0, ODDS.lose]
    assert figure.data[0].text == ("80.0%", f"{stopped.win:.1%}")
    assert figure.layout.yaxis.ticktext == ("To the end", "Stop at 3")
    assert len({trace.marker.pattern.shape for trace in figure.data}) == 3


def test_what_is_left_at_a_stop_is_stacked() -> None:
    figure = left_at_stop_chart([Bin(0, 0, 0.0), Bin(1, 1, 0.5)], [Bin(0, 0, 0.0), Bin(1, 1, 0.25)])
    assert [trace.y for trace in figure.data] == [(0.0, 0.5), (0.0, 0.25)]
    assert figure.layout.barmode == "stack"


@pytest.mark.parametrize(("force", "defenders"), [(10, 7), (60, 40), (998, 999), (998, 3)])
def test_tails_are_cut_only_as_far_as_is_said(force: int, defenders: int) -> None:
    odds = oddsapp.battle(force=force, defenders=defenders)
    numbers = [(-n, odds.defenders_left.pmf(n)) for n in range(defenders, 0, -1)]
    numbers += [(n, odds.attackers_left.pmf(n)) for n in range(1, force + 1)]
    drawn = without_tails(numbers)
    bins = binned(drawn, per_bar(len(drawn)))
    assert len(bins) <= MOST_BARS
    assert 1 - 2 * TAIL <= sum(one.probability for one in bins) <= 1 + 1e-12
    if force + defenders <= MOST_BARS:
        assert drawn == numbers


def test_a_bar_whose_number_is_wider_is_not_written_smaller() -> None:
    figure = style.empty_figure()
    style.add_bars(figure, [1], [0.5], style.WON, name="taken", labels=["50.0%"])
    assert figure.data[0].constraintext == "none"
