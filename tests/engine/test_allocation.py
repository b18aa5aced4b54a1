"""How territories are allotted, and starting armies placed (S-2)."""

from fractions import Fraction

import pytest

from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    new_game,
)
from oddsapp.engine.actions import Claim, Place
from oddsapp.engine.events import TerritoryDealt
from oddsapp.errors import IllegalMove, InvalidInput
from tests.engine.build import first_moves, listed, play

STARTING = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}

# -- S-2: dealt --------------------------------------------------------------------------


@pytest.mark.rule("S-2")
@pytest.mark.parametrize(
    ("rules", "players", "goal", "phase"),
    [
        ("classic", 4, "domination", Phase.DEAL),
        ("classic", 4, "missions", Phase.DEAL),
        ("parker1993", 4, "domination", Phase.CLAIM),
        ("parker1993", 4, "capitals", Phase.CLAIM),
        ("parker1993", 4, "missions", Phase.DEAL),
        ("parker1993", 2, "domination", Phase.DEAL),
    ],
)
def test_each_document_allots_territories_its_own_way(
    rules: str, players: int, goal: str, phase: Phase
) -> None:
    state = new_game(rules, players=players, goal=goal, first_player="seat")
    if state.phase is Phase.MISSIONS:
        state = play(state, *(f"deal mission {number}" for number in range(1, players + 1)))
    assert state.phase is phase


@pytest.mark.rule("S-2")
def test_missions_may_be_played_on_claimed_territories() -> None:
    changes = {"goal": "missions", "mission_allocation": "claim", "first_player": "seat"}
    state = new_game("classic", players=3, **changes)
    state = play(state, "deal mission 1", "deal mission 2", "deal mission 3")
    assert state.phase is Phase.CLAIM


@pytest.mark.rule("S-2")
@pytest.mark.parametrize(
    ("players", "counts"),
    [(3, [14] * 3), (4, [11, 11, 10, 10]), (5, [9, 9, 8, 8, 8]), (6, [7] * 6)],
)
def test_a_deal_is_as_even_as_42_cards_allow(players: int, counts: list[int]) -> None:
    state = first_moves(new_game("classic", players=players, first_player="seat"), Phase.PLACE)
    assert [state.owners.count(player) for player in range(players)] == counts
    assert state.armies == (1,) * 42
    assert state.reserves[:players] == tuple(STARTING[players] - count for count in counts)


@pytest.mark.rule("S-2")
def test_cards_are_dealt_clockwise_from_the_first_player() -> None:
    state = new_game("classic", players=4)
    state = play(state, "roll for the first turn 1 2 6 3")
    order = []
    for name in state.game.names:
        before = state.owners
        state = apply_action(state, TerritoryDealt(name))
        order += [new for old, new in zip(before, state.owners, strict=True) if old != new]
    assert order == [(2 + turn) % 4 for turn in range(42)]


@pytest.mark.rule("S-2", "K-1")
def test_a_deal_is_a_uniform_draw_of_the_territories_left() -> None:
    state = new_game("classic", players=3, first_player="seat")
    left = set(state.game.names)
    while state.phase is Phase.DEAL:
        assert current_player(state) == CHANCE
        outcomes = dict(chance_outcomes(state))
        assert {str(event) for event in outcomes} == {f"deal {name}" for name in left}
        assert set(outcomes.values()) == {Fraction(1, len(left))}
        assert sum(outcomes.values()) == 1
        event = list(outcomes)[len(left) // 2]
        assert isinstance(event, TerritoryDealt)
        left.remove(event.territory)
        state = apply_action(state, event)
    assert not left


@pytest.mark.rule("S-2")
def test_nothing_is_dealt_twice() -> None:
    state = play(new_game("classic", players=3, first_player="seat"), "deal Peru")
    with pytest.raises(InvalidInput, match="Peru is dealt already"):
        play(state, "deal Peru")


# -- S-2: claimed ------------------------------------------------------------------------


@pytest.fixture
def claiming() -> GameState:
    state = new_game("parker1993", players=4)
    return play(state, "roll for the first turn 1 2 6 3")


@pytest.mark.rule("S-2", "S-3")
def test_territories_are_claimed_one_by_one_clockwise(claiming: GameState) -> None:
    state, order = claiming, []
    for name in state.game.names:
        assert state.phase is Phase.CLAIM
        order.append(state.player)
        claimer = state.player
        state = apply_action(state, Claim(name))
        assert (state.owner_of(name), state.armies_on(name)) == (claimer, 1)
    assert order == [(2 + turn) % 4 for turn in range(42)]
    assert [state.owners.count(player) for player in range(4)] == [10, 10, 11, 11]
    assert state.phase is Phase.PLACE


@pytest.mark.rule("S-2")
def test_any_free_territory_may_be_claimed_and_no_other(claiming: GameState) -> None:
    assert listed(claiming) == {f"claim {name}" for name in claiming.game.names}
    state = play(claiming, "claim Japan")
    assert listed(state) == {f"claim {name}" for name in claiming.game.names if name != "Japan"}
    with pytest.raises(IllegalMove, match="Japan is claimed already") as caught:
        play(state, "claim Japan")
    assert caught.value.rule == "S-2"


@pytest.mark.rule("S-2")
def test_nothing_is_placed_before_all_are_claimed(claiming: GameState) -> None:
    state = play(claiming, "claim Japan", "claim Siam", "claim India", "claim China")
    with pytest.raises(IllegalMove, match="when it is to claim a territory") as caught:
        play(state, "place 1 army on Japan")
    assert caught.value.rule == "T-1"


# -- S-2: one army at a time -------------------------------------------------------------


@pytest.mark.rule("S-2")
@pytest.mark.parametrize("allocation", ["deal", "claim"])
def test_one_army_at_a_time_in_turn_until_all_have_run_out(allocation: str) -> None:
    state = new_game("classic", players=4, allocation=allocation)
    state = first_moves(play(state, "roll for the first turn 1 6 2 3"), Phase.PLACE)
    order = []
    while state.phase is Phase.PLACE:
        order.append(state.player)
        mine = state.game.names[state.territories(state.player)[0]]
        state = apply_action(state, Place(1, mine))
    # Players 1 and 2 got 11 territories of 42: they run out one round before the others.
    assert order == [1, 2, 3, 0] * 19 + [3, 0]
    assert state.reserves[2:] == (0, 0, 0)


@pytest.mark.rule("S-2")
def test_starting_armies_go_on_own_territories_one_each_time() -> None:
    state = first_moves(new_game("classic", players=3, first_player="seat"), Phase.PLACE)
    own = {state.game.names[number] for number in state.territories(0)}
    assert listed(state) == {f"place 1 army on {name}" for name in own}
    theirs = state.game.names[state.territories(1)[0]]
    with pytest.raises(IllegalMove, match="another player's") as caught:
        apply_action(state, Place(1, theirs))
    assert caught.value.rule == "S-2"
    for armies in (0, 2):
        with pytest.raises(IllegalMove, match=f"{armies} armies cannot be placed") as caught:
            apply_action(state, Place(armies, min(own)))
        assert caught.value.rule == "S-2"


@pytest.mark.rule("S-2", "T-5")
def test_no_limit_holds_while_starting_armies_are_placed() -> None:
    state = new_game("parker1993", players=3, first_player="seat", stack_limit=12)
    state = first_moves(state, Phase.REINFORCE)
    assert state.armies_on("Alaska") == 22  # all 21 that were left on the first territory
