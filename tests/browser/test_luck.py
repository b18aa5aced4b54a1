"""The page about luck in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageAt, Scheme


@pytest.mark.parametrize(("width", "height", "scheme"), [(390, 844, "light"), (1280, 800, "dark")])
def test_an_example_is_judged_drawn_and_saved(
    page_at: PageAt, tmp_path: Path, width: int, height: int, scheme: Scheme
) -> None:
    visit = page_at(width, height, scheme)
    page = visit.open("/luck")
    page.get_by_role("button", name="Example: battles").click()
    expect(page.get_by_text("of attackers with fair dice do")).to_be_visible()
    expect(page.get_by_role("img")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(9)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Table as CSV").click()
    assert Path(saved.value.path()).read_text().startswith("line,player")
    visit.settle()
    page.get_by_role("button", name="Example: rolls").click()
    expect(page.get_by_role("img")).to_have_count(2)
    page.screenshot(path=tmp_path / "luck.png", full_page=True)  # for a person to look at
    page.reload()
    expect(page.get_by_role("img")).to_have_count(2)
    visit.settle()
    page.get_by_label("Add a battle").fill("11 7")
    page.get_by_label("Add a battle").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“11 7” is no battle")
    assert visit.overflow() == 0
    assert visit.complaints == []


def test_everything_to_touch_is_large_enough(page_at: PageAt) -> None:
    visit = page_at(390, 844, touch=True)
    page = visit.open("/luck?lu_of=typed")
    expect(page.get_by_label("Fought by")).to_be_visible()
    small = page.locator(
        "button:visible, input:visible, textarea:visible, [role=radio]:visible"
    ).evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().height < 44)"
        ".map(e => e.ariaLabel || e.innerText)"
    )
    assert small == []
