"""The outcome of a battle, by its kind: what people ask of it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.odds.ends import LineEnds
from oddsapp.odds.outcome_base import MOST_DRAWN, Outcome
from oddsapp.odds.plain import plain_number
from oddsapp.pmf import Pmf

__all__ = [
    "MOST_DRAWN",
    "AttackOutcome",
    "ContestOutcome",
    "MassInvasionOutcome",
    "Outcome",
    "TerritoryOutcome",
    "counts_as_dict",
    "plain_number",
]


@dataclass(frozen=True, repr=False)
class TerritoryOutcome(Outcome):
    """What is common to the battles for a territory that somebody defends."""

    def _in_short(self) -> str:
        *forces, defenders = self.battle.armies
        sent = "+".join(f"{force:,}" for force in forces)
        return (
            f"force {sent} v {defenders:,} [{self.battle.rules}],"
            f" win {float(self.win):.6g}, lose {float(self.lose):.6g}"
        )

    @cached_property
    def win(self) -> Any:
        """P(the territory is taken)."""
        return self.ends.winning(0)

    @cached_property
    def lose(self) -> Any:
        """P(it is not)."""
        # A table of one's own may leave nobody at all, and then it is not taken either.
        nobody = self.ends.pmf((0,) * len(self.battle.armies))
        return self.ends.winning(1) + nobody

    @property
    def version(self) -> str | None:
        """The game and its version whose balanced odds these are; None under true dice."""
        balance = self.battle.rules.balance
        return None if balance is None else balance.version

    @property
    def _defender(self) -> int:
        return len(self.battle.armies) - 1

    @cached_property
    def defenders_left(self) -> Pmf:
        """How many defenders are left."""
        return self.ends.left(self._defender)

    @cached_property
    def _attackers_left(self) -> tuple[Pmf, ...]:
        return tuple(self.ends.left(place) for place in range(self._defender))

    @cached_property
    def expected_attackers_lost(self) -> Any:
        """How many attackers are lost on average, over all battles."""
        sides = zip(self.battle.armies, self._attackers_left, strict=False)
        return sum(_mean_lost(army, left) for army, left in sides)

    @cached_property
    def expected_defenders_lost(self) -> Any:
        """How many defenders are lost on average, over all battles."""
        return _mean_lost(self.battle.armies[-1], self.defenders_left)

    @cached_property
    def expected_attackers_left_if_won(self) -> Any:
        """How many attackers are left on average when the territory is taken.

        Not the mean of what is left over all battles, with which it is often confused.
        """
        won = self.ends.won_by(0)
        return sum(won.left(place).mean() for place in range(self._defender))

    @property
    def can_be_won(self) -> bool:
        """Whether the territory can be taken at all."""
        try:
            return bool(self.win) or bool(self.ends.won_by(0))
        except InvalidInput:
            return False

    @cached_property
    def expected_attackers_lost_if_won(self) -> Any:
        """How many attackers are lost on average when the territory is taken."""
        return sum(self.battle.armies[:-1]) - self.expected_attackers_left_if_won

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain values for JSON; fractions as text, never rounded."""
        return {
            "rules": str(self.battle.rules),
            **({} if self.version is None else {"version": self.version}),
            "win": plain_number(self.win),
            "lose": plain_number(self.lose),
            "attackers_left": self._attackers_left_as_dict(),
            "defenders_left": counts_as_dict(self.defenders_left),
            "expected": {
                "attackers_lost": plain_number(self.expected_attackers_lost),
                "defenders_lost": plain_number(self.expected_defenders_lost),
                # Where the territory cannot be taken there is no such number.
                "attackers_left_if_won": (
                    plain_number(self.expected_attackers_left_if_won) if self.can_be_won else None
                ),
            },
        }

    @abstractmethod
    def _attackers_left_as_dict(self) -> Any: ...


@dataclass(frozen=True, repr=False)
class AttackOutcome(TerritoryOutcome):
    """The outcome of one force against one defender.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.battle(force=3, defenders=2, exact=True)
    >>> odds.win, odds.attackers_left.pmf(3), odds.most_likely_end
    (Fraction(6610505, 10077696), Fraction(1445, 3888), (3, 0))
    """

    @property
    def attackers_left(self) -> Pmf:
        """How many of the force are left; 0 when it is beaten."""
        return self._attackers_left[0]

    @cached_property
    def attackers_left_if_won(self) -> Pmf:
        """How many of the force are left when the territory is taken."""
        return self.ends.won_by(0).left(0)

    @cached_property
    def margin(self) -> Pmf:
        """Attackers left minus defenders left: the whole outcome as one number."""
        assert isinstance(self.ends, LineEnds)
        return self.ends.margin

    def _attackers_left_as_dict(self) -> dict[str, Any]:
        return counts_as_dict(self.attackers_left)

    @property
    def army_names(self) -> list[str]:
        """What to call each army of a state."""
        return ["attackers left", "defenders left"]


