"""When sets must, may and may not be traded (K-9, K-10)."""

import pytest

from oddsapp.engine import GameState, Phase
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.build import hand_of, listed, play, position, refused
from tests.engine.hands import A1, C1, C2, C3, I1, I2, I3, I4, holding, trade, trades

MIXED = (I1, C1, I2, C2, A1, C3, I3, I4)
"""Of the first five of these and more, and of what is left of them, sets can be made."""
SECOND_SET = f"trade {C1}; {C2}; {C3}, bonus on no territory"


# -- K-9: at the start of the turn -------------------------------------------------------


@pytest.mark.rule("K-9")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize("held", [5, 6])
def test_with_five_or_more_a_set_must_be_traded(rules: str, held: int) -> None:
    state = holding(*MIXED[:held], rules=rules)
    assert listed(state) == trades(state) != set()
    refused(state, "place 3 armies on Siam", "K-9", f"with {held} cards a set must be traded")
    state = trade(state)
    assert len(state.hands[0]) == held - 3
    assert "place 7 armies on Siam" in listed(state)


@pytest.mark.rule("K-9")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_with_six_a_second_may_be_traded_or_not(rules: str) -> None:
    state = holding(I1, I2, I3, C1, C2, C3, rules=rules)
    state = play(state, f"trade {I1}; {I2}; {I3}, bonus on no territory")
    assert trades(state) == {SECOND_SET}
    kept = play(state, "place 7 armies on Siam")
    assert (kept.phase, len(kept.hands[0])) == (Phase.ATTACK, 3)
    both = play(state, SECOND_SET)
    assert (both.hands[0], both.reserves[0], both.sets_traded) == ((), 3 + 4 + 6, 2)


@pytest.mark.rule("K-9")
@pytest.mark.parametrize("held", [(I1, I2, I3), (I1, I2, I3, C1)])
def test_with_fewer_one_may_trade_or_wait(held: tuple[str, ...]) -> None:
    state = holding(*held)
    assert trades(state) == {f"trade {I1}; {I2}; {I3}, bonus on no territory"}
    kept = play(state, "place 3 armies on Siam")
    assert (kept.phase, len(kept.hands[0])) == (Phase.ATTACK, len(held))


@pytest.mark.rule("K-9")
def test_without_a_set_nothing_can_be_traded() -> None:
    assert not trades(holding(I1, I2, C1, C2))
    assert not trades(holding(I1, "wild card"))


@pytest.mark.rule("K-9", "T-1")
@pytest.mark.parametrize("phase", [Phase.ATTACK, Phase.FORTIFY])
def test_trading_is_for_the_start_of_the_turn(phase: Phase) -> None:
    state = holding(I1, I2, I3).evolve(phase=phase, reserves=(0, 0, 0, 0))
    refused(state, f"trade {I1}; {I2}; {I3}, bonus on no territory", "T-1", "cannot be done now")


@pytest.mark.rule("K-9")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_drawing_up_to_six_forces_nothing_until_the_next_turn(rules: str) -> None:
    # Five are held through the attack phase where an elimination has just given the fifth
    # and the trade waits [C]; a position with five does for [A] too.
    state = holding(*MIXED[:5], rules=rules).evolve(
        phase=Phase.ATTACK, conquered=True, reserves=(0, 0, 0, 0)
    )
    if rules == "classic":
        state = play(state, "end the attack", "end the turn", f"draw {C3}")
    else:
        state = play(state, "end the attack", f"draw {C3}")
        assert (state.phase, trades(state)) == (Phase.FORTIFY, set())
        state = play(state, "end the turn")
    assert (state.player, len(state.hands[0])) == (1, 6)
    for name in ("China", "Japan"):
        state = play(state, f"place 3 armies on {name}", "end the attack", "end the turn")
    assert state.player == 0
    refused(state, "place 3 armies on Siam", "K-9", "with 6 cards a set must be traded first")


@pytest.mark.rule("K-9")
def test_from_how_many_on_is_an_option() -> None:
    state = holding(*MIXED[:6], must_trade_at=7)
    assert "place 3 armies on Siam" in listed(state)
    with pytest.raises(InvalidInput, match="must_trade_at must be at least 5"):
        find_ruleset("classic").replace(must_trade_at=4)


# -- K-10: after an elimination ----------------------------------------------------------


def eliminating(own: int, won: int, rules: str, **changes: object) -> GameState:
    """Player 1 takes the last territory of player 2, whose cards come to those held."""
    state = position(
        {0: ["Siam", I1], 1: ["China"], 2: ["Japan"]},
        rules=rules,
        armies={"Siam": 9},
        hands=[MIXED[:own], MIXED[own : own + won], ["Egypt"]],
        **changes,  # type: ignore[arg-type]
    )
    return play(
        state, "attack Siam -> China with 3 dice", "roll 6 6 6 against 1", "move in 3 armies"
    )


@pytest.mark.rule("K-10")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize(("own", "won"), [(0, 0), (0, 1), (3, 1), (0, 4), (4, 0)])
def test_all_cards_of_an_eliminated_player_are_won(rules: str, own: int, won: int) -> None:
    state = eliminating(own, won, rules)
    assert sorted(hand_of(state, 0)) == sorted(MIXED[: own + won])
    assert (state.hands[1], hand_of(state, 2)) == ((), ["Egypt"])
    # With fewer than five: wait.
    assert state.phase is Phase.ATTACK
    assert not trades(state)


