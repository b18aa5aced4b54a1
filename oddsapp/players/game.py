"""The loop of a game: asks the players, settles chance, stops at the end or at a cap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from oddsapp.arguments import whole_number
from oddsapp.engine.actions import Action, Attack, AttackUntil, ClockExpired
from oddsapp.engine.attack import combat
from oddsapp.engine.chance import Solver, draw_chance
from oddsapp.engine.classic import CLOCK_RUNS, apply_action, verify
from oddsapp.engine.clock import AttackClock
from oddsapp.engine.events import ChanceEvent, Settled
from oddsapp.engine.fights import pending_fight, place_name
from oddsapp.engine.state import CHANCE_PHASES, GameState, Phase, current_player, returns
from oddsapp.engine.view import player_view
from oddsapp.errors import InvalidInput
from oddsapp.players.fight_out import FightOut, fight_out_by
from oddsapp.players.protocol import Player
from oddsapp.players.settle import can_settle, settle
from oddsapp.pmf import Generator

MOST_ROUNDS = 200
"""After how many rounds a game is left unfinished, unless told otherwise."""

MOST_SWEPT = 3000
"""Up to so many states a battle with a stop line is drawn whole: beyond it, rolling is faster."""


@dataclass(frozen=True)
class GameResult:
    """How a game went.

    Parameters
    ----------
    state : GameState
        The last state: the game is over, or it was left unfinished.
    moves : tuple of Action or ChanceEvent
        All that was done and all that chance brought, in order.
    """

    state: GameState
    moves: tuple[Action | ChanceEvent, ...]

    @property
    def finished(self) -> bool:
        """Whether the game came to its end before the cap."""
        return self.state.phase is Phase.OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, all who share for a draw; nobody in an unfinished game."""
        return self.state.winners

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Each player's share of the victory."""
        return returns(self.state)

    @property
    def rounds(self) -> int:
        """In which round it ended, or how many were played before it was left."""
        return self.state.round if self.finished else self.state.round - 1

    @property
    def log(self) -> list[str]:
        """Every move as its line of text."""
        return [str(move) for move in self.moves]


def play_game(
    state: GameState,
    players: Sequence[Player],
    rng: Generator,
    *,
    whole_battles: bool = True,
    most_rounds: int = MOST_ROUNDS,
    now: Callable[[], float] | None = None,
) -> GameResult:
    """Return how a game ends that players play.

    Parameters
    ----------
    state : GameState
        Where they begin, `oddsapp.engine.new_game` for one.
    players : sequence of Player
        One for each seat.
    rng : numpy.random.Generator or random.Random
        Settles all that is left to chance.
    whole_battles : bool
        Draw battles that are fought to an end or stop from their exact distribution, by one
        random number each. Otherwise roll by roll, which is as likely to end in any way; so are
        very large ones with a stop line, and all under rules that let somebody decide between
        rolls.
    most_rounds : int
        The round after which an unfinished game is left.
    now : callable, optional
        Any source of seconds, for the attack clock of rules that have one (C-9); it is looked
        at before every decision.

    Raises
    ------
    InvalidInput
        If there are not as many players as the game is for, or whole battles are not wanted
        under rules that know nothing else.
    IllegalMove
        If a player does what the rules do not allow.

    Examples
    --------
    >>> from random import Random
    >>> from oddsapp.engine import new_game
    >>> from oddsapp.players.cautious_bot import CautiousBot
    >>> players = [CautiousBot(), CautiousBot(), CautiousBot()]
    >>> result = play_game(new_game("classic", players=3), players, Random(7))
    >>> result.finished, len(result.winners)
    (True, 1)
    """
    rules = state.game.rules
    whole_number(most_rounds, "the most rounds", least=1)
    if not whole_battles and not rules.is_same_time and combat(state).balance is not None:
        raise InvalidInput(f"under the rules {rules.name} battles are only fought whole")
    fighter = fight_out_by(rules) if rules.is_same_time and whole_battles else None
    luck = _Drawn(rng, None if rules.is_same_time else settle, fighter)
    moves: list[Action | ChanceEvent] = []
    end = play_on(
        state,
        players,
        luck,
        moves,
        whole_battles=whole_battles,
        most_rounds=most_rounds,
        timer=None if now is None else Timer(now),
    )
    return GameResult(end, tuple(moves))


class Luck(Protocol):
    """What settles all that is left to chance in a game."""

    def turn(self, state: GameState) -> None:
        """Be told of a turn that begins, or that the game goes on in."""

    def draw(self, state: GameState) -> ChanceEvent:
        """Return what chance brings at a chance node."""


