"""The textbook way to the odds of a classic battle: a table of all states in plain Python.

What most calculators do, and what the solver of the package is compared with. It imports
nothing of the package, so the comparison is one of answers too.
"""

from __future__ import annotations

from itertools import product

Table = list[list[float]]
Move = tuple[int, int, float]
"""(armies lost by the attacker, by the defender, probability)."""


def roll(attack_dice: int, defence_dice: int) -> list[Move]:
    """Return what one roll costs, by throwing every combination of dice.

    Examples
    --------
    >>> [(a, d, round(6**5 * p)) for a, d, p in roll(3, 2)]
    [(0, 2, 2890), (1, 1, 2611), (2, 0, 2275)]
    """
    faces = range(1, 7)
    counts: dict[tuple[int, int], int] = {}
    for throw in product(faces, repeat=attack_dice + defence_dice):
        attack = sorted(throw[:attack_dice], reverse=True)
        defence = sorted(throw[attack_dice:], reverse=True)
        pairs = list(zip(attack, defence, strict=False))
        wins = sum(a > d for a, d in pairs)
        losses = len(pairs) - wins, wins
        counts[losses] = counts.get(losses, 0) + 1
    total = 6 ** (attack_dice + defence_dice)
    return [(a, d, count / total) for (a, d), count in sorted(counts.items())]


ROLLS = {(a, d): roll(a, d) for a in (1, 2, 3) for d in (1, 2)}
"""The moves for each number of dice: part of the book, so not timed."""


def visit_probabilities(force: int, defenders: int) -> Table:
    """Return the probability that a battle passes through each state, ``[attackers][defenders]``.

    Examples
    --------
    >>> table = visit_probabilities(1, 1)
    >>> round(table[1][0], 4), round(table[0][1], 4)
    (0.4167, 0.5833)
    """
    table = [[0.0] * (defenders + 1) for _ in range(force + 1)]
    table[force][defenders] = 1.0
    for attackers in range(force, 0, -1):
        short = defenders
        if attackers >= 3:
            _roll_full_dice(table, attackers, defenders)
            short = min(defenders, 1)
        for defending in range(short, 0, -1):
            probability = table[attackers][defending]
            for lost, won, chance in ROLLS[min(attackers, 3), min(defending, 2)]:
                table[attackers - lost][defending - won] += probability * chance
    return table


def _roll_full_dice(table: Table, attackers: int, defenders: int) -> None:
    """Roll 3 dice against 2 in all states of one row.

    Written out, as somebody would who wants the table fast: the yardstick is a good one.
    """
    here, one_less, two_less = table[attackers], table[attackers - 1], table[attackers - 2]
    (_, _, both_won), (_, _, one_each), (_, _, both_lost) = ROLLS[3, 2]
    for defending in range(defenders, 1, -1):
        probability = here[defending]
        if probability:  # with full dice every second state is never met
            here[defending - 2] += probability * both_won
            one_less[defending - 1] += probability * one_each
            two_less[defending] += probability * both_lost


def end_probabilities(force: int, defenders: int) -> dict[tuple[int, int], float]:
    """Return the probability of each end state, (attackers left, defenders left)."""
    table = visit_probabilities(force, defenders)
    ends = {(attackers, 0): table[attackers][0] for attackers in range(1, force + 1)}
    return ends | {(0, left): table[0][left] for left in range(1, defenders + 1)}
