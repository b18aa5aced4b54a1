"""The attack planner without a browser: taps, the address, odds, words, and the page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, strategies as st
from streamlit.testing.v1 import AppTest

import oddsapp
from oddsapp.boards import BOARD_NAMES, find_board
from oddsapp.engine.positions import example_position, from_share_string, share_string
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.urlstate import decode
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.answer import answer
from oddsapp.ui.planner.draft import Attack, Draft, empty, tapped
from oddsapp.ui.planner.drawing import instruction, view
from oddsapp.ui.planner.found import AIM_TAPPED, aims, find
from oddsapp.ui.planner.odds import best_plan, plan_odds, plan_of
from oddsapp.ui.planner.onward import whatif_query
from oddsapp.ui.planner.packed import NamesField, packed, unpacked
from oddsapp.ui.planner.shared import loaded, shared
from oddsapp.ui.planner.state import RULES
from oddsapp.ui.whatif import answer as whatif
from oddsapp.ui.whatif.fields import position_of
from oddsapp.ui.whatif.state import fit, spec_for
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.wording import short_percent

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("You", "Enemy")


def taps(*territories: str, board: str = "classic") -> Draft:
    draft = empty(board)
    for territory in territories:
        draft = tapped(draft, territory)
    return draft


ROW = taps("North Africa", "Brazil", "Peru", "Argentina")
FORKED = drafts.with_leave(tapped(tapped(ROW, "Brazil"), "Venezuela"), 1, 4)

# -- taps --------------------------------------------------------------------------------------


def test_the_first_tap_begins_and_the_next_ones_attack() -> None:
    assert ROW.mine == ("North Africa",)
    assert ROW.armies("North Africa") == drafts.START
    assert ROW.attacks == (
        Attack("North Africa", "Brazil"),
        Attack("Brazil", "Peru"),
        Attack("Peru", "Argentina"),
    )
    assert ROW.front == ROW.selected == "Argentina"


def test_a_second_tap_on_the_same_place_does_nothing() -> None:
    assert tapped(ROW, "Argentina") == ROW


def test_a_tap_out_of_reach_only_looks() -> None:
    looked = tapped(ROW, "Japan")
    assert (looked.attacks, looked.front, looked.selected) == (ROW.attacks, "Argentina", "Japan")


def test_a_tap_on_what_is_taken_by_then_goes_on_from_there() -> None:
    assert FORKED.attacks[-1] == Attack("Brazil", "Venezuela")
    again = tapped(FORKED, "North Africa")
    assert again.front == "North Africa"
    assert "Brazil" not in again.legal
    assert "Congo" in again.legal


def test_what_becomes_theirs_takes_its_attacks_along() -> None:
    without = drafts.handed_over(FORKED, "North Africa")
    assert without.attacks == ()
    assert without.mine == ()
    own = drafts.handed_over(FORKED, "Peru")
    assert own.attacks == (
        Attack("North Africa", "Brazil"),
        Attack("Peru", "Argentina"),
        Attack("Brazil", "Venezuela"),
    )


def test_taking_back_and_clearing() -> None:
    shorter = drafts.without_last(ROW)
    assert shorter.targets == ("Brazil", "Peru")
    assert shorter.front == "Peru"
    cleared = drafts.without_attacks(ROW)
    assert (cleared.attacks, cleared.front) == ((), "North Africa")
    assert cleared.mine == ROW.mine


def test_enemies_of_whom_nothing_was_said_change_together() -> None:
    changed = drafts.with_rest(drafts.with_armies(ROW, "Peru", 7), 3)
    assert (changed.armies("Peru"), changed.armies("Japan")) == (7, 3)
    assert changed.armies("North Africa") == drafts.START


def test_another_board_keeps_what_it_can() -> None:
    north = taps("Greenland", "Ontario", "Alberta")
    assert drafts.on_board(north, "risk2").attacks == ()
    assert drafts.on_board(north, "risk2").mine == ("Greenland",)
    assert drafts.on_board(north, "risk2_97_links").attacks == north.attacks
    hawaii = tapped(empty("risk2"), "Hawaii")
    assert drafts.on_board(hawaii, "classic") == empty("classic")


def test_every_tap_on_every_board_leaves_a_plan_that_can_be_made() -> None:
    for board in BOARD_NAMES:
        draft = empty(board)
        for territory in find_board(board).territories * 2:
            draft = tapped(draft, territory)
        assert drafts.repaired(draft) == draft
        assert unpacked(packed(draft)) == (draft, None)


# -- address -----------------------------------------------------------------------------------


@given(
    st.sampled_from(BOARD_NAMES),
    st.integers(1, 20),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 47), st.integers(1, 999)), max_size=30),
)
def test_the_address_keeps_a_draft(
    board: str, rest: int, steps: list[tuple[int, int, int]]
) -> None:
    draft = drafts.with_rest(empty(board), rest)
    names = draft.map.territories
    for kind, number, armies in steps:
        name = names[number % len(names)]
        if kind <= 1:
            draft = tapped(draft, name)
        elif kind == 2:
            draft = drafts.handed_over(draft, name)
        elif kind == 3:
            draft = drafts.with_armies(draft, name, armies)
        elif draft.attacks:
            draft = drafts.with_leave(draft, number % len(draft.attacks), armies)
        assert unpacked(packed(draft)) == (draft, None)


@given(st.text(alphabet="classi~2AZaz.-9é ", max_size=40))
def test_any_address_gives_a_draft(text: str) -> None:
    draft, _ = unpacked(text)
    assert drafts.repaired(draft) == draft
    assert unpacked("classic~" + text)[0].board == "classic"


def test_numbers_beyond_what_is_possible_are_clamped() -> None:
    draft, wrong = unpacked("classic~0~~YK0~Y99999")
    assert (draft.rest, draft.attacks[0].leave, draft.armies("North Africa")) == (1, 1, 999)
    assert wrong is None


def test_without_what_cannot_be_attacked_the_plan_goes_on_from_the_rest() -> None:
    draft, wrong = unpacked("classic~2~~YKKA~Y12")
    assert wrong is not None
    assert (draft.targets, draft.front, draft.selected) == (("Brazil",), "Brazil", "Brazil")


def test_names_in_the_address() -> None:
    field = NamesField("plan_who")
    assert field.read("Ann~Bob~Cleo") == (("Ann", "Bob", "Cleo"), None)
    assert field.read("Ann~Ann")[0] == NAMES
    assert field.read(field.write(("A~B", "C")))[0] == ("A-B", "C")


# -- odds --------------------------------------------------------------------------------------


def test_a_row_has_the_odds_of_the_campaign() -> None:
    draft = drafts.with_armies(drafts.with_leave(ROW, 0, 3), "Peru", 4)
    odds = plan_odds(draft, "classic")
    wanted = oddsapp.campaign(12, [2, 4, 2], leave=[3, 1, 1])
    assert [each.taken for each in odds.attacks] == list(wanted.taken)
    assert odds.attacks[2].moved_in == wanted.steps[2].moved_in_if_taken
    assert sum(each.fails_here for each in odds.attacks) == pytest.approx(1 - wanted.win)
    assert odds.samples is None


@pytest.mark.parametrize("rules", ["classic", "blitz", "bunker"])
def test_a_forecast_of_a_row_says_the_same(rules: str) -> None:
    """A second, independent attack behind a row makes it a forecast, and changes none of it."""
    row = plan_odds(ROW, rules)
    both = drafts.handed_over(drafts.with_armies(ROW, "Siam", 6), "Siam")
    forked = plan_odds(tapped(tapped(both, "Siam"), "China"), rules)
    alone = oddsapp.battle(6, 2, rules=rules).win
    assert [each.taken for each in forked.attacks] == pytest.approx(
        [*(each.taken for each in row.attacks), row.attacks[-1].taken * alone]
    )
    for one, other in zip(row.attacks, forked.attacks, strict=False):
        assert one.moved_in is not None
        assert other.moved_in is not None
        assert other.moved_in.mean() == pytest.approx(one.moved_in.mean())
    assert [left.territory for left in forked.left] == [
        "Argentina",
        "China",
        "North Africa",
        "Siam",
    ]
    assert forked.left[1].held == pytest.approx(alone)


def test_too_few_left_behind_for_a_second_way_is_said() -> None:
    told = answer(tapped(tapped(ROW, "Brazil"), "Venezuela"), "classic")
    assert told.win == "0%"
    assert told.verdict == "Impossible"
    assert "only 1 army stays in Brazil after attack 2" in told.rows[-1].hint
    assert not answer(FORKED, "classic").rows[-1].hint


def test_what_is_too_large_is_refused_in_a_sentence() -> None:
    with pytest.raises(InvalidInput, match="up to 200 armies on a territory, not 500"):
        plan_odds(drafts.with_armies(FORKED, "North Africa", 500), "classic")
    with pytest.raises(InvalidInput):
        plan_odds(drafts.with_armies(ROW, "North Africa", 1), "classic")


def test_the_best_plan_is_the_library_s() -> None:
    draft = taps("North Africa")
    found = find(draft, aims(draft)["South America (+2)"], "classic", 1)
    south = dict.fromkeys(find_board("classic").continent("South America").territories, 2)
    wanted = oddsapp.plan_attack(find_board("classic"), {"North Africa": 12}, south, seconds=1)
    assert [attack[:2] for attack in found.attacks] == [(s.origin, s.target) for s in wanted.steps]
    assert found.lines[0].startswith(f"{short_percent(wanted.value)} to take all 4 territories")
    taken_over = drafts.with_attacks(draft, found.attacks)
    assert found.fits(taken_over, "classic")
    # Numbers that are fixed beforehand are never better than those that are not.
    assert plan_odds(taken_over, "classic").attacks[-1].taken <= wanted.value
    again = find(taken_over, aims(taken_over)[AIM_TAPPED], "classic", 1)
    assert again.attacks == found.attacks


@pytest.mark.parametrize(
    ("draft", "aim", "words"),
    [
        (empty("classic"), ("Peru",), "nothing is yours yet"),
        (taps("Siam"), (), "no territory is tapped"),
        (taps("Siam"), ("Siam",), "all of that is yours already"),
        (taps("Siam"), ("Peru",), "no territory of yours with 2 armies or more borders"),
    ],
)
def test_what_cannot_be_planned_is_said(draft: Draft, aim: tuple[str, ...], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        best_plan(draft, aim, "classic", 1)


# -- positions and words -----------------------------------------------------------------------


def test_a_position_is_loaded_with_whose_turn_it_is_first() -> None:
    position = example_position()
    found = loaded(share_string(position))
    assert found.names == position.players
    assert found.notes == []
    assert found.draft.selected == "Brazil"
    for name in found.draft.map.territories:
        assert found.draft.armies(name) == position.state.armies_on(name)
        assert found.names[found.draft.owner(name)] == position.name(position.state.owner_of(name))


def test_a_draft_is_a_position_with_its_plan() -> None:
    position = from_share_string(shared(FORKED, NAMES, "classic"))
    assert position.players == NAMES
    assert position.state.armies_on("North Africa") == 12
    assert loaded(shared(FORKED, NAMES, "classic")).draft.held == FORKED.held
    assert parse_plan(plan_of(FORKED).text).steps == plan_of(FORKED).steps
    with pytest.raises(InvalidInput, match="nothing is yours"):
        shared(empty("classic"), NAMES, "classic")


def test_the_map_says_what_each_tap_does() -> None:
    shown = view(empty("classic"), NAMES, (), own=False)
    assert shown.describe("Siam") == "Siam, 2 armies, Enemy, attack from here with 12 armies"
    told = answer(ROW, "classic")
    shown = view(drafts.without_last(ROW), NAMES, told.rows, own=False)
    assert shown.role("Argentina") == shown.role("Venezuela") == "legal"
    assert shown.role("Japan") == "dim"
    assert shown.describe("Venezuela").endswith("attack from Peru")
    assert [arrow.label for arrow in shown.arrows] == ["1", "2"]
    assert shown.shades["Brazil"].text == told.rows[0].taken
    assert view(ROW, NAMES, (), own=True).describe("Siam").endswith("make it yours")


def test_what_to_do_next_is_always_said() -> None:
    weak = drafts.with_armies(taps("Siam"), "Siam", 1)
    assert "needs 2 armies" in instruction(weak, own=False)
    south = tapped(FORKED, "Argentina")
    assert "Nothing is left to attack from Argentina" in instruction(south, own=False)


# -- the page ----------------------------------------------------------------------------------


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30)
    page.run()
    page.switch_page(str(ROOT / "oddsapp" / "ui" / "app_pages" / "plan.py"))
    for key, value in query.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return " ".join(block.proto.body for block in page.get("html"))


def packed_in(page: AppTest) -> str:
    """Return the plan that the address says."""
    said = page.query_params["plan"]
    return str(said if isinstance(said, str) else said[0])


def test_the_whole_page_works_by_select_boxes() -> None:
    page = open_page()
    assert "Tap the territory you attack from." in shown(page)
    page.selectbox("plan.from").set_value("North Africa").run()
    assert page.number_input("plan.armies.North Africa").value == 12
    page.selectbox("plan.next").set_value("Brazil").run()
    page.selectbox("plan.next").set_value("Peru").run()
    page.number_input("plan.armies.Peru").set_value(5).run()
    wanted = oddsapp.campaign(12, [2, 5])
    assert f"<strong>{short_percent(wanted.win)}</strong>" in shown(page)
    page.number_input("plan.leave.0").set_value(4).run()
    wanted = oddsapp.campaign(12, [2, 5], leave=[4, 1])
    assert f"<strong>{short_percent(wanted.win)}</strong>" in shown(page)
    assert packed_in(page) == "classic~2~~YK4KL~Y12.L5"
    page.button("plan.undo").click().run()
    assert page.number_input("plan.leave.0").value == 1
    page.button("plan.undo").click().run()
    page.button("plan.undo").click().run()
    assert f"<strong>{short_percent(oddsapp.battle(12, 2).win)}</strong>" in shown(page)
    page.button("plan.again").click().run()
    assert "plan" not in page.query_params


def test_an_address_brings_the_plan_and_undo_takes_its_last_attack_back() -> None:
    page = open_page(plan=packed(ROW))
    assert f"<strong>{short_percent(oddsapp.campaign(12, [2, 2, 2]).win)}</strong>" in shown(page)
    page.button("plan.undo").click().run()
    assert f"<strong>{short_percent(oddsapp.campaign(12, [2, 2]).win)}</strong>" in shown(page)


def test_a_share_string_in_the_address_becomes_the_plan_s_own() -> None:
    page = open_page(p=share_string(example_position()))
    assert "p" not in page.query_params
    assert "plan_who" in page.query_params
    assert page.selectbox("plan.from").options[0] == "Argentina (2)"
    page = open_page(p="oddsapp1-AAAA")
    assert "The position in the address cannot be used: the share string is cut" in shown(page)


def test_the_best_plan_is_taken_over() -> None:
    page = open_page(plan="classic~2~Y~~Y12")
    page.selectbox("plan.aim").set_value("South America (+2)").run()
    page.button("plan.find").click().run()
    assert not page.exception
    assert "if you decide after each conquest" in shown(page)
    assert page.number_input("plan.leave.3").value == 1
    page.number_input("plan.leave.0").set_value(2).run()
    assert "if you decide after each conquest" not in shown(page)


def test_bad_values_in_the_address_are_said() -> None:
    page = open_page(plan="classic~2~~YA~Y12", plan_rules="chess")
    assert "has attacks that cannot be made" in shown(page)
    assert "Rules: chess in the address is none of" in shown(page)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("draft", [ROW, FORKED], ids=["row", "forked"])
def test_what_if_goes_on_with_the_same_odds(draft: Draft, rules: str) -> None:
    state, notes = decode(whatif_query(draft, NAMES, rules), spec_for(of_example=False))
    assert notes == fit(state) == []
    position = position_of(state["p"])
    found = whatif.forecast(state["p"], state["w_plan"])
    told = whatif.headline(position, found, parse_goal(state["w_goal"], position.state.game))
    assert told.number == short_percent(plan_odds(draft, rules).attacks[-1].taken)


def test_the_link_to_what_if_opens_the_plan_there() -> None:
    page = open_page(plan=packed(ROW))
    (link,) = (link for link in page.get("page_link") if link.proto.label.startswith("And then?"))
    page.switch_page("oddsapp/ui/app_pages/whatif.py")
    for key, value in parse_qsl(link.proto.query_string):
        page.query_params[key] = value
    page.run()
    assert not page.exception
    assert page.text_area("whatif.w_plan").value == plan_of(ROW).text
    assert f"<strong>{short_percent(oddsapp.campaign(12, [2, 2, 2]).win)}</strong>" in shown(page)


def test_a_name_from_a_link_is_no_markdown_in_a_label() -> None:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    page.switch_page("oddsapp/ui/app_pages/plan.py")
    page.query_params["plan"] = "classic~2~~YK~Y12"
    page.query_params["plan_who"] = "You~![x](http://y.example/z)"
    page.run()
    assert not page.exception
    assert page.number_input("plan.armies.Brazil").label == (
        "Brazil (\\!\\[x\\](http://y.example/z))"
    )
