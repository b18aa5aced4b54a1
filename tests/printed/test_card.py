"""The odds card: its numbers are the solver's, and its text says what they are."""

import re

import pytest

import oddsapp
from oddsapp.printed.card import SHARES
from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.wording import cell_text


def cells_of(html: str) -> list[list[str]]:
    """Return the texts of the rows of the matrix, heads included."""
    body = html.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    rows = re.findall(r"<tr>(.*?)</tr>", body)
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in rows]


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("name", ["classic", "risk2", "blitz"])
def test_the_matrix_is_the_solvers(name: str) -> None:
    card = oddsapp.odds_card(name)
    rows = cells_of(card.html)
    assert len(rows) == len(card.forces)
    for force, (armies, told, *cells) in zip(card.forces, rows, strict=True):
        assert (armies, told) == (str(force + 1), str(force))
        outcomes = [oddsapp.battle(force + 1, d, rules=name) for d in card.defenders]
        assert cells == [
            cell_text(outcome.win, outcome.lose).replace("<", "&lt;").replace(">", "&gt;")
            for outcome in outcomes
        ]


@pytest.mark.parametrize("name", ["classic", "risk2"])
def test_armies_needed_and_losses(name: str) -> None:
    card = oddsapp.odds_card(name)
    for share in SHARES:
        found = [oddsapp.armies_needed(d, share, rules=name).armies for d in card.defenders]
        assert [need and need.armies for need in card.needs[share]] == found
        cells = "".join(f"<td>{armies:,}</td>" for armies in found)
        assert f">{share.replace('%', ' %')}</th>{cells}</tr>" in card.html
    for need, lost, d in zip(card.needs[card.losses_with], card.lost, card.defenders, strict=True):
        assert need is not None
        outcome = oddsapp.battle(need.armies, d, rules=name)
        assert lost == (outcome.expected_attackers_lost, outcome.expected_defenders_lost)


@pytest.mark.rule("M-2")
def test_a_card_of_coloured_dice_has_the_sizes_around_every_threshold() -> None:
    card = oddsapp.odds_card("risk2")
    assert {1, 5, 6, 10, 11, 18, 19, 30, 31} <= set(card.forces) & set(card.defenders)
    manual = oddsapp.odds_card("risk2_manual")  # its attacker promotes sooner
    assert {4, 8, 13, 19} <= set(manual.forces)
    assert {7, 13, 21} <= set(manual.defenders)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_has_a_card_that_asks_for_nothing(name: str) -> None:
    html = oddsapp.odds_card(name).html
    assert "http" not in html
    assert "<script" not in html
    assert f"<h2>The rules behind them: {name}</h2>" in html


def test_changed_rules_are_told_by_their_changes() -> None:
    html = oddsapp.odds_card(find_ruleset("classic").replace(attack_dice=4)).html
    assert "Odds card <small>classic, attack_dice=4</small>" in html
    assert "up to 3 dice against 2" not in html


def test_who_cannot_win_needs_no_number_of_armies() -> None:
    ones = oddsapp.find_ruleset("classic").replace(attack_die=oddsapp.Die([1]))
    card = oddsapp.odds_card(ones)
    assert set(card.needs["50%"]) == {None}
    assert set(card.lost) == {None}
    assert card.html.count("<td>–</td>") == 5 * len(card.defenders)
    assert "For instance" not in card.html
