"""Drafts: planning out of turn, changeable, and nothing is moved (T-8)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any, cast

import pytest

from oddsapp.engine import GameState, Phase, apply_action, new_game, player_view
from oddsapp.engine.actions import EndTurn, Place
from oddsapp.engine.draft import Draft, Standing
from oddsapp.engine.record import GameRecord, parse_step
from oddsapp.errors import IllegalMove, InvalidInput
from tests.engine.random_play import TOY

LEGAL, ILLEGAL, OPEN = Standing.LEGAL, Standing.ILLEGAL, Standing.OPEN


def first_turn(**changes: Any) -> GameState:
    """Return the toy board as player 1's first turn begins; player 2 has Island, Zone 1 dice."""
    record = GameRecord(new_game("classic", players=3, board=TOY, **changes).game)
    record.add("roll for the first turn 6 2 1")
    for territory in ("West Coast", "Island", "Reef", "East Coast", "Zone 1 dice"):
        record.add(f"deal {territory}")
    record.add("deal Sector 1 armies")
    while record.state.phase is Phase.PLACE:
        own = ("East Coast", "Zone 1 dice", "Reef")[record.state.player]
        record.add(f"place 1 army on {own}")
    return record.state


def play(state: GameState, *lines: str) -> GameState:
    for line in lines:
        state = apply_action(state, parse_step(line))
    return state


def standings(draft: Draft, state: GameState) -> list[Standing]:
    return [judgement.standing for judgement in draft.preview(state)]


# -- changing a draft ---------------------------------------------------------------------