@dataclass(frozen=True, repr=False)
class MassInvasionOutcome(TerritoryOutcome):
    """The outcome of several forces against one defender.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.mass_invasion([1, 1], defenders=1, exact=True)
    >>> odds.win, odds.attackers_left[0].mean()
    (Fraction(20, 27), Fraction(20, 27))
    """

    @property
    def attackers_left(self) -> tuple[Pmf, ...]:
        """How many of each force are left."""
        return self._attackers_left

    def _attackers_left_as_dict(self) -> list[dict[str, Any]]:
        return [counts_as_dict(left) for left in self.attackers_left]

    @property
    def army_names(self) -> list[str]:
        """What to call each army of a state."""
        return [*(f"force {n} left" for n in range(1, self._defender + 1)), "defenders left"]


@dataclass(frozen=True, repr=False)
class ContestOutcome(Outcome):
    """The outcome of a fight between attackers: a border clash, or the spoils of war.

    Where only `win` is in reach, everything else raises `InvalidInput` with the size and
    the memory that it would need.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.border_clash(2, 1, exact=True)
    >>> odds.win, odds.left[0].pmf(2)
    ((Fraction(3, 4), Fraction(1, 4)), Fraction(1, 2))
    """

    def _in_short(self) -> str:
        hands: dict[int, list[str]] = {}
        for size, owner in zip(self.battle.armies, self.battle.owners, strict=True):
            hands.setdefault(owner, []).append(f"{size:,}")
        sides = " v ".join("+".join(hand) for hand in hands.values())
        wins = ", ".join(f"{float(win):.6g}" for win in self.win)
        return f"{self.battle.kind} {sides} [{self.battle.rules}], win {wins}"

    @cached_property
    def win(self) -> tuple[Any, ...]:
        """P(win) for each force of a clash, for each player in the spoils of war."""
        return tuple(self.ends.winning(owner) for owner in range(self.battle.players))

    @cached_property
    def left(self) -> tuple[Pmf, ...]:
        """How many of each army are left, in the order in which the armies were given."""
        return tuple(self.ends.left(place) for place in range(len(self.battle.armies)))

    @cached_property
    def left_if_won(self) -> tuple[Pmf, ...]:
        """How many of each army are left when its player wins."""
        return tuple(
            self.ends.won_by(owner).left(place) for place, owner in enumerate(self.battle.owners)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain values for JSON; fractions as text, never rounded.

        ``left`` has one entry per army: how probable it is that its player wins and it has
        so many left, which for one of several armies may be 0. Where only `win` is in reach
        it is None, and ``left_refused`` says why.
        """
        plain: dict[str, Any] = {
            "rules": str(self.battle.rules),
            "win": [plain_number(win) for win in self.win],
        }
        try:
            self.ends.left(0)  # refused where only `win` is in reach
            plain["left"] = [
                {
                    str(size): plain_number(p * self.win[owner])
                    for size, p in self.ends.won_by(owner).left(place).items()
                }
                if self.win[owner]
                else {}
                for place, owner in enumerate(self.battle.owners)
            ]
        except InvalidInput as refusal:
            plain |= {"left": None, "left_refused": str(refusal)}
        return plain

    def _repr_html_(self) -> str:
        try:
            return super()._repr_html_()
        except InvalidInput as refusal:
            wins = ", ".join(f"{win:.4%}" for win in self.win)
            return f"<p>win: {wins}</p><p>{refusal}</p>"

    @property
    def army_names(self) -> list[str]:
        """What to call each army of a state."""
        return [
            f"army {place} of player {owner + 1} left"
            for place, owner in enumerate(self.battle.owners, start=1)
        ]


def _mean_lost(army: int, left: Pmf) -> Any:
    # Not army - mean: a loss that is small beside the army would lose its digits.
    return left.negated().shifted(army).mean()


def counts_as_dict(pmf: Pmf) -> dict[str, Any]:
    """Return a distribution for JSON: numbers of positive probability only."""
    return {str(number): plain_number(probability) for number, probability in pmf.items()}
