"""How many dice? A battle as a game in which both sides choose their number at every roll.

Rules C-2 and C-3 leave both sides free to roll fewer dice than they may. That makes each
state a zero-sum game whose payoffs are the values of the states after the roll:

    V(a, d) = val [ sum over losses (i, j) of p_mn(i, j) V(a − i, d − j) ]   over m, n dice

where ``val`` is the value of the matrix game when both announce at once (C-3), ``max min``
when the attacker is heard first, and, when the defender chooses after seeing the roll,

    V(a, d) = max over m of sum over rolls r of P_m(r) · min over n of E[ V | r, n ].

Such recursive games are Shapley's (L. S. Shapley, "Stochastic games", 1953); armies only
fall, so one pass from few armies to many solves them.

**Full dice are right.** With the dice of the box, rolling all the dice one may is a saddle
point of every one of the 900 states up to 30 v 30, announced at once or one after the other,
for P(win) and for the margin: in exact fractions no side gains by another number (a test
proves it state by state). Fewer dice are right for a defender who *sees the roll* (one die
against two high ones; against which depends on the state, since an odd number of armies
changes what the last rolls are worth), and for an attacker at a fork of a campaign, where the
minimum move after a conquest (C-6) makes the last roll's dice count; that is no matter of
one battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat import attack
from oddsapp.combat.roll import ranked_losses
from oddsapp.combat.round import AT_ONCE, Round, ranked_round
from oddsapp.combat.throws import MOST_ROLLS, compared_dice, count_throws
from oddsapp.errors import InvalidInput
from oddsapp.odds.dice_choice import DiceChoice, Faces, SeenRoll
from oddsapp.odds.goal import Goal, Worth, as_goal, comparable, end_worth, value
from oddsapp.odds.limits import check_states, described_attack
from oddsapp.odds.matrix_game import solve_matrix_game
from oddsapp.rules import CardReroll, DefenceTiming, RankedDice, Ruleset, Ties, as_ruleset

MOST_STATES = 40_000
"""The most states of a game that is solved in floats."""

MOST_EXACT_STATES = 2_500
"""The most states of a game that is solved in fractions."""


class DiceGame:
    """The game of how many dice to roll, solved for every state up to a force and a garrison.

    Parameters
    ----------
    force, defenders : int
        The largest state.
    rules : str or Ruleset
        Its ``defence_timing`` says when the defender chooses.
    goal : str or Goal
    exact : bool
        Every value as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If nobody has a choice under these rules, or there are too many states.

    Examples
    --------
    >>> game = DiceGame(3, 2, "classic", exact=True)
    >>> game.choice(3, 2).value == game.choice(3, 2).full_dice_value
    True
    >>> list(game.states_with_fewer_dice())
    []
    """

    def __init__(
        self,
        force: int,
        defenders: int,
        rules: str | Ruleset = "classic",
        goal: str | Goal = Goal.WIN,
        *,
        exact: bool = False,
    ) -> None:
        self.rules = as_ruleset(rules)
        self.goal = as_goal(goal)
        self.exact = exact
        self._combat = _checked(self.rules)
        self.timing = self._combat.defence_timing
        self.battle = attack(force, defenders, self.rules)
        check_states(self.battle, MOST_EXACT_STATES if exact else MOST_STATES, exact=exact)
        self._number: Callable[[int, int], Any] = Fraction if exact else _float
        self._rounds = {
            (m, n): self._shares(ranked_round(self._combat, m, n).changing)
            for m in range(1, self._combat.attack_dice + 1)
            for n in range(1, self._combat.defence_dice + 1)
        }
        self._rolls: dict[tuple[int, int], Any] = {}
        self._worth: dict[tuple[int, int], Worth] = {}
        self._full: dict[tuple[int, int], Worth] = {}
        self._played: dict[tuple[int, int], tuple[dict[int, Any], dict[int, Any]]] = {}
        self._solve(*self.battle.armies)

    def _shares(self, roll: Round) -> list[tuple[int, int, Any]]:
        return [(i, j, self._number(weight, roll.total)) for (i, j), weight in roll.outcomes]

    def _solve(self, force: int, defenders: int) -> None:
        one = self._number(1, 1)
        ends = [(a, 0) for a in range(force + 1)] + [(0, d) for d in range(1, defenders + 1)]
        for a, d in ends:
            self._worth[a, d] = self._full[a, d] = end_worth(self.goal, a, d, one)
        for a in range(1, force + 1):
            for d in range(1, defenders + 1):
                most = self._most(a, d)
                self._full[a, d] = _expected(self._full, a, d, self._rounds[most])
                if self.timing is DefenceTiming.AFTER_ROLL:
                    self._answer_rolls(a, d)
                else:
                    self._announce(a, d)

    def _most(self, a: int, d: int) -> tuple[int, int]:
        return min(a, self._combat.attack_dice), min(d, self._combat.defence_dice)

    def _matrix(self, a: int, d: int) -> list[list[Worth]]:
        """Return the worth of each pair of numbers of dice, full dice first."""
        m, n = self._most(a, d)
        return [
            [_expected(self._worth, a, d, self._rounds[i, j]) for j in range(n, 0, -1)]
            for i in range(m, 0, -1)
        ]

    def _announce(self, a: int, d: int) -> None:
        """Solve the state in which the numbers are announced before anybody rolls."""
        matrix = self._matrix(a, d)
        keys, tolerance = comparable(self.goal, [worth for row in matrix for worth in row])
        width = len(matrix[0])
        payoffs = [keys[i : i + width] for i in range(0, len(keys), width)]
        if self.timing is DefenceTiming.ATTACKER_FIRST:
            answers = [_first_best([-key for key in row], tolerance) for row in payoffs]
            lows = [row[answer] for row, answer in zip(payoffs, answers, strict=True)]
            i = _first_best(lows, tolerance)
            j = answers[i]
            rows: tuple[Any, ...] = tuple(int(k == i) for k in range(len(matrix)))
            columns: tuple[Any, ...] = tuple(int(k == j) for k in range(width))
        else:
            solution = solve_matrix_game(payoffs, tolerance)
            if not solution.is_pure and self._combat.ties is Ties.NOBODY:
                raise InvalidInput(
                    "with ties to nobody and dice numbers that must be mixed the value of this"
                    " game is no fraction; let ties go to the attacker or the defender"
                )
            rows, columns = solution.rows, solution.columns
        self._worth[a, d] = (
            _mixed(matrix, rows, columns, 0),
            _mixed(matrix, rows, columns, 1),
        )
        self._played[a, d] = (_by_dice(rows), _by_dice(columns))

    def _seen(self, m: int, n: int) -> list[tuple[Faces, Any, dict[int, Any]]]:
        """Return the attacker's rolls with m dice, and what each answer up to n dice costs."""
        if (m, n) not in self._rolls:
            combat = self._combat
            self._rolls[m, n] = [
                (faces, self._number(weight, combat.attack_die.sides**m), answers)
                for faces, weight, answers in (
                    (
                        faces,
                        weight,
                        {j: self._shares(_answered(combat, faces, j)) for j in range(n, 0, -1)},
                    )
                    for faces, weight in sorted(
                        compared_dice(combat.attack_die, combat.attack_bonus, m, min(m, n)),
                        reverse=True,
                    )
                )
            ]
        known: list[tuple[Faces, Any, dict[int, Any]]] = self._rolls[m, n]
        return known

    def _answer_rolls(self, a: int, d: int) -> None:
        """Solve the state in which the defender sees the attacker's roll."""
        most, n = self._most(a, d)
        worths = []
        for m in range(most, 0, -1):
            gain = loss = self._number(0, 1)
            for _, probability, answers in self._seen(m, n):
                options = [_expected(self._worth, a, d, costs) for costs in answers.values()]
                keys, tolerance = comparable(self.goal, options)
                best = options[_first_best([-key for key in keys], tolerance)]
                gain += probability * best[0]
                loss += probability * best[1]
            worths.append((gain, loss))
        chosen = _first_best(*comparable(self.goal, worths))
        self._worth[a, d] = worths[chosen]
        rows = tuple(int(k == chosen) for k in range(most))
        self._played[a, d] = (_by_dice(rows), {})

    def _answers(self, a: int, d: int) -> Iterator[SeenRoll]:
        most, n = self._most(a, d)
        for m in range(most, 0, -1):
            for faces, probability, answers in reversed(self._seen(m, n)):
                options = [_expected(self._worth, a, d, costs) for costs in answers.values()]
                keys, tolerance = comparable(self.goal, options)
                best = _first_best([-key for key in keys], tolerance)
                values = {
                    dice: value(self.goal, worth)
                    for dice, worth in zip(answers, options, strict=True)
                }
                yield SeenRoll(m, faces, probability, n - best, values)

    def value(self, force: int, defenders: int) -> Any:
        """Return what the best play of both leads to from a state."""
        return value(self.goal, self._worth[self._known(force, defenders)])

    def full_dice_value(self, force: int, defenders: int) -> Any:
        """Return what full dice on both sides lead to from a state."""
        return value(self.goal, self._full[self._known(force, defenders)])

    def choice(self, force: int, defenders: int) -> DiceChoice:
        """Return what to roll in a state."""
        a, d = self._known(force, defenders)
        if not a or not d:
            raise InvalidInput("where one side has no armies left, nobody rolls")
        attack_mix, defence_mix = self._played[a, d]
        payoffs: dict[tuple[int, int], Any] = {}
        rolls: tuple[SeenRoll, ...] = ()
        if self.timing is DefenceTiming.AFTER_ROLL:
            rolls = tuple(self._answers(a, d))
            rolled = max(attack_mix, key=lambda dice: attack_mix[dice])
            defence_mix = dict.fromkeys(range(self._most(a, d)[1], 0, -1), self._number(0, 1))
            for roll in rolls:
                if roll.attack_dice == rolled:
                    defence_mix[roll.defence_dice] += roll.probability
        else:
            payoffs = {
                (m, n): value(self.goal, worth)
                for m, row in zip(attack_mix, self._matrix(a, d), strict=True)
                for n, worth in zip(defence_mix, row, strict=True)
            }
        return DiceChoice(
            force=a,
            defenders=d,
            timing=self.timing,
            goal=self.goal,
            value=self.value(a, d),
            full_dice_value=self.full_dice_value(a, d),
            attack=attack_mix,
            defence=defence_mix,
            payoffs=payoffs,
            rolls=rolls,
        )

    def states_with_fewer_dice(self) -> Iterator[tuple[int, int]]:
        """Yield the states in which somebody does better with fewer dice than full."""
        for a, d in self._played:
            choice = self.choice(a, d)
            if not (choice.attack_is_full and choice.defence_is_full):
                yield a, d

    def _known(self, force: int, defenders: int) -> tuple[int, int]:
        most_force, most_defenders = self.battle.armies
        return (
            whole_number(force, "the force", least=0, most=most_force),
            whole_number(defenders, "the number of defenders", least=0, most=most_defenders),
        )


