"""Attack plans: the question, the best answer in reach, and what to do first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.odds.plain import plain_number
from oddsapp.odds.planning import divided, together
from oddsapp.odds.planning.fight import Dice
from oddsapp.odds.planning.joint import Joint, TooMuchWork
from oddsapp.odds.planning.problem import Goal, Graph, Problem, make_problem
from oddsapp.odds.planning.routes import MOST_TARGETS, TooMany
from oddsapp.odds.planning.search import Route, count_routes, evaluate, nearest_route, search
from oddsapp.odds.planning.step import Step
from oddsapp.rules import Ruleset, as_ruleset

MOST_JOINT = 8
"""The most targets of one stack for which armies that help each other are looked at."""

WORK_PER_SECOND = 10_000
"""How many situations of armies that help each other are looked at for a second of time."""

MOST_SECONDS = 3600
"""How long a search may be told to last."""


class Method(StrEnum):
    """How a plan was found."""

    TREE = "tree"
    JOINT = "joint"
    HELPING = "helping"
    DIVISIONS = "divisions"
    SEARCH = "search"


@dataclass(frozen=True)
class AttackPlan:
    """What to attack, in which order, with how many dice, and how many to move in.

    Parameters
    ----------
    problem : Problem
    value : float or Fraction
        P(all taken), or the expected number of territories taken, if the plan is followed.
    steps : tuple of Step
        A usual course in which it succeeds. After another, plan again.
    method : Method
    routes : int
        How many spanning routes there are.
    routes_tried : int
        How many of them the plan is at least as good as.
    """

    problem: Problem
    value: Any
    steps: tuple[Step, ...]
    method: Method
    routes: int
    routes_tried: int

    @property
    def optimal(self) -> bool:
        """Whether no plan that fights every begun attack to its end is better."""
        return self.method in (Method.TREE, Method.JOINT)

    @property
    def every_route(self) -> bool:
        """Whether no spanning route is better."""
        return self.routes_tried == self.routes

    @property
    def verdict(self) -> str:
        """How good the plan is among all plans, as a sentence."""
        if self.optimal:
            return "No plan that fights every begun attack to its end is better."
        if self.method is Method.HELPING:
            return (
                "Armies may help each other, but where two ways go on an army was only moved on"
                " whole, or as little of it as allowed; a better plan may exist."
            )
        if self.every_route:
            return (
                f"At least as good as each of the {self.routes:,} routes through the targets;"
                " plans in which two armies share a target were not tried."
            )
        return (
            f"The best of {self.routes_tried:,} routes tried, of {self.routes:,} there are;"
            " a better one may exist."
        )

    @property
    def text(self) -> str:
        """The whole plan in words."""
        from oddsapp.odds.planning.words import plan_text

        return plan_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as plain values for JSON; fractions as text, never rounded."""
        return {
            "rules": str(self.problem.rules),
            "goal": str(self.problem.goal),
            "stacks": dict(self.problem.stacks),
            "targets": dict(self.problem.targets),
            "leave": dict(self.problem.leave),
            "value": plain_number(self.value),
            "optimal": self.optimal,
            "method": str(self.method),
            "every_route": self.every_route,
            "routes": self.routes,
            "routes_tried": self.routes_tried,
            "verdict": self.verdict,
            "steps": [step.to_dict() for step in self.steps],
        }


def plan_attack(  # noqa: PLR0913 - a plan has that many givens
    board: Graph,
    stacks: Mapping[str, int],
    targets: Mapping[str, int],
    *,
    goal: str | Goal = Goal.ALL,
    leave: int | Mapping[str, int] | None = None,
    rules: str | Ruleset = "classic",
    exact: bool = False,
    seconds: float = 4.0,
) -> AttackPlan:
    """Return the best plan to take territories from one or several stacks.

    A begun attack is fought to its end. Free are which attack comes next, how many dice are
    rolled each time, and how many armies move in: at least as many as dice in the last roll
    (C-6), which is why fewer dice can be better where the way forks.

    Parameters
    ----------
    board : Board or mapping of str to iterable of str
        Who can attack whom.
    stacks : mapping of str to int
        The armies on the territories one attacks from.
    targets : mapping of str to int
        The territories to take, with their defenders.
    goal : {"all", "territories"}
        P(all taken), or the expected number taken.
    leave : int or mapping of str to int, optional
        The fewest armies to be left on every target that borders others than targets and
        stacks, or on the territories named.
    rules : str or Ruleset
        With classic combat.
    exact : bool
        The value as a `fractions.Fraction`.
    seconds : float
        How long to look for a better route where not all can be tried.

    Raises
    ------
    InvalidInput
        If a territory is not there or out of reach, or the plan too large.

    Notes
    -----
    From one stack along a tree the worth of a post v with a armies and the untaken branches S
    is W(v, S, a) = max over c in S of the attack on c, where a conquest with s armies left is
    worth max over m of W(c, all branches, m) W(v, S - c, s - m): exact, by dynamic programming.
    On graphs with cycles, or from several stacks, the same is done for every way to divide the
    targets, and small problems are solved with nothing divided beforehand, exactly.

    A player may also leave a fight and come back to it (C-5), which no plan here does: from 8
    armies against two neighbours of 2 defenders each, that is worth 0.6191 in place of 0.6099.

    Examples
    --------
    >>> import oddsapp
    >>> fork = {"home": ["left", "right"], "left": ["home"], "right": ["home"]}
    >>> plan = oddsapp.plan_attack(fork, {"home": 8}, {"left": 2, "right": 2})
    >>> round(plan.value, 4), plan.optimal
    (0.6099, True)
    >>> [(step.origin, step.target, step.moved) for step in plan.steps]
    [('home', 'left', 3), ('home', 'right', 2)]
    """
    problem = make_problem(
        board, stacks, targets, leave=leave, goal=as_goal(goal), rules=as_ruleset(rules)
    )
    return best_plan(problem, exact=exact, seconds=seconds)


