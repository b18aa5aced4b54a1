"""How a game begins: first player, missions, territories, starting armies, capitals.

Rules S-1 to S-6, and the choice of V-4, V-5 and V-11. What is done is in `starting_armies` and
`capitals`, and what all do at once in `allocation` and `election`; here is when it begins and ends.
"""

from __future__ import annotations

from typing import Any

from oddsapp.boards import Board
from oddsapp.engine.actions import (
    ActionRange,
    AgreeToSetup,
    Bid,
    ChooseCapital,
    Claim,
    PassBid,
    Place,
)
from oddsapp.engine.allocation import (
    all_agree,
    apply_agree_to_setup,
    begin_together,
    settle_first,
)
from oddsapp.engine.capitals import NOT_CHOSEN, with_garrisons
from oddsapp.engine.election import (
    apply_awarded,
    apply_bid,
    apply_offered,
    apply_pass_bid,
    begin_election,
    close_election,
    hammer,
    is_elected,
)
from oddsapp.engine.events import Awarded, FirstRoll, MissionDealt, Offered, TerritoryDealt
from oddsapp.engine.game import NEUTRAL, UNCLAIMED, Game, make_game
from oddsapp.engine.missions import (
    NOBODY,
    NOT_DEALT,
    card_of,
    first_targets,
    is_own_colour,
    mission_cards,
    mission_deck,
    next_holder,
)
from oddsapp.engine.same_time import begin_round
from oddsapp.engine.starting_armies import with_armies_placed, with_next_step
from oddsapp.engine.state import GameState, Phase, changed
from oddsapp.engine.turn import begin_turn
from oddsapp.errors import IllegalMove
from oddsapp.rules import Allocation, CapitalForm, FirstPlayer, Goal, OwnColour, Ruleset, as_ruleset


def new_game(
    rules: str | Ruleset = "classic",
    *,
    players: int,
    board: str | Board | None = None,
    **changes: Any,
) -> GameState:
    """Return the first state of a game.

    Parameters
    ----------
    rules : str or Ruleset
    players : int
        How many play.
    board : str or Board, optional
        Without one ``risk2`` where all play at the same time, else ``classic``.
    **changes
        Rules that are different, as in `Ruleset.replace`.

    Raises
    ------
    InvalidInput
        If these do not go together.

    Examples
    --------
    >>> state = new_game("parker1993", players=4)
    >>> state.phase, state.reserves
    (<Phase.FIRST_PLAYER: 'roll for the first turn'>, (30, 30, 30, 30, 0))
    """
    # Only the rules as they are changed have to go together with the rest.
    agreed = as_ruleset(rules).replace(**changes) if changes else rules
    game = make_game(agreed, players=players, board=board)
    mission_deck(game)  # refuses a board without what a mission names
    state = blank_state(game)
    if game.rules.setup.first_player is FirstPlayer.SEAT:
        return _allot(state)
    return state


def blank_state(game: Game) -> GameState:
    """Return a state in which nobody has anything yet but the armies to begin with."""
    size, players = len(game.names), game.players
    setup, victory = game.rules.setup, game.rules.victory
    neutral = setup.neutral_armies if game.has_neutral else 0
    return GameState(
        game=game,
        phase=Phase.FIRST_PLAYER,
        player=0,
        owners=(UNCLAIMED,) * size,
        armies=(0,) * size,
        reserves=(setup.armies_for(players),) * players + (neutral,),
        hands=((),) * players,
        last_round=victory.rounds if victory.goal is Goal.ROUNDS else 0,
        contenders=tuple(range(players)),
        missions=(NOT_DEALT,) * players if victory.goal is Goal.MISSIONS else (),
        capitals=(NOT_CHOSEN,) * players if victory.goal is Goal.CAPITALS else (),
        destroyed_by=(NOBODY,) * players,
        destroyers=((),) * players if game.rules.is_same_time else (),
        on_target=(False,) * players,
    )


# -- who starts --------------------------------------------------------------------------


