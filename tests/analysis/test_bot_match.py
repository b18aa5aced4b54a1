"""The study of who plays better: a small one of it, and how it judges."""

import json
from functools import cache

import pytest

from analysis import bot_match
from analysis.bot_match import Comparison, compare, is_a_ladder, main


def made_up(share: float, lower: float, players: int, better: str = "odds") -> Comparison:
    return Comparison(better, "cautious", players, 400, 0, share, lower, share + 0.05)


def test_a_bot_is_better_by_its_share_at_two_or_its_bound_at_three() -> None:
    assert made_up(0.65, 0.6, 2).is_better
    assert not made_up(0.64, 0.6, 2).is_better
    assert made_up(0.4, 0.34, 3).is_better
    assert not made_up(0.4, 0.33, 3).is_better
    assert is_a_ladder([made_up(0.6, 0.5, 2), made_up(0.5, 0.4, 3)])
    assert not is_a_ladder([made_up(0.7, 0.6, 2), made_up(0.6, 0.5, 2, "continental")])


def test_the_same_seed_is_the_same_match() -> None:
    first, second = (
        compare("cautious", "random", players=3, games=3, seed=seed) for seed in (4, 4)
    )
    assert first == second
    assert first.share == 1


def test_a_small_study_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_match, "compare", cache(compare))  # the same games for both prints
    assert main(["--games", "1", "--json"]) == 0
    matches = json.loads(capsys.readouterr().out)
    assert [(match["better"], match["players"]) for match in matches] == [
        (better, players) for better in ("cautious", "odds", "continental") for players in (2, 3)
    ]
    assert main(["--games", "1"]) == 0
    assert capsys.readouterr().out.count("of 1 games") == 6


def test_the_study_of_risk2_is_of_the_bots_that_play_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--rules", "risk2", "--json"]) == 0
    matches = json.loads(capsys.readouterr().out)
    assert [(match["better"], match["worse"], match["players"]) for match in matches] == [
        ("odds", "random", 3), ("odds", "random", 6),
    ]  # fmt: skip
    assert all(match["share"] == 1 for match in matches)
