"""What only What-if has in its address: a position, a goal, and who plays on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from oddsapp.engine.positions import (
    Position,
    example_position,
    from_share_string,
    share_string,
)
from oddsapp.errors import InvalidInput
from oddsapp.players.roster import BOT_NAMES

LONGEST = 4000
"""The most characters of a position in an address; those of the two boards have about 400."""

_LONG = "long"
_NOT_HERE = "all play at the same time there: it belongs on the RISK II turn page"


@dataclass(frozen=True)
class PositionText:
    """A position of a game in turns, as its share string."""

    key: str
    name: str

    @property
    def default(self) -> str:
        """The position that comes with the package."""
        return example()

    def read(self, text: str) -> tuple[str, str | None]:
        """Return the share string, or that of the example."""
        if text == _LONG:
            return self.default, "was too long for it: load it again"
        if at_once(text):
            return self.default, f"is not used, for {_NOT_HERE}"
        try:
            return share_string(from_share_string(text)), None
        except InvalidInput as refusal:
            return self.default, f"cannot be used ({refusal}); the example is used"

    def write(self, value: str) -> str:
        """Return the share string, or a word for one too long."""
        return value if len(value) <= LONGEST else _LONG


@dataclass(frozen=True)
class GoalText:
    """What the plan is for, as `oddsapp.whatif.goals.parse_goal` reads it."""

    key: str
    name: str
    default: str

    def read(self, text: str) -> tuple[str, str | None]:
        """Return the goal; the board decides later whether it has the place."""
        from oddsapp.whatif.goals import parse_goal

        try:
            return str(parse_goal(text[:200])), None
        except InvalidInput:
            return self.default, f"is no goal, {self.default} is used"

    def write(self, value: str) -> str:
        """Return the goal."""
        return value


@dataclass(frozen=True)
class Bots:
    """Who plays on at each seat, joined by ``-``."""

    key: str
    name: str
    default: tuple[str, ...]

    def read(self, text: str) -> tuple[tuple[str, ...], str | None]:
        """Return the bots, if all of them are known."""
        names = tuple(text.split("-"))
        if set(names) <= set(BOT_NAMES):
            return names, None
        return self.default, f"are not all of {', '.join(BOT_NAMES)}; {self.default[0]} is used"

    def write(self, value: tuple[str, ...]) -> str:
        """Return the words joined."""
        return "-".join(value)


@lru_cache(maxsize=256)
def position_of(text: str) -> Position:
    """Return the position that a share string stands for."""
    return from_share_string(text)


@lru_cache(maxsize=32)
def at_once(text: str) -> bool:
    """Tell whether this is the share string of a game in which all play at the same time.

    >>> at_once(example()), at_once("nothing of the kind")
    (False, False)
    """
    try:
        return from_share_string(text).state.game.rules.is_same_time
    except InvalidInput:
        return False


@cache
def example() -> str:
    """Return the share string of the position that comes with the package."""
    return share_string(example_position())


@cache
def example_plans() -> tuple[str, str]:
    """Return the two plans that come with it, as text."""
    from importlib.resources import files

    data = files("oddsapp.whatif") / "data"
    texts = [(data / name).read_text(encoding="utf-8") for name in ("plan.txt", "careful_plan.txt")]
    return texts[0], texts[1]
