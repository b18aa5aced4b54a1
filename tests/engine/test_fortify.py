"""Fortification in its four forms (T-6), and under the stack limit (T-5)."""

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import GameState, Phase, new_game
from oddsapp.rules import find_ruleset
from tests.engine.build import CLASSIC, listed, play, position, refused

FORMS = ["path", "adjacent", "several", "free"]
SOUTH = ["South Africa", "Congo", "North Africa", "Brazil"]


def at_fortification(
    held: list[str], armies: dict[str, int], fortify: str, **changes: object
) -> GameState:
    return position(
        {0: held, 1: ["Siam"], 2: ["Japan"]},
        armies=armies,
        phase=Phase.FORTIFY,
        fortify=fortify,
        **changes,  # type: ignore[arg-type]
    )


def moves(state: GameState) -> set[str]:
    return {line for line in listed(state) if line.startswith("fortify")}


# -- every form --------------------------------------------------------------------------


@pytest.mark.rule("T-6")
def test_the_presets_follow_their_documents() -> None:
    assert find_ruleset("classic").turn.fortify == "path"
    assert find_ruleset("parker1993").turn.fortify == "adjacent"
    assert find_ruleset("classic").replace(fortify="several").turn.fortify_moves == 3


@pytest.mark.rule("T-6")
@pytest.mark.parametrize("form", FORMS)
def test_one_army_stays_behind(form: str) -> None:
    state = at_fortification(["Peru", "Brazil"], {"Peru": 4}, form)
    assert moves(state) == {
        "fortify 1 army Peru -> Brazil",
        "fortify 2 armies Peru -> Brazil",
        "fortify 3 armies Peru -> Brazil",
    }
    refused(state, "fortify 4 armies Peru -> Brazil", "T-6", "3 armies may leave Peru, not 4")
    refused(state, "fortify 1 army Brazil -> Peru", "T-6", "0 armies may leave Brazil")
    refused(state, "fortify 0 armies Peru -> Brazil", "T-6", "not 0")
    state = play(state, "fortify 3 armies Peru -> Brazil")
    assert (state.armies_on("Peru"), state.armies_on("Brazil")) == (1, 4)


@pytest.mark.rule("T-6")
@pytest.mark.parametrize("form", FORMS)
def test_only_between_own_territories(form: str) -> None:
    state = at_fortification(["Peru", "Brazil"], {"Peru": 4, "Siam": 4}, form)
    refused(state, "fortify 1 army Peru -> Argentina", "T-6", "Argentina is not your own")
    refused(state, "fortify 1 army Siam -> Peru", "T-6", "Siam is not your own")
    refused(state, "fortify 1 army Peru -> Peru", "T-6", "leads from Peru to Peru")


@pytest.mark.rule("T-6")
@pytest.mark.parametrize("form", FORMS)
def test_no_way_leads_through_others(form: str) -> None:
    # Egypt lies between: neutral for one, an opponent's for the other.
    for rest in (-1, 1):
        state = position(
            {0: ["North Africa", "Middle East"]},
            rest=rest,
            armies={"North Africa": 4},
            phase=Phase.FORTIFY,
            fortify=form,
        )
        way = "border" if form == "adjacent" else "path of your own territories"
        refused(
            state,
            "fortify 1 army North Africa -> Middle East",
            "T-6",
            f"no {way} leads from North Africa to Middle East",
        )


@pytest.mark.rule("T-6", "T-1")
@pytest.mark.parametrize("form", FORMS)
def test_it_may_be_skipped(form: str) -> None:
    state = at_fortification(["Peru", "Brazil"], {"Peru": 4}, form)
    assert "end the turn" in listed(state)
    state = play(state, "end the turn")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


@pytest.mark.rule("T-6", "T-5")
@pytest.mark.parametrize("form", FORMS)
def test_the_stack_limit_binds_fortification(form: str) -> None:
    armies = {"Peru": 9, "Brazil": 10}
    state = at_fortification(["Peru", "Brazil"], armies, form, stack_limit=12)
    assert {line for line in moves(state) if line.endswith("Brazil")} == {
        "fortify 1 army Peru -> Brazil",
        "fortify 2 armies Peru -> Brazil",
    }
    refused(state, "fortify 3 armies Peru -> Brazil", "T-5", "Brazil has room for 2 more, not 3")
    full = at_fortification(["Peru", "Brazil"], {"Peru": 9, "Brazil": 13}, form, stack_limit=12)
    assert not [line for line in moves(full) if line.endswith("Brazil")]


