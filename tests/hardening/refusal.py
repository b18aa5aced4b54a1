"""What every reader promises: a value, or one sentence that says what is wrong; and soon."""

from __future__ import annotations

import re
import resource
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st

from oddsapp.errors import IllegalMove, InvalidInput

MOST_SECONDS = 2.0
"""The most time of the processor for one input; what is damaged is refused in milliseconds."""
MOST_KILOBYTES = 400_000
"""The most memory that a batch of inputs may take on top."""

_AT_ONCE = 100
_LONGEST = 520
# What Python says of its own objects is no sentence for people.
_INTERNAL = re.compile(r"object at 0x|Traceback|<(class|function|built-in|enum)|NoneType")


def refusal(error: Exception, given_input: object = "") -> str:
    """Return what an error says, once that is one sentence for people."""
    text = str(error)
    assert text.strip(), f"{type(error).__name__} says nothing"
    assert len(text.splitlines()) == 1, f"more than one line: {text!r}"
    assert len(text) <= _LONGEST, f"{len(text)} characters: {text[:200]!r}…"
    internal = _INTERNAL.search(text)
    assert internal is None or internal[0] in str(given_input), text
    return text


@contextmanager
def in_bounds(kept: list[float] | None = None) -> Iterator[None]:
    """Turn warnings into errors, and refuse whatever takes long."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        began = time.process_time()
        yield
        took = time.process_time() - began
    if kept is not None:
        kept.append(took)
    assert took < MOST_SECONDS, f"took {took:.1f} seconds"


def check(read: Callable[[Any], object], given_input: Any) -> bool:
    """Read one input; tell whether it was taken, and fail if it was refused in a wrong way."""
    try:
        with in_bounds():
            read(given_input)
    except (InvalidInput, IllegalMove) as error:
        try:
            refusal(error, given_input)
        except AssertionError as wrong:
            raise AssertionError(f"{_shown(given_input)}: {wrong}") from error
        return False
    except BaseException as error:
        raise AssertionError(f"{_shown(given_input)}: {type(error).__name__}: {error}") from error
    return True


def fuzz(read: Callable[[Any], object], make: Callable[[Random], Any], inputs: int) -> None:
    """Read as many damaged inputs as were asked for; Hypothesis draws what they are made from."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    @settings(
        max_examples=-(-inputs // _AT_ONCE),
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64 - 1))
    def batch(seed: int) -> None:
        rng = Random(seed)
        for _ in range(min(_AT_ONCE, inputs)):
            check(read, make(rng))

    batch()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < MOST_KILOBYTES, f"{grown:,} kB more than before"


def _shown(given_input: Any) -> str:
    text = repr(given_input)
    return text if len(text) <= 2_000 else f"{text[:2_000]}… ({len(text):,} characters)"
