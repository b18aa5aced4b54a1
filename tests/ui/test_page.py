"""Quick odds as Streamlit runs it, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import oddsapp
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import mark
from oddsapp.ui.quick import controls
from oddsapp.ui.quick.answer import answer

ROOT = Path(__file__).resolve().parents[2]


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30)
    for key, value in query.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    """All that the page says in HTML."""
    return " ".join(block.proto.body for block in page.get("html"))


def address(page: AppTest) -> dict[str, str]:
    return {key: str(value) for key, value in page.query_params.items()}


def test_it_opens_with_an_answer_and_a_bare_address() -> None:
    page = open_page()
    assert f"<strong>{oddsapp.battle(11, 7).win:.1%}</strong>" in shown(page)
    assert "11 armies: 10 attack, 1 stays" in shown(page)
    assert "against 7 defenders" in shown(page)
    assert "<svg" in page.markdown[0].value
    assert page.number_input("odds.a").value == 11
    assert page.text_input("odds.text").value == "11 v 7"
    assert address(page) == {}


def test_it_says_that_it_is_exact_and_what_the_fold_hides() -> None:
    page = open_page(q_stop="5")
    assert f"<strong>{oddsapp.battle(11, 7, stop_at=5).win:.1%}</strong>" in shown(page)
    assert "stops at 5 or fewer" in shown(page)
    assert mark() in shown(page)
    page.text_input("odds.text").set_value("12 3-6").run()
    assert '<strong class="odds-long">' in shown(page)
    page.text_input("odds.text").set_value("400 5+4").run()
    assert mark() not in shown(page)  # there is no number


def test_steppers_change_answer_text_and_address() -> None:
    page = open_page()
    page.number_input("odds.a").set_value(12).run()
    page.button("odds.d.more").click().run()
    assert f"<strong>{oddsapp.battle(12, 12).win:.1%}</strong>" in shown(page)
    assert page.text_input("odds.text").value == "12 v 12"
    assert address(page) == {"a": "12", "d": "12"}


def test_five_less_stops_at_the_least_that_can_attack() -> None:
    page = open_page(a="4", d="3")
    page.button("odds.a.less").click().run()
    page.button("odds.d.less").click().run()
    assert "2 armies: 1 attack" in shown(page)
    assert "against 1 defender <" in shown(page)
    assert page.button("odds.a.less").disabled
    assert page.button("odds.d.less").disabled


@pytest.mark.parametrize("text", ["12 5", "12v5", "12 v 5"])
def test_typing_sets_the_steppers(text: str) -> None:
    page = open_page()
    page.text_input("odds.text").set_value(text).run()
    assert page.number_input("odds.a").value == 12
    assert page.number_input("odds.d").value == 5
    assert page.text_input("odds.text").value == "12 v 5"
    assert address(page) == {"a": "12", "d": "5", "q_last": "classic.10v7"}


def test_one_after_another_and_back_to_one() -> None:
    page = open_page()
    page.text_input("odds.text").set_value("10 5+4").run()
    assert f"<strong>{answer(9, (5, 4), 'classic').win}</strong>" in shown(page)
    assert "against 5, then 4 defenders" in shown(page)
    assert page.number_input("odds.d").label == "Defenders in the 1st of 2"
    assert address(page) == {"a": "10", "d": "5+4", "q_last": "classic.10v7"}
    page.number_input("odds.d").set_value(6).run()
    assert page.text_input("odds.text").value == "10 v 6+4"
    next(button for button in page.button if "Only" in button.label).click().run()
    assert address(page) == {"a": "10", "d": "6", "q_last": "classic.10v7"}


def test_what_cannot_be_read_is_said_at_the_field_and_changes_nothing() -> None:
    page = open_page(a="12")
    page.text_input("odds.text").set_value("12 <b>").run()
    assert not page.exception
    assert "“12 &lt;b&gt;” is no battle" in shown(page)
    assert page.text_input("odds.text").value == "12 <b>"
    assert "12 armies: 11 attack" in shown(page)
    page.number_input("odds.a").set_value(13).run()
    assert "is no battle" not in shown(page)
    assert page.text_input("odds.text").value == "13 v 7"


def test_the_number_can_be_the_force_itself() -> None:
    page = open_page()
    page.button_group("odds.count").set_value("force").run()
    assert "11 attack, 1 more stays: 12 armies" in shown(page)
    assert f"<strong>{oddsapp.battle(force=11, defenders=7).win:.1%}</strong>" in shown(page)
    page.text_input("odds.text").set_value("1 1").run()
    assert "1 attacks, 1 more stays: 2 armies" in shown(page)
    page.button_group("odds.count").set_value("armies").run()
    assert "2 armies: 1 attacks, 1 stays" in shown(page)


def test_risk2_is_an_invasion() -> None:
    page = open_page(a="12", d="9")
    page.button_group("odds.rules").set_value("risk2").run()
    assert f"<strong>{oddsapp.battle(12, 9, rules='risk2').win:.1%}</strong>" in shown(page)
    assert address(page) == {"a": "12", "d": "9", "rules": "risk2"}


def test_what_the_rules_do_not_allow_is_said_instead_of_a_number() -> None:
    page = open_page(a="20", d="5+4+3", rules="risk2")
    assert "In RISK II a force surges through one territory into a second at most" in shown(page)
    assert "<svg" not in " ".join(block.value for block in page.markdown)


def test_bad_values_in_the_address_are_put_right_with_a_note() -> None:
    page = open_page(a="5000", d="x", count="apples")
    assert "Armies: 5000 in the address is too large, 999 is used" in shown(page)
    assert "Defenders: x in the address is no list of whole numbers, 7 is used" in shown(page)
    assert "What is counted: apples in the address is none of armies, force" in shown(page)
    assert address(page) == {"a": "999"}
    page.number_input("odds.d").set_value(8).run()
    assert "in the address" not in shown(page)


def test_one_army_in_the_address_cannot_attack() -> None:
    page = open_page(a="1")
    assert "at least 2 are needed, as 1 stays; 2 is used" in shown(page)
    assert address(page) == {"a": "2"}


def test_an_address_is_restored_as_it_was() -> None:
    page = open_page(a="20", d="5+4", rules="risk2", count="force")
    assert page.number_input("odds.a").value == 20
    assert page.button_group("odds.rules").value == "risk2"
    assert address(page) == {"a": "20", "d": "5+4", "rules": "risk2", "count": "force"}


def test_a_tap_that_still_carries_the_address_of_before_counts() -> None:
    page = open_page()
    page.button("odds.a.more").click().run()
    page.query_params.clear()
    page.button("odds.a.more").click().run()
    assert "21 armies" in shown(page)
    page.query_params.clear()
    page.text_input("odds.text").set_value("nonsense").run()
    assert "21 armies" in shown(page)
    assert address(page) == {"a": "21"}


def test_back_to_a_bare_address_is_back_to_the_defaults() -> None:
    page = open_page()
    page.button("odds.a.more").click().run()
    page.query_params.clear()
    page.run()
    assert "11 armies" in shown(page)


def test_the_echo_of_a_field_not_drawn_yet_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tap sends every field along, also one that still shows what was there before."""
    page = open_page()
    page.number_input("odds.a").set_value(12).run()
    page.text_input("odds.text").set_value("11 v 7")
    page.button("odds.d.more").click().run()
    assert "12 armies" in shown(page)
    assert "against 12 defenders" in shown(page)
    assert page.text_input("odds.text").value == "12 v 12"
    monkeypatch.setattr(inputs, "ECHO", 0.0)
    page.text_input("odds.text").set_value("12 v 7").run()
    assert "against 7 defenders" in shown(page)


