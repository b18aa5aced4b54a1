"""The most likely end, found without writing out all states that are alike."""

from collections.abc import Callable

import pytest

import oddsapp
from oddsapp.odds.outcome import Outcome

INDIVIDUAL = oddsapp.find_ruleset("risk2").replace(mass_reading="individual")


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "ask",
    [
        lambda exact: oddsapp.battle(11, 7, exact=exact),
        lambda exact: oddsapp.mass_invasion([3, 3, 2, 3], 6, rules=INDIVIDUAL, exact=exact),
        lambda exact: oddsapp.border_clash(5, 5, exact=exact),
        lambda exact: oddsapp.spoils_of_war([[3, 2, 2], [2, 3, 2]], exact=exact),
        lambda exact: oddsapp.spoils_of_war([[2, 2], [2, 2], [3]], exact=exact),
    ],
)
def test_it_is_the_largest_of_all_and_its_probability_is_that_of_the_list(
    ask: Callable[[bool], Outcome], exact: bool
) -> None:
    odds = ask(exact)
    listed = dict(odds.items())
    best = max(listed.values())
    assert listed[odds.most_likely_end] == best
    for state, probability in listed.items():
        assert odds.pmf(state) == pytest.approx(probability, rel=1e-15)
        if exact:
            assert odds.pmf(state) == probability


def test_seven_forces_alike_do_not_take_a_step_for_each_order() -> None:
    odds = oddsapp.mass_invasion([5] * 7, 9, rules=INDIVIDUAL)
    assert odds.most_likely_end == (5, 5, 5, 5, 5, 5, 5, 0)
