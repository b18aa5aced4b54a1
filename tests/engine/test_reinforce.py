"""Reinforcements: how many, and where they may be placed (T-2 to T-5)."""

from collections.abc import Sequence

import pytest

from oddsapp.engine import GameState, Phase, apply_action, player_view
from oddsapp.engine.actions import EndReinforcement, Place, parse_action
from oddsapp.engine.turn import reinforcements, territory_armies
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.build import CLASSIC, at_turn, listed, play, position

CONTINENTS = {continent.name: continent.territories for continent in CLASSIC.continents}
BONUSES = {
    "North America": 5,
    "South America": 2,
    "Europe": 5,
    "Africa": 3,
    "Asia": 7,
    "Australia": 2,
}


def scattered(count: int) -> list[str]:
    """Return so many territories that make up no continent: the first of each is left out."""
    return [name for names in CONTINENTS.values() for name in names[1:]][:count]


# -- T-2: territories --------------------------------------------------------------------


@pytest.mark.rule("T-2")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize(
    ("territories", "armies"),
    [
        # the examples of [C]
        (11, 3),
        (14, 4),
        (17, 5),
        # at least 3, and no fraction
        (1, 3),
        (8, 3),
        (9, 3),
        (12, 4),
        (15, 5),
        (35, 11),
    ],
)
def test_a_third_of_the_territories_rounded_down_and_at_least_3(
    rules: str, territories: int, armies: int
) -> None:
    state = position({0: scattered(territories)}, rules=rules)
    assert reinforcements(state, 0) == armies
    assert at_turn(state).reserves == (armies, 0, 0, 0)


@pytest.mark.rule("T-2")
def test_the_first_turn_has_reinforcements_too() -> None:
    state = position({0: scattered(11)}, rules="parker1993", phase=Phase.PLACE)
    state = state.evolve(step=(1, 0), reserves=(1, 0, 0, 0))
    state = play(state, f"place 1 army on {scattered(1)[0]}")
    assert (state.phase, state.round, state.reserves[0]) == (Phase.REINFORCE, 1, 3)


@pytest.mark.rule("T-2", "T-3")
def test_what_counts_is_the_start_of_the_turn() -> None:
    state = position(
        {0: [*scattered(11), "Congo"], 1: ["Siam"]},
        player=1,
        armies={"Siam": 5},
    )
    state = play(
        state,
        "attack Siam -> China with 3 dice",
        "roll 6 6 6 against 1",
        "move in 3 armies",
        "end the attack",
        "end the turn",
        "draw Peru",
    )
    assert state.player == 0
    state = play(state, "place 4 armies on Congo")
    assert state.phase is Phase.ATTACK  # 12 territories: 4 armies, and all are placed
    assert at_turn(state, 1).reserves[1] == 3


@pytest.mark.rule("T-2")
def test_other_numbers_may_be_agreed_on() -> None:
    game = position({0: []}, territories_per_army=2, least_reinforcements=5).game
    assert [territory_armies(game, count) for count in (1, 11, 12)] == [5, 5, 6]
    with pytest.raises(InvalidInput, match="territories_per_army"):
        find_ruleset("classic").replace(territories_per_army=0)


# -- T-3: continents ---------------------------------------------------------------------


