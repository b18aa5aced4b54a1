"""What a ruleset says about decisions inside a battle: C-3, C-7, C-8."""

import pytest

from oddsapp.errors import InvalidInput
from oddsapp.rules import (
    CardLimit,
    CardReroll,
    DefenceTiming,
    RankedDice,
    find_ruleset,
)

CLASSIC = find_ruleset("classic")
COIN = {(1, 1): {(1, 0): 1, (0, 1): 1}}


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("name", ["classic", "parker1993"])
def test_numbers_of_dice_are_announced_at_once_unless_an_option_says_otherwise(name: str) -> None:
    combat = find_ruleset(name).combat
    assert isinstance(combat, RankedDice)
    assert combat.defence_timing is DefenceTiming.AT_ONCE
    assert [str(timing) for timing in DefenceTiming] == ["at_once", "attacker_first", "after_roll"]


@pytest.mark.rule("C-7", "C-8")
@pytest.mark.parametrize("name", ["classic", "parker1993"])
def test_the_expert_variants_are_off_and_can_be_switched_on(name: str) -> None:
    combat = find_ruleset(name).combat
    assert isinstance(combat, RankedDice)
    assert combat.card_reroll is CardReroll.OFF
    assert combat.card_limit is CardLimit.ROLL
    assert not combat.commander
    expert = find_ruleset(name).replace(card_reroll="any", card_limit="territory", commander=True)
    assert str(expert) == f"{name}, card_limit=territory, card_reroll=any, commander=True"
    assert isinstance(expert.combat, RankedDice)
    assert (expert.combat.card_reroll, expert.combat.commander) == (CardReroll.ANY, True)


@pytest.mark.rule("C-7")
def test_how_often_a_card_serves_means_nothing_where_none_does() -> None:
    with pytest.raises(InvalidInput, match="card_limit means nothing under the rules classic"):
        CLASSIC.replace(card_limit="card")
    with pytest.raises(InvalidInput, match="card_reroll=own and card_reroll=any do"):
        CLASSIC.replace(card_limit="roll", commander=True)
    limited = CLASSIC.replace(card_reroll="own").replace(card_limit="card")
    assert limited.combat == CLASSIC.replace(card_reroll="own", card_limit="card").combat


@pytest.mark.rule("C-3")
def test_numbers_of_a_round_table_are_announced_too() -> None:
    """A table takes the place of dice and ties, not of who says when how many they are."""
    combat = CLASSIC.replace(round_table=COIN).replace(defence_timing="attacker_first").combat
    assert isinstance(combat, RankedDice)
    assert combat.defence_timing is DefenceTiming.ATTACKER_FIRST
    for change in ({"card_reroll": "own"}, {"card_limit": "card"}, {"commander": True}):
        with pytest.raises(InvalidInput, match="means nothing beside a round table"):
            CLASSIC.replace(round_table=COIN, **change)


@pytest.mark.rule("M-5")
def test_risk2_knows_none_of_them() -> None:
    with pytest.raises(InvalidInput, match="commander means nothing under the rules risk2"):
        find_ruleset("risk2").replace(commander=True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"defence_timing": "never"}, "at_once, attacker_first, after_roll"),
        ({"card_reroll": True}, "off, own, any"),
        ({"card_limit": 1}, "roll, territory, card"),
        ({"commander": 1}, "commander must be true or false, not 1"),
    ],
)
def test_anything_else_is_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        CLASSIC.replace(**wrong)
    with pytest.raises(InvalidInput, match=said):
        RankedDice(**wrong)  # type: ignore[arg-type]
