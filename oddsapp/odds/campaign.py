"""Campaigns: one army conquers a row of territories, and holds what it took.

The distribution over the armies in front is carried from territory to territory. Within
one of them all possible forces fight down together, in one pass over its states, for a
battle is linear in the weights that it starts from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.combat import State
from oddsapp.dice import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds.arithmetic import Floats, Fractions, Numbers
from oddsapp.odds.fights import fight_from_all
from oddsapp.odds.outcome import plain_number
from oddsapp.pmf import Pmf
from oddsapp.rules import RankedDice, Ruleset, as_ruleset

if TYPE_CHECKING:
    import pandas as pd

    from oddsapp.odds.explain_campaign import CampaignExplanation

Weights = dict[int, Any]
"""Weight by number of armies."""


class Territory(NamedTuple):
    """A territory to be taken: its defenders, and the dice rolled for it."""

    defenders: int
    rules: Ruleset

    @property
    def most_dice(self) -> int:
        """The most dice that an attacker rolls here, which is the most that C-6 moves in."""
        combat = self.rules.combat
        return combat.attack_dice if isinstance(combat, RankedDice) else 1


class CampaignEnd(NamedTuple):
    """How a campaign may end.

    ``taken`` territories were conquered, ``armies`` stand in the last of them (or at the
    start, the one that stays included), ``defenders`` are left in the next one.
    """

    taken: int
    armies: int
    defenders: int


@dataclass(frozen=True)
class Step:
    """One territory of a campaign.

    Parameters
    ----------
    defenders : int
        The armies that stand there.
    moved_in : Pmf
        How many armies stand there after it was taken, before they go on; 0 if it was not.
    """

    defenders: int
    moved_in: Pmf

    @property
    def taken(self) -> Any:
        """P(this territory is taken, and so all before it)."""
        return self.moved_in.sf(0)

    @property
    def moved_in_if_taken(self) -> Pmf:
        """How many armies stand there, given that it was taken."""
        return self.moved_in.given(lambda armies: armies > 0)


@dataclass(frozen=True, repr=False)
class CampaignOutcome:
    """The outcome of a campaign.

    Parameters
    ----------
    armies : int
        The armies at the start, the one that stays included.
    territories : tuple of Territory
    leave : tuple of int
        What stays in the start and in each territory taken but the last.
    steps : tuple of Step
        What becomes of each territory.
    ends : dict
        Each `CampaignEnd` with its probability.
    then : tuple of int
        The enemy stacks, in armies, that attack the last territory afterwards.
    held : float or Fraction or None
        P(all taken, and the last still held after those attacks).

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.campaign(8, [2, 2])
    >>> [round(p, 4) for p in odds.taken], odds.win == odds.taken[-1]
    ([0.9666, 0.7736], True)
    >>> odds
    <CampaignOutcome: 8 armies v 2, 2 [classic], taken 0.966649, 0.773613>
    """

    armies: int
    territories: tuple[Territory, ...]
    leave: tuple[int, ...]
    steps: tuple[Step, ...]
    ends: dict[CampaignEnd, Any]
    then: tuple[int, ...] = ()
    held: Any = None

    def __repr__(self) -> str:
        row = ", ".join(f"{territory.defenders:,}" for territory in self.territories)
        kinds = "; ".join(dict.fromkeys(str(territory.rules) for territory in self.territories))
        taken = ", ".join(f"{float(p):.6g}" for p in self.taken)
        held = "" if self.held is None else f", held {float(self.held):.6g}"
        return f"<CampaignOutcome: {self.armies:,} armies v {row} [{kinds}], taken {taken}{held}>"

    @property
    def exact(self) -> bool:
        """Whether every probability is a fraction."""
        return not isinstance(self.win, float)

    @property
    def version(self) -> str | None:
        """The game and its version whose balanced odds these are; None under true dice."""
        balances = (getattr(each.rules.combat, "balance", None) for each in self.territories)
        return next((balance.version for balance in balances if balance is not None), None)

    @cached_property
    def taken(self) -> tuple[Any, ...]:
        """P(the first territory is taken), P(the second as well), …."""
        return tuple(step.taken for step in self.steps)

    @property
    def win(self) -> Any:
        """P(all are taken)."""
        return self.taken[-1]

    @cached_property
    def armies_in_last(self) -> Weights:
        """How probable it is that all are taken, with so many armies in the last."""
        return {armies: p for armies, p in self.steps[-1].moved_in.items() if armies}

    def explain(self) -> CampaignExplanation:
        """Return the steps that lead to P(all are taken), as data, text or LaTeX."""
        from oddsapp.odds.explain_campaign import explain_campaign

        return explain_campaign(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        plain: dict[str, Any] = {
            "rules": str(self.territories[0].rules),
            **({} if self.version is None else {"version": self.version}),
            "taken": [plain_number(p) for p in self.taken],
            "win": plain_number(self.win),
            "ends": [
                {**end._asdict(), "probability": plain_number(p)} for end, p in self.ends.items()
            ],
        }
        if self.held is not None:
            plain["held"] = plain_number(self.held)
        return plain

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas frame with a row per end."""
        import pandas as pd

        rows = [(*end, p) for end, p in self.ends.items()]
        return pd.DataFrame(rows, columns=[*CampaignEnd._fields, "probability"])


