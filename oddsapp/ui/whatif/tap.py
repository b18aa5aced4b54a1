"""What a tap on the map does, and what the buttons write: pure functions over texts of plans."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from oddsapp.engine.game import Game
from oddsapp.engine.state import GameState

_TARGET = re.compile(r"^\s*attack .+? -> (.+?)(?: until .*|, .*)?$")
_BEFORE_ATTACKS = ("trade", "place")


@dataclass(frozen=True)
class Pick:
    """What is selected, and the plan that taps write.

    Parameters
    ----------
    mode : str
        What a tap does, as in `oddsapp.ui.whatif.state.TAPS`.
    at : str
        The territory that is selected; nothing if none is.
    plan : str
    said : str
        Why the last tap did nothing.
    """

    mode: str
    at: str
    plan: str
    said: str = ""


def tapped(state: GameState, pick: Pick, territory: str) -> Pick:
    """Return what is selected, and planned, after a tap on a territory.

    On the board a tap selects. In a plan the first one is where from, the second where to: it
    adds the line, and the target of an attack is where the next one comes from. A second tap
    on the same territory takes the selection back.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> state = example_position().state
    >>> pick = tapped(state, Pick("attack", "", ""), "Brazil")
    >>> tapped(state, pick, "North Africa")
    Pick(mode='attack', at='North Africa', plan='attack Brazil -> North Africa', said='')
    >>> tapped(state, pick, "Siam").said
    'Siam is not adjacent to Brazil'
    """
    pick = replace(pick, said="")
    if territory == pick.at:
        return replace(pick, at="")
    own = own_by_then(state, pick.plan)
    moves = pick.mode == "fortify" and pick.at in own
    if pick.mode == "board" or (
        territory in own and not moves and territory not in targets(state, pick)
    ):
        return replace(pick, at=territory)
    if pick.at not in own:
        return replace(pick, said=f"{territory} is not yours, and the plan does not take it")
    return _moved(pick, territory, own) if moves else _attacked(state, pick, territory)


def _moved(pick: Pick, territory: str, own: frozenset[str]) -> Pick:
    if territory not in own:
        return replace(pick, said=f"{territory} is not yours, and the plan does not take it")
    line = f"fortify all but 1 army {pick.at} -> {territory}"
    return replace(pick, at="", plan=with_last(pick.plan, line))


def _attacked(state: GameState, pick: Pick, territory: str) -> Pick:
    if territory not in targets(state, pick):
        return replace(pick, said=f"{territory} is not adjacent to {pick.at}")
    line = f"attack {pick.at} -> {territory}"
    return replace(pick, at=territory, plan=with_attack(pick.plan, line))


def hint(state: GameState, pick: Pick) -> str:
    """Return what the next tap does.

    >>> from oddsapp.engine.positions import example_position
    >>> hint(example_position().state, Pick("attack", "Brazil", ""))
    'From Brazil: tap what to attack, or Brazil again to choose another.'
    """
    if pick.mode == "board":
        return (
            "Tap a territory to change its owner and armies."
            if not pick.at
            else f"Change {pick.at} here:"
        )
    what = "attack" if pick.mode == "attack" else "move to"
    if pick.at in own_by_then(state, pick.plan):
        return f"From {pick.at}: tap what to {what}, or {pick.at} again to choose another."
    whose = "a territory of yours, or one that the plan takes"
    return f"Tap {whose}, then what to {what}: the plan gets the line."


def own_by_then(state: GameState, plan: str) -> frozenset[str]:
    """Return what may be the planner's after the plan: what is now, and what it attacks."""
    game = state.game
    own = {game.names[place] for place in state.territories(state.player)}
    return frozenset(own | set(attacked(game, plan)))


def attacked(game: Game, plan: str) -> list[str]:
    """Return the territories that the lines of a plan attack, as far as they can be read.

    >>> from oddsapp.engine.positions import example_position
    >>> attacked(example_position().state.game, "attack Brazil -> North Africa, leave 2 armies")
    ['North Africa']
    """
    found = (_TARGET.match(line.partition("#")[0].rstrip()) for line in plan.splitlines())
    return [match[1] for match in found if match and match[1] in game.index]


def targets(state: GameState, pick: Pick) -> frozenset[str]:
    """Return what can be attacked next from where the selection is."""
    game = state.game
    if pick.mode != "attack" or pick.at not in own_by_then(state, pick.plan):
        return frozenset()
    beside = (game.names[place] for place in game.adjacent[game.index[pick.at]])
    mine = {game.names[place] for place in state.territories(state.player)}
    return frozenset(set(beside) - mine - set(attacked(game, pick.plan)))


def legal(state: GameState, pick: Pick) -> frozenset[str] | None:
    """Return what a tap means something on; None for everything."""
    if pick.mode == "board":
        return None
    own = own_by_then(state, pick.plan)
    if not pick.at:
        return own
    return targets(state, pick) if pick.mode == "attack" else own - {pick.at}


# -- lines -------------------------------------------------------------------------------


def with_attack(plan: str, line: str) -> str:
    r"""Return a plan with an attack more: before the moves at its end, which come last (T-1).

    >>> print(with_attack("attack A -> B\nfortify all but 1 army A -> B", "attack B -> C"))
    attack A -> B
    attack B -> C
    fortify all but 1 army A -> B
    """
    lines = plan.rstrip().splitlines()
    place = len(lines)
    while place and lines[place - 1].startswith("fortify"):
        place -= 1
    return "\n".join([*lines[:place], line, *lines[place:]])


def with_last(plan: str, line: str) -> str:
    """Return a plan with a line more at its end."""
    return "\n".join([*plan.rstrip().splitlines(), line])


def with_first(plan: str, line: str) -> str:
    """Return a plan with a trade or a placement more: behind others, before the first attack.

    >>> print(with_first("attack A -> B", "place all armies on A"))
    place all armies on A
    attack A -> B
    """
    lines = plan.rstrip().splitlines()
    place = 0
    trades = line.startswith("trade")
    for number, written in enumerate(lines, 1):
        start = written.strip()
        if not start.startswith(("#", *_BEFORE_ATTACKS[: 1 if trades else 2])) and start:
            break
        place = number
    return "\n".join([*lines[:place], line, *lines[place:]])


def without_last(plan: str) -> str:
    r"""Return a plan without its last line.

    >>> without_last("trade the best set\nplace all armies on A\n")
    'trade the best set'
    """
    return "\n".join(plan.rstrip().splitlines()[:-1])
