"""What-if without a browser: taps, changes of the board, lines of plans, forecasts, runs."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace

import pytest

from oddsapp.engine.positions import (
    example_position,
    position_to_csv,
    share_string,
    written_position,
)
from oddsapp.engine.state import Phase
from oddsapp.engine.turn import reinforcements
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.parts.work import WENT_WRONG
from oddsapp.ui.whatif import answer, edit, rolled, runs
from oddsapp.ui.whatif.fields import at_once, example, example_plans
from oddsapp.ui.whatif.request import Request
from oddsapp.ui.whatif.runs import Run, finished
from oddsapp.ui.whatif.state import SPEC, bots_of, fit, plan_texts, spec_for, spec_of, turns_of
from oddsapp.ui.whatif.tap import (
    Pick,
    attacked,
    hint,
    legal,
    tapped,
    targets,
    with_attack,
    with_first,
)
from oddsapp.ui.whatif.work import STOPPED
from oddsapp.ui.whatif.worker import Worker
from oddsapp.whatif.advising.advice import advise
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts.rollout import compare_plans
from oddsapp.whatif.turns.turn_file import example_turn
from oddsapp.wording import short_percent

POSITION = example_position()
STATE = POSITION.state
QUIET = "trade the best set\nplace all armies on Brazil"
BOLD = f"{QUIET}\nattack Brazil -> North Africa"


def values(**changes: object) -> dict[str, object]:
    return {key: field.default for key, field in SPEC.items()} | changes


# -- taps --------------------------------------------------------------------------------


def walk(mode: str, *territories: str, plan: str = "") -> Pick:
    pick = Pick(mode, "", plan)
    for territory in territories:
        pick = tapped(STATE, pick, territory)
    return pick


def test_taps_write_a_chain_of_attacks() -> None:
    pick = walk("attack", "Brazil", "North Africa", "Egypt", "East Africa")
    assert pick.plan.splitlines() == [
        "attack Brazil -> North Africa",
        "attack North Africa -> Egypt",
        "attack Egypt -> East Africa",
    ]
    assert pick.at == "East Africa"
    forecast_plan(STATE, parse_plan(f"{QUIET}\n{pick.plan}"))  # what taps write is legal


def test_taps_that_mean_nothing_say_so_and_change_nothing() -> None:
    far = walk("attack", "Brazil", "Siam")
    assert (far.at, far.plan, far.said) == ("Brazil", "", "Siam is not adjacent to Brazil")
    theirs = walk("attack", "Siam")
    assert (theirs.at, theirs.plan) == ("", "")
    assert "not yours" in theirs.said
    assert "not yours" in walk("fortify", "Brazil", "Siam").said


def test_a_second_tap_takes_back_and_an_own_one_chooses_anew() -> None:
    assert walk("attack", "Brazil", "Brazil").at == ""
    assert walk("attack", "Brazil", "Alaska").at == "Alaska"
    assert walk("board", "Siam").at == "Siam"
    assert walk("board", "Siam", "Siam").at == ""


def test_a_move_comes_last_and_attacks_before_it() -> None:
    plan = walk("fortify", "Peru", "Brazil", plan=BOLD).plan
    assert plan.splitlines()[-1] == "fortify all but 1 army Peru -> Brazil"
    more = walk("attack", "North Africa", "Egypt", plan=plan).plan
    assert more.splitlines()[-2:] == ["attack North Africa -> Egypt", plan.splitlines()[-1]]
    forecast_plan(STATE, parse_plan(more))


def test_lines_before_the_first_attack() -> None:
    plan = with_first(
        with_first(with_attack("", "attack A -> B"), "place all armies on A"), "trade"
    )
    assert plan.splitlines() == ["trade", "place all armies on A", "attack A -> B"]


def test_what_can_be_tapped_is_what_the_engine_says() -> None:
    pick = walk("attack", "Brazil")
    game = STATE.game
    beside = {game.names[place] for place in game.adjacent[game.index["Brazil"]]}
    own = {game.names[place] for place in STATE.territories(STATE.player)}
    assert targets(STATE, pick) == frozenset(beside - own)
    assert legal(STATE, pick) == frozenset(beside - own)
    assert legal(STATE, Pick("board", "Siam", "")) is None
    assert attacked(game, "attack Brazil -> North Africa until 3 armies are left # yes") == [
        "North Africa"
    ]
    assert "what to attack" in hint(STATE, pick)


# -- the board ---------------------------------------------------------------------------


def test_a_territory_changes_hands_and_armies_are_counted_anew() -> None:
    after = edit.with_land(POSITION, "Greenland", owner="Ann", armies=7)
    assert edit.owner_of(after, "Greenland") == "Ann"
    assert after.state.armies_on("Greenland") == 7
    all_of_north = after
    for name in STATE.game.board.continent("North America").territories:
        all_of_north = edit.with_land(all_of_north, name, owner="Ann")
    assert all_of_north.state.reserves[0] == reinforcements(all_of_north.state, 0) > 5
    set_by_hand = edit.with_count(POSITION, "to_place", 9)
    assert edit.with_land(set_by_hand, "Egypt", owner="Ann").state.reserves[0] == 9


def test_a_change_that_makes_no_position_is_refused() -> None:
    lonely = edit.with_table(
        POSITION,
        position_to_csv(POSITION).replace(",Ann,", ",Bob,").replace("Peru,Bob", "Peru,Ann"),
    )
    with pytest.raises(InvalidInput, match="Ann has the turn and no territory"):
        edit.with_land(lonely, "Peru", owner="Bob")


def test_turn_phase_and_cards() -> None:
    bob = edit.with_turn(POSITION, player=1)
    assert (bob.state.player, bob.state.reserves[1]) == (1, reinforcements(bob.state, 1))
    assert edit.with_turn(POSITION, phase="attack").state.phase is Phase.ATTACK
    assert edit.known_cards(edit.with_cards(POSITION, 1, ["Siam"], 2), 1) == ["Siam"]
    with pytest.raises(InvalidInput, match="2 cards are known"):
        edit.with_cards(POSITION, 1, ["Siam", "Peru"], 1)
    with pytest.raises(InvalidInput, match="Egypt"):
        edit.with_cards(POSITION, 1, ["Egypt"], 1)  # Ann has it


@pytest.mark.parametrize(
    "content",
    [
        written_position(POSITION),
        written_position(POSITION).encode(),
        json.dumps(json.loads(written_position(POSITION))),  # in one line
        f"  {share_string(POSITION)}\n",
        position_to_csv(POSITION),
        position_to_csv(POSITION, ";").encode("utf-8-sig"),
    ],
)
def test_every_form_of_a_position_is_read(content: str | bytes) -> None:
    assert edit.read_any(content, POSITION) == POSITION


def test_a_table_of_other_players_begins_a_game_of_theirs() -> None:
    other = position_to_csv(POSITION).replace("Ann", "Zoe")
    assert edit.read_any(other, POSITION).players == ("Zoe", "Cleo", "Bob")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "nothing is there"),
        ("{", "cannot be read"),
        ("oddsapp1-AAAA", "cut"),
        ("territory,owner,armies\nAlaska,Ann,x", "line 2"),
        (b"\xff\xfe\x00", "UTF-8"),
        ("x" * 2_000_000, "at most 1,000,000"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(content: str | bytes, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        edit.read_any(content, POSITION)


# -- the address -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"w_plan": ""},
        {"p": share_string(edit.with_land(POSITION, "Siam", armies=9))},
        {"p": share_string(edit.new_board("risk2", 6)), "w_plan": "", "w_at": 48},
        {"w_two": "two", "w_which": "2", "w_plan2": BOLD, "w_bots": ("odds", "random", "cautious")},
    ],
)
def test_an_address_keeps_the_whole_state(changes: dict[str, object]) -> None:
    state = values(**changes)
    address = encode(state, spec_of(state))
    assert sum(map(len, address.values())) < 2000
    back, notes = decode(address, spec_for(of_example="p" not in address))
    assert notes + fit(back) == []
    assert back == state


def test_a_link_to_a_position_alone_has_no_plan_of_another() -> None:
    query = {"p": share_string(edit.new_board("classic", 3))}
    assert decode(query, spec_for(of_example=False))[0]["w_plan"] == ""


def test_what_an_address_cannot_mean_is_put_right() -> None:
    turn = share_string(example_turn().position)
    assert at_once(turn)
    state, notes = decode({"p": turn, "w_goal": "take Atlantis", "w_bots": "odds-hal"}, SPEC)
    assert state["p"] == example()
    assert "RISK II turn page" in notes[0]
    state |= {"w_who": 9, "w_at": 99, "w_bots": ("odds",) * 5}
    assert len(fit(state)) == 4
    assert (state["w_goal"], state["w_who"], state["w_at"]) == ("win", 0, 0)
    assert bots_of(state) == ("odds",) * 3
    assert [turns_of(state | {"w_turns": word}) for word in ("next", "two", "end")] == [2, 5, None]
    assert plan_texts(state) == example_plans()[:1]


# -- forecasts ---------------------------------------------------------------------------


def test_the_forecast_is_that_of_the_library() -> None:
    text = example_plans()[0]
    found, of_library = answer.forecast(example(), text), forecast_plan(STATE, parse_plan(text))
    assert found.to_dict() == of_library.to_dict()
    held = of_library.continents[3].held[0]
    told = answer.headline(POSITION, found, parse_goal("take Africa"))
    assert (told.number, told.words) == (f"{held:.1%}", "Ann holds Africa after this turn")
    shade = answer.shades(POSITION, found, 0)["Congo"]
    assert shade.value == of_library.territory("Congo").owner[0]
    rows = answer.land_table(POSITION, found).exact
    assert ("Congo", "Bob") in {row[:2] for row in rows}
    assert {row[0] for row in answer.player_table(POSITION, found).exact} == {"Ann", "Bob", "Cleo"}
    lines = list(answer.step_lines(found))
    assert [line.line for line in lines if line.line] == [str(step.line) for step in found.steps]
    assert "taken" in lines[3].came_to


def test_a_plan_that_cannot_be_played_names_its_line() -> None:
    assert answer.why_not(example(), f"{QUIET}\nattack Brazil -> Siam") == (
        "line 3: Siam is not adjacent to Brazil (rule B-3)"
    )
    assert answer.why_not(example(), "jump").startswith("line 1: ")
    assert answer.why_not(example(), BOLD) == ""


# -- runs --------------------------------------------------------------------------------


def request(**changes: object) -> Request:
    usual = Request(example(), (BOLD,), "take Africa", ("cautious",) * 3, 1, 60, 5)
    return replace(usual, **changes)  # type: ignore[arg-type]


def test_a_run_comes_to_what_the_library_says_and_is_remembered() -> None:
    asked = request(plans=(BOLD, QUIET))
    run = Run(asked)
    assert run.wait(120)
    look = run.look()
    of_library = compare_plans(
        STATE,
        [parse_plan(BOLD), parse_plan(QUIET)],
        players=asked.bots,
        turns=1,
        rollouts=60,
        seed=5,
        until_decided=parse_goal("take Africa"),
    )
    assert look.rolled == of_library.results
    assert look.difference == of_library.difference(parse_goal("take Africa"), 0, 1)
    assert look.live is not None
    assert look.live.difference is not None
    assert "of each" in rolled.live_words(look.live)
    assert finished(asked) == look
    assert finished(request(seed=6)) is None
    surely = of_library.difference(parse_goal("take North Africa"), 0, 1)
    assert rolled.verdict(surely).startswith("Decided: plan 1 is better")
    assert rolled.verdict(look.difference).startswith("Not decided")
    first = look.rolled[0]
    assert len(rolled.player_table(POSITION, first).exact) == 3
    assert "North Africa" in {row[0] for row in rolled.land_table(POSITION, (first,)).exact}
    assert rolled.shades(POSITION, first)["North Africa"].value == first.holds["North Africa"].mean


def test_a_run_that_is_stopped_keeps_what_is_done() -> None:
    asked = request(rollouts=10_000, seed=1)
    run = Run(asked)
    while run.look().done < 1 and not run.look().over:
        time.sleep(0.01)
    run.stop()
    assert run.wait(60)
    kept = run.look().rolled
    assert kept[0].ended is Ended.INTERRUPTED
    assert 0 < kept[0].rollouts < 10_000
    assert finished(asked) is None
    assert "stopped before all" in rolled.how_ended(kept[0])


def test_a_run_ends_when_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "GRACE", 0.0)
    run = Run(request(rollouts=10_000, seed=2), alive=lambda: False)
    assert run.wait(60)
    assert run.stopped


def test_few_run_at_once_the_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_slots", threading.BoundedSemaphore(1))
    first = Run(request(rollouts=10_000, seed=3))
    while first.look().waits:  # each in a thread of its own: the second could come first
        time.sleep(0.01)
    second = Run(request(rollouts=10_000, seed=4))
    time.sleep(0.3)
    assert second.look().waits
    second.stop()
    assert second.wait(60)
    assert "stopped before" in second.look().problem
    monkeypatch.setattr(runs, "MOST_WAITING", 0)
    with pytest.raises(InvalidInput, match="many others"):
        Run(request())
    first.stop()
    assert first.wait(60)


def test_a_process_that_is_lost_is_said_and_another_one_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lost, worker = Worker(), Worker()
    monkeypatch.setattr(runs, "_idle", [worker, lost])
    lost.end()  # nobody waited for it: the other one is taken
    run = Run(request(rollouts=10_000, seed=7))
    while not run.asked:
        time.sleep(0.01)
    worker.end()
    assert run.wait(60)
    assert run.look().problem == WENT_WRONG
    assert "was lost" in caplog.text
    assert runs._idle == []
    starting = Run(request(rollouts=10_000, seed=7))
    while starting.look().waits:
        time.sleep(0.01)
    starting.stop()
    assert starting.wait(60)
    assert starting.look().problem == STOPPED
    assert Run(request(seed=7)).wait(60)


def test_a_plan_that_is_refused_is_said_in_words() -> None:
    run = Run(request(plans=("attack Brazil -> Siam",)))
    assert run.wait(60)
    assert "line 1" in run.look().problem


def test_plans_are_found_as_the_library_finds_them() -> None:
    asked = request(plans=(), goal="take North Africa", bots=(), turns=0, rollouts=1, seed=0)
    run = Run(asked)
    assert run.wait(120)
    found = run.look().advised
    assert found is not None
    assert found.to_dict() == advise(STATE, None, "take North Africa").to_dict()
    assert rolled.ranked_words(found.best, 1) == short_percent(found.best.estimate.mean)
    assert "plans compared for “take North Africa”" in rolled.advice_words(found)
