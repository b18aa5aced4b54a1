"""The cards of a position: hands and discards as far as they are known, and the pile left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.boards.checks import nearest
from oddsapp.engine.game import WILD, Game
from oddsapp.engine.state import HIDDEN, GameState
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_text
from oddsapp.rules import CapitalForm

UNKNOWN = "unknown"
"""How a card is called of which only the back is seen."""


class Deck:
    """All cards of a game while they are given out: each once.

    Parameters
    ----------
    game : Game
    capitals : sequence of int
        The capitals: the card of a headquarters is no part of the deck (V-4).
    """

    def __init__(self, game: Game, capitals: Sequence[int]) -> None:
        self._game = game
        self._left: list[int] = list(range(len(game.cards)))
        if game.rules.victory.capital_form is CapitalForm.HEADQUARTERS:
            self._left = [card for card in self._left if card not in capitals]

    def take(self, cards: object) -> tuple[int, ...]:
        """Take cards out of the deck: a list of names, or how many unknown ones.

        Raises
        ------
        InvalidInput
            If there is no such card, or somebody has it already.
        """
        if not isinstance(cards, list):
            number = whole_number(
                cards, "the number of cards (or a list of them)", least=0, most=len(self._left)
            )
            return (HIDDEN,) * number
        taken = [HIDDEN] * cards.count(UNKNOWN)
        # Whichever wild card is meant by number is taken before any.
        for name in sorted((name for name in cards if name != UNKNOWN), key=lambda n: n == WILD):
            card = self._number(as_text(name, "a card"))
            self._left.remove(card)
            taken.append(card)
        return tuple(sorted(taken))

    def _number(self, name: str) -> int:
        game, first_wild = self._game, len(self._game.names)
        if name == WILD:
            for any_wild in self._left:
                if any_wild >= first_wild:
                    return any_wild
            raise InvalidInput(f"the deck has {game.board.wild_cards} wild cards, not more")
        wild = {card_name(game, card): card for card in range(first_wild, len(game.cards))}
        card = wild.get(name, game.index.get(name))
        if card is None:
            raise InvalidInput(
                f"there is no card {name[:40]!r}; {nearest(name[:100], [*game.names, WILD])}"
            )
        if card not in self._left:
            raise InvalidInput(f"the card {name} cannot be there twice, or is a headquarters")
        return card

    def pile(self, hands: Iterable[Sequence[int]], *, seen: bool) -> tuple[int, ...]:
        """Return the draw pile: all cards left, as backs unless all is seen."""
        hidden = sum(hand.count(HIDDEN) for hand in hands)
        if hidden > len(self._left):
            raise InvalidInput(f"{hidden} unknown cards are more than the {len(self._left)} left")
        return tuple(self._left) if seen else (HIDDEN,) * (len(self._left) - hidden)


def card_name(game: Game, card: int) -> str:
    """Return what a card is called in a position; wild cards are told apart by number."""
    if card == HIDDEN:
        return UNKNOWN
    first_wild = len(game.names)
    return game.names[card] if card < first_wild else f"{WILD} {card - first_wild + 1}"


def written_cards(game: Game, cards: Sequence[int]) -> Any:
    """Return cards as `Deck.take` reads them."""
    if cards and all(card == HIDDEN for card in cards):
        return len(cards)
    return [card_name(game, card) for card in cards]


def check_cards(state: GameState) -> None:
    """Raise `InvalidInput` unless every card of the game is in one place."""
    game = state.game
    deck = Deck(game, state.capitals)
    rows = (*state.hands, state.discards)
    for cards in rows:
        deck.take([card_name(game, card) for card in cards])
    if deck.pile(rows, seen=state.viewer is None) != state.pile:
        raise InvalidInput(
            "cards are missing or there twice: the draw pile must be all that nobody holds and"
            " nobody has traded"
        )
