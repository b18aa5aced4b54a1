"""What bots see in a view: borders, threats, continents, sets of cards.

Plain functions of a view and territory numbers. Neutral territories can be attacked and
attack nobody (S-4); a team mate's can neither (V-8).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from oddsapp.engine.actions import NOWHERE, Trade
from oddsapp.engine.cards import set_value, trades
from oddsapp.engine.game import NEUTRAL, Game
from oddsapp.engine.state import GameState


def enemy_owners(view: GameState, player: int) -> frozenset[int]:
    """Return the owners whom a player may attack, the neutral side included."""
    return _enemies(view.game.teams, player)


@lru_cache(maxsize=256)
def _enemies(teams: tuple[int, ...], player: int) -> frozenset[int]:
    rivals = {other for other, team in enumerate(teams) if team != teams[player]}
    return frozenset({NEUTRAL, *rivals})


def targets_of(view: GameState, origin: int, enemies: frozenset[int]) -> list[int]:
    """Return what a territory can attack."""
    owners = view.owners
    return [other for other in view.game.neighbours[origin] if owners[other] in enemies]


def threat_to(view: GameState, territory: int, enemies: frozenset[int]) -> int:
    """Return the armies that could attack a territory, those that have to stay left out."""
    owners, armies = view.owners, view.armies
    threat = 0
    for other in view.game.approaches[territory]:
        owner = owners[other]
        if owner >= 0 and owner in enemies:
            threat += armies[other] - 1
    return threat


def borders(view: GameState, player: int) -> list[int]:
    """Return a player's territories that can attack an enemy or be attacked by one."""
    owners, game = view.owners, view.game
    enemies = enemy_owners(view, player)
    found = []
    for territory, owner in enumerate(owners):
        if owner == player:
            for other in game.neighbours[territory]:
                if owners[other] in enemies:
                    found.append(territory)
                    break
            else:
                if threat_to(view, territory, enemies):  # over a one-way border
                    found.append(territory)
    return found


# -- continents --------------------------------------------------------------------------


def holder(view: GameState, continent: int) -> int | None:
    """Return who owns a whole continent, None if nobody does."""
    owners = view.owners
    first, *others = view.game.continents[continent][1]
    owner = owners[first]
    for territory in others:
        if owners[territory] != owner:
            return None
    return owner


def share_of(view: GameState, continent: int, player: int) -> float:
    """Return which part of a continent's territories a player owns."""
    members = view.game.continents[continent][1]
    owners = view.owners
    return sum(owners[territory] == player for territory in members) / len(members)


def gates(game: Game, continent: int) -> list[int]:
    """Return the territories of a continent that can be attacked from outside it."""
    of = game.continent_of
    return [
        territory
        for territory in game.continents[continent][1]
        if any(of[other] != continent for other in game.approaches[territory])
    ]


# -- cards -------------------------------------------------------------------------------


def best_trade(view: GameState, worst_first: Iterable[int] = ()) -> Trade | None:
    """Return the set that is worth most, None if there is none to trade.

    Of equal ones that with armies for an own territory (K-8), and then that with the fewest
    wild cards. Where the bonus may go to several, it goes to the first in ``worst_first``
    that is among them.
    """
    game = view.game
    if len(view.hands[view.player]) < 3:
        return None
    wanted = {game.names[territory]: -place for place, territory in enumerate(worst_first)}
    shown = dict(zip(game.cards, game.symbols, strict=True))
    best: Trade | None = None
    best_key: tuple[int, bool, int, int] | None = None
    for choice in trades(view):
        trade = choice.action
        assert isinstance(trade, Trade)
        symbols = [shown[card] for card in trade.cards]
        key = (
            set_value(game.rules.cards, view.sets_traded, symbols),
            trade.bonus_on != NOWHERE,
            -symbols.count(None),
            wanted.get(trade.bonus_on, -len(game.names)),
        )
        if best_key is None or key > best_key:
            best, best_key = trade, key
    return best
