"""Where new armies defend best: over borders, or in depth along an attacker's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from math import comb
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds.plain import plain_number
from oddsapp.odds.planning.defence import Siege, check_steps, defenders_left
from oddsapp.odds.planning.problem import MOST_ARMIES, Graph
from oddsapp.odds.solve import battle
from oddsapp.rules import Ruleset, as_ruleset
from oddsapp.wording import percent

MOST_SPREADS = 10_000
"""The most ways to spread armies that are all tried."""

Armies = tuple[int, ...]


class Holding(StrEnum):
    """What a spread makes as likely as it can."""

    ALL = "all"
    """That no territory falls."""
    LAST = "last"
    """That the last territory on the attacker's way does not fall."""


@dataclass(frozen=True)
class Spread:
    """Where armies are placed, and what they hold.

    Parameters
    ----------
    armies : mapping of str to int
        The armies of every territory, the new ones included.
    new : mapping of str to int
        The new ones.
    goal : Holding
    hold : float or Fraction
        P(all hold), or P(the last holds).
    before : float or Fraction
        The same without the new armies.
    optimal : bool
        Whether no other spread is better; otherwise moving no single army helps.
    rules : Ruleset
    """

    armies: Mapping[str, int]
    new: Mapping[str, int]
    goal: Holding
    hold: Any
    before: Any
    optimal: bool
    rules: Ruleset

    @property
    def text(self) -> str:
        """The spread in words."""
        placed = ", ".join(f"{count} on {name}" for name, count in self.new.items() if count)
        return (
            f"Place {placed or 'nothing'}: {percent(self.hold)} {self.what},"
            f" instead of {percent(self.before)}. {self.verdict}"
        )

    @property
    def what(self) -> str:
        """What the chance is of."""
        return "all hold" if self.goal is Holding.ALL else f"{list(self.armies)[-1]} holds"

    @property
    def verdict(self) -> str:
        """How good the spread is among all spreads, as a sentence."""
        if self.optimal:
            return "No other spread is better."
        return "No move of a single army makes it better; not all spreads were tried."

    def to_dict(self) -> dict[str, Any]:
        """Return the spread as plain values for JSON; fractions as text, never rounded."""
        return {
            "rules": str(self.rules),
            "goal": str(self.goal),
            "armies": dict(self.armies),
            "new": dict(self.new),
            "hold": plain_number(self.hold),
            "before": plain_number(self.before),
            "optimal": self.optimal,
        }


