"""What a hand of cards is worth to whoever holds it: how soon it will be a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

from oddsapp.engine.cards import SET_SIZE
from oddsapp.engine.game import Game
from oddsapp.engine.state import HIDDEN

_PATIENCE = 0.75
"""What a set is worth that can be traded one card later: not every turn brings a card."""
_BEYOND = 0.15
"""What each card beyond a set adds to it, for the next one."""


def hand_worth(game: Game, hand: Iterable[int]) -> int:
    """Return what a hand is worth, in hundredths of a set that can be traded now.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("classic", players=3)
    >>> [game.symbols[card] for card in (0, 1, 2, 3)]
    ['infantry', 'cavalry', 'artillery', 'artillery']
    >>> hand_worth(game, (0, 1, 2)), hand_worth(game, (0, 2, 3)), hand_worth(game, ())
    (100, 82, 37)
    """
    symbols = game.symbols
    return _of_symbols(tuple([symbols[card] for card in hand if card != HIDDEN]))


def mean_worth(
    game: Game, known: Sequence[int], unknown: Sequence[int], number: int, one: Any = 1.0
) -> Any:
    """Return what a hand is worth on average of which so many cards are not known.

    Parameters
    ----------
    game : Game
    known : sequence of int
        The cards of the hand that are.
    unknown : sequence of int
        All cards that the others may be, each of them alike.
    number : int
        How many of these are in the hand.
    one : float or Fraction
        The 1 of the numbers that are wanted.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("classic", players=3)
    >>> mean_worth(game, (0, 1), (2, 3, 4), 1) == sum(
    ...     hand_worth(game, (0, 1, card)) for card in (2, 3, 4)) / 3
    True
    """
    alike: dict[str | None, list[int]] = {}
    for card in unknown:
        alike.setdefault(game.symbols[card], []).append(card)
    total = 0
    for counts in product(*(range(min(number, len(cards)) + 1) for cards in alike.values())):
        if sum(counts) == number:
            pairs = list(zip(alike.values(), counts, strict=True))
            drawn = [card for cards, count in pairs for card in cards[:count]]
            ways = prod(comb(len(cards), count) for cards, count in pairs)
            total += ways * hand_worth(game, (*known, *drawn))
    return one * total / comb(len(unknown), number)


@cache
def _of_symbols(symbols: tuple[str | None, ...]) -> int:
    shown = Counter(symbols)
    wild = shown.pop(None, 0)
    most, middle, least = [*sorted(shown.values(), reverse=True), 0, 0, 0][:3]
    return round(100 * _worth(most, middle, least, wild))


def _worth(most: int, middle: int, least: int, wild: int) -> float:
    """Return the worth of so many cards of each symbol, and of wild ones."""
    cards = most + middle + least + wild
    if cards >= SET_SIZE and (wild or most >= SET_SIZE or least):
        return 1 + _BEYOND * (cards - SET_SIZE)
    later = 0.0
    for more in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        counts = sorted((most + more[0], middle + more[1], least + more[2]), reverse=True)
        later += _worth(counts[0], counts[1], counts[2], wild) / 3
    return _PATIENCE * later
