"""A real Chromium on the real server, for every test of this folder.

All of it in one worker of pytest-xdist, so that there is one server and one browser. What the
server wrote is shown with each failure.
"""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from analysis.served import CHROMIUMS, DASHBOARD, SWITCHES, find_chromium, serve

HERE = Path(__file__).resolve().parent

LOG_TAIL = 4000  # characters of the server's log shown with a failure

SERVER_LOG = pytest.StashKey[Path]()
FAILED = pytest.StashKey[bool]()

Scheme = Literal["light", "dark"]

HAS_SCHEME = """(dark) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const [red] = getComputedStyle(app).backgroundColor.match(/\\d+/g).map(Number);
    return (red < 128) === dark;
}"""


@dataclass
class Visit:
    """A page in its own browser context, and everything it complained about or asked for."""

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
        """Return by how many CSS pixels the document is wider than the window."""
        width: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width

    def _note_request(self, url: str) -> None:
        # data: and blob: addresses have no host, they stay in the page.
        if host := urlsplit(url).netloc:
            self.hosts.add(host)


PageAt = Callable[..., Visit]


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    log = item.config.stash.get(SERVER_LOG, None)
    if report.failed and log is not None and log.exists():
        report.sections.append(("server log", log.read_text(errors="replace")[-LOG_TAIL:]))
    return report


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium: the variable CHROMIUM, or the first one on the path."""
    found = find_chromium()
    if found is None:
        names = ", ".join(CHROMIUMS)
        reason = f"no Chromium: none of {names} is on the path, CHROMIUM is not set"
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return found


# Not the whole session: while playwright's synchronous interface is in use its event loop
# counts as running, and any later test of the same worker that starts one would fail.
@pytest.fixture(scope="package")
def chromium_browser(chromium: str) -> Iterator[Browser]:
    """One running Chromium; tests take ``page_at`` instead."""
    # What a page says comes later on a busy machine; what it must say is the same.
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def app_url(
    chromium: str,  # noqa: ARG001 - no server where there is no browser to look at it
    tmp_path_factory: pytest.TempPathFactory,
    pytestconfig: pytest.Config,
) -> Iterator[str]:
    """Address of ``oddsapp dashboard``."""
    log = tmp_path_factory.mktemp("server") / "server.log"
    pytestconfig.stash[SERVER_LOG] = log
    with serve(DASHBOARD, log) as served:
        yield served.url


@contextmanager
def serve_script(script: str, log: Path) -> Iterator[str]:
    """Run a script of the checkout by Streamlit, and yield its address."""
    options = ["--server.address=127.0.0.1", "--server.headless=true"]
    options += ["--server.fileWatcherType=none", "--browser.gatherUsageStats=false"]
    with serve(["streamlit", "run", script, *options, "--server.port"], log) as served:
        yield served.url


@pytest.fixture(scope="package")
def context_for(chromium_browser: Browser) -> Callable[[bool], BrowserContext]:
    """One context for fingers and one for a mouse, kept from test to test.

    What the pages are made of, megabytes of scripts, is fetched and compiled once: that is a
    third of the work of a visit.
    """

    @cache
    def context(touch: bool) -> BrowserContext:
        made = chromium_browser.new_context(has_touch=touch)
        # Keeps the window: Chromium draws the bars of a new one by pages of its own, which is
        # another fifth.
        made.new_page()
        return made

    return context


@pytest.fixture
def page_at(
    context_for: Callable[[bool], BrowserContext],
    app_url: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[PageAt]:
    """Make pages of a given size: ``page_at(390, 844, "dark", touch=True).open("/")``.

    A test that fails leaves a picture of each of its pages, and whatever a page has stored in
    the browser is gone before the next test.
    """
    heard: list[tuple[BrowserContext, dict[str, Callable[..., None]]]] = []

    def make(width: int, height: int, scheme: Scheme = "light", *, touch: bool = False) -> Visit:
        context = context_for(touch)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        visit = Visit(page, app_url)
        # On the context, so that pages opened by this one are heard as well.
        listeners: dict[str, Callable[..., None]] = {
            "request": lambda request: visit._note_request(request.url),
            "weberror": lambda error: visit.page_errors.append(str(error.error)),
            "console": lambda message: (
                visit.console_errors.append(message.text) if message.type == "error" else None
            ),
        }
        for event, listener in listeners.items():
            context.on(event, listener)  # type: ignore[call-overload]
        heard.append((context, listeners))
        page.on("websocket", lambda websocket: visit._note_request(websocket.url))
        return visit

    yield make
    for context, listeners in heard:
        for event, listener in listeners.items():
            context.remove_listener(event, listener)
        for page in context.pages[1:]:
            if request.node.stash.get(FAILED, False):
                page.screenshot(path=tmp_path / f"page-{context.pages.index(page)}.png")
            page.close()
        context.new_cdp_session(context.pages[0]).send(
            "Storage.clearDataForOrigin",
            {"origin": app_url, "storageTypes": "cookies,local_storage,indexeddb"},
        )
