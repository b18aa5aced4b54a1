"""Answers of the RISK II turn that take long: beside the page, watched and stopped."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from time import process_time
from typing import TYPE_CHECKING

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.work import WENT_WRONG
from oddsapp.ui.turn import answers, show_battle, told
from oddsapp.ui.turn.answers import Asked, Found, kept
from oddsapp.ui.turn.edit import small_turn
from oddsapp.ui.turn.odds import Odds, odds
from tests.ui.test_turn_page import address, open_page, shown

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from oddsapp.ui.turn.forces import Fight


@pytest.mark.parametrize(
    "battle",
    [
        lambda: oddsapp.spoils_of_war([[20]] * 5),
        lambda: oddsapp.spoils_of_war([[24]] * 5),  # where only who wins is in reach
        lambda: oddsapp.mass_invasion([9_000, 8_000, 7_000], 9_000),
        lambda: oddsapp.border_clash(6_000, 6_000),
    ],
)
def test_a_large_battle_is_left_within_a_second(battle: object) -> None:
    asked = Asked(("large", id(battle)), lambda _: battle())  # type: ignore[operator]
    asked.wait(0.3)
    assert asked.is_running, "too quick to test with"
    begun = process_time()  # what other processes take of the machine is not its fault
    asked.stop()
    asked._job._thread.join(60)
    assert not asked._job._thread.is_alive()
    assert process_time() - begun < 1
    assert asked.was_stopped
    assert asked.found() is None
    assert kept(("large", id(battle))) is None


def test_what_was_found_is_kept_and_so_is_why_nothing_was() -> None:
    def refuse(_: object) -> int:
        raise InvalidInput("no such battle")

    Asked("refused", refuse).wait(60)
    assert kept("refused") == Found(None, "no such battle")


def test_a_failure_is_told_and_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: object) -> int:
        raise ZeroDivisionError

    asked = Asked("failed", fail)
    asked.wait(60)
    assert asked.found() == Found(None, WENT_WRONG)
    assert kept("failed") is None
    assert "ZeroDivisionError" in caplog.text


def test_a_turn_tells_how_far_it_is() -> None:
    parts = list[tuple[int, int]]()
    exact = told.forecast(small_turn(), lambda done, of: parts.append((done, of)))
    assert exact.refused == ""
    assert parts == [(done, parts[-1][1]) for done in range(len(parts))]
    assert parts[-1][0] == parts[-1][1] > 1


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """The odds of a battle take until this is set."""
    go_on = Event()

    def slow(fight: Fight) -> Odds:
        go_on.wait(60)
        return odds(fight)

    monkeypatch.setattr(show_battle, "odds", slow)
    monkeypatch.setattr(answers, "AT_FIRST", 0.01)
    yield go_on
    go_on.set()


def labels(page: AppTest) -> list[str]:
    return [button.label for button in page.button]


def test_the_page_goes_on_while_odds_are_worked_out(blocked: Event) -> None:
    page = open_page(turn_kind="clash", turn_rows="A17.B16")
    assert "being worked out" in shown(page)
    assert "Roll by roll" in shown(page)
    page.button("turn.stop.odds").click().run()
    assert "The odds: stopped" in shown(page)
    assert "Stop" not in labels(page)
    assert address(page) == {"turn_kind": "clash", "turn_rows": "A17.B16"}
    answers.AT_FIRST = 60  # the fixture puts it back
    blocked.set()
    page.button("turn.again.odds").click().run()
    assert f"<strong>{oddsapp.border_clash(17, 16).win[0]:.1%}</strong>" in shown(page)
    assert not page.exception


@pytest.mark.usefixtures("blocked")
def test_another_battle_leaves_the_one_before() -> None:
    page = open_page(turn_kind="clash", turn_rows="A18.B16")
    before = page.session_state["turn.asked.odds"]
    page.number_input("turn.force.0").set_value(19).run()
    assert before.was_stopped
    assert page.session_state["turn.asked.odds"].is_running
    assert address(page)["turn_rows"] == "A19.B16"
