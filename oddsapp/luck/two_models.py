"""Two models of one roll against counted rolls: which one is right, and how many tell.

A model gives each result of a roll, (attackers lost, defenders lost), its probability. Every
test here is exact: it sums over all counts that so many rolls can bring.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from oddsapp.arguments import whole_number
from oddsapp.combat.roll import dice_losses
from oddsapp.combat.round import ranked_round
from oddsapp.errors import InvalidInput
from oddsapp.odds.mistaken_rolls import independent_pairs, tan_printed
from oddsapp.rules import RankedDice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Losses = tuple[int, int]
Model = Mapping[Losses, Fraction]
"""(attackers lost, defenders lost) -> probability."""

MOST_COUNTS = 510_000
"""The most ways in which so many rolls can be counted that a test sums over."""

MOST_NEEDED = 600
"""Up to so many rolls `rolls_needed` looks."""

_TIE = 1e-9
"""Logarithms that differ by less are those of one number."""


def right_model(rules: RankedDice, dice: tuple[int, int]) -> Model:
    """Return the right chances of a roll.

    Examples
    --------
    >>> right_model(RankedDice(), (3, 2))[0, 2] == Fraction(2890, 7776)
    True
    """
    roll = ranked_round(rules, *dice)
    return {(lost[0], lost[1]): Fraction(n, roll.total) for lost, n in roll.outcomes}


def independent_model(rules: RankedDice, dice: tuple[int, int]) -> Model:
    """Return the chances of a roll if its pairs were independent, which they are not."""
    return independent_pairs(rules, dice)


def printed_model(dice: tuple[int, int]) -> Model:
    """Return the chances that were printed in 1997 for a classic roll of 2 or 3 dice v 2.

    Raises
    ------
    InvalidInput
        If the roll is another one.

    References
    ----------
    B. Tan, "Markov chains and the RISK board game", Mathematics Magazine 70 (1997).
    """
    if dice not in ((2, 2), (3, 2)):
        raise InvalidInput(f"chances were printed for 2 v 2 and 3 v 2, not {dice[0]} v {dice[1]}")
    return tan_printed(RankedDice(), dice)


def roll_by_roll(
    rules: RankedDice, dice: tuple[int, int], rolls: int, rng: np.random.Generator
) -> dict[Losses, int]:
    """Roll dice one by one, and count what the rolls cost.

    Examples
    --------
    >>> import numpy as np
    >>> roll_by_roll(RankedDice(), (3, 2), 10, np.random.Generator(np.random.PCG64(1)))
    {(0, 2): 3, (1, 1): 5, (2, 0): 2}
    """
    rolls = whole_number(rolls, "the number of rolls", least=1)
    counts = dict.fromkeys(right_model(rules, dice), 0)
    attack, defence = rules.attack_die, rules.defence_die
    thrown = zip(
        rng.integers(attack.sides, size=(rolls, dice[0])).tolist(),
        rng.integers(defence.sides, size=(rolls, dice[1])).tolist(),
        strict=True,
    )
    for a, d in thrown:
        lost = dice_losses(rules, [attack.faces[n] for n in a], [defence.faces[n] for n in d])
        counts[lost] += 1
    return counts


@dataclass(frozen=True, kw_only=True)
class ModelComparison:
    """What counted rolls say about two models.

    Parameters
    ----------
    rolls : int
    log_ratio : float
        Natural logarithm of how many times as probable the counts are under the first model.
    ratio : Fraction
        That number itself.
    fits : tuple of float
        For each model, the probability of counts that it finds as improbable as these or more
        so: the exact multinomial test of the model alone.
    p_values : tuple of float
        For each model, the probability, if it is the true one, of counts that speak for the
        other as much as these do, or more: the exact likelihood-ratio test.
    """

    rolls: int
    log_ratio: float
    ratio: Fraction
    fits: tuple[float, float]
    p_values: tuple[float, float]


def compare_models(counts: Mapping[Losses, int], first: Model, second: Model) -> ModelComparison:
    """Return what counted rolls say about two models.

    Parameters
    ----------
    counts : mapping
        How often each result was seen; results left out were not.
    first, second : mapping
        The models, for the same results.

    Raises
    ------
    InvalidInput
        If a result cannot be, nothing was counted, or there are too many ways to count.

    Notes
    -----
    The probability of counts c is n! / prod(c!) prod(p^c). Against one other model the test
    by the ratio of these probabilities is the most powerful there is (Neyman and Pearson).

    References
    ----------
    J. Neyman and E. S. Pearson, "On the problem of the most efficient tests of statistical
    hypotheses", Philosophical Transactions A 231 (1933).

    Examples
    --------
    >>> right, wrong = right_model(RankedDice(), (3, 2)), printed_model((3, 2))
    >>> told = compare_models({(0, 2): 40, (1, 1): 33, (2, 0): 27}, right, wrong)
    >>> round(told.fits[0], 3), round(told.fits[1], 4), told.log_ratio > 3
    (0.827, 0.0009, True)
    """
    results = _results(first, second)
    for losses, count in counts.items():
        if losses not in results:
            raise InvalidInput(f"no roll of these dice costs {losses}")
        whole_number(count, f"how often {losses} was seen", least=0)
    seen = tuple(counts.get(losses, 0) for losses in results)
    rolls = sum(seen)
    if not rolls:
        raise InvalidInput("without a counted roll there is nothing to judge")
    models = tuple(tuple(model[losses] for losses in results) for model in (first, second))
    place = _place(seen)
    chances = [_log_chances(rolls, model) for model in models]
    lead = chances[0] - chances[1]
    seen_lead = lead[place]
    p_values = (
        _sum_where(chances[0], lead <= seen_lead + _TIE),
        _sum_where(chances[1], lead >= seen_lead - _TIE),
    )
    fits = tuple(_sum_where(every, every <= every[place] + _TIE) for every in chances)
    numerator, denominator = (
        math.prod((p**n for p, n in zip(model, seen, strict=True)), start=Fraction(1))
        for model in models
    )
    return ModelComparison(
        rolls=rolls,
        log_ratio=float(seen_lead),
        ratio=numerator / denominator,
        fits=(fits[0], fits[1]),
        p_values=p_values,
    )


def power(rolls: int, null: Model, alternative: Model, level: float = 0.05) -> float:
    """Return how probably so many rolls refute a model if the other one is true.

    Parameters
    ----------
    rolls : int
    null, alternative : mapping
        The model to be refuted, and the true one.
    level : float
        How probably the model may be refuted although it is true, at most.

    Raises
    ------
    InvalidInput
        If the level is not between 0 and 1, or there are too many ways to count.

    Examples
    --------
    >>> right, wrong = right_model(RankedDice(), (3, 2)), printed_model((3, 2))
    >>> power(20, wrong, right) < 0.5 < power(50, wrong, right)
    True
    """
    import numpy as np

    rolls = whole_number(rolls, "the number of rolls", least=1)
    _checked_share(level, "the level")
    results = _results(null, alternative)
    under_null = _log_chances(rolls, tuple(null[losses] for losses in results))
    under_other = _log_chances(rolls, tuple(alternative[losses] for losses in results))
    lead = np.round((under_other - under_null) / _TIE) * _TIE
    order = np.argsort(-lead, kind="stable")
    chances, other = np.exp(under_null[order]), np.exp(under_other[order])
    # Counts that speak as strongly are refuted together or not at all.
    last = np.flatnonzero(np.append(np.diff(lead[order]) != 0, True))
    reached = np.cumsum(chances)[last]
    within = int(np.searchsorted(reached, level * (1 + _TIE), side="right"))
    return float(min(1.0, np.cumsum(other)[last[within - 1]])) if within else 0.0


def rolls_needed(
    null: Model, alternative: Model, *, level: float = 0.05, least_power: float = 0.9
) -> int:
    """Return the fewest rolls that refute a model as probably as asked for.

    Parameters
    ----------
    null, alternative : mapping
        The model to be refuted, and the true one.
    level, least_power : float
        See `power`, which does not rise with every single roll: this is the first number of
        rolls that reaches it.

    Raises
    ------
    InvalidInput
        If more than `MOST_NEEDED` are needed.

    Examples
    --------
    >>> right, wrong = right_model(RankedDice(), (3, 2)), printed_model((3, 2))
    >>> rolls_needed(wrong, right)
    72
    """
    _checked_share(least_power, "the power")
    if power(MOST_NEEDED, null, alternative, level) < least_power:
        raise InvalidInput(f"{MOST_NEEDED} rolls are not enough to tell these models apart")
    return next(
        rolls
        for rolls in range(1, MOST_NEEDED + 1)
        if power(rolls, null, alternative, level) >= least_power
    )


def _checked_share(number: float, what: str) -> None:
    if not 0 < number < 1:
        raise InvalidInput(f"{what} lies between 0 and 1, not at {number!r}")


def _results(first: Model, second: Model) -> tuple[Losses, ...]:
    if set(first) != set(second):
        raise InvalidInput("two models of a roll are about the same results")
    return tuple(sorted(first))


@lru_cache(maxsize=4)
def _all_counts(rolls: int, results: int) -> NDArray[np.int64]:
    """Return every way to count so many rolls, one a row, the first result rising first."""
    if math.comb(rolls + results - 1, results - 1) > MOST_COUNTS:
        raise InvalidInput(
            f"{rolls:,} rolls with {results} results can be counted in more than {MOST_COUNTS:,}"
            " ways; count fewer"
        )
    return _ways(rolls, results)


def _ways(rolls: int, results: int) -> NDArray[np.int64]:
    import numpy as np

    if results == 1:
        return np.array([[rolls]])
    if results == 2:
        first = np.arange(rolls + 1)
        return np.column_stack([first, rolls - first])
    rests = [_ways(rolls - n, results - 1) for n in range(rolls + 1)]
    firsts = np.repeat(np.arange(rolls + 1), [len(rest) for rest in rests])
    return np.column_stack([firsts, np.concatenate(rests)])


def _place(seen: Sequence[int]) -> int:
    """Return in which row of `_all_counts` these counts are."""
    import numpy as np

    rows = _all_counts(sum(seen), len(seen))
    return int(np.flatnonzero((rows == np.array(seen)).all(axis=1))[0])


@lru_cache(maxsize=8)
def _log_chances(rolls: int, model: tuple[Fraction, ...]) -> NDArray[np.float64]:
    """Return the logarithm of the probability of each row of `_all_counts`."""
    import numpy as np
    from scipy.special import gammaln

    counts = _all_counts(rolls, len(model))
    if not all(model):
        raise InvalidInput("a model that rules a result out is refuted by seeing it once")
    logs = np.array([math.log(p) for p in model])
    chances: NDArray[np.float64] = (
        gammaln(rolls + 1) - gammaln(counts + 1).sum(axis=1) + counts @ logs
    )
    return chances


def _sum_where(log_chances: NDArray[np.float64], which: NDArray[np.bool_]) -> float:
    import numpy as np

    return min(1.0, float(np.exp(log_chances[which]).sum()))
