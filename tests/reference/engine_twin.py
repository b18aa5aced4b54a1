"""The turn of a small game, written down a second time: states as plain tuples, no engine.

Two or more players, no cards in hand at the start, one move along a path to fortify, the card
after it. Only what a few turns from such a position can meet is here: no trades, no setup.

A state is (phase, player, owners, armies, reserve, conquered, attack, hands, pile), where
``attack`` is (origin, target, dice) while something is rolled or moved in, and ``pile`` and
``hands`` are sets of card numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

State = tuple[Any, ...]

PLACE, ATTACK, ROLL, BATTLE = "place", "attack", "roll", "battle"
MOVE_IN, FORTIFY, DRAW, OVER = "move in", "fortify", "draw", "over"


class Twin:
    """A board of links and continents, and the moves of a game on it."""

    def __init__(
        self, links: list[tuple[int, int]], continents: list[tuple[int, list[int]]], players: int
    ) -> None:
        self.next_to: dict[int, set[int]] = defaultdict(set)
        for a, b in links:
            self.next_to[a].add(b)
            self.next_to[b].add(a)
        self.continents = continents
        self.players = players

    # -- what can be done ----------------------------------------------------------------

    def moves(self, state: State) -> list[State]:
        """Return where each single legal move leads, one entry for every move."""
        match state[0]:
            case "place":
                return list(self._placements(state))
            case "attack":
                return list(self._attacks(state))
            case "move in":
                return list(self._moves_in(state))
            case "fortify":
                return list(self._fortifications(state))
            case _:
                return []

    def _own(self, state: State) -> list[int]:
        return [n for n, owner in enumerate(state[2]) if owner == state[1]]

    def _placements(self, state: State) -> Iterator[State]:
        _, player, owners, armies, reserve, *rest = state
        for n in self._own(state):
            for count in range(1, reserve + 1):
                then = PLACE if reserve > count else ATTACK
                more = _plus(armies, {n: count})
                yield (then, player, owners, more, reserve - count, *rest)

    def _attacks(self, state: State) -> Iterator[State]:
        owners, armies = state[2:4]
        before, after = state[1:6], state[7:]
        for n in self._own(state):
            for m in sorted(self.next_to[n]):
                if owners[m] != state[1]:
                    for dice in range(1, min(3, armies[n] - 1) + 1):
                        yield (ROLL, *before, (n, m, dice), *after)
                    for keep in range(1, armies[n]):
                        yield (BATTLE, *before, (n, m, keep), *after)
        yield (FORTIFY, *state[1:])

    def _moves_in(self, state: State) -> Iterator[State]:
        _, player, owners, armies, _, _, (n, m, dice), *rest = state
        for count in range(dice, armies[n]):
            moved = _plus(armies, {n: -count, m: count})
            then = OVER if len(set(owners)) == 1 else ATTACK
            yield (then, player, owners, moved, 0, True, None, *rest)

    def _fortifications(self, state: State) -> Iterator[State]:
        armies = state[3]
        for n in self._own(state):
            for m in sorted(self._group(state[2], n) - {n}):
                for count in range(1, armies[n]):
                    moved = _plus(armies, {n: -count, m: count})
                    yield self._end((*state[:3], moved, *state[4:]))
        yield self._end(state)

    def _group(self, owners: tuple[int, ...], start: int) -> set[int]:
        group = {start}
        while True:
            grown = group | {
                m for n in group for m in self.next_to[n] if owners[m] == owners[start]
            }
            if grown == group:
                return group
            group = grown

    def _end(self, state: State) -> State:
        if state[5] and state[8]:
            return (DRAW, *state[1:])
        return self._next_turn(state)

    def _next_turn(self, state: State) -> State:
        _, player, owners, armies, _, _, _, hands, pile = state
        player = (player + 1) % self.players
        while player not in owners:
            player = (player + 1) % self.players
        due = max(3, owners.count(player) // 3)
        due += sum(
            bonus
            for bonus, territories in self.continents
            if all(owners[n] == player for n in territories)
        )
        return (PLACE, player, owners, armies, due, False, None, hands, pile)

    # -- what chance does ----------------------------------------------------------------

    def chances(self, state: State) -> dict[State, Fraction]:
        """Return what a roll, a battle or a draw leads to, equal results merged."""
        if state[0] == DRAW:
            return self._drawn(state)
        if state[0] == ROLL:
            return {
                self._settled(state, lost, killed): p
                for (lost, killed), p in self._roll(state, state[6][2]).items()
            }
        return self._fought(state)

    def _drawn(self, state: State) -> dict[State, Fraction]:
        hands, pile = state[7], state[8]
        results = {}
        for card in pile:
            more = tuple(
                hand | {card} if owner == state[1] else hand for owner, hand in enumerate(hands)
            )
            new = self._next_turn((*state[:7], more, pile - {card}))
            results[new] = Fraction(1, len(pile))
        return results

    def _roll(self, state: State, dice: int) -> dict[tuple[int, int], Fraction]:
        return _all_rolls(dice, min(2, state[3][state[6][1]]))

    def _settled(self, state: State, lost: int, killed: int) -> State:
        _, player, owners, armies, reserve, conquered, attack, hands, pile = state
        n, m, dice = attack
        left = _plus(armies, {n: -lost, m: -killed})
        if left[m]:
            return (ATTACK, player, owners, left, reserve, conquered, None, hands, pile)
        loser = owners[m]
        taken = tuple(player if place == m else owner for place, owner in enumerate(owners))
        if loser not in taken:
            won = hands[player] | hands[loser]
            hands = tuple(
                won if owner == player else frozenset() if owner == loser else hand
                for owner, hand in enumerate(hands)
            )
        return (MOVE_IN, player, taken, left, reserve, True, (n, m, dice), hands, pile)

    def _fought(self, state: State) -> dict[State, Fraction]:
        n, m, keep = state[6]
        results: dict[State, Fraction] = defaultdict(Fraction)
        dice = min(3, state[3][n] - 1)
        for (lost, killed), p in self._roll(state, dice).items():
            new = self._settled((*state[:6], (n, m, dice), *state[7:]), lost, killed)
            if new[0] == ATTACK and new[3][n] > keep:
                again = (BATTLE, *new[1:6], (n, m, keep), *new[7:])
                for end, q in self._fought(again).items():
                    results[end] += p * q
            else:
                results[new] += p
        return dict(results)

    # -- counting ------------------------------------------------------------------------

    def perft(self, state: State, depth: int) -> int:
        """Count the ways to make so many moves; every result of chance is one way."""
        if state[0] in (ROLL, BATTLE, DRAW):
            return sum(self.perft(new, depth) for new in self.chances(state))
        if not depth:
            return 1
        if state[0] == OVER:
            return 0
        return sum(self.perft(new, depth - 1) for new in self.moves(state))


@cache
def _all_rolls(dice: int, answer: int) -> dict[tuple[int, int], Fraction]:
    results: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for faces in product(range(1, 7), repeat=dice + answer):
        mine, theirs = sorted(faces[:dice])[::-1], sorted(faces[dice:])[::-1]
        pairs = list(zip(mine, theirs, strict=False))
        killed = sum(a > d for a, d in pairs)
        results[len(pairs) - killed, killed] += Fraction(1, 6 ** (dice + answer))
    return dict(results)


def _plus(armies: tuple[int, ...], changes: dict[int, int]) -> tuple[int, ...]:
    return tuple(count + changes.get(n, 0) for n, count in enumerate(armies))
