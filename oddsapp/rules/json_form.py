"""The JSON form of a ruleset: plain values in, a checked `Ruleset` out, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from typing import Any

from oddsapp.dice import DiceSet, Die, find_dice_set
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, short
from oddsapp.rules.balance import Balance, find_balance
from oddsapp.rules.bonus import Bonus
from oddsapp.rules.game_rules import (
    CardRules,
    GameRules,
    SameTimeRules,
    SetupRules,
    TurnRules,
    VictoryRules,
)
from oddsapp.rules.round_table import RoundTable
from oddsapp.rules.ruleset import ColouredDice, Combat, RankedDice, Ruleset
from oddsapp.rules.thresholds import ThresholdChart, find_thresholds

_COMBATS: dict[str, type[RankedDice | ColouredDice]] = {
    "ranked_dice": RankedDice,
    "coloured_dice": ColouredDice,
}
_GROUPS: dict[str, type[GameRules]] = {
    "setup": SetupRules,
    "turn": TurnRules,
    "cards": CardRules,
    "victory": VictoryRules,
    "same_time": SameTimeRules,
}
_KEYS = ("name", "title", "combat", *_GROUPS, "variations")


def ruleset_to_dict(rules: Ruleset) -> dict[str, Any]:
    """Return a ruleset as plain values for JSON: every rule, so that nothing is left to look up.

    Parameters
    ----------
    rules : Ruleset

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> data = ruleset_to_dict(find_ruleset("classic").replace(fortify="free"))
    >>> data["turn"]["fortify"], data["combat"]["attack_dice"], data["variations"]
    ('free', 3, {'fortify': 'free'})
    >>> ruleset_from_dict(data) == find_ruleset("classic").replace(fortify="free")
    True
    """
    kind = next(name for name, combat in _COMBATS.items() if isinstance(rules.combat, combat))
    data: dict[str, Any] = {
        "name": rules.name,
        "title": rules.title,
        "combat": {"kind": kind, **_fields_to_dict(rules.combat)},
    }
    for group in _GROUPS:
        data[group] = _fields_to_dict(getattr(rules, group))
    if rules.variations:
        data["variations"] = dict(rules.variations)
    return data


def ruleset_from_dict(data: object) -> Ruleset:
    """Return the ruleset that the values of its JSON make.

    Parameters
    ----------
    data : dict
        In the form of `ruleset_to_dict`. Only ``name`` must be there: a rule that is left out
        is as in classic Risk. Dice sets, threshold charts and balances may be given by name.

    Raises
    ------
    InvalidInput
        If a key is not known, or a value is of the wrong kind or makes no rules.

    Examples
    --------
    >>> rules = ruleset_from_dict({"name": "ours", "turn": {"fortify": "adjacent"}})
    >>> str(rules.turn.fortify), rules.combat.attack_dice
    ('adjacent', 3)
    >>> ruleset_from_dict({"name": "ours", "turns": {}})
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: a ruleset has no field 'turns'; it has name, title, combat, \
setup, turn, cards, victory, same_time, variations
    """
    given = as_object(data, "a ruleset", _KEYS)
    if "name" not in given:
        raise InvalidInput("a ruleset lacks the field 'name'; any name of your own is right")
    name = as_text(given["name"], "the name of a ruleset")
    if not name.strip() or not name.isprintable():
        raise InvalidInput(f"the name of a ruleset must be a line of text, not {short(name)}")
    parts: dict[str, Any] = {
        group: kind(**_values(given[group], f"the part {group!r}", kind))
        for group, kind in _GROUPS.items()
        if group in given
    }
    if "combat" in given:
        parts["combat"] = _combat(given["combat"])
    variations = as_object(given.get("variations", {}), "'variations'")
    return Ruleset(
        name=name,
        title=as_text(given.get("title", ""), "the title of a ruleset"),
        variations=tuple(
            sorted((key, as_text(text, f"the variation {key}")) for key, text in variations.items())
        ),
        **parts,
    )


# -- writing -----------------------------------------------------------------------------


def _fields_to_dict(part: Any) -> dict[str, Any]:
    return {rule.name: _plain(getattr(part, rule.name)) for rule in fields(part)}


def _plain(value: Any) -> Any:
    """Return one value of a rule as JSON has it."""
    if isinstance(value, StrEnum | Bonus):
        return str(value)
    if isinstance(value, Die | DiceSet | ThresholdChart | Balance):
        return _fields_to_dict(value)
    if isinstance(value, RoundTable):
        return [
            {
                "dice": list(dice),
                "outcomes": [{"lost": list(lost), "weight": weight} for lost, weight in outcomes],
            }
            for dice, outcomes in value.rows
        ]
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value


# -- reading: each function takes one part of the JSON, or says what is wrong with it ------


def _combat(data: object) -> Combat:
    kind = as_object(data, "the part 'combat'").get("kind", "ranked_dice")
    if not isinstance(kind, str) or kind not in _COMBATS:
        raise InvalidInput(
            f"the part 'combat' is of no kind {short(kind)}; there are {', '.join(_COMBATS)}"
        )
    values = _values(data, "the part 'combat'", _COMBATS[kind], "kind")
    values.pop("kind", None)
    if kind == "coloured_dice":
        for key in ("dice_set", "thresholds"):
            if key not in values:
                raise InvalidInput(f"coloured dice lack the field {key!r}; board is one by name")
    combat = _COMBATS[kind](**values)
    for key in ("attack_dice", "defence_dice"):
        if values.get("round_table") is not None and values.get(key, 0) not in (
            0,
            getattr(combat, key),
        ):
            raise InvalidInput(
                f"{key} cannot be {short(values[key])} beside a round table, which says"
                f" {getattr(combat, key)}"
            )
    return combat


def _values(data: object, what: str, kind: type, *others: str) -> dict[str, Any]:
    """Return the fields of one part; those that JSON has no value for are built."""
    known = (*others, *(rule.name for rule in fields(kind)))
    given = as_object(data, what, known)
    return {
        key: _READERS[key](value, key) if key in _READERS else value for key, value in given.items()
    }


def _die(value: object, what: str) -> Die:
    given = as_object(value, what, ("name", "faces"), required=("faces",))
    return Die(as_list(given["faces"], f"the faces of {what}"), _name(given, what))


def _dice_set(value: object, what: str) -> DiceSet:
    if isinstance(value, str):
        return find_dice_set(value)
    given = as_object(value, what, ("name", "dice"), required=("dice",))
    dice = tuple(_die(die, f"a die of {what}") for die in as_list(given["dice"], what))
    return DiceSet(_name(given, what), dice)


def _thresholds(value: object, what: str) -> ThresholdChart:
    if isinstance(value, str):
        return find_thresholds(value)
    sides = ("attacker", "defender")
    given = as_object(value, what, ("name", *sides), required=sides)
    attacker, defender = (tuple(as_list(given[side], f"the {side} of {what}")) for side in sides)
    return ThresholdChart(_name(given, what), attacker, defender)


def _bonus(value: object, what: str) -> Bonus:
    return Bonus.parse(as_text(value, what))


def _balance(value: object, what: str) -> Balance | None:
    if value is None:
        return None
    if isinstance(value, str):
        return find_balance(value)
    known = tuple(rule.name for rule in fields(Balance))
    given = as_object(value, what, known, required=known)
    for key, number in given.items():
        if key != "version" and (isinstance(number, bool) or not isinstance(number, int | float)):
            raise InvalidInput(f"{key} of {what} must be a number, not {short(number)}")
    return Balance(**{**given, "version": as_text(given["version"], f"the version of {what}")})


def _round_table(value: object, what: str) -> RoundTable | None:
    if value is None:
        return None
    table: dict[tuple[Any, ...], dict[tuple[Any, ...], Any]] = {}
    for row in as_list(value, what):
        row_keys = ("dice", "outcomes")
        given = as_object(row, f"a row of {what}", row_keys, required=row_keys)
        outcomes: dict[tuple[Any, ...], Any] = {}
        for entry in as_list(given["outcomes"], f"the outcomes of a row of {what}"):
            entry_keys = ("lost", "weight")
            outcome = as_object(entry, f"an outcome of {what}", entry_keys, required=entry_keys)
            _add(outcomes, _numbers(outcome["lost"], what), outcome["weight"], what)
        _add(table, _numbers(given["dice"], what), outcomes, what)
    return RoundTable.from_mapping(table)


def _add(found: dict[tuple[Any, ...], Any], key: tuple[Any, ...], value: Any, what: str) -> None:
    if key in found:
        raise InvalidInput(f"{list(key)} is there twice in {what}; once is right")
    found[key] = value


def _numbers(value: object, what: str) -> tuple[Any, ...]:
    numbers = tuple(as_list(value, f"a pair of {what}"))
    if not all(isinstance(number, int) for number in numbers):
        raise InvalidInput(f"a pair of {what} must be two whole numbers, not {short(value)}")
    return numbers


_READERS: dict[str, Callable[[object, str], Any]] = {
    "attack_die": _die,
    "defence_die": _die,
    "dice_set": _dice_set,
    "thresholds": _thresholds,
    "attack_bonus": _bonus,
    "defence_bonus": _bonus,
    "balance": _balance,
    "round_table": _round_table,
}
"""Rules whose value is an object; all others are checked by the part they belong to."""


def _name(given: dict[str, Any], what: str) -> str:
    return as_text(given.get("name", ""), f"the name of {what}")
