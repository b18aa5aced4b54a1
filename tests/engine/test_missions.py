"""Secret missions: the decks, the deal, fulfilment and replacement (V-3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import GameState, Phase, apply_action, chance_outcomes, new_game
from oddsapp.engine.game import make_game
from oddsapp.engine.missions import is_fulfilled, mission_deck, mission_of
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.positions import SQUARE, play, position, shares

CLASSIC = find_board("classic")
DECKS = ("classic_12", "european_14")
WIN = ("roll 6 6 6 against 1",)


def deck(players: int = 6, name: str = "classic_12") -> list[str]:
    rules = find_ruleset("classic").replace(goal="missions", mission_deck=name)
    return [str(mission) for mission in mission_deck(make_game(rules, players=players))]


def number(mission: str, name: str = "classic_12") -> int:
    """Return the number of a mission in the deck of six players."""
    return deck(6, name).index(mission)


def holding(
    missions: tuple[str, ...], holdings: dict[int, Any], *, name: str = "classic_12", **more: Any
) -> GameState:
    """Return a position of four players with these missions; player 3 has the rest."""
    dealt = tuple(number(mission, name) for mission in missions)
    state = {"missions": dealt, **more.pop("state", {})}
    return position(
        holdings, rest=2, players=4, goal="missions", mission_deck=name, state=state, **more
    )


IDLE = "hold 24 territories"
"""A mission that nobody fulfils by the way (player 3 of `holding` aside, who has another)."""
FAR = "destroy player 4"


# --- decks and deal ---------------------------------------------------------------------


@pytest.mark.rule("V-3")
@pytest.mark.parametrize(("name", "size"), [("classic_12", 12), ("european_14", 14)])
def test_the_decks(name: str, size: int) -> None:
    found = deck(6, name)
    assert len(set(found)) == len(found) == size
    assert [m for m in found if m.startswith("destroy")] == [
        f"destroy player {player}" for player in range(1, 7)
    ]
    third = [m for m in found if "another continent" in m]
    assert len(third) == (2 if name == "european_14" else 0)


@pytest.mark.rule("V-3")
@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_those_of_colours_not_in_play_are_removed(players: int, name: str) -> None:
    removed = set(deck(6, name)) - set(deck(players, name))
    assert removed == {f"destroy player {player}" for player in range(players + 1, 7)}


@pytest.mark.rule("V-3")
def test_for_three_to_six_players() -> None:
    with pytest.raises(InvalidInput, match="3 players or more"):
        new_game("classic", players=2, goal="missions")
    for players in range(3, 7):
        assert new_game("classic", players=players, goal="missions").missions == (-1,) * players


@pytest.mark.rule("V-3")
def test_one_is_dealt_to_each_the_rest_stays_unseen() -> None:
    state = new_game("classic", players=4, goal="missions", first_player="seat")
    for dealt in range(4):
        outcomes = dict(chance_outcomes(state))
        assert set(outcomes.values()) == {Fraction(1, 10 - dealt)}
        state = apply_action(state, next(iter(outcomes)))
    assert state.missions == (0, 1, 2, 3)
    assert state.phase is Phase.DEAL
    assert state.undealt == tuple(range(42))  # territories now: no trace of the six left
    twice = play(new_game("classic", players=4, goal="missions", first_player="seat"),
                 "deal mission 3")  # fmt: skip
    with pytest.raises(InvalidInput, match="not there to be dealt"):
        play(twice, "deal mission 3")


@pytest.mark.rule("V-3")
def test_the_first_player_is_dealt_the_first_mission() -> None:
    rolled = play(new_game("classic", players=3, goal="missions"), "roll for the first turn 1 6 1")
    assert play(rolled, "deal mission 5").missions == (-1, 4, -1)


@pytest.mark.rule("V-3")
def test_the_board_has_to_have_the_continents() -> None:
    with pytest.raises(InvalidInput, match="need a continent"):
        new_game("classic", players=3, goal="missions", board=SQUARE)


# --- fulfilment -------------------------------------------------------------------------


@pytest.mark.rule("V-3")
@pytest.mark.parametrize("name", DECKS)
def test_continents(name: str) -> None:
    for mission in deck(6, name):
        if not mission.startswith("hold") or "territories" in mission:
            continue
        named = [c.name for c in CLASSIC.continents if c.name in mission]
        state = holding((mission,) * 4, {0: ", ".join(named)}, name=name)
        free = "another continent" in mission
        assert is_fulfilled(state, 0) is not free
        for part in named:
            less = ", ".join(other for other in named if other != part)
            assert not is_fulfilled(holding((mission,) * 4, {0: less}, name=name), 0)
        for other in CLASSIC.continents:
            if free and other.name not in named:
                more = holding((mission,) * 4, {0: ", ".join([*named, other.name])}, name=name)
                assert is_fulfilled(more, 0)


@pytest.mark.rule("V-3")
def test_24_territories() -> None:
    for count, enough in ((23, False), (24, True)):
        held = dict.fromkeys(CLASSIC.territories[:count], 1)
        assert is_fulfilled(holding((IDLE,) * 4, {0: held}), 0) is enough


@pytest.mark.rule("V-3")
def test_18_territories_with_two_armies_on_each() -> None:
    mission = "hold 18 territories with 2 armies on each"
    for twos, ones, enough in ((18, 0, True), (17, 20, False), (18, 5, True)):
        names = CLASSIC.territories
        held = {**dict.fromkeys(names[:twos], 2), **dict.fromkeys(names[twos : twos + ones], 1)}
        assert is_fulfilled(holding((mission,) * 4, {0: held}), 0) is enough


@pytest.mark.rule("V-3")
def test_won_at_once_when_the_armies_have_moved_in() -> None:
    africa = [c for c in CLASSIC.continents if c.name in ("Asia", "Africa")]
    held = {name: 5 for c in africa for name in c.territories if name != "Madagascar"}
    state = holding(
        ("hold Asia and Africa", FAR, FAR, IDLE), {0: held, 1: {"Madagascar": 1, "Alaska": 1}}
    )
    moving = play(state, "attack East Africa -> Madagascar with 3 dice", *WIN)
    assert moving.phase is Phase.OCCUPY
    won = play(moving, "move in 3 armies")
    assert (won.phase, won.winners) == (Phase.OVER, (0,))
    assert shares(won) == (1, 0, 0, 0)


@pytest.mark.rule("V-3")
def test_placing_armies_may_fulfil_one_too() -> None:
    names = CLASSIC.territories
    held = {**dict.fromkeys(names[:17], 2), names[17]: 1}
    state = holding(
        ("hold 18 territories with 2 armies on each", FAR, FAR, IDLE),
        {0: held},
        phase=Phase.REINFORCE,
        state={"reserves": (3, 0, 0, 0, 0)},
    )
    assert play(state, f"place 1 army on {names[0]}").phase is Phase.REINFORCE
    assert play(state, f"place 1 army on {names[17]}").winners == (0,)


# --- destroy ----------------------------------------------------------------------------


def last_stand(missions: tuple[str, ...], **more: Any) -> GameState:
    """Return a position in which player 1 is about to take player 2's last territory."""
    return holding(
        missions, {0: {"Brazil": 9, "Peru": 1}, 1: {"Argentina": 1}, 3: {"Alaska": 1}}, **more
    )


