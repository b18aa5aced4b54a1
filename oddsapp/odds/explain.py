"""Every number can explain itself: from an outcome to the steps that lead to it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any

from oddsapp.combat import Battle, BattleKind, State
from oddsapp.errors import InvalidInput
from oddsapp.odds import explain_stop, recompute
from oddsapp.odds.explanation import ArmyStep, Explanation, RoundStep, StateStep
from oddsapp.odds.in_play import dice_in_play, ladders
from oddsapp.odds.outcome import Outcome
from oddsapp.odds.rules_in_words import rules_in_words
from oddsapp.odds.solve import solve
from oddsapp.odds.stopping import StoppedOutcome, stopped_battle

MOST_SHOWN = 40
"""Up to so many states the whole chain is written out."""

MOST_EXPLORED = 3_000
"""Up to so many states every state is visited, and the result is a fraction."""

MOST_ROUNDS = 400
"""The most rounds that are listed."""

NEXT_TO_START = 4
"""How many states are shown at the start of a battle that is not written out."""

LAST_ARMIES = 2
"""How many armies of each side are left in the states shown at its end."""


def explain(outcome: Outcome, player: int = 0) -> Explanation:
    """Return the steps that lead to P(win) of a battle.

    Parameters
    ----------
    outcome : Outcome
        What one of the solvers returned.
    player : int
        Whose P(win); 0 is the attacker, or the first player.

    Raises
    ------
    InvalidInput
        If there is no such player.

    Notes
    -----
    P(win) from a state obeys f(state) = sum of p f(state after the roll), p the probabilities of
    one roll given that it changes anything: first-step analysis of an absorbing chain (Kemeny
    and Snell, Finite Markov Chains, chapter III).

    Examples
    --------
    >>> import oddsapp
    >>> steps = explain(oddsapp.battle(force=1, defenders=2))
    >>> [(step.state, str(step.win)) for step in steps.states], str(steps.win)
    ([((1, 1), '5/12'), ((1, 2), '275/2592')], '275/2592')
    """
    battle = outcome.battle
    if not 0 <= player < battle.players:
        raise InvalidInput(
            f"a player of this battle has a number from 0 to {battle.players - 1}, not {player}"
        )
    stops: frozenset[State] = frozenset()
    if isinstance(outcome, StoppedOutcome):
        battle, stops = explain_stop.fought(outcome, player)
    explored = _explore(battle, stops)
    if explored is not None and len(explored) <= MOST_SHOWN:
        shown, all_states = explored, True
    else:
        if stops and explored is None:
            raise InvalidInput(
                f"a battle that may be called off is explained up to {MOST_EXPLORED:,} states"
            )
        shown, all_states = [*_first_states(battle, stops), *_last_states(battle, explored)], False
    rounds, all_rounds = _rounds(battle, explored, shown)
    bare = Explanation(
        kind=battle.kind.value,
        rules=str(battle.rules),
        rules_text=(
            (*rules_in_words(battle)[:-1], *explain_stop.in_words(outcome.stop))
            if isinstance(outcome, StoppedOutcome)
            else rules_in_words(battle)
        ),
        player=player,
        armies=_armies(battle),
        rounds=rounds,
        all_rounds=all_rounds,
        states=tuple(_step(battle, state) for state in sorted(set(shown), key=_by_armies)),
        all_states=all_states,
        ends=(),
        win=_win(outcome, player, small=explored is not None),
        stops=tuple(sorted(stops, key=_by_armies)),
    )
    return _with_values(bare, exactly=explored is not None)


def _by_armies(state: State) -> tuple[int, State]:
    return sum(state), state


def _explore(battle: Battle, stops: Container[State]) -> list[State] | None:
    """Return all states in which somebody rolls; None if there are too many."""
    if battle.kind is BattleKind.SPOILS_OF_WAR and prod(battle.armies) > MOST_EXPLORED:
        return None  # each of its rounds is a sum over the faces of all dice
    found, waiting = {battle.armies}, [battle.armies]
    while waiting:
        for after, _ in battle.successors(waiting.pop())[0]:
            if after not in found and not battle.is_over(after) and after not in stops:
                found.add(after)
                waiting.append(after)
        if len(found) > MOST_EXPLORED:
            return None
    return list(found)


def _first_states(battle: Battle, stops: Container[State]) -> list[State]:
    """Return the start and the first states that it leads to."""
    found = [battle.armies]
    for state in found:
        if len(found) >= NEXT_TO_START:
            break
        found += [
            after
            for after, _ in battle.successors(state)[0]
            if after not in found and not battle.is_over(after) and after not in stops
        ]
    return found[:NEXT_TO_START]


def _last_states(battle: Battle, explored: list[State] | None) -> list[State]:
    """Return states with few armies: some that the battle can come to, if all are known."""
    if explored is not None:
        return sorted(explored, key=_by_armies)[:NEXT_TO_START]
    sides = [range(1, LAST_ARMIES + 1) for _ in battle.armies]
    return list(islice(product(*sides), NEXT_TO_START))


def _rounds(
    battle: Battle, explored: list[State] | None, shown: list[State]
) -> tuple[tuple[RoundStep, ...], bool]:
    """Return the rounds of the battle, and whether these are all."""
    known = sorted(explored or shown, key=_by_armies, reverse=True)
    examples = {dice_in_play(battle, state): state for state in known}
    complete = explored is not None
    if explored is None:
        # One size for each die that an army can come to roll, and that it is gone.
        sizes = [
            [0, *(start for start, _ in ladder if start <= force)]
            for ladder, force in zip(ladders(battle), battle.armies, strict=True)
        ]
        complete = prod(len(of_army) for of_army in sizes) <= MOST_ROUNDS
        if complete:
            for state in product(*sizes):
                if not battle.is_over(state):
                    examples[dice_in_play(battle, state)] = state
    elif len(examples) > MOST_ROUNDS:
        complete = False
        examples = {dice_in_play(battle, state): state for state in shown}
    ordered = sorted(examples.values(), key=_by_armies)
    return tuple(_round_step(battle, state) for state in ordered), complete


def _round_step(battle: Battle, state: State) -> RoundStep:
    living = [place for place, size in enumerate(state) if size]
    losses = []
    for lost, ways in battle.round(state).outcomes:
        of_all = [0] * len(state)
        for place, n in zip(living, lost, strict=True):
            of_all[place] = n
        losses.append((tuple(of_all), ways))
    return RoundStep(rolls=dice_in_play(battle, state), losses=tuple(losses))


def _step(battle: Battle, state: State) -> StateStep:
    return StateStep(
        state=state,
        rolls=dice_in_play(battle, state),
        after=tuple(battle.successors(state)[0]),
        win=None,
    )


def _armies(battle: Battle) -> tuple[ArmyStep, ...]:
    return tuple(
        ArmyStep(name=name, letter=letter, force=force, owner=owner, dice=ladder)
        for (name, letter), force, owner, ladder in zip(
            _names(battle), battle.armies, battle.owners, ladders(battle), strict=True
        )
    )


def _names(battle: Battle) -> Iterable[tuple[str, str]]:
    """Return what to call each army, and the letter that stands for its size."""
    attackers = len(battle.armies) - 1
    match battle.kind:
        case BattleKind.BORDER_CLASH:
            return [("the first force", "a"), ("the second force", "b")]
        case BattleKind.SPOILS_OF_WAR:
            return [
                (f"army {place + 1} (player {owner + 1})", "abcdefghijklmnopqrstuvwxyz"[place % 26])
                for place, owner in enumerate(battle.owners)
            ]
        case BattleKind.ATTACK | BattleKind.MASS_INVASION:
            if attackers == 1:
                return [("the attacker", "a"), ("the defender", "d")]
            many = [(f"attacker {n}", f"a{n}") for n in range(1, attackers + 1)]
            return [*many, ("the defender", "d")]


def _win(outcome: Outcome, player: int, *, small: bool) -> Any:
    if small and not outcome.exact:
        if isinstance(outcome, StoppedOutcome):
            return stopped_battle(outcome.battle, outcome.stop, exact=True).win
        outcome = solve(outcome.battle, exact=True)
    return outcome.ends.winning(player)


def _with_values(bare: Explanation, *, exactly: bool) -> Explanation:
    """Return the explanation with P(win) of its states, and the ends if all states are there.

    The values are computed from the data of the explanation, as a reader would.
    """
    data = bare.to_dict()
    known: dict[State, Fraction] = {}
    near = LAST_ARMIES * len(bare.armies)
    small = [step.state for step in bare.states if sum(step.state) <= near]
    for state in [bare.start, *small] if exactly else small:
        try:
            known |= recompute.values_from_rounds(data, state)
        except KeyError:  # a round that is not among those listed
            continue
    states = tuple(replace(step, win=known.get(step.state)) for step in bare.states)
    ends = recompute.end_probabilities(data) if bare.all_states else {}
    in_order = sorted(ends.items(), key=lambda end: (not bare.wins(end[0]), *(-n for n in end[0])))
    return replace(bare, states=states, ends=tuple(in_order))
