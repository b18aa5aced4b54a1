"""Election: territories auctioned off, with the numbers of the manual (S-5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsapp.engine import (
    CHANCE,
    UNCLAIMED,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    new_game,
    parse_action,
    table_actions,
)
from oddsapp.engine.actions import Bid, ClockExpired, PassBid, Undo
from oddsapp.engine.election import starting_points
from oddsapp.engine.events import Awarded, Offered
from oddsapp.engine.game import make_game
from oddsapp.engine.record import replay
from oddsapp.engine.state import BEFORE_PLAY, Auction
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.same_time import RING, play, refused
from tests.engine.setups import random_setup

pytestmark = pytest.mark.rule("S-5")


def election(**changes: Any) -> GameState:
    """Three players on a ring of six, one territory each: A, C and E."""
    rules: dict[str, Any] = {
        "starting_armies": {3: 6},
        "first_player": "seat",
        "allocation": "election",
    }
    state = new_game("risk2", players=3, board=RING, **{**rules, **changes})
    return play(state, "deal A", "deal C", "deal E")


def auction(state: GameState) -> Auction:
    assert state.auction is not None
    return state.auction


# -- how it begins -----------------------------------------------------------------------


def test_everybody_gets_one_territory_at_random() -> None:
    state = new_game("risk2", players=3, board=RING, first_player="seat", allocation="election")
    assert state.phase is Phase.DEAL
    assert {p for _, p in chance_outcomes(state)} == {Fraction(1, 6)}
    state = play(state, "deal A", "deal C", "deal E")
    assert [state.owner_of(name) for name in "ABCDEF"] == [0, UNCLAIMED, 1, UNCLAIMED, 2, UNCLAIMED]
    assert (state.phase, current_player(state)) == (Phase.OFFER, CHANCE)


@pytest.mark.parametrize(
    ("players", "points"), [(3, 1600), (4, 1200), (5, 960), (6, 800), (7, 680), (8, 600)]
)
def test_points_are_100_a_territory_shared_and_rounded_down_to_10(
    players: int, points: int
) -> None:
    assert starting_points(make_game("risk2", players=players, board="risk2")) == points
    assert auction(election()).points == (200, 200, 200)


def test_the_points_are_data() -> None:
    rules = find_ruleset("risk2").replace(points_per_territory=33, points_rounded_to=7)
    assert starting_points(make_game(rules, players=5, board="risk2")) == 315  # of 316.8


def test_what_is_put_up_next_is_chance() -> None:
    state = election()
    outcomes = dict(chance_outcomes(state))
    assert outcomes == {Offered(name): Fraction(1, 3) for name in "BDF"}
    with pytest.raises(InvalidInput, match="A has an owner already"):
        play(state, "offer A")
    with pytest.raises(InvalidInput, match="cannot come now"):
        play(state, "deal B")


# -- bids --------------------------------------------------------------------------------


def test_a_bid_is_a_step_of_5_or_10_above_the_last() -> None:
    state = play(election(), "offer B")
    assert [str(a.action) for a in legal_actions(state)] == [
        "player 1 bids 5",
        "player 1 bids 10",
        "player 1 passes",
    ]
    refused(state, "player 1 bids 15", "S-5", "after 0 one bids 5 or 10, not 15")
    state = play(state, "player 1 bids 10")
    for points in (5, 10, 25):
        refused(state, f"player 2 bids {points}", "S-5", "after 10 one bids 15 or 20")
    assert auction(play(state, "player 2 bids 15")).bid == 15


def test_the_steps_are_data() -> None:
    state = play(election(bid_steps=[20, 3]), "offer B")
    bids = [a.action.points for a in legal_actions(state) if isinstance(a.action, Bid)]
    assert bids == [3, 20]


def test_anybody_may_bid_before_being_asked_and_nobody_against_the_own_bid() -> None:
    state = play(election(), "offer B", "player 3 bids 10")
    assert (auction(state).bidder, state.player) == (2, 0)
    refused(state, "player 3 bids 15", "S-5", "player 3 bids most")
    refused(state, "player 3 passes", "S-5", "player 3 bids most")
    with pytest.raises(InvalidInput, match="there is no player 4; players are 1 to 3"):
        play(state, "player 4 bids 15")


def test_it_goes_to_the_last_bid_once_all_others_have_passed() -> None:
    state = play(election(), "offer D", "player 1 bids 10", "player 2 passes")
    refused(state, "player 2 passes", "S-5", "has passed since the last bid")
    state = play(state, "player 3 bids 20")  # whoever has passed is asked again
    assert state.player == 0
    state = play(state, "player 1 passes", "player 2 passes")
    assert (state.owner_of("D"), state.armies_on("D"), state.phase) == (2, 1, Phase.OFFER)


def test_whoever_has_passed_may_bid_after_all() -> None:
    state = play(election(), "offer D", "player 1 passes", "player 1 bids 5")
    assert auction(state).bidder == 0


def test_the_clock_is_not_measured_here_but_ends_the_bids() -> None:
    state = play(election(), "offer D", "player 2 bids 10")
    assert ClockExpired() in [a.action for a in table_actions(state)]
    after = play(state, "time is up")
    assert (after.owner_of("D"), after.phase) == (1, Phase.OFFER)
    setup = find_ruleset("risk2").setup
    assert (setup.bid_seconds, setup.bid_extra_seconds) == (8, 15)


def test_a_bid_cannot_be_undone() -> None:
    state = play(election(), "offer D", "player 1 bids 10")
    assert Undo() not in [a.action for a in table_actions(state)]
    with pytest.raises(IllegalMove, match="T-10"):
        play(state, "undo")


# -- influence -----------------------------------------------------------------------------


def test_each_own_neighbour_adds_10_to_what_one_can_bid() -> None:
    state = election()
    poor = state.evolve(auction=auction(state)._replace(points=(5, 5, 5)))
    state = play(poor, "offer D")  # next to A, C and E
    state = play(state, "player 1 bids 10")
    refused(state, "player 3 bids 20", "S-5", "player 3 can bid 15 with points and influence")
    assert play(state, "player 3 bids 15").owner_of("D") == 2  # the others can go no higher
    b = play(poor, "offer B")  # next to A and C only
    refused(b, "player 3 bids 10", "S-5", "can bid 5 with points and influence, not 10")


def test_influence_pays_before_points_do() -> None:
    state = play(election(), "offer D", "player 1 bids 10", "player 2 bids 20", "time is up")
    assert auction(state).points == (200, 190, 200)


def test_each_territory_lends_its_influence_once() -> None:
    state = play(election(), "offer B", "player 1 bids 10", "time is up")
    assert auction(state).points[0] == 200
    assert auction(state).spent == (state.game.territory("A"),)
    state = play(state, "offer F", "player 1 bids 10", "time is up")  # next to A and E
    assert auction(state).points[0] == 190


def test_whoever_is_outbid_keeps_the_influence() -> None:
    state = play(election(), "offer D", "player 1 bids 10", "player 2 bids 15", "time is up")
    assert auction(state).spent == (state.game.territory("C"),)


def test_no_more_neighbours_are_used_up_than_are_needed() -> None:
    state = play(election(), "offer B", "player 1 bids 10", "time is up")
    state = state.evolve(auction=auction(state)._replace(spent=()))
    state = play(state, "offer D", "player 1 bids 5", "time is up")
    assert auction(state).spent == (state.game.territory("A"),)


def test_influence_may_be_lent_again_and_again() -> None:
    state = play(election(influence_once=False), "offer B", "player 1 bids 10", "time is up")
    state = play(state, "offer F", "player 1 bids 10", "time is up")
    assert auction(state).points[0] == 200


@pytest.mark.parametrize(("influence", "left"), [(0, 190), (3, 193), (10, 200)])
def test_how_much_influence_there_is_is_data(influence: int, left: int) -> None:
    state = play(election(influence=influence), "offer B", "player 1 bids 10", "time is up")
    assert auction(state).points[0] == left


# -- without a bid -------------------------------------------------------------------------


@pytest.mark.parametrize("end", [["time is up"], [f"player {n} passes" for n in (1, 2, 3)]])
def test_without_a_bid_the_owner_is_chance(end: list[str]) -> None:
    state = play(election(), "offer D", *end)
    assert (state.phase, current_player(state)) == (Phase.AWARD, CHANCE)
    assert dict(chance_outcomes(state)) == {Awarded(n, "D"): Fraction(1, 3) for n in (1, 2, 3)}
    with pytest.raises(InvalidInput, match="D is given away now, not F"):
        play(state, "award player 2 with F")
    state = play(state, "award player 2 with D")
    assert (state.owner_of("D"), auction(state).points) == (1, (200, 200, 200))


def test_whoever_has_no_army_left_gets_nothing_more() -> None:
    state = election(starting_armies={3: 2})  # a second territory takes the last army
    state = play(state, "offer D", "player 1 bids 10", "time is up", "offer F")
    refused(state, "player 1 bids 5", "S-5", "no army left to settle")
    state = play(state, "time is up")
    assert set(dict(chance_outcomes(state))) == {Awarded(2, "F"), Awarded(3, "F")}
    with pytest.raises(InvalidInput, match="player 1 has no army left"):
        play(state, "award player 1 with F")


def test_who_cannot_bid_is_not_asked() -> None:
    state = election()
    state = state.evolve(auction=auction(state)._replace(points=(0, 0, 0)))
    state = play(state, "offer B")  # player 3 has no neighbour
    assert state.player == 0
    assert play(state, "player 1 bids 10").owner_of("B") == 0  # nobody can go above 10


# -- how it ends -------------------------------------------------------------------------


def bought_out(points: tuple[int, int, int], **changes: Any) -> GameState:
    state = election(**changes)
    state = state.evolve(auction=auction(state)._replace(points=points))
    return play(
        state,
        *("offer B", "time is up", "award player 1 with B"),
        *("offer D", "time is up", "award player 1 with D"),
        *("offer F", "time is up", "award player 2 with F"),
    )


def test_50_points_left_buy_an_army_at_most_one_for_each_territory() -> None:
    state = bought_out((199, 100, 149))  # 3, 2 and 1 territories
    assert (state.phase, state.auction) == (Phase.PLACE, None)
    assert state.reserves == (6 - 3 + 3, 6 - 2 + 2, 6 - 1 + 1, 0)
    assert bought_out((49, 99, 50)).reserves == (3, 4 + 1, 5 + 1, 0)


def test_the_price_of_an_army_is_data() -> None:
    assert bought_out((49, 99, 50), points_per_army=20).reserves == (3 + 2, 4 + 2, 5 + 1, 0)


# -- games -------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 5), (3, 8)])
def test_random_elections_lead_to_the_first_round(seed: int, players: int) -> None:
    record, states = random_setup(seed, players=players, allocation="election")
    assert record.state.phase not in BEFORE_PLAY
    assert UNCLAIMED not in record.state.owners
    assert replay(record.game, record.log) == record.state
    for state in states:
        if state.auction is not None:
            assert min(state.auction.points) >= 0
            assert min(state.reserves) >= 0
    total = starting_points(record.game) * players
    last = next(state for state in reversed(states) if state.auction is not None)
    assert sum(auction(last).points) <= total
    placed = sum(record.state.armies)
    armies = record.game.rules.setup.armies_for(players) * players
    assert armies <= placed <= armies + len(record.game.names)


def test_an_election_may_be_held_in_any_game() -> None:
    record, _ = random_setup(4, rules="classic", board=RING, allocation="election")
    assert record.state.phase is Phase.REINFORCE


def test_bids_are_read_back_as_they_are_written() -> None:
    for action in (Bid(2, 35), Bid(1, 1), PassBid(8)):
        assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bid_steps": []}, "bid_steps must be a list of whole numbers"),
        ({"bid_steps": [0, 5]}, "each of bid_steps must be at least 1, not 0"),
        ({"points_per_army": 0}, "points_per_army must be at least 1"),
        ({"influence_once": 1}, "influence_once must be true or false"),
    ],
)
def test_other_numbers_make_no_election(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        find_ruleset("risk2").replace(**changes)


def test_chance_sums_to_one_at_every_node() -> None:
    _, states = random_setup(5, board=RING, allocation="election", starting_armies={3: 6})
    for state in states:
        if state.phase in (Phase.OFFER, Phase.AWARD):
            assert sum(p for _, p in chance_outcomes(state)) == 1
            for event, _ in chance_outcomes(state):
                apply_action(state, event)
