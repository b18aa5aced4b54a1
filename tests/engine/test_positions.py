"""Positions: written by hand, saved, shared, put into a table, and always the same again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.boards import find_board
from oddsapp.engine import (
    NEUTRAL,
    Phase,
    apply_action,
    legal_actions,
    new_game,
    parse_action,
    player_view,
)
from oddsapp.engine.positions import (
    Position,
    example_position,
    example_text,
    from_share_string,
    load_position,
    position_from_csv,
    position_from_dict,
    position_to_csv,
    position_to_dict,
    read_position,
    save_position,
    share_string,
    written_position,
)
from oddsapp.engine.positions.checks import PHASES
from tests.engine.variants import VARIANTS, positions_of

DUEL: dict[str, Any] = {
    "players": {
        "Ann": {"territories": {"South America": 2, "Brazil": 12}},
        "Bob": {"territories": ["North Africa", "Egypt"]},
    },
    "rest": "neutral",
}
"""A position as somebody types it in."""


def changed(**fields: Any) -> dict[str, Any]:
    return {**DUEL, **fields}


def of_ann(**fields: Any) -> dict[str, Any]:
    players = DUEL["players"]
    return changed(players={**players, "Ann": {**players["Ann"], **fields}})


# -- what people type ---------------------------------------------------------------------


def test_little_has_to_be_said() -> None:
    position = position_from_dict(DUEL)
    state = position.state
    assert (state.game.board.name, state.game.rules.name) == ("classic", "classic")
    assert (state.phase, state.player, state.round) == (Phase.REINFORCE, 0, 1)
    assert state.armies_on("Brazil") == 12
    assert state.armies_on("Peru") == 2
    assert (state.owner_of("Egypt"), state.armies_on("Egypt")) == (1, 1)
    assert state.owner_of("Alaska") == NEUTRAL
    assert state.reserves == (3 + 2, 0, 0)  # for 4 territories, and South America
    assert len(state.pile) == 44
    assert state.viewer is None
    after = apply_action(state, parse_action("place 5 armies on Brazil"))
    assert after.phase is Phase.ATTACK
    assert any("attack Brazil -> North Africa" in str(a.action) for a in legal_actions(after))


def test_players_may_have_numbers_only() -> None:
    data = changed(players=list(DUEL["players"].values()), turn=2, rest={"player 2": 3})
    position = position_from_dict(data)
    assert position.players == ()
    assert (position.name(1), position.state.player) == ("player 2", 1)
    assert position.state.armies_on("Alaska") == 3
    assert position_from_dict({**data, "turn": "2"}) == position


def test_a_player_is_meant_by_name_in_any_case_or_by_number() -> None:
    for who in ("Bob", "bob", 2, "player 2"):
        assert position_from_dict(changed(turn=who)).state.player == 1


def test_the_turn_may_be_further_on() -> None:
    said = changed(phase="fortify", moves=1, arrived={"Peru": 1}, conquered=True, round=7)
    state = position_from_dict({**said, "changes": {"fortify": "free"}}).state
    assert (state.phase, state.moves, state.conquered, state.round) == (Phase.FORTIFY, 1, True, 7)
    assert state.arrived == ((state.game.territory("Peru"), 1),)
    assert state.reserves == (0, 0, 0)


def test_cards_are_known_by_name_or_by_number_only() -> None:
    known = position_from_dict(of_ann(cards=["Siam", "wild card"])).state
    assert known.hands == ((34, 42), ())
    assert len(known.pile) == 42
    assert known.viewer is None
    data = of_ann(cards=["wild card", "Siam", "unknown"])
    state = position_from_dict({**data, "discards": ["Alaska"], "turn": "Bob"}).state
    assert state.hands == ((-1, 34, 42), ())
    assert state.viewer == 1
    assert state.pile == (-1,) * (44 - 3 - 1)
    assert position_from_dict({**data, "view": "Ann"}).state.viewer == 0


def test_wild_cards_are_told_apart_where_it_matters() -> None:
    cards = [{"cards": ["wild card 2"]}, {"cards": ["wild card"]}]
    territories = [{"territories": {"Alaska": 1}}, {"territories": {"Peru": 1}}]
    players = [{**one, **other} for one, other in zip(territories, cards, strict=True)]
    state = position_from_dict({"players": players, "rest": "neutral"}).state
    assert state.hands == ((43,), (42,))


def test_missions_and_capitals_are_named() -> None:
    players: list[dict[str, Any]] = [
        {"territories": {"Asia": 1}, "mission": "hold Asia and Africa"},
        {"territories": {"Africa": 1}, "mission": 3},
        {"territories": {"Europe": 1}},
    ]
    data = {"players": players, "rest": 3, "changes": {"goal": "missions"}}
    assert position_from_dict(data).state.missions[1:] == (2, -1)
    capitals = [{**side, "capital": name} for side, name in zip(
        [{"territories": p["territories"]} for p in players], ("Siam", "Egypt", "Ukraine"),
        strict=True,
    )]  # fmt: skip
    state = position_from_dict({"players": capitals, "rest": 3, "rules": "parker1993",
                                "changes": {"goal": "capitals"}}).state  # fmt: skip
    assert [state.game.names[c] for c in state.capitals] == ["Siam", "Egypt", "Ukraine"]
    assert set(state.capitals).isdisjoint(state.pile)


def test_the_example_of_the_package_is_read() -> None:
    position = read_position(example_text())
    assert position == example_position()
    assert position.state.viewer == 0
    assert position.state.hands[1:] == ((-1, -1), (-1,))


# -- there and back -----------------------------------------------------------------------


def as_positions(name: str, seed: int) -> list[Position]:
    """Return the positions of a random game, as it is and as the next player sees it."""
    states = [
        state
        for state in positions_of(name, Random(seed), steps=250, every=3)
        if state.phase in PHASES
    ]
    views = [player_view(state, state.next_player) for state in states[::4]]
    return [Position(state.evolve(before=None)) for state in (*states, *views)]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_turn_of_a_game_comes_back_whole(name: str) -> None:
    positions = as_positions(name, seed=5)
    assert positions or name in ("square", "two on islands", "target")
    for position in positions:
        assert read_position(written_position(position)) == position
        assert from_share_string(share_string(position)) == position
        again = position_from_csv(position_to_csv(position), position)
        assert again == position


def test_a_file_comes_back_and_is_as_people_write_it(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    save_position(example_position(), path)
    assert load_position(path) == example_position()
    text = path.read_text(encoding="utf-8")
    assert '      "cards": ["Brazil", "Egypt", "wild card 1"]\n' in text
    assert '"rules": "classic",\n' in text
    save_position(example_position().state, path)
    assert load_position(path).players == ()
    assert [entry.name for entry in tmp_path.iterdir()] == ["position.json"]


def test_rules_and_boards_of_ones_own_come_along() -> None:
    board = replace(find_board("classic"), name="ours")
    rules = {"name": "house", "turn": {"fortify": "free"}, "combat": {"attack_dice": 2}}
    position = position_from_dict(changed(board=position_to_dict_of(board), rules=rules))
    for again in (
        read_position(written_position(position)),
        from_share_string(share_string(position)),
    ):
        assert again == position
        assert again.state.game.board.name == "ours"
        assert str(again.state.game.rules.turn.fortify) == "free"


def position_to_dict_of(board: Any) -> dict[str, Any]:
    from oddsapp.boards import board_to_dict

    return board_to_dict(board)


def test_changes_to_rules_are_written_as_changes() -> None:
    changes = {"fortify": "free", "stack_limit": 12, "escalating": [4, 6], "bonus": None}
    del changes["bonus"]
    position = position_from_dict(changed(changes=changes))
    data = position_to_dict(position)
    assert (data["rules"], data["changes"]) == ("classic", changes)


def test_a_large_map_of_ones_own_fits_into_an_address() -> None:
    board = replace(find_board("risk2"), name="ours", note="")
    one_way = replace(board, links=board.links - {("Alaska", "Kamchatka")}, card_symbols=())
    territories = {name: 1000 + 37 * number for number, name in enumerate(board.territories)}
    players = [{"territories": dict(list(territories.items())[n::3])} for n in range(3)]
    for own in (board, one_way):
        position = position_from_dict({"board": position_to_dict_of(own), "players": players})
        text = share_string(position)
        assert len(text) <= 2000
        assert from_share_string(text) == position


NAMES = st.text(st.characters(codec="utf-8", exclude_characters=";=+-@"), min_size=1, max_size=12)


@st.composite
def full_positions(draw: st.DrawFn) -> Position:
    """Any full board: owners, armies up to a million, cards in any hands, any names."""
    name = draw(st.sampled_from(["classic", "risk2", "risk2_97_links"]))
    players = draw(st.integers(3, 6))
    state = new_game("classic", players=players, board=name)
    size = len(state.game.names)
    owners = draw(st.lists(st.integers(-1, players - 1), min_size=size, max_size=size))
    owners[:2] = [0, 1]
    armies = draw(st.lists(st.integers(1, 1_000_000), min_size=size, max_size=size))
    cards = draw(st.permutations(range(size + 2)))
    cuts = sorted(draw(st.lists(st.integers(0, size + 2), min_size=players, max_size=players)))
    hands = tuple(tuple(sorted(cards[a:b])) for a, b in zip([0, *cuts], cuts, strict=False))
    out = tuple(p if p not in owners else -1 for p in range(players))
    state = state.evolve(
        phase=draw(st.sampled_from(PHASES[1:])),
        player=draw(st.sampled_from(sorted({*owners} - {-1}))),
        contenders=(),
        owners=tuple(owners),
        armies=tuple(armies),
        reserves=(0,) * (players + 1),
        hands=hands,
        pile=tuple(sorted(cards[cuts[-1] :])),
        round=draw(st.integers(1, 500)),
        sets_traded=draw(st.integers(0, 99)),
        destroyed_by=out,
    )
    names = [f"{draw(NAMES).strip()}{n}a" for n in range(players)]
    titled = draw(st.text(st.characters(codec="utf-8"), max_size=20))
    usable = [n for n in names if n.isprintable() and n == n.strip() and "->" not in n]
    return Position(
        state,
        tuple(names) if len(usable) == players and len({*map(str.casefold, names)}) == players
        else (),
        titled if titled.isprintable() else "",
    )  # fmt: skip


@settings(max_examples=30)
@given(full_positions(), st.sampled_from(",;\t"), st.booleans())
def test_any_full_board_comes_back_from_every_form(
    position: Position, separator: str, mark: bool
) -> None:
    assert read_position(written_position(position)) == position
    text = share_string(position)
    assert from_share_string(text) == position
    assert len(text) <= 2000
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    table = "\ufeff" * mark + position_to_csv(position, separator)
    emptied = Position(
        position.state.evolve(armies=(1,) * len(position.state.armies)), position.players
    )
    again = position_from_csv(table, emptied)
    assert again.state == position.state
