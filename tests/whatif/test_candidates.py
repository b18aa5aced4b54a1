"""Candidates are legal, all different, always the same, few, and as good as the planner."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.engine import GameState, Phase, new_game, player_view
from oddsapp.engine.actions import Place
from oddsapp.engine.positions import example_position
from oddsapp.errors import InvalidInput
from oddsapp.odds.planning.plan import AttackPlan, best_plan
from oddsapp.odds.planning.problem import make_problem
from oddsapp.players.game import play_game
from oddsapp.players.roster import make_bot
from oddsapp.whatif.advising.at_once import goal_chance
from oddsapp.whatif.advising.candidates import MOST_ASKED, MOST_CANDIDATES, make_candidates
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.goals import Goal, parse_goal
from oddsapp.whatif.plans import campaigns
from oddsapp.whatif.plans.plan import FortifyRest, PlaceRest, Plan, PlannedAttack, TradeBest
from oddsapp.whatif.plans.plan_check import check_plan
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.engine.positions import position
from tests.whatif.compare import ring

GOALS = ("win", "survive", "take Africa", "take Asia", "take Siam", "take Brazil", "take Australia")
RULES: dict[str, dict[str, Any]] = {
    "classic": {},
    "adjacent": {"fortify": "adjacent"},
    "free": {"fortify": "free"},
    "stacks": {"stack_limit": 8},
    "teams": {"teams": 2},
    "capitals": {"goal": "capitals"},
    "missions": {"goal": "missions"},
}


@cache
def middle(seed: int, players: int, rules: str = "classic") -> GameState:
    """Return the position that a game of bots has come to after some rounds."""
    rng = Random(seed)
    bots = [make_bot(("odds", "continental", "cautious")[seat % 3], rng) for seat in range(players)]
    begin = new_game("classic", players=players, **RULES[rules])
    return play_game(begin, bots, rng, most_rounds=2 + seed % 7).state


def best_chance(state: GameState, goal: Goal, plans: list[Plan]) -> float:
    return max(float(goal_chance(forecast_plan(state, plan), goal)) for plan in plans)


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 39),
    players=st.integers(2, 6),
    rules=st.sampled_from(sorted(RULES)),
    goal=st.sampled_from(GOALS),
)
def test_all_are_legal_different_and_the_same_again(
    seed: int, players: int, rules: str, goal: str
) -> None:
    players = {"teams": 4, "missions": max(3, players)}.get(rules, players)
    state = middle(seed, players, rules)
    if state.phase is not Phase.REINFORCE:
        return  # the game is over
    plans = make_candidates(state, parse_goal(goal))
    assert 1 <= len(plans) <= MOST_CANDIDATES
    assert len(set(plans)) == len(plans)
    for plan in plans:
        check_plan(state, plan)
        assert parse_plan(plan.text) == plan
    # The same again, and what others hold in their hands changes nothing: nobody can know it.
    assert make_candidates(player_view(state, state.player), parse_goal(goal)) == plans


@pytest.mark.parametrize("seed", [1, 7])
@pytest.mark.parametrize("goal", GOALS)
def test_the_planner_is_asked_a_bounded_number_of_times(
    goal: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time costs what its ``seconds`` allow, so this bounds how long one waits."""
    asked = 0

    def counted(*given: Any, **options: Any) -> AttackPlan:
        nonlocal asked
        asked += 1
        return best_plan(*given, **options)

    monkeypatch.setattr(campaigns, "best_plan", counted)
    state = middle(seed, 3)
    assert state.phase is Phase.REINFORCE
    make_candidates(state, parse_goal(goal))
    assert asked <= 4 * (MOST_ASKED + 3)


def test_the_shipped_position_has_a_plan_for_africa_as_good_as_the_best_known() -> None:
    state, goal = example_position().state, parse_goal("take Africa")
    plans = make_candidates(state, goal)
    africa = {
        name: state.armies_on(name) for name in state.game.board.continent("Africa").territories
    }
    # 12 armies, 5 reinforcements, 6 for the set and 2 for the card of Brazil itself; fewer dice
    # or helping armies could not do more: there is one stack.
    known = best_plan(make_problem(state.game.board, {"Brazil": 25}, africa)).value
    assert known == pytest.approx(0.87394, abs=1e-5)
    assert best_chance(state, goal, plans) == pytest.approx(known, abs=1e-9)
    assert best_chance(state, goal, plans[:1]) == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize(
    ("stacks", "goal"),
    [
        pytest.param({"Brazil": 14}, "take Africa", id="one stack"),
        pytest.param({"Brazil": 8, "Southern Europe": 9}, "take Africa", id="two stacks"),
        pytest.param({"Siam": 11}, "take Australia", id="a fork"),
        pytest.param({"Siam": 6, "New Guinea": 5}, "take Australia", id="from both sides"),
    ],
)
def test_the_best_is_at_least_as_good_as_the_planner_s_own_plan(
    stacks: dict[str, int], goal: str
) -> None:
    held = position({0: stacks}, rest=1)
    wanted = parse_goal(goal)
    game = held.game
    armies = tuple(
        2 if owner == 1 else count for owner, count in zip(held.owners, held.armies, strict=True)
    )
    state = held.evolve(armies=armies)
    targets = [place for place in wanted.territories(game) if state.owners[place] != 0]
    near = {
        name: count
        for name, count in stacks.items()
        if any(game.index[name] in game.touching[place] for place in targets)
    }
    problem = make_problem(
        game.board, near, {game.names[place]: 2 for place in targets}, full_dice=True
    )
    found = best_chance(state, wanted, make_candidates(state, wanted))
    for seconds in (0.0, 0.1):
        planned = best_plan(problem, seconds=seconds)
        # It decides anew after every attack, and by how many are left, as no plan can.
        assert found > planned.value - 0.02
        steps = tuple(
            PlannedAttack(step.origin, step.target, leave=max(1, step.stays))
            for step in planned.steps
        )
        assert found >= best_chance(state, wanted, [Plan(steps)]) - 1e-12


