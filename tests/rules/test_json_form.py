"""Rulesets as JSON text: every one comes back equal, and nothing wrong is let in."""

from __future__ import annotations

import json
from dataclasses import fields
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.dice import DiceSet, Die, dice_set_names
from oddsapp.errors import InvalidInput
from oddsapp.rules import (
    Allocation,
    Balance,
    Bonus,
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
    Modifier,
    OwnColour,
    RoundTable,
    Ruleset,
    ScoreTie,
    SpoilsReading,
    ThresholdChart,
    Ties,
    find_ruleset,
    modified,
    ruleset_names,
    threshold_names,
)
from oddsapp.rules.game_rules import MISSION_DECKS
from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict


def through_text(rules: Ruleset) -> Ruleset:
    return ruleset_from_dict(json.loads(json.dumps(ruleset_to_dict(rules))))


def assert_survives(rules: Ruleset) -> None:
    again = through_text(rules)
    assert again == rules
    assert str(again) == str(rules)  # variations are no part of equality
    assert ruleset_to_dict(again) == ruleset_to_dict(rules)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_preset_survives(name: str) -> None:
    assert_survives(find_ruleset(name))


def test_every_rule_is_written() -> None:
    for name in ruleset_names():
        rules = find_ruleset(name)
        data = ruleset_to_dict(rules)
        for part in ("combat", "setup", "turn", "cards", "victory", "same_time"):
            names = {rule.name for rule in fields(getattr(rules, part))}
            assert set(data[part]) - {"kind"} == names


# -- any ruleset that replace() makes -----------------------------------------------------


def enum(kind: type[StrEnum]) -> st.SearchStrategy[StrEnum]:
    return st.sampled_from(list(kind))


