"""Games that studies play: the same as without looking at them, the same again, or refused."""

from typing import Any

import numpy as np
import pytest

import oddsapp
from analysis.simulated import mean_and_within, play_games, share_and_interval

CLASSIC = oddsapp.find_ruleset("classic")


def test_looking_after_every_round_changes_nothing() -> None:
    played = play_games(CLASSIC, players=3, bot="cautious", games=2, seed=7)
    assert played == play_games(CLASSIC, players=3, bot="cautious", games=2, seed=7)
    for number, game in enumerate(played):
        rng = np.random.Generator(np.random.PCG64((7, number)))
        bots = [oddsapp.make_bot("cautious", rng) for _ in range(3)]
        whole = oddsapp.play_game(oddsapp.new_game("classic", players=3), bots, rng)
        assert (game.winner,) == whole.winners
        assert (game.rounds, game.first) == (whole.rounds, whole.state.first)
        assert game.sets_traded == whole.state.sets_traded
        assert len(game.armies) == len(game.territories) == game.rounds
        assert game.winner is not None
        assert sum(game.armies[-1]) == game.armies[-1][game.winner] == sum(whole.state.armies)
        assert all(sum(held) == len(whole.state.owners) for held in game.territories)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"games": 1}, "at least 2 games, not 1"),
        ({"seed": -1}, "a seed is a whole number from 0, not -1"),
        ({"players": 9}, "players"),
    ],
)
def test_what_cannot_be_played_is_refused(changed: dict[str, Any], told: str) -> None:
    asked: dict[str, Any] = {"players": 3, "bot": "cautious", "games": 2, "seed": 1, **changed}
    with pytest.raises(oddsapp.InvalidInput, match=told):
        play_games(CLASSIC, **asked)


def test_too_few_numbers_make_no_interval() -> None:
    with pytest.raises(oddsapp.InvalidInput, match="give --games more"):
        mean_and_within([1.0])
    assert share_and_interval(0, 0) == (None, 0, 1)
