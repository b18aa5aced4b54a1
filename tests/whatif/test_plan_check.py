"""What is against the rules is said before anything runs, with the rule and the line."""

from __future__ import annotations

from typing import Any

import pytest

import oddsapp
from oddsapp.engine import GameState, Phase
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan_check import check_plan
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.whatif.compare import ring

HOLDINGS: dict[int, dict[str, int]] = {0: {"A": 5, "B": 4}, 1: {"C": 2, "D": 1}, 2: {"E": 2}}


def start(phase: Phase = Phase.ATTACK, reserve: int = 0, **changes: Any) -> GameState:
    """Return a position in which player 1 has A and B."""
    return ring(HOLDINGS, phase=phase, state={"reserves": (reserve, 0, 0, 0)}, **changes)


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("attack A -> B", "C-1", "line 1: B is your own"),
        ("attack C -> B", "C-1", "line 1: C is not your own"),
        ("attack A -> C", "B-3", "line 1: C is not adjacent to A"),
        (
            "attack A -> E until 5 armies are left",
            "C-5",
            "line 1: with 5 armies on A",
        ),
        ("attack A -> E, never below 5 armies", "C-5", "line 1: with 5 armies on A"),
        ("attack A -> E\nattack C -> D", "C-1", "line 2: C is not your own, and no attack before"),
        ("attack A -> E\nattack D -> C", "C-1", "line 2: D is not your own, and no attack before"),
        ("attack A -> E\nattack E -> A", "C-1", "line 2: A is your own"),
        ("attack A -> E\nattack E -> C", "B-3", "line 2: C is not adjacent to E"),
        (
            "attack A -> E\nelse:\n  attack E -> D",
            "C-1",
            "line 3: E is not your own, and no attack before",
        ),
        ("attack A -> E\nplace 1 army on A", "T-4", "line 2: placing comes before"),
        ("attack A -> E\ntrade the best set", "T-1", "line 2: trading comes before"),
        (
            "place 1 army on A\nattack A -> E",
            "T-1",
            "line 1: 'place 1 army on A' cannot",
        ),
        ("fortify 1 army A -> B\nattack A -> E", "T-1", "line 2: the fortification before this"),
        ("fortify 1 army A -> B\nfortify 1 army B -> A", "T-1", "line 2: the fortification before"),
        (
            "attack A -> E\nif taken:\n  fortify 1 army A -> E\nattack B -> D",
            "T-1",
            "line 4: an attack cannot come after a fortification",
        ),
        ("attack A -> E\nfortify 1 army A -> C", "T-6", "line 2: C is not your own"),
        (
            "attack A -> E\nfortify 1 army A -> B\nfortify 1 army B -> A",
            "T-6",
            "line 3: a turn has 1 fortification moves at most",
        ),
        ("fortify 5 armies A -> B", "T-6", "line 1: 4 armies may leave A"),
        ("fortify all but 9 armies A -> B", "T-6", "line 1: no army can leave A if 9 stay"),
    ],
)
def test_what_is_illegal_says_so_beforehand(text: str, rule: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as found:
        forecast_plan(start(), parse_plan(text))
    assert found.value.rule == rule
    assert found.value.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("attack A -> E", "T-4", "line 1: 3 armies are still to be placed"),
        ("place 2 armies on A\nattack A -> E", "T-4", "line 2: 1 armies are still to be placed"),
        ("place 2 armies on A", "T-4", "line 1: 1 armies are still to be placed"),
        ("", "T-4", "3 armies are still to be placed"),
        ("place 4 armies on A", "T-4", "line 1: 4 cannot be placed; 3 are there"),
        ("place 3 armies on C", "T-4", "line 1: C is not your own"),
        ("trade A; B; C, bonus on A", "K-2", "line 1: you do not hold the card A"),
        ("trade the best set", "K-2", "line 1: there is no set to be traded"),
    ],
)
def test_reinforcements_are_verified_by_the_engine(text: str, rule: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as found:
        check_plan(start(Phase.REINFORCE, 3), parse_plan(text))
    assert found.value.rule == rule
    assert found.value.reason.startswith(reason)


@pytest.mark.rule("K-9")
def test_five_cards_are_traded_before_anything_else() -> None:
    state = start(Phase.REINFORCE, 3, hands={0: "ABCDE"})
    with pytest.raises(IllegalMove, match="line 1: with 5 cards a set must be traded") as found:
        check_plan(state, parse_plan("place 3 armies on A"))
    assert found.value.rule == "K-9"
    check_plan(state, parse_plan("trade the best set\nplace all armies on A"))


def test_fortification_needs_a_way_by_each_form() -> None:
    way = parse_plan("attack B -> D\nattack D -> C\nfortify 1 army A -> C")
    for form in ("path", "several", "free"):
        check_plan(start(fortify=form), way)
    with pytest.raises(IllegalMove, match="line 3: no border leads from A to C"):
        check_plan(start(fortify="adjacent"), way)
    twice = parse_plan("attack B -> D\n" + "fortify 1 army A -> B\n" * 2)
    check_plan(start(fortify="several"), twice)
    with pytest.raises(IllegalMove, match="a turn has 3 fortification moves"):
        check_plan(
            start(fortify="several"), parse_plan("attack B -> D\n" + "fortify 1 army A -> B\n" * 4)
        )


@pytest.mark.rule("V-8")
def test_a_team_mate_is_not_attacked() -> None:
    holdings = {0: {"A": 5}, 1: {"B": 1}, 2: {"C": 1, "D": 1}, 3: {"E": 1}}
    state = ring(holdings, players=4, teams=2)
    with pytest.raises(IllegalMove, match="line 2: C is a team mate's") as found:
        check_plan(state, parse_plan("attack A -> B\nattack B -> C"))
    assert found.value.rule == "V-8"


def test_territories_and_cards_that_are_not_there() -> None:
    with pytest.raises(InvalidInput, match=r"line 2: .*Mars"):
        check_plan(start(), parse_plan("attack A -> E\nattack E -> Mars"))
    with pytest.raises(InvalidInput, match=r"line 1: .*Mars"):
        check_plan(start(), parse_plan("attack Mars -> E"))
    plan = parse_plan("attack A -> E\nif a player is eliminated:\n  trade Mars; A; B, bonus on A")
    with pytest.raises(InvalidInput, match="line 3: there is no card 'Mars'"):
        check_plan(start(hands={2: "AB"}), plan)


@pytest.mark.rule("C-3")
def test_battles_in_which_the_defender_is_asked_cannot_be_planned() -> None:
    with pytest.raises(IllegalMove, match="line 1: the defender is asked") as found:
        check_plan(start(defender_chooses=True), parse_plan("attack A -> E"))
    assert found.value.rule == "C-3"


def test_a_balanced_blitz_takes_a_line_as_a_reserve_and_no_other_rule() -> None:
    state = ring(HOLDINGS, rules="blitz")
    line = parse_plan("attack A -> E until 2 armies are left")
    reserve = parse_plan("attack A -> E, never below 2 armies")
    found = forecast_plan(state, line)
    assert found.territories == forecast_plan(state, reserve).territories
    assert found.steps[0].taken == pytest.approx(oddsapp.battle(4, 2, rules="blitz").win, rel=1e-12)
    for stop in ("1 roll is made", "the odds are under 0.4"):
        with pytest.raises(InvalidInput, match="line 1: a balanced blitz is fought at once"):
            check_plan(state, parse_plan(f"attack A -> E until {stop}"))


@pytest.mark.parametrize("phase", [Phase.OCCUPY, Phase.ROLL, Phase.OVER, Phase.PLACE])
def test_a_plan_begins_between_moves(phase: Phase) -> None:
    with pytest.raises(InvalidInput, match="a plan begins when it is to reinforce"):
        check_plan(start(phase), parse_plan("attack A -> E"))


def test_what_only_the_dice_decide_is_skipped_and_counted() -> None:
    # Two attacks from A: the second one wants 4 armies that the first may cost.
    plan = parse_plan(
        "attack A -> E until 2 rolls are made, move in 1 army\nattack A -> E\n"
        "attack B -> C until 2 armies are left\nattack C -> D"
    )
    found = forecast_plan(start(), plan, exact=True)
    first, second, third, last = found.steps
    assert second.held == first.taken
    assert second.done + second.held + sum(second.skipped.values()) == second.reached == 1
    assert last.skipped["C-1"] == 1 - third.taken + (third.taken - last.done - last.held)
    assert 0 < last.done < 1


def test_a_plan_without_an_attack_is_certain() -> None:
    found = forecast_plan(start(), parse_plan("fortify 2 armies A -> B"), exact=True)
    assert found.steps[0].done == 1
    assert found.territory("B").armies[0].mean() == 6
    assert found.states == 1


def test_a_plan_may_do_nothing() -> None:
    found = forecast_plan(start(), parse_plan(""), exact=True)
    assert found.card_drawn == 0
    assert found.conquests == {(): 1}
    assert not [here for here in found.territories if here.changes]
