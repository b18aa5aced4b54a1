"""Targets, and searches for rules that reach them, as JSON has them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.files import read_file
from oddsapp.json_values import as_list, as_object, as_text, parse_json, short
from oddsapp.odds.balance.target_search import TargetSearch
from oddsapp.odds.balance.targets import Band, Targets
from oddsapp.odds.balance.variants import Allowed
from oddsapp.rules.json_form import ruleset_from_dict

if TYPE_CHECKING:
    from os import PathLike

_LARGEST = 1_000_000


def load_target_searches(path: str | PathLike[str]) -> tuple[TargetSearch, ...]:
    """Read searches from a file: a JSON object with one, or a list of several.

    Parameters
    ----------
    path : str or path-like
        Each search has ``targets``, and, where they are not as usual, ``name``, ``rules`` (a
        name, or what `oddsapp.ruleset_to_dict` gives), ``allowed`` (the fields of
        `oddsapp.Allowed`, ``ties`` being true, false or a list), ``most_changes`` and
        ``most_tried``. Targets are ``even``, a list of bands with ``from``, ``to``, ``least``
        and ``most``; ``gain`` with ``least``, ``most`` and ``to``; ``no_exploits`` with
        ``kinds``, ``armies`` and ``to``. What is left out is not asked for.

    Returns
    -------
    tuple of TargetSearch

    Raises
    ------
    InvalidInput
        If it cannot be read; the message begins with the path.

    Examples
    --------
    >>> load_target_searches("nowhere.json")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: nowhere.json: cannot be read (No such file or directory)
    """
    content = read_file(path, most=_LARGEST, beyond="a list of searches has a few thousand")
    try:
        data = parse_json(content.decode("utf-8-sig"))
        searches = as_list(data, "the searches") if isinstance(data, list) else [data]
        if not searches:
            raise InvalidInput("the list of searches is empty; it takes one at least")
        return tuple(map(target_search_from_dict, searches))
    except UnicodeDecodeError:
        raise InvalidInput(f"{path}: is no text in UTF-8, as JSON is") from None
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None


def target_search_from_dict(data: object) -> TargetSearch:
    """Read a search from plain values, as JSON has them.

    Parameters
    ----------
    data : object
        With ``targets`` as `targets_from_dict` reads them, and, where they are not as usual,
        ``name``, ``rules`` (a name, or what `ruleset_to_dict` gives), ``allowed`` (the fields
        of `Allowed`, ``ties`` being true, false or a list), ``most_changes``, ``most_tried``.

    Raises
    ------
    InvalidInput
        If it cannot be read.

    Examples
    --------
    >>> from oddsapp.odds.balance.target_search import smallest_changes
    >>> search = target_search_from_dict({
    ...     "targets": {"even": [{"from": 1, "to": 40, "least": 0.5, "most": 0.5}]},
    ...     "allowed": {"faces": False, "thresholds": False, "ties": ["defender", "nobody"]},
    ... })
    >>> [changed.told for changed in smallest_changes(search).found]
    [('ties to nobody',)]
    """
    known = tuple(part.name for part in fields(TargetSearch))
    values = dict(as_object(data, "a search", known, required=("targets",)))
    values["targets"] = targets_from_dict(values["targets"])
    if "name" in values:
        as_text(values["name"], "the name of a search")
    if not isinstance(values.get("rules", ""), str):
        values["rules"] = ruleset_from_dict(values["rules"])
    if "allowed" in values:
        values["allowed"] = _allowed(values["allowed"])
    return TargetSearch(**values)


def _allowed(data: object) -> Allowed:
    known = tuple(part.name for part in fields(Allowed))
    values: dict[str, Any] = dict(as_object(data, "what may be changed", known))
    for key, value in values.items():
        if key in ("lowest", "highest"):
            if value is not None:
                whole_number(value, f"the {key} face")
        elif key == "ties" and not isinstance(value, bool):
            values[key] = tuple(as_list(value, "whose ties may be"))
        elif not isinstance(value, bool):
            raise InvalidInput(f"whether {key} may be changed is true or false, not {short(value)}")
    return Allowed(**values)


def targets_from_dict(data: object) -> Targets:
    """Read targets from plain values, as JSON has them.

    Parameters
    ----------
    data : object
        With ``even``, a list of ``{"from", "to", "least", "most"}``; ``gain``, with ``least``,
        ``most`` and ``to``; ``no_exploits``, with ``kinds``, ``armies`` and ``to``. What is
        left out is not asked for.

    Raises
    ------
    InvalidInput
        If they cannot be read.

    Examples
    --------
    >>> targets = targets_from_dict({
    ...     "even": [{"from": 5, "to": 30, "least": 0.4, "most": 0.6}],
    ...     "gain": {"most": "12%", "to": 31},
    ...     "no_exploits": {"kinds": ["escort"]},
    ... })
    >>> targets.even[0].last, targets.greatest_gain, targets.gains_to
    (30, Fraction(3, 25), 31)
    """
    given = as_object(data, "the targets", ("even", "gain", "no_exploits"))
    values: dict[str, Any] = {
        "even": [_band(band) for band in as_list(given.get("even", []), "the field 'even'")]
    }
    parts = {
        "gain": {"least": "least_gain", "most": "greatest_gain", "to": "gains_to"},
        "no_exploits": {"kinds": "no_exploits", "armies": "exploit_armies", "to": "exploits_to"},
    }
    for part, names in parts.items():
        for key, value in as_object(given.get(part, {}), f"the target {part!r}", (*names,)).items():
            what = f"the field {key!r} of the target {part!r}"
            values[names[key]] = as_list(value, what) if key in ("kinds", "armies") else value
    for kind in values.get("no_exploits", ()):
        as_text(kind, "a kind of exploit")
    return Targets(**values)


def _band(data: object) -> Band:
    names = {"from": "first", "to": "last", "least": "least", "most": "most"}
    given = as_object(data, "a band", (*names,), required=("from", "to"))
    return Band(**{names[key]: value for key, value in given.items()})


__all__ = ["load_target_searches", "target_search_from_dict", "targets_from_dict"]
