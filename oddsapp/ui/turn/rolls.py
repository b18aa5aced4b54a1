"""A battle roll by roll: which dice are rolled, what each result costs, who is demoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from oddsapp.combat import Battle, State
from oddsapp.combat.roll import casualties
from oddsapp.rules import ColouredDice, Role
from oddsapp.wording import listed, sentence, short_percent

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Army:
    """An army before a roll.

    Parameters
    ----------
    name : str
    size : int
        0 once it is gone.
    die : str
        The colour of its die; empty once it is gone.
    """

    name: str
    size: int
    die: str


@dataclass(frozen=True)
class Result:
    """What a roll may come to.

    Parameters
    ----------
    words : str
        Who loses how many, and who rolls a weaker die from then on.
    chance : Fraction
    fraction, percent : str
        The same in words, the fraction over the number of all falls of the dice.
    after : tuple of int
    """

    words: str
    chance: Fraction
    fraction: str
    percent: str
    after: State


@dataclass(frozen=True)
class Standing:
    """Where a battle stands before a roll.

    Parameters
    ----------
    armies : tuple of Army
    cost : str
        What a lost comparison costs at this roll.
    results : tuple of Result
        The most probable first; none if the battle is over.
    """

    armies: tuple[Army, ...]
    cost: str
    results: tuple[Result, ...]

    @property
    def is_over(self) -> bool:
        """Whether one side is gone."""
        return not self.results


def standing(battle: Battle, state: State, names: Sequence[str]) -> Standing:
    """Return where a battle stands in one state.

    Parameters
    ----------
    battle : Battle
    state : tuple of int
    names : sequence of str
        What each army is called, in the battle's order.

    Examples
    --------
    >>> from oddsapp.combat import border_clash
    >>> from oddsapp.rules import find_ruleset
    >>> clash = border_clash(6, 5, find_ruleset("risk2"))
    >>> now = standing(clash, (6, 5), ("A", "B"))
    >>> [army.die for army in now.armies], now.cost
    (['yellow', 'white'], 'each lost comparison costs 1')
    >>> [(result.words, result.fraction) for result in now.results]
    [('B loses 1', '66/144'), ('A loses 1; A now rolls white', '49/144'), \
('Nobody loses anything: rolled again', '29/144')]
    """
    armies = tuple(
        Army(name, size, die)
        for name, size, die in zip(names, state, dice_of(battle, state), strict=True)
    )
    if battle.is_over(state):
        return Standing(armies, "", ())
    _, total = battle.successors(state)
    results = tuple(
        Result(
            sentence(in_words(battle, state, after, names)),
            Fraction(weight, total),
            f"{weight:,}/{total:,}",
            short_percent(weight / total, (total - weight) / total),
            after,
        )
        for after, weight in ranked(battle, state)
    )
    return Standing(armies, _cost(battle, state), results)


def ranked(battle: Battle, state: State) -> list[tuple[State, int]]:
    """Return the states after one roll with their weights, the most probable first."""
    after, _ = battle.successors(state)
    return sorted(after, key=lambda entry: (-entry[1], [-size for size in entry[0]]))


def dice_of(battle: Battle, state: State) -> list[str]:
    """Return the colour of each army's die, nothing for one that is gone."""
    if battle.is_over(state):
        # Nobody rolls any more, but what is left still has a size.
        combat, last = battle.rules.combat, len(state) - 1
        assert isinstance(combat, ColouredDice)
        return [
            combat.die(combat.tier(size, _role(battle, place == last))).name if size else ""
            for place, size in enumerate(state)
        ]
    rolled = iter(battle.dice(state))
    return [next(rolled).name if size else "" for size in state]


def _role(battle: Battle, is_last: bool) -> Role:
    from oddsapp.combat import BattleKind

    defends = is_last and battle.kind is BattleKind.MASS_INVASION
    return Role.DEFENDER if defends else Role.ATTACKER


