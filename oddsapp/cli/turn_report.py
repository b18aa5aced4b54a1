"""How the forecast of a RISK II turn is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsapp.cli.forecast_tables import (
    LONGEST_NAME,
    percent_cell,
    player_name,
    shortened,
    territories_table,
)
from oddsapp.cli.output import exact_block, heading, paragraph, print_report, table
from oddsapp.rules.game_options import Goal
from oddsapp.wording import average, counted

if TYPE_CHECKING:
    from oddsapp.whatif.forecasts.forecast_base import TerritoryForecast
    from oddsapp.whatif.turns.turn_file import TurnFile
    from oddsapp.whatif.turns.turn_forecast import PlayerForecast, TurnForecast


def print_turn(read: TurnFile, found: TurnForecast, *, exact: bool) -> None:
    """Print who holds what, who is out, and which orders are void and why."""
    orders = counted(len(found.orders), "order")
    asked = f"a turn of {counted(len(read.players), 'player')}, {orders}"
    print_report(
        paragraph(read.title, ""),
        heading(asked, read.game.rules),
        _territories(read, found),
        _players(read, found),
        _accuracy(found),
        _played(read, found),
        _void(read, found),
        _fractions(read, found) if exact else "",
    )


def _contested(found: TurnForecast) -> list[TerritoryForecast]:
    return [here for here in found.territories if here.is_contested]


def _territories(read: TurnFile, found: TurnForecast) -> str:
    contested = _contested(found)
    if not contested:
        return paragraph("No territory is contested: none is attacked.")
    return territories_table(found, contested, lambda who: _name(read, who), "contested")


def _players(read: TurnFile, found: TurnForecast) -> str:
    rows = [["player", "conquers", "is out", "wins", "reinforcements"]]
    rows += [
        [
            _name(read, told.player),
            *(percent_cell(found, chance) for chance in _chances(found, told)),
            _reinforcements(told),
        ]
        for told in found.players
    ]
    size = len(found.territories)
    needed = _needed(found)
    enough = f"all {size}" if needed == size else f"{needed} of {size}"
    note = paragraph(
        f"(conquers: at least one territory; wins: holds {enough}; reinforcements: next turn,"
        " cards aside)"
    )
    goal = read.game.rules.victory.goal
    if goal is not Goal.DOMINATION:
        note += "\n" + paragraph(f"(these rules play for {goal}, of which nothing is told here)")
    return f"{table(rows)}\n{note}"


def _needed(found: TurnForecast) -> int:
    """Return how many territories domination needs (V-2)."""
    return found.game.rules.same_time.domination_territories or len(found.territories)


def _chances(found: TurnForecast, told: PlayerForecast) -> tuple[Any, Any, Any]:
    """Return P(conquers), P(is out) and P(wins): a whole 0 or 1 where it is certain.

    A float of 0 or 1 could as well stand for what is too near to it.
    """
    if found.is_sampled:
        return told.conquers, told.eliminated, told.wins
    teams = found.game.teams
    team = {other for other, his in enumerate(teams) if his == teams[told.player]}
    most = sum(not team.isdisjoint(here.owner) for here in found.territories)
    sends = any(checked.played for checked in found.orders if checked.player == told.player)
    stays = any(set(here.owner) == {told.player} for here in found.territories)
    is_anywhere = any(told.player in here.owner for here in found.territories)
    out = told.eliminated if is_anywhere else 1
    return (
        told.conquers if sends else 0,
        0 if stays else out,
        told.wins if most >= _needed(found) else 0,
    )


def _reinforcements(told: PlayerForecast) -> str:
    if told.reinforcements is None:
        return "unknown"
    mean = average(told.reinforcements)
    if told.reinforcements_within is None or told.reinforcements_within < 0.005:
        return mean
    return f"{mean} ± {told.reinforcements_within:.2f}"


def _accuracy(found: TurnForecast) -> str:
    """Return what is sampled, and how far off it may be."""
    if found.samples is not None:
        chances = [chance for here in _contested(found) for chance in here.owner.values()]
        for told in found.players:
            chances += [told.conquers, told.eliminated, told.wins]
        ends = [found.interval(chance) for chance in chances]
        reach = max((high - low for low, high in ends), default=0.0) / 2
        return paragraph(
            f"{counted(found.samples, 'turn')} sampled: the true probabilities lie within"
            f" {100 * reach:.2f} percentage points, each with 95 % confidence."
        )
    if any(told.reinforcements_within is not None for told in found.players):
        return paragraph(
            "Probabilities are exact. Reinforcements with ± are sampled, since too many"
            " territories are contested: so far off with 95 % confidence."
        )
    return ""


def _played(read: TurnFile, found: TurnForecast) -> str:
    played = [checked for checked in found.orders if checked.played]
    if not played:
        return paragraph("No order is played.")
    names = [_name(read, checked.player) for checked in played]
    width = max(map(len, names))
    lines = [
        f"  {name:<{width}}  {checked.order}" for name, checked in zip(names, played, strict=True)
    ]
    return "\n".join(["Orders that are played", *lines])


def _void(read: TurnFile, found: TurnForecast) -> str:
    void = [checked for checked in found.orders if not checked.played]
    if not void:
        return ""
    lines = []
    for checked in void:
        why = f"{checked.reason} (rule {checked.rule})"
        lines.append(f"  {_name(read, checked.player)}  {checked.order}")
        lines.append(paragraph(why, "    "))
    return "\n".join(["Orders that are void, their armies stay", *lines])


def _fractions(read: TurnFile, found: TurnForecast) -> str:
    values: dict[str, Any] = {}
    for here in _contested(found):
        name = shortened(here.name, LONGEST_NAME)
        for who, chance in here.owner.items():
            values[f"{name}, {_name(read, who)}"] = chance
    for told in found.players:
        values[f"{_name(read, told.player)} conquers"] = told.conquers
        values[f"{_name(read, told.player)} is out"] = told.eliminated
    return exact_block(values) if values else ""


def _name(read: TurnFile, player: int) -> str:
    return "nobody" if player < 0 else player_name(read.players[player])
