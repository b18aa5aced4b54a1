"""Learn as Streamlit runs it, without a browser: every step of both routes."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import oddsapp
from oddsapp.ui.learn import experiment
from oddsapp.ui.learn.state import STEPS

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "oddsapp" / "ui" / "app_pages" / "learn.py"

EVERY_STEP = [(route, step) for route, steps in STEPS.items() for step in steps]


def open_page(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    page.switch_page(str(PAGE))
    for key, value in query.items():
        page.query_params[f"learn_{key}"] = value
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    """All that the page says, in HTML, as formulas, and as text to copy."""
    html = " ".join(block.proto.body for block in page.get("html"))
    latex = " ".join(block.value for block in page.latex)
    code = " ".join(block.value for block in page.code)
    return f"{html} {latex} {code}"


def address(page: AppTest) -> dict[str, str]:
    return {key.removeprefix("learn_"): str(value) for key, value in page.query_params.items()}


@pytest.mark.parametrize(("route", "step"), EVERY_STEP)
def test_each_step_is_shown_under_its_title(route: str, step: str) -> None:
    page = open_page(route=route, step=step)
    assert f"<h2>{STEPS[route][step]}</h2>" in shown(page)
    assert page.selectbox("learn.step").value == step
    assert "in the address" not in shown(page)


def test_next_and_back_walk_through_all_steps() -> None:
    page = open_page()
    assert page.button("learn.back.below").disabled
    for step in list(STEPS["school"])[1:4]:
        page.button("learn.next.below").click().run()
        assert address(page) == {"step": step}
    page.button("learn.back.below").click().run()
    assert address(page) == {"step": "pairs"}
    page.selectbox("learn.step").set_value("experiment").run()
    assert address(page) == {"step": "experiment"}
    assert page.button("learn.next.below").disabled


def test_another_route_keeps_the_step_if_it_has_it() -> None:
    page = open_page(step="walk")
    page.button_group("learn.learn_route").set_value("university").run()
    assert address(page) == {"route": "university", "step": "walk"}
    page.selectbox("learn.step").set_value("chain").run()
    page.button_group("learn.learn_route").set_value("school").run()
    assert address(page) == {}


def test_the_readers_own_battle_is_solved() -> None:
    page = open_page(step="own")
    page.number_input("learn.learn_f").set_value(4).run()
    page.button("learn.learn_d.more").click().run()
    page.number_input("learn.learn_d").set_value(3).run()
    assert address(page) == {"step": "own", "f": "4", "d": "3"}
    win = oddsapp.battle(force=4, defenders=3, exact=True).win
    assert f"\\frac{{{win.numerator}}}{{{win.denominator}}}" in shown(page)
    assert f'aria-label="{win}"' in shown(page)


def test_hidden_answers_stay_hidden() -> None:
    win = oddsapp.battle(force=5, defenders=4, exact=True).win
    # test_lessons.py looks at every lesson; these are the steps to which the page adds something.
    added = ["own", "walk", "exercises"], ["fundamental", "absorption", "exercises"]
    for route, step in [(r, s) for r, steps in zip(STEPS, added, strict=True) for s in steps]:
        page = open_page(route=route, step=step, f="5", d="4", answers="hidden")
        assert str(win.numerator) not in shown(page), step
        assert "answers hidden" in page.expander[0].label
    page = open_page(step="own", f="5", d="4")
    page.button_group("learn.learn_answers").set_value("hidden").run()
    assert address(page)["answers"] == "hidden"
    assert str(win.numerator) not in shown(page)


def test_the_battle_of_quick_odds_can_be_taken() -> None:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    page.query_params["a"] = "8"
    page.query_params["d"] = "5"
    page.run()
    page.switch_page(str(PAGE))
    page.query_params.clear()
    page.run()
    next(button for button in page.button if "from Quick odds" in button.label).click().run()
    assert address(page) == {"f": "7", "d": "5"}


def test_a_walk_by_choice_by_dice_and_back() -> None:
    page = open_page(step="walk")
    page.button("learn.branch.11").click().run()
    assert address(page)["path"] == "11"
    assert "2\u00a0v\u00a01" in shown(page)
    assert "\\frac{1955}{2592}" in shown(page)
    page.button("learn.roll").click().run()
    path = address(page)["path"]
    assert path.startswith("11-")
    assert 'class="odds-die' in shown(page)
    page.button("learn.undo").click().run()
    assert address(page)["path"] == "11"
    assert 'class="odds-die' not in shown(page)
    page.button("learn.branch.01").click().run()
    assert "The battle is won." in shown(page)
    page.button("learn.again").click().run()
    assert address(page) == {"step": "walk"}


def test_long_fractions_of_a_walk_stand_in_full() -> None:
    page = open_page(step="walk", f="6", d="5")
    odds = oddsapp.battle(force=6, defenders=5, exact=True)
    assert f"<span>{odds.win}</span>" in shown(page)
    assert f"<span>{odds.expected_rolls}</span>" in shown(page)


def test_another_battle_ends_the_walk() -> None:
    page = open_page(step="walk", path="11")
    page.number_input("learn.learn_f").set_value(1).run()
    assert address(page) == {"step": "walk", "f": "1"}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("5/12", "5/12 is right."),
        ("50%", "equal dice are left out"),
        ("0,5833", "is not right. It looks like this"),
        ("<b>", "an answer is a fraction, a decimal or a percentage".capitalize()),
        ("7", "An answer lies between 0 and 1"),
    ],
)
def test_an_answer_is_judged_at_its_field(answer: str, said: str) -> None:
    page = open_page(step="exercises")
    page.text_input("learn.answer.one_die").set_value(answer).run()
    assert not page.exception
    assert said in shown(page)
    assert "<b>" not in shown(page).replace("&lt;b&gt;", "")


def test_answers_stay_while_one_looks_something_up() -> None:
    page = open_page(step="exercises")
    page.text_input("learn.answer.one_die").set_value("1/2").run()
    page.selectbox("learn.step").set_value("die").run()
    page.selectbox("learn.step").set_value("exercises").run()
    assert page.text_input("learn.answer.one_die").value == "1/2"
    assert "equal dice are left out" in shown(page)
    assert "1/2" not in str(address(page))
    page.text_input("learn.answer.one_die").set_value("").run()
    assert "equal dice are left out" not in shown(page)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ("40+33+27", "The wrong model is refuted: if it were true"),
        ("1+1+1", "Not decided, roll on: if the wrong model were true"),
        ("20+60+20", "These counts speak against the right model"),
        ("157+210+133", "Neither model fits"),
        ("90+5+5", "hardly come with fair dice"),
    ],
)
def test_the_verdict_names_the_model_that_it_judges(counts: str, said: str) -> None:
    page = open_page(step="experiment", **{"from": "typed", "counts": counts})
    assert said in shown(page)
    assert "simulated here" not in shown(page)
    assert "Counts simulated here" in shown(open_page(step="experiment"))


def test_the_experiment_simulated_and_typed() -> None:
    page = open_page(step="experiment", n="150", seed="3")
    counts = experiment.simulated("3v2", 150, 3)
    assert all(f"<td>{count}</td>" in shown(page) for count in counts)
    page.button("learn.other").click().run()
    assert address(page)["seed"] == "4"
    page.button_group("learn.learn_from").set_value("typed").run()
    assert "Type in how often" in shown(page)
    for place, count in enumerate((40, 33, 27)):
        page.number_input(f"learn.count.{place}").set_value(count).run()
    assert address(page)["counts"] == "40+33+27"
    assert "The wrong model is refuted" in shown(page)
    page.number_input("learn.count.0").set_value(1000).run()
    assert not page.exception
    assert "are judged" in shown(page)


@pytest.mark.parametrize("notation", ["latex", "csv", "numpy"])
def test_matrices_can_be_copied(notation: str) -> None:
    page = open_page(route="university", step="chain")
    page.button_group("learn.matrix").set_value("R").run()
    page.button_group("learn.notation").set_value(notation).run()
    assert not page.exception
    text = page.code[0].value
    assert {"latex": "\\begin{pmatrix}", "csv": '"3,0"', "numpy": "R = np.array"}[notation] in text
    assert "1445" in text


def test_a_bad_address_is_put_right_with_a_note() -> None:
    page = open_page(step="tree", route="university", f="99", path="99")
    assert "Attackers: 99 in the address is too large" in shown(page)
    assert "Step: tree is none of the university route" in shown(page)
    assert address(page) == {"route": "university", "step": "roll", "f": "12"}