# -- (a) one move along a path -----------------------------------------------------------


@pytest.mark.rule("T-6", "B-1")
def test_path_goes_over_all_territories_in_between() -> None:
    # South Africa to Brazil only over Congo and North Africa.
    state = at_fortification(SOUTH, {"South Africa": 9}, "path")
    state = play(state, "fortify 8 armies South Africa -> Brazil")
    assert [state.armies_on(name) for name in SOUTH] == [1, 1, 1, 9]


@pytest.mark.rule("T-6")
@pytest.mark.parametrize("missing", ["Congo", "North Africa"])
def test_path_must_be_unbroken(missing: str) -> None:
    held = [name for name in SOUTH if name != missing]
    state = at_fortification(held, {"South Africa": 9}, "path")
    refused(state, "fortify 1 army South Africa -> Brazil", "T-6", "no path of your own")


@pytest.mark.rule("T-6")
def test_path_is_one_move_and_ends_the_turn() -> None:
    state = at_fortification(SOUTH, {"South Africa": 9, "Congo": 5}, "path")
    state = play(state, "fortify 2 armies South Africa -> Congo")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


@pytest.mark.rule("T-6")
def test_a_path_follows_one_way_borders_as_they_are() -> None:
    board = Board(
        "one way",
        (Continent("All", 1, ("A", "B", "C")),),
        both_ways([("A", "B")]) | {("B", "C"), ("C", "A")},
    )
    state = new_game("classic", players=2, board=board, first_player="seat", neutral_armies=0)
    state = state.evolve(phase=Phase.FORTIFY, owners=(0, 0, 0), armies=(3, 1, 2))
    assert moves(state) == {
        "fortify 1 army A -> B",
        "fortify 2 armies A -> B",
        "fortify 1 army A -> C",
        "fortify 2 armies A -> C",
        "fortify 1 army C -> A",
        "fortify 1 army C -> B",
    }


# -- (b) one move to a neighbour ---------------------------------------------------------


@pytest.mark.rule("T-6")
def test_adjacent_reaches_neighbours_only() -> None:
    state = at_fortification(SOUTH, {"Congo": 9}, "adjacent")
    targets = {line.split(" -> ")[1] for line in moves(state)}
    assert targets == {"South Africa", "North Africa"}
    refused(state, "fortify 1 army Congo -> Brazil", "T-6", "no border leads from Congo to Brazil")


@pytest.mark.rule("T-6")
def test_adjacent_is_one_move_from_one_to_one_and_ends_the_turn() -> None:
    state = at_fortification(SOUTH, {"Congo": 9, "Brazil": 3}, "adjacent")
    state = play(state, "fortify 4 armies Congo -> North Africa")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


# -- (c) up to three moves, an army moving once ------------------------------------------


@pytest.mark.rule("T-6")
def test_several_is_three_moves_each_along_its_own_path() -> None:
    state = at_fortification(SOUTH, {"South Africa": 9, "Congo": 5}, "several")
    state = play(state, "fortify 2 armies South Africa -> Brazil")
    assert (state.phase, state.player, state.moves) == (Phase.FORTIFY, 0, 1)
    state = play(state, "fortify 3 armies Congo -> North Africa")
    assert state.phase is Phase.FORTIFY
    state = play(state, "fortify 1 army South Africa -> Congo")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)
    assert [state.armies_on(name) for name in SOUTH] == [6, 3, 4, 3]


@pytest.mark.rule("T-6")
def test_several_may_be_fewer() -> None:
    state = at_fortification(SOUTH, {"South Africa": 9}, "several")
    state = play(state, "fortify 2 armies South Africa -> Brazil", "end the turn")
    assert state.player == 1


@pytest.mark.rule("T-6")
def test_several_an_army_moves_once() -> None:
    state = at_fortification(SOUTH, {"South Africa": 9, "Congo": 3}, "several")
    state = play(state, "fortify 6 armies South Africa -> Congo")
    # Of the 9 on Congo the 6 that came stay; with them there all 3 of its own may leave.
    refused(state, "fortify 4 armies Congo -> Brazil", "T-6", "3 armies may leave Congo, not 4")
    state = play(state, "fortify 3 armies Congo -> Brazil")
    assert [state.armies_on(name) for name in SOUTH] == [3, 6, 1, 4]
    refused(state, "fortify 1 army Congo -> Brazil", "T-6", "an army moves once")
    refused(state, "fortify 4 armies Brazil -> Congo", "T-6", "1 armies may leave Brazil")


