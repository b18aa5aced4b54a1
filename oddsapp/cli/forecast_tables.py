"""What the forecasts of a turn and of a plan print alike: who holds what, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from oddsapp.cli.output import LINE, table
from oddsapp.wording import average, between, percent

if TYPE_CHECKING:
    from oddsapp.whatif.forecasts.forecast_base import Forecast, TerritoryForecast

LONGEST_NAME = 21
LONGEST_PLAYER = 12
"""The longest names of territories and players that a column has room for."""
CHANCE = 9
"""How wide a probability is."""
_ROOMS = ((LONGEST_NAME, LONGEST_PLAYER), (LONGEST_NAME, 9), (15, 7), (11, 5))
"""Shorter ones, until large numbers have room beside them."""


def territories_table(
    found: Forecast,
    shown: Iterable[TerritoryForecast],
    name: Callable[[int], str],
    title: str,
) -> str:
    """Return who may hold some territories, each owner on a line with his armies.

    Parameters
    ----------
    found : Forecast
    shown : iterable of TerritoryForecast
        Those to tell of.
    name : callable
        From the number of a player to what he is called.
    title : str
        What stands above their names.
    """
    told = list(shown)
    for territory_room, player_room in _ROOMS:

        def short_name(player: int, most: int = player_room) -> str:
            return shortened(name(player), most)

        text = table(_rows(found, told, short_name, title, territory_room))
        if max(map(len, text.splitlines())) <= LINE:
            break
    return f"{text}\n  (armies: how many stand there then, if this is the owner)"


def _rows(
    found: Forecast,
    shown: Iterable[TerritoryForecast],
    name: Callable[[int], str],
    title: str,
    longest: int,
) -> list[list[str]]:
    rows = [[title, "now", "then", "P(owner)", "95 %" if found.is_sampled else "armies"]]
    rows[0].append("armies" if found.is_sampled else "90 %")
    for here in shown:
        now = f"{name(here.owner_before)} {here.armies_before:,}"
        territory = shortened(here.name, longest)
        for who, chance in sorted(here.owner.items(), key=lambda item: -item[1]):
            left = here.armies[who]
            mean = average(left.mean())
            # Who alone can hold it does so for certain, which a float cannot say.
            row = [territory, now, name(who)]
            row.append(percent_cell(found, 1 if len(here.owner) == 1 else chance))
            if found.is_sampled:
                row += [interval_cell(*found.interval(chance)), mean]
            else:
                row += [mean, between(*left.interval(0.9))]
            rows.append(row)
            territory = now = ""
    return rows


def percent_cell(found: Forecast, probability: Any) -> str:
    """Return a probability as a column has room for it."""
    return sampled_cell(probability) if found.is_sampled else exact_cell(probability)


def sampled_cell(probability: Any) -> str:
    """Return a probability that was sampled, as a column has room for it.

    Examples
    --------
    >>> sampled_cell(0.5), sampled_cell(1)
    ('50.00 %', '100.00 %')
    """
    return f"{float(probability):.2%}".replace("%", " %")


def exact_cell(probability: Any) -> str:
    """Return a probability that is exact, as a column has room for it.

    Examples
    --------
    >>> exact_cell(0.5), exact_cell(1e-9), exact_cell(1)
    ('50.00 %', '<0.001 %', '100 %')
    """
    # Without the odds that follow a very small one in brackets.
    text = percent(probability).split(" (")[0]
    return text.replace("less than ", "<").replace("more than ", ">")


def interval_cell(low: float, high: float) -> str:
    """Return an interval in percent.

    Examples
    --------
    >>> interval_cell(0.4038, 0.5962)
    '40.4 to 59.6'
    """
    return f"{100 * low:.1f} to {100 * high:.1f}"


def player_name(name: str) -> str:
    """Return what a player is called, as a column has room for it."""
    return shortened(name, LONGEST_PLAYER)


def shortened(name: str, most: int) -> str:
    """Return a name of at most so many characters.

    Examples
    --------
    >>> shortened("Northwest Territory", 12), shortened("Peru", 12)
    ('Northwest T…', 'Peru')
    """
    return name if len(name) <= most else f"{name[: most - 1]}…"
