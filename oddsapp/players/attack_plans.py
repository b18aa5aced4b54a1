"""The battle plan of a bot that weighs exact odds: which forces go where, and how strong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.orders import AttackOrder, BattleOrder, SurgeOrder
from oddsapp.engine.state import GameState
from oddsapp.players.aims import own_capital, prizes
from oddsapp.players.evaluation import enemy_owners
from oddsapp.players.invasions import invasions_under
from oddsapp.players.worth import Gains, Weights

LEAST_WIN = 0.5
"""Less likely attacks are not ordered."""
SURE = 0.9
"""A force that wins so likely needs no more armies, and no other beside it."""
GUARD = 0.25
"""What part of the strongest neighbour's armies stays to guard a border."""
CAPITAL_GUARD = 1.0
"""The same for one's own capital."""
MOST_JOINED = 3
"""From how many territories one target is attacked at most."""
MOST_ORDERS = 12
LEAST_SURGE = 0.5
"""A surge has to be worth so much more than staying in the first territory."""


class Assault(NamedTuple):
    """Forces on one target, and what they are worth on average, in armies."""

    worth: float
    target: int
    forces: tuple[tuple[int, int], ...]


def breakers(view: GameState) -> set[int]:
    """Return who has broken a pact with a player before."""
    player = view.player
    pacts = [pact for pact in view.pacts if player in pact.players]
    return {other for pact in pacts for other in pact.broken_by if other != player}


def free_enemies(view: GameState) -> frozenset[int]:
    """Return whom a player attacks: not who has a pact with him, as long as there are others.

    Who broke one before gets no such respect.
    """
    player = view.player
    enemies = enemy_owners(view, player)
    bound = {
        other
        for pact in view.pacts
        if player in pact.players and pact.holds(view.round)
        for other in pact.players
    }
    others = enemies - (bound - breakers(view))
    return others if any(owner in others for owner in view.owners) else enemies


