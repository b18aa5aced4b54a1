"""Cards: sets, what they are worth, trades, and the draw (K-1 to K-10, K-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from oddsapp.engine.actions import NOWHERE, ActionRange, Trade
from oddsapp.engine.events import Drawn
from oddsapp.engine.game import SYMBOLS, WILD, Game
from oddsapp.engine.state import GameState, Phase, changed
from oddsapp.engine.turn import after_draw
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.rules import BonusLimit, CapitalForm, CardRules, CardSchedule

SET_SIZE = 3


def is_set(symbols: Sequence[str | None]) -> bool:
    """Tell whether cards with these symbols are a set; None is a wild card (K-2).

    Examples
    --------
    >>> is_set(["infantry", "infantry", "infantry"]), is_set(["infantry", "cavalry", None])
    (True, True)
    >>> is_set(["infantry", "infantry", "cavalry"])
    False
    """
    printed = [symbol for symbol in symbols if symbol is not None]
    return len(symbols) == SET_SIZE and (
        len(printed) < SET_SIZE or len(set(printed)) in (1, SET_SIZE)
    )


def set_value(cards: CardRules, traded: int, symbols: Sequence[str | None]) -> int:
    """Return what a set is worth (K-3 to K-7).

    Parameters
    ----------
    cards : CardRules
    traded : int
        How many sets have been traded in the game before, by all.
    symbols : sequence of str or None

    Examples
    --------
    >>> [set_value(CardRules(), traded, [None] * 3) for traded in range(8)]
    [4, 6, 8, 10, 12, 15, 20, 25]
    >>> set_value(CardRules(schedule="fixed"), 0, ["infantry", "infantry", None])
    4
    """
    match cards.schedule:
        case CardSchedule.ESCALATING:
            return _escalating(cards, traded)
        case CardSchedule.LIMITED:
            return min(_escalating(cards, traded), cards.limited_cap)
        case CardSchedule.BY_ONE:
            return cards.by_one_from + traded
        case CardSchedule.FLAT:
            return cards.flat_value
        case CardSchedule.FIXED:
            return max(_fixed_values(cards, symbols))


def _escalating(cards: CardRules, traded: int) -> int:
    steps = cards.escalating
    if traded < len(steps):
        return steps[traded]
    return steps[-1] + cards.escalating_step * (traded - len(steps) + 1)


def _fixed_values(cards: CardRules, symbols: Sequence[str | None]) -> Iterator[int]:
    """Yield what a set can count as: a wild card may be any symbol (K-5)."""
    printed = [symbol for symbol in symbols if symbol is not None]
    for symbol, value in zip(SYMBOLS, cards.fixed_values, strict=False):
        if all(other == symbol for other in printed):
            yield value
    if len(set(printed)) == len(printed):
        yield cards.fixed_values[len(SYMBOLS)]


# -- trading -----------------------------------------------------------------------------


def must_trade(state: GameState) -> bool:
    """Tell whether the player has to trade before anything else (K-9, K-10)."""
    cards, held = state.game.rules.cards, len(state.hands[state.player])
    if state.phase is Phase.SPOILS:
        return held > cards.trade_down_to
    return held >= cards.must_trade_at


def trades_at_once(state: GameState) -> bool:
    """Tell whether the cards of an eliminated player have to be traded now (K-10)."""
    cards, held = state.game.rules.cards, len(state.hands[state.player])
    return held > cards.must_trade_at or (
        cards.trade_at_once_with_five and held == cards.must_trade_at
    )


def check_trade(state: GameState, action: Trade) -> None:
    """Raise `IllegalMove` unless these cards are a set that may be traded now."""
    chosen = chosen_cards(state, action.cards)
    symbols = [state.game.symbols[card] for card in chosen]
    if not is_set(symbols):
        shown = ", ".join(symbol or WILD for symbol in symbols) or "nothing"
        raise IllegalMove(
            "K-2",
            f"{shown} is no set; three alike, one of each, or any two and a wild card are",
        )
    if state.phase is Phase.SPOILS and not must_trade(state):
        most = state.game.rules.cards.trade_down_to
        raise IllegalMove(
            "K-10", f"trading stops with {most} cards or fewer; wait for the next turn"
        )
    allowed = bonus_territories(state, chosen)
    if action.bonus_on not in allowed:
        raise IllegalMove(
            "K-8", f"the bonus cannot go to {action.bonus_on}; it can go to {', '.join(allowed)}"
        )


def chosen_cards(state: GameState, names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of these cards in the player's hand.

    Raises
    ------
    IllegalMove
        If the player does not hold one of them.
    InvalidInput
        If there is no such card.
    """
    game, left = state.game, list(state.hands[state.player])
    chosen = []
    for name in names:
        if name not in game.cards:
            raise InvalidInput(f"there is no card {name!r}; cards are called by territories")
        found = next((card for card in left if card >= 0 and game.cards[card] == name), None)
        if found is None:
            if is_headquarters(state, name):
                raise IllegalMove("K-2", f"a Headquarters card is no part of a set: {name}")
            raise IllegalMove("K-2", f"you do not hold the card {name}; trade cards of your hand")
        left.remove(found)
        chosen.append(found)
    return tuple(chosen)


