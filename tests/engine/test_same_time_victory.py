"""What wins a same-time game: territories, capitals, and how ties are settled (V-1, V-2, V-11)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import GameState, Phase, is_terminal, new_game, player_view, returns
from oddsapp.engine.record import replay
from oddsapp.engine.state import BEFORE_PLAY
from oddsapp.engine.victory import after_tactical_moves
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from oddsapp.rules.game_rules import DOMINATION_TARGETS
from tests.engine.same_time import RING, play, refused, skip_to, submit, table
from tests.engine.setups import random_setup

RISK2 = find_board("risk2")


def shares(counts: tuple[int, ...], armies: tuple[int, ...] = (), **changes: Any) -> GameState:
    """Return a game before its tactical moves: so many territories each, so many armies."""
    names = iter(RISK2.territories)
    held: Mapping[int, dict[str, int]] = {
        player: {next(names): 1 for _ in range(count)} for player, count in enumerate(counts)
    }
    for player, total in enumerate(armies):
        first = next(iter(held[player]))
        held[player][first] += total - len(held[player])
    rules = {"phase": Phase.TACTICAL, "players": len(counts), "board": RISK2}
    return table(held, **{**rules, **changes})


def moved(state: GameState) -> GameState:
    return submit(state, *["" if player in state.owners else None for player in range(3)])


# -- V-2: domination -----------------------------------------------------------------------


@pytest.mark.rule("V-2")
@pytest.mark.parametrize(("kind", "target"), [("60%", 33), ("80%", 38), ("100%", 48)])
def test_60_80_and_100_percent_are_33_38_and_all_territories(kind: str, target: int) -> None:
    enough = shares((target - 1, 48 - target + 1, 0), domination_territories=kind)
    after = moved(enough)
    assert not is_terminal(after)
    won = moved(shares((target, 48 - target, 0), domination_territories=kind))
    assert (won.phase, won.winners) == (Phase.OVER, (0,))
    assert list(returns(won)) == [1, 0, 0]


@pytest.mark.rule("V-2")
def test_the_targets_are_data_and_any_number_may_be_agreed_on() -> None:
    rules = find_ruleset("risk2")
    assert DOMINATION_TARGETS == {"60%": 33, "80%": 38, "100%": None}
    for kind, target in DOMINATION_TARGETS.items():
        named = rules.replace(domination_territories=kind)
        assert named == rules.replace(domination_territories=target)
        assert named.same_time.domination_territories == target
    assert moved(shares((20, 14, 14), domination_territories=20)).winners == (0,)
    with pytest.raises(InvalidInput, match="no kind of domination is called '70%'; there are 60%"):
        rules.replace(domination_territories="70%")


@pytest.mark.rule("V-2")
def test_it_is_checked_after_the_tactical_move_and_not_before() -> None:
    state = shares((40, 4, 4), domination_territories="80%", phase=Phase.ORDERS)
    state = submit(state, "", "", "")
    assert state.phase is Phase.TACTICAL
    state = submit(state, "", "")
    assert state.phase is Phase.TACTICAL
    assert submit(state, None, None, "").winners == (0,)


@pytest.mark.rule("V-2", "K-14")
def test_no_card_is_drawn_once_the_game_is_won() -> None:
    state = shares((40, 4, 4), domination_territories="80%", state={"drawers": (0,)})
    assert moved(state).hands == ((), (), ())


@pytest.mark.rule("V-2")
@pytest.mark.parametrize(
    ("counts", "armies", "winners"),
    [
        ((17, 16, 15), (20, 90, 90), (0,)),  # most territories
        ((16, 16, 16), (20, 21, 20), (1,)),  # then most armies
        ((18, 18, 12), (30, 30, 90), (0, 1)),  # then a draw
        ((16, 16, 16), (20, 20, 20), (0, 1, 2)),
    ],
)
def test_of_several_at_once_one_wins_or_it_is_a_draw(
    counts: tuple[int, ...], armies: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    state = moved(shares(counts, armies, domination_territories=12))
    assert state.winners == winners
    share = Fraction(1, len(winners))
    assert returns(state) == tuple(share if p in winners else Fraction(0) for p in range(3))


@pytest.mark.rule("V-1")
@pytest.mark.parametrize("goal", ["domination", "missions", "capitals", "rounds"])
def test_the_whole_board_wins_whatever_the_goal(goal: str) -> None:
    more = {"missions": {"missions": (0, 4, 4)}, "capitals": {"capitals": (0, 1, 2)}}
    state = shares((48, 0, 0), goal=goal, state=more.get(goal, {}))
    assert moved(state).winners == (0,)


@pytest.mark.rule("V-2")
def test_a_number_of_territories_wins_in_games_for_domination_only() -> None:
    state = shares((40, 4, 4), domination_territories=33, goal="rounds")
    assert not is_terminal(moved(state))


@pytest.mark.rule("V-2", "V-8")
def test_a_team_holds_its_territories_together() -> None:
    state = shares((20, 8, 13, 7), domination_territories=33, teams=2)
    state = after_tactical_moves(state)  # 1 and 3 are a team
    assert state.winners == (0, 2)


# -- V-11: capitals ------------------------------------------------------------------------


def capitals(players: int, taken: int, *, own: bool = True, **changes: Any) -> GameState:
    """Return a game in which player 1 holds so many opposing capitals, and the own one or not.

    Capitals are the first territories of the board, by player.
    """
    names = RISK2.territories
    held: dict[int, dict[str, int]] = {player: {names[player]: 2} for player in range(players)}
    for player in range(1, taken + 1):
        held[0][names[player]] = 2
        del held[player][names[player]]
        held[player][names[20 + player]] = 2
    if not own:
        del held[0][names[0]]
        held[players - 1][names[0]] = 2
    rules: dict[str, Any] = {"phase": Phase.TACTICAL, "players": players, "board": RISK2}
    rules |= {"goal": "capitals", "rest": players - 1, "state": {"capitals": tuple(range(players))}}
    return table(held, **{**rules, **changes})


@pytest.mark.rule("V-11")
@pytest.mark.parametrize(("players", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_how_many_opposing_capitals_win(players: int, needed: int) -> None:
    assert not is_terminal(after_tactical_moves(capitals(players, needed - 1)))
    assert after_tactical_moves(capitals(players, needed)).winners == (0,)


@pytest.mark.rule("V-11")
def test_ones_own_capital_has_to_be_held_as_well() -> None:
    assert not is_terminal(after_tactical_moves(capitals(4, 2, own=False)))


@pytest.mark.rule("V-11")
def test_how_many_they_are_is_data() -> None:
    state = capitals(4, 1, capitals_to_take={4: 1})
    assert after_tactical_moves(state).winners == (0,)
    assert not is_terminal(after_tactical_moves(capitals(4, 2, capitals_to_take={3: 2})))
    assert after_tactical_moves(capitals(4, 3, capitals_to_take={3: 2})).winners == (0,)


@pytest.mark.rule("V-11", "V-2")
def test_capitals_are_checked_after_the_tactical_move() -> None:
    state = capitals(3, 2, phase=Phase.ORDERS)
    state = skip_to(state, Phase.TACTICAL)
    assert not is_terminal(state)
    assert submit(state, "", "", "").winners == (0,)


@pytest.mark.rule("V-11", "V-10")
def test_whoever_loses_a_capital_plays_on() -> None:
    state = submit(capitals(4, 1), "", "", "", "")
    assert state.phase is not Phase.OVER
    assert 1 in state.living


@pytest.mark.rule("V-11", "V-2")
def test_several_who_hold_enough_capitals_are_settled_by_territories() -> None:
    # Of one opposing capital each: 1 holds that of 2, and 3 that of 4, and most of the board.
    names = RISK2.territories
    held = {
        0: {names[0]: 1, names[1]: 1},
        1: {names[21]: 1},
        2: {names[2]: 1, names[3]: 1},
        3: {names[23]: 1},
    }
    rules: dict[str, Any] = {"capitals_to_take": {4: 1}, "goal": "capitals"}
    state = table(
        held, rest=2, players=4, board=RISK2, phase=Phase.TACTICAL,
        state={"capitals": (0, 1, 2, 3)}, **rules,
    )  # fmt: skip
    assert after_tactical_moves(state).winners == (2,)


def choosing(**changes: Any) -> GameState:
    rules = {"goal": "capitals", "first_player": "seat", "starting_armies": {3: 3}}
    state = new_game("risk2", players=3, board=RING, **{**rules, **changes})
    return play(state, *(f"deal {name}" for name in "ABCDEF"))


@pytest.mark.rule("V-11")
@pytest.mark.parametrize("together", [False, True])
def test_capitals_are_secret_until_all_armies_are_placed(together: bool) -> None:
    state = choosing(placed_together=together)
    assert state.phase is Phase.CAPITALS
    refused(state, "choose capital B", "V-11", "B is not your own")
    state = play(state, "choose capital A")
    assert player_view(state, 1).capitals == (-1, -1, -1)
    state = play(state, "choose capital E", "choose capital C")
    assert state.phase is (Phase.ARRANGE if together else Phase.PLACE)
    assert player_view(state, 1).capitals == (-1, 4, -1)
    while state.phase in BEFORE_PLAY:
        assert player_view(state, 2).capitals == (-1, -1, 2)
        line = (
            "player {0} agrees to the setup"
            if not state.reserves[state.player]
            else ("player {0} stations 1 army on {1}" if together else "place 1 army on {1}")
        )
        own = state.game.names[state.territories(state.player)[0]]
        state = play(state, line.format(state.player + 1, own))
    assert player_view(state, 1).capitals == (0, 4, 2)


@pytest.mark.rule("V-11", "V-4")
def test_they_may_be_chosen_after_that_as_in_the_other_documents() -> None:
    state = choosing(capitals_before_armies=False)
    assert state.phase is Phase.PLACE
    state = play(state, *(f"place 1 army on {name}" for name in "ABC"))
    assert state.phase is Phase.CAPITALS
    state = play(state, *(f"choose capital {name}" for name in "ABC"))
    assert state.phase not in BEFORE_PLAY
    assert state.capitals == (0, 1, 2)


@pytest.mark.rule("V-11")
def test_the_cards_of_capitals_stay_in_the_deck() -> None:
    record, _ = random_setup(3, goal="capitals")
    assert len(record.state.pile) == 50


@pytest.mark.rule("V-11")
def test_the_presets_of_risk2_play_this_form() -> None:
    for name in ("risk2", "risk2_shipped_game", "risk2_manual"):
        victory = find_ruleset(name).victory
        assert (victory.capital_form, victory.capitals_before_armies) == ("risk2", True)
    assert find_ruleset("classic").victory.capital_form == "capitals"


@pytest.mark.rule("V-4", "V-5", "V-11")
@pytest.mark.parametrize(
    ("form", "short", "taken", "wins"),
    [
        ("headquarters", True, 1, False),
        ("headquarters", True, 2, True),
        ("headquarters", False, 2, False),
        ("headquarters", False, 3, True),
        ("capitals", True, 1, False),
        ("capitals", True, 2, True),
        ("capitals", False, 2, False),
        ("capitals", False, 3, True),
    ],
)
def test_the_other_forms_of_capitals_can_be_played_too(
    form: str, short: bool, taken: int, wins: bool
) -> None:
    state = capitals(4, taken, capital_form=form, short_game=short)
    assert is_terminal(after_tactical_moves(state)) == wins


@pytest.mark.rule("V-11", "S-5")
@pytest.mark.parametrize("seed", range(3))
def test_random_capital_games_begin_and_are_replayed(seed: int) -> None:
    record, _ = random_setup(
        seed, goal="capitals", allocation=("deal", "claim", "election")[seed],
        placed_together=seed == 1, players=4,
    )  # fmt: skip
    capitals_chosen = record.state.capitals
    assert [record.state.owners[capital] for capital in capitals_chosen] == [0, 1, 2, 3]
    assert replay(record.game, record.log) == record.state


@pytest.mark.rule("V-11")
def test_in_a_sequential_game_the_form_is_seen_at_the_end_of_ones_turn() -> None:
    state = new_game("classic", players=3, goal="capitals", capital_form="risk2")
    owners = (0,) * 41 + (1,)
    state = state.evolve(
        phase=Phase.FORTIFY, capitals=(0, 1, 2), owners=owners, armies=(1,) * 42, contenders=()
    )
    assert play(state, "end the turn").winners == (0,)
