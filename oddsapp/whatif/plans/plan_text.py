"""Plans as text: a line for each step, as the engine writes actions; branches are indented.

::

    trade Alaska; Brazil; Siam, bonus on Brazil
    place 8 armies on North Africa
    attack North Africa -> Egypt until 5 armies are left or the odds are under 0.4, leave 2 armies
    if a player is eliminated:
        trade the best set
        place all armies on Egypt
    if taken:
        attack Egypt -> East Africa, move in 3 armies
    else:
        attack North Africa -> Congo until 3 rolls are made, never below 4 armies
    fortify all but 1 army Congo -> Egypt

Blank lines, and what follows a ``#``, say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from oddsapp.arguments import probability
from oddsapp.combat.stop import StopRule
from oddsapp.engine.actions import Fortify, Place, Trade
from oddsapp.engine.text import Line, read_line
from oddsapp.errors import InvalidInput
from oddsapp.json_values import short
from oddsapp.whatif.plans.plan import (
    DEEPEST,
    FortifyRest,
    PlaceRest,
    Plan,
    PlannedAttack,
    Step,
    TradeBest,
)

INDENT = "    "
BRANCHES = {
    "if_eliminated": "if a player is eliminated:",
    "if_taken": "if taken:",
    "otherwise": "else:",
}
"""The fields of `PlannedAttack` that hold steps, and the lines that they stand under."""

# Far above any plan: of so many steps none has room for more.
_MOST_CHARACTERS = 1_000_000

_LINES: tuple[type[Line], ...] = (TradeBest, Trade, PlaceRest, Place, FortifyRest, Fortify)

# -- writing -----------------------------------------------------------------------------


def plan_lines(plan: Plan) -> Iterator[tuple[str, int | None]]:
    """Yield the lines of a plan, each with the number of the step it is, if it is one."""
    number = 0

    def block(steps: tuple[Step, ...], indent: str) -> Iterator[tuple[str, int | None]]:
        nonlocal number
        for step in steps:
            yield f"{indent}{step}", number
            number += 1
            if isinstance(step, PlannedAttack):
                for branch, heading in zip(step.branches, BRANCHES.values(), strict=True):
                    if branch:
                        yield indent + heading, None
                        yield from block(branch, indent + INDENT)

    yield from block(plan.steps, "")


def attack_line(step: PlannedAttack) -> str:
    """Return an attack as its line, without its branches.

    Examples
    --------
    >>> attack_line(PlannedAttack("Siam", "India", StopRule(at=2, rolls=3), leave=2))
    'attack Siam -> India until 3 armies are left or 3 rolls are made, leave 2 armies'
    """
    stop = step.stop
    until = []
    if stop.at is not None:
        until.append(f"{_armies(stop.at + 1)} {'is' if stop.at == 0 else 'are'} left")
    if stop.odds is not None:
        until.append(f"the odds are under {written_odds(stop.odds)}")
    if stop.rolls is not None:
        until.append("1 roll is made" if stop.rolls == 1 else f"{stop.rolls} rolls are made")
    line = f"attack {step.origin} -> {step.target}"
    line += f" until {' or '.join(until)}" if until else ""
    line += f", never below {_armies(stop.reserve + 1)}" if stop.reserve else ""
    if step.move_in is not None:
        return f"{line}, move in {_armies(step.move_in)}"
    return line if step.leave == 1 else f"{line}, leave {_armies(step.leave)}"


def _armies(number: int) -> str:
    return "1 army" if number == 1 else f"{number} armies"


def written_odds(odds: Fraction) -> str:
    """Return a probability as decimals if that is all of it, as a fraction otherwise.

    Examples
    --------
    >>> written_odds(Fraction(2, 5)), written_odds(Fraction(1, 3))
    ('0.4', '1/3')
    """
    odds = Fraction(odds)
    decimals = f"{float(odds):.10f}".rstrip("0").rstrip(".")
    return decimals if Fraction(decimals) == odds else str(odds)


# -- reading -----------------------------------------------------------------------------

_COUNT = r"\d{1,7} (?:army|armies)"
_CONDITION = (
    rf"(?:{_COUNT} (?:is|are) left|the odds are under \S+|\d{{1,7}} (?:roll is|rolls are) made)"
)
_ATTACK = re.compile(
    r"attack (?P<origin>.+?) -> (?P<target>.+?)"
    rf"(?: until (?P<until>{_CONDITION}(?: or {_CONDITION})*))?"
    rf"(?:, never below (?P<below>{_COUNT}))?"
    rf"(?:, (?P<moving>move in|leave) (?P<moved>{_COUNT}))?"
)
_FORM = (
    "an attack is written 'attack A -> B', then if wanted 'until 5 armies are left',"
    " 'until the odds are under 0.4' or 'until 3 rolls are made' (joined by 'or'),"
    " ', never below 4 armies', and ', move in 3 armies' or ', leave 2 armies'"
)


def parse_plan(text: str) -> Plan:
    """Return the plan that a text says.

    Parameters
    ----------
    text : str
        A step in each line; those of a branch are indented, and what follows a ``#`` is ignored.

    Raises
    ------
    InvalidInput
        If a line is no step of a plan; the message names the line.

    Examples
    --------
    >>> plan = parse_plan('''
    ... attack Brazil -> North Africa until 5 armies are left
    ... if taken:
    ...     attack North Africa -> Egypt
    ... ''')
    >>> plan.steps[0].if_taken
    (PlannedAttack(origin='North Africa', target='Egypt', ...
    >>> parse_plan("attack Brazil")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: line 1: 'attack Brazil' cannot be read; an attack is written ...
    """
    if not isinstance(text, str):
        raise InvalidInput(f"a plan is read from text, not from {short(text)}")
    if len(text) > _MOST_CHARACTERS:
        raise InvalidInput(f"a plan has at most {_MOST_CHARACTERS:,} characters; this has more")
    reader = _Reader(_written(text))
    steps = reader.block(0)
    return Plan(steps, tuple(reader.source_lines))


@dataclass(frozen=True)
class _Written:
    number: int
    indent: int
    text: str

    def error(self, message: str) -> InvalidInput:
        return InvalidInput(f"line {self.number}: {message}")


def _written(text: str) -> list[_Written]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        said = re.sub(r"(^|\s)#.*", "", line).rstrip().expandtabs(len(INDENT))
        if said.strip():
            found.append(_Written(number, len(said) - len(said.lstrip()), said.strip()))
    return found


class _Reader:
    """Reads lines one after the other, a block for each indentation."""

    def __init__(self, lines: list[_Written]) -> None:
        self._lines = lines
        self._next = 0
        self.source_lines: list[int] = []

    def _here(self) -> _Written | None:
        return self._lines[self._next] if self._next < len(self._lines) else None

    def block(self, depth: int) -> tuple[Step, ...]:
        """Read the steps from here that are indented alike."""
        first = self._here()
        steps: list[Step] = []
        while (line := self._here()) is not None and first is not None:
            if line.indent < first.indent:
                break
            if line.indent > first.indent:
                raise line.error(f"{short(line.text)} is indented, but under no 'if' or 'else:'")
            if line.text.endswith(":"):
                raise line.error(_misplaced(line.text))
            self._next += 1
            place = len(self.source_lines)
            self.source_lines.append(line.number)
            step = _read_step(line)
            if isinstance(step, PlannedAttack):
                step = self._with_branches(step, line, depth, place)
            steps.append(step)
        return tuple(steps)

    def _with_branches(
        self, step: PlannedAttack, attack: _Written, depth: int, place: int
    ) -> PlannedAttack:
        """Read the branches of an attack, in whatever order they are written."""
        branches: dict[str, Any] = {}
        lines: dict[str, list[int]] = {}
        kinds = {heading: kind for kind, heading in BRANCHES.items()}
        while (line := self._here()) is not None and line.indent == attack.indent:
            kind = kinds.get(line.text)
            if kind is None:
                break
            if kind in branches:
                raise line.error(f"{line.text!r} is there twice for one attack; once is right")
            self._next += 1
            below = self._here()
            if below is None or below.indent <= line.indent:
                raise line.error(f"under {line.text!r} there must be an indented step")
            if depth >= DEEPEST:
                raise line.error(f"branches are nested more than {DEEPEST} deep")
            branches[kind] = self.block(depth + 1)
            lines[kind] = self.source_lines[place + 1 :]
            del self.source_lines[place + 1 :]
        # As `Plan.walk` goes through them, which is not the order of every text.
        for kind in BRANCHES:
            self.source_lines += lines.get(kind, [])
        if not branches:
            return step
        return replace(step, **branches)


def _misplaced(text: str) -> str:
    if text in BRANCHES.values():
        return f"{text!r} must follow an attack, indented like it"
    return f"{short(text)} is no branch; one begins with {', '.join(map(repr, BRANCHES.values()))}"


def _read_step(line: _Written) -> Step:
    try:
        if line.text.split(maxsplit=1)[0] == "attack":
            return _read_attack(line.text)
        return read_line(line.text, _LINES, "step of a plan")  # type: ignore[return-value]
    except InvalidInput as error:
        message = str(error).replace("one begins with trade", "one begins with attack, trade")
        raise line.error(message) from None


def _read_attack(text: str) -> PlannedAttack:
    match = _ATTACK.fullmatch(text)
    if match is None:
        raise InvalidInput(f"{short(text)} cannot be read; {_FORM}")
    if found := re.search(
        r" with \d+ (?:die|dice)$| until .*|, (?:leave|move in|never).*", match["target"]
    ):
        raise InvalidInput(f"{found[0].strip(' ,')!r} cannot be read; {_FORM}")
    moved = _count(match["moved"]) if match["moving"] else 1
    return PlannedAttack(
        match["origin"],
        match["target"],
        _read_stop(match["until"], match["below"]),
        move_in=moved if match["moving"] == "move in" else None,
        leave=moved if match["moving"] == "leave" else 1,
    )


def _read_stop(until: str | None, below: str | None) -> StopRule:
    found: dict[str, Any] = {"reserve": _line(below) if below else 0}
    for condition in until.split(" or ") if until else ():
        if condition.endswith(" left"):
            kind, value = "at", _line(condition)
        elif condition.endswith(" made"):
            kind, value = "rolls", _count(condition)
        else:
            odds = probability(condition.split()[-1], "the odds to stop under")
            kind, value = "odds", odds  # type: ignore[assignment]
        if kind in found:
            raise InvalidInput(f"{condition!r} is the second condition of its kind; one is enough")
        found[kind] = value
    return StopRule(**found)


def _count(text: str) -> int:
    return int(text.split(maxsplit=1)[0])


def _line(text: str) -> int:
    """Return a number of armies as a force."""
    armies = _count(text)
    if not armies:
        raise InvalidInput("1 army always stays, so an attack stops at 1 or more armies, not 0")
    return armies - 1
