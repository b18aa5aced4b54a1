"""Serves the pages over HTTP, compressed, for `oddsapp dashboard`.

The command line runs this file by its path. Streamlit is told everything here, so that no
settings file has to lie anywhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

QUIET = {
    "logger.level": "warning",
    "logger.hideWelcomeMessage": True,
    # Streamlit opens no browser then, and asks nobody for the address of this machine.
    "server.headless": True,
    "server.fileWatcherType": "none",
}


def settings() -> dict[str, Any]:
    """Return what Streamlit is told about the pages, as names with dots.

    >>> settings()["browser.gatherUsageStats"]
    False
    """
    return dict(_flat("", tomllib.loads((HERE / "settings.toml").read_text(encoding="utf-8"))))


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        pairs += (
            _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, value)]
        )
    return pairs


def ask_no_host() -> None:
    """Keep Streamlit from asking another host for the address of this machine.

    It would to judge a visitor whose browser names an origin that it does not know; without an
    answer it turns that visitor away, too.
    """
    from streamlit import net_util

    net_util.get_external_ip = lambda: None


def serve(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve the pages until the process is told to stop.

    Parameters
    ----------
    host : str
        The address to listen at.
    port : int
    ready : callable
        Called once, when visitors can come.
    """
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from streamlit.starlette import App
    from uvicorn.config import LOGGING_CONFIG

    from oddsapp.ui.document import TellsItsAddress

    @asynccontextmanager
    async def announced(_: App) -> AsyncIterator[None]:
        ready()
        yield

    ask_no_host()
    for logger in LOGGING_CONFIG["loggers"].values():
        logger["level"] = "WARNING"
    app = App(
        HERE / "app.py",
        lifespan=announced,
        # Streamlit sends its scripts uncompressed: 2.9 MB instead of 1, on somebody's wireless.
        middleware=[
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(TellsItsAddress),
        ],
    )
    app.run(config={**settings(), **QUIET, "server.address": host, "server.port": port})
