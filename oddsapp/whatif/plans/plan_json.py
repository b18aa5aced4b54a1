"""Plans as plain values for JSON, and back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from oddsapp.arguments import probability, whole_number
from oddsapp.combat.stop import StopRule
from oddsapp.engine.actions import NOWHERE, Fortify, Place, Trade
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, short
from oddsapp.whatif.plans.plan import (
    DEEPEST,
    MOST_ARMIES,
    FortifyRest,
    PlaceRest,
    Plan,
    PlannedAttack,
    Step,
    TradeBest,
)

FORMAT = "oddsapp plan"
"""What the JSON of a plan says it is."""
VERSION = 1

_BRANCHES = {"if_eliminated": "if_eliminated", "if_taken": "if_taken", "else": "otherwise"}
"""The keys that hold steps, and the fields of `PlannedAttack`."""

# -- writing -----------------------------------------------------------------------------


def plan_to_dict(plan: Plan) -> dict[str, Any]:
    """Return a plan as plain values for JSON; armies are counted, not forces.

    Examples
    --------
    >>> plan_to_dict(Plan((Place(3, "Siam"), PlannedAttack("Siam", "India", StopRule(at=1)))))
    {'format': 'oddsapp plan', 'version': 1, 'steps': [{'do': 'place', 'armies': 3, 'on': 'Siam'}, \
{'do': 'attack', 'from': 'Siam', 'to': 'India', 'until_left': 2}]}
    """
    return {"format": FORMAT, "version": VERSION, "steps": [_plain(step) for step in plan.steps]}


def _plain(step: Step) -> dict[str, Any]:
    match step:
        case Trade():
            return {"do": "trade", "cards": list(step.cards), "bonus_on": step.bonus_on}
        case TradeBest():
            return {"do": "trade best"}
        case Place():
            return {"do": "place", "armies": step.armies, "on": step.territory}
        case PlaceRest():
            return {"do": "place all", "on": step.territory}
        case Fortify() | FortifyRest():
            how = (
                {"do": "fortify", "armies": step.armies}
                if isinstance(step, Fortify)
                else {"do": "fortify all", "leave": step.leave}
            )
            return {**how, "from": step.origin, "to": step.target}
        case PlannedAttack():
            return _plain_attack(step)


def _plain_attack(step: PlannedAttack) -> dict[str, Any]:
    stop = step.stop
    plain: dict[str, Any] = {"do": "attack", "from": step.origin, "to": step.target}
    if stop.at is not None:
        plain["until_left"] = stop.at + 1
    if stop.odds is not None:
        plain["odds_under"] = str(Fraction(stop.odds))
    if stop.rolls is not None:
        plain["rolls"] = stop.rolls
    if stop.reserve:
        plain["never_below"] = stop.reserve + 1
    if step.move_in is not None:
        plain["move_in"] = step.move_in
    elif step.leave != 1:
        plain["leave"] = step.leave
    for key, field in _BRANCHES.items():
        if branch := getattr(step, field):
            plain[key] = [_plain(inner) for inner in branch]
    return plain


# -- reading -----------------------------------------------------------------------------


def plan_from_dict(data: object) -> Plan:
    """Return the plan that plain values say.

    Parameters
    ----------
    data : dict
        In the form of `Plan.to_dict`.

    Raises
    ------
    InvalidInput
        If they say none; the message names the step.

    Examples
    --------
    >>> plan_from_dict({"format": "oddsapp plan", "version": 1, "steps": [{"do": "wait"}]})
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: step 1: 'do' must be one of trade, ..., not 'wait'
    """
    given = as_object(data, "a plan")
    if given.get("format") != FORMAT:
        raise InvalidInput(f"this is no plan, whose 'format' is {FORMAT!r}")
    keys = ("format", "version", "steps")
    as_object(given, "a plan", keys, required=keys)
    if given["version"] is True or given["version"] != VERSION:
        raise InvalidInput(
            f"a plan of version {short(given['version'])} cannot be read; version {VERSION} can"
        )
    return Plan(_steps(given["steps"], "", 0))


def _steps(value: object, where: str, depth: int) -> tuple[Step, ...]:
    if depth > DEEPEST:
        raise InvalidInput(f"branches are nested more than {DEEPEST} deep")
    steps = []
    for number, plain in enumerate(as_list(value, f"{where}the steps"), start=1):
        here = f"{where}step {number}"
        try:
            steps.append(_step(plain, here, depth))
        except InvalidInput as error:
            message = str(error)
            raise InvalidInput(
                message if message.startswith(where + "step ") else f"{here}: {message}"
            ) from None
    return tuple(steps)


def _step(plain: object, here: str, depth: int) -> Step:
    given = as_object(plain, "it")
    kind = given.get("do")
    if not isinstance(kind, str) or kind not in _READERS:
        raise InvalidInput(f"'do' must be one of {', '.join(_READERS)}, not {short(kind)}")
    required, optional, read = _READERS[kind]
    as_object(given, f"{kind!r}", ("do", *required, *optional), required=required)
    if kind != "attack":
        return read(given)
    branches = {
        field: _steps(given[key], f"{here}, {key}, ", depth + 1)
        for key, field in _BRANCHES.items()
        if key in given
    }
    return _attack(given, branches)


def _attack(given: dict[str, Any], branches: dict[str, tuple[Step, ...]]) -> PlannedAttack:
    odds = given.get("odds_under")
    stop = StopRule(
        at=_line(given, "until_left") if "until_left" in given else None,
        reserve=_line(given, "never_below") if "never_below" in given else 0,
        odds=None if odds is None else probability(odds, "'odds_under'"),
        rolls=_number(given, "rolls", least=0) if "rolls" in given else None,
    )
    if "move_in" in given and "leave" in given:
        raise InvalidInput("an attack has 'move_in' or 'leave', not both")
    return PlannedAttack(
        _name(given, "from"),
        _name(given, "to"),
        stop,
        move_in=_number(given, "move_in") if "move_in" in given else None,
        leave=_number(given, "leave") if "leave" in given else 1,
        **branches,
    )


def _name(given: dict[str, Any], key: str) -> str:
    return as_text(given[key], repr(key))


def _number(given: dict[str, Any], key: str, least: int = 1) -> int:
    return whole_number(given[key], repr(key), least=least, most=MOST_ARMIES)


def _line(given: dict[str, Any], key: str) -> int:
    """Return a number of armies as a force."""
    return _number(given, key) - 1


def _trade(given: dict[str, Any]) -> Trade:
    cards = tuple(as_text(card, "each card") for card in as_list(given["cards"], "'cards'"))
    return Trade(cards, as_text(given.get("bonus_on", NOWHERE), "'bonus_on'"))


def _fortify(given: dict[str, Any]) -> Step:
    return Fortify(_number(given, "armies"), _name(given, "from"), _name(given, "to"))


def _fortify_rest(given: dict[str, Any]) -> Step:
    leave = _number(given, "leave") if "leave" in given else 1
    return FortifyRest(leave, _name(given, "from"), _name(given, "to"))


_READERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[dict[str, Any]], Step]]] = {
    "trade": (("cards",), ("bonus_on",), _trade),
    "trade best": ((), (), lambda _: TradeBest()),
    "place": (("armies", "on"), (), lambda g: Place(_number(g, "armies"), _name(g, "on"))),
    "place all": (("on",), (), lambda g: PlaceRest(_name(g, "on"))),
    "attack": (
        ("from", "to"),
        (
            "until_left",
            "odds_under",
            "rolls",
            "never_below",
            "move_in",
            "leave",
            *_BRANCHES,
        ),
        lambda g: _attack(g, {}),
    ),
    "fortify": (("armies", "from", "to"), (), _fortify),
    "fortify all": (("from", "to"), ("leave",), _fortify_rest),
}
"""For each thing to do: the fields it needs, those it may have, and how it is read."""
