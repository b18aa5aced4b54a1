"""Whether what is said to have come of chance can have come (a save file may say anything)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oddsapp.dice import SIX_SIDED, Die
from oddsapp.engine.attack import combat, dice_to_roll
from oddsapp.engine.cards import card_number, draw_pile
from oddsapp.engine.election import check_awarded, check_offered
from oddsapp.engine.events import (
    Awarded,
    ChanceEvent,
    Drawn,
    FirstRoll,
    Fought,
    MissionDealt,
    Offered,
    PassedOn,
    Rerolled,
    Rolled,
    Settled,
    TerritoryDealt,
    Thrown,
)
from oddsapp.engine.fallen import check_passed_on
from oddsapp.engine.fights import check_settled, check_thrown
from oddsapp.engine.missions import possible_missions
from oddsapp.engine.state import GameState, Phase
from oddsapp.errors import InvalidInput


def check_event(state: GameState, event: ChanceEvent) -> None:
    """Raise `InvalidInput` unless chance can bring this here."""
    expected = _CHECKS.get(type(event))
    if expected is None or expected[0] is not state.phase:
        raise InvalidInput(f"'{event}' cannot come now: {state.phase.value}")
    expected[1](state, event)


def _check_faces(faces: Sequence[int], number: int, die: Die, whose: str) -> None:
    if len(faces) != number:
        dice = "1 die is" if number == 1 else f"{number} dice are"
        raise InvalidInput(f"{whose} {dice} rolled, not {len(faces)}")
    for face in faces:
        if face not in die.counts:
            raise InvalidInput(f"no die shows {face}; {die.name or 'it'} has the faces {die.faces}")


def _check_roll(state: GameState, event: Rolled) -> None:
    attack, defence = dice_to_roll(state)
    rules = combat(state)
    _check_faces(event.attack, attack, rules.attack_die, "the attacker's")
    _check_faces(event.defence, defence, rules.defence_die, "the defender's")


def _check_first_roll(state: GameState, event: FirstRoll) -> None:
    _check_faces(event.faces, len(state.contenders), SIX_SIDED, "for the first turn")


def _check_mission(state: GameState, event: MissionDealt) -> None:
    if event.mission - 1 not in possible_missions(state):
        raise InvalidInput(f"mission {event.mission} is not there to be dealt")


def _check_deal(state: GameState, event: TerritoryDealt) -> None:
    if state.game.territory(event.territory) not in state.undealt:
        raise InvalidInput(f"{event.territory} is dealt already")


def _check_reroll(state: GameState, event: Rerolled) -> None:
    rules = combat(state)
    assert state.assault is not None
    assert state.assault.reroll is not None
    die = rules.attack_die if state.assault.reroll[0] else rules.defence_die
    _check_faces((event.face,), 1, die, "again")


def _check_battle(state: GameState, event: Fought) -> None:
    # What `pending_battle` says, without describing a battle: most moves of a game are these.
    assault = state.assault
    assert assault is not None
    force, defenders = state.armies[assault.origin] - 1, state.armies[assault.target]
    kept = assault.keep - 1
    reserve = kept if combat(state).balance is not None else 0
    possible = reserve <= event.force <= force and 0 <= event.defenders <= defenders
    over = not event.defenders or event.force <= kept
    # Whoever takes the last defender has a force left that did it.
    if not possible or not over or not (event.force > reserve or event.defenders):
        raise InvalidInput(
            f"a battle of {force} against {defenders} cannot end with {event.force}"
            f" against {event.defenders}"
        )


def _check_draw(state: GameState, event: Drawn) -> None:
    if card_number(state.game, draw_pile(state), event.card) is None:
        raise InvalidInput(f"the card {event.card!r} is not there to be drawn")


_CHECKS: dict[type[ChanceEvent], tuple[Phase, Callable[[GameState, Any], None]]] = {
    FirstRoll: (Phase.FIRST_PLAYER, _check_first_roll),
    MissionDealt: (Phase.MISSIONS, _check_mission),
    TerritoryDealt: (Phase.DEAL, _check_deal),
    Offered: (Phase.OFFER, check_offered),
    Awarded: (Phase.AWARD, check_awarded),
    Rolled: (Phase.ROLL, _check_roll),
    Rerolled: (Phase.REROLL, _check_reroll),
    Fought: (Phase.BATTLE, _check_battle),
    Drawn: (Phase.DRAW, _check_draw),
    Thrown: (Phase.BATTLES, check_thrown),
    Settled: (Phase.BATTLES, check_settled),
    PassedOn: (Phase.FALLEN, check_passed_on),
}
