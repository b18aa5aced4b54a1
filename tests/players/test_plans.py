"""What the plans of the odds bot are like: forces, guards, surges, reinforcements, moves."""

from random import Random
from typing import Any

import pytest

import oddsapp
from oddsapp.dice import DiceSet, Die
from oddsapp.engine import Action, GameState, Phase, new_game
from oddsapp.engine.actions import Bid, PassBid, Submit
from oddsapp.engine.orders import AttackOrder, SurgeOrder, parse_order
from oddsapp.engine.state import Auction, Pact
from oddsapp.errors import InvalidInput
from oddsapp.players.invasions import MOST_ARMIES, Invasions
from oddsapp.players.odds_bot import OddsBot
from oddsapp.players.random_plans import random_plan
from oddsapp.rules import ColouredDice, Ruleset, find_ruleset
from tests.engine.same_time import RING, table


def plan(state: GameState, player: int = 0) -> list[str]:
    action: Action = OddsBot().decide(state.evolve(player=player, viewer=player))
    assert isinstance(action, Submit)
    return list(action.orders)


def attacks(state: GameState, player: int = 0) -> list[AttackOrder | SurgeOrder]:
    return [parse_order(line) for line in plan(state, player)]


# -- odds --------------------------------------------------------------------------------

RULES = [
    find_ruleset("risk2"),
    find_ruleset("risk2").replace(mass_reading="individual"),
    find_ruleset("risk2_manual"),
]


@pytest.mark.rule("M-2", "M-4", "M-5", "M-6")
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_prospects_are_those_of_the_solver(rules: Ruleset) -> None:
    invasions = Invasions(rules)
    for forces, defenders in (((1,), 1), ((12,), 31), ((31, 7), 22), ((9, 8, 3), 14)):
        odds = oddsapp.mass_invasion(list(forces), defenders, rules=rules)
        win, lost, killed = invasions.of(forces, defenders)
        ends = [(end, chance) for end, chance in odds.items()]
        kept = sum(chance * sum(end[:-1]) for end, chance in ends)
        held = sum(chance * end[-1] for end, chance in ends)
        assert win == pytest.approx(odds.win, rel=1e-9)
        assert lost == pytest.approx(sum(forces) - kept, rel=1e-9)
        assert killed == pytest.approx(defenders - held, rel=1e-9)


def test_survivors_and_the_smallest_sure_force_are_those_of_the_solver() -> None:
    invasions = Invasions(RULES[0])
    odds = oddsapp.mass_invasion([14], 9)
    found = dict(invasions.survivors(14, 9))
    exact = {end[0]: chance for end, chance in odds.items() if end[0]}
    assert found == pytest.approx(exact, rel=1e-9)
    force = invasions.enough(30, 9, 0.9)
    assert invasions.of((force,), 9).win >= 0.9 > invasions.of((force - 1,), 9).win
    assert invasions.enough(2, 9, 0.9) == 2


def test_very_large_invasions_are_taken_in_proportion() -> None:
    invasions = Invasions(RULES[0])
    small, large = invasions.of((60,), 40), invasions.of((600,), 400)
    assert MOST_ARMIES == 60
    assert large.win == small.win
    assert large.killed == pytest.approx(10 * small.killed)
    assert sum(chance for _, chance in invasions.survivors(600, 400)) == pytest.approx(small.win)


def test_prospects_under_dice_that_never_cost_anything_are_refused() -> None:
    combat = RULES[0].combat
    assert isinstance(combat, ColouredDice)
    ones = DiceSet("ones", tuple(Die((1,) * 12, die.name) for die in combat.dice_set.dice))
    with pytest.raises(InvalidInput, match="never ends"):
        Invasions(RULES[0].replace(dice_set=ones, ties="nobody")).of((3,), 3)


# -- attacks -----------------------------------------------------------------------------


@pytest.mark.rule("M-6")
def test_two_forces_join_where_one_alone_is_not_sure() -> None:
    """A and C are beside B, and neither is sure to beat its eight armies alone."""
    state = table({0: {"A": 9, "C": 9}, 1: {"B": 8}, 2: {"D": 1, "E": 1, "F": 1}})
    joined = [order for order in attacks(state) if order.target == "B"]
    assert {order.origin for order in joined} == {"A", "C"}


def test_a_guard_stays_on_a_border_that_is_threatened() -> None:
    sent = {}
    for threat in (1, 13):
        state = table({0: {"A": 12, "C": 1}, 1: {"B": 2}, 2: {"D": 1, "E": 1, "F": threat}})
        sent[threat] = sum(order.armies for order in attacks(state) if order.origin == "A")
    assert sent[13] <= 8 < sent[1]


def test_nobody_attacks_what_is_far_stronger() -> None:
    state = table({0: {"A": 3}, 1: {"B": 20, "F": 20}, 2: {"C": 1, "D": 20, "E": 1}})
    assert attacks(state) == []


