"""The steps to P(win) of a battle, as data.

An `Explanation` holds all that is needed to do the sum again: which dice an army of which
size rolls, what each roll costs, the chain of states, and the result. `text` and `latex`
write it down for a classroom (`Level.SCHOOL`) or a lecture (`Level.UNIVERSITY`);
`oddsapp.odds.recompute` evaluates its data without any solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oddsapp.combat import State
from oddsapp.errors import InvalidInput
from oddsapp.odds.in_play import Ladder
from oddsapp.odds.plain import plain_number
from oddsapp.rules.round_table import Losses

if TYPE_CHECKING:
    from oddsapp.odds.written import Section


class Level(StrEnum):
    """For whom an explanation is written."""

    SCHOOL = "school"
    UNIVERSITY = "university"


def as_level(level: str | Level) -> Level:
    """Return the level of that name.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    if level not in list(Level):
        raise InvalidInput(f"an explanation is for {' or '.join(Level)}, not for {level!r}")
    return Level(level)


@dataclass(frozen=True, kw_only=True)
class ArmyStep:
    """One army: what it is called, how large it is, whose, and what it rolls at which size."""

    name: str
    letter: str
    force: int
    owner: int
    dice: Ladder


@dataclass(frozen=True, kw_only=True)
class RoundStep:
    """One kind of roll: what each army rolls (None: it is gone), and what that costs.

    Parameters
    ----------
    rolls : tuple of str or None
    losses : tuple of (losses, ways)
        What each army loses, in how many of the equally likely ways in which the dice fall.
    """

    rolls: tuple[str | None, ...]
    losses: tuple[tuple[Losses, int], ...]

    @property
    def ways(self) -> int:
        """In how many ways the dice can fall."""
        return sum(ways for _, ways in self.losses)

    @property
    def unchanged(self) -> int:
        """In how many of them nobody loses anything, so that the roll is repeated."""
        return sum(ways for losses, ways in self.losses if not any(losses))


@dataclass(frozen=True, kw_only=True)
class StateStep:
    """One state of the chain, with the states that one roll leads to.

    Parameters
    ----------
    state : tuple of int
    rolls : tuple of str or None
        Which round is fought here.
    after : tuple of (state, ways)
        Rolls that change nothing included.
    win : Fraction or None
        P(win) from here; None in large battles, next to the start.
    """

    state: State
    rolls: tuple[str | None, ...]
    after: tuple[tuple[State, int], ...]
    win: Fraction | None

    @property
    def ways(self) -> int:
        """In how many ways the dice can fall."""
        return sum(ways for _, ways in self.after)


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """The steps to one number, P(win); make it with `oddsapp.explain`.

    Parameters
    ----------
    kind : str
        The kind of battle.
    rules : str
        The name of the rules, with what was varied.
    rules_text : tuple of str
        The same in sentences.
    player : int
        Whose P(win).
    armies : tuple of ArmyStep
    rounds : tuple of RoundStep
    all_rounds : bool
        Whether every round that the battle can come to is listed.
    states : tuple of StateStep
        Fewest armies first.
    all_states : bool
        Whether these are all states in which somebody rolls.
    ends : tuple of (state, Fraction)
        How probable each end is; empty if not all states are there.
    win : Fraction or float
        P(win), as the solver has it; a fraction up to `oddsapp.odds.explain.MOST_EXPLORED` states.
    stops : tuple of State
        The states in which a stop rule calls the attack off: ends that are not won.
    """

    kind: str
    rules: str
    rules_text: tuple[str, ...]
    player: int
    armies: tuple[ArmyStep, ...]
    rounds: tuple[RoundStep, ...]
    all_rounds: bool
    states: tuple[StateStep, ...]
    all_states: bool
    ends: tuple[tuple[State, Fraction], ...]
    win: Any
    stops: tuple[State, ...] = ()

    @property
    def start(self) -> State:
        """The armies at the start."""
        return tuple(army.force for army in self.armies)

    def wins(self, state: State) -> bool:
        """Tell whether the player has won in an end state."""
        alive = {army.owner for army, size in zip(self.armies, state, strict=True) if size}
        return alive == {self.player}

    def to_dict(self) -> dict[str, Any]:
        """Return the steps as plain values for JSON; fractions as text, never rounded."""
        return {
            "kind": self.kind,
            "rules": self.rules,
            "rules_text": list(self.rules_text),
            "player": self.player,
            "armies": [
                {
                    "name": army.name,
                    "letter": army.letter,
                    "force": army.force,
                    "owner": army.owner,
                    "dice": [{"from": size, "rolls": name} for size, name in army.dice],
                }
                for army in self.armies
            ],
            "rounds": [
                {
                    "rolls": list(roll.rolls),
                    "ways": roll.ways,
                    "losses": [{"loses": list(lost), "ways": n} for lost, n in roll.losses],
                }
                for roll in self.rounds
            ],
            "all_rounds": self.all_rounds,
            "states": [
                {
                    "state": list(step.state),
                    "rolls": list(step.rolls),
                    "ways": step.ways,
                    "next": [{"state": list(state), "ways": n} for state, n in step.after],
                    "win": None if step.win is None else str(step.win),
                }
                for step in self.states
            ],
            "all_states": self.all_states,
            "stops": [list(state) for state in self.stops],
            "ends": [
                {"state": list(state), "probability": str(p), "wins": self.wins(state)}
                for state, p in self.ends
            ],
            "win": plain_number(self.win),
        }

    def sections(self, level: str | Level = Level.SCHOOL) -> tuple[Section, ...]:
        """Return the explanation as headed sections of sentences and formulas.

        Raises
        ------
        InvalidInput
            If there is no such level.
        """
        from oddsapp.odds.explain_sections import sections

        return sections(self, as_level(level))

    def text(self, level: str | Level = Level.SCHOOL) -> str:
        """Return the explanation as plain text.

        Examples
        --------
        >>> import oddsapp
        >>> print(oddsapp.battle(2, 1).explain().text().split("5. ")[1].split("6. ")[0])
        Roll after roll, from the end backwards
        <BLANKLINE>
          f(1, 1) = [15 f(1, 0) + 21 f(0, 1)] / 36 = 5/12 ≈ 0.416667
        <BLANKLINE>
        <BLANKLINE>
        """
        from oddsapp.odds.written import as_text

        return as_text(self.sections(level))

    def latex(self, level: str | Level = Level.SCHOOL) -> str:
        """Return the explanation as LaTeX, to be put into a document with amsmath."""
        from oddsapp.odds.written import as_latex

        return as_latex(self.sections(level))
