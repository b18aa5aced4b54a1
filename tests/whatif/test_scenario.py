"""The scenario that is shipped: its luck is worth subtracting."""

from __future__ import annotations

from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.rollout import compare_plans
from oddsapp.whatif.scenario import example_scenario


def test_subtracting_luck_shortens_the_run_of_the_shipped_scenario_twice() -> None:
    """By the roll-outs' own account, each batch corrected by what the others have learned."""
    scenario = example_scenario()
    compared = compare_plans(
        scenario.position.state, scenario.plans, players=scenario.bots, rollouts=200, seed=1
    )
    won = compared.results[0].wins
    assert won.factor >= 2
    plain, reduced = won.plain[2] - won.plain[1], won.high - won.low
    assert reduced < plain / 2**0.5 * 1.05
    assert won.plain[1] < won.mean < won.plain[2]
    assert compared.difference(parse_goal("win"), 0, 1).factor > 1
