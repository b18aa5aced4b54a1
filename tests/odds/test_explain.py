"""Explanations: evaluated again from their data alone they give the solver's fraction."""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.combat import Battle, attack, border_clash, mass_invasion, spoils_of_war
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds import recompute
from oddsapp.odds.explain import MOST_SHOWN, explain
from oddsapp.odds.explanation import Explanation, Level
from oddsapp.odds.solve import solve
from oddsapp.odds.written import Formula
from oddsapp.rules import Ruleset, find_ruleset
from tests.reference import classic_twin

CLASSIC = find_ruleset("classic")
RISK2 = find_ruleset("risk2")

RULESETS = [
    CLASSIC,
    CLASSIC.replace(ties="nobody"),
    CLASSIC.replace(attack_dice=3, defence_dice=3, defence_die=Die.numbered(8)),
    CLASSIC.replace(attack_dice=1, defence_dice=1),
    CLASSIC.replace(round_table={(1, 1): {(0, 1): 1, (1, 1): 2, (2, 0): 3}}),
]
COLOURED = [
    RISK2,
    find_ruleset("risk2_manual"),
    RISK2.replace(ties="nobody", mass_reading="individual", spoils_reading="pairwise"),
    RISK2.replace(casualties="own"),
    RISK2.replace(casualties="highest"),
    RISK2.replace(casualties="fixed", fixed_casualties=2),
]

BATTLES: list[Battle] = [
    *(attack(3, 2, rules) for rules in (*RULESETS, *COLOURED)),
    *(attack(10, 7, rules) for rules in RULESETS),
    *(attack(12, 20, rules) for rules in COLOURED),
    *(mass_invasion([2, 1], 2, rules) for rules in COLOURED),
    *(mass_invasion([7, 6, 2], 8, rules) for rules in COLOURED[:2]),
    *(border_clash(3, 2, rules) for rules in COLOURED),
    border_clash(32, 11, RISK2),
    *(spoils_of_war([[2], [1, 1]], rules) for rules in COLOURED),
    spoils_of_war([[2], [2], [2]], RISK2),
    spoils_of_war([[6, 1], [7]], RISK2),
]


def as_read(steps: Explanation) -> Any:
    """Return the data of an explanation after a way through JSON."""
    return json.loads(json.dumps(steps.to_dict()))


def name(battle: Battle) -> str:
    return f"{battle.kind} {battle.armies} {battle.rules}"


@pytest.mark.parametrize("battle", BATTLES, ids=name)
def test_the_data_alone_give_the_fraction_of_the_solver(battle: Battle) -> None:
    outcome = solve(battle, exact=True)
    for player in range(battle.players):
        steps = explain(outcome, player)
        data = as_read(steps)
        wanted = outcome.ends.winning(player)
        assert steps.win == wanted
        assert Fraction(data["win"]) == wanted
        assert data["all_rounds"]
        assert recompute.win_from_rounds(data) == wanted
        if data["all_states"]:
            assert recompute.win_from_states(data) == wanted
            ends = {tuple(end["state"]): Fraction(end["probability"]) for end in data["ends"]}
            assert ends == recompute.end_probabilities(data)
            assert all(p == outcome.pmf(state) for state, p in ends.items())
            assert sum(ends.values()) == 1


