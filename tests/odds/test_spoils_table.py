"""P(win) in large spoils of war (M-8): the table of a tagged army against the sweep."""

from __future__ import annotations

import pytest

import oddsapp
from oddsapp.combat import spoils_of_war
from oddsapp.errors import InvalidInput
from oddsapp.odds.spoils import can_tag, win_probabilities
from oddsapp.rules import Ruleset
from tests.odds.risk2_judges import RISK2, VARIANTS

READINGS = ["top_roll", "pairwise"]

pytestmark = pytest.mark.rule("M-8")


def both_ways(sizes: tuple[int, ...], rules: Ruleset) -> tuple[list[float], tuple[float, ...]]:
    players = [[size] for size in sizes]
    return (
        win_probabilities(spoils_of_war(players, rules)),
        oddsapp.spoils_of_war(players, rules=rules).win,
    )


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("casualties", ["lowest", "highest", "fixed"])
@pytest.mark.parametrize(
    "sizes",
    [
        (1, 1),
        (7, 30),
        (33, 31),
        (1, 2, 3),
        (12, 12, 12),
        (20, 6, 11),
        (32, 5, 31),
        (6, 5, 4, 3),
        (11, 6, 6, 1),
        (3, 3, 2, 2, 1),
        (6, 2, 1, 1, 1),
    ],
    ids=str,
)
def test_against_the_sweep(sizes: tuple[int, ...], casualties: str, reading: str) -> None:
    rules = RISK2.replace(spoils_reading=reading, casualties=casualties, fixed_casualties=2)
    table, swept = both_ways(sizes, rules)
    assert table == pytest.approx(swept, rel=1e-13, abs=1e-13)
    assert sum(table) == pytest.approx(1, abs=1e-13)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", [name for name in VARIANTS if not name.startswith("own")])
@pytest.mark.parametrize("sizes", [(8, 7, 13), (6, 6, 6), (2, 6, 3, 5)], ids=str)
def test_under_other_rules(sizes: tuple[int, ...], name: str, reading: str) -> None:
    table, swept = both_ways(sizes, VARIANTS[name].replace(spoils_reading=reading))
    assert table == pytest.approx(swept, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("cost", [40, 20_000, 100_000, 10**12])
def test_costs_beyond_every_army(cost: int) -> None:
    rules = RISK2.replace(casualties="fixed", fixed_casualties=cost)
    table, swept = both_ways((8, 7, 12), rules)
    assert table == pytest.approx(swept, rel=1e-13)


def test_only_one_army_each_at_one_cost() -> None:
    assert can_tag(spoils_of_war([[3], [4]], RISK2))
    assert not can_tag(spoils_of_war([[3, 1], [4]], RISK2))
    assert not can_tag(spoils_of_war([[3], [4]], RISK2.replace(casualties="own")))


def test_too_large_for_all_ends_but_not_for_who_wins() -> None:
    odds = oddsapp.spoils_of_war([[30], [12], [12], [11], [11]])
    assert sum(odds.win) == pytest.approx(1, abs=1e-12)
    assert odds.win[1] == odds.win[2] < odds.win[0]
    for ask in (
        lambda: odds.left,
        lambda: odds.left_if_won,
        lambda: odds.pmf((1, 0, 0, 0, 0)),
        lambda: dict(odds.items()),
    ):
        with pytest.raises(
            InvalidInput, match=r"states with [0-9,]+ moves, about [0-9.]+ GB; the limit"
        ):
            ask()