@pytest.mark.rule("T-8")
def test_a_draft_can_be_changed_and_each_change_is_another_draft() -> None:
    draft = Draft(1).add("place 3 armies on Island").add(EndTurn()).add("end the attack", 1)
    assert draft.lines == ("place 3 armies on Island", "end the attack", "end the turn")
    assert draft.change(0, Place(2, "Island")).lines[0] == "place 2 armies on Island"
    assert draft.drop(1).lines == ("place 3 armies on Island", "end the turn")
    assert draft.move(0, 2).lines == ("end the attack", "end the turn", "place 3 armies on Island")
    assert draft.lines[0] == "place 3 armies on Island"
    assert Draft(1, draft.actions) == draft
    with pytest.raises(FrozenInstanceError):
        draft.player = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda draft: draft.add("sing"), "'sing' is no action"),
        (lambda draft: draft.add(3), "a draft holds actions, or lines that say them, not 3"),
        (lambda draft: draft.add("undo"), "a draft has nothing to undo; drop the action"),
        (lambda draft: draft.add("end the turn", 2), "the place must be at most 1, not 2"),
        (lambda draft: draft.drop(1), "the place must be at most 0, not 1"),
        (lambda draft: draft.drop(0).drop(0), "the draft is empty; add an action first"),
        (lambda draft: draft.move(0, -1), "the place must be at least 0"),
        (lambda _: Draft(-1), "the number of the player must be at least 0"),
        (lambda _: Draft(0, cast("Any", ("sing",))), "'sing' is no action"),
        (lambda _: Draft(7).preview(first_turn()), "the number of the player must be at most 2"),
    ],
)
def test_what_is_no_change_is_refused(change: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        change(Draft(1).add("end the turn"))


# -- previews -----------------------------------------------------------------------------

PLAN = (
    Draft(1)
    .add("place 4 armies on Zone 1 dice")
    .add("place 3 armies on Zone 1 dice")
    .add("attack Zone 1 dice -> East Coast with 3 dice")
    .add("move in 3 armies")
    .add("attack Zone 1 dice -> Reef with 1 die")
    .add("end the attack")
    .add("fortify 1 army Zone 1 dice -> Island")
)


@pytest.mark.rule("T-8")
def test_a_preview_out_of_turn_says_what_would_be_legal_and_why_not() -> None:
    state = first_turn()
    said = PLAN.preview(state)
    assert [judgement.standing for judgement in said] == [
        ILLEGAL, LEGAL, LEGAL, OPEN, OPEN, LEGAL, LEGAL
    ]  # fmt: skip
    assert said[0].reason == "4 cannot be placed; 3 are there to place (rule T-4)"
    assert "cannot be done now" in said[3].reason  # nothing is conquered yet
    assert "not adjacent" in said[4].reason
    assert said[1].reason == ""
    assert str(said[1]) == "place 3 armies on Zone 1 dice: legal"


@pytest.mark.rule("T-8")
def test_a_preview_touches_nothing_and_nothing_is_moved_out_of_turn() -> None:
    state = first_turn()
    same = first_turn()
    PLAN.preview(state)
    assert state == same
    assert state.before is None
    assert state.player == 0
    # The same action done in earnest is whoever's turn it is, not the drafter's.
    with pytest.raises(IllegalMove, match="rule T-4"):
        apply_action(state, Place(3, "Zone 1 dice"))


@pytest.mark.rule("T-8")
def test_a_draft_is_judged_anew_as_the_board_changes() -> None:
    draft = Draft(1).add("place 3 armies on Zone 1 dice")
    state = play(first_turn(), "place 3 armies on East Coast")
    assert standings(draft, state) == [LEGAL]
    for _ in range(3):
        state = play(state, "attack East Coast -> Zone 1 dice with 3 dice")
        assert standings(draft, state) == [LEGAL]  # also while somebody's dice roll
        if state.armies_on("Zone 1 dice") == 1:
            break
        state = play(state, "roll 6 6 6 against 1 1")
    while state.owner_of("Zone 1 dice") == 1:
        dice = " ".join("1" * min(2, state.armies_on("Zone 1 dice")))
        if state.phase is Phase.ATTACK:
            state = play(state, "attack East Coast -> Zone 1 dice with 3 dice")
        state = play(state, f"roll 6 6 6 against {dice}")
    state = play(state, "move in 3 armies")
    (judgement,) = draft.preview(state)
    assert (judgement.standing, judgement.reason) == (
        ILLEGAL,
        "Zone 1 dice is not your own; place on a territory of your own (rule T-4)",
    )


@pytest.mark.rule("T-8")
def test_in_the_own_turn_it_is_judged_as_the_turn_stands() -> None:
    state = play(first_turn(), "place 3 armies on East Coast")
    draft = Draft(0).add("place 1 army on East Coast").add("end the attack").add("end the turn")
    assert standings(draft, state) == [ILLEGAL, LEGAL, LEGAL]
    rolling = play(state, "attack East Coast -> Zone 1 dice with 3 dice")
    (waiting, *_) = draft.preview(rolling)
    assert (waiting.standing, waiting.reason) == (OPEN, "before that it is to roll")


@pytest.mark.rule("T-8")
def test_what_follows_the_end_of_the_turn_is_another_players() -> None:
    draft = Draft(1).add("place 3 armies on Island").add("end the attack").add("end the turn")
    (*_, last) = draft.add("place 3 armies on Island").preview(first_turn())
    assert last.standing is ILLEGAL
    assert last.reason == "the turn is another player's by then (rule T-8)"


@pytest.mark.rule("T-8")
def test_setup_can_be_planned_too() -> None:
    start = new_game("classic", players=3, board=TOY, first_player="seat", allocation="claim")
    assert standings(Draft(2).add("claim Reef"), start) == [LEGAL]
    assert standings(Draft(2).add("claim Reef"), play(start, "claim Reef")) == [ILLEGAL]
    dealing = new_game("classic", players=3, board=TOY)
    assert standings(Draft(2).add("end the turn"), dealing) == [OPEN]
    placing = first_turn().evolve(phase=Phase.PLACE, reserves=(1, 2, 0, 0), step=(1, 0))
    assert standings(Draft(1).add("place 1 army on Island"), placing) == [LEGAL]
    assert standings(Draft(2).add("place 1 army on Reef"), placing) == [ILLEGAL]


@pytest.mark.rule("T-8")
def test_who_is_out_and_a_game_that_is_over_have_no_turn() -> None:
    state = first_turn()
    out = state.evolve(owners=(0, 0, 0, 0, 2, 2))
    (judgement,) = Draft(1).add("end the turn").preview(out)
    assert judgement == (EndTurn(), ILLEGAL, "the player is out of the game (rule V-10)")
    over = state.evolve(phase=Phase.OVER, winners=(0,))
    (judgement,) = Draft(1).add("end the turn").preview(over)
    assert judgement == (EndTurn(), ILLEGAL, "the game is over (rule T-1)")


@pytest.mark.rule("T-8", "T-9")
def test_a_draft_can_be_previewed_from_what_the_player_sees() -> None:
    state = first_turn()
    assert PLAN.preview(player_view(state, 1)) == PLAN.preview(state)


def test_an_unknown_territory_is_bad_input() -> None:
    with pytest.raises(InvalidInput, match="has no territory 'Atlantis'"):
        Draft(1).add("place 3 armies on Atlantis").preview(first_turn())
