"""What a tap on Quick odds does to its state, without a page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.rules.modifiers import Modifier
from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.quick import moves
from oddsapp.ui.quick.record import Ended, Rolled, Seen, losses_in_words, possible_losses
from oddsapp.ui.quick.setting import (
    MODIFIERS,
    RULES,
    parts_of,
    ruleset_of,
    setting,
    takes_modifiers,
)
from oddsapp.ui.quick.state import SPEC, fit
from oddsapp.ui.quick.typed import Typed

DEFAULTS: dict[str, Any] = {key: field.default for key, field in SPEC.items()}


def state(**changes: Any) -> dict[str, Any]:
    return DEFAULTS | changes


def rolled(before: dict[str, Any], *rolls: tuple[int, int]) -> dict[str, Any]:
    for losses in rolls:
        before = moves.record(before, losses)
    return before


def test_the_page_has_every_ruleset_and_every_modifier() -> None:
    assert set(RULES) == set(ruleset_names())
    assert set(MODIFIERS) == set(Modifier)


@pytest.mark.parametrize(
    ("force", "defenders", "rules", "words"),
    [
        (10, 7, "classic", ["I lost 2", "One each", "They lost 2"]),
        (10, 1, "classic", ["I lost 1", "They lost 1"]),
        (1, 7, "classic", ["I lost 1", "They lost 1"]),
        (2, 2, "blitz", ["I lost 2", "One each", "They lost 2"]),
        (
            9,
            3,
            "classic-capital",
            ["I lost 3", "I lost 2, they 1", "I lost 1, they 2", "They lost 3"],
        ),
        (10, 7, "risk2", ["I lost 2", "They lost 2"]),
        (40, 40, "risk2", ["I lost 5", "They lost 5"]),
        (40, 2, "risk2", ["I lost 1", "They lost 1"]),
    ],
)
def test_what_a_roll_can_cost_depends_on_the_dice(
    force: int, defenders: int, rules: str, words: list[str]
) -> None:
    assert [losses_in_words(each) for each in possible_losses(force, defenders, rules)] == words


@pytest.mark.parametrize("rules", RULES)
def test_every_roll_of_every_ruleset_survives_an_address(rules: str) -> None:
    on = tuple(MODIFIERS) if takes_modifiers(rules) else ()
    for armies, defenders in [(2, 1), (3, 3), (11, 7), (41, 45)]:
        before = state(a=armies, d=(defenders,), rules=rules, q_on=on)
        for losses in moves.next_rolls(before):
            after = moves.record(before, losses)
            assert decode(encode(after, SPEC), SPEC) == (after, [])
            assert fit(dict(after)) == []
            assert moves.undo(after) == before


def test_rolls_change_the_counts_and_are_taken_back_one_by_one() -> None:
    start = state()
    after = rolled(start, (2, 0), (1, 1))
    assert (after["a"], after["d"], after["q_now"]) == (8, (6,), Rolled(10, 7, ((2, 0), (1, 1))))
    assert encode(after, SPEC)["q_now"] == "10v7.c7"
    assert moves.undo(moves.undo(after)) == start
    assert moves.undo(start) == start


def test_a_tap_too_many_changes_nothing() -> None:
    last = rolled(state(a=3, d=(2,)), (1, 1))
    assert moves.record(last, (2, 0)) == last
    over = moves.record(last, (1, 0))
    assert moves.is_over(over)
    assert moves.next_rolls(over) == ()
    assert moves.record(over, (0, 1)) == over


def test_after_a_victory_the_armies_left_go_on() -> None:
    over = rolled(state(a=6, d=(3, 2)), (0, 2), (1, 0), (0, 1))
    assert moves.is_over(over)
    assert moves.armies_on(over) == 4
    on = moves.next_battle(over, 4)
    assert (on["a"], on["d"], on["q_now"]) == (4, (2,), None)
    assert on["q_rec"] == (Ended("classic", 5, 3, (4, 0)),)
    assert on["q_last"] == (Seen("classic", 5, (3, 2)),)
    assert fit(dict(on)) == []


def test_before_a_battle_the_median_goes_on() -> None:
    assert moves.armies_on(state()) == 6
    on = moves.next_battle(state(), 6)
    assert (on["a"], on["d"], on["q_rec"]) == (6, (7,), ())
    assert moves.next_battle(state(count="force"), 6)["a"] == 5


def test_a_lost_battle_can_be_fought_again() -> None:
    over = rolled(state(a=3, d=(5,)), (2, 0))
    again = moves.again(over)
    assert (again["a"], again["d"]) == (3, (5,))
    assert again["q_rec"] == (Ended("classic", 2, 5, (0, 5)),)


@pytest.mark.parametrize(("count", "a", "d"), [("armies", 7, (11,)), ("force", 6, (12,))])
def test_swapped_sides_have_all_their_armies(count: str, a: int, d: tuple[int, ...]) -> None:
    swapped = moves.swap(state(count=count))
    assert (swapped["a"], swapped["d"]) == (a, d)
    back = moves.swap(swapped)
    assert (back["a"], back["d"]) == (11, (7,))


def test_one_defender_cannot_strike_back() -> None:
    alone = state(d=(1,))
    assert not moves.can_swap(alone)
    assert moves.swap(alone) == alone


def test_another_battle_ends_the_record_and_comes_back_with_one_tap() -> None:
    before = rolled(state(q_on=("capital",)), (0, 3))
    after = moves.take_typed(before, Typed(20, (5, 4)))
    assert (after["a"], after["d"], after["q_now"]) == (20, (5, 4), None)
    assert after["q_rec"] == (Ended("classic-capital", 10, 7, (10, 4)),)
    back = moves.come_back(after | {"q_on": ()}, after["q_last"][0])
    assert (back["a"], back["d"], back["q_on"]) == (11, (7,), ("capital",))


def test_an_unfinished_battle_of_risk2_is_no_record() -> None:
    assert moves.close(rolled(state(rules="risk2"), (2, 0)))["q_rec"] == ()


def test_five_battles_are_remembered_each_once() -> None:
    now = state()
    for armies in (12, 13, 14, 15, 16, 12, 17):
        now = moves.take_typed(now, Typed(armies, (7,)))
    assert [seen.force for seen in now["q_last"]] == [11, 15, 14, 13, 12]


def test_defenders_above_a_range_are_one_number() -> None:
    assert moves.put_defenders(state(d=(3,), q_to=6), 5)["q_to"] == 6
    assert moves.put_defenders(state(d=(3,), q_to=6), 6)["q_to"] == 0


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"q_on": ("capital",), "rules": "risk2"}, "mean nothing in RISK II"),
        ({"q_stop": 4, "rules": "risk2"}, "no retreat"),
        ({"q_stop": 4, "rules": "blitz"}, "fought at once"),
        ({"q_next": 1}, "2 is used"),
        ({"q_to": 5}, "makes no range"),
        ({"q_to": 90}, "at most 20 values, 26 is used"),
        ({"q_now": Rolled(10, 7, ((3, 0),))}, "not what the dice can bring"),
        ({"q_now": Rolled(10, 0, ((1, 1),))}, "are of no battle"),
        ({"q_now": Rolled(10, 7, ((2, 0),))}, "that battle is ended"),
    ],
)
def test_what_does_not_fit_is_put_right_and_said(changes: dict[str, Any], note: str) -> None:
    changed = state(**changes)
    (said,) = fit(changed)
    assert note in said
    assert fit(changed) == []


@pytest.mark.parametrize("word", ["chess", "classic-moat", "risk2-capital", "classic-wall-capital"])
def test_what_no_page_writes_is_no_setting(word: str) -> None:
    with pytest.raises(InvalidInput):
        parts_of(word)


@given(st.sampled_from(list(RULES)), st.lists(st.sampled_from(list(MODIFIERS)), unique=True))
def test_a_setting_is_a_ruleset(rules: str, modifiers: list[str]) -> None:
    if not takes_modifiers(rules):
        modifiers = []
    word = setting(rules, modifiers)
    assert set(parts_of(word)[1]) == set(modifiers)
    assert ruleset_of(word).name == find_ruleset(rules).name
