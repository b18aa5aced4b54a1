"""How ``oddsapp whatif`` prints the forecast of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from oddsapp.cli.forecast_tables import (
    CHANCE,
    LONGEST_NAME,
    interval_cell,
    percent_cell,
    player_name,
    shortened,
    territories_table,
)
from oddsapp.cli.output import LINE, exact_block, heading, paragraph, table
from oddsapp.cli.whatif_steps import chance_text, steps_part
from oddsapp.wording import average, between, counted, listed

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast, PlannedContinent

_MOST_SETS = 3


def forecast_parts(position: Position, found: PlanForecast, *, exact: bool) -> list[str]:
    """Return the parts of the report about one plan.

    Parameters
    ----------
    position : Position
        Where it began.
    found : PlanForecast
    exact : bool
        Whether to print fractions, too.
    """
    return [
        forecast_heading(position, found),
        steps_part(found),
        _territories(position, found),
        _conquests(found),
        _continents(position, found),
        _players(position, found),
        _card(found),
        accuracy(found),
        _fractions(position, found) if exact else "",
    ]


def forecast_heading(position: Position, found: PlanForecast) -> str:
    """Return whose plan it is, of how many steps, and under which rules."""
    steps = counted(len(found.steps), "step")
    who = shortened(position.name(found.player), 40)
    return heading(f"a plan of {steps} for {who}", found.game.rules)


def accuracy(found: PlanForecast) -> str:
    """Return whether the numbers are exact or sampled."""
    if found.samples is None:
        states = counted(found.states, "board state")
        return paragraph(f"Exact: up to {states} had to be told apart at one step.")
    return paragraph(
        f"Sampled, not exact{'; interrupted' if found.interrupted else ''}:"
        f" {counted(found.samples, 'turn')}. The true numbers lie in the"
        " intervals beside them, each with 95 % confidence."
    )


# -- the board ---------------------------------------------------------------------------


def _territories(position: Position, found: PlanForecast) -> str:
    changed = [here for here in found.territories if here.changes]
    if not changed:
        return paragraph("No territory changes hands or armies.")
    return territories_table(
        found, changed, lambda who: player_name(position.name(who)), "territory"
    )


def _conquests(found: PlanForecast) -> str:
    """Return which territories are taken together, the most probable sets first."""
    if all(not taken for taken in found.conquests):
        return ""
    import textwrap

    lines = ["Taken by the end of the turn"]
    for taken, chance in list(found.conquests.items())[:_MOST_SETS]:
        lines += textwrap.wrap(
            ", ".join(taken) or "nothing",
            LINE,
            initial_indent=f"  {percent_cell(found, chance):>{CHANCE}}  ",
            subsequent_indent=" " * (CHANCE + 4),
        )
    more = len(found.conquests) - _MOST_SETS
    if more > 0:
        lines.append(f"  (and {counted(more, 'less likely set')}; --json has them)")
    return "\n".join(lines)


def _continents(position: Position, found: PlanForecast) -> str:
    def name(player: int) -> str:
        return player_name(position.name(player))

    rows = [["continent", "now", "then", "P(holds it)"]]
    if found.is_sampled:
        rows[0].append("95 %")
    same: dict[int, list[str]] = {}
    for number, continent in enumerate(found.continents):
        before, is_certain = _holder_before(position, found, number)
        if is_certain:
            if before is not None:
                same.setdefault(before, []).append(continent.name)
            continue
        rows += _continent_rows(found, continent, name, before)
    parts = []
    if len(rows) > 1:
        parts.append(table(rows) + "\n  (what is missing to 100 %: nobody holds all of it)")
    if same:
        holders = [f"{listed(lands)}: {name(who)}" for who, lands in sorted(same.items())]
        parts.append(paragraph(f"Held as before: {'; '.join(holders)}."))
    return "\n".join(parts)


def _holder_before(
    position: Position, found: PlanForecast, continent: int
) -> tuple[int | None, bool]:
    """Return who holds a continent before, and whether that stays so for certain."""
    _, members = found.game.continents[continent]
    owners = {position.state.owners[place] for place in members}
    before = owners.pop() if len(owners) == 1 else None
    held = found.continents[continent].held
    if before is not None and before >= 0:
        stays = all(set(found.territories[place].owner) == {before} for place in members)
        return before, stays
    return None, not held


def _continent_rows(
    found: PlanForecast,
    continent: PlannedContinent,
    name: Callable[[int], str],
    before: int | None,
) -> Iterable[list[str]]:
    first = [shortened(continent.name, LONGEST_NAME), "nobody" if before is None else name(before)]
    held = [(name(who), chance) for who, chance in continent.held.items()]
    for who, chance in sorted(held, key=lambda item: -item[1]) or [("nobody", 1)]:
        row = [*first, who, percent_cell(found, chance)]
        if found.is_sampled:
            row.append(interval_cell(*found.interval(chance)))
        yield row
        first = ["", ""]


def _players(position: Position, found: PlanForecast) -> str:
    rows = [["player", "is out", "wins", "reinforcements", "90 %", "cards"]]
    for told in found.players:
        mean, within = found.expected_reinforcements(told.player)
        given = average(mean)
        if within >= 0.005:
            given += f" ± {within:.2f}"
        rows.append(
            [
                player_name(position.name(told.player)),
                percent_cell(found, _out(found, told.player, told.eliminated)),
                percent_cell(found, win_chance(found, told.wins)),
                given,
                between(*told.reinforcements.interval(0.9)),
                average(told.cards.mean()),
            ]
        )
    note = paragraph(
        "(is out, wins: by the end of this turn; reinforcements: at the start of the next turn,"
        " cards aside; cards: in the hand then)"
    )
    return f"{table(rows)}\n{note}"


def _out(found: PlanForecast, player: int, chance: Any) -> Any:
    """Return P(is out), a whole 0 where something is held for certain."""
    stays = any(set(here.owner) == {player} for here in found.territories)
    before = any(here.owner_before == player for here in found.territories)
    return 0 if not chance and (stays or not before) else chance


def win_chance(found: PlanForecast, chance: Any) -> Any:
    """Return P(wins), a whole 0 where an enemy stays for certain and all must be out.

    A float of 0 could as well stand for what is too small for it.
    """
    from oddsapp.rules.game_options import Goal

    if chance or found.game.rules.victory.goal is not Goal.DOMINATION:
        return chance
    teams = found.game.teams
    stays = any(
        len(here.owner) == 1 and who >= 0 and teams[who] != teams[found.player]
        for here in found.territories
        for who in here.owner
    )
    return 0 if stays else chance


def _card(found: PlanForecast) -> str:
    return f"  a card is drawn: {chance_text(found, card_chance(found))}"


def card_chance(found: PlanForecast) -> Any:
    """Return P(a card is drawn), a whole 0 where nothing can be taken."""
    can_take = any(
        here.owner_before != found.player and found.player in here.owner
        for here in found.territories
    )
    return found.card_drawn if can_take or found.card_drawn else 0


def _fractions(position: Position, found: PlanForecast) -> str:
    values: dict[str, Any] = {}
    for here in found.territories:
        if here.is_contested:
            name = shortened(here.name, LONGEST_NAME)
            for who, chance in here.owner.items():
                values[f"{name}, {player_name(position.name(who))}"] = chance
    for continent in found.continents:
        for who, chance in continent.held.items():
            if 0 < chance < 1:
                name = shortened(continent.name, LONGEST_NAME - 4)
                values[f"all {name}, {player_name(position.name(who))}"] = chance
    values["a card is drawn"] = found.card_drawn
    return exact_block(values)
