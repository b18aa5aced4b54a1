"""Published answers that are wrong, and the mistakes that lead to them.

Part of the study `analysis.published`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import oddsapp
from analysis.published_data import both, fought, last_digit, read

DICE = oddsapp.RankedDice()
ROLLS = ((2, 2), (3, 2))
"""The rolls that Tan printed, attack and defence dice."""

# --- Tan's error -----------------------------------------------------------------------


def tan_rolls() -> Iterator[tuple[Any, ...]]:
    """Yield the chances of a roll: Tan's, the right ones, and those of independent pairs."""
    printed = read("tan1997_error")["tan_round_values"]
    for dice in ROLLS:
        name = "{}v{}".format(*dice)
        right = fought(*dice, rolls=1)
        apart = oddsapp.independent_pairs(DICE, dice)
        for lost, value in zip((2, 1, 0), printed[f"{name} (def loses 2,1,0)"], strict=True):
            share = right.pmf((dice[0] - 2 + lost, dice[1] - lost))
            yield name, lost, value, share, float(apart[2 - lost, lost])


def tan_pairs() -> Iterator[tuple[Any, ...]]:
    """Yield what each pair wins, and what Tan's chances say of it if the first is right.

    With p and q the chances of the two pairs, taken as independent, he has p q for two and
    (1 - p)(1 - q) for none, and so p + q = 1 + the first less the second.
    """
    printed = read("tan1997_error")["tan_round_values"]
    for dice in ROLLS:
        name = "{}v{}".format(*dice)
        both, _, none = printed[f"{name} (def loses 2,1,0)"]
        first, second = (
            oddsapp.pair_chances(DICE, dice, rank)[oddsapp.Winner.ATTACKER] for rank in range(2)
        )
        yield name, "highest", float(first), float(first)
        yield name, "second", float(second), 1 + both - none - float(first)


def tan_battles() -> Iterator[tuple[Any, ...]]:
    """Yield P(win) of n against n: right, with independent pairs, by Tan's table."""
    for size in (3, 5, 10, 20, 50):
        found = oddsapp.diagnose("0.5", force=size, defenders=size)
        wins = {mistake.name: float(mistake.win) for mistake in found.checked}
        yield size, float(found.right), wins["independent_pairs"], wins["tan_1997_table"]


# --- reported faults ------------------------------------------------------------------


def reported_faults(most: int) -> Iterator[tuple[Any, ...]]:
    """Yield each wrong answer, the right one, and the known mistake that leads to it."""
    faults = {fault["id"]: fault["wrong"] for fault in read("reported_faults")}
    for key, answered in faults["H1"].items():
        yield _fault("H1", answered, *both(key), most)
    for name, key in (("3v2 both", "3v2"), ("2v2 both", "2v2")):
        dice = both(key)
        mistaken = float(oddsapp.independent_pairs(DICE, dice)[0, 2])
        right = fought(*dice, rolls=1).pmf((dice[0], 0))
        yield "H2", f"one roll {name}", faults["H2"][name], right, "independent_pairs", mistaken
    shown = Fraction(faults["H2"]["battle 3v2 shown"].rstrip("%")) / 100
    yield _fault("H2", float(shown), 3, 2, most)
    for key, answered in faults["H3"].items():
        yield _fault("H3", answered, *both(key), most)
    for key, answered in faults["H4"].items():
        armies, row = key.split("v")
        defenders = json.loads(row)
        if len(defenders) == 1:
            yield _fault("H4", answered, int(armies) - 1, defenders[0], most)
        else:
            right = oddsapp.campaign(int(armies), defenders).win
            yield "H4", f"{armies} armies v {defenders}", answered, right, None, None
    right = oddsapp.armies_needed(50, 0.05).force
    yield "H5", "fewest for 5 % v 50", faults["H5"]["answer"], right, None, None
    for key, answered in faults["H5"]["usable for P>=0.8"].items():
        right = oddsapp.armies_needed(int(key), 0.8).force
        yield "H5", f"fewest for 80 % v {key}", answered, right, None, None
    odds = fought(5, 5)
    left = odds.attackers_left.mean(), odds.expected_attackers_left_if_won
    yield "H6", "attackers left of 5 v 5, all battles", None, left[0], None, None
    yield "H6", "attackers left of 5 v 5, battles won", None, left[1], None, None


def _fault(name: str, answered: float, force: int, defenders: int, most: int) -> tuple[Any, ...]:
    """Return a wrong P(win) beside the mistakes that lead to it."""
    case, right = f"P(win) {force} v {defenders}", fought(force, defenders).win
    if max(force, defenders) > most:
        return name, case, answered, right, None, None
    slack = max(last_digit(answered), 1e-11)
    checked = oddsapp.diagnose("0.5", force=force, defenders=defenders).checked
    fitting = [mistake for mistake in checked if abs(float(mistake.win) - answered) <= slack]
    if not fitting:
        return name, case, answered, right, None, None
    names = " or ".join(mistake.name for mistake in fitting)
    return name, case, answered, right, names, float(fitting[0].win)
