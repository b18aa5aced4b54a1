"""What all bots share: a method for each phase, and sound answers where they do not differ.

A bot overrides `attack`, and wherever else it has ideas of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddsapp.combat.roll import dice_losses
from oddsapp.engine.actions import (
    Action,
    Agree,
    Attack,
    AttackUntil,
    ChooseCapital,
    Claim,
    Command,
    Defend,
    EndReinforcement,
    EndTurn,
    Fortify,
    LetStand,
    Occupy,
    Place,
    Refuse,
    Reroll,
)
from oddsapp.engine.attack import combat, most_defence_dice, moves_in
from oddsapp.engine.chance import throws
from oddsapp.engine.consent import CONCEDE, DRAW
from oddsapp.engine.expert import ATTACKER, adjustments, with_face
from oddsapp.engine.fortify import destinations, movable, room
from oddsapp.engine.game import NEUTRAL, UNCLAIMED
from oddsapp.engine.reinforce import can_place, room_on
from oddsapp.engine.scoring import team_score
from oddsapp.engine.state import GameState, Phase
from oddsapp.errors import InvalidInput
from oddsapp.players.evaluation import (
    best_trade,
    borders,
    enemy_owners,
    share_of,
    targets_of,
    threat_to,
)

_METHODS = {
    Phase.CLAIM: "claim",
    Phase.PLACE: "place_starting",
    Phase.CAPITALS: "choose_capital",
    Phase.REINFORCE: "reinforce",
    Phase.SPOILS: "reinforce",
    Phase.ATTACK: "attack",
    Phase.DEFEND: "defend",
    Phase.ADJUST: "adjust",
    Phase.OCCUPY: "occupy",
    Phase.FORTIFY: "fortify",
    Phase.CONSENT: "answer",
    Phase.BID: "bid",
    Phase.ARRANGE: "arrange",
    Phase.DIPLOMACY: "plan_pacts",
    Phase.TRADES: "plan_trades",
    Phase.REINFORCEMENTS: "plan_reinforcements",
    Phase.ORDERS: "plan_attacks",
    Phase.CONQUEST_TRADES: "plan_trades",
    Phase.CONQUEST_REINFORCEMENTS: "plan_reinforcements",
    Phase.TACTICAL: "plan_moves",
}


class PhaseBot:
    """A player that has one method for each phase."""

    plans_turns = False
    """Whether it plays where all play at the same time, too."""

    def decide(self, view: GameState) -> Action:
        """Return what the method of the phase says.

        Raises
        ------
        InvalidInput
            If the bot plays games in turns only, and this is another one.
        """
        if view.game.rules.is_same_time and not self.plans_turns:
            raise InvalidInput(
                "this bot plays games in turns only; RISK II is played by random and odds"
            )
        action: Action = getattr(self, _METHODS[view.phase])(view)
        return action

    # -- setup ---------------------------------------------------------------------------

    def claim(self, view: GameState) -> Action:
        """Claim where a continent, a small one rather, is most one's own already (S-2)."""
        game, player, owners = view.game, view.player, view.owners

        def worth(territory: int) -> float:
            continent = game.continent_of[territory]
            own = share_of(view, continent, player)
            beside = sum(owners[other] == player for other in game.neighbours[territory])
            return 10 * own + beside - len(game.continents[continent][1])

        free = [number for number, owner in enumerate(owners) if owner == UNCLAIMED]
        return Claim(game.names[max(free, key=worth)])

    def place_starting(self, view: GameState) -> Action:
        """Place starting armies: one's own, then the neutral side's (S-2, S-4)."""
        own, neutral = view.step
        names = view.game.names
        if own:
            return Place(own, names[self.weakest(view)])
        return Place(neutral, names[self._nuisance(view)])

    def weakest(self, view: GameState) -> int:
        """Return the own territory that lacks most against what threatens it."""
        player, armies = view.player, view.armies
        enemies = enemy_owners(view, player)
        own = borders(view, player) or view.territories(player)
        return max(own, key=lambda place: threat_to(view, place, enemies) - armies[place])

    def _nuisance(self, view: GameState) -> int:
        """Return the neutral territory that stands in the others' way more than in one's own."""
        owners, neighbours, player = view.owners, view.game.neighbours, view.player

        def worth(territory: int) -> int:
            around = [owners[other] for other in neighbours[territory]]
            rivals = sum(owner not in (player, NEUTRAL) for owner in around)
            return rivals - 2 * around.count(player)

        return max(view.territories(NEUTRAL), key=worth)

    def choose_capital(self, view: GameState) -> Action:
        """Choose what the fewest can attack, and of these what is held best (V-4, V-5)."""
        enemies = enemy_owners(view, view.player)

        def safety(territory: int) -> tuple[int, int]:
            around = len(targets_of(view, territory, enemies))
            return -around, view.armies[territory]

        return ChooseCapital(view.game.names[max(view.territories(view.player), key=safety)])

    # -- reinforcing ---------------------------------------------------------------------

    def reinforce(self, view: GameState) -> Action:
        """Trade whenever there is a set (K-9, K-10), then place."""
        if len(view.hands[view.player]) > 2:
            trade = best_trade(view, (self.weakest(view),))
            if trade is not None:
                return trade
        return self.place(view) if can_place(view) else EndReinforcement()

    def place(self, view: GameState) -> Action:
        """Place all armies on the weakest border, as far as there is room (T-4, T-5)."""
        return self.place_on(view, self.weakest(view), view.reserves[view.player])

    def place_on(self, view: GameState, territory: int, armies: int) -> Action:
        """Place armies on a territory, or where there is room if it has none (T-5)."""
        if view.game.rules.turn.stack_limit is not None:
            own = [territory, *view.territories(view.player)]
            territory = next(place for place in own if room_on(view, place))
            armies = min(armies, room_on(view, territory))
        return Place(armies, view.game.names[territory])

    # -- attacking -----------------------------------------------------------------------

    def attack(self, view: GameState) -> Action:
        """Attack, or end the attack phase."""
        raise NotImplementedError

    def occupy(self, view: GameState) -> Action:
        """Move in what the territory taken needs more than the one attacked from (C-6)."""
        least, most = moves_in(view)
        assault, player = view.assault, view.player
        assert assault is not None
        enemies = enemy_owners(view, player)
        if not targets_of(view, assault.origin, enemies):
            return Occupy(most)
        if not targets_of(view, assault.target, enemies):
            return Occupy(least)
        behind = threat_to(view, assault.origin, enemies)
        ahead = threat_to(view, assault.target, enemies)
        both = view.armies[assault.origin]
        share = round(both * ahead / (ahead + behind)) if ahead + behind else most
        return Occupy(min(most, max(least, share)))

    def adjust(self, view: GameState) -> Action:
        """Show a card, or use the commander, where that is likely to help (C-7, C-8)."""
        best: Action = LetStand()
        assert view.assault is not None
        rules, assault = combat(view), view.assault
        lost, killed = dice_losses(rules, assault.attack, assault.defence)
        best_worth = float(killed - lost)
        for action in adjustments(view):
            worth = _worth_after(view, action)
            if worth > best_worth + 1e-9:
                best, best_worth = action, worth
        return best

    def defend(self, view: GameState) -> Action:
        """Defend with all dice; with fewer where the attacker's roll is seen and asks for it."""
        most, assault = most_defence_dice(view), view.assault
        assert assault is not None
        if not assault.attack:
            return Defend(most)
        rules = combat(view)

        def worth(dice: int) -> float:
            total = 0.0
            for faces, probability in throws(rules.defence_die, dice):
                lost, killed = dice_losses(rules, assault.attack, faces)
                total += float(probability) * (lost - killed)
            return total

        return Defend(max(range(1, most + 1), key=worth))

    # -- the end of the turn -------------------------------------------------------------

    def fortify(self, view: GameState) -> Action:
        """Bring the largest army that guards nothing towards the border that lacks most."""
        player, armies, game = view.player, view.armies, view.game
        front = set(borders(view, player))
        idle = [
            place
            for place in view.territories(player)
            if place not in front and armies[place] > 1 and movable(view, place) > 0
        ]
        idle.sort(key=lambda place: -armies[place])
        enemies = enemy_owners(view, player)
        for origin in idle:
            reached = [place for place in destinations(view, origin) if room(view, place) > 0]
            wanted = [place for place in reached if place in front]
            target: int | None = None
            if wanted:
                target = max(
                    wanted, key=lambda place: threat_to(view, place, enemies) - armies[place]
                )
            elif reached:
                target = self._step_to_front(view, origin, front, reached)
            if target is not None:
                most = min(movable(view, origin), room(view, target))
                return Fortify(most, game.names[origin], game.names[target])
        return EndTurn()

    def _step_to_front(
        self, view: GameState, origin: int, front: set[int], reached: Sequence[int]
    ) -> int | None:
        """Return the neighbour from which the front is nearest, None if it is no nearer."""
        distance = distances(view, front)
        here = distance.get(origin)
        if here is None:
            return None
        target = min(reached, key=lambda place: distance.get(place, here))
        return target if distance.get(target, here) < here else None

    # -- consent -------------------------------------------------------------------------

    def answer(self, view: GameState) -> Action:
        """Agree to what is no worse for oneself than to play on (V-9)."""
        proposal, me = view.proposal, view.viewer
        assert proposal is not None
        assert me is not None
        teams = view.game.teams
        if proposal.kind == CONCEDE:
            mine = proposal.number == 0 or teams[proposal.number - 1] == teams[me]
            return Agree() if mine else Refuse()
        scores = {team: team_score(view, team) for team in set(teams)}
        leads = scores[teams[me]] == max(scores.values())
        return Agree() if leads != (proposal.kind == DRAW) else Refuse()