class _Drawn:
    """Everything is drawn from one generator."""

    def __init__(self, rng: Generator, solver: Solver | None, fighter: FightOut | None) -> None:
        self._rng, self._solver, self._fighter = rng, solver, fighter

    def turn(self, state: GameState) -> None:
        pass

    def draw(self, state: GameState) -> ChanceEvent:
        if self._fighter is not None and state.phase is Phase.BATTLES:
            return _fought_out(state, self._fighter, self._rng)
        return draw_chance(state, self._rng, self._solver)


def play_on(  # noqa: PLR0913 - all of it can be asked of a game
    state: GameState,
    players: Sequence[Player],
    luck: Luck,
    moves: list[Action | ChanceEvent],
    *,
    whole_battles: bool = True,
    most_rounds: int = MOST_ROUNDS,
    most_turns: int | None = None,
    timer: Timer | None = None,
) -> GameState:
    """Let players play on until the game is over, or a round or a number of turns is.

    The loop of every game; `play_game` is what most need of it.

    Parameters
    ----------
    state : GameState
    players : sequence of Player
        One for each seat.
    luck : Luck
        Settles all that is left to chance.
    moves : list
        What is done and what chance brings is added to it.
    whole_battles, most_rounds
        As in `play_game`.
    most_turns : int, optional
        How many turns are played at most; that in which it begins is the first.
    timer : Timer, optional
        The clock of the attacks (C-9).

    Returns
    -------
    GameState
        The last state.
    """
    game = state.game
    if len(players) != game.players:
        raise InvalidInput(f"this game is for {game.players} players, not {len(players)}")
    most_dice = 0 if game.rules.is_same_time else combat(state).attack_dice
    by_rolls = not (whole_battles and can_settle(game.rules))
    battle: AttackUntil | None = None  # the one that is being rolled
    turns, player, round_number = 0, -1, -1
    while state.phase is not Phase.OVER and state.round <= most_rounds:
        if state.player != player or state.round != round_number:
            if turns == most_turns:
                break
            turns, player, round_number = turns + 1, state.player, state.round
            luck.turn(state)
        phase = state.phase
        move: Action | ChanceEvent
        if phase in CHANCE_PHASES:
            move = luck.draw(state)
        elif timer is not None and timer.has_expired(state):
            move, battle = ClockExpired(), None
        elif battle is not None and phase is Phase.ATTACK and _goes_on(state, battle):
            dice = min(most_dice, state.armies_on(battle.origin) - 1)
            move = Attack(battle.origin, battle.target, dice)
        else:
            who = current_player(state)
            assert who is not None
            move = players[who].decide(player_view(state, who))
            if isinstance(move, AttackUntil) and (by_rolls or _is_slow(state, move)):
                verify(state, move)
                battle = move
                continue
            if phase is Phase.ATTACK or phase is Phase.OCCUPY:
                battle = None
        state = apply_action(state, move)
        moves.append(move)
    return state


def _fought_out(state: GameState, fighter: FightOut, rng: Generator) -> Settled:
    """Return how the battle that is fought now ends."""
    battle = pending_fight(state).battle
    return Settled(fighter.end_of(battle, rng, state.rolled or None), place_name(state))


class Timer:
    """Lets the clock of the attacks run while somebody attacks (C-9)."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._clock: AttackClock | None = None

    def has_expired(self, state: GameState) -> bool:
        """Tell whether the time for attacks is up; it runs from where they begin."""
        if state.phase not in CLOCK_RUNS:
            self._clock = None
            return False
        if self._clock is None:
            clock = AttackClock.of(state)
            self._clock = clock and clock.started(self._now())
        return self._clock is not None and self._clock.expired(state, self._now()) is not None


def _is_slow(state: GameState, battle: AttackUntil) -> bool:
    """Tell whether a battle with a stop line has so many states that rolling it is faster."""
    if battle.keep == 1 or combat(state).balance is not None:
        return False
    armies = state.armies
    origin, target = state.game.territory(battle.origin), state.game.territory(battle.target)
    return armies[origin] * armies[target] > MOST_SWEPT


def _goes_on(state: GameState, battle: AttackUntil) -> bool:
    """Tell whether a battle that is rolled comes to another roll."""
    owner = state.owner_of(battle.target)
    return owner != state.player and state.armies_on(battle.origin) > battle.keep
