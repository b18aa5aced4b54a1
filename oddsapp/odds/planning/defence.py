"""How well territories hold when every neighbour attacks once, to the end, in the worst order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.boards import Board
from oddsapp.errors import InvalidInput
from oddsapp.odds.plain import plain_number
from oddsapp.odds.planning.problem import MOST_ARMIES, Graph, neighbours_of
from oddsapp.odds.solve import battle
from oddsapp.rules import Ruleset, as_ruleset
from oddsapp.wording import percent

MOST_ATTACKERS = 12
"""The most enemy stacks that are set against territories in every way."""

MOST_STEPS = 20_000_000
"""The most steps, each a product of two chances: some twenty seconds."""

MOST_EXACT_STEPS = 1_000_000
"""The most steps in fractions, the states of the single battles among them."""


@dataclass(frozen=True)
class Defence:
    """What becomes of territories under attack from all their neighbours.

    Parameters
    ----------
    armies : mapping of str to int
        The defenders.
    enemies : mapping of str to int
        The enemy stacks that attack.
    hold_all : float or Fraction
        P(no territory falls), all enemies choosing the worst targets and order.
    hold : mapping of str to float or Fraction
        For each territory, P(it holds) if every neighbour attacks just it.
    neighbours : mapping of str to tuple of str
        For each territory, the enemies that can attack it.
    attacks : mapping of str to tuple of str
        For each territory, who attacks it in that worst case, and in which order as long as
        the defenders left are near their mean.
    rules : Ruleset
    """

    armies: Mapping[str, int]
    enemies: Mapping[str, int]
    hold_all: Any
    hold: Mapping[str, Any]
    neighbours: Mapping[str, tuple[str, ...]]
    attacks: Mapping[str, tuple[str, ...]]
    rules: Ruleset

    @property
    def exact(self) -> bool:
        """Whether every probability is a `fractions.Fraction`."""
        return not isinstance(self.hold_all, float)

    @property
    def text(self) -> str:
        """The defence in words."""
        lines = [f"{percent(self.hold_all)}: all hold when every neighbour attacks once"]
        for name, armies in self.armies.items():
            attackers = [f"{enemy} ({self.enemies[enemy]})" for enemy in self.attacks[name]]
            by = f"attacked by {', then '.join(attackers)}" if attackers else "not attacked"
            lines.append(
                f"{name} ({armies}): {by} in the worst case;"
                f" holds alone against all its neighbours {percent(self.hold[name])}"
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the defence as plain values for JSON; fractions as text, never rounded."""
        return {
            "rules": str(self.rules),
            "armies": dict(self.armies),
            "enemies": dict(self.enemies),
            "hold_all": plain_number(self.hold_all),
            "hold": {name: plain_number(value) for name, value in self.hold.items()},
            "neighbours": {name: list(near) for name, near in self.neighbours.items()},
            "attacks": {name: list(order) for name, order in self.attacks.items()},
        }


