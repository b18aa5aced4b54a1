"""The attack phase: who may attack whom, the dice, the losses, moving in (C-1 to C-6).

One roll is a chain of steps: `Attack` announces it, `Defend` answers where the defender is
asked, a chance event rolls, and the losses are removed at once. The expert variants that
change a roll once it lies are in `oddsapp.engine.expert`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from oddsapp.combat.battle import Battle, attack as battle_of
from oddsapp.combat.roll import dice_losses
from oddsapp.combat.stop import StopRule
from oddsapp.engine.actions import (
    ActionRange,
    Attack,
    AttackUntil,
    Command,
    Defend,
    EndAttack,
    LetStand,
    Occupy,
)
from oddsapp.engine.cards import hand_over, trades_at_once
from oddsapp.engine.events import Fought, Rerolled, Rolled
from oddsapp.engine.expert import adjustments, commanded, forget_cards, reroll_result
from oddsapp.engine.state import Assault, GameState, Phase, changed
from oddsapp.engine.turn import end_attack
from oddsapp.engine.victory import after_conquest
from oddsapp.errors import IllegalMove
from oddsapp.rules import CardReroll, DefenceTiming, RankedDice


def combat(state: GameState) -> RankedDice:
    """Return the combat rules of a game played in turns."""
    rules = state.game.rules.combat
    assert isinstance(rules, RankedDice)  # `Game` sees to it
    return rules


# -- announcing an attack ----------------------------------------------------------------


def check_target(state: GameState, origin: int, target: int) -> None:
    """Raise `IllegalMove` unless one territory may attack the other now (C-1, B-3)."""
    game, owners, player = state.game, state.owners, state.player
    if owners[origin] != player:
        raise IllegalMove("C-1", f"{game.names[origin]} is not your own; attack from your own")
    if owners[target] == player:
        raise IllegalMove("C-1", f"{game.names[target]} is your own; attack an enemy's")
    if target not in game.adjacent[origin]:
        raise IllegalMove("B-3", f"{game.names[target]} is not adjacent to {game.names[origin]}")
    if owners[target] >= 0 and game.teams[owners[target]] == game.teams[player]:
        raise IllegalMove(
            "V-8", f"{game.names[target]} is a team mate's; nothing changes hands in a team"
        )
    if state.armies[origin] < 2:
        raise IllegalMove(
            "C-1", f"{game.names[origin]} has 1 army; an attack needs 2, for one stays behind"
        )


def check_attack(state: GameState, action: Attack) -> None:
    """Raise `IllegalMove` unless this roll may be made (C-2)."""
    game, rules = state.game, combat(state)
    origin, target = game.territory(action.origin), game.territory(action.target)
    check_target(state, origin, target)
    if rules.balance is not None:
        raise IllegalMove("C-2", "balanced blitz fights whole battles; attack until some are left")
    most = min(rules.attack_dice, state.armies[origin] - 1)
    if not 1 <= action.dice <= most:
        raise IllegalMove(
            "C-2",
            f"{action.origin} can roll 1 to {most} dice with"
            f" {state.armies[origin]} armies, not {action.dice}",
        )


def check_attack_until(state: GameState, action: AttackUntil) -> None:
    """Raise `IllegalMove` unless this battle may be fought to its end or stop."""
    game = state.game
    origin = game.territory(action.origin)
    check_target(state, origin, game.territory(action.target))
    if game.rules.turn.defender_chooses:
        raise IllegalMove("C-3", "the defender is asked before each roll; attack with dice")
    if not 1 <= action.keep < state.armies[origin]:
        raise IllegalMove(
            "C-5",
            f"with {state.armies[origin]} armies on {action.origin} the attack can stop at"
            f" 1 to {state.armies[origin] - 1} left, not {action.keep}",
        )


def attack_actions(state: GameState) -> Iterator[ActionRange]:
    """Yield every attack, with up to how many dice or down to how many armies; and the end."""
    game, owners, armies, player = state.game, state.owners, state.armies, state.player
    rules = combat(state)
    for origin, owner in enumerate(owners):
        if owner == player and armies[origin] > 1:
            for target in game.neighbours[origin]:
                if _is_enemy(state, owners[target]):
                    yield from _attacks(state, rules, origin, target)
    yield ActionRange(EndAttack())


def _is_enemy(state: GameState, owner: int) -> bool:
    teams = state.game.teams
    return owner < 0 or teams[owner] != teams[state.player]


def _attacks(
    state: GameState, rules: RankedDice, origin: int, target: int
) -> Iterator[ActionRange]:
    names, most = state.game.names, state.armies[origin] - 1
    if rules.balance is None:
        yield _rolls(names[origin], names[target], min(rules.attack_dice, most))
    if not state.game.rules.turn.defender_chooses:
        yield _battles(names[origin], names[target], most)


# The same attacks are listed at every step of a game: most of what listing them costs is
# making them.


@lru_cache(maxsize=2000)
def _rolls(origin: str, target: str, dice: int) -> ActionRange:
    return ActionRange(Attack(origin, target, 1), dice)


@lru_cache(maxsize=20_000)
def _battles(origin: str, target: str, most: int) -> ActionRange:
    return ActionRange(AttackUntil(origin, target, 1), most)


def apply_attack(state: GameState, action: Attack) -> GameState:
    """Announce a roll; the defender answers with full dice unless asked (C-3)."""
    game, rules = state.game, combat(state)
    origin, target = game.index[action.origin], game.index[action.target]
    if rules.card_reroll is not CardReroll.OFF:
        state = forget_cards(state, target)
    if game.rules.turn.defender_chooses:
        waits = rules.defence_timing is DefenceTiming.AFTER_ROLL
        return state.evolve(
            phase=Phase.ROLL if waits else Phase.DEFEND,
            assault=Assault(origin, target, action.dice),
        )
    full = min(rules.defence_dice, state.armies[target])
    return state.evolve(phase=Phase.ROLL, assault=Assault(origin, target, action.dice, full))


def apply_attack_until(state: GameState, action: AttackUntil) -> GameState:
    """Begin a whole battle, which is one chance node."""
    index = state.game.index
    origin, target = index[action.origin], index[action.target]
    if combat(state).card_reroll is not CardReroll.OFF:
        state = forget_cards(state, target)
    return state.evolve(phase=Phase.BATTLE, assault=Assault(origin, target, keep=action.keep))


# -- the defender ------------------------------------------------------------------------


def most_defence_dice(state: GameState) -> int:
    """Return the most dice that the territory attacked may roll (C-3)."""
    assert state.assault is not None
    return min(combat(state).defence_dice, state.armies[state.assault.target])


def check_defend(state: GameState, action: Defend) -> None:
    """Raise `IllegalMove` unless the defender has armies for these dice (C-3)."""
    most = most_defence_dice(state)
    if not 1 <= action.dice <= most:
        raise IllegalMove("C-3", f"the defender can roll 1 to {most} dice, not {action.dice}")


def defences(state: GameState) -> list[ActionRange]:
    """Return the defender's choices."""
    return [ActionRange(Defend(1), most_defence_dice(state))]


