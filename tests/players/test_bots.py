"""Bots answer every question that a game can ask, with a legal action, from their view alone."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from oddsapp.engine import (
    CHANCE,
    Action,
    GameState,
    Phase,
    apply_action,
    current_player,
    draw_chance,
    legal_actions,
    new_game,
)
from oddsapp.engine.actions import (
    Agree,
    ChooseCapital,
    Claim,
    Command,
    Defend,
    EndAttack,
    Fortify,
    LetStand,
    Occupy,
    Place,
    Refuse,
    Reroll,
    Trade,
)
from oddsapp.engine.state import HIDDEN
from oddsapp.players.cautious_bot import CautiousBot
from oddsapp.players.continental_bot import ContinentalBot
from oddsapp.players.game import play_game
from oddsapp.players.odds_bot import OddsBot
from oddsapp.players.protocol import Player
from oddsapp.players.roster import BOT_NAMES, make_bot
from oddsapp.players.settle import settle
from tests.engine.build import at_turn, play, position
from tests.engine.variants import VARIANTS, begin

BOTS = [CautiousBot, OddsBot, ContinentalBot]


class Checked:
    """A player whose every answer is looked at: is it legal, and was nothing hidden shown?"""

    def __init__(self, player: Player, seat: int, asked: Counter[Phase]) -> None:
        self.player, self.seat, self.asked = player, seat, asked

    def decide(self, view: GameState) -> Action:
        assert view.viewer == self.seat
        for other, hand in enumerate(view.hands):
            if other not in (self.seat, view.player):
                assert set(hand) <= {HIDDEN}
        assert set(view.pile) <= {HIDDEN}
        self.asked[view.phase] += 1
        action = self.player.decide(view)
        assert is_listed(action, view), f"{action} is not among the legal actions"
        return action


def is_listed(action: Action, view: GameState) -> bool:
    """Whether an action is one of `legal_actions`, whose amounts are ranges."""
    for choice in legal_actions(view):
        if not action.amount:
            if choice.action == action:
                return True
        elif isinstance(action, type(choice.action)):
            amount = getattr(action, action.amount)
            if choice.least <= amount <= choice.most and choice.with_amount(amount) == action:
                return True
    return False


def seated(names: Iterable[str], rng: Random, asked: Counter[Phase]) -> list[Player]:
    return [Checked(make_bot(name, rng), seat, asked) for seat, name in enumerate(names)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_bot_plays_every_variant_by_the_rules(variant: str) -> None:
    state = begin(variant)
    asked: Counter[Phase] = Counter()
    for turn in range(2):
        names = [BOT_NAMES[(turn + seat) % 4] for seat in range(state.game.players)]
        rng = Random(turn)
        play_game(state, seated(names, rng, asked), rng, most_rounds=6)
    assert asked[Phase.REINFORCE]
    assert asked[Phase.ATTACK]


def test_all_phases_in_which_players_decide_come_up() -> None:
    asked: Counter[Phase] = Counter()
    for variant in ("experts", "headquarters", "asked late", "six at the table"):
        state, rng = begin(variant), Random(3)
        names = [BOT_NAMES[1 + seat % 3] for seat in range(state.game.players)]
        play_game(state, seated(names, rng, asked), rng, most_rounds=12)
    expected = {
        Phase.CLAIM, Phase.PLACE, Phase.CAPITALS, Phase.REINFORCE, Phase.ATTACK, Phase.DEFEND,
        Phase.ADJUST, Phase.OCCUPY, Phase.FORTIFY,
    }  # fmt: skip
    assert expected <= set(asked)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_trade_a_set_and_place_without_one(bot: type[OddsBot]) -> None:
    state = position({0: ["Brazil", "Peru"], 1: ["Siam"]}, armies={"Brazil": 5})
    symbols = state.game.symbols
    alike = tuple(card for card in range(42) if symbols[card] == "cavalry")
    for hand, kind in ((alike[:3], Trade), (alike[:2], Place)):
        held = at_turn(state).evolve(hands=(hand, (), ()))
        action = bot().decide(held.evolve(viewer=0))
        assert is_listed(action, held)
        assert isinstance(action, kind)


def test_a_trade_takes_the_best_set_and_puts_its_bonus_where_it_lacks_most() -> None:
    state = position({0: ["Brazil", "Peru"], 1: ["Venezuela"]}, armies={"Venezuela": 9})
    symbols = state.game.symbols
    of_each = [next(n for n, shown in enumerate(symbols) if shown == kind) for kind in
               ("infantry", "cavalry", "artillery")]  # fmt: skip
    hand = tuple(sorted({*of_each, 42}))
    held = at_turn(state).evolve(hands=(hand, (), ()))
    action = CautiousBot().decide(held.evolve(viewer=0))
    assert isinstance(action, Trade)
    assert "wild card" not in action.cards


@pytest.mark.parametrize("bot", BOTS)
def test_bots_take_what_is_nearly_won(bot: type[OddsBot]) -> None:
    """The last territory of the last rival, with twenty armies against one."""
    names = [name for name in position({}).game.names if name != "Siam"]
    state = position({0: names, 1: ["Siam"]}, players=2, neutral_armies=0, armies={"India": 20})
    action = bot().decide(state.evolve(viewer=0))
    assert str(action) == "attack India -> Siam until 1 army are left"


@pytest.mark.parametrize("bot", BOTS)
def test_bots_attack_nobody_who_is_far_stronger(bot: type[OddsBot]) -> None:
    state = position({0: ["Siam"], 1: ["India", "China", "Indonesia"]}, rest=1,
                     armies={"Siam": 2, "India": 9, "China": 9, "Indonesia": 9})  # fmt: skip
    assert bot().decide(state.evolve(viewer=0)) == EndAttack()


def test_a_continental_bot_follows_its_plan() -> None:
    """Twenty armies in Siam take Australia, and move on as the plan says."""
    australia = ["Indonesia", "New Guinea", "Western Australia", "Eastern Australia"]
    state = position({0: ["Siam"], 1: australia}, armies={"Siam": 20}, rest=2)
    bot, rng = ContinentalBot(), Random(1)
    begun = state
    for _ in range(60):
        if begun.phase is Phase.FORTIFY or all(begun.owner_of(name) == 0 for name in australia):
            break
        if current_player(begun) == CHANCE:
            begun = apply_action(begun, draw_chance(begun, rng, settle))
        else:
            begun = apply_action(begun, bot.decide(begun.evolve(viewer=0)))
    assert all(begun.owner_of(name) == 0 for name in australia)


@pytest.mark.rule("C-3")
def test_a_defender_who_sees_the_roll_takes_one_die_against_two_high_ones() -> None:
    state = position({0: ["Siam"]}, rest=1, armies={"Siam": 4, "India": 5},
                     defender_chooses=True, defence_timing="after_roll")  # fmt: skip
    for faces, dice in (("6 6 1", 1), ("3 2 1", 2)):
        seen = play(state, "attack Siam -> India with 3 dice", f"roll {faces} against nothing")
        assert OddsBot().decide(seen.evolve(viewer=1)) == Defend(dice)


@pytest.mark.rule("C-7", "C-8")
def test_commander_and_cards_are_used_where_they_help() -> None:
    state = position({0: ["Siam"]}, rest=1, armies={"Siam": 4, "India": 5}, commander=True,
                     card_reroll="own", hands=[["Siam"]])  # fmt: skip
    begun = play(state, "attack Siam -> India with 3 dice", "roll 5 3 1 against 5 2")
    assert OddsBot().decide(begun.evolve(viewer=0)) == Command(1)
    lost = play(state.evolve(commander_used=True), "attack Siam -> India with 3 dice",
                "roll 2 2 1 against 5 4")  # fmt: skip
    assert isinstance(OddsBot().decide(lost.evolve(viewer=0)), Reroll)
    won = play(state, "attack Siam -> India with 3 dice", "roll 5 5 1 against 4 2")
    assert OddsBot().decide(won.evolve(viewer=0)) == LetStand()


@pytest.mark.rule("V-9")
def test_bots_agree_to_what_does_not_harm_them() -> None:
    state = position({0: ["Siam"]}, rest=1, players=2, neutral_armies=0)
    answers = {
        ("concede to player 0", 1): Agree(),
        ("concede to player 2", 1): Agree(),
        ("propose a draw", 1): Refuse(),
        ("propose to score after 1 rounds", 1): Agree(),
    }
    for (line, seat), answer in answers.items():
        asked = play(state, line)
        assert OddsBot().decide(asked.evolve(viewer=seat)) == answer, line
    weak = position({0: ["Siam"]}, rest=1, players=2, neutral_armies=0, player=1)
    assert OddsBot().decide(play(weak, "propose a draw").evolve(viewer=0)) == Agree()


def test_idle_armies_go_to_the_front_step_by_step_where_only_neighbours_are_reached() -> None:
    names = ["Alaska", "Northwest Territory", "Alberta", "Western United States"]
    for fortify in ("path", "adjacent"):
        state = position({0: [*names, "Kamchatka", "Ontario", "Greenland"]}, rest=1,
                         armies={"Northwest Territory": 9}, phase=Phase.FORTIFY,
                         fortify=fortify)  # fmt: skip
        action = OddsBot().decide(state.evolve(viewer=0))
        assert isinstance(action, Fortify)
        assert action.origin == "Northwest Territory"
        assert action.armies == 8


def test_a_bot_claims_places_and_chooses_a_capital() -> None:
    state = new_game("parker1993", players=3, first_player="seat", goal="capitals")
    rng, kinds = Random(1), set()
    bots = [CautiousBot() for _ in range(3)]
    for move in play_game(state, bots, rng, most_rounds=1).moves:
        kinds.add(type(move))
    assert {Claim, Place, ChooseCapital, Occupy} <= kinds
