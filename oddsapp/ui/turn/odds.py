"""What the page says of one battle: who wins it, and with how many armies left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.bars import MOST_BARS, Side, gathered, histogram
from oddsapp.ui.parts.notes import ordinal
from oddsapp.ui.turn.fields import PLAYERS
from oddsapp.ui.turn.forces import Fight, solved
from oddsapp.wording import between, short_percent, verdict

if TYPE_CHECKING:
    from oddsapp.pmf import Pmf

CONFIDENCE = 0.9
DEFENDER = "Defender"


@dataclass(frozen=True)
class Share:
    """How probable it is that one side wins: a bar with its words.

    Parameters
    ----------
    name : str
    probability : float
    percent : str
    number : int
        Which colour of the players it has; -1 for the defender.
    """

    name: str
    probability: float
    percent: str
    number: int


@dataclass(frozen=True)
class ArmyLeft:
    """What is left of one army: on average, and in 90 % of all cases."""

    name: str
    before: str
    mean: str
    interval: str


@dataclass(frozen=True)
class Odds:
    """All that is said of a battle.

    Parameters
    ----------
    number, verdict : str
        The probability that is asked for, and what it means.
    asked : str
        What that probability is of.
    shares : tuple of Share
        Who wins.
    left : tuple of ArmyLeft
        What is left of each army; empty where only who wins is in reach.
    left_caption : str
        Under which condition.
    note : str
        Why something is missing.
    picture : str
        An SVG, or nothing.
    """

    number: str
    verdict: str
    asked: str
    shares: tuple[Share, ...]
    left: tuple[ArmyLeft, ...]
    left_caption: str
    note: str = ""
    picture: str = ""


def name_of(player: str) -> str:
    """Return what a player of a battle is called."""
    return f"Player {player}"


def army_names(fight: Fight) -> tuple[str, ...]:
    """Return what to call each army, in the battle's order, the defender last.

    >>> from oddsapp.ui.turn.fields import Row
    >>> from oddsapp.ui.turn.forces import STANDARD
    >>> army_names(Fight("mass", (Row("A", 5), Row("B", 4), Row("A", 3)), 6, STANDARD))
    ('A (1st)', 'B', 'A (2nd)', 'Defender')
    """
    armies = fight.armies()
    of_each = [row.player for row in armies]
    seen: dict[str, int] = {}
    names = []
    for player in of_each:
        seen[player] = seen.get(player, 0) + 1
        which = f" ({ordinal(seen[player])})" if of_each.count(player) > 1 else ""
        names.append(f"{player}{which}")
    return (*names, DEFENDER) if fight.kind == "mass" else tuple(names)


@lru_cache(maxsize=64)
def odds(fight: Fight) -> Odds:
    """Return what the page says of a battle.

    Raises
    ------
    InvalidInput
        If it is none, or too large.
    """
    outcome = solved(fight)
    return _of_territory(fight, outcome) if fight.kind == "mass" else _of_rivals(fight, outcome)


def _of_territory(fight: Fight, outcome: Any) -> Odds:
    win, lose = outcome.win, outcome.lose
    held = _given(outcome.defenders_left)
    names = army_names(fight)
    # How many of each force come out of it: 0 where it is beaten, in a lost battle for one.
    left = [
        army_left(name, row.force, pmf)
        for name, row, pmf in zip(names, fight.armies(), outcome.attackers_left, strict=False)
    ]
    if held is not None:
        left.append(army_left("Defender, if it is held", fight.defenders, held))
    largest = max(range(len(fight.rows)), key=lambda place: fight.rows[place].force)
    return Odds(
        number=short_percent(win, lose),
        verdict=verdict(win),
        asked="that the territory is taken",
        shares=(
            Share("Attackers", win, short_percent(win, lose), 0),
            Share(DEFENDER, lose, short_percent(lose, win), -1),
        ),
        left=tuple(left),
        left_caption="What is left of each army",
        picture=_picture_of_territory(fight, outcome, largest, names[largest]),
    )


def _given(left: Pmf) -> Pmf | None:
    try:
        return left.given(lambda number: number > 0)
    except InvalidInput:
        return None


def army_left(name: str, before: int, left: Pmf) -> ArmyLeft:
    """Return what is left of an army in words."""
    low, high = left.interval(CONFIDENCE)
    return ArmyLeft(name, f"{before:,}", f"{float(left.mean()):.1f}", between(low, high))


def _of_rivals(fight: Fight, outcome: Any) -> Odds:
    players = fight.players()
    first = outcome.win[0]
    rest = sum(outcome.win[1:])
    left: tuple[ArmyLeft, ...] = ()
    note, picture = "", ""
    try:
        left = tuple(
            army_left(name, row.force, pmf)
            for name, row, pmf in zip(
                army_names(fight), fight.armies(), outcome.left_if_won, strict=True
            )
        )
        if len(fight.armies()) == 2:
            picture = _picture_of_rivals(fight, outcome)
    except InvalidInput as refusal:
        note = f"only who wins is in reach: {refusal}"
    return Odds(
        number=short_percent(first, rest),
        verdict=verdict(first),
        asked=f"that {name_of(players[0])} wins",
        shares=tuple(
            Share(name_of(player), win, short_percent(win), PLAYERS.index(player))
            for player, win in zip(players, outcome.win, strict=True)
        ),
        left=left,
        left_caption="What is left of each army, if its player wins",
        note=note,
        picture=picture,
    )


# -- pictures ----------------------------------------------------------------------------


def _picture_of_territory(fight: Fight, outcome: Any, place: int, name: str) -> str:
    """Draw the defenders that are left, and what is left of one attacker."""
    force, standing, left = (
        fight.rows[place].force,
        outcome.defenders_left,
        outcome.attackers_left[place],
    )
    several = f" of {name}’s {force}" if len(fight.rows) > 1 else ""
    return _two_sides(
        (f"Held {short_percent(outcome.lose, outcome.win)}", "defenders left"),
        [(n, standing.pmf(n)) for n in range(fight.defenders, 0, -1)],
        (f"Taken {short_percent(outcome.win, outcome.lose)}", f"left{several}"),
        [(n, left.pmf(n)) for n in range(1, force + 1)],
        title="What is left of the defenders and of the attackers",
    )


def _picture_of_rivals(fight: Fight, outcome: Any) -> str:
    first, second = fight.armies()
    chance, other = outcome.win
    return _two_sides(
        (f"{second.player} wins {short_percent(other, chance)}", f"left of {second.force}"),
        [(n, outcome.left[1].pmf(n)) for n in range(second.force, 0, -1)],
        (f"{first.player} wins {short_percent(chance, other)}", f"left of {first.force}"),
        [(n, outcome.left[0].pmf(n)) for n in range(1, first.force + 1)],
        title="What is left of both forces",
    )


def _two_sides(
    losing: tuple[str, str],
    against: Sequence[tuple[int, float]],
    winning: tuple[str, str],
    left: Sequence[tuple[int, float]],
    *,
    title: str,
) -> str:
    per_bar = ceil((len(against) + len(left)) / MOST_BARS)
    more = f", {per_bar} a bar" if per_bar > 1 else ""
    return histogram(
        Side(losing[0], losing[1] + more, gathered(against, per_bar)),
        Side(winning[0], winning[1] + more, gathered(left, per_bar)),
        title=title,
    )
