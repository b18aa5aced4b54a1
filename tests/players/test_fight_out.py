"""Battles fought out at one go end as the exact odds say, from the start or from the middle."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from oddsapp.combat import Battle, border_clash, mass_invasion, spoils_of_war
from oddsapp.engine import apply_action, draw_chance
from oddsapp.engine.events import Settled, Thrown
from oddsapp.engine.state import Phase
from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import solve
from oddsapp.players.fight_out import FightOut
from oddsapp.players.game import play_game
from oddsapp.players.random_bot import RandomBot
from oddsapp.rules import find_ruleset
from tests.engine.same_time import submit, table

RISK2 = find_ruleset("risk2")
MANUAL = find_ruleset("risk2_manual").replace(mass_reading="individual", spoils_reading="pairwise")
BATTLES = [
    mass_invasion([8], 7, RISK2),
    mass_invasion([7, 3], 12, RISK2),
    mass_invasion([4, 3, 2], 6, MANUAL),
    border_clash(7, 6, RISK2),
    spoils_of_war([[4, 3], [6]], RISK2),
    spoils_of_war([[3], [3], [2]], MANUAL),
]
FOUGHT = 20_000


@pytest.mark.rule("M-2", "M-5", "M-6", "M-7", "M-8", "M-9")
@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: f"{battle.kind} {battle.armies}")
def test_ends_are_as_likely_as_the_exact_odds_say(battle: Battle) -> None:
    """Every end within five standard errors: for all ends of all battles, once in 10,000 runs."""
    rng, fighter = Random(5), FightOut(battle.rules)
    seen = Counter(fighter.end_of(battle, rng) for _ in range(FOUGHT))
    exact = dict(solve(battle).items())
    assert set(seen) <= set(exact)
    for end, chance in exact.items():
        error = sqrt(chance * (1 - chance) / FOUGHT)
        assert seen[end] / FOUGHT == pytest.approx(chance, abs=5 * error + 2 / FOUGHT), end


def test_a_battle_that_is_begun_goes_on_from_what_is_left() -> None:
    battle, rng = mass_invasion([7, 3], 12, RISK2), Random(2)
    ends = {FightOut(RISK2).end_of(battle, rng, (2, 0, 3)) for _ in range(200)}
    exact = {(first, 0, held) for (first, held), _ in solve(mass_invasion([2], 3, RISK2)).items()}
    assert ends == exact
    assert FightOut(RISK2).end_of(battle, rng, (2, 1, 0)) == (2, 1, 0)


def test_a_battle_that_can_never_end_is_refused() -> None:
    rules = RISK2.replace(dice_set=_all_ones())
    with pytest.raises(InvalidInput, match="never ends"):
        FightOut(rules).end_of(border_clash(3, 3, rules), Random(1))


def _all_ones() -> object:
    from oddsapp.dice import DiceSet, Die

    names = [die.name for die in RISK2.combat.dice_set.dice]  # type: ignore[union-attr]
    return DiceSet("ones", tuple(Die((1,) * 12, name) for name in names))


def test_a_game_begun_with_dice_goes_on_whole_and_the_other_way_round() -> None:
    state = submit(table({0: {"A": 9}, 1: {"B": 8}, 2: {"D": 1}}, rest=2), "8 A -> B", "", "")
    rng = Random(4)
    thrown = draw_chance(state, rng)
    state = apply_action(state, thrown)
    assert state.phase is Phase.BATTLES
    for whole, kind in ((True, Settled), (False, Thrown)):
        bots = [RandomBot(rng) for _ in range(3)]
        moves = play_game(state, bots, rng, whole_battles=whole, most_rounds=1).moves
        assert isinstance(moves[0], kind)
        others = {Settled, Thrown} - {kind}
        assert not any(type(move) in others for move in moves)
