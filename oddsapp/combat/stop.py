"""Stop rules: when the attacker calls a battle off (C-5). In RISK II nobody may (M-9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, kw_only=True)
class StopRule:
    """When to stop: the first of several conditions that is met. Forces throughout.

    Parameters
    ----------
    at : int, optional
        Stop after a roll that leaves the force at or below this line. Rolls are with full
        dice, so the force may end below it.
    reserve : int
        So many never take part: dice are those of the force without them, and the battle
        stops when only they are left. Never below this line, then.
    odds : Fraction, optional
        Stop as soon as the odds of winning the unrestricted battle from here fall under it.
    rolls : int, optional
        Stop after so many rolls.

    Raises
    ------
    InvalidInput
        If a number is out of its range.
    """

    at: int | None = None
    reserve: int = 0
    odds: Fraction | None = None
    rolls: int | None = None

    def __post_init__(self) -> None:
        if self.at is not None:
            whole_number(self.at, "the line to stop at", least=0)
        whole_number(self.reserve, "the reserve", least=0)
        if self.rolls is not None:
            whole_number(self.rolls, "the number of rolls to stop after", least=0)
        if self.odds is not None and not 0 <= self.odds <= 1:
            raise InvalidInput(
                f"the odds to stop under must lie between 0 and 1, which {self.odds} do not"
            )

    @property
    def is_empty(self) -> bool:
        """Whether the battle is fought to the end."""
        return self == StopRule()