FINISH = ("attack Brazil -> Argentina with 3 dice", *WIN, "move in 3 armies")
DESTROY = "destroy player 2"


@pytest.mark.rule("V-3")
@pytest.mark.parametrize("personally", [True, False])
def test_whoever_destroys_the_colour_personally_wins_under_both(personally: bool) -> None:
    won = play(last_stand((DESTROY, FAR, FAR, IDLE), destroy_personally=personally), *FINISH)
    assert won.winners == (0,)


@pytest.mark.rule("V-3")
def test_finished_by_another_the_holder_wins_under_the_rules_of_1993() -> None:
    state = last_stand((FAR, FAR, FAR, DESTROY), destroy_personally=False)
    assert play(state, *FINISH).winners == (3,)
    assert find_ruleset("parker1993").victory.destroy_personally is False


@pytest.mark.rule("V-3")
def test_finished_by_another_the_holder_needs_24_territories_under_the_classic_rules() -> None:
    assert find_ruleset("classic").victory.destroy_personally is True
    after = play(last_stand((FAR, FAR, FAR, DESTROY)), *FINISH)
    assert after.phase is Phase.ATTACK
    assert str(mission_of(after, 3)) == "hold 24 territories"
    assert str(mission_of(after, 0)) == FAR
    few = play(last_stand((FAR, FAR, FAR, DESTROY), mission_territories=12), *FINISH)
    assert str(mission_of(few, 3)) == "hold 12 territories"