@pytest.mark.rule("T-6")
def test_several_what_has_come_in_parts_stays() -> None:
    state = at_fortification(SOUTH, {"South Africa": 3, "North Africa": 3, "Congo": 2}, "several")
    state = play(
        state,
        "fortify 2 armies South Africa -> Congo",
        "fortify 2 armies North Africa -> Congo",
    )
    assert state.armies_on("Congo") == 6
    refused(state, "fortify 3 armies Congo -> Brazil", "T-6", "2 armies may leave Congo")


@pytest.mark.rule("T-6")
@pytest.mark.parametrize("number", [1, 2, 5])
def test_several_is_a_number_of_its_own(number: int) -> None:
    state = at_fortification(SOUTH, {"South Africa": 9}, "several", fortify_moves=number)
    for _ in range(number):
        assert (state.phase, state.player) == (Phase.FORTIFY, 0)
        state = play(state, "fortify 1 army South Africa -> Brazil")
    assert state.player == 1


@pytest.mark.rule("T-6")
def test_several_each_turn_counts_anew() -> None:
    state = at_fortification(SOUTH, {"South Africa": 9}, "several")
    state = play(state, "fortify 2 armies South Africa -> Congo", "end the turn")
    assert (state.moves, state.arrived) == (0, ())


# -- (d) from any number to any number ---------------------------------------------------


@pytest.mark.rule("T-6")
def test_free_moves_from_many_to_many() -> None:
    armies = {"South Africa": 9, "Congo": 5, "North Africa": 4}
    state = at_fortification(SOUTH, armies, "free")
    state = play(
        state,
        "fortify 3 armies South Africa -> Brazil",
        "fortify 2 armies South Africa -> North Africa",
        "fortify 1 army South Africa -> Congo",
        "fortify 4 armies Congo -> Brazil",
        "fortify 3 armies North Africa -> Brazil",
    )
    assert (state.phase, state.player) == (Phase.FORTIFY, 0)
    assert [state.armies_on(name) for name in SOUTH] == [3, 2, 3, 11]
    assert play(state, "end the turn").player == 1


@pytest.mark.rule("T-6")
@pytest.mark.parametrize("missing", ["Congo", "North Africa"])
def test_free_needs_all_territories_in_between(missing: str) -> None:
    # [C]: from South Africa into Brazil one must occupy the Congo and North Africa.
    held = [name for name in SOUTH if name != missing]
    state = at_fortification(held, {"South Africa": 9}, "free")
    refused(state, "fortify 1 army South Africa -> Brazil", "T-6", "no path of your own")
    whole = at_fortification(SOUTH, {"South Africa": 9}, "free")
    assert play(whole, "fortify 8 armies South Africa -> Brazil").armies_on("Brazil") == 9


@pytest.mark.rule("T-6")
def test_free_ends_by_itself_never_but_every_army_moves_once() -> None:
    state = at_fortification(SOUTH, {"South Africa": 3, "Congo": 2}, "free")
    steps = 0
    while moves(state):
        state = play(state, min(moves(state)))
        steps += 1
    assert steps <= 7  # as many as there are armies
    assert state.phase is Phase.FORTIFY


# -- the board of the documents ----------------------------------------------------------


@pytest.mark.rule("B-1", "B-3")
def test_the_neighbours_that_the_rules_name() -> None:
    assert set(CLASSIC.neighbours("Greenland")) == {
        "Northwest Territory",
        "Ontario",
        "Quebec",
        "Iceland",
    }
    north_africa = CLASSIC.neighbours("North Africa")
    assert len(north_africa) == 6
    assert {"Egypt", "Western Europe", "Brazil"} < set(north_africa)
    assert CLASSIC.are_adjacent("Alaska", "Kamchatka")


@pytest.mark.rule("B-3", "C-1")
def test_attacks_cross_just_these_borders() -> None:
    state = position({0: ["Greenland", "North Africa"]}, armies={"Greenland": 2, "North Africa": 2})
    targets: dict[str, set[str]] = {}
    for line in listed(state):
        if line.startswith("attack") and " with " in line:
            origin, target = line.removeprefix("attack ").split(" with ")[0].split(" -> ")
            targets.setdefault(origin, set()).add(target)
    assert targets == {
        "Greenland": {"Northwest Territory", "Ontario", "Quebec", "Iceland"},
        "North Africa": {
            "Egypt",
            "Western Europe",
            "Brazil",
            "Southern Europe",
            "Congo",
            "East Africa",
        },
    }