@pytest.mark.rule("K-10")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize(("held", "after"), [(6, [3]), (7, [4]), (8, [5, 2])], ids=["6", "7", "8"])
def test_with_six_or_more_down_to_four_or_fewer(rules: str, held: int, after: list[int]) -> None:
    state = eliminating(4, held - 4, rules)
    counts = []
    while trades(state):
        assert state.phase is Phase.SPOILS
        assert listed(state) == trades(state)
        state = trade(state)
        counts.append(len(state.hands[0]))
    assert counts == after
    # Stopped at 4, 3 or 2: now the armies are placed, and the attack goes on.
    armies = {1: 4, 2: 4 + 6}[len(after)]
    assert (state.phase, state.reserves[0]) == (Phase.SPOILS, armies)
    state = play(state, f"place {armies} armies on China")
    assert (state.phase, state.conquered) == (Phase.ATTACK, True)


@pytest.mark.rule("K-10")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_once_down_to_four_three_or_two_trading_stops(rules: str) -> None:
    cards = (I2, I3, I4, C1, C2, C3)  # two sets: the second waits
    state = position(
        {0: ["Siam"], 1: ["China"], 2: ["Japan"]},
        rules=rules,
        armies={"Siam": 9},
        hands=[cards[:4], cards[4:]],
    )
    state = play(
        state,
        "attack Siam -> China with 3 dice",
        "roll 6 6 6 against 1",
        "move in 3 armies",
        f"trade {I2}; {I3}; {I4}, bonus on no territory",
    )
    refused(
        state, SECOND_SET, "K-10", "trading stops with 4 cards or fewer; wait for the next turn"
    )


@pytest.mark.rule("K-10")
def test_armies_wait_until_enough_is_traded() -> None:
    state = trade(eliminating(4, 4, "classic"))
    assert len(state.hands[0]) == 5
    refused(state, "place 4 armies on Siam", "K-10", "with 5 cards a set must be traded first")
    refused(state, "attack Siam -> India with 3 dice", "T-1", "cannot be done now")


@pytest.mark.rule("K-10")
@pytest.mark.parametrize(("own", "won"), [(4, 1), (1, 4), (3, 2)])
def test_with_exactly_five_at_once_under_a(own: int, won: int) -> None:
    state = eliminating(own, won, "classic")
    assert state.phase is Phase.SPOILS
    assert listed(state) == trades(state) != set()
    state = trade(state)
    assert (len(state.hands[0]), trades(state)) == (2, set())


@pytest.mark.rule("K-10")
@pytest.mark.parametrize(("own", "won"), [(4, 1), (1, 4), (3, 2)])
def test_with_exactly_five_wait_under_c(own: int, won: int) -> None:
    state = eliminating(own, won, "parker1993")
    assert (state.phase, len(state.hands[0])) == (Phase.ATTACK, 5)
    assert not trades(state)


@pytest.mark.rule("K-10")
@pytest.mark.parametrize(("won", "phase"), [(0, Phase.ATTACK), (1, Phase.SPOILS)])
def test_a_second_elimination_counts_all_that_is_held_by_then(won: int, phase: Phase) -> None:
    state = position(
        {0: ["Siam"], 1: ["China"], 2: ["Japan"], 3: ["Mongolia"]},
        rules="parker1993",
        players=4,
        armies={"Siam": 9},
        hands=[MIXED[:3], MIXED[3:5], (), MIXED[5 : 5 + won]],
    )
    roll = "roll 6 6 6 against 1"
    state = play(state, "attack Siam -> China with 3 dice", roll, "move in 8 armies")
    assert (state.phase, len(state.hands[0])) == (Phase.ATTACK, 5)
    state = play(state, "attack China -> Mongolia with 3 dice", roll, "move in 3 armies")
    assert (state.phase, len(state.hands[0])) == (phase, 5 + won)


@pytest.mark.rule("K-10", "K-8")
def test_a_territory_just_taken_counts_for_the_bonus() -> None:
    state = position(
        {0: ["Siam"], 1: ["China"], 2: ["Japan"]},
        armies={"Siam": 9},
        hands=[("China", I2, I3, C1), (C2,)],
    )
    state = play(
        state,
        "attack Siam -> China with 3 dice",
        "roll 6 6 6 against 1",
        "move in 3 armies",
        f"trade China; {I2}; {I3}, bonus on China",
    )
    assert state.armies_on("China") == 3 + 2


@pytest.mark.rule("K-10", "V-1")
def test_nothing_is_traded_once_the_game_is_won() -> None:
    state = position({0: ["Siam"], 1: ["China"]}, armies={"Siam": 9}, hands=[MIXED[:4], MIXED[4:8]])
    state = play(
        state, "attack Siam -> China with 3 dice", "roll 6 6 6 against 1", "move in 3 armies"
    )
    assert (state.phase, listed(state)) == (Phase.OVER, set())


@pytest.mark.rule("K-10")
def test_the_numbers_are_options() -> None:
    rules = find_ruleset("classic")
    assert (rules.cards.must_trade_at, rules.cards.trade_down_to) == (5, 4)
    with pytest.raises(InvalidInput, match="trade_down_to must be less than must_trade_at"):
        rules.replace(trade_down_to=5)
    state = eliminating(4, 3, "classic", must_trade_at=8)
    assert state.phase is Phase.ATTACK
    state = eliminating(4, 4, "classic", must_trade_at=7, trade_down_to=6)
    assert state.phase is Phase.SPOILS
    state = trade(state)
    assert (len(state.hands[0]), trades(state)) == (5, set())
