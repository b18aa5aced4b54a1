"""Bonuses: what is added to dice after they are rolled, as scars and house rules have it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput

_MOST = 1000
_UNCAPPED = "uncapped"
_FORMS = (
    "a bonus is written highest+1, lowest-1 or all+1, several with commas, with ,uncapped if a"
    " die may pass its own faces; or bunker, fortification, ammunition_shortage"
)


@dataclass(frozen=True, kw_only=True)
class Bonus:
    """What is added to the dice of one side, before they are sorted again and compared.

    Parameters
    ----------
    highest, lowest, every : int
        What is added to the highest die, to the lowest, to all. A single die is the highest
        and the lowest of its side at once.
    capped : bool
        Whether a die stays within the numbers that are printed on it: 6 + 1 is 6 then.

    Raises
    ------
    InvalidInput
        If a number is no whole number or too large, or ``capped`` is neither True nor False.

    Examples
    --------
    >>> Bonus.parse("highest+1") == Bonus.parse("bunker") == Bonus(highest=1)
    True
    >>> str(Bonus(highest=1, every=-1, capped=False))
    'highest+1,all-1,uncapped'
    >>> Bonus(highest=1) + Bonus(every=1)
    Bonus(highest=1, lowest=0, every=1, capped=True)
    """

    highest: int = 0
    lowest: int = 0
    every: int = 0
    capped: bool = True

    def __post_init__(self) -> None:
        for key in ("highest", "lowest", "every"):
            number = whole_number(getattr(self, key), "a bonus", least=-_MOST, most=_MOST)
            object.__setattr__(self, key, number)
        if not isinstance(self.capped, bool):
            raise InvalidInput(f"a bonus is capped or not, True or False, not {self.capped!r}")

    @classmethod
    def parse(cls, text: Any) -> Self:
        """Read a bonus as it is written, by its parts or by its names.

        Raises
        ------
        InvalidInput
            If a part is no bonus, or stands there twice; the message says how one is written.
        """
        if not isinstance(text, str):
            raise InvalidInput(f"{_FORMS}; not {text!r}")
        values: dict[str, int] = {}
        parts = [part.strip().lower().replace("−", "-") for part in text.split(",")]
        if len(set(parts)) < len(parts):
            raise InvalidInput(f"the same bonus stands twice in {text!r}")
        for part in parts:
            if part == _UNCAPPED and len(parts) > 1:
                continue
            for key, amount in _amounts(part, text).items():
                values[key] = values.get(key, 0) + amount
        return cls(**values, capped=_UNCAPPED not in parts)

    def __bool__(self) -> bool:
        return bool(self.highest or self.lowest or self.every)

    def __str__(self) -> str:
        amounts = (("highest", self.highest), ("lowest", self.lowest), ("all", self.every))
        parts = [f"{word}{amount:+}" for word, amount in amounts if amount] or ["all+0"]
        return ",".join(parts if self.capped else [*parts, _UNCAPPED])

    def __add__(self, other: Bonus) -> Bonus:
        """Return both together: a bunker that is fortified, for instance."""
        return Bonus(
            highest=self.highest + other.highest,
            lowest=self.lowest + other.lowest,
            every=self.every + other.every,
            capped=self.capped and other.capped,
        )


NO_BONUS = Bonus()

NAMED_BONUSES = {
    "bunker": Bonus(highest=1),
    "fortification": Bonus(every=1),
    "ammunition_shortage": Bonus(highest=-1),
}
"""Bonuses with a name, each for the defender's dice.

Risk Legacy (Hasbro, 2011) has them: a bunker adds 1 to the defender's highest die, a
fortification adds 1 to both, an ammunition shortage takes 1 from the highest. No die passes
6 or 1, and the dice are sorted again before they are compared.
"""


def _amounts(part: str, text: str) -> dict[str, int]:
    named = NAMED_BONUSES.get(part.replace(" ", "_").replace("-", "_"))
    if named is not None:
        amounts = {rule.name: getattr(named, rule.name) for rule in fields(named)}
        return {key: amount for key, amount in amounts.items() if key != "capped" and amount}
    for word, key in (("highest", "highest"), ("lowest", "lowest"), ("all", "every")):
        amount = part.removeprefix(word)
        if amount != part and amount[:1] in ("+", "-") and amount[1:].isdecimal():
            # More digits than any bonus has would take long to read.
            return {key: int(amount[:6])}
    raise InvalidInput(f"{_FORMS}; not {text[:40]!r}")
