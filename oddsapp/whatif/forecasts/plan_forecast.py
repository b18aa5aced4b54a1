"""What a plan comes to, as frozen results with the field's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddsapp.engine.game import Game
from oddsapp.intervals import mean_within
from oddsapp.odds.plain import plain_number
from oddsapp.pmf import Pmf
from oddsapp.whatif.forecasts.forecast_base import Forecast, TerritoryForecast
from oddsapp.whatif.plans.plan import Plan

MOST_LISTED = 1_000
"""The most sets of conquests that `PlanForecast.to_dict` lists."""


@dataclass(frozen=True)
class PlannedContinent:
    """Who holds a continent whole after the turn.

    Parameters
    ----------
    name : str
    held : mapping of int to probability
        P(holds it), for all players who can; what is missing to 1 is that nobody does.
    """

    name: str
    held: Mapping[int, Any]


@dataclass(frozen=True)
class PlannedPlayer:
    """One player after the turn.

    Parameters
    ----------
    player : int
    eliminated : probability
        P(loses the last territory in this turn).
    wins : probability
        P(the game is over with the turn, and this player or his team is among the winners).
    reinforcements : Pmf
        What the board after the turn gives at the start of a turn: territories and
        continents (T-2, T-3), without cards; 0 for who is out.
    cards : Pmf
        How many cards are held after the turn: drawn, traded, and taken over (T-7, K-10).
    """

    player: int
    eliminated: Any
    wins: Any
    reinforcements: Pmf
    cards: Pmf


@dataclass(frozen=True)
class PlannedStep:
    """What becomes of one step of the plan.

    Parameters
    ----------
    line : int
        Where it stands in the plan.
    text : str
    reached : probability
        P(the plan comes to it).
    done : probability
        P(it is carried out): an attack, that dice are rolled or it stops at once.
    taken, stopped, beaten : probability
        Of an attack: P(conquers), P(is called off), P(no force is left). They sum to `done`.
    held : probability
        Of an attack: P(the target is one's own already).
    skipped : mapping of str to probability
        P(it is skipped), by the rule that it met. All but this, `held` included, is `done`.
    """

    line: int
    text: str
    reached: Any
    done: Any
    taken: Any
    stopped: Any
    beaten: Any
    held: Any
    skipped: Mapping[str, Any]


@dataclass(frozen=True, repr=False)
class PlanForecast(Forecast):
    """What a plan comes to by the end of the turn.

    Parameters
    ----------
    game : Game
    plan : Plan
    player : int
        Whose turn it is.
    territories : tuple of TerritoryForecast
        All of the board, in its order.
    continents : tuple of PlannedContinent
    players : tuple of PlannedPlayer
    card_drawn : probability
        P(a card is drawn, T-7).
    conquests : mapping of tuple of str to probability
        Which territories are taken, together: the most probable set first.
    steps : tuple of PlannedStep
        In the order of `Plan.walk`.
    states : int
        The most board states that had to be told apart at one step; 0 if sampled.
    samples : int, optional
        How many turns were sampled; None if every number is exact.
    interrupted : bool
        Whether more were to be sampled when Ctrl-C came.
    """

    game: Game
    plan: Plan
    player: int
    territories: tuple[TerritoryForecast, ...]
    continents: tuple[PlannedContinent, ...]
    players: tuple[PlannedPlayer, ...]
    card_drawn: Any
    conquests: Mapping[tuple[str, ...], Any]
    steps: tuple[PlannedStep, ...]
    states: int
    samples: int | None = None
    interrupted: bool = False

    @property
    def wins(self) -> Any:
        """P(the turn wins the game)."""
        return self.players[self.player].wins

    def expected_reinforcements(self, player: int) -> tuple[Any, float]:
        """Return a player's mean reinforcements, and half its 95 % interval (exact: 0)."""
        given = self.players[player].reinforcements
        return given.mean(), 0.0 if self.samples is None else mean_within(given.std(), self.samples)

    def to_dict(self) -> dict[str, Any]:
        """Return the forecast as plain values for JSON; fractions as text, never rounded.

        Players are numbered from 1, 0 is nobody. A sampled number is a list of three: itself
        and the ends of its 95 % interval. Territories that stay as they are are left out,
        and of the sets of conquests all but the `MOST_LISTED` most probable ones.
        """
        listed = list(self.conquests.items())
        return {
            "rules": str(self.game.rules),
            "board": self.game.board.name,
            "player": self.player + 1,
            "method": "exact" if self.samples is None else "sampled",
            **({"states": self.states} if self.samples is None else {}),
            **({} if self.samples is None else {"samples": self.samples, "confidence": 0.95}),
            **({"interrupted": True} if self.interrupted else {}),
            "territories": {
                here.name: self._territory(here) for here in self.territories if here.changes
            },
            "continents": {
                continent.name: self._by_player(continent.held) for continent in self.continents
            },
            "players": [self._player(player) for player in self.players],
            "card_drawn": self._plain(self.card_drawn),
            "conquests": [
                {"taken": list(taken), "probability": self._plain(chance)}
                for taken, chance in listed[:MOST_LISTED]
            ],
            "conquests_in_all": len(listed),
            "steps": [self._step(step) for step in self.steps],
        }

    def _plain(self, probability: Any) -> Any:
        if self.samples is None:
            return plain_number(probability)
        return [float(probability), *self.interval(probability)]

    def _by_player(self, chances: Mapping[int, Any]) -> dict[str, Any]:
        return {str(max(0, who + 1)): self._plain(chance) for who, chance in chances.items()}

    def _territory(self, here: TerritoryForecast) -> dict[str, Any]:
        return {
            "owner_before": max(0, here.owner_before + 1),
            "armies_before": here.armies_before,
            "owner": self._by_player(here.owner),
            "armies": {
                str(max(0, who + 1)): {
                    str(armies): self._plain(chance * here.owner[who])
                    for armies, chance in left.items()
                    if chance
                }
                for who, left in here.armies.items()
            },
        }

    def _player(self, player: PlannedPlayer) -> dict[str, Any]:
        mean, within = self.expected_reinforcements(player.player)
        expected = (
            plain_number(mean) if self.samples is None else [mean, mean - within, mean + within]
        )
        return {
            "player": player.player + 1,
            "eliminated": self._plain(player.eliminated),
            "wins": self._plain(player.wins),
            "expected_reinforcements": expected,
            "reinforcements": self._counts(player.reinforcements),
            "cards": self._counts(player.cards),
        }

    def _counts(self, distribution: Pmf) -> dict[str, Any]:
        return {str(n): self._plain(chance) for n, chance in distribution.items() if chance}

    def _step(self, step: PlannedStep) -> dict[str, Any]:
        plain: dict[str, Any] = {"line": step.line, "step": step.text}
        for name in ("reached", "done"):
            plain[name] = self._plain(getattr(step, name))
        if step.text.startswith("attack "):
            for name in ("taken", "stopped", "beaten", "held"):
                plain[name] = self._plain(getattr(step, name))
        plain["skipped"] = {rule: self._plain(chance) for rule, chance in step.skipped.items()}
        return plain

    def __repr__(self) -> str:
        how = (
            f"exact over up to {self.states:,} board states"
            if self.samples is None
            else f"{self.samples:,} turns sampled"
        )
        return f"<PlanForecast: {len(self.steps)} steps, {how}>"
