"""One battle of a RISK II turn: rows of forces, and what the library says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any

import oddsapp
from oddsapp.combat import Battle, border_clash, mass_invasion, spoils_of_war
from oddsapp.errors import InvalidInput
from oddsapp.rules import Ruleset, find_ruleset
from oddsapp.ui.turn.fields import PLAYERS, Row

SLOW = 12_000
"""From so many pairs, triples … of sizes on the page says what it is working on."""


@dataclass(frozen=True)
class Fight:
    """A battle as the page has it.

    Parameters
    ----------
    kind : str
        ``mass``, ``clash`` or ``spoils``.
    rows : tuple of Row
    defenders : int
        Of a mass invasion.
    options : tuple of str
        The dice, the chart of dice, and the readings of mass invasions and of the spoils.

    Examples
    --------
    >>> fight = Fight("spoils", (Row("B", 5), Row("A", 4), Row("B", 3)), 1, STANDARD)
    >>> fight.described().armies, fight.armies()
    ((5, 3, 4), (Row(player='B', force=5), Row(player='B', force=3), Row(player='A', force=4)))
    """

    kind: str
    rows: tuple[Row, ...]
    defenders: int
    options: tuple[str, str, str, str]

    def rules(self) -> Ruleset:
        """Return the rules of RISK II with these options."""
        return _rules(self.options)

    def armies(self) -> tuple[Row, ...]:
        """Return the rows in the order of the battle's armies, without a defender."""
        if self.kind == "clash":
            return self.rows[:2]
        if self.kind == "spoils":
            return tuple(row for player in self.players() for row in self.rows if row[0] == player)
        return self.rows

    def players(self) -> tuple[str, ...]:
        """Return who takes part, in the order of the rows."""
        rows = self.rows[:2] if self.kind == "clash" else self.rows
        return tuple(dict.fromkeys(row.player for row in rows))

    def hands(self) -> list[list[int]]:
        """Return the forces of each player."""
        return [
            [row.force for row in self.rows if row.player == player] for player in self.players()
        ]

    def described(self) -> Battle:
        """Return the battle.

        Raises
        ------
        InvalidInput
            If these rows make none.
        """
        match self.kind:
            case "clash":
                if len(self.rows) < 2:
                    raise InvalidInput("a border clash needs two forces")
                return border_clash(self.rows[0].force, self.rows[1].force, self.rules())
            case "spoils":
                return spoils_of_war(self.hands(), self.rules())
            case _:
                forces = [row.force for row in self.rows]
                return mass_invasion(forces, self.defenders, self.rules())

    def is_slow(self) -> bool:
        """Tell whether the odds may take more than a moment: only spoils and clashes do."""
        return self.kind == "spoils" and prod(row.force for row in self.rows) > SLOW


def fight_from(fight: Fight, state: Sequence[int]) -> Fight:
    """Return what is left of a battle as a battle of its own.

    Parameters
    ----------
    fight : Fight
    state : sequence of int
        What each army has left, in the order of the battle's armies.

    Examples
    --------
    >>> fight = Fight("mass", (Row("A", 5), Row("B", 4)), 6, STANDARD)
    >>> left = fight_from(fight, (0, 3, 2))
    >>> left.rows, left.defenders
    ((Row(player='B', force=3),), 2)
    """
    sizes = zip(fight.armies(), state, strict=False)
    rows = tuple(row._replace(force=size) for row, size in sizes if size)
    return replace(fight, rows=rows, defenders=state[-1] or fight.defenders)


STANDARD = ("board", "board", "protected", "top_roll")


@lru_cache(maxsize=32)
def _rules(options: tuple[str, str, str, str]) -> Ruleset:
    names = ("dice_set", "thresholds", "mass_reading", "spoils_reading")
    changes = {
        name: value
        for name, value, usual in zip(names, options, STANDARD, strict=True)
        if value != usual
    }
    rules = find_ruleset("risk2")
    return rules.replace(**changes) if changes else rules


@lru_cache(maxsize=64)
def solved(fight: Fight) -> Any:
    """Return the outcome of the battle, as the library solves it.

    Raises
    ------
    InvalidInput
        If it is none, or too large.
    """
    rules = fight.rules()
    match fight.kind:
        case "clash":
            fight.described()
            return oddsapp.border_clash(fight.rows[0].force, fight.rows[1].force, rules=rules)
        case "spoils":
            return oddsapp.spoils_of_war(fight.hands(), rules=rules)
        case _:
            forces = [row.force for row in fight.rows]
            return oddsapp.mass_invasion(forces, fight.defenders, rules=rules)


# -- rows --------------------------------------------------------------------------------


def with_player(rows: tuple[Row, ...], place: int, player: str) -> tuple[Row, ...]:
    """Return the rows with another player in one of them."""
    return (*rows[:place], rows[place]._replace(player=player), *rows[place + 1 :])


def with_force(rows: tuple[Row, ...], place: int, force: int) -> tuple[Row, ...]:
    """Return the rows with another force in one of them."""
    return (*rows[:place], rows[place]._replace(force=force), *rows[place + 1 :])


def with_one_more(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows with a further one, of the first player who has none.

    >>> with_one_more((Row("A", 12), Row("C", 4)))[-1]
    Row(player='B', force=4)
    """
    free = (player for player in PLAYERS if player not in [row.player for row in rows])
    return (*rows, Row(next(free, rows[-1].player), rows[-1].force))


def without(rows: tuple[Row, ...], place: int) -> tuple[Row, ...]:
    """Return the rows without one of them; the last one stays."""
    return (*rows[:place], *rows[place + 1 :]) or rows


def different_players(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return two rows or more, the first two of different players: those of a border clash.

    >>> different_players((Row("A", 12),))
    (Row(player='A', force=12), Row(player='B', force=12))
    """
    if len(rows) < 2:
        return with_one_more(rows)
    if rows[0].player != rows[1].player:
        return rows
    other = next(player for player in PLAYERS if player != rows[0].player)
    return with_player(rows, 1, other)
