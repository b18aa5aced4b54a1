"""Decisions inside a battle by plain recursion over every face of every die, in fractions.

Attackers are counted as the force. A state is worth the chance that the territory is taken
(goal "win") or attackers left minus defenders left (goal "margin").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from tests.reference.classic_twin import losses_of_roll

SIX = (1, 2, 3, 4, 5, 6)

Table = tuple[tuple[int, ...], tuple[int, ...]]
"""The attacker's faces and the defender's, each high to low."""


def end(force: int, defenders: int, goal: str) -> Fraction:
    """The worth of a battle that is over."""
    if goal == "margin":
        return Fraction(force - defenders)
    return Fraction(force > 0)


def _falling(faces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))


@cache
def tables(attack_dice: int, defence_dice: int) -> dict[Table, int]:
    """Every way the dice can lie, and of how many rolls it comes."""
    return Counter(
        (_falling(mine), _falling(theirs))
        for mine in product(SIX, repeat=attack_dice)
        for theirs in product(SIX, repeat=defence_dice)
    )


@cache
def with_numbers(
    force: int, defenders: int, attack_dice: int, defence_dice: int, when: str, goal: str
) -> Fraction:
    """The worth of rolling these numbers of dice now and playing on as well as possible."""
    total = Fraction(0)
    for (mine, theirs), ways in tables(attack_dice, defence_dice).items():
        lost, killed = losses_of_roll(mine, theirs)
        total += ways * dice_game(force - lost, defenders - killed, when, goal)
    return total * Fraction(1, 6 ** (attack_dice + defence_dice))


@cache
def dice_game(force: int, defenders: int, when: str, goal: str) -> Fraction:
    """The worth of a state when both choose their number of dice as well as possible.

    ``when`` is "at_once", "attacker_first" or "after_roll". At once must have a pair of
    numbers from which neither side gains by moving alone; a game without one is an error.
    """
    if not force or not defenders:
        return end(force, defenders, goal)
    mine, theirs = range(1, min(3, force) + 1), range(1, min(2, defenders) + 1)
    if when == "after_roll":
        return max(_seen(force, defenders, dice, goal) for dice in mine)
    worth = {(m, n): with_numbers(force, defenders, m, n, when, goal) for m in mine for n in theirs}
    attacker_first = max(min(worth[m, n] for n in theirs) for m in mine)
    if when == "at_once":
        defender_first = min(max(worth[m, n] for m in mine) for n in theirs)
        if attacker_first != defender_first:
            raise ValueError(f"the numbers must be mixed at {force} v {defenders}")
    return attacker_first


@cache
def _seen(force: int, defenders: int, attack_dice: int, goal: str) -> Fraction:
    """The worth of rolling that many dice openly, before the defender chooses."""
    total = Fraction(0)
    for faces, ways in Counter(map(_falling, product(SIX, repeat=attack_dice))).items():
        answers = answers_to(force, defenders, faces, goal)
        total += ways * min(answers.values())
    return total * Fraction(1, 6**attack_dice)


def answers_to(
    force: int, defenders: int, faces: tuple[int, ...], goal: str
) -> dict[int, Fraction]:
    """What each number of dice leads to when the attacker shows these faces."""
    answers = {}
    for dice in range(1, min(2, defenders) + 1):
        total = Fraction(0)
        for theirs in product(SIX, repeat=dice):
            lost, killed = losses_of_roll(faces, theirs)
            total += dice_game(force - lost, defenders - killed, "after_roll", goal)
        answers[dice] = total / 6**dice
    return answers


class Expert:
    """The card that re-rolls a die and the commander, with full dice on both sides.

    ``reroll`` is "own" or "any", ``limit`` "roll", "territory" or "card"; ``policy`` is
    "best", or "soon": what is best for this roll if the battle went on without, and of
    equally good things what leaves most.
    """

    def __init__(self, reroll: str, limit: str, goal: str, policy: str) -> None:
        self.reroll, self.limit, self.goal, self.policy = reroll, limit, goal, policy
        self._known: dict[tuple[int, int, int, bool], Fraction] = {}
        # Many rolls become the same faces.
        self._lying, self._again = cache(self._lie), cache(self._roll_again)
        self._without_card = cache(self._leave_card)

    def worth(self, force: int, defenders: int, cards: int, commander: bool) -> Fraction:
        """The worth of a state before the roll. ``cards`` counts the re-rolls left."""
        if not force or not defenders:
            return end(force, defenders, self.goal)
        state = force, defenders, cards, commander
        if state not in self._known:
            self._known[state] = self.with_dice((min(3, force), min(2, defenders)), *state)
        return self._known[state]

    def with_dice(
        self, dice: tuple[int, int], force: int, defenders: int, cards: int, commander: bool
    ) -> Fraction:
        """The worth of rolling these numbers of dice now, and full dice after that."""
        total = Fraction(0)
        for table, ways in tables(*dice).items():
            total += ways * self._lying(table, force, defenders, cards, commander)[1]
        return total * Fraction(1, 6 ** sum(dice))

    def _lie(
        self, table: Table, force: int, defenders: int, cards: int, commander: bool
    ) -> tuple[Fraction, Fraction]:
        """What faces on the table are judged by, and their worth, with all still to use."""
        options = [self._without_card(table, force, defenders, cards, commander)]
        if cards:
            left = cards if self.limit == "roll" else cards - 1
            options += [
                self._again(kept, own, force, defenders, left, commander)
                for kept, own in self._rolled_again(table)
            ]
            if commander and self.policy == "best":
                # The other order, which knows less: turn a die to 6, then roll one again.
                options += [
                    self._lying((turned, table[1]), force, defenders, cards, False)
                    for turned in _turned(table[0])
                ]
        return max(options)

    def _rolled_again(self, table: Table) -> set[tuple[Table, bool]]:
        """For each die that may be rolled again, the other faces, and if it is the attacker's."""
        mine, theirs = table
        kept = {((rest, theirs), True) for rest in _all_but_one(mine)}
        if self.reroll == "any":
            kept |= {((mine, rest), False) for rest in _all_but_one(theirs)}
        return kept

    def _roll_again(
        self, kept: Table, own: bool, force: int, defenders: int, left: int, commander: bool
    ) -> tuple[Fraction, Fraction]:
        """The mean of the six tables that come of one more die."""
        mine, theirs = kept
        changed = [
            (_falling((*mine, new)), theirs) if own else (mine, _falling((*theirs, new)))
            for new in SIX
        ]
        courses = [self._without_card(new, force, defenders, left, commander) for new in changed]
        return (
            sum((judged for judged, _ in courses), Fraction(0)) / 6,
            sum((worth for _, worth in courses), Fraction(0)) / 6,
        )

    def _leave_card(
        self, table: Table, force: int, defenders: int, cards: int, commander: bool
    ) -> tuple[Fraction, Fraction]:
        mine, theirs = table
        options = [self._after(mine, theirs, force, defenders, cards, commander)]
        if commander:
            options += [
                self._after(turned, theirs, force, defenders, cards, commander=False)
                for turned in _turned(mine)
            ]
        return max(options)

    def _after(
        self,
        mine: tuple[int, ...],
        theirs: tuple[int, ...],
        force: int,
        defenders: int,
        cards: int,
        commander: bool,
    ) -> tuple[Fraction, Fraction]:
        lost, killed = _losses(mine, theirs)
        worth = self.worth(force - lost, defenders - killed, cards, commander)
        if self.policy == "best":
            return worth, worth
        return self.worth(force - lost, defenders - killed, 0, False), worth


@cache
def _losses(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, int]:
    return losses_of_roll(mine, theirs)


@cache
def _turned(mine: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The attacker's faces after each way to use the commander."""
    return [_falling([*mine[:place], 6, *mine[place + 1 :]]) for place in range(len(mine))]


@cache
def _all_but_one(faces: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """The faces that stay when one of the dice is taken up, for each of the dice."""
    return frozenset((*faces[:place], *faces[place + 1 :]) for place in range(len(faces)))
