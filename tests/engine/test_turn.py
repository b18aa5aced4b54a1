"""The frame of a turn: phases in order (T-1), and one card for a conquest (T-7)."""

import pytest

from oddsapp.engine import GameState, Phase, chance_outcomes, new_game, player_view
from oddsapp.errors import IllegalMove
from oddsapp.rules import find_ruleset
from tests.engine.build import at_turn, listed, play, position

BEFORE, AFTER = "before_fortification", "after_fortification"


def turn(rules: str = "classic", **changes: object) -> GameState:
    """Player 1 begins a turn on Siam and India, with enough armies to take China."""
    return at_turn(
        position(
            {0: ["Siam", "India"], 1: ["Ural", "Peru"], 2: ["Japan"]},
            rules=rules,
            armies={"Siam": 20},
            **changes,  # type: ignore[arg-type]
        )
    )


def attacking(**changes: object) -> GameState:
    return play(turn(**changes), "place 3 armies on Siam")  # type: ignore[arg-type]


def take(state: GameState, origin: str, target: str, armies: int = 4) -> GameState:
    return play(
        state,
        f"attack {origin} -> {target} with 3 dice",
        "roll 6 6 6 against 1",
        f"move in {armies} armies",
    )


# -- T-1: phases in order ----------------------------------------------------------------


@pytest.mark.rule("T-1")
def test_reinforce_then_attack_then_fortify_then_the_next_player() -> None:
    state, phases = turn(), []
    for line in ("place 3 armies on Siam", "end the attack", "end the turn"):
        phases.append(state.phase)
        state = play(state, line)
    assert phases == [Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY]
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


@pytest.mark.rule("T-1")
@pytest.mark.parametrize(
    ("phase", "line"),
    [
        (Phase.REINFORCE, "attack Siam -> China with 3 dice"),
        (Phase.REINFORCE, "end the attack"),
        (Phase.REINFORCE, "fortify 1 army Siam -> India"),
        (Phase.REINFORCE, "end the turn"),
        (Phase.ATTACK, "place 1 army on Siam"),
        (Phase.ATTACK, "fortify 1 army Siam -> India"),
        (Phase.ATTACK, "end the turn"),
        (Phase.ATTACK, "move in 3 armies"),
        (Phase.FORTIFY, "place 1 army on Siam"),
        (Phase.FORTIFY, "attack Siam -> China with 3 dice"),
        (Phase.FORTIFY, "end the attack"),
    ],
)
def test_nothing_is_done_early_and_no_way_leads_back(phase: Phase, line: str) -> None:
    state = turn()
    if phase is not Phase.REINFORCE:
        state = play(state, "place 3 armies on Siam")
    if phase is Phase.FORTIFY:
        state = play(state, "end the attack")
    assert state.phase is phase
    with pytest.raises(IllegalMove, match=f"cannot be done now, when it is to {phase}") as caught:
        play(state, line)
    assert caught.value.rule == "T-1"
    assert line not in listed(state)


@pytest.mark.rule("T-1")
def test_attacking_and_fortifying_may_be_skipped() -> None:
    state = play(turn(), "place 3 armies on Siam")
    assert "end the attack" in listed(state)
    state = play(state, "end the attack")
    assert "end the turn" in listed(state)
    assert play(state, "end the turn").player == 1


@pytest.mark.rule("T-1")
def test_moving_in_comes_before_anything_else() -> None:
    state = play(attacking(), "attack Siam -> China with 3 dice", "roll 6 6 6 against 1")
    assert {line.split()[0] for line in listed(state)} == {"move"}
    with pytest.raises(IllegalMove, match="when it is to move in"):
        play(state, "end the attack")


@pytest.mark.rule("T-1", "T-7")
def test_the_card_comes_after_the_fortification_under_a() -> None:
    assert find_ruleset("classic").cards.draw == AFTER
    state = take(attacking(), "Siam", "China")
    state = play(state, "end the attack")
    assert state.phase is Phase.FORTIFY
    state = play(state, "fortify 2 armies Siam -> India")
    assert (state.phase, state.player) == (Phase.DRAW, 0)
    state = play(state, "draw Alaska")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


@pytest.mark.rule("T-1", "T-7")
def test_the_card_comes_before_the_fortification_under_c() -> None:
    assert find_ruleset("parker1993").cards.draw == BEFORE
    state = take(attacking(rules="parker1993"), "Siam", "China")
    state = play(state, "end the attack")
    assert state.phase is Phase.DRAW
    state = play(state, "draw Alaska")
    assert (state.phase, state.player) == (Phase.FORTIFY, 0)
    state = play(state, "fortify 2 armies Siam -> India")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