def spread_over_borders(
    board: Graph,
    armies: Mapping[str, int],
    enemies: int | Mapping[str, int],
    new: int,
    *,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> Spread:
    """Return where new armies make it most likely that all territories hold.

    The attack is that of `oddsapp.defend`: every neighbour once, to the end, in the worst
    order.

    Parameters
    ----------
    board, armies, enemies, rules, exact
        As for `oddsapp.defend`.
    new : int
        How many armies to place.

    Raises
    ------
    InvalidInput
        If the defence or the number makes no sense.

    Notes
    -----
    If no stack can choose between territories, P(all hold) is a product of one factor per
    territory, and its largest value follows from territory to territory (dynamic programming
    over the armies left to place). Otherwise all spreads are tried, up to `MOST_SPREADS`, or
    single armies are moved until no move helps.

    Examples
    --------
    >>> import oddsapp
    >>> board = {"East": ["A"], "West": ["B"], "A": [], "B": []}
    >>> spread = oddsapp.spread_over_borders(board, {"A": 1, "B": 1}, {"East": 9, "West": 4}, 6)
    >>> spread.new, round(spread.hold, 4), spread.optimal
    ({'A': 4, 'B': 2}, 0.0962, True)
    """
    whole_number(new, "the number of new armies", least=0, most=MOST_ARMIES)
    siege = Siege(board, armies, enemies, as_ruleset(rules), exact=exact)
    base = tuple(siege.armies.values())

    def value(standing: Armies) -> Any:
        return siege.worst(standing)[0]

    optimal = True
    # Where nobody can attack, armies are of no use: only the others count, if there are any.
    fronts = [place for place, mask in enumerate(siege.beside) if mask] or [0]
    times = _tries(len(fronts), new) if siege.shared else 1
    check_steps(siege.steps(tuple(count + new for count in base), times=times), exact=exact)
    if not siege.shared:
        best = _level(_best_product(siege, base, new), fronts, sum(base) + new)
    else:

        def along_fronts(standing: Armies) -> Armies:
            all_armies = list(base)
            for place, count in zip(fronts, standing, strict=True):
                all_armies[place] = count
            return tuple(all_armies)

        at_fronts = tuple(base[place] for place in fronts)
        standing, optimal = _best_spread(lambda s: value(along_fronts(s)), at_fronts, new)
        best = along_fronts(standing)
    hold = value(best), value(base)
    return _spread(siege.armies, best, Holding.ALL, hold, optimal, siege.rules)


def spread_in_depth(
    way: Mapping[str, int],
    attackers: int,
    new: int,
    *,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> Spread:
    """Return where new armies along an attacker's way make it most likely that the last holds.

    The attacker comes along the way, takes one territory after the other, leaves one army in
    each and moves all others on.

    Parameters
    ----------
    way : mapping of str to int
        The territories in the order in which they are attacked, with the armies there now.
    attackers : int
        The armies on the territory that the attack comes from; one of them stays.
    new : int
        How many armies to place.
    rules : str or Ruleset
    exact : bool

    Raises
    ------
    InvalidInput
        If the numbers make no defence.

    Examples
    --------
    >>> import oddsapp
    >>> spread = oddsapp.spread_in_depth({"Siam": 1, "Indonesia": 1}, 12, 6)
    >>> spread.new, spread.optimal
    ({'Siam': 1, 'Indonesia': 5}, True)
    """
    if not way:
        raise InvalidInput("a defence in depth needs at least one territory on the way")
    for name, count in way.items():
        whole_number(count, f"the number of armies in {name}", least=1, most=MOST_ARMIES)
    whole_number(attackers, "the number of attacking armies", least=2, most=MOST_ARMIES)
    whole_number(new, "the number of new armies", least=0, most=MOST_ARMIES)
    ruleset = as_ruleset(rules)
    check_steps(_steps_in_depth(way, attackers, new, exact=exact), exact=exact)

    @cache
    def arriving(taken: Armies) -> tuple[Any, tuple[Any, ...]]:
        """P(stopped before), and P(0, 1, … armies stand on the last territory taken)."""
        if not taken:
            return 0, (*(0 for _ in range(attackers)), 1)
        stopped, armies = arriving(taken[:-1])
        after: list[Any] = [0] * len(armies)
        for count, chance in enumerate(armies):
            if count == 1:
                stopped += chance
            elif chance:
                held = defenders_left(count - 1, taken[-1], ruleset, exact)
                stopped += chance * sum(held)
                for left, p in _conquests(count - 1, taken[-1], ruleset, exact):
                    after[left] += chance * p
        return stopped, tuple(after)

    def value(standing: Armies) -> Any:
        # Summed over where the attack stops, so that a small chance is right as well.
        return arriving(standing)[0]

    base = tuple(way.values())
    best, optimal = _best_spread(value, base, new)
    return _spread(way, best, Holding.LAST, (value(best), value(base)), optimal, ruleset)


@lru_cache(maxsize=65536)
def _conquests(
    force: int,
    defenders: int,
    rules: Ruleset,
    exact: bool,
) -> tuple[tuple[int, Any], ...]:
    """Return how many of a force take a territory, with the chances."""
    outcome = battle(force=force, defenders=defenders, rules=rules, exact=exact)
    return tuple((left, p) for left, p in outcome.attackers_left.items() if left)


def _steps_in_depth(way: Mapping[str, int], attackers: int, new: int, *, exact: bool) -> int:
    """Return how many steps it takes to find the best spread in depth."""
    deepest = max(way.values())
    # Every try follows all the attackers who may arrive to all that may become of them.
    steps = _tries(len(way), new) * attackers * (attackers + deepest + new) // 6
    if exact:
        battles = attackers if len(way) > 1 else 1
        steps += battles * attackers * (new + 1) * (2 * deepest + new) // 4
    return steps


def _spread(
    armies: Mapping[str, int],
    best: Armies,
    goal: Holding,
    hold: tuple[Any, Any],
    optimal: bool,
    rules: Ruleset,
) -> Spread:
    after = dict(zip(armies, best, strict=True))
    new = {name: after[name] - count for name, count in armies.items()}
    return Spread(after, new, goal, *hold, optimal, rules)


def _best_product(siege: Siege, base: Armies, new: int) -> Armies:
    """Return the best spread when the territories have nothing to do with each other."""
    best: list[tuple[Any, Armies]] = [(1, ())] * (new + 1)
    for place, count in enumerate(base):
        factors = [siege.hold(place, -1, count + more) for more in range(new + 1)]
        best = [
            max(
                (
                    (best[spent - more][0] * factors[more], (*best[spent - more][1], count + more))
                    for more in range(spent + 1)
                ),
                key=lambda choice: choice[0],
            )
            for spent in range(new + 1)
        ]
    return best[new][1]


def _level(armies: Armies, places: Sequence[int], total: int) -> Armies:
    """Place what is left where fewest are: armies beyond all that a float can tell apart."""
    after = list(armies)
    for _ in range(total - sum(armies)):
        after[min(places, key=after.__getitem__)] += 1
    return tuple(after)


def _tries(places: int, new: int) -> int:
    """Return how many spreads `_best_spread` looks at, as far as that can be foretold."""
    every = comb(new + places - 1, places - 1)
    return every if every <= MOST_SPREADS else new * places + 2 * places**3


def _best_spread(value: Callable[[Armies], Any], base: Armies, new: int) -> tuple[Armies, bool]:
    """Return the best spread, and whether all were tried."""
    if comb(new + len(base) - 1, len(base) - 1) <= MOST_SPREADS:
        return max(_spreads(base, new), key=value), True
    best = list(base)
    for _ in range(new):
        # One after the other where it helps most …
        place = max(range(len(best)), key=lambda i: value(_moved(best, None, i)))
        best[place] += 1
    while True:
        # … and then single armies are moved, as long as that helps.
        moves = [
            _moved(best, i, j)
            for i in range(len(best))
            for j in range(len(best))
            if i != j and best[i] > base[i]
        ]
        better = max(moves, key=value, default=tuple(best))
        if value(better) <= value(tuple(best)):
            return tuple(best), False
        best = list(better)


def _moved(armies: Sequence[int], origin: int | None, target: int) -> Armies:
    after = list(armies)
    if origin is not None:
        after[origin] -= 1
    after[target] += 1
    return tuple(after)


def _spreads(base: Armies, new: int) -> Iterator[Armies]:
    if len(base) == 1:
        yield (base[0] + new,)
        return
    for more in range(new + 1):
        for rest in _spreads(base[1:], new - more):
            yield (base[0] + more, *rest)