def in_words(battle: Battle, state: State, after: State, names: Sequence[str]) -> str:
    """Return what one roll changed: who lost how many, who is gone, who is demoted."""
    lost = [
        f"{name} loses {before - left}{', all it has' if not left else ''}"
        for name, before, left in zip(names, state, after, strict=True)
        if before > left
    ]
    if not lost:
        return "nobody loses anything: rolled again"
    dice, then = dice_of(battle, state), dice_of(battle, after)
    weaker = [
        f"{name} now rolls {new}"
        for name, old, new in zip(names, dice, then, strict=True)
        if new and new != old
    ]
    goes_on = [] if battle.is_over(after) else weaker
    return "; ".join([listed(lost), *([listed(goes_on)] if goes_on else [])])


def _cost(battle: Battle, state: State) -> str:
    combat = battle.rules.combat
    assert isinstance(combat, ColouredDice)
    ranks = dict(zip((die.name for die in combat.dice_set), combat.ranks, strict=True))
    costs = casualties(
        combat.casualties,
        combat.fixed_casualties,
        [ranks[name] for name in dice_of(battle, state) if name],
    )
    return f"each lost comparison costs {listed([str(cost) for cost in dict.fromkeys(costs)])}"


# -- following a battle ------------------------------------------------------------------


def states(battle: Battle, path: Sequence[int]) -> Iterator[State]:
    """Yield the states of a battle whose rolls came to these results, the first one included.

    A result is the place in `ranked`; the states end where there is no such result.
    """
    state = battle.armies
    yield state
    for place in path:
        if battle.is_over(state):
            return
        results = ranked(battle, state)
        if place >= len(results):
            return
        state = results[place][0]
        yield state


def followed(battle: Battle, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return as many of the results as can follow each other."""
    return path[: len(list(states(battle, path))) - 1]


def drawn(battle: Battle, state: State, rng: np.random.Generator) -> int:
    """Return the place of the result to which a roll of the dice came.

    Examples
    --------
    >>> from oddsapp.combat import border_clash
    >>> from oddsapp.rules import find_ruleset
    >>> import numpy as np
    >>> clash = border_clash(6, 5, find_ruleset("risk2"))
    >>> [drawn(clash, (6, 5), np.random.default_rng(seed)) for seed in range(4)]
    [2, 1, 2, 2]
    """
    results = ranked(battle, state)
    number = int(rng.integers(sum(weight for _, weight in results)))
    for place, (_, weight) in enumerate(results):
        number -= weight
        if number < 0:
            return place
    raise AssertionError("a number below the total belongs to a result")


def rolled_on(
    battle: Battle, path: tuple[int, ...], seed: int, *, rolls: int, most: int
) -> tuple[int, ...]:
    """Return the path with further rolls of the dice, until the battle is over.

    Parameters
    ----------
    battle : Battle
    path : tuple of int
    seed : int
        The same seed rolls the same at the same place.
    rolls : int
        How many at most.
    most : int
        The longest path.
    """
    import numpy as np

    *_, state = states(battle, path)
    while rolls and len(path) < most and not battle.is_over(state):
        place = drawn(battle, state, np.random.default_rng((seed, len(path))))
        state = ranked(battle, state)[place][0]
        path, rolls = (*path, place), rolls - 1
    return path


# -- the dice ----------------------------------------------------------------------------


@dataclass(frozen=True)
class DieLine:
    """A die of the set, and which armies roll it."""

    name: str
    attackers: str
    defenders: str
    rank: int
    faces: str


def dice_lines(combat: ColouredDice) -> tuple[DieLine, ...]:
    """Return every die of the rules, weak to strong.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> [line.attackers for line in dice_lines(find_ruleset("risk2").combat)]
    ['1 to 5', '6 to 10', '11 to 18', '19 to 30', '31 and up']
    """
    spans = {role: _spans(combat.thresholds.starts(role)) for role in Role}
    return tuple(
        DieLine(
            die.name,
            spans[Role.ATTACKER].get(tier, "never"),
            spans[Role.DEFENDER].get(tier, "never"),
            rank,
            " ".join(map(str, die.faces)),
        )
        for tier, (die, rank) in enumerate(zip(combat.dice_set, combat.ranks, strict=True))
    )


def _spans(starts: Sequence[int]) -> dict[int, str]:
    found = {}
    for tier, start in enumerate(starts):
        after = starts[tier + 1] if tier + 1 < len(starts) else None
        found[tier] = f"{start} and up" if after is None else f"{start} to {after - 1}"
    return found
