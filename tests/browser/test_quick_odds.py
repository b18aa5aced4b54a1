"""Quick odds in a real Chromium, as `oddsapp dashboard` serves it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

import oddsapp
from tests.browser.conftest import PageAt
from tests.browser.visit import DESK, PHONE, Scheme, becomes

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def number(page: Page, text: str) -> None:
    expect(page.locator(".odds-hero strong")).to_have_text(text)


def address(page: Page, query: str) -> None:
    expect(page).to_have_url(re.compile(rf"/{re.escape(query)}$"))


def test_it_fits_says_the_number_and_asks_nobody_else(page_at: PageAt) -> None:
    visit = page_at(*PHONE, touch=True)
    page = visit.open("/")
    number(page, "80.0%")
    for width, height in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".odds-hero")).to_be_in_viewport(ratio=1)
        expect(page.get_by_label("Your armies", exact=True)).to_be_in_viewport(ratio=0.9)
        expect(page.get_by_label("Defenders", exact=True)).to_be_in_viewport(ratio=0.9)
        expect(page.locator("svg.odds-bars")).to_be_visible()
        expect(page.get_by_role("button", name="They lost 2")).to_be_in_viewport(ratio=1)
        for scheme in SCHEMES:
            visit.turn(scheme)
            assert becomes([], lambda: faint(page)) == [], scheme
            assert visit.overflow() == 0

    visit.settle()
    page.get_by_role("button", name="+5").first.click()
    number(page, "96.4%")
    visit.settle()  # nobody types while the page is still being drawn
    page.get_by_label("Or type it").fill("10 5+4")
    page.get_by_label("Or type it").press("Enter")
    expect(page.get_by_text("against 5, then 4 defenders")).to_be_visible()
    assert visit.overflow() == 0
    assert visit.complaints == []


@pytest.mark.parametrize(
    "query",
    [
        "/?a=9&d=3&q_on=capital&q_last=risk2.25v12~classic.9v5-4",
        "/?a=20&d=5%2B4",
        "/?a=999&d=999&rules=risk2_shipped_game&count=force",
    ],
)
def test_everything_to_touch_is_large_enough(page_at: PageAt, query: str) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open(query)
    expect(page.locator("svg.odds-bars")).to_be_visible()
    page.get_by_text("More: stop line").click()
    expect(page.get_by_label("All rules")).to_be_visible()
    visit.settle()
    assert visit.too_small() == []
    assert visit.overflow() == 0


def faint(page: Page) -> list[str]:
    """Return what does not stand out: WCAG 2 asks 4.5 to 1 for text, 3 to 1 for pictures."""
    colours = page.evaluate(
        """() => {
            const of = (css, what) => getComputedStyle(document.querySelector(css))[what];
            return {
                ground: of('[data-testid=stApp]', 'backgroundColor'),
                number: of('.odds-hero strong', 'color'),
                small: of('.odds-facts small', 'color'),
                label: of('svg.odds-bars text', 'fill'),
                win: of('.odds-win-bar', 'fill'),
                lose: of('.odds-lose', 'fill'),
            };
        }"""
    )
    least = {"number": 4.5, "small": 4.5, "label": 4.5, "win": 3, "lose": 3}
    ground = colours["ground"]
    return [name for name, ratio in least.items() if contrast(colours[name], ground) < ratio]


def contrast(colour: str, ground: str) -> float:
    """Contrast of two opaque colours (WCAG 2), from 1 to 21."""
    low, high = sorted((luminance(colour), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of an opaque ``rgb(…)`` (WCAG 2)."""
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_address_keeps_the_state(page_at: PageAt) -> None:
    visit = page_at(390, 844)
    page = visit.open("/")
    number(page, "80.0%")
    page.get_by_role("button", name="Increment").first.click()
    expect(page.get_by_text("12 armies: 11 attack, 1 stays")).to_be_visible()
    address(page, "?a=12")
    page.get_by_role("radio", name="RISK II").click()
    address(page, "?a=12&rules=risk2")
    visit.settle()  # nobody types while the page is still being drawn
    page.get_by_label("Or type it").fill("9v4")
    page.get_by_label("Or type it").press("Enter")
    address(page, "?a=9&d=4&rules=risk2&q_last=risk2.11v7")

    page.reload()
    expect(page.get_by_text("9 armies: 8 attack, 1 stays")).to_be_visible()
    expect(page.get_by_label("Or type it")).to_have_value("9 v 4")

    page.go_back()
    expect(page.get_by_text("12 armies: 11 attack, 1 stays")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.get_by_text("11 armies: 10 attack, 1 stays")).to_be_visible()
    address(page, "")
    page.go_forward()
    expect(page.get_by_text("12 armies: 11 attack, 1 stays")).to_be_visible()
    assert visit.complaints == []


