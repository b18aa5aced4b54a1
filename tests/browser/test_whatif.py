"""What-if in a real Chromium: the board, plans, forecasts and roll-outs."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from oddsapp.engine.positions import example_position
from oddsapp.ui.whatif.state import SPEC
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.browser.conftest import PageAt
from tests.browser.visit import PHONE

QUIET = "trade the best set\nplace all armies on Brazil"
BOLD = f"{QUIET}\nattack Brazil -> North Africa"


def touch(page: Page, name: str) -> Locator:
    """What a finger meets: the round around the armies."""
    return page.locator(f'.count[data-territory="{name}"] .touch')


def land(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name},"))


def link(**values: Any) -> str:
    return "/whatif?" + "&".join(f"{key}={SPEC[key].write(v)}" for key, v in values.items())


def test_the_board_is_changed_by_taps_and_a_plan_written(page_at: PageAt) -> None:
    visit = page_at(*PHONE, touch=True)
    page = visit.open(link(w_plan=QUIET, w_goal="take North Africa"))
    expect(page.get_by_text("Tap a territory of yours")).to_be_visible()
    touch(page, "Brazil").tap()
    expect(page.get_by_text("From Brazil: tap what to attack")).to_be_visible()
    touch(page, "North Africa").tap()
    field = page.get_by_label("The plan for this turn")
    expect(field).to_have_value(BOLD)
    exact = forecast_plan(example_position().state, parse_plan(BOLD))
    held = exact.territory("North Africa").owner[0]
    expect(page.locator(".odds-hero strong")).to_have_text(f"{held:.3%}")
    visit.settle()
    page.get_by_text("Edit the board").click()
    touch(page, "Peru").tap()
    page.get_by_role("button", name="+5").click()
    expect(land(page, "Peru")).to_have_accessible_name(re.compile("Peru, 7 armies, Ann"))
    visit.settle()
    page.get_by_role("radio", name="Bob").click()
    expect(land(page, "Peru")).to_have_accessible_name(re.compile("Peru, 7 armies, Bob"))
    visit.settle()
    field.fill(f"{QUIET}\nattack Peru -> Brazil")
    field.blur()
    expect(page.get_by_role("alert").first).to_contain_text("Line 3: Peru is not your own")
    page.reload()
    expect(page.get_by_role("alert").first).to_contain_text("Line 3: Peru is not your own")
    expect(land(page, "Peru")).to_have_accessible_name(re.compile("Peru, 7 armies, Bob"))
    visit.settle()
    assert visit.widest() == 0
    assert visit.complaints == []


def test_roll_outs_show_progress_and_keep_what_is_done(page_at: PageAt) -> None:
    visit = page_at(1280, 800)
    page = visit.open(link(w_plan=BOLD, w_n=10_000, w_bots=("cautious",)))
    page.get_by_role("button", name="Roll out").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    # Some batches, so that there is something to keep.
    expect(page.get_by_text(re.compile(r"after [\d,]+ roll-outs"))).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("stopped before all were done")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    visit.settle()
    page.get_by_text("After roll-outs").click()
    expect(land(page, "Brazil")).to_have_accessible_name(re.compile(r"Ann (\d+|>99)%"))
    assert visit.overflow() == 0
    assert visit.complaints == []


def test_everything_to_touch_is_large_enough(page_at: PageAt) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open("/whatif?w_tap=board&w_at=10&w_more=files")
    expect(page.get_by_role("button", name="Save as JSON")).to_be_visible()
    visit.settle()
    assert visit.too_small() == []
    page.get_by_text("Turn, cards").click()
    expect(page.get_by_label("Cards of Ann")).to_be_visible()
    visit.settle()
    assert visit.too_small() == []
    assert visit.overflow() == 0
