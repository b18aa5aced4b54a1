"""The cautious bot: keeps its borders, and attacks only where it is clearly stronger."""

from __future__ import annotations

from typing import NamedTuple

from oddsapp.engine.actions import Action, EndAttack, Occupy
from oddsapp.engine.attack import moves_in
from oddsapp.engine.state import GameState
from oddsapp.players.evaluation import enemy_owners, targets_of, threat_to
from oddsapp.players.phases import PhaseBot, fight

MARGIN = 2
"""With twice the armies of the target, and so many more, an army is clearly stronger."""
OVERWHELMING = 3
"""With so many times the armies of all others together, as many as the target are enough."""
PATIENCE = 50
"""After so many rounds, too: a game in which everybody waits is never over."""
FINISHING = 3
"""By how many armies a rival is the better target for each territory fewer."""


class _Chance(NamedTuple):
    """An attack, and by how many armies it is clear, or not clear, who is stronger."""

    margin: int
    origin: int
    target: int


class CautiousBot(PhaseBot):
    """Leaves a guard behind, and attacks where it has more than twice the armies.

    Who has an overwhelming number of armies does not need as many in each attack. Of the attacks
    that are clear it prefers those on whoever has least left: its games come
    to an end, where always attacking the weakest spot would go round for ever.

    Examples
    --------
    >>> from oddsapp.engine import new_game
    >>> view = new_game("classic", players=2, first_player="seat", allocation="claim",
    ...                 neutral_armies=0)
    >>> str(CautiousBot().decide(view))
    'claim Argentina'
    """

    def attack(self, view: GameState) -> Action:
        """Attack where an army is clearly stronger."""
        chance = _clearest(view, 0)
        if chance is None or chance.margin < 0:
            return EndAttack()
        return fight(view, chance.origin, chance.target)

    def place(self, view: GameState) -> Action:
        """Place all where the next attack will be clear, or else where a border is weakest."""
        reserve = view.reserves[view.player]
        chance = _clearest(view, reserve)
        if chance is None or chance.margin < 0:
            return self.place_on(view, self.weakest(view), reserve)
        return self.place_on(view, chance.origin, reserve)

    def occupy(self, view: GameState) -> Action:
        """Move in all but a guard of half of what threatens the territory behind."""
        least, most = moves_in(view)
        assault = view.assault
        assert assault is not None
        enemies = enemy_owners(view, view.player)
        behind = threat_to(view, assault.origin, enemies)
        if not targets_of(view, assault.target, enemies) and behind:
            return Occupy(least)
        guard = max(1, behind // 2)
        return Occupy(min(most, max(least, view.armies[assault.origin] - guard)))


def _clearest(view: GameState, more: int) -> _Chance | None:
    """Return the best attack if so many more armies stood there, the clear ones first."""
    player, owners, armies = view.player, view.owners, view.armies
    neighbours, enemies = view.game.neighbours, enemy_owners(view, player)
    held = [owners.count(other) for other in range(view.game.players)]
    held.append(len(owners))  # the neutral side, last as in `NEUTRAL`, is never finished off
    own = sum([armies[place] for place, owner in enumerate(owners) if owner == player])
    bold = own > OVERWHELMING * (sum(armies) - own) or view.round > PATIENCE
    times = 1 if bold else 2
    best: tuple[int, int] | None = None
    found = None
    for origin, owner in enumerate(owners):
        if owner != player:
            continue
        strength = armies[origin] + more - MARGIN
        if strength < 0:
            continue
        for target in neighbours[origin]:
            rival = owners[target]
            if rival in enemies:
                margin = strength - times * armies[target]
                key = min(0, margin), margin - FINISHING * held[rival]
                if best is None or key > best:
                    best, found = key, _Chance(margin, origin, target)
    return found
