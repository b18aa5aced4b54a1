"""Sampled turns against the exact ones: the engine's own resolution, drawn with a seed."""

from math import sqrt

import numpy as np
import pytest

import oddsapp
from oddsapp.combat.battle import Battle, border_clash, mass_invasion, spoils_of_war
from oddsapp.engine.resolution import begin, settle, settle_stage
from oddsapp.intervals import share_interval
from oddsapp.odds.solve import solve
from oddsapp.whatif.turns import chance, sampled
from oddsapp.whatif.turns.turn_forecast import TurnForecast
from tests.whatif.small_turns import turn

RULES = oddsapp.find_ruleset("risk2")


def generator(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def pairs(exact: TurnForecast, estimate: TurnForecast) -> list[tuple[float, float]]:
    """Return every probability of a forecast with its estimate."""
    found = []
    for here, seen in zip(exact.territories, estimate.territories, strict=True):
        assert seen.owner.keys() <= here.owner.keys()
        for who, p in here.owner.items():
            found.append((p, seen.owner.get(who, 0.0)))
            for armies, q in here.armies[who].items():
                estimated = seen.armies[who].pmf(armies) if who in seen.armies else 0.0
                found.append((p * q, seen.owner.get(who, 0.0) * estimated))
    for player, twin in zip(exact.players, estimate.players, strict=True):
        found += [
            (player.conquers, twin.conquers),
            (player.eliminated, twin.eliminated),
            (player.wins, twin.wins),
        ]
    return found


def test_the_exact_turn_is_within_the_intervals_of_50_000_sampled_turns() -> None:
    """On the board of 48: no probability 5 standard errors off, 5 % outside of 95 %."""
    case, samples = oddsapp.example_turn(), 50_000
    given = case.game, case.owners, case.armies, case.orders
    exact = oddsapp.forecast_turn(*given)
    estimate = oddsapp.forecast_turn(*given, samples=samples, rng=generator(1))
    compared = pairs(exact, estimate)
    possible = [(p, seen) for p, seen in compared if p * samples >= 5]
    assert len(possible) > 300
    for p, seen in possible:
        assert abs(p - seen) <= 5 * sqrt(p * (1 - p) / samples) + 1e-9
    outside = sum(
        not low - 1e-9 <= p <= high + 1e-9
        for p, seen in possible
        for low, high in (estimate.interval(min(1.0, seen)),)
    )
    assert outside / len(possible) < 0.08
    for player, twin in zip(exact.players, estimate.players, strict=True):
        assert twin.reinforcements_within is not None
        away = abs(player.reinforcements - twin.reinforcements)
        assert away <= 2.5 * twin.reinforcements_within + 1e-4


@pytest.mark.parametrize("often", [1, 10**9])
@pytest.mark.parametrize(
    "orders",
    [
        ("5 A -> C -> E", "5 B -> D -> E"),
        ("5 A -> C -> B", "3 B -> A", "2 B -> C"),
        ("3 A -> C", "3 B -> C", "2 A -> D", "2 B -> D"),
    ],
)
def test_battles_drawn_whole_and_rolled_out(
    orders: tuple[str, ...], often: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "_OFTEN", often)
    case = turn("full", "A1:6 B2:6 C3:1 D3:1 E3:3", *orders)
    exact = oddsapp.forecast_turn(*case)
    estimate = oddsapp.forecast_turn(*case, samples=4000, rng=generator(2))
    for p, seen in pairs(exact, estimate):
        assert abs(p - seen) <= 4.5 * sqrt(p * (1 - p) / 4000) + 1e-9


@pytest.mark.parametrize(
    "battle",
    [
        mass_invasion([7], 6, RULES),
        mass_invasion([6, 2], 7, RULES),
        mass_invasion([3, 3], 3, RULES.replace(mass_reading="individual")),
        border_clash(7, 5, RULES),
        spoils_of_war([[6], [3, 2], [4]], RULES),
    ],
    ids=lambda battle: battle.kind,
)
def test_a_battle_rolled_out_ends_as_its_distribution_says(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = 4000
    monkeypatch.setattr(chance, "_OFTEN", 10**9)
    ends = chance.Chance(battle.rules, generator(3)).ends(battle, samples)
    for state, p in solve(battle).items():
        assert abs(ends.count(state) / samples - p) <= 4.5 * sqrt(p * (1 - p) / samples)


def test_the_same_seed_gives_the_same_turns() -> None:
    case = turn("line", "A1:5 B2:5 C2:2 D1:2", "3 A -> B", "4 B -> A")
    first, second = (
        oddsapp.forecast_turn(*case, samples=300, rng=generator(9)).to_dict() for _ in range(2)
    )
    assert first == second


def test_a_sampled_forecast_says_so_and_has_intervals() -> None:
    case = turn("line", "A1:5 B2:5 C2:2 D1:2", "3 A -> B", "4 B -> A")
    forecast = oddsapp.forecast_turn(*case, samples=100, rng=generator(4))
    data = forecast.to_dict()
    assert (data["method"], data["samples"], data["confidence"]) == ("sampled", 100, 0.95)
    p, low, high = data["territories"]["B"]["owner"]["2"]
    assert (low, high) == share_interval(p, 100)
    assert 0 <= low < p < high <= 1
    assert "100 turns sampled" in repr(forecast)


def test_an_interval_of_nothing_seen_is_not_empty() -> None:
    low, high = share_interval(0.0, 1000)
    assert low == 0
    assert 0.003 < high < 0.004
    assert share_interval(1.0, 1000)[1] == 1


def test_without_orders_nothing_happens() -> None:
    case = turn("line", "A1:5 B2:5 C2:2 D1:2")
    forecast = oddsapp.forecast_turn(*case, samples=10, rng=generator(4))
    assert forecast.territory("A").owner == {0: 1.0}
    assert forecast.players[0].conquers == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"samples": 100}, "need a generator of numpy"),
        ({"samples": 0, "rng": generator(1)}, "number of samples"),
        ({"samples": 100, "rng": generator(1), "exact": True}, "either sampled or exact"),
        ({"samples": sampled.MOST_SAMPLES + 1, "rng": generator(1)}, "at most 10,000,000"),
    ],
)
def test_what_cannot_be_sampled_is_refused(options: dict[str, object], said: str) -> None:
    case = turn("line", "A1:5 B2:5 C2:2 D1:2", "3 A -> B")
    with pytest.raises(oddsapp.InvalidInput, match=said):
        oddsapp.forecast_turn(*case, **options)  # type: ignore[arg-type]


@pytest.mark.rule("M-11")
def test_a_stage_settled_at_once_is_the_same_as_battle_by_battle() -> None:
    case = oddsapp.example_turn()
    state = at_once = begin(case.game, case.owners, case.armies, case.orders)
    decide = chance.Chance(case.game.rules, generator(5))
    while not state.is_over:
        ends = [decide.ends(fight.battle, 1)[0] for fight in state.pending]
        at_once = settle_stage(at_once, ends)
        for survivors in ends:
            state = settle(state, 0, survivors)
        assert state == at_once


def test_what_would_be_rolled_for_minutes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = mass_invasion([40, 30], 50, oddsapp.find_ruleset("risk2"))
    monkeypatch.setattr(chance, "MOST_ROLLED_ARMIES", 1_200)
    decide = chance.Chance(battle.rules, generator(1))
    assert len(decide.ends(battle, 10)) == 10
    with pytest.raises(oddsapp.InvalidInput, match="rolled 11 times; 10 samples are the most"):
        decide.ends(battle, 11)