def apply_first_roll(state: GameState, event: FirstRoll) -> GameState:
    """Let the highest die start; ties among the highest roll again (S-3)."""
    highest = max(event.faces)
    tied = tuple(
        player
        for player, face in zip(state.contenders, event.faces, strict=True)
        if face == highest
    )
    if len(tied) > 1:
        return state.evolve(contenders=tied)
    return _allot(state.evolve(contenders=(), first=tied[0], player=tied[0]))


# -- what is dealt -----------------------------------------------------------------------


def _allot(state: GameState) -> GameState:
    """Go on to the missions, if there are any, and then to the territories.

    Where all play at the same time a mission may be about the owner of a territory, and
    missions are dealt once all have one.
    """
    state = state.evolve(contenders=())
    if state.missions and not state.game.rules.is_same_time:
        return _deal_missions(state)
    return _allot_territories(state)


def _deal_missions(state: GameState) -> GameState:
    # The unseen rest stays in the box.
    cards = tuple(range(len(mission_cards(state.game))))
    return state.evolve(phase=Phase.MISSIONS, undealt=cards)


def apply_mission(state: GameState, event: MissionDealt) -> GameState:
    """Give the next player a mission (V-3)."""
    mission = event.mission - 1
    holder = next_holder(state)
    card = card_of(state, mission)
    state = state.evolve(undealt=tuple(number for number in state.undealt if number != card))
    redealt = state.game.rules.victory.own_colour is OwnColour.REDEALT
    if redealt and is_own_colour(state.game, mission_deck(state.game)[mission], holder):
        return state  # laid aside: the next one is for the same player
    state = state.evolve(missions=changed(state.missions, holder, mission))
    if NOT_DEALT in state.missions:
        return state
    if state.game.rules.is_same_time:
        state = state.evolve(undealt=(), targets=first_targets(state))
        return _place_or_choose(state)
    return _allot_territories(state)


def _allot_territories(state: GameState) -> GameState:
    game = state.game
    setup = game.rules.setup
    dealt = setup.mission_allocation if state.missions else setup.allocation
    state = state.evolve(player=state.first, undealt=())
    if dealt is Allocation.CLAIM and not game.has_neutral:
        return state.evolve(phase=Phase.CLAIM)
    return state.evolve(phase=Phase.DEAL, undealt=tuple(range(len(game.names))))


def _is_elected_later(state: GameState) -> bool:
    """Tell whether only one territory each is dealt, and the others are auctioned off (S-5)."""
    setup = state.game.rules.setup
    allotted = setup.mission_allocation if state.missions else setup.allocation
    return allotted is Allocation.ELECTION and not state.game.has_neutral


def apply_deal(state: GameState, event: TerritoryDealt) -> GameState:
    """Give the next territory to the next hand, in seat order from the first player (S-2)."""
    game = state.game
    territory = game.index[event.territory]
    turn = len(game.names) - len(state.undealt)
    hands = game.players + game.has_neutral
    hand = turn % hands
    owner = (state.first + hand) % game.players if hand < game.players else NEUTRAL
    state = settle_first(state, territory, owner).evolve(
        undealt=tuple(number for number in state.undealt if number != territory)
    )
    if not state.undealt:
        return _after_allotment(state)
    if _is_elected_later(state) and turn + 1 == game.players:
        return begin_election(state)
    return state


# -- claiming ----------------------------------------------------------------------------


def check_claim(state: GameState, action: Claim) -> None:
    """Raise `IllegalMove` unless the territory is free."""
    if state.owners[state.game.territory(action.territory)] != UNCLAIMED:
        raise IllegalMove("S-2", f"{action.territory} is claimed already; claim a free territory")


def claims(state: GameState) -> list[ActionRange]:
    """Return every free territory."""
    names = state.game.names
    return [
        ActionRange(Claim(names[number]))
        for number, owner in enumerate(state.owners)
        if owner == UNCLAIMED
    ]


