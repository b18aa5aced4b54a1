"""Balanced blitz: how RISK: Global Domination bends the odds of a battle fought at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from oddsapp.errors import InvalidInput

_DATA = Path(__file__).parents[1] / "data" / "blitz.json"


@dataclass(frozen=True, kw_only=True)
class Balance:
    """The constants of a balanced blitz, as one version of the game was published with them.

    Parameters
    ----------
    version : str
        The game and its version, for every figure to name.
    win_cutoff : float
        A side that wins with at most this probability never wins.
    win_power : float
        What the chances of both sides are raised to.
    outcome_cutoff : float
        How much probability is cut from each end of the line of outcomes.
    outcome_power : float
        What each outcome is raised to, within its side.

    Examples
    --------
    >>> find_balance("3.3")
    Balance(version='RISK: Global Domination 3.3', win_cutoff=0.05, win_power=1.3, \
outcome_cutoff=0.1, outcome_power=1.8)
    """

    version: str
    win_cutoff: float
    win_power: float
    outcome_cutoff: float
    outcome_power: float

    def __post_init__(self) -> None:
        for cutoff in (self.win_cutoff, self.outcome_cutoff):
            if not 0 <= cutoff < 0.5:
                raise InvalidInput(f"a cutoff lies between 0 and a half, not at {cutoff!r}")
        for power in (self.win_power, self.outcome_power):
            if not 0 < power <= 100:
                raise InvalidInput(f"a power of a balance lies between 0 and 100, not at {power!r}")


def find_balance(version: Any) -> Balance:
    """Return the balance that a version of the game was published with.

    Raises
    ------
    InvalidInput
        If that of no such version is known; the message lists those that are.
    """
    balances = _balances()
    try:
        return balances[version]
    except (KeyError, TypeError):
        raise InvalidInput(
            f"no balance of version {version!r} is known; there is that of {', '.join(balances)}"
        ) from None


@cache
def _balances() -> dict[str, Balance]:
    import json

    data = json.loads(_DATA.read_text(encoding="utf-8"))
    return {
        version: Balance(version=f"{data['game']} {version}", **constants)
        for version, constants in data["versions"].items()
    }
