"""Who is eliminated in a same-time turn, and whose are the cards then (V-10, K-13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    chance_outcomes,
    current_player,
    draw_chance,
    player_view,
)
from oddsapp.errors import InvalidInput
from tests.engine.same_time import play, stands, submit, table


def hands(state: GameState) -> list[str]:
    return ["".join(state.game.cards[card] for card in hand) for hand in state.hands]


def attacked(
    held: dict[int, dict[str, int]], plans: list[str], *lines: str, cards: str, **changes: Any
) -> GameState:
    """Return a state after the battles; player 2 held these cards."""
    players = changes.pop("players", 3)
    state = table(held, players=players, hands=["", cards], conquest_trade="europe", **changes)
    return play(submit(state, *plans), *lines)


# -- who is out (V-10) -------------------------------------------------------------------------


@pytest.mark.rule("V-10", "M-14")
def test_out_is_who_has_no_territory_when_all_battles_are_resolved() -> None:
    held = {0: {"A": 9, "B": 1}, 1: {"D": 5}, 2: {"C": 2, "E": 2, "F": 2}}
    state = table(held, hands=["", "AB"])
    state = submit(state, "8 A -> D", "4 D -> C", "")
    lost = play(state, "settle at 0 2 for C", "settle at 6 0 for D")
    assert (lost.living, hands(lost), lost.destroyed_by) == ((0, 2), ["AB", "", ""], (-1, 0, -1))
    won = play(state, "settle at 2 0 for C", "settle at 6 0 for D")
    assert (won.living, hands(won)) == ((0, 1, 2), ["", "AB", ""])


@pytest.mark.rule("V-10", "M-10")
def test_a_surge_may_save_or_eliminate() -> None:
    held = {0: {"A": 9, "B": 1}, 1: {"D": 9}, 2: {"C": 2, "E": 1, "F": 2}}
    state = submit(table(held, hands=["", "AB"]), "8 A -> D -> E", "8 D -> E -> F", "")
    state = play(state, "settle at 6 0 for D", "settle at 4 0 for E")
    # Player 2 stands in E with one army, and with three on the way to F.
    assert (state.phase, state.living) == (Phase.BATTLES, (0, 1, 2))
    state = play(state, "settle at 5 0 for E")
    out = play(state, "settle at 0 1 for F")
    assert (out.living, hands(out)) == ((0, 2), ["AB", "", ""])
    assert play(state, "settle at 2 0 for F").living == (0, 1, 2)


@pytest.mark.rule("V-10", "M-11")
@pytest.mark.parametrize(
    ("held", "plans", "lines"),
    [
        pytest.param(
            {0: {"A": 9, "C": 9}, 1: {"D": 3}, 2: {"B": 1, "E": 1, "F": 1}},
            ["8 A -> D; 8 C -> D", "", ""],
            ["settle at 7 7 0 for D"],
            id="mass invasion",
        ),
        pytest.param(
            {0: {"A": 9, "C": 9}, 1: {"D": 3}, 2: {"B": 1, "E": 1, "F": 1}},
            ["8 A -> D", "2 D -> A", ""],
            ["settle at 7 0 for D", "settle at 7 0 for D"],
            id="clash and invasion",
        ),
        pytest.param(
            {0: {"A": 9, "C": 9}, 1: {"D": 3}, 2: {"B": 1, "E": 9, "F": 1}},
            ["8 A -> D", "", "8 E -> D"],
            ["settle at 7 7 0 for D", "settle at 7 0 for D"],
            id="spoils",
        ),
        pytest.param(
            {0: {"A": 9, "C": 9}, 1: {"D": 3}, 2: {"B": 1, "E": 1, "F": 1}},
            ["8 A -> F -> E", "1 D -> E -> F", ""],
            [
                *("settle at 0 1 for E", "settle at 8 0 for F", "settle at 7 0 for E"),
                "nobody is out",
            ],
            id="no battle for the last territory",
        ),
        pytest.param(
            {0: {"B": 9, "A": 1}, 1: {"D": 3}, 2: {"F": 9}, 3: {"C": 1, "E": 1}},
            ["8 B -> C -> D", "", "8 F -> E -> D", ""],
            [
                *("settle at 8 0 for C", "settle at 1 0 for E"),
                "settle at 6 0 for D",
            ],
            id="surge invasion",
        ),
        pytest.param(
            {0: {"B": 9, "A": 1}, 1: {"D": 3}, 2: {"F": 9}, 3: {"C": 1, "E": 1}},
            ["8 B -> C -> D", "", "8 F -> E -> D", ""],
            [
                *("settle at 8 0 for C", "settle at 8 0 for E"),
                *("settle at 6 6 0 for D", "settle at 1 0 for D"),
            ],
            id="mass surge and its spoils",
        ),
    ],
)
def test_players_fall_in_every_stage(
    held: dict[int, dict[str, int]], plans: list[str], lines: list[str]
) -> None:
    survives = lines[-1] == "nobody is out"
    state = submit(table(held, players=len(plans)), *plans)
    for line in lines[: -1 if survives else None]:
        assert state.phase is Phase.BATTLES
        state = play(state, line)
    assert state.phase is Phase.TACTICAL
    assert (1 in state.living) is survives


# -- the latest kind of battle (K-13) ----------------------------------------------------------

TWO = {0: {"A": 9, "F": 1}, 1: {"D": 1, "B": 1}, 2: {"E": 9, "C": 9}}
"""Player 2 is about to lose D and B."""


@pytest.mark.rule("K-13")
def test_who_beats_him_in_the_latest_kind_of_battle_gets_the_cards() -> None:
    # D falls in a mass invasion to player 3, B in an invasion to player 1: that is later.
    state = attacked(
        TWO,
        ["8 A -> B", "", "4 E -> D; 4 C -> D"],
        "settle at 4 4 0 for D",
        "settle at 7 0 for B",
        cards="ABC",
    )
    assert hands(state) == ["ABC", "", ""]


@pytest.mark.rule("K-13", "M-11")
def test_a_surge_is_later_than_an_invasion() -> None:
    held = {0: {"A": 9}, 1: {"B": 1, "D": 1}, 2: {"F": 9}, 3: {"E": 1, "C": 1}}
    state = attacked(
        held,
        ["4 A -> B", "", "8 F -> E -> D", ""],
        "settle at 4 0 for B",
        "settle at 7 0 for E",
        "settle at 6 0 for D",
        cards="AB",
        players=4,
    )
    assert hands(state) == ["", "", "AB", ""]


@pytest.mark.rule("K-13", "M-10")
def test_the_first_battle_of_a_surge_is_an_invasion_like_others() -> None:
    held = {0: {"A": 9}, 1: {"B": 1, "D": 1}, 2: {"C": 9}, 3: {"E": 1, "F": 1}}
    state = attacked(
        held,
        ["4 A -> B", "", "8 C -> D -> E", ""],
        "settle at 4 0 for B",
        "settle at 7 0 for D",
        "settle at 6 0 for E",
        cards="AB",
        players=4,
    )
    assert [(f.loser, f.heirs) for f in state.fallen] == [(1, (0, 2))]


@pytest.mark.rule("K-13")
def test_after_a_mass_invasion_the_owner_at_the_end_of_the_turn_gets_them() -> None:
    held = {0: {"A": 9, "B": 1}, 1: {"D": 2}, 2: {"E": 9, "C": 1, "F": 1}}
    plans = ["8 A -> D", "", "8 E -> D"]
    joint = attacked(held, plans, "settle at 6 6 0 for D", cards="ABC")
    assert hands(play(joint, "settle at 0 2 for D")) == ["", "", "ABC"]
    assert hands(play(joint, "settle at 2 0 for D")) == ["ABC", "", ""]


@pytest.mark.rule("K-13")
def test_that_owner_may_have_taken_it_with_a_surge() -> None:
    held = {0: {"A": 9, "C": 5}, 1: {"D": 2}, 2: {"F": 9, "B": 1}, 3: {"E": 1}}
    state = attacked(
        held,
        ["8 A -> D; 4 C -> D", "", "8 F -> E -> D", ""],
        "settle at 8 4 0 for D",
        "settle at 8 0 for E",
        "settle at 5 0 for D",
        cards="ABC",
        players=4,
    )
    assert hands(state) == ["", "", "ABC", ""]
    assert stands(state, "D") == [(2, 5)]


@pytest.mark.rule("K-13")
def test_an_army_of_his_still_out_does_not_change_that() -> None:
    # Player 2 loses D, then the attack on C: who defended C gets nothing.
    held = {0: {"A": 9, "B": 1}, 1: {"D": 5}, 2: {"C": 2, "E": 2, "F": 2}}
    state = attacked(
        held,
        ["8 A -> D", "4 D -> C -> B", ""],
        "settle at 0 2 for C",
        "settle at 6 0 for D",
        cards="AB",
    )
    assert hands(state) == ["AB", "", ""]


@pytest.mark.rule("K-13")
def test_cards_are_passed_on_twice_where_the_heir_falls_in_a_later_battle() -> None:
    # Player 2 falls to player 1 in an invasion, player 1 to player 3's surge.
    held = {0: {"A": 5}, 1: {"B": 1}, 2: {"D": 9, "F": 9}, 3: {"C": 1, "E": 1}}
    state = table(held, players=4, hands=["AB", "CD"], conquest_trade="europe")
    state = submit(state, "4 A -> B", "", "8 F -> A; 8 D -> C -> B", "")
    state = play(state, "settle at 8 0 for A", "settle at 3 0 for B", "settle at 7 0 for C")
    assert state.phase is Phase.BATTLES
    state = play(state, "settle at 4 0 for B")
    assert (state.living, state.destroyed_by) == ((2, 3), (2, 0, -1, -1))
    assert hands(state) == ["", "", "ABCD", ""]


# -- several share (K-13) ----------------------------------------------------------------------


def shared(cards: str) -> GameState:
    """Return a state in which players 1 and 3 have both beaten player 2 in an invasion."""
    return attacked(
        TWO,
        ["8 A -> B", "", "4 E -> D"],
        "settle at 7 0 for B",
        "settle at 4 0 for D",
        cards=cards,
    )


@pytest.mark.rule("K-13")
def test_several_share_evenly_dealt_at_random() -> None:
    state = shared("ABCD")
    assert (state.phase, current_player(state)) == (Phase.FALLEN, CHANCE)
    first = {str(event): chance for event, chance in chance_outcomes(state)}
    assert first == {f"pass {card} to player 1": Fraction(1, 4) for card in "ABCD"}
    state = play(state, "pass C to player 1")
    second = {str(event): chance for event, chance in chance_outcomes(state)}
    assert second == {f"pass {card} to player 3": Fraction(1, 3) for card in "ABD"}
    state = play(state, "pass A to player 3", "pass B to player 1", "pass D to player 3")
    assert (state.phase, hands(state)) == (Phase.TACTICAL, ["BC", "", "AD"])


@pytest.mark.rule("K-13")
def test_what_is_left_over_goes_back_to_the_deck() -> None:
    state = shared("ABC")
    assert 0 not in state.pile
    state = play(state, "pass C to player 1", "pass B to player 3")
    assert (hands(state), 0 in state.pile, state.discards) == (["C", "", "B"], True, ())
    one = shared("A")  # too few for all: nobody gets any
    assert (one.phase, hands(one), 0 in one.pile) == (Phase.TACTICAL, ["", "", ""], True)


@pytest.mark.rule("K-13")
def test_wild_cards_are_alike() -> None:
    state = table(TWO, hands=["", ["A", "wild card", "wild card"]], conquest_trade="europe")
    state = submit(state, "8 A -> B", "", "4 E -> D")
    state = play(state, "settle at 7 0 for B", "settle at 4 0 for D")
    outcomes = {str(event): chance for event, chance in chance_outcomes(state)}
    assert outcomes == {
        "pass A to player 1": Fraction(1, 3),
        "pass wild card to player 1": Fraction(2, 3),
    }


@pytest.mark.rule("K-13")
def test_only_cards_that_are_there_are_dealt_to_whose_turn_it_is() -> None:
    state = shared("ABCD")
    for line in ("pass E to player 1", "pass A to player 3"):
        with pytest.raises(InvalidInput, match="is dealt to player 1, and is one of A, B, C, D"):
            play(state, line)
    drawn = draw_chance(state, np.random.Generator(np.random.PCG64(3)))
    assert str(drawn) in {f"pass {card} to player 1" for card in "ABCD"}


@pytest.mark.rule("K-13", "T-9")
def test_a_view_does_not_know_which_cards_pass() -> None:
    with pytest.raises(InvalidInput, match="does not know what may be drawn"):
        next(iter(chance_outcomes(player_view(shared("ABCD"), 0))))


# -- the options of the PC game ----------------------------------------------------------------


@pytest.mark.rule("K-13")
def test_as_an_option_the_last_battle_resolved_takes_all() -> None:
    state = attacked(
        TWO,
        ["8 A -> B", "", "4 E -> D"],
        "settle at 7 0 for B",
        "settle at 4 0 for D",
        cards="ABC",
        fallen_cards="last_battle",
    )
    assert hands(state) == ["", "", "ABC"]
    held = {0: {"A": 9, "B": 1}, 1: {"D": 2}, 2: {"E": 9, "C": 1, "F": 1}}
    joint = attacked(
        held,
        ["8 A -> D", "", "8 E -> D"],
        "settle at 6 6 0 for D",
        "settle at 2 0 for D",
        cards="ABC",
        fallen_cards="last_battle",
    )
    assert hands(joint) == ["ABC", "", ""]


FAILED = {0: {"A": 9, "B": 1}, 1: {"D": 5}, 2: {"C": 2, "E": 2, "F": 2}}
PLANS = ["8 A -> D", "4 D -> C", ""]
ENDS = ["settle at 0 2 for C", "settle at 6 0 for D"]


@pytest.mark.rule("K-13")
@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("latest_kind", ["ABC", "", ""]),
        ("last_battle", ["ABC", "", ""]),
        ("last_target", ["", "", "ABC"]),
    ],
)
def test_after_a_failed_last_attack_its_target_counts_as_an_option(
    option: str, expected: list[str]
) -> None:
    assert hands(attacked(FAILED, PLANS, *ENDS, cards="ABC", fallen_cards=option)) == expected


@pytest.mark.rule("K-13")
def test_or_the_owner_of_the_target_shares() -> None:
    state = attacked(FAILED, PLANS, *ENDS, cards="ABC", fallen_cards="shared_target")
    assert [(f.loser, f.heirs) for f in state.fallen] == [(1, (0, 2))]
    state = play(state, "pass A to player 1", "pass B to player 3")
    assert hands(state) == ["A", "", "B"]


@pytest.mark.rule("K-13")
@pytest.mark.parametrize("option", ["last_target", "shared_target"])
def test_the_owner_is_who_has_the_target_at_the_end(option: str) -> None:
    # A beats D and surges into C, which D's army has attacked in vain.
    state = attacked(
        FAILED,
        ["8 A -> D -> C", "4 D -> C", ""],
        *ENDS,
        "settle at 3 0 for C",
        cards="ABC",
        fallen_cards=option,
    )
    assert hands(state) == ["ABC", "", ""]


@pytest.mark.rule("K-13")
@pytest.mark.parametrize("option", ["last_target", "shared_target"])
def test_without_a_last_attack_the_options_are_as_the_latest_kind(option: str) -> None:
    plans = ["8 A -> D", "", ""]
    state = attacked(FAILED, plans, "settle at 6 0 for D", cards="ABC", fallen_cards=option)
    assert hands(state) == ["ABC", "", ""]
    # A clash lost before the territory falls is no last attack.
    held = {0: {"A": 9, "B": 1}, 1: {"D": 5}, 2: {"C": 5, "E": 2, "F": 2}}
    state = attacked(
        held,
        ["8 A -> D", "4 D -> C", "4 C -> D"],
        "settle at 0 2 for C",
        "settle at 6 2 0 for D",
        "settle at 4 0 for D",
        cards="ABC",
        fallen_cards=option,
    )
    assert hands(state) == ["ABC", "", ""]
