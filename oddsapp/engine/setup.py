"""How a game begins: first player, missions, territories, starting armies, capitals.

Rules S-1 to S-4, and the choice of V-4 and V-5.
"""

from __future__ import annotations

from typing import Any

from oddsapp.boards import Board
from oddsapp.engine.actions import ActionRange, ChooseCapital, Claim, Place
from oddsapp.engine.events import FirstRoll, MissionDealt, TerritoryDealt
from oddsapp.engine.game import NEUTRAL, UNCLAIMED, make_game
from oddsapp.engine.missions import is_own_colour, mission_deck
from oddsapp.engine.state import GameState, Phase, changed
from oddsapp.engine.turn import begin_turn
from oddsapp.errors import IllegalMove
from oddsapp.rules import Allocation, CapitalForm, FirstPlayer, Goal, OwnColour, Ruleset, as_ruleset

NOT_DEALT = NOT_CHOSEN = NOBODY = -1
OWN_PER_STEP, NEUTRAL_PER_STEP = 2, 1
"""What each of two players places in turn where there is a neutral side (S-4)."""


def new_game(
    rules: str | Ruleset = "classic",
    *,
    players: int,
    board: str | Board = "classic",
    **changes: Any,
) -> GameState:
    """Return the first state of a game.

    Parameters
    ----------
    rules : str or Ruleset
    players : int
    board : str or Board
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
    size = len(game.names)
    armies = game.rules.setup.armies_for(players)
    state = GameState(
        game=game,
        phase=Phase.FIRST_PLAYER,
        player=0,
        owners=(UNCLAIMED,) * size,
        armies=(0,) * size,
        reserves=(armies,) * players
        + (game.rules.setup.neutral_armies if game.has_neutral else 0,),
        hands=((),) * players,
        last_round=game.rules.victory.rounds if game.rules.victory.goal is Goal.ROUNDS else 0,
        contenders=tuple(range(players)),
        missions=(NOT_DEALT,) * players if mission_deck(game) else (),
        capitals=(NOT_CHOSEN,) * players if game.rules.victory.goal is Goal.CAPITALS else (),
        destroyed_by=(NOBODY,) * players,
        on_target=(False,) * players,
    )
    if game.rules.setup.first_player is FirstPlayer.SEAT:
        return _allot(state)
    return state


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
    """Go on to the missions, if there are any, and then to the territories."""
    state = state.evolve(contenders=())
    if state.missions:
        # The unseen rest stays in the box.
        return state.evolve(
            phase=Phase.MISSIONS, undealt=tuple(range(len(mission_deck(state.game))))
        )
    return _allot_territories(state)


def apply_mission(state: GameState, event: MissionDealt) -> GameState:
    """Give the next player a mission (V-3)."""
    mission = event.mission - 1
    dealt = state.game.players - state.missions.count(NOT_DEALT)
    holder = (state.first + dealt) % state.game.players
    state = state.evolve(undealt=tuple(number for number in state.undealt if number != mission))
    redealt = state.game.rules.victory.own_colour is OwnColour.REDEALT
    if redealt and is_own_colour(state.game, mission_deck(state.game)[mission], holder):
        return state  # laid aside: the next one is for the same player
    state = state.evolve(missions=changed(state.missions, holder, mission))
    return _allot_territories(state) if NOT_DEALT not in state.missions else state


def _allot_territories(state: GameState) -> GameState:
    game = state.game
    setup = game.rules.setup
    dealt = setup.mission_allocation if state.missions else setup.allocation
    state = state.evolve(player=state.first, undealt=())
    if game.has_neutral or dealt is Allocation.DEAL:
        return state.evolve(phase=Phase.DEAL, undealt=tuple(range(len(game.names))))
    return state.evolve(phase=Phase.CLAIM)


def apply_deal(state: GameState, event: TerritoryDealt) -> GameState:
    """Give the next territory to the next hand, in seat order from the first player (S-2)."""
    game = state.game
    territory = game.index[event.territory]
    turn = len(game.names) - len(state.undealt)
    hands = game.players + game.has_neutral
    hand = turn % hands
    owner = (state.first + hand) % game.players if hand < game.players else NEUTRAL
    state = _settle(state, territory, owner).evolve(
        undealt=tuple(number for number in state.undealt if number != territory)
    )
    return state if state.undealt else _start_placing(state)


def _settle(state: GameState, territory: int, owner: int) -> GameState:
    """Put a player's first army on a territory."""
    return state.evolve(
        owners=changed(state.owners, territory, owner),
        armies=changed(state.armies, territory, 1),
        reserves=changed(state.reserves, owner, state.reserves[owner] - 1),
    )


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
    state = _settle(state, state.game.index[action.territory], state.player)
    if UNCLAIMED in state.owners:
        return state.evolve(player=(state.player + 1) % state.game.players)
    return _start_placing(state)


