"""The attack planner in a real Chromium: by taps on a phone, and without the map."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

import oddsapp
from oddsapp.wording import short_percent
from tests.browser.conftest import PageAt


def land(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}(,|$)"))


def touch(page: Page, name: str) -> Locator:
    return page.locator(f'.count[data-territory="{name}"] .touch')


def number(page: Page, text: str) -> None:
    expect(page.locator(".odds-hero strong")).to_have_text(text)


def odds(armies: int, *defenders: int) -> str:
    return short_percent(oddsapp.campaign(armies, defenders).win)


def test_taps_on_a_phone(page_at: PageAt) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open("/plan")
    expect(page.get_by_text("Tap the territory you attack from.")).to_be_visible()
    touch(page, "Brazil").tap()
    expect(page.get_by_label("Brazil (yours)", exact=True)).to_have_value("12")
    expect(land(page, "Peru")).to_have_accessible_name(re.compile("attack from Brazil"))
    visit.settle()
    touch(page, "Peru").tap()
    number(page, odds(12, 2))
    visit.settle()
    touch(page, "Argentina").tap()
    number(page, odds(12, 2, 2))
    visit.settle()
    page.get_by_role("button", name="+5").tap()  # the armies of what was tapped last
    number(page, odds(12, 2, 7))
    expect(page.get_by_label("Argentina (Enemy)", exact=True)).to_have_value("7")
    expect(page.get_by_label("Argentina (Enemy)", exact=True)).to_be_in_viewport()
    expect(page.get_by_role("img", name="Attack 2: Peru to Argentina")).to_be_attached()
    assert visit.overflow() == 0

    visit.settle()  # the address is written when the page has been drawn
    page.reload()
    number(page, odds(12, 2, 7))
    visit.settle()
    page.go_back()
    number(page, odds(12, 2, 2))
    visit.settle()
    page.get_by_role("button", name="Undo").tap()
    number(page, odds(12, 2))
    assert visit.too_small() == []
    assert visit.complaints == []


def test_by_keyboard_and_by_select_boxes(page_at: PageAt) -> None:
    visit = page_at(1280, 800)
    page = visit.open("/plan?plan=risk2")
    land(page, "Hawaii").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Hawaii (yours)", exact=True)).to_have_value("12")
    visit.settle()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    number(page, odds(12, 2))
    visit.settle()
    # Below this one nothing changes any more: what is drawn anew while it is open is closed.
    expect(page.get_by_role("combobox", name="Attack from (now Japan)")).to_be_visible()
    visit.settle()
    box = page.get_by_role("combobox", name="Attack next")
    visit.bring(box)  # a list that opens while the page still scrolls is closed
    box.focus()
    page.keyboard.type("Kamch", delay=50)
    expect(page.get_by_role("option", name="Kamchatka (2)")).to_be_visible()
    page.keyboard.press("Enter")
    number(page, odds(12, 2, 2))
    visit.settle()
    visit.turn("dark")
    assert visit.overflow() == 0
    assert visit.complaints == []


def test_the_best_plan_is_found_and_explained(page_at: PageAt) -> None:
    visit = page_at(1280, 800)
    page = visit.open("/plan?plan=classic~2~Y~~Y20")
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    visit.settle()
    box = page.get_by_role("combobox", name="What to take")
    visit.bring(box)
    box.click()
    page.get_by_role("option", name="South America (+2)").click()
    page.get_by_role("button", name="Find the best plan").click()
    expect(page.get_by_text("if you decide after each conquest")).to_be_visible()
    expect(page.get_by_label("Stay in North Africa", exact=True)).to_have_value("1")
    expect(page).to_have_url(re.compile("plan=classic~2~~YK"))
    assert visit.overflow() == 0
    assert visit.complaints == []
