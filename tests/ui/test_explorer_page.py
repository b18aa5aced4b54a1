"""The Battle explorer as Streamlit runs it, without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import oddsapp
from oddsapp.ui.parts import inputs

ROOT = Path(__file__).resolve().parents[2]
PAGE = str(ROOT / "oddsapp" / "ui" / "app_pages" / "explorer.py")


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    page.switch_page(PAGE)
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


def charts(page: AppTest) -> list[Any]:
    return [chart.proto for chart in page.get("plotly_chart")]


def test_it_opens_with_the_number_of_quick_odds_and_two_charts() -> None:
    page = open_page()
    odds = oddsapp.battle(11, 7)
    assert f"<strong>{odds.win:.1%}</strong>" in shown(page)
    assert "11 armies: 10 attack, 1 stays" in shown(page)
    assert address(page) == {}
    ends, least = charts(page)
    assert "80.0%" in ends.alt
    assert least.alt
    drawn = json.loads(ends.spec)["data"]
    assert len(drawn) == 2
    config = json.loads(ends.config)
    assert (config["displayModeBar"], config["displaylogo"]) == (False, False)
    assert shown(page).count('class="odds-numbers"') == 2
    assert len(page.get("download_button")) == 2


def test_inputs_change_number_and_address() -> None:
    page = open_page()
    page.number_input("explorer.a").set_value(12).run()
    page.button("explorer.d.more").click().run()
    assert f"<strong>{oddsapp.battle(12, 12).win:.1%}</strong>" in shown(page)
    page.selectbox("explorer.rules").set_value("risk2").run()
    assert f"<strong>{oddsapp.battle(12, 12, rules='risk2').win:.1%}</strong>" in shown(page)
    assert address(page) == {"a": "12", "d": "12", "rules": "risk2"}
    assert not page.exception


@pytest.mark.parametrize("view", ["left", "stops", "rolls", "matrix", "how"])
@pytest.mark.parametrize(
    ("rules", "armies"), [("classic", "2"), ("blitz", "11"), ("risk2", "11"), ("classic", "999")]
)
def test_every_view_has_numbers_or_a_sentence(view: str, rules: str, armies: str) -> None:
    page = open_page(x_view=view, rules=rules, a=armies, d=armies)
    assert charts(page) or page.code or "odds-complaint" in shown(page)
    assert all(chart.alt for chart in charts(page))


def test_the_stop_line_is_counted_as_the_armies_are() -> None:
    page = open_page(x_view="stops", x_at="5")
    win = oddsapp.battle(11, 7, stop_at=5).win
    assert f"<td>{win:.1%}</td>" in shown(page)
    page.segmented_control("explorer.count").set_value("force").run()
    win = oddsapp.battle(force=11, defenders=7, stop_at=5).win
    assert f"<td>{win:.1%}</td>" in shown(page)
    page.number_input("explorer.x_at").set_value(2).run()
    assert address(page) == {"count": "force", "x_at": "2", "x_view": "stops"}


def test_a_fraction_is_never_clipped() -> None:
    page = open_page(x_view="how", a="21", d="15")
    assert page.code[0].value == str(oddsapp.battle(21, 15, exact=True).win)
    assert page.latex


def test_what_the_pages_share_comes_along_and_the_rest_stays() -> None:
    page = open_page(a="20", d="5", x_view="rolls")
    page.switch_page(str(ROOT / "oddsapp" / "ui" / "app_pages" / "odds.py"))
    page.query_params.clear()
    page.run()
    assert f"<strong>{oddsapp.battle(20, 5).win:.1%}</strong>" in shown(page)
    page.session_state[inputs.name("d")] = (6, 3)
    page.switch_page(PAGE)
    page.query_params.clear()
    page.run()
    assert not page.exception
    assert f"<strong>{oddsapp.battle(20, 6).win:.1%}</strong>" in shown(page)
    assert "the 1st of 2 territories only" in shown(page)
    page.number_input("explorer.d").set_value(7).run()
    assert page.session_state[inputs.name("d")] == (7, 3)
    assert address(page)["x_view"] == "rolls"


def test_bad_values_are_put_right_with_a_note() -> None:
    page = open_page(a="5000", x_view="pie", x_odds="200")
    for part in ("Armies: 5000", "View: pie", "Odds to stop under: 200"):
        assert part in shown(page)
    assert address(page) == {"a": "999", "x_odds": "99"}