def test_a_place_far_away_is_reached_on_the_cheapest_way() -> None:
    state = position({0: {"Alaska": 12}, 1: {"Yakutsk": 1, "Siberia": 3, "Mongolia": 2}}, rest=2)
    first, *_ = make_candidates(state, parse_goal("take China"))
    assert first.text == (
        "attack Alaska -> Kamchatka\nattack Kamchatka -> Mongolia\nattack Mongolia -> China"
    )


def test_all_kinds_are_there() -> None:
    plans = make_candidates(example_position().state, parse_goal("win"))
    steps = [step for plan in plans for step in plan.steps]
    attacks = [step for step in steps if isinstance(step, PlannedAttack)]
    assert {type(step) for step in steps} == {
        TradeBest,
        Place,
        PlaceRest,
        PlannedAttack,
        FortifyRest,
    }
    assert {attack.stop.at for attack in attacks} >= {None, 2}
    assert {attack.leave for attack in attacks} >= {1, 3}
    assert any(not isinstance(step, TradeBest) for step in (plan.steps[0] for plan in plans))
    quiet = [plan for plan in plans if not any(isinstance(s, PlannedAttack) for s in plan.steps)]
    assert quiet
    assert plans[-1] in quiet


def test_in_the_attack_phase_nothing_is_placed_and_nothing_may_be_done() -> None:
    state = position({0: {"Brazil": 9}, 1: "Africa"}, rest=2)
    plans = make_candidates(state, parse_goal("take Africa"))
    assert all(isinstance(step, PlannedAttack | FortifyRest) for p in plans for step in p.steps)
    assert plans[-1] == Plan(())


def test_what_one_holds_already_needs_no_campaign() -> None:
    state = position({0: "Africa"}, rest=1)
    goal = parse_goal("hold Africa")
    plans = make_candidates(state, goal)
    assert best_chance(state, goal, plans) == 1
    assert Plan(()) in plans


def test_what_belongs_to_a_team_mate_cannot_be_taken() -> None:
    state = position({0: {"Brazil": 9}, 2: "Africa"}, rest=1, players=4, teams=2)
    goal = parse_goal("take Africa")
    plans = make_candidates(state, goal)
    assert best_chance(state, goal, plans) == 0
    for plan in plans:
        check_plan(state, plan)


def test_armies_alone_without_an_enemy_beside_them_are_left_alone() -> None:
    state = position({0: {"Brazil": 1, "Siam": 1}}, rest=1)  # no force anywhere
    assert make_candidates(state, parse_goal("take Africa")) == [Plan(())]


def test_where_the_defender_is_asked_only_quiet_turns_are_left() -> None:
    state = position({0: {"Brazil": 9}}, rest=1, defender_chooses=True)
    assert make_candidates(state, parse_goal("take Africa")) == [Plan(())]


@pytest.mark.parametrize(
    ("state", "goal", "said"),
    [
        (position({0: "Africa"}, rest=1, phase=Phase.FORTIFY), "win", "to reinforce or to attack"),
        (new_game("risk2", players=3, board="risk2"), "win", "in a game of turns"),
        (position({0: "Africa"}, rest=1), "take Afrika", "Africa"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(
    state: GameState, goal: str, said: str
) -> None:
    with pytest.raises(InvalidInput, match=said):
        make_candidates(state, parse_goal(goal))


def test_five_cards_must_be_traded_whatever_is_kept() -> None:
    state = ring(
        {0: {"A": 4, "B": 1}, 1: {"C": 1, "D": 1, "E": 1}},
        hands={0: "ABCDE"},
        phase=Phase.REINFORCE,
        state={"reserves": (3, 0, 0, 0)},
        players=2,
        rules="classic",
    )
    plans = make_candidates(state, parse_goal("take East"))
    assert plans
    assert all(isinstance(plan.steps[0], TradeBest) for plan in plans)
