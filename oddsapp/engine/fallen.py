"""Whose are the cards of a player who is eliminated in a same-time turn (K-13).

Several share evenly: the cards are dealt to them at random, and what is left over goes back to
the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from oddsapp.engine.cards import give_card, hand_over, return_hand
from oddsapp.engine.events import PassedOn
from oddsapp.engine.resolution import Conquest, Resolution, Stage
from oddsapp.engine.state import Fallen, GameState, Phase
from oddsapp.errors import InvalidInput
from oddsapp.rules import FallenCards

_STAGES = list(Stage)
_JOINT = (Stage.MASS_INVASIONS, Stage.MASS_SURGES)


def find_fallen(state: GameState, before: Sequence[int]) -> tuple[Fallen, ...]:
    """Return who was eliminated in the battles that are over, and who gets the cards.

    Who fell in an earlier stage comes first: the cards may be passed on twice.

    Parameters
    ----------
    state : GameState
        After the battles.
    before : sequence of int
        The owner of each territory before them.
    """
    assert state.resolution is not None
    gone = sorted(set(before) - set(state.owners))
    losers = [loser for loser in gone if loser >= 0]
    latest = {loser: _taken_from(state.resolution, loser)[-1].stage for loser in losers}
    return tuple(
        Fallen(loser, heirs_of(state, loser))
        for loser in sorted(losers, key=lambda loser: _STAGES.index(latest[loser]))
    )


def _taken_from(battles: Resolution, loser: int) -> list[Conquest]:
    return [conquest for conquest in battles.conquests if conquest.loser == loser]


def heirs_of(state: GameState, loser: int) -> tuple[int, ...]:
    """Return who gets the cards of an eliminated player, in seat order."""
    battles = state.resolution
    assert battles is not None
    taken = _taken_from(battles, loser)
    latest = [conquest for conquest in taken if conquest.stage is taken[-1].stage]
    conquerors = _conquerors(state, latest)
    match state.game.rules.same_time.fallen_cards:
        case FallenCards.LATEST_KIND:
            heirs = conquerors
        case FallenCards.LAST_BATTLE:
            heirs = _conquerors(state, latest[-1:])
        case FallenCards.LAST_TARGET:
            heirs = _owner_of_last_target(state, loser) or conquerors
        case FallenCards.SHARED_TARGET:
            heirs = conquerors | _owner_of_last_target(state, loser)
    return tuple(player for player in state.seats if player in heirs)


def _conquerors(state: GameState, conquests: Sequence[Conquest]) -> set[int]:
    """Return who has the cards for these conquests: after a mass invasion, who owns it now."""
    found: set[int] = set()
    for conquest in conquests:
        if conquest.stage in _JOINT:
            found.add(state.owners[conquest.territory])
        else:
            found.update(conquest.conquerors)
    return found


def _owner_of_last_target(state: GameState, loser: int) -> set[int]:
    """Return who owns what a player's last army attacked, if it was beaten after all else.

    That is, if it was beaten in no earlier stage than that in which the last territory fell.
    """
    battles = state.resolution
    assert battles is not None
    fell = _STAGES.index(_taken_from(battles, loser)[-1].stage)
    for meeting in reversed(battles.meetings):
        for number, left in zip(meeting.forces, meeting.after, strict=False):
            force = battles.forces[number]
            if force.player == loser and not left:
                owner = state.owners[force.target]
                failed_late = _STAGES.index(meeting.stage) >= fell
                return {owner} if failed_late and owner >= 0 else set()
    return set()


# -- passing them on ---------------------------------------------------------------------


def pass_on(state: GameState) -> GameState:
    """Pass on the cards of all who are eliminated, up to where chance has to deal them."""
    while state.fallen:
        loser, heirs, waiting = state.fallen[0]
        hand = state.hands[loser]
        if len(heirs) == 1:
            state = hand_over(state, loser, heirs[0])
        elif waiting is None and len(hand) >= len(heirs):
            waiting = heirs * (len(hand) // len(heirs))
            first = Fallen(loser, heirs, waiting)
            return state.evolve(phase=Phase.FALLEN, fallen=(first, *state.fallen[1:]))
        elif waiting:
            return state.evolve(phase=Phase.FALLEN)
        else:
            state = return_hand(state, loser)
        state = state.evolve(fallen=state.fallen[1:])
    return state


def passings(state: GameState) -> Iterator[tuple[PassedOn, Fraction]]:
    """Yield which card can go to the heir whose turn it is."""
    fallen = state.fallen[0]
    cards = [state.game.cards[card] for card in state.hands[fallen.loser]]
    for name in dict.fromkeys(cards):
        yield passing_on(fallen, name), Fraction(cards.count(name), len(cards))


def passing_on(fallen: Fallen, card: str) -> PassedOn:
    """Return the event that a card goes to the heir whose turn it is."""
    assert fallen.waiting
    return PassedOn(card, fallen.waiting[0] + 1)


def check_passed_on(state: GameState, event: PassedOn) -> None:
    """Raise `InvalidInput` unless this card can go to this player now."""
    fallen = state.fallen[0]
    assert fallen.waiting
    names = [state.game.cards[card] for card in state.hands[fallen.loser]]
    if event.card not in names or event.player != fallen.waiting[0] + 1:
        raise InvalidInput(
            f"the next card of player {fallen.loser + 1} is dealt to player"
            f" {fallen.waiting[0] + 1}, and is one of {', '.join(names)}"
        )


def apply_passed_on(state: GameState, event: PassedOn) -> GameState:
    """Give the card to the heir; `pass_on` goes on from there."""
    fallen = state.fallen[0]
    assert fallen.waiting
    hand = state.hands[fallen.loser]
    card = next(card for card in hand if state.game.cards[card] == event.card)
    left = Fallen(fallen.loser, fallen.heirs, fallen.waiting[1:])
    state = give_card(state, card, fallen.loser, fallen.waiting[0])
    return state.evolve(fallen=(left, *state.fallen[1:]))