def defend(
    board: Graph,
    armies: Mapping[str, int],
    enemies: int | Mapping[str, int],
    *,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> Defence:
    """Return how well territories hold when every enemy neighbour attacks once, to the end.

    Every enemy stack chooses one territory next to it before the first attack; those that
    chose the same one attack in the order that is worst for it, which may depend on how the
    attacks before went. All choices together are the worst for the defence.

    Parameters
    ----------
    board : Board or mapping of str to iterable of str
        Who can attack whom.
    armies : mapping of str to int
        The own territories to hold.
    enemies : int or mapping of str to int
        The armies of the enemy territories that attack, one staying behind in each; a number is
        for every neighbour.
    rules : str or Ruleset
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If a territory or stack is not there, or an enemy has nothing to attack.

    Notes
    -----
    A territory with x defenders against the set S of stacks holds with probability

        H(S, x) = min over s in S of  sum over y of P(s leaves y of x) H(S - s, y),

    and P(all hold) is the smallest product over all ways to set the stacks against the
    territories.

    Examples
    --------
    >>> import oddsapp
    >>> board = {"Siam": ["Indonesia"], "Indonesia": ["Siam"]}
    >>> odds = oddsapp.defend(board, {"Indonesia": 7}, {"Siam": 11})
    >>> round(odds.hold_all, 5)
    0.20017
    """
    siege = Siege(board, armies, enemies, as_ruleset(rules), exact=exact)
    standing = tuple(siege.armies.values())
    check_steps(siege.steps(standing), exact=exact)
    hold_all, shares = siege.worst(standing)
    numbered = list(enumerate(siege.armies))
    return Defence(
        armies=siege.armies,
        enemies=siege.enemies,
        hold_all=hold_all,
        hold={name: siege.hold(n, siege.beside[n], standing[n]) for n, name in numbered},
        neighbours={name: siege.names(siege.beside[n]) for n, name in numbered},
        attacks={name: siege.order(shares[n], standing[n]) for n, name in numbered},
        rules=siege.rules,
    )


class Siege:
    """Enemy stacks around own territories; sets of stacks are bit masks.

    Parameters
    ----------
    board : Board or mapping
    armies : mapping of str to int
    enemies : int or mapping of str to int
    rules : Ruleset
    exact : bool
    """

    def __init__(
        self,
        board: Graph,
        armies: Mapping[str, int],
        enemies: int | Mapping[str, int],
        rules: Ruleset,
        *,
        exact: bool = False,
    ) -> None:
        if not armies:
            raise InvalidInput("a defence needs at least one territory to hold")
        for name, count in armies.items():
            neighbours_of(board, name)
            whole_number(count, f"the number of armies in {name}", least=1, most=MOST_ARMIES)
        self.armies = dict(armies)
        self.rules, self.exact = rules, exact
        self.enemies = _attacking(board, self.armies, enemies)
        if len(self.enemies) > MOST_ATTACKERS:
            raise InvalidInput(
                f"{len(self.enemies)} stacks attack; the limit for all their orders is"
                f" {MOST_ATTACKERS}"
            )
        stacks = list(self.enemies)
        self.strengths = [count - 1 for count in self.enemies.values()]
        self.beside = [
            sum(1 << place for place, s in enumerate(stacks) if name in neighbours_of(board, s))
            for name in self.armies
        ]
        self._known: dict[tuple[int, int], tuple[Any, int | None]] = {}

    def steps(self, most: tuple[int, ...], *, times: int = 1) -> int:
        """Return how many steps it takes to find the worst case, so many times.

        Parameters
        ----------
        most : tuple of int
            The most armies that ever stand on each territory.
        times : int
        """
        steps = 0
        for mask, armies in zip(self.beside, most, strict=True):
            # Every order of the stacks around it, for every number of defenders left.
            stacks = mask.bit_count()
            steps += stacks * 2**stacks // 2 * armies * armies // 2
            if self.exact:
                forces = {s for place, s in enumerate(self.strengths) if mask >> place & 1}
                steps += sum(forces) * armies * armies // 2
        # Every choice of the stacks: in turn for each territory who is set against it.
        for place in range(len(self.beside)):
            ways = times
            for stack in range(len(self.strengths)):
                sides = [mask >> stack & 1 for mask in self.beside]
                ways *= any(sides[:place]) + sides[place] + any(sides[place + 1 :])
            steps += ways
        return steps

    def names(self, attackers: int) -> tuple[str, ...]:
        """Return the names of the stacks of a mask."""
        return tuple(name for n, name in enumerate(self.enemies) if attackers >> n & 1)

    def hold(self, place: int, attackers: int, defenders: int) -> Any:
        """Return P(a territory holds) against the stacks of a mask that border it."""
        return self._worst_order(attackers & self.beside[place], defenders)[0]

    def _worst_order(self, attackers: int, defenders: int) -> tuple[Any, int | None]:
        """Return H(S, x), and who attacks first."""
        key = attackers, defenders
        if not attackers:
            return self._one(), None
        if key not in self._known:
            results = []
            for place, strength in enumerate(self.strengths):
                if attackers >> place & 1:
                    rest = attackers ^ (1 << place)
                    left = defenders_left(strength, defenders, self.rules, self.exact)
                    chance: Any = sum(
                        p * self._worst_order(rest, y)[0] for y, p in enumerate(left, start=1) if p
                    )
                    results.append((chance, place))
            self._known[key] = min(results)
        return self._known[key]

    def _one(self) -> Any:
        if self.exact:
            from fractions import Fraction

            return Fraction(1)
        return 1.0

    def worst(self, standing: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
        """Return P(all hold) for these armies, and who attacks which territory in that case."""
        count = len(standing)

        @cache
        def from_place(place: int, free: int) -> tuple[Any, tuple[int, ...]]:
            if place == count:
                return self._one(), ()
            possible = free & self.beside[place]
            best: tuple[Any, tuple[int, ...]] | None = None
            # Stacks with nothing further on must choose this one.
            later = 0
            for other in self.beside[place + 1 :]:
                later |= other
            must = possible & ~later
            part = may = possible & later
            while True:
                chosen = must | part
                rest, shares = from_place(place + 1, free & ~chosen)
                value = self.hold(place, chosen, standing[place]) * rest
                if best is None or value < best[0]:
                    best = value, (chosen, *shares)
                if not part:
                    break
                part = (part - 1) & may
            assert best is not None
            return best

        return from_place(0, (1 << len(self.strengths)) - 1)

    def order(self, attackers: int, defenders: int) -> tuple[str, ...]:
        """Return the worst order of these stacks while the defenders left are near their mean."""
        names, order = list(self.enemies), []
        while attackers:
            first = self._worst_order(attackers, defenders)[1]
            assert first is not None
            order.append(names[first])
            attackers ^= 1 << first
            left = defenders_left(self.strengths[first], defenders, self.rules, self.exact)
            held = sum(left)
            if held:
                mean = sum(y * p for y, p in enumerate(left, start=1)) / held
                defenders = max(1, round(mean))
        return tuple(order)

    @property
    def shared(self) -> bool:
        """Whether some stack can choose between territories."""
        return any(
            sum(mask >> place & 1 for mask in self.beside) > 1
            for place in range(len(self.strengths))
        )


def check_steps(steps: int, *, exact: bool) -> None:
    """Refuse what would take too long, before it begins.

    Raises
    ------
    InvalidInput
        With the number of steps and the limit.
    """
    limit = MOST_EXACT_STEPS if exact else MOST_STEPS
    if steps > limit:
        raise InvalidInput(
            f"this defence would take {steps:,} steps{' in exact fractions' if exact else ''};"
            f" the limit is {limit:,}, so ask with fewer armies or territories"
            f"{', or without exact fractions' if exact else ''}"
        )


def _attacking(
    board: Graph, armies: Mapping[str, int], enemies: int | Mapping[str, int]
) -> dict[str, int]:
    """Return the enemy stacks that can attack."""
    around = board.territories if isinstance(board, Board) else tuple(board)
    beside = [
        name
        for name in around
        if name not in armies and any(own in neighbours_of(board, name) for own in armies)
    ]
    if not isinstance(enemies, Mapping):
        whole_number(enemies, "the armies of every neighbour", least=1, most=MOST_ARMIES)
        enemies = dict.fromkeys(beside, enemies)
    for name, count in enemies.items():
        neighbours_of(board, name)
        whole_number(count, f"the number of armies in {name}", least=1, most=MOST_ARMIES)
        if name in armies:
            raise InvalidInput(f"{name} cannot be own and enemy; say it once")
        if name not in beside:
            raise InvalidInput(
                f"{name} borders none of the territories to hold; its neighbours are"
                f" {', '.join(neighbours_of(board, name))}"
            )
    return {name: count for name, count in enemies.items() if count > 1}


@lru_cache(maxsize=65536)
def defenders_left(force: int, defenders: int, rules: Ruleset, exact: bool) -> tuple[Any, ...]:
    """Return the chances that 1, 2, … defenders are left when the territory holds."""
    outcome = battle(force=force, defenders=defenders, rules=rules, exact=exact)
    left = outcome.defenders_left
    return tuple(left.pmf(number) for number in range(1, defenders + 1))