class AttackPlanner:
    """Plans the attacks of one view.

    Every target is weighed by itself: P(win) times what the territory is worth, plus the armies
    killed on average, less those lost. The best is ordered with as much as makes it sure, then
    the best of what is left; armies that no order needs go along where most is to be feared
    ahead.

    Parameters
    ----------
    view : GameState
    weights : Weights
    """

    def __init__(self, view: GameState, weights: Weights) -> None:
        self.view, self.enemies = view, free_enemies(view)
        self.rivals = enemy_owners(view, view.player) - {NEUTRAL}
        self.gains = Gains(view, weights)
        self.later = Gains(view.evolve(conquered=True), weights)
        self.prizes, self.capital = prizes(view), own_capital(view)
        self.invasions = invasions_under(view.game.rules)
        self._strongest: dict[int, tuple[tuple[int, int], tuple[int, int]]] = {}
        self.targets = [t for t, owner in enumerate(view.owners) if owner in self.enemies]

    # -- what an attack is worth -------------------------------------------------------------

    def guard(self, home: int, target: int) -> int:
        """Return how many armies stay at home when a target is attacked from there."""
        found = self._strongest.get(home)
        if found is None:
            found = self._strongest[home] = self._two_strongest(home)
        (first, place), (second, _) = found
        part = CAPITAL_GUARD if home == self.capital else GUARD
        return max(1, round(part * (second if place == target else first)))

    def _two_strongest(self, home: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the two largest forces that can come to a territory, and from where."""
        view = self.view
        forces = [
            (view.armies[other] - 1, other)
            for other in view.game.approaches[home]
            if view.owners[other] in self.rivals
        ]
        first, second, *_ = *sorted(forces, reverse=True), (0, -1), (0, -1)
        return first, second

    def value(self, target: int, gains: Gains) -> float:
        """Return what a territory is worth, the goal of the game included."""
        return gains.of(target) + self.prizes.get(target, 0.0)

    def assault(self, target: int, spare: dict[int, int], gains: Gains) -> Assault | None:
        """Return the best way to attack a target with the armies to spare, None for none."""
        view = self.view
        able = []
        for home in view.game.approaches[target]:
            most = spare.get(home, 0) + 1 - self.guard(home, target)
            if most > 0:
                able.append((most, home))
        able.sort(reverse=True)
        against, best = view.armies[target], None
        for joined in range(1, 1 + min(MOST_JOINED, len(able))):
            chosen = able[:joined]
            if joined == 1:
                force = self.invasions.enough(chosen[0][0], against, SURE)
                chosen = [(force, chosen[0][1])]
            forces = tuple(force for force, _ in chosen)
            win, lost, killed = self.invasions.of(forces, against)
            if win >= LEAST_WIN:
                worth = win * self.value(target, gains) + killed * gains.harm(target)
                worth -= lost * gains.own_army
                if best is None or worth > best.worth:
                    best = Assault(worth, target, tuple((home, force) for force, home in chosen))
            if win >= SURE:
                break
        return best

    def best(self, spare: dict[int, int], gains: Gains, taken: set[int]) -> Assault | None:
        """Return the best assault on what is not attacked yet, None if none is worth it."""
        best: Assault | None = None
        for target in self.targets:
            if target not in taken:
                found = self.assault(target, spare, gains)
                if found is not None and found.worth > 0 and (best is None or found > best):
                    best = found
        return best

    # -- the plan ----------------------------------------------------------------------------

    def spare(self) -> dict[int, int]:
        """Return what each own territory can send: all but one."""
        view = self.view
        return {home: view.armies[home] - 1 for home in view.territories(view.player)}

    def orders(self) -> list[BattleOrder]:
        """Return the orders of the plan, the most valuable first."""
        spare, taken = self.spare(), set[int]()
        sent: dict[tuple[int, int], int] = {}
        gains = self.gains
        while len(sent) < MOST_ORDERS:
            found = self.best(spare, gains, taken)
            if found is None:
                break
            taken.add(found.target)
            gains = self.later
            for home, force in found.forces:
                sent[home, found.target] = force
                spare[home] -= force
        self._follow(spare, sent, taken)
        surge = self._surge(sent, taken)
        names = self.view.game.names
        return [
            SurgeOrder(force, names[home], names[target], names[surge[2]])
            if surge is not None and surge[:2] == (home, target)
            else AttackOrder(force, names[home], names[target])
            for (home, target), force in sent.items()
        ]

    def _threat(self, territory: int, but: set[int]) -> int:
        view = self.view
        return sum(
            view.armies[other] - 1
            for other in view.game.approaches[territory]
            if view.owners[other] in self.rivals and other not in but
        )

    def _follow(
        self, spare: dict[int, int], sent: dict[tuple[int, int], int], taken: set[int]
    ) -> None:
        """Send what no order needs along with one, as far as more is to be feared there."""
        for home in {home for home, _ in sent}:
            left = spare[home]
            goals = [target for origin, target in sent if origin == home]
            ahead = max(goals, key=lambda target: self._threat(target, taken))
            danger, behind = self._threat(ahead, taken), self._threat(home, taken)
            if left > 0:
                share = danger / (danger + behind) if danger + behind else 0.5
                sent[home, ahead] += round(left * share)

    def _surge(
        self, sent: dict[tuple[int, int], int], taken: set[int]
    ) -> tuple[int, int, int] | None:
        """Return the order that is best made a surge, and where it goes on to (M-10)."""
        best, least = None, LEAST_SURGE
        targets = [target for _, target in sent]
        for (home, target), force in sent.items():
            if targets.count(target) > 1 or force < 3:
                continue
            ends = self.invasions.survivors(force, self.view.armies[target])
            for beyond in self.view.game.neighbours[target]:
                if self.view.owners[beyond] in self.enemies and beyond not in taken:
                    worth = self._worth_beyond(ends, beyond)
                    if worth > least:
                        best, least = (home, target, beyond), worth
        return best

    def _worth_beyond(self, ends: tuple[tuple[int, float], ...], beyond: int) -> float:
        """Return what the second battle of a surge is worth, over all ends of the first."""
        against, worth, taken = self.view.armies[beyond], 0.0, 0.0
        value, harm = self.value(beyond, self.later), self.later.harm(beyond)
        for left, chance in ends:
            if left > 1:
                win, lost, killed = self.invasions.of((left - 1,), against)
                taken += chance * win
                worth += chance * (win * value + killed * harm - lost * self.later.own_army)
        return worth if taken >= LEAST_WIN else 0.0


def posts(planner: AttackPlanner, reserve: int) -> Iterator[tuple[float, int]]:
    """Yield what the best attack from each border would be worth with so many more armies.

    Parameters
    ----------
    planner : AttackPlanner
    reserve : int
    """
    view, spare = planner.view, planner.spare()
    for home in spare:
        more = {**spare, home: spare[home] + reserve}
        best = None
        for target in view.game.neighbours[home]:
            if view.owners[target] in planner.enemies:
                found = planner.assault(target, more, planner.gains)
                if found is not None and (best is None or found.worth > best):
                    best = found.worth
        if best is not None:
            yield best, home
