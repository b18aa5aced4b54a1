"""P(n v n) of many rules at once: the dynamic programme of `wins`, each state a row of rules.

A state of all rules together is one array, so that numpy does the work. The rules differ in
faces and ties, which move chances, and in thresholds, which move dice and casualties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from oddsapp.combat.roll import Winner, casualties, comparison
from oddsapp.combat.round import NEVER_ENDS, ranked_round
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.variants import Variant
from oddsapp.rules import ColouredDice, RankedDice, Ties

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.float64]
    Whole = NDArray[np.int64]


def even_odds_of(
    combat: ColouredDice | RankedDice, variants: Sequence[Variant], most: int
) -> Table:
    """Return P(n v n) for n from 1 to ``most`` for each of these variants of a combat.

    Returns
    -------
    array of shape (variants, most)
        Not a number where a battle can come to a point from which it never ends.
    """
    if isinstance(combat, ColouredDice):
        return _Coloured(combat, variants, most).even()
    return _ranked(combat, variants, most)


def odds_beside_even(combat: ColouredDice, variants: Sequence[Variant], most: int) -> Table:
    """Return P(n v n), P(n + 1 v n) and P(n v n + 1), for n from 1 to ``most``.

    Returns
    -------
    array of shape (3, variants, most)
    """
    import numpy as np

    wins = _Coloured(combat, variants, most + 1).wins()
    n = np.arange(1, most + 1)
    return np.stack([wins[n, n].T, wins[n + 1, n].T, wins[n, n + 1].T])


class _Coloured:
    """One die per army: who wins is one comparison."""

    def __init__(self, combat: ColouredDice, variants: Sequence[Variant], most: int) -> None:
        import numpy as np

        self._most, self._many = most, len(variants)
        self._tiers = len(combat.dice_set)
        self._won = self._chances(variants)
        charts = [variant.charts for variant in variants]
        sizes = np.arange(most + 1)
        self._attack, self._defence = (
            np.array([_tiers_of(chart[side], sizes) for chart in charts if chart]).T
            for side in (0, 1)
        )
        costs = np.array(
            [
                [
                    casualties(
                        combat.casualties,
                        combat.fixed_casualties,
                        (combat.ranks[mine], combat.ranks[other]),
                    )
                    for other in range(self._tiers)
                ]
                for mine in range(self._tiers)
            ]
        )
        self._lost, self._hit = costs[:, :, 0], costs[:, :, 1]

    def _chances(self, variants: Sequence[Variant]) -> Table:
        """Return P(the attacker wins a roll that somebody wins): (tier, tier, variant)."""
        import numpy as np

        values = sorted({face for variant in variants for die in variant.faces for face in die})
        column = {value: n for n, value in enumerate(values)}
        shown = np.zeros((self._many, self._tiers, len(values)))
        for row, variant in enumerate(variants):
            for die, faces in enumerate(variant.faces):
                for face in faces:
                    shown[row, die, column[face]] += 1
        chances = np.empty((self._many, self._tiers, self._tiers))
        ties = np.array([variant.ties.value for variant in variants])
        for rule in Ties:
            mine = ties == rule.value
            if not mine.any():
                continue
            here = shown[mine]
            won, lost = (
                here @ _winning(values, rule, winner) @ here.transpose(0, 2, 1)
                for winner in (Winner.ATTACKER, Winner.DEFENDER)
            )
            with np.errstate(invalid="ignore"):
                chances[mine] = won / (won + lost)
        return np.ascontiguousarray(chances.transpose(1, 2, 0))

    def even(self) -> Table:
        """Return P(n v n) of each variant."""
        import numpy as np

        n = np.arange(1, self._most + 1)
        return self.wins()[n, n].T

    def wins(self) -> Table:
        """Return P(win): (attackers, defenders, variant)."""
        import numpy as np

        most, here = self._most, np.arange(self._many)
        wins = np.zeros((most + 1, most + 1, self._many))
        wins[1:, 0] = 1.0
        mine, other = self._attack, self._defence
        alike = [(row == row[0]).all() for row in mine], [(row == row[0]).all() for row in other]
        flat_won = self._won.reshape(-1, self._many)
        for a in range(1, most + 1):
            for d in range(1, most + 1):
                if alike[0][a] and alike[1][d]:
                    dice = int(mine[a, 0]), int(other[d, 0])
                    won = self._won[dice]
                    hit, lost = int(self._hit[dice]), int(self._lost[dice])
                    win = wins[a, max(0, d - hit)]
                    lose = wins[max(0, a - lost), d]
                else:
                    both = mine[a], other[d]
                    won = flat_won[mine[a] * self._tiers + other[d], here]
                    win = wins[a, np.maximum(0, d - self._hit[both]), here]
                    lose = wins[np.maximum(0, a - self._lost[both]), d, here]
                wins[a, d] = lose + won * (win - lose)
        return wins


def _tiers_of(entries: tuple[int | None, ...], sizes: Whole) -> Whole:
    import numpy as np

    starts = [entry for entry in entries if entry is not None]
    return np.maximum(0, np.searchsorted(starts, sizes, side="right") - 1)


def _winning(values: Sequence[int], ties: Ties, winner: Winner) -> Table:
    """Return 1 where that side wins, the attacker's face in rows."""
    import numpy as np

    return np.array([[float(comparison(a, d, ties) is winner) for d in values] for a in values])


def _ranked(combat: RankedDice, variants: Sequence[Variant], most: int) -> Table:
    """Several dice a side: the outcomes of a roll are the same, their chances are not."""
    import numpy as np

    many = len(variants)
    chances: dict[tuple[int, int], dict[tuple[int, ...], Any]] = {}
    for row, variant in enumerate(variants):
        attack, defence = (Die(faces, str(faces)) for faces in variant.faces)
        rules = replace(combat, attack_die=attack, defence_die=defence, ties=variant.ties)
        for a in range(1, combat.attack_dice + 1):
            for d in range(1, combat.defence_dice + 1):
                # Not kept: of thousands of rules each is asked once.
                outcomes = ranked_round.__wrapped__(rules, a, d).outcomes
                moving = sum(weight for losses, weight in outcomes if any(losses))
                for losses, weight in outcomes:
                    if any(losses):
                        known = chances.setdefault((a, d), {})
                        known.setdefault(losses, np.zeros(many))[row] = weight / moving
    wins = np.zeros((most + 1, most + 1, many))
    wins[1:, 0] = 1.0
    for a in range(1, most + 1):
        for d in range(1, most + 1):
            dice = min(a, combat.attack_dice), min(d, combat.defence_dice)
            if dice not in chances:
                raise InvalidInput(NEVER_ENDS)
            for losses, chance in chances[dice].items():
                wins[a, d] += chance * wins[max(0, a - losses[0]), max(0, d - losses[1])]
    n = np.arange(1, most + 1)
    return np.asarray(wins[n, n].T)


__all__ = ["even_odds_of", "odds_beside_even"]
