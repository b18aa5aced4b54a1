"""The battles of RISK II (rules M-5 to M-9), by trying every face of every die.

Battles take the rules by keyword, the fields of `Rules`. They are followed army by
army: no two armies are ever thrown together, even if they look alike. Nobody
retreats, and an army with nothing left rolls no more. Dice are named by their place
from weak to strong: 0 White, 1 Yellow, 2 Green, 3 Red, 4 Black.

Can a battle end with nobody left? No. In a mass invasion, under both readings, the
defender loses only in a roll that some attacker wins, and that attacker loses nothing
in it; if all attackers fall in one roll, none of them won. In spoils of war, under
both readings, nothing beats the highest roll on the table, so its army stays whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Unpack

from tests.reference.risk2_dice_twin import BOARD, Options, Rules, casualties_of, die_of, every_roll
from tests.reference.walk import walk

MassState = tuple[tuple[int, ...], int]
"""Armies left in each attacking force, armies left of the defender."""

MassLosses = tuple[tuple[int, ...], int]
"""Armies that each attacking force loses, armies that the defender loses."""

Table = tuple[tuple[int, ...], ...]
"""For each player the armies left in each of that player's forces."""


# Invasion and mass invasion (M-5, M-6)


def mass_losses(
    attack_roll: Sequence[int],
    attack_dice: Sequence[int],
    defence_roll: int,
    defence_die: int,
    reading: str = "protected",
    rules: Rules = BOARD,
) -> MassLosses:
    """What each attacking army and the defender lose when these faces are rolled.

    Each attacker's die meets the defender's. Every attacker that wins costs the
    defender the casualties. Attackers lose theirs

    - protected: all of them, if the defender's die beats every one of theirs, and
      none otherwise. So where ties go to nobody, one attacker who ties the defender
      saves all the others from losses;
    - individual: each one that lost its own comparison, whatever the others did.
    """
    if rules.ties not in ("attacker", "defender", "nobody"):
        raise ValueError(f"ties go to attacker, defender or nobody, not {rules.ties!r}")
    wins = [
        roll > defence_roll or (roll == defence_roll and rules.ties == "attacker")
        for roll in attack_roll
    ]
    loses = [
        roll < defence_roll or (roll == defence_roll and rules.ties == "defender")
        for roll in attack_roll
    ]
    if reading == "protected":
        loses = [all(loses)] * len(loses)
    elif reading != "individual":
        raise ValueError(f"reading is protected or individual, not {reading!r}")
    dice = [*attack_dice, defence_die]
    attackers_lose = tuple(
        casualties_of(die, dice, rules) if lost else 0
        for die, lost in zip(attack_dice, loses, strict=True)
    )
    return attackers_lose, sum(wins) * casualties_of(defence_die, dice, rules)


@cache
def _round_mass(
    attack_dice: tuple[int, ...], defence_die: int, reading: str, rules: Rules
) -> dict[MassLosses, Fraction]:
    chances: dict[MassLosses, Fraction] = {}
    for roll, chance in every_roll([*attack_dice, defence_die], rules.faces):
        losses = mass_losses(roll[:-1], attack_dice, roll[-1], defence_die, reading, rules)
        chances[losses] = chances.get(losses, Fraction(0)) + chance
    return chances


def round_losses_mass(
    attacker_tiers: Sequence[int],
    defender_tier: int,
    *,
    reading: str = "protected",
    **options: Unpack[Options],
) -> dict[MassLosses, Fraction]:
    """Chance of each pair of losses in one roll, before looking who has that many."""
    rules = Rules(**options)
    return dict(_round_mass(tuple(attacker_tiers), defender_tier, reading, rules))


def _after_mass(state: MassState, reading: str, rules: Rules) -> dict[MassState, Fraction] | None:
    forces, defenders = state
    alive = [place for place, force in enumerate(forces) if force > 0]
    if not alive or defenders == 0:
        return None
    attack_dice = tuple(die_of(forces[i], rules.attacker_thresholds) for i in alive)
    defence_die = die_of(defenders, rules.defender_thresholds)
    after: dict[MassState, Fraction] = {}
    for (attackers_lose, defender_loses), chance in _round_mass(
        attack_dice, defence_die, reading, rules
    ).items():
        left = list(forces)
        for place, lost in zip(alive, attackers_lose, strict=True):
            left[place] = max(0, left[place] - lost)
        new = tuple(left), max(0, defenders - defender_loses)
        after[new] = after.get(new, Fraction(0)) + chance
    return after


def _play_mass(
    forces: Sequence[int], defenders: int, reading: str, rules: Rules
) -> tuple[dict[MassState, Fraction], Fraction]:
    start: MassState = (tuple(forces), defenders)
    return walk(
        start,
        lambda state: _after_mass(state, reading, rules),
        lambda state: sum(state[0]) + state[1],
    )


def mass(
    forces: Sequence[int],
    defenders: int,
    *,
    reading: str = "protected",
    **options: Unpack[Options],
) -> dict[MassState, Fraction]:
    """Chance of each end (each force's armies left, defenders left)."""
    return _play_mass(forces, defenders, reading, Rules(**options))[0]


