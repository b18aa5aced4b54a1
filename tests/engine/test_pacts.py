"""Diplomacy: pacts of stated length, open or secret, kept or broken (R-6)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, player_view
from oddsapp.engine.same_time import HIDDEN_PLAN
from oddsapp.engine.state import Pact
from tests.engine.same_time import opened, play, refused, skip_to, submit, table

HELD = {0: {"A": 6, "B": 2}, 1: {"C": 5, "D": 4}, 2: {"E": 3, "F": 1}}


def talking(diplomacy: str = "open", **changes: Any) -> GameState:
    return table(HELD, phase=Phase.DIPLOMACY, diplomacy=diplomacy, reserves=(3, 3, 3), **changes)


def agreed(rounds: int = 2, diplomacy: str = "open") -> GameState:
    """Return the orders of a round in which players 1 and 2 have made a pact."""
    state = submit(
        talking(diplomacy),
        f"pact with player 2 for {rounds} rounds",
        f"pact with player 1 for {rounds} rounds",
        "",
    )
    return skip_to(state, Phase.ORDERS)


@pytest.mark.rule("R-6", "R-1")
def test_the_phase_may_be_switched_off_and_skipped() -> None:
    off = table(HELD, phase=Phase.TACTICAL)
    assert submit(off, "", "", "").phase is Phase.REINFORCEMENTS
    on = table(HELD, phase=Phase.TACTICAL, diplomacy="secret")
    on = submit(on, "", "", "")
    assert on.phase is Phase.DIPLOMACY
    on = submit(on, "", "", "")
    assert (on.phase, on.pacts) == (Phase.REINFORCEMENTS, ())


@pytest.mark.rule("R-6")
def test_a_pact_holds_once_both_have_declared_it_for_the_shorter_of_the_lengths() -> None:
    state = submit(
        talking(),
        "pact with player 2 for 3 rounds; pact with player 3 for 2 rounds",
        "pact with player 1 for 5 rounds",
        "pact with player 2 for 1 rounds",
    )
    assert state.pacts == (Pact((0, 1), until=3),)
    assert [state.pacts[0].holds(number) for number in (1, 3, 4)] == [True, True, False]


@pytest.mark.rule("R-6")
@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("pact with player 1 for 2 rounds", "player 1 is no partner"),
        ("pact with player 4 for 2 rounds", "player 4 is no partner"),
        ("pact with player 2 for 0 rounds", "lasts 1 round or more"),
        ("pact with player 2 for 1 rounds; pact with player 2 for 2 rounds", "two pacts"),
    ],
)
def test_a_pact_is_with_another_player_and_lasts(plan: str, words: str) -> None:
    refused(talking(), f"player 1 submits {plan}", "R-6", words)


@pytest.mark.rule("R-6")
def test_nobody_makes_a_pact_with_the_eliminated() -> None:
    held = {0: {"A": 6}, 2: {"B": 1}}
    state = table(held, rest=2, phase=Phase.DIPLOMACY, diplomacy="open")
    refused(state, "player 1 submits pact with player 2 for 2 rounds", "R-6", "is no partner")


@pytest.mark.rule("R-6")
def test_breaking_a_pact_is_allowed_and_recorded() -> None:
    state = submit(agreed(), "5 A -> D", "", "")
    assert state.phase is Phase.BATTLES  # the order is played
    assert state.pacts == (Pact((0, 1), until=2, broken_in=1, broken_by=(0,)),)


@pytest.mark.rule("R-6")
@pytest.mark.parametrize(
    ("first", "second", "breakers"),
    [
        ("1 A -> F", "1 D -> E", ()),  # others are attacked
        ("9 A -> D", "", ()),  # a void order breaks nothing
        ("1 A -> F -> E", "", ()),
        ("1 A -> F", "3 D -> E -> F", ()),
        ("1 B -> C", "3 D -> A", (0, 1)),
        ("1 A -> D -> E", "", (0,)),  # through the partner
        ("", "3 D -> E -> D", ()),  # void
        ("", "2 C -> B", (1,)),
    ],
)
def test_what_breaks_a_pact(first: str, second: str, breakers: tuple[int, ...]) -> None:
    state = submit(agreed(), first, second, "")
    assert state.pacts[0].broken_by == breakers
    assert state.pacts[0].broken_in == (1 if breakers else 0)


@pytest.mark.rule("R-6")
def test_a_surge_beyond_others_against_the_partner_breaks_it() -> None:
    held = {0: {"A": 6, "B": 2}, 1: {"C": 5, "E": 4}, 2: {"D": 3, "F": 1}}
    pact = {"pacts": (Pact((0, 1), until=9),)}
    state = submit(table(held, state=pact), "3 A -> F -> E", "", "")
    assert state.pacts[0].broken_by == (0,)


@pytest.mark.rule("R-6")
def test_a_broken_pact_and_one_that_has_run_out_bind_nobody_any_more() -> None:
    broken = Pact((0, 1), until=9, broken_in=1, broken_by=(1,))
    over = Pact((0, 1), until=1)
    state = table(HELD, state={"pacts": (broken, over), "round": 2})
    assert submit(state, "5 A -> D", "", "").pacts == (broken, over)


@pytest.mark.rule("R-6")
def test_a_new_pact_takes_the_place_of_one_that_holds() -> None:
    old = talking(state={"pacts": (Pact((0, 1), until=9),), "round": 3})
    state = submit(old, "pact with player 2 for 2 rounds", "pact with player 1 for 2 rounds", "")
    assert state.pacts == (Pact((0, 1), until=2), Pact((0, 1), until=4))


# -- who hears of it ---------------------------------------------------------------------------


@pytest.mark.rule("R-6", "T-9")
def test_open_pacts_are_seen_by_all_as_they_are_declared() -> None:
    state = submit(talking(), "pact with player 2 for 2 rounds")
    assert player_view(state, 2).plans[0] == ("pact with player 2 for 2 rounds",)
    assert player_view(agreed(), 2).pacts == agreed().pacts


@pytest.mark.rule("R-6", "T-9")
def test_secret_pacts_are_seen_by_their_partners_only() -> None:
    state = submit(talking("secret"), "pact with player 2 for 2 rounds")
    assert player_view(state, 1).plans[0] == HIDDEN_PLAN
    made = agreed(diplomacy="secret")
    assert [len(player_view(made, player).pacts) for player in range(3)] == [1, 1, 0]


@pytest.mark.rule("R-6")
def test_declarations_can_be_changed_until_all_are_ready() -> None:
    state = submit(talking(), "pact with player 2 for 2 rounds", "pact with player 1 for 2 rounds")
    state = submit(state, "", None, "")
    assert state.pacts == ()


@pytest.mark.rule("R-6")
def test_pacts_last_through_the_rounds() -> None:
    state = submit(agreed(2), "", "", "")
    state = opened(
        play(state, *[f"player {seat} submits nothing" for seat in (1, 2, 3)]), Phase.ORDERS
    )
    assert state.round == 2
    assert submit(state, "5 A -> D", "", "").pacts[0].broken_in == 2
