"""The draw of a card, and what the pile is refilled from (K-1, K-12)."""

from fractions import Fraction

import pytest

from oddsapp.engine import GameState, Phase, chance_outcomes, player_view
from oddsapp.engine.events import Drawn
from oddsapp.errors import InvalidInput
from tests.engine.build import WILD_1, WILD_2, hand_of, play, position
from tests.engine.hands import holding

WILD = "wild card"


# -- T-7 and K-12: the draw --------------------------------------------------------------


def drawing(pile: tuple[int, ...], discards: tuple[int, ...]) -> GameState:
    """Player 1 is about to end a turn with a conquest."""
    state = holding(phase=Phase.FORTIFY)
    return state.evolve(pile=pile, discards=discards, conquered=True)


@pytest.mark.rule("K-1")
def test_every_card_of_the_pile_is_as_likely_and_wild_cards_are_alike() -> None:
    state = play(drawing(tuple(range(44)), ()), "end the turn")
    outcomes = dict(chance_outcomes(state))
    assert sum(outcomes.values()) == 1
    assert len(outcomes) == 43
    assert outcomes[Drawn(WILD)] == Fraction(2, 44)
    assert outcomes[Drawn("Peru")] == Fraction(1, 44)


@pytest.mark.rule("K-12")
def test_the_discards_wait_until_the_pile_is_empty() -> None:
    state = play(drawing((0,), (9, 11)), "end the turn")
    assert dict(chance_outcomes(state)) == {Drawn("Alaska"): 1}
    with pytest.raises(InvalidInput, match="'Peru' is not there to be drawn"):
        play(state, "draw Peru")
    state = play(state, "draw Alaska")
    assert (state.hands[0], state.pile, state.discards) == ((0,), (), (9, 11))


@pytest.mark.rule("K-12")
def test_an_empty_pile_is_refilled_from_the_discards() -> None:
    state = play(drawing((), (9, 11, WILD_1, WILD_2)), "end the turn")
    outcomes = dict(chance_outcomes(state))
    assert outcomes == {
        Drawn("Argentina"): Fraction(1, 4),
        Drawn("Peru"): Fraction(1, 4),
        Drawn(WILD): Fraction(1, 2),
    }
    state = play(state, "draw wild card")
    assert hand_of(state, 0) == [WILD]
    assert (len(state.pile), state.discards) == (3, ())


@pytest.mark.rule("K-12")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_no_card_is_drawn_if_both_are_empty(rules: str) -> None:
    state = position({0: ["Siam"], 1: ["China"], 2: ["Japan"]}, rules=rules, hands=[[], ["Peru"]])
    state = state.evolve(pile=(), discards=(), conquered=True)
    state = play(state, "end the attack")
    assert state.phase is Phase.FORTIFY
    state = play(state, "end the turn")
    assert (state.phase, state.player, state.hands[0]) == (Phase.REINFORCE, 1, ())


@pytest.mark.rule("T-9", "K-12")
def test_a_view_does_not_know_the_draw() -> None:
    state = play(drawing((0, 1), (9, 11)), "end the turn")
    view = player_view(state, 0)
    with pytest.raises(InvalidInput, match="does not know what may be drawn"):
        next(iter(chance_outcomes(view)))
    with pytest.raises(InvalidInput, match="not there to be drawn"):
        play(view, "draw wild card")
