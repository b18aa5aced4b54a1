"""Matches: seats that move on, what is counted, and that better bots win more."""

import json
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from oddsapp.engine.game import make_game
from oddsapp.errors import InvalidInput
from oddsapp.intervals import share_interval
from oddsapp.players.match import Tally, play_match
from oddsapp.pmf import Generator


def played(
    entrants: list[str], games: int, seed: int = 1, rounds: int = 100, rules: str = "classic"
) -> Tally:
    def generator(number: int) -> Generator:
        drawn: Generator = np.random.Generator(np.random.PCG64((seed, number)))
        return drawn

    board = "classic" if rules == "classic" else "risk2"
    game = make_game(rules, players=len(entrants), board=board)
    tally = Tally(entrants)
    for one in play_match(game, entrants, games, generator, most_rounds=rounds):
        tally.add(one)
    return tally


def test_everybody_sits_equally_often_at_each_seat() -> None:
    game = make_game("classic", players=3)
    seats = [one.seats for one in play_match(game, ["random"] * 3, 6, Random, most_rounds=1)]
    assert seats == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2


def test_wins_draws_and_shares_go_to_who_played_not_to_seats() -> None:
    tally = played(["cautious", "random"], 4)
    assert tally.wins[0] == 4
    assert [tally.share(entrant) for entrant in (0, 1)] == [Fraction(1), Fraction(0)]
    document = tally.to_dict()
    assert json.loads(json.dumps(document)) == document
    assert [player["name"] for player in document["players"]] == ["cautious", "random"]


def test_unfinished_games_are_nobodys() -> None:
    tally = played(["random", "random"], 2, rounds=1)
    assert tally.unfinished == 2
    assert tally.names == ["random 1", "random 2"]
    assert tally.share(0) == tally.share(1) == Fraction(0)


def test_the_interval_covers_what_it_should() -> None:
    """For a true share of 0.3 and 40 games, the 95 % interval is right about 95 % of times."""
    rng = Random(11)
    hits = 0
    for _ in range(2000):
        won = sum(rng.random() < 0.3 for _ in range(40))
        low, high = share_interval(won / 40, 40, 0.95)
        hits += low <= 0.3 <= high
    assert 0.93 < hits / 2000 < 0.97
    assert share_interval(0, 0) == (0, 1)
    assert share_interval(1, 50)[1] == 1


def test_unknown_players_and_no_games_are_refused() -> None:
    game = make_game("classic", players=2)
    with pytest.raises(InvalidInput, match="no player is called 'deep'; there are random"):
        next(play_match(game, ["deep", "odds"], 1, Random))
    with pytest.raises(InvalidInput, match="number of games must be at least 1"):
        next(play_match(game, ["odds", "odds"], 0, Random))


@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [("cautious", "random", 20), ("odds", "cautious", 40), ("continental", "odds", 24)],
)
def test_a_better_bot_wins_more_games_of_two(better: str, worse: str, games: int) -> None:
    """The whole match is in analysis/bot_match.py; this one is small, and its seed fixed."""
    tally = played([better, worse], games)
    assert tally.share(0) >= Fraction(13, 20)


@pytest.mark.parametrize("rules", ["risk2", "risk2_manual"])
@pytest.mark.parametrize(("others", "games"), [(2, 12), (5, 8)])
def test_exact_odds_win_games_of_risk2(rules: str, others: int, games: int) -> None:
    """An equal share would be a third of the games, or a sixth.

    Where odds is eliminated, random players may go on for ever.
    """
    tally = played(["odds"] + ["random"] * others, games, rules=rules, rounds=60)
    assert tally.wins[0] >= games - 2


def test_bots_that_play_in_turns_only_are_refused_before_a_game_begins() -> None:
    with pytest.raises(InvalidInput, match="cautious plays games in turns only; under the rules"):
        played(["odds", "odds", "cautious"], 1, rules="risk2")
