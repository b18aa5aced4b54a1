"""The loop of a game: whose turn it is, chance, rolls, caps, clocks, and what it gives back."""

from collections.abc import Callable
from itertools import count
from random import Random

import numpy as np
import pytest

from oddsapp import GameRecord, replay
from oddsapp.engine import Action, GameState, Phase, new_game
from oddsapp.engine.actions import Attack, AttackUntil, ClockExpired, Concede, EndAttack, Occupy
from oddsapp.engine.events import Fought, Rolled
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.players.cautious_bot import CautiousBot
from oddsapp.players.game import MOST_SWEPT, play_game
from oddsapp.players.odds_bot import OddsBot
from oddsapp.players.protocol import Player
from oddsapp.players.random_bot import RandomBot
from tests.engine.build import position


class Scripted:
    """A player whose attacks are written down; asked for anything else it is cautious."""

    def __init__(self, *attacks: Action) -> None:
        self.attacks = list(attacks)

    def decide(self, view: GameState) -> Action:
        if view.phase is Phase.ATTACK:
            return self.attacks.pop(0) if self.attacks else EndAttack()
        return CautiousBot().decide(view)


def bots(number: int = 3) -> list[CautiousBot]:
    return [CautiousBot() for _ in range(number)]


@pytest.mark.parametrize("whole_battles", [True, False])
def test_the_same_seed_plays_the_same_game_and_another_seed_another(whole_battles: bool) -> None:
    logs = [
        play_game(
            new_game("classic", players=3), bots(), Random(seed), whole_battles=whole_battles
        ).log
        for seed in (5, 5, 6)
    ]
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.parametrize("whole_battles", [True, False])
def test_the_log_is_that_of_a_record_and_replays_to_the_same_state(whole_battles: bool) -> None:
    begin = new_game("parker1993", players=3)
    result = play_game(begin, bots(), Random(2), whole_battles=whole_battles, most_rounds=8)
    assert replay(begin.game, result.log) == result.state
    record = GameRecord(begin.game)
    for move in result.moves:
        record.add(move)
    assert list(record.log) == result.log
    kind = Fought if whole_battles else Rolled
    assert any(isinstance(move, kind) for move in result.moves)
    assert not any(isinstance(move, Rolled if whole_battles else Fought) for move in result.moves)


def test_games_of_every_bot_come_to_an_end() -> None:
    for make in (CautiousBot, OddsBot):
        for seed in range(8):
            result = play_game(
                new_game("classic", players=3), [make() for _ in range(3)], Random(seed)
            )
            assert result.finished
            assert sum(result.shares) == 1
            assert result.shares[result.winners[0]] == 1


def test_an_unfinished_game_is_left_after_the_cap_with_nobody_winning() -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    result = play_game(
        new_game("classic", players=3), [RandomBot(rng) for _ in range(3)], rng, most_rounds=2
    )
    assert not result.finished
    assert result.rounds == 2
    assert not result.winners
    assert set(result.shares) == {0}


def test_rolling_stops_at_the_line_that_was_said() -> None:
    """Roll after roll with full dice, and nobody is asked in between."""
    attack = AttackUntil("Siam", "India", 5)
    seen = set()
    for seed in range(12):
        state = position({0: ["Siam"]}, rest=1, players=2, neutral_armies=0,
                         armies={"Siam": 9, "India": 4})  # fmt: skip
        result = play_game(
            state, [Scripted(attack), CautiousBot()], Random(seed), whole_battles=False,
            most_rounds=1,
        )  # fmt: skip
        turn = result.moves[: result.moves.index(EndAttack())]
        rolls = [move for move in turn if isinstance(move, Rolled)]
        attacks = [move for move in turn if isinstance(move, Attack)]
        assert len(rolls) == len(attacks)
        assert all(move.dice == 3 for move in attacks)
        seen.add("taken" if any(isinstance(move, Occupy) for move in turn) else "stopped")
    assert seen == {"taken", "stopped"}


def test_a_very_large_battle_with_a_line_is_rolled_and_one_to_the_end_is_drawn() -> None:
    for keep, kind in ((2, Rolled), (1, Fought)):
        state = position({0: ["Siam"]}, rest=1, players=2, neutral_armies=0,
                         armies={"Siam": 80, "India": 80})  # fmt: skip
        assert MOST_SWEPT < 80 * 80
        attack = AttackUntil("Siam", "India", keep)
        players: list[Player] = [Scripted(attack), CautiousBot()]
        moves = play_game(state, players, Random(3), most_rounds=1).moves
        assert isinstance(next(m for m in moves if isinstance(m, Rolled | Fought)), kind)


def test_what_a_player_may_not_do_is_refused_with_the_rule() -> None:
    state = position({0: ["Siam"]}, rest=1, armies={"Siam": 5})
    for whole_battles in (True, False):
        attack = AttackUntil("Siam", "Brazil", 1)
        players: list[Player] = [Scripted(attack), *bots(2)]
        with pytest.raises(IllegalMove, match="not adjacent"):
            play_game(state, players, Random(1), whole_battles=whole_battles)


def test_wrong_numbers_of_players_and_rolls_of_a_blitz_are_refused() -> None:
    with pytest.raises(InvalidInput, match="for 3 players, not 2"):
        play_game(new_game("classic", players=3), bots(2), Random(1))
    with pytest.raises(InvalidInput, match="only fought whole"):
        play_game(new_game("blitz", players=3), bots(), Random(1), whole_battles=False)
    with pytest.raises(InvalidInput, match="most rounds"):
        play_game(new_game("classic", players=3), bots(), Random(1), most_rounds=0)


def ticking(step: float) -> Callable[[], float]:
    """Return a clock that says so many seconds more each time that it is asked."""
    seconds = count()
    return lambda: next(seconds) * step


@pytest.mark.rule("C-9")
def test_the_clock_ends_attacks_and_starts_anew_with_every_turn() -> None:
    begin = new_game("classic", players=3, attack_seconds=120)
    quick = play_game(begin, bots(), Random(4), now=ticking(0.001), most_rounds=4)
    assert ClockExpired() not in quick.moves
    slow = play_game(begin, bots(), Random(4), now=ticking(61), most_rounds=4)
    assert slow.moves.count(ClockExpired()) > 3
    assert replay(begin.game, slow.log) == slow.state
    untimed = play_game(begin, bots(), Random(4), most_rounds=4)
    assert untimed.log == quick.log


@pytest.mark.rule("V-9")
def test_everybody_is_asked_about_a_proposal() -> None:
    class Tired(CautiousBot):
        def attack(self, view: GameState) -> Action:  # noqa: ARG002 - whatever the position
            return Concede(0)

    result = play_game(new_game("classic", players=3), [Tired() for _ in range(3)], Random(1))
    assert result.finished
    assert result.log.count("agree") >= 3
