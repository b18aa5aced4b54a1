"""The page What-if as Streamlit runs it."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

from streamlit.testing.v1 import AppTest

from oddsapp.engine.positions import (
    example_position,
    from_share_string,
    position_to_csv,
    share_string,
)
from oddsapp.ui.whatif import edit
from oddsapp.ui.whatif.fields import example, example_plans
from oddsapp.ui.whatif.state import SPEC
from oddsapp.whatif.turns.turn_file import example_turn

ROOT = Path(__file__).resolve().parents[2]
QUIET = "trade the best set\nplace all armies on Brazil"
PLAN = SPEC["w_plan"]


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    page.switch_page("oddsapp/ui/app_pages/whatif.py")
    for key, value in query.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


def turn_link(page: AppTest) -> str:
    """Return what the link to the RISK II turn takes along."""
    links = (found.proto for found in page.get("page_link"))
    (query,) = (link.query_string for link in links if link.label == "Open it as a RISK II turn")
    return str(query)


def open_settings(page: AppTest) -> None:
    """Open the settings of roll-outs: AppTest has no tap on what opens and closes."""
    page.session_state["whatif.settings"] = True
    page.run()


def shown(page: AppTest) -> str:
    return " ".join(block.proto.body for block in page.get("html"))


def address(page: AppTest) -> dict[str, str]:
    return {key: str(value) for key, value in page.query_params.items()}


def test_the_first_view_is_the_example_with_its_forecast() -> None:
    page = open_page()
    assert "Ann looks towards Africa" in shown(page)
    assert "<strong>52.1%</strong>" in shown(page)
    assert '<span class="odds-mark">Exact</span>' in shown(page)
    assert page.text_area("whatif.w_plan").value == example_plans()[0]
    assert address(page) == {}


def test_a_plan_that_cannot_be_played_is_said_at_its_field() -> None:
    page = open_page()
    bad = f"{QUIET}\nattack Brazil -> Siam"
    page.text_area("whatif.w_plan").set_value(bad).run()
    said = shown(page)
    assert (
        "Line 3: Siam is not adjacent to Brazil (rule B-3) — in “attack Brazil -&gt; Siam”" in said
    )
    assert page.button("whatif.roll").disabled
    assert address(page) == {"w_plan": PLAN.write(bad)}
    page.button("whatif.undo").click().run()
    assert page.text_area("whatif.w_plan").value == QUIET
    assert not page.button("whatif.roll").disabled


def test_buttons_write_lines_and_a_goal_changes_the_number() -> None:
    page = open_page(w_plan=PLAN.write("attack Brazil -> North Africa"), w_at="10")
    assert page.session_state["state.w_at"] == 10
    name = page.selectbox("whatif.w_goal")
    name.set_value("take North Africa").run()
    page.button("whatif.trade").click().run()
    assert str(page.text_area("whatif.w_plan").value).startswith("trade the best set\n")
    page.text_area("whatif.w_plan").set_value(f"{QUIET}\nattack Brazil -> North Africa").run()
    assert "Ann holds North Africa after this turn" in shown(page)


def test_a_territory_is_changed_and_stands_in_the_address() -> None:
    page = open_page(w_tap="board")
    number = example_position().state.game.index["Siam"] + 1
    page.selectbox("whatif.w_at").set_value(number).run()
    page.button_group("whatif.owner").set_value("Bob").run()
    page.number_input("whatif.armies").set_value(9).run()
    after = edit.with_land(example_position(), "Siam", owner="Bob", armies=9)
    assert address(page)["p"] == share_string(after)
    again = open_page(**address(page))
    assert again.number_input("whatif.armies").value == 9
    # The plans of the example are in the link: they are not those of any position.
    assert again.text_area("whatif.w_plan").value == example_plans()[0]


def test_turn_cards_and_the_table() -> None:
    page = open_page(w_more="turn")
    page.number_input("whatif.to_place").set_value(12).run()
    page.number_input("whatif.cards.1").set_value(4).run()
    page.text_input("whatif.known.1").set_value("Siam; Alaska").run()
    assert edit.known_cards(from_share_string(address(page)["p"]), 1) == ["Alaska", "Siam"]
    page.text_input("whatif.known.1").set_value("Brazil").run()
    assert "the card Brazil cannot be there twice" in shown(page)
    page.button_group("whatif.turn").set_value(1).run()
    assert "Bob is to reinforce: 6 armies to place, 4 cards" in shown(page)
    page.button_group("whatif.phase").set_value("attack").run()
    assert "Bob is to attack: 4 cards" in shown(page)
    page.button_group("whatif.w_more").set_value("table").run()
    table = str(page.text_area("whatif.table").value)
    page.text_area("whatif.table").set_value(table.replace("Siam,Cleo,2", "Siam,Cleo,none")).run()
    assert re.search(r"Line \d+: the armies", shown(page))


def test_positions_are_pasted_and_those_of_risk2_lead_to_their_page() -> None:
    page = open_page(w_more="files")
    moved = edit.with_land(example_position(), "Peru", armies=44)
    page.text_area("whatif.pasted").set_value(position_to_csv(moved)).run()
    assert address(page)["p"] == share_string(moved)
    page.text_area("whatif.pasted").set_value("nonsense").run()
    assert "The position cannot be read" in shown(page)
    turn = share_string(example_turn().position)
    page.text_area("whatif.pasted").set_value(turn).run()
    assert turn_link(page) == f"turn_p={turn}"
    assert address(page)["p"] == share_string(moved)
    link = open_page(p=turn)
    assert "RISK II turn page" in shown(link)
    assert turn_link(link) == f"turn_p={turn}"
    link.switch_page("oddsapp/ui/app_pages/turn.py")
    link.query_params["turn_p"] = turn
    link.run()
    assert not link.exception
    assert link.session_state["state.turn_p"] == turn
    assert "in the address" not in shown(link)


def test_a_board_to_begin_with_has_no_plan() -> None:
    page = open_page(w_more="files")
    page.button("whatif.new.risk2.6").click().run()
    assert page.text_area("whatif.w_plan").value == ""
    assert "armies are still to be placed" in shown(page)
    page.button("whatif.example").click().run()
    assert address(page).get("p", example()) == example()
    assert "<strong>52.1%</strong>" in shown(page)


def test_roll_outs_run_beside_the_page_and_are_compared() -> None:
    page = open_page(w_n="30", w_bots="cautious", w_two="two", w_goal="take North Africa")
    assert "Plan 1: " in shown(page)
    page.button("whatif.roll").click().run()
    run = page.session_state["whatif.run.roll"]
    assert run.wait(120)
    page.run()
    assert "roll-outs sampled, 95% intervals" in shown(page)
    assert "ecided" in shown(page)
    page.button_group("whatif.w_show").set_value("later").run()
    assert "nothing is rolled out yet" not in shown(page).lower()
    # The same inputs have their answer at once in another session; others have none.
    assert "roll-outs sampled" in shown(open_page(**address(page)))
    open_settings(page)
    page.number_input("whatif.w_seed").set_value(2).run()
    assert "roll-outs sampled" not in shown(page)


def test_a_run_is_stopped_by_cancel_and_by_other_inputs() -> None:
    page = open_page(w_n="10000", w_bots="cautious")
    page.button("whatif.roll").click().run()
    run = page.session_state["whatif.run.roll"]
    while run.look().done < 1 and not run.look().over:
        time.sleep(0.02)
    page.button("whatif.cancel.roll").click().run()
    assert run.wait(60)
    page.run()
    assert "stopped before all were done" in shown(page)
    page.button("whatif.roll").click().run()
    second = page.session_state["whatif.run.roll"]
    open_settings(page)
    page.number_input("whatif.w_seed").set_value(9).run()
    assert second.stopped
    assert second.wait(60)


def test_a_found_plan_is_taken_by_one_tap() -> None:
    page = open_page(w_goal="take North Africa")
    page.button("whatif.advise").click().run()
    run = page.session_state["whatif.run.advise"]
    assert run.wait(120)
    page.run()
    assert "plans compared for “take North Africa”" in shown(page)
    page.button("whatif.take.1").click().run()
    assert page.text_area("whatif.w_plan").value == run.look().advised.best.plan.text
    assert page.button("whatif.take.1").disabled


def test_names_from_a_link_are_no_markdown_in_labels() -> None:
    names = tuple(f"![x](http://y.example/{seat})" for seat in range(3))
    text = share_string(replace(example_position(), players=names))
    page = open_page(p=text, w_tap="board", w_at="3", w_more="turn")
    shown_names = [rf"\!\[x\](http://y.example/{seat})" for seat in range(3)]
    assert page.button_group("whatif.turn").options == shown_names
    assert page.number_input("whatif.cards.0").label == f"Cards of {shown_names[0]}"
    page.button_group("whatif.turn").set_value(1).run()
    assert not page.exception
    assert page.button_group("whatif.turn").value == 1
