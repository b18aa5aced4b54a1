"""What ``oddsapp whatif`` reads: a position in any of its forms, and plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click

from oddsapp.cli.given_file import STANDARD_INPUT, called, content_of
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.tables import decoded

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.plans.plan import Plan
    from oddsapp.whatif.turns.order_plan import OrderPlan

_MOST_BYTES = 5_000_000
_SHARED = "oddsapp"
"""What a share string begins with, and neither JSON nor a table does."""


class NamedPlan(NamedTuple):
    """A plan, and where it came from."""

    name: str
    plan: Plan


class Asked(NamedTuple):
    """What is typed before any option: where to read the position and the plans."""

    state: str | None
    share: str | None
    plans: tuple[str, ...]


def asked(files: Sequence[str], share: str | None) -> Asked:
    """Return which file is the position, and which are plans.

    Raises
    ------
    click.UsageError
        If there is no position, or two files are to be read from standard input.
    """
    if share is not None:
        found = Asked(None, share, tuple(files))
    elif files:
        found = Asked(files[0], None, tuple(files[1:]))
    else:
        raise click.UsageError(
            "name a STATE and a PLAN, - for standard input; --example state and --example plan"
            " print small ones"
        )
    if files.count(STANDARD_INPUT) > 1:
        raise click.UsageError("only one file can be - for standard input; name the other")
    return found


def read_state(asked: Asked, turn: str | None) -> Position:
    """Return the position that is asked about.

    Parameters
    ----------
    asked : Asked
    turn : str, optional
        Who is to play, for a table that does not say.
    """
    from oddsapp.engine.positions import from_share_string, position_from_csv, read_position
    from oddsapp.engine.positions.table import is_table

    if asked.share is not None:
        _refuse_turn(turn)
        with _from("--share"):
            return from_share_string(asked.share)
    assert asked.state is not None
    content = content_of(asked.state, most=_MOST_BYTES, beyond="no position has so many")
    with _from(called(asked.state)):
        text = decoded(content, "a position")
        start = text.lstrip()
        if start.startswith(_SHARED):
            _refuse_turn(turn)
            return from_share_string(text)
        if not is_table(start):
            _refuse_turn(turn)
            return read_position(text)
        return position_from_csv(text) if turn is None else position_from_csv(text, turn=turn)


def _refuse_turn(turn: str | None) -> None:
    if turn is not None:
        raise click.UsageError(
            "--turn is for a table of owners and armies; this position says itself whose turn it is"
        )


def read_plans(asked: Asked) -> tuple[NamedPlan, ...]:
    """Return the plans: text, or JSON."""
    return tuple(NamedPlan(called(path), _read_plan(path)) for path in asked.plans)


def _read_plan(path: str) -> Plan:
    from oddsapp.json_values import parse_json
    from oddsapp.whatif.plans.plan_json import plan_from_dict
    from oddsapp.whatif.plans.plan_text import parse_plan

    content = content_of(path, most=_MOST_BYTES, beyond="no plan has so many")
    with _from(called(path)):
        text = decoded(content, "a plan")
        if not text.lstrip().startswith("{"):
            return parse_plan(text)
        try:
            data = parse_json(text)
        except InvalidInput as error:
            raise InvalidInput(f"the plan cannot be read: it {error}") from None
        return plan_from_dict(data)


def read_orders(asked: Asked, position: Position) -> tuple[str, OrderPlan] | None:
    """Return the orders of a turn that all play at the same time, and where they came from.

    Returns
    -------
    tuple of (str, OrderPlan) or None
        None if no file has any, so that the orders of the position itself count.

    Raises
    ------
    click.UsageError
        If there are several files, or no order at all.
    """
    from oddsapp.whatif.turns.order_plan import read_order_plan

    if len(asked.plans) > 1:
        raise click.UsageError(
            "a turn of RISK II has one PLAN with the orders of all; leave out the others"
        )
    if not asked.plans:
        if not any(position.orders):
            raise click.UsageError("the position has no orders; name a PLAN that has, or -")
        return None
    (path,) = asked.plans
    content = content_of(path, most=_MOST_BYTES, beyond="no plan has so many")
    with _from(called(path)):
        return called(path), read_order_plan(decoded(content, "a plan"), position)


@contextmanager
def of_plan(named: NamedPlan) -> Iterator[None]:
    """Say of which plan it is that something is wrong."""
    with _from(named.name):
        yield


@contextmanager
def _from(source: str) -> Iterator[None]:
    """Put in front of what is wrong where it was read."""
    try:
        yield
    except IllegalMove as error:
        raise IllegalMove(error.rule, f"{source}: {error.reason}") from None
    except InvalidInput as error:
        raise InvalidInput(f"{source}: {error}") from None


def example(kind: str) -> str:
    """Return the small position or the small plan to start from, which fits it."""
    if kind == "state":
        from oddsapp.engine.positions import example_text

        return example_text()
    from importlib.resources import files

    path = files("oddsapp.whatif") / "data" / "plan.txt"
    return path.read_text(encoding="utf-8")
