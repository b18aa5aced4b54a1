"""``oddsapp campaign``: a row of territories, and what is held afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.options import ArmyCommand, ArmyCount, CountList, Options, shared_options
from oddsapp.cli.output import (
    Extra,
    exact_block,
    heading,
    paragraph,
    print_json,
    print_report,
    table,
)
from oddsapp.wording import (
    all_territories,
    armies_and_force,
    average,
    between,
    counted,
    force_and_armies,
    listed,
    percent,
    verdict,
)

if TYPE_CHECKING:
    from oddsapp.odds.campaign import CampaignOutcome, Territory
    from oddsapp.odds.outcome import AttackOutcome
    from oddsapp.rules import Ruleset


def campaign_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command with what describes a campaign; `solved` takes it all."""
    for option in (
        click.option(
            "--then",
            metavar="N[,N...]",
            type=CountList(),
            help="Enemy stacks, in armies, that attack the last territory afterwards, each to the"
            " end.",
        ),
        click.option(
            "--leave",
            metavar="N[,N...]",
            type=CountList(),
            help="What stays in each territory, or in the start and each one taken but the last;"
            " otherwise 1.",
        ),
        click.option("--force", is_flag=True, help="The first number is the force itself."),
        click.argument("defenders", metavar="D...", nargs=-1, required=True),
        click.argument("armies", type=ArmyCount()),
    ):
        command = option(command)
    return command


def solved(
    armies: int,
    defenders: tuple[str, ...],
    *,
    force: bool,
    leave: list[int] | None,
    then: list[int] | None,
    options: Options,
) -> CampaignOutcome:
    """Return the odds of the campaign that was typed."""
    from oddsapp.odds.campaign import campaign as solve

    rules = options.ruleset()
    if then:
        options.check_no_zombies()
    return solve(
        None if force else armies,
        [_territory(text, rules) for text in defenders],
        force=armies if force else None,
        leave=1 if leave is None else leave[0] if len(leave) == 1 else leave,
        then=then or (),
        rules=rules,
        exact=options.exact,
    )


@click.command(cls=ArmyCommand)
@campaign_options
@shared_options("classic")
def campaign(
    armies: int,
    defenders: tuple[str, ...],
    *,
    force: bool,
    leave: list[int] | None,
    then: list[int] | None,
    options: Options,
) -> None:
    r"""Odds of taking a row of territories, one after the other.

    ARMIES stand at the start: one stays there and in each territory taken, the others go on.
    D are the defenders of each territory; 3:2d8 are 3 that roll two eight-sided dice.

    \b
    Examples:
      oddsapp campaign 20 5 3 2
      oddsapp campaign 20 5 3:2d8 2 --leave 3,1,1
      oddsapp campaign 11 7 --force --then 9
    """
    rules = options.ruleset()
    odds = solved(armies, defenders, force=force, leave=leave, then=then, options=options)
    if options.as_json:
        territories = [
            {"defenders": each.defenders, "rules": str(each.rules)} for each in odds.territories
        ]
        print_json({**odds.to_dict(), "rules": str(rules), "territories": territories})
        return
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    win = _taken(odds)[-1]
    print_report(
        heading(
            f"{sent}; {counted(len(defenders), 'territory', 'territories')} to take",
            f"{rules}; {odds.version}" if odds.version else rules,
        ),
        f"  win   {percent(win):>8}  {verdict(win)}: {all_territories(len(defenders))} taken",
        _steps(odds, defenders),
        _end(odds),
        _held(odds) if odds.held is not None else "",
        _exactly(odds) if odds.exact else "",
    )


def _territory(text: str, rules: Ruleset) -> Territory:
    """Read ``3``, or ``3:2d8`` for 3 defenders that roll two eight-sided dice."""
    from oddsapp.dice import parse_dice
    from oddsapp.odds.campaign import Territory
    from oddsapp.rules import RankedDice

    number, colon, dice = text.strip().partition(":")
    defenders = _defenders(number)
    if not colon:
        return Territory(defenders, rules)
    if not isinstance(rules.combat, RankedDice):
        raise click.UsageError(
            f"under the rules {rules.name} a territory has no dice of its own, so write"
            f" {defenders}, not {text[:30]!r}"
        )
    count, die = parse_dice(dice)
    changes: dict[str, Any] = {"defence_dice": count, "defence_die": die}
    changes = {key: new for key, new in changes.items() if new != getattr(rules.combat, key)}
    return Territory(defenders, rules.replace(**changes) if changes else rules)