@pytest.mark.rule("T-3", "B-1")
@pytest.mark.parametrize(("name", "bonus"), BONUSES.items())
def test_a_whole_continent_has_its_bonus(name: str, bonus: int) -> None:
    state = position({0: CONTINENTS[name]})
    assert reinforcements(state, 0) == max(3, len(CONTINENTS[name]) // 3) + bonus


@pytest.mark.rule("T-3")
@pytest.mark.parametrize("name", BONUSES)
@pytest.mark.parametrize("rest", [1, -1])
def test_a_part_of_a_continent_has_none(name: str, rest: int) -> None:
    for missing in CONTINENTS[name]:
        held = [territory for territory in CONTINENTS[name] if territory != missing]
        assert reinforcements(position({0: held}, rest=rest), 0) == max(3, len(held) // 3)


@pytest.mark.rule("T-3")
def test_every_continent_counts() -> None:
    held = [*CONTINENTS["Australia"], *CONTINENTS["South America"], *CONTINENTS["Africa"]]
    assert reinforcements(position({0: held}), 0) == 14 // 3 + 2 + 2 + 3
    assert reinforcements(position({}, rest=0), 0) == 14 + sum(BONUSES.values())


# -- T-4: placing ------------------------------------------------------------------------


def reinforcing(
    reserve: int = 3, hands: Sequence[Sequence[str]] = (), **changes: object
) -> GameState:
    state = position(
        {0: ["Peru", "Brazil"], 1: ["Siam"], 2: ["Japan"]},
        phase=Phase.REINFORCE,
        hands=hands,
        **changes,  # type: ignore[arg-type]
    )
    return state.evolve(reserves=(reserve, 0, 0, 0))


@pytest.mark.rule("T-4")
def test_reinforcements_go_on_any_own_territories_in_any_parts() -> None:
    state = reinforcing()
    assert listed(state) == {
        f"place {armies} on {name}"
        for armies in ("1 army", "2 armies", "3 armies")
        for name in ("Peru", "Brazil")
    }
    state = play(state, "place 1 army on Peru", "place 1 army on Brazil")
    assert (state.phase, state.reserves[0]) == (Phase.REINFORCE, 1)
    state = play(state, "place 1 army on Peru")
    assert (state.phase, state.reserves[0]) == (Phase.ATTACK, 0)
    assert (state.armies_on("Peru"), state.armies_on("Brazil")) == (3, 2)


@pytest.mark.rule("T-4")
@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("place 1 army on Siam", "T-4", "Siam is not your own"),
        ("place 1 army on Egypt", "T-4", "Egypt is not your own"),  # neutral
        ("place 4 armies on Peru", "T-4", "4 cannot be placed; 3 are there to place"),
        ("place 0 armies on Peru", "T-4", "0 cannot be placed"),
        ("attack Peru -> Argentina with 1 die", "T-1", "when it is to reinforce"),
        ("end the attack", "T-1", "when it is to reinforce"),
        ("end the reinforcement", "T-4", "3 armies are still to be placed"),
    ],
)
def test_all_are_placed_on_own_territories_before_the_first_attack(
    line: str, rule: str, reason: str
) -> None:
    with pytest.raises(IllegalMove, match=reason) as caught:
        play(reinforcing(armies={"Peru": 5}), line)
    assert caught.value.rule == rule


@pytest.mark.rule("T-4", "T-1")
def test_nothing_is_placed_once_attacks_have_begun() -> None:
    state = play(reinforcing(), "place 3 armies on Peru")
    with pytest.raises(IllegalMove, match="when it is to attack") as caught:
        play(state, "place 1 army on Peru")
    assert caught.value.rule == "T-1"


@pytest.mark.rule("T-4", "K-10")
def test_armies_of_a_trade_after_an_elimination_come_before_the_next_attack() -> None:
    cards = ["Peru", "Alaska", "Argentina", "Siberia", "Ural", "Yakutsk"]
    state = reinforcing(0, [cards], armies={"Peru": 5}).evolve(phase=Phase.SPOILS)
    state = play(state, "trade Alaska; Argentina; Peru, bonus on Peru")
    assert (state.phase, state.reserves[0]) == (Phase.SPOILS, 4)
    assert all(line.startswith("place") for line in listed(state))
    with pytest.raises(IllegalMove, match="when it is to trade after an elimination") as caught:
        play(state, "attack Peru -> Argentina with 1 die")
    assert caught.value.rule == "T-1"
    state = play(state, "place 3 armies on Peru", "place 1 army on Brazil")
    assert state.phase is Phase.ATTACK


# -- T-5: no more than 12 ----------------------------------------------------------------


@pytest.mark.rule("T-5")
def test_no_preset_limits_stacks() -> None:
    assert find_ruleset("classic").turn.stack_limit is None
    assert find_ruleset("parker1993").turn.stack_limit is None
    state = play(reinforcing(30), "place 30 armies on Peru")
    assert state.armies_on("Peru") == 31


@pytest.mark.rule("T-5")
def test_reinforcements_stop_at_12() -> None:
    state = reinforcing(5, armies={"Peru": 10, "Brazil": 12}, stack_limit=12)
    assert listed(state) == {"place 1 army on Peru", "place 2 armies on Peru"}
    for line, room in (("place 3 armies on Peru", 2), ("place 1 army on Brazil", 0)):
        with pytest.raises(IllegalMove, match=f"has room for {room} more") as caught:
            play(state, line)
        assert caught.value.rule == "T-5"


@pytest.mark.rule("T-5")
def test_what_cannot_be_placed_is_lost() -> None:
    state = reinforcing(5, armies={"Peru": 10, "Brazil": 12}, stack_limit=12)
    state = play(state, "place 2 armies on Peru")
    assert (state.phase, state.reserves[0]) == (Phase.ATTACK, 0)
    assert (state.armies_on("Peru"), state.armies_on("Brazil")) == (12, 12)


