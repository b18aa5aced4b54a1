"""Rulesets in words: nothing that plays differently reads alike, and each sentence has a rule."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import pytest

from oddsapp.dice import Die
from oddsapp.rules import (
    Allocation,
    BonusLimit,
    CapitalForm,
    CardDraw,
    CardLimit,
    CardReroll,
    CardSchedule,
    CasualtyRule,
    ConquestTrade,
    DefenceTiming,
    Diplomacy,
    FallenCards,
    FirstPlayer,
    Fortification,
    Goal,
    MassReading,
    OwnColour,
    Ruleset,
    ScoreTie,
    SpoilsReading,
    Ties,
    find_ruleset,
    ruleset_names,
)
from oddsapp.rules.game_rules import MISSION_DECKS
from oddsapp.rules.words import ruleset_in_words

BOTH = (False, True)
COIN = {(1, 1): {(1, 0): 1, (0, 1): 1}}
LOADED = {(1, 1): {(1, 0): 1, (0, 1): 2}}

# Each rule: values that must read differently, and other rules under which it does anything.
RANKED: dict[str, tuple[Any, dict[str, Any]]] = {
    "attack_dice": ((2, 3, 4), {}),
    "defence_dice": ((1, 2, 3), {}),
    "attack_die": ((Die([1, 6]), Die([2, 6])), {}),
    "defence_die": ((Die([1, 6]), Die([2, 6])), {}),
    "ties": (Ties, {}),
    "round_table": ((COIN, LOADED), {}),
    "defence_timing": (DefenceTiming, {}),
    "card_reroll": (CardReroll, {}),
    "card_limit": (CardLimit, {"card_reroll": "any"}),
    "commander": (BOTH, {}),
    "attack_bonus": (("highest+1", "highest-1", "lowest+1", "all+1", "all+1,uncapped"), {}),
    "defence_bonus": (("highest+1", "all+0"), {}),
    "balance": ((None, "3.3"), {}),
}
GAME: dict[str, tuple[Any, dict[str, Any]]] = {
    "starting_armies": (({2: 40, 3: 35}, {2: 40, 3: 36}, {2: 40, 4: 35}), {}),
    "allocation": (Allocation, {}),
    "mission_allocation": (Allocation, {}),
    "first_player": (FirstPlayer, {}),
    "neutral_armies": ((0, 40, 50), {}),
    "points_per_territory": ((0, 100), {}),
    "points_rounded_to": ((1, 10), {}),
    "bid_steps": (((5,), (10,), (5, 10)), {}),
    "bid_seconds": ((0, 8), {}),
    "bid_extra_seconds": ((0, 15), {}),
    "influence": ((0, 10), {}),
    "influence_once": (BOTH, {}),
    "points_per_army": ((1, 50), {}),
    "territories_per_army": ((2, 3), {}),
    "least_reinforcements": ((0, 3), {}),
    "stack_limit": ((None, 1, 12), {}),
    "stack_limit_on_conquest": (BOTH, {"stack_limit": 12}),
    "defender_chooses": (BOTH, {}),
    "attack_seconds": ((None, 120, 180), {}),
    "fortify": (Fortification, {}),
    "fortify_moves": ((1, 2, 3), {"fortify": "several"}),
    "schedule": (CardSchedule, {}),
    "escalating": (((4, 6), (4, 7)), {}),
    "escalating_step": ((4, 5), {}),
    "limited_cap": ((20, 30), {"schedule": "limited"}),
    "by_one_from": ((4, 5), {"schedule": "by_one"}),
    "fixed_values": (((4, 6, 8, 10), (5, 6, 8, 10), (4, 6, 8, 12)), {"schedule": "fixed"}),
    "flat_value": ((8, 10), {"schedule": "flat"}),
    "owned_bonus": ((0, 1, 2), {}),
    "owned_bonus_limit": (BonusLimit, {}),
    "owned_bonus_is_limited": (BOTH, {"stack_limit": 12}),
    "must_trade_at": ((5, 6), {}),
    "trade_down_to": ((4, 5), {"must_trade_at": 6}),
    "trade_at_once_with_five": (BOTH, {}),
    "draw": (CardDraw, {}),
    "goal": (Goal, {}),
    "mission_deck": (MISSION_DECKS, {}),
    "destroy_personally": (BOTH, {}),
    "own_colour": (OwnColour, {}),
    "mission_territories": ((18, 24), {}),
    "capital_form": (CapitalForm, {}),
    "short_game": (BOTH, {"capital_form": "capitals"}),
    "headquarters_to_take": (
        ({}, {4: 2}, {4: 3}),
        {"capital_form": "headquarters", "short_game": True},
    ),
    "capital_armies": ((1, 5), {"capital_form": "capitals"}),
    "capitals_to_take": (({}, {4: 2}, {4: 3}), {"capital_form": "risk2"}),
    "capitals_before_armies": (BOTH, {}),
    "territory_target": ((1, 24), {}),
    "hold_target": (BOTH, {}),
    "rounds": ((1, 10), {}),
    "score_armies": ((1, 5), {}),
    "score_tie": (ScoreTie, {}),
    "teams": ((0, 2, 3), {}),
}
SAME_TIME: dict[str, tuple[Any, dict[str, Any]]] = {
    "diplomacy": (Diplomacy, {}),
    "diplomacy_minutes": ((1, 15), {}),
    "empire": (BOTH, {}),
    "restricted_reinforcement": (BOTH, {}),
    "placed_together": (BOTH, {}),
    "clash_leaves_one": (BOTH, {}),
    "fallen_cards": (FallenCards, {}),
    "conquest_trade": (ConquestTrade, {}),
    "domination_territories": ((None, 33, 38), {}),
    "missions_from_round": ((1, 3), {}),
}
# What a same-time game has no use for: its turn, two players, attacks one after the other, and
# what only a turn of one's own has an end of.
NOT_SAME_TIME = {
    "stack_limit",
    "stack_limit_on_conquest",
    "defender_chooses",
    "attack_seconds",
    "fortify",
    "fortify_moves",
    "neutral_armies",
    "owned_bonus_is_limited",
    "trade_at_once_with_five",
    "draw",
    "territory_target",
    "hold_target",
}
COLOURED: dict[str, tuple[Any, dict[str, Any]]] = {
    "dice_set": (("board", "manual"), {}),
    "thresholds": (("board", "shipped_game", "manual"), {}),
    "ranks": (((1, 2, 3, 4, 5), (1, 2, 3, 4, 6)), {}),
    "casualties": (CasualtyRule, {}),
    "fixed_casualties": ((1, 2), {"casualties": "fixed"}),
    "ties": (Ties, {}),
    "mass_reading": (MassReading, {}),
    "spoils_reading": (SpoilsReading, {}),
    "most_attackers": ((1, 7), {}),
}


def words(rules: Ruleset) -> str:
    return "\n".join(
        clause.sentence for section in ruleset_in_words(rules) for clause in section.clauses
    )


def parts(rules: Ruleset) -> set[str]:
    groups = (rules.setup, rules.turn, rules.cards, rules.victory)
    return {rule.name for group in groups for rule in fields(group)}


def test_no_rule_and_no_option_is_without_words() -> None:
    """A new rule fails here until it is in the tables above, and there until it has words."""
    classic, risk2 = find_ruleset("classic"), find_ruleset("risk2")
    assert set(GAME) == parts(classic)
    assert set(RANKED) == {rule.name for rule in fields(classic.combat)}
    assert set(SAME_TIME) == {rule.name for rule in fields(risk2.same_time)}
    assert set(COLOURED) == {rule.name for rule in fields(risk2.combat)}


@pytest.mark.parametrize(
    ("preset", "key"),
    [
        *(("classic", key) for key in {**RANKED, **GAME}),
        *(("risk2", key) for key in {**COLOURED, **SAME_TIME, **GAME} if key not in NOT_SAME_TIME),
    ],
)
def test_each_value_of_each_rule_reads_differently(preset: str, key: str) -> None:
    table = {**GAME, **(COLOURED | SAME_TIME if preset == "risk2" else RANKED)}
    values, where = table[key]
    texts = [words(find_ruleset(preset).replace(**where, **{key: value})) for value in values]
    assert len(texts) > 1
    for one, other in combinations(texts, 2):
        assert one != other


def test_no_two_presets_read_alike() -> None:
    texts = {name: words(find_ruleset(name)) for name in ruleset_names()}
    assert len(set(texts.values())) == len(texts)


def test_each_rule_in_which_classic_and_parker_differ_is_seen() -> None:
    classic, parker = find_ruleset("classic"), find_ruleset("parker1993")
    for group in ("setup", "turn", "cards", "victory"):
        for rule in fields(getattr(parker, group)):
            value = getattr(getattr(classic, group), rule.name)
            if value != getattr(getattr(parker, group), rule.name):
                assert words(parker.replace(**{rule.name: value})) != words(parker)


@pytest.mark.parametrize("name", ruleset_names())
def test_sentences_are_sentences_and_have_their_rules(name: str) -> None:
    for section in ruleset_in_words(find_ruleset(name)):
        assert section.clauses
        for rule, sentence in section.clauses:
            assert re.fullmatch(r"([CMTKSBVR]-\d+)?", rule)
            assert re.fullmatch(r"[A-Z].*[a-z0-9]\.", sentence)


def test_risk2_tells_its_own_turn_and_nothing_of_the_one_that_it_does_not_have() -> None:
    sections = ruleset_in_words(find_ruleset("risk2"))
    titles = [section.title for section in sections]
    assert titles == ["Combat", "Setup", "Turn", "Cards", "Victory"]
    numbers = {clause.rule for section in sections for clause in section.clauses}
    assert {f"R-{number}" for number in range(1, 9)} <= numbers
    assert {f"M-{number}" for number in range(9, 15)} <= numbers
    assert {"S-1", "S-5", "K-11", "K-13", "K-14", "V-2", "V-3", "V-10", "V-11"} <= numbers
    assert not {number for number in numbers if number.startswith("T-")}


def test_risk2_with_two_players_is_told_of_no_neutral_side() -> None:
    assert "neutral" not in words(find_ruleset("risk2"))
    assert "without a neutral side" in words(find_ruleset("risk2").replace(starting_armies={2: 40}))


def test_dice_without_a_name_are_told_too() -> None:
    risk2 = find_ruleset("risk2")
    dice_set = risk2.combat.dice_set  # type: ignore[union-attr]
    nameless = replace(dice_set, dice=(Die([1, 2]), *dice_set.dice[1:]))
    assert "The nameless die, of rank 1: 1 2." in words(risk2.replace(dice_set=nameless))
