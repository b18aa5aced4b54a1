"""What ``oddsapp battle`` says about an attack that may be called off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsapp.cli.output import exact_block, heading, paragraph, print_json, print_report, table
from oddsapp.odds.stopping import StoppedOutcome
from oddsapp.rules import RankedDice, Ties
from oddsapp.wording import (
    armies_and_force,
    average,
    between,
    counted,
    end_of_battle,
    force_and_armies,
    listed,
    percent,
    verdict,
)

if TYPE_CHECKING:
    from oddsapp.odds.outcome import AttackOutcome
    from oddsapp.pmf import Pmf


def print_stopped(odds: AttackOutcome, armies: int, *, force: bool, as_json: bool) -> None:
    """Print whether the territory is taken, the attack called off, or the force wiped out.

    Parameters
    ----------
    odds : AttackOutcome
        That of `oddsapp.battle` with a stop rule.
    armies : int
        As typed; with ``force`` the force.
    force, as_json : bool
    """
    assert isinstance(odds, StoppedOutcome)
    if as_json:
        print_json(odds.to_dict())
        return
    rules = odds.battle.rules
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    print_report(
        heading(
            f"{sent}; against {counted(odds.battle.armies[1], 'defender')}",
            f"{rules}; {odds.version}" if odds.version else rules,
        ),
        paragraph(_rule_in_words(odds, force=force)),
        _chances(odds),
        _left(odds),
        _end(odds),
        _exactly(odds),
    )


def _rule_in_words(odds: StoppedOutcome, *, force: bool) -> str:
    """Return the stop rules, lines counted as they were typed."""
    stop, home = odds.stop, 0 if force else 1
    if stop.odds == 0 and _never_stops(odds):
        return "never stops: no odds are under 0 %"
    rules = []
    if stop.at is not None:
        rules.append(f"after a roll that leaves at most {_counted(stop.at + home, force=force)}")
    if stop.reserve:
        kept = _counted(stop.reserve + home, force=force)
        rules.append(f"when only {kept} would be left, which roll no dice")
    if stop.odds:
        rules.append(f"once the odds to the end are under {percent(stop.odds)}")
    if stop.rolls is not None:
        rules.append(f"after {counted(stop.rolls, 'roll')}")
    if not rules:
        return "stops when nobody is left to attack"
    return f"stops {', or '.join(rules)}"


def _counted(number: int, *, force: bool) -> str:
    return f"{number:,} of the force" if force else counted(number, "army", "armies")


def _chances(odds: StoppedOutcome) -> str:
    win, stopped, lose = _known(odds)
    return "\n".join(
        [
            f"  taken      {percent(win):>8}  {verdict(win)}",
            f"  stopped    {percent(stopped):>8}",
            f"  wiped out  {percent(lose):>8}",
        ]
    )


def _known(odds: StoppedOutcome) -> tuple[Any, Any, Any]:
    """Return P(taken), P(stopped) and P(wiped out), whole numbers where they are no rounding."""
    stop, combat = odds.stop, odds.battle.rules.combat
    assert isinstance(combat, RankedDice)
    if _stops_at_once(odds):
        return 0, 1, 0
    most = min(combat.attack_dice, combat.defence_dice)  # so many a roll can cost
    win, stopped, lose = odds.win, odds.stopped, odds.lose
    if stop.reserve or (stop.at or 0) >= most:
        lose = 0
    if stop.rolls is not None:
        force, defenders = odds.battle.armies
        if stop.rolls * most < defenders:
            win = 0
        if stop.rolls * most < force:
            lose = 0
        if stop.rolls * most < min(force, defenders):
            stopped = 1
    if _never_stops(odds):
        stopped = 0
    if odds.version and win in (0, 1):
        win, stopped = int(win), 1 - int(win)
    return win, stopped, lose


def _stops_at_once(odds: StoppedOutcome) -> bool:
    return [*odds.items()] == [(odds.battle.armies, 1)]


def _never_stops(odds: StoppedOutcome) -> bool:
    """Tell whether the rules are such that the battle is fought to the end whatever comes."""
    stop, combat = odds.stop, odds.battle.rules.combat
    if stop.at or stop.reserve or stop.odds:
        return False
    # So many rolls end every battle, if each costs somebody an army.
    always_costs = isinstance(combat, RankedDice) and _always_costs(combat)
    return stop.rolls is None or (always_costs and stop.rolls >= sum(odds.battle.armies) - 1)


def _always_costs(combat: RankedDice) -> bool:
    if combat.round_table is None:
        return combat.ties is not Ties.NOBODY
    return all(any(losses) for _, row in combat.round_table.rows for losses, _ in row)


def _left(odds: StoppedOutcome) -> str:
    rows = [["what is left", "attackers", "90 %", "defenders", "90 %"]]
    if odds.can_be_won:
        rows.append(["if taken", *_mean_and_range(odds.attackers_left_if_won), "", ""])
    if odds.stopped:
        attackers, defenders = odds.left_if_stopped
        rows.append(["if stopped", *_mean_and_range(attackers), *_mean_and_range(defenders)])
    note = f"  (attackers: of the force of {odds.battle.armies[0]:,})"
    return f"{table(rows)}\n{note}"


def _mean_and_range(left: Pmf) -> tuple[str, str]:
    return average(left.mean()), between(*left.interval(0.9))


def _end(odds: StoppedOutcome) -> str:
    attackers, defenders = odds.most_likely_end
    if attackers and defenders:
        left = [counted(attackers, "attacker"), counted(defenders, "defender")]
        end = f"stopped with {listed(left)} left"
    else:
        end = end_of_battle([attackers], defenders)
    losses = table(
        [
            ["expected losses", "attackers", "defenders"],
            [
                "over all battles",
                average(odds.expected_attackers_lost),
                average(odds.expected_defenders_lost),
            ],
        ]
    )
    chance = 1 if _stops_at_once(odds) else odds.pmf(odds.most_likely_end)
    return f"  most likely end: {end} ({percent(chance)})\n\n{losses}"


def _exactly(odds: StoppedOutcome) -> str:
    if not odds.exact:
        return ""
    return exact_block({"taken": odds.win, "stopped": odds.stopped, "wiped out": odds.lose})
