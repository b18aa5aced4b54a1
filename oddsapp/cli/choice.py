"""``oddsapp choice``: the decisions inside a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.options import ArmyCommand, Options, attack_arguments, shared_options
from oddsapp.cli.output import exact_block, heading, paragraph, print_json, print_report, table
from oddsapp.wording import armies_and_force, average, counted, force_and_armies, percent

if TYPE_CHECKING:
    from oddsapp.odds.dice_choice import DiceChoice, SeenRoll
    from oddsapp.odds.expert_results import ExpertOdds
    from oddsapp.rules import Ruleset

_WHEN = {
    "at_once": "both announce their dice at once",
    "attacker_first": "the attacker announces first",
    "after_roll": "after seeing the roll",
}

_PROVED = (
    "Full dice are right for both in every state up to 30 against 30: checked in exact"
    " fractions. Fewer can be right for a defender who sees the roll (--sees-roll), and for"
    " an attacker at a fork, where as many armies as dice in the last roll must move in."
)


@click.command(cls=ArmyCommand)
@attack_arguments()
@click.option(
    "--sees-roll", is_flag=True, help="The defender chooses after seeing the attacker's roll."
)
@click.option(
    "--first",
    type=click.Choice(["attacker"]),
    help="Who announces first; otherwise both at once.",
)
@click.option(
    "--goal",
    metavar="NAME",
    default="win",
    show_default=True,
    help="What counts: win, or margin (attackers left minus defenders left).",
)
@click.option(
    "--cards",
    metavar="N",
    type=click.IntRange(0),
    help="Cards that name one of the two territories: each lets a die be rolled again (C-7).",
)
@click.option("--reroll", metavar="WHOSE", help="Which die: own (default) or any.")
@click.option(
    "--card-limit",
    metavar="NAME",
    help="How often: roll (at each roll, default), territory (once), card (once a card).",
)
@click.option("--commander", is_flag=True, help="One die may be turned to 6, once (C-8).")
@shared_options("classic")
def choice(  # noqa: PLR0913 (click hands over every option by its name)
    armies: int,
    defenders: int,
    *,
    force: bool,
    sees_roll: bool,
    first: str | None,
    goal: str,
    cards: int | None,
    reroll: str | None,
    card_limit: str | None,
    commander: bool,
    options: Options,
) -> None:
    r"""How many dice to roll, and when to use a card or the commander.

    ARMIES stand on the attacking territory: one stays there, the others attack. DEFENDERS
    stand on the territory under attack. Both choose their number of dice at every roll.

    \b
    Examples:
      oddsapp choice 4 2
      oddsapp choice 11 7 --sees-roll --goal margin
      oddsapp choice 11 7 --cards 1 --reroll any --commander
    """
    from oddsapp.odds.decisions import dice_choice

    if sees_roll and first:
        raise click.UsageError("the defender either sees the roll or hears a number, not both")
    wants_cards = cards is not None or reroll is not None or card_limit is not None
    if (wants_cards or commander) and (sees_roll or first):
        raise click.UsageError(
            "cards and commander are solved with full dice on both sides,"
            " without --sees-roll and --first"
        )
    rules = options.ruleset()
    if sees_roll or first:
        rules = rules.replace(defence_timing="after_roll" if sees_roll else "attacker_first")
    sizes = {"force" if force else "armies": armies, "defenders": defenders}
    changes: dict[str, Any] = {}
    if wants_cards:
        changes["card_reroll"] = reroll or "own"
        changes["card_limit"] = card_limit or "roll"
    if commander:
        changes["commander"] = True
    # How many dice to roll is solved without cards and commander. Those are refused for fewer
    # dice, so they come first, unless there are no such dice at all.
    plain_rules, expert = rules, None
    if changes and hasattr(rules.combat, "commander"):
        from oddsapp.odds.expert_battle import expert_odds

        rules = rules.replace(**changes)
        expert = expert_odds(**sizes, rules=rules, cards=cards, goal=goal, exact=options.exact)
    found = dice_choice(**sizes, rules=plain_rules, goal=goal, exact=options.exact)
    if options.as_json:
        plain = {"rules": str(rules), **found.to_dict()}
        print_json(plain | {"expert": expert.to_dict()} if expert else plain)
        return
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    print_report(
        heading(f"{sent}; against {counted(defenders, 'defender')}", rules),
        _expert(expert) if expert else _what_to_roll(found),
        "" if expert else _payoffs(found) or _rolls(found),
        _exact(found, expert),
        paragraph(_PROVED) if _is_proved(found, rules) and not expert else "",
    )


def _is_proved(found: DiceChoice, rules: Ruleset) -> bool:
    """Tell whether the theorem of `oddsapp.odds.decisions` speaks of this battle."""
    from dataclasses import replace

    from oddsapp.rules import DefenceTiming, RankedDice

    combat = rules.combat
    return (
        isinstance(combat, RankedDice)
        and replace(combat, defence_timing=DefenceTiming.AT_ONCE) == RankedDice()
        and found.timing is not DefenceTiming.AFTER_ROLL
        and max(found.force, found.defenders) <= 30
    )


def _number(found: DiceChoice | ExpertOdds, value: Any) -> str:
    """Return a value as its goal is read."""
    if found.goal == "win":
        return percent(value)
    return f"{'-' if value < 0 else '+'}{average(abs(value))}"


def _mix(shares: dict[int, Any]) -> str:
    """Return which numbers of dice to roll, and how often each if they are mixed."""
    played = {dice: share for dice, share in shares.items() if share}
    if len(played) == 1:
        return counted(next(iter(played)), "die", "dice")
    parts = (f"{counted(n, 'die', 'dice')} {percent(share)}" for n, share in played.items())
    return f"mix at random: {', '.join(parts)}"


def _what_to_roll(found: DiceChoice) -> str:
    """Return the best choice of both sides and what it leads to."""
    goal = "win" if found.goal == "win" else "margin"
    defence = _mix(found.defence)
    if found.rolls and not found.defence_is_full:
        fewer = len(found.fewer_dice_rolls)
        defence = f"{max(found.defence)} dice, fewer against {counted(fewer, 'roll')}"
    rows = [
        ("attacker rolls", _mix(found.attack)),
        ("defender rolls", f"{defence} ({_WHEN[found.timing]})"),
        (goal, click.style(_number(found, found.value), bold=True)),
        ("with full dice", _number(found, found.full_dice_value)),
    ]
    return "\n".join(f"  {name:<16}{text}" for name, text in rows)


def _payoffs(found: DiceChoice) -> str:
    """Return what each pair of numbers of dice leads to."""
    if not found.payoffs:
        return ""
    rows = [["dice", *(f"against {dice}" for dice in found.defence)]]
    rows += [
        [str(m), *(_number(found, found.payoffs[m, n]) for n in found.defence)]
        for m in found.attack
    ]
    return table(rows)


def _rolls(found: DiceChoice) -> str:
    """Return the rolls against which fewer dice are better, and those where it is all one."""
    rolled = max(found.attack, key=lambda dice: found.attack[dice])
    named = [
        roll
        for roll in found.rolls
        if roll.attack_dice == rolled
        and (roll.is_indifferent or roll.defence_dice < max(found.defence))
    ]
    if len(found.defence) == 1 or not named:
        return "  The defender does best with all dice whatever is seen."
    seen = len(named[0].faces)
    rows = [["highest" if seen == 1 else f"highest {seen}", "chance"]]
    rows[0] += [*(counted(dice, "die", "dice") for dice in found.defence), "better"]
    rows += [_roll_row(found, roll) for roll in named]
    return f"{table(rows)}\n\n  Against all other rolls: {max(found.defence)} dice."


def _roll_row(found: DiceChoice, roll: SeenRoll) -> list[str]:
    better = counted(roll.defence_dice, "die", "dice")
    return [
        " ".join(map(str, roll.faces)),
        percent(roll.probability),
        *(_number(found, roll.values[dice]) for dice in found.defence),
        "all the same" if roll.is_indifferent else better,
    ]


def _expert(expert: ExpertOdds) -> str:
    """Return what cards and commander are worth."""
    means = []
    if expert.cards:
        means.append(counted(expert.cards, "card"))
    if expert.commander:
        means.append("the commander")
    rows = [
        [" and ".join(means) or "no card", "win" if expert.goal == "win" else "margin"],
        ["used at the best moment", _number(expert, expert.optimal)],
        ["used as soon as it helps", _number(expert, expert.as_soon_as_possible)],
        ["never used", _number(expert, expert.without)],
    ]
    return f"{table(rows)}\n  (full dice on both sides)"


def _exact(found: DiceChoice, expert: ExpertOdds | None) -> str:
    """Return the fractions behind the numbers, if they are exact."""
    if isinstance(found.value, float):
        return ""
    if expert is None:
        return exact_block({"value": found.value, "with full dice": found.full_dice_value})
    return exact_block(
        {
            "best moment": expert.optimal,
            "as soon as it helps": expert.as_soon_as_possible,
            "never": expert.without,
        }
    )
