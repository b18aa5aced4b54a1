"""Fixed rounds and the score (V-7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import GameState, Phase, new_game
from oddsapp.engine.scoring import Score, score
from tests.engine.positions import SQUARE, play, position, shares

CLASSIC = find_board("classic")


def rounds(holdings: dict[int, Any], **more: Any) -> GameState:
    """Return the last moment of a game of fixed rounds: the last player's fortification."""
    more.setdefault("player", 2)
    state = {"round": 8, "last_round": 8, **more.pop("state", {})}
    return position(holdings, phase=Phase.FORTIFY, goal="rounds", rounds=8, state=state, **more)


@pytest.mark.rule("V-7")
def test_twelve_territories_with_australia_and_23_armies_score_18() -> None:
    """12 territories, 2 for Australia, 4 for 23 armies."""
    australia = next(c for c in CLASSIC.continents if c.name == "Australia").territories
    others = [name for name in CLASSIC.territories if name not in australia][::4][:8]
    held = {**dict.fromkeys([*australia, *others], 1), others[0]: 12}
    state = position({0: held}, rest=1, players=2, goal="rounds")
    assert sum(held.values()) == 23
    assert score(state, 0) == Score(points=18, territories=12, continents=1, armies=23)


@pytest.mark.rule("V-7")
@pytest.mark.parametrize(("armies", "points"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_one_point_per_five_armies_of_the_total_remainder_ignored(armies: int, points: int) -> None:
    state = position({0: {"A": armies - 1, "C": 1}}, rest=1, board=SQUARE)
    assert score(state, 0).points == 2 + points


@pytest.mark.rule("V-7")
def test_continent_bonuses_only_for_whole_continents() -> None:
    state = position({0: {"A": 1, "B": 1, "C": 1}, 1: {"D": 1}}, board=SQUARE)
    assert score(state, 0) == Score(3 + 1, 3, 1, 3)
    assert score(state, 1) == Score(1, 1, 0, 1)


@pytest.mark.rule("V-7")
def test_the_highest_total_wins_after_the_last_round_and_not_before() -> None:
    held = {0: {"A": 1, "B": 1}, 1: {"C": 1}, 2: {"D": 1}}
    over = play(rounds(held, board=SQUARE), "end the turn")
    assert (over.phase, over.winners) == (Phase.OVER, (0,))
    early = rounds(held, board=SQUARE, state={"round": 7})
    after = play(early, "end the turn")
    assert (after.phase, after.round) == (Phase.REINFORCE, 8)
    for player in (0, 1):
        assert play(rounds(held, board=SQUARE, player=player), "end the turn").phase is (
            Phase.REINFORCE
        )


@pytest.mark.rule("V-7")
def test_every_player_has_the_same_number_of_turns_whoever_began() -> None:
    held = {0: {"A": 1, "B": 1}, 1: {"C": 1}, 2: {"D": 1}}
    for first, last in ((0, 2), (1, 0), (2, 1)):
        ends = {
            player: play(
                rounds(held, board=SQUARE, player=player, state={"first": first}), "end the turn"
            ).phase
            is Phase.OVER
            for player in range(3)
        }
        assert ends == {player: player == last for player in range(3)}


@pytest.mark.rule("V-7")
def test_a_round_goes_on_without_who_is_out() -> None:
    held = {0: {"A": 1, "B": 1, "D": 1}, 1: {"C": 1}}
    over = play(rounds(held, board=SQUARE, player=1), "end the turn")
    assert over.phase is Phase.OVER
    # The first player is out: the second begins each round.
    over = play(rounds({1: {"A": 1, "B": 1, "D": 1}, 2: {"C": 1}}, board=SQUARE), "end the turn")
    assert over.winners == (1,)


@pytest.mark.rule("V-7")
@pytest.mark.parametrize("number", [8, 10, 12])
def test_the_number_of_rounds_is_agreed_on(number: int) -> None:
    state = new_game("classic", players=3, goal="rounds", rounds=number)
    assert state.last_round == number
    assert new_game("classic", players=3).last_round == 0


# Equal in points: A + B of the square are worth 2 + 1, C + D 2 + 2.
@pytest.mark.rule("V-7")
def test_ties_by_territories_then_continents_then_armies() -> None:
    assert Score(9, 6, 0, 1) > Score(9, 5, 3, 90)
    assert Score(9, 6, 2, 1) > Score(9, 6, 1, 90)
    assert Score(9, 6, 2, 8) > Score(9, 6, 2, 7)
    assert Score(10, 1, 0, 1) > Score(9, 9, 9, 99)
    # 2 territories, a continent of 1: 3 points. 2 territories, 9 armies: 3 points.
    continents = {0: {"A": 1, "B": 1}, 1: {"C": 8, "D": 1}}
    split = {0: {"A": 1, "C": 1}, 1: {"B": 4, "D": 1}}
    assert [score(position(split, board=SQUARE), n).points for n in (0, 1)] == [2, 3]
    assert play(rounds(split, board=SQUARE), "end the turn").winners == (1,)
    assert play(rounds(continents, board=SQUARE), "end the turn").winners == (1,)
    # 3 points each: 3 territories beat 2 with 5 armies.
    territories = {0: {"A": 1, "C": 4}, 1: {"B": 1}, 2: {"D": 1}}
    state = position(territories, board=SQUARE)
    assert score(state, 0) == Score(3, 2, 0, 5)
    # The same in all but armies: 4 beat 2.
    armies = {0: {"A": 1, "C": 1}, 1: {"B": 3, "D": 1}}
    assert play(rounds(armies, board=SQUARE), "end the turn").winners == (1,)


@pytest.mark.rule("V-7")
def test_a_tie_in_points_is_broken_in_the_order_given() -> None:
    """Classic board, 15 points each; player 3 has the rest, and few points by its armies."""
    names = {c.name: c.territories for c in CLASSIC.continents}
    # Australia: 4 + 2 + 1 for 5 armies = 7; 5 of Asia and 10 armies: 5 + 2 = 7.
    australia = dict.fromkeys(names["Australia"], 1) | {"Indonesia": 2}
    asia = dict.fromkeys(names["Asia"][:5], 2)
    state = position({0: australia, 1: asia}, rest=2)
    assert score(state, 0) == Score(7, 4, 1, 5)
    assert score(state, 1) == Score(7, 5, 0, 10)
    assert score(state, 1) > score(state, 0)
    # South America: 4 + 2 + 1; Australia as above: the same but in armies.
    america = dict.fromkeys(names["South America"], 1) | {"Brazil": 3}
    state = position({0: australia, 1: america}, rest=2)
    assert score(state, 1) == Score(7, 4, 1, 6) > score(state, 0)
    # Four territories and 15 armies: 4 + 3, no continent, more armies.
    asia = dict.fromkeys(names["Asia"][:4], 1) | {names["Asia"][0]: 12}
    state = position({0: australia, 1: asia}, rest=2)
    assert score(state, 1) == Score(7, 4, 0, 15) < score(state, 0)


@pytest.mark.rule("V-7")
def test_equal_in_everything_they_share_the_victory() -> None:
    held = {0: {"A": 1, "C": 2}, 1: {"B": 2, "D": 1}}
    over = play(rounds(held, board=SQUARE), "end the turn")
    assert over.winners == (0, 1)
    assert shares(over) == (Fraction(1, 2), Fraction(1, 2), 0)


@pytest.mark.rule("V-7")
def test_or_they_play_one_more_round_until_there_is_one() -> None:
    held = {0: {"A": 1, "C": 2}, 1: {"B": 2, "D": 1}}
    state = rounds(held, board=SQUARE, score_tie="extra_round", player=1)
    more = play(state, "end the turn")
    assert (more.phase, more.round, more.last_round, more.player) == (Phase.REINFORCE, 9, 9, 0)
    one = play(more, "place 3 armies on A", "end the attack", "end the turn")
    again = play(one, "place 3 armies on B", "end the attack", "end the turn")
    assert (again.round, again.last_round) == (10, 10)  # equal again
    uneven = play(one, "place 1 army on B", "place 2 armies on D", "end the attack",
                  "end the turn")  # fmt: skip
    assert uneven.phase is Phase.REINFORCE
    lead = one.evolve(armies=(9, 1, 2, 1))
    assert play(
        lead, "place 3 armies on B", "end the attack", "end the turn"
    ).winners == (0,)  # fmt: skip


@pytest.mark.rule("V-7", "V-1")
def test_the_whole_board_still_wins_at_once() -> None:
    state = rounds({0: {"A": 9, "B": 1, "C": 1}, 1: {"D": 1}}, board=SQUARE, player=0)
    attacking = state.evolve(phase=Phase.ATTACK)
    won = play(attacking, "attack A -> D with 3 dice", "roll 6 6 6 against 1", "move in 3 armies")
    assert won.winners == (0,)
