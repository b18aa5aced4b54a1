"""Worksheets: everybody's own battle, an exact key, links that the page Learn reads."""

import random
from fractions import Fraction
from html import escape, unescape
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import pytest

import oddsapp
from oddsapp.cli.dashboard import USUAL_PORT
from oddsapp.odds.exercises import MOST_ARMIES, exercises
from oddsapp.odds.explanation import Level
from oddsapp.printed.worksheets import LOCAL, MOST_STUDENTS, make_worksheets, small_battles
from oddsapp.ui.learn.state import SPEC, fit
from oddsapp.ui.parts.urlstate import decode

LEVELS = list(Level)


@pytest.mark.parametrize("level", LEVELS)
def test_neighbours_have_other_battles_and_none_comes_again_too_soon(level: Level) -> None:
    pool = small_battles(level)
    assert max(map(max, pool)) <= MOST_ARMIES
    sheets = make_worksheets(2 * len(pool) + 1, random.Random(1), level=level).sheets
    battles = [(sheet.force, sheet.defenders) for sheet in sheets]
    assert set(battles[: len(pool)]) == set(pool)
    assert all(one != other for one, other in pairwise(battles))
    assert battles[len(pool) :] == battles[: len(pool) + 1]


def test_same_seed_same_sheets() -> None:
    first, again, other = (make_worksheets(5, random.Random(seed)) for seed in (3, 3, 4))
    assert first == again
    assert first.html_with_key == again.html_with_key
    assert first.html != other.html


@pytest.mark.parametrize("level", LEVELS)
def test_the_key_is_exact_and_the_wrong_answer_has_one_explanation(level: Level) -> None:
    made = make_worksheets(4, random.Random(2), level=level)
    key = unescape(made.key_html)
    for sheet in made.sheets:
        assert sheet.exercises == tuple(
            exercises(force=sheet.force, defenders=sheet.defenders, level=level)
        )
        for exercise in sheet.exercises:
            assert str(exercise.right) in key
        exact = oddsapp.battle(force=sheet.force, defenders=sheet.defenders, exact=True)
        assert isinstance(exact.win, Fraction)
        part = key.split(f"Sheet {sheet.number}: ")[1].split("</article>")[0]
        assert f">{exact.win} ≈ " in part
        found = oddsapp.diagnose(sheet.wrong, force=sheet.force, defenders=sheet.defenders)
        assert not found.is_right
        assert [mistake.name for mistake in found.mistakes] == [sheet.slip.name]
        assert f"{sheet.wrong}: {sheet.slip.what}" in part
        smaller = oddsapp.battle(force=1, defenders=1, exact=True)
        assert f"f(1, 1) = {smaller.win}" in part


def test_the_sheets_give_nothing_away_and_the_key_comes_once() -> None:
    made = make_worksheets(3, random.Random(5))
    for sheet in made.sheets:
        assert str(sheet.exercises[-1].right) not in made.html
        assert f"{sheet.force} attack, 1 more stays: {sheet.force + 1} armies" in made.html
        assert escape(sheet.link) in made.html
    assert "<h1>Key</h1>" not in made.html
    assert made.html_with_key.count("<h1>Key</h1>") == made.key_html.count("<h1>Key</h1>") == 1
    assert "On every sheet" not in make_worksheets(1, random.Random(5)).key_html


@pytest.mark.parametrize("level", LEVELS)
def test_the_link_is_what_learn_reads(level: Level) -> None:
    made = make_worksheets(2, random.Random(6), level=level, url="http://10.0.0.5:8600/")
    for sheet in made.sheets:
        address = urlsplit(sheet.link)
        assert (address.netloc, address.path) == ("10.0.0.5:8600", "/learn")
        state, notes = decode(dict(parse_qsl(address.query)), SPEC)
        assert notes + fit(state) == []
        asked = {key: value for key, value in state.items() if value != SPEC[key].default}
        expected = {
            "learn_route": str(level),
            "learn_step": "exercises",
            "learn_f": sheet.force,
            "learn_d": sheet.defenders,
            "learn_answers": "hidden",
        }
        assert state | expected == state
        assert set(asked) <= set(expected)


def test_the_usual_server_is_that_of_the_dashboard() -> None:
    assert f"http://127.0.0.1:{USUAL_PORT}" == LOCAL


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"students": 0}, "at least 1, not 0"),
        ({"students": MOST_STUDENTS + 1}, "at most 500, not 501"),
        ({"level": "nursery"}, "school or university"),
        ({"url": "javascript:alert(1)"}, "such as http://192.168.1.20:8501"),
        ({"url": 'http://x" onclick="y'}, "such as http://192.168.1.20:8501"),
        ({"url": "http://" + 300 * "x"}, "may have 120 characters, not 307"),
    ],
)
def test_bad_input_gets_a_sentence(wrong: dict[str, object], said: str) -> None:
    asked: dict[str, object] = {"students": 1, **wrong}
    with pytest.raises(oddsapp.InvalidInput, match=said):
        make_worksheets(rng=random.Random(0), **asked)  # type: ignore[arg-type]
