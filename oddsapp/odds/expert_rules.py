"""Which rules have cards and a commander to solve (C-7, C-8); what else is refused."""

from __future__ import annotations

from math import comb

from oddsapp.arguments import whole_number
from oddsapp.combat.round import AT_ONCE
from oddsapp.errors import InvalidInput
from oddsapp.rules import CardReroll, DefenceTiming, RankedDice, Ruleset, Ties

MOST_CARDS = 2
"""The cards that fit one attack: of the territory attacked, and of that attacked from."""

MOST_TABLES = 20_000
"""The most pairs of throws at one roll."""


def expert_dice(rules: Ruleset, cards: int) -> RankedDice:
    """Refuse what the rules do not know."""
    combat = rules.combat
    if not isinstance(combat, RankedDice) or combat.round_table is not None:
        raise InvalidInput(
            f"the rules {rules} show no dice that could be re-rolled or turned: cards and"
            " commander belong to classic battles"
        )
    if combat.balance is not None:
        raise InvalidInput(AT_ONCE)
    if combat.defence_timing is DefenceTiming.AFTER_ROLL:
        raise InvalidInput(
            "cards and commander are solved with full dice on both sides: let the defender"
            " choose at_once or after the attacker announces, not after the roll"
        )
    if combat.ties is Ties.NOBODY:
        raise InvalidInput(
            "cards and commander are solved where every roll costs somebody an army;"
            " let ties go to the attacker or the defender"
        )
    whole_number(cards, "the number of cards", least=0)
    if cards > MOST_CARDS:
        raise InvalidInput(
            f"at most {MOST_CARDS} cards fit one attack, not {cards}: that of the territory"
            " attacked and that of the one attacked from"
        )
    if cards and combat.card_reroll is CardReroll.OFF:
        raise InvalidInput(
            f"under the rules {rules} no card lets a die be rolled again; card_reroll=own and"
            " card_reroll=any do (C-7)"
        )
    tables = comb(len(combat.attack_die.counts) + combat.attack_dice - 1, combat.attack_dice)
    tables *= comb(len(combat.defence_die.counts) + combat.defence_dice - 1, combat.defence_dice)
    if tables > MOST_TABLES:
        raise InvalidInput(
            f"these dice can lie in {tables:,} ways; the limit for cards and commander is"
            f" {MOST_TABLES:,}"
        )
    return combat
