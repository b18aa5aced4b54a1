"""How long people wait for the pages, in a real Chromium on the server that the app ships.

``python -m analysis.page_speed`` prints the median and the worst of several tries beside what
must be reached; ``--check`` exits with 1 if a median is over its limit. These are figures and
no tests, for they depend on what else the machine has to do: its load is printed with them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from analysis.served import DASHBOARD, SWITCHES, find_chromium, serve
from oddsapp.ui.parts.packed import PackedText

if TYPE_CHECKING:
    from playwright.sync_api import Page

TRIES, QUICK_TRIES = 7, 1
PATIENCE = 60_000
"""Milliseconds after which something does not come any more."""

_NUMBER = ".odds-hero strong"
_PLACED = PackedText("w_plan", "plan").write("place all armies on Brazil")
_AT_REST = '[data-testid="stApp"][data-test-script-state="notRunning"]'


@dataclass(frozen=True)
class Row:
    """One thing people wait for.

    Parameters
    ----------
    name, what : str
    limit : int
        Milliseconds that the median may take.
    how : callable
        From a page, the address of the app and how many tries to the milliseconds of each.
    """

    name: str
    what: str
    limit: int
    how: Callable[[Page, str, int], list[float]]


def opened(page: Page, url: str, tries: int) -> list[float]:
    """Return how long Quick odds takes from its address to its number."""
    waits = []
    for armies in range(12, 12 + tries):
        begin = perf_counter()
        page.goto(f"{url}/?a={armies}")
        page.get_by_text(f"{armies} armies: {armies - 1} attack, 1 stays").wait_for()
        waits.append(1000 * (perf_counter() - begin))
        page.wait_for_selector(_AT_REST)
    return waits


def changed(page: Page, url: str, tries: int) -> list[float]:
    """Return how long Quick odds takes from a tap on "one more" to another number."""
    page.goto(f"{url}/?a=12&d=30")
    page.get_by_text("12 armies: 11 attack, 1 stays").wait_for()
    waits = []
    for _ in range(tries):
        _rest(page)
        waits.append(page.evaluate(_TAP, ["[data-testid=stNumberInputStepUp]", PATIENCE, _NUMBER]))
    return waits


def tapped(page: Page, url: str, tries: int) -> list[float]:
    """Return how long the planner takes from a tap on a territory to the odds of the attack."""
    waits: list[float] = []
    while len(waits) < tries:
        page.goto(f"{url}/plan")
        page.locator(_round("Brazil")).click()
        page.get_by_label("Brazil (yours)", exact=True).wait_for()
        for target in ("Peru", "Argentina"):
            _rest(page)
            waits.append(page.evaluate(_TAP, [_round(target), PATIENCE, _NUMBER]))
    return waits[:tries]


def planned(page: Page, url: str, tries: int) -> list[float]:
    """Return how long What-if takes from taps on two territories to their attack's odds.

    The first tap is over when the map shows from where, the second when the number changes.
    """
    waits: list[float] = []
    while len(waits) < tries:
        page.goto(f"{url}/whatif?w_goal=take+North+Africa&w_plan={_PLACED}")
        for territory, shown in (("Brazil", ".land.origin title"), ("North Africa", _NUMBER)):
            page.locator(_NUMBER).wait_for()
            _rest(page)
            waits.append(page.evaluate(_TAP, [_round(territory), PATIENCE, shown]))
    return waits[:tries]


def stopped(page: Page, url: str, tries: int) -> list[float]:
    """Return how long a search for a fairer die takes to end once it is told to."""
    page.goto(f"{url}/lab?lab_v=fairer&lab_k=3")
    waits = []
    for _ in range(tries):
        _rest(page)
        page.get_by_role("button", name="Search").click()
        page.get_by_text("sets tried").first.wait_for()
        stop = page.get_by_role("button", name="Stop")
        stop.wait_for()
        begin = perf_counter()
        stop.click(no_wait_after=True)
        page.get_by_text("broken off").wait_for()
        waits.append(1000 * (perf_counter() - begin))
    return waits


ROWS = (
    Row("open", "Quick odds: from the address to the number", 2000, opened),
    Row("change", "Quick odds: from a tap to another number", 250, changed),
    Row("map", "Attack planner: from a tap on the map to the odds", 300, tapped),
    Row("whatif", "What-if: from a tap on the map to its change or the odds", 300, planned),
    Row("stop", "Die lab: from Stop to the end of a search", 1000, stopped),
)


def _round(territory: str) -> str:
    return f'.count[data-territory="{territory}"] .touch'


def _rest(page: Page) -> None:
    """Wait until nothing runs and the page has been drawn: nobody taps before that."""
    page.wait_for_selector(_AT_REST)
    page.wait_for_timeout(300)


# Within the page, so that the way to the browser and back is not measured along. Shadow roots
# too: the map keeps its elements in one.
_TAP = """async ([css, patience, shown]) => {
    const find = (root) => root.querySelector(css) ?? [...root.querySelectorAll('*')]
        .filter((element) => element.shadowRoot)
        .map((element) => find(element.shadowRoot)).find(Boolean);
    const until = async (done, otherwise) => {
        const begin = performance.now();
        while (!done()) {
            if (performance.now() - begin > patience) throw new Error(`${css}: ${otherwise}`);
            await new Promise((next) => setTimeout(next, 4));
        }
        return performance.now() - begin;
    };
    await until(() => find(document), 'is not on the page');
    const tapped = find(document);
    const within = tapped.getRootNode();
    const said = () => (document.querySelector(shown) ?? within.querySelector(shown))?.textContent;
    const before = said();
    tapped.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    return until(() => ![before, undefined].includes(said()), `still ${before}`);
}"""


def measure(rows: Sequence[Row], tries: int) -> Iterator[tuple[Row, list[float]]]:
    """Yield each row with the milliseconds of its tries, as soon as it is measured.

    Raises
    ------
    RuntimeError
        If there is no Chromium.
    """
    from playwright.sync_api import sync_playwright

    chromium = find_chromium()
    if chromium is None:
        raise RuntimeError("no Chromium: there is none on the path, and CHROMIUM is not set")
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(DASHBOARD, Path(folder) / "server.log") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        page.set_default_timeout(PATIENCE)
        page.goto(served.url)  # the first visit reads Streamlit's scripts from the disk
        page.locator(".odds-hero strong").wait_for()
        for row in rows:
            yield row, row.how(page, served.url, tries)
        browser.close()


def table(rows: Sequence[Row], tries: int, over: list[str]) -> Iterator[str]:
    """Yield the lines of the table, and note the rows that are over their limit."""
    yield f"{'':8}  {'median':>8}  {'worst':>8}  {'at most':>8}  {'':5} milliseconds"
    for row, waits in measure(rows, tries):
        middle = median(waits)
        verdict = "ok" if middle <= row.limit else "OVER"
        if middle > row.limit:
            over.append(row.name)
        yield (
            f"{row.name:8}  {middle:8.0f}  {max(waits):8.0f}  {row.limit:8}  {verdict:5} {row.what}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m analysis.page_speed", description=__doc__)
    names = [row.name for row in ROWS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(names)}")
    parser.add_argument("--quick", action="store_true", help="each thing once")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a limit is missed")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(names):
        parser.error(f"no row is called {min(unknown)!r}; there are {', '.join(names)}")
    rows = [row for row in ROWS if not options.names or row.name in options.names]
    over: list[str] = []
    for line in table(rows, QUICK_TRIES if options.quick else TRIES, over):
        print(line, flush=True)
    if hasattr(os, "getloadavg"):
        print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return int(options.check and bool(over))


if __name__ == "__main__":
    sys.exit(main())