def expected_rolls_mass(
    forces: Sequence[int],
    defenders: int,
    *,
    reading: str = "protected",
    **options: Unpack[Options],
) -> Fraction:
    """Expected number of rolls; those that change nothing count too."""
    return _play_mass(forces, defenders, reading, Rules(**options))[1]


# Border clash (M-7)


def _after_clash(state: tuple[int, int], rules: Rules) -> dict[tuple[int, int], Fraction] | None:
    """Both roll as attackers, the lower die loses, a tie does nothing."""
    if 0 in state:
        return None
    a, b = state
    dice = [die_of(a, rules.attacker_thresholds), die_of(b, rules.attacker_thresholds)]
    after: dict[tuple[int, int], Fraction] = {}
    for (a_roll, b_roll), chance in every_roll(dice, rules.faces):
        new = state
        if a_roll > b_roll:
            new = a, max(0, b - casualties_of(dice[1], dice, rules))
        if a_roll < b_roll:
            new = max(0, a - casualties_of(dice[0], dice, rules)), b
        after[new] = after.get(new, Fraction(0)) + chance
    return after


def clash(a: int, b: int, **options: Unpack[Options]) -> dict[tuple[int, int], Fraction]:
    """Chance of each end (armies left of one side, of the other)."""
    rules = Rules(**options)
    return walk((a, b), lambda state: _after_clash(state, rules), sum)[0]


def expected_rolls_clash(a: int, b: int, **options: Unpack[Options]) -> Fraction:
    """Expected number of rolls; ties, which are rolled again, count too."""
    rules = Rules(**options)
    return walk((a, b), lambda state: _after_clash(state, rules), sum)[1]


# Spoils of war (M-8)


def spoils_losses(
    rolls: Sequence[int],
    owners: Sequence[int],
    dice: Sequence[int],
    reading: str = "top_roll",
    rules: Rules = BOARD,
) -> tuple[int, ...]:
    """What each army loses when these faces are rolled; one entry per army that rolls.

    - top_roll: the players who show the highest roll on the table are safe with all
      their armies. Every army of the others loses the casualties once for each die of
      a safe player that beats it (not only for the dice that show the highest roll).
    - pairwise: every army meets every army of every other player; the lower of two
      loses the casualties, equal dice do nothing.
    """
    top = max(rolls)
    safe = {owner for owner, roll in zip(owners, rolls, strict=True) if roll == top}
    losses = []
    for owner, roll, die in zip(owners, rolls, dice, strict=True):
        if reading == "top_roll":
            enemies = safe if owner not in safe else set()
        elif reading == "pairwise":
            enemies = set(owners) - {owner}
        else:
            raise ValueError(f"reading is top_roll or pairwise, not {reading!r}")
        beaten_by = sum(
            other in enemies and other_roll > roll
            for other, other_roll in zip(owners, rolls, strict=True)
        )
        losses.append(beaten_by * casualties_of(die, dice, rules))
    return tuple(losses)


@cache
def _round_spoils(
    owners: tuple[int, ...], dice: tuple[int, ...], reading: str, rules: Rules
) -> dict[tuple[int, ...], Fraction]:
    chances: dict[tuple[int, ...], Fraction] = {}
    for roll, chance in every_roll(dice, rules.faces):
        losses = spoils_losses(roll, owners, dice, reading, rules)
        chances[losses] = chances.get(losses, Fraction(0)) + chance
    return chances


def _after_spoils(state: Table, reading: str, rules: Rules) -> dict[Table, Fraction] | None:
    alive = [
        (player, place)
        for player, armies in enumerate(state)
        for place, army in enumerate(armies)
        if army > 0
    ]
    owners = tuple(player for player, _ in alive)
    if len(set(owners)) <= 1:
        return None
    dice = tuple(die_of(state[player][place], rules.attacker_thresholds) for player, place in alive)
    after: dict[Table, Fraction] = {}
    for losses, chance in _round_spoils(owners, dice, reading, rules).items():
        left = [list(armies) for armies in state]
        for (player, place), lost in zip(alive, losses, strict=True):
            left[player][place] = max(0, left[player][place] - lost)
        new = tuple(tuple(armies) for armies in left)
        after[new] = after.get(new, Fraction(0)) + chance
    return after


def _play_spoils(
    players: Sequence[Sequence[int]], reading: str, rules: Rules
) -> tuple[dict[Table, Fraction], Fraction]:
    start: Table = tuple(tuple(armies) for armies in players)
    return walk(
        start,
        lambda state: _after_spoils(state, reading, rules),
        lambda state: sum(sum(armies) for armies in state),
    )


def spoils(
    players: Sequence[Sequence[int]],
    *,
    reading: str = "top_roll",
    **options: Unpack[Options],
) -> dict[Table, Fraction]:
    """Chance of each end: for each player the armies left in each force."""
    return _play_spoils(players, reading, Rules(**options))[0]


def expected_rolls_spoils(
    players: Sequence[Sequence[int]],
    *,
    reading: str = "top_roll",
    **options: Unpack[Options],
) -> Fraction:
    """Expected number of rolls; those that change nothing count too."""
    return _play_spoils(players, reading, Rules(**options))[1]