def test_recomputing_imports_nothing_of_the_package() -> None:
    tree = ast.parse(Path(recompute.__file__).read_text(encoding="utf-8"))
    modules = {
        node.module if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {module.split(".")[0] for module in modules if module} <= sys.stdlib_module_names


@settings(max_examples=40)
@given(
    force=st.integers(1, 15),
    defenders=st.integers(1, 15),
    rules=st.sampled_from([*RULESETS, *COLOURED]),
)
def test_the_rounds_are_enough_for_any_small_battle(
    force: int, defenders: int, rules: Ruleset
) -> None:
    outcome = solve(attack(force, defenders, rules), exact=True)
    data = as_read(explain(outcome))
    assert recompute.win_from_rounds(data) == outcome.ends.winning(0)


def test_a_float_outcome_is_explained_by_the_same_fraction() -> None:
    assert oddsapp.battle(4, 2).explain().win == Fraction(6610505, 10077696)
    assert oddsapp.battle(4, 2).explain() == oddsapp.battle(4, 2, exact=True).explain()


@pytest.mark.rule("C-4")
def test_the_rounds_of_an_explanation_are_those_of_the_twin() -> None:
    data = as_read(oddsapp.battle(12, 9).explain())
    assert len(data["rounds"]) == 6
    for roll in data["rounds"]:
        attack, defence = ([classic_twin.SIX] * int(dice) for dice in roll["rolls"])
        wanted = classic_twin.round_losses(attack, defence)
        found = {
            tuple(loss["loses"]): Fraction(loss["ways"], roll["ways"]) for loss in roll["losses"]
        }
        assert found == wanted


# --- how it is written -------------------------------------------------------------------

STATE = r"f\(([\d, ]+)\)"


def formulas(steps: Explanation, level: Level) -> list[Formula]:
    return [
        part
        for section in steps.sections(level)
        for part in section.parts
        if isinstance(part, Formula)
    ]


@pytest.mark.parametrize("battle", BATTLES, ids=name)
def test_every_worked_line_is_true_as_it_is_written(battle: Battle) -> None:
    outcome = solve(battle, exact=True)
    steps = explain(outcome)
    values = recompute.values_from_rounds(as_read(steps), battle.armies)
    checked = 0
    for formula in formulas(steps, Level.SCHOOL):
        line = re.fullmatch(rf"{STATE} = \[(.*)\] / (\d+) = (\S+).*", formula.text)
        if line is None:
            continue
        checked += 1
        state = tuple(map(int, line[1].split(",")))
        terms = re.findall(rf"(\d+) {STATE}", line[2])
        total = sum(
            (int(n) * values[tuple(map(int, after.split(",")))] for n, after in terms), Fraction(0)
        )
        assert sum(int(n) for n, _ in terms) == int(line[3])
        assert total / int(line[3]) == values[state]
        assert float(Fraction(line[4])) == pytest.approx(float(values[state]), rel=1e-5)
    assert checked


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("battle", BATTLES, ids=name)
def test_latex_is_well_formed_and_its_fractions_are_plain(battle: Battle, level: Level) -> None:
    steps = explain(solve(battle))
    latex = steps.latex(level)
    assert not re.search(r"\\[dtc]frac|\\over\b|displaystyle|≈|≤", latex)
    for kind in ("pmatrix", "verbatim"):
        assert latex.count(f"\\begin{{{kind}}}") == latex.count(f"\\end{{{kind}}}")
    assert len(re.findall(r"(?m)^\\\[$", latex)) == len(re.findall(r"(?m)^\\\]$", latex))
    assert latex.count("\\]") == len(formulas(steps, level))
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", latex):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    outside = re.sub(r"(?s)\\\[.*?\\\]|\\begin\{verbatim\}.*?\\end\{verbatim\}", "", latex)
    assert not re.search(r"(?<!\\)[_^&%$#]", outside)


def test_the_school_level_walks_from_words_to_the_sum() -> None:
    text = oddsapp.battle(4, 2).explain().text("school")
    for line in (
        "The attacker rolls a die for each army that attacks, at most 3; the",
        "2,890 ways: the defender loses 2",
        "f(1, d) = [55 f(1, d - 1) + 161 f(0, d)] / 216   for d >= 2",
        "2611 f(2, 1) + 2275 f(1, 2)] / 7776 = 6610505/10077696 ≈ 0.655954",
        "|- 2611/7776 -> (2, 1)",
        "P(end (3, 0)) = 1445/3888 ≈ 0.371656",
    ):
        assert line in text


def test_the_university_level_shows_the_canonical_form() -> None:
    outcome = oddsapp.battle(4, 2)
    latex = outcome.explain().latex("university")
    for matrix in "QRNB":
        assert f"{matrix} = \\begin{{pmatrix}}" in latex
    assert (
        "N = \\begin{pmatrix} \\vphantom{\\Big|} 1 & \\frac{2611}{7776} & \\frac{2275}{7776}"
        in latex
    )
    rolls = outcome.chain.expected_steps((3, 2), exact=True)
    assert f"t = {rolls} ≈" in outcome.explain().text("university")


def test_a_large_battle_shows_both_ends_and_says_so() -> None:
    steps = oddsapp.battle(11, 7).explain()
    assert not steps.all_states
    assert len(steps.states) <= MOST_SHOWN
    text = steps.text()
    assert "too long to be written down" in text
    assert "f(1, 1) = [15 f(1, 0) + 21 f(0, 1)] / 36 = 5/12" in text
    assert "f(10, 7) = [2890 f(10, 5) + 2611 f(9, 6) + 2275 f(8, 7)] / 7776" in text
    assert "f(a, d) = [2890 f(a, d - 2) + 2611 f(a - 1, d - 1) + 2275 f(a - 2, d)]" in text
    with pytest.raises(ValueError, match="next to the start and the end"):
        recompute.chain_of(steps.to_dict())


def test_a_huge_battle_is_explained_at_once_with_the_result_in_decimals() -> None:
    outcome = oddsapp.battle(force=17_000, defenders=20_000)
    steps = outcome.explain()
    assert steps.win == outcome.win
    assert "(rounded)" in steps.text()
    assert steps.all_rounds
    # The states at the end keep their fractions.
    assert {step.state: step.win for step in steps.states}[(1, 1)] == Fraction(5, 12)


def test_where_even_the_rounds_are_too_many_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("oddsapp.odds.explain"), "MOST_ROUNDS", 5)
    outcome = oddsapp.battle(20, 20, exact=True)
    steps = outcome.explain()
    assert not steps.all_rounds
    assert steps.win == outcome.win
    assert steps.states[0].win == Fraction(5, 12)
    assert "more kinds of roll than are listed" in steps.text()
    with pytest.raises(KeyError):
        recompute.win_from_rounds(steps.to_dict())


def test_the_spoils_of_many_are_explained_without_visiting_all_states() -> None:
    steps = oddsapp.spoils_of_war([[4], [4], [4], [4], [4], [4]]).explain()
    assert not steps.all_states
    assert steps.win == pytest.approx(1 / 6)
    assert "f(1, 1, 1, 1, 1, 1) = [" in steps.text()


def test_the_other_side_can_ask_too() -> None:
    outcome = oddsapp.battle(4, 2, exact=True)
    assert outcome.explain(1).win == 1 - outcome.win
    assert "the chance that the defender wins" in outcome.explain(1).text()
    clash = oddsapp.border_clash(2, 1)
    assert "the second force wins" in clash.explain(1).text()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: oddsapp.battle(4, 2).explain(2), "from 0 to 1, not 2"),
        (lambda: oddsapp.battle(4, 2).explain().text("kindergarten"), "school or university"),
    ],
)
def test_what_cannot_be_explained_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ask()
