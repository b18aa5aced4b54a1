"""What a traded card of an own territory gives (K-8)."""

from typing import Any

import pytest

from oddsapp.engine import GameState
from tests.engine.build import play, refused
from tests.engine.hands import C1, C2, C3, I1, I2, I3, I4, holding, trade, trades

# -- K-8: a card of an own territory -----------------------------------------------------


@pytest.mark.rule("K-8")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_2_armies_on_the_very_territory_that_the_card_shows(rules: str) -> None:
    state = holding(I1, I2, I3, own=("Siam", I2), rules=rules)
    state = play(state, f"trade {I1}; {I2}; {I3}, bonus on {I2}")
    assert state.armies_on(I2) == 3
    assert state.armies_on("Siam") == 1
    assert state.reserves[0] == 3 + 4  # apart from what the set is worth


@pytest.mark.rule("K-8")
def test_no_bonus_without_an_own_territory() -> None:
    state = holding(I1, I2, I3)
    line = f"trade {I1}; {I2}; {I3}, bonus on {I2}"
    refused(state, line, "K-8", f"cannot go to {I2}; it can go to no territory")
    state = play(state, f"trade {I1}; {I2}; {I3}, bonus on no territory")
    assert state.armies == (1,) * 42


@pytest.mark.rule("K-8")
def test_the_trader_chooses_if_several_are_owned() -> None:
    state = holding(I1, I2, I3, own=("Siam", I1, I3))
    assert trades(state) == {f"trade {I1}; {I2}; {I3}, bonus on {name}" for name in (I1, I3)}
    for chosen, other in ((I1, I3), (I3, I1)):
        after = play(state, f"trade {I1}; {I2}; {I3}, bonus on {chosen}")
        assert (after.armies_on(chosen), after.armies_on(other)) == (3, 1)
    for elsewhere in ("Siam", I2, "no territory"):
        line = f"trade {I1}; {I2}; {I3}, bonus on {elsewhere}"
        refused(state, line, "K-8", f"it can go to {I1}, {I3}")


@pytest.mark.rule("K-8")
def test_a_card_that_is_kept_gives_nothing() -> None:
    state = holding(I1, I2, I3, I4, own=("Siam", I4))
    line = f"trade {I1}; {I2}; {I3}, bonus on {I4}"
    refused(state, line, "K-8", "it can go to no territory")


def two_sets(rules: str, **changes: Any) -> GameState:
    """Six cards: two sets, each with a card of an own territory."""
    return holding(I1, I2, I3, C1, C2, C3, own=("Siam", I1, C1), rules=rules, **changes)


FIRST = f"trade {I1}; {I2}; {I3}, bonus on {I1}"
SECOND = f"trade {C1}; {C2}; {C3}, bonus on {C1}"
SECOND_WITHOUT = f"trade {C1}; {C2}; {C3}, bonus on no territory"


@pytest.mark.rule("K-8", "K-9")
def test_once_per_set_under_a() -> None:
    state = play(two_sets("classic"), FIRST)
    refused(state, SECOND_WITHOUT, "K-8", f"it can go to {C1}")
    state = play(state, SECOND)
    assert (state.armies_on(I1), state.armies_on(C1)) == (3, 3)


@pytest.mark.rule("K-8", "K-9")
def test_once_per_turn_under_c() -> None:
    state = play(two_sets("parker1993"), FIRST)
    refused(state, SECOND, "K-8", "it can go to no territory")
    state = play(state, SECOND_WITHOUT)
    assert (state.armies_on(I1), state.armies_on(C1)) == (3, 1)
    assert state.reserves[0] == 3 + 4 + 6


@pytest.mark.rule("K-8")
def test_once_per_turn_is_kept_for_a_set_that_shows_an_own_territory() -> None:
    state = holding(I1, I2, I3, C1, C2, C3, own=("Siam", C1), rules="parker1993")
    state = play(state, f"trade {I1}; {I2}; {I3}, bonus on no territory", SECOND)
    assert state.armies_on(C1) == 3


@pytest.mark.rule("K-8")
def test_the_next_turn_has_a_bonus_again() -> None:
    state = play(two_sets("parker1993"), FIRST, "place 7 armies on Siam")
    state = play(state, "end the attack", "end the turn")
    for _ in range(2):
        state = play(state, f"place 3 armies on {('China', 'Japan')[state.player - 1]}")
        state = play(state, "end the attack", "end the turn")
    state = play(state, SECOND)
    assert state.armies_on(C1) == 3


@pytest.mark.rule("K-8", "T-5")
def test_the_bonus_does_not_count_against_the_stack_limit() -> None:
    state = holding(I1, I2, I3, own=("Siam", I1), armies={I1: 12}, stack_limit=12)
    state = play(state, f"trade {I1}; {I2}; {I3}, bonus on {I1}")
    assert state.armies_on(I1) == 14


@pytest.mark.rule("K-8", "T-5")
@pytest.mark.parametrize(("before", "after"), [(9, 11), (11, 12), (12, 12), (15, 15)])
def test_the_bonus_counts_by_an_option(before: int, after: int) -> None:
    state = holding(
        I1,
        I2,
        I3,
        own=("Siam", I1),
        armies={I1: before},
        stack_limit=12,
        owned_bonus_is_limited=True,
    )
    state = play(state, f"trade {I1}; {I2}; {I3}, bonus on {I1}")
    assert state.armies_on(I1) == after


@pytest.mark.rule("K-8")
@pytest.mark.parametrize("bonus", [0, 5])
def test_the_bonus_is_a_number_of_its_own(bonus: int) -> None:
    state = holding(I1, I2, I3, own=("Siam", I1), owned_bonus=bonus)
    state = trade(state)
    assert state.armies_on(I1) == 1 + bonus


@pytest.mark.rule("K-8")
def test_a_wild_card_shows_no_territory() -> None:
    state = holding(I1, I2, "wild card", own=("Siam", I3))
    assert trades(state) == {f"trade {I1}; {I2}; wild card, bonus on no territory"}
