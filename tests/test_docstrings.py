"""Every public name says what it takes, what it returns, what it raises, and shows it.

The examples themselves run with the doctests of each module.
"""

import ast
import builtins
import enum
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import pytest

import oddsapp
from oddsapp.errors import OddsappError

CALLABLES = sorted(name for name in oddsapp.__all__ if callable(getattr(oddsapp, name)))

# What a docstring owes an explanation of, beyond its type: a number has a unit.
NUMBERS = re.compile(r"\b(int|float)\b")


def sections(name: str) -> dict[str, str]:
    """Return the parts of a docstring in the numpy convention; what is above them under ''."""
    parts = re.split(
        r"^(\w[\w ]*)\n-{3,}\n", inspect.getdoc(getattr(oddsapp, name)) or "", flags=re.MULTILINE
    )
    return {"": parts[0]} | dict(zip(parts[1::2], parts[2::2], strict=True))


def described(name: str) -> dict[str, str]:
    """Return what the docstring says of each parameter; '' where it has only a type."""
    found: dict[str, str] = {}
    for entry in re.split(r"^(?=\S)", sections(name).get("Parameters", ""), flags=re.MULTILINE):
        heading, _, text = entry.strip().partition("\n")
        for parameter in filter(None, heading.partition(" : ")[0].split(", ")):
            found[parameter] = text.strip()
    return found


def parameters(name: str) -> dict[str, inspect.Parameter]:
    """Return what a call takes; nothing for an enum and a protocol, which nobody calls."""
    thing = getattr(oddsapp, name)
    if isinstance(thing, enum.EnumType) or getattr(thing, "_is_protocol", False):
        return {}
    found = inspect.signature(thing).parameters
    stars: dict[Any, str] = {
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    return {stars.get(at.kind, "") + parameter: at for parameter, at in found.items()}


def makers(thing: Any) -> Iterator[FunctionType]:
    """Yield the functions of Python that run when a public name is called."""
    for found in (
        [vars(thing).get("__init__"), vars(thing).get("__post_init__")]
        if isinstance(thing, type)
        else [inspect.unwrap(thing)]
    ):
        # The __init__ that a dataclass writes has no source.
        if isinstance(found, FunctionType) and found.__code__.co_filename != "<string>":
            yield found


def raised(function: FunctionType, seen: set[Callable[..., Any]]) -> set[str]:
    """Return the errors of ours that a function raises, itself or by helpers of its module."""
    seen.add(function)
    nodes = [*ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function))))]
    caught = {
        name.id
        for node in nodes
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for name in ast.walk(node.type)
        if isinstance(name, ast.Name)
    }
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = getattr(node.exc.func, "id", "")
            error = function.__globals__.get(name, vars(builtins).get(name))
            if isinstance(error, type) and issubclass(error, OddsappError):
                found.add(name)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            helper = inspect.unwrap(function.__globals__.get(node.func.id, len))
            if (
                isinstance(helper, FunctionType)
                and helper not in seen
                and helper.__module__ == function.__module__
            ):
                found |= raised(helper, seen) - caught
    return found


@pytest.mark.parametrize("name", CALLABLES)
def test_every_parameter_is_described(name: str) -> None:
    taken = parameters(name)
    said = described(name)
    assert sorted(said) == sorted(taken), "the parameters of the docstring, of the signature"
    silent = [
        parameter
        for parameter, at in taken.items()
        if NUMBERS.search(str(at.annotation)) and not said[parameter]
    ]
    assert not silent, "numbers of which nothing is said"


@pytest.mark.parametrize("name", CALLABLES)
def test_a_function_says_what_it_returns(name: str) -> None:
    thing = getattr(oddsapp, name)
    if isinstance(thing, type) or inspect.signature(thing).return_annotation == "None":
        return
    parts = sections(name)
    assert "Returns" in parts or re.match(r"(Return|Yield) ", parts[""])


@pytest.mark.parametrize("name", CALLABLES)
def test_the_errors_that_it_raises_are_named(name: str) -> None:
    if not parameters(name):
        return  # nothing that could be wrong goes in
    errors = set[str]()
    for maker in makers(getattr(oddsapp, name)):
        errors |= raised(maker, set())
    if any("str | Ruleset" in str(at.annotation) for at in parameters(name).values()):
        errors.add("InvalidInput")  # no ruleset is called so
    said = sections(name).get("Raises", "")
    missing = {
        error for error in errors if not re.search(rf"^[\w, ]*\b{error}\b", said, re.MULTILINE)
    }
    assert not missing, f"raised, and not said: {', '.join(sorted(missing))}"


@pytest.mark.parametrize("name", CALLABLES)
def test_there_is_an_example(name: str) -> None:
    assert ">>> " in sections(name).get("Examples", "")
