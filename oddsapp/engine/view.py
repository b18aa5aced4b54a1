"""What one player may know of a state (T-9)."""

from __future__ import annotations

from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.engine.missions import is_fulfilled
from oddsapp.engine.same_time import HIDDEN_PLAN, asked
from oddsapp.engine.state import BEFORE_PLAY, HIDDEN, Assault, GameState, Phase, Plan
from oddsapp.rules import DefenceTiming, Diplomacy, RankedDice


def player_view(state: GameState, player: int) -> GameState:
    """Return a state as one player sees it.

    It is a state like any other, in which what the player may not know is `HIDDEN`: the
    cards of others that do not lie open, the order and content of the draw pile, others'
    missions until one is shown to prove a win, capitals until all are chosen, and the
    attacker's number of dice while both announce at once; in a same-time turn the plans of
    others until they are carried out, and their secret pacts. How many cards everybody has stays
    visible. `legal_actions` of the view are those of the state whenever it is this player's
    turn to decide.

    Parameters
    ----------
    state : GameState
    player : int
        From 0.

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("classic", players=3).evolve(hands=((1, 2), (3,), ()))
    >>> player_view(state, 0).hands
    ((1, 2), (-1,), ())
    """
    whole_number(player, "the number of the player", least=0, most=state.game.players - 1)
    open_cards = state.shown
    hands = list(state.hands)
    for owner, hand in enumerate(hands):
        if owner != player and hand:
            hands[owner] = _backs(hand, open_cards if owner == state.player else ())
    changes: dict[str, Any] = {
        "viewer": player,
        "hands": tuple(hands),
        "pile": (HIDDEN,) * len(state.pile),
        "before": None,
    }
    if state.missions:
        missions = _missions(state, player)
        changes["missions"] = missions
        # Whom a mission is about would give it away.
        changes["targets"] = tuple(
            HIDDEN if mission == HIDDEN else target
            for target, mission in zip(state.targets, missions, strict=False)
        )
    if state.phase is Phase.MISSIONS:  # territories are dealt openly
        changes["undealt"] = ()
    if state.plans:
        changes["plans"] = _plans(state, player)
    if state.pacts and state.game.rules.same_time.diplomacy is Diplomacy.SECRET:
        changes["pacts"] = tuple(pact for pact in state.pacts if player in pact.players)
    if state.phase in BEFORE_PLAY and state.capitals:
        changes["capitals"] = _but_own(state.capitals, player)
    if state.phase is Phase.DEFEND and state.assault is not None and player != state.player:
        rules = state.game.rules.combat
        assert isinstance(rules, RankedDice)
        if rules.defence_timing is DefenceTiming.AT_ONCE:
            changes["assault"] = Assault(state.assault.origin, state.assault.target)
    # One copy for all of it: this is asked before every decision of a game.
    return state.evolve(**changes)


def _plans(state: GameState, player: int) -> tuple[Plan | None, ...]:
    """Return who has handed in a plan, and one's own; open pacts are declared openly (R-6)."""
    openly = state.phase is Phase.DIPLOMACY
    if openly and state.game.rules.same_time.diplomacy is Diplomacy.OPEN:
        return state.plans
    planning = asked(state)
    return tuple(
        HIDDEN_PLAN if plan is not None and owner != player and owner in planning else plan
        for owner, plan in enumerate(state.plans)
    )


def _backs(hand: tuple[int, ...], open_cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand as the others see it: only cards that lie open have a face."""
    if not open_cards:
        return (HIDDEN,) * len(hand)
    return tuple(sorted(card if card in open_cards else HIDDEN for card in hand))


def _missions(state: GameState, player: int) -> tuple[int, ...]:
    """Return one's own mission, and that which was shown to prove the win (V-3)."""
    known = [winner for winner in state.winners if state.missions[winner] != HIDDEN]
    shown = [winner for winner in known if is_fulfilled(state, winner)]
    return tuple(
        mission if owner == player or owner in shown else HIDDEN
        for owner, mission in enumerate(state.missions)
    )


def _but_own(values: tuple[int, ...], player: int) -> tuple[int, ...]:
    return tuple(value if owner == player else HIDDEN for owner, value in enumerate(values))
