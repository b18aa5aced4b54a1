"""The cases of tests/golden/same_time_cases.json, read.

Each is a battle phase: who has what, the orders, and what has to come of them. The file's
entry in tests/golden/README.md describes its keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsapp.boards import Board, Continent, both_ways, find_board
from oddsapp.combat.battle import State
from oddsapp.engine.game import Game
from oddsapp.engine.orders import CheckedOrder, check_orders, read_orders
from oddsapp.engine.resolution import Fight, Resolution
from oddsapp.rules import find_ruleset
from tests.reference.golden import golden

REST = "Rest"
"""Who has one army in each territory that a case does not name."""

Holding = tuple[str, int]
"""An owner and the armies."""


@dataclass(frozen=True)
class Case:
    """A case, and the game that it is about."""

    id: str
    rules: tuple[str, ...]
    data: dict[str, Any]
    game: Game
    players: tuple[str, ...]
    land: dict[str, Holding]
    orders: tuple[CheckedOrder, ...]

    @property
    def owners(self) -> tuple[int, ...]:
        return tuple(self.players.index(self._holding(name)[0]) for name in self.game.names)

    @property
    def armies(self) -> tuple[int, ...]:
        return tuple(self._holding(name)[1] for name in self.game.names)

    def _holding(self, name: str) -> Holding:
        return self.land.get(name, (REST, 1))

    def fights(self, state: Resolution, fight: Fight) -> dict[str, Any]:
        """Return a pending battle as the file has it."""
        armies = [
            f"{self.players[force.player]} {force.size} from {self.game.names[force.home]}"
            for force in (state.forces[number] for number in fight.forces)
        ]
        place = {} if "clashes" in fight.stage else {"at": self.game.names[fight.place]}
        if len(fight.battle.armies) > len(armies):
            defender = self.players[state.owners[fight.place]]
            armies.append(f"{defender} {fight.battle.armies[-1]} at home")
        return {"stage": str(fight.stage), **place, "armies": armies}

    def after(self, owners: State, armies: State) -> dict[str, Holding]:
        """Return what has become of the territories that the case names; the others stay."""
        found = {}
        for name, owner, count in zip(self.game.names, owners, armies, strict=True):
            if name in self.land:
                found[name] = (self.players[owner], count)
            else:
                assert (self.players[owner], count) == (REST, 1)
        return found

    @property
    def expected(self) -> dict[str, Holding]:
        """What has to come of the territories that the case names."""
        return {name: _holding(text) for name, text in self.data["after"].items()}

    def outcomes(self) -> dict[tuple[tuple[str, Holding], ...], Fraction]:
        """Return the probability of every end, of a case that lists them all."""
        return {
            tuple(_held(part) for part in end.split(", ")): Fraction(chance)
            for end, chance in self.data["outcomes"].items()
        }


def cases() -> list[Case]:
    """Return all cases of the file."""
    return [_case(data) for data in golden("same_time_cases")]


def _case(data: dict[str, Any]) -> Case:
    land = {name: _holding(text) for name, text in data["land"].items()}
    owners = sorted({owner for owner, _ in land.values()} | set(data["orders"]))
    players = tuple(owners) if "-" in data["board"] else (*owners, REST)
    rules = find_ruleset(data.get("preset", "risk2")).replace(**data.get("options", {}))
    # Cases are for as few as they concern; RISK II has a number of armies from 3 players on.
    rules = rules.replace(starting_armies=((2, 40), *rules.setup.starting_armies))
    game = Game(board=_board(data["board"]), rules=rules, players=len(players))
    case = Case(data["id"], tuple(data["rules"]), data, game, players, land, ())
    orders: list[CheckedOrder] = []
    for player, lines in data["orders"].items() if "phase" not in data else ():
        number = players.index(player)
        orders += check_orders(game, case.owners, case.armies, number, read_orders(lines))
    return Case(case.id, case.rules, data, game, players, land, tuple(orders))


def _board(text: str) -> Board:
    """Return the board of that name, or the one of the links that the text lists."""
    if "-" not in text:
        return find_board(text)
    links = [(a, b) for a, b in (link.split("-") for link in text.split(", "))]
    names = tuple(sorted({name for link in links for name in link}))
    return Board(name="case", continents=(Continent("Land", 1, names),), links=both_ways(links))


def _holding(text: str) -> Holding:
    owner, armies = text.rsplit(" ", 1)
    return owner, int(armies)


def _held(text: str) -> tuple[str, Holding]:
    name, owner, armies = text.rsplit(" ", 2)
    return name, (owner, int(armies))
