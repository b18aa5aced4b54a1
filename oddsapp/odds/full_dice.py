"""What odds with full dice on both sides refuse: rules by which somebody decides at a roll.

Apart from `oddsapp.odds.limits`, so that a plain battle imports no fractions.
"""

from __future__ import annotations

from oddsapp.errors import InvalidInput
from oddsapp.rules import CardReroll, Combat, DefenceTiming, RankedDice


def check_no_decisions(combat: Combat) -> None:
    """Refuse rules by which somebody decides at a roll, where both are to roll full dice.

    Raises
    ------
    InvalidInput
        With what to ask instead.
    """
    if not isinstance(combat, RankedDice):
        return
    if combat.commander or combat.card_reroll is not CardReroll.OFF:
        raise InvalidInput(
            "these odds know no cards (C-7) and no commander (C-8): ask what those are worth"
            " (expert_odds), or leave card_reroll and commander out of the rules"
        )
    if combat.defence_timing is DefenceTiming.AFTER_ROLL:
        raise InvalidInput(
            "these odds are with full dice on both sides, and a defender who sees the roll does"
            " better: ask how many dice to roll (dice_choice), or leave defence_timing=after_roll"
            " out of the rules"
        )
