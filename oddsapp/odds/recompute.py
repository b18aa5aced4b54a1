"""P(win) from an explanation's data alone: a second opinion that imports no solver.

Everything here reads the plain values that `Explanation.to_dict` returns (or the same after a
way through JSON) and nothing else of the package. `win_from_rounds` deals the battle from its
rounds and the sizes at which dice change; `win_from_states` follows the chain that is written
out. Both give the solver's fraction. So do `taken_from_battles` and `held_from_battles`, from
the data of a `CampaignExplanation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

State = tuple[int, ...]
Moves = list[tuple[State, Fraction]]
"""The states after one roll that changes something, with their probabilities."""


def win_from_rounds(data: Mapping[str, Any], start: Sequence[int] | None = None) -> Fraction:
    """Return P(win) from the recurrence f(state) = sum of chance x f(state after the roll).

    Parameters
    ----------
    data : mapping
        What `Explanation.to_dict` returned.
    start : sequence of int, optional
        The armies to begin with, in place of those of the battle.

    Raises
    ------
    KeyError
        If a round is not in the data: those of very large battles are not all listed.

    Examples
    --------
    >>> import oddsapp
    >>> data = oddsapp.explain(oddsapp.battle(force=3, defenders=2)).to_dict()
    >>> win_from_rounds(data), win_from_rounds(data, (1, 1))
    (Fraction(6610505, 10077696), Fraction(5, 12))
    """
    first = tuple(start or (army["force"] for army in data["armies"]))
    return values_from_rounds(data, first)[first]


def values_from_rounds(data: Mapping[str, Any], first: State) -> dict[State, Fraction]:
    """Return P(win) of every state that a battle can come to, itself included.

    Raises
    ------
    KeyError
        If a round is not in the data.
    """
    rounds = {
        tuple(roll["rolls"]): [(tuple(loss["loses"]), loss["ways"]) for loss in roll["losses"]]
        for roll in data["rounds"]
    }
    won: dict[State, Fraction] = {}
    waiting = [first]
    while waiting:
        state = waiting[-1]
        if state in won or _is_over(data, state):
            won.setdefault(state, _end_value(data, state))
            waiting.pop()
            continue
        moves = _moves(state, rounds[_dice(data, state)])
        unknown = [after for after, _ in moves if after not in won]
        if unknown:
            waiting += unknown
            continue
        won[state] = sum((chance * won[after] for after, chance in moves), Fraction(0))
        waiting.pop()
    return won


def win_from_states(data: Mapping[str, Any]) -> Fraction:
    """Return P(win) as the sum over all ends of the chain that is written out.

    Examples
    --------
    >>> import oddsapp
    >>> win_from_states(oddsapp.explain(oddsapp.battle(force=3, defenders=2)).to_dict())
    Fraction(6610505, 10077696)
    """
    ends = end_probabilities(data)
    return sum((p for state, p in ends.items() if _end_value(data, state)), Fraction(0))


def end_probabilities(data: Mapping[str, Any]) -> dict[State, Fraction]:
    """Return the probability of each end of the chain that is written out.

    Raises
    ------
    ValueError
        If the explanation does not list all states.
    """
    chain = chain_of(data)
    first = tuple(army["force"] for army in data["armies"])
    ends: dict[State, Fraction] = {}
    for state, visits in visits_from(chain, first).items():
        for after, chance in chain[state]:
            if after not in chain:
                ends[after] = ends.get(after, Fraction(0)) + visits * chance
    return ends


def chain_of(data: Mapping[str, Any]) -> dict[State, Moves]:
    """Return the chain that is written out, rolls that change nothing included.

    Raises
    ------
    ValueError
        If the explanation does not list all states.
    """
    if not data["all_states"]:
        raise ValueError("this explanation lists the states next to the start and the end only")
    return {
        tuple(step["state"]): [
            (tuple(after["state"]), Fraction(after["ways"], step["ways"])) for after in step["next"]
        ]
        for step in data["states"]
    }


def visits_from(chain: Mapping[State, Moves], start: State) -> dict[State, Fraction]:
    """Return how often each state is met on average, from a start: a row of (I - Q)^-1.

    Armies only ever become fewer, so going through the states from most armies to fewest
    meets each after all that lead to it.
    """
    visits = dict.fromkeys(sorted(chain, key=sum, reverse=True), Fraction(0))
    visits[start] = Fraction(1)
    for state in visits:
        # A state that stays as it is with probability s is met 1 / (1 - s) times in a row.
        visits[state] /= 1 - sum((c for after, c in chain[state] if after == state), Fraction(0))
        for after, chance in chain[state]:
            if after in visits and after != state:
                visits[after] += visits[state] * chance
    return visits


def taken_from_battles(data: Mapping[str, Any]) -> list[Fraction]:
    """Return P(the first territory of a campaign is taken), P(the second as well), ….

    Of each territory only the odds of its single battles are read, what stays and the most
    dice: how many move in, and every weight, is worked out again.

    Examples
    --------
    >>> import oddsapp
    >>> taken_from_battles(oddsapp.campaign(4, [1, 1]).explain().to_dict())
    [Fraction(342035, 373248), Fraction(108175, 186624)]
    """
    return [sum(front.values(), Fraction(0)) for front in _fronts(data)]


def held_from_battles(data: Mapping[str, Any]) -> Fraction:
    """Return P(all are taken, and the last is still held after the attacks listed)."""
    garrison = _fronts(data)[-1]
    for attack in data["then"]:
        left: dict[int, Fraction] = {}
        for battle in attack["battles"]:
            for end in battle["left"]:
                chance = garrison[battle["armies"]] * Fraction(end["probability"])
                left[end["armies"]] = left.get(end["armies"], Fraction(0)) + chance
        garrison = left
    return sum(garrison.values(), Fraction(0))


def _fronts(data: Mapping[str, Any]) -> list[dict[int, Fraction]]:
    """Return how many armies go on from each territory, with their weights."""
    front = {data["armies"]: Fraction(1)}
    fronts = []
    for territory in data["territories"]:
        after: dict[int, Fraction] = {}
        for battle in territory["battles"]:
            for end in battle["survivors"]:
                left = end["armies"]
                least = min(left, territory["most_dice"])
                # One army besides the force is at home: it is the first of those that stay.
                moving = max(least, left + 1 - territory["leave"])
                chance = front[battle["armies"]] * Fraction(end["probability"])
                after[moving] = after.get(moving, Fraction(0)) + chance
        front = after
        fronts.append(front)
    return fronts


def _alive(data: Mapping[str, Any], state: State) -> set[int]:
    return {army["owner"] for army, size in zip(data["armies"], state, strict=True) if size}


def _is_over(data: Mapping[str, Any], state: State) -> bool:
    return len(_alive(data, state)) <= 1 or list(state) in data["stops"]


def _end_value(data: Mapping[str, Any], state: State) -> Fraction:
    return Fraction(_alive(data, state) == {data["player"]})


def _dice(data: Mapping[str, Any], state: State) -> tuple[str | None, ...]:
    """Return what each army rolls: the last entry of its list that its size reaches."""
    return tuple(
        [step["rolls"] for step in army["dice"] if step["from"] <= size][-1] if size else None
        for army, size in zip(data["armies"], state, strict=True)
    )


def _moves(state: State, losses: list[tuple[State, int]]) -> Moves:
    ways: dict[State, int] = {}
    for loss, n in losses:
        # No army falls below 0.
        after = tuple(max(0, size - lost) for size, lost in zip(state, loss, strict=True))
        if after != state:
            ways[after] = ways.get(after, 0) + n
    total = sum(ways.values())
    return [(after, Fraction(n, total)) for after, n in ways.items()]
