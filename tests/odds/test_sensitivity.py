"""Which face and which threshold matter: against difference quotients and the slow twins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.combat import attack, border_clash, mass_invasion, spoils_of_war
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.derivatives import face_derivatives
from oddsapp.odds.sensitivity import face_changes, threshold_changes
from oddsapp.odds.solve import solve
from oddsapp.odds.symbolic import win_in_faces
from oddsapp.rules import Ruleset, find_ruleset
from tests.reference import risk2_twin
from tests.reference.risk2_dice_twin import BOARD

CLASSIC = find_ruleset("classic")
RISK2 = find_ruleset("risk2")


def win(armies: tuple[int, int], rules: Ruleset) -> Any:
    return solve(attack(*armies, rules), exact=True).ends.winning(0)


@pytest.mark.parametrize("ties", ["defender", "nobody"])
@pytest.mark.parametrize(
    ("armies", "faces"),
    [((2, 1), ([1, 2, 2, 3], [1, 2, 3, 3])), ((3, 2), ([1, 2, 2, 2], [1, 1, 2, 2]))],
)
def test_derivatives_by_faces_are_those_of_the_formula(
    armies: tuple[int, int], faces: tuple[list[int], list[int]], ties: str
) -> None:
    rules = CLASSIC.replace(attack_die=Die(faces[0]), defence_die=Die(faces[1]), ties=ties)
    battle = attack(*armies, rules)
    by_symbol = win_in_faces(battle).derivatives()
    # The formula's derivative is by the weight of a face; four of them are all of the die.
    assert face_derivatives(battle) == {str(s): 4 * slope for s, slope in by_symbol.items()}


@pytest.mark.parametrize("armies", [(1, 1), (3, 2), (6, 5)])
def test_derivatives_by_faces_are_difference_quotients(armies: tuple[int, int]) -> None:
    slopes = face_derivatives(attack(*armies, CLASSIC))
    fair = win(armies, CLASSIC)
    for face in (1, 4, 6):
        counts = [200 + (n == face) for n in range(1, 7)]
        less = [200 - (n == face) for n in range(1, 7)]
        for key, side in (("attack_die", "a"), ("defence_die", "d")):
            more_often = win(armies, CLASSIC.replace(**{key: Die.from_counts(counts)}))
            less_often = win(armies, CLASSIC.replace(**{key: Die.from_counts(less)}))
            # Shares of the face moved by e1 up and e2 down: a central quotient.
            quotient = (more_often - fair) * 1201 / 2 + (fair - less_often) * 1199 / 2
            assert float(quotient) == pytest.approx(float(slopes[f"{side}_{face}"]), abs=1e-5)


def test_sixes_matter_most_and_all_faces_together_not_at_all() -> None:
    slopes = face_derivatives(attack(10, 7, CLASSIC))
    for side in "ad":
        of_side = {key: slope for key, slope in slopes.items() if key[0] == side}
        assert sum(of_side.values()) == 0
        assert max(of_side, key=lambda key: abs(of_side[key])) == f"{side}_6"


def test_classic_faces_moved_one_pip() -> None:
    (six_to_five,) = (
        change
        for change in face_changes(attack(3, 2, CLASSIC), exact=True)
        if "attacker" in change.what and (change.before, change.after) == (6, 5)
    )
    blunt = CLASSIC.replace(attack_die=Die([1, 2, 3, 4, 5, 5]))
    assert six_to_five.win == win((3, 2), blunt)
    assert six_to_five.change == win((3, 2), blunt) - win((3, 2), CLASSIC)
    assert six_to_five.change < 0


def twin_win(ends: Mapping[tuple[Any, ...], Fraction]) -> Fraction:
    return sum((chance for state, chance in ends.items() if not state[-1]), Fraction(0))


@pytest.mark.rule("M-1")
@pytest.mark.parametrize(("die", "before", "after"), [("white", 1, 2), ("yellow", 6, 5)])
def test_a_moved_face_of_a_coloured_die_is_the_twin_with_that_face(
    die: str, before: int, after: int
) -> None:
    (found,) = (
        change
        for change in face_changes(attack(7, 6, RISK2), exact=True)
        if (change.what, change.before, change.after) == (f"a face of the {die} die", before, after)
    )
    faces = [list(face) for face in BOARD.faces]
    moved = faces[["white", "yellow"].index(die)]
    moved[moved.index(before)] = after
    wanted = twin_win(risk2_twin.mass([7], 6, faces=tuple(map(tuple, faces))))
    assert found.win == wanted
    assert found.change == wanted - twin_win(risk2_twin.mass([7], 6))


@pytest.mark.rule("M-2")
def test_a_moved_threshold_is_the_twin_with_that_threshold() -> None:
    changes = threshold_changes(mass_invasion([6, 2], 6, RISK2), exact=True)
    now = twin_win(risk2_twin.mass([6, 2], 6))
    for change in changes:
        chart = (1, change.after, 11, 19, 31)
        charts = [BOARD.attacker_thresholds, BOARD.defender_thresholds]
        for place, role in enumerate(("attacker", "defender")):
            if change.what in (f"the {role}'s threshold of yellow", "the threshold of yellow"):
                charts[place] = chart
        wanted = twin_win(
            risk2_twin.mass([6, 2], 6, attacker_thresholds=charts[0], defender_thresholds=charts[1])
        )
        assert (change.win, change.change) == (wanted, wanted - now)
    assert len(changes) == 6


@pytest.mark.rule("M-2")
def test_in_a_clash_and_in_the_spoils_only_the_attacker_s_chart_counts() -> None:
    clash = threshold_changes(border_clash(7, 5, RISK2))
    assert [(c.what, c.after) for c in clash] == [
        ("the attacker's threshold of yellow", 5),
        ("the attacker's threshold of yellow", 7),
    ]
    assert clash[1].change < 0  # the seven roll yellow at one size fewer, the five never did
    spoils = threshold_changes(spoils_of_war([[6], [5], [5]], RISK2), player=1)
    assert spoils[0].change > 0


def test_a_better_face_never_hurts_who_alone_rolls_the_die() -> None:
    for change in face_changes(attack(9, 5, RISK2)):
        if change.what == "a face of the yellow die":
            assert (change.change >= 0) is (change.after > change.before)


@pytest.mark.rule("M-3")
def test_thresholds_of_a_chart_with_a_die_that_nobody_rolls() -> None:
    changes = threshold_changes(attack(40, 40, find_ruleset("risk2_manual")))
    assert not any("defender's threshold of black" in change.what for change in changes)
    assert any("attacker's threshold of black" in change.what for change in changes)
    # The manual's charts differ between the roles, so no entry is moved for both.
    assert all("'s threshold" in change.what for change in changes)


def test_changes_as_plain_values() -> None:
    change = face_changes(attack(1, 1, CLASSIC), exact=True)[0]
    assert change.to_dict() == {
        "what": "a face of the attacker's dice",
        "from": 1,
        "to": 2,
        "win": "4/9",
        "change": "1/36",
    }


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: threshold_changes(attack(3, 2, CLASSIC)), "do not depend on a threshold"),
        (lambda: face_changes(attack(3, 2, CLASSIC), player=2), "from 0 to 1, not 2"),
        (
            lambda: face_changes(
                attack(3, 2, CLASSIC.replace(round_table={(1, 1): {(1, 0): 1, (0, 1): 1}}))
            ),
            "no faces",
        ),
        (lambda: face_derivatives(attack(3, 2, RISK2)), "for classic dice"),
        (lambda: face_derivatives(attack(300, 200, CLASSIC)), "not 60,000"),
    ],
)
def test_what_cannot_be_moved_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ask()
