"""One suite over every sequential preset and many variants: random play, and what must hold.

Whatever is played: armies are accounted for, territories have an owner and an army, what is
listed is legal and nothing else is, every line of text reads back, and the same seed plays the
same game.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from oddsapp.engine import (
    NEUTRAL,
    UNCLAIMED,
    Action,
    ChanceEvent,
    GameState,
    Phase,
    apply_action,
    current_player,
    is_terminal,
    legal_actions,
    returns,
    table_actions,
    verify,
)
from oddsapp.engine.actions import Attack, Concede, EndReinforcement, Place, Trade
from oddsapp.engine.events import Fought, Rolled
from oddsapp.errors import IllegalMove
from oddsapp.rules import CardSchedule
from tests.engine.positions import read
from tests.engine.same_time_games import SAME_TIME
from tests.engine.setups import SETUP_AT_ONCE
from tests.engine.variants import VARIANTS, begin, random_game

SETUP = {Phase.FIRST_PLAYER, Phase.MISSIONS, Phase.DEAL, Phase.CLAIM, Phase.PLACE, Phase.CAPITALS}
TURN_ENDS = {Phase.FORTIFY, Phase.DRAW, Phase.CONSENT}
STEPS = 300
ESCALATING: list[int] = [4, 6, 8, 10, 12, 15, *range(20, 500, 5)]

every_variant = pytest.mark.parametrize("name", sorted(VARIANTS))


def total(state: GameState) -> int:
    return sum(state.armies) + sum(state.reserves)


# --- accounts ---------------------------------------------------------------------------


def set_worth(state: GameState, trade: Trade) -> int:
    """What a set brings, counted here once more (K-3 to K-7)."""
    rules, sets = state.game.rules.cards, state.sets_traded
    printed = dict(zip(state.game.cards, state.game.symbols, strict=True))
    symbols = [printed[card] for card in trade.cards if printed[card]]
    match rules.schedule:
        case CardSchedule.BY_ONE:
            return 4 + sets
        case CardSchedule.FLAT:
            return 8
        case CardSchedule.FIXED:
            if len(set(symbols)) == len(symbols):
                return 10
            return {"infantry": 4, "cavalry": 6, "artillery": 8}[str(symbols[0])]
        case CardSchedule.LIMITED:
            return min(20, ESCALATING[sets])
        case CardSchedule.ESCALATING:
            return ESCALATING[sets]


def income(state: GameState, player: int) -> int:
    """What a turn begins with, counted here once more (T-2, T-3)."""
    own = {state.game.names[n] for n, owner in enumerate(state.owners) if owner == player}
    continents = [c.bonus for c in state.game.board.continents if own.issuperset(c.territories)]
    return max(3, len(own) // 3) + sum(continents)


def room_for_bonus(state: GameState, trade: Trade) -> int:
    if trade.bonus_on not in state.game.index:
        return 0
    limit = state.game.rules.turn.stack_limit
    if limit is None or not state.game.rules.cards.owned_bonus_is_limited:
        return 2
    return max(0, min(2, limit - state.armies[state.game.index[trade.bonus_on]]))


def accounted(before: GameState, move: Action | ChanceEvent, after: GameState) -> int:
    """Return by how many armies this step has to change all armies and reserves."""
    change = 0
    match move:
        case Rolled() if before.assault is not None and after.phase in (Phase.ATTACK, Phase.OCCUPY):
            rolled = move.attack or before.assault.attack
            change -= min(len(rolled), len(move.defence))
        case Fought() if before.assault is not None:
            change -= before.armies[before.assault.origin] - 1 - move.force
            change -= before.armies[before.assault.target] - move.defenders
        case Trade():
            change += set_worth(before, move) + room_for_bonus(before, move)
        case _ if before.phase is Phase.CONSENT and after.player != before.player:
            assert before.proposal is not None
            lost = before.territories(before.player)
            if before.proposal.number:
                change -= sum(before.armies[n] - 1 for n in lost)
            change -= before.reserves[before.player]
        case _ if before.phase is Phase.CAPITALS and after.phase is not Phase.CAPITALS:
            if before.game.rules.victory.capital_form == "capitals":
                homes = after.capitals
                change += sum(max(0, 5 - before.armies[home]) for home in homes)
        case _:
            pass
    if new_turn(before, after):
        change += income(after, after.player)
    return change


def new_turn(before: GameState, after: GameState) -> bool:
    if before.phase in SETUP:
        return after.phase not in SETUP
    moved_on = after.phase is Phase.REINFORCE or (
        # a mission that is done, or a target that was held, as the next turn begins
        after.phase is Phase.OVER and (before.phase is not Phase.CONSENT or any(after.on_target))
    )
    return before.phase in TURN_ENDS and moved_on and after.player != before.player


def check_lost_for_want_of_room(before: GameState, move: Action | ChanceEvent, lost: int) -> None:
    """What is missing was lost since no territory had room for it (T-5)."""
    limit = before.game.rules.turn.stack_limit
    assert limit is not None
    assert isinstance(move, Place | Trade | EndReinforcement)
    counts = list(before.armies)
    if isinstance(move, Place):
        counts[before.game.index[move.territory]] += move.armies
    elif isinstance(move, Trade) and move.bonus_on in before.game.index:
        counts[before.game.index[move.bonus_on]] += room_for_bonus(before, move)
    assert all(counts[n] >= limit for n in before.territories(before.player))
    assert lost > 0


def check_position(state: GameState) -> None:
    game = state.game
    owners = Counter(state.owners)
    assert sum(owners.values()) == len(game.names)
    neutral = game.has_neutral or any(state.destroyed_by[p] == p for p in range(game.players))
    allowed = set(range(game.players)) | ({NEUTRAL} if neutral else set())
    if state.phase in SETUP:
        allowed |= {UNCLAIMED}
        assert all(
            (count == 0) == (o == UNCLAIMED)
            for o, count in zip(state.owners, state.armies, strict=True)
        )
    elif state.phase is Phase.OCCUPY:
        assert state.assault is not None
        assert [n for n, count in enumerate(state.armies) if count < 1] == [state.assault.target]
    else:
        assert min(state.armies) >= 1
    assert set(owners) <= allowed
    assert all(reserve >= 0 for reserve in state.reserves)
    held = [card for hand in state.hands for card in hand]
    deck = Counter([*held, *state.pile, *state.discards])
    assert all(count == 1 for count in deck.values())
    if state.phase not in SETUP:
        out = set(state.capitals) if game.rules.victory.capital_form == "headquarters" else set()
        assert set(deck) == set(range(len(game.cards))) - out
    assert (state.phase is Phase.OVER) == is_terminal(state) == (current_player(state) is None)
    assert sum(returns(state)) >= 1 if state.winners else sum(returns(state)) == 0  # fmt: skip


@every_variant
def test_armies_and_territories_are_accounted_for(name: str) -> None:
    rng = random.Random(f"accounts {name}")
    for _ in range(2):
        for before, move, after in random_game(name, rng, STEPS):
            missing = total(before) + accounted(before, move, after) - total(after)
            if str(move) == "undo":
                continue
            if missing and before.phase not in (Phase.ADJUST, Phase.REROLL):
                check_lost_for_want_of_room(before, move, missing)
            elif missing:  # a roll that was adjusted costs its armies when it stands
                assert before.assault is not None
                assert missing == min(len(before.assault.attack), len(before.assault.defence))
            check_position(after)


# --- what is listed is legal, and nothing else ------------------------------------------


def listed(state: GameState) -> list[Action]:
    return [a for actions in (*legal_actions(state), *table_actions(state)) for a in actions]


def perturbed(state: GameState, rng: random.Random) -> list[Action]:
    """Return actions that nearly are legal: one amount more, another territory."""
    names = state.game.names
    found: list[Action] = []
    for actions in legal_actions(state):
        if actions.action.amount:
            found += [actions.with_amount(n) for n in (0, actions.least - 1, actions.most + 1)]
        for field in ("territory", "origin", "target", "bonus_on"):
            if hasattr(actions.action, field):
                values = {**vars(actions.largest), field: rng.choice(names)}
                found.append(type(actions.action)(**values))
    return found


def agrees(state: GameState, action: Action, legal: set[Action]) -> bool:
    try:
        verify(state, action)
    except IllegalMove as refused:
        return bool(refused.rule and refused.reason) and action not in legal
    return action in legal


@every_variant
def test_what_is_listed_applies_at_both_ends_and_what_is_not_does_not(name: str) -> None:
    rng = random.Random(f"legality {name}")
    for step, (state, _, _) in enumerate(random_game(name, rng, STEPS)):
        if step % 9:
            continue
        ranges = [*legal_actions(state), *table_actions(state)]
        legal = set(listed(state))
        assert len(legal) == sum(map(len, ranges))  # nothing twice
        for actions in rng.sample(ranges, min(len(ranges), 30)):
            for action in (actions.action, actions.largest):
                verify(state, action)
                after = apply_action(state, action)
                assert after.game is state.game
        for action in rng.sample(near := perturbed(state, rng), min(len(near), 60)):
            assert agrees(state, action, legal), f"{action} in {state}"


# --- texts, seeds, equality -------------------------------------------------------------


@every_variant
def test_texts_read_back_and_are_json_safe(name: str) -> None:
    rng = random.Random(f"texts {name}")
    seen: set[type] = set()
    for step, (state, move, _) in enumerate(random_game(name, rng, STEPS, talk=0.1)):
        assert read(json.loads(json.dumps(str(move)))) == move
        if type(move) not in seen or step % 25 == 0:
            seen.add(type(move))
            for actions in (*legal_actions(state), *table_actions(state)):
                for action in (actions.action, actions.largest):
                    assert read(str(action)) == action


@every_variant
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    def played() -> list[tuple[str, GameState]]:
        rng = random.Random(f"seed {name}")
        return [(str(move), after) for _, move, after in random_game(name, rng, 200)]

    once, again = played(), played()
    assert once == again
    assert [hash(state) for _, state in once] == [hash(state) for _, state in again]
    state = begin(name)
    for line, after in once:  # and the lines alone lead to the same states
        state = apply_action(state, read(line))
        assert state == after


def test_random_games_on_small_boards_come_to_an_end() -> None:
    rng = random.Random(7)
    ended = 0
    for _ in range(8):
        *_, (_, _, last) = random_game("classic small", rng, 6000, talk=0.0)
        ended += is_terminal(last)
        if is_terminal(last):
            assert sum(returns(last)) == 1
    assert ended >= 6


def test_a_state_stays_as_it_is() -> None:
    rng = random.Random(3)
    for before, move, _ in random_game("experts", rng, 300):
        shape: dict[str, Any] = dict(vars(before))
        apply_action(before, move)
        assert vars(before) == shape


def test_every_kind_of_action_and_event_has_been_seen() -> None:
    """What random play never does, no test above has looked at."""
    from oddsapp.engine.actions import ACTIONS
    from oddsapp.engine.events import EVENTS

    seen: set[type] = set()
    names = ["experts", "missions", "capitals", "asked at once", "own die once"]
    for name in [*names, "six at the table", "tight stacks"]:
        rng = random.Random(f"kinds {name}")
        for _ in range(8):
            seen |= {type(move) for _, move, _ in random_game(name, rng, 1200, talk=0.05)}
    # The others have a suite of their own, test_same_time_games.
    assert seen == {*ACTIONS, *EVENTS} - SAME_TIME - SETUP_AT_ONCE
    assert {Attack, Concede} <= seen
