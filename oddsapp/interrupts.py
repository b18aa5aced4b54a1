"""Ctrl-C at a moment when nothing is half done, and its like for threads."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

Progress = Callable[[int, int], object]
"""Told how much is done of how much; it may raise KeyboardInterrupt to end the work."""


class Interrupts:
    """Ctrl-C, put off while a batch is judged: a result is judged and kept, or neither.

    Only the main thread can be interrupted.
    """

    def __init__(self) -> None:
        self._waits = False
        self._pending = False
        self._usual: Any = None
        self._is_set = False

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self._usual = signal.getsignal(signal.SIGINT)
            # Whoever ignores Ctrl-C, or answers it otherwise, goes on doing so.
            if self._usual is signal.default_int_handler:
                signal.signal(signal.SIGINT, self._interrupted)
                self._is_set = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_set:
            signal.signal(signal.SIGINT, self._usual)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self._waits:
            self._pending = True
        else:
            raise KeyboardInterrupt

    @contextmanager
    def later(self) -> Iterator[None]:
        """Put off Ctrl-C to the end of a ``with`` block."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt


_asked = threading.local()


@contextmanager
def interruptible(stop: Callable[[], bool]) -> Iterator[None]:
    """Let work of this thread be interrupted, as by Ctrl-C, from another one.

    Parameters
    ----------
    stop : callable
        Is asked between the turns of a roll-out, and between the plans that are looked for.

    Examples
    --------
    >>> with interruptible(lambda: True):
    ...     try:
    ...         check_interrupt()
    ...     except KeyboardInterrupt:
    ...         print("stopped")
    stopped
    """
    before = getattr(_asked, "stop", None)
    _asked.stop = stop
    try:
        yield
    finally:
        _asked.stop = before


def check_interrupt() -> None:
    """Raise `KeyboardInterrupt` if this thread is to stop. For places where work can be left."""
    stop = getattr(_asked, "stop", None)
    if stop is not None and stop():
        raise KeyboardInterrupt
