"""The expert variants in a battle: a card that lets a die be rolled again, and the commander.

Rules C-7 and C-8 give the attacker something to decide *after* both sides have rolled. What
is left of it belongs to the state: (force, defenders, re-rolls left, commander left). At a
roll that shows the faces x the attacker takes the best of

    V(state after x, what is left)                        leave the roll as it is
    V(state after x with one die turned up, no commander)   the commander, C-8
    E[ the better of the two above after a die is re-rolled ]   a card, C-7

and V of a state is the mean of that over all x: a finite decision process, solved by one
pass from few armies to many (R. Bellman, "Dynamic Programming", 1957). When both are used at
one roll the card comes first: who knows the new face decides about the commander no worse.
Both sides roll full dice. That is a rule of this solver, and not always the best:
`ExpertGame.states_with_fewer_dice` finds where it is not.

*As soon as possible* is the rule of thumb to hold it against: use whatever makes this roll
better for a battle that would go on without. By induction it is worth at least as much as
using nothing, and the best use at least as much as that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat import Battle
from oddsapp.combat.roll import dice_losses
from oddsapp.combat.round import ranked_round
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.expert_results import Advice, ExpertOdds, Node, View
from oddsapp.odds.expert_roll import (
    Faces,
    Losses,
    RollPlan,
    lying_kind,
    rerolled,
    roll_plan,
    turned,
)
from oddsapp.odds.expert_rules import expert_dice
from oddsapp.odds.goal import SAME, Goal, Worth, as_goal, comparable, end_worth, value
from oddsapp.odds.limits import check_states
from oddsapp.rules import (
    CardLimit,
    Role,
)

MOST_STATES = 5_000
"""The most states, with what is left counted, that are solved in floats."""

MOST_EXACT_STATES = 200
"""The most that are solved in fractions."""

Left = tuple[int, int]
"""What is left: re-rolls by cards, and the commander (1 or 0)."""


class ExpertGame:
    """The best use of cards and commander, for every state up to a force and a garrison.

    Parameters
    ----------
    battle : Battle
        An attack. Its rules say which die a card re-rolls (``card_reroll``), how often
        (``card_limit``), and whether there is a ``commander``, not yet used this turn.
    cards : int
        How many cards fit this attack, 0 to 2.
    goal : str or Goal
    exact : bool
        Every value as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the rules know no such thing, or there are too many states.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("parker1993").replace(commander=True, card_reroll="own")
    >>> game = ExpertGame(attack(3, 2, rules), cards=1)
    >>> game.advice([6, 2, 2], [6, 5]).action
    'card'
    """

    def __init__(
        self,
        battle: Battle,
        *,
        cards: int,
        goal: str | Goal = Goal.WIN,
        exact: bool = False,
    ) -> None:
        self.goal = as_goal(goal)
        self._combat = expert_dice(battle.rules, cards)
        self.battle, self.cards, self.commander = battle, cards, self._combat.commander
        self.exact = exact
        once = self._combat.card_limit is not CardLimit.CARD
        self._most = (min(cards, 1) if once else cards, int(self.commander))
        kinds = (self._most[0] + 1) * (self._most[1] + 1)
        limit = MOST_EXACT_STATES if exact else MOST_STATES
        check_states(battle, limit, exact=exact, factor=kinds)
        self._one: Any = Fraction(1) if exact else 1.0
        self._best: dict[tuple[int, int, Left], Worth] = {}
        self._soon: dict[tuple[int, int, Left], Worth] = {}
        self._solve()

    def _lefts(self) -> list[Left]:
        cards, commander = self._most
        return [(n, c) for n in range(cards + 1) for c in range(commander + 1)]

    def _after_card(self, left: Left) -> Left:
        cards, commander = left
        # Lying open, the card serves at every roll; otherwise it has done its work.
        return left if self._combat.card_limit is CardLimit.ROLL else (cards - 1, commander)

    def _solve(self) -> None:
        force, defenders = self.battle.armies
        ends = [(a, 0) for a in range(force + 1)] + [(0, d) for d in range(1, defenders + 1)]
        for left in self._lefts():
            for a, d in ends:
                worth = end_worth(self.goal, a, d, self._one)
                self._best[a, d, left] = self._soon[a, d, left] = worth
        for a in range(1, force + 1):
            for d in range(1, defenders + 1):
                dice = self._most_dice(a, d)
                plan = roll_plan(self._combat, *dice)
                self._best[a, d, (0, 0)] = self._soon[a, d, (0, 0)] = self._without(a, d, dice)
                for left in self._lefts()[1:]:
                    self._best[a, d, left] = self._roll(plan, a, d, left, self._best)
                    self._soon[a, d, left] = self._roll(plan, a, d, left, self._soon)

    def _view(self, a: int, d: int, worth: Mapping[Any, Worth]) -> View:
        """Return how courses are judged in a state: at their best, or by the rule of thumb."""
        if self.goal is Goal.MARGIN:
            by_gain, by_loss, scale = 1, -1, a + d
        else:
            # Of P(win) and P(lose) floats tell the smaller one apart best.
            gain, loss = self._best[a, d - 1, (0, 0)]
            by_gain, by_loss = (1, 0) if gain <= loss else (0, -1)
            scale = min(self._best[a, d, (0, 0)])
        best = worth is self._best
        tolerance = 0 if self.exact or best else SAME * scale
        return View(a, d, worth, best, by_gain, by_loss, tolerance)

    def _leaf(self, view: View, losses: Losses, left: Left) -> Node:
        """Return an outcome of the roll: what it is judged by, and what it is worth."""
        state = view.a - losses[0], view.d - losses[1]
        gain, loss = view.worth[*state, left]
        # The rule of thumb judges by a battle that goes on without.
        judged = (gain, loss) if view.judged_by_itself else self._best[*state, (0, 0)]
        return view.key(*judged), gain, loss

    def _settled(self, plan: RollPlan, view: View, left: Left) -> list[Node]:
        """Return the worth of each kind of faces when only the commander may still act."""
        cards, commander = left
        nodes = []
        for losses, others in plan.lying:
            options = [self._leaf(view, losses, left)]
            if commander:
                options += [self._leaf(view, other, (cards, 0)) for other in others]
            nodes.append(view.best_of(options))
        return nodes

    def _roll(
        self, plan: RollPlan, a: int, d: int, left: Left, worth: Mapping[Any, Worth]
    ) -> Worth:
        """Return the worth of a state before the roll, something being left."""
        view = self._view(a, d, worth)
        settled = self._settled(plan, view, left)
        if left[0]:
            used = self._settled(plan, view, self._after_card(left))
            again = [
                _mean(used, reroll, total)
                for reroll, total in zip(plan.rerolls, plan.totals, strict=True)
            ]
            chosen = [
                (weight, view.best_of([settled[place], *(again[reroll] for reroll in rerolls)]))
                for weight, place, rerolls in plan.tables
            ]
        else:
            chosen = list(zip(plan.lying_weights, settled, strict=True))
        return (
            sum(weight * node[1] for weight, node in chosen) / plan.weight,
            sum(weight * node[2] for weight, node in chosen) / plan.weight,
        )

    def _most_dice(self, a: int, d: int) -> tuple[int, int]:
        return min(a, self._combat.attack_dice), min(d, self._combat.defence_dice)

    def _without(self, a: int, d: int, dice: tuple[int, int]) -> Worth:
        """Return the worth of a roll of some dice in a state in which nothing is left."""
        roll = ranked_round(self._combat, *dice)
        worths = [(w, self._best[a - i, d - j, (0, 0)]) for (i, j), w in roll.outcomes]
        return (
            sum(weight * worth[0] for weight, worth in worths) / roll.total,
            sum(weight * worth[1] for weight, worth in worths) / roll.total,
        )

    def advice(
        self, attack: Sequence[int], defence: Sequence[int], state: tuple[int, int] | None = None
    ) -> Advice:
        """Return what to do with the faces on the table, nothing used yet.

        Parameters
        ----------
        attack, defence : sequence of int
            What both sides rolled, in any order.
        state : tuple of int, optional
            Force and defenders before the roll; the largest state unless told otherwise.

        Raises
        ------
        InvalidInput
            If these are no faces of the full dice of that state.
        """
        a, d = self._known(*(state or self.battle.armies))
        combat, left = self._combat, self._most
        mine = _faces(attack, combat.attack_die, min(a, combat.attack_dice), "attacker")
        theirs = _faces(defence, combat.defence_die, min(d, combat.defence_dice), "defender")
        view = self._view(a, d, self._best)

        def settled(table: tuple[Faces, Faces], left: Left) -> Node:
            losses, others = lying_kind(combat, *table)
            options = [self._leaf(view, losses, left)]
            if left[1]:
                options += [self._leaf(view, other, (left[0], 0)) for other in others]
            return view.best_of(options)

        leave = self._leaf(view, dice_losses(combat, mine, theirs), left)
        options: list[tuple[Node, str, Role | None, int | None]] = [(leave, "leave", None, None)]
        if left[1]:
            for shown, faces in turned(combat, mine):
                losses = dice_losses(combat, faces, theirs)
                node = self._leaf(view, losses, (left[0], 0))
                options.append((node, "commander", Role.ATTACKER, shown))
        if left[0]:
            for role, shown, tables in rerolled(combat, mine, theirs):
                nodes = [settled(table, self._after_card(left)) for table, _ in tables]
                weights = tuple(enumerate(weight for _, weight in tables))
                node = _mean(nodes, weights, sum(weight for _, weight in weights))
                options.append((node, "card", role, shown))
        best = view.best_of([node for node, *_ in options])
        node, action, side, face = next(option for option in options if option[0] is best)
        return Advice(
            action=action,
            side=side,
            face=face,
            value=value(self.goal, node[1:]),
            leave=value(self.goal, leave[1:]),
        )

    def _by_dice(self, a: int, d: int) -> dict[tuple[int, int], Worth]:
        """Return the worth of each pair of numbers of dice at the next roll, full dice first."""
        left, most = self._most, self._most_dice(a, d)
        worths = {}
        for dice in product(range(most[0], 0, -1), range(most[1], 0, -1)):
            if left == (0, 0):
                worths[dice] = self._without(a, d, dice)
            else:
                worths[dice] = self._roll(roll_plan(self._combat, *dice), a, d, left, self._best)
        return worths

    def dice_payoffs(self, force: int, defenders: int) -> dict[tuple[int, int], Any]:
        """Return what each pair of numbers of dice at the next roll leads to, full dice after it.

        Parameters
        ----------
        force, defenders : int
            The state before the roll, nothing used yet.

        Returns
        -------
        dict
            P(win) or the margin, by the goal, for (attack dice, defence dice).

        Raises
        ------
        InvalidInput
            If one side has no armies left, or there are more than in the largest state.

        Examples
        --------
        One die of the defender instead of two gives the attacker more:

        >>> from oddsapp import expert_game, find_ruleset
        >>> rules = find_ruleset("parker1993").replace(commander=True)
        >>> game = expert_game(force=1, defenders=2, rules=rules, exact=True)
        >>> game.dice_payoffs(1, 2)
        {(1, 2): Fraction(1025, 2592), (1, 1): Fraction(25, 48)}
        """
        a, d = self._known(force, defenders)
        if not a or not d:
            raise InvalidInput("where one side has no armies left, nobody rolls")
        return {dice: value(self.goal, worth) for dice, worth in self._by_dice(a, d).items()}

    def states_with_fewer_dice(self) -> Iterator[tuple[int, int, Role]]:
        """Yield the states in which a side does better with fewer dice at the next roll, and whose.

        The other side rolls full dice, and so do both afterwards. Where nobody gains by that
        in any state, full dice are right for both throughout.
        """
        force, defenders = self.battle.armies
        for a, d in product(range(1, force + 1), range(1, defenders + 1)):
            worths = self._by_dice(a, d)
            keys, tolerance = comparable(self.goal, list(worths.values()))
            m, n = self._most_dice(a, d)
            full = keys[0]
            by_dice = dict(zip(worths, keys, strict=True))
            if any(key > full + tolerance for (_, j), key in by_dice.items() if j == n):
                yield a, d, Role.ATTACKER
            if any(key < full - tolerance for (i, _), key in by_dice.items() if i == m):
                yield a, d, Role.DEFENDER

    def odds(self, force: int, defenders: int) -> ExpertOdds:
        """Return what cards and commander are worth from a state, nothing used yet."""
        a, d = self._known(force, defenders)
        return ExpertOdds(
            force=a,
            defenders=d,
            cards=self.cards,
            commander=self.commander,
            goal=self.goal,
            optimal=value(self.goal, self._best[a, d, self._most]),
            as_soon_as_possible=value(self.goal, self._soon[a, d, self._most]),
            without=value(self.goal, self._best[a, d, (0, 0)]),
        )

    def _known(self, force: int, defenders: int) -> tuple[int, int]:
        most_force, most_defenders = self.battle.armies
        return (
            whole_number(force, "the force", least=0, most=most_force),
            whole_number(defenders, "the number of defenders", least=0, most=most_defenders),
        )


def _faces(faces: Sequence[int], die: Die, dice: int, side: str) -> Faces:
    if len(faces) != dice or not set(faces) <= set(die.counts):
        raise InvalidInput(
            f"the {side} rolls {dice} {'die' if dice == 1 else 'dice'} with faces"
            f" {min(die.faces)} to {max(die.faces)}, not {list(faces)}"
        )
    return tuple(sorted(faces, reverse=True))


def _mean(nodes: list[Node], reroll: tuple[tuple[int, int], ...], total: int) -> Node:
    rank, gain, loss = (
        sum(weight * nodes[place][part] for place, weight in reroll) / total for part in range(3)
    )
    return rank, gain, loss