# -- starting armies ---------------------------------------------------------------------


def _start_placing(state: GameState) -> GameState:
    """Begin the rounds in which armies are placed, with the first player (S-2)."""
    before_first = (state.first - 1) % state.game.players
    return next_to_place(state.evolve(phase=Phase.PLACE, player=before_first))


def next_to_place(state: GameState) -> GameState:
    """Hand over to the next player with armies left; when none has, setup is over."""
    reserves, players = state.reserves, state.game.players
    for turn in range(1, players + 1):
        player = (state.player + turn) % players
        own, neutral = reserves[player], reserves[NEUTRAL]
        if own or neutral:
            step = (
                (min(own, OWN_PER_STEP), min(neutral, NEUTRAL_PER_STEP))
                if state.game.has_neutral
                else (1, 0)
            )
            if any(step) and (own or state.game.has_neutral):
                return state.evolve(player=player, step=step)
    return _after_placing(state)


def room_to_place(state: GameState, territory: int) -> int:
    """Return how many starting armies may go on a territory now."""
    owner = state.owners[territory]
    if owner == state.player:
        return state.step[0]
    return state.step[1] if owner == NEUTRAL else 0


def check_starting_place(state: GameState, action: Place) -> None:
    """Raise `IllegalMove` unless these starting armies may go there now."""
    territory = state.game.territory(action.territory)
    if state.owners[territory] not in (state.player, NEUTRAL):
        raise IllegalMove(
            "S-2", f"{action.territory} is another player's; place on a territory of your own"
        )
    room = room_to_place(state, territory)
    if not 1 <= action.armies <= room:
        whose = "neutral armies" if state.owners[territory] == NEUTRAL else "armies"
        raise IllegalMove(
            "S-4" if state.game.has_neutral else "S-2",
            f"{action.armies} {whose} cannot be placed at this step, which has {room} left",
        )


def starting_places(state: GameState) -> list[ActionRange]:
    """Return where starting armies may go, and how many."""
    names = state.game.names
    return [
        ActionRange(Place(1, names[number]), room)
        for number in range(len(names))
        if (room := room_to_place(state, number))
    ]


def apply_starting_place(state: GameState, action: Place) -> GameState:
    """Place armies; when the step is done the next player is to place."""
    territory = state.game.index[action.territory]
    owner = state.owners[territory]
    own, neutral = state.step
    if owner == NEUTRAL:
        neutral -= action.armies
    else:
        own -= action.armies
    state = state.evolve(
        armies=changed(state.armies, territory, state.armies[territory] + action.armies),
        reserves=changed(state.reserves, owner, state.reserves[owner] - action.armies),
        step=(own, neutral),
    )
    return state if own or neutral else next_to_place(state)


# -- capitals ----------------------------------------------------------------------------


def _after_placing(state: GameState) -> GameState:
    state = state.evolve(step=(0, 0), player=state.first)
    return state.evolve(phase=Phase.CAPITALS) if state.capitals else _start(state)


def check_capital(state: GameState, action: ChooseCapital) -> None:
    """Raise `IllegalMove` unless the territory is one's own."""
    if state.owners[state.game.territory(action.territory)] != state.player:
        raise IllegalMove(_capital_rule(state), f"{action.territory} is not your own; a capital is")


def _capital_rule(state: GameState) -> str:
    form = state.game.rules.victory.capital_form
    return "V-4" if form is CapitalForm.HEADQUARTERS else "V-5"


def capital_choices(state: GameState) -> list[ActionRange]:
    """Return every territory that the player owns."""
    names = state.game.names
    return [ActionRange(ChooseCapital(names[n])) for n in state.territories(state.player)]


def apply_capital(state: GameState, action: ChooseCapital) -> GameState:
    """Note a capital; once all have one they are shown together and the game starts."""
    capital = state.game.index[action.territory]
    state = state.evolve(capitals=changed(state.capitals, state.player, capital))
    if NOT_CHOSEN in state.capitals:
        return state.evolve(player=(state.player + 1) % state.game.players)
    victory = state.game.rules.victory
    if victory.capital_form is CapitalForm.CAPITALS:
        armies = list(state.armies)
        for capital in state.capitals:
            # [A] agrees on a garrison and does not say where it comes from: it is added.
            armies[capital] = max(armies[capital], victory.capital_armies)
        state = state.evolve(armies=tuple(armies))
    return _start(state)


def _start(state: GameState) -> GameState:
    """Shuffle the cards and begin the first turn; wild cards are back (K-1)."""
    pile = tuple(range(len(state.game.cards)))
    if state.game.rules.victory.capital_form is CapitalForm.HEADQUARTERS:
        # The card of a headquarters leaves the deck for good (V-4).
        pile = tuple(card for card in pile if card not in state.capitals)
    return begin_turn(state.evolve(pile=pile), state.first)
