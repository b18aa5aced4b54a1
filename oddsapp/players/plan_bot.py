"""A bot's answers where all play at the same time: bids, placing, and the plan of each phase."""

from __future__ import annotations

from oddsapp.engine.actions import Action, AgreeToSetup, Bid, PassBid, Station, Submit, Trade
from oddsapp.engine.cards import apply_trade
from oddsapp.engine.election import auction_of, lenders, most_bid, starting_points, unclaimed
from oddsapp.engine.income import most_received
from oddsapp.engine.plans import MoveOrder, PactOrder, PlaceOrder, trade_order
from oddsapp.engine.state import GameState, Phase
from oddsapp.engine.trading import as_trader, has_to_trade
from oddsapp.players.aims import own_capital
from oddsapp.players.attack_plans import AttackPlanner, breakers, posts
from oddsapp.players.evaluation import best_trade, borders, enemy_owners, share_of, threat_to
from oddsapp.players.phases import PhaseBot, distances
from oddsapp.players.worth import Weights

DEFENCE = 3
"""One in so many reinforcements goes where a border lacks most."""
PACT_ROUNDS = 2
"""For how long a pact is offered."""
TABLE_FOR_PACTS = 3
"""With fewer players left there is nobody to turn to instead."""


class PlanBot(PhaseBot):
    """Plans its turns of RISK II by exact odds.

    Parameters
    ----------
    weights : Weights
    """

    plans_turns = True

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    # -- setup -------------------------------------------------------------------------------

    def bid(self, view: GameState) -> Action:
        """Bid up to a fair share of the points, more where a continent is one's own (S-5)."""
        auction, number, game = auction_of(view), view.player + 1, view.game
        step = min(game.rules.setup.bid_steps)
        # A fair share of what is still to be had, from what is left.
        fair = starting_points(game) * game.players // len(game.names)
        left = auction.points[view.player] * game.players // max(1, len(unclaimed(view)))
        own = share_of(view, game.continent_of[auction.lot], view.player)
        worth = min(fair, left) * (0.75 + own) + 10 * len(lenders(view, view.player))
        bid = auction.bid + step
        if bid <= min(worth, most_bid(view, view.player)):
            return Bid(number, bid)
        return PassBid(number)

    def arrange(self, view: GameState) -> Action:
        """Place what is left on the weakest border, a third at a time; then agree (S-5)."""
        reserve = view.reserves[view.player]
        if not reserve:
            return AgreeToSetup(view.player + 1)
        return Station(view.player + 1, -(-reserve // 3), view.game.names[self.weakest(view)])

    # -- planning ----------------------------------------------------------------------------

    def plan_pacts(self, view: GameState) -> Action:
        """Offer a pact to whoever has most armies, as long as there are others (R-6).

        Not to who has broken one before.
        """
        living, player = view.living, view.player
        totals = dict.fromkeys(living, 0)
        for owner, armies in zip(view.owners, view.armies, strict=True):
            if owner >= 0:
                totals[owner] += armies
        rivals = [other for other in living if other in enemy_owners(view, player)]
        trusted = [other for other in rivals if other not in breakers(view)]
        if len(living) < TABLE_FOR_PACTS or len(rivals) < 2 or not trusted:
            return Submit(player + 1)
        strongest = max(trusted, key=lambda other: totals[other])
        return Submit(player + 1, (str(PactOrder(strongest + 1, PACT_ROUNDS)),))

    def plan_trades(self, view: GameState) -> Action:
        """Trade every set, as far as one may (K-11)."""
        player = view.player
        trader, plan = as_trader(view, player), list[str]()
        place = self.weakest(view)
        while view.phase is Phase.TRADES or has_to_trade(trader, player, begun=bool(plan)):
            trade: Trade | None = best_trade(trader, (place,))
            if trade is None:
                break
            plan.append(str(trade_order(trade)))
            trader = apply_trade(trader, trade)
        return Submit(player + 1, tuple(plan))

    def plan_reinforcements(self, view: GameState) -> Action:
        """Place where the best attack is to come from, and some where a border lacks most."""
        player, reserve = view.player, view.reserves[view.player]
        limited = view.game.rules.same_time.restricted_reinforcement
        room = {
            place: most_received(view, place) if limited else reserve
            for place in view.territories(player)
        }
        plan: dict[int, int] = {}
        enemies, capital = enemy_owners(view, player), own_capital(view)
        weak = self.weakest(view)
        if capital is not None and threat_to(view, capital, enemies) > view.armies[capital]:
            weak = capital
        lack = threat_to(view, weak, enemies) // 2 - view.armies[weak]
        wanted = [(weak, min(reserve // DEFENCE, max(0, lack)))]
        best = sorted(posts(AttackPlanner(view, self.weights), reserve), reverse=True)
        front = borders(view, player)
        order = (*(home for _, home in best), weak, *front, *room)
        wanted += [(place, reserve) for place in order]
        for place, armies in wanted:
            placed = min(armies, reserve, room[place])
            if placed > 0:
                plan[place] = plan.get(place, 0) + placed
                room[place] -= placed
                reserve -= placed
        names = view.game.names
        lines = [str(PlaceOrder(armies, names[place])) for place, armies in plan.items()]
        return Submit(player + 1, tuple(lines))

    def plan_attacks(self, view: GameState) -> Action:
        """Order the attacks that the exact odds and what there is to gain ask for."""
        orders = AttackPlanner(view, self.weights).orders()
        return Submit(view.player + 1, tuple(map(str, orders)))

    def plan_moves(self, view: GameState) -> Action:
        """Move the largest army that guards nothing nearer to the front (R-5)."""
        player, armies, game = view.player, view.armies, view.game
        front = set(borders(view, player))
        distance = distances(view, front)
        idle = [
            place
            for place in view.territories(player)
            if place not in front and armies[place] > 1 and place in distance
        ]
        if not idle:
            return Submit(player + 1)
        source = max(idle, key=lambda place: armies[place])
        enemies = enemy_owners(view, player)
        nearer = [
            place
            for place in game.neighbours[source]
            if view.owners[place] == player and distance.get(place, len(armies)) < distance[source]
        ]
        nearer.sort(key=lambda place: armies[place] - threat_to(view, place, enemies))
        left, plan = armies[source] - 1, []
        for place in nearer:
            moved = min(left, most_received(view, place))
            if moved:
                left -= moved
                plan.append(str(MoveOrder(moved, game.names[source], game.names[place])))
        return Submit(player + 1, tuple(plan))
