"""Threshold charts: which die an army of a given size rolls (rules M-2 and M-3)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from oddsapp.arguments import named, whole_number
from oddsapp.errors import InvalidInput
from oddsapp.rules.options import Role

_DATA = Path(__file__).parent.parent / "data" / "threshold_charts.json"


@dataclass(frozen=True)
class ThresholdChart:
    """The smallest army that rolls each die, dice from weak to strong.

    Parameters
    ----------
    name : str
    attacker, defender : tuple of int or None
        One entry per die: the smallest army that rolls it, ``None`` if none does. The
        first is 1, the others grow.

    Raises
    ------
    InvalidInput
        If an entry is out of order.

    Examples
    --------
    >>> chart = find_thresholds("manual")
    >>> [chart.tier(size, Role.ATTACKER) for size in (3, 4, 19)]
    [0, 1, 4]
    """

    name: str
    attacker: tuple[int | None, ...]
    defender: tuple[int | None, ...]

    def __post_init__(self) -> None:
        for role in ("attacker", "defender"):
            object.__setattr__(self, role, tuple(getattr(self, role)))
        if len(self.attacker) != len(self.defender):
            raise InvalidInput(
                f"the threshold chart {self.name!r} needs as many entries for the attacker"
                f" ({len(self.attacker)}) as for the defender ({len(self.defender)})"
            )
        for role in Role:
            sizes = self.starts(role)
            if not sizes or sizes[0] != 1 or any(a >= b for a, b in pairwise(sizes)):
                raise InvalidInput(
                    f"the {role} thresholds of the chart {self.name!r} must start at 1 and grow"
                )

    @cached_property
    def _starts(self) -> dict[Role, tuple[int, ...]]:
        return {Role.ATTACKER: self._used(self.attacker), Role.DEFENDER: self._used(self.defender)}

    def _used(self, entries: tuple[int | None, ...]) -> tuple[int, ...]:
        used = [entry for entry in entries if entry is not None]
        if any(entry is not None for entry in entries[len(used) :]):
            raise InvalidInput(
                f"in the chart {self.name!r} a die that is never rolled must be the strongest"
            )
        return tuple(
            whole_number(entry, f"each threshold of the chart {self.name!r}", least=1)
            for entry in used
        )

    @property
    def tiers(self) -> int:
        """How many dice the chart speaks of."""
        return len(self.attacker)

    def starts(self, role: Role) -> tuple[int, ...]:
        """Return the smallest army of each die that is rolled at all, weak to strong."""
        return self._starts[role]

    def tier(self, size: int, role: Role) -> int:
        """Return the place, from 0, of the die that an army of ``size`` rolls."""
        return bisect_right(self._starts[role], size) - 1


@cache
def _charts() -> dict[str, ThresholdChart]:
    import json

    data = json.loads(_DATA.read_text(encoding="utf-8"))
    return {
        name: ThresholdChart(name, tuple(chart["attacker"]), tuple(chart["defender"]))
        for name, chart in data["charts"].items()
    }


def threshold_names() -> list[str]:
    """Return the names that `find_thresholds` knows."""
    return list(_charts())


def find_thresholds(name: str) -> ThresholdChart:
    """Return the threshold chart called ``name``.

    Parameters
    ----------
    name : str
        For instance ``"board"`` or ``"manual"``.

    Raises
    ------
    InvalidInput
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> find_thresholds("board").attacker
    (1, 6, 11, 19, 31)
    """
    return named(name, _charts(), "threshold chart")
