"""One step in the browser for one tap: a page's own address takes the place of the bare one."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PageAt


def test_a_link_is_one_step_and_a_change_on_the_page_another(page_at: PageAt) -> None:
    visit = page_at(1280, 800)
    page = visit.open("/?a=30&d=9")
    expect(page.get_by_text("30 armies: 29 attack")).to_be_visible()
    visit.settle()
    page.get_by_role("link", name="Battle explorer").click()
    expect(page).to_have_url(re.compile(r"/explorer\?.*a=30"))
    visit.settle()
    page.get_by_role("button", name="+5").first.click()
    expect(page).to_have_url(re.compile(r"/explorer\?.*a=35"))
    visit.settle()

    page.go_back()
    expect(page).to_have_url(re.compile(r"/explorer\?.*a=30"))
    expect(page.get_by_text("30 armies: 29 attack")).to_be_visible()
    visit.settle()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/\?a=30&d=9$"))
    expect(page.get_by_text("Quick odds to take")).to_be_visible()
    page.go_forward()
    expect(page).to_have_url(re.compile(r"/explorer\?.*a=30"))
    assert visit.complaints == []
