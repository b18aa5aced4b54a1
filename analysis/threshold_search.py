"""Which small changes of RISK II's dice and thresholds would reach what one wishes for.

Question. How few faces, thresholds or tie rules must change until n against n is fair, until
every promotion is worth about the same, or until no help hurts?

Method. Targets and allowed changes are data, a list of searches in JSON (`--targets FILE`;
`threshold_targets.json` beside this module if none is named). One change is one face by one pip,
one threshold by one army, or another owner of equal dice. All rules with one change are tried
before the first with two, up to as many as the search allows (2 if it does not say), each by the
exact chances of all its battles, and all that reach the targets with the fewest changes are
listed; what they reach is computed once more for each of them by itself.

Result. P(n beats n) between 35% and 65%, from the board's rules: no rules within 2 changes (all
2,840 tried); the same if equal dice may be nobody's: 1 change, in 1 way (all 77 tried), ties to
nobody; P(n beats n) between 35% and 62%, from the manual's rules: 2 changes, in 1 way (all 2,154
tried), yellow of the attacker from 2 armies, not 4. Every promotion worth 8.5% to 12.8%, from the
board's rules: 2 changes, in 3 ways (all 2,840 tried), one of them a 5 of yellow becomes 4 and a 2
of green becomes 1. No exploit but splits among armies up to 12, from the board's rules: no rules
within 1 change (all 76 tried); the same if a lost comparison costs one army: reached as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import oddsapp
from analysis.study import Study, Table, run
from analysis.study_figures import bars, lines

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

TARGETS = Path(__file__).with_name("threshold_targets.json")
SIZE = 40
"""The largest n, and the largest threshold, of what is computed for rules that were found."""


def study(targets: str = "") -> Study:
    """Make the searches of a file, or of `TARGETS`."""
    found = [
        oddsapp.smallest_changes(search)
        for search in oddsapp.load_target_searches(targets or TARGETS)
    ]
    return Study(
        _result(found),
        [
            Table("searches", _SEARCHES, [_search_row(search) for search in found]),
            Table("changes", _CHANGES, [*_change_rows(found)]),
        ],
        {"even": _even_figure(found), "promotions": _promotions_figure(found)},
    )


# -- tables ------------------------------------------------------------------------------

_SEARCHES = (
    "search",
    "rules",
    "may change",
    "most changes",
    "fewest changes that reach it",
    "rules with so many that do",
    "rules tried",
    "rules within the most changes",
    "complete",
)


def _search_row(found: Any) -> tuple[Any, ...]:
    search = found.search
    complete = "yes" if found.complete else "no"
    numbers = search.most_changes, found.changes, len(found.found), found.tried, found.within_reach
    return _name(found), str(search.rules), _allowed(search.allowed), *numbers, complete


def _name(found: Any) -> str:
    return found.search.name or str(found.search.rules)


def _allowed(allowed: oddsapp.Allowed) -> str:
    parts = [
        name for name, may in (("faces", allowed.faces), ("thresholds", allowed.thresholds)) if may
    ]
    if allowed.whose_ties:
        parts.append(f"ties to {' or '.join(map(str, allowed.whose_ties))}")
    return ", ".join(parts)


_CHANGES = (
    "search",
    "changes",
    "what changes",
    f"least P(n beats n), n to {SIZE}",
    f"greatest P(n beats n), n to {SIZE}",
    f"least gain of a promotion, to {SIZE} armies",
    f"greatest gain of a promotion, to {SIZE} armies",
)


def _change_rows(found: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield for each search the rules where it starts, and all that it found."""
    for search in found:
        name = _name(search)
        yield name, 0, "as they are", *_reached(search.search.rules)
        for changed in search.found if search.changes else ():
            told = "; ".join(changed.told)
            yield name, search.changes, told, *_reached(changed.rules)


def _reached(rules: oddsapp.Ruleset) -> tuple[float, ...]:
    even, gains = _even(rules), [p.gain for p in _promotions(rules)]
    return min(even), max(even), min(gains), max(gains)


@cache
def _even(rules: oddsapp.Ruleset) -> tuple[float, ...]:
    return oddsapp.even_odds(SIZE, rules=rules)


@cache
def _promotions(rules: oddsapp.Ruleset) -> tuple[Any, ...]:
    return oddsapp.promotions(rules=rules, most=SIZE)


# -- figures -----------------------------------------------------------------------------


def _drawn(found: Sequence[Any]) -> dict[str, Any]:
    """Return the rules where searches start and the first that each found, by their names."""
    rules = {str(search.search.rules): search.search.rules for search in found}
    for search in found:
        for changed in search.found[:1] if search.changes else ():
            rules[f"{search.search.rules}: {'; '.join(changed.told)}"] = changed.rules
    return rules


def _even_figure(found: Sequence[Any]) -> Figure:
    series = {name: (range(1, SIZE + 1), _even(rules)) for name, rules in _drawn(found).items()}
    title = "n against n, before and after the first of the smallest changes"
    return lines(title, "armies a side", "P(attackers win)", series, level=0.5)


def _promotions_figure(found: Sequence[Any]) -> Figure:
    series = {}
    for name, rules in _drawn(found).items():
        places = [f"{p.role}<br>{p.die}" for p in _promotions(rules)]
        series[name] = (places, [p.gain for p in _promotions(rules)])
    title = "What a promotion is worth, before and after"
    return bars(title, "side and die", "gain in P(win)", series)


# -- the result --------------------------------------------------------------------------


def _result(found: Sequence[Any]) -> str:
    """Return a sentence for each kind of target, of all the searches that have it."""
    clauses: dict[tuple[bool, ...], list[str]] = {}
    for search in found:
        targets = search.search.targets
        gains = targets.least_gain is not None or targets.greatest_gain is not None
        kind = bool(targets.even), gains, bool(targets.no_exploits)
        clauses.setdefault(kind, []).append(_clause(search))
    sentences = ["; ".join(parts) for parts in clauses.values()]
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in sentences)


def _clause(found: Any) -> str:
    if found.complete:
        tried = f"all {found.tried:,} tried"
    else:
        tried = f"{found.tried:,} of {found.within_reach:,} tried"
    if found.changes is None:
        reach = _counted(found.search.most_changes, "change")
        return f"{_name(found)}: no rules within {reach} ({tried})"
    if not found.changes:
        return f"{_name(found)}: reached as it is"
    ways = _counted(len(found.found), "way")
    told = " and ".join(found.found[0].told)
    first = told if len(found.found) == 1 else f"one of them {told}"
    return f"{_name(found)}: {_counted(found.changes, 'change')}, in {ways} ({tried}), {first}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


if __name__ == "__main__":
    sys.exit(run(study, __doc__, targets="a JSON file of searches, if not those of the module"))
