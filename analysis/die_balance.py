"""How the dice of RISK II are balanced: colours, sizes, thresholds, ties, and what was misprinted.

Question. What are colour, size, threshold and tie rule worth in RISK II, and does it matter
whether one plays by the board's faces or the manual's, by the shipped chart of thresholds or the
manual's asymmetric one, and by the protected or the individual reading of mass invasions?

Method. Exact chances of the board's rules with one thing changed at a time, for all armies of up
to 60: single rolls as fractions, n against n, the fewest attackers with an even chance, each
threshold beside the step that changes no die, two attacking armies against one, and armies that
roll one die whatever their size. A force is the armies that fight.

Result. Equal dice are worth as much as a colour: an even chance against 20 defenders takes 17
attackers if ties are the attacker's and 26 if they are the defender's (10 against 10 win 76.17% or
23.83%), and if all armies roll one die, defenders of the next colour take 4, 10, 9 or 8 attackers
more than those of the same, from white to black; in a single roll 2 dice make up for one of the
next colour. The misprint moves no battle of up to 60 armies a side by more than 3.51 points (30
against 39: 34.60% with the board's faces, 38.12% with the manual's), but the charts make different
games: n against n win 61.11% to 86.39% by the shipped one, 29.84% to 59.61% by the manual's with
its ties to the defender and 61.11% to 98.34% by the manual's with ties to the attacker. The
attacker that makes 31 and brings black adds 8.51 points against 30 defenders where the ones beside
it add 1.46, and two armies of 5 beat 10 in 83.92% of battles if one winner protects both, in
69.69% if each pays for itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import oddsapp
from analysis.study import Study, Table, check_size, run
from analysis.study_figures import bars, lines, shaded

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    Compared = Mapping[str, tuple[Sequence[float], Sequence[Any]]]
    Wins = Any

RISK2 = oddsapp.find_ruleset("risk2")
COLOURS = [die.name for die in RISK2.combat.dice_set]  # type: ignore[union-attr]
TIES = {
    f"ties to {winner}": RISK2.replace(ties=winner) for winner in ("attacker", "nobody", "defender")
}
FACES = {"board faces": RISK2, "manual faces": RISK2.replace(dice_set="manual")}
CHARTS = {
    "board chart": RISK2,
    "shipped chart": RISK2.replace(thresholds="shipped_game"),
    "manual chart": RISK2.replace(thresholds="manual"),
    "manual chart and ties": RISK2.replace(thresholds="manual", ties="defender"),
}
RULESETS = {
    name: oddsapp.find_ruleset(name)
    for name in ("classic", "risk2", "risk2_shipped_game", "risk2_manual")
}
READINGS = {reading: RISK2.replace(mass_reading=reading) for reading in ("protected", "individual")}
SIZE, DEFENDERS, DICE = 10, 20, (1, 2, 3)
"""The battle of equals, the defenders, and the numbers of dice that the result speaks of."""


def study(most: int = 60) -> Study:
    """Compare the rules in battles of up to ``most`` armies a side, at least `DEFENDERS`."""
    check_size(most, DEFENDERS)
    ties, faces, charts, rulesets = (
        {name: _compared(rules, most) for name, rules in variants.items()}
        for variants in (TIES, FACES, CHARTS, RULESETS)
    )
    tables = {name: _all_battles(rules, most) for name, rules in FACES.items()}
    jumps = {name: oddsapp.promotions(rules=rules, most=most) for name, rules in CHARTS.items()}
    pairs = {name: oddsapp.pair_wins(most, rules=rules) for name, rules in READINGS.items()}
    colours = {
        (mine, other): _even_forces(mine, other, most) for mine in COLOURS for other in COLOURS
    }
    rolls = {dice: oddsapp.dice_against_die(dice) for dice in DICE}
    return Study(
        _result(ties, charts, tables, jumps, pairs, colours, rolls),
        [
            Table("colours", _COLOURS, [*_colour_rows()]),
            Table("break_even", _SIZES, _size_rows(rulesets)),
            Table("thresholds", _JUMPS, [*_jump_rows(jumps)]),
            Table("ties", _SIZES, _size_rows(ties)),
            Table("faces", _SIZES, _size_rows(faces)),
            Table("misprint", _BATTLES, [*_farthest(tables)]),
            Table("charts", _SIZES, _size_rows(charts)),
            Table("mass_invasion", _MASS, [*_mass_rows(pairs, most)]),
            Table("colour_in_armies", _IN_ARMIES, [*_army_rows(colours, most)]),
            Table("colour_in_dice", _IN_DICE, [*_dice_rows(rolls)]),
        ],
        {
            "colours": _colours_figure(rolls[1]),
            "break_even": _ratios(rulesets),
            "thresholds": _jumps_figure(jumps["board chart"]),
            "ties": _even(ties, "who wins equal dice"),
            "faces": _even(faces, "board and manual faces"),
            "charts": _even(charts, "charts of thresholds"),
            "mass_invasion": _mass_figure(pairs, most),
            "colour_in_armies": _colour_figure(colours, most),
        },
    )


# -- what is asked of the library --------------------------------------------------------


def _compared(rules: oddsapp.Ruleset, most: int) -> tuple[Sequence[float], Sequence[Any]]:
    """Return P(n v n) and the fewest attackers with an even chance, for n from 1."""
    needed = [found.force for found in oddsapp.break_even(most, rules=rules)]
    return oddsapp.even_odds(most, rules=rules), needed


def _all_battles(rules: oddsapp.Ruleset, most: int) -> list[list[float]]:
    """Return P(win) for a force of 0, 1, … in rows, against 0, 1, … in columns."""
    gains = oddsapp.step_gains(rules=rules, most=most - 1)
    return next(table for role, table in gains.chances.items() if role == "attacker")


def _even_forces(mine: str, other: str, most: int) -> list[Any]:
    attacker, defender = (oddsapp.Side.of_one_die(RISK2, colour) for colour in (mine, other))
    return [found.force for found in oddsapp.side_break_even(attacker, defender, most)]


# -- tables ------------------------------------------------------------------------------

_COLOURS = (
    "attacker's die",
    "defender's die",
    "attacker wins the roll",
    "same, exact",
    "equal dice",
    "attacker wins the roll, manual faces",
    f"{SIZE} attackers beat {SIZE}",
)


def _colour_rows() -> Iterator[tuple[Any, ...]]:
    won, without_ties = oddsapp.die_against_die(), oddsapp.die_against_die(TIES["ties to defender"])
    manual = oddsapp.die_against_die(FACES["manual faces"])
    sides = [oddsapp.Side.of_one_die(RISK2, colour) for colour in COLOURS]
    battles = oddsapp.who_beats_whom(sides, SIZE)
    for i, mine in enumerate(COLOURS):
        for j, other in enumerate(COLOURS):
            roll, equal = won[i][j], won[i][j] - without_ties[i][j]
            row = float(roll), roll, float(equal), float(manual[i][j]), battles[i][j]
            yield (mine, other, *row)


_SIZES = ("rules", "armies", "n against n", "force with an even chance", "attackers a defender")


def _size_rows(compared: Compared) -> list[tuple[Any, ...]]:
    return [
        (name, size, win, force, None if force is None else force / size)
        for name, (wins, forces) in compared.items()
        for size, (win, force) in enumerate(zip(wins, forces, strict=True), start=1)
    ]


_JUMPS = (
    "rules",
    "side",
    "die",
    "from armies",
    "opponents",
    "before",
    "after",
    "gain",
    "gain of a step that changes no die",
    "least gain",
    "against",
    "greatest gain",
    "against them",
)


def _jump_rows(jumps: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    for name, found in jumps.items():
        for p in found:
            chances = p.below, p.above, p.gain, p.usual
            yield (name, str(p.role), p.die, p.size, p.opponent, *chances, *p.least, *p.most)


_BATTLES = ("better with", "attackers", "defenders", *FACES)


def _farthest(tables: Mapping[str, Wins]) -> Iterator[tuple[Any, ...]]:
    """Yield for the attackers the battle in which each set of faces is the most ahead."""
    for better, worse in (tuple(FACES), tuple(FACES)[::-1]):
        mine, other = tables[better], tables[worse]
        states = [(a, d) for a in range(1, len(mine)) for d in range(1, len(mine[a]))]
        a, d = max(states, key=lambda state: mine[state[0]][state[1]] - other[state[0]][state[1]])
        yield (better, a, d, *(tables[name][a][d] for name in FACES))


_MASS = (
    "defenders",
    "one army of as many",
    *(f"two of half as many, {reading}" for reading in READINGS),
    *(f"armies in each of two with an even chance, {reading}" for reading in READINGS),
)


def _mass_rows(pairs: Mapping[str, Wins], most: int) -> Iterator[tuple[Any, ...]]:
    for defenders in range(2, most + 1, 2):
        half = defenders // 2
        yield (
            defenders,
            float(pairs["protected"][defenders, 0, defenders]),
            *(float(wins[half, half, defenders]) for wins in pairs.values()),
            *(_fewest_each(wins, defenders) for wins in pairs.values()),
        )


def _fewest_each(wins: Wins, defenders: int) -> int | None:
    sizes = range(1, len(wins))
    return next((size for size in sizes if wins[size, size, defenders] >= 1 / 2), None)


_IN_ARMIES = (
    "attackers' die",
    "defenders' die",
    "defenders",
    "force with an even chance",
    "against defenders of the attackers' die",
    "armies that make up for the colour",
)


def _army_rows(colours: Mapping[tuple[str, str], Sequence[Any]], most: int) -> Iterator[Any]:
    for (mine, other), forces in colours.items():
        for size in range(1, most + 1):
            force, alike = forces[size - 1], colours[mine, mine][size - 1]
            more = None if force is None or alike is None else force - alike
            yield mine, other, size, force, alike, more


_IN_DICE = (
    "attacking dice",
    "their colour",
    "defender's die",
    "at least one wins",
    "one attacking die of the defender's colour wins",
    "they make up for the colour",
)


def _dice_rows(rolls: Mapping[int, Sequence[Sequence[Any]]]) -> Iterator[tuple[Any, ...]]:
    for dice, table in rolls.items():
        for i, mine in enumerate(COLOURS):
            for j, other in enumerate(COLOURS):
                alike = rolls[1][j][j]
                enough = "yes" if table[i][j] >= alike else "no"
                yield dice, mine, other, float(table[i][j]), float(alike), enough


# -- figures -----------------------------------------------------------------------------


def _colours_figure(won: Sequence[Sequence[Any]]) -> Figure:
    title = "RISK II: P(the attacker wins a roll), equal dice included"
    return shaded(title, "defender's die", "attacker's die", COLOURS, COLOURS, won)


def _even(compared: Compared, what: str) -> Figure:
    series = {name: (range(1, len(wins) + 1), wins) for name, (wins, _) in compared.items()}
    title = f"n against n in RISK II: {what}"
    return lines(title, "armies a side", "P(attackers win)", series, level=0.5)


def _ratios(compared: Compared) -> Figure:
    series = {
        name: (range(1, len(forces) + 1), [_ratio(*pair) for pair in enumerate(forces, start=1)])
        for name, (_, forces) in compared.items()
    }
    title = "The fewest attackers with an even chance"
    return lines(title, "defenders", "attackers a defender", series, level=1)


def _ratio(size: int, force: int | None) -> float | None:
    return None if force is None else force / size


def _jumps_figure(jumps: Sequence[Any]) -> Figure:
    places = [f"{p.role} {p.size}" for p in jumps]
    series = {
        "the army that changes the die": (places, [p.gain for p in jumps]),
        "an army beside it that does not": (places, [p.usual for p in jumps]),
    }
    title = "RISK II: what one army more is worth at each threshold"
    return bars(title, "side, and the army that changes its die", "gain in P(win)", series)


def _mass_figure(pairs: Mapping[str, Wins], most: int) -> Figure:
    rows = [*_mass_rows(pairs, most)]
    sizes = [row[0] for row in rows]
    series = {name: (sizes, [row[place] for row in rows]) for place, name in _MASS_LINES}
    title = "As many attackers as defenders, in one army or in two"
    return lines(title, "defenders", "P(attackers win)", series, level=0.5)


_MASS_LINES = tuple(enumerate(_MASS[1:4], start=1))


def _colour_figure(colours: Mapping[tuple[str, str], Sequence[Any]], most: int) -> Figure:
    sizes = range(1, most + 1)
    series = {
        f"{mine} against {other}": (
            sizes,
            [
                a - b if a is not None and b is not None else None
                for a, b in zip(colours[mine, other], colours[mine, mine], strict=True)
            ],
        )
        for mine, other in pairwise(COLOURS)
    }
    title = "Attackers that make up for one colour, at an even chance"
    return lines(title, "defenders", "attackers more", series)


# -- the result --------------------------------------------------------------------------


def _result(
    ties: Compared,
    charts: Compared,
    tables: Mapping[str, Wins],
    jumps: Mapping[str, Sequence[Any]],
    pairs: Mapping[str, Wins],
    colours: Mapping[tuple[str, str], Sequence[Any]],
    rolls: Mapping[int, Sequence[Sequence[Any]]],
) -> str:
    worth = [
        colours[mine, other][DEFENDERS - 1] - colours[mine, mine][DEFENDERS - 1]
        for mine, other in pairwise(COLOURS)
    ]
    steps = range(len(COLOURS) - 1)
    dice = {
        next(n for n in DICE if rolls[n][step][step + 1] >= rolls[1][step + 1][step + 1])
        for step in steps
    }
    few, _, many = (forces[DEFENDERS - 1] for _, forces in ties.values())
    attacker, _, defender = (wins[SIZE - 1] for wins, _ in ties.values())
    strong = max((p for p in jumps["board chart"] if p.role == "attacker"), key=lambda p: p.size)
    rows = [*_farthest(tables)]
    off, apart = max((abs(row[3] - row[4]), row) for row in rows)
    half = SIZE // 2
    protected, individual = (float(wins[half, half, SIZE]) for wins in pairs.values())
    return (
        f"Equal dice are worth as much as a colour: an even chance against {DEFENDERS} defenders"
        f" takes {few} attackers if ties are the attacker's and {many} if they are the defender's"
        f" ({SIZE} against {SIZE} win {attacker:.2%} or {defender:.2%}), and if all armies roll one"
        f" die, defenders of the next colour take {', '.join(map(str, worth[:-1]))} or {worth[-1]}"
        f" attackers more than those of the same, from {COLOURS[0]} to {COLOURS[-1]}; in a single"
        f" roll {' or '.join(map(str, sorted(dice)))} dice make up for one of the next colour."
        f" The misprint moves no battle of up to {len(tables[rows[0][0]]) - 1} armies a side by"
        f" more than {100 * off:.2f} points ({apart[1]} against {apart[2]}: {apart[3]:.2%} with the"
        f" board's faces, {apart[4]:.2%} with the manual's), but the charts make different games:"
        f" n against n win {_range(charts['shipped chart'])} by the shipped one,"
        f" {_range(charts['manual chart and ties'])} by the manual's with its ties to the defender"
        f" and {_range(charts['manual chart'])} by the manual's with ties to the attacker."
        f" The attacker that makes {strong.size} and brings {strong.die} adds"
        f" {100 * strong.gain:.2f} points against {strong.opponent} defenders where the ones beside"
        f" it add {100 * strong.usual:.2f}, and two armies of {half} beat {SIZE} in"
        f" {protected:.2%} of battles if one winner protects both, in {individual:.2%} if each pays"
        " for itself."
    )


def _range(compared: tuple[Sequence[float], Sequence[Any]]) -> str:
    wins, _ = compared
    return f"{min(wins):.2%} to {max(wins):.2%}"


if __name__ == "__main__":
    sys.exit(run(study, __doc__, most="the largest army"))
