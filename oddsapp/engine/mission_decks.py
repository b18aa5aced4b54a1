"""The decks of secret missions, as data: what each card can say (V-3).

A printed card says one mission. A card of the RISK II manual says one of several, drawn at
random as it is dealt: which player to destroy, which continent to hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from oddsapp.engine.game import Game
from oddsapp.errors import InvalidInput
from oddsapp.wording import listed

_DATA = Path(__file__).parent / "data" / "missions.json"
_ANY = "any"


@dataclass(frozen=True, kw_only=True)
class Mission:
    """One mission: continents, or a number of territories, or a player to destroy.

    Parameters
    ----------
    continents : tuple of str
        To be held whole.
    others : int
        So many more whole continents of one's choice.
    presence : bool
        Whether a territory in every continent is to be held as well.
    connected : int
        How many connected territories outside `continents` are to be held as well.
    named : tuple of str
        Territories to be held as well.
    territories : int
        How many to hold.
    garrison : int
        With at least so many armies on each.
    destroy : int, optional
        The player to destroy, from 0.
    or_destroyer : bool
        Whether destroying whoever has destroyed that player does as well, and nothing less.
    owner_of : str, optional
        The territory whose owner is to be destroyed, by whomever.
    """

    continents: tuple[str, ...] = ()
    others: int = 0
    presence: bool = False
    connected: int = 0
    named: tuple[str, ...] = ()
    territories: int = 0
    garrison: int = 1
    destroy: int | None = None
    or_destroyer: bool = False
    owner_of: str | None = None

    def __str__(self) -> str:
        if self.owner_of is not None:
            return f"see the owner of {self.owner_of} destroyed"
        if self.destroy is not None:
            more = ", or whoever destroys that player" if self.or_destroyer else ""
            return f"destroy player {self.destroy + 1}{more}"
        if not self.is_of_continents:
            garrison = f" with {self.garrison} armies on each" if self.garrison > 1 else ""
            return f"hold {self.territories} territories{garrison}"
        another = "another continent" if self.continents else "a whole continent"
        parts = [*self.continents, *([another] if self.others else []), *self.named]
        if self.connected:
            parts.append(f"{self.connected} connected territories outside it")
        if self.presence:
            parts.append("a territory in every other continent")
        return f"hold {listed(parts)}"

    @property
    def is_of_continents(self) -> bool:
        """Whether it is to hold continents, and what else is asked."""
        return bool(self.continents or self.others)


class Card(NamedTuple):
    """A card of a deck.

    Parameters
    ----------
    missions : tuple of int
        What it can say, by number in the deck.
    differs : bool
        Whether it says something else than its other copies.
    """

    missions: tuple[int, ...]
    differs: bool = False


class Deck(NamedTuple):
    """All missions that can be dealt, and the cards that say them."""

    missions: tuple[Mission, ...]
    cards: tuple[Card, ...]


@cache
def _printed() -> dict[str, list[dict[str, Any]]]:
    import json

    decks: dict[str, list[dict[str, Any]]] = json.loads(_DATA.read_text(encoding="utf-8"))
    return decks


def _variants(card: dict[str, Any], game: Game) -> list[Mission]:
    """Return what a card can say in this game; nothing of a colour that is not in play."""
    match card["type"]:
        case "continents":
            more: dict[str, Any] = {
                "others": card.get("plus_any", 0),
                "presence": card.get("presence", False),
                "connected": card.get("connected", 0),
            }
            choices = card["one_of"] if "one_of" in card else [card["all_of"]]
            return [Mission(continents=tuple(names), **more) for names in choices]
        case "continent_and_territory":
            return [
                Mission(continents=(continent,), named=(territory,))
                for continent, territories in card["one_of"].items()
                for territory in territories
            ]
        case "territories":
            return [Mission(territories=card["count"], garrison=card["min_armies"])]
        case "destroy_player":
            number = card["player"]
            players = range(game.players) if number == _ANY else [number - 1]
            by_destroyer = card.get("or_destroyer", False)
            return [
                Mission(destroy=player, or_destroyer=by_destroyer)
                for player in players
                if player < game.players
            ]
        case "destroy_owner":
            name = card["territory"]
            names = game.names if name == _ANY else [name]
            return [Mission(owner_of=territory) for territory in names]
        case kind:
            raise InvalidInput(f"no mission is of the type {kind!r}")


@cache
def find_deck(name: str, game: Game) -> Deck:
    """Return a deck of missions for a game.

    Raises
    ------
    InvalidInput
        If the board lacks what a mission names, or the turn what it is about.
    """
    missions: list[Mission] = []
    cards: list[Card] = []
    for printed in _printed()[name]:
        variants = _variants(printed, game)
        if not variants:
            continue
        numbers = range(len(missions), len(missions) + len(variants))
        missions.extend(variants)
        card = Card(tuple(numbers), printed.get("differ", False))
        cards.extend([card] * printed.get("copies", 1))
    for mission in missions:
        _check(name, game, mission)
    if len(cards) < game.players:
        raise InvalidInput(
            f"the missions {name} are {len(cards)} for {game.players} players, too few for all"
        )
    return Deck(tuple(missions), tuple(cards))


def _check(name: str, game: Game, mission: Mission) -> None:
    if (mission.or_destroyer or mission.owner_of) and not game.rules.is_same_time:
        raise InvalidInput(
            f"the missions {name} are for games in which all play at the same time, such as risk2"
        )
    for kind, missing in _missing(game, mission):
        raise InvalidInput(
            f"the missions {name} need a {kind} {missing!r}, which board {game.board.name!r} does"
            " not have; play another goal on it"
        )


def _missing(game: Game, mission: Mission) -> Iterator[tuple[str, str]]:
    known = {continent.name for continent in game.board.continents}
    yield from (("continent", name) for name in mission.continents if name not in known)
    yield from (("territory", name) for name in mission.named if name not in game.index)
