"""Every way a roll-out can go, by its own code: a fortune that tries all of chance in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from oddsapp.combat import StopRule
from oddsapp.engine import GameState, chance_outcomes
from oddsapp.engine.events import ChanceEvent, Drawn, Fought
from oddsapp.engine.state import Phase
from oddsapp.players.settle import settle_exactly
from oddsapp.whatif.rollouts.battle_draws import BattleTables
from oddsapp.whatif.rollouts.fortune import LuckLedger


class Way(NamedTuple):
    """One way it can go: with which probability, where it ends, and how lucky it was."""

    probability: Fraction
    end: GameState
    luck: tuple[Any, ...]


class OneWay:
    """Settles chance by a list of choices, and then always by the first that there is."""

    def __init__(self, choices: list[int], ledger: LuckLedger, tables: BattleTables) -> None:
        self._choices, self._tables, self.ledger = choices, tables, ledger
        self.taken: list[tuple[int, int]] = []
        self.probability = Fraction(1)

    def turn(self, state: GameState) -> None:
        del state
        self.ledger.turn()

    def _choose(self, chances: list[Fraction]) -> int:
        step = len(self.taken)
        chosen = self._choices[step] if step < len(self._choices) else 0
        self.taken.append((chosen, len(chances)))
        self.probability *= chances[chosen]
        return chosen

    def battle(self, pending: GameState, stop: StopRule | None = None) -> tuple[int, ...]:
        table = self._tables.pending(pending, stop)
        came = self._choose(table.chances)
        self.ledger.add(pending, table, came)
        return table.ends[came]

    def draw(self, state: GameState) -> ChanceEvent:
        if state.phase is Phase.BATTLE:
            return Fought(*self.battle(state))
        outcomes = list(chance_outcomes(state))
        event = outcomes[self._choose([Fraction(chance) for _, chance in outcomes])][0]
        if isinstance(event, Drawn):
            self.ledger.add_card(state, event.card)
        return event


def every_way(state: GameState, play: Callable[[OneWay], GameState]) -> Iterator[Way]:
    """Yield every way that something can go which asks a fortune for all of chance."""
    choices: list[int] = []
    tables = BattleTables(settle_exactly)
    while True:
        ledger = LuckLedger(state.game, state.player, exact=True)
        fortune = OneWay(choices, ledger, tables)
        end = play(fortune)
        yield Way(fortune.probability, end, tuple(ledger.sums))
        choices = [chosen for chosen, _ in fortune.taken]
        while choices and choices[-1] + 1 == fortune.taken[len(choices) - 1][1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1


class NoRandom:
    """What a bot is given that decides without chance: it must not be asked."""

    def random(self) -> float:
        raise AssertionError("this bot decides without chance")


NO_RANDOM = NoRandom()
