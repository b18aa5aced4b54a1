"""The page of the RISK II turn as Streamlit runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import oddsapp
from oddsapp.ui.turn import answers, edit
from oddsapp.ui.turn.fields import position_of


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    # Busy machines take longer than a page waits, and nothing here draws itself again.
    monkeypatch.setattr(answers, "AT_FIRST", 60.0)


ROOT = Path(__file__).resolve().parents[2]
SMALL = edit.small_turn()


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    page.switch_page("oddsapp/ui/app_pages/turn.py")
    for key, value in query.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return " ".join(block.proto.body for block in page.get("html"))


def address(page: AppTest) -> dict[str, str]:
    return {key: str(value) for key, value in page.query_params.items()}


def test_it_opens_with_a_battle_and_a_bare_address() -> None:
    page = open_page()
    assert f"<strong>{oddsapp.mass_invasion([12, 8, 8], 20).win:.1%}</strong>" in shown(page)
    assert "Exact" in shown(page)
    assert "Who holds it after the spoils of war" in shown(page)
    assert address(page) == {}


def test_rows_and_kind_change_odds_and_address() -> None:
    page = open_page()
    page.number_input("turn.force.0").set_value(20).run()
    page.selectbox("turn.player.2").set_value("A").run()
    page.button("turn.remove.1").click().run()
    page.button("turn.d.more").click().run()
    assert address(page) == {"turn_rows": "A20.A8", "turn_d": "25"}
    assert f"<strong>{oddsapp.mass_invasion([20, 8], 25).win:.1%}</strong>" in shown(page)
    page.button_group("turn.turn_kind").set_value("clash").run()
    assert address(page)["turn_rows"] == "A20.B8"
    assert f"<strong>{oddsapp.border_clash(20, 8).win[0]:.1%}</strong>" in shown(page)
    page.button_group("turn.turn_kind").set_value("spoils").run()
    page.button("turn.add").click().run()
    assert address(page)["turn_rows"] == "A20.B8.C8"
    assert f"<strong>{oddsapp.spoils_of_war([[20], [8], [8]]).win[0]:.1%}</strong>" in shown(page)
    assert not page.exception


def test_spoils_of_one_player_say_what_is_missing() -> None:
    page = open_page(turn_kind="spoils", turn_rows="A5.A4")
    assert "two players or more" in shown(page)


def test_roll_by_roll() -> None:
    page = open_page(turn_kind="spoils", turn_rows="A6.B5")
    assert "each lost comparison costs 1" in shown(page)
    page.button("turn.result.1").click().run()
    assert address(page)["turn_rolls"] == "1"
    assert "A loses 1; A now rolls white" in shown(page)
    assert "From here on" in shown(page)
    page.button("turn.end").click().run()
    assert "Over after" in shown(page)
    page.button("turn.back").click().run()
    assert "Over after" not in shown(page)
    page.button("turn.over").click().run()
    assert "turn_rolls" not in address(page)
    assert address(page)["turn_seed"] == "2"


def test_an_order_by_select_boxes_its_reason_and_back() -> None:
    page = open_page(turn_part="map", turn_p=SMALL)
    assert "4 orders played, 1 void" in shown(page)
    assert "Venezuela is your own; attack another player&#x27;s (rule R-8)" in shown(page)
    page.selectbox("turn.who").set_value(1).run()
    page.selectbox("turn.from").set_value("Venezuela").run()
    page.selectbox("turn.to").set_value("Peru").run()
    assert page.number_input("turn.n").value == 1  # 6 of 7 are sent already
    page.number_input("turn.n").set_value(4).run()
    assert "As the next order it is void: Venezuela has 7 to send" in shown(page)
    page.number_input("turn.n").set_value(1).run()
    page.button("turn.give").click().run()
    assert "5 orders played, 1 void" in shown(page)
    assert "Remove 1 Venezuela" in " ".join(button.label for button in page.button)
    page.button("turn.drop.2").click().run()
    assert address(page)["turn_p"] == SMALL


def test_orders_as_text_are_taken_or_refused_at_the_field() -> None:
    page = open_page(turn_part="map", turn_p=SMALL)
    page.text_area("turn.text").set_value("Ann: 4 Brazil -> Narnia").run()
    assert "Narnia" in shown(page)
    assert "4 orders played" in shown(page)
    page.text_area("turn.text").set_value("Ann: 4 Brazil -> Peru").run()
    assert "1 order played, 0 void" in shown(page)
    page.button("turn.none").click().run()
    assert "No territory is contested" in shown(page)


def test_the_board_is_changed_and_another_turn_begun() -> None:
    page = open_page(turn_part="map", turn_p=SMALL, turn_tap="land")
    page.selectbox("turn.land").set_value("Peru").run()
    page.selectbox("turn.owner").set_value("Ann").run()
    page.button("turn.armies.more").click().run()
    position = position_of(address(page)["turn_p"])
    assert edit.owner_name(position, "Peru") == "Ann"
    assert position.state.armies_on("Peru") == 10
    page.selectbox("turn.begin").set_value("classic").run()
    page.number_input("turn.players").set_value(3).run()
    page.button("turn.start").click().run()
    position = position_of(address(page)["turn_p"])
    assert (position.state.game.board.name, position.players) == ("classic", ("Ann", "Ben", "Cat"))


def test_a_bad_turn_in_the_address_is_noted() -> None:
    page = open_page(turn_part="map", turn_p="oddsapp1-AAAA", turn_pick="99")
    assert "the share string is cut" in shown(page)
    assert "this board does not have them" in shown(page)
    assert "30 orders played" in shown(page)
    assert address(page) == {"turn_part": "map"}


def test_rolls_of_a_battle_too_large_for_odds_are_followed_all_the_same() -> None:
    page = open_page(turn_rows="B8.A244", turn_d="999", turn_mass="individual", turn_rolls="0")
    assert "Roll 2" in shown(page)
    assert "A battle of this size" in shown(page)
    assert "From here on" not in shown(page)