def _defenders(text: str) -> int:
    if text[:1] in ("-", "−") and text[1:].isdecimal():
        raise click.UsageError(f"the defenders of a territory must be at least 1, not {text[:30]}")
    # No territory has numbers of more digits, and reading thousands of them would take long.
    if not text.isdecimal() or len(text) > 30:
        raise click.UsageError(
            f"the defenders of a territory are written like 3, or 3:2d8 with their dice, not"
            f" {text[:30]!r}"
        )
    return int(text)


def _steps(odds: CampaignOutcome, typed: tuple[str, ...]) -> str:
    rows = [["territory", "defenders", "taken", "moved in", "90 %"]]
    chances = zip(odds.steps, _taken(odds), typed, strict=True)
    for place, (step, taken, text) in enumerate(chances, start=1):
        moved = ["", ""]
        if step.taken:
            left = step.moved_in_if_taken
            moved = [average(left.mean()), between(*left.interval(0.9))]
        rows.append([str(place), text.strip(), percent(taken), *moved])
    return f"{table(rows)}\n  (moved in: armies there once it is taken, before they go on)"


def _taken(odds: CampaignOutcome) -> list[Any]:
    """Return how probable each territory is to be taken, whole where that is no rounding.

    It is none where too few would come to attack even if none fell, or where it is certain.
    """
    from oddsapp.odds.campaign import armies_moving_in

    chances: list[Any] = []
    armies = odds.armies
    rows = zip(odds.territories, odds.leave, odds.taken, odds.certain, strict=True)
    for territory, leave, taken, certain in rows:
        chances.append(1 if certain else taken if armies > 1 else 0)
        armies = armies_moving_in(armies - 1, leave, territory) if armies > 1 else 0
    return chances


def _end(odds: CampaignOutcome) -> str:
    end = max(odds.ends, key=lambda each: odds.ends[each])
    if end.taken == len(odds.steps):
        what = f"all taken, {counted(end.armies, 'army', 'armies')} in the last"
    else:
        left = counted(end.defenders, "defender")
        what = f"stopped before territory {end.taken + 1}, {left} left there"
    return f"  most likely end: {what} ({percent(odds.ends[end])})"


def _held(odds: CampaignOutcome) -> str:
    stacks, then = listed([f"{stack:,}" for stack in odds.then]), odds.then
    held = 1 if odds.certain[-1] and odds.held == odds.win else odds.held
    return paragraph(
        f"held  {percent(held):>8}  {verdict(held)}: taken, and still held after"
        f" {stacks} armies attack it{' in turn' * (len(then) > 1)}"
    )


def _exactly(odds: CampaignOutcome) -> str:
    values = {f"taken {place}": win for place, win in enumerate(odds.taken, start=1)}
    if odds.held is not None:
        values["held"] = odds.held
    return exact_block(values)


def held_afterwards(odds: AttackOutcome, then: list[int], leave: int) -> Extra:
    """Return what ``--then`` adds to a battle.

    Parameters
    ----------
    odds : AttackOutcome
        Fought to the end.
    then : list of int
        Enemy stacks, in armies.
    leave : int
        The armies to leave behind.
    """
    from oddsapp.odds.campaign import campaign as solve
    from oddsapp.odds.plain import plain_number

    force, defenders = odds.battle.armies
    campaigned = solve(
        None,
        [defenders],
        force=force,
        then=then,
        leave=leave,
        rules=odds.battle.rules,
        exact=odds.exact,
    )
    parts = [_held(campaigned)]
    if odds.exact:
        parts.append(exact_block({"held": campaigned.held}))
    return Extra({"held": plain_number(campaigned.held)}, tuple(parts))
