"""The ruleset as data: presets, variants, and what means nothing where."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from oddsapp.dice import SIX_SIDED, Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import RankedDice, Ruleset, Ties, as_ruleset, find_ruleset, ruleset_names

CLASSIC = find_ruleset("classic")
COIN = {(1, 1): {(1, 0): 1, (0, 1): 1}}


def test_the_presets() -> None:
    assert ruleset_names()[:3] == ["classic", "parker1993", "risk2"]
    for name in ruleset_names():
        rules = find_ruleset(name)
        assert rules.name == str(rules) == name
        assert rules.title
        assert find_ruleset(name) is rules is as_ruleset(name) is as_ruleset(rules)
        assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.rule("C-2", "C-3", "C-4")
@pytest.mark.parametrize("name", ["classic", "parker1993"])
def test_classic_combat_is_3_dice_against_2_ties_to_the_defender(name: str) -> None:
    combat = find_ruleset(name).combat
    assert isinstance(combat, RankedDice)
    assert (combat.attack_dice, combat.defence_dice, combat.ties) == (3, 2, Ties.DEFENDER)
    assert combat.attack_die == combat.defence_die == SIX_SIDED
    assert combat.round_table is None


@pytest.mark.parametrize("name", ["chess", "Classic", "", None, 3, [], {}, True])
def test_an_unknown_name_lists_the_known(name: Any) -> None:
    with pytest.raises(InvalidInput, match="there are classic, parker1993, risk2, "):
        find_ruleset(name)


@pytest.mark.parametrize("rules", [None, 3, [], {}, CLASSIC.combat])
def test_what_is_no_ruleset_is_refused(rules: Any) -> None:
    with pytest.raises(InvalidInput, match="a ruleset or the name of one"):
        as_ruleset(rules)


class TestReplace:
    def test_it_says_what_changed(self) -> None:
        rules = CLASSIC.replace(ties="attacker").replace(defence_dice=3)
        assert str(rules) == "classic, defence_dice=3, ties=attacker"
        assert str(CLASSIC) == "classic"
        assert str(rules.replace(defence_dice=1)) == "classic, defence_dice=1, ties=attacker"
        assert str(CLASSIC.replace(round_table=COIN)) == "classic, round_table=own"
        assert str(CLASSIC.replace(attack_die=Die.numbered(8))) == "classic, attack_die=d8"
        assert str(CLASSIC.replace(attack_die=Die([1]))) == "classic, attack_die=own"

    def test_enumerations_by_name_or_member(self) -> None:
        assert CLASSIC.replace(ties="nobody") == CLASSIC.replace(ties=Ties.NOBODY)

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"ties": "both"}, "ties cannot be 'both'; it can be attacker, defender, nobody"),
            ({"ties": None}, "ties cannot be None"),
            ({"ties": []}, "ties cannot be"),
            ({"dice_set": "manual"}, "dice_set means nothing under the rules classic"),
            ({"name": "own"}, "name means nothing under the rules classic"),
            ({"goul": "missions"}, "under the rules classic; did you mean goal\\?$"),
            ({"turn": 1}, "; of turn there are attack_seconds, .*, territories_per_army$"),
            ({"xyz": 1}, "; 'oddsapp rules NAME --json' .* can vary, goal for one$"),
            ({"dice_set": "board"}, "; 'oddsapp rules NAME --json' .*, goal for one$"),
            ({"attack_die": "2d8"}, "one die is written d8, not '2d8'"),
            ({"attack_die": "8"}, "one die is written d8, not '8'"),
            ({"attack_die": "w8"}, "dice are written like 4d8"),
            ({"attack_dice": 0}, "at least 1, not 0"),
            ({"attack_dice": 11}, "at most 10, not 11"),
            ({"defence_dice": 10**30}, "at most 10,"),
            ({"attack_dice": 3.0}, "a whole number, not 3.0"),
            ({"defence_dice": True}, "a whole number, not True"),
            ({"defence_dice": None}, "a whole number, not None"),
            ({"attack_die": 8}, "each side rolls a Die"),
            ({"defence_die": None}, "each side rolls a Die"),
            ({"defence_die": (1, 2)}, "each side rolls a Die"),
            ({"round_table": "coin"}, "a round table needs a row"),
            ({"round_table": COIN, "ties": "attacker"}, "ties means nothing beside a round table"),
            ({"round_table": COIN, "attack_dice": 1}, "attack_dice means nothing beside"),
        ],
    )
    def test_what_means_nothing_is_refused(self, changes: dict[str, Any], said: str) -> None:
        with pytest.raises(InvalidInput, match=said):
            CLASSIC.replace(**changes)

    def test_rules_of_dice_beside_an_earlier_table_are_refused(self) -> None:
        table = CLASSIC.replace(round_table=COIN)
        for changes in ({"ties": "attacker"}, {"attack_dice": 3}, {"attack_die": Die([1])}):
            with pytest.raises(InvalidInput, match="means nothing beside a round table"):
                table.replace(**changes)
        with pytest.raises(InvalidInput, match="cannot be taken away again"):
            table.replace(round_table=None)
        other = table.replace(round_table={(1, 1): {(1, 1): 1}})
        assert other.combat != table.combat

    def test_a_table_says_how_many_dice_there_are(self) -> None:
        combat = CLASSIC.replace(round_table=COIN).combat
        assert isinstance(combat, RankedDice)
        assert (combat.attack_dice, combat.defence_dice) == (1, 1)

    def test_a_die_may_be_given_by_its_name(self) -> None:
        assert CLASSIC.replace(defence_die="d8") == CLASSIC.replace(defence_die=Die.numbered(8))
        assert CLASSIC.replace(defence_die="d6").combat == CLASSIC.combat

    def test_integers_of_numpy_become_python_s_own(self) -> None:
        combat = CLASSIC.replace(attack_dice=np.int8(4)).combat
        assert isinstance(combat, RankedDice)
        assert type(combat.attack_dice) is int


class TestRankedDice:
    @pytest.mark.parametrize(
        "field",
        [{"ties": "both"}, {"attack_die": 6}, {"round_table": COIN}, {"attack_dice": "3"}],
    )
    def test_it_checks_itself_too(self, field: dict[str, Any]) -> None:
        with pytest.raises(InvalidInput):
            RankedDice(**field)

    def test_rules_are_frozen_and_keys(self) -> None:
        combat = RankedDice()
        assert combat == CLASSIC.combat
        assert hash(combat) == hash(CLASSIC.combat)
        with pytest.raises(FrozenInstanceError):
            combat.ties = Ties.ATTACKER  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            CLASSIC.name = "mine"  # type: ignore[misc]

    def test_rules_that_differ_are_different_keys(self) -> None:
        different = [
            RankedDice(),
            RankedDice(ties=Ties.ATTACKER),
            RankedDice(defence_dice=3),
            RankedDice(attack_die=Die([1, 6], "d6")),
            RankedDice(defence_die=Die([1, 6], "d6")),
        ]
        assert len(set(different)) == len(different)

    def test_a_ruleset_of_one_s_own(self) -> None:
        assert str(Ruleset(name="own", combat=RankedDice(attack_dice=4))) == "own"


def test_a_table_may_have_the_text_keys_of_json() -> None:
    rules = find_ruleset("classic").replace(starting_armies={"3": 40, 4: 30})
    assert rules.setup.starting_armies == ((3, 40), (4, 30))
