"""Targets and the smallest changes that reach them, against every rule near by in fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.target_search import TargetSearch, smallest_changes
from oddsapp.odds.balance.targets import Band, Targets
from oddsapp.odds.balance.variants import Allowed, Neighbourhood
from oddsapp.rules import Ruleset
from tests.odds.balance.test_search import SMALL, START
from tests.reference import balance_twin, risk2_twin

MOST = 4


@cache
def chance(rules: balance_twin.Rules, force: int, defenders: int) -> Fraction:
    faces, attacker, defender, ties = rules
    ends = risk2_twin.mass(
        (force,),
        defenders,
        faces=faces,
        ranks=(1, 2),
        attacker_thresholds=attacker,
        defender_thresholds=defender,
        ties=ties,
    )
    return sum((part for (_, left), part in ends.items() if not left), Fraction(0))


def bands_of(rules: balance_twin.Rules) -> list[Fraction]:
    return [chance(rules, n, n) for n in range(1, MOST + 1)]


def gains_of(rules: balance_twin.Rules) -> list[Fraction]:
    _, attacker, defender, _ = rules
    mine = [chance(rules, n, n - 1) - chance(rules, n - 1, n - 1) for n in attacker[1:] if n <= 5]
    theirs = [chance(rules, n - 1, n - 1) - chance(rules, n - 1, n) for n in defender[1:] if n <= 5]
    return mine + theirs


def as_twin(rules: Ruleset) -> balance_twin.Rules:
    combat: Any = rules.combat
    chart = combat.thresholds
    faces = tuple(die.faces for die in combat.dice_set)
    return faces, chart.attacker, chart.defender, combat.ties.value


TARGETS = [
    (  # reached by one change
        Targets(even=[Band(first=2, last=MOST, least="30%", most="75%")]),
        lambda rules: all(Fraction(3, 10) <= p <= Fraction(3, 4) for p in bands_of(rules)[1:]),
    ),
    (  # by none
        Targets(even=[Band(first=2, last=MOST, least=Fraction(3, 10), most=0.7)]),
        lambda rules: all(Fraction(3, 10) <= p <= Fraction(7, 10) for p in bands_of(rules)[1:]),
    ),
    (
        Targets(least_gain="10%", greatest_gain=0.2, gains_to=5),
        lambda rules: all(Fraction(1, 10) <= gain <= Fraction(1, 5) for gain in gains_of(rules)),
    ),
    (
        Targets(even=[Band(first=1, last=3, least=0.4)], greatest_gain=Fraction(1, 5), gains_to=5),
        lambda rules: (
            min(bands_of(rules)[:3]) >= Fraction(2, 5) and max(gains_of(rules)) <= Fraction(1, 5)
        ),
    ),
]


@pytest.mark.parametrize(("targets", "met"), TARGETS)
def test_all_smallest_changes_are_found(targets: Targets, met: Any) -> None:
    near = balance_twin.near_rules(START, 2, 1, 3)
    expected = {rules: changes for rules, changes in near.items() if met(rules)}
    fewest = min(expected.values(), default=None)
    found = smallest_changes(TargetSearch(targets=targets, rules=SMALL, most_changes=2))
    assert found.changes == fewest
    assert {as_twin(changed.rules) for changed in found.found} == {
        rules for rules, changes in expected.items() if changes == fewest
    }
    within = 2 if fewest is None else fewest
    assert found.tried == sum(changes <= within for changes in near.values())
    assert (found.within_reach, found.complete) == (len(near), True)


def test_gains_are_those_of_the_promotions() -> None:
    """Every threshold of every rule near RISK II, one rule at a time."""
    near = Neighbourhood("risk2_manual", 1, Allowed(faces=False))
    for variant in near.variants(1):
        gains = [p.gain for p in oddsapp.promotions(rules=near.ruleset(variant), most=25)]
        for least, most, met in (
            (min(gains), max(gains), True),
            (min(gains) + 1e-6, None, False),
            (None, max(gains) - 1e-6, False),
        ):
            targets = Targets(least_gain=least, greatest_gain=most, gains_to=25)
            assert bool(targets.met_in_battles(near.rules.combat, [variant])[0]) is met  # type: ignore[arg-type]


def test_a_target_without_exploits() -> None:
    one_each = oddsapp.find_ruleset("risk2").replace(casualties="fixed")
    targets = Targets(no_exploits=["army", "promotion", "escort"], exploits_to=12)
    as_it_is = smallest_changes(TargetSearch(targets=targets, rules=one_each))
    assert (as_it_is.changes, as_it_is.tried) == (0, 1)
    assert as_it_is.found[0].told == ()
    assert as_it_is.found[0].rules == one_each
    charts = Allowed(faces=False, ties=False)
    none = smallest_changes(TargetSearch(targets=targets, allowed=charts, most_changes=1))
    assert none.changes is None
    assert none.tried == none.within_reach
    alone = Targets(no_exploits=["army", "promotion"], exploit_armies=[1], exploits_to=12)
    assert smallest_changes(TargetSearch(targets=alone)).changes == 0


def test_a_search_that_is_not_complete_says_so() -> None:
    targets = Targets(even=[Band(first=1, last=20, least=0.45, most=0.55)])
    found = smallest_changes(TargetSearch(targets=targets, most_tried=100))
    assert (found.tried, found.within_reach, found.complete) == (100, 2840, False)
    assert found.changes is None
    allowed = Allowed(ties=("nobody",))
    for most_tried, complete in ((1, False), (76, True), (77, True)):
        search = TargetSearch(targets=targets, allowed=allowed, most_tried=most_tried)
        found = smallest_changes(search)
        assert found.complete is complete
        assert [changed.told for changed in found.found] == [("ties to nobody",)] * complete
        assert found.tried == min(most_tried, 76)


def test_searches_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "searches.json"
    plain = {
        "name": "one",
        "rules": oddsapp.ruleset_to_dict(SMALL),
        "targets": {
            "even": [{"from": 2, "to": 4, "least": 0.3, "most": "70%"}],
            "gain": {"least": 0.1, "most": 0.2, "to": 3},
            "no_exploits": {"kinds": ["escort"], "armies": [1], "to": 5},
        },
        "allowed": {"faces": False, "ties": ["nobody"], "lowest": 1, "highest": None},
        "most_changes": 1,
        "most_tried": 50,
    }
    meant = TargetSearch(
        name="one",
        rules=SMALL,
        targets=Targets(
            even=[Band(first=2, last=4, least=0.3, most=0.7)],
            least_gain=0.1,
            greatest_gain=0.2,
            gains_to=3,
            no_exploits=["escort"],
            exploit_armies=[1],
            exploits_to=5,
        ),
        allowed=Allowed(faces=False, ties=("nobody",), lowest=1),
        most_changes=1,
        most_tried=50,
    )
    for written in (plain, [plain, plain]):
        file.write_text(json.dumps(written), encoding="utf-8")
        assert set(map(str, oddsapp.load_target_searches(file))) == {str(meant)}


GAIN = {"targets": {"gain": {"most": 0.1}}}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ([], "the list of searches is empty"),
        (3, "a search must be a JSON object"),
        ({}, "lacks the field 'targets'"),
        ({"targets": {}}, "a target is missing"),
        ({"targets": {"evn": []}}, "no field 'evn'"),
        ({"targets": {"even": [{"from": 3}]}}, "lacks the field 'to'"),
        ({"targets": {"even": [{"from": 3, "to": 2}]}}, "at least 3, not 2"),
        ({"targets": {"even": [{"from": 1, "to": 2, "least": 1.5}]}}, "between 0 and 1"),
        ({"targets": {"even": [{"from": 1, "to": 2, "least": 0.6, "most": 0.4}]}}, "lies nothing"),
        ({"targets": {"gain": {"most": "much"}}}, "must be a probability"),
        ({"targets": {"gain": {"most": 0.1, "to": 1}}}, "at least 2, not 1"),
        ({"targets": {"no_exploits": {"kinds": ["luck"]}}}, "it can be army, promotion"),
        ({"targets": {"no_exploits": {"kinds": [3]}}}, "must be text"),
        ({"targets": {"no_exploits": {"kinds": ["army"], "armies": []}}}, "say of which"),
        ({"targets": {"no_exploits": {"kinds": ["army"], "armies": [3]}}}, "at most 2"),
        ({**GAIN, "rules": "chess"}, "no ruleset is called 'chess'"),
        ({**GAIN, "rules": "classic"}, "no die of its own"),
        ({**GAIN, "allowed": {"faces": 1}}, "true or false, not 1"),
        ({**GAIN, "allowed": {"ties": ["cat"]}}, "it can be attacker"),
        ({**GAIN, "allowed": {"ties": "nobody"}}, "must be a list"),
        ({**GAIN, "allowed": {"lowest": 1.5}}, "the lowest face must be a whole number"),
        ({**GAIN, "allowed": {"faces": False, "thresholds": False, "ties": []}}, "nothing may be"),
        ({**GAIN, "most_changes": 9}, "at most 4"),
        ({**GAIN, "most_tried": 0}, "at least 1"),
        ({**GAIN, "name": 3}, "must be text"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(
    tmp_path: Path, written: object, message: str
) -> None:
    file = tmp_path / "searches.json"
    file.write_text(json.dumps(written), encoding="utf-8")
    with pytest.raises(InvalidInput, match=message) as told:
        oddsapp.load_target_searches(file)
    assert str(told.value).startswith(f"{file}: ")
    assert "\n" not in str(told.value)


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    file = tmp_path / "searches.json"
    for content, message in ((b"\xff", "no text in UTF-8"), (b"{", "is not JSON")):
        file.write_bytes(content)
        with pytest.raises(InvalidInput, match=message):
            oddsapp.load_target_searches(file)
