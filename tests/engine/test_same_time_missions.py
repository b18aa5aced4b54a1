"""Secret missions of a same-time game, with the deck of the RISK II manual (V-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import (
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    is_terminal,
    new_game,
    player_view,
)
from oddsapp.engine.events import MissionDealt
from oddsapp.engine.game import make_game
from oddsapp.engine.missions import (
    is_fulfilled,
    mission_cards,
    mission_deck,
    mission_of,
    possible_missions,
)
from oddsapp.engine.record import replay
from oddsapp.engine.victory import after_tactical_moves
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.same_time import RING, play, submit, table
from tests.engine.setups import random_setup

pytestmark = pytest.mark.rule("V-3")

RISK2 = find_board("risk2")
CONTINENTS = {continent.name: continent.territories for continent in RISK2.continents}
RULES = find_ruleset("risk2").replace(goal="missions")
SPECIMEN = make_game(RULES, players=4, board=RISK2)
WORDS = [str(mission) for mission in mission_deck(SPECIMEN)]
FAR_OFF = WORDS.index("destroy player 1, or whoever destroys that player")
ASIA_AND_SOUTH = WORDS.index("hold Asia and South America")


def number(words: str) -> int:
    return WORDS.index(words)


def mission_game(
    held: Mapping[int, Iterable[str]],
    missions: Mapping[int, str],
    *,
    armies: Mapping[str, int] | None = None,
    rest: int = 3,
    phase: Phase = Phase.TACTICAL,
    rounds: int = 3,
    targets: Mapping[int, int] | None = None,
    **changes: Any,
) -> GameState:
    """Four players with these missions; the holdings may be names of continents."""
    holdings = {
        player: {
            name: (armies or {}).get(name, 1)
            for entry in names
            for name in CONTINENTS.get(entry, (entry,))
        }
        for player, names in held.items()
    }
    dealt = tuple(number(missions[p]) if p in missions else FAR_OFF for p in range(4))
    aims = tuple((targets or {}).get(player, -1) for player in range(4))
    return table(
        holdings,
        rest=rest,
        players=4,
        board=RISK2,
        phase=phase,
        goal="missions",
        state={"missions": dealt, "round": rounds, "targets": aims if targets else ()},
        **changes,
    )


# -- the deck ----------------------------------------------------------------------------


def test_the_deck_has_the_cards_of_the_manual() -> None:
    kinds: Counter[str] = Counter()
    for card in mission_cards(SPECIMEN):
        kinds[f"{WORDS[card.missions[0]]}, one of {len(card.missions)}"] += 1
    assert kinds == {
        "destroy player 1, or whoever destroys that player, one of 4": 2,
        f"see the owner of {RISK2.territories[0]} destroyed, one of 48": 2,
        "hold a whole continent and a territory in every other continent, one of 1": 1,
        "hold Asia and South America, one of 4": 2,
        "hold Asia and 8 connected territories outside it, one of 3": 3,
        "hold Asia and Northwest Territory, one of 18": 3,
    }
    assert len(mission_cards(make_game(RULES, players=8, board=RISK2))) == 13


def test_it_is_the_deck_of_all_risk2_presets() -> None:
    for name in ("risk2", "risk2_shipped_game", "risk2_manual"):
        assert find_ruleset(name).victory.mission_deck == "risk2_same_time"


def test_it_is_refused_where_players_take_turns() -> None:
    with pytest.raises(InvalidInput, match="for games in which all play at the same time"):
        new_game("classic", players=3, goal="missions", mission_deck="risk2_same_time")


def test_a_board_without_its_continents_is_refused() -> None:
    with pytest.raises(InvalidInput, match="need a continent 'Asia', which board 'ring'"):
        new_game("risk2", players=3, board=RING, goal="missions")


def test_the_classic_deck_can_be_played_at_the_same_time_as_well() -> None:
    record, _ = random_setup(1, goal="missions", mission_deck="classic_12")
    assert -1 not in record.state.missions


# -- dealing -----------------------------------------------------------------------------


def dealing() -> GameState:
    """Four players in seat order, about to get missions; 1 owns Alaska and every fourth."""
    state = new_game(RULES, players=4, board=RISK2, first_player="seat")
    return play(state, *(f"deal {name}" for name in RISK2.territories))


def test_missions_are_dealt_once_territories_are_allotted() -> None:
    state = dealing()
    assert (state.phase, state.missions) == (Phase.MISSIONS, (-1,) * 4)
    for _ in range(4):
        state = apply_action(state, next(iter(chance_outcomes(state)))[0])
    assert state.phase is Phase.PLACE
    assert state.undealt == ()


def test_every_card_is_as_likely_and_so_is_what_it_says() -> None:
    state = dealing()
    outcomes = {
        event.mission - 1: probability
        for event, probability in chance_outcomes(state)
        if isinstance(event, MissionDealt)
    }
    assert sum(outcomes.values()) == 1
    assert outcomes == possible_missions(state)
    assert outcomes[number("destroy player 2, or whoever destroys that player")] == Fraction(2, 39)
    assert outcomes[number("see the owner of Alberta destroyed")] == Fraction(2, 13 * 36)
    whole = number("hold a whole continent and a territory in every other continent")
    assert outcomes[whole] == Fraction(1, 13)
    assert outcomes[number("hold Asia and South America")] == Fraction(2, 13 * 4)
    eight = number("hold Europe and 8 connected territories outside it")
    assert outcomes[eight] == Fraction(3, 13 * 3)
    assert outcomes[number("hold Asia and North Africa")] == Fraction(3, 13 * 18)


def test_nobody_gets_a_mission_against_oneself() -> None:
    state = dealing()
    own = number("destroy player 1, or whoever destroys that player")
    territory = number("see the owner of Alaska destroyed")
    assert own not in possible_missions(state)
    assert territory not in possible_missions(state)
    with pytest.raises(InvalidInput, match="not there to be dealt"):
        apply_action(state, MissionDealt(own + 1))
    state = apply_action(state, MissionDealt(ASIA_AND_SOUTH + 1))
    assert own in possible_missions(state)
    assert territory in possible_missions(state)


def test_two_copies_may_say_the_same_but_for_the_pairs_of_continents() -> None:
    pair = apply_action(dealing(), MissionDealt(ASIA_AND_SOUTH + 1))
    assert ASIA_AND_SOUTH not in possible_missions(pair)
    assert possible_missions(pair)[number("hold Europe and Australia")] == Fraction(1, 12 * 3)
    twice = number("destroy player 3, or whoever destroys that player")
    once = apply_action(dealing(), MissionDealt(twice + 1))
    assert possible_missions(once)[twice] == Fraction(1, 12 * 3)
    again = apply_action(once, MissionDealt(twice + 1))
    assert twice not in possible_missions(again)  # both copies are out


def test_who_owns_the_named_territory_is_the_first_target() -> None:
    state = dealing()
    owner = number("see the owner of Alberta destroyed")
    state = apply_action(state, MissionDealt(owner + 1))
    for words in (PAIR, PLUS, ONE):
        state = apply_action(state, MissionDealt(number(words) + 1))
    assert state.targets == (state.owner_of("Alberta"), -1, -1, -1)


@pytest.mark.parametrize("seed", range(4))
def test_random_deals_are_replayed(seed: int) -> None:
    record, _ = random_setup(
        seed, players=3 + seed, goal="missions",
        mission_allocation=("deal", "claim", "election", "deal")[seed],
    )  # fmt: skip
    assert -1 not in record.state.missions
    assert replay(record.game, record.log) == record.state


@pytest.mark.rule("T-9")
def test_missions_and_whom_they_are_about_are_hidden() -> None:
    missions = {0: "see the owner of Siam destroyed", 1: "hold Europe and Australia"}
    state = mission_game({0: ["Alaska"], 1: ["Brazil"], 2: ["Siam"]}, missions, targets={0: 2})
    assert player_view(state, 0).targets == (2, -1, -1, -1)
    assert player_view(state, 1).targets == (-1, -1, -1, -1)
    view = player_view(state, 1)
    assert (view.missions[0], view.missions[1]) == (-1, number("hold Europe and Australia"))
    assert player_view(view, 1) == view


# -- continents --------------------------------------------------------------------------

PAIR = "hold Europe and Australia"
EIGHT = "hold Asia and 8 connected territories outside it"
PLUS = "hold South America and Greenland"
ONE = "hold a whole continent and a territory in every other continent"
CHAIN = ["Alaska", "Alberta", "Ontario", "Quebec", "Greenland", "Iceland", "Great Britain"]


@pytest.mark.parametrize(
    ("mission", "held", "done"),
    [
        (PAIR, ["Europe", "Australia"], True),
        (PAIR, ["Europe", *CONTINENTS["Australia"][1:]], False),
        (PAIR, ["Asia", "Europe"], False),
        (PLUS, ["South America", "Greenland"], True),
        (PLUS, ["South America", "Iceland"], False),
        (PLUS, [*CONTINENTS["South America"][1:], "Greenland"], False),
        (EIGHT, ["Asia", *CHAIN, "Western Europe"], True),
        (EIGHT, ["Asia", *CHAIN], False),  # 7
        (EIGHT, ["Asia", *CHAIN[:4], *CONTINENTS["Africa"][:4]], False),  # 4 and 4
        (EIGHT, [*CONTINENTS["Asia"][1:], *CHAIN, "Western Europe"], False),
        (EIGHT, ["Asia", "Africa", "Brazil", "Argentina"], True),  # need not touch it
        (ONE, ["Africa", "Alaska", "Brazil", "Siam", "Iceland", "New Guinea"], True),
        (ONE, ["Africa", "Alaska", "Brazil", "Siam", "Iceland"], False),
        (ONE, ["Alaska", "Brazil", "Siam", "Iceland", "New Guinea", "Egypt"], False),
        (ONE, ["Africa", "Asia", "Alaska", "Brazil", "Iceland", "New Guinea"], True),
    ],
)
def test_what_is_to_be_held(mission: str, held: list[str], done: bool) -> None:
    state = mission_game({0: held}, {0: mission})
    assert is_fulfilled(state, 0) == done


# -- destroying a player -----------------------------------------------------------------

DESTROY_3 = "destroy player 3, or whoever destroys that player"


def hunted(taker: int, mission: str = DESTROY_3, **more: Any) -> GameState:
    """Player 3 has Siam only, and loses it to `taker`; player 1 has the mission."""
    held = {0: ["India"], 1: ["China"], 2: ["Siam"]}
    armies = {"India": 9, "China": 9}
    state = mission_game(held, {0: mission}, armies=armies, phase=Phase.ORDERS, **more)
    home = ("India", "China")[taker]
    plans = ["", "", "", ""]
    plans[taker] = f"8 {home} -> Siam"
    state = submit(state, *plans)
    return play(state, "settle at 5 0 for Siam")


def test_whoever_takes_the_last_territory_has_destroyed_the_target() -> None:
    state = hunted(taker=0)
    assert (state.destroyers[2], state.destroyed_by[2]) == ((0,), 0)
    assert is_fulfilled(state, 0)
    assert state.phase is Phase.TACTICAL  # not won at once
    assert submit(state, "", "", None, "").winners == (0,)


def test_whoever_destroyed_the_target_is_to_be_destroyed_instead() -> None:
    state = hunted(taker=1)
    assert not is_fulfilled(state, 0)
    assert str(mission_of(state, 0)) == DESTROY_3
    state = submit(state, "", "", None, "")
    by = {**dict(enumerate(state.destroyers)), 1: (0,)}
    done = state.evolve(destroyers=tuple(by[p] for p in range(4)), destroyed_by=(-1, 0, 1, -1))
    assert is_fulfilled(done, 0)


def test_once_a_third_has_destroyed_both_the_mission_is_replaced() -> None:
    state = hunted(taker=1).evolve(destroyers=((), (3,), (1,), ()), destroyed_by=(-1, 3, 1, -1))
    assert str(mission_of(state, 0)) == "hold 24 territories"
    assert not is_fulfilled(state, 0)


def test_the_spoils_decide_who_has_destroyed_a_player_beaten_by_several() -> None:
    held = {0: ["India"], 1: ["China"], 2: ["Siam"]}
    armies = {"India": 9, "China": 9}
    state = mission_game(held, {0: DESTROY_3}, armies=armies, phase=Phase.ORDERS)
    state = submit(state, "8 India -> Siam", "8 China -> Siam", "", "")
    state = play(state, "settle at 8 8 0 for Siam", "settle at 0 3 for Siam")
    assert state.destroyers[2] == (1,)
    assert not is_fulfilled(state, 0)


def test_several_who_take_the_last_territories_at_once_have_all_destroyed_the_player() -> None:
    held = {0: ["India"], 1: ["China"], 2: ["Siam", "Mongolia"]}
    armies = {"India": 9, "China": 9}
    state = mission_game(held, {0: DESTROY_3}, armies=armies, phase=Phase.ORDERS)
    state = submit(state, "8 India -> Siam", "8 China -> Mongolia", "", "")
    for _ in range(2):
        assert state.resolution is not None
        name = state.game.names[state.resolution.pending[0].place]
        state = play(state, f"settle at 5 0 for {name}")
    assert state.destroyers[2] == (0, 1)
    assert is_fulfilled(state, 0)


# -- destroying the owner of a territory -------------------------------------------------

OWNER = "see the owner of Siam destroyed"


@pytest.mark.parametrize("taker", [0, 1])
def test_a_target_destroyed_by_anybody_fulfils_the_mission(taker: int) -> None:
    state = hunted(taker, OWNER, targets={0: 2})
    assert state.targets[0] == 2  # not whoever has taken Siam by it
    assert is_fulfilled(state, 0)


def owned(**more: Any) -> GameState:
    """Player 3 has Siam and Japan, players 1 and 2 stand next to Siam."""
    held = {0: ["India"], 1: ["China"], 2: ["Siam", "Japan"]}
    armies = {"India": 9, "China": 9}
    return mission_game(held, {0: OWNER}, armies=armies, phase=Phase.ORDERS, targets={0: 2}, **more)


def test_whoever_captures_the_territory_becomes_the_target() -> None:
    state = submit(owned(), "", "8 China -> Siam", "", "")
    state = play(state, "settle at 5 0 for Siam")
    assert state.targets == (1, -1, -1, -1)
    assert not is_fulfilled(state, 0)


def test_while_one_owns_it_the_target_is_who_owned_it_before() -> None:
    state = submit(owned(), "8 India -> Siam", "", "", "")
    state = play(state, "settle at 5 0 for Siam")
    assert state.owner_of("Siam") == 0
    assert state.targets == (2, -1, -1, -1)


def test_if_nobody_takes_it_the_target_stays() -> None:
    state = submit(owned(), "", "8 China -> Siam", "", "")
    state = play(state, "settle at 0 1 for Siam")
    assert state.targets == (2, -1, -1, -1)


# -- when it is won ------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "won"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_mission_wins_from_the_end_of_round_3(rounds: int, won: bool) -> None:
    state = mission_game({0: ["Europe", "Australia"]}, {0: PAIR}, rounds=rounds)
    state = state.evolve(
        owners=tuple(1 + n % 3 if o == 3 else o for n, o in enumerate(state.owners))
    )
    state = after_tactical_moves(state)
    assert is_terminal(state) == won
    assert state.winners == ((0,) if won else ())


def test_the_first_round_is_data() -> None:
    state = mission_game({0: ["Europe", "Australia"]}, {0: PAIR}, rounds=1, missions_from_round=1)
    assert after_tactical_moves(state).winners == (0,)


@pytest.mark.rule("V-2")
@pytest.mark.parametrize(
    ("extra", "armies", "winners"),
    [
        (["Siam"], {}, (0,)),
        ([], {"Egypt": 2}, (1,)),
        ([], {}, (0, 1)),
    ],
)
def test_of_several_missions_done_at_once_territories_then_armies_decide(
    extra: list[str], armies: dict[str, int], winners: tuple[int, ...]
) -> None:
    # Three more make 17 territories of the 14 in Europe and Australia.
    first = ["Europe", "Australia", "Argentina", "Peru", "Venezuela", *extra]
    held = {0: first, 1: ["Africa", "North America"]}
    missions = {0: PAIR, 1: "hold Africa and North America"}
    state = mission_game(held, missions, armies=armies)
    counts = Counter(state.owners)
    assert counts[0] == counts[1] + len(extra)
    assert after_tactical_moves(state).winners == winners


def test_the_mission_is_shown_to_prove_the_win() -> None:
    state = after_tactical_moves(mission_game({0: ["Europe", "Australia"]}, {0: PAIR}))
    assert player_view(state, 1).missions[0] == number(PAIR)
    assert player_view(state, 1).missions[2] == -1


def test_whoever_is_out_wins_nothing() -> None:
    state = mission_game({1: ["Siam"]}, {0: OWNER}, targets={0: 2})
    state = state.evolve(destroyed_by=(1, -1, 1, -1), destroyers=((1,), (), (1,), ()))
    assert is_fulfilled(state, 0)
    assert after_tactical_moves(state).winners == (1,)  # who destroyed player 1, as to be done