def _float(weight: int, total: int) -> float:
    return weight / total


def _checked(rules: Ruleset) -> RankedDice:
    """Refuse rules under which there is nothing to choose or to see."""
    combat = rules.combat
    if not isinstance(combat, RankedDice):
        raise InvalidInput(
            f"under the rules {rules.name} each army rolls one die: there is no number to choose;"
            " classic has one"
        )
    if combat.balance is not None:
        raise InvalidInput(AT_ONCE)
    if combat.commander or combat.card_reroll is not CardReroll.OFF:
        raise InvalidInput(
            "how many dice to roll is solved without cards and commander, which are solved with"
            " full dice: ask what they are worth (expert_odds), or leave them out of the rules"
        )
    if combat.defence_timing is DefenceTiming.AFTER_ROLL:
        if combat.round_table is not None:
            raise InvalidInput("a round table has no faces that a defender could see")
        most = combat.attack_dice, combat.defence_dice
        pairs = count_throws(combat.attack_die, combat.attack_bonus, most[0], min(most))
        pairs *= count_throws(combat.defence_die, combat.defence_bonus, most[1], min(most))
        if pairs > MOST_ROLLS:
            raise InvalidInput(
                f"a defender who sees the roll would have {pairs:,} pairs of throws to look at;"
                f" the limit is {MOST_ROLLS:,}"
            )
        if combat.ties is Ties.NOBODY:
            raise InvalidInput(
                "with ties to nobody a defender who sees the roll could repeat it for ever;"
                " let ties go to the attacker or the defender"
            )
    return combat


