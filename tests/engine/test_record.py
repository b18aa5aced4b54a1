"""The log of a game: it grows while playing, and leads to the same state again (T-10)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import Phase, apply_action, new_game, parse_action, verify
from oddsapp.engine.actions import Place, Trade, Undo
from oddsapp.engine.events import Drawn, FirstRoll, Rolled
from oddsapp.engine.game import make_game
from oddsapp.engine.record import GameRecord, parse_step, replay
from oddsapp.errors import IllegalMove, InvalidInput
from tests.engine.random_play import TOY, random_game

TOY_GAME = make_game("classic", players=3, board=TOY)


def opened() -> GameRecord:
    """Return a game on the toy board at its first attack: player 1 has West and East Coast."""
    record = GameRecord(TOY_GAME)
    record.add("roll for the first turn 6 2 1")
    for territory in ("West Coast", "Island", "Reef", "East Coast", "Zone 1 dice"):
        record.add(f"deal {territory}")
    record.add("deal Sector 1 armies")
    while record.state.phase is Phase.PLACE:
        player = record.state.player
        record.add(f"place 1 army on {('East Coast', 'Zone 1 dice', 'Reef')[player]}")
    return record


def test_a_record_grows_with_what_is_done() -> None:
    record = GameRecord(TOY_GAME)
    first = new_game("classic", players=3, board=TOY)
    assert (record.state, record.log, record.game) == (first, (), first.game)
    record.add(FirstRoll((6, 2, 1)))
    record.add("deal Island")
    assert record.log == ("roll for the first turn 6 2 1", "deal Island")
    assert record.state.owner_of("Island") == 0


def test_what_is_against_the_rules_is_not_written() -> None:
    record = GameRecord(TOY_GAME)
    before = record.state
    with pytest.raises(IllegalMove, match="rule T-1"):
        record.add("end the turn")
    with pytest.raises(InvalidInput, match="3 dice are rolled, not 2"):
        record.add(FirstRoll((6, 2)))
    with pytest.raises(InvalidInput, match="parse_action or parse_event reads one"):
        apply_action(record.state, "roll for the first turn 6 2 1")  # type: ignore[arg-type]
    assert (record.state, record.log) == (before, ())


def test_lines_are_written_in_one_way() -> None:
    record = opened()
    record.add("  place 1 armies on East Coast ")
    assert record.log[-1] == "place 1 army on East Coast"


@pytest.mark.parametrize(
    ("rules", "players", "changes"),
    [
        ("classic", 3, {}),
        ("parker1993", 4, {}),
        ("classic", 2, {"fortify": "several"}),
        ("parker1993", 5, {"goal": "missions"}),
        ("classic", 3, {"goal": "capitals", "attack_seconds": 120}),
        ("parker1993", 3, {"card_reroll": "any", "commander": True, "defender_chooses": True}),
        ("blitz", 3, {"stack_limit": 12}),
    ],
)
def test_replay_gives_the_same_state(rules: str, players: int, changes: dict[str, Any]) -> None:
    record = random_game(players, rules, players=players, **changes)
    again = replay(record.game, record.log)
    assert again == record.state
    # What an undo would return to is no part of equality, but must be the same too.
    assert again.before == record.state.before
    half = len(record.log) // 2
    midway = replay(record.game, record.log[:half])
    for line in record.log[half:]:
        midway = apply_action(midway, parse_step(line))
    assert midway == record.state


def test_a_line_that_cannot_be_is_named() -> None:
    record = opened()
    log = list(record.log)
    for wrong, said in [
        ("end the turn", "line 4 of the log cannot be: 'end the turn' cannot be done now"),
        ("deal Atlantis", "line 4 of the log cannot be: board 'two lands' has no territory"),
        ("deal Island", "line 4 of the log cannot be: Island is dealt already"),
        ("sing", "line 4 of the log cannot be: 'sing' is no action"),
        ("", "line 4 of the log cannot be: '' is no action"),
    ]:
        with pytest.raises(InvalidInput) as refused:
            replay(TOY_GAME, [*log[:3], wrong, *log[4:]])
        assert str(refused.value).startswith(said)


def test_names_that_would_be_read_otherwise_are_not_written() -> None:
    names = ("A", "B, bonus on A", "C")
    board = Board("odd", (Continent("All", 1, names),), both_ways([names[:2], names[1:]]))
    start = new_game("classic", players=2, board=board, first_player="seat")
    record = GameRecord(start.game)
    trading = start.evolve(phase=Phase.REINFORCE, owners=(0, 0, 1), hands=((0, 1, 2), ()))
    record._state = trading
    trade = Trade(names, bonus_on=names[1])
    verify(trading, trade)
    with pytest.raises(InvalidInput, match="would not be read back as it is meant"):
        record.add(trade)
    assert (record.state, record.log) == (trading, ())


# -- T-10 ---------------------------------------------------------------------------------


@pytest.mark.rule("T-10")
def test_a_counting_slip_may_be_corrected_and_the_undo_is_a_line_of_the_log() -> None:
    record = opened()
    before = record.state
    record.add(Place(2, "West Coast"))
    assert record.state.armies_on("West Coast") == before.armies_on("West Coast") + 2
    record.add(Undo())
    assert record.state == before
    record.add(Place(3, "East Coast"))
    assert record.log[-3:] == (
        "place 2 armies on West Coast",
        "undo",
        "place 3 armies on East Coast",
    )
    assert replay(record.game, record.log) == record.state


@pytest.mark.rule("T-10")
def test_several_moves_are_taken_back_one_by_one() -> None:
    record = opened()
    before = record.state
    for _ in range(2):
        record.add("place 1 army on West Coast")
    record.add("undo")
    record.add("undo")
    assert record.state == before
    # Setup was before: the last army of another player is another player's.
    with pytest.raises(IllegalMove, match=r"nothing to undo.*rule T-10"):
        record.add("undo")


@pytest.mark.rule("T-10")
def test_an_undo_goes_back_to_the_last_chance_event_and_no_further() -> None:
    record = opened()
    record.add("place 3 armies on East Coast")
    attacking = record.state
    # Attack and dice are announced first, and may be taken back until the dice are rolled.
    record.add("attack East Coast -> Zone 1 dice with 3 dice")
    record.add("undo")
    assert record.state == attacking
    record.add("attack East Coast -> Zone 1 dice with 2 dice")
    record.add(Rolled((6, 1), (5, 5)))
    with pytest.raises(IllegalMove, match="rule T-10"):
        record.add("undo")
    record.add("end the attack")
    record.add("undo")
    assert record.state.phase is Phase.ATTACK
    with pytest.raises(IllegalMove, match="rule T-10"):
        record.add("undo")
    assert replay(record.game, record.log) == record.state


@pytest.mark.rule("T-10")
def test_dice_come_only_after_attack_and_dice_are_announced() -> None:
    record = opened()
    record.add("place 3 armies on East Coast")
    with pytest.raises(InvalidInput, match="cannot come now: attack"):
        record.add(Rolled((6, 5, 4), (3, 2)))
    record.add("attack East Coast -> Zone 1 dice with 3 dice")
    # Once announced, no other attack is made until these dice are rolled.
    with pytest.raises(IllegalMove, match="when it is to roll"):
        record.add("attack East Coast -> Zone 1 dice with 2 dice")
    with pytest.raises(InvalidInput, match="the attacker's 3 dice are rolled, not 2"):
        record.add(Rolled((6, 5), (3, 2)))
    record.add(Rolled((6, 5, 4), (3, 2)))


@pytest.mark.rule("T-10")
def test_no_undo_past_a_card_drawn_or_the_start_of_a_turn() -> None:
    record = opened()
    record.add("place 3 armies on East Coast")
    record.add("end the attack")
    record.add("end the turn")
    assert record.state.player == 1
    with pytest.raises(IllegalMove, match="rule T-10"):
        record.add("undo")
    drawing = record.state.evolve(phase=Phase.DRAW, conquered=True)
    drawn = apply_action(drawing, Drawn("Reef"))
    with pytest.raises(IllegalMove, match="rule T-10"):
        apply_action(drawn, parse_action("undo"))
