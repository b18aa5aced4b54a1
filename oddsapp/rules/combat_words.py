"""The rules of combat as sentences, each with its number in the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddsapp.rules.balance import Balance
from oddsapp.rules.bonus import Bonus
from oddsapp.rules.options import (
    CardLimit,
    CardReroll,
    CasualtyRule,
    MassReading,
    SpoilsReading,
    Ties,
)
from oddsapp.rules.round_table import RoundTable
from oddsapp.rules.ruleset import ColouredDice, RankedDice
from oddsapp.wording import counted, listed


class Clause(NamedTuple):
    """One rule in words.

    Parameters
    ----------
    rule : str
        Its number in the ledger; empty for a rule of no document.
    sentence : str
    """

    rule: str
    sentence: str


_PLACES = ("highest", "second", "third", "fourth", "fifth")


def ranked_in_words(combat: RankedDice) -> Iterator[Clause]:
    """Yield how dice that are compared by rank decide a roll, in the order of play.

    Examples
    --------
    >>> for rule, sentence in ranked_in_words(RankedDice(attack_bonus=Bonus(highest=1))):
    ...     print(rule, sentence)
    C-2 The attacker rolls a die for each army that attacks, at most 3; the defender at most 2.
     Then the attacker adds +1 to the highest die, within the numbers on the die.
    C-4 Both sort their dice: highest against highest, then second against second.
    C-4 The lower die of each pair loses an army. Equal dice: the defender wins.
    """
    if combat.round_table is not None:
        yield Clause("", "What a roll costs is a table of one's own in place of dice.")
        return
    yield Clause(
        "C-2",
        f"The attacker rolls a die for each army that attacks, at most {combat.attack_dice};"
        f" the defender at most {combat.defence_dice}.",
    )
    sides = ("attacker", combat.attack_die), ("defender", combat.defence_die)
    for side, die in sides:
        if die.faces != (1, 2, 3, 4, 5, 6):
            yield Clause("", f"The faces of the {side}'s dice: {', '.join(map(str, die.faces))}.")
    for side, bonus in (("attacker", combat.attack_bonus), ("defender", combat.defence_bonus)):
        if bonus:
            yield Clause("", _bonus(side, bonus))
    compared = min(combat.attack_dice, combat.defence_dice)
    pairs = [f"{place} against {place}" for place in _PLACES[:compared]]
    if compared > len(_PLACES):
        pairs.append("and so on")
    sorting = "Both sort their dice: " + ", then ".join(pairs) + "."
    if compared == 1:
        sorting = "Only the highest die of each side counts."
    yield Clause("C-4", sorting)
    yield Clause(
        "C-4",
        f"The lower die of each pair loses an army. Equal dice: {ties_in_words(combat.ties)}.",
    )


def ties_in_words(ties: Ties) -> str:
    """Return what equal dice do."""
    match ties:
        case Ties.ATTACKER:
            return "the attacker wins"
        case Ties.DEFENDER:
            return "the defender wins"
        case Ties.NOBODY:
            return "nobody loses"


def _bonus(side: str, bonus: Bonus) -> str:
    of_each = (("highest die", bonus.highest), ("lowest die", bonus.lowest))
    parts = [f"{amount:+} to the {which}" for which, amount in of_each if amount]
    parts += [f"{bonus.every:+} to every die"] if bonus.every else []
    cap = ", within the numbers on the die" if bonus.capped else ""
    return f"Then the {side} adds {' and '.join(parts)}{cap}."


def expert_in_words(combat: RankedDice) -> Iterator[Clause]:
    """Yield what changes or replaces a roll: a table, a balance, cards, the commander."""
    if combat.round_table is not None:
        yield from _table_rows(combat.round_table)
    if combat.balance is not None:
        yield Clause("", _balance(combat.balance))
    yield Clause("C-7", _card_reroll(combat))
    if combat.commander:
        yield Clause(
            "C-8",
            "Once per turn the commander turns one die that the attacker has just rolled to its"
            " highest face.",
        )
    else:
        yield Clause("C-8", "No commander turns a die.")


def _table_rows(table: RoundTable) -> Iterator[Clause]:
    for (attack, defence), outcomes in table.rows:
        total = sum(weight for _, weight in outcomes)
        ends = [f"{a} and {d} lost: {weight} of {total}" for (a, d), weight in outcomes]
        dice = f"{counted(attack, 'die', 'dice')} against {defence}"
        yield Clause("", f"{dice} (attackers and defenders): {'; '.join(ends)}.")


def _balance(balance: Balance) -> str:
    return (
        f"A battle is fought at once, and its odds are bent as {balance.version} was published"
        f" with: who wins with {balance.win_cutoff:g} or less never wins, odds to the power"
        f" {balance.win_power:g}; {balance.outcome_cutoff:g} of the outcomes cut at each end,"
        f" each to the power {balance.outcome_power:g}."
    )


def _card_reroll(combat: RankedDice) -> str:
    match combat.card_reroll:
        case CardReroll.OFF:
            return "Cards change no roll."
        case CardReroll.OWN:
            die = "one of the attacker's dice"
        case CardReroll.ANY:
            die = "any die on the table"
    match combat.card_limit:
        case CardLimit.ROLL:
            often = "one card at each roll"
        case CardLimit.TERRITORY:
            often = "once for each territory attacked"
        case CardLimit.CARD:
            often = "each card once for each territory attacked"
    return (
        "Showing the card of the territory attacked, or of the one attacked from, the attacker"
        f" rolls {die} again: {often}."
    )


# -- RISK II -----------------------------------------------------------------------------


def coloured_in_words(combat: ColouredDice) -> Iterator[Clause]:
    """Yield how the coloured dice of RISK II decide a battle."""
    yield Clause("M-1", "Every army rolls one die, chosen by its size at every roll.")
    for die, rank in zip(combat.dice_set, combat.ranks, strict=True):
        faces = " ".join(map(str, die.faces))
        yield Clause("M-1", f"The {die.name or 'nameless'} die, of rank {rank}: {faces}.")
    charts = {
        "attacker": _chart(combat, combat.thresholds.attacker),
        "defender": _chart(combat, combat.thresholds.defender),
    }
    if charts["attacker"] == charts["defender"]:
        yield Clause("M-2", f"Armies roll {charts['attacker']}.")
    else:
        for side, chart in charts.items():
            yield Clause("M-3", f"As {side}, armies roll {chart}.")
    yield Clause("M-4", f"What a lost comparison costs in armies: {casualties_in_words(combat)}.")
    yield Clause("M-5", f"The lower roll loses. Equal dice: {ties_in_words(combat.ties)}.")
    yield Clause("M-6", _mass(combat.mass_reading))
    yield Clause("M-6", f"At most {combat.most_attackers} attacking armies meet in a territory.")
    yield Clause("M-7", "In a border clash equal rolls do nothing and are rolled again.")
    yield Clause("M-8", _spoils(combat.spoils_reading))
    yield Clause("M-9", "A battle goes on until one side is gone.")


def _chart(combat: ColouredDice, starts: tuple[int | None, ...]) -> str:
    used = [
        f"{die.name or 'nameless'} from {counted(start, 'army', 'armies')}"
        for die, start in zip(combat.dice_set, starts, strict=True)
        if start is not None
    ]
    return listed(used)


def casualties_in_words(combat: ColouredDice) -> str:
    """Return what one lost comparison costs (M-4)."""
    match combat.casualties:
        case CasualtyRule.LOWEST:
            return "the rank of the lowest die of this roll"
        case CasualtyRule.HIGHEST:
            return "the rank of the highest die of this roll"
        case CasualtyRule.OWN:
            return "the rank of the loser's own die"
        case CasualtyRule.FIXED:
            return f"always {combat.fixed_casualties}"


def _mass(reading: MassReading) -> str:
    match reading:
        case MassReading.PROTECTED:
            return (
                "Of several attackers none loses anything unless the defender's die beats them"
                " all; the defender loses once for each that wins."
            )
        case MassReading.INDIVIDUAL:
            return "Of several attackers each is compared with the defender; each lower die loses."


def _spoils(reading: SpoilsReading) -> str:
    match reading:
        case SpoilsReading.TOP_ROLL:
            return (
                "In the spoils of war the players that show the highest roll are safe; every army"
                " of the others loses once for each of their dice that beats it."
            )
        case SpoilsReading.PAIRWISE:
            return (
                "In the spoils of war every army is compared with every army of every other"
                " player; the lower roll loses."
            )
