"""The bots that have a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from oddsapp.arguments import named
from oddsapp.errors import InvalidInput
from oddsapp.players.cautious_bot import CautiousBot
from oddsapp.players.continental_bot import ContinentalBot
from oddsapp.players.odds_bot import OddsBot
from oddsapp.players.protocol import Player
from oddsapp.players.random_bot import RandomBot
from oddsapp.pmf import Generator
from oddsapp.rules import Ruleset

_BOTS: Mapping[str, Callable[[Generator], Player]] = {
    "random": RandomBot,
    "cautious": lambda _: CautiousBot(),
    "odds": lambda _: OddsBot(),
    "continental": lambda _: ContinentalBot(),
}

BOT_NAMES = tuple(_BOTS)
"""From the weakest to the strongest."""
SAME_TIME_BOTS = ("random", "odds")
"""Those who play RISK II as well."""


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
    return named(name, _BOTS, "player")(rng)


def check_bot(name: str) -> None:
    """Raise `InvalidInput` unless there is a bot of that name."""
    named(name, _BOTS, "player")


def bots_for(rules: Ruleset) -> tuple[str, ...]:
    """Return the bots that play under some rules, from the weakest to the strongest.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> bots_for(find_ruleset("risk2"))
    ('random', 'odds')
    """
    return SAME_TIME_BOTS if rules.is_same_time else BOT_NAMES


def check_plays(name: str, rules: Ruleset) -> None:
    """Raise `InvalidInput` unless there is a bot of that name, and it plays under these rules."""
    check_bot(name)
    able = bots_for(rules)
    if name not in able:
        raise InvalidInput(
            f"{name} plays games in turns only; under the rules {rules.name} there are"
            f" {' and '.join(able)}"
        )
