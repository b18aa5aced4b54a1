"""What the planner says about a draft: the library's answer, put into words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from oddsapp.pmf import SMALLEST
from oddsapp.ui.planner.draft import Draft
from oddsapp.ui.planner.odds import AttackOdds, PlanOdds, plan_odds
from oddsapp.wording import all_territories, between, counted, sentence, short_percent, verdict

CONFIDENCE = 0.9


@dataclass(frozen=True)
class Row:
    """One attack in words.

    Parameters
    ----------
    way : str
        From where to where.
    defenders : str
    taken : str
        P(this one and all before it are taken).
    there : str
        What stands there once it is taken, on average and in nine of ten cases.
    fails : str
        P(the plan fails here).
    hint : str
        What is wrong with it, if anything.
    share : float
        The first of these probabilities, for shading.
    """

    way: str
    defenders: str
    taken: str
    there: str
    fails: str
    hint: str
    share: float


@dataclass(frozen=True)
class Answer:
    """Everything that the page says about the odds of a plan, as text.

    Parameters
    ----------
    win, verdict : str
        P(all are taken), and in words.
    aim : str
        What is to be taken.
    rows : tuple of Row
    left : tuple of (str, str)
        Territory, and what stands there at the end if it is one's own.
    samples : int or None
    """

    win: str
    verdict: str
    aim: str
    rows: tuple[Row, ...]
    left: tuple[tuple[str, str], ...]
    samples: int | None


@lru_cache(maxsize=256)
def answer(draft: Draft, rules: str) -> Answer:
    """Return what to say about the attacks of a draft, at least one of them.

    Raises
    ------
    InvalidInput
        If the plan cannot be made, or is too large.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty, tapped
    >>> draft = tapped(tapped(tapped(empty("classic"), "North Africa"), "Brazil"), "Peru")
    >>> told = answer(draft, "classic")
    >>> told.win, told.verdict, told.aim, told.rows[1].there
    ('96.5%', 'Almost certain', 'both territories', 'then 7.2 armies there, 90%: 3 to 10')
    """
    odds = plan_odds(draft, rules)
    rows = tuple(_row(draft, odds, place) for place in range(len(odds.attacks)))
    last = odds.attacks[-1]
    # Beyond the range of a float is not impossible; what nobody can reach is.
    win = max(last.taken, SMALLEST) if last.moved_in is not None else 0
    return Answer(
        win=rows[-1].taken,
        verdict=sentence(verdict(win)),
        aim=all_territories(len(rows)),
        rows=rows,
        left=tuple(
            (
                each.territory,
                f"{each.armies.mean():.1f} on average,"
                f" 90%: {between(*each.armies.given(lambda n: n > 0).interval(CONFIDENCE))}"
                + ("" if each.held >= 1 else f" (if it is yours, {short_percent(each.held)})"),
            )
            for each in odds.left
        ),
        samples=odds.samples,
    )


def _row(draft: Draft, odds: PlanOdds, place: int) -> Row:
    told = odds.attacks[place]
    attack = told.attack
    return Row(
        way=f"{attack.origin} → {attack.target}",
        defenders=counted(told.defenders, "defender"),
        taken=short_percent(told.taken, told.missed),
        there=_there(told),
        fails=short_percent(told.fails_here, 1 - told.fails_here),
        hint=_hint(draft, told, place),
        share=min(1.0, told.taken),
    )


def _there(told: AttackOdds) -> str:
    if told.moved_in is None:
        return "out of reach"
    low, high = told.moved_in.given(lambda armies: armies > 0).interval(CONFIDENCE)
    return f"then {told.moved_in.mean():.1f} armies there, 90%: {between(low, high)}"


def _hint(draft: Draft, told: AttackOdds, place: int) -> str:
    """Say why an attack cannot come to pass, where the plan itself is why."""
    if told.taken:
        return ""
    origin = told.attack.origin
    before = [
        number
        for number, attack in enumerate(draft.attacks[:place], start=1)
        if attack.origin == origin
    ]
    if before and draft.attacks[before[-1] - 1].leave == 1:
        return (
            f"only 1 army stays in {origin} after attack {before[-1]}, so none can attack:"
            " let more stay there"
        )
    return ""
