"""Capital Risk in both forms: headquarters (V-4) and capitals (V-5)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, current_player, legal_actions, new_game, player_view
from oddsapp.engine.actions import ChooseCapital
from oddsapp.rules import find_ruleset
from tests.engine.positions import SQUARE, armies_on, play, position, refused

HOMES = ("Alaska", "Brazil", "Congo", "Siam", "Ural", "Japan")
FORMS = {"parker1993": "V-4", "classic": "V-5"}


def capitals(
    players: int, holders: tuple[int, ...], rules: str = "parker1993", **more: Any
) -> GameState:
    """Return a position: capital n is that of player n, held by ``holders[n]``.

    Player 1 has 9 armies on North Africa, and player 2 Egypt and much else.
    """
    holdings: dict[int, dict[str, int]] = {player: {} for player in range(players)}
    for home, holder in zip(HOMES, holders, strict=False):
        holdings[holder][home] = 9 if holder == 0 else 1
    holdings[0]["North Africa"] = 9
    names = position({}, rest=0, players=2).game.index
    state = {"capitals": tuple(names[home] for home in HOMES[:players]), **more.pop("state", {})}
    return position(
        holdings, rest=1, players=players, rules=rules, goal="capitals", state=state, **more
    )


WIN = ("roll 6 6 6 against 1", "move in 3 armies")
TAKE_BRAZIL = ("attack North Africa -> Brazil with 3 dice", *WIN)
TAKE_CONGO = ("attack North Africa -> Congo with 3 dice", *WIN)
TAKE_ALASKA = ("attack Kamchatka -> Alaska with 3 dice", *WIN)


# --- choosing ---------------------------------------------------------------------------


def choosing(rules: str) -> GameState:
    state = new_game(
        rules,
        players=3,
        board=SQUARE,
        goal="capitals",
        first_player="seat",
        allocation="claim",
        starting_armies={3: 2},
    )
    state = play(state, "claim A", "claim B", "claim C", "claim D")
    while state.phase is Phase.PLACE:
        state = play(state, str(next(iter(legal_actions(state))).action))
    return state


@pytest.mark.rule("V-4", "V-5")
@pytest.mark.parametrize("rules", FORMS)
def test_chosen_after_all_armies_are_placed_among_ones_own(rules: str) -> None:
    state = choosing(rules)
    assert state.phase is Phase.CAPITALS
    assert state.reserves[:3] == (0, 0, 0)
    assert [a.action for a in legal_actions(state)] == [ChooseCapital("A"), ChooseCapital("D")]
    refused(state, "choose capital B", FORMS[rules], "not your own")


@pytest.mark.rule("V-4", "V-5", "T-9")
@pytest.mark.parametrize("rules", FORMS)
def test_hidden_then_shown_together(rules: str) -> None:
    state = play(choosing(rules), "choose capital D", "choose capital B")
    assert current_player(state) == 2
    assert player_view(state, 0).capitals == (3, -1, -1)
    assert player_view(state, 1).capitals == (-1, 1, -1)
    assert player_view(state, 2).capitals == (-1, -1, -1)
    shown = play(state, "choose capital C")
    assert shown.phase is Phase.REINFORCE
    for player in range(3):
        assert player_view(shown, player).capitals == (3, 1, 2)


@pytest.mark.rule("V-4")
def test_the_headquarters_cards_leave_the_deck_for_good() -> None:
    state = play(choosing("parker1993"), "choose capital D", "choose capital B", "choose capital C")
    assert state.pile == (0, 4, 5)  # A and two wild cards
    assert armies_on(state, "A", "B", "C", "D") == (1, 2, 2, 1)
    holder = state.evolve(hands=((0, 4, 5), (), ()), pile=())
    refused(holder, "trade D; wild card; A, bonus on A", "K-2", "Headquarters card is no part")


@pytest.mark.rule("V-5")
def test_a_capital_starts_with_at_least_five_armies_and_its_card_stays() -> None:
    state = play(choosing("classic"), "choose capital D", "choose capital B", "choose capital C")
    assert armies_on(state, "A", "B", "C", "D") == (1, 5, 5, 5)
    assert state.pile == tuple(range(6))
    rich = choosing("classic").evolve(armies=(1, 8, 2, 1))
    rich = play(rich, "choose capital D", "choose capital B", "choose capital C")
    assert armies_on(rich, "B") == (8,)
    few = choosing("classic")
    assert few.game.rules.victory.capital_armies == 5


@pytest.mark.rule("V-4", "V-5")
def test_which_preset_has_which() -> None:
    forms = {name: find_ruleset(name).victory.capital_form.value for name in FORMS}
    assert forms == {"parker1993": "headquarters", "classic": "capitals"}


# --- headquarters -----------------------------------------------------------------------


@pytest.mark.rule("V-4")
def test_all_opposing_headquarters_while_holding_ones_own_win_at_once() -> None:
    won = play(capitals(3, (0, 1, 0)), *TAKE_BRAZIL)
    assert (won.phase, won.winners) == (Phase.OVER, (0,))
    assert play(capitals(3, (0, 1, 2)), *TAKE_BRAZIL).phase is Phase.ATTACK


@pytest.mark.rule("V-4")
def test_not_while_ones_own_is_lost_but_when_it_is_taken_back() -> None:
    lost = capitals(3, (1, 1, 0))
    assert play(lost, *TAKE_BRAZIL).phase is Phase.ATTACK  # a player whose HQ fell plays on
    armies = list(lost.armies)
    owners = list(lost.owners)
    kamchatka = lost.game.territory("Kamchatka")
    armies[kamchatka], owners[kamchatka] = 9, 0
    back = play(lost.evolve(armies=tuple(armies), owners=tuple(owners)), *TAKE_BRAZIL)
    assert play(back, *TAKE_ALASKA).winners == (0,)


@pytest.mark.rule("V-4")
def test_a_headquarters_goes_to_whoever_takes_it() -> None:
    """Player 3 has taken Brazil from player 1, who had taken it: it counts for player 3."""
    state = capitals(3, (0, 2, 2))
    assert play(state, *TAKE_BRAZIL).phase is Phase.ATTACK
    assert play(state, *TAKE_BRAZIL, *TAKE_CONGO).winners == (0,)


@pytest.mark.rule("V-4")
@pytest.mark.parametrize(
    ("players", "holders", "short", "wins"),
    [
        (4, (0, 1, 0, 3), True, True),  # Brazil is the second of three
        (4, (0, 1, 0, 3), False, False),
        (4, (0, 1, 2, 3), True, False),  # the first
        (5, (0, 1, 0, 0, 4), True, True),  # the third of four
        (5, (0, 1, 0, 3, 4), True, False),
        (6, (0, 1, 0, 0, 4, 5), True, True),  # the third of five
        (6, (0, 1, 0, 3, 4, 5), True, False),
        (6, (0, 1, 0, 0, 4, 5), False, False),
        (3, (0, 1, 2), True, False),  # no shorter game of three: all
        (3, (0, 1, 0), True, True),
        (4, (1, 1, 0, 3), True, False),  # one's own is lost
    ],
)
def test_the_short_game(players: int, holders: tuple[int, ...], short: bool, wins: bool) -> None:
    after = play(capitals(players, holders, short_game=short), *TAKE_BRAZIL)
    assert (after.phase is Phase.OVER) is wins


@pytest.mark.rule("V-4", "V-10")
def test_a_player_whose_headquarters_falls_is_not_out() -> None:
    after = play(capitals(3, (0, 1, 2)), *TAKE_BRAZIL, "end the attack")
    after = play(after, "draw wild card") if after.phase is Phase.DRAW else after
    assert play(after, "end the turn").player == 1


# --- capitals ---------------------------------------------------------------------------


@pytest.mark.rule("V-5")
def test_all_capitals_at_the_end_of_ones_turn() -> None:
    taken = play(capitals(3, (0, 1, 0), "classic"), *TAKE_BRAZIL)
    assert taken.phase is Phase.ATTACK  # not at once
    over = play(taken, "end the attack", "end the turn", "draw wild card")
    assert (over.phase, over.winners) == (Phase.OVER, (0,))
    not_yet = play(capitals(3, (0, 1, 2), "classic"), *TAKE_BRAZIL, "end the attack")
    assert play(not_yet, "end the turn", "draw wild card").player == 1


@pytest.mark.rule("V-5")
@pytest.mark.parametrize(
    ("players", "holders", "short", "wins"),
    [
        (3, (0, 1, 2), True, True),  # own and Brazil: 2 of 3
        (4, (0, 1, 2, 3), True, False),  # 2 of 4 is no majority
        (4, (0, 1, 0, 3), True, True),
        (5, (0, 1, 0, 3, 4), True, True),  # 3 of 5
        (6, (0, 1, 0, 3, 4, 5), True, False),  # 3 of 6
        (6, (0, 1, 0, 0, 4, 5), True, True),
        (3, (1, 1, 0), True, False),  # 2 of 3 without one's own
        (3, (0, 1, 2), False, False),
    ],
)
def test_short_own_and_a_majority_of_all(
    players: int, holders: tuple[int, ...], short: bool, wins: bool
) -> None:
    state = capitals(players, holders, "classic", short_game=short)
    over = play(state, *TAKE_BRAZIL, "end the attack", "end the turn", "draw wild card")
    assert (over.phase is Phase.OVER) is wins


@pytest.mark.rule("V-5")
def test_at_the_end_of_ones_own_turn_not_of_anothers() -> None:
    """Player 1 has all capitals before player 2's turn ends: that wins nobody anything."""
    state = capitals(3, (0, 0, 0), "classic", player=1, phase=Phase.FORTIFY)
    assert play(state, "end the turn").phase is Phase.REINFORCE
