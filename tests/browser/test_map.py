"""The map as people use it: taps, keys, phone and desktop, light and dark.

The page under test is ``map_page.py`` beside this file, which has nothing but a map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SERVER_LOG, PageAt, serve_script


@pytest.fixture(scope="module")
def app_url(
    chromium: str,  # noqa: ARG001 - no server where there is no browser to look at it
    tmp_path_factory: pytest.TempPathFactory,
    pytestconfig: pytest.Config,
) -> Iterator[str]:
    """The page with the map in place of the app."""
    log = tmp_path_factory.mktemp("map") / "streamlit.log"
    pytestconfig.stash[SERVER_LOG] = log
    with serve_script("tests/browser/map_page.py", log) as url:
        yield url


def land(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}(,|$)"))


def touch(page: Page, name: str) -> Locator:
    """What a finger meets: the round of 24 px around the armies."""
    return page.locator(f'.count[data-territory="{name}"] .touch')


def says(page: Page, words: str) -> None:
    expect(page.get_by_text(words, exact=False).first).to_be_visible()


def test_a_tap_on_a_phone(page_at: PageAt) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open("/?board=risk2")
    box = page.locator(".box")
    for name in ("Hawaii", "Svalbard", "New Zealand", "Philippines"):
        target = touch(page, name)
        target.scroll_into_view_if_needed()
        assert visit.too_small() == []
        target.tap()
        says(page, f"Tapped: {name} (")
    expect(land(page, "Philippines")).to_have_attribute("aria-pressed", "true")
    expect(land(page, "Indonesia")).to_have_accessible_name(re.compile("attack from Philippines"))
    # The newest selection comes into the middle of the map's own box.
    page.wait_for_function("box => box.scrollLeft > 300", arg=box.element_handle())
    assert visit.overflow() == 0
    assert visit.complaints == []


def test_by_keyboard(page_at: PageAt) -> None:
    visit = page_at(1280, 800, "dark")
    page = visit.open("/?origin=Brazil")
    land(page, "Brazil").focus()
    page.keyboard.press("ArrowDown")
    expect(land(page, "Argentina")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Tapped: Argentina (1)")
    expect(land(page, "Argentina")).to_have_attribute("aria-pressed", "true")
    # From there Tab goes to what can be attacked.
    page.keyboard.press("Tab")
    name = page.evaluate(
        "() => { const host = document.activeElement;"
        " return (host.shadowRoot || document).activeElement.getAttribute('aria-label') }"
    )
    assert re.search("attack from Argentina", name), name
    page.keyboard.press("Space")
    says(page, "(2)")
    assert visit.complaints == []


def test_names_orders_and_forecast_on_a_desktop(page_at: PageAt) -> None:
    visit = page_at(1280, 800)
    page = visit.open("/?board=risk2&kind=orders")
    expect(page.locator(".names text").first).to_be_visible()
    expect(page.locator(".arrow.void")).to_have_count(1)
    expect(page.get_by_role("img", name="Ural to Siberia, 3, void")).to_be_visible()
    visit.turn("dark")
    page = visit.open("/?kind=forecast")
    expect(land(page, "Alaska")).to_have_accessible_name(re.compile("Ann 0%"))
    page.get_by_role("button", name="Zoom in").click()
    box = page.locator(".box").element_handle()
    page.wait_for_function("box => box.scrollWidth > box.clientWidth", arg=box)
    assert visit.overflow() == 0
    visit.turn("light")
    page = visit.open("/?board=ring")
    expect(land(page, "Island 12")).to_be_visible()
    visit.turn("dark")
    assert visit.complaints == []