def as_goal(goal: str | Goal) -> Goal:
    """Return the goal of that name.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    if goal not in list(Goal):
        raise InvalidInput(f"no goal is named {goal!r}; there are {', '.join(Goal)}")
    return Goal(goal)


def best_plan(problem: Problem, *, exact: bool = False, seconds: float = 4.0) -> AttackPlan:
    """Return the best plan in reach; see `plan_attack`."""
    if not 0 <= seconds <= MOST_SECONDS:
        raise InvalidInput(
            f"the seconds to search must lie between 0 and {MOST_SECONDS}, not {seconds}"
        )
    plan = _found(problem, exact=exact, seconds=seconds)
    # A number of numpy's is none of ours.
    return replace(plan, value=Fraction(plan.value) if exact else float(plan.value))


def _found(problem: Problem, *, exact: bool, seconds: float) -> AttackPlan:
    dice = Dice(problem.combat, problem.full_dice, exact)
    if problem.is_tree:
        try:
            route = evaluate(problem, nearest_route(problem), dice)
        except TooMany as reason:
            raise _refusal(reason) from None
        return _from_route(problem, route, dice, Method.TREE, 1, 1)
    routes = count_routes(problem)
    divisions: AttackPlan | None = None
    try:
        value, steps = divided.solve(problem, dice)
        divisions = AttackPlan(problem, value, steps, Method.DIVISIONS, routes, routes)
    except TooMany as reason:
        # From one stack floats try everything: a fraction of less would only confuse.
        if str(reason) and len(problem.stacks) == 1:
            raise _refusal(reason) from None
    work = int(seconds * (WORK_PER_SECOND // 4 if exact else WORK_PER_SECOND))
    joint = None
    # From one stack, dividing is as good as helping wherever both were tried: only the proof
    # is missing. From several it is not, so that few ways to split are better than none.
    for splits in (None,) if len(problem.stacks) == 1 else (1, 2, None):
        wider = _joint_plan(Joint(problem, dice, work=work, splits=splits), routes)
        if wider is None:
            break  # those that try more take longer
        joint = wider
    if joint is not None and joint.optimal:
        return joint
    if joint is not None and (divisions is None or joint.value > divisions.value):
        # Better than the best division, so better than every route as well.
        return joint if divisions is None else replace(joint, routes_tried=routes)
    if divisions is not None:
        return divisions
    return _searched(problem, dice, seconds, routes)


def _searched(problem: Problem, dice: Dice, seconds: float, routes: int) -> AttackPlan:
    """Return the best route found in that time."""
    try:
        # Floats are enough to tell routes apart, and try many more of them than fractions.
        route, tried = search(problem, replace(dice, exact=False), seconds)
        if dice.exact:
            route = evaluate(problem, route.parents, dice)
    except TooMany as reason:
        raise _refusal(reason) from None
    return _from_route(problem, route, dice, Method.SEARCH, routes, tried)


def _refusal(reason: TooMany) -> InvalidInput:
    return InvalidInput(
        str(reason) or "one territory has too many to attack from it; the limit is 15"
    )


def _joint_plan(joint: Joint, routes: int) -> AttackPlan | None:
    """Return the plan in which armies help each other, None if it is too much work."""
    problem = joint.problem
    if len(problem.targets) > (MOST_JOINT if len(problem.stacks) == 1 else MOST_TARGETS):
        return None
    try:
        value = joint.worth(joint.start())
        steps = together.steps(joint)
    except TooMuchWork:
        return None
    method = Method.JOINT if joint.every_split else Method.HELPING
    # On a board with cycles a single army may be better divided than moved on whole.
    tried = routes if joint.every_split else 0
    return AttackPlan(problem, value, steps, method, routes, tried)


def _from_route(
    problem: Problem, route: Route, dice: Dice, method: Method, routes: int, tried: int
) -> AttackPlan:
    steps = divided.steps(problem, route.routes, route.worths, route.roots, dice)
    return AttackPlan(problem, route.worth, steps, method, routes, tried)
