"""The steps to the odds of a campaign, as data: which armies arrive, fight, and move in.

Every number of armies that may arrive at a territory fights for it in a battle of its own, the
odds of which are the solver's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.errors import InvalidInput
from oddsapp.odds.campaign import CampaignOutcome, Territory, armies_moving_in

if TYPE_CHECKING:
    from oddsapp.odds.written import Section

MOST_STATES = 3_000
"""The most states of all battles together that are explained."""

Weights = dict[int, Fraction]
"""P(so many armies) by number of armies; what is missing to 1 has failed before."""


class Survivors(NamedTuple):
    """One end of a battle: who is left of the force, how probably, and how many move in."""

    armies: int
    probability: Fraction
    moves_in: int


@dataclass(frozen=True, kw_only=True)
class ArrivalStep:
    """The battle for a territory with one number of armies.

    Parameters
    ----------
    armies : int
        The armies that arrive, the one that stays included.
    survivors : tuple of Survivors
        The ends in which the territory is taken; none for a single army, which cannot attack.
    """

    armies: int
    survivors: tuple[Survivors, ...]

    @property
    def win(self) -> Fraction:
        """P(this battle is won)."""
        return sum((end.probability for end in self.survivors), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class TerritoryStep:
    """One territory.

    Parameters
    ----------
    territory : Territory
    leave : int
        What is to stay where the attack starts.
    arrives : dict
        Weight by number of armies before the attack.
    battles : tuple of ArrivalStep
        One for each number of armies that may arrive.
    after : dict
        Weight by number of armies that stand there afterwards, before they go on.
    """

    territory: Territory
    leave: int
    arrives: Weights
    battles: tuple[ArrivalStep, ...]
    after: Weights

    @property
    def taken(self) -> Fraction:
        """P(this territory is taken, and so all before it)."""
        return sum(self.after.values(), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class DefenceStep:
    """One attack on the last territory afterwards.

    Parameters
    ----------
    stack : int
        The enemy's armies, the one that stays included.
    garrison : dict
        Weight by number of armies before the attack.
    battles : tuple of (armies, ((left, probability), ...))
        For each garrison what may be left of it.
    after : dict
        Weight by number of armies that are left.
    """

    stack: int
    garrison: Weights
    battles: tuple[tuple[int, tuple[tuple[int, Fraction], ...]], ...]
    after: Weights


@dataclass(frozen=True, kw_only=True)
class CampaignExplanation:
    """The steps to P(all are taken); make it with `CampaignOutcome.explain`.

    Parameters
    ----------
    armies : int
        The armies at the start, the one that stays included.
    territories : tuple of TerritoryStep
    then : tuple of DefenceStep
        What attacks afterwards.

    Examples
    --------
    >>> import oddsapp
    >>> steps = oddsapp.campaign(4, [1, 1]).explain()
    >>> {armies: str(p) for armies, p in steps.territories[0].after.items()}
    {3: '95/144', 2: '6125/31104', 1: '22295/373248'}
    """

    armies: int
    territories: tuple[TerritoryStep, ...]
    then: tuple[DefenceStep, ...] = ()

    @property
    def win(self) -> Fraction:
        """P(all are taken)."""
        return self.territories[-1].taken

    @property
    def held(self) -> Fraction | None:
        """P(all are taken, and the last is held afterwards); None if nobody attacks."""
        return sum(self.then[-1].after.values(), Fraction(0)) if self.then else None

    def to_dict(self) -> dict[str, Any]:
        """Return the steps as plain values for JSON; fractions as text, never rounded."""
        return {
            "kind": "campaign",
            "rules": str(self.territories[0].territory.rules),
            "armies": self.armies,
            "territories": [_territory_as_dict(step) for step in self.territories],
            "then": [
                {
                    "stack": step.stack,
                    "garrison": _weights_as_list(step.garrison),
                    "battles": [
                        {
                            "armies": armies,
                            "left": [{"armies": n, "probability": str(p)} for n, p in ends],
                        }
                        for armies, ends in step.battles
                    ],
                    "after": _weights_as_list(step.after),
                }
                for step in self.then
            ],
            "win": str(self.win),
            **({} if self.held is None else {"held": str(self.held)}),
        }

    def sections(self) -> tuple[Section, ...]:
        """Return the explanation as headed sections of sentences and formulas."""
        from oddsapp.odds.explain_campaign_sections import sections

        return sections(self)

    def text(self) -> str:
        """Return the explanation as plain text."""
        from oddsapp.odds.written import as_text

        return as_text(self.sections())

    def latex(self) -> str:
        """Return the explanation as LaTeX, to be put into a document with amsmath."""
        from oddsapp.odds.written import as_latex

        return as_latex(self.sections())


def explain_campaign(outcome: CampaignOutcome) -> CampaignExplanation:
    """Return the steps that lead to the odds of a campaign.

    Raises
    ------
    InvalidInput
        If its battles have too many states, or their odds are no fractions.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.campaign(8, [2, 2], exact=True)
    >>> explain_campaign(odds).win == odds.win
    True
    """
    if outcome.version is not None:
        raise InvalidInput(
            "a campaign is explained under true dice: the odds of a balanced blitz are no fractions"
        )
    visited = 0
    front: Weights = {outcome.armies: Fraction(1)}
    steps: list[TerritoryStep] = []
    for territory, leave in zip(outcome.territories, outcome.leave, strict=True):
        visited = _visit(visited, ((armies - 1) * territory.defenders for armies in front))
        battles = tuple(_arrival(armies, territory, leave) for armies in front)
        after: Weights = {}
        for battle in battles:
            for end in battle.survivors:
                weight = front[battle.armies] * end.probability
                after[end.moves_in] = after.get(end.moves_in, Fraction(0)) + weight
        after = _most_first(after)
        steps.append(
            TerritoryStep(
                territory=territory, leave=leave, arrives=front, battles=battles, after=after
            )
        )
        front = after
    defences: list[DefenceStep] = []
    for stack in outcome.then:
        visited = _visit(visited, ((stack - 1) * armies for armies in front))
        defences.append(_defence(stack, front, outcome.territories[-1]))
        front = defences[-1].after
    row, then = tuple(steps), tuple(defences)
    return CampaignExplanation(armies=outcome.armies, territories=row, then=then)


def _visit(visited: int, battles: Iterable[int]) -> int:
    total = visited + sum(battles)
    if total > MOST_STATES:
        raise InvalidInput(
            f"a campaign is explained up to {MOST_STATES:,} states of all its battles together,"
            " and this one has more: take fewer armies or territories"
        )
    return total


def _arrival(armies: int, territory: Territory, leave: int) -> ArrivalStep:
    """Fight for a territory with one number of armies."""
    from oddsapp.odds.solve import battle

    if armies < 2:
        return ArrivalStep(armies=armies, survivors=())
    odds = battle(armies, territory.defenders, rules=territory.rules, exact=True)
    ends = [
        Survivors(left, p, armies_moving_in(left, leave, territory))
        for (left, standing), p in odds.items()
        if p and left and not standing
    ]
    return ArrivalStep(armies=armies, survivors=tuple(sorted(ends, reverse=True)))


def _defence(stack: int, garrison: Weights, territory: Territory) -> DefenceStep:
    from oddsapp.odds.solve import battle

    battles, after = [], Weights()
    for armies, weight in garrison.items():
        odds = battle(stack, armies, rules=territory.rules, exact=True)
        ends = [(left, p) for (_, left), p in odds.items() if p and left]
        for left, p in ends:
            after[left] = after.get(left, Fraction(0)) + weight * p
        battles.append((armies, tuple(sorted(ends, reverse=True))))
    return DefenceStep(
        stack=stack, garrison=garrison, battles=tuple(battles), after=_most_first(after)
    )


def _most_first(weights: Weights) -> Weights:
    return dict(sorted(weights.items(), reverse=True))


def _weights_as_list(weights: Weights) -> list[dict[str, Any]]:
    return [{"armies": armies, "weight": str(p)} for armies, p in weights.items()]


def _territory_as_dict(step: TerritoryStep) -> dict[str, Any]:
    return {
        "defenders": step.territory.defenders,
        "rules": str(step.territory.rules),
        "leave": step.leave,
        "most_dice": step.territory.most_dice,
        "arrives": _weights_as_list(step.arrives),
        "battles": [
            {
                "armies": battle.armies,
                "survivors": [
                    {"armies": left, "probability": str(p), "moves_in": moving}
                    for left, p, moving in battle.survivors
                ],
                "win": str(battle.win),
            }
            for battle in step.battles
        ],
        "after": _weights_as_list(step.after),
        "taken": str(step.taken),
    }
