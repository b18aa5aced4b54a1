"""A plan for one's own turn in a sequential game: what to do, in which order, and when not to.

A plan is a value: it knows no board. `oddsapp.whatif.plans.plan_check` holds it against a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat.stop import StopRule
from oddsapp.engine.actions import Fortify, Place, Trade
from oddsapp.engine.text import Line
from oddsapp.errors import InvalidInput

MOST_STEPS = 500
"""The most steps of a plan, those of all branches counted."""

MOST_ARMIES = 1_000_000
"""The most armies that a step may speak of."""

MOST_PLANS = 100
"""The most plans that are compared, or ranked, at once."""

DEEPEST = 20
"""How deep branches may be nested."""

TO_THE_END = StopRule()
"""How an attack is fought unless the plan says when to stop."""


@dataclass(frozen=True)
class TradeBest(Line):
    """Trade the set that gives most armies, a wild card kept where that costs nothing."""

    form = "trade the best set"


@dataclass(frozen=True)
class PlaceRest(Line):
    """Place all armies that are there to place."""

    territory: str
    form = "place all armies on {territory}"


@dataclass(frozen=True)
class FortifyRest(Line):
    """Move all armies but so many, as far as the rules let them go."""

    leave: int
    origin: str
    target: str
    form = "fortify all but {leave} armies {origin} -> {target}"

    def __post_init__(self) -> None:
        whole_number(self.leave, "how many armies stay", least=1, most=MOST_ARMIES)


@dataclass(frozen=True)
class PlannedAttack:
    """Attack with full dice until the target is taken or the stop rule is met.

    Parameters
    ----------
    origin, target : str
    stop : StopRule
        As everywhere it counts the force; the text of a plan counts armies (force + 1).
    move_in : int, optional
        How many armies move in; as many as dice were rolled move in at least, and all but
        one at most (C-6), whatever is asked for.
    leave : int
        Otherwise: how many stay, and all others move in, within the same bounds.
    if_eliminated : tuple of steps
        What comes first if the target's owner is out: trades and placements as far as K-10
        allows them, and attacks. What must be traded or placed then and is not, is: the best
        set, and all armies on the origin of the next attack, or if that is not one's own on
        the territory taken.
    if_taken, otherwise : tuple of steps
        What comes next if the target is one's own after this step, and if it is not. The
        plan goes on behind them.

    Raises
    ------
    InvalidInput
        If a number is out of its range, or both `move_in` and `leave` are given.
    """

    origin: str
    target: str
    stop: StopRule = TO_THE_END
    move_in: int | None = None
    leave: int = 1
    if_eliminated: tuple[Step, ...] = ()
    if_taken: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        whole_number(self.leave, "how many armies to leave", least=1, most=MOST_ARMIES)
        if self.move_in is not None:
            whole_number(self.move_in, "how many armies to move in", least=1, most=MOST_ARMIES)
            if self.leave != 1:
                raise InvalidInput("an attack says how many move in or how many to leave, not both")
        for steps in self.branches:
            check_steps(steps)

    @property
    def branches(self) -> tuple[tuple[Step, ...], ...]:
        """The steps after an elimination, after a conquest, and without one."""
        return self.if_eliminated, self.if_taken, self.otherwise

    def __str__(self) -> str:
        from oddsapp.whatif.plans.plan_text import attack_line

        return attack_line(self)


Step = Trade | TradeBest | Place | PlaceRest | PlannedAttack | Fortify | FortifyRest
"""One thing to do. A step that cannot be done when it comes is skipped, and counted."""

STEPS = (Trade, TradeBest, Place, PlaceRest, PlannedAttack, Fortify, FortifyRest)


def check_steps(steps: Any) -> None:
    """Raise `InvalidInput` unless these are steps of a plan."""
    if not isinstance(steps, tuple):
        raise InvalidInput(f"the steps of a plan are a tuple, not {steps!r}")
    for step in steps:
        if not isinstance(step, STEPS):
            raise InvalidInput(
                f"{step!r} is no step of a plan; trades, placements, attacks and fortifications are"
            )


@dataclass(frozen=True)
class Plan:
    """What a player means to do in a turn; `parse_plan` reads one.

    Parameters
    ----------
    steps : tuple of steps
        In this order.
    source_lines : tuple of int
        On which line of what was read each step stood, branches included.

    Raises
    ------
    InvalidInput
        If something in it is no step, or there are too many.

    Examples
    --------
    >>> plan = Plan((Place(3, "Brazil"), PlannedAttack("Brazil", "North Africa", StopRule(at=4))))
    >>> print(plan)
    place 3 armies on Brazil
    attack Brazil -> North Africa until 5 armies are left
    """

    steps: tuple[Step, ...]
    source_lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_steps(self.steps)
        number = sum(1 for _ in self.walk())
        if number > MOST_STEPS:
            raise InvalidInput(f"a plan has up to {MOST_STEPS} steps, not {number:,}")

    def walk(self) -> Iterator[Step]:
        """Yield every step in the order in which they are written, branches included."""
        return _walk(self.steps)

    @property
    def text(self) -> str:
        """The plan as `parse_plan` reads it, a line for each step."""
        from oddsapp.whatif.plans.plan_text import plan_lines

        return "\n".join(line for line, _ in plan_lines(self))

    def __str__(self) -> str:
        return self.text

    def line_of(self, step: int) -> int:
        """Return on which line a step stands, by its number in `walk`."""
        if self.source_lines:
            return self.source_lines[step]
        from oddsapp.whatif.plans.plan_text import plan_lines

        steps = [line for line, (_, number) in enumerate(plan_lines(self), 1) if number is not None]
        return steps[step]

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as plain values for JSON; `plan_from_dict` reads them."""
        from oddsapp.whatif.plans.plan_json import plan_to_dict

        return plan_to_dict(self)


def _walk(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, PlannedAttack):
            for branch in step.branches:
                yield from _walk(branch)


def count_steps(steps: tuple[Step, ...]) -> int:
    """Return how many steps these are, branches included."""
    return sum(1 for _ in _walk(steps))
