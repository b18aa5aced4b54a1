"""Combat: one description of a roll, its exact distribution, and the battle made of rolls."""

from oddsapp.combat.battle import (
    Battle,
    BattleKind,
    State,
    attack,
    border_clash,
    mass_invasion,
    spoils_of_war,
)
from oddsapp.combat.round import Round
from oddsapp.combat.stop import StopRule

__all__ = [
    "Battle",
    "BattleKind",
    "Round",
    "State",
    "StopRule",
    "attack",
    "border_clash",
    "mass_invasion",
    "spoils_of_war",
]
