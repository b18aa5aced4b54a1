"""The page about luck in a real Chromium."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import PageAt
from tests.browser.visit import PHONE


def test_an_example_is_judged_drawn_and_saved(page_at: PageAt) -> None:
    visit = page_at(*PHONE, touch=True)
    page = visit.open("/luck")
    page.get_by_role("button", name="Example: battles").click()
    expect(page.get_by_text("of attackers with fair dice do")).to_be_visible()
    expect(page.get_by_role("img")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(9)
    assert Path(visit.download("Table as CSV").path()).read_text().startswith("line,player")
    visit.settle()
    page.get_by_role("button", name="Example: rolls").click()
    expect(page.get_by_role("img")).to_have_count(2)
    page.reload()
    expect(page.get_by_role("img")).to_have_count(2)
    visit.settle()
    page.get_by_label("Add a battle").fill("11 7")
    page.get_by_label("Add a battle").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“11 7” is no battle")
    expect(page.get_by_label("Fought by")).to_be_visible()
    visit.settle()
    assert visit.too_small() == []
    assert visit.widest() == 0
    assert visit.complaints == []
