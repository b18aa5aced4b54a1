"""What the rule about equal dice is worth.

Question. Equal dice are the defender's in classic Risk and the attacker's in RISK II. What would
battles be like if they were nobody's, or the other side's?

Method. For both games and each of the three rules, the exact chance of n against n, and the
fewest attackers that win at least half of the battles against each number of defenders; for
classic dice also the slope of large battles, the attackers that one defender costs.

Result. With classic dice ten against ten win 56.76% if ties are the defender's, 88.85% if they
are nobody's and 96.69% if they are the attacker's; one defender costs 0.853, 0.469 or 0.339
attackers in the long run. In RISK II ten against ten win 23.83%, 50.00% or 76.17% in the same
order: both sides roll alike, so that without ties every battle of equals is even. An even
chance against 40 defenders takes 35, 20 or 15 classic armies, and 52, 40 or 32 of RISK II.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import oddsapp
from analysis.study import Study, Table, check_size, run
from analysis.study_figures import lines

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    Found = Mapping[tuple[str, str], Sequence[Any]]

GAMES = ("classic", "risk2")
TIES = ("defender", "nobody", "attacker")
SIZE, DEFENDERS = 10, 40
"""The battle of equals, and the defenders, that the result speaks of."""


def study(most: int = 60) -> Study:
    """Compare the rules in battles of up to ``most`` armies a side, at least `DEFENDERS`."""
    check_size(most, DEFENDERS)
    even, needed = {}, {}
    for game, ties in product(GAMES, TIES):
        rules = oddsapp.find_ruleset(game).replace(ties=ties)
        even[game, ties] = oddsapp.even_odds(most, rules=rules)
        needed[game, ties] = [found.force for found in oddsapp.break_even(most, rules=rules)]
    slopes = [
        oddsapp.large_battle(oddsapp.find_ruleset("classic").replace(ties=ties)).slope
        for ties in TIES
    ]
    return Study(
        _result(even, needed, slopes),
        [
            Table("even_odds", ("game", "ties to", "armies a side", "win"), _rows(even)),
            Table("break_even", ("game", "ties to", "defenders", "force"), _rows(needed)),
            Table("slopes", ("ties to", "attackers a defender"), [*zip(TIES, slopes, strict=True)]),
        ],
        {
            **{f"even_{game}": _figure(game, even, "P(attacker wins)", 0.5) for game in GAMES},
            **{f"needed_{game}": _figure(game, needed, "attackers needed") for game in GAMES},
        },
    )


def _rows(found: Found) -> list[tuple[Any, ...]]:
    return [
        (game, ties, size, value)
        for (game, ties), values in found.items()
        for size, value in enumerate(values, start=1)
    ]


def _figure(game: str, found: Found, up: str, level: float | None = None) -> Figure:
    series = {}
    for ties in TIES:
        values = found[game, ties]
        series[f"ties to {ties}"] = (range(1, len(values) + 1), values)
    across = "defenders" if level is None else "armies a side"
    return lines(f"{game}: {up}", across, up, series, level=level)


def _result(even: Found, needed: Found, slopes: Sequence[Fraction]) -> str:
    classic, coloured = ([even[game, ties][SIZE - 1] for ties in TIES] for game in GAMES)
    few, many = ([needed[game, ties][DEFENDERS - 1] for ties in TIES] for game in GAMES)
    return (
        f"With classic dice ten against ten win {classic[0]:.2%} if ties are the defender's,"
        f" {classic[1]:.2%} if they are nobody's and {classic[2]:.2%} if they are the attacker's;"
        f" one defender costs {_or(f'{float(slope):.3f}' for slope in slopes)} attackers in the"
        f" long run. In RISK II ten against ten win {_or(f'{win:.2%}' for win in coloured)} in the"
        " same order: both sides roll alike, so that without ties every battle of equals is even."
        f" An even chance against {DEFENDERS} defenders takes {_or(few)} classic armies, and"
        f" {_or(many)} of RISK II."
    )


def _or(values: Iterable[object]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}"


if __name__ == "__main__":
    sys.exit(run(study, __doc__, most="the largest battle"))
