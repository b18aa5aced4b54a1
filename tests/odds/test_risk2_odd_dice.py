"""Dice of one's own, so odd that somebody never wins, or that a battle never ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import oddsapp
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import Ruleset, ThresholdChart
from tests.odds.risk2_judges import RISK2, chain_ends, exact_ends, twin_clash, twin_mass


def two_dice(low: list[int], high: list[int], **changes: Any) -> Ruleset:
    return RISK2.replace(
        dice_set=DiceSet("two", (Die(low, "low"), Die(high, "high"))),
        thresholds=ThresholdChart("two", (1, 3), (1, 3)),
        ranks=(1, 2),
        **changes,
    )


APART = two_dice([1, 2, 3], [4, 5, 6])
CONSTANT = two_dice([1], [1])
ALIKE_BUT_ONE = two_dice([1], [6])


class TestSomebodyNeverWins:
    def test_clash(self) -> None:
        odds = oddsapp.border_clash(4, 2, rules=APART, exact=True)
        assert odds.win == (1, 0)
        assert exact_ends(odds) == twin_clash(4, 2, APART)
        assert exact_ends(oddsapp.border_clash(2, 4, rules=APART, exact=True)) == {(0, 4): 1}
        assert oddsapp.border_clash(2, 4, rules=APART).win == (0.0, 1.0)

    @pytest.mark.parametrize("exact", [True, False])
    def test_spoils(self, exact: bool) -> None:
        odds = oddsapp.spoils_of_war([[4], [2]], rules=APART, exact=exact)
        assert odds.win == (1, 0)
        assert dict(odds.left[0].items()) == {4: 1}
        assert dict(odds.left[1].items()) == {0: 1}
        with pytest.raises(InvalidInput, match="never win"):
            _ = odds.left_if_won

    def test_invasion(self) -> None:
        odds = oddsapp.battle(force=2, defenders=5, rules=APART, exact=True)
        assert odds.win == 0
        assert exact_ends(odds) == {(0, 5): 1}
        with pytest.raises(InvalidInput, match="never met"):
            _ = odds.attackers_left_if_won

    @pytest.mark.parametrize("ties", ["attacker", "defender", "nobody"])
    def test_constant_dice(self, ties: str) -> None:
        rules = ALIKE_BUT_ONE.replace(ties=ties)
        odds = oddsapp.battle(force=4, defenders=2, rules=rules, exact=True)
        assert exact_ends(odds) == twin_mass([4], 2, rules) == chain_ends(odds)

    @pytest.mark.parametrize("sizes", [[12, 12], [9, 7, 4], [4, 4, 4, 4]])
    def test_sizes_that_never_occur(self, sizes: list[int]) -> None:
        # Losing 4 at a time leaves gaps between the sizes.
        rules = RISK2.replace(casualties="fixed", fixed_casualties=4)
        odds = oddsapp.spoils_of_war([[size] for size in sizes], rules=rules, exact=True)
        assert sum(odds.win) == 1
        for size, left in zip(sizes, odds.left, strict=True):
            assert all((size - number) % 4 == 0 or number == 0 for number, _ in left.items())


class TestNeverEnds:
    @pytest.mark.parametrize("exact", [True, False])
    @pytest.mark.parametrize(
        "ask",
        [
            lambda **k: oddsapp.border_clash(4, 2, rules=CONSTANT, **k),
            lambda **k: oddsapp.spoils_of_war([[4], [2]], rules=CONSTANT, **k),
            lambda **k: oddsapp.battle(
                force=4, defenders=2, rules=CONSTANT.replace(ties="nobody"), **k
            ),
            lambda **k: oddsapp.mass_invasion(
                [4, 1],
                2,
                rules=CONSTANT.replace(ties="nobody", mass_reading="individual"),
                **k,
            ),
            # A high die decides something, but once it is demoted two low ones never do.
            lambda **k: oddsapp.border_clash(4, 2, rules=two_dice([1], [0, 2]), **k),
            lambda **k: oddsapp.spoils_of_war([[4], [2]], rules=two_dice([1], [0, 2]), **k),
        ],
    )
    def test_refused(self, ask: Callable[..., Any], exact: bool) -> None:
        with pytest.raises(InvalidInput, match="never ends"):
            ask(exact=exact)

    def test_refused_by_the_table_too(self) -> None:
        with pytest.raises(InvalidInput, match="never ends"):
            oddsapp.spoils_of_war([[100], [99], [98]], rules=CONSTANT)

    def test_a_point_of_no_end_that_is_never_reached(self) -> None:
        # High meets low and always wins; low against low would go on for ever.
        odds = oddsapp.border_clash(4, 2, rules=ALIKE_BUT_ONE, exact=True)
        assert exact_ends(odds) == {(4, 0): 1}
        taken = ALIKE_BUT_ONE.replace(ties="nobody")
        invasion = oddsapp.battle(force=4, defenders=2, rules=taken, exact=True)
        assert exact_ends(invasion) == {(4, 0): 1}
