"""One suite over every same-time preset and many variants: random plans, and what must hold.

Whatever is submitted: armies and cards are accounted for, territories have an owner, and an
army once battles are over, every order has a report, what is listed is legal, every line of
text reads back, and the same seed plays the same game.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from oddsapp.engine import (
    CHANCE,
    Action,
    ChanceEvent,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    is_terminal,
    legal_actions,
    player_view,
    returns,
    verify,
)
from oddsapp.engine.actions import Claim, Place, Submit
from oddsapp.engine.events import Drawn, FirstRoll, TerritoryDealt
from oddsapp.engine.record import GameRecord, parse_step, replay
from oddsapp.engine.reports import order_reports
from oddsapp.engine.resolution import Fate, Resolution, Stage
from oddsapp.engine.save_file import load_game, save_game
from oddsapp.engine.state import PLANNING
from tests.engine.same_time_games import GAMES, SAME_TIME, random_game

STEPS = 500
Step = tuple[GameState, Action | ChanceEvent, GameState]
SETUP = {Phase.FIRST_PLAYER, Phase.DEAL, Phase.CLAIM, Phase.PLACE}
every_game = pytest.mark.parametrize("name", sorted(GAMES))


@cache
def played(name: str) -> list[Step]:
    return play_again(name)


def play_again(name: str) -> list[Step]:
    return list(random_game(name, random.Random(name), STEPS))


def fallen_armies(battles: Resolution, since: int = 0) -> int:
    """Return how many armies the battles have cost."""
    return sum(sum(met.before) - sum(met.after) for met in battles.meetings[since:])


def under_way(battles: Resolution) -> int:
    """Return how many armies are on no territory: on their way, or before the spoils."""
    return sum(force.size for force in battles.forces if force.fate is Fate.UNDER_WAY)


def rolled_away(state: GameState) -> int:
    """Return what the battle being rolled has cost so far."""
    if not state.rolled or state.resolution is None:
        return 0
    return sum(state.resolution.pending[0].battle.armies) - sum(state.rolled)


@every_game
def test_armies_are_accounted_for(name: str) -> None:
    """Only battles cost armies; what is placed or moved is what played lines say."""
    for before, move, after in played(name):
        change = sum(after.armies) - sum(before.armies)
        if before.phase in SETUP:
            assert change + sum(after.reserves) >= sum(before.reserves)
            if after.phase in SETUP:
                assert sum(after.armies + after.reserves) == sum(before.armies + before.reserves)
        elif before.phase is Phase.BATTLES:
            now = after.resolution
            assert now is not None
            total = sum(now.armies) + under_way(now) + fallen_armies(now)
            assert total == sum(before.armies)
            if after.phase is not Phase.BATTLES:
                assert change == -fallen_armies(now)
        elif before.phase in (Phase.REINFORCEMENTS, Phase.CONQUEST_REINFORCEMENTS):
            if after.phase is not before.phase:
                since = 0 if before.phase is Phase.REINFORCEMENTS else len(before.carried)
                lines = [line for line in after.carried[since:] if line.played]
                assert change == sum(line.order.armies for line in lines)
                assert change <= sum(before.reserves)
                assert not any(after.reserves)
            else:
                assert change == 0
        elif before.phase in (Phase.TRADES, Phase.CONQUEST_TRADES):
            sets = after.sets_traded - before.sets_traded
            assert change <= 2 * sets  # the armies of K-8
            assert change % 2 == 0
            assert sets or change == 0
        else:
            assert change == 0, (before.phase, move)


@every_game
def test_cards_are_accounted_for(name: str) -> None:
    for _, _, after in played(name):
        if after.phase not in SETUP:
            cards = Counter([*after.pile, *after.discards, *(c for h in after.hands for c in h)])
            assert cards == Counter(range(len(after.game.cards)))
            assert list(after.pile) == sorted(after.pile)


@every_game
def test_every_territory_has_an_owner_and_an_army(name: str) -> None:
    for before, _, after in played(name):
        if after.phase not in SETUP:
            assert all(0 <= owner < after.game.players for owner in after.owners)
            assert min(after.armies) >= 1
        battles = after.resolution
        if before.phase is Phase.BATTLES and battles is not None:
            # While the battles of a kind last, a conquered territory may wait for its spoils.
            spoils = {fight.place for fight in battles.pending if "spoils" in fight.stage.value}
            waiting = {force.target for force in battles.forces if force.fate is Fate.UNDER_WAY}
            empty = {place for place, count in enumerate(battles.armies) if not count}
            assert empty <= waiting
            if battles.stage in (Stage.SPOILS, Stage.SURGE_SPOILS):
                assert empty == spoils


@every_game
def test_every_order_has_a_report(name: str) -> None:
    fates: Counter[Fate] = Counter()
    for before, _, after in played(name):
        battles = after.resolution
        if battles is None or before.phase is not Phase.BATTLES:
            continue
        reports = order_reports(battles)
        assert len(reports) == len(battles.orders)
        for report in reports:
            assert report.reason
            assert report.player == report.order.player
            assert str(report).startswith(f"player {report.player + 1}, {report.order.order}: ")
            assert (report.fate is Fate.VOID) is (not report.order.played) is bool(report.rule)
            if report.fate not in (Fate.VOID, Fate.UNDER_WAY):
                assert report.opponents
                assert report.player not in report.opponents
                assert report.sizes[-1] <= report.sizes[0] <= report.order.order.armies
        if battles.is_over:
            assert Fate.UNDER_WAY not in {report.fate for report in reports}
            fates.update(report.fate for report in reports)
    assert fates[Fate.OCCUPIES]
    assert fates[Fate.VOID]


@every_game
def test_what_is_listed_is_legal(name: str) -> None:
    for number, (state, _, _) in enumerate(played(name)):
        if number % 11 or current_player(state) == CHANCE:
            continue
        view = player_view(state, state.player)
        listed = list(legal_actions(state))
        assert listed
        assert list(legal_actions(view)) == listed
        for actions in listed:
            for action in (actions.action, actions.largest):
                verify(state, action)
                verify(view, action)


@every_game
def test_plans_of_one_order_are_played_as_listed(name: str) -> None:
    """An order listed for itself is never void, up to its most armies, and above it is."""
    for number, (state, _, _) in enumerate(played(name)):
        if number % 37 or state.phase not in (Phase.ORDERS, Phase.TACTICAL, Phase.REINFORCEMENTS):
            continue
        for actions in list(legal_actions(state))[1::9]:
            for armies, is_played in ((actions.most, True), (actions.most + 1, False)):
                after = state.evolve(plans=tuple(() for _ in state.plans))
                after = apply_action(after, actions.with_amount(armies))
                if state.phase is Phase.ORDERS:
                    assert after.resolution is not None
                    assert [checked.played for checked in after.resolution.orders] == [is_played]
                else:
                    assert after.carried[-1].played is is_played


@every_game
def test_every_line_reads_back_and_the_same_seed_plays_the_same_game(name: str) -> None:
    first, again = played(name), play_again(name)
    assert [(move, after) for _, move, after in first] == [
        (move, after) for _, move, after in again
    ]
    for _, move, _ in first:
        assert parse_step(str(move)) == move


@every_game
def test_a_record_replays_and_is_saved(name: str, tmp_path: Path) -> None:
    steps = played(name)[:250]
    record = GameRecord(steps[0][0].game)
    for _, move, after in steps:
        record.add(str(move))
        assert record.state == after
    assert replay(record.game, record.log) == record.state
    save_game(record, tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").state == record.state


@every_game
def test_chance_is_exact(name: str) -> None:
    checked: Counter[Phase] = Counter()
    for state, _, _ in played(name):
        if current_player(state) != CHANCE or checked[state.phase] > 4:
            continue
        if state.phase is Phase.BATTLES and len(state.resolution.pending[0].forces) > 4:  # type: ignore[union-attr]
            continue
        checked[state.phase] += 1
        outcomes = list(chance_outcomes(state))
        assert sum(share for _, share in outcomes) == 1
        assert len({event for event, _ in outcomes}) == len(outcomes)
        for event, share in outcomes[:6]:
            assert share > 0
            apply_action(state, event)


@every_game
def test_games_go_on_until_somebody_has_won(name: str) -> None:
    phases: Counter[Phase] = Counter()
    for before, _, after in played(name):
        phases[before.phase] += 1
        assert after.round - before.round in (0, 1)
        if after.phase in PLANNING:
            assert after.plans[after.player] is None
        if is_terminal(after):
            assert after.winners
            teams = dict(zip(after.game.teams, returns(after), strict=True))
            assert sum(teams.values()) == 1
            assert current_player(after) is None
        else:
            assert not after.winners
    assert phases[Phase.BATTLES] > 5
    assert phases[Phase.TACTICAL] > 5


def test_all_phases_are_reached() -> None:
    """The suite would prove nothing about a phase that no game comes to."""
    seen = {before.phase for name in GAMES for before, _, _ in played(name)}
    assert seen >= {*PLANNING, Phase.BATTLES, Phase.DRAW, Phase.FALLEN}


def test_every_kind_of_action_and_event_has_been_seen() -> None:
    seen = {type(move) for name in GAMES for _, move, _ in played(name)}
    assert seen >= {*SAME_TIME, FirstRoll, TerritoryDealt, Claim, Place, Drawn}


def test_views_hide_plans_in_whole_games() -> None:
    for state, _, _ in played("secret, leaving one"):
        if state.phase in PLANNING and any(state.plans):
            for player in range(state.game.players):
                view = player_view(state, player)
                assert view.plans[player] == state.plans[player]
                assert all(
                    plan in (None, (), ("hidden",))
                    for other, plan in enumerate(view.plans)
                    if other != player
                )


@pytest.mark.rule("T-9")
@pytest.mark.parametrize("name", ["risk2 small", "European"])
def test_a_submission_by_anybody_does_not_change_what_the_others_see(name: str) -> None:
    for before, move, after in played(name):
        if before.phase in (Phase.REINFORCEMENTS, Phase.ORDERS) and after.phase is before.phase:
            assert isinstance(move, Submit)
            other = apply_action(before, Submit(move.player))
            for player in range(after.game.players):
                if player != move.player - 1:
                    assert player_view(after, player) == player_view(other, player)