def test_a_recorded_roll_changes_the_counts_and_the_address_and_can_be_undone() -> None:
    page = open_page()
    page.button("odds.roll.2.0").click().run()
    page.button("odds.roll.0.2").click().run()
    assert "9 armies: 8 attack" in shown(page)
    assert "against 5 defenders" in shown(page)
    assert "2 rolls recorded: I lost 2, they lost 2" in shown(page)
    assert address(page) == {"a": "9", "d": "5", "q_now": "10v7.c2"}
    page.button("odds.undo").click().run()
    page.button("odds.undo").click().run()
    assert address(page) == {}
    assert page.button("odds.undo").disabled


def test_a_locked_phone_goes_on_with_rolls_and_last_battles() -> None:
    """The server forgets a session in time; the address still has everything."""
    page = open_page(a="3", d="2", q_on="capital")
    page.button("odds.roll.1.1").click().run()
    page.text_input("odds.text").set_value("5 1").run()
    page.button("odds.roll.0.1").click().run()
    before = address(page)
    assert before["q_now"] == "4v1.1"
    assert before["q_rec"] == "classic-capital.2v2.1v1"
    assert before["q_last"] == "classic-capital.2v2"
    again = open_page(**before)
    assert address(again) == before
    assert shown(again) == shown(page)
    again.button("odds.next").click().run()
    assert "4 armies: 3 attack" in shown(again)
    assert address(again)["q_rec"] == "classic-capital.2v2.1v1~classic-capital.4v1.4v0"


