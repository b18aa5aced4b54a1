"""What a tap does to the state of Quick odds: pure functions from a state to the next.

Whatever changes the battle by hand ends the one that was being recorded: it is kept, as
called off, for the page about luck.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import oddsapp
from oddsapp.ui.quick.record import (
    MOST_ROLLS,
    Losses,
    Rolled,
    Seen,
    possible_losses,
)
from oddsapp.ui.quick.setting import parts_of, ruleset_of
from oddsapp.ui.quick.state import (
    MOST_SEEN,
    force_of,
    kept,
    least_armies,
    rules_of,
    shown_armies,
)
from oddsapp.ui.quick.typed import MOST, Typed

State = dict[str, Any]


def battle_of(state: Mapping[str, Any]) -> Rolled:
    """Return the battle on the screen with its rolls, none if none was recorded."""
    return state["q_now"] or Rolled(force_of(state), state["d"][0], ())


def is_over(state: Mapping[str, Any]) -> bool:
    """Tell whether the recorded rolls have ended the battle."""
    return battle_of(state).is_over


def next_rolls(state: Mapping[str, Any]) -> tuple[Losses, ...]:
    """Return what the next roll can cost; nothing where none can be recorded."""
    battle = battle_of(state)
    if state["q_to"] or battle.is_over or len(battle.rolls) >= MOST_ROLLS:
        return ()
    return possible_losses(*battle.left, rules_of(state))


def record(state: Mapping[str, Any], losses: Losses) -> State:
    """Record a roll; one that cannot happen, as by a tap too many, changes nothing."""
    if losses not in next_rolls(state):
        return dict(state)
    battle = battle_of(state)
    rolled = Rolled(battle.force, battle.defenders, (*battle.rolls, losses))
    if rolled.is_over:
        return {**state, "q_now": rolled}
    return {**state, "q_now": rolled, **_counts(state, *rolled.left)}


def undo(state: Mapping[str, Any]) -> State:
    """Take the last roll back."""
    rolled = state["q_now"]
    if rolled is None:
        return dict(state)
    before = rolled.undone()
    return {**state, "q_now": before if before.rolls else None, **_counts(state, *before.left)}


def _counts(state: Mapping[str, Any], force: int, defenders: int) -> State:
    return {"a": shown_armies(force, state["count"]), "d": (defenders, *state["d"][1:])}


def close(state: Mapping[str, Any]) -> State:
    """End the record of the battle on the screen, and keep it."""
    rolled = state["q_now"]
    if rolled is None:
        return dict(state)
    return {**remember(state), "q_now": None, "q_rec": kept(state, rolled)}


def remember(state: Mapping[str, Any]) -> State:
    """Put the battle on the screen, as it began, among the last ones, newest first."""
    start = battle_of(state)
    defenders = (start.defenders, *state["d"][1:])
    seen = Seen(rules_of(state), start.force, defenders, state["q_to"])
    others = tuple(other for other in state["q_last"] if other != seen)
    return {**state, "q_last": (seen, *others)[:MOST_SEEN]}


def come_back(state: Mapping[str, Any], seen: Seen) -> State:
    """Put a battle from before on the screen again, and that of now among the last ones."""
    rules, modifiers = parts_of(seen.rules)
    changed = close(remember(state))
    armies = min(MOST, shown_armies(seen.force, state["count"]))
    return changed | {
        "a": armies,
        "d": seen.garrisons,
        "rules": rules,
        "q_on": modifiers,
        "q_to": seen.up_to,
    }


def take_typed(state: Mapping[str, Any], typed: Typed) -> State:
    """Put a battle that was typed on the screen."""
    same = (typed.armies, typed.defenders, typed.up_to) == (state["a"], state["d"], state["q_to"])
    if same:
        return dict(state)
    changed = close(remember(state))
    return changed | {"a": typed.armies, "d": typed.defenders, "q_to": typed.up_to}


def put_armies(state: Mapping[str, Any], armies: int) -> State:
    """Change the attackers."""
    return close(state) | {"a": armies}


def put_defenders(state: Mapping[str, Any], defenders: int) -> State:
    """Change the defenders of the first territory."""
    up_to = state["q_to"] if state["q_to"] > defenders else 0
    return close(state) | {"d": (defenders, *state["d"][1:]), "q_to": up_to}


def only_the_first(state: Mapping[str, Any]) -> State:
    """Leave out all territories but the first, and of a range all but the least."""
    return close(state) | {"d": state["d"][:1], "q_to": 0}


def can_swap(state: Mapping[str, Any]) -> bool:
    """Tell whether the defenders can strike back: one territory, with 2 armies at least."""
    return len(state["d"]) == 1 and not state["q_to"] and state["d"][0] >= 2 and not is_over(state)


def swap(state: Mapping[str, Any]) -> State:
    """Let the defenders attack: of theirs one stays, and of the attackers all defend.

    >>> swapped = swap({"a": 11, "d": (7,), "count": "armies", "rules": "classic", "q_on": (),
    ...                 "q_to": 0, "q_now": None, "q_rec": (), "q_last": ()})
    >>> swapped["a"], swapped["d"]
    (7, (11,))
    """
    if not can_swap(state):
        return dict(state)
    armies, defenders = force_of(state) + 1, state["d"][0]
    changed = close(remember(state))
    a = defenders if state["count"] == "armies" else defenders - 1
    return changed | {"a": a, "d": (min(MOST, armies),)}


def armies_on(state: Mapping[str, Any]) -> int:
    """Return with how many armies the next attack starts.

    Those that are left of a battle that was recorded to its end, and may be too few; else
    the median of what is left if the first territory is taken.
    """
    battle = battle_of(state)
    if battle.is_over:
        return battle.left[0]
    return middle_left(*battle.left, rules_of(state))


@lru_cache(maxsize=512)
def middle_left(force: int, defenders: int, rules: str) -> int:
    """Return the median of the attackers left if the territory is taken, 0 if it cannot be.

    >>> middle_left(10, 7, "classic")
    6
    """
    odds = oddsapp.battle(force=force, defenders=defenders, rules=ruleset_of(rules))
    return odds.attackers_left_if_won.quantile(0.5) if odds.can_be_won else 0


def next_battle(state: Mapping[str, Any], armies: int) -> State:
    """Attack on from the territory just taken, with the armies that moved in."""
    start = battle_of(state)
    changed = close(remember(state))
    rest = state["d"][1:] or (start.defenders,)
    a = armies if state["count"] == "armies" else armies - 1
    return changed | {"a": max(least_armies(state["count"]), a), "d": rest, "q_to": 0}


def again(state: Mapping[str, Any]) -> State:
    """Put the battle that was just lost on the screen as it began."""
    start = battle_of(state)
    return close(state) | _counts(state, start.force, start.defenders)
