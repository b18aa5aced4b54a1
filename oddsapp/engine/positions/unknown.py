"""What nobody at the table knows, drawn at random: for whoever plays a position on."""

from __future__ import annotations

from oddsapp.engine.missions import (
    first_targets,
    is_own_colour,
    mission_cards,
    mission_deck,
    missions_on,
)
from oddsapp.engine.positions.cards import Deck, card_name
from oddsapp.engine.state import HIDDEN, GameState
from oddsapp.pmf import Generator
from oddsapp.rules import OwnColour


def with_unknown_dealt(state: GameState, rng: Generator) -> GameState:
    """Return one whole state that a player's view may be of, each with the same probability.

    Parameters
    ----------
    state : GameState
        With cards or missions that are not known; as it is if there are none.
    rng : generator
        Of numpy or of `random`; it makes a number for each unknown card and mission.

    Examples
    --------
    >>> from random import Random
    >>> from oddsapp.engine.positions import example_position
    >>> state = with_unknown_dealt(example_position().state, Random(1))
    >>> [len(hand) for hand in state.hands], state.viewer, len(state.pile)
    ([3, 2, 1], None, 38)
    """
    rows = (*state.hands, state.discards)
    if state.viewer is None and not any(HIDDEN in cards for cards in rows):
        return _with_missions(state, rng)
    deck = Deck(state.game, state.capitals)
    for cards in rows:
        deck.take([card_name(state.game, card) for card in cards if card != HIDDEN])
    left = list(deck.pile((), seen=True))
    *hands, discards = (
        tuple(sorted(_drawn(left, rng) if card == HIDDEN else card for card in cards))
        for cards in rows
    )
    whole = state.evolve(hands=tuple(hands), discards=discards, pile=tuple(left), viewer=None)
    return _with_missions(whole, rng)


def _with_missions(state: GameState, rng: Generator) -> GameState:
    if HIDDEN not in state.missions:
        return state
    deck = mission_deck(state.game)
    redealt = state.game.rules.victory.own_colour is OwnColour.REDEALT
    while True:
        missions = _dealt(state, rng)
        own = any(is_own_colour(state.game, deck[m], player) for player, m in enumerate(missions))
        if not (own and redealt):  # such a mission would have been dealt anew
            return _with_targets(state, missions)


def _dealt(state: GameState, rng: Generator) -> tuple[int, ...]:
    """Return the missions with a card drawn for each that is not known."""
    cards = mission_cards(state.game)
    missions, left = list(state.missions), list(range(len(cards)))
    for mission in missions:
        if mission != HIDDEN:
            left.remove(next(number for number in left if mission in cards[number].missions))
    for player, mission in enumerate(missions):
        says: list[int] = [] if mission == HIDDEN else [mission]
        while not says:  # a card that says only what this player cannot get is laid aside
            card = _drawn(left, rng)
            says = missions_on(state.evolve(missions=tuple(missions)), card, player)
        missions[player] = says[0] if len(says) == 1 else _drawn(says, rng)
    return tuple(missions)


def _with_targets(state: GameState, missions: tuple[int, ...]) -> GameState:
    """Return the state with missions, those drawn about who owns the territory now."""
    targets = state.targets or (HIDDEN,) * len(missions)
    state = state.evolve(missions=missions)
    first = first_targets(state)
    drawn = zip(targets, first, strict=False)  # none at all, if none is about an owner
    return state.evolve(targets=tuple(old if old != HIDDEN else new for old, new in drawn))


def _drawn(left: list[int], rng: Generator) -> int:
    return left.pop(int(rng.random() * len(left)))
