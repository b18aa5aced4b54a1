"""The numbers of the victory rules are options of the ruleset (V-4, V-5, V-7)."""

from __future__ import annotations

import pytest

from oddsapp.engine import Phase, new_game
from oddsapp.engine.scoring import score
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.positions import SQUARE, armies_on, play, position


@pytest.mark.rule("V-4")
def test_how_many_headquarters_a_short_game_takes() -> None:
    one = position(
        {0: {"A": 9}, 1: {"B": 1, "C": 1}, 2: {"D": 1}},
        board=SQUARE,
        rules="parker1993",
        goal="capitals",
        short_game=True,
        headquarters_to_take={3: 1},
        state={"capitals": (0, 1, 3)},
    )
    win = ("attack A -> B with 3 dice", "roll 6 6 6 against 1", "move in 3 armies")
    assert play(one, *win).winners == (0,)


@pytest.mark.rule("V-5")
@pytest.mark.parametrize(("least", "armies"), [(1, 1), (5, 5), (8, 8)])
def test_with_how_many_armies_a_capital_starts(least: int, armies: int) -> None:
    state = position(
        {0: {"A": 1}, 1: {"B": 1, "C": 1}, 2: {"D": 1}},
        board=SQUARE,
        goal="capitals",
        capital_armies=least,
        phase=Phase.CAPITALS,
    )
    state = play(state, "choose capital A", "choose capital B", "choose capital D")
    assert armies_on(state, "A", "B", "C", "D") == (armies, armies, 1, armies)


@pytest.mark.rule("V-7")
def test_how_many_armies_are_worth_a_point() -> None:
    state = position({0: {"A": 19, "C": 1}}, rest=1, board=SQUARE, score_armies=10)
    assert score(state, 0).points == 2 + 2


@pytest.mark.rule("V-1", "V-4", "V-5")
def test_the_presets_play_for_domination_unless_another_goal_is_agreed_on() -> None:
    for name in ("classic", "parker1993"):
        assert find_ruleset(name).victory.goal == "domination"
        assert new_game(name, players=3).capitals == ()
        assert new_game(name, players=3).missions == ()


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("goal", "glory", "goal cannot be"),
        ("capital_form", "tents", "capital_form cannot be"),
        ("score_tie", "dice", "score_tie cannot be"),
        ("rounds", 0, "rounds must be at least 1"),
        ("hold_target", "yes", "hold_target must be true or false"),
        ("headquarters_to_take", 3, "pairs"),
    ],
)
def test_what_is_no_option_is_refused(option: str, value: object, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        find_ruleset("classic").replace(**{option: value})
