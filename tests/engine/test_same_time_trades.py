"""Cards in a same-time game: planned by all, counted in seat order (K-3, K-8, K-11, K-14)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import Action, GameState, Phase, apply_action, legal_actions, player_view
from oddsapp.engine.actions import Submit, Trade
from oddsapp.engine.cards import draw_pile
from oddsapp.engine.game import make_game
from oddsapp.engine.plans import TradeOrder, trade_of
from oddsapp.errors import InvalidInput
from tests.engine.same_time import play, refused, stands, submit, table

# On the ring cards show infantry, cavalry, artillery in turn: A and D infantry, B and E
# cavalry, C and F artillery.
HELD = {0: {"A": 2, "B": 2}, 1: {"C": 5, "D": 4}, 2: {"E": 3, "F": 1}}
SET = "trade A + B + C"
OTHER = "trade D + E + F"


def trading(*hands: str, **changes: Any) -> GameState:
    """Return a game of three at the trades; hands are names, `W` a wild card."""
    cards = [["wild card" if name == "W" else name for name in hand] for hand in hands]
    return table(HELD, phase=Phase.TRADES, hands=cards, reserves=(3, 3, 3), **changes)


# -- who may, who must -------------------------------------------------------------------------


@pytest.mark.rule("K-11", "K-9")
def test_with_fewer_than_five_a_player_may_trade_or_not() -> None:
    state = trading("ABC")
    assert submit(state, "").reserves == (3, 3, 3, 0)
    assert submit(state, f"{SET} -> A").reserves == (7, 3, 3, 0)


@pytest.mark.rule("K-11")
def test_five_cards_force_a_trade() -> None:
    state = trading("ABCDE")
    refused(state, "player 1 submits nothing", "K-11", "with 5 cards more sets must be traded")
    assert len(submit(state, f"{SET} -> A").hands[0]) == 2


@pytest.mark.rule("K-11")
def test_once_begun_trading_goes_on_until_fewer_than_five_are_held() -> None:
    state = trading("ABCDEFWW")
    refused(state, f"player 1 submits {SET} -> A", "K-11", "with 5 cards more sets")
    done = submit(state, f"{SET} -> A; {OTHER} -> no territory")
    assert (len(done.hands[0]), done.reserves[0]) == (2, 3 + 4 + 6)


@pytest.mark.rule("K-11")
def test_who_holds_six_may_stop_at_three_or_trade_again() -> None:
    state = trading("ABCDEF")
    assert submit(state, f"{SET} -> A").reserves[0] == 3 + 4
    assert submit(state, f"{SET} -> A; {OTHER} -> no territory").reserves[0] == 3 + 4 + 6


@pytest.mark.rule("K-2")
def test_only_sets_of_ones_own_cards_are_traded() -> None:
    state = trading("ABD", "C")
    refused(state, "player 1 submits trade A + B + D -> A", "K-2", "is no set")
    refused(state, "player 1 submits trade A + B + C -> A", "K-2", "do not hold the card C")
    state = trading("ABCDE")
    twice = f"player 1 submits {SET} -> A; {SET} -> A"
    refused(state, twice, "K-2", "do not hold the card A")


@pytest.mark.rule("K-11", "T-9")
def test_who_is_asked_tells_how_many_cards_but_not_which() -> None:
    assert trading("AD", "CFBE", "W").plans == ((), None, ())
    assert trading("ADE").plans == (None, (), ())  # no set among them, which nobody may see


@pytest.mark.rule("K-11")
def test_a_round_in_which_nobody_has_three_cards_begins_with_reinforcements() -> None:
    state = table(HELD, phase=Phase.TACTICAL, hands=["AB", "CD"])
    assert submit(state, "", "", "").phase is Phase.REINFORCEMENTS
    state = table(HELD, phase=Phase.TACTICAL, hands=["ABC", "D"])
    assert submit(state, "", "", "").phase is Phase.TRADES


# -- what they are worth ---------------------------------------------------------------------


@pytest.mark.rule("K-11", "K-3")
@pytest.mark.parametrize(("first", "armies"), [(0, (4, 6)), (1, (6, 4)), (2, (4, 6))])
def test_sets_of_several_players_are_counted_from_the_first_seat(
    first: int, armies: tuple[int, int]
) -> None:
    state = trading("ABC", "DEF", state={"first": first})
    # Whoever hands in a plan first has no advantage.
    state = submit(state, None, f"{OTHER} -> D")
    state = submit(state, f"{SET} -> A")
    assert state.reserves == (3 + armies[0], 3 + armies[1], 3, 0)
    assert state.sets_traded == 2


@pytest.mark.rule("K-3", "K-11")
def test_all_sets_of_one_player_are_counted_before_the_next_players() -> None:
    state = trading("ABCW", "DEF")
    two = trading("ABCDEF", state={"sets_traded": 2})
    assert submit(two, f"{SET} -> A; {OTHER} -> no territory").reserves[0] == 3 + 8 + 10
    assert submit(state, f"{SET} -> A", f"{OTHER} -> D").reserves[:2] == (7, 9)


@pytest.mark.rule("K-4", "K-5", "K-6", "K-7")
@pytest.mark.parametrize(
    ("schedule", "worth"), [("by_one", 7), ("fixed", 10), ("flat", 8), ("limited", 10)]
)
def test_other_schedules_are_played_too(schedule: str, worth: int) -> None:
    state = trading("ABC", schedule=schedule, state={"sets_traded": 3})
    assert submit(state, f"{SET} -> A").reserves[0] == 3 + worth


@pytest.mark.rule("K-8")
def test_a_card_that_shows_an_own_territory_gives_two_armies_there() -> None:
    state = trading("ABC")
    assert stands(submit(state, f"{SET} -> B"), "A", "B") == [(0, 2), (0, 4)]
    refused(state, f"player 1 submits {SET} -> C", "K-8", "it can go to A, B")
    refused(state, f"player 1 submits {SET} -> no territory", "K-8", "it can go to A, B")


@pytest.mark.rule("K-8")
def test_it_does_so_once_per_set_or_once_per_turn() -> None:
    plan = "trade A + E + F -> A; trade B + C + D -> B"
    assert stands(submit(trading("ABCDEF"), plan), "A", "B") == [(0, 4), (0, 4)]
    once = trading("ABCDEF", owned_bonus_limit="turn")
    refused(once, f"player 1 submits {plan}", "K-8", "it can go to no territory")
    done = submit(once, "trade A + E + F -> A; trade B + C + D -> no territory")
    assert (stands(done, "A", "B"), done.bonus_to) == ([(0, 4), (0, 2)], (0,))


@pytest.mark.rule("K-8", "R-4")
def test_these_armies_do_not_count_against_restricted_reinforcement() -> None:
    state = submit(trading("ABC", restricted_reinforcement=True), f"{SET} -> A")
    state = submit(state, "2 on A", "", "")
    assert stands(state, "A") == [(0, 6)]


# -- notation ----------------------------------------------------------------------------------


def test_names_with_a_plus_are_told_apart_by_what_cards_there_are() -> None:
    names = ("A + B", "C", "D + E", "F + G")
    board = Board(
        "plus", (Continent("All", 1, names),), both_ways([names[:2], names[1:3], names[2:]])
    )
    game = make_game("risk2", players=3, board=board)
    read = trade_of(game, TradeOrder("A + B + D + E + wild card", "C"))
    assert read == Trade(("A + B", "D + E", "wild card"), "C")
    with pytest.raises(InvalidInput, match="are not three cards"):
        trade_of(game, TradeOrder("A + C + wild card", "C"))


def legal(state: GameState) -> list[Action]:
    return [action for actions in legal_actions(state) for action in actions]


def test_plans_that_trade_are_listed_and_whoever_has_to_gets_enough() -> None:
    assert legal(trading("ABC")) == [
        Submit(1),
        Submit(1, (f"{SET} -> A",)),
        Submit(1, (f"{SET} -> B",)),
    ]
    for hand in ("ABCDE", "ABCDEFW", "ABCDEFWW"):
        state = trading(hand)
        plans = legal(state)
        assert Submit(1) not in plans
        assert legal(player_view(state, 0)) == plans
        for plan in plans:
            assert len(apply_action(state, plan).hands[0]) < 5


# -- after an elimination (K-11) ---------------------------------------------------------------


def eliminating(first: str, second: str, **changes: Any) -> GameState:
    """Return a state in which player 1 has just eliminated player 2, whose cards are these."""
    held = {0: {"A": 9}, 1: {"D": 1}, 2: {"B": 1, "C": 1, "E": 1, "F": 1}}
    state = table(held, hands=[first, second], **changes)
    return play(submit(state, "8 A -> D", "", ""), "settle at 8 0 for D")


@pytest.mark.rule("K-11", "K-10")
def test_by_the_us_rule_five_cards_or_more_are_traded_at_once() -> None:
    state = eliminating("AB", "CDE")
    assert (state.phase, state.player, len(state.hands[0])) == (Phase.CONQUEST_TRADES, 0, 5)
    assert state.plans == (None, (), ())
    refused(state, "player 1 submits nothing", "K-11", "with 5 cards more sets")


@pytest.mark.rule("K-11")
def test_the_armies_are_placed_after_all_battles_before_the_tactical_move() -> None:
    state = submit(eliminating("AB", "CDE"), f"{SET} -> A")
    assert (state.phase, state.reserves) == (Phase.CONQUEST_REINFORCEMENTS, (4, 0, 0, 0))
    assert stands(state, "A") == [(0, 3)]  # with the two of the card
    state = submit(state, "4 on D")
    assert (state.phase, stands(state, "D")) == (Phase.TACTICAL, [(0, 12)])


@pytest.mark.rule("K-11")
def test_after_an_elimination_trading_goes_on_until_fewer_than_five_are_held_and_stops() -> None:
    state = eliminating("ABC", "DEF")
    assert len(state.hands[0]) == 6
    two = f"player 1 submits {SET} -> A; {OTHER} -> D"
    refused(state, two, "K-11", "trading stops with 4 cards or fewer")
    assert submit(state, f"{SET} -> A").phase is Phase.CONQUEST_REINFORCEMENTS


@pytest.mark.rule("K-11")
def test_with_fewer_than_five_play_goes_on() -> None:
    state = eliminating("A", "BCD")
    assert (state.phase, len(state.hands[0])) == (Phase.TACTICAL, 4)


@pytest.mark.rule("K-11")
def test_by_the_european_rule_they_wait_for_the_next_reinforcement_phase() -> None:
    state = eliminating("AB", "CDE", conquest_trade="europe")
    assert (state.phase, len(state.hands[0])) == (Phase.TACTICAL, 5)
    state = play(submit(state, "", None, ""), "draw F")
    assert (state.phase, state.round) == (Phase.TRADES, 2)
    refused(state, "player 1 submits nothing", "K-11", "with 6 cards more sets")


@pytest.mark.rule("K-11")
def test_cards_of_one_who_draws_the_fifth_wait_for_the_next_round() -> None:
    held = {0: {"A": 9}, 1: {"D": 1, "C": 1}, 2: {"B": 1, "E": 1, "F": 1}}
    state = table(held, hands=["ABCD"])
    state = play(submit(state, "8 A -> D", "", ""), "settle at 8 0 for D")
    state = play(submit(state, "", "", ""), "draw E")
    assert (state.phase, state.round, len(state.hands[0])) == (Phase.TRADES, 2, 5)


# -- the draw (K-14, K-12) ---------------------------------------------------------------------

FIGHTING = {0: {"A": 9, "B": 1}, 1: {"D": 2, "C": 4}, 2: {"E": 9, "F": 1}}


def drawing(state: GameState) -> list[int]:
    """Return who draws a card in this round."""
    state = submit(state, "", "", "")
    players = []
    while state.phase is Phase.DRAW:
        players.append(state.player)
        state = play(state, f"draw {state.game.cards[draw_pile(state)[0]]}")
    assert state.round == 2
    return players


@pytest.mark.rule("K-14")
def test_whoever_conquers_a_territory_draws_one_card_after_the_tactical_moves() -> None:
    state = submit(table(FIGHTING), "4 A -> D; 1 A -> F", "3 C -> B", "")
    state = play(state, "settle at 3 0 for B", "settle at 4 0 for D", "settle at 1 0 for F")
    assert state.phase is Phase.TACTICAL
    assert drawing(state) == [0, 1]


@pytest.mark.rule("K-14", "T-7")
def test_who_conquers_nothing_draws_nothing() -> None:
    state = submit(table(FIGHTING), "4 A -> D", "", "")
    assert drawing(play(state, "settle at 0 2 for D")) == []


@pytest.mark.rule("K-14")
def test_taking_part_in_a_joint_conquest_counts_even_if_the_spoils_are_lost() -> None:
    state = submit(table(FIGHTING), "8 A -> D", "", "8 E -> D")
    state = play(state, "settle at 6 5 0 for D", "settle at 0 2 for D")
    assert drawing(state) == [0, 2]


@pytest.mark.rule("K-14")
def test_who_falls_in_the_joint_attack_has_taken_no_part_in_the_conquest() -> None:
    state = submit(table(FIGHTING, mass_reading="individual"), "8 A -> D", "", "8 E -> D")
    assert drawing(play(state, "settle at 0 5 0 for D")) == [2]


@pytest.mark.rule("K-14", "K-11")
def test_cards_are_drawn_in_seat_order_from_the_first_seat() -> None:
    state = submit(table(FIGHTING, state={"first": 1}), "8 A -> D", "", "8 E -> D")
    assert drawing(play(state, "settle at 6 5 0 for D", "settle at 0 2 for D")) == [2, 0]


@pytest.mark.rule("K-12", "K-14")
def test_without_cards_nobody_draws() -> None:
    state = submit(table(FIGHTING).evolve(pile=()), "8 A -> D", "", "8 E -> D")
    state = play(state, "settle at 6 5 0 for D", "settle at 0 2 for D")
    assert drawing(state) == []
    state = state.evolve(discards=(2,))
    assert drawing(state) == [0]  # the discards are shuffled, and then there is none left
