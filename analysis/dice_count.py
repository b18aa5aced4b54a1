"""When rolling fewer dice than one may is right.

Question. Nobody has to roll all the dice he may (C-2, C-3). When is it right to roll fewer, for
the attacker and for the defender: when both announce at once, when the defender has seen the
roll, and with cards and the commander of the expert rules, to win or to keep armies?

Method. A battle is a game of which every state is solved: for announced numbers in fractions,
for a defender who sees the roll and for the expert rules in floats. To keep armies means: as many
attackers left less defenders left as possible, in the mean. With the expert rules one roll is
changed at a time, full dice following; where no such change gains, full dice are right throughout.

Result. Where numbers are announced, at once or the attacker's first, fewer dice are better in
0 of the 400 states up to 20 against 20, for either side and either goal. A defender who sees
the roll takes one die against 54, 55, 64, 65, 66 at 20 against 20, 45.4% of the rolls, and so
brings P(win) of 5 against 5 from 50.62% to 43.16% and 10 against 7 from 79.98% to 72.70%; the
attacker does better with fewer dice in 0 states even then. With expert rules, up to 4 against
4, fewer dice are better under 2 of 9 variants, all with a card for any die and the commander:
an attacker of 2 against 2 wins 95.35% with one die and 93.13% with two, if the card serves at
every roll, and a defender of 3 against 2 holds the attacker to 76.37% with one die and 76.79%
with two, if it serves once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import oddsapp
from analysis.study import Study, Table, check_size, run
from analysis.study_figures import bars, lines

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

GOALS = {"win": "to win", "margin": "to keep armies"}
ANNOUNCED = ("at_once", "attacker_first")
SHOWN = ((3, 2), (5, 5), (10, 7), (20, 20))
"""The battles whose numbers are told one by one."""

CARDS = {"no card": "off", "a card for an own die": "own", "a card for any die": "any"}
LIMITS = ("roll", "territory")
EXPERT_STATES = ((2, 2, "attacker"), (2, 3, "defender"))


class Variant(NamedTuple):
    """An expert rule: which die a card rolls again, how often, and whether there is a commander."""

    card: str
    limit: str
    commander: bool

    @property
    def words(self) -> str:
        """The rule in words."""
        how_often = {"off": "", "roll": " at every roll", "territory": " once"}
        card = self.card + how_often[self.limit if CARDS[self.card] != "off" else "off"]
        return f"{card}, {'a' if self.commander else 'no'} commander"

    def game(self, most: int, goal: str) -> oddsapp.ExpertGame:
        """Return the game under it, for all states up to a size."""
        rules = oddsapp.find_ruleset("parker1993").replace(
            card_reroll=CARDS[self.card], card_limit=self.limit, commander=self.commander
        )
        return oddsapp.expert_game(force=most, defenders=most, rules=rules, goal=goal)


VARIANTS = [
    Variant(card, limit, commander)
    for card, limit, commander in product(CARDS, LIMITS, (False, True))
    if CARDS[card] != "off" or (commander and limit == LIMITS[0])
]

Choices = Mapping[tuple[int, int], Any]
"""What to roll, for each state."""
Seen = Mapping[str, Choices]


def study(most: int = 20, expert: int = 4) -> Study:
    """Look for fewer dice in states of up to ``most`` armies a side; with expert rules ``expert``.

    Both are at least as large as the battles in `SHOWN` and `EXPERT_STATES`.
    """
    check_size(most, max(map(max, SHOWN)))
    check_size(expert, max(max(state[:2]) for state in EXPERT_STATES))
    announced = {key: _choices(most, *key) for key in product(ANNOUNCED, GOALS)}
    seen = {goal: _choices(most, "after_roll", goal) for goal in GOALS}
    counts = [
        *(_count(timing, goal, choices) for (timing, goal), choices in announced.items()),
        *(_count("after_roll", goal, choices) for goal, choices in seen.items()),
    ]
    variants = list(_expert(expert))
    expert_counts = [row for row, _ in variants]
    expert_states = [row for _, rows in variants for row in rows]
    rolls, often = list(_rolls(seen)), list(_often(seen, most))
    return Study(
        _result(most, expert, counts, seen, expert_counts, expert_states),
        [
            Table(
                "states",
                ("defender announces", "goal", "states", "attacker fewer", "defender fewer"),
                counts,
            ),
            Table(
                "announced",
                ("goal", "force", "defenders", "attack dice", "defence dice", "value"),
                list(_payoffs(announced)),
            ),
            Table(
                "seen_rolls",
                (
                    "goal",
                    "force",
                    "defenders",
                    "roll",
                    "probability",
                    "two dice",
                    "one die",
                    "best",
                ),
                rolls,
            ),
            Table("seen_often", ("goal", "roll", "states", "one die better", "equal"), often),
            Table(
                "seen_worth",
                ("goal", "armies a side", "announced", "seen"),
                [
                    (GOALS[goal], n, choices[n, n].full_dice_value, choices[n, n].value)
                    for goal, choices in seen.items()
                    for n in range(1, most + 1)
                ],
            ),
            Table(
                "expert",
                ("rules", "goal", "states", "attacker fewer", "defender fewer"),
                expert_counts,
            ),
            Table(
                "expert_states",
                ("rules", "goal", "force", "defenders", "who", "dice", "value", "with full dice"),
                expert_states,
            ),
        ],
        {"seen_worth": _worth_figure(most, seen["win"]), "seen_often": _often_figure(often)},
    )


def _choices(most: int, timing: str, goal: str) -> Choices:
    rules = oddsapp.find_ruleset("classic").replace(defence_timing=timing)
    game = oddsapp.DiceGame(most, most, rules, goal, exact=timing in ANNOUNCED)
    return {(a, d): game.choice(a, d) for a, d in product(range(1, most + 1), repeat=2)}


def _count(timing: str, goal: str, choices: Choices) -> tuple[Any, ...]:
    attacker = sum(not choice.attack_is_full for choice in choices.values())
    defender = sum(not choice.defence_is_full for choice in choices.values())
    return timing, GOALS[goal], len(choices), attacker, defender


def _payoffs(announced: Mapping[tuple[str, str], Choices]) -> Iterator[tuple[Any, ...]]:
    for goal, (a, d) in product(GOALS, SHOWN):
        for (m, n), worth in announced["at_once", goal][a, d].payoffs.items():
            yield GOALS[goal], a, d, m, n, float(worth)


def _rolls(seen: Seen) -> Iterator[tuple[Any, ...]]:
    """Yield what one die and two lead to against each roll of full dice."""
    for goal, (a, d) in product(GOALS, SHOWN):
        for roll in _with_most_dice(seen[goal][a, d]):
            best = "equal" if roll.is_indifferent else str(roll.defence_dice)
            two, one = roll.values[2], roll.values[1]
            yield GOALS[goal], a, d, _faces(roll), roll.probability, two, one, best


def _often(seen: Seen, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield for each roll in how many states with two choices one die is better, or as good."""
    for goal, choices in seen.items():
        better: dict[str, int] = {}
        equal: dict[str, int] = {}
        states = list(product(range(2, most + 1), repeat=2))
        for a, d in states:
            for roll in _with_most_dice(choices[a, d]):
                name = _faces(roll)
                better[name] = better.get(name, 0) + (
                    roll.defence_dice == 1 and not roll.is_indifferent
                )
                equal[name] = equal.get(name, 0) + roll.is_indifferent
        for name in sorted(better):
            yield GOALS[goal], name, len(states), better[name], equal[name]


