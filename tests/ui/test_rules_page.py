"""The page of rules, without a browser."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.rules.words import ruleset_in_words

ROOT = Path(__file__).resolve().parents[2]


def test_it_shows_every_clause_of_the_ruleset_in_the_address() -> None:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30)
    page.run()
    page.switch_page(str(ROOT / "oddsapp" / "ui" / "app_pages" / "rules.py"))
    page.query_params["set"] = "risk2"
    page.run()
    assert not page.exception
    html = " ".join(block.proto.body for block in page.get("html"))
    for section in ruleset_in_words(find_ruleset("risk2")):
        assert section.title in html
        assert all(f"<dt>{clause.rule}</dt>" in html for clause in section.clauses)
    assert "not affiliated" in html
    assert "No telemetry" in html
    assert len(page.selectbox("rules.set").options) == len(ruleset_names())


def test_it_opens_with_the_rules_of_the_page_that_leads_to_it() -> None:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30)
    page.query_params["rules"] = "blitz"
    page.run()
    pages = ROOT / "oddsapp" / "ui" / "app_pages"

    def go(file: str) -> None:
        page.switch_page(str(pages / file))
        page.query_params.clear()  # as a link between the pages does
        page.run()

    def ruleset_shown() -> str:
        go("rules.py")
        return str(page.selectbox("rules.set").value)

    assert ruleset_shown() == "blitz"
    assert page.query_params["set"] == "blitz"
    page.selectbox("rules.set").set_value("parker1993").run()
    assert page.selectbox("rules.set").value == "parker1993"
    go("luck.py")
    assert ruleset_shown() == "blitz"
    go("turn.py")
    assert ruleset_shown() == "risk2"
    go("whatif.py")
    assert ruleset_shown() == "classic"
    go("learn.py")
    assert ruleset_shown() == "classic"
