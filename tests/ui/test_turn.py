"""The RISK II turn as pure functions: the same numbers as the library's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import oddsapp
from oddsapp.combat import spoils_of_war
from oddsapp.engine.positions import share_string, written_position
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from oddsapp.ui.parts.drawing import payload
from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.turn import edit, rolls, told
from oddsapp.ui.turn.fields import Row, position_of, text_of
from oddsapp.ui.turn.forces import (
    STANDARD,
    Fight,
    different_players,
    with_force,
    with_one_more,
    with_player,
    without,
)
from oddsapp.ui.turn.holders import holders
from oddsapp.ui.turn.odds import army_names, odds
from oddsapp.ui.turn.pick import Pick, next_names, tapped_for_land, tapped_for_order
from oddsapp.ui.turn.state import SPEC, fit
from oddsapp.ui.turn.view import map_view
from oddsapp.whatif.turns.same_time import forecast_turn
from oddsapp.whatif.turns.turn_file import example_turn, read_turn
from oddsapp.wording import short_percent

THREE = (Row("A", 12), Row("B", 8), Row("C", 8))
SMALL = edit.small_turn()


# -- one battle --------------------------------------------------------------------------


def test_an_invasion_says_what_the_library_says() -> None:
    fight = Fight("mass", THREE, 20, STANDARD)
    outcome = oddsapp.mass_invasion([12, 8, 8], 20)
    told_ = odds(fight)
    assert told_.number == short_percent(outcome.win, outcome.lose)
    assert [side.probability for side in told_.shares] == [outcome.win, outcome.lose]
    assert told_.left[0].mean == f"{outcome.attackers_left[0].mean():.1f}"
    assert told_.picture.startswith("<svg")


def test_who_holds_it_is_the_mixture_of_all_spoils_of_war() -> None:
    """By hand: each way in which the territory can fall, and who wins the spoils then."""
    fight = Fight("mass", (Row("A", 4), Row("B", 3)), 3, STANDARD)
    expected = {"Player A": 0.0, "Player B": 0.0, "Defender": 0.0}
    for (first, second, defenders), chance in oddsapp.mass_invasion([4, 3], 3).items():
        if defenders:
            expected["Defender"] += chance
        elif first and second:
            wins = oddsapp.spoils_of_war([[first], [second]]).win
            expected["Player A"] += chance * wins[0]
            expected["Player B"] += chance * wins[1]
        else:
            expected["Player A" if first else "Player B"] += chance
    found = {side.name: side.probability for side in holders(fight).shares}
    assert found == pytest.approx(expected, rel=1e-12)


def test_a_clash_and_the_spoils_say_what_the_library_says() -> None:
    clash = odds(Fight("clash", THREE, 20, STANDARD))
    assert tuple(side.probability for side in clash.shares) == oddsapp.border_clash(12, 8).win
    mixed = Fight("spoils", (Row("B", 5), Row("A", 4), Row("B", 3)), 1, STANDARD)
    outcome = oddsapp.spoils_of_war([[5, 3], [4]])
    spoils = odds(mixed)
    assert [(side.name, side.probability) for side in spoils.shares] == [
        ("Player B", outcome.win[0]),
        ("Player A", outcome.win[1]),
    ]
    assert [line.mean for line in spoils.left] == [
        f"{left.mean():.1f}" for left in outcome.left_if_won
    ]
    assert army_names(mixed) == ("B (1st)", "B (2nd)", "A")


def test_options_are_those_of_the_ruleset() -> None:
    options = ("manual", "manual", "individual", "pairwise")
    rules = find_ruleset("risk2").replace(
        dice_set="manual",
        thresholds="manual",
        mass_reading="individual",
        spoils_reading="pairwise",
    )
    found = odds(Fight("mass", THREE, 20, options))
    assert found.shares[0].probability == oddsapp.mass_invasion([12, 8, 8], 20, rules=rules).win
    assert Fight("mass", THREE, 20, STANDARD).rules() == find_ruleset("risk2")


def test_spoils_of_one_player_are_refused_in_words() -> None:
    with pytest.raises(InvalidInput, match="two players or more"):
        odds(Fight("spoils", (Row("A", 5),), 1, STANDARD))


def test_the_largest_spoils_still_say_who_wins() -> None:
    found = odds(Fight("spoils", tuple(Row(player, 40) for player in "ABCD"), 1, STANDARD))
    assert found.shares[0].probability == pytest.approx(0.25)
    assert found.left == ()
    assert "only who wins is in reach" in found.note


def test_rows_change_one_by_one() -> None:
    assert with_force(THREE, 1, 9)[1] == Row("B", 9)
    assert with_player(THREE, 2, "A")[2] == Row("A", 8)
    assert with_one_more(THREE)[-1] == Row("D", 8)
    assert without(THREE, 0) == THREE[1:]
    assert without(THREE[:1], 0) == THREE[:1]
    assert different_players((Row("B", 5), Row("B", 4)))[1] == Row("A", 4)


# -- roll by roll ------------------------------------------------------------------------


def test_each_roll_has_the_exact_chances_of_the_library() -> None:
    battle = spoils_of_war([[19], [12, 6]], find_ruleset("risk2"))
    stands = rolls.standing(battle, battle.armies, ("A", "B (1st)", "B (2nd)"))
    after, total = battle.successors(battle.armies)
    assert {(result.after, result.fraction) for result in stands.results} == {
        (state, f"{weight:,}/{total:,}") for state, weight in after
    }
    assert sum(result.chance for result in stands.results) == 1
    assert [army.die for army in stands.armies] == ["red", "green", "yellow"]
    chances = [result.chance for result in stands.results]
    assert chances == sorted(chances, reverse=True)


def test_a_demotion_is_said() -> None:
    battle = spoils_of_war([[19], [12]], find_ruleset("risk2"))
    words = rolls.in_words(battle, (19, 12), (16, 12), ("A", "B"))
    assert words == "A loses 3; A now rolls green"
    assert rolls.in_words(battle, (3, 2), (3, 0), ("A", "B")) == "B loses 2, all it has"


def test_rolls_drawn_with_a_seed_are_the_same_again_and_end_the_battle() -> None:
    battle = spoils_of_war([[9], [8], [7]], find_ruleset("risk2"))
    path = rolls.rolled_on(battle, (), 5, rolls=200, most=200)
    assert path == rolls.rolled_on(battle, path[:2], 5, rolls=200, most=200)
    *_, end = rolls.states(battle, path)
    assert battle.is_over(end)
    assert rolls.followed(battle, (*path, 0)) == path
    assert rolls.followed(battle, (999,)) == ()


def test_rolls_are_drawn_as_often_as_they_are_probable() -> None:
    battle = spoils_of_war([[6], [5]], find_ruleset("risk2"))
    rng, draws = np.random.default_rng(11), 4000
    seen = np.bincount([rolls.drawn(battle, (6, 5), rng) for _ in range(draws)])
    expected = [float(r.chance) for r in rolls.standing(battle, (6, 5), ("A", "B")).results]
    for count, chance in zip(seen, expected, strict=True):
        assert abs(count / draws - chance) < 5 * math.sqrt(chance * (1 - chance) / draws)


# -- the address -------------------------------------------------------------------------


def test_a_state_goes_through_its_address() -> None:
    state, _ = decode({}, SPEC)
    assert encode(state, SPEC) == {}
    state |= {
        "turn_kind": "spoils",
        "turn_rows": (Row("A", 4), Row("B", 3)),
        "turn_rolls": (0, 1),
        "turn_p": SMALL,
        "turn_pick": (1, 2),
    }
    back, notes = decode(encode(state, SPEC), SPEC)
    assert (back, notes) == (state, [])
    assert fit(back) == []


@pytest.mark.parametrize(
    ("key", "text", "note"),
    [
        ("turn_rows", "A12,B8", "is no list of forces"),
        ("turn_rows", "A0.B5000", "A1.B999 is used"),
        ("turn_rows", ".".join(["A5"] * 9), "does not fit"),
        ("turn_p", "oddsapp1-AAAA", "cannot be used (the share string is cut"),
        ("turn_pick", "1.x", "is no list of whole numbers"),
        ("turn_rolls", ".".join(["0"] * 300), "does not fit"),
    ],
)
def test_what_cannot_be_used_is_noted(key: str, text: str, note: str) -> None:
    _, notes = decode({key: text}, SPEC)
    assert len(notes) == 1
    assert note in notes[0]


def test_values_that_do_not_fit_each_other_are_noted() -> None:
    state, _ = decode(
        {
            "turn_kind": "clash",
            "turn_rows": "A5.A4",
            "turn_rolls": "0.99",
            "turn_who": "9",
            "turn_pick": "47",
            "turn_p": SMALL,
        },
        SPEC,
    )
    notes = fit(state)
    assert len(notes) == 4
    assert state["turn_rows"] == (Row("A", 5), Row("B", 4))
    assert state["turn_rolls"] == (0,)
    assert (state["turn_who"], state["turn_pick"]) == (1, ())


def test_a_classic_position_is_no_turn() -> None:
    from oddsapp.engine.positions import example_position

    text, note = SPEC["turn_p"].read(share_string(example_position()))
    assert text == ""
    assert note is not None
    assert "players take turns" in note


# -- taps --------------------------------------------------------------------------------


def test_two_taps_select_an_order_and_a_third_a_surge() -> None:
    pick = tapped_for_order("", Pick(0), "Venezuela")
    assert pick == Pick(0, ("Venezuela",))
    assert next_names("", pick) == ["Central America"]
    pick = tapped_for_order("", pick, "Central America")
    assert pick.names == ("Venezuela", "Central America")
    pick = tapped_for_order("", replace(pick, surge=True), "Western United States")
    assert pick.names == ("Venezuela", "Central America", "Western United States")
    assert tapped_for_order("", pick, "Western United States").names == pick.names[:2]


def test_a_tap_on_somebody_elses_land_gives_orders_for_them_while_nothing_is_selected() -> None:
    assert tapped_for_order("", Pick(0), "Alaska") == Pick(1, ("Alaska",))
    refused = tapped_for_order(SMALL, Pick(0), "Central America")
    assert refused == Pick(1, said="Central America has nobody to send, or nobody to attack")


def test_a_tap_where_no_order_can_go_says_why_and_keeps_the_selection() -> None:
    pick = tapped_for_order("", Pick(0, ("Venezuela",)), "Siam")
    assert pick.names == ("Venezuela",)
    assert pick.said == "Not there: Siam is not adjacent to Venezuela (rule B-3)"
    assert tapped_for_order("", pick, "Japan").names == ("Japan",)


def test_a_tap_to_change_the_board_selects_one() -> None:
    assert tapped_for_land(Pick(0, ("Peru",)), "Siam").names == ("Siam",)
    assert tapped_for_land(Pick(0, ("Siam",)), "Siam").names == ()


# -- changes -----------------------------------------------------------------------------


def test_orders_are_added_judged_and_removed() -> None:
    position = position_of("")
    order = edit.order_of(("Peru", "Alaska"), 5)
    assert edit.why_void(position, 0, order) == "Alaska is not adjacent to Peru (rule B-3)"
    more = edit.with_order(position, 0, order)
    (void,) = told.void_orders(more)
    assert void[0] == "Ann"
    assert void[1].reason == "Alaska is not adjacent to Peru"
    assert edit.without_order(more, 0, 5) == position
    assert edit.without_orders(more).orders == ()
    assert edit.with_text(edit.without_orders(more), edit.orders_as_text(more)) == more


def test_as_many_as_are_left_to_send() -> None:
    position = position_of("")
    names = ("Venezuela", "Central America")
    assert edit.most_left(position, 0, names, 25) == 0  # it sends a force there already
    free = edit.without_orders(position, 0)
    assert edit.most_left(free, 0, names, 25) == 25
    two = position_of(edit.start("small", 0))
    one = edit.with_order(edit.without_orders(two), 0, edit.order_of(("Brazil", "Peru"), 4))
    assert edit.most_left(one, 0, ("Brazil", "Venezuela"), 10) == 6


def test_land_changes_hands() -> None:
    position = position_of(SMALL)
    changed = edit.with_land(position, "Peru", "Ben", 9)
    assert edit.owner_name(changed, "Peru") == "Ben"
    assert changed.state.armies_on("Peru") == 9
    assert changed.orders == position.orders
    neutral = edit.with_land(changed, "Argentina", "neutral", 1)
    assert edit.owner_name(neutral, "Argentina") == "neutral"
    assert edit.with_land(neutral, "Argentina", "Ann", 3).state == changed.state
    assert text_of(position_of(text_of(neutral))) == text_of(neutral)


def test_every_start_is_a_turn_that_can_be_saved_loaded_and_shared() -> None:
    for name in edit.STARTS:
        turn = edit.start(name, 5)
        position = position_of(turn)
        assert edit.read_upload(written_position(position).encode()) == turn
        assert SPEC["turn_p"].read(share_string(position)) == (turn, None)
        assert len(turn) < 1000
        drawn = payload(map_view(turn, Pick(0), None))
        assert len(drawn["territories"]) == len(position.state.game.names)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "no text in UTF-8"),
        (b"{", "cannot be read"),
        (b'{"players": {"Ann": {}}}', "2 players or more"),
        (b'{"rules": "classic", "players": [{}, {}]}', "take turns"),
    ],
)
def test_what_is_no_turn_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        edit.read_upload(content)


# -- forecast and map --------------------------------------------------------------------


def test_the_forecast_is_the_librarys() -> None:
    position = position_of(SMALL)
    turn = read_turn(written_position(position))
    found = forecast_turn(turn.game, turn.owners, turn.armies, turn.orders)
    known = told.forecast(SMALL)
    assert known.refused == ""
    assert known.found.to_dict() == found.to_dict()
    table = told.territory_table(position, known.found)
    brazil = {row[2]: row[3] for row in table.exact if row[0] == "Brazil"}
    here = found.territory("Brazil")
    assert brazil == {position.name(who): float(p) for who, p in here.owner.items()}
    players = told.player_table(position, known.found)
    assert [row[4] for row in players.exact] == [float(p.reinforcements) for p in found.players]


def test_beyond_exact_reach_turns_are_sampled_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_large(*given: object, samples: int | None = None, **more: object) -> object:
        if samples is None:
            raise InvalidInput("it is too large; samples=10_000 with a generator samples turns")
        return forecast_turn(*given, samples=samples, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(told, "forecast_turn", too_large)
    monkeypatch.setattr(told, "SAMPLES", 300)
    known = told.forecast(SMALL)
    assert known.refused == "it is too large"
    assert known.found.samples == 300
    cell = told.territory_table(position_of(SMALL), known.found).shown[0][3]
    assert " to " in cell


def test_the_map_shows_orders_with_their_reasons_and_the_forecast() -> None:
    position = edit.with_order(position_of(""), 0, edit.order_of(("Peru", "Alaska"), 5))
    turn = text_of(position)
    view = map_view(turn, Pick(0, ("Venezuela",)), told.forecast("").found)
    (void,) = (arrow for arrow in view.arrows if arrow.void)
    assert (void.origin, void.target, void.label) == ("Peru", "Alaska", "5")
    assert "void: Alaska is not adjacent to Peru (rule B-3)" in void.says
    # 31 orders, two of them surges with two arrows each.
    assert len(view.arrows) == 33
    assert view.legal == frozenset({"Central America"})
    assert {name for name, shade in view.shades.items()} == {
        here.name for here in told.forecast("").found.territories if here.is_contested
    }
    assert map_view(turn, Pick(0), None, orders=False).arrows == ()


def test_clashes_joint_invasions_and_surges_are_said_in_words() -> None:
    example = example_turn()
    battles = told.battles_in_words(position_of(""))
    kinds = [battle.kind for battle in battles]
    assert kinds.count("Border clash (M-7)") == 5
    assert kinds.count("Joint invasion by several players (M-6)") == 3
    assert kinds.count("Surge (M-10)") == 2
    assert "5 border clashes, 3 invasions by several players, 2 surges" in example.title
    (brazil,) = (b for b in told.battles_in_words(position_of(SMALL)) if b.title == "Brazil")
    assert "2 armies of Ann stay to defend" in brazil.words
    assert "Ben and Cat fight for the spoils" in brazil.words
