"""The state of a game: frozen, and cheap to copy with changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oddsapp.engine.game import NEUTRAL, Game
from oddsapp.engine.phases import BEFORE_PLAY, CHANCE_PHASES, PLANNING, Phase
from oddsapp.engine.under_way import Assault, Auction, Fallen, Pact, Proposal

if TYPE_CHECKING:
    from oddsapp.engine.plans import CheckedLine
    from oddsapp.engine.resolution import Resolution

__all__ = [
    "BEFORE_PLAY",
    "CHANCE",
    "CHANCE_PHASES",
    "HIDDEN",
    "PLANNING",
    "Assault",
    "Auction",
    "Fallen",
    "GameState",
    "Pact",
    "Phase",
    "Plan",
    "Proposal",
    "changed",
    "current_player",
    "is_terminal",
    "returns",
]

CHANCE = -1
"""What `current_player` says where dice, a deal or a draw decide."""
HIDDEN = -1
"""A card, a mission or a capital that the viewer of a state may not know (T-9)."""


Plan = tuple[str, ...]
"""What a player writes down in one of them: orders, a line of text each."""


@dataclass(frozen=True, kw_only=True)
class GameState:
    """Everything that is so at one moment of a game.

    Two states are equal if the game goes on alike from both. Tuples over territories, players
    and cards are in the numbering of `Game`.

    Parameters
    ----------
    game : Game
        Board, rules and number of players.
    phase : Phase
    player : int
        Whose turn it is, from 0.
    owners, armies : tuple of int
        Of each territory; an owner may be `NEUTRAL` or `UNCLAIMED`. While the battles of a
        same-time turn are fought these are as before them: `resolution` has how they stand.
    reserves : tuple of int
        Armies that each player has still to place; the last entry is the neutral side's.
    hands : tuple of tuple of int
        The cards of each player, sorted.
    pile, discards : tuple of int
        The draw pile, sorted (its order is chance), and the traded cards.
    first : int
        Who had the first turn; in a same-time game the first seat of this round (K-11).
    round : int
        From 1; a round is over when everybody has had a turn.
    last_round : int
        After which the score counts (V-7); 0 for no such round.
    sets_traded : int
        Sets traded so far by all (K-3).
    step : tuple of (int, int)
        While starting armies are placed: how many own and neutral ones this player places
        before the next one's turn (S-2, S-4).
    contenders : tuple of int
        Who still rolls for the first turn (S-3).
    undealt : tuple of int
        What is still to be dealt: cards or missions.
    missions : tuple of int
        The mission of each player.
    capitals : tuple of int
        The capital of each player, -1 before it is chosen (V-4, V-5).
    destroyed_by : tuple of int
        Who took each player's last territory, -1 for nobody.
    on_target : tuple of bool
        Who ended a turn with the territory target and has to hold it (V-6).
    conquered : bool
        Whether the current player took a territory in this turn (T-7).
    eliminated : bool
        Whether the last conquest eliminated somebody, so that cards may have to be traded.
    bonus_given : bool
        Whether a traded card has given armies to its territory in this turn (K-8).
    commander_used : bool
    shown : tuple of int
        The cards that lie open while the attack on `shown_for` lasts (C-7).
    shown_for : int
        The territory that is under that attack; -1 for none.
    moves : int
        Fortification moves made in this turn (T-6).
    arrived : tuple of (int, int)
        Territories and the armies there that have moved already.
    time_up : bool
        Whether the attack clock has expired (C-9).
    assault : Assault, optional
    proposal : Proposal, optional
    auction : Auction, optional
    agreed : tuple of int
        Who agrees to how all have placed their starting armies (S-5).
    destroyers : tuple of tuple of int
        In a same-time game: who took each player's last territories, several at once.
    targets : tuple of int
        Whom each player's mission is about, where that changes hands with a territory; -1
        for nobody.
    plans : tuple of (tuple of str, optional)
        What each player has submitted in this phase of a same-time turn, None as long as a
        plan is missing (R-3); nothing of whoever has nothing to decide.
    carried : tuple of CheckedLine
        The reinforcements and tactical moves, carried out or void; as `resolution`, they stay
        until those of the next round.
    resolution : Resolution, optional
        The battles of a same-time turn; they stay until the next ones (M-11).
    rolled : tuple of int
        What is left of the armies in the battle that is being rolled die by die.
    pacts : tuple of Pact
        All that were made in this game (R-6).
    fallen : tuple of Fallen
    drawers : tuple of int
        Who draws a card in this round, in seat order (K-14).
    bonus_to : tuple of int
        Who has had the armies of K-8 in this round.
    winners : tuple of int
        Once the game is over: who won, all who share for a draw.
    viewer : int, optional
        Whose view this is; None for the whole truth.
    before : GameState, optional
        The state that an undo returns to (T-10).

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
    >>> state.phase, state.player, state.reserves
    (<Phase.CLAIM: 'claim a territory'>, 0, (35, 35, 35, 0))
    >>> state.evolve(round=3).round, state.round
    (3, 1)
    """

    game: Game
    phase: Phase
    player: int
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    reserves: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    first: int = 0
    round: int = 1
    last_round: int = 0
    sets_traded: int = 0
    step: tuple[int, int] = (0, 0)
    contenders: tuple[int, ...] = ()
    undealt: tuple[int, ...] = ()
    missions: tuple[int, ...] = ()
    capitals: tuple[int, ...] = ()
    destroyed_by: tuple[int, ...] = ()
    on_target: tuple[bool, ...] = ()
    conquered: bool = False
    eliminated: bool = False
    bonus_given: bool = False
    commander_used: bool = False
    shown: tuple[int, ...] = ()
    shown_for: int = -1
    moves: int = 0
    arrived: tuple[tuple[int, int], ...] = ()
    time_up: bool = False
    assault: Assault | None = None
    proposal: Proposal | None = None
    auction: Auction | None = None
    agreed: tuple[int, ...] = ()
    destroyers: tuple[tuple[int, ...], ...] = ()
    targets: tuple[int, ...] = ()
    plans: tuple[Plan | None, ...] = ()
    carried: tuple[CheckedLine, ...] = ()
    resolution: Resolution | None = None
    rolled: tuple[int, ...] = ()
    pacts: tuple[Pact, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    drawers: tuple[int, ...] = ()
    bonus_to: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    viewer: int | None = None
    before: GameState | None = field(default=None, compare=False, repr=False)

    def evolve(self, **changes: Any) -> GameState:
        """Return a copy with these changes.

        `dataclasses.replace` would do the same and take ten times as long, which is most of
        what a move costs.
        """
        new = object.__new__(GameState)
        fields = new.__dict__
        fields.update(self.__dict__)
        fields.update(changes)
        return new

    def territories(self, player: int) -> list[int]:
        """Return what a player owns, by number."""
        return [number for number, owner in enumerate(self.owners) if owner == player]

    @property
    def living(self) -> tuple[int, ...]:
        """The players who own a territory (V-10)."""
        owners = set(self.owners)
        return tuple(player for player in range(self.game.players) if player in owners)

    @property
    def seats(self) -> tuple[int, ...]:
        """All players in seat order from the first seat."""
        players, first = self.game.players, self.first
        return (*range(first, players), *range(first))

    @property
    def next_player(self) -> int:
        """The next one clockwise who is still in the game; the same one if there is no other."""
        players, owners = self.game.players, self.owners
        others = ((self.player + steps) % players for steps in range(1, players))
        return next((player for player in others if player in owners), self.player)

    def owner_of(self, name: str) -> int:
        """Return who owns a territory."""
        return self.owners[self.game.territory(name)]

    def armies_on(self, name: str) -> int:
        """Return how many armies stand on a territory."""
        return self.armies[self.game.territory(name)]


def changed(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Return a tuple with one entry changed; -1 is the last place, as everywhere."""
    entries = list(values)
    entries[place] = value
    return tuple(entries)


