"""A process beside the server that does long work, one request after the other.

In a thread of the server it would share the interpreter with all pages, and each of them would
take twice as long. A process is started when the first work comes, and kept: it takes about a
second to start. It is no process of `multiprocessing`, for those import the script that is
running, which here is a page.

Both ends speak in pickled tuples: ``("do", number, request)`` and ``("stop", number, None)``
go in, ``("asked", number, count)``, ``("told", number, changes)`` and ``("done", number,
changes)`` come out. It ends when nobody can speak to it any more.
"""

from __future__ import annotations

import atexit
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from time import monotonic
from typing import Any, BinaryIO, NamedTuple

from oddsapp.ui.whatif.request import Request
from oddsapp.ui.whatif.work import done

BEAT = 0.1
"""How many seconds lie between two signs of life while work is going on."""

_NEEDED = (
    "oddsapp.whatif.advising.advice",
    "oddsapp.whatif.rollouts.rollout",
    "oddsapp.whatif.rollouts.samples",
)
"""Imported before the first piece of work: that can be stopped, an import cannot."""

_numbers = count(1)


class Told(NamedTuple):
    """What a worker says: ``asked``, ``told`` or ``done``, and of what."""

    kind: str
    number: int
    what: Any


class WorkerLost(Exception):
    """The process has ended before its work was done."""


class Worker:
    """A process that waits for work."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # What this process can import, that one can.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._lock = threading.Lock()
        self._has_begun = False
        atexit.register(self.end)

    def do(self, request: Request) -> tuple[int, Iterator[Told]]:
        """Begin a piece of work; return its number, and what is told of it up to its end.

        Raises
        ------
        WorkerLost
            If the process ends meanwhile.
        """
        number = next(_numbers)
        self._say("do", number, request)
        return number, self._told(number)

    def stop(self, number: int) -> None:
        """Ask that a piece of work ends with what is done.

        A process that is still starting hears nothing: it is ended.
        """
        if self._has_begun:
            self._say("stop", number, None)
        else:
            self.end()

    @property
    def is_alive(self) -> bool:
        """Whether the process is still there: from outside anybody can end it."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        atexit.unregister(self.end)

    def _say(self, *message: object) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            with self._lock:
                pickle.dump(message, stream)
                stream.flush()
        except OSError as lost:
            raise WorkerLost from lost

    def _told(self, number: int) -> Iterator[Told]:
        stream = self._process.stdout
        assert stream is not None
        while True:
            try:
                told = Told(*pickle.load(stream))
            except (EOFError, OSError, pickle.UnpicklingError) as lost:
                raise WorkerLost from lost
            self._has_begun = True
            if told.number == number:
                yield told
                if told.kind == "done":
                    return


# -- in the process ----------------------------------------------------------------------


class _Piece:
    """One piece of work, as `oddsapp.ui.whatif.work.Work`."""

    def __init__(self, number: int, request: Request, out: BinaryIO) -> None:
        self.number, self.request = number, request
        self._out, self._asked, self._beat = out, 0, 0.0
        self._stop = threading.Event()

    def stop(self) -> None:
        self._stop.set()

    def should_stop(self) -> bool:
        self._asked += 1
        if monotonic() - self._beat > BEAT:
            self._beat = monotonic()
            self.say("asked", self._asked)
        return self._stop.is_set()

    def progress(self, done: int, of: int) -> None:
        self.tell(done=done, of=of)
        if self._stop.is_set():
            raise KeyboardInterrupt

    def tell(self, **changes: Any) -> None:
        self.say("told", changes)

    def say(self, kind: str, what: object) -> None:
        pickle.dump((kind, self.number, what), self._out)
        self._out.flush()


def main() -> None:
    """Work until the other end is closed."""
    for module in _NEEDED:
        import_module(module)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    # What is printed by mistake must not come between what is told.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        pieces: queue.SimpleQueue[_Piece] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(pieces, out), daemon=True).start()
        while True:
            piece = pieces.get()
            piece.say("done", done(piece))


def _listen(pieces: queue.SimpleQueue[_Piece], out: BinaryIO) -> None:
    last: _Piece | None = None
    while True:
        try:
            kind, number, request = pickle.load(sys.stdin.buffer)
        except (EOFError, OSError):
            os._exit(0)  # whatever is being done, nobody waits for it
        if kind == "do":
            last = _Piece(number, request, out)
            pieces.put(last)
        elif last is not None and last.number == number:
            last.stop()


if __name__ == "__main__":
    main()