@pytest.mark.rule("T-5")
def test_a_turn_goes_on_if_nothing_at_all_can_be_placed() -> None:
    state = reinforcing(3, armies={"Peru": 12, "Brazil": 14}, stack_limit=12)
    assert listed(state) == {"end the reinforcement"}
    assert parse_action("end the reinforcement") == EndReinforcement()
    state = play(state, "end the reinforcement")
    assert (state.phase, state.reserves[0]) == (Phase.ATTACK, 0)


@pytest.mark.rule("T-2", "T-5")
def test_a_turn_goes_on_without_reinforcements() -> None:
    state = at_turn(reinforcing(least_reinforcements=0))
    assert (state.reserves[0], listed(state)) == (0, {"end the reinforcement"})
    assert play(state, "end the reinforcement").phase is Phase.ATTACK


@pytest.mark.rule("T-5", "K-9")
def test_a_trade_stays_a_choice_where_nothing_can_be_placed() -> None:
    full = {"Peru": 12, "Brazil": 12}
    six = ["Peru", "Alaska", "Argentina", "Siberia", "Ural", "Yakutsk"]
    state = reinforcing(3, [six], armies=full, stack_limit=12)
    with pytest.raises(IllegalMove, match="with 6 cards a set must be traded first") as caught:
        play(state, "end the reinforcement")
    assert caught.value.rule == "K-9"
    state = play(state, "trade Alaska; Argentina; Peru, bonus on Peru")
    assert state.armies_on("Peru") == 14  # K-8 does not count against the limit
    assert listed(state) == {
        "end the reinforcement",
        "trade Siberia; Ural; Yakutsk, bonus on no territory",
    }
    assert play(state, "end the reinforcement").phase is Phase.ATTACK


@pytest.mark.rule("T-5", "K-10")
def test_armies_of_the_spoils_without_room_are_lost() -> None:
    cards = ["Venezuela", "Alaska", "Argentina", "Siberia", "Ural", "Yakutsk"]
    state = reinforcing(0, [cards], armies={"Peru": 12, "Brazil": 11}, stack_limit=12)
    state = play(
        state.evolve(phase=Phase.SPOILS),
        "trade Alaska; Argentina; Venezuela, bonus on no territory",
        "place 1 army on Brazil",
    )
    assert (state.phase, state.reserves[0]) == (Phase.ATTACK, 0)


def conquering(**changes: object) -> GameState:
    state = position(
        {0: ["Peru"], 1: ["Siam"], 2: ["Japan"]},
        armies={"Peru": 20},
        stack_limit=12,
        **changes,  # type: ignore[arg-type]
    )
    return play(state, "attack Peru -> Brazil with 3 dice", "roll 6 6 6 against 1")


@pytest.mark.rule("T-5", "C-6")
def test_the_limit_does_not_bind_moving_in_after_a_conquest() -> None:
    state = play(conquering(), "move in 19 armies")
    assert state.armies_on("Brazil") == 19


@pytest.mark.rule("T-5", "C-6")
def test_the_limit_may_bind_moving_in_by_an_option() -> None:
    state = conquering(stack_limit_on_conquest=True)
    assert listed(state) == {f"move in {armies} armies" for armies in range(3, 13)}
    with pytest.raises(IllegalMove, match="3 to 12 armies can move in, not 13"):
        play(state, "move in 13 armies")


@pytest.mark.rule("T-5")
def test_the_limit_is_a_number_of_its_own() -> None:
    state = reinforcing(5, armies={"Peru": 4}, stack_limit=5)
    assert play(state, "place 1 army on Peru").armies_on("Peru") == 5
    with pytest.raises(IllegalMove, match="room for 1 more"):
        play(state, "place 2 armies on Peru")
    with pytest.raises(InvalidInput, match="stack_limit"):
        find_ruleset("classic").replace(stack_limit=0)


@pytest.mark.rule("T-5", "T-9")
def test_a_view_offers_the_same_places() -> None:
    state = reinforcing(5, armies={"Peru": 10}, stack_limit=12)
    assert listed(player_view(state, 0)) == listed(state)


@pytest.mark.parametrize("armies", [1.5, "2", True, None])
def test_amounts_are_whole_numbers(armies: object) -> None:
    with pytest.raises(InvalidInput, match="must be a whole number"):
        apply_action(reinforcing(), Place(armies, "Peru"))  # type: ignore[arg-type]
