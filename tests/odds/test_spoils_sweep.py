"""The spoils of war (M-8): joint ends, win and what is left, against twin and chain."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

import oddsapp
from oddsapp.odds.sweep import canonical, exchangeable
from tests.odds.risk2_judges import RISK2, VARIANTS, chain_ends, exact_ends, marginal, twin_spoils

READINGS = ["top_roll", "pairwise"]

SHAPES: list[list[list[int]]] = [
    [[2, 1], [2]],
    [[8, 6], [8]],
    [[8, 8], [7]],
    [[1, 1], [1, 1]],
    [[3, 2], [2, 3]],
    [[4, 4], [3, 1]],
    [[1], [1], [1]],
    [[8], [7], [6]],
    [[6], [6], [6]],
    [[8], [2], [8]],
    [[2, 2], [2], [1]],
    [[2, 1], [3], [3]],
]

pytestmark = pytest.mark.rule("M-8")


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("players", SHAPES, ids=str)
def test_against_the_twin(players: list[list[int]], reading: str) -> None:
    rules = RISK2.replace(spoils_reading=reading)
    odds = oddsapp.spoils_of_war(players, rules=rules, exact=True)
    ends = twin_spoils(players, rules)
    assert exact_ends(odds) == ends
    owners = odds.battle.owners
    for owner, win in enumerate(odds.win):
        places = [place for place, other in enumerate(owners) if other == owner]
        won = {s: p for s, p in ends.items() if any(s[place] for place in places)}
        assert win == sum(won.values())
        for place in places:
            left = {(size,): p for size, p in odds.left[place].items()}
            assert left == marginal(ends, place)
            if_won = {(size,): p * win for size, p in odds.left_if_won[place].items()}
            assert if_won == marginal(won, place)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "players",
    [[[8, 8], [8, 8]], [[8, 6], [7, 8]], [[8, 5], [6], [4]], [[2, 2], [2, 2], [1]], [[1]] * 5],
    ids=str,
)
def test_against_the_chain(players: list[list[int]], reading: str) -> None:
    if reading == "pairwise":
        players = [[min(size, 5) for size in hand] for hand in players]
    rules = RISK2.replace(spoils_reading=reading)
    odds = oddsapp.spoils_of_war(players, rules=rules)
    known = odds.chain.absorption_probabilities(odds.battle.armies)
    ends = dict(odds.items())
    assert set(ends) == {state for state, chance in known.items() if chance}
    for state, chance in ends.items():
        assert chance == pytest.approx(known[state], rel=1e-11)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", VARIANTS)
def test_under_other_rules(name: str, reading: str) -> None:
    rules = VARIANTS[name].replace(spoils_reading=reading)
    for players in ([[4], [3], [2]], [[3, 2], [4]], [[2, 2], [2]]):
        odds = oddsapp.spoils_of_war(players, rules=rules, exact=True)
        assert exact_ends(odds) == twin_spoils(players, rules)


@pytest.mark.parametrize("reading", READINGS)
def test_players_in_another_order(reading: str) -> None:
    rules = RISK2.replace(spoils_reading=reading)
    players = [[4, 1], [3], [3]]
    win = oddsapp.spoils_of_war(players, rules=rules, exact=True).win
    for order in permutations(range(3)):
        seated = oddsapp.spoils_of_war([players[p] for p in order], rules=rules, exact=True)
        assert seated.win == tuple(win[place] for place in order)


@pytest.mark.parametrize("players", [[[3]] * 2, [[2]] * 5, [[2, 3], [3, 2]]], ids=str)
def test_equal_players_are_equal(players: list[list[int]]) -> None:
    win = oddsapp.spoils_of_war(players, exact=True).win
    assert win == (Fraction(1, len(players)),) * len(players)


class TestLumping:
    """Armies that look alike are taken together; nothing may be lost by it."""

    @pytest.mark.parametrize(
        ("players", "groups"),
        [
            ([[5], [3, 3], [5]], [((1,), (2,)), ((0,), (3,))]),
            ([[5, 3], [3, 5]], [((1, 0), (2, 3))]),
            ([[3, 3], [3, 3]], [((0,), (1,)), ((2,), (3,)), ((0, 1), (2, 3))]),
            ([[5], [3, 5]], []),
            ([[4]] * 3, [((0,), (1,), (2,))]),
        ],
    )
    def test_who_can_be_exchanged(
        self, players: list[list[int]], groups: list[tuple[tuple[int, ...], ...]]
    ) -> None:
        assert exchangeable(oddsapp.spoils_of_war(players).battle) == groups

    def test_one_representative(self) -> None:
        groups = exchangeable(oddsapp.spoils_of_war([[3, 3], [3, 3], [2]]).battle)
        seen = {
            canonical(state, groups)
            for state in [(1, 2, 3, 0, 2), (2, 1, 0, 3, 2), (0, 3, 1, 2, 2), (3, 0, 2, 1, 2)]
        }
        assert len(seen) == 1

    @pytest.mark.parametrize(
        "players", [[[2, 2], [2, 2]], [[3, 1], [1, 3]], [[2, 2], [2], [2]], [[2]] * 4], ids=str
    )
    def test_no_lumping_gives_the_same(self, players: list[list[int]]) -> None:
        odds = oddsapp.spoils_of_war(players, exact=True)
        assert exact_ends(odds) == chain_ends(odds)
        for state, chance in chain_ends(odds).items():
            assert odds.pmf(state) == chance


def test_nothing_is_worked_out_again_in_decimals_that_floats_can_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(battle: object) -> None:
        raise AssertionError(f"{battle} is worked out twice")

    monkeypatch.setattr("oddsapp.odds.solve._deep", refuse)
    outcome = oddsapp.spoils_of_war([[9], [8], [7]])
    assert len(outcome.left_if_won) == 3
