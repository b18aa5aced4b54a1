"""The Die lab as Streamlit runs it, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from oddsapp.ui.lab.setup_text import read_setup
from oddsapp.ui.lab.state import VIEWS

PAGE = Path(__file__).resolve().parents[2] / "oddsapp" / "ui" / "app_pages" / "lab.py"


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(PAGE), default_timeout=60)
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


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "setups", ["risk2~risk2_manual", "classic", "classic.n3-3~risk2.tdefender"]
)
def test_every_view_draws_every_kind_of_setup(view: str, setups: str) -> None:
    page = open_page(lab_v=view, lab_s=setups, lab_n="6")
    assert "Die lab" in shown(page)
    assert "odds-complaint" not in shown(page)
    assert "in the address" not in shown(page)


def test_it_opens_with_two_setups_and_a_bare_address() -> None:
    page = open_page()
    assert "A: RISK II</b>" in shown(page)
    assert "B: RISK II, PC manual</b>" in shown(page)
    assert "furthest from even: 79.3% at 39 v 39" in shown(page)
    assert page.text_input("lab.faces.4").value == "1 2 3 4 4 5 5 6 6 6 6 6"
    assert address(page) == {}


def test_typed_faces_change_the_setup_and_the_address() -> None:
    page = open_page()
    page.text_input("lab.faces.4").set_value("123445566666").run()
    assert address(page) == {}  # as it was
    page.text_input("lab.faces.4").set_value("1 2 3 4 4 5 5 5 6 6 6 6").run()
    assert address(page) == {"lab_s": "risk2.f5-123445556666~risk2_manual"}
    assert "A: RISK II, changed</b>" in shown(page)
    assert page.selectbox("lab.preset").value == "As edited below"
    page.selectbox("lab.preset").set_value("RISK II, one army a comparison").run()
    assert address(page) == {"lab_s": "risk2.cfixed1~risk2_manual"}


def test_what_is_wrong_is_said_at_the_field_and_changes_nothing() -> None:
    page = open_page()
    page.text_input("lab.attacker").set_value("1 6 5 19 31").run()
    assert "must start at 1 and grow" in shown(page)
    assert page.text_input("lab.attacker").value == "1 6 5 19 31"
    assert address(page) == {}
    page.text_input("lab.faces.0").set_value("one").run()
    assert "a whole number, not “n”" in shown(page) or "must be a whole number" in shown(page)


def test_thresholds_ranks_casualties_and_ties() -> None:
    page = open_page(lab_s="risk2")
    page.text_input("lab.defender").set_value("1 7 13 21 x").run()
    page.text_input("lab.ranks").set_value("1 1 2 2 3").run()
    page.selectbox("lab.set.casualties").set_value("fixed").run()
    page.button("lab.fixed.more").click().run()
    page.button_group("lab.set.ties").set_value("defender").run()
    setup = read_setup(address(page)["lab_s"])
    assert setup.defender == (1, 7, 13, 21, None)
    assert setup.ranks == (1, 1, 2, 2, 3)
    assert (setup.casualties, setup.fixed) == ("fixed", 6)


def test_setups_are_added_edited_and_removed() -> None:
    page = open_page(lab_s="classic")
    assert page.button("lab.remove").disabled
    page.button("lab.add").click().run()
    assert address(page) == {"lab_s": "classic~classic", "lab_e": "2"}
    page.number_input("lab.thrown.1").set_value(3).run()
    assert address(page) == {"lab_s": "classic~classic.n3-3", "lab_e": "2"}
    page.button("lab.remove").click().run()
    assert address(page) == {"lab_s": "classic"}


def test_bad_values_in_the_address_are_noted() -> None:
    page = open_page(lab_s="classic~chess", lab_e="9", lab_n="900", lab_v="nothing")
    said = shown(page)
    for words in ("Set-ups: classic~chess in the address", "900 in the address is too large"):
        assert words in said
    assert address(page) == {"lab_s": "classic", "lab_n": "60"}


def test_dice_that_never_end_a_battle_are_said_to() -> None:
    page = open_page(lab_s="risk2.f1-22.tnobody")
    assert "never ends" in shown(page)


def test_a_search_runs_beside_the_page_and_fills_the_list() -> None:
    page = open_page(lab_s="classic", lab_v="fairer", lab_k="1", lab_x="0")
    page.button("lab.search").click().run()
    job = page.session_state["lab.job"][1]
    job.wait(60)
    page.run()
    assert "nothing fairer is there" in shown(page)
    assert "A 3 of the defender&#x27;s die becomes 4" in shown(page)
    page.button("lab.take.1").click().run()
    assert address(page)["lab_s"] == "classic~classic.f2-124456"
