"""The phases of a RISK II turn, case by case (M-5 to M-14, R-3 to R-5, R-8).

Every case of tests/golden/same_time_cases.json is played by the engine: battles one by one, with
the faces or the ends that it gives. A case that lists all outcomes is expanded, and so is every
case without faces for the exact turn to be held against.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.combat import Battle
from oddsapp.combat.battle import State
from oddsapp.engine.reports import order_reports
from oddsapp.engine.resolution import Fate, Resolution, Stage, begin, settle
from oddsapp.engine.same_time import asked
from oddsapp.engine.state import Phase
from oddsapp.whatif.turns.same_time import forecast_turn
from tests.engine.same_time import submit, table
from tests.engine.same_time_cases import Case, Holding, cases
from tests.whatif.expansion import End, expand

CASES = cases()
READINGS = ("M-8", "M-13", "R-3")


def chosen(*, of: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case.id, marks=pytest.mark.rule(*case.rules)) for case in of]
    )


PLAYED = [case for case in CASES if "battles" in case.data]
PLACED = [case for case in CASES if "phase" in case.data]
ENUMERATED = [case for case in CASES if "outcomes" in case.data]
WITHOUT_DICE = [
    case for case in CASES if not any("rolls" in battle for battle in case.data.get("battles", ()))
]


# -- battle by battle -------------------------------------------------------------------


def roll_on(battle: Battle, rolls: list[dict[str, Any]]) -> State:
    """Return what the given rolls leave, each checked against the chances of a roll."""
    state = battle.armies
    for roll in rolls:
        after = battle.after(state, roll["faces"])
        assert after == tuple(roll["left"])
        assert dict(battle.successors(state)[0])[after] > 0
        state = after
    return state


def can_end(battle: Battle, start: State, end: State) -> bool:
    """Tell whether fair dice can lead from one state to another, which ends the battle."""
    seen, ahead = {start}, [start]
    while ahead:
        state = ahead.pop()
        if state == end:
            return battle.is_over(state)
        if not battle.is_over(state):
            near = {s for s, _ in battle.successors(state)[0] if _lies_on_the_way(s, end)}
            ahead += near - seen
            seen |= near
    return False


def _lies_on_the_way(state: State, end: State) -> bool:
    return all(here >= there for here, there in zip(state, end, strict=True))


def play(case: Case) -> Resolution:
    """Fight the battles that the case lists, which must be those that are pending."""
    state = begin(case.game, case.owners, case.armies, case.orders)
    left = list(case.data["battles"])
    while not state.is_over:
        found = [case.fights(state, fight) for fight in state.pending]
        stage = found[0]["stage"]
        listed = [battle for battle in left if battle["stage"] == stage]
        described = [{k: v for k, v in b.items() if k not in ("rolls", "ends")} for b in listed]
        assert described == found
        for number, entry in enumerate(listed):
            battle = state.pending[0].battle
            rolled = roll_on(battle, entry.get("rolls", []))
            end = tuple(entry["ends"])
            assert can_end(battle, rolled, end), f"battle {number} of {stage} cannot end so"
            state = settle(state, 0, end)
        left = [battle for battle in left if battle["stage"] != stage]
    assert not left
    return state


def fates(case: Case, state: Resolution) -> dict[str, list[str]]:
    by_order = {force.order: str(force.fate) for force in state.forces}
    found: dict[str, list[str]] = {}
    for number, checked in enumerate(case.orders):
        fate = by_order[number] if checked.played else f"{Fate.VOID}: {checked.rule}"
        found.setdefault(case.players[checked.player], []).append(fate)
    return found


def conquests(case: Case, state: Resolution) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for conquest in state.conquests:
        victors = " and ".join(case.players[player] for player in conquest.conquerors)
        text = f"{case.players[conquest.loser]} to {victors} in {conquest.stage}"
        found.setdefault(case.game.names[conquest.territory], []).append(text)
    return {name: ", ".join(texts) for name, texts in found.items()}


@chosen(of=PLAYED)
def test_the_engine_plays_the_case(case: Case) -> None:
    state = play(case)
    assert case.after(state.owners, state.armies) == case.expected
    assert fates(case, state) == case.data["fates"]
    if "conquests" in case.data:
        assert conquests(case, state) == case.data["conquests"]


@chosen(of=PLAYED)
def test_every_order_ends_with_a_reason_and_its_opponents(case: Case) -> None:
    state = play(case)
    reports = order_reports(state)
    assert [report.order for report in reports] == list(case.orders)
    for report in reports:
        assert report.reason
        assert bool(report.rule) == (report.fate is Fate.VOID) == (not report.opponents)
        assert report.player not in report.opponents
        assert report.fate is not Fate.UNDER_WAY
    assert len(state.meetings) == len(case.data["battles"])
    for meeting, battle in zip(state.meetings, case.data["battles"], strict=True):
        assert (meeting.stage, meeting.after) == (battle["stage"], tuple(battle["ends"]))


# -- all outcomes -----------------------------------------------------------------------


def expanded(case: Case) -> dict[End, Fraction]:
    return expand(case.game, case.owners, case.armies, case.orders)


@chosen(of=ENUMERATED)
def test_expanding_every_battle_gives_the_listed_outcomes(case: Case) -> None:
    found: dict[tuple[tuple[str, Holding], ...], Fraction] = {}
    for end, chance in expanded(case).items():
        land = tuple(sorted(case.after(end.owners, end.armies).items()))
        found[land] = found.get(land, Fraction(0)) + chance
    assert found == case.outcomes()
    assert sum(found.values()) == 1


@chosen(of=ENUMERATED)
def test_the_exact_turn_in_fractions_gives_the_listed_outcomes(case: Case) -> None:
    forecast = forecast_turn(case.game, case.owners, case.armies, case.orders, exact=True)
    listed: dict[tuple[str, Holding], Fraction] = {}
    for land, chance in case.outcomes().items():
        for here in land:
            listed[here] = listed.get(here, Fraction(0)) + chance
    found = {
        (here.name, (case.players[who], size)): here.owner[who] * share
        for here in forecast.territories
        if here.name in case.land
        for who, left in here.armies.items()
        for size, share in left.items()
        if share
    }
    assert found == listed


@chosen(of=WITHOUT_DICE)
def test_the_exact_turn_agrees_with_expanding_every_battle(case: Case) -> None:
    ends = expanded(case)
    forecast = forecast_turn(case.game, case.owners, case.armies, case.orders)
    for place, here in enumerate(forecast.territories):
        listed: dict[tuple[int, int], float] = {}
        for end, chance in ends.items():
            key = end.owners[place], end.armies[place]
            listed[key] = listed.get(key, 0.0) + float(chance)
        found = {
            (who, size): here.owner[who] * share
            for who, left in here.armies.items()
            for size, share in left.items()
            if share
        }
        assert found == pytest.approx(listed, rel=1e-9, abs=1e-15)
    for player, told in enumerate(forecast.players):
        conquers = sum(chance for end, chance in ends.items() if player in end.conquerors)
        out = sum(chance for end, chance in ends.items() if player not in end.owners)
        assert told.conquers == pytest.approx(float(conquers), abs=1e-12)
        assert told.eliminated == pytest.approx(float(out), abs=1e-12)


# -- armies that are placed and moved ------------------------------------------------------

PHASES = {"reinforcements": Phase.REINFORCEMENTS, "tactical move": Phase.TACTICAL}


@chosen(of=PLACED)
def test_the_engine_places_and_moves_as_the_case_says(case: Case) -> None:
    held: dict[int, dict[str, int]] = {}
    for name, owner, armies in zip(case.game.names, case.owners, case.armies, strict=True):
        held.setdefault(owner, {})[name] = armies
    to_place = case.data.get("reserves", {})
    state = table(
        held,
        phase=PHASES[case.data["phase"]],
        players=len(case.players),
        board=case.game.board,
        reserves=[to_place.get(player, 0) for player in case.players],
        starting_armies=case.game.rules.setup.starting_armies,
        **case.data.get("options", {}),
    )
    plans = [";".join(case.data["orders"].get(player, ())) for player in case.players]
    first = asked(state)
    state = submit(state, *(plan if n in first else None for n, plan in enumerate(plans)))
    assert case.after(state.owners, state.armies) == case.expected
    found: dict[str, list[str]] = {}
    for line in state.carried:
        fate = "played" if line.played else f"{Fate.VOID}: {line.rule}"
        found.setdefault(case.players[line.player], []).append(fate)
    assert found == case.data["fates"]


# -- the file as a whole ----------------------------------------------------------------


def test_the_file_has_cases_for_every_stage_and_reading() -> None:
    assert len(CASES) >= 60
    assert len({case.id for case in CASES}) == len(CASES)
    assert len(ENUMERATED) >= 10
    stages: Counter[str] = Counter()
    for case in PLAYED:
        stages.update({battle["stage"] for battle in case.data["battles"]})
    assert all(stages[stage] >= 3 for stage in Stage if stage is not Stage.OVER)
    told = Counter(case.data.get("reading", "").split(":")[0].split(",")[0] for case in CASES)
    assert all(told[rule] >= 2 for rule in READINGS)
