"""Forecasts on the classic board under rules that look further than two territories."""

from __future__ import annotations

import pytest

from oddsapp.engine import Phase
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts.rollout import roll_out
from tests.engine.positions import position
from tests.whatif.brute_force import play_out, total
from tests.whatif.compare import agree, ring


def _garrisons() -> dict[str, int]:
    """Return 17 territories, three of which have one army."""
    two = ["Peru", "Brazil", "Argentina", "Egypt", "Congo", "South Africa", "Madagascar"]
    two += ["Eastern Australia", "Western Australia", "New Guinea", "Indonesia", "North Africa"]
    two += ["Alaska", "Alberta", "Ontario"]
    return {**dict.fromkeys(two, 2), "Venezuela": 5, "East Africa": 1}


@pytest.mark.rule("V-3")
def test_a_mission_with_garrisons_is_won_by_the_armies_that_move_in() -> None:
    # "Hold 18 territories with 2 armies each": East Africa needs one more, and so does the
    # territory that is attacked.
    state = position(
        {0: _garrisons()},
        rest=1,
        goal="missions",
        state={"missions": (5, 0, 0)},
    )
    held = sum(
        count >= 2 for owner, count in zip(state.owners, state.armies, strict=True) if not owner
    )
    assert held == 16
    plan = parse_plan("""
attack Egypt -> Middle East
attack Venezuela -> Central America, move in 2 armies
attack Indonesia -> Siam, move in 1 army
""")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)


@pytest.mark.rule("V-3")
def test_a_mission_that_is_won_on_the_way_ends_the_turn() -> None:
    garrisons = {**_garrisons(), "East Africa": 2}
    state = position({0: garrisons}, rest=1, goal="missions", state={"missions": (5, 0, 0)})
    plan = parse_plan(
        "attack Venezuela -> Central America, move in 3 armies\nattack Egypt -> Middle East"
    )
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert 0 < found.wins <= found.steps[0].taken
    assert found.steps[1].reached == 1 - found.wins


@pytest.mark.rule("V-3")
def test_a_mission_that_placing_fulfils_leaves_nothing_to_attack() -> None:
    garrisons = {**_garrisons(), "Kamchatka": 1}
    state = position(
        {0: garrisons},
        rest=1,
        goal="missions",
        phase=Phase.REINFORCE,
        state={"missions": (5, 0, 0), "reserves": (3, 0, 0, 0)},
    )
    plan = parse_plan(
        "place 1 army on East Africa\nplace 2 armies on Kamchatka\n"
        "attack Venezuela -> Central America"
    )
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert found.wins == 1
    assert [step.reached for step in found.steps] == [1, 1, 0]


@pytest.mark.rule("V-3")
def test_a_mission_fulfilled_before_is_shown_and_nothing_is_fought() -> None:
    garrisons = {**_garrisons(), "East Africa": 2, "Kamchatka": 2}
    state = position({0: garrisons}, rest=1, goal="missions", state={"missions": (5, 0, 0)})
    plan = parse_plan("""
attack Venezuela -> Central America
if taken:
    attack Central America -> Eastern United States
else:
    attack Egypt -> Middle East
""")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    first = found.steps[0]
    assert (first.taken, first.skipped, found.wins) == (0, {"V-3": 1}, 1)
    assert [step.reached for step in found.steps] == [1, 0, 0]
    result = roll_out(state, plan, players=("cautious",) * 3, turns=1, rollouts=3)
    assert result.wins.mean == 1


@pytest.mark.rule("V-6")
def test_a_territory_target_is_won_at_the_end_of_the_turn() -> None:
    state = ring(
        {0: {"A": 4, "B": 3}, 1: {"C": 1, "D": 1}, 2: {"E": 1}},
        goal="territories",
        territory_target=4,
    )
    plan = parse_plan("attack A -> E\nattack B -> D until 2 armies are left\nattack E -> D")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert found.wins == total(play_out(state, plan), lambda end: end.state.winners == (0,))
    assert 0 < found.wins < 1


@pytest.mark.rule("S-4")
def test_neutral_territories_are_taken_like_others() -> None:
    state = ring({0: {"A": 4, "B": 3}, 1: {"C": 1}, -1: {"D": 1, "E": 2}}, players=2)
    plan = parse_plan("attack A -> E\nattack B -> D")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert not any(player.eliminated for player in found.players)


@pytest.mark.rule("T-7")
def test_no_card_where_there_is_none_to_draw() -> None:
    state = ring({0: {"A": 4}, 1: {"B": 1, "C": 1}, 2: {"D": 1, "E": 1}}).evolve(pile=())
    found = forecast_plan(state, parse_plan("attack A -> E"), exact=True)
    assert found.card_drawn == 0
    assert found.steps[0].taken > 0


def test_a_plan_can_begin_with_the_fortification() -> None:
    state = ring({0: {"A": 4, "B": 2}, 1: {"C": 1, "D": 1}, 2: {"E": 1}}, phase=Phase.FORTIFY)
    state = state.evolve(conquered=True)
    plan = parse_plan("fortify all but 2 armies A -> B")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert found.card_drawn == 1
    assert found.territory("B").armies[0].mean() == 4


def test_what_no_step_looks_at_any_more_is_not_told_apart() -> None:
    # Eight battles one after the other from eight stacks: told apart they would be too many.
    holdings = {0: dict.fromkeys(["Alaska", "Greenland", "Venezuela", "North Africa"], 20)}
    plan = parse_plan(
        "\n".join(
            f"attack {way}"
            for way in (
                "Alaska -> Kamchatka",
                "Greenland -> Iceland",
                "Venezuela -> Brazil",
                "North Africa -> Southern Europe",
            )
        )
    )
    found = forecast_plan(position(holdings, rest=1), plan)
    assert found.states == 2**4
    for step in found.steps:
        assert step.done == pytest.approx(1, rel=1e-12)
    assert len(found.conquests) == 2**4