def is_headquarters(state: GameState, name: str) -> bool:
    """Tell whether a card left the deck as a headquarters (V-4); other capitals' cards stay."""
    form = state.game.rules.victory.capital_form
    return form is CapitalForm.HEADQUARTERS and state.game.index.get(name) in state.capitals


def bonus_territories(state: GameState, cards: Iterable[int]) -> list[str]:
    """Return where the armies of K-8 may go: the trader chooses among own territories shown."""
    rules, names = state.game.rules.cards, state.game.names
    spent = rules.owned_bonus_limit is BonusLimit.TURN and state.bonus_given
    if not rules.owned_bonus or spent:
        return [NOWHERE]
    owned = [
        names[card] for card in cards if card < len(names) and state.owners[card] == state.player
    ]
    return owned or [NOWHERE]


def trades(state: GameState) -> Iterator[ActionRange]:
    """Yield every set that may be traded now, with every place for its bonus."""
    if state.phase is Phase.SPOILS and not must_trade(state):
        return
    game = state.game
    hand = state.hands[state.player]
    if len(hand) < SET_SIZE:
        return
    seen = set()
    known = [card for card in hand if card >= 0]  # a view may hold cards taken unseen
    for cards in combinations(known, SET_SIZE):
        if is_set([game.symbols[card] for card in cards]):
            names = tuple(game.cards[card] for card in cards)
            if names not in seen:  # two wild cards are alike
                seen.add(names)
                for territory in bonus_territories(state, cards):
                    yield ActionRange(Trade(names, territory))


def apply_trade(state: GameState, action: Trade) -> GameState:
    """Trade a set for armies to place, and those of K-8 straight onto their territory."""
    game, player = state.game, state.player
    cards = chosen_cards(state, action.cards)
    symbols = [game.symbols[card] for card in cards]
    value = set_value(game.rules.cards, state.sets_traded, symbols)
    state = state.evolve(
        hands=_with_hand(state, player, _without(state.hands[player], cards)),
        discards=tuple(sorted((*state.discards, *cards))),
        reserves=changed(state.reserves, player, state.reserves[player] + value),
        sets_traded=state.sets_traded + 1,
    )
    if action.bonus_on == NOWHERE:
        return state
    territory = game.index[action.bonus_on]
    bonus, limit = game.rules.cards.owned_bonus, game.rules.turn.stack_limit
    if limit is not None and game.rules.cards.owned_bonus_is_limited:
        bonus = max(0, min(bonus, limit - state.armies[territory]))
    return state.evolve(
        armies=changed(state.armies, territory, state.armies[territory] + bonus),
        bonus_given=True,
    )


def _without(hand: Iterable[int], cards: Iterable[int]) -> list[int]:
    """Return a hand without these cards; cards taken unseen are alike, and stay."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def _with_hand(state: GameState, player: int, cards: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    hands = list(state.hands)
    hands[player] = tuple(sorted(cards))
    return tuple(hands)


def hand_over(state: GameState, loser: int, winner: int) -> GameState:
    """Give all cards of one player to another (K-10)."""
    cards = (*state.hands[winner], *state.hands[loser])
    state = state.evolve(hands=_with_hand(state, loser, ()))
    return state.evolve(hands=_with_hand(state, winner, cards))


def give_card(state: GameState, card: int, loser: int, winner: int) -> GameState:
    """Give one card of one player to another (K-13)."""
    state = state.evolve(
        hands=_with_hand(state, loser, _without(state.hands[loser], [card])),
    )
    return state.evolve(hands=_with_hand(state, winner, (*state.hands[winner], card)))


def return_hand(state: GameState, player: int) -> GameState:
    """Put all cards of a player back into the draw pile (K-13)."""
    return state.evolve(
        pile=tuple(sorted((*state.pile, *state.hands[player]))),
        hands=_with_hand(state, player, ()),
    )


def discard_hand(state: GameState, player: int) -> GameState:
    """Discard all cards of a player."""
    return state.evolve(
        discards=tuple(sorted((*state.discards, *state.hands[player]))),
        hands=_with_hand(state, player, ()),
    )


# -- drawing -----------------------------------------------------------------------------


def draw_pile(state: GameState) -> tuple[int, ...]:
    """Return what may be drawn: the pile, or the shuffled discards once it is empty (K-12)."""
    return state.pile or state.discards


def card_number(game: Game, pile: Iterable[int], name: str) -> int | None:
    """Return the number of a card of this name in a pile, None if it is not there."""
    return next((card for card in pile if card >= 0 and game.cards[card] == name), None)


def apply_draw(state: GameState, event: Drawn) -> GameState:
    """Give the player the card drawn, and go on with the turn."""
    return after_draw(with_drawn(state, event))


def with_drawn(state: GameState, event: Drawn) -> GameState:
    """Give the player the card drawn."""
    pile = draw_pile(state)
    card = card_number(state.game, pile, event.card)
    left = tuple(other for other in pile if other != card)
    hand = (*state.hands[state.player], card)
    return state.evolve(
        pile=left,
        discards=state.discards if state.pile else (),
        hands=_with_hand(state, state.player, hand),  # type: ignore[arg-type]
    )
