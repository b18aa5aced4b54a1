"""What Quick odds says, and the picture it draws."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.bars import WIDTH, Bar, Side, gathered, histogram
from oddsapp.ui.quick.answer import answer

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
