"""World domination in a same-time game: 60, 80 and 100 % (V-1, V-2, V-8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import GameState, Phase, returns
from tests.engine.same_time import play, submit, table

RISK2 = find_board("risk2").territories


def holding(*counts: int, armies: int = 1, **changes: Any) -> GameState:
    """Return the tactical moves of a game in which players hold so many territories each."""
    held: dict[int, dict[str, int]] = {}
    names = iter(RISK2)
    for player, count in enumerate(counts):
        held[player] = {next(names): armies for _ in range(count)}
    state = table(held, phase=Phase.TACTICAL, board="risk2", **changes)
    assert sum(counts) == len(RISK2)
    return state


@pytest.mark.rule("V-2")
@pytest.mark.parametrize("target", [33, 38], ids=["60%", "80%"])
def test_so_many_territories_win_after_the_tactical_move(target: int) -> None:
    won = submit(
        holding(target, 24 - target // 2, 24 - target + target // 2, domination_territories=target),
        "",
        "",
        "",
    )
    assert (won.phase, won.winners) == (Phase.OVER, (0,))
    rest = 48 - target + 1
    short = holding(target - 1, rest // 2, rest - rest // 2, domination_territories=target)
    assert submit(short, "", "", "").phase is Phase.REINFORCEMENTS


@pytest.mark.rule("V-2")
def test_it_is_not_checked_before_the_tactical_move() -> None:
    held = {0: {"A": 9, "B": 1}, 1: {"D": 1, "E": 1}, 2: {"C": 1, "F": 1}}
    state = submit(table(held, domination_territories=3), "8 A -> D", "", "")
    state = play(state, "settle at 7 0 for D")
    assert state.phase is Phase.TACTICAL
    over = submit(state, "1 D -> A", "", "")
    assert (over.phase, over.winners) == (Phase.OVER, (0,))
    assert over.carried[-1].played  # the move is carried out


@pytest.mark.rule("V-2", "V-1")
def test_by_default_the_whole_board_wins_and_no_move_or_card_follows() -> None:
    held = {0: {"A": 9, "B": 1, "C": 1, "E": 1, "F": 1}, 1: {"D": 1}}
    state = submit(table(held, players=3), "8 A -> D", "")
    over = play(state, "settle at 8 0 for D")
    assert (over.phase, over.winners) == (Phase.OVER, (0,))
    assert over.hands == ((), (), ())


@pytest.mark.rule("V-2")
@pytest.mark.parametrize(
    ("counts", "moved", "winners"),
    [
        ((20, 17, 11), (0, 0), (0,)),  # most territories
        ((20, 20, 8), (3, 1), (0,)),  # then most armies
        ((20, 20, 8), (1, 3), (1,)),
        ((20, 20, 8), (2, 2), (0, 1)),  # then a draw
    ],
)
def test_of_several_at_once(
    counts: tuple[int, int, int], moved: tuple[int, int], winners: tuple[int, ...]
) -> None:
    state = holding(*counts, domination_territories=17)
    armies = list(state.armies)
    armies[0] += moved[0]
    armies[counts[0]] += moved[1]
    over = submit(state.evolve(armies=tuple(armies)), "", "", "")
    assert over.winners == winners
    share = Fraction(1, len(winners))
    assert returns(over) == tuple(share if p in winners else Fraction(0) for p in range(3))


@pytest.mark.rule("V-8", "V-2")
def test_the_territories_of_a_team_count_together() -> None:
    state = holding(20, 10, 10, 8, players=4, teams=2, domination_territories=30)
    assert submit(state, "", "", "", "").winners == (0, 2)


@pytest.mark.rule("V-8", "V-1")
def test_a_team_with_the_whole_board_has_won() -> None:
    held = {0: {"A": 9, "B": 1, "C": 1}, 2: {"E": 1, "F": 1}, 1: {"D": 1}}
    state = submit(table(held, players=4, teams=2), "8 A -> D", "", "")
    assert play(state, "settle at 8 0 for D").winners == (0, 2)


@pytest.mark.rule("V-7")
def test_after_a_number_of_rounds_the_score_counts() -> None:
    state = table(
        {0: {"A": 9, "B": 1, "C": 1}, 1: {"D": 1}, 2: {"E": 1, "F": 1}},
        phase=Phase.TACTICAL,
        goal="rounds",
        rounds=2,
        state={"round": 1},
    )
    state = submit(state, "", "", "")
    assert (state.round, state.phase) == (2, Phase.REINFORCEMENTS)
    for _ in range(3):
        state = submit(state, "", "", "")
    assert (state.phase, state.winners) == (Phase.OVER, (0,))
