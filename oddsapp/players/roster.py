"""The bots that have a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from oddsapp.engine.chance import Generator
from oddsapp.errors import InvalidInput
from oddsapp.players.cautious_bot import CautiousBot
from oddsapp.players.continental_bot import ContinentalBot
from oddsapp.players.odds_bot import OddsBot
from oddsapp.players.protocol import Player
from oddsapp.players.random_bot import RandomBot

_BOTS: Mapping[str, Callable[[Generator], Player]] = {
    "random": RandomBot,
    "cautious": lambda _: CautiousBot(),
    "odds": lambda _: OddsBot(),
    "continental": lambda _: ContinentalBot(),
}

BOT_NAMES = tuple(_BOTS)
"""From the weakest to the strongest."""


def make_bot(name: str, rng: Generator) -> Player:
    """Return the bot of that name.

    Parameters
    ----------
    name : str
        One of `BOT_NAMES`.
    rng : numpy.random.Generator or random.Random
        What a bot that is random draws from.

    Raises
    ------
    InvalidInput
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> from random import Random
    >>> type(make_bot("odds", Random(7))).__name__
    'OddsBot'
    """
    check_bot(name)
    return _BOTS[name](rng)


def check_bot(name: str) -> None:
    """Raise `InvalidInput` unless there is a bot of that name."""
    if name not in BOT_NAMES:
        raise InvalidInput(f"no player is called {name!r}; there are {', '.join(BOT_NAMES)}")
