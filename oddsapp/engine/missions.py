"""Secret missions: which are dealt, and when one is fulfilled (V-3)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from oddsapp.engine.game import Game
from oddsapp.engine.mission_decks import Card, Deck, Mission, find_deck
from oddsapp.engine.resolution import Conquest, Resolution, Stage
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.rules import Goal

NOBODY = -1
"""In place of a player: whoever destroyed one who is not destroyed, a target that is none."""
NOT_DEALT = -1
"""The mission of a player to whom none is dealt yet."""

_SPOILS = (Stage.SPOILS, Stage.SURGE_SPOILS)


def _deck(game: Game) -> Deck:
    victory = game.rules.victory
    if victory.goal is not Goal.MISSIONS:
        return Deck((), ())
    return find_deck(victory.mission_deck, game)


def mission_deck(game: Game) -> tuple[Mission, ...]:
    """Return the missions that can be dealt: none of a colour that is not in play.

    Empty where missions are not played.

    Raises
    ------
    InvalidInput
        If the board lacks a continent or a territory that a mission names.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("classic").replace(goal="missions")
    >>> [str(mission) for mission in mission_deck(make_game(rules, players=4))][-2:]
    ['destroy player 3', 'destroy player 4']
    """
    return _deck(game).missions


def mission_cards(game: Game) -> tuple[Card, ...]:
    """Return the cards of the deck, each with the missions that it can say.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2").replace(goal="missions")
    >>> cards = mission_cards(make_game(rules, players=4, board="risk2"))
    >>> len(cards), sum(len(card.missions) for card in cards)
    (13, 176)
    """
    return _deck(game).cards


# -- dealing -----------------------------------------------------------------------------


def next_holder(state: GameState) -> int:
    """Return the player who gets the next mission, in seat order from the first player."""
    dealt = state.game.players - state.missions.count(NOT_DEALT)
    return (state.first + dealt) % state.game.players


def missions_on(state: GameState, number: int, holder: int | None = None) -> list[int]:
    """Return what a card can say to a player, to the next one if not said to whom.

    A card that says one of several is never about its holder's own team, nor what a copy
    that differs has said.
    """
    game, card = state.game, mission_cards(state.game)[number]
    if len(card.missions) == 1:
        return list(card.missions)
    team = game.teams[next_holder(state) if holder is None else holder]
    found = []
    for mission in card.missions:
        about = _about(state, mission_deck(game)[mission])
        told = card.differs and mission in state.missions
        if not told and (about is None or (about >= 0 and game.teams[about] != team)):
            found.append(mission)
    return found


def _about(state: GameState, mission: Mission) -> int | None:
    """Return the player that a mission is about as it is dealt."""
    if mission.owner_of is not None:
        return state.owners[state.game.index[mission.owner_of]]
    return mission.destroy


def possible_missions(state: GameState) -> dict[int, Fraction]:
    """Return which missions the next player can get, and how likely each is."""
    found: dict[int, Fraction] = {}
    for number in state.undealt:
        missions = missions_on(state, number)
        for mission in missions:
            share = Fraction(1, len(state.undealt) * len(missions))
            found[mission] = found.get(mission, Fraction(0)) + share
    return found


def card_of(state: GameState, mission: int) -> int:
    """Return a card, of those not dealt yet, that says this; copies are alike."""
    cards = mission_cards(state.game)
    return next(number for number in state.undealt if mission in cards[number].missions)


def first_targets(state: GameState) -> tuple[int, ...]:
    """Return whom each player's mission is about because of a territory, -1 for nobody."""
    deck = mission_deck(state.game)
    missions = [deck[number] for number in state.missions]
    if not any(mission.owner_of for mission in missions):
        return ()
    return tuple(
        NOBODY if mission.owner_of is None else state.owners[state.game.index[mission.owner_of]]
        for mission in missions
    )


def is_own_colour(game: Game, mission: Mission, player: int) -> bool:
    """Tell whether a mission is to destroy its own holder, or a team mate (V-8)."""
    return mission.destroy is not None and game.teams[mission.destroy] == game.teams[player]


# -- what battles change -----------------------------------------------------------------


def note_battles(state: GameState, fallen: Iterable[int]) -> GameState:
    """Note who destroyed whom in the battles of a same-time turn, and the new targets.

    Whoever takes a named territory is the target from then on, until its owner is the holder
    of the mission: then whoever owned it before is. A target that is destroyed remains one.

    Parameters
    ----------
    state : GameState
        After the battles.
    fallen : iterable of int
        Who is eliminated in them.
    """
    assert state.resolution is not None
    destroyers = list(state.destroyers)
    destroyed_by = list(state.destroyed_by)
    for loser in fallen:
        destroyers[loser] = last_takers(state.resolution, loser)
        destroyed_by[loser] = destroyers[loser][0]
    state = state.evolve(destroyers=tuple(destroyers), destroyed_by=tuple(destroyed_by))
    return state.evolve(targets=tuple(_target(state, p) for p in range(len(state.targets))))


