"""The Die lab in a real Chromium, as `oddsapp dashboard` serves it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import FilePayload, expect

from tests.browser.conftest import PageAt
from tests.browser.visit import PHONE

SETUPS = "risk2~risk2_manual~risk2.tdefender~classic"


def json_file(content: bytes) -> FilePayload:
    return {"name": "setups.json", "mimeType": "application/json", "buffer": content}


def test_views_fit_and_setups_are_edited(page_at: PageAt) -> None:
    visit = page_at(*PHONE, touch=True)
    page = visit.open(f"/lab?lab_s={SETUPS}&lab_n=8")
    expect(page.locator(".js-plotly-plot")).to_be_visible()
    expect(page.get_by_text("furthest from even: 79.3% at 39 v 39")).to_be_visible()
    assert visit.widest() == 0
    for view, words in (
        ("Who beats whom", "Set-up against set-up, 8 against 8"),
        ("Feel", "Comeback from half"),
        ("Exploits", "31 + 1 v 50"),
    ):
        page.get_by_role("radio", name=view, exact=True).click()
        expect(page.get_by_text(words).first).to_be_visible()
        visit.settle()
        assert visit.widest() == 0, view
    faces = page.get_by_label(re.compile("^Faces: white"))
    faces.fill("seven")
    faces.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("must be a whole number")
    visit.settle()
    faces.fill("1 1 1 1 2 2 2 3 3 5 6 6")
    faces.press("Enter")
    expect(page).to_have_url(re.compile("f1-111122233566"))
    page.reload()
    expect(page.get_by_text("A: RISK II, changed").first).to_be_visible()
    visit.settle()
    page.get_by_text("Save and load").click()
    content = json.loads(visit.download("Download JSON").path().read_text(encoding="utf-8"))
    assert re.match(r"http://[^ ]+/lab\?lab_s=risk2.f1-111122233566", content["link"])
    del content["setups"][1:]
    upload = page.locator("input[type=file]")
    upload.set_input_files(json_file(json.dumps(content).encode()))
    expect(page).to_have_url(re.compile(r"lab_s=risk2.f1-111122233566($|&)"))
    upload.set_input_files(json_file(b"{}"))
    expect(page.get_by_role("alert")).to_contain_text("lacks the field 'format'")
    assert visit.overflow() == 0
    assert visit.complaints == []


def test_a_search_tells_how_far_it_is_and_stops(page_at: PageAt) -> None:
    """How soon is measured by ``python -m analysis.page_speed``."""
    visit = page_at(*PHONE, touch=True)
    page = visit.open("/lab?lab_v=fairer&lab_k=3")
    page.get_by_role("button", name="Search").click()
    told = page.get_by_text(re.compile(r"[\d,]+ of [\d,]+ sets tried"))
    expect(told).to_be_visible()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    stop.click(no_wait_after=True)
    expect(page.get_by_text("broken off")).to_be_visible()
    expect(page.get_by_role("button", name="Search again")).to_be_visible()
    visit.settle()
    assert visit.too_small() == []
    assert visit.overflow() == 0
    assert visit.complaints == []