@lru_cache(maxsize=1024)
def _answered(combat: RankedDice, faces: Faces, dice: int) -> Round:
    """Return what a seen roll costs when it is answered with that many dice.

    ``faces`` count as they are, the attacker's bonus is in them.
    """
    return Round.from_weights(
        (ranked_losses(faces, defence, combat.ties), weight)
        for defence, weight in compared_dice(
            combat.defence_die, combat.defence_bonus, dice, min(dice, len(faces))
        )
    )


def _expected(
    worth: dict[tuple[int, int], Worth], a: int, d: int, shares: list[tuple[int, int, Any]]
) -> Worth:
    """Return the worth of a roll: the mean over what it costs."""
    gain: Any = 0
    loss: Any = 0
    for i, j, share in shares:
        # A round table may cost more than a side has left.
        g, h = worth[a - i if a > i else 0, d - j if d > j else 0]
        gain += share * g
        loss += share * h
    return gain, loss


def _first_best(keys: list[Any], tolerance: Any) -> int:
    """Return the place of the first key that no other beats by more than the tolerance."""
    least = max(keys) - tolerance
    return next(place for place, key in enumerate(keys) if key >= least)


def _mixed(
    matrix: list[list[Worth]], rows: tuple[Any, ...], columns: tuple[Any, ...], part: int
) -> Any:
    return sum(
        x * y * worth[part]
        for x, row in zip(rows, matrix, strict=True)
        if x
        for y, worth in zip(columns, row, strict=True)
        if y
    )


