"""What a plan says of eliminations: the cards, trades, placement, further attacks (K-10)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, player_view
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.whatif.compare import agree, ring

BOARD: dict[int, dict[str, int]] = {0: {"A": 5, "B": 3}, 1: {"C": 2, "D": 2}, 2: {"E": 1}}

PLAN = parse_plan("""
attack A -> E, move in 3 armies
if a player is eliminated:
    trade C; D; E, bonus on E
    place 2 armies on A
    place all armies on B
    attack B -> C until 2 armies are left
if taken:
    attack E -> D
""")


def holding(mine: str, theirs: str, **rules: Any) -> GameState:
    """Return a position in which taking E gives the cards of its owner."""
    return ring(BOARD, hands={0: mine, 2: theirs}, **rules)


@pytest.mark.rule("K-10")
@pytest.mark.parametrize(
    ("mine", "theirs", "at_once", "trades"),
    [
        pytest.param("AB", "CDE", True, True, id="five and a set: at once"),
        pytest.param("AB", "CDE", False, False, id="five, the other reading: wait"),
        pytest.param("A", "CDE", True, False, id="four: wait"),
    ],
)
def test_cards_are_traded_by_each_reading(
    mine: str, theirs: str, *, at_once: bool, trades: bool
) -> None:
    state = holding(mine, theirs, trade_at_once_with_five=at_once)
    found = forecast_plan(state, PLAN, exact=True)
    agree(state, PLAN, found)
    attack, trade, some, rest, further, _ = found.steps
    assert trade.reached == attack.taken == found.players[2].eliminated
    assert trade.done == some.done == rest.done == (attack.taken if trades else 0)
    assert trade.skipped == ({} if trades else {"T-1": attack.taken})
    assert further.done == attack.taken


@pytest.mark.rule("K-10")
def test_six_cards_are_traded_down_by_every_reading() -> None:
    # Two wild cards are in the deck: hands of six need one.
    state = ring(BOARD, hands={0: "AB", 2: "CDE"}, trade_at_once_with_five=False)
    wild = len(state.game.names)
    hands = (state.hands[0], (), tuple(sorted((*state.hands[2], wild))))
    state = state.evolve(hands=hands, pile=tuple(n for n in state.pile if n != wild))
    found = forecast_plan(state, PLAN, exact=True)
    agree(state, PLAN, found)
    assert found.steps[1].done == found.steps[0].taken


@pytest.mark.rule("K-10")
def test_what_the_plan_leaves_open_is_traded_and_placed_for_the_next_attack() -> None:
    state = holding("AB", "CDE")
    plan = parse_plan("attack A -> E, move in 3 armies\nattack B -> C until 3 armies are left")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    # With the 3 armies that B has the line is met already: those of the trade are needed.
    taken = found.steps[0].taken
    assert found.steps[1].done == taken
    assert found.steps[1].skipped == {"C-5": 1 - taken}


@pytest.mark.rule("K-10")
def test_armies_go_to_the_territory_taken_if_no_attack_follows() -> None:
    state = holding("AB", "CDE", owned_bonus=0)
    plan = parse_plan("attack A -> E, move in 1 army")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert min(n for n, p in found.territory("E").armies[0].items() if p) >= 5


def test_a_trade_of_cards_that_nobody_holds_is_refused_beforehand() -> None:
    state = holding("AB", "CD")
    with pytest.raises(IllegalMove, match="line 4: nobody holds the card E") as found:
        forecast_plan(state, PLAN)
    assert found.value.rule == "K-2"


def test_cards_that_are_no_set_are_refused_beforehand() -> None:
    state = holding("AB", "CDE")
    plan = parse_plan("attack A -> E\nif a player is eliminated:\n    trade A; B; D, bonus on A")
    with pytest.raises(IllegalMove, match=r"line 3: .* no set") as found:
        forecast_plan(state, plan)
    assert found.value.rule == "K-2"


def test_hidden_cards_that_would_be_traded_are_said_to_be_hidden() -> None:
    state = player_view(holding("AB", "CDE"), 0)
    with pytest.raises(InvalidInput, match="name the cards of whoever may be eliminated"):
        forecast_plan(state, parse_plan("attack A -> E"))
    # Few enough cards wait, whatever they are.
    found = forecast_plan(
        player_view(holding("A", "C"), 0), parse_plan("attack A -> E"), exact=True
    )
    assert found.players[2].eliminated == found.steps[0].taken < 1


@pytest.mark.rule("T-5")
def test_what_has_no_room_goes_elsewhere() -> None:
    state = holding("AB", "CDE", stack_limit=5, owned_bonus=0)
    plan = parse_plan("attack A -> E, leave 5 armies\nattack B -> C until 4 armies are left")
    found = forecast_plan(state, plan, exact=True)
    # Of 4 armies 2 have room on B, for the next attack, and the other 2 go to E.
    taken = found.steps[0].taken
    assert found.steps[1].done == taken
    armies = found.territory("E").armies[0]
    assert min(number for number, p in armies.items() if p) == 3


@pytest.mark.rule("K-10")
def test_a_win_by_elimination_trades_nothing() -> None:
    state = ring(
        {0: {"A": 4, "B": 1, "C": 1, "D": 1}, 1: {"E": 1}},
        hands={0: "AB", 1: "CDE"},
        players=2,
        neutral_armies=0,
    )
    plan = parse_plan("attack A -> E\nif a player is eliminated:\n    trade the best set")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert found.wins == found.steps[0].taken
    assert found.steps[1].reached == 0


def test_a_plan_can_begin_with_the_cards_of_somebody_just_eliminated() -> None:
    state = ring(
        {0: {"A": 5, "B": 3, "E": 1}, 1: {"C": 2, "D": 2}}, hands={0: "ABCDE"}, phase=Phase.SPOILS
    )
    text = "trade the best set\nplace all armies on E\nattack E -> D until 3 armies are left"
    plan = parse_plan(text)
    found = forecast_plan(state, plan, exact=True)
    assert found.steps[0].done == 1
    with pytest.raises(IllegalMove, match=r"line 1: .*set must be traded first") as refused:
        forecast_plan(state, parse_plan("attack B -> C"))
    assert refused.value.rule == "K-10"
