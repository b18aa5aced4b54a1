"""The rules of a battle as sentences, for explanations."""

from __future__ import annotations

from oddsapp.combat import Battle, BattleKind
from oddsapp.odds.in_play import ladders, role_of
from oddsapp.rules import (
    CasualtyRule,
    ColouredDice,
    MassReading,
    RankedDice,
    Role,
    SpoilsReading,
    Ties,
)


def rules_in_words(battle: Battle) -> tuple[str, ...]:
    """Return the rules that this battle is fought by, a sentence each.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> for sentence in rules_in_words(attack(3, 2, find_ruleset("classic"))):
    ...     print(sentence)
    The attacker rolls a die for each army that attacks, at most 3; the defender at most 2.
    Both sort their dice: highest against highest, then second against second.
    The lower die of each pair loses an army. Equal dice: the defender wins.
    The battle goes on until one side has no army left.
    """
    combat = battle.rules.combat
    last = "The battle goes on until one side has no army left."
    if isinstance(combat, RankedDice):
        return (*_ranked(combat), last)
    return (*_coloured(battle, combat), last)


_TIES = {
    Ties.ATTACKER: "the attacker wins",
    Ties.DEFENDER: "the defender wins",
    Ties.NOBODY: "nobody loses",
}

_PLACES = ("highest", "second", "third", "fourth", "fifth")


def _ranked(combat: RankedDice) -> tuple[str, ...]:
    if combat.round_table is not None:
        return ("What a roll costs is a table of one's own in place of dice.",)
    dice = (
        f"The attacker rolls a die for each army that attacks, at most {combat.attack_dice};"
        f" the defender at most {combat.defence_dice}."
    )
    compared = min(combat.attack_dice, combat.defence_dice)
    pairs = [f"{place} against {place}" for place in _PLACES[:compared]]
    if compared > len(_PLACES):
        pairs.append("and so on")
    sorting = "Both sort their dice: " + ", then ".join(pairs) + "."
    if compared == 1:
        sorting = "Only the highest die of each side counts."
    losing = f"The lower die of each pair loses an army. Equal dice: {_TIES[combat.ties]}."
    faces = []
    for side, die in (("attacker", combat.attack_die), ("defender", combat.defence_die)):
        if die.faces != (1, 2, 3, 4, 5, 6):
            faces.append(f"The faces of the {side}'s dice: {', '.join(map(str, die.faces))}.")
    return (dice, *faces, *_bonuses(combat), sorting, losing)


def _bonuses(combat: RankedDice) -> list[str]:
    sentences = []
    for side, bonus in (("attacker", combat.attack_bonus), ("defender", combat.defence_bonus)):
        of_each = (("highest die", bonus.highest), ("lowest die", bonus.lowest))
        parts = [f"{amount:+} to the {which}" for which, amount in of_each if amount]
        parts += [f"{bonus.every:+} to every die"] if bonus.every else []
        if parts:
            cap = ", within the numbers on the die" if bonus.capped else ""
            sentences.append(f"Then the {side} adds {' and '.join(parts)}{cap}.")
    return sentences


def _coloured(battle: Battle, combat: ColouredDice) -> tuple[str, ...]:
    sentences = [
        "Every army rolls one die, chosen by its size at every roll.",
        *_charts(battle),
    ]
    sentences += [
        f"The faces of the {combat.die(tier).name} die:"
        f" {', '.join(map(str, combat.die(tier).faces))}."
        for tier in range(_strongest(battle, combat) + 1)
    ]
    match combat.casualties:
        case CasualtyRule.LOWEST:
            cost = "the rank of the lowest die of this roll"
        case CasualtyRule.HIGHEST:
            cost = "the rank of the highest die of this roll"
        case CasualtyRule.OWN:
            cost = "the rank of the loser's own die"
        case CasualtyRule.FIXED:
            cost = f"always {combat.fixed_casualties}"
    ranks = ", ".join(
        f"{combat.die(tier).name} {combat.ranks[tier]}"
        for tier in range(_strongest(battle, combat) + 1)
    )
    sentences.append(f"What a lost comparison costs in armies: {cost} (ranks: {ranks}).")
    sentences.append(_who_loses(battle, combat))
    return tuple(sentences)


def _charts(battle: Battle) -> list[str]:
    by_role = {role_of(battle, place): ladder for place, ladder in enumerate(ladders(battle))}
    texts = {
        role: ", ".join(f"from {size} {name}" for size, name in ladder)
        for role, ladder in by_role.items()
    }
    if len(set(texts.values())) == 1:
        return [f"Its die: {texts[Role.ATTACKER]}."]
    return [f"The {role}'s die: {text}." for role, text in texts.items()]


def _strongest(battle: Battle, combat: ColouredDice) -> int:
    return max(
        combat.tier(size, role_of(battle, place)) for place, size in enumerate(battle.armies)
    )


def _who_loses(battle: Battle, combat: ColouredDice) -> str:
    if battle.kind is BattleKind.BORDER_CLASH:
        return "The lower roll loses. Equal rolls do nothing and are rolled again."
    if battle.kind is BattleKind.SPOILS_OF_WAR:
        if combat.spoils_reading is SpoilsReading.TOP_ROLL:
            return (
                "The players that show the highest roll are safe; every army of the others loses"
                " once for each of their dice that beats it."
            )
        return "Every army is compared with every army of every other player; the lower roll loses."
    ties = f"Equal dice: {_TIES[combat.ties]}."
    if len(battle.armies) == 2:
        return f"The lower roll loses. {ties}"
    if combat.mass_reading is MassReading.PROTECTED:
        return (
            "Each attacker's die is compared with the defender's; the defender loses once for each"
            " that wins, and the attackers lose, all of them, only if the defender beats them all."
            f" {ties}"
        )
    return f"Each attacker's die is compared with the defender's; each lower die loses. {ties}"
