"""``oddsapp dashboard``, and the settings that every way of serving the page shares."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddsapp.cli.dashboard import TRIED, address_in_network, dashboard, free_port
from oddsapp.errors import InvalidInput
from oddsapp.ui.server import QUIET, settings

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = "import sys; from oddsapp.cli.dashboard import dashboard; dashboard(sys.argv[1:])"
START_LIMIT = 60.0


def an_unused_port() -> int:
    """Return a port that nothing else will take: below those of connections, another per worker."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("every port is in use")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an installer unpacks: the folder with everything that is in the wheel."""
    wheels, target = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("installed")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (wheel,) = wheels.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


@contextmanager
def served(
    installed: Path, folder: Path, *options: str
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Run the dashboard in a folder; yield the process and what it printed when it was ready."""
    log = folder.with_suffix(".log")
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *options],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(installed), "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        limit = time.monotonic() + START_LIMIT
        while "Ctrl-C" not in (said := log.read_text()):
            if process.poll() is not None or time.monotonic() > limit:
                pytest.fail(f"the dashboard does not serve; it says:\n{said}", pytrace=False)
            time.sleep(0.05)
        yield process, said.splitlines()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert log.read_text().strip() == said.strip()
    finally:
        process.kill()
        process.wait()


def fetch(url: str, accepted: str = "identity") -> tuple[bytes, str]:
    request = urllib.request.Request(url, headers={"Accept-Encoding": accepted})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read(), answer.headers.get("Content-Encoding", "")


def listening_addresses(port: int) -> set[str]:
    """Addresses with a listening socket at a port, as the kernel lists them."""
    table = Path("/proc/net/tcp").read_text().splitlines()[1:]
    lines = [line.split() for line in table]
    ends = [fields[1].split(":") for fields in lines if fields[3] == "0A"]
    return {
        socket.inet_ntoa(bytes.fromhex(address)[::-1])
        for address, number in ends
        if int(number, 16) == port
    }


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process there")
def test_an_installed_wheel_serves_the_page_in_an_empty_folder(
    installed: Path, tmp_path: Path
) -> None:
    port = an_unused_port()
    folder = tmp_path / "empty"
    folder.mkdir()
    with served(installed, folder, "--port", str(port)) as (_, said):
        assert said == [f"On this machine: http://127.0.0.1:{port}", "Ctrl-C ends it."]
        assert fetch(f"http://127.0.0.1:{port}/_stcore/health") == (b"ok", "")
        if Path("/proc/net/tcp").exists():
            assert listening_addresses(port) == {"127.0.0.1"}

        document, _ = fetch(f"http://127.0.0.1:{port}/")
        assert document.count(b"window.__streamlit={BACKEND_BASE_URL") == 1
        packed, encoding = fetch(f"http://127.0.0.1:{port}/rules", "gzip")
        assert (gzip.decompress(packed), encoding) == (document, "gzip")
        script = next(
            part.split(b'"')[0].decode()
            for part in document.split(b'src="')[1:]
            if b".js" in part.split(b'"')[0]
        )
        plain, _ = fetch(f"http://127.0.0.1:{port}/{script.removeprefix('./')}")
        small, encoding = fetch(f"http://127.0.0.1:{port}/{script.removeprefix('./')}", "gzip")
        assert encoding == "gzip"
        assert gzip.decompress(small) == plain
        assert len(small) < len(plain) / 2
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process there")
def test_lan_prints_the_address_for_the_phone(installed: Path, tmp_path: Path) -> None:
    port = an_unused_port()
    folder = tmp_path / "empty"
    folder.mkdir()
    with served(installed, folder, "--lan", "--port", str(port)) as (_, said):
        address = address_in_network()
        phone = f"http://{address}:{port}" if address else "this machine is in no network"
        assert said[:2] == [
            f"On this machine: http://127.0.0.1:{port}",
            f"On the phone:    {phone}",
        ]
        if address:
            assert fetch(f"http://{address}:{port}/_stcore/health") == (b"ok", "")


def test_a_port_in_use_is_said_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("--port", str(port))
    assert isinstance(result.exception, InvalidInput)
    assert str(result.exception) == f"port {port} is in use; choose another with --port"


@pytest.mark.parametrize("port", ["0", "65536", "-1", "web"])
def test_what_is_no_port_is_refused(port: str) -> None:
    result = run("--port", port)
    assert result.exit_code == 2
    assert f"{port!r}" in result.output or f"{port} is not in the range" in result.output


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    # Servers of other tests take the usual ones at any moment.
    usual = an_unused_port()
    monkeypatch.setattr("oddsapp.cli.dashboard.USUAL_PORT", usual)
    first = free_port("127.0.0.1", None)
    assert first in range(usual, usual + TRIED)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", first))
        taken.listen()
        assert free_port("127.0.0.1", None) > first


def test_without_streamlit_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oddsapp.cli.dashboard.find_spec", lambda _: None)
    result = run()
    assert isinstance(result.exception, InvalidInput)
    assert "pip install" in str(result.exception)


def test_the_command_line_imports_neither_the_pages_nor_streamlit() -> None:
    code = "import sys, oddsapp.cli.dashboard; print([m for m in sys.modules if m in %r])"
    watched = ("streamlit", "oddsapp.ui", "numpy", "starlette")
    done = subprocess.run(
        [sys.executable, "-c", code % (watched,)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_streamlit_run_is_told_the_same_as_the_dashboard() -> None:
    copy = ROOT / ".streamlit" / "config.toml"
    assert copy.read_bytes() == (ROOT / "oddsapp" / "ui" / "settings.toml").read_bytes()


def test_streamlit_knows_every_setting() -> None:
    from streamlit import config

    known = config.get_config_options()
    assert {*settings(), *QUIET} <= set(known)
    assert settings()["browser.gatherUsageStats"] is False


def run(*arguments: str) -> Result:
    return CliRunner().invoke(dashboard, arguments)
