"""Plans against the rules: what can be known of a plan before any dice are rolled.

Up to the first attack everything is certain, and the engine verifies it. What comes behind is
checked as far as no course of the dice can make it legal. The rest is known on the way only:
a step that cannot be done then is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddsapp.combat.battle import attack
from oddsapp.engine.actions import Fortify, Place, Trade
from oddsapp.engine.cards import is_set
from oddsapp.engine.fortify import reachable
from oddsapp.engine.state import HIDDEN, GameState, Phase
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.players.settle import settle
from oddsapp.rules import Fortification
from oddsapp.whatif.plans.moves import begin_attack, do_step, to_attack
from oddsapp.whatif.plans.plan import (
    FortifyRest,
    PlaceRest,
    Plan,
    PlannedAttack,
    Step,
    TradeBest,
    count_steps,
)
from oddsapp.whatif.plans.stop_rules import in_force

if TYPE_CHECKING:
    from collections.abc import Iterator

PLANNING = (Phase.REINFORCE, Phase.SPOILS, Phase.ATTACK, Phase.FORTIFY)
"""The phases in which a plan can begin."""


def check_plan(state: GameState, plan: Plan) -> None:
    """Raise unless a plan is legal from here, as far as that can be known beforehand.

    Parameters
    ----------
    state : GameState
        When it is to reinforce, to attack or to fortify.
    plan : Plan

    Raises
    ------
    IllegalMove
        With the rule that is broken, and the line of the plan.
    InvalidInput
        If no plan can begin here, or the board has no such territory.

    Examples
    --------
    >>> from oddsapp.engine import new_game
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> state = new_game("classic", players=3).evolve(
    ...     phase=Phase.ATTACK, owners=(0,) * 21 + (1,) * 21, armies=(5,) * 42
    ... )
    >>> state.owner_of("Alaska"), state.owner_of("Kamchatka")
    (0, 1)
    >>> check_plan(state, parse_plan("attack Alaska -> Kamchatka"))
    >>> check_plan(state, parse_plan("attack Alaska -> Siam"))
    Traceback (most recent call last):
        ...
    oddsapp.errors.IllegalMove: line 1: Siam is not adjacent to Alaska (rule B-3)
    """
    if state.phase not in PLANNING:
        raise InvalidInput(
            f"a plan begins when it is to reinforce, attack or fortify, not to {state.phase.value}"
        )
    certain = _check_certain(state, plan)
    begun = sum(count_steps((step,)) for step in plan.steps[:certain])
    walk = _Walk(state, plan, begun)
    walk.steps(plan.steps[certain:], _Known(frozenset(state.territories(state.player))))


def _check_certain(state: GameState, plan: Plan) -> int:
    """Verify what comes before the first attack; return how many steps that is."""
    player = state.player
    number = 0
    for place, step in enumerate(plan.steps):
        if state.phase is Phase.OVER:
            return len(plan.steps)  # it has won: nothing behind is reached
        with _at_line(plan, number):
            if state.player != player:
                raise IllegalMove("T-1", "the fortification before this ends the turn")
            if isinstance(step, PlannedAttack):
                begin_attack(to_attack(state), step)
                return place
            state = do_step(state, step).state
        number += 1
    if state.player == player and state.phase in (Phase.REINFORCE, Phase.SPOILS):
        if not plan.steps:
            to_attack(state)
        with _at_line(plan, number - 1):
            to_attack(state)
    return len(plan.steps)


@contextmanager
def _at_line(plan: Plan, step: int) -> Iterator[None]:
    """Say on which line of the plan it is that something is wrong."""
    try:
        yield
    except IllegalMove as error:
        reason = f"line {plan.line_of(step)}: {error.reason}"
        raise IllegalMove(error.rule, reason) from None
    except InvalidInput as error:
        raise InvalidInput(f"line {plan.line_of(step)}: {error}") from None


@dataclass(frozen=True)
class _Known:
    """What may be so at a step: who may own what, and how far the turn may be."""

    own: frozenset[int]
    moves: int = 0

    def after(self, others: Iterable[_Known]) -> _Known:
        own, moves = self.own, self.moves
        for other in others:
            own |= other.own
            moves = max(moves, other.moves)
        return _Known(own, moves)


class _Walk:
    """Goes through the steps from the first attack on, in the order of the plan."""

    def __init__(self, start: GameState, plan: Plan, begun: int) -> None:
        self._start, self._plan, self._next = start, plan, begun
        self._game, self._player = start.game, start.player

    def steps(self, steps: tuple[Step, ...], known: _Known, *, spoils: bool = False) -> _Known:
        """Check steps one after the other; return what may be so behind them."""
        for step in steps:
            number, self._next = self._next, self._next + 1
            with _at_line(self._plan, number):
                match step:
                    case PlannedAttack():
                        self._attack(step, known)
                    case Fortify() | FortifyRest():
                        known = self._fortify(step, known)
                    case _:
                        self._spoils(step, known, spoils=spoils)
            if isinstance(step, PlannedAttack):
                spoils = False  # all is placed before the next attack (T-4)
                known = self._branches(step, known)
        return known

    def _branches(self, step: PlannedAttack, known: _Known) -> _Known:
        taken = _Known(known.own | {self._game.index[step.target]}, known.moves)
        behind = self.steps(step.if_eliminated, taken, spoils=True)
        return known.after(
            (behind, self.steps(step.if_taken, behind), self.steps(step.otherwise, known))
        )

    def _attack(self, step: PlannedAttack, known: _Known) -> None:
        game, owners = self._game, self._start.owners
        origin, target = game.territory(step.origin), game.territory(step.target)
        if known.moves or self._start.phase is Phase.FORTIFY:
            raise IllegalMove("T-1", "an attack cannot come after a fortification")
        if origin not in known.own:
            raise IllegalMove(
                "C-1", f"{step.origin} is not your own, and no attack before this one takes it"
            )
        if owners[target] == self._player:
            raise IllegalMove("C-1", f"{step.target} is your own; attack an enemy's")
        if target not in game.adjacent[origin]:
            raise IllegalMove("B-3", f"{step.target} is not adjacent to {step.origin}")
        if owners[target] >= 0 and game.teams[owners[target]] == game.teams[self._player]:
            raise IllegalMove("V-8", f"{step.target} is a team mate's; attack an enemy's")
        if game.rules.turn.defender_chooses:
            raise IllegalMove(
                "C-3", "the defender is asked before each roll, so no battle can be planned whole"
            )
        stop = in_force(game, step.stop)
        smallest = attack(max(stop.at or 0, stop.reserve) + 1, 1, game.battle_rules)
        settle(smallest, stop)  # refuses what these rules cannot stop

    def _spoils(
        self, step: Trade | TradeBest | Place | PlaceRest, known: _Known, *, spoils: bool
    ) -> None:
        game = self._game
        is_trade = isinstance(step, Trade | TradeBest)
        if not spoils:
            doing = "trading" if is_trade else "placing"
            raise IllegalMove(
                "T-1" if is_trade else "T-4",
                f"{doing} comes before the first attack, or at once after a player is eliminated",
            )
        if isinstance(step, Place | PlaceRest):
            if game.territory(step.territory) not in known.own:
                raise IllegalMove(
                    "T-4", f"{step.territory} is not your own, and no attack before this takes it"
                )
        elif isinstance(step, Trade):
            self._check_cards(step)

    def _check_cards(self, step: Trade) -> None:
        """Check a trade of cards that are partly somebody else's yet (K-2)."""
        game = self._game
        held = [card for hand in self._start.hands for card in hand]
        left = [game.cards[card] for card in held if card != HIDDEN]
        for name in step.cards:
            if name not in game.cards:
                raise InvalidInput(f"there is no card {name!r}; cards are called by territories")
            if name in left:
                left.remove(name)
            elif HIDDEN not in held:
                raise IllegalMove("K-2", f"nobody holds the card {name}, so it cannot be traded")
        if not is_set([game.symbols[game.cards.index(name)] for name in step.cards]):
            raise IllegalMove("K-2", f"{'; '.join(step.cards)} are no set")

    def _fortify(self, step: Fortify | FortifyRest, known: _Known) -> _Known:
        game, turn = self._game, self._game.rules.turn
        origin, target = game.territory(step.origin), game.territory(step.target)
        for place, name in ((origin, step.origin), (target, step.target)):
            if place not in known.own:
                raise IllegalMove(
                    "T-6", f"{name} is not your own, and no attack before this takes it"
                )
        owners = tuple(
            self._player if place in known.own else owner
            for place, owner in enumerate(self._start.owners)
        )
        adjacent = turn.fortify is Fortification.ADJACENT
        there = game.adjacent[origin] if adjacent else reachable(self._at_most(owners), origin)
        if target not in there:
            way = "border" if adjacent else "path of territories that may be your own"
            raise IllegalMove("T-6", f"no {way} leads from {step.origin} to {step.target}")
        moves = known.moves + 1
        most = {Fortification.SEVERAL: turn.fortify_moves, Fortification.FREE: moves}
        allowed = most.get(turn.fortify, 1)
        if moves + self._start.moves > allowed:
            raise IllegalMove("T-6", f"a turn has {allowed} fortification moves at most")
        return _Known(known.own, moves)

    def _at_most(self, owners: tuple[int, ...]) -> GameState:
        """Return the start as if everything that may be one's own were."""
        return self._start.evolve(owners=owners)