def _with_most_dice(choice: Any) -> list[Any]:
    most = max(choice.attack)
    return [roll for roll in choice.rolls if roll.attack_dice == most]


def _faces(roll: Any) -> str:
    return " ".join(map(str, roll.faces))


def _expert(most: int) -> Iterator[tuple[tuple[Any, ...], list[tuple[Any, ...]]]]:
    """Yield for each variant and goal how many states there are, and each of them."""
    for variant, goal in product(VARIANTS, GOALS):
        game = variant.game(most, goal)
        found = list(game.states_with_fewer_dice())
        rows = []
        for a, d, side in found:
            payoffs = game.dice_payoffs(a, d)
            m, n = max(payoffs)
            if side == "attacker":
                dice = max((i for i, j in payoffs if j == n), key=lambda i: payoffs[i, n])
                worth = payoffs[dice, n]
            else:
                dice = min((j for i, j in payoffs if i == m), key=lambda j: payoffs[m, j])
                worth = payoffs[m, dice]
            rows.append((variant.words, GOALS[goal], a, d, str(side), dice, worth, payoffs[m, n]))
        attacker = sum(side == "attacker" for *_, side in found)
        defender = len(found) - attacker
        yield (variant.words, GOALS[goal], most * most, attacker, defender), rows


def _worth_figure(most: int, choices: Choices) -> Figure:
    sizes = range(1, most + 1)
    return lines(
        "n against n: what seeing the roll is worth",
        "armies a side",
        "P(attacker wins)",
        {
            "dice announced before the roll": (
                sizes,
                [choices[n, n].full_dice_value for n in sizes],
            ),
            "defender chooses after it": (sizes, [choices[n, n].value for n in sizes]),
        },
        level=0.5,
    )