@pytest.mark.rule("M-10")
def test_a_strong_force_surges_on_through_a_weak_territory() -> None:
    state = table({0: {"A": 20}, 1: {"B": 1, "C": 1}, 2: {"D": 25, "E": 9, "F": 25}})
    found = [order for order in attacks(state) if isinstance(order, SurgeOrder)]
    assert [(order.through, order.target) for order in found] == [("B", "C")]


@pytest.mark.rule("R-6")
def test_a_pact_is_kept_unless_the_partner_broke_one() -> None:
    held = {0: {"A": 20}, 1: {"B": 1}, 2: {"C": 1, "D": 1, "E": 1, "F": 1}}
    for pacts, spared in (
        ((), False),
        ((Pact((0, 1), 3),), True),
        ((Pact((0, 1), 9, 1, (1,)), Pact((0, 1), 3)), False),
    ):
        state = table(held, diplomacy="open", state={"pacts": pacts})
        ways = " ".join(plan(state))
        assert ("B" not in ways) is spared


@pytest.mark.rule("R-6")
def test_a_pact_is_offered_to_the_strongest_while_there_are_others() -> None:
    held = {0: {"A": 4}, 1: {"B": 2}, 2: {"C": 9, "D": 1, "E": 1, "F": 1}}
    state = table(held, diplomacy="open", phase=Phase.DIPLOMACY)
    assert plan(state) == ["pact with player 3 for 2 rounds"]
    broken = state.evolve(pacts=(Pact((0, 2), 9, 1, (2,)),))
    assert plan(broken) == ["pact with player 2 for 2 rounds"]
    two = table({0: {"A": 4}, 2: {"C": 9}}, rest=2, diplomacy="open", phase=Phase.DIPLOMACY)
    assert plan(two) == []


# -- reinforcements and moves ------------------------------------------------------------


@pytest.mark.rule("R-2")
def test_all_reinforcements_are_placed_and_some_where_a_border_is_threatened() -> None:
    state = table({0: {"A": 5, "C": 2}, 1: {"B": 1, "F": 1}, 2: {"D": 20, "E": 1}},
                  phase=Phase.REINFORCEMENTS, reserves=(9, 0, 0))  # fmt: skip
    placed = {line.partition(" on ")[2]: int(line.split()[0]) for line in plan(state)}
    assert sum(placed.values()) == 9
    assert placed["C"] >= 3


@pytest.mark.rule("R-4")
def test_restricted_reinforcements_go_as_far_as_there_is_room() -> None:
    state = table({0: {"A": 5, "B": 2}, 1: {"F": 1}}, rest=2, reserves=(9, 0, 0),
                  phase=Phase.REINFORCEMENTS, restricted_reinforcement=True)  # fmt: skip
    assert sorted(plan(state)) == ["2 on A", "2 on B"]


@pytest.mark.rule("R-5")
def test_armies_that_guard_nothing_move_towards_the_front() -> None:
    state = table({0: {"A": 1, "B": 9, "C": 1, "F": 1}}, rest=1, phase=Phase.TACTICAL, board=RING)
    assert sorted(plan(state)) == ["2 B -> C", "3 B -> A"]


@pytest.mark.rule("V-11")
def test_capitals_are_attacked_first_and_the_own_one_is_guarded() -> None:
    held = {0: {"A": 20}, 1: {"B": 6, "C": 1}, 2: {"D": 1, "E": 1, "F": 6}}
    state = table(held, goal="capitals", state={"capitals": (0, 1, 4)})
    first, *_ = attacks(state)
    assert first.target == "B" or isinstance(first, SurgeOrder)
    reserve = table({0: {"A": 2, "C": 6}, 1: {"B": 9}, 2: {"D": 9, "E": 1, "F": 9}},
                    phase=Phase.REINFORCEMENTS, reserves=(6, 0, 0), goal="capitals",
                    state={"capitals": (0, 1, 4)})  # fmt: skip
    assert any(line.endswith("on A") for line in plan(reserve))


# -- setup -------------------------------------------------------------------------------


@pytest.mark.rule("S-5")
def test_bids_stop_at_a_fair_price() -> None:
    state = new_game("risk2", players=3, board="risk2", allocation="election")
    owners = tuple(-2 if place else 0 for place in range(48))
    begun = state.evolve(phase=Phase.BID, owners=owners, player=1, viewer=1)
    for bid, kind in ((0, Bid), (500, PassBid)):
        auction = Auction((1600, 1600, 1600), lot=5, bidder=0, bid=bid)
        assert isinstance(OddsBot().decide(begun.evolve(auction=auction)), kind)


def test_random_plans_vary_and_place_everything() -> None:
    state = table({0: {"A": 9, "B": 9}}, rest=1, phase=Phase.REINFORCEMENTS, reserves=(12, 0, 0))
    rng, seen = Random(1), set[Any]()
    for _ in range(50):
        drawn = random_plan(state, rng)
        assert drawn is not None
        assert sum(int(line.split()[0]) for line in drawn.orders) == 12
        seen.add(drawn.orders)
    assert len(seen) > 20
