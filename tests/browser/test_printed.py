"""What is printed comes out on the paper it is for; the look-up page has the solver's numbers."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import oddsapp
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.rules import find_ruleset
from oddsapp.wording import armies_and_force, short_percent, verdict
from tests.browser.test_everywhere import AXE
from tests.browser.visit import LARGE_ENOUGH, ON_A_MAP, TOO_SMALL, Scheme, becomes

A5, A4 = (148, 210), (210, 297)
LONG_RULES = find_ruleset("classic").replace(
    attack_dice=4,
    defence_dice=4,
    attack_die=oddsapp.Die.numbered(8),
    defence_die=oddsapp.Die.numbered(8),
    attack_bonus="highest+1,lowest+1,uncapped",
    defence_bonus="all-1,uncapped",
)

MOST_BYTES = 300_000

Open = Callable[..., Page]

lookup_page = cache(oddsapp.lookup_page)


@pytest.fixture
def open_file(chromium_browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open HTML as a file; whatever the page asks for or complains about fails the test."""
    complaints = []
    file = tmp_path / "page.html"
    address = file.as_uri()
    page = chromium_browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)

    def note(url: str) -> None:
        if not url.startswith((address, "data:")):
            complaints.append(url)

    page.on("request", lambda request: note(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))

    def opened(html: str, after: str = "") -> Page:
        file.write_text(html, encoding="utf-8")
        page.goto(address + after)
        return page

    yield opened
    page.close()
    assert complaints == []


def sheets_of(page: Page) -> list[tuple[int, int]]:
    """Print a page, and return width and height of each sheet in millimetres."""
    printed = page.pdf(prefer_css_page_size=True).decode("latin-1")
    boxes = re.findall(r"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert len(boxes) == len(re.findall(r"/Type\s*/Page\b(?!s)", printed))
    return [(round(float(w) / 72 * 25.4), round(float(h) / 72 * 25.4)) for w, h in boxes]


def test_a_card_is_one_page_of_a5(open_file: Open) -> None:
    for rules in ("classic", "risk2", "risk2_manual", LONG_RULES):
        assert sheets_of(open_file(oddsapp.odds_card(rules).html)) == [A5], rules


@pytest.mark.parametrize("level", ["school", "university"])
def test_a_worksheet_is_a_page_of_a4_and_the_key_begins_a_new_one(
    open_file: Open, level: str
) -> None:
    long = f"http://{'w' * 100}.example:8501"  # as long as an address may be, nearly
    made = oddsapp.make_worksheets(3, Random(7), level=level, url=long)
    assert sheets_of(open_file(made.html)) == 3 * [A4]
    assert sheets_of(open_file(made.html_with_key)) == 4 * [A4]
    assert sheets_of(open_file(made.key_html)) == [A4]


EVERY = """(sizes) => JSON.stringify(sizes.map(([force, defenders]) => {
    const { win, lose, left, held, ends } = lookUp(force, defenders);
    return [win, lose, shortPercent(win, lose), verdict(win, lose), left.mean, held.low, held.high,
            ends && ends.taken.slice(1), ends && ends.held.slice(1)];
}))"""


def looked_up(outcome: AttackOutcome, most: int) -> list[Any]:
    """Return what the page must say of a battle, every double as the solver has it."""
    force, defenders = outcome.battle.armies
    taken = [outcome.margin.pmf(left) for left in range(1, force + 1)]
    held = [outcome.margin.pmf(-left) for left in range(1, defenders + 1)]
    kept = max(force, defenders) <= most
    return [
        outcome.win,
        outcome.lose,
        short_percent(outcome.win, outcome.lose),
        verdict(outcome.win),
        round(100 * outcome.expected_attackers_left_if_won),
        *outcome.ends.won_by(1).left(1).interval(0.9),
        taken if kept else None,
        held if kept else None,
    ]


@pytest.mark.parametrize(
    ("rules", "most", "sizes"),
    [
        ("classic", 50, [(a, d) for a in range(1, 51) for d in range(1, 51)]),
        ("risk2", 25, [(a, d) for a in (*range(1, 27), 50) for d in (1, 2, 6, 25, 26, 50)]),
    ],
)
def test_battles_are_looked_up_to_the_last_bit(
    open_file: Open, rules: str, most: int, sizes: list[tuple[int, int]]
) -> None:
    html = lookup_page(rules)
    assert len(html.encode()) <= MOST_BYTES
    page = open_file(html)
    found = json.loads(page.evaluate(EVERY, sizes))
    for (force, defenders), said in zip(sizes, found, strict=True):
        outcome = oddsapp.battle(force=force, defenders=defenders, rules=rules)
        assert said == looked_up(outcome, most), (force, defenders)


LOOKS: list[tuple[Scheme, int, int]] = [
    ("light", 390, 844),
    ("dark", 320, 568),
    ("dark", 1280, 800),
]


def test_the_page_at_the_table(open_file: Open) -> None:
    page = open_file(lookup_page("classic"), "#a=12&d=4")
    expect(page.locator("#force")).to_have_text(armies_and_force(12))
    odds = oddsapp.battle(12, 4)
    expect(page.locator("#chance")).to_have_text(short_percent(odds.win, odds.lose))
    page.get_by_role("button", name="5 armies fewer").tap()
    page.get_by_role("button", name="1 defender more").tap()
    odds = oddsapp.battle(7, 5)
    expect(page.locator("#chance")).to_have_text(short_percent(odds.win, odds.lose))
    expect(page.locator("#exact")).to_contain_text(
        f"A force of 6 against 5 defenders: P(win) = {odds.win}"
    )
    assert page.url.endswith("#a=7&d=5")
    page.locator("summary").tap()
    expect(page.locator("#rows tr")).to_have_count(6 + 5)
    expect(page.locator("#rows tr").first).to_contain_text("taken with 6 attackers left")
    expect(page.locator("#rows tr").last.locator("td").last).to_have_text("100%")

    page.evaluate(Axe().axe_script)
    found = becomes([], lambda: page.evaluate(TOO_SMALL, [LARGE_ENOUGH, ON_A_MAP]))
    for scheme, width, height in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        found += [each["id"] for each in page.evaluate(AXE)["violations"]]
        found += page.evaluate("document.documentElement.scrollWidth > innerWidth ? ['wide'] : []")
    assert found == []

    page.get_by_role("spinbutton", name="Defenders").fill("51")
    expect(page.locator("#complaint")).to_have_text(
        "The number of defenders must be a whole number from 1 to 50."
    )
    expect(page.locator("#chance")).to_be_hidden()
    page.get_by_role("button", name="1 defender fewer").tap()
    expect(page.locator("#complaint")).to_be_hidden()
    expect(page.locator("#chance")).to_be_visible()
