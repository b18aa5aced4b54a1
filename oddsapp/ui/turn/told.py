"""What a whole turn comes to, in words and tables: forecasts asked of `oddsapp.whatif`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oddsapp.engine.encounters import head_on
from oddsapp.engine.orders import CheckedOrder
from oddsapp.engine.positions import Position
from oddsapp.engine.resolution import NOWHERE, Force, begin
from oddsapp.errors import InvalidInput
from oddsapp.rules.game_options import Goal
from oddsapp.ui.parts.tables import Table
from oddsapp.ui.turn.fields import position_of
from oddsapp.whatif.turns.same_time import forecast_turn
from oddsapp.wording import average, between, counted, listed, short_percent

if TYPE_CHECKING:
    from oddsapp.interrupts import Progress
    from oddsapp.whatif.forecasts.forecast_base import TerritoryForecast
    from oddsapp.whatif.turns.turn_forecast import PlayerForecast, TurnForecast

SAMPLES = 4000
"""How many turns are sampled where the exact odds are out of reach."""

SEED = 1
CONFIDENCE = 0.9


@dataclass(frozen=True)
class Forecast:
    """A turn's forecast, or why there is none.

    Parameters
    ----------
    found : TurnForecast
    refused : str
        Why it is sampled, nothing if it is exact.
    """

    found: TurnForecast
    refused: str = ""


def forecast(turn: str, progress: Progress | None = None) -> Forecast:
    """Return the forecast of a turn, given as its share string; sampled if it is too large.

    Parameters
    ----------
    turn : str
    progress : callable, optional
        See `oddsapp.whatif.turns.same_time.forecast_turn`.

    Raises
    ------
    InvalidInput
        If there is none either way.
    """
    import numpy as np

    position = position_of(turn)
    state, orders = position.state, position.checked_orders()
    given = state.game, state.owners, state.armies, orders
    try:
        rng = np.random.default_rng(SEED)
        return Forecast(forecast_turn(*given, rng=rng, progress=progress))
    except InvalidInput as refusal:
        rng = np.random.default_rng(SEED)
        found = forecast_turn(*given, samples=SAMPLES, rng=rng, progress=progress)
        return Forecast(found, str(refusal).partition("; samples=")[0])


def contested(found: TurnForecast) -> list[TerritoryForecast]:
    """Return the territories that more than one player may come to hold."""
    return [here for here in found.territories if here.is_contested]


def likeliest(here: TerritoryForecast) -> tuple[int, float]:
    """Return the most likely owner of a territory, and how probable he is."""
    who, chance = max(here.owner.items(), key=lambda item: item[1])
    return who, float(chance)


def in_short(found: TurnForecast, chance: Any) -> str:
    """Return a probability for a cell: with its interval if it is sampled."""
    if not found.is_sampled:
        return short_percent(float(chance))
    low, high = found.interval(chance)
    return f"{float(chance):.1%} ({low:.1%} to {high:.1%})"


def territory_table(position: Position, found: TurnForecast) -> Table:
    """Return who may hold the contested territories, a row for each possible owner."""
    shown, exact = [], []
    for here in contested(found):
        now = f"{position.name(here.owner_before)} {here.armies_before:,}"
        for who, chance in sorted(here.owner.items(), key=lambda item: -item[1]):
            left = here.armies[who]
            low, high = left.interval(CONFIDENCE)
            name = position.name(who)
            shown.append(
                (
                    here.name,
                    now,
                    name,
                    in_short(found, chance),
                    f"{float(left.mean()):.1f} ({between(low, high)})",
                )
            )
            exact.append(
                (
                    here.name,
                    now,
                    name,
                    float(chance),
                    float(left.mean()),
                )
            )
    return Table(
        "Who holds what then, and if so with how many armies: on average (in 90 % of cases)",
        ("territory", "now", "then", "probability", "armies"),
        tuple(shown),
        tuple(exact),
    )


def player_table(position: Position, found: TurnForecast) -> Table:
    """Return what comes of each player."""
    columns = ("player", "conquers", "is out", "wins", "reinforcements")
    shown, exact = [], []
    for told in found.players:
        name = position.name(told.player)
        chances = (told.conquers, told.eliminated, told.wins)
        cells = [in_short(found, chance) for chance in chances]
        shown.append((name, *cells, _reinforcements(told)))
        more = told.reinforcements
        exact.append((name, *map(float, chances), "" if more is None else float(more)))
    return Table(
        f"What comes of each player ({_notes(found)})", columns, tuple(shown), tuple(exact)
    )


def _notes(found: TurnForecast) -> str:
    needed = found.game.rules.same_time.domination_territories or len(found.territories)
    size = len(found.territories)
    enough = f"all {size} territories" if needed == size else f"{needed} of {size} territories"
    goal = found.game.rules.victory.goal
    other = "" if goal is Goal.DOMINATION else f"; these rules play for {goal}"
    return (
        f"conquers: at least one territory; wins: holds {enough}{other}; reinforcements:"
        " expected next turn, cards aside"
    )


def _reinforcements(told: PlayerForecast) -> str:
    if told.reinforcements is None:
        return "unknown"
    mean = average(told.reinforcements)
    within = told.reinforcements_within
    return mean if within is None or within < 0.005 else f"{mean} ± {within:.2f}"


def void_orders(position: Position) -> list[tuple[str, CheckedOrder]]:
    """Return the orders that do not count, with the names of their players."""
    checked = position.checked_orders()
    return [(position.name(order.player), order) for order in checked if not order.played]


# -- battles in words --------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """Battles that hang together or are remarkable, in words.

    Parameters
    ----------
    title : str
    kind : str
        What it is, and the rule of it.
    words : str
    """

    title: str
    kind: str
    words: str


def battles_in_words(position: Position) -> list[Told]:
    """Return the border clashes, joint invasions and surges of a turn in words."""
    state = position.state
    start = begin(state.game, state.owners, state.armies, position.checked_orders())
    names = state.game.names
    forces = dict(enumerate(start.forces))
    told = []
    pairs = head_on({number: (force.home, force.target) for number, force in forces.items()})
    for first, second in pairs:
        one, other = forces[first], forces[second]
        told.append(
            Told(
                f"{names[one.home]} and {names[other.home]}",
                "Border clash (M-7)",
                f"{_sent(position, one)} and {_sent(position, other)} meet head on. They fight"
                " until one force is gone; what is left of the other goes on to attack.",
            )
        )
    for place, arriving in sorted(_by_target(start.forces).items()):
        if len(arriving) > 1:
            told.append(_joint(position, place, arriving, start.armies[place]))
    for force in start.forces:
        if force.beyond != NOWHERE:
            through, target = names[force.target], names[force.beyond]
            told.append(
                Told(
                    f"{names[force.home]} through {through} to {target}",
                    "Surge (M-10)",
                    f"{_sent(position, force)} attack {through} first. If that falls to them, one"
                    f" army stays and the rest attack {target}, after all other battles.",
                )
            )
    return told


def _by_target(forces: tuple[Force, ...]) -> dict[int, list[Force]]:
    found: dict[int, list[Force]] = {}
    for force in forces:
        found.setdefault(force.target, []).append(force)
    return found


def _joint(position: Position, place: int, arriving: list[Force], home: int) -> Told:
    state = position.state
    name = state.game.names[place]
    players = dict.fromkeys(position.name(force.player) for force in arriving)
    defends = (
        f"{counted(home, 'army', 'armies')} of {position.name(state.owners[place])}"
        f" {'stays' if home == 1 else 'stay'} to defend"
    )
    words = f"{listed([_sent(position, force) for force in arriving])} attack together; {defends}."
    if len(players) > 1:
        words += f" If it falls, {listed(list(players))} fight for the spoils (M-8)."
        return Told(name, "Joint invasion by several players (M-6)", words)
    return Told(name, "Mass invasion by one player (M-6)", words)


def _sent(position: Position, force: Force) -> str:
    home = position.state.game.names[force.home]
    return f"{position.name(force.player)}’s {force.size} from {home}"
