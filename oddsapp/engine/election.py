"""Election: territories are auctioned off, as the manual of RISK II has it (S-5).

Everybody gets one territory at random. Then all others are put up one by one, in random order,
and whoever likes bids; a bid is worth the points of the bidder and the influence of the
bidder's adjacent territories. It goes to the last bid once all others have passed, or the time
is up: no clock runs in here, whoever plays says so. Without a bid chance gives the territory
away. Points that are left buy armies in the end.

Where the manual is silent: influence pays before points do, and each territory lends its own
once, to the first election that it helps to win, in the board's order as far as it is needed.
The army that settles a territory is one of the starting armies, and who has none left bids no
more.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from oddsapp.engine.actions import ActionRange, Bid, PassBid
from oddsapp.engine.allocation import seat, settle_first
from oddsapp.engine.events import Awarded, Offered
from oddsapp.engine.game import UNCLAIMED, Game
from oddsapp.engine.state import Auction, GameState, Phase, changed
from oddsapp.errors import IllegalMove, InvalidInput


def starting_points(game: Game) -> int:
    """Return how many points each player has to bid with.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> [starting_points(make_game("risk2", players=n, board="risk2")) for n in (3, 5, 7)]
    [1600, 960, 680]
    """
    setup = game.rules.setup
    share = setup.points_per_territory * len(game.names) // game.players
    return share // setup.points_rounded_to * setup.points_rounded_to


def begin_election(state: GameState) -> GameState:
    """Hand out the points, and put up the first territory."""
    points = (starting_points(state.game),) * state.game.players
    return state.evolve(auction=Auction(points), phase=Phase.OFFER, undealt=())


def auction_of(state: GameState) -> Auction:
    """Return the election under way."""
    assert state.auction is not None  # in these phases there is one
    return state.auction


# -- what chance decides -----------------------------------------------------------------


def offers(state: GameState) -> Iterator[tuple[Offered, Fraction]]:
    """Yield which territory can be put up next."""
    free = unclaimed(state)
    for number in free:
        yield Offered(state.game.names[number]), Fraction(1, len(free))


def unclaimed(state: GameState) -> list[int]:
    """Return the territories that nobody owns yet."""
    return [number for number, owner in enumerate(state.owners) if owner == UNCLAIMED]


def awards(state: GameState) -> Iterator[tuple[Awarded, Fraction]]:
    """Yield who can get a territory without a bid: anybody with an army left for it."""
    name = state.game.names[auction_of(state).lot]
    able = heirs(state)
    for player in able:
        yield Awarded(player + 1, name), Fraction(1, len(able))


def heirs(state: GameState) -> list[int]:
    """Return the players who have an army left to settle a territory."""
    return [player for player in range(state.game.players) if state.reserves[player]]


def check_offered(state: GameState, event: Offered) -> None:
    """Raise `InvalidInput` unless the territory is free."""
    if state.owners[state.game.territory(event.territory)] != UNCLAIMED:
        raise InvalidInput(f"{event.territory} has an owner already; a free territory is put up")


def check_awarded(state: GameState, event: Awarded) -> None:
    """Raise `InvalidInput` unless this is the territory, and the player has an army for it."""
    name = state.game.names[auction_of(state).lot]
    if event.territory != name:
        raise InvalidInput(f"{name} is given away now, not {event.territory}")
    if seat(state, event.player) not in heirs(state):
        raise InvalidInput(f"player {event.player} has no army left to settle {name}")


def apply_offered(state: GameState, event: Offered) -> GameState:
    """Put a territory up, and ask for bids from the first seat on."""
    lot = state.game.index[event.territory]
    auction = Auction(auction_of(state).points, auction_of(state).spent, lot)
    return _ask(state.evolve(phase=Phase.BID, auction=auction, player=state.first), state.seats)


def apply_awarded(state: GameState, event: Awarded) -> GameState:
    """Give the territory away."""
    state = settle_first(state, auction_of(state).lot, event.player - 1)
    return _next_lot(state, auction_of(state))


# -- bidding -----------------------------------------------------------------------------


def lenders(state: GameState, player: int) -> list[int]:
    """Return the own territories next to the one put up whose influence is not used up."""
    auction = auction_of(state)
    adjacent = state.game.touching[auction.lot]
    return [n for n in state.territories(player) if n in adjacent and n not in auction.spent]


def most_bid(state: GameState, player: int) -> int:
    """Return the most that a player can bid: points and influence."""
    influence = state.game.rules.setup.influence * len(lenders(state, player))
    return auction_of(state).points[player] + influence if state.reserves[player] else 0


def _possible_bids(state: GameState, player: int) -> list[int]:
    auction = auction_of(state)
    bids = [auction.bid + step for step in state.game.rules.setup.bid_steps]
    most = most_bid(state, player)
    return [bid for bid in bids if bid <= most]


def check_bid(state: GameState, action: Bid) -> None:
    """Raise `IllegalMove` unless the bid is a step above the last, and can be paid."""
    player, auction = seat(state, action.player), auction_of(state)
    _check_not_highest(state, player)
    if not state.reserves[player]:
        raise IllegalMove("S-5", f"player {action.player} has no army left to settle a territory")
    steps = state.game.rules.setup.bid_steps
    if action.points - auction.bid not in steps:
        allowed = " or ".join(str(auction.bid + step) for step in steps)
        raise IllegalMove("S-5", f"after {auction.bid} one bids {allowed}, not {action.points}")
    if action.points > most_bid(state, player):
        raise IllegalMove(
            "S-5",
            f"player {action.player} can bid {most_bid(state, player)} with points and influence,"
            f" not {action.points}",
        )


def check_pass_bid(state: GameState, action: PassBid) -> None:
    """Raise `IllegalMove` from whoever bids most, or has passed since."""
    player = seat(state, action.player)
    _check_not_highest(state, player)
    if player in auction_of(state).passed:
        raise IllegalMove("S-5", f"player {action.player} has passed since the last bid")


def _check_not_highest(state: GameState, player: int) -> None:
    if player == auction_of(state).bidder:
        raise IllegalMove("S-5", f"player {player + 1} bids most; the others may bid or pass")


def bids(state: GameState) -> list[ActionRange]:
    """Return what the player asked may bid, and the pass.

    Others may bid before they are asked.
    """
    number = state.player + 1
    possible = [ActionRange(Bid(number, bid), bid) for bid in _possible_bids(state, state.player)]
    return [*possible, ActionRange(PassBid(number))]


def apply_bid(state: GameState, action: Bid) -> GameState:
    """Take a bid, and ask the others again."""
    bidder = action.player - 1
    auction = auction_of(state)._replace(bidder=bidder, bid=action.points, passed=())
    return _ask(state.evolve(auction=auction), _after(state, bidder))


def apply_pass_bid(state: GameState, action: PassBid) -> GameState:
    """Note who has passed; the last bid wins once all others have."""
    player, auction = action.player - 1, auction_of(state)
    passed = tuple(sorted((*auction.passed, player)))
    return _ask(state.evolve(auction=auction._replace(passed=passed)), _after(state, player))


def _after(state: GameState, player: int) -> tuple[int, ...]:
    """Return all players in seat order, a player last."""
    players = state.game.players
    return tuple((player + turn) % players for turn in range(1, players + 1))


def _ask(state: GameState, order: tuple[int, ...]) -> GameState:
    """Ask the next who can still bid; if nobody can, the time is up."""
    auction = auction_of(state)
    for player in order:
        open_to_bid = player != auction.bidder and player not in auction.passed
        if open_to_bid and _possible_bids(state, player):
            return state.evolve(player=player)
    return hammer(state)


def hammer(state: GameState) -> GameState:
    """End the bids: the highest wins and pays; without one chance decides."""
    auction, setup = auction_of(state), state.game.rules.setup
    if auction.bidder < 0:
        return state.evolve(phase=Phase.AWARD)
    lending = lenders(state, auction.bidder)
    paid = min(auction.bid, setup.influence * len(lending))
    if setup.influence_once and paid:
        needed = -(-paid // setup.influence)
        auction = auction._replace(spent=tuple(sorted((*auction.spent, *lending[:needed]))))
    left = auction.points[auction.bidder] - (auction.bid - paid)
    auction = auction._replace(points=changed(auction.points, auction.bidder, left))
    return _next_lot(settle_first(state, auction.lot, auction.bidder), auction)


def _next_lot(state: GameState, auction: Auction) -> GameState:
    return state.evolve(
        phase=Phase.OFFER, player=state.first, auction=Auction(auction.points, auction.spent)
    )


def is_elected(state: GameState) -> bool:
    """Tell whether every territory has an owner."""
    return UNCLAIMED not in state.owners


def close_election(state: GameState) -> GameState:
    """Turn the points that are left into armies, at most one for each territory owned."""
    price, points = state.game.rules.setup.points_per_army, auction_of(state).points
    reserves = list(state.reserves)
    for player, left in enumerate(points):
        reserves[player] += min(left // price, state.owners.count(player))
    return state.evolve(auction=None, reserves=tuple(reserves))