def campaign(
    armies: int | None = None,
    defenders: Any = (),
    *,
    force: int | None = None,
    leave: int | Sequence[int] = 1,
    then: Sequence[int] = (),
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> CampaignOutcome:
    """Return the odds of conquering territories one after the other.

    Parameters
    ----------
    armies : int
        The armies at the start; or ``force``, without the one that stays.
    defenders : sequence of int or Territory
        The defenders of each territory in turn; a `Territory` brings its own dice.
    leave : int or sequence of int
        What to leave in the start and in each territory taken, the rest moves on. The
        minimum move (C-6) wins over it.
    then : sequence of int
        Enemy stacks, in armies, that attack the last territory afterwards, to the end.
    rules : str or Ruleset
        With classic dice, or of RISK II, where a force surges through one territory into a
        second at most (M-10).
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If a number is out of place, or the campaign is too large.

    Notes
    -----
    A territory is taken by a roll that costs the attacker nothing, so with k of the force
    left that roll was made with min(k, 3) dice: the fewest that must move in.

    Examples
    --------
    >>> import oddsapp
    >>> round(oddsapp.campaign(72, [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]).win, 6)
    0.810549
    """
    from oddsapp.odds.solve import force_of

    total = force_of(armies, force) + 1
    ruleset = as_ruleset(rules)
    if isinstance(defenders, str) or not isinstance(defenders, Sequence) or not defenders:
        raise InvalidInput("a campaign needs a list of the defenders of at least one territory")
    row = tuple(_territory(entry, ruleset) for entry in defenders)
    stays = _stays(leave, len(row))
    surges = any(not isinstance(territory.rules.combat, RankedDice) for territory in row)
    if surges and (len(row) > 2 or set(stays) != {1}):
        raise InvalidInput(
            "in RISK II a force surges through one territory into a second at most, so"
            f" {len(row)} in one turn are too many"
            if len(row) > 2
            else "in a surge of RISK II one army stays behind, no more and no less"
        )
    given: Any = then
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"what attacks afterwards is a list of enemy stacks, not {then!r}")
    enemies = tuple(_enemy(stack) for stack in then)
    numbers = Fractions() if exact else Floats()
    front: Weights = {total: numbers.one}
    ends: dict[CampaignEnd, Any] = {}
    steps: list[Step] = []
    for step, territory in enumerate(row):
        conquered, lost = _conquer(front, territory, numbers)
        ends |= {CampaignEnd(step, *state): weight for state, weight in lost.items()}
        front = {}
        for survivors, weight in conquered.items():
            moving = armies_moving_in(survivors, stays[step], territory)
            front[moving] = front.get(moving, numbers.zero) + weight
        failed = sum(ends.values(), numbers.zero)
        steps.append(Step(territory.defenders, _moved_in(front, failed, numbers)))
    ends |= {CampaignEnd(len(row), left, 0): weight for left, weight in sorted(front.items())}
    held = _held(front, enemies, row[-1], numbers) if enemies else None
    return CampaignOutcome(total, row, stays, tuple(steps), ends, enemies, held)


