"""``oddsapp dashboard``: serves the pages and prints their address."""

from __future__ import annotations

import os
import runpy
import socket
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

import click

from oddsapp.errors import InvalidInput

# Run by its path: the command line knows nothing of the pages, nor of Streamlit.
SERVER = Path(__file__).resolve().parents[1] / "ui" / "server.py"

USUAL_PORT = 8501
TRIED = 20
"""How many ports are tried, from the usual one on, when none was asked for."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help=f"The port to serve at; without it {USUAL_PORT}, or the next one that is free.",
)
@click.option("--lan", is_flag=True, help="Let the phones at the table in, not this machine only.")
def dashboard(port: int | None, *, lan: bool) -> None:
    r"""Serve the page and print its address, until Ctrl-C.

    Nobody but this machine can reach it, unless --lan is given: then everybody in the same
    network can.

    \b
    Examples:
      oddsapp dashboard
      oddsapp dashboard --lan --port 8600
    """
    if find_spec("streamlit") is None:
        raise InvalidInput("the page needs streamlit, which is not installed: pip install oddsapp")
    host = "0.0.0.0" if lan else "127.0.0.1"
    chosen = free_port(host, port)
    here = f"http://127.0.0.1:{chosen}"

    def ready() -> None:
        click.echo(f"On this machine: {here}")
        if lan:
            address = address_in_network()
            click.echo(
                f"On the phone:    http://{address}:{chosen}"
                if address
                else "On the phone:    this machine is in no network"
            )
        click.echo("Ctrl-C ends it.")
        sys.stdout.flush()
        if on_a_desktop():
            webbrowser.open(here)

    try:
        runpy.run_path(str(SERVER))["serve"](host, chosen, ready)
    except KeyboardInterrupt:
        click.echo()


def free_port(host: str, port: int | None) -> int:
    """Return the port asked for, or the first free one from the usual one on.

    Raises
    ------
    InvalidInput
        If the port, or every port tried, cannot be used.
    """
    candidates = range(USUAL_PORT, USUAL_PORT + TRIED) if port is None else [port]
    for candidate in candidates:
        with socket.socket() as probe:
            if os.name != "nt":  # there it would find ports free that are not
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except PermissionError:
                reason = "may not be used by you; those from 1024 on may"
            except OSError:
                reason = "is in use; choose another with --port"
            else:
                return candidate
    if port is None:
        raise InvalidInput(
            f"the ports {candidates[0]} to {candidates[-1]} are all in use;"
            " choose another with --port"
        )
    raise InvalidInput(f"port {port} {reason}")


def address_in_network() -> str | None:
    """Return the address that others in the network reach this machine at; None without one.

    Nobody is contacted: "connecting" a datagram socket only looks up which way it would go.
    The address asked about is one of those kept free for documentation (RFC 5737).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


def on_a_desktop() -> bool:
    """Tell whether a person sits before the screen that a browser would open on."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in {"darwin", "win32"} or bool(has_screen)
