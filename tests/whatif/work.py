"""Work for batches that other processes can import: quick, slow, or the end of its worker."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import oddsapp
from oddsapp.whatif.parallel.batches import generator_of

if TYPE_CHECKING:
    from numpy.random import SeedSequence


def draws(index: int, seed: SeedSequence) -> tuple[int, float]:
    """Return the number of the batch and a number drawn with its seed."""
    return index, float(generator_of(seed).random())


def home(index: int, seed: SeedSequence) -> str:
    """Return where the worker has oddsapp from."""
    del index, seed
    return oddsapp.__file__


def unlike_draws(index: int, seed: SeedSequence) -> tuple[int, float]:
    """Take the longer the smaller the number drawn: batches arrive in any order."""
    number = draws(index, seed)
    time.sleep(0.03 * (1 - number[1]))
    return number


def failing(index: int, seed: SeedSequence) -> tuple[int, float]:
    """Fail at batch 5."""
    if index == 5:
        raise ArithmeticError("batch 5 cannot be computed")
    return draws(index, seed)


@dataclass(frozen=True)
class Deadly:
    """Kills its worker when a batch runs for the first time, or always; counts what it does.

    Parameters
    ----------
    folder : Path
        Where a file is written for each time that a batch was begun.
    batches : tuple of int
        The deadly ones.
    always : bool
    slow : tuple of int
        Those that take so long that a deadly one takes them along.
    """

    folder: Path
    batches: tuple[int, ...]
    always: bool = False
    slow: tuple[int, ...] = ()

    def __call__(self, index: int, seed: SeedSequence) -> tuple[int, float]:
        times = self.begun(index)
        (self.folder / f"{index} {times} {os.getpid()}").touch()
        if index in self.batches and (self.always or not times):
            os.kill(os.getpid(), signal.SIGKILL)
        if index in self.slow:
            time.sleep(0.2)
        return draws(index, seed)

    def begun(self, index: int) -> int:
        """Return how often a batch was begun."""
        return len(list(self.folder.glob(f"{index} *")))
