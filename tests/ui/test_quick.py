"""What Quick odds says, and the picture it draws."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.bars import WIDTH, Bar, Side, gathered, histogram
from oddsapp.ui.quick.answer import answer
from oddsapp.ui.quick.extras import blitz_or_roll, held, needed
from oddsapp.ui.quick.setting import ruleset_of
from oddsapp.wording import short_percent

SVG = "{http://www.w3.org/2000/svg}"


def columns(picture: str) -> list[ET.Element]:
    return [
        rect
        for rect in ET.fromstring(picture).iter(f"{SVG}rect")
        if rect.find(f"{SVG}title") is not None
    ]


def test_it_says_what_the_library_says() -> None:
    told, odds = answer(10, (7,), "classic"), oddsapp.battle(11, 7)
    assert told.win == f"{odds.win:.1%}"
    low, high = odds.attackers_left_if_won.interval(0.9)
    assert told.facts[0].detail == f"90%: {low} to {high}"
    assert f"{odds.expected_attackers_lost:.1f} attackers" in told.facts[2].value


def test_every_end_of_the_battle_has_a_column_with_its_name() -> None:
    odds = oddsapp.battle(11, 7)
    names = [rect[0].text for rect in columns(answer(10, (7,), "classic").picture)]
    lost = [f"{n}: {odds.defenders_left.pmf(n):.1%}" for n in range(7, 0, -1)]
    won = [f"{n}: {odds.attackers_left.pmf(n):.1%}" for n in range(1, 11)]
    assert names == lost + won


@pytest.mark.parametrize(
    ("force", "garrisons", "rules"),
    [
        (1, (1,), "classic"),
        (1, (999,), "classic"),
        (998, (1,), "classic"),
        (999, (999,), "classic"),
        (300, (200,), "risk2"),
        (1, (1, 1, 1), "classic"),
        (3, (1, 1, 1), "classic"),
        (10, (5, 4), "risk2"),
        (60, (5,) * 12, "classic"),
        (100, (999, 1), "classic"),
        (100, (1, 1), "classic"),
    ],
)
def test_extremes_are_said_and_drawn_inside_the_picture(
    force: int, garrisons: tuple[int, ...], rules: str
) -> None:
    told = answer(force, garrisons, rules)
    said = [told.win, *(fact.value for fact in told.facts)]
    assert not [words for words in said if words.startswith("100%")]
    assert (told.win == "0%") == (force < len(garrisons))
    drawn = columns(told.picture)
    assert 1 <= len(drawn) <= 40
    assert all(0 <= float(rect.attrib["x"]) < WIDTH for rect in drawn)
    assert all(float(rect.attrib["x"]) + float(rect.attrib["width"]) <= WIDTH for rect in drawn)
    assert all(float(rect.attrib["height"]) >= 0 for rect in drawn)


def test_one_after_another_says_each_territory() -> None:
    told = answer(9, (5, 4), "classic")
    assert [fact.label for fact in told.facts] == [
        "1st territory, 5 defenders",
        "2nd territory, 4 defenders",
    ]
    assert told.facts[-1].value == f"{told.win} taken"


def test_too_few_for_all_territories_is_said() -> None:
    assert [fact.value for fact in answer(2, (1, 1, 1), "classic").facts][-1] == "out of reach"


def test_too_many_in_turn_are_refused() -> None:
    with pytest.raises(InvalidInput, match="up to 100 attackers, not 101"):
        answer(101, (5, 4), "classic")


def test_neighbours_share_a_column() -> None:
    bars = gathered([(n, 0.1) for n in range(10, 0, -1)], 4)
    assert [bar.label for bar in bars] == ["7 to 10", "3 to 6", "1 to 2"]
    assert sum(bar.probability for bar in bars) == pytest.approx(1)


def test_words_in_the_picture_are_escaped() -> None:
    side = Side("<b>", "&", (Bar("1", 1.0),))
    assert "<b>" not in histogram(side, Side("", "", ()), title='"')


def test_capitals_and_zombies_are_those_of_the_library() -> None:
    for word in ("classic-capital", "classic-zombie_attacker", "blitz-capital"):
        odds = oddsapp.battle(force=10, defenders=7, rules=ruleset_of(word))
        assert answer(10, (7,), word).win == f"{odds.win:.1%}"


def test_a_certain_blitz_is_said_to_be_certain() -> None:
    told = answer(11, (7,), "blitz")
    assert (told.win, told.verdict) == ("100%", "Certain if blitzed")
    assert [fact.label for fact in told.facts] == ["If you take it", "Lost on average, win or fail"]
    hopeless = answer(2, (30,), "blitz")
    assert (hopeless.win, hopeless.verdict) == ("0%", "Impossible if blitzed")


def test_a_range_is_a_line_per_value() -> None:
    told = answer(11, (3,), "classic", 6)
    wins = [oddsapp.battle(12, defenders).win for defenders in (3, 4, 5, 6)]
    assert [fact.value for fact in told.facts] == [f"{win:.1%}" for win in wins]
    assert told.win == f"{wins[-1]:.1%} to {wins[0]:.1%}"
    assert told.verdict == "Very likely to almost certain"


def test_a_stop_line_says_taken_stopped_and_what_is_left() -> None:
    told, odds = answer(10, (7,), "classic", line=3), oddsapp.battle(11, 7, stop_at=4)
    assert told.win == f"{odds.win:.1%}"
    assert told.facts[1].label == f"Stopped: {1 - odds.win:.1%}"
    won = [odds.win * odds.attackers_left_if_won.pmf(n) for n in range(1, 11)]
    names = [rect[0].text for rect in columns(told.picture)]
    assert names[7:] == [f"{n}: {short_percent(p)}" for n, p in enumerate(won, start=1)]


def test_at_the_stop_line_it_says_stop_and_what_going_on_would_bring() -> None:
    told = answer(3, (7,), "classic", line=3)
    assert told.win == "Stop"
    assert told.facts[0].value == answer(3, (7,), "classic").win


def test_a_stop_line_is_for_one_territory() -> None:
    with pytest.raises(InvalidInput, match="for one territory"):
        answer(9, (5, 4), "classic", line=3)


def test_armies_needed_are_those_of_the_library() -> None:
    fact = needed(7, "classic", "armies")
    assert fact is not None
    assert fact.value == "8, 11 and 14 armies"
    as_force = needed(7, "classic", "force")
    assert as_force is not None
    assert as_force.value == "7, 10 and 13 attackers"
    assert needed(999, "risk2", "armies") is None


def test_take_and_hold_is_that_of_the_library() -> None:
    both = oddsapp.take_and_hold(force=11, defenders=7, then=[9])
    assert held(11, (7,), 9, "classic").value == f"{both:.1%} taken and held"
    assert held(1, (1, 1, 1), 9, "classic").value == "out of reach"
    assert "too many" in held(998, (999,), 999, "classic").value
    assert "zombies" in held(10, (7,), 9, "classic-zombie_attacker").value
    assert "held" in held(9, (5, 4), 3, "risk2").value


def test_roll_or_blitz_is_said_as_advised() -> None:
    advice = oddsapp.blitz_advice(force=10, defenders=10)
    first, then = blitz_or_roll(10, 10, "blitz")
    assert first.value == f"Roll now, {advice.best:.1%} with the best mix"
    a, d = advice.blitz_at[0]
    assert then.value.startswith(f"{a} v {d}")
    assert blitz_or_roll(8, 5, "blitz")[0].value == "Blitz now"
    assert blitz_or_roll(10, 10, "classic") == ()
    assert "up to" in blitz_or_roll(200, 200, "blitz")[0].value