def _target(state: GameState, player: int) -> int:
    game, old = state.game, state.targets[player]
    if old == NOBODY or state.destroyed_by[old] != NOBODY:
        return old
    name = mission_deck(game)[state.missions[player]].owner_of
    assert name is not None  # only such a mission has a target of its own
    owner = state.owners[game.index[name]]
    # A team mate is no more to be destroyed than oneself.
    return old if owner < 0 or game.teams[owner] == game.teams[player] else owner


def last_takers(battles: Resolution, loser: int) -> tuple[int, ...]:
    """Return who took a player's last territories: all that fell in the latest kind of battle.

    The battles of one kind are fought at the same time, so several may have taken the last.
    """
    taken = [conquest for conquest in battles.conquests if conquest.loser == loser]
    latest = [conquest for conquest in taken if conquest.stage is taken[-1].stage]
    return tuple(sorted({_taker(battles, conquest) for conquest in latest}))


def _taker(battles: Resolution, conquest: Conquest) -> int:
    """Return who got a territory: of several conquerors, the one who won the spoils."""
    if len(conquest.conquerors) == 1:
        return conquest.conquerors[0]
    stages = list(Stage)
    meeting = next(
        meeting
        for meeting in battles.meetings
        if meeting.stage in _SPOILS
        and meeting.place == conquest.territory
        and stages.index(meeting.stage) > stages.index(conquest.stage)
    )
    return next(
        battles.forces[number].player
        for number, left in zip(meeting.forces, meeting.after, strict=True)
        if left
    )


# -- whether one is fulfilled --------------------------------------------------------------


def mission_of(state: GameState, player: int) -> Mission:
    """Return what a player has to do by now: the mission dealt, or its replacement.

    One's own colour is replaced, and so is a colour that nobody can destroy any more: it has
    conceded without an heir, or somebody else has destroyed it where it had to be done
    personally.

    Raises
    ------
    InvalidInput
        If the mission is not known: not dealt yet, or hidden in this view.
    """
    if state.missions[player] < 0:
        raise InvalidInput(f"the mission of player {player + 1} is not known here")
    mission = mission_deck(state.game)[state.missions[player]]
    target = mission.destroy if mission.owner_of is None else state.targets[player]
    if target is None or target == NOBODY:
        return mission
    conceded = state.destroyed_by[target] == target
    if conceded or _is_too_late(state, player, mission):
        return Mission(territories=state.game.rules.victory.mission_territories)
    return mission


def _is_too_late(state: GameState, player: int, mission: Mission) -> bool:
    if mission.destroy is None:
        return False
    if is_own_colour(state.game, mission, player):
        return True
    destroyer = state.destroyed_by[mission.destroy]
    if destroyer == NOBODY:
        return False
    if mission.or_destroyer:
        return not _destroyed_in_person(state, player, mission.destroy) and all(
            state.destroyed_by[other] != NOBODY for other in state.destroyers[mission.destroy]
        )
    return state.game.rules.victory.destroy_personally and destroyer != player


def _destroyed_in_person(state: GameState, player: int, target: int) -> bool:
    """Tell whether a player destroyed another, or whoever did that."""
    by = state.destroyers
    return player in by[target] or any(player in by[other] for other in by[target])


def is_fulfilled(state: GameState, player: int) -> bool:
    """Tell whether a player has done what `mission_of` says."""
    mission = mission_of(state, player)
    if mission.owner_of is not None:
        target = state.targets[player]
        return target != NOBODY and state.destroyed_by[target] != NOBODY
    if mission.destroy is not None:
        if mission.or_destroyer:
            return _destroyed_in_person(state, player, mission.destroy)
        return state.destroyed_by[mission.destroy] != NOBODY
    if mission.is_of_continents:
        return _holds_continents(state, player, mission)
    held = sum(
        owner == player and count >= mission.garrison
        for owner, count in zip(state.owners, state.armies, strict=True)
    )
    return held >= mission.territories


def _holds_continents(state: GameState, player: int, mission: Mission) -> bool:
    game = state.game
    own = set(state.territories(player))
    members = {
        continent.name: set(territories)
        for continent, (_, territories) in zip(game.board.continents, game.continents, strict=True)
    }
    whole = {name for name, territories in members.items() if territories <= own}
    if not whole.issuperset(mission.continents):
        return False
    if len(whole) < len(mission.continents) + mission.others:
        return False
    if not own.issuperset(game.index[name] for name in mission.named):
        return False
    if mission.presence and not all(own & territories for territories in members.values()):
        return False
    outside = own.difference(*(members[name] for name in mission.continents))
    return mission.connected <= game.largest_group(outside)
