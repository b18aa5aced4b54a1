"""A page that is looked at: what tests do with each, and what they ask of all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Download, Locator, Page

# What a page says comes later on a busy machine; what it must say is the same.
PATIENCE = 60_000  # milliseconds

Scheme = Literal["light", "dark"]

PHONE, DESK = (390, 844), (1280, 800)
LARGE_ENOUGH, ON_A_MAP = 44, 24

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

STANDS_STILL = """async (element) => {
    for (let still = 0, top = NaN; still < 10; still++) {
        await new Promise(requestAnimationFrame);
        const now = element.getBoundingClientRect().top;
        if (now !== top) [still, top] = [0, now];
    }
}"""

HAS_SCHEME = """(dark) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const [red] = getComputedStyle(app).backgroundColor.match(/\\d+/g).map(Number);
    return (red < 128) === dark;
}"""


# Shadow roots too: components keep their elements in one. What a label belongs to is touched
# by the label; links within a sentence are as high as its lines. A territory of the map is
# touched by the round of its armies, however small it is drawn.
TOO_SMALL = """([least, leastOnMap]) => {
    const kinds = 'button, a[href], input, select, textarea, summary, [role=button], [role=radio],'
        + ' [role=checkbox], [role=switch], [role=tab], [role=slider]';
    const all = (root) => [...root.querySelectorAll('*')].flatMap(
        (e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
    const found = [];
    for (const element of all(document.body)) {
        if (!element.matches(kinds)) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (element.matches('a') && element.closest('p, li, dd, td, figcaption')) continue;
        const map = element.closest('svg');
        const land = element.dataset.territory;
        const round = land && [...map.querySelectorAll('.count')].find(
            (count) => count.dataset.territory === land)?.querySelector('.touch');
        const touched = round || element.closest('label') || element;
        const box = touched.getBoundingClientRect();
        // One pixel: only those who do not see the page meet it.
        if (Math.min(box.width, box.height) <= 1) continue;
        if (Math.min(box.width, box.height) < (map ? leastOnMap : least) - 0.5) {
            const name = element.ariaLabel || element.innerText || element.outerHTML;
            found.push(`${name.slice(0, 120)}: ${box.width.toFixed()} x ${box.height.toFixed()}`);
        }
    }
    return found;
}"""

T = TypeVar("T")


def becomes(wanted: object, look: Callable[[], T]) -> T:
    """Look at a page again and again until it is as wanted, and return what was seen last.

    One look, right after something was done, may meet a page that is still being drawn.
    """
    limit = monotonic() + PATIENCE / 1000
    while (seen := look()) != wanted and monotonic() < limit:
        sleep(0.1)
    return seen


@dataclass
class Visit:
    """A page of a test, and everything it complained about or asked for."""

    page: Page
    url: str
    console_errors: list[str] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    @property
    def other_hosts(self) -> set[str]:
        """Requested hosts (``name:port``) that are not the server under test."""
        return self.hosts - {urlsplit(self.url).netloc}

    @property
    def complaints(self) -> list[str]:
        """Console errors, uncaught exceptions and requests to other hosts, as one list."""
        outside = [f"asked {host}" for host in sorted(self.other_hosts)]
        return self.console_errors + self.page_errors + outside

    def open(self, path: str = "/") -> Page:
        """Go to a path of the app and wait until its script has run."""
        self.page.goto(self.url + path)
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until the app's script is at rest. Right after an input, expect a text instead."""
        self.page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')

    def turn(self, scheme: Scheme) -> None:
        """Put the page that is open into light or dark."""
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_function(HAS_SCHEME, arg=scheme == "dark")

    def overflow(self) -> int:
        """Return by how many CSS pixels the document stays wider than the window."""
        width: int = becomes(0, lambda: self.page.evaluate(OVERFLOW))
        return width

    def widest(self) -> int:
        """Return the overflow of a phone or a desktop, whichever is more; the size is kept."""
        size = self.page.viewport_size
        assert size is not None
        overflow = []
        for width, height in (DESK, PHONE):
            self.page.set_viewport_size({"width": width, "height": height})
            overflow.append(self.overflow())
        self.page.set_viewport_size(size)
        return max(overflow)

    def too_small(self, least: int = LARGE_ENOUGH) -> list[str]:
        """Return what stays too small to be touched."""
        small: list[str] = becomes([], lambda: self.page.evaluate(TOO_SMALL, [least, ON_A_MAP]))
        return small

    def bring(self, target: Locator) -> None:
        """Scroll to an element, and wait until it stands still."""
        target.scroll_into_view_if_needed()
        target.evaluate(STANDS_STILL)

    def download(self, button: str) -> Download:
        """Press the first button of this name, once the page is at rest, for what it saves."""
        self.settle()
        target = self.page.get_by_role("button", name=button).first
        self.bring(target)
        with self.page.expect_download() as saved:
            target.click()
        return saved.value

    def note_message(self, message: ConsoleMessage) -> None:
        """Keep what the console says is an error."""
        if message.type == "error":
            self.console_errors.append(message.text)

    def note_request(self, url: str) -> None:
        """Keep which host was asked."""
        # data: and blob: addresses have no host, they stay in the page.
        if host := urlsplit(url).netloc:
            self.hosts.add(host)