def _often_figure(often: Sequence[tuple[Any, ...]]) -> Figure:
    shown = sorted({name for _, name, _, better, _ in often if better})
    series = {}
    for goal in GOALS.values():
        shares = {name: better / states for g, name, states, better, _ in often if g == goal}
        series[goal] = ([f"roll {name}" for name in shown], [shares[name] for name in shown])
    return bars(
        "Where one die is better than two against a roll that was seen",
        "the attacker's two highest dice",
        "share of the states in which it is",
        series,
    )


def _result(
    most: int,
    expert: int,
    counts: Sequence[tuple[Any, ...]],
    seen: Seen,
    expert_counts: Sequence[tuple[Any, ...]],
    expert_states: Sequence[tuple[Any, ...]],
) -> str:
    gained = sum(row[3] + row[4] for row in counts if row[0] in ANNOUNCED)
    attackers = sum(row[3] for row in counts if row[0] == "after_roll")
    choices = seen["win"]
    large = choices[most, most]
    rolls = ", ".join(_faces(roll).replace(" ", "") for roll in large.fewer_dice_rolls)
    share = sum(roll.probability for roll in large.fewer_dice_rolls)
    falls = " and ".join(
        f"{a} against {d} from {choices[a, d].full_dice_value:.2%} to {choices[a, d].value:.2%}"
        for a, d in ((5, 5), (10, 7))
    )
    several = {row[0] for row in expert_counts if row[3] + row[4]}
    told = {
        (row[2], row[3], row[4]): row
        for row in expert_states
        if row[1] == GOALS["win"] and (row[2], row[3], row[4]) in EXPERT_STATES
    }
    first, second = (told[state] for state in EXPERT_STATES)
    return (
        f"Where numbers are announced, at once or the attacker's first, fewer dice are better in"
        f" {gained} of the {most * most} states up to {most} against {most}, for either side and"
        f" either goal. A defender who sees the roll takes one die against {rolls} at {most}"
        f" against {most}, {share:.1%} of the rolls, and so brings P(win) of {falls}; the attacker"
        f" does better with fewer dice in {attackers} states even then. With expert rules, up to"
        f" {expert} against {expert}, fewer dice are better under {len(several)} of"
        f" {len(VARIANTS)} variants, all with a card for any die and the commander: an attacker"
        f" of 2 against 2 wins {first[6]:.2%} with one die and {first[7]:.2%} with two, if"
        f" the card serves at every roll, and a defender of {second[3]} against {second[2]} holds"
        f" the attacker to {second[6]:.2%} with one die and {second[7]:.2%} with two, if it"
        f" serves once."
    )


if __name__ == "__main__":
    sys.exit(
        run(
            study,
            __doc__,
            most="the largest number of armies a side",
            expert="the same with expert rules",
        )
    )
