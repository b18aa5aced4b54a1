"""Drafts: what a player plans while others play (T-8).

A draft is a list of intended actions that can be changed at will and touches nothing: no army
moves out of turn. `Draft.preview` says what of it could be done if the turn came now.

>>> from oddsapp.engine.setup import new_game
>>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
>>> draft = Draft(player=1).add("claim Siam").add("claim Siam")
>>> [str(judgement) for judgement in draft.preview(state)]
['claim Siam: legal', "claim Siam: illegal, the turn is another player's by then (rule T-8)"]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from oddsapp.arguments import whole_number
from oddsapp.engine.actions import Action, Undo, parse_action
from oddsapp.engine.classic import apply_action, verify
from oddsapp.engine.setup import next_to_place
from oddsapp.engine.state import CHANCE, GameState, Phase, current_player
from oddsapp.engine.turn import begin_turn
from oddsapp.errors import IllegalMove, InvalidInput

_DEALING = frozenset({Phase.FIRST_PLAYER, Phase.MISSIONS, Phase.DEAL})


class Standing(StrEnum):
    """What becomes of a drafted action, as things are now.

    LEGAL: it could be done, those before it done first. ILLEGAL: it could not. OPEN: dice or
    another player's answer decide.
    """

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


class Judgement(NamedTuple):
    """One action of a draft, and whether it could be done.

    Parameters
    ----------
    action : Action
    standing : Standing
    reason : str
        Why it is not legal; empty if it is.
    """

    action: Action
    standing: Standing
    reason: str = ""

    def __str__(self) -> str:
        reason = f", {self.reason}" if self.reason else ""
        return f"{self.action}: {self.standing}{reason}"


@dataclass(frozen=True)
class Draft:
    """What a player means to do, in order: frozen, every change gives another draft.

    Parameters
    ----------
    player : int
        Whose plan it is, from 0.
    actions : tuple of Action

    Raises
    ------
    InvalidInput
        If something in it is neither an action nor a line that says one.

    Examples
    --------
    >>> draft = Draft(0).add("end the attack").add("end the turn")
    >>> draft.change(0, "attack Brazil -> Peru with 3 dice").move(1, 0).drop(1).lines
    ('end the turn',)
    """

    player: int
    actions: tuple[Action, ...] = ()

    def __post_init__(self) -> None:
        whole_number(self.player, "the number of the player", least=0)
        for action in self.actions:
            _as_action(action)

    @property
    def lines(self) -> tuple[str, ...]:
        """The actions as lines of text."""
        return tuple(map(str, self.actions))

    def add(self, action: Action | str, place: int | None = None) -> Draft:
        """Return the draft with one more action, at its end or before a place."""
        actions = list(self.actions)
        end = len(actions)
        where = end if place is None else whole_number(place, "the place", least=0, most=end)
        actions.insert(where, _as_action(action))
        return replace(self, actions=tuple(actions))

    def drop(self, place: int) -> Draft:
        """Return the draft without the action at a place, from 0."""
        actions = list(self.actions)
        del actions[self._place(place)]
        return replace(self, actions=tuple(actions))

    def change(self, place: int, action: Action | str) -> Draft:
        """Return the draft with another action at a place."""
        return self.drop(place).add(action, place)

    def move(self, place: int, to: int) -> Draft:
        """Return the draft with an action moved to another place."""
        action = self.actions[self._place(place)]
        return self.drop(place).add(action, self._place(to))

    def _place(self, place: int) -> int:
        if not self.actions:
            raise InvalidInput("the draft is empty; add an action first")
        return whole_number(place, "the place", least=0, most=len(self.actions) - 1)

    def preview(self, state: GameState) -> tuple[Judgement, ...]:
        """Say of each action whether it could be done if the player's turn came now.

        Each is tried on what those before it lead to. Beyond dice, a card or somebody else's
        answer the outcome is not known: what follows is judged as if that brought no change,
        and is open where it may.

        Parameters
        ----------
        state : GameState
            Or a player's own view of it; stays as it is.

        Raises
        ------
        InvalidInput
            If the game has no such player, or the board no such territory.
        """
        most = state.game.players - 1
        whole_number(self.player, "the number of the player", least=0, most=most)
        try:
            now = _own_turn(state, self.player)
        except IllegalMove as never:
            return tuple(Judgement(a, Standing.ILLEGAL, str(never)) for a in self.actions)
        if now is None:
            reason = f"before that it is to {state.phase.value}"
            return tuple(Judgement(action, Standing.OPEN, reason) for action in self.actions)
        return tuple(_judged(self, now))


def _as_action(action: Action | str) -> Action:
    if isinstance(action, str):
        action = parse_action(action)
    if not isinstance(action, Action):
        raise InvalidInput(f"a draft holds actions, or lines that say them, not {action!r}")
    if isinstance(action, Undo):
        raise InvalidInput("a draft has nothing to undo; drop the action instead")
    return action


def _own_turn(state: GameState, player: int) -> GameState | None:
    """Return the state as it would be if a player were to decide now; None if nobody knows yet.

    Raises
    ------
    IllegalMove
        If the player never will.
    """
    if state.phase is Phase.OVER:
        raise IllegalMove("T-1", "the game is over")
    if current_player(state) == player:
        return state
    if state.phase in _DEALING:
        return None
    if state.phase in (Phase.CLAIM, Phase.CAPITALS):
        return state.evolve(player=player)
    if state.phase is Phase.PLACE:
        before = (player - 1) % state.game.players
        placing = next_to_place(state.evolve(player=before))
        if placing.player != player or placing.phase is not Phase.PLACE:
            raise IllegalMove("S-2", "all starting armies of the player are placed")
        return placing
    if player not in state.owners:
        raise IllegalMove("V-10", "the player is out of the game")
    if state.player == player:  # the own turn, in which dice or another one decide now
        return None
    return begin_turn(state.evolve(proposal=None), player)


def _judged(draft: Draft, state: GameState) -> list[Judgement]:
    judgements = []
    is_open = False
    for action in draft.actions:
        if current_player(state) != draft.player:
            over = state.phase is Phase.OVER
            reason = "the game is over" if over else "the turn is another player's by then"
            rule = "T-1" if over else "T-8"
            judgements.append(Judgement(action, Standing.ILLEGAL, f"{reason} (rule {rule})"))
            continue
        try:
            verify(state, action)
        except IllegalMove as illegal:
            standing = Standing.OPEN if is_open else Standing.ILLEGAL
            judgements.append(Judgement(action, standing, str(illegal)))
            continue
        judgements.append(Judgement(action, Standing.LEGAL))
        new = apply_action(state, action)
        if _waits(new, draft.player):
            is_open = True  # go on from before the dice
        else:
            state = new
    return judgements


def _waits(state: GameState, player: int) -> bool:
    """Tell whether dice, a card or another player's answer decide within the own turn."""
    decides = current_player(state)
    return decides == CHANCE or (
        state.player == player and decides is not None and decides != player
    )
