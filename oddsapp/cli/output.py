"""How results are printed: JSON, aligned tables, fractions that fit on a line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oddsapp.wording import average, between, end_of_battle, percent, verdict

if TYPE_CHECKING:
    from fractions import Fraction

    from oddsapp.odds.outcome import AttackOutcome, MassInvasionOutcome, Outcome
    from oddsapp.pmf import Pmf

_ROOM = 56
"""The longest fraction that is printed whole."""

LINE = 80
"""The longest line: what a terminal shows unless somebody has made it wider."""

_MOST_FOR_LOGARITHM = 100_000

_DIGITS = 30
"""How many digits stand for a longer one."""


class Extra(NamedTuple):
    """What an option adds to a result: keys of its JSON, parts of its report."""

    plain: dict[str, Any] = {}  # noqa: RUF012  # never changed
    parts: tuple[str, ...] = ()


def print_json(plain: Any) -> None:
    """Print plain values as one line of JSON."""
    import json

    click.echo(json.dumps(plain, ensure_ascii=False))


def print_report(*parts: str) -> None:
    """Print the parts of a result with a blank line between them, empty ones left out."""
    click.echo("\n\n".join(part for part in parts if part))


def paragraph(text: str, indent: str = "  ") -> str:
    """Return a sentence on lines that fit a terminal, which would break them inside a word.

    Examples
    --------
    >>> print(paragraph("Full dice are right for both " * 3 + "in 65.60 %"))
      Full dice are right for both Full dice are right for both Full dice are right
      for both in 65.60 %
    """
    import textwrap

    whole = text.replace(" %", "\N{NO-BREAK SPACE}%")  # a number keeps its unit
    lines = textwrap.fill(
        whole,
        LINE,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")


def heading(text: str, rules: object) -> str:
    """Return the first line of a result: what was asked, and under which rules.

    Rules of many changes get a line of their own.
    """
    named = f"[{rules}]"
    gap = "  " if len(text) + 2 + len(named) <= LINE else "\n  "
    return f"{text}{gap}{click.style(named, dim=True)}"


def territory_chances(outcome: AttackOutcome | MassInvasionOutcome) -> str:
    """Return whether a territory is taken: a large P(win) and what it means in words."""
    win, lose = _sides(outcome)
    return f"  win   {_chance(win)}  {verdict(win.win)}\n  lose  {_chance(lose)}"


def contest_chances(names: Sequence[str], outcome: Outcome) -> str:
    """Return a line for each side of a fight between attackers."""
    width = max(map(len, names))
    return "\n".join(
        f"  {name:<{width}}  {_chance(side)}  {verdict(side.win)}"
        for name, side in zip(names, _sides(outcome), strict=True)
    )


class _Side(NamedTuple):
    """P(win) of one side, a whole number where 0 or 1 is no rounding; its logarithm if told."""

    win: Any
    log: float | None = None


def _sides(outcome: Outcome) -> list[_Side]:
    owners = range(outcome.battle.players)
    wins = [outcome.ends.winning(owner) for owner in owners]
    # How unlikely takes as long as the battle itself, and a huge one is long enough.
    is_told = sum(outcome.battle.armies) <= _MOST_FOR_LOGARITHM
    sides = [
        _Side(win, outcome.log_winning(owner))
        if is_told and isinstance(win, float) and not win
        else _Side(win)
        for owner, win in enumerate(wins)
    ]
    never = [side.log == -math.inf for side in sides]
    for owner in owners:
        if never[owner]:
            sides[owner] = _Side(0)
        elif wins[owner] == 1 and sum(never) == len(never) - 1:
            sides[owner] = _Side(1)
    return sides


def _chance(side: _Side) -> str:
    return click.style(f"{percent(side.win, side.log):>8}", bold=True, fg=_colour(side.win))


def _colour(win: Any) -> str:
    return "green" if win >= 0.55 else "yellow" if win >= 0.45 else "red"


def tells_of_wins(outcome: AttackOutcome | MassInvasionOutcome) -> bool:
    """Return whether to say what is left in battles won.

    Not where it can never be won; and not where a huge battle is hopeless beyond the range of
    a float, for to look at its wins then takes many times as long as the battle.
    """
    huge = sum(outcome.battle.armies) > _MOST_FOR_LOGARITHM
    hopeless = isinstance(outcome.win, float) and not outcome.win
    return not (huge and hopeless) and outcome.can_be_won


def end_and_losses(outcome: AttackOutcome | MassInvasionOutcome) -> str:
    """Return the most likely end of a battle for a territory, and what it costs.

    The two kinds of losses, over all battles and in those won, stand beside each other,
    named: they are often confused.
    """
    *attackers, defenders = outcome.most_likely_end
    likeliest = percent(outcome.pmf(outcome.most_likely_end))
    losses = [
        ["expected losses", "attackers", "defenders"],
        [
            "over all battles",
            average(outcome.expected_attackers_lost),
            average(outcome.expected_defenders_lost),
        ],
    ]
    if tells_of_wins(outcome):
        won = average(outcome.expected_attackers_lost_if_won)
        losses.append(["in battles won", won, f"{outcome.battle.armies[-1]:,}"])
    end = f"  most likely end: {end_of_battle(attackers, defenders)} ({likeliest})"
    return f"{end}\n\n{table(losses)}"


def exact_territory(outcome: AttackOutcome | MassInvasionOutcome) -> str:
    """Return the fractions behind the numbers of a battle for a territory, if it is exact."""
    if not outcome.exact:
        return ""
    values = {
        "win": outcome.win,
        "lose": outcome.lose,
        "attackers lost": outcome.expected_attackers_lost,
        "defenders lost": outcome.expected_defenders_lost,
    }
    if outcome.can_be_won:
        values["attackers left if won"] = outcome.expected_attackers_left_if_won
    return exact_block(values)


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows with their columns aligned, the first to the left, the others to the right."""
    cells = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = []
    for first, *others in cells:
        numbers = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join(["", first.ljust(widths[0]), *numbers]).rstrip())
    return "\n".join(lines)


def left_table(names: Sequence[str], lefts: Sequence[Pmf]) -> str:
    """Return what armies have left when their side wins: mean and 90 % interval."""
    rows = [["left if won", "mean", "90 %"]]
    for name, left in zip(names, lefts, strict=True):
        rows.append([name, average(left.mean()), between(*left.interval(0.9))])
    return table(rows)


def exact_block(values: dict[str, Fraction]) -> str:
    """Return the fractions behind the numbers, those too long for a line as decimals."""
    texts = {name: fraction_text(value) for name, value in values.items()}
    width = max(map(len, texts))
    lines = ["Exactly", *(f"  {name:<{width}}  {text}" for name, text in texts.items())]
    if any(text.endswith("…") for text in texts.values()):
        lines.append("  (… cut short; --json prints every fraction whole)")
    return "\n".join(lines)


def fraction_text(value: Fraction) -> str:
    """Return a fraction, or its first digits when it is too long for a line.

    Examples
    --------
    >>> from fractions import Fraction
    >>> fraction_text(Fraction(275, 2592)), fraction_text(Fraction(1, 3**200))
    ('275/2592', '3.76486194959902641988342189001E-96…')
    """
    # A look at the size first: writing millions of digits to count them takes long.
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    if bits < 4 * _ROOM and len(str(value)) <= _ROOM:
        return str(value)
    from decimal import MAX_EMAX, MIN_EMIN, ROUND_DOWN, Context, Decimal

    context = Context(prec=_DIGITS, rounding=ROUND_DOWN, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return f"{context.divide(Decimal(value.numerator), Decimal(value.denominator))}…"
