"""Answers that may take long: found beside the page, watched, stopped, and kept for everybody."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from html import escape
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.work import Job

T = TypeVar("T")

AT_FIRST = 0.25
"""For how many seconds a page waits for an answer before it goes on without."""

AT_ONCE = 2
"""How many answers are worked out at a time in one server; others wait."""

KEPT = 64

_places = BoundedSemaphore(AT_ONCE)
_lock = Lock()
_kept: OrderedDict[Hashable, Found[Any]] = OrderedDict()

Tell = Callable[[int, int], object]
"""Is told how many parts of the work are done, and of how many."""


class Found(NamedTuple, Generic[T]):
    """An answer: its value, or why there is none."""

    value: T | None
    refusal: str = ""


class Asked(Generic[T]):
    """A question whose answer is being worked out.

    Parameters
    ----------
    key : hashable
        The same key has the same answer.
    work : callable
        Returns it. Is given what to tell how much is done.

    Examples
    --------
    >>> asked = Asked("six by seven", lambda tell: 6 * 7)
    >>> asked.wait(10)
    >>> asked.found(), kept("six by seven")
    (Found(value=42, refusal=''), Found(value=42, refusal=''))
    """

    def __init__(self, key: Hashable, work: Callable[[Tell], T]) -> None:
        self.key, self._begun = key, monotonic()
        self._parts = (0, 0)
        self._job: Job[Found[T]] = Job(lambda: self._steps(work), _places)

    def _steps(self, work: Callable[[Tell], T]) -> Iterator[Found[T]]:
        try:
            found: Found[T] = Found(work(self._tell))
        except InvalidInput as refusal:
            found = Found(None, str(refusal))
        with _lock:
            _kept[self.key] = found
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
        yield found

    def _tell(self, done: int, of: int) -> None:
        self._parts = done, of

    def wait(self, seconds: float) -> None:
        """Wait until it is answered, at most so long."""
        self._job.wait(seconds)

    def found(self) -> Found[T] | None:
        """Return the answer, if it is there."""
        found = self._job.latest
        if found is None and self._job.refusal:
            return Found(None, self._job.refusal)
        return found

    def stop(self) -> None:
        """Leave it."""
        self._job.cancel()

    @property
    def is_running(self) -> bool:
        """Whether the answer is to come."""
        return self._job.is_running

    @property
    def was_stopped(self) -> bool:
        """Whether somebody did not want to wait."""
        return self._job.was_cancelled

    def progress(self) -> tuple[float, str]:
        """Return how far it is, as a share and in words."""
        seconds = f"{monotonic() - self._begun:.0f} s"
        done, of = self._parts
        if self._job.is_waiting:
            return 0.0, f"waiting, others are at work; {seconds}"
        if not of:
            return 0.0, seconds
        return done / of, f"{done} of {of} places; {seconds}"


def kept(key: Hashable) -> Found[Any] | None:
    """Return an answer that was found before."""
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
        return found


def ask(slot: str, key: Hashable, work: Callable[[Tell], T]) -> Found[T] | Asked[T]:
    """Return the answer, or, where it takes longer than a moment, the question.

    Parameters
    ----------
    slot : str
        Each has one question at a time; asking another one leaves the one before.
    key : hashable
    work : callable
        See `Asked`.
    """
    name = _name(slot)
    asked: Asked[T] | None = st.session_state.get(name)
    if asked is not None and asked.key != key:
        asked.stop()
        asked = None
    found = kept(key)
    if found is not None:
        return found
    # One that ended without an answer was left while nobody looked.
    if asked is None or not (asked.is_running or asked.was_stopped or asked.found()):
        asked = Asked(key, work)
        st.session_state[name] = asked
        asked.wait(AT_FIRST)
    return asked.found() or asked


def _name(slot: str) -> str:
    return f"turn.asked.{slot}"


def show_waiting(slot: str, asked: Asked[T], what: str) -> None:
    """Draw how far the work is and how to stop it; or, where it was stopped, how to go on."""
    if asked.was_stopped:
        st.html(f'<p role="status">{escape(what)}: stopped, so nothing is known of it.</p>')
        st.button(
            "Work it out", key=f"turn.again.{slot}", on_click=inputs.tap(lambda: _forget(slot))
        )
        return
    st.fragment(_show_progress, run_every=0.5)(asked, what)
    # Outside the part that draws itself again: a tap draws the page.
    st.button("Stop", key=f"turn.stop.{slot}", on_click=asked.stop)


def _forget(slot: str) -> None:
    st.session_state.pop(_name(slot), None)


def _show_progress(asked: Asked[T], what: str) -> None:
    if asked.found() is not None or not asked.is_running:
        st.rerun()
    share, words = asked.progress()
    st.progress(share, f"{what}: {words}")
