"""Learn in a real Chromium: both routes on a phone, and one long battle on a desktop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from oddsapp.ui.learn.state import STEPS
from tests.browser.conftest import PageAt
from tests.browser.visit import Scheme, becomes

CLIPPED = """() => {
    const found = [];
    const inside = (part, box, name) => {
        const a = part.getBoundingClientRect(), b = box.getBoundingClientRect();
        if (a.height && (a.top < b.top - 0.5 || a.bottom > b.bottom + 0.5)) {
            found.push([name, part.textContent.slice(0, 40), a.top - b.top, b.bottom - a.bottom]);
        }
    };
    for (const box of document.querySelectorAll('.katex-display')) {
        // The struts and lists in between are taller than what is drawn.
        for (const part of box.querySelectorAll('.mord:not(:has(*)), .frac-line')) {
            inside(part, box, 'formula');
        }
        if (box.scrollHeight > box.clientHeight + 1) found.push(['formula', 'scrolls upwards']);
        for (const part of box.querySelectorAll('.katex-html > .base')) {
            const a = part.getBoundingClientRect(), b = box.getBoundingClientRect();
            if (a.left < b.left - 1 || a.right > b.right + 1) found.push(['formula', 'too wide']);
        }
    }
    for (const part of document.querySelectorAll('.odds-frac')) {
        inside(part, part.closest('td') ?? part.parentElement, 'fraction');
    }
    for (const box of document.querySelectorAll('.odds-scroll')) {
        if (box.scrollHeight > box.clientHeight + 1) found.push(['table', 'scrolls upwards']);
        const right = box.getBoundingClientRect().right;
        if (right > document.documentElement.clientWidth) found.push(['table', 'too wide']);
    }
    return found;
}"""


def heading(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text(title)


@pytest.mark.parametrize(("route", "scheme"), [("school", "light"), ("university", "dark")])
def test_a_walk_through_all_steps_on_a_phone(page_at: PageAt, route: str, scheme: Scheme) -> None:
    visit = page_at(390, 844, scheme, touch=True)
    page = visit.open(f"/learn?learn_route={route}&learn_f=4&learn_d=4")
    for place, title in enumerate(STEPS[route].values(), start=1):
        heading(page, title)
        visit.settle()
        expect(page.get_by_text(re.compile("^(Next: |The end)"))).to_be_visible()
        assert visit.overflow() == 0, title
        assert becomes([], lambda: page.evaluate(CLIPPED)) == [], title
        assert visit.too_small() == [], title
        if place < len(STEPS[route]):
            forward = page.get_by_role("button", name="Next: ")
            forward.click()
    # Whoever goes on at the foot reads on from the head.
    expect(page.get_by_label(re.compile(r"^Step \d+ of \d+"))).to_be_in_viewport()
    assert visit.complaints == []


def test_walk_answer_and_copy_on_a_desktop(page_at: PageAt) -> None:
    visit = page_at(1280, 800)
    page = visit.open("/learn?learn_step=walk&learn_f=8&learn_d=6")
    page.get_by_role("button", name=re.compile("^Each loses 1")).click()
    expect(page).to_have_url(re.compile(r"learn_path=11$"))
    expect(page.get_by_text("7\u00a0v\u00a05").first).to_be_visible()
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".odds-die")).to_have_count(5)
    page.go_back()
    expect(page).to_have_url(re.compile(r"learn_path=11$"))
    visit.settle()

    visit.open("/learn?learn_step=exercises&learn_answers=hidden")
    field = page.get_by_label("Your answer to exercise 3")
    field.fill("0.2865")
    field.press("Enter")
    expect(page.get_by_text("the chances of the two pairs are multiplied")).to_be_visible()
    expect(page.get_by_text("The answer to exercise 1")).to_have_count(0)

    visit.open("/learn?learn_route=university&learn_step=fundamental&learn_f=8&learn_d=8")
    expect(page.get_by_text("here is its first corner")).to_be_visible()
    page.get_by_text("Copy or save").click()
    page.get_by_role("radio", name="NumPy").click()
    expect(page.get_by_text("N = np.array([")).to_be_visible()
    assert visit.download("Save N as NumPy").suggested_filename == "N-8v8.py"
    assert visit.overflow() == 0
    assert becomes([], lambda: page.evaluate(CLIPPED)) == []
    assert visit.complaints == []