def whole(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


def table(least: int = 1) -> st.SearchStrategy[dict[int, int]]:
    return st.dictionaries(whole(2, 8), whole(1, 99), min_size=least, max_size=5)


NAMES = st.text(max_size=8)
DICE = st.builds(Die, st.lists(whole(-3, 9), min_size=1, max_size=8), NAMES)
BONUSES = st.builds(
    Bonus,
    highest=whole(-1000, 1000),
    lowest=whole(-9, 9),
    every=whole(-9, 9),
    capped=st.booleans(),
)
CUTS = st.floats(0, 0.499)
POWERS = st.floats(0.01, 100)
BALANCES = st.builds(
    Balance,
    version=NAMES,
    win_cutoff=CUTS,
    win_power=POWERS,
    outcome_cutoff=CUTS,
    outcome_power=POWERS,
)
LOSSES = st.dictionaries(
    st.tuples(whole(0, 2), whole(0, 2)), st.fractions(0, 5), min_size=1, max_size=4
).filter(lambda row: any(weight and lost != (0, 0) for lost, weight in row.items()))


@st.composite
def round_tables(draw: st.DrawFn) -> RoundTable:
    attack, defence = draw(whole(1, 3)), draw(whole(1, 2))
    return RoundTable.from_mapping(
        {(a, d): draw(LOSSES) for a in range(1, attack + 1) for d in range(1, defence + 1)}
    )


RANKED = {
    "attack_dice": whole(1, 10),
    "defence_dice": whole(1, 10),
    "attack_die": DICE,
    "defence_die": DICE,
    "ties": enum(Ties),
    "defence_timing": enum(DefenceTiming),
    "card_reroll": enum(CardReroll),
    "card_limit": enum(CardLimit),
    "commander": st.booleans(),
    "attack_bonus": BONUSES,
    "defence_bonus": BONUSES,
    "balance": st.none() | BALANCES | st.just("3.3"),
}
GAME: dict[str, st.SearchStrategy[Any]] = {
    "starting_armies": table(),
    "allocation": enum(Allocation),
    "mission_allocation": enum(Allocation),
    "first_player": enum(FirstPlayer),
    "neutral_armies": whole(0, 50),
    "points_per_territory": whole(0, 200),
    "points_rounded_to": whole(1, 50),
    "bid_steps": st.lists(whole(1, 50), min_size=1, max_size=3),
    "bid_seconds": whole(0, 60),
    "bid_extra_seconds": whole(0, 60),
    "influence": whole(0, 50),
    "influence_once": st.booleans(),
    "points_per_army": whole(1, 100),
    "territories_per_army": whole(1, 9),
    "least_reinforcements": whole(0, 9),
    "stack_limit": st.none() | whole(1, 30),
    "stack_limit_on_conquest": st.booleans(),
    "defender_chooses": st.booleans(),
    "attack_seconds": st.none() | whole(1, 600),
    "fortify": enum(Fortification),
    "fortify_moves": whole(1, 9),
    "schedule": enum(CardSchedule),
    "escalating": st.lists(whole(0, 99), min_size=1, max_size=8),
    "escalating_step": whole(0, 9),
    "limited_cap": whole(0, 99),
    "by_one_from": whole(0, 9),
    "fixed_values": st.lists(whole(0, 99), min_size=4, max_size=4),
    "flat_value": whole(0, 99),
    "owned_bonus": whole(0, 9),
    "owned_bonus_limit": enum(BonusLimit),
    "owned_bonus_is_limited": st.booleans(),
    "must_trade_at": whole(7, 9),
    "trade_down_to": whole(4, 6),
    "trade_at_once_with_five": st.booleans(),
    "draw": enum(CardDraw),
    "goal": enum(Goal),
    "mission_deck": st.sampled_from(MISSION_DECKS),
    "destroy_personally": st.booleans(),
    "own_colour": enum(OwnColour),
    "mission_territories": whole(1, 48),
    "capital_form": enum(CapitalForm),
    "short_game": st.booleans(),
    "headquarters_to_take": table(0),
    "capital_armies": whole(1, 9),
    "capitals_to_take": table(0),
    "capitals_before_armies": st.booleans(),
    "territory_target": whole(1, 48),
    "hold_target": st.booleans(),
    "rounds": whole(1, 20),
    "score_armies": whole(1, 9),
    "score_tie": enum(ScoreTie),
    "teams": st.sampled_from([0, 2, 3]),
}
SAME_TIME: dict[str, st.SearchStrategy[Any]] = {
    "diplomacy": enum(Diplomacy),
    "diplomacy_minutes": whole(1, 60),
    "empire": st.booleans(),
    "restricted_reinforcement": st.booleans(),
    "placed_together": st.booleans(),
    "clash_leaves_one": st.booleans(),
    "fallen_cards": enum(FallenCards),
    "conquest_trade": enum(ConquestTrade),
    "domination_territories": st.none() | whole(1, 48) | st.sampled_from(["60%", "80%", "100%"]),
    "missions_from_round": whole(1, 9),
}
NOT_SAME_TIME = {
    rule.name
    for rule in fields(find_ruleset("risk2").turn)
    if rule.name not in ("territories_per_army", "least_reinforcements")
}


def changes(
    kinds: dict[str, st.SearchStrategy[Any]],
) -> st.SearchStrategy[dict[str, Any]]:
    return st.sets(st.sampled_from(sorted(kinds)), max_size=12).flatmap(
        lambda keys: st.fixed_dictionaries({key: kinds[key] for key in keys})
    )


def test_the_strategies_leave_no_rule_out() -> None:
    rules = find_ruleset("classic")
    parts = (rules.setup, rules.turn, rules.cards, rules.victory)
    assert set(GAME) == {rule.name for part in parts for rule in fields(part)}
    assert set(SAME_TIME) == {rule.name for rule in fields(rules.same_time)}
    assert {*RANKED, "round_table"} == {rule.name for rule in fields(rules.combat)}


@settings(max_examples=50)
@given(st.sampled_from(["classic", "parker1993", "blitz", "bunker"]), changes({**RANKED, **GAME}))
def test_any_variant_of_ranked_dice_survives(name: str, varied: dict[str, Any]) -> None:
    rules = find_ruleset(name)
    if "trade_down_to" in varied:
        varied["must_trade_at"] = 9
    if "card_limit" in varied:
        varied["card_reroll"] = CardReroll.ANY
    assert_survives(rules.replace(**varied))


@settings(max_examples=50)
@given(
    st.sampled_from(["risk2", "risk2_shipped_game", "risk2_manual"]),
    changes({**{key: kind for key, kind in GAME.items() if key not in NOT_SAME_TIME}, **SAME_TIME}),
)
def test_any_variant_of_a_same_time_game_survives(name: str, varied: dict[str, Any]) -> None:
    if "trade_down_to" in varied:
        varied["must_trade_at"] = 9
    assert_survives(find_ruleset(name).replace(**varied))


@settings(max_examples=50)
@given(round_tables(), changes(GAME))
def test_any_round_table_survives(rows: RoundTable, varied: dict[str, Any]) -> None:
    if "trade_down_to" in varied:
        varied["must_trade_at"] = 9
    assert_survives(find_ruleset("classic").replace(round_table=rows).replace(**varied))


@st.composite
def coloured(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    sizes = sorted(draw(st.sets(whole(2, 40), min_size=len(names) - 1, max_size=len(names) - 1)))
    starts = (1, *sizes)
    never = draw(whole(0, len(names) - 1))
    defender = (*starts[: len(names) - never], *([None] * never))
    return {
        "dice_set": DiceSet(draw(NAMES), tuple(Die(draw(DICE).faces, name) for name in names)),
        "thresholds": ThresholdChart(draw(NAMES), starts, defender),
        "ranks": tuple(draw(st.lists(whole(1, 9), min_size=len(names), max_size=len(names)))),
        "casualties": draw(enum(CasualtyRule)),
        "fixed_casualties": draw(whole(1, 9)),
        "ties": draw(enum(Ties)),
        "mass_reading": draw(enum(MassReading)),
        "spoils_reading": draw(enum(SpoilsReading)),
        "most_attackers": draw(whole(1, 9)),
    }


@settings(max_examples=50)
@given(coloured())
def test_any_coloured_dice_survive(varied: dict[str, Any]) -> None:
    assert set(varied) == {rule.name for rule in fields(find_ruleset("risk2").combat)}
    assert_survives(find_ruleset("risk2").replace(**varied))


@settings(max_examples=50)
@given(st.sets(st.sampled_from(list(Modifier))))
def test_modifiers_survive(modifiers: set[Modifier]) -> None:
    assert_survives(modified(find_ruleset("blitz"), sorted(modifiers)))


# -- written by hand ----------------------------------------------------------------------


def test_what_is_left_out_is_as_in_classic_risk() -> None:
    rules = ruleset_from_dict({"name": "ours", "turn": {"fortify": "free"}})
    assert rules.turn == find_ruleset("classic").replace(fortify="free").turn
    assert rules.combat == find_ruleset("classic").combat
    assert rules.cards == find_ruleset("classic").cards


def test_named_parts_may_be_given_by_name() -> None:
    for dice in dice_set_names():
        for chart in threshold_names():
            combat = {"kind": "coloured_dice", "dice_set": dice, "thresholds": chart}
            rules = ruleset_from_dict({"name": "ours", "combat": combat})
            made = find_ruleset("risk2").replace(dice_set=dice, thresholds=chart)
            assert rules.combat == made.combat
    balance = ruleset_from_dict({"name": "ours", "combat": {"balance": "3.3"}})
    assert balance.combat == find_ruleset("blitz").combat


ROW = {"dice": [1, 1], "outcomes": [{"lost": [1, 0], "weight": 1}]}
TURNS = "territories_per_army, least_reinforcements, stack_limit"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "a ruleset must be a JSON object with named fields, not None"),
        ([], "a ruleset must be a JSON object"),
        ({}, "lacks the field 'name'; any name of your own is right"),
        ({"name": 3}, "the name of a ruleset must be text, not 3"),
        ({"name": " "}, "must be a line of text, not ' '"),
        ({"name": "a", "title": None}, "the title of a ruleset must be text, not None"),
        ({"name": "a", "fortify": "free"}, "a ruleset has no field 'fortify'; it has name, title"),
        ({"name": "a", "variations": {"a": 1}}, "the variation a must be text, not 1"),
        ({"name": "a", "turn": {"fortifi": 1}}, f"the part 'turn' has no field 'fortifi'.*{TURNS}"),
        ({"name": "a", "turn": []}, "the part 'turn' must be a JSON object"),
        ({"name": "a", "turn": {"fortify": "all"}}, "fortify cannot be 'all'; it can be path, "),
        ({"name": "a", "turn": {"fortify": ["free"]}}, "fortify cannot be"),
        ({"name": "a", "turn": {"stack_limit": "12"}}, "stack_limit must be a whole number"),
        ({"name": "a", "turn": {"stack_limit": 12.0}}, "stack_limit must be a whole number"),
        ({"name": "a", "turn": {"defender_chooses": 1}}, "must be true or false, not 1"),
        ({"name": "a", "cards": {"escalating": 4}}, "escalating must be a list of whole numbers"),
        ({"name": "a", "cards": {"trade_down_to": 5}}, "trade_down_to must be less than"),
        ({"name": "a", "setup": {"starting_armies": []}}, "must say with how many armies"),
        ({"name": "a", "setup": {"starting_armies": [[2, 40, 1]]}}, "must be pairs"),
        ({"name": "a", "setup": {"starting_armies": [[2, 40], [2, 30]]}}, "something twice"),
        ({"name": "a", "victory": {"mission_deck": []}}, "no mission deck is called"),
        ({"name": "a", "combat": {"kind": "cards"}}, "of no kind 'cards'; there are ranked_dice"),
        ({"name": "a", "combat": {"kind": []}}, "of no kind"),
        ({"name": "a", "combat": {"dice_set": "board"}}, "has no field 'dice_set'; it has kind"),
        ({"name": "a", "combat": {"attack_dice": 11}}, "at most 10, not 11"),
        ({"name": "a", "combat": {"attack_die": "d8"}}, "attack_die must be a JSON object"),
        ({"name": "a", "combat": {"attack_die": {"faces": "16"}}}, "must be a list, not '16'"),
        ({"name": "a", "combat": {"attack_die": {"faces": [1.5]}}}, "must be a whole number"),
        ({"name": "a", "combat": {"attack_die": {"name": "d6"}}}, "lacks the field 'faces'"),
        ({"name": "a", "combat": {"attack_bonus": "more"}}, "a bonus is written highest"),
        ({"name": "a", "combat": {"attack_bonus": 1}}, "attack_bonus must be text, not 1"),
        ({"name": "a", "combat": {"balance": "9"}}, "no balance of version '9'"),
        ({"name": "a", "combat": {"balance": {}}}, "balance lacks the field 'version'"),
        ({"name": "a", "combat": {"round_table": {}}}, "round_table must be a list"),
        ({"name": "a", "combat": {"round_table": []}}, "needs a row for at least"),
        ({"name": "a", "combat": {"round_table": [ROW, ROW]}}, "is there twice in round_table"),
        ({"name": "a", "combat": {"round_table": [ROW], "attack_dice": 3}}, "cannot be 3 beside"),
        ({"name": "a", "combat": {"kind": "coloured_dice"}}, "lack the field 'dice_set'"),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence(data: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as refused:
        ruleset_from_dict(data)
    assert "\n" not in str(refused.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=8,
    ),
    st.data(),
)
def test_no_value_in_any_place_does_anything_but_fit_or_be_refused(
    wrong: Any, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(["classic", "risk2", "blitz"]))
    plain = json.loads(json.dumps(ruleset_to_dict(find_ruleset(name))))
    part = data.draw(st.sampled_from(["combat", "setup", "turn", "cards", "victory"]))
    plain[part][data.draw(st.sampled_from(sorted(plain[part])))] = wrong
    try:
        rules = ruleset_from_dict(plain)
    except InvalidInput:
        return
    assert_survives(rules)
