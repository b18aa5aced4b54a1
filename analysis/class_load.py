"""A class at once: 35 people who each change a number on Quick odds once a second.

``python -m analysis.class_load`` starts one server, as ``oddsapp dashboard`` does, opens so many
connections as Streamlit's own page does, and prints how long a new number takes to arrive, what
went wrong, and the memory of the server. ``--check`` exits with 1 if a limit is missed.

All of it runs on this machine, so the people take some of its time as well. A change counts
from the moment it was due: who still waits for the answer before is late, and that counts too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING

from analysis.served import DASHBOARD, Served, megabytes, serve

if TYPE_CHECKING:
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from websockets.asyncio.client import ClientConnection

PEOPLE, SECONDS = 35, 30
MOST_PEOPLE, MOST_SECONDS = 200, 600

PATIENCE = 30.0
"""Seconds after which an answer counts as missing."""

MEDIAN_LIMIT = 400.0  # milliseconds
GROWTH_LIMIT = 3.0  # per cent, from the middle to the end
WARM_UP = 3
"""How many changes of each go before those that count: the first ones fill caches."""

GOLDEN = 0.618033988749895
"""Multiples of it, whole parts aside, lie evenly: when in a second each one's change is due."""


@dataclass
class Person:
    """One browser window: its connection, and what its page has said so far.

    Parameters
    ----------
    number : int
        Which one of the class; nobody looks at the battles of another.
    """

    number: int
    query: str = ""
    page: str = ""
    armies_field: str = ""
    fragment: str = ""
    hero: str = ""
    runs_finished: int = 0
    cached: set[str] = field(default_factory=set)
    waits: list[float] = field(default_factory=list)
    finishes: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    async def attend(self, url: str, begin: float, seconds: int) -> None:
        """Open the page, and change the armies once a second from a given moment on."""
        from websockets.asyncio.client import connect
        from websockets.typing import Subprotocol

        address = url.replace("http", "ws", 1) + "/_stcore/stream"
        spoken = Subprotocol("streamlit")
        try:
            # websockets would ask the system for a proxy; the server is on this machine.
            async with connect(address, subprotocols=[spoken], max_size=None, proxy=None) as at:
                await self._send(at, None)
                await asyncio.wait_for(self._listen(at, "", 1), PATIENCE * 3)
                for change in range(-WARM_UP, seconds):
                    due = begin + WARM_UP + change + self.number * GOLDEN % 1
                    await asyncio.sleep(max(0.0, due - perf_counter()))
                    await self._change(at, change + WARM_UP, due, counts=change >= 0)
        except Exception as problem:
            # Whatever it is, the figures must tell it.
            self.errors.append(f"person {self.number}: {problem!r}")

    async def _change(self, at: ClientConnection, change: int, due: float, *, counts: bool) -> None:
        armies = 5 + (7 * change + 3 * self.number) % 90
        finished = self.runs_finished
        await self._send(at, armies)
        arrived = await asyncio.wait_for(
            self._listen(at, f"{armies} armies", finished + 1), PATIENCE
        )
        if counts:
            self.waits.append(1000 * (arrived - due))
            self.finishes.append(1000 * (perf_counter() - due))

    async def _send(self, at: ClientConnection, armies: int | None) -> None:
        """Ask for a run, as the page in a browser does after a change, or at first."""
        from streamlit.proto.BackMsg_pb2 import BackMsg

        message = BackMsg()
        state = message.rerun_script
        state.query_string = self.query
        state.page_script_hash = self.page
        state.cached_message_hashes.extend(self.cached)
        state.context_info.url = "http://127.0.0.1/"
        if armies is not None:
            state.fragment_id = self.fragment
            state.widget_states.widgets.add(id=self.armies_field, int_value=armies)
        await at.send(message.SerializeToString())

    async def _listen(self, at: ClientConnection, words: str, runs: int) -> float:
        """Listen until the run is over, and return when the number for these words came."""
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

        arrived = 0.0
        self.hero = ""
        while self.runs_finished < runs or not arrived:
            data = await at.recv()
            message = ForwardMsg()
            message.ParseFromString(data if isinstance(data, bytes) else data.encode())
            self._take(message)
            if not arrived and self.hero and words in self.hero:
                arrived = perf_counter()
        return arrived

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if message.metadata.cacheable:
            self.cached.add(message.hash)
        if kind == "new_session":
            self.page = message.new_session.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "script_finished":
            self.runs_finished += 1
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element = message.delta.new_element
            what = element.WhichOneof("type")
            if what == "html" and 'class="odds-hero"' in element.html.body:
                self.hero = element.html.body
            elif what == "number_input" and element.number_input.label.startswith("Your armies"):
                self.armies_field = element.number_input.id
                self.fragment = message.delta.fragment_id
            elif what == "exception":
                self.errors.append(f"person {self.number}: {element.exception.message}")


