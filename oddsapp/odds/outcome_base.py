"""What every outcome of a battle is: a frozen random variable over its end states.

A *state* is the size of every army at the end, in the battle's order; forces throughout,
without the army that stays at home.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import whole_number
from oddsapp.combat import Battle, State
from oddsapp.errors import InvalidInput
from oddsapp.odds.ends import Ends
from oddsapp.pmf import Generator, Pmf

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