@pytest.mark.rule("T-1", "V-10")
def test_who_is_out_is_passed_over() -> None:
    state = position({0: ["Siam"], 2: ["Japan"]}, players=4, phase=Phase.FORTIFY)
    assert play(state, "end the turn").player == 2
    state = at_turn(state, 2).evolve(phase=Phase.FORTIFY)
    assert play(state, "end the turn").player == 0


# -- T-7: one card for one or more conquests ---------------------------------------------


@pytest.mark.rule("T-7")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize("draw", [BEFORE, AFTER])
@pytest.mark.parametrize("targets", [[], ["China"], ["China", "Mongolia"], ["Indonesia", "China"]])
def test_no_conquest_no_card_and_for_any_number_exactly_one(
    rules: str, draw: str, targets: list[str]
) -> None:
    state = attacking(rules=rules, draw=draw)
    for target in targets:
        origin, armies = ("China", 3) if target == "Mongolia" else ("Siam", 4)
        state = take(state, origin, target, armies)
    drawn = []
    state = play(state, "end the attack")
    while state.player == 0:
        if state.phase is Phase.DRAW:
            drawn.append(state.conquered)
            state = play(state, "draw Alaska")
        else:
            state = play(state, "end the turn")
    assert len(drawn) == bool(targets)
    assert state.hands == ((0,) * len(drawn), (), ())
    assert len(state.pile) == 44 - len(drawn)


@pytest.mark.rule("T-7")
def test_an_attack_that_takes_nothing_earns_nothing() -> None:
    state = play(
        attacking(),
        "attack Siam -> China with 3 dice",
        "roll 1 1 1 against 6",
        "end the attack",
        "end the turn",
    )
    assert (state.player, state.hands) == (1, ((), (), ()))


@pytest.mark.rule("T-7")
def test_each_turn_earns_its_own_card() -> None:
    state = take(attacking(), "Siam", "China")
    state = play(state, "end the attack", "end the turn", "draw Alaska")
    assert not state.conquered
    state = play(state, "place 3 armies on Peru", "end the attack", "end the turn")
    assert (state.player, state.hands) == (2, ((0,), (), ()))


@pytest.mark.rule("T-7", "V-1")
@pytest.mark.parametrize("draw", [BEFORE, AFTER])
def test_no_card_once_the_game_is_won(draw: str) -> None:
    state = position({1: ["China"]}, rest=0, armies={"Siam": 5}, draw=draw)
    state = take(state, "Siam", "China")
    assert (state.phase, state.hands, listed(state)) == (Phase.OVER, ((), (), ()), set())


@pytest.mark.rule("T-7", "T-9")
def test_others_see_that_a_card_was_drawn_and_not_which() -> None:
    state = take(attacking(), "Siam", "China")
    state = play(state, "end the attack", "end the turn", "draw Alaska")
    assert player_view(state, 0).hands == ((0,), (), ())
    assert player_view(state, 1).hands == ((-1,), (), ())
    assert len(player_view(state, 1).pile) == 43


# -- T-9: headquarters, and what is dealt ------------------------------------------------


@pytest.mark.rule("T-9", "V-4", "V-5")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_headquarters_are_hidden_until_revealed_together(rules: str) -> None:
    state = position(
        {0: ["Siam"], 1: ["China"], 2: ["Japan"]},
        rules=rules,
        goal="capitals",
        phase=Phase.CAPITALS,
    )
    siam, china, japan = (state.game.index[name] for name in ("Siam", "China", "Japan"))
    state = play(state, "choose capital Siam", "choose capital China")
    assert player_view(state, 0).capitals == (siam, -1, -1)
    assert player_view(state, 1).capitals == (-1, china, -1)
    assert player_view(state, 2).capitals == (-1, -1, -1)
    state = play(state, "choose capital Japan")
    for player in range(3):
        assert player_view(state, player).capitals == (siam, china, japan)
    assert state.phase is Phase.REINFORCE


@pytest.mark.rule("T-9", "S-2")
def test_the_deal_of_territories_is_open_also_in_a_game_of_missions() -> None:

    state = new_game("classic", players=3, goal="missions", first_player="seat")
    state = play(state, "deal mission 1", "deal mission 2", "deal mission 3", "deal Peru")
    view = player_view(state, 1)
    assert dict(chance_outcomes(view)) == dict(chance_outcomes(state))
    assert play(view, "deal Siam").owner_of("Siam") == 1
