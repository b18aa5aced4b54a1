"""The expert variants that change a roll once it lies: cards (C-7) and the commander (C-8)."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.engine.actions import ActionRange, Command, LetStand, Reroll
from oddsapp.engine.events import Rerolled
from oddsapp.engine.state import Assault, GameState, Phase
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.rules import CardLimit, CardReroll, RankedDice

ATTACKER, DEFENDER = "attacker", "defender"


def forget_cards(state: GameState, target: int) -> GameState:
    """Take shown cards back into the hand once another territory is attacked (C-7)."""
    if not state.shown or state.shown_for == target:
        return state
    return state.evolve(shown=(), shown_for=-1)


def _usable_cards(state: GameState) -> tuple[int, ...]:
    """Return the cards that may be shown at this roll."""
    assault, rules = state.assault, state.game.rules.combat
    assert assault is not None
    assert isinstance(rules, RankedDice)
    if rules.card_reroll is CardReroll.OFF or assault.cards:
        return ()  # one card at each roll
    if rules.card_limit is CardLimit.TERRITORY and state.shown:
        return ()
    held = state.hands[state.player]
    cards = tuple(card for card in (assault.origin, assault.target) if card in held)
    if rules.card_limit is CardLimit.CARD:
        return tuple(card for card in cards if card not in state.shown)
    return cards


def _rerolls(state: GameState) -> Iterator[Reroll]:
    assault, rules = state.assault, state.game.rules.combat
    assert assault is not None
    assert isinstance(rules, RankedDice)
    for card in _usable_cards(state):
        name = state.game.names[card]
        for face in sorted(set(assault.attack)):
            yield Reroll(name, ATTACKER, face)
        if rules.card_reroll is CardReroll.ANY:
            for face in sorted(set(assault.defence)):
                yield Reroll(name, DEFENDER, face)


def _commands(state: GameState) -> Iterator[Command]:
    assault, rules = state.assault, state.game.rules.combat
    assert assault is not None
    assert isinstance(rules, RankedDice)
    if rules.commander and not state.commander_used:
        highest = rules.attack_die.faces[-1]
        for face in sorted(set(assault.attack)):
            if face != highest:
                yield Command(face)


def adjustments(state: GameState) -> Iterator[Reroll | Command]:
    """Yield what may still be done to the roll on the table."""
    yield from _rerolls(state)
    yield from _commands(state)


def adjust_actions(state: GameState) -> Iterator[ActionRange]:
    """Yield the adjustments, and letting the roll stand."""
    for action in adjustments(state):
        yield ActionRange(action)
    yield ActionRange(LetStand())


def check_reroll(state: GameState, action: Reroll) -> None:
    """Raise `IllegalMove` unless this card lets this die be rolled again (C-7)."""
    card = state.game.territory(action.card)
    if action.side not in (ATTACKER, DEFENDER):
        raise InvalidInput(f"dice are the attacker's or the defender's, not the {action.side}'s")
    if card not in _usable_cards(state):
        raise IllegalMove(
            "C-7",
            f"the card {action.card} cannot be shown at this roll; one that you hold of either"
            " territory of this attack can, as often as the rules say",
        )
    if action not in _rerolls(state):
        raise IllegalMove("C-7", f"the {action.side}'s {action.face} cannot be rolled again")


def check_command(state: GameState, action: Command) -> None:
    """Raise `IllegalMove` unless the commander may turn this die (C-8)."""
    if action not in _commands(state):
        raise IllegalMove(
            "C-8", f"no {action.face} can be turned; once a turn, one just rolled and not highest"
        )


def apply_reroll(state: GameState, action: Reroll) -> GameState:
    """Show the card; the die is rolled next."""
    assault = state.assault
    assert assault is not None
    card = state.game.index[action.card]
    return state.evolve(
        phase=Phase.REROLL,
        shown=tuple(sorted({*state.shown, card})),
        shown_for=assault.target,
        assault=Assault(
            assault.origin,
            assault.target,
            assault.dice,
            assault.defence_dice,
            assault.attack,
            assault.defence,
            cards=(card,),
            reroll=(action.side == ATTACKER, action.face),
        ),
    )


def with_face(faces: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """Return dice with one of them turned, high to low.

    Examples
    --------
    >>> with_face((5, 2, 2), 2, 6)
    (6, 5, 2)
    """
    dice = list(faces)
    dice.remove(old)
    return tuple(sorted((*dice, new), reverse=True))


def reroll_result(assault: Assault, event: Rerolled) -> Assault:
    """Return the table after the die was rolled again."""
    assert assault.reroll is not None
    of_attacker, face = assault.reroll
    attack, defence = assault.attack, assault.defence
    if of_attacker:
        attack = with_face(attack, face, event.face)
    else:
        defence = with_face(defence, face, event.face)
    return Assault(
        assault.origin,
        assault.target,
        assault.dice,
        assault.defence_dice,
        attack,
        defence,
        cards=assault.cards,
    )


def commanded(state: GameState, action: Command) -> Assault:
    """Return the table after the commander turned a die."""
    assault, rules = state.assault, state.game.rules.combat
    assert assault is not None
    assert isinstance(rules, RankedDice)
    return Assault(
        assault.origin,
        assault.target,
        assault.dice,
        assault.defence_dice,
        with_face(assault.attack, action.face, rules.attack_die.faces[-1]),
        assault.defence,
        cards=assault.cards,
    )
