"""What a same-time turn comes to, as frozen results with the field's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddsapp.engine.game import NEUTRAL, Game
from oddsapp.engine.orders import CheckedOrder
from oddsapp.odds.plain import plain_number
from oddsapp.whatif.forecasts.forecast_base import Forecast, TerritoryForecast


@dataclass(frozen=True)
class PlayerForecast:
    """One player after all battles.

    Parameters
    ----------
    player : int
    conquers : probability
        P(conquers at least one territory); a joint conquest counts, the spoils lost or won (K-14).
    eliminated : probability
        P(no territory left, V-10).
    wins : probability
        P(holds as many territories as domination needs, V-2), the team's together in teams.
    reinforcements : number or None
        Expected next turn, cards aside (R-2); None where that is neither in exact reach nor
        sampled.
    reinforcements_within : float, optional
        If they are sampled, half the width of the 95 % interval.
    """

    player: int
    conquers: Any
    eliminated: Any
    wins: Any
    reinforcements: Any
    reinforcements_within: float | None = None


@dataclass(frozen=True)
class ComponentForecast:
    """Territories whose battles hang together, independent of all others.

    Parameters
    ----------
    territories : tuple of str
    clashes, surges : int
        What joins them.
    joint : mapping or None
        The probability of each tuple of owners, in the order of ``territories``; None where
        there are more than `oddsapp.whatif.turns.same_time.MOST_JOINT`, or where turns are sampled.
    """

    territories: tuple[str, ...]
    clashes: int
    surges: int
    joint: Mapping[tuple[int, ...], Any] | None


@dataclass(frozen=True, repr=False)
class TurnForecast(Forecast):
    """What the battles of a same-time turn come to.

    Parameters
    ----------
    game : Game
    orders : tuple of CheckedOrder
        Of all players, void ones too.
    territories : tuple of TerritoryForecast
        All of the board, in its order.
    players : tuple of PlayerForecast
    components : tuple of ComponentForecast
        None where turns are sampled.
    samples : int, optional
        How many turns were sampled; None if nothing but, where marked, reinforcements is.
    """

    game: Game
    orders: tuple[CheckedOrder, ...]
    territories: tuple[TerritoryForecast, ...]
    players: tuple[PlayerForecast, ...]
    components: tuple[ComponentForecast, ...]
    samples: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the forecast as plain values for JSON; fractions as text, never rounded.

        Players are numbered from 1, 0 is nobody. A sampled probability is a list of three:
        itself and the ends of its 95 % interval. Territories that nothing can happen to are
        left out.
        """
        return {
            "rules": str(self.game.rules),
            "board": self.game.board.name,
            "method": "exact" if self.samples is None else "sampled",
            **({} if self.samples is None else {"samples": self.samples, "confidence": 0.95}),
            "territories": {
                here.name: self._territory(here)
                for here in self.territories
                if here.is_contested or any(len(left.weights) > 1 for left in here.armies.values())
            },
            "players": [self._player(player) for player in self.players],
            "components": [self._component(component) for component in self.components],
            "orders": [
                {
                    "player": checked.player + 1,
                    "order": str(checked.order),
                    "played": checked.played,
                    **({} if checked.played else {"rule": checked.rule, "reason": checked.reason}),
                }
                for checked in self.orders
            ],
        }

    def _plain(self, probability: Any) -> Any:
        if self.samples is None:
            return plain_number(probability)
        return [float(probability), *self.interval(probability)]

    def _territory(self, here: TerritoryForecast) -> dict[str, Any]:
        return {
            "owner_before": _number(here.owner_before),
            "armies_before": here.armies_before,
            "owner": {str(_number(who)): self._plain(chance) for who, chance in here.owner.items()},
            "armies": {
                str(_number(who)): {
                    str(armies): self._plain(chance * here.owner[who])
                    for armies, chance in left.items()
                }
                for who, left in here.armies.items()
            },
        }

    def _player(self, player: PlayerForecast) -> dict[str, Any]:
        expected = player.reinforcements
        plain: dict[str, Any] = {
            "player": player.player + 1,
            "conquers": self._plain(player.conquers),
            "eliminated": self._plain(player.eliminated),
            "wins": self._plain(player.wins),
            "reinforcements": None if expected is None else plain_number(expected),
        }
        if player.reinforcements_within is not None:
            plain["reinforcements_sampled_within"] = player.reinforcements_within
        return plain

    def _component(self, component: ComponentForecast) -> dict[str, Any]:
        joint = component.joint
        return {
            "territories": list(component.territories),
            "clashes": component.clashes,
            "surges": component.surges,
            "joint": None
            if joint is None
            else [
                {"owners": [_number(who) for who in owners], "probability": self._plain(chance)}
                for owners, chance in joint.items()
            ],
        }

    def __repr__(self) -> str:
        contested = sum(here.is_contested for here in self.territories)
        how = "exact" if self.samples is None else f"{self.samples:,} turns sampled"
        return (
            f"<TurnForecast: {contested} contested territories in {len(self.components)}"
            f" components, {how}>"
            if self.components
            else f"<TurnForecast: {contested} contested territories, {how}>"
        )


def _number(player: int) -> int:
    return 0 if player == NEUTRAL else player + 1
