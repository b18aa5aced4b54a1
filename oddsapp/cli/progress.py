"""A progress bar for whoever waits at a terminal."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import Any

import click

_SECONDS_WITHOUT = 0.5
"""What takes no longer shows no bar."""


class Progress:
    """Told how much is done, it draws a bar on standard error, if that is a terminal.

    Used with ``with``; it is called with what is done so far, and with how much there is.

    Examples
    --------
    >>> with Progress("roll-outs") as progress:
    ...     progress(1, 2)  # no terminal, or too early: nothing is drawn
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._begun = monotonic()
        self._bar: Any = None
        self._shown = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)

    def __call__(self, done: int, total: int) -> None:
        """Draw that so much of all is done."""
        if self._bar is None:
            waited = monotonic() - self._begun
            if waited < _SECONDS_WITHOUT or not sys.stderr.isatty():
                return
            bar: Any = click.progressbar(length=total, label=self._label, file=sys.stderr)
            self._bar = bar.__enter__()
        self._bar.update(done - self._shown)
        self._shown = done
