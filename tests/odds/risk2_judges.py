"""How the battles of RISK II are judged: by the slow twins, and by the general chain."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsapp.combat import State
from oddsapp.dice import DiceSet, Die
from oddsapp.odds.outcome import Outcome
from oddsapp.rules import ColouredDice, Ruleset, ThresholdChart, find_ruleset
from tests.reference import risk2_twin as twin
from tests.reference.risk2_dice_twin import Options

RISK2 = find_ruleset("risk2")

Ends = dict[State, Fraction]


def _own_dice(name: str, faces: list[list[int]], starts: tuple[int, ...]) -> Ruleset:
    dice = tuple(Die(numbers, f"{name} {place}") for place, numbers in enumerate(faces))
    return RISK2.replace(
        dice_set=DiceSet(name, dice),
        thresholds=ThresholdChart(name, starts, starts),
        ranks=tuple(range(1, len(faces) + 1)),
    )


VARIANTS = {
    "risk2": RISK2,
    "manual": find_ruleset("risk2_manual"),
    "shipped game": find_ruleset("risk2_shipped_game"),
    "ties to nobody": RISK2.replace(ties="nobody"),
    "ties to the defender": RISK2.replace(ties="defender"),
    "highest": RISK2.replace(casualties="highest"),
    "own": RISK2.replace(casualties="own"),
    "own, ties to nobody": RISK2.replace(casualties="own", ties="nobody"),
    "fixed 3": RISK2.replace(casualties="fixed", fixed_casualties=3),
    "fixed 40": RISK2.replace(casualties="fixed", fixed_casualties=40),
    "ranks that jump": RISK2.replace(ranks=(1, 1, 4, 2, 9)),
    "ranks that fall": RISK2.replace(ranks=(5, 4, 3, 2, 1)),
    "ranks that fall, highest": RISK2.replace(ranks=(3, 1, 2, 2, 1), casualties="highest"),
    "two tiers": _own_dice("coins", [[0, 1], [0, 1, 1]], (1, 4)),
    "three tiers": _own_dice(
        "polyhedra", [[1, 2, 3, 4], [*range(1, 7)], [*range(1, 9)]], (1, 3, 8)
    ),
    "six tiers": _own_dice("ladder", [[-1, n, 4] for n in range(6)], (1, 2, 3, 5, 8, 12)),
}
"""Rulesets that differ in everything that a battle depends on."""


def twin_options(rules: Ruleset) -> Options:
    """Say a ruleset in the words of the twin."""
    combat = rules.combat
    assert isinstance(combat, ColouredDice)
    return {
        "faces": tuple(die.faces for die in combat.dice_set),
        "ranks": combat.ranks,
        "attacker_thresholds": combat.thresholds.attacker,
        "defender_thresholds": combat.thresholds.defender,
        "casualties": str(combat.casualties),
        "fixed": combat.fixed_casualties,
        "ties": str(combat.ties),
    }


def twin_mass(forces: list[int], defenders: int, rules: Ruleset) -> Ends:
    """All ends of an invasion, by the twin."""
    combat = rules.combat
    assert isinstance(combat, ColouredDice)
    ends = twin.mass(forces, defenders, reading=str(combat.mass_reading), **twin_options(rules))
    return {(*left, last): chance for (left, last), chance in ends.items()}


def twin_clash(first: int, second: int, rules: Ruleset) -> Ends:
    """All ends of a border clash, by the twin."""
    ends = twin.clash(first, second, **twin_options(rules))
    return {(*state,): chance for state, chance in ends.items()}


def twin_spoils(players: list[list[int]], rules: Ruleset) -> Ends:
    """All ends of the spoils of war, by the twin."""
    combat = rules.combat
    assert isinstance(combat, ColouredDice)
    ends = twin.spoils(players, reading=str(combat.spoils_reading), **twin_options(rules))
    return {tuple(n for hand in left for n in hand): chance for left, chance in ends.items()}


def chain_ends(outcome: Outcome) -> Ends:
    """All ends by the general second solver, with no lumping of armies that look alike."""
    ends = outcome.chain.absorption_probabilities(outcome.battle.armies, exact=True)
    return {state: chance for state, chance in ends.items() if chance}


def exact_ends(outcome: Outcome) -> Ends:
    """All ends by the solver that the package chose."""
    assert outcome.exact
    ends = dict(outcome.items())
    assert all(isinstance(chance, Fraction) for chance in ends.values())
    assert sum(ends.values()) == 1
    return ends


def marginal(ends: Ends, place: int) -> Ends:
    """What one army has left: its size, as a state of one army, with its chance."""
    sizes: Ends = {}
    for state, chance in ends.items():
        sizes[(state[place],)] = sizes.get((state[place],), Fraction(0)) + chance
    return sizes


def worst_relative_error(outcome: Outcome, exact: Outcome) -> float:
    """The largest relative error in any end state whose chance is a full float."""
    ends: dict[State, Any] = dict(outcome.items())
    known = {s: p for s, p in exact.items() if p > Fraction(1, 10**300)}
    return max(float(abs(Fraction(ends[state]) - p) / p) for state, p in known.items())