def test_a_second_tap_before_the_answer_does_not_undo_the_first(page_at: PageAt) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open("/")
    number(page, "80.0%")
    # At rest first: what is tapped while a page is still being built may not be there yet.
    expect(page.get_by_role("img")).to_be_visible()
    expect(page.get_by_role("button", name="+5")).to_have_count(2)
    visit.settle()
    armies, defenders = page.get_by_role("button", name="+5").all()
    armies.click(no_wait_after=True)
    defenders.click(no_wait_after=True)
    expect(page.get_by_text("16 armies: 15 attack, 1 stays")).to_be_visible()
    expect(page.get_by_text("against 12 defenders")).to_be_visible()
    # On a busy machine the first is answered before the second: then it has been a battle, too.
    expect(page).to_have_url(re.compile(r"/\?a=16&d=12(&q_last=\S+)?$"))


def test_rolls_are_recorded_with_a_thumb_and_survive_a_reload(page_at: PageAt) -> None:
    visit = page_at(390, 844, "dark", touch=True)
    page = visit.open("/?a=5&d=3")
    page.get_by_role("button", name="They lost 2").tap()
    expect(page.get_by_text("1 roll recorded: I lost 0, they lost 2")).to_be_visible()
    expect(page.get_by_text("against 1 defender")).to_be_visible()
    address(page, "?a=5&d=1&q_now=4v3.2")
    page.reload()
    expect(page.get_by_text("1 roll recorded")).to_be_visible()
    page.get_by_role("button", name="They lost 1").tap()
    number(page, "Taken")
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_text("1 roll recorded")).to_be_visible()
    page.get_by_role("button", name="They lost 1").tap()
    page.get_by_role("button", name="Next battle with 4").tap()
    address(page, "?a=4&d=3&q_rec=classic.4v3.4v0&q_last=classic.4v3")
    page.get_by_role("link", name="Luck").tap()
    expect(page.get_by_text("1 battle recorded")).to_be_visible()
    assert visit.overflow() == 0
    assert visit.complaints == []


# Every socket is kept to be closed; once `forget` is set a new one does not say whose it is.
SOCKETS = """
const Before = window.WebSocket;
window.sockets = [];
window.WebSocket = class extends Before {
  constructor(url, protocols) {
    super(url, window.forget ? protocols.slice(0, 2) : protocols);
    window.sockets.push(this);
  }
};
"""


def ends_a_run(frame: bytes | str) -> bool:
    """Tell whether the server says that a script is done."""
    message = ForwardMsg()
    message.ParseFromString(frame if isinstance(frame, bytes) else frame.encode())
    return message.WhichOneof("type") == "script_finished"


@pytest.mark.parametrize("forgotten", [False, True], ids=["remembered", "forgotten"])
def test_a_phone_that_was_locked_goes_on(page_at: PageAt, forgotten: bool) -> None:
    """The browser loses the server; the session may be there when it is back, or may not."""
    visit = page_at(390, 844, touch=True, fresh=True)  # what has the script keeps it
    visit.page.add_init_script(SOCKETS)
    page = visit.open("/?a=9&d=9&q_now=10v9.c")
    before = page.locator(".odds-hero").inner_text()
    runs: list[bool] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: runs.append(ends_a_run(frame))),
    )
    page.evaluate(f"window.forget = {str(forgotten).lower()}; window.sockets.at(-1).close()")
    page.wait_for_function("window.sockets.length > 1")
    expect(page.locator("[data-test-connection-state=CONNECTED]")).to_be_attached()
    # It is drawn once more, and looks the same. Any call lets the frames be heard.
    assert becomes(True, lambda: bool(page.title()) and any(runs))
    visit.settle()
    assert becomes(before, page.locator(".odds-hero").inner_text) == before
    page.get_by_role("button", name="One each").tap()
    address(page, "?a=8&d=8&q_now=10v9.c7")
    number(page, f"{oddsapp.battle(8, 8).win:.1%}")
    page.get_by_role("button", name="Undo").tap()
    address(page, "?a=9&d=9&q_now=10v9.c")
    assert visit.complaints == []


def test_every_tap_changes_the_number(page_at: PageAt) -> None:
    """How soon is measured by ``python -m analysis.page_speed``."""
    visit = page_at(390, 844, touch=True)
    page = visit.open("/?a=12")
    number(page, "85.2%")
    for armies in range(13, 17):
        visit.settle()
        before = page.locator(".odds-hero strong").inner_text()
        page.get_by_role("button", name="Increment").first.tap()
        expect(page.get_by_text(f"{armies} armies: {armies - 1} attack, 1 stays")).to_be_visible()
        expect(page.locator(".odds-hero strong")).not_to_have_text(before)
    assert visit.complaints == []


def test_what_is_wrong_is_said_at_the_field_and_in_a_note(page_at: PageAt) -> None:
    visit = page_at(390, 844)
    page = visit.open("/?a=-4&d=7&rules=chess")
    expect(page.get_by_text("Rules: chess in the address is none of")).to_be_visible()
    expect(page.get_by_text("Armies: -4 in the address is too small")).to_be_visible()
    visit.settle()  # nobody types while the page is still being drawn
    page.get_by_label("Or type it").fill("seven <i>")
    page.get_by_label("Or type it").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“seven <i>” is no battle")
    expect(page.get_by_label("Or type it")).to_have_value("seven <i>")
    assert visit.overflow() == 0
    assert visit.complaints == []
