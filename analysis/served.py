"""The server as a process of its own, and a Chromium to look at it: for figures and for tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from analysis.measuring import ROOT

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "--no-sandbox",  # containers and CI run as root, where the sandbox cannot start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Without these Chromium itself would look for updates on other hosts.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

DASHBOARD = ("oddsapp", "dashboard", "--port")

START_LIMIT = 60.0
"""Seconds until the server must answer."""

STOP_LIMIT = 10.0


class Served(NamedTuple):
    """A server that runs: where it answers, and the number of its process."""

    url: str
    process: int


def find_chromium() -> str | None:
    """Return the path of a Chromium: the variable CHROMIUM, or the first one on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@contextmanager
def serve(module: Sequence[str], log: Path) -> Iterator[Served]:
    """Run a module of Python that serves at the port put behind these words, until left.

    Parameters
    ----------
    module : sequence of str
        What follows ``python -m``, up to the number of the port.
    log : path
        Takes what the server writes.

    Raises
    ------
    RuntimeError
        If the server ends at once or does not answer.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with (
        log.open("w", encoding="utf-8") as output,
        subprocess.Popen(
            [sys.executable, "-m", *module, str(port)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as server,
    ):
        try:
            _wait_for_health(url, server)
            yield Served(url, server.pid)
        finally:
            server.terminate()
            try:
                server.wait(STOP_LIMIT)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait_for_health(url: str, server: subprocess.Popen[bytes]) -> None:
    limit = time.monotonic() + START_LIMIT
    while time.monotonic() < limit:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended with status {server.returncode}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server did not answer within {START_LIMIT:.0f} s")


def megabytes(process: int) -> float | None:
    """Return how much memory a process holds, or None where the system has no /proc.

    Examples
    --------
    >>> import os
    >>> megabytes(os.getpid()) is None or megabytes(os.getpid()) > 5
    True
    """
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    for line in status.read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    return None
