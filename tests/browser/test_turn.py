"""The RISK II turn in a real Chromium: an order by taps, a void one, a battle roll by roll."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from oddsapp.ui.turn import edit
from tests.browser.conftest import PageAt


def land(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}(,|$)"))


def touch(page: Page, name: str) -> Locator:
    return page.locator(f'.count[data-territory="{name}"] .touch')


def test_orders_by_taps_on_a_phone(page_at: PageAt) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open(f"/turn?turn_part=map&turn_p={edit.small_turn()}")
    expect(page.get_by_text("4 orders played, 1 void", exact=False)).to_be_visible()
    expect(page.locator(".turn-void")).to_contain_text("Venezuela is your own")
    expect(page.locator(".arrow.void")).to_have_count(1)
    for name in ("Central America", "Venezuela"):
        touch(page, name).scroll_into_view_if_needed()
        touch(page, name).tap()
        expect(land(page, name)).to_have_accessible_name(re.compile("Ben"))
        visit.settle()
    # Its own land again: the order sets out there instead.
    expect(land(page, "Venezuela")).to_have_accessible_name(re.compile("selected as origin"))
    touch(page, "Peru").tap()
    give = page.get_by_role("button", name=re.compile("Add the order"))
    expect(give).to_be_visible()
    expect(page.get_by_text("1 Venezuela -> Peru", exact=True)).to_be_visible()
    give.tap()
    expect(page.get_by_text("5 orders played, 1 void", exact=False)).to_be_visible()
    visit.settle()
    assert visit.overflow() == 0
    page.reload()
    expect(page.get_by_text("5 orders played, 1 void", exact=False)).to_be_visible()
    assert visit.complaints == []


def test_the_whole_board_on_a_desktop(page_at: PageAt) -> None:
    visit = page_at(1280, 800, "dark")
    page = visit.open("/turn?turn_part=map")
    expect(page.get_by_text("30 orders played, 0 void", exact=False)).to_be_visible()
    expect(page.get_by_text("Exact", exact=True)).to_be_visible()
    # 30 orders, two of which go on into a second territory.
    expect(page.locator(".arrow:not(.void)")).to_have_count(32)
    expect(land(page, "Japan")).to_have_accessible_name(re.compile(r"Ben \d+%"))
    land(page, "Japan").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tap what Japan attacks.")).to_be_visible()
    land(page, "Siam").click(force=True)
    expect(page.get_by_text("Siam is not adjacent to Japan (rule B-3)")).to_be_visible()
    assert visit.overflow() == 0
    assert visit.complaints == []


def test_a_battle_roll_by_roll(page_at: PageAt) -> None:
    visit = page_at(390, 844, "dark", touch=True)
    page = visit.open("/turn?turn_kind=spoils&turn_rows=A6.B5")
    expect(page.get_by_text("each lost comparison costs 1", exact=False)).to_be_visible()
    result = page.get_by_role("button", name=re.compile("A loses 1; A now rolls white"))
    expect(result).to_be_visible()
    visit.settle()
    assert visit.too_small() == []
    result.tap()
    expect(page.get_by_text("From here on", exact=False)).to_be_visible()
    expect(page).to_have_url(re.compile("turn_rolls=1"))
    page.get_by_role("button", name="Roll to the end").tap()
    expect(page.get_by_text("Over after", exact=False)).to_be_visible()
    page.go_back()
    expect(page.get_by_text("From here on", exact=False)).to_be_visible()
    assert visit.overflow() == 0
    assert visit.complaints == []
