"""What an attack plan is asked for: stacks, targets, a goal, checked and numbered.

Nodes are numbers here: first the stacks, then the targets. Sets of targets are bit masks
over the targets' own order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.boards import Board
from oddsapp.errors import InvalidInput
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.rules import RankedDice, Ruleset, find_ruleset

Graph = Board | Mapping[str, Iterable[str]]
"""A board, or a mapping from each territory to those it can attack."""

MOST_ARMIES = 1000
"""The most armies, of all stacks together, that a plan is made for."""

MOST_TERRITORIES = 150
"""The most territories to take: the routes through them are counted by a determinant."""


class Goal(StrEnum):
    """What a plan makes as large as it can."""

    ALL = "all"
    """P(every target is taken, and what is to be left stands there)."""
    TERRITORIES = "territories"
    """The expected number of targets taken."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """An attack to plan.

    Parameters
    ----------
    attacks : mapping of str to tuple of str
        From each stack and target, the targets that an army there can attack.
    stacks : mapping of str to int
        Own territories that attack, with all their armies.
    targets : mapping of str to int
        Territories to take, with their defenders.
    leave : mapping of str to int
        The fewest armies that must stand on a territory at the end; 1 elsewhere.
    goal : Goal
    rules : Ruleset
    full_dice : bool
        Always roll as many dice as allowed, to see what the choice is worth.
    """

    attacks: Mapping[str, tuple[str, ...]]
    stacks: Mapping[str, int]
    targets: Mapping[str, int]
    leave: Mapping[str, int] = field(default_factory=dict)
    goal: Goal = Goal.ALL
    rules: Ruleset = field(default_factory=lambda: find_ruleset("classic"))
    full_dice: bool = False

    def __post_init__(self) -> None:
        self._check_armies()
        for territory, fewest in self.leave.items():
            whole_number(fewest, f"what is left on {territory}", least=1)
            if territory not in self.attacks:
                raise InvalidInput(
                    f"{territory} is neither attacked nor attacks, so nothing can be left there"
                )
        if self.leave and self.goal is not Goal.ALL:
            raise InvalidInput(
                "armies to leave need the goal all; the expected number does not count them"
            )
        if not isinstance(self.rules.combat, RankedDice):
            raise InvalidInput(
                f"there are no attacks one after another under the rules {self.rules.name};"
                " a plan needs classic combat, for instance the rules classic"
            )
        check_no_decisions(self.rules.combat)
        if beyond := self.targets_out_of_reach():
            raise InvalidInput(
                f"no way leads to {', '.join(beyond)}; every target needs a chain of targets"
                " from a stack"
            )

    def _check_armies(self) -> None:
        if not self.stacks or not self.targets:
            raise InvalidInput("a plan needs at least one stack to attack from, and one target")
        if len(self.targets) > MOST_TERRITORIES:
            raise InvalidInput(
                f"plans are made for up to {MOST_TERRITORIES} territories to take, not"
                f" {len(self.targets):,}"
            )
        for name, armies in self.stacks.items():
            whole_number(armies, f"the number of armies in {name}", least=1, most=MOST_ARMIES)
            if name in self.targets:
                raise InvalidInput(f"{name} cannot both attack and be attacked; say it once")
        for name, armies in self.targets.items():
            whole_number(armies, f"the number of defenders of {name}", least=1, most=MOST_ARMIES)
        if (armies := sum(self.stacks.values())) > MOST_ARMIES:
            raise InvalidInput(f"plans are made for up to {MOST_ARMIES:,} armies, not {armies:,}")
        if max(self.stacks.values()) < 2:
            raise InvalidInput("to attack, a territory needs at least 2 armies: one always stays")

    def targets_out_of_reach(self) -> list[str]:
        """Return the targets that no chain of targets joins to a stack."""
        reached = {name for name, armies in self.stacks.items() if armies > 1}
        frontier = list(reached)
        while frontier:
            new = set(self.attacks[frontier.pop()]) - reached
            reached |= new
            frontier += new
        return [name for name in self.targets if name not in reached]

    # -- the same in numbers -------------------------------------------------------------

    @cached_property
    def combat(self) -> RankedDice:
        """The dice."""
        assert isinstance(self.rules.combat, RankedDice)
        return self.rules.combat

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every node."""
        return (*self.stacks, *self.targets)

    @cached_property
    def first_target(self) -> int:
        """The number of the first node that is a target."""
        return len(self.stacks)

    @cached_property
    def armies(self) -> tuple[int, ...]:
        """The armies of every node, own or enemy."""
        return (*self.stacks.values(), *self.targets.values())

    @cached_property
    def total(self) -> int:
        """The most armies that may ever stand on one territory."""
        # Stacks do not join: what moves on comes from one territory.
        return max(self.stacks.values())

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every node, the targets it can attack, by number."""
        numbers = {name: number for number, name in enumerate(self.names)}
        return tuple(tuple(numbers[t] for t in self.attacks[name]) for name in self.names)

    @cached_property
    def fewest(self) -> tuple[int, ...]:
        """For every node, the armies that must stand there at the end."""
        return tuple(self.leave.get(name, 1) for name in self.names)

    @cached_property
    def is_tree(self) -> bool:
        """Whether one stack attacks along a tree, so that every target has one way to it."""
        joined = {frozenset((a, b)) for a, others in enumerate(self.neighbours) for b in others}
        return len(self.stacks) == 1 and len(joined) == len(self.targets)


def neighbours_of(graph: Graph, territory: str) -> tuple[str, ...]:
    """Return where an army in ``territory`` can attack.

    Raises
    ------
    InvalidInput
        If the graph has no such territory.
    """
    if isinstance(graph, Board):
        return graph.neighbours(territory)
    if territory not in graph:
        raise InvalidInput(
            f"there is no territory {territory!r} here; there are {', '.join(graph)}"
        )
    return tuple(graph[territory])


def make_problem(
    graph: Graph,
    stacks: Mapping[str, int],
    targets: Mapping[str, int],
    *,
    leave: int | Mapping[str, int] | None = None,
    **options: Any,
) -> Problem:
    """Return the problem on a board or graph; a number to leave is for every border.

    A border is a target next to a territory that is neither a target nor a stack.
    """
    ours = {**stacks, **targets}
    around = {name: neighbours_of(graph, name) for name in ours}
    attacks = {
        # A mapping may say a link twice, or that a territory touches itself.
        name: tuple(dict.fromkeys(o for o in others if o in targets and o != name))
        for name, others in around.items()
    }
    if leave is None:
        leave = {}
    elif not isinstance(leave, Mapping):
        fewest = whole_number(leave, "what is left on every border", least=1)
        leave = {
            name: fewest for name in targets if any(other not in ours for other in around[name])
        }
    return Problem(
        attacks=attacks, stacks=dict(stacks), targets=dict(targets), leave=dict(leave), **options
    )