def apply_defend(state: GameState, action: Defend) -> GameState:
    """Note the defender's dice; they are rolled next."""
    assault = state.assault
    assert assault is not None
    return state.evolve(
        phase=Phase.ROLL,
        assault=Assault(assault.origin, assault.target, assault.dice, action.dice, assault.attack),
    )


# -- the roll ----------------------------------------------------------------------------


def dice_to_roll(state: GameState) -> tuple[int, int]:
    """Return how many dice each side rolls now."""
    assault = state.assault
    assert assault is not None
    return (0 if assault.attack else assault.dice), assault.defence_dice


def apply_roll(state: GameState, event: Rolled) -> GameState:
    """Lay the dice on the table; unless somebody may change them, losses follow at once."""
    assault = state.assault
    assert assault is not None
    rolled = event.attack or assault.attack
    assault = Assault(
        assault.origin,
        assault.target,
        assault.dice,
        assault.defence_dice,
        rolled,
        event.defence,
    )
    if not event.defence:  # a defender who looks at the attacker's dice first
        return state.evolve(phase=Phase.DEFEND, assault=_in_order(assault))
    rules = combat(state)
    if rules.commander or rules.card_reroll is not CardReroll.OFF:
        return _go_on(state, _in_order(assault))
    return settle_roll(state, assault)


def _in_order(assault: Assault) -> Assault:
    """Return dice that stay on the table high to low, in whatever order they were told."""
    return assault._replace(
        attack=tuple(sorted(assault.attack, reverse=True)),
        defence=tuple(sorted(assault.defence, reverse=True)),
    )


def settle_roll(state: GameState, assault: Assault) -> GameState:
    """Remove what a roll costs (C-4)."""
    lost, killed = dice_losses(combat(state), assault.attack, assault.defence)
    force = state.armies[assault.origin] - lost
    return _after_losses(state, assault, force, state.armies[assault.target] - killed)


def _after_losses(
    state: GameState, assault: Assault, origin_armies: int, defenders: int
) -> GameState:
    armies = list(state.armies)
    armies[assault.origin] = origin_armies
    armies[assault.target] = defenders
    if not defenders:
        return _conquer(state.evolve(armies=tuple(armies)), assault)
    if state.time_up:
        return end_attack(state.evolve(armies=tuple(armies)))
    return state.evolve(phase=Phase.ATTACK, armies=tuple(armies), assault=None)


