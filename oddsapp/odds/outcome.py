"""The outcome of a battle: a frozen random variable, and what people ask of it.

A *state* is the size of every army at the end, in the battle's order; forces throughout,
without the army that stays at home.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oddsapp.combat import Battle, State
from oddsapp.dice import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds.ends import Ends, LineEnds
from oddsapp.pmf import Generator, Pmf
from oddsapp.rules import Balance

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from oddsapp.odds.chain import AbsorbingChain
    from oddsapp.odds.explanation import Explanation


MOST_DRAWN = 10_000_000
"""The largest sample that is drawn at once."""


@dataclass(frozen=True, repr=False)
class Outcome(ABC):
    """The distribution of the end states of a battle.

    Parameters
    ----------
    battle : Battle
        What was fought.
    ends : Ends
        The joint distribution of the end states.
    """

    battle: Battle
    ends: Ends = field(repr=False)

    @property
    def exact(self) -> bool:
        """Whether every probability is a `fractions.Fraction`."""
        return self.ends.exact

    def items(self) -> Iterator[tuple[State, Any]]:
        """Yield each end state of positive probability with its probability."""
        return self.ends.items()

    def pmf(self, state: State) -> Any:
        """Return the probability of one end state."""
        return self.ends.pmf(self._checked(state))

    def logpmf(self, state: State) -> float:
        """Return its logarithm, right even where `pmf` underflows to 0."""
        return self.ends.logpmf(self._checked(state))

    def log_winning(self, owner: int) -> float:
        """Return log P(this owner wins), right even where the probability underflows to 0.

        Parameters
        ----------
        owner : int
            0 for the attackers of a territory and 1 for its defender; in a clash and in the
            spoils of war the place of the force or player.

        Examples
        --------
        >>> import oddsapp
        >>> hopeless = oddsapp.battle(force=1, defenders=800)
        >>> hopeless.win, round(hopeless.log_winning(0))
        (0.0, -1094)
        """
        sides = self.battle.players - 1
        return self.ends.log_winning(whole_number(owner, "the owner", least=0, most=sides))

    def _checked(self, state: Any) -> State:
        armies = len(self.battle.armies)
        if isinstance(state, str) or not isinstance(state, Sequence) or len(state) != armies:
            raise InvalidInput(
                f"an end state of this battle has {armies} numbers, unlike {state!r}"
            )
        return tuple(whole_number(size, "each number of an end state") for size in state)

    @cached_property
    def most_likely_end(self) -> State:
        """The end state of the highest probability, the first of several."""
        return self.ends.most_likely()

    @cached_property
    def chain(self) -> AbsorbingChain[State]:
        """The battle as an absorbing Markov chain, state by state: the second solver."""
        from oddsapp.odds.chain import AbsorbingChain

        return AbsorbingChain.from_successors(
            self.battle.armies,
            lambda state: self.battle.successors(state)[0],
            self.battle.is_over,
        )

    @cached_property
    def rolls(self) -> Pmf:
        """The number of rolls, those that change nothing included.

        Raises
        ------
        InvalidInput
            If there are too many states, or if fractions are asked for and rolls may change
            nothing, so that there is no longest battle.
        """
        return self.chain.steps(self.battle.armies, exact=self.exact)

    @cached_property
    def expected_rolls(self) -> Any:
        """The expected number of rolls, those that change nothing included."""
        return self.chain.expected_steps(self.battle.armies, exact=self.exact)

    def sample(self, rng: Generator, size: int | None = None) -> State | NDArray[np.int64]:
        """Draw end states, a whole battle by one random number.

        Parameters
        ----------
        rng : numpy.random.Generator
            Or anything with a method ``random()``, as long as one state is drawn.
        size : int, optional
            How many, as an array of shape (size, armies); without it one state.
        """
        if size is not None:
            size = whole_number(size, "the size of a sample", least=0, most=MOST_DRAWN)
        drawn: State | NDArray[np.int64] = self.ends.sample(rng, size)
        return drawn

    def explain(self, player: int = 0) -> Explanation:
        """Return the steps that lead to P(win), as data, text or LaTeX.

        Parameters
        ----------
        player : int
            Whose P(win); 0 is the attacker, or the first player.
        """
        from oddsapp.odds.explain import explain

        return explain(self, player)

    @property
    @abstractmethod
    def army_names(self) -> list[str]:
        """What to call each army of a state."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain values for JSON; fractions as text, never rounded."""

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas frame: a row per end state, a column per army, ``probability``."""
        import pandas as pd

        rows = [(*state, probability) for state, probability in self.items()]
        return pd.DataFrame(rows, columns=[*self.army_names, "probability"])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._in_short()}>"

    @abstractmethod
    def _in_short(self) -> str:
        """Return what was fought and who wins, for a prompt."""

    def _repr_html_(self) -> str:
        most = sorted(self.items(), key=lambda item: -item[1])[:20]
        head = "".join(f"<th>{name}</th>" for name in (*self.army_names, "probability"))
        rows = "".join(
            "<tr>" + "".join(f"<td>{n}</td>" for n in state) + f"<td>{float(p):.4%}</td></tr>"
            for state, p in most
        )
        return f"<p>{self._in_short()}</p><table><tr>{head}</tr>{rows}</table>"


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
        balance: Balance | None = getattr(self.battle.rules.combat, "balance", None)
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


def plain_number(number: Any) -> Any:
    """Return a number for JSON: a float as it is, a fraction as text."""
    return number if isinstance(number, float) else str(number)


def counts_as_dict(pmf: Pmf) -> dict[str, Any]:
    """Return a distribution for JSON: numbers of positive probability only."""
    return {str(number): plain_number(probability) for number, probability in pmf.items()}