@dataclass(frozen=True)
class Load:
    """What a class came to.

    Parameters
    ----------
    waits, finishes : tuple of float
        Milliseconds from a change to its number, and to the end of the run, in order.
    errors : tuple of str
    memory : tuple of float
        Megabytes of the server once all are there, in the middle, and at the end; empty where
        the system does not tell.
    """

    waits: tuple[float, ...]
    finishes: tuple[float, ...]
    errors: tuple[str, ...]
    memory: tuple[float, ...]

    @property
    def growth(self) -> float:
        """By how many per cent the memory grew from the middle to the end."""
        return 100 * (self.memory[2] / self.memory[1] - 1) if self.memory else 0.0

    @property
    def is_reached(self) -> bool:
        """Whether no limit is missed."""
        quick = bool(self.waits) and median(self.waits) <= MEDIAN_LIMIT
        return quick and not self.errors and self.growth <= GROWTH_LIMIT


async def attend(served: Served, people: int, seconds: int) -> Load:
    """Let a class use a server that runs."""
    opening = 0.2 * people  # nobody opens a page in the same instant as everybody else
    begin = perf_counter() + opening + 1
    everybody = [Person(number) for number in range(people)]

    async def come(person: Person) -> None:
        await asyncio.sleep(opening * person.number / people)
        await person.attend(served.url, begin, seconds)

    async def weigh() -> list[float | None]:
        weights = []
        for share in (0.0, 0.5, 1.0):
            moment = begin + WARM_UP + share * seconds
            await asyncio.sleep(max(0.0, moment - perf_counter()))
            weights.append(megabytes(served.process))
        return weights

    weighing = asyncio.create_task(weigh())
    await asyncio.gather(*map(come, everybody))
    weights = await weighing
    return Load(
        waits=tuple(sorted(wait for person in everybody for wait in person.waits)),
        finishes=tuple(sorted(wait for person in everybody for wait in person.finishes)),
        errors=tuple(error for person in everybody for error in person.errors),
        memory=tuple(weight for weight in weights if weight is not None),
    )


def measure(people: int, seconds: int) -> Load:
    """Start a server, let a class use it, and stop it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(DASHBOARD, Path(folder) / "server.log") as served,
    ):
        return asyncio.run(attend(served, people, seconds))


def table(load: Load) -> Iterator[str]:
    """Yield what a class came to, line by line."""
    yield f"{'':34}  {'measured':>9}  {'at most':>9}"
    if load.waits:
        rows = [
            ("median ms to the new number", median(load.waits), MEDIAN_LIMIT),
            ("95 % of them, ms", _percentile(load.waits), None),
            ("the slowest, ms", load.waits[-1], None),
            ("median ms to the end of the run", median(load.finishes), None),
            ("95 % of them, ms", _percentile(load.finishes), None),
        ]
        for what, value, limit in rows:
            yield f"{what:34}  {value:9.0f}  {'' if limit is None else f'{limit:9.0f}'}".rstrip()
    yield f"{'errors':34}  {len(load.errors):9}  {0:9}"
    if load.memory:
        start, middle, end = load.memory
        yield f"{'server at start, middle, end: MB':34}  {start:.0f}, {middle:.0f}, {end:.0f}"
        yield f"{'growth from middle to end, %':34}  {load.growth:9.1f}  {GROWTH_LIMIT:9.0f}"
    yield from load.errors[:10]


def _percentile(waits: Sequence[float]) -> float:
    return waits[0] if len(waits) < 2 else quantiles(waits, n=20, method="inclusive")[-1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m analysis.class_load", description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a limit is missed")
    options = parser.parse_args(arguments)
    if not (1 <= options.people <= MOST_PEOPLE and 1 <= options.seconds <= MOST_SECONDS):
        parser.error(f"at most {MOST_PEOPLE} people and {MOST_SECONDS} seconds, at least 1 of each")
    load = measure(options.people, options.seconds)
    print(f"{options.people} people, {len(load.waits)} changes in {options.seconds} s", end="")
    if hasattr(os, "getloadavg"):
        # What else the machine had to do, the class itself included.
        print(f"; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", end="")
    print()
    print("\n".join(table(load)))
    return int(options.check and not load.is_reached)


if __name__ == "__main__":
    sys.exit(main())