def apply_claim(state: GameState, action: Claim) -> GameState:
    """Put one army on a free territory; the next player is to claim."""
    state = settle_first(state, state.game.index[action.territory], state.player)
    if UNCLAIMED in state.owners:
        return state.evolve(player=(state.player + 1) % state.game.players)
    return _after_allotment(state)


# -- election ----------------------------------------------------------------------------


def apply_election(state: GameState, step: Offered | Awarded | Bid | PassBid) -> GameState:
    """Go on with the auction of territories; with the last one it is over (S-5)."""
    match step:
        case Offered():
            state = apply_offered(state, step)
        case Awarded():
            state = apply_awarded(state, step)
        case Bid():
            state = apply_bid(state, step)
        case PassBid():
            state = apply_pass_bid(state, step)
    return _after_lot(state)


def bids_are_over(state: GameState) -> GameState:
    """End the bids for a territory: the time is up."""
    return _after_lot(hammer(state))


def _after_lot(state: GameState) -> GameState:
    return _after_allotment(close_election(state)) if is_elected(state) else state


# -- starting armies ---------------------------------------------------------------------


def _after_allotment(state: GameState) -> GameState:
    """Go on once every territory has an owner: to missions, capitals or armies."""
    state = state.evolve(player=state.first, undealt=())
    return _deal_missions(state) if NOT_DEALT in state.missions else _place_or_choose(state)


def _place_or_choose(state: GameState) -> GameState:
    if state.capitals and state.game.rules.victory.capitals_before_armies:
        return state.evolve(phase=Phase.CAPITALS)
    return _start_placing(state)


def _start_placing(state: GameState) -> GameState:
    """Begin to place armies: all at once (S-5), or in rounds from the first player on (S-2)."""
    game = state.game
    if game.rules.is_same_time and game.rules.same_time.placed_together:
        return begin_together(state)
    before_first = (state.first - 1) % state.game.players
    return next_to_place(state.evolve(phase=Phase.PLACE, player=before_first))


def next_to_place(state: GameState) -> GameState:
    """Hand over to the next player with armies left; when none has, setup is over."""
    return with_next_step(state) or _after_placing(state)


def apply_starting_place(state: GameState, action: Place) -> GameState:
    """Place armies; when the step is done the next player is to place."""
    state = with_armies_placed(state, action)
    return state if any(state.step) else next_to_place(state)


def apply_agreement(state: GameState, action: AgreeToSetup) -> GameState:
    """Note who agrees to how all have placed; once all do, it is final (S-5)."""
    state = apply_agree_to_setup(state, action)
    return _after_placing(state.evolve(agreed=())) if all_agree(state) else state


# -- capitals ----------------------------------------------------------------------------


def _after_placing(state: GameState) -> GameState:
    state = state.evolve(step=(0, 0), player=state.first)
    if NOT_CHOSEN in state.capitals:
        return state.evolve(phase=Phase.CAPITALS)
    return _start(with_garrisons(state))


def apply_capital(state: GameState, action: ChooseCapital) -> GameState:
    """Note a capital; once all have one, and all armies are placed, they are shown together."""
    capital = state.game.index[action.territory]
    state = state.evolve(capitals=changed(state.capitals, state.player, capital))
    if NOT_CHOSEN in state.capitals:
        return state.evolve(player=(state.player + 1) % state.game.players)
    if state.game.rules.victory.capitals_before_armies:
        return _start_placing(state)
    return _start(with_garrisons(state))


def _start(state: GameState) -> GameState:
    """Shuffle the cards and begin the first turn; wild cards are back (K-1)."""
    pile = tuple(range(len(state.game.cards)))
    if state.game.rules.victory.capital_form is CapitalForm.HEADQUARTERS:
        # The card of a headquarters leaves the deck for good (V-4).
        pile = tuple(card for card in pile if card not in state.capitals)
    state = state.evolve(pile=pile)
    if state.game.rules.is_same_time:
        return begin_round(state)
    return begin_turn(state, state.first)