def _by_dice(shares: tuple[Any, ...]) -> dict[int, Any]:
    """Name shares that are ordered from most dice to one by their number of dice."""
    return {len(shares) - place: share for place, share in enumerate(shares)}


def dice_choice(
    armies: int | None = None,
    defenders: int | None = None,
    *,
    force: int | None = None,
    rules: str | Ruleset = "classic",
    goal: str | Goal = Goal.WIN,
    exact: bool = False,
) -> DiceChoice:
    """Return how many dice to roll in a battle, and what that is worth.

    A recursive game (Shapley 1953); `oddsapp.odds.decisions` has its formula.

    Parameters
    ----------
    armies, defenders, force : int
        The battle, as in `oddsapp.battle`.
    rules : str or Ruleset
        Its ``defence_timing`` says when the defender chooses (C-3).
    goal : str or Goal
    exact : bool
        Every value as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, nobody has a choice, or there are too many states.

    Examples
    --------
    A defender who sees the roll meets two high dice with one die:

    >>> from oddsapp import find_ruleset
    >>> house = find_ruleset("classic").replace(defence_timing="after_roll")
    >>> choice = dice_choice(force=3, defenders=2, rules=house, exact=True)
    >>> choice.value, [roll.faces for roll in choice.fewer_dice_rolls]
    (Fraction(103050469, 161243136), [(4, 4), (5, 5), (6, 5), (6, 6)])
    """
    a, d = described_attack(armies, defenders, force, rules).armies
    return DiceGame(a, d, rules, goal, exact=exact).choice(a, d)