@pytest.mark.rule("V-3")
def test_before_that_it_is_not_replaced() -> None:
    assert str(mission_of(last_stand((FAR, FAR, FAR, DESTROY)), 3)) == DESTROY


@pytest.mark.rule("V-3")
def test_the_player_in_turn_wins_before_another_whom_he_helped() -> None:
    dealt = (DESTROY, FAR, FAR, DESTROY)
    assert play(last_stand(dealt, destroy_personally=False), *FINISH).winners == (0,)


@pytest.mark.rule("V-3")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_ones_own_colour_is_replaced_by_24_territories(rules: str) -> None:
    state = last_stand(("destroy player 1", FAR, FAR, FAR), rules=rules)
    assert str(mission_of(state, 0)) == "hold 24 territories"
    held = dict.fromkeys(CLASSIC.territories[:24], 1)
    assert is_fulfilled(holding(("destroy player 1",) * 4, {0: held}, rules=rules), 0)


@pytest.mark.rule("V-3")
def test_or_it_is_laid_aside_and_another_one_dealt() -> None:
    state = new_game(
        "classic", players=3, goal="missions", first_player="seat", own_colour="redealt"
    )
    again = play(state, f"deal mission {number('destroy player 1') + 1}")
    assert (again.phase, again.missions) == (Phase.MISSIONS, (-1, -1, -1))
    assert len(list(chance_outcomes(again))) == 8  # of 9, and not that one
    dealt = play(again, "deal mission 1", "deal mission 2", "deal mission 3")
    assert (dealt.phase, dealt.missions) == (Phase.DEAL, (0, 1, 2))
    kept = play(new_game("classic", players=3, goal="missions", first_player="seat"),
                f"deal mission {number('destroy player 1') + 1}")  # fmt: skip
    assert kept.missions[0] == number("destroy player 1")


@pytest.mark.rule("V-3", "V-8")
def test_a_team_mate_is_no_colour_to_destroy() -> None:
    state = last_stand(("destroy player 3", FAR, FAR, FAR), teams=2)
    assert str(mission_of(state, 0)) == "hold 24 territories"


@pytest.mark.rule("V-3")
@pytest.mark.parametrize("personally", [True, False])
def test_whoever_conceded_without_an_heir_was_destroyed_by_nobody(personally: bool) -> None:
    state = last_stand((DESTROY, FAR, FAR, IDLE), player=1, destroy_personally=personally)
    after = play(state, "concede to player 0", "agree", "agree", "agree")
    assert after.phase is not Phase.OVER
    assert str(mission_of(after, 0)) == "hold 24 territories"


@pytest.mark.rule("V-3", "V-9")
def test_an_heir_counts_as_who_destroyed_the_colour() -> None:
    state = last_stand((DESTROY, FAR, FAR, IDLE), player=1)
    assert play(state, "concede to player 1", "agree", "agree", "agree").winners == (0,)


def test_a_mission_that_is_not_known_is_asked_for_in_vain() -> None:
    with pytest.raises(InvalidInput, match="mission of player 2 is not known"):
        mission_of(new_game("classic", players=3, goal="missions"), 1)
    with pytest.raises(InvalidInput, match="no mission deck is called"):
        find_ruleset("classic").replace(mission_deck="none")
    with pytest.raises(InvalidInput, match="own_colour cannot be"):
        find_ruleset("classic").replace(own_colour="none")
