"""Secret missions: the decks, and when one is fulfilled (V-3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from oddsapp.engine.game import Game
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.rules import Goal
from oddsapp.wording import listed

_DATA = Path(__file__).parent / "data" / "missions.json"


@dataclass(frozen=True, kw_only=True)
class Mission:
    """One mission: continents, or a number of territories, or a player to destroy.

    Parameters
    ----------
    continents : tuple of str
        To be held whole.
    others : int
        So many more whole continents of one's choice.
    territories : int
        How many to hold.
    garrison : int
        With at least so many armies on each.
    destroy : int, optional
        The player to destroy, from 0.
    """

    continents: tuple[str, ...] = ()
    others: int = 0
    territories: int = 0
    garrison: int = 1
    destroy: int | None = None

    def __str__(self) -> str:
        if self.destroy is not None:
            return f"destroy player {self.destroy + 1}"
        if self.continents:
            more = ["another continent"] if self.others else []
            return f"hold {listed([*self.continents, *more])}"
        garrison = f" with {self.garrison} armies on each" if self.garrison > 1 else ""
        return f"hold {self.territories} territories{garrison}"


@cache
def _decks() -> dict[str, tuple[Mission, ...]]:
    import json

    data = json.loads(_DATA.read_text(encoding="utf-8"))
    return {name: tuple(_mission(card) for card in cards) for name, cards in data.items()}


def _mission(card: dict[str, Any]) -> Mission:
    kind, values = card["type"], {key: value for key, value in card.items() if key != "type"}
    match kind:
        case "continents":
            return Mission(continents=tuple(values["all_of"]), others=values.get("plus_any", 0))
        case "territories":
            return Mission(territories=values["count"], garrison=values["min_armies"])
        case "destroy_player":
            return Mission(destroy=values["player"] - 1)
        case _:
            raise InvalidInput(f"no mission is of the type {kind!r}")


def mission_deck(game: Game) -> tuple[Mission, ...]:
    """Return the missions that are dealt: none of a colour that is not in play.

    Empty where missions are not played.

    Raises
    ------
    InvalidInput
        If the board has no continent that a mission names.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("classic").replace(goal="missions")
    >>> [str(mission) for mission in mission_deck(make_game(rules, players=4))][-2:]
    ['destroy player 3', 'destroy player 4']
    """
    victory = game.rules.victory
    if victory.goal is not Goal.MISSIONS:
        return ()
    return _deck_for(victory.mission_deck, game)


@cache
def _deck_for(name: str, game: Game) -> tuple[Mission, ...]:
    deck = tuple(
        mission
        for mission in _decks()[name]
        if mission.destroy is None or mission.destroy < game.players
    )
    known = {continent.name for continent in game.board.continents}
    for mission in deck:
        for continent in mission.continents:
            if continent not in known:
                raise InvalidInput(
                    f"the missions {name} need a continent {continent!r}, which board"
                    f" {game.board.name!r} does not have; play another goal on it"
                )
    return deck


def is_own_colour(game: Game, mission: Mission, player: int) -> bool:
    """Tell whether a mission is to destroy its own holder, or a team mate (V-8)."""
    return mission.destroy is not None and game.teams[mission.destroy] == game.teams[player]


def mission_of(state: GameState, player: int) -> Mission:
    """Return what a player has to do by now: the mission dealt, or its replacement.

    One's own colour is replaced, and so is a colour that nobody can destroy any more: it has
    conceded without an heir, or somebody else has destroyed it where it had to be done
    personally.

    Raises
    ------
    InvalidInput
        If the mission is not known: not dealt yet, or hidden in this view.
    """
    if state.missions[player] < 0:
        raise InvalidInput(f"the mission of player {player + 1} is not known here")
    victory = state.game.rules.victory
    mission = mission_deck(state.game)[state.missions[player]]
    if mission.destroy is None:
        return mission
    destroyer = state.destroyed_by[mission.destroy]
    too_late = destroyer == mission.destroy or (
        victory.destroy_personally and destroyer not in (-1, player)
    )
    if too_late or is_own_colour(state.game, mission, player):
        return Mission(territories=victory.mission_territories)
    return mission


def is_fulfilled(state: GameState, player: int) -> bool:
    """Tell whether a player has done what `mission_of` says."""
    mission = mission_of(state, player)
    if mission.destroy is not None:
        return state.destroyed_by[mission.destroy] != -1
    owners, armies = state.owners, state.armies
    if mission.continents:
        whole = {
            continent.name
            for continent, (_, territories) in zip(
                state.game.board.continents, state.game.continents, strict=True
            )
            if all(owners[territory] == player for territory in territories)
        }
        needed = len(mission.continents) + mission.others
        return whole.issuperset(mission.continents) and len(whole) >= needed
    held = sum(
        owner == player and count >= mission.garrison
        for owner, count in zip(owners, armies, strict=True)
    )
    return held >= mission.territories
