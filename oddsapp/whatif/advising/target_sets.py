"""What a turn could be after: sets of enemy territories, each joined to one's own by a way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import GameState
from oddsapp.players.evaluation import enemy_owners, holder
from oddsapp.rules import Goal as GameGoal
from oddsapp.whatif.goals import Goal, GoalKind

MOST_SETS = 6
"""The most sets of targets that are looked at where the goal names none."""

MOST_WAYS = 3
"""From how many own territories a way to a single territory is looked for."""

Targets = tuple[int, ...]
"""Enemy territories by number, in the order of the board."""


def target_sets(state: GameState, goal: Goal) -> list[Targets]:
    """Return what to take for a goal, the most promising first.

    Parameters
    ----------
    state : GameState
        With the armies to place still in reserve.
    goal : Goal
        To take a territory, the cheapest ways there from different own territories; to take a
        continent, all of it that is missing. Otherwise the continents, weak players, capitals
        and broken continents that the armies at hand could be enough for.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.goals import parse_goal
    >>> state = example_position().state
    >>> found = target_sets(state, parse_goal("take Egypt"))
    >>> len(found), [state.game.names[place] for place in found[0]]
    (3, ['Egypt', 'North Africa'])
    """
    board = _Map(state)
    if goal.kind is GoalKind.TAKE:
        wanted = board.missing(goal.territories(state.game))
        found = board.ways(wanted[0]) if len(wanted) == 1 else [board.joined(wanted)]
        return _distinct(found)
    return board.within_reach()


class _Map:
    """The board as its player sees it: what can be taken, and what the way there costs."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.enemies = enemy_owners(state, state.player)
        self.own = state.territories(state.player)
        self.reserve = state.reserves[state.player]
        self._forward = state.game.neighbours

    def missing(self, places: Iterable[int]) -> Targets:
        """Return which of these can and must be taken; none if one belongs to a team mate."""
        owners, me = self.state.owners, self.state.player
        wanted = tuple(place for place in places if owners[place] != me)
        return wanted if all(owners[place] in self.enemies for place in wanted) else ()

    def _cheapest(
        self, origins: Iterable[int], through: Iterable[int] = ()
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Return what it costs to get everywhere, and from where each territory is entered.

        A territory costs its armies and the one that stays; what is in `through` is taken
        anyway. Armies where the way begins count for it, so that it begins at large stacks.
        """
        armies, owners = self.state.armies, self.state.owners
        free, origins = set(through), list(origins)
        most = max((armies[place] for place in origins), default=0)
        cost = {place: most - armies[place] for place in origins}
        before: dict[int, int] = {}
        heap = [(spent, place) for place, spent in cost.items()]
        heap.sort()
        while heap:
            spent, place = heappop(heap)
            if spent > cost[place]:
                continue
            for other in self._forward[place]:
                if owners[other] not in self.enemies:
                    continue
                after = spent + (0 if other in free else armies[other] + 1)
                if after < cost.get(other, after + 1):
                    cost[other], before[other] = after, place
                    heappush(heap, (after, other))
        return cost, before

    def _path(self, before: dict[int, int], target: int) -> set[int]:
        path = set()
        while target in before:
            path.add(target)
            target = before[target]
        return path

    def ways(self, target: int) -> list[Targets]:
        """Return the cheapest way to a territory from each of several own ones, cheapest first."""
        found = []
        for origin in self.own:
            cost, before = self._cheapest([origin])
            if target in cost:
                price = cost[target] - self.state.armies[origin]
                found.append((price, origin, self._path(before, target)))
        found.sort(key=lambda way: way[:2])
        return _distinct(tuple(sorted(path)) for _, _, path in found)[:MOST_WAYS]

    def joined(self, wanted: Iterable[int]) -> Targets:
        """Return these territories with the cheapest ways that join them to one's own.

        Nothing if there is no way at all.
        """
        targets = set(wanted)
        while apart := targets - self._reached(targets):
            cost, before = self._cheapest(self.own, targets)
            there = sorted((cost[place], place) for place in apart if place in cost)
            if not there:
                return ()
            targets |= self._path(before, there[0][1])
        return tuple(sorted(targets))

    def _reached(self, targets: set[int]) -> set[int]:
        reached: set[int] = set()
        frontier = list(self.own)
        while frontier:
            new = targets.intersection(self._forward[frontier.pop()]) - reached
            reached |= new
            frontier += sorted(new)
        return reached

    # -- where no place is named ---------------------------------------------------------

    def within_reach(self) -> list[Targets]:
        """Return what the armies at hand could be enough for, the best price first."""
        sets: dict[Targets, float] = {}
        for worth, places in self._aims():
            targets = self.joined(self.missing(places))
            if targets and self._is_affordable(targets):
                price = sum(self.state.armies[place] + 1 for place in targets)
                sets[targets] = max(sets.get(targets, 0.0), worth / price)
        return sorted(sets, key=lambda targets: (-sets[targets], targets))[:MOST_SETS]

    def _cheapest_of(self, places: Iterable[int]) -> Targets:
        cost, _ = self._cheapest(self.own)
        there = sorted((cost[place], place) for place in places if place in cost)
        return (there[0][1],) if there else ()

    def _is_affordable(self, targets: Targets) -> bool:
        """Tell whether there are at least as many armies beside it as defend it."""
        state, wanted = self.state, set(targets)
        near = [place for place in self.own if wanted.intersection(self._forward[place])]
        force = self.reserve + sum(state.armies[place] - 1 for place in near)
        return force >= sum(state.armies[place] for place in targets)

    def _aims(self) -> Iterator[tuple[float, Iterable[int]]]:
        """Yield what could be worth taking, with what it is worth about, in armies."""
        state = self.state
        game, me = state.game, state.player
        for number, (bonus, members) in enumerate(game.continents):
            held = holder(state, number)
            if held != me:
                yield 2.0 * bonus + len(members), members
            if held is not None and held >= 0 and held in self.enemies:
                yield 1.0 * bonus + 1, self._cheapest_of(members)  # to take any is to break it
        for other in state.living:
            if other in self.enemies and other != NEUTRAL:
                yield 6.0 + 2 * len(state.hands[other]), state.territories(other)
        if game.rules.victory.goal is GameGoal.CAPITALS:
            for capital in state.capitals:
                if capital >= 0 and state.owners[capital] in self.enemies:
                    yield 20.0, (capital,)


def _distinct(found: Iterable[Targets]) -> list[Targets]:
    return [targets for targets in dict.fromkeys(found) if targets]
