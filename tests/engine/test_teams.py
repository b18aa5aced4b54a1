"""Teams (V-8)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, legal_actions, new_game, player_view
from oddsapp.engine.scoring import Score, team_score
from oddsapp.errors import InvalidInput
from tests.engine.positions import SQUARE, dice_offered, play, position, refused, shares

TAKE = ("roll 6 6 6 against 1", "move in 3 armies")


def two_teams(holdings: dict[int, Any] | None = None, **more: Any) -> GameState:
    """Return players 1 and 3 against players 2 and 4 on the square."""
    held = holdings or {0: {"A": 9}, 1: {"B": 1}, 2: {"D": 1}, 3: {"C": 1}}
    return position(held, board=SQUARE, players=4, teams=2, **more)


@pytest.mark.rule("V-8")
@pytest.mark.parametrize(
    ("players", "teams", "sides"),
    [(4, 2, (0, 1, 0, 1)), (6, 2, (0, 1, 0, 1, 0, 1)), (6, 3, (0, 1, 2, 0, 1, 2))],
)
def test_equal_teams_seated_apart(players: int, teams: int, sides: tuple[int, ...]) -> None:
    assert new_game("classic", players=players, teams=teams).game.teams == sides
    assert all(sides[seat] != sides[seat - 1] for seat in range(players))


@pytest.mark.rule("V-8")
@pytest.mark.parametrize(
    ("players", "teams", "words"),
    [
        (5, 2, "cannot be divided"),
        (3, 2, "cannot be divided"),
        (4, 4, "no teams"),
        (4, 1, "at least 2"),
    ],
)
def test_unequal_teams_are_refused(players: int, teams: int, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        new_game("classic", players=players, teams=teams)


@pytest.mark.rule("V-8")
def test_nobody_attacks_a_team_mate() -> None:
    state = two_teams()
    refused(state, "attack A -> D with 3 dice", "V-8", "team mate")
    refused(state, "attack A -> D until 1 army are left", "V-8")
    assert list(dice_offered(state, "A", "D")) == []
    assert list(dice_offered(state, "A", "B")) == [1, 2, 3]


@pytest.mark.rule("V-8")
def test_nothing_is_transferred() -> None:
    fortify = two_teams(phase=Phase.FORTIFY)
    refused(fortify, "fortify 3 armies A -> D", "T-6", "not your own")
    through = two_teams({0: {"A": 9, "C": 1}, 1: {"B": 1}, 2: {"D": 1}}, phase=Phase.FORTIFY)
    refused(through, "fortify 3 armies A -> C", "T-6")  # nor is a mate's territory a path
    placing = two_teams(phase=Phase.REINFORCE, state={"reserves": (3, 0, 0, 0, 0)})
    refused(placing, "place 3 armies on D", "T-4", "not your own")
    refused(two_teams(), "concede to player 3", "V-9", "an opponent")


@pytest.mark.rule("V-8")
def test_cards_and_turns_stay_separate() -> None:
    state = two_teams(state={"hands": ((0,), (1,), (2,), (3,))})
    assert player_view(state, 0).hands == ((0,), (-1,), (-1,), (-1,))
    taken = play(state, "attack A -> B with 3 dice", *TAKE)
    assert taken.hands == ((0, 1), (), (2,), (3,))  # the conqueror's, not the mate's
    assert play(taken, "end the attack", "end the turn", "draw wild card").player == 2


@pytest.mark.rule("V-8")
def test_reinforcements_count_ones_own_territories_and_continents_only() -> None:
    shared = two_teams({0: {"A": 1}, 2: {"B": 1}, 1: {"C": 1}, 3: {"D": 1}}, player=3,
                       phase=Phase.FORTIFY)  # fmt: skip
    assert play(shared, "end the turn").reserves[0] == 3  # West is held by two mates


@pytest.mark.rule("V-8", "V-1")
def test_a_team_wins_with_the_whole_board() -> None:
    state = two_teams({0: {"A": 9}, 2: {"D": 1, "C": 1}, 3: {"B": 1}})
    won = play(state, "attack A -> B with 3 dice", *TAKE)
    assert (won.phase, won.winners) == (Phase.OVER, (0, 2))
    assert shares(won) == (1, 0, 1, 0)
    one_opponent = play(two_teams(), "attack A -> B with 3 dice", *TAKE)
    assert one_opponent.phase is Phase.ATTACK


@pytest.mark.rule("V-8", "V-6")
def test_a_team_reaches_the_target_together() -> None:
    state = two_teams(
        {0: {"A": 1}, 2: {"D": 1, "C": 1}, 3: {"B": 1}},
        phase=Phase.FORTIFY,
        goal="territories",
        territory_target=3,
    )
    assert play(state, "end the turn").winners == (0, 2)
    other = state.evolve(player=3)
    assert play(other, "end the turn").phase is Phase.REINFORCE


@pytest.mark.rule("V-8", "V-4")
@pytest.mark.parametrize(("own", "wins"), [(2, True), (1, False)])
def test_a_team_takes_the_headquarters_of_the_others_together(own: int, wins: bool) -> None:
    """Headquarters are A, B, D, C; of team 1 D is held by a mate, or by an opponent."""
    state = two_teams(
        {0: {"A": 9, "C": 1}, 1: {"B": 1} | ({"D": 1} if own == 1 else {}),
         2: {"D": 1} if own == 2 else {}},
        rules="parker1993", goal="capitals", state={"capitals": (0, 1, 3, 2)},
    )  # fmt: skip
    state = state.evolve(destroyed_by=(-1, -1, -1, 0))
    after = play(state.evolve(owners=(0, 1, 0, own)), "attack A -> B with 3 dice", *TAKE)
    assert (after.winners == (0, 2)) is wins


@pytest.mark.rule("V-8", "V-5")
def test_a_team_holds_all_capitals_together() -> None:
    state = two_teams(
        {0: {"A": 1, "B": 1, "C": 1}, 2: {"D": 1}},
        goal="capitals",
        phase=Phase.FORTIFY,
        state={"capitals": (0, 1, 3, 2)},
    )
    assert play(state, "end the turn").winners == (0, 2)


@pytest.mark.rule("V-8", "V-3")
def test_a_members_mission_wins_for_the_team() -> None:
    state = position(
        {0: "Asia, Africa", 1: "Europe", 3: "North America"},
        rest=2,
        players=4,
        teams=2,
        goal="missions",
        phase=Phase.FORTIFY,
        state={"missions": (0, 5, 4, 4)},
    )
    won = play(state, "end the turn")
    assert won.winners == (0, 2)


@pytest.mark.rule("V-8", "V-7")
def test_a_teams_score_is_the_sum_of_its_members() -> None:
    state = two_teams(
        {0: {"A": 6}, 1: {"B": 4}, 2: {"D": 6}, 3: {"C": 9}},
        goal="rounds",
        phase=Phase.FORTIFY,
        player=3,
        state={"round": 10, "last_round": 10},
    )
    assert team_score(state, 0) == Score(4, 2, 0, 12)
    assert team_score(state, 1) == Score(3, 2, 0, 13)
    assert play(state, "end the turn").winners == (0, 2)


@pytest.mark.rule("V-8")
def test_in_the_lists_too_no_team_mate_is_attacked() -> None:
    targets = {getattr(actions.action, "target", "") for actions in legal_actions(two_teams())}
    assert targets == {"B", ""}
