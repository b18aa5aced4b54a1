"""The Battle explorer in a real Chromium: charts are drawn, a cell can be clicked, all fits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import oddsapp
from tests.browser.conftest import PageAt
from tests.browser.test_quick_odds import contrast
from tests.browser.visit import PHONE, Scheme, becomes


def number(page: Page, win: float) -> None:
    expect(page.locator(".odds-hero strong")).to_have_text(f"{win:.1%}")


def test_charts_are_drawn_and_everything_fits(page_at: PageAt) -> None:
    visit = page_at(*PHONE, touch=True)
    page = visit.open("/explorer")
    number(page, oddsapp.battle(11, 7).win)
    chart = page.get_by_role("figure", name=re.compile("What is left: not taken in 20.0%"))
    expect(chart.locator(".bars .point")).to_have_count(17)
    expect(chart).to_contain_text("Take it 80.0%")
    assert visit.widest() == 0

    page.get_by_text("As a table").first.click()
    expect(page.locator(".odds-numbers").first).to_contain_text("This or better")
    download = visit.download("Download CSV")
    assert download.suggested_filename == "oddsapp-classic-10v7-ends.csv"
    rows = Path(download.path()).read_text().splitlines()
    assert rows[0] == "Attackers left,Defenders left,Probability,This or better"
    assert len(rows) == 18

    schemes: tuple[Scheme, ...] = ("dark", "light")
    for scheme in schemes:
        visit.turn(scheme)
        assert becomes([], lambda: faint(page, chart)) == [], scheme

    for view, heading in (("Stops", "Stop rules side by side"), ("Rolls", "How many rolls")):
        page.get_by_role("radio", name=view).click()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.locator(".bars .point").first).to_be_attached()
        visit.settle()
        assert visit.widest() == 0
    page.get_by_role("radio", name="How").click()
    win = oddsapp.battle(11, 7, exact=True).win
    expect(page.get_by_text(str(win), exact=True)).to_be_visible()
    visit.settle()
    assert visit.widest() == 0
    assert visit.complaints == []


def faint(page: Page, chart: Locator) -> list[str]:
    """Return which texts of a chart do not stand out from the page."""
    app = page.locator("[data-testid=stApp]")
    ground = app.evaluate("app => getComputedStyle(app).backgroundColor")
    texts = [".xtick text", ".annotation text"]
    colours = chart.evaluate(
        "(chart, texts) => texts.map(css => chart.querySelector(css))"
        ".map(text => text ? getComputedStyle(text).fill : '')",
        texts,
    )
    return [
        text
        for text, colour in zip(texts, colours, strict=True)
        if not colour or contrast(colour, ground) < 4.5
    ]


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "thumb"])
def test_a_tap_on_a_cell_takes_that_battle(page_at: PageAt, touch: bool) -> None:
    visit = page_at(390, 844, touch=touch)
    page = visit.open("/explorer?x_view=matrix")

    def use(name: str) -> None:
        cell = page.get_by_role("button", name=name)
        cell.tap() if touch else cell.click()

    def stands_at(name: str) -> None:
        """Wait until the matrix has moved to a battle: others stand where they stood before."""
        here = page.locator("[aria-current]")
        expect(here).to_have_accessible_name(re.compile(f"^{name}"))

    expect(page.locator("td button")).to_have_count(49)
    # Each tap counts at once, the second as the first.
    use("9 armies against 8 defenders")
    number(page, oddsapp.battle(9, 8).win)
    expect(page).to_have_url(re.compile(r"a=9&d=8&x_view=matrix$"))
    expect(page.get_by_label("Your armies", exact=True)).to_have_value("9")
    stands_at("9 armies against 8 defenders")
    use("11 armies against 6 defenders")
    number(page, oddsapp.battle(11, 6).win)
    # The same again after the steppers led away.
    page.get_by_role("button", name="Increment").first.click()
    number(page, oddsapp.battle(12, 6).win)
    stands_at("12 armies against 6 defenders")
    use("11 armies against 6 defenders")
    number(page, oddsapp.battle(11, 6).win)
    stands_at("11 armies against 6 defenders")
    if touch:
        assert visit.too_small() == []
    else:
        # What is pressed counts, though the answer to another tap moves the matrix meanwhile.
        page.get_by_role("button", name="10 armies against 7 defenders").hover()
        page.mouse.down()
        page.get_by_role("button", name="14 armies against 6 defenders").dispatch_event("click")
        number(page, oddsapp.battle(14, 6).win)
        stands_at("14 armies against 6 defenders")
        page.mouse.up()
        number(page, oddsapp.battle(10, 7).win)
        stands_at("10 armies against 7 defenders")
        use("11 armies against 6 defenders")
        number(page, oddsapp.battle(11, 6).win)
        stands_at("11 armies against 6 defenders")
        here = page.locator("[aria-current]")
        here.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        number(page, oddsapp.battle(12, 5).win)
        expect(here).to_be_focused()
    assert visit.overflow() == 0
    assert visit.complaints == []
