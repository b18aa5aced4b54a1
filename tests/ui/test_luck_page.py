"""The page about luck: what it says, and as Streamlit runs it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from streamlit.testing.v1 import AppTest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.luck import BattleRecord, judge_luck
from oddsapp.ui.luck.answer import battles_of, judged, judged_recorded
from oddsapp.ui.luck.state import TEXT
from oddsapp.ui.luck.typed import BATTLES, ROLLS, with_battle
from oddsapp.ui.quick.record import Ended

ROOT = Path(__file__).resolve().parents[2]
HEADER = "armies,defenders,attackers left,defenders left\n"


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30)
    page.switch_page("oddsapp/ui/app_pages/luck.py")
    for key, value in query.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return " ".join(block.proto.body for block in page.get("html"))


def address(page: AppTest) -> dict[str, str]:
    return {key: str(value) for key, value in page.query_params.items()}


def test_it_says_what_the_library_says() -> None:
    told = judged(HEADER + "11,7,1,4\n11,7,1,2\n", "classic")
    report = judge_luck(oddsapp.read_records(HEADER + "11,7,1,4\n11,7,1,2\n"))
    assert told.number == f"{report.overall.evidence.p_worse:.1%}"
    assert told.exact
    assert [line.percentile for line in told.lines] == ["4.9%", "14.0%"]
    attackers, defenders = told.facts
    assert attackers.share == report.overall.mean_percentile
    assert defenders.share == 1 - report.overall.mean_percentile


@pytest.mark.parametrize("text", [BATTLES, ROLLS])
def test_the_examples_can_be_judged_drawn_and_saved(text: str) -> None:
    told = judged(text, "classic")
    assert told.picture.startswith("<svg")
    assert bool(told.dice) == (text == ROLLS)
    rows = list(csv.DictReader(io.StringIO(told.csv)))
    assert len(rows) == len(text.splitlines()) - 1
    percentiles = [
        result.mid_percentile for result in judge_luck(oddsapp.read_records(text)).results
    ]
    assert [float(row["percentile"]) for row in rows] == percentiles
    assert TEXT.fits(text)


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    told = judged(
        "armies,defenders,attackers left,defenders left,player\n11,7,1,4,=1+1\n", "classic"
    )
    assert "'=1+1" in told.csv


def test_a_long_record_is_cut_in_the_table_only() -> None:
    told = judged(HEADER + "11,7,6,0\n" * 60, "classic")
    assert (len(told.lines), told.left_out) == (40, 20)
    assert len(told.csv.splitlines()) == 61


def test_recorded_battles_are_judged_under_their_own_rules() -> None:
    battles = (
        Ended("risk2", 9, 5, (4, 0)),
        Ended("classic-capital", 10, 7, (0, 4)),
        Ended("risk2", 9, 5, (4, 2)),
    )
    fit, left_out = battles_of(battles[:2], battles[2])
    assert (fit, left_out) == (battles[:2], 1)
    capital, risk2 = judged_recorded(fit)
    assert (capital.rules, risk2.rules) == ("Classic, capital", "RISK II invasion")
    record = BattleRecord(force=9, defenders=5, attackers_left=4, defenders_left=0)
    percentile = judge_luck([record], rules="risk2").results[0].mid_percentile
    assert risk2.lines[0].percentile == f"{percentile:.1%}"


@pytest.mark.parametrize("typed", ["11 7 6 0", "11v7 6v0", " 11, 7 -> 6, 0 "])
def test_a_battle_typed_is_a_row_more(typed: str) -> None:
    assert with_battle("", typed) == HEADER + "11,7,6,0\n"
    assert with_battle(HEADER + "6,3,1,2", typed) == HEADER + "6,3,1,2\n11,7,6,0\n"


@pytest.mark.parametrize(
    ("text", "typed", "complaint"),
    [
        ("", "eleven", "“eleven” is no battle"),
        ("", "11 7 6", "“11 7 6” is no battle"),
        ("", "11 7 12 0", "12 of 11 armies cannot be left"),
        ("", "11 7 6 99999999999999999", "at most 999"),
        (ROLLS, "11 7 6 0", "add the battle in it by hand"),
    ],
)
def test_what_is_no_battle_is_said(text: str, typed: str, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        with_battle(text, typed)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_a_row_or_refused(text: str, typed: str) -> None:
    try:
        more = with_battle(text, typed)
    except InvalidInput:
        return
    assert more.endswith("\n")


def test_with_nothing_recorded_it_says_how_and_offers_an_example() -> None:
    page = open_page()
    assert "Nothing is recorded yet" in shown(page)
    page.button("luck.battles").click().run()
    assert "of attackers with fair dice do" in shown(page)
    assert "Ann v Bob" in shown(page)
    assert address(page) == {"lu_of": "typed", "lu_text": TEXT.write(BATTLES)}
    page.button("luck.rolls").click().run()
    assert "Defence dice" in " ".join(block.value for block in page.markdown)


def test_rolls_of_quick_odds_are_judged_and_kept_between_the_pages() -> None:
    page = open_page(a="9", d="5", q_now="10v7.c2", q_rec="classic.5v5.0v4~risk2.9v5.4v2")
    assert "2 battles recorded" in shown(page)
    assert "A battle of RISK II that is not over says nothing yet" in shown(page)
    assert "5 v 5" in shown(page)
    assert "8 v 5, stopped" in shown(page)
    before = address(page)
    page.switch_page("oddsapp/ui/app_pages/odds.py")
    page.query_params.clear()
    page.run()
    assert "2 rolls recorded" in shown(page)
    assert address(page) == before
    page.switch_page("oddsapp/ui/app_pages/luck.py")
    page.query_params.clear()
    page.run()
    page.button("luck.forget").click().run()
    assert "q_rec" not in address(page)


def test_what_cannot_have_happened_is_said_at_the_field() -> None:
    page = open_page(lu_of="typed")
    page.text_area("luck.text").set_value(HEADER + "15,10,4,6\n").run()
    assert "Line 2: a force of 14 against 10 cannot come to 3 and 6 left" in shown(page)
    page.text_area("luck.text").set_value("armies\n3\n").run()
    assert 'role="alert"' in shown(page)
    page.text_input("luck.add").set_value("x").run()
    assert "“x” is no battle" in shown(page)
    assert page.text_input("luck.add").value == "x"


def test_a_typed_battle_is_added_and_other_rules_judge_it_anew() -> None:
    page = open_page(lu_of="typed")
    page.text_input("luck.add").set_value("11 7 1 4").run()
    assert page.text_area("luck.text").value == HEADER + "11,7,1,4\n"
    assert page.text_input("luck.add").value == ""
    assert ">4.9%<" in shown(page)
    page.button_group("luck.on").set_value(["capital"]).run()
    assert ">4.9%<" not in shown(page)
    assert address(page)["q_on"] == "capital"


def test_a_bad_record_in_the_address_is_left_out_with_a_note() -> None:
    page = open_page(lu_text="%%%", q_rec="chess.9v9.9v9", q_now="x")
    assert "Record: %%% in the address" in shown(page)
    assert "Recorded battles: chess.9v9.9v9 in the address has 1 that cannot be used" in shown(page)
    assert "Recorded rolls: x in the address cannot be read" in shown(page)