# -- whole battles -----------------------------------------------------------------------


def pending_battle(state: GameState) -> tuple[Battle, StopRule]:
    """Return the whole battle that is to be fought, and when it stops.

    The stop rule counts the force, the army that stays behind not included.
    """
    assault = state.assault
    assert assault is not None
    force = state.armies[assault.origin] - 1
    battle = battle_of(force, state.armies[assault.target], state.game.battle_rules)
    if combat(state).balance is not None:
        return battle, StopRule(reserve=assault.keep - 1)
    return battle, StopRule(at=assault.keep - 1 if assault.keep > 1 else None)


def apply_battle(state: GameState, event: Fought) -> GameState:
    """Take the end of a whole battle over."""
    assault = state.assault
    assert assault is not None
    return end_battle(state, event, assault.keep - 1 if combat(state).balance is not None else 0)


def end_battle(state: GameState, event: Fought, reserve: int) -> GameState:
    """Take the end of a whole battle over in which so many of the force took no part.

    For whoever fights under a stop rule of another kind than `AttackUntil` has, and knows
    where it stopped. Fought with full dice, its last roll was made with as many as the force
    left allows: a conquering roll loses no comparison. A reserve rolls no die.
    """
    assault = state.assault
    assert assault is not None
    dice = min(combat(state).attack_dice, event.force - reserve)
    assault = Assault(assault.origin, assault.target, dice)
    return _after_losses(state, assault, event.force + 1, event.defenders)


# -- conquest ----------------------------------------------------------------------------


def _conquer(state: GameState, assault: Assault) -> GameState:
    """Take a territory whose last army is gone; its owner may be out with it (V-10)."""
    player, loser = state.player, state.owners[assault.target]
    owners = changed(state.owners, assault.target, player)
    state = state.evolve(
        phase=Phase.OCCUPY,
        owners=owners,
        assault=Assault(assault.origin, assault.target, assault.dice),
        conquered=True,
        shown=(),  # the attack for which they lay open is over (C-7)
        shown_for=-1,
    )
    if loser < 0 or loser in owners:
        return state
    return hand_over(state, loser, player).evolve(
        eliminated=True, destroyed_by=changed(state.destroyed_by, loser, player)
    )


def moves_in(state: GameState) -> tuple[int, int]:
    """Return the fewest and the most armies that move into the conquered territory (C-6)."""
    assault, turn = state.assault, state.game.rules.turn
    assert assault is not None
    most = state.armies[assault.origin] - 1
    least = min(assault.dice, most)
    if turn.stack_limit is not None and turn.stack_limit_on_conquest:
        most = max(least, min(most, turn.stack_limit))
    return least, most


def check_occupy(state: GameState, action: Occupy) -> None:
    """Raise `IllegalMove` unless so many may move in."""
    least, most = moves_in(state)
    if not least <= action.armies <= most:
        raise IllegalMove("C-6", f"{least} to {most} armies can move in, not {action.armies}")


def occupations(state: GameState) -> list[ActionRange]:
    """Return how many may move in."""
    least, most = moves_in(state)
    return [ActionRange(Occupy(least), most)]


def apply_occupy(state: GameState, action: Occupy) -> GameState:
    """Move in, and see whether that won; then trade (K-10) or attack on."""
    assault = state.assault
    assert assault is not None
    armies = list(state.armies)
    armies[assault.origin] -= action.armies
    armies[assault.target] = action.armies
    eliminated = state.eliminated
    state = after_conquest(
        state.evolve(phase=Phase.ATTACK, armies=tuple(armies), assault=None, eliminated=False)
    )
    if state.phase is Phase.OVER:
        return state
    if eliminated and trades_at_once(state):
        return state.evolve(phase=Phase.SPOILS)
    return end_attack(state) if state.time_up else state


# -- changing a roll ---------------------------------------------------------------------


def apply_reroll_result(state: GameState, event: Rerolled) -> GameState:
    """Lay the die rolled again on the table."""
    assert state.assault is not None
    return _go_on(state, reroll_result(state.assault, event))


def apply_command(state: GameState, action: Command) -> GameState:
    """Turn a die to its highest face, once a turn (C-8)."""
    return _go_on(state.evolve(commander_used=True), commanded(state, action))


def apply_let_stand(state: GameState, action: LetStand) -> GameState:
    """Let the roll stand: losses follow."""
    del action
    assert state.assault is not None
    return settle_roll(state, state.assault)


def _go_on(state: GameState, assault: Assault) -> GameState:
    """Ask for more changes while there are any, and remove the losses then."""
    on_table = state.evolve(phase=Phase.ADJUST, assault=assault)
    if next(adjustments(on_table), None) is not None:
        return on_table
    return settle_roll(state, assault)
