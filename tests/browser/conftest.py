"""A real Chromium on the real server, for every test of this folder.

All of it in one worker of pytest-xdist, so that there is one server and one browser. What the
server wrote is shown with each failure.
"""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from analysis.served import CHROMIUMS, DASHBOARD, SWITCHES, find_chromium, serve
from tests.browser.visit import PATIENCE, Scheme, Visit

HERE = Path(__file__).resolve().parent

LOG_TAIL = 4000  # characters of the server's log shown with a failure

SERVER_LOG = pytest.StashKey[Path]()
FAILED = pytest.StashKey[bool]()

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
    expect.set_options(timeout=PATIENCE)
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
    """One context for fingers and one for a mouse, kept from test to test with its first page.

    What the pages are made of, megabytes of scripts, is fetched and compiled once for a context,
    and is at hand in a page that had it before: each of both is a third of the work of a visit.
    """

    @cache
    def context(touch: bool) -> BrowserContext:
        made = chromium_browser.new_context(has_touch=touch)
        made.set_default_timeout(PATIENCE)
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

    The first of a test is the page that its context keeps, unless it is to be ``fresh``. A test
    that fails leaves a picture of each of its pages and takes the kept one along, and whatever
    a page has stored in the browser is gone before the next test.
    """
    heard: list[tuple[BrowserContext | Page, str, Callable[..., None]]] = []
    used: list[BrowserContext] = []

    def make(
        width: int,
        height: int,
        scheme: Scheme = "light",
        *,
        touch: bool = False,
        fresh: bool = False,
    ) -> Visit:
        context = context_for(touch)
        page = context.new_page() if fresh or context in used else context.pages[0]
        used.append(context)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        visit = Visit(page, app_url)

        def hear(where: BrowserContext | Page, event: str, listener: Callable[..., None]) -> None:
            where.on(event, listener)  # type: ignore[call-overload]
            heard.append((where, event, listener))

        # On the context, so that pages opened by this one are heard as well.
        hear(context, "request", lambda request: visit.note_request(request.url))
        hear(context, "weberror", lambda error: visit.page_errors.append(str(error.error)))
        hear(context, "console", visit.note_message)
        hear(page, "websocket", lambda websocket: visit.note_request(websocket.url))
        return visit

    yield make
    for where, event, listener in heard:
        where.remove_listener(event, listener)
    failed = request.node.stash.get(FAILED, False)
    for context in set(used):
        if failed:
            for number, page in enumerate(context.pages):
                page.screenshot(path=tmp_path / f"page-{number}.png")
            context.new_page()
        kept = context.pages[-1 if failed else 0]
        for page in context.pages:
            if page != kept:
                page.close()
        forget(kept, app_url)


def forget(page: Page, url: str) -> None:
    """Leave the app, and drop what it has stored in the browser."""
    if page.url.startswith(url):
        page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    stored = "cookies,local_storage,indexeddb"
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": stored})
    session.detach()
