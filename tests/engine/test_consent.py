"""Concession, agreed draw, and the switch to scoring: with everyone's consent (V-9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsapp.engine import (
    NEUTRAL,
    GameState,
    Phase,
    current_player,
    legal_actions,
    table_actions,
)
from oddsapp.engine.actions import Agree, Concede, ProposeDraw, ProposeScore, Refuse
from tests.engine.positions import SQUARE, armies_on, play, position, refused, shares

PROPOSALS = ("concede to player 0", "concede to player 2", "propose a draw",
             "propose to score after 2 rounds")  # fmt: skip


def table(phase: Phase = Phase.ATTACK, **more: Any) -> GameState:
    """Return four players on the square, one of whom, player 4, is out."""
    state = {
        "hands": ((0, 5), (1,), (2,), ()),
        "destroyed_by": (-1, -1, -1, 2),
        **more.pop("state", {}),
    }
    held = more.pop("holdings", {0: {"A": 7}, 1: {"B": 4}, 2: {"C": 3, "D": 2}})
    return position(held, board=SQUARE, players=4, phase=phase, state=state, **more)


# --- asking -----------------------------------------------------------------------------


@pytest.mark.rule("V-9")
@pytest.mark.parametrize("phase", [Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY])
@pytest.mark.parametrize("line", PROPOSALS)
def test_all_others_in_the_game_are_asked_in_turn(phase: Phase, line: str) -> None:
    asked = play(table(phase), line)
    assert current_player(asked) == 1
    assert [a.action for a in legal_actions(asked)] == [Agree(), Refuse()]
    second = play(asked, "agree")
    assert (second.phase, current_player(second)) == (Phase.CONSENT, 2)
    refused(second, "end the attack", "T-1")


@pytest.mark.rule("V-9")
@pytest.mark.parametrize("answers", [("refuse",), ("agree", "refuse")])
@pytest.mark.parametrize("line", PROPOSALS)
def test_if_one_refuses_nothing_has_happened(line: str, answers: tuple[str, ...]) -> None:
    assert play(table(), line, *answers) == table()


@pytest.mark.rule("V-9")
def test_proposals_are_made_between_moves_of_ones_own_turn() -> None:
    attack = "attack A -> B with 3 dice"
    asked = play(table(defender_chooses=True), attack)
    lying = play(table(commander=True), attack, "roll 5 4 1 against 6 3")
    taken = play(table(), "attack A -> B until 1 army are left", "fight down to 3 against 0")
    for state in (asked, lying, taken, play(table(), attack), play(table(), "propose a draw")):
        for line in PROPOSALS:
            refused(state, line, "V-9", "between moves")


@pytest.mark.rule("V-9")
def test_what_may_be_proposed() -> None:
    offered = [actions.action for actions in table_actions(table())]
    assert offered == [Concede(0), Concede(2), Concede(3), ProposeDraw(), ProposeScore(1)]
    refused(table(), "concede to player 1", "V-9", "cannot be the heir")  # oneself
    refused(table(), "concede to player 4", "V-9")  # who is out
    refused(table(), "concede to player 5", "V-9")
    refused(table(), "propose to score after 0 rounds", "V-9", "1 round or more")
    refused(table(), "agree", "T-1")


# --- concession -------------------------------------------------------------------------


@pytest.mark.rule("V-9")
def test_as_if_eliminated_by_an_heir() -> None:
    after = play(table(), "concede to player 3", "agree", "agree")
    assert after.owners == (2, 1, 2, 2)
    assert armies_on(after, "A", "B", "C", "D") == (1, 4, 3, 2)  # the conceder's are removed
    assert after.hands == ((), (1,), (0, 2, 5), ())
    assert after.destroyed_by == (2, -1, -1, 2)
    assert (after.player, after.phase) == (1, Phase.REINFORCE)
    assert after.living == (1, 2)


@pytest.mark.rule("V-9")
def test_or_the_territories_turn_neutral_and_the_cards_are_discarded() -> None:
    after = play(table(), "concede to player 0", "agree", "agree")
    assert after.owners == (NEUTRAL, 1, 2, 2)
    assert armies_on(after, "A") == (7,)
    assert (after.hands, after.discards) == (((), (1,), (2,), ()), (0, 5))
    assert (after.player, after.phase) == (1, Phase.REINFORCE)
    # They are conquered like others, and stand in nobody's way to the win.
    attack = after.evolve(phase=Phase.ATTACK, armies=(7, 9, 1, 2), reserves=(0,) * 5)
    taken = play(attack, "attack B -> A with 3 dice", "roll 6 6 6 against 1 1")
    assert armies_on(taken, "A") == (5,)


@pytest.mark.rule("V-9", "V-1")
@pytest.mark.parametrize("heir", [0, 2])
def test_whoever_is_left_alone_has_won(heir: int) -> None:
    state = table(holdings={0: {"A": 7, "D": 1}, 1: {"B": 4, "C": 1}})
    state = state.evolve(destroyed_by=(-1, -1, 0, 0), hands=((0,), (1,), (), ()))
    won = play(state, f"concede to player {heir}", "agree")
    assert (won.phase, won.winners) == (Phase.OVER, (1,))


@pytest.mark.rule("V-9")
def test_reinforcements_not_placed_are_gone_and_no_card_is_drawn() -> None:
    state = table(Phase.REINFORCE, state={"reserves": (5, 0, 0, 0, 0), "conquered": True})
    after = play(state, "concede to player 2", "agree", "agree")
    assert after.reserves[0] == 0
    assert (after.phase, after.conquered) == (Phase.REINFORCE, False)


@pytest.mark.rule("V-9", "V-7")
def test_conceding_last_in_the_last_round_brings_the_score() -> None:
    state = table(player=2, state={"round": 3, "last_round": 3})
    over = play(state, "concede to player 0", "agree", "agree")
    assert (over.phase, over.winners) == (Phase.OVER, (0,))


# --- draw -------------------------------------------------------------------------------


@pytest.mark.rule("V-9")
def test_an_agreed_draw_is_shared_by_all_who_are_left() -> None:
    over = play(table(), "propose a draw", "agree", "agree")
    assert (over.phase, over.winners) == (Phase.OVER, (0, 1, 2))
    assert shares(over) == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3), 0)


@pytest.mark.rule("V-9", "V-8")
def test_between_teams_each_team_has_its_share() -> None:
    over = play(table(teams=2), "propose a draw", "agree", "agree")
    assert shares(over) == (Fraction(1, 2),) * 4


# --- switch to scoring ------------------------------------------------------------------


@pytest.mark.rule("V-9", "V-7")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_stalled_game_is_scored_after_as_many_rounds_this_one_included(rounds: int) -> None:
    state = table(state={"round": 6})
    agreed = play(state, f"propose to score after {rounds} rounds", "agree", "agree")
    assert (agreed.phase, agreed.player) == (Phase.ATTACK, 0)
    assert agreed.last_round == 5 + rounds
    turns = 0
    while agreed.phase is not Phase.OVER:
        if agreed.phase is Phase.REINFORCE:
            own = agreed.game.names[agreed.territories(agreed.player)[0]]
            agreed = play(agreed, f"place {agreed.reserves[agreed.player]} armies on {own}")
        agreed = play(agreed, "end the attack", "end the turn")
        turns += 1
    assert turns == 3 * rounds  # as many for each of the three
    assert agreed.winners == (2,)


@pytest.mark.rule("V-9", "T-10")
def test_what_all_agreed_on_is_not_undone_by_one() -> None:
    agreed = play(table(), "propose to score after 2 rounds", "agree", "agree")
    refused(agreed, "undo", "T-10")
    refused(play(table(), "propose a draw", "agree"), "undo", "T-10")