def current_player(state: GameState) -> int | None:
    """Return who decides now: a player, `CHANCE`, or None once the game is over.

    A defender is asked for dice, everybody for consent; where all plan at the same time, the
    first in seat order whose plan is missing. Whoever attacks a neutral territory
    is answered by the other player (S-4), of several by the next.

    Parameters
    ----------
    state : GameState

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> current_player(new_game("classic", players=3)) == CHANCE  # dice say who begins
    True
    >>> current_player(new_game("classic", players=3, first_player="seat", allocation="claim"))
    0
    """
    phase = state.phase
    if phase in CHANCE_PHASES:
        return CHANCE
    if phase is Phase.DEFEND and state.assault is not None:
        owner = state.owners[state.assault.target]
        return owner if owner != NEUTRAL else state.next_player
    if phase is Phase.CONSENT and state.proposal is not None:
        return state.proposal.waiting[0]
    return None if phase is Phase.OVER else state.player


def is_terminal(state: GameState) -> bool:
    """Return whether the game is over.

    Parameters
    ----------
    state : GameState

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> is_terminal(new_game("classic", players=3))
    False
    """
    return state.phase is Phase.OVER


def returns(state: GameState) -> tuple[Fraction, ...]:
    """Return each player's share of the victory: 1 for a win, equal parts of a shared one.

    Every member of a winning team has won (V-8); 0 for everybody before the end.

    Parameters
    ----------
    state : GameState

    Returns
    -------
    tuple of Fraction
        One share for each player, in seat order; they add up to 1 once somebody has won, but
        for teams, each of whose members has all of it.

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> [str(share) for share in returns(new_game("classic", players=3).evolve(winners=(0, 2)))]
    ['1/2', '0', '1/2']
    """
    if not state.winners:
        return (Fraction(0),) * state.game.players
    teams = {state.game.teams[player] for player in state.winners}
    share = Fraction(1, len(teams))
    return tuple(share if team in teams else Fraction(0) for team in state.game.teams)
