"""Same-time turns that the benchmark measures: the one of the package, and harder ones."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

import oddsapp
from oddsapp.engine.game import make_game
from oddsapp.engine.orders import check_orders, read_orders
from oddsapp.whatif.turns.turn_forecast import TurnForecast

_SEED = 20


def exact_turn(orders: int) -> TurnForecast:
    """Return the exact forecast of the turn of the package, or of its first orders."""
    turn = oddsapp.example_turn()
    return oddsapp.forecast_turn(turn.game, turn.owners, turn.armies, turn.orders[:orders])


def sampled_turn(samples: int) -> TurnForecast:
    """Return a forecast of the turn of the package from sampled turns."""
    turn = oddsapp.example_turn()
    return oddsapp.forecast_turn(
        turn.game,
        turn.owners,
        turn.armies,
        turn.orders,
        samples=samples,
        rng=np.random.Generator(np.random.PCG64(_SEED)),
    )


def three_winners(armies: int) -> TurnForecast:
    """Return the forecast of a turn in which three clashes may each send a winner into Ukraine.

    Three players attack it with all but one of so many armies, and meet three forces from there.
    """
    game = make_game("risk2", players=5, board="risk2")
    neighbours = ("Ural", "Afghanistan", "Scandinavia")
    owners, sizes = [4] * len(game.names), [5] * len(game.names)
    lines: list[list[str]] = [[] for _ in range(game.players)]
    for player, name in enumerate(neighbours, start=1):
        owners[game.index[name]], sizes[game.index[name]] = player, armies
        lines[player].append(f"{armies - 1} {name} -> Ukraine")
        lines[0].append(f"{armies // 2} Ukraine -> {name}")
    ukraine = game.index["Ukraine"]
    owners[ukraine], sizes[ukraine] = 0, 3 * (armies // 2) + armies
    orders = [
        order
        for player, texts in enumerate(lines)
        for order in check_orders(game, owners, sizes, player, read_orders(texts))
    ]
    forecast = oddsapp.forecast_turn(game, owners, sizes, orders)
    if len(forecast.territory("Ukraine").owner) != 4 or not all(o.played for o in orders):
        raise ArithmeticError(f"three winners with {armies} armies do not all come through")
    return forecast


def worst_distance(samples: int) -> float:
    """Return how far any sampled probability is from the exact one, in standard errors.

    Of several hundred probabilities the farthest is about 3 away, if all is right.
    """
    exact, estimate = exact_turn(30), sampled_turn(samples)
    return max(
        abs(p - seen) / sqrt(p * (1 - p) / samples)
        for p, seen in _pairs(exact, estimate)
        if p * samples >= 25 and (1 - p) * samples >= 25
    )


def _pairs(exact: TurnForecast, estimate: TurnForecast) -> Iterator[tuple[float, float]]:
    """Yield every probability of a forecast with its estimate."""
    for here, seen in zip(exact.territories, estimate.territories, strict=True):
        for who, p in here.owner.items():
            held = seen.owner.get(who, 0.0)
            yield p, held
            for armies, q in here.armies[who].items():
                yield p * q, held * seen.armies[who].pmf(armies) if held else 0.0
    for player, twin in zip(exact.players, estimate.players, strict=True):
        yield player.conquers, twin.conquers
        yield player.eliminated, twin.eliminated
        yield player.wins, twin.wins
