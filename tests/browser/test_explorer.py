"""The Battle explorer in a real Chromium: charts are drawn, a cell can be clicked, all fits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import oddsapp
from tests.browser.conftest import PageAt, Scheme
from tests.browser.test_quick_odds import luminance

# Scripts come with what first needs them, plotly's has nearly 5 MB: slow on a busy machine.
FIRST_CHART = 60_000


def number(page: Page, win: float) -> None:
    expect(page.locator(".odds-hero strong")).to_have_text(f"{win:.1%}")


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [
        pytest.param(390, 844, "light", id="phone"),
        pytest.param(1280, 800, "dark", id="desktop"),
    ],
)
def test_charts_are_drawn_and_everything_fits(
    page_at: PageAt, tmp_path: Path, width: int, height: int, scheme: Scheme
) -> None:
    visit = page_at(width, height, scheme, touch=width < 500)
    page = visit.open("/explorer")
    number(page, oddsapp.battle(11, 7).win)
    chart = page.get_by_role("figure", name=re.compile("What is left: not taken in 20.0%"))
    expect(chart.locator(".bars .point")).to_have_count(17, timeout=FIRST_CHART)
    expect(chart).to_contain_text("Take it 80.0%")
    assert visit.overflow() == 0
    page.screenshot(path=tmp_path / "left.png")  # for a person to look at

    ground = luminance(page.locator("[data-testid=stApp]").evaluate(BACKGROUND))
    for small in (chart.locator(".xtick text").first, chart.locator(".annotation text").first):
        text = luminance(small.evaluate("text => getComputedStyle(text).fill"))
        high, low = sorted((text, ground), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5

    page.get_by_text("As a table").first.click()
    expect(page.locator(".odds-numbers").first).to_contain_text("This or better")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").first.click()
    assert download.value.suggested_filename == "oddsapp-classic-10v7-ends.csv"
    rows = Path(download.value.path()).read_text().splitlines()
    assert rows[0] == "Attackers left,Defenders left,Probability,This or better"
    assert len(rows) == 18

    for view, heading in (("Stops", "Stop rules side by side"), ("Rolls", "How many rolls")):
        page.get_by_role("radio", name=view).click()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.locator(".bars .point").first).to_be_attached()
        visit.settle()
        assert visit.overflow() == 0
        page.screenshot(path=tmp_path / f"{view}.png")
    page.get_by_role("radio", name="How").click()
    win = oddsapp.battle(11, 7, exact=True).win
    expect(page.get_by_text(str(win), exact=True)).to_be_visible(timeout=FIRST_CHART)
    visit.settle()
    assert visit.overflow() == 0
    assert visit.complaints == []


BACKGROUND = "app => getComputedStyle(app).backgroundColor"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "thumb"])
def test_a_tap_on_a_cell_takes_that_battle(page_at: PageAt, tmp_path: Path, touch: bool) -> None:
    visit = page_at(390, 844, touch=touch)
    page = visit.open("/explorer?x_view=matrix")

    def use(name: str) -> None:
        cell = page.get_by_role("button", name=name)
        cell.tap() if touch else cell.click()

    cells = page.locator("td button")
    expect(cells).to_have_count(49)
    page.screenshot(path=tmp_path / "matrix.png", full_page=True)
    # Each tap counts at once, the second as the first.
    use("9 armies against 8 defenders")
    number(page, oddsapp.battle(9, 8).win)
    expect(page).to_have_url(re.compile(r"a=9&d=8&x_view=matrix$"))
    expect(page.get_by_label("Your armies", exact=True)).to_have_value("9")
    use("11 armies against 6 defenders")
    number(page, oddsapp.battle(11, 6).win)
    # The same again after the steppers led away.
    page.get_by_role("button", name="Increment").first.click()
    number(page, oddsapp.battle(12, 6).win)
    use("11 armies against 6 defenders")
    number(page, oddsapp.battle(11, 6).win)
    if touch:
        small = cells.evaluate_all(
            "all => all.filter(e => e.offsetWidth < 44 || e.offsetHeight < 44).length"
        )
        assert small == 0
    else:
        here = page.locator("[aria-current]")
        here.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        number(page, oddsapp.battle(12, 5).win)
        expect(here).to_be_focused()
    assert visit.overflow() == 0
    assert visit.complaints == []
