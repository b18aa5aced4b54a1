"""The rules of a battle as sentences, for explanations."""

from __future__ import annotations

from oddsapp.combat import Battle, BattleKind
from oddsapp.odds.in_play import ladders, role_of
from oddsapp.rules import (
    ColouredDice,
    MassReading,
    RankedDice,
    Role,
    SpoilsReading,
)
from oddsapp.rules.combat_words import casualties_in_words, ranked_in_words, ties_in_words


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
        return (*(clause.sentence for clause in ranked_in_words(combat)), last)
    return (*_coloured(battle, combat), last)


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
    ranks = ", ".join(
        f"{combat.die(tier).name} {combat.ranks[tier]}"
        for tier in range(_strongest(battle, combat) + 1)
    )
    sentences.append(
        f"What a lost comparison costs in armies: {casualties_in_words(combat)} (ranks: {ranks})."
    )
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
    ties = f"Equal dice: {ties_in_words(combat.ties)}."
    if len(battle.armies) == 2:
        return f"The lower roll loses. {ties}"
    if combat.mass_reading is MassReading.PROTECTED:
        return (
            "Each attacker's die is compared with the defender's; the defender loses once for each"
            " that wins, and the attackers lose, all of them, only if the defender beats them all."
            f" {ties}"
        )
    return f"Each attacker's die is compared with the defender's; each lower die loses. {ties}"
