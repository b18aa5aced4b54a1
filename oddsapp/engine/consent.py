"""What needs everyone's consent: conceding, a draw, counting a score (V-9)."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.engine.actions import (
    ActionRange,
    Agree,
    Concede,
    ProposeDraw,
    ProposeScore,
    Refuse,
)
from oddsapp.engine.cards import discard_hand, hand_over
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import GameState, Phase, Proposal, changed
from oddsapp.engine.turn import next_turn
from oddsapp.engine.victory import after_conquest
from oddsapp.errors import IllegalMove

CONCEDE, DRAW, SCORE = "concede", "draw", "score"
PROPOSING = frozenset({Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY})
"""When the player whose turn it is may propose something."""

Propose = Concede | ProposeDraw | ProposeScore


def check_proposal(state: GameState, action: Propose) -> None:
    """Raise `IllegalMove` unless this may be proposed now."""
    if isinstance(action, ProposeScore) and action.rounds < 1:
        raise IllegalMove("V-9", f"a score needs 1 round or more to go, not {action.rounds}")
    if isinstance(action, Concede) and action.heir and action.heir - 1 not in heirs(state):
        raise IllegalMove(
            "V-9", f"player {action.heir} cannot be the heir; an opponent in the game can"
        )


def heirs(state: GameState) -> list[int]:
    """Return to whom a player may concede: opponents; in a team nothing is handed on (V-8)."""
    teams = state.game.teams
    return [player for player in state.living if teams[player] != teams[state.player]]


def proposals(state: GameState) -> Iterator[ActionRange]:
    """Yield what may be proposed; of the rounds to go only the shortest."""
    for heir in (0, *(player + 1 for player in heirs(state))):
        yield ActionRange(Concede(heir))
    yield ActionRange(ProposeDraw())
    yield ActionRange(ProposeScore(1))


def apply_proposal(state: GameState, action: Propose) -> GameState:
    """Ask all others who are in the game, in turn."""
    kind, number = {
        Concede: (CONCEDE, getattr(action, "heir", 0)),
        ProposeDraw: (DRAW, 0),
        ProposeScore: (SCORE, getattr(action, "rounds", 0)),
    }[type(action)]
    players = state.game.players
    clockwise = [(state.player + turn) % players for turn in range(1, players)]
    waiting = tuple(player for player in clockwise if player in state.owners)
    proposal = Proposal(kind, number, waiting, state.phase)
    return state.evolve(phase=Phase.CONSENT, proposal=proposal)


def answers(state: GameState) -> list[ActionRange]:
    """Return the two answers."""
    del state
    return [ActionRange(Agree()), ActionRange(Refuse())]


def apply_refuse(state: GameState, action: Refuse) -> GameState:
    """Go on as if nothing had been proposed."""
    del action
    assert state.proposal is not None
    return state.evolve(phase=state.proposal.resume, proposal=None)


def apply_agree(state: GameState, action: Agree) -> GameState:
    """Note an answer; with the last one it is so."""
    del action
    proposal = state.proposal
    assert proposal is not None
    if len(proposal.waiting) > 1:
        left = Proposal(proposal.kind, proposal.number, proposal.waiting[1:], proposal.resume)
        return state.evolve(proposal=left)
    state = state.evolve(phase=proposal.resume, proposal=None)
    if proposal.kind == DRAW:
        return state.evolve(phase=Phase.OVER, winners=state.living, before=None)
    if proposal.kind == SCORE:
        return state.evolve(last_round=state.round + proposal.number - 1)
    return _concede(state, proposal.number - 1)


def _concede(state: GameState, heir: int) -> GameState:
    """Take a player out of the game, who loses all territories.

    An heir gets them with one army each and the cards, as if the player had been eliminated
    by the heir's attack; without one they turn neutral as they stand.
    """
    player = state.player
    lost = state.territories(player)
    owners, armies = list(state.owners), list(state.armies)
    for territory in lost:
        owners[territory] = heir if heir >= 0 else NEUTRAL
        armies[territory] = 1 if heir >= 0 else armies[territory]
    state = state.evolve(
        owners=tuple(owners),
        armies=tuple(armies),
        reserves=changed(state.reserves, player, 0),
        conquered=False,
    )
    state = hand_over(state, player, heir) if heir >= 0 else discard_hand(state, player)
    # Without an heir nobody has destroyed this player, and nobody can any more (V-3).
    destroyer = heir if heir >= 0 else player
    state = state.evolve(destroyed_by=changed(state.destroyed_by, player, destroyer))
    survivor = after_conquest(state.evolve(player=heir if heir >= 0 else state.living[0]))
    return survivor if survivor.phase is Phase.OVER else next_turn(survivor.evolve(player=player))
