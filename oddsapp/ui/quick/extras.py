"""What Quick odds says besides: armies needed, roll or blitz, and the enemy next door."""

from __future__ import annotations

from functools import lru_cache

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.pmf import SMALLEST
from oddsapp.ui.quick.answer import MOST_IN_TURN, Fact
from oddsapp.ui.quick.setting import is_at_once, parts_of, ruleset_of, takes_modifiers
from oddsapp.ui.quick.state import shown_armies
from oddsapp.wording import listed, sentence, short_percent

LEVELS = (0.5, 0.75, 0.9)

MOST_NEEDED = 300
"""Up to so many defenders the page says how many armies are needed."""

MOST_NEEDED_TRIED = 60
"""The same where forces have to be tried one by one, which takes longer."""

MOST_ADVISED = 10_000
"""Up to so many states, attackers times defenders, the page says when to blitz."""

MOST_HELD = 250_000
"""Up to so many states the page says how likely a territory is held afterwards."""

_MOST_STATES_SAID = 6


@lru_cache(maxsize=512)
def needed(defenders: int, rules: str, counted: str) -> Fact | None:
    """Return how many armies give even odds, good ones and very good ones.

    Parameters
    ----------
    defenders : int
    rules : str
    counted : str
        ``"armies"`` or ``"force"``: what the page counts.

    Returns
    -------
    Fact or None
        None where working it out would keep the page waiting.

    Examples
    --------
    >>> needed(7, "classic", "armies").value
    '8, 11 and 14 armies'
    """
    one_by_one = not takes_modifiers(parts_of(rules)[0]) or "-" in rules
    if defenders > (MOST_NEEDED_TRIED if one_by_one else MOST_NEEDED):
        return None
    try:
        found = oddsapp.armies_needed_for_each(defenders, LEVELS, rules=ruleset_of(rules))
    except InvalidInput:
        return None
    numbers = ["–" if need is None else f"{shown_armies(need.force, counted):,}" for need in found]
    what = "armies" if counted == "armies" else "attackers"
    levels = listed([f"{level:.0%}" for level in LEVELS])
    return Fact(f"Needed to take it with {levels}", f"{listed(numbers)} {what}")


@lru_cache(maxsize=512)
def blitz_or_roll(force: int, defenders: int, rules: str) -> tuple[Fact, ...]:
    """Return whether to blitz or to roll by hand; nothing where there is no blitz.

    >>> [fact.value for fact in blitz_or_roll(10, 10, "blitz")][:1]
    ['Roll now, 66.2% with the best mix']
    """
    if not is_at_once(parts_of(rules)[0]):
        return ()
    if force * defenders > MOST_ADVISED:
        return (Fact("Roll or blitz?", "said up to 100 against 100"),)
    advice = oddsapp.blitz_advice(force=force, defenders=defenders, rules=ruleset_of(rules))
    chances = (
        f"{_percent(advice.blitz, is_blitz=True)} blitzed,"
        f" {_percent(advice.roll, is_blitz=False)} rolled by hand to the end"
    )
    if advice.first == "blitz":
        return (Fact("Roll or blitz?", "Blitz now", chances),)
    mix = _percent(advice.best, is_blitz=False)
    first = Fact("Roll or blitz?", f"Roll now, {mix} with the best mix", chances)
    if not advice.blitz_at:
        return (Fact("Roll or blitz?", "Roll to the end", chances),)
    states = [f"{a} v {d}" for a, d in advice.blitz_at[:_MOST_STATES_SAID]]
    more = len(advice.blitz_at) - len(states)
    told = ", ".join(states) + (f" and {more} more" if more else "")
    return (first, Fact("Then blitz at (attackers v defenders)", told))


def _percent(chance: float, *, is_blitz: bool) -> str:
    if is_blitz and chance in (0, 1):
        return f"{chance:.0%}"
    return short_percent(max(chance, SMALLEST), max(1 - chance, SMALLEST))


@lru_cache(maxsize=512)
def held(
    force: int, garrisons: tuple[int, ...], enemy: int, rules: str, *, stops: bool = False
) -> Fact:
    """Return how likely the last territory is taken and then held against a neighbour.

    Parameters
    ----------
    force : int
    garrisons : tuple of int
    enemy : int
        The armies next door, all but one of which attack, to the end.
    rules : str
    stops : bool
        Whether the page has a stop line, which does not count here and is said not to.

    Examples
    --------
    >>> held(11, (7,), 9, "classic").value
    '27.0% taken and held'
    """
    label = f"If {enemy:,} armies next door then attack it"
    if stops:
        label = f"Fought to the end, if {enemy:,} armies next door then attack it"
    if any(modifier.startswith("zombie") for modifier in parts_of(rules)[1]):
        return Fact(label, "not said with zombies", "are those next door some as well?")
    if force * max(enemy, *garrisons) > MOST_HELD or (len(garrisons) > 1 and force > MOST_IN_TURN):
        return Fact(label, "too many armies to say")
    try:
        odds = oddsapp.campaign(
            force=force, defenders=garrisons, then=[enemy], rules=ruleset_of(rules)
        )
    except InvalidInput as refusal:
        return Fact(label, sentence(str(refusal)))
    both = odds.held
    if not odds.win:
        return Fact(label, "out of reach")
    detail = f"held {short_percent(both / odds.win)} of the times it is taken"
    shown = "100%" if both == 1 else short_percent(max(both, SMALLEST))
    return Fact(label, f"{shown} taken and held", detail)