def _worth_after(view: GameState, action: Reroll | Command) -> float:
    """Return what is killed less what is lost, on average, after a change of the roll."""
    rules, assault = combat(view), view.assault
    assert assault is not None
    attack, defence = assault.attack, assault.defence
    if isinstance(action, Command):
        attack = with_face(attack, action.face, rules.attack_die.faces[-1])
        lost, killed = dice_losses(rules, attack, defence)
        return killed - lost
    own = action.side == ATTACKER
    die = rules.attack_die if own else rules.defence_die
    total = 0.0
    for face, count in die.counts.items():
        rolled = with_face(attack if own else defence, action.face, face)
        lost, killed = dice_losses(rules, rolled if own else attack, defence if own else rolled)
        total += (killed - lost) * count / die.sides
    return total


def distances(view: GameState, front: set[int]) -> dict[int, int]:
    """Return how many moves each own territory is away from the front."""
    owners, player = view.owners, view.player
    distance = dict.fromkeys(front, 0)
    wave, steps = list(front), 0
    while wave:
        steps += 1
        found = []
        for place in wave:
            for other in view.game.approaches[place]:
                if owners[other] == player and other not in distance:
                    distance[other] = steps
                    found.append(other)
        wave = found
    return distance


def fight(view: GameState, origin: int, target: int, keep: int = 1) -> Action:
    """Return the attack to an end or stop; one roll of it where the defender is asked (C-3)."""
    names = view.game.names
    if not view.game.rules.turn.defender_chooses:
        return AttackUntil(names[origin], names[target], keep)
    dice = min(combat(view).attack_dice, view.armies[origin] - 1)
    return Attack(names[origin], names[target], dice)
