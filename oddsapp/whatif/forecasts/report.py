"""The forecast of a plan, made from what was counted on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from oddsapp.engine.state import GameState, Phase
from oddsapp.engine.turn import reinforcements
from oddsapp.whatif.forecasts.carry import Tally
from oddsapp.whatif.forecasts.forecast_base import TerritoryForecast, pmf_of
from oddsapp.whatif.forecasts.kernel import Kernel
from oddsapp.whatif.forecasts.plan_forecast import (
    PlanForecast,
    PlannedContinent,
    PlannedPlayer,
    PlannedStep,
)
from oddsapp.whatif.forecasts.steps import BEATEN, DONE, HELD, STOPPED, TAKEN
from oddsapp.whatif.plans.plan import Plan


def make_forecast(
    state: GameState,
    plan: Plan,
    kernel: Kernel,
    tally: Tally,
    samples: int | None = None,
    *,
    interrupted: bool = False,
) -> PlanForecast:
    """Return the forecast that a tally holds.

    Parameters
    ----------
    state : GameState
        Where the plan began.
    plan : Plan
    kernel : Kernel
        Which knows the situations.
    tally : Tally
    samples : int, optional
        How many it counts; None if it holds probabilities.
    interrupted : bool
        Whether more were to be sampled.
    """
    found = _Report(state, plan, kernel, tally, samples).forecast()
    return replace(found, interrupted=True) if interrupted else found


class _Report:
    """Reads a tally."""

    def __init__(
        self, state: GameState, plan: Plan, kernel: Kernel, tally: Tally, samples: int | None
    ) -> None:
        self._state, self._plan, self._tally = state, plan, tally
        self._columns = kernel.course.columns
        self._samples = samples
        self._ends = [
            (kernel.situations[number], self._share(weight))
            for number, weight in tally.ends.items()
        ]
        self._zero = sum((chance for _, chance in self._ends), start=0) * 0

    def _share(self, weight: Any) -> Any:
        """Return a weight as a probability; a sum of rounded ones may lie beyond 1."""
        if self._samples is not None:
            return weight / self._samples
        return weight if isinstance(weight, Fraction) else min(1.0, float(weight))

    def forecast(self) -> PlanForecast:
        game = self._state.game
        return PlanForecast(
            game=game,
            plan=self._plan,
            player=self._state.player,
            territories=tuple(self._territory(place) for place in range(len(game.names))),
            continents=tuple(
                PlannedContinent(continent.name, self._holders(members))
                for continent, (_, members) in zip(
                    game.board.continents, game.continents, strict=True
                )
            ),
            players=tuple(self._player(player) for player in range(game.players)),
            card_drawn=self._sum(chance for done, chance in self._ends if done.drawn),
            conquests=self._conquests(),
            steps=self._steps(),
            states=0 if self._samples is not None else self._tally.most_states,
            samples=self._samples,
        )

    def _sum(self, chances: Iterable[Any]) -> Any:
        total = sum(chances, start=self._zero)
        return total if isinstance(total, Fraction) else min(1.0, float(total))

    def _territory(self, place: int) -> TerritoryForecast:
        if place in self._tally.armies:
            held = {key: self._share(w) for key, w in self._tally.armies[place].items()}
        else:
            held = {}
            for (state, _), chance in self._ends:
                key = state.owners[place], state.armies[place]
                held[key] = held.get(key, self._zero) + chance
        owners = sorted({owner for owner, _ in held})
        tables = {
            owner: {armies: chance for (who, armies), chance in held.items() if who == owner}
            for owner in owners
        }
        return TerritoryForecast(
            name=self._state.game.names[place],
            owner_before=self._state.owners[place],
            armies_before=self._state.armies[place],
            owner={owner: self._sum(table.values()) for owner, table in tables.items()},
            armies={owner: pmf_of(table) for owner, table in tables.items()},
        )

    def _holders(self, members: tuple[int, ...]) -> dict[int, Any]:
        held: dict[int, Any] = {}
        for (state, _), chance in self._ends:
            holders = {state.owners[place] for place in members}
            if len(holders) == 1 and (holder := holders.pop()) >= 0:
                held[holder] = held.get(holder, self._zero) + chance
        return {holder: self._sum([chance]) for holder, chance in sorted(held.items())}

    def _player(self, player: int) -> PlannedPlayer:
        given: dict[int, Any] = {}
        cards: dict[int, Any] = {}
        for (state, drawn), chance in self._ends:
            number = reinforcements(state, player) if player in state.owners else 0
            given[number] = given.get(number, self._zero) + chance
            held = len(state.hands[player]) + (drawn and player == self._state.player)
            cards[held] = cards.get(held, self._zero) + chance
        there = player in self._state.owners

        def chance_of(holds: Callable[[GameState], bool]) -> Any:
            return self._sum(chance for (state, _), chance in self._ends if holds(state))

        return PlannedPlayer(
            player=player,
            eliminated=chance_of(lambda state: there and player not in state.owners),
            wins=chance_of(lambda state: state.phase is Phase.OVER and player in state.winners),
            reinforcements=pmf_of(given),
            cards=pmf_of(cards),
        )

    def _conquests(self) -> dict[tuple[str, ...], Any]:
        names, before, player = self._state.game.names, self._state.owners, self._state.player
        found: dict[tuple[str, ...], Any] = {}
        for (state, _), chance in self._ends:
            taken = tuple(
                name
                for name, owner, old in zip(names, state.owners, before, strict=True)
                if owner == player != old
            )
            found[taken] = found.get(taken, self._zero) + chance
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def _steps(self) -> tuple[PlannedStep, ...]:
        found = []
        for number, step in enumerate(self._plan.walk()):
            counts = {
                label: self._share(weight)
                for label, weight in self._tally.steps.get(number, {}).items()
            }
            reached = self._sum(counts.values())
            came_to = {
                label: self._sum([counts.pop(label, self._zero)])
                for label in (TAKEN, STOPPED, BEATEN, HELD, DONE)
            }
            found.append(
                PlannedStep(
                    line=self._plan.line_of(number),
                    text=str(step),
                    reached=reached,
                    done=self._sum(came_to[label] for label in (TAKEN, STOPPED, BEATEN, DONE)),
                    taken=came_to[TAKEN],
                    stopped=came_to[STOPPED],
                    beaten=came_to[BEATEN],
                    held=came_to[HELD],
                    skipped=dict(sorted(counts.items())),
                )
            )
        return tuple(found)