def test_a_battle_over_says_so_and_one_army_cannot_go_on() -> None:
    page = open_page(a="2", d="1", q_now="1v1.1")
    assert "<strong>Taken</strong>" in shown(page)
    assert "1 attacker left" in shown(page)
    assert page.button("odds.next").disabled
    page.button("odds.undo").click().run()
    page.button("odds.roll.1.0").click().run()
    assert "<strong>Lost</strong>" in shown(page)
    page.button("odds.again").click().run()
    assert address(page)["q_rec"] == "classic.1v1.0v1"


def test_a_tap_comes_back_to_a_battle() -> None:
    page = open_page(rules="risk2", a="30", d="20")
    page.text_input("odds.text").set_value("12 3-6").run()
    assert "3 to 6 defenders" in shown(page)
    page.button("odds.last.0").click().run()
    assert "30 armies" in shown(page)
    assert page.button("odds.last.0").label == "12 v 3-6"


def test_the_extras_are_folded_and_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "ECHO", 0.0)
    page = open_page()
    page.number_input("odds.q_next").set_value(9).run()
    held = oddsapp.take_and_hold(11, 7, [9])
    assert f"{held:.1%} taken and held" in shown(page)
    page.number_input("odds.q_stop").set_value(4).run()
    assert f"<strong>{oddsapp.battle(11, 7, stop_at=4).win:.1%}</strong>" in shown(page)
    page.button_group("odds.q_on").set_value(["capital"]).run()
    assert "Classic, capital" in shown(page)
    assert address(page) == {"q_next": "9", "q_stop": "4", "q_on": "capital"}
    page.button_group("odds.rules").set_value("blitz").run()
    assert "a blitz is fought at once, so it is left out" in shown(page)
    assert "Roll or blitz?" in shown(page)
    page.selectbox("odds.every").set_value("bunker").run()
    assert address(page) == {"q_next": "9", "q_on": "capital", "rules": "bunker"}
    assert page.button_group("odds.rules").value == "bunker"


def test_a_battle_looked_at_is_remembered_when_a_step_changes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_page()
    page.button("odds.a.more").click().run()
    assert "q_last" not in address(page)
    monkeypatch.setattr(controls, "LOOKED_AT", 0.0)
    page.button("odds.a.more").click().run()
    assert address(page) == {"a": "21", "q_last": "classic.15v7"}


def test_swapping_sides_asks_the_other_question() -> None:
    page = open_page()
    page.button("odds.swap").click().run()
    assert "7 armies: 6 attack" in shown(page)
    assert "against 11 defenders" in shown(page)
