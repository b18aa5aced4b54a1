"""What holds on every page: phone and desktop, light and dark, in one visit of each.

A page that is added to the bar is tested here without anybody thinking of it.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from oddsapp.ui.app import PLACES, RULES, Listed
from tests.browser.conftest import PageAt
from tests.browser.visit import DESK, PHONE, Scheme, Visit

PAGES = [*chain.from_iterable(PLACES.values()), RULES]

BAD = {
    "": "a=none",
    "explorer": "a=none",
    "luck": "lu_text=%7B%7B",
    "plan": "p=nothing",
    "turn": "turn_d=none",
    "whatif": "p=nothing",
    "lab": "lab_n=none",
    "learn": "learn_step=none",
    "rules": "set=none",
}
"""What a page can make no sense of in its address."""

VIEWS = {
    "": ["a=9&d=3&q_to=6&q_last=risk2.25v12~classic.9v5-4"],
    "explorer": ["x_view=matrix"],
    "luck": ["q_rec=classic.4v3.4v0"],
    "turn": ["turn_part=map"],
    "lab": ["lab_v=beats", "lab_v=exploits"],
    "learn": ["learn_step=experiment", "learn_route=university&learn_step=absorption"],
}
"""What else of a page is looked at: what its address opens in place of the usual."""


@pytest.mark.parametrize("listed", PAGES, ids=lambda listed: listed.path or "quick")
def test_a_visit(page_at: PageAt, listed: Listed) -> None:
    visit = page_at(*PHONE, "light", touch=True)
    page = visit.open(f"/{listed.path}")
    expect(page.locator(".st-key-places a")).to_have_count(len(PLACES))
    for place in PLACES:
        expect(page.locator(".st-key-places").get_by_role("link", name=place)).to_be_in_viewport()
    expect(page.get_by_role("link", name="Rules, sources, privacy")).to_be_attached()
    expect(page.get_by_role("button", name="Copy link")).to_be_attached()
    visit.settle()
    page.evaluate(Axe().axe_script)
    found = [f"phone: {size}" for size in visit.too_small()]
    for size, width, height in (("phone", *PHONE), ("desk", *DESK)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{size}, light: {each}" for each in looked_at(visit, "light", EVERY_RULE)]
        found += [f"{size}, dark: {each}" for each in looked_at(visit, "dark", COLOURS)]
    assert found + visit.complaints == []

    visit.open(f"/{listed.path}?{BAD[listed.path]}")
    expect(page.locator(".odds-note, .odds-complaint").first).to_be_visible()
    assert visit.complaints == []


@pytest.mark.parametrize(
    ("path", "query"), [(path, query) for path, queries in VIEWS.items() for query in queries]
)
def test_other_views(page_at: PageAt, path: str, query: str) -> None:
    visit = page_at(*PHONE, "dark", touch=True)
    page = visit.open(f"/{path}?{query}")
    expect(page.get_by_role("button", name="Copy link")).to_be_attached()
    visit.settle()
    page.evaluate(Axe().axe_script)
    found = visit.too_small()
    found += looked_at(visit, "dark", EVERY_RULE)
    assert found + visit.complaints == []


def looked_at(visit: Visit, scheme: Scheme, rules: dict[str, Any]) -> list[str]:
    """Put the page into light or dark, and return what is wrong with it."""
    page = visit.page
    visit.turn(scheme)
    found = [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in page.evaluate(AXE, rules)["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    if overflow := visit.overflow():
        found.append(f"{overflow} px wider than the window")
    if page.get_by_test_id("stException").count() or "Traceback" in page.inner_text("body"):
        found.append("an exception on the screen")
    return found


AXE = "rules => axe.run({ resultTypes: ['violations'], ...rules })"

EVERY_RULE: dict[str, Any] = {}

COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules of axe that look at colours: nothing else changes between light and dark."""


def test_the_address_leads_back_between_pages_and_two_tabs_differ(page_at: PageAt) -> None:
    visit = page_at(*DESK)
    page = visit.open("/?a=12&d=4")
    says(page, "12 armies")
    follow(visit, "Lab")
    expect(page).to_have_url(re.compile("/lab"))
    follow(visit, "Learn")
    expect(page).to_have_url(re.compile("/learn"))
    page.go_back()
    expect(page).to_have_url(re.compile("/lab"))
    visit.settle()
    page.go_back()
    says(page, "12 armies")
    visit.settle()

    second = page.context.new_page()
    second.goto(visit.url + "/?a=30&d=9")
    says(second, "30 armies")
    page.get_by_role("button", name="+5").first.click()
    says(page, "17 armies")
    says(second, "30 armies")
    expect(page).to_have_url(re.compile(r"/\?a=17&d=4\b"))
    expect(second).to_have_url(re.compile(r"/\?a=30&d=9$"))
    second.reload()
    says(second, "30 armies")
    page.reload()
    says(page, "17 armies")
    assert visit.complaints == []


def says(page: Page, words: str) -> None:
    expect(page.locator(".odds-hero")).to_contain_text(words)


def follow(visit: Visit, place: str) -> None:
    visit.page.locator(".st-key-places").get_by_role("link", name=place).click()
    expect(visit.page.locator(f'[class*="st-key-place_here_{place}"]')).to_be_attached()
    visit.settle()