def _territory(entry: Any, rules: Ruleset) -> Territory:
    defenders, own = (
        (entry.defenders, entry.rules) if isinstance(entry, Territory) else (entry, rules)
    )
    number = whole_number(defenders, "the defenders of each territory", least=1, most=1_000_000)
    return Territory(number, own)


def _stays(leave: Any, territories: int) -> tuple[int, ...]:
    if isinstance(leave, Sequence) and not isinstance(leave, str):
        if len(leave) != territories:
            raise InvalidInput(
                f"to take {territories} territories, what to leave takes {territories} numbers,"
                f" the first for the start, not {len(leave)}"
            )
        return tuple(whole_number(n, "what to leave", least=1) for n in leave)
    return (whole_number(leave, "what to leave", least=1),) * territories


def _enemy(stack: Any) -> int:
    armies = whole_number(stack, "an enemy stack", most=1_000_000)
    if armies < 2:
        raise InvalidInput(
            f"an enemy stack needs at least 2 armies to attack, not {armies}: one always stays"
        )
    return armies


def armies_moving_in(survivors: int, leave: int, territory: Territory) -> int:
    """Return how many of the force's survivors move in, with one army besides at home."""
    least = min(survivors, territory.most_dice)  # the dice of the roll that took it (C-6)
    return max(least, survivors + 1 - leave)


def _conquer(
    front: Weights, territory: Territory, numbers: Numbers
) -> tuple[Weights, dict[tuple[int, int], Any]]:
    """Attack from every number of armies at once.

    Returns the weight of each number of surviving attackers, and that of each defeat: the
    armies left (the one at home) and the defenders left.
    """
    defenders = territory.defenders
    lost = {(1, defenders): front[1]} if 1 in front else {}
    start: dict[State, Any] = {
        (armies - 1, defenders): w for armies, w in front.items() if armies > 1
    }
    if not start:
        return {}, lost
    attackers_lost, defenders_lost = fight_from_all(territory.rules, start, numbers)
    most = max(state[0] for state in start)
    for fallen, weight in enumerate(defenders_lost[:-1]):
        if weight:
            key = (1, defenders - fallen)
            lost[key] = lost.get(key, numbers.zero) + weight
    if attackers_lost[most]:  # nobody left at all, which only a round table brings about
        lost[1, 0] = attackers_lost[most]
    conquered = {most - fallen: w for fallen, w in enumerate(attackers_lost[:most]) if w}
    return conquered, lost


def _moved_in(front: Weights, failed: Any, numbers: Numbers) -> Pmf:
    """Return how many armies stand in a territory, 0 where it was not taken."""
    weights = [front.get(armies, numbers.zero) for armies in range(max(front, default=0) + 1)]
    weights[0] = failed
    if isinstance(numbers, Fractions):
        total = lcm(*(weight.denominator for weight in weights))
        return Pmf(0, tuple(int(weight * total) for weight in weights), total)
    return Pmf(0, tuple(weights))


def _held(
    garrison: Weights, enemies: tuple[int, ...], territory: Territory, numbers: Numbers
) -> Any:
    """Return the probability that a garrison outlasts all attacks."""
    for stack in enemies:
        if not garrison:
            break
        start: dict[State, Any] = {
            (stack - 1, armies): weight for armies, weight in garrison.items()
        }
        _, left = fight_from_all(territory.rules, start, numbers)
        most = max(garrison)
        garrison = {most - fallen: w for fallen, w in enumerate(left[:-1]) if w}
    return sum(garrison.values(), numbers.zero)


def take_and_hold(
    armies: int | None = None,
    defenders: int | None = None,
    then: Sequence[int] = (),
    *,
    force: int | None = None,
    leave: int = 1,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> Any:
    """Return P(the territory is taken, and still held after enemy stacks attack it in turn).

    A campaign of one territory; see `campaign` for the parameters.

    Examples
    --------
    >>> import oddsapp
    >>> round(oddsapp.take_and_hold(force=11, defenders=7, then=[9]), 5)
    0.27023
    """
    if defenders is None or not then:
        raise InvalidInput("to take and hold needs the defenders and the enemy stacks afterwards")
    row = [defenders]
    return campaign(armies, row, force=force, leave=leave, then=then, rules=rules, exact=exact).held
