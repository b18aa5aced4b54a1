"""The expert variants: the card that re-rolls a die (C-7), and the commander (C-8)."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.combat import attack
from oddsapp.odds.expert import ExpertGame
from oddsapp.odds.expert_battle import expert_game, expert_odds
from oddsapp.odds.expert_results import ExpertOdds
from oddsapp.odds.expert_roll import rerolled, turned
from oddsapp.odds.goal import Goal
from oddsapp.rules import CardLimit, CardReroll, RankedDice, Role, Ruleset, find_ruleset
from tests.reference.decisions_twin import SIX, Expert

PARKER = find_ruleset("parker1993")
OWN = PARKER.replace(card_reroll="own")
ANY = PARKER.replace(card_reroll="any")
COMMANDER = PARKER.replace(commander=True)
ONE_DIE_EACH = {"attack_dice": 1, "defence_dice": 1}

PLAIN = Fraction(15, 36)
"""One die beats one die."""

RE_ROLLED = Fraction(125, 216)
"""It does, or does when it is rolled again: 15/36 + sum over y of y/36 · (6 − y)/6."""


def solved(force: int, defenders: int, rules: Ruleset, cards: int | None = None) -> ExpertOdds:
    return expert_odds(force=force, defenders=defenders, rules=rules, cards=cards, exact=True)


# --- by hand ---------------------------------------------------------------------------


@pytest.mark.rule("C-7")
def test_the_attacker_may_roll_one_of_his_own_dice_again() -> None:
    by_hand = PLAIN + sum(Fraction(y, 36) * Fraction(6 - y, 6) for y in SIX)
    assert by_hand == RE_ROLLED
    assert solved(1, 1, OWN).optimal == RE_ROLLED


@pytest.mark.rule("C-7")
def test_as_an_option_it_may_be_any_die_on_the_table() -> None:
    lost = [(x, y) for x, y in product(SIX, repeat=2) if x <= y]
    by_hand = PLAIN + sum(max(Fraction(6 - y, 216), Fraction(x - 1, 216)) for x, y in lost)
    assert by_hand == Fraction(49, 72)
    assert solved(1, 1, ANY).optimal == by_hand


@pytest.mark.rule("C-7")
def test_the_open_card_serves_at_every_roll_of_the_attack() -> None:
    """Battle = one roll: two armies that roll one die each have two tries of 125/216."""
    rules = OWN.replace(**ONE_DIE_EACH)
    assert solved(2, 1, rules).optimal == 1 - (1 - RE_ROLLED) ** 2
    assert solved(1, 2, rules).optimal == RE_ROLLED**2


@pytest.mark.rule("C-7")
def test_once_per_territory_the_card_is_kept_for_a_better_chance() -> None:
    """2 v 1, one die each: a second army waits, so against 5 and 6 the card is kept."""
    rules = OWN.replace(card_limit="territory", **ONE_DIE_EACH)

    def roll(y: int) -> Fraction:
        return Fraction(6 - y, 6) + Fraction(y, 6) * PLAIN

    odds = solved(2, 1, rules)
    best = PLAIN + sum(Fraction(y, 36) * max(roll(y), RE_ROLLED) for y in SIX)
    assert [y for y in SIX if roll(y) > RE_ROLLED] == [1, 2, 3, 4]
    assert odds.optimal == best
    # As soon as possible: wherever a new roll may win, that is against all but a 6.
    soon = PLAIN + sum(Fraction(y, 36) * roll(y) for y in SIX[:5]) + Fraction(6, 36) * RE_ROLLED
    assert odds.as_soon_as_possible == soon < best
    assert odds.without == 1 - (1 - PLAIN) ** 2


@pytest.mark.rule("C-7")
@pytest.mark.parametrize("limit", list(CardLimit))
def test_only_one_card_per_battle(limit: CardLimit) -> None:
    """At a single roll a second card is worth nothing."""
    rules = OWN.replace(card_limit=limit)
    assert solved(1, 1, rules, cards=2).optimal == solved(1, 1, rules, cards=1).optimal


@pytest.mark.rule("C-7")
def test_several_cards_help_at_several_rolls_where_each_serves_once() -> None:
    rules = OWN.replace(card_limit="card", **ONE_DIE_EACH)
    assert solved(2, 1, rules, cards=2).optimal == 1 - (1 - RE_ROLLED) ** 2
    assert solved(2, 1, rules, cards=2).optimal > solved(2, 1, rules, cards=1).optimal
    once = rules.replace(card_limit="territory")
    assert solved(2, 1, once, cards=2).optimal == solved(2, 1, once, cards=1).optimal


@pytest.mark.rule("C-7")
def test_the_card_is_that_of_the_territory_attacked_or_attacked_from() -> None:
    with pytest.raises(oddsapp.InvalidInput, match="at most 2 cards fit one attack"):
        solved(3, 2, OWN, cards=3)


@pytest.mark.rule("C-7")
@pytest.mark.parametrize(
    ("rules", "sides"), [(OWN, {Role.ATTACKER}), (ANY, {Role.ATTACKER, Role.DEFENDER})]
)
def test_whose_dice_can_be_rolled_again(rules: Ruleset, sides: set[Role]) -> None:
    assert isinstance(rules.combat, RankedDice)
    assert {side for side, _, _ in rerolled(rules.combat, (5, 3, 1), (6, 4))} == sides


@pytest.mark.rule("C-7")
def test_the_card_is_never_the_defenders() -> None:
    """Whatever is shown, it helps the attacker or is not used."""
    for rules, a, d in product((OWN, ANY), range(1, 4), range(1, 3)):
        assert solved(a, d, rules).optimal >= solved(a, d, rules).without


@pytest.mark.rule("C-7")
def test_without_a_card_or_without_the_variant_nothing_is_rolled_again() -> None:
    assert (
        solved(3, 2, OWN, cards=0).optimal == oddsapp.battle(force=3, defenders=2, exact=True).win
    )
    with pytest.raises(oddsapp.InvalidInput, match="no card lets a die be rolled again"):
        solved(3, 2, PARKER, cards=1)


@pytest.mark.rule("C-8")
def test_one_against_one_only_a_six_withstands_the_commander() -> None:
    assert solved(1, 1, COMMANDER).optimal == Fraction(5, 6)


@pytest.mark.rule("C-8")
def test_the_commander_comes_once_a_turn() -> None:
    """1 v 2, one die each: to win twice, and only once with him."""
    without_a_five = Fraction(15, 36) * Fraction(5, 6)
    used_at_once = Fraction(1 + 2 + 3 + 4 + 5, 36) * PLAIN
    rules = COMMANDER.replace(**ONE_DIE_EACH)
    assert solved(1, 2, rules).optimal == without_a_five + used_at_once == Fraction(25, 48)


@pytest.mark.rule("C-8")
def test_the_commander_may_wait() -> None:
    """2 v 1, one die each: he turns a lost roll as soon as he can, and 6 is met by luck."""
    rules = COMMANDER.replace(**ONE_DIE_EACH)
    assert solved(2, 1, rules).optimal == Fraction(5, 6) + Fraction(1, 6) * Fraction(5, 6)
    odds = expert_odds(force=10, defenders=10, rules=COMMANDER)
    assert odds.optimal > odds.as_soon_as_possible + 0.02


@pytest.mark.rule("C-8")
def test_the_commander_turns_one_of_the_attackers_dice_to_six() -> None:
    assert isinstance(COMMANDER.combat, RankedDice)
    assert dict(turned(COMMANDER.combat, (6, 4, 4))) == {4: (6, 6, 4)}
    assert dict(turned(COMMANDER.combat, (5, 3, 1))) == {5: (6, 3, 1), 3: (6, 5, 1), 1: (6, 5, 3)}


@pytest.mark.rule("C-8")
def test_without_the_variant_there_is_no_commander() -> None:
    assert solved(1, 1, PARKER).optimal == PLAIN


@pytest.mark.rule("C-7", "C-8")
def test_card_and_commander_at_one_roll() -> None:
    """1 v 1: 5/6, and against a 6 no new roll helps; a 6 rolled again does."""
    both = PARKER.replace(commander=True, card_reroll="own")
    assert solved(1, 1, both).optimal == Fraction(5, 6)
    any_die = PARKER.replace(commander=True, card_reroll="any")
    assert solved(1, 1, any_die).optimal == Fraction(5, 6) + Fraction(1, 6) * Fraction(5, 6)


@pytest.mark.rule("C-7", "C-8")
def test_with_both_and_any_die_full_dice_are_not_always_best() -> None:
    """What the module says of its own rule: at 2 v 2 an attacker with one die does better."""
    both = PARKER.replace(commander=True, card_reroll="any")
    full, one = solved(2, 2, both), solved(2, 2, both.replace(attack_dice=1))
    assert full.optimal == Fraction(521399, 559872)
    assert one.optimal == Fraction(28356965, 30233088) > full.optimal


# --- against the twin, which tries every face ------------------------------------------


@pytest.mark.rule("C-7", "C-8")
@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("commander", [False, True])
@pytest.mark.parametrize("limit", list(CardLimit))
@pytest.mark.parametrize(("reroll", "state"), [("own", (2, 2)), ("own", (3, 1)), ("any", (2, 1))])
def test_the_decision_process_is_that_of_the_twin(
    reroll: str, state: tuple[int, int], limit: CardLimit, commander: bool, goal: Goal
) -> None:
    rules = PARKER.replace(card_reroll=reroll, card_limit=limit, commander=commander)
    cards = 2 if limit is CardLimit.CARD else 1
    force, defenders = state
    odds = expert_odds(
        force=force, defenders=defenders, rules=rules, cards=cards, goal=goal, exact=True
    )
    best = Expert(reroll, limit, goal, "best").worth(force, defenders, cards, commander)
    soon = Expert(reroll, limit, goal, "soon").worth(force, defenders, cards, commander)
    assert odds.optimal == best
    assert odds.as_soon_as_possible == soon


@pytest.mark.rule("C-7", "C-8")
@pytest.mark.parametrize(("reroll", "commander"), [("own", False), ("any", False), ("off", True)])
def test_so_it_is_with_all_dice_of_the_box(reroll: str, commander: bool) -> None:
    rules = PARKER.replace(card_reroll=reroll, card_limit="territory", commander=commander)
    odds = expert_odds(force=3, defenders=2, rules=rules, exact=True)
    cards = int(reroll != "off")
    assert odds.optimal == Expert(reroll, "territory", "win", "best").worth(3, 2, cards, commander)


@pytest.mark.rule("C-2", "C-3")
@pytest.mark.parametrize(
    ("reroll", "commander", "state", "goal"),
    [
        ("any", True, (2, 1), "win"),
        ("own", True, (2, 2), "margin"),
        ("off", True, (3, 2), "margin"),
        ("off", False, (3, 2), "win"),
    ],
)
def test_every_number_of_dice_is_worth_what_the_twin_says(
    reroll: str, commander: bool, state: tuple[int, int], goal: str
) -> None:
    rules = PARKER.replace(card_reroll=reroll, commander=commander)
    game = expert_game(force=state[0], defenders=state[1], rules=rules, goal=goal, exact=True)
    twin, cards = Expert(reroll, "roll", goal, "best"), int(reroll != "off")
    payoffs = game.dice_payoffs(*state)
    assert set(payoffs) == set(product(range(1, state[0] + 1), range(1, state[1] + 1)))
    for dice, payoff in payoffs.items():
        assert payoff == twin.with_dice(dice, *state, cards, commander)
    assert payoffs[state] == twin.worth(*state, cards, commander)


@pytest.mark.rule("C-2", "C-3")
def test_who_does_better_with_fewer_dice() -> None:
    """Whoever is named gains by a deviation alone, in fractions; and the others do not."""
    rules = PARKER.replace(card_reroll="any", commander=True, card_limit="territory")
    exact = expert_game(force=4, defenders=3, rules=rules, exact=True)
    found = []
    for a, d in product(range(1, 5), range(1, 4)):
        payoffs = exact.dice_payoffs(a, d)
        m, n = min(a, 3), min(d, 2)
        if max(payoffs[i, n] for i in range(1, m + 1)) > payoffs[m, n]:
            found.append((a, d, Role.ATTACKER))
        if min(payoffs[m, j] for j in range(1, n + 1)) < payoffs[m, n]:
            found.append((a, d, Role.DEFENDER))
    assert found == [(2, 3, Role.DEFENDER)]
    floats = expert_game(force=4, defenders=3, rules=rules)
    assert list(exact.states_with_fewer_dice()) == list(floats.states_with_fewer_dice()) == found
    with pytest.raises(oddsapp.InvalidInput, match="nobody rolls"):
        exact.dice_payoffs(0, 3)


# --- properties ------------------------------------------------------------------------

variants = st.builds(
    lambda reroll, limit, commander: PARKER.replace(
        card_reroll=reroll, card_limit=limit, commander=commander
    ),
    st.sampled_from(list(CardReroll)),
    st.sampled_from(list(CardLimit)),
    st.booleans(),
)


@pytest.mark.rule("C-7", "C-8")
@settings(max_examples=25)
@given(variants, st.sampled_from(list(Goal)), st.integers(1, 6), st.integers(1, 5), st.data())
def test_best_use_beats_the_rule_of_thumb_beats_nothing_in_every_state(
    rules: Ruleset, goal: Goal, force: int, defenders: int, data: st.DataObject
) -> None:
    assert isinstance(rules.combat, RankedDice)
    most = 0 if rules.combat.card_reroll is CardReroll.OFF else 2
    cards = data.draw(st.integers(0, most))
    game = ExpertGame(attack(force, defenders, rules), cards=cards, goal=goal)
    for a, d in product(range(1, force + 1), range(1, defenders + 1)):
        odds = game.odds(a, d)
        assert odds.optimal >= odds.as_soon_as_possible - 1e-9
        assert odds.as_soon_as_possible >= odds.without - 1e-9
    plain = oddsapp.battle(force=force, defenders=defenders)
    without = plain.win if goal is Goal.WIN else plain.margin.mean()
    assert game.odds(force, defenders).without == pytest.approx(without, rel=1e-12, abs=1e-12)


@pytest.mark.rule("C-7")
@settings(max_examples=15)
@given(st.sampled_from([OWN, ANY]), st.integers(1, 6), st.integers(1, 5))
def test_what_can_be_used_more_often_is_worth_more(
    rules: Ruleset, force: int, defenders: int
) -> None:
    def worth(limit: str, cards: int) -> float:
        varied = rules.replace(card_limit=limit)
        return float(
            expert_odds(force=force, defenders=defenders, rules=varied, cards=cards).optimal
        )

    rising = [worth("territory", 1), worth("card", 1), worth("card", 2), worth("roll", 1)]
    assert rising[0] == rising[1]
    assert all(less <= more + 1e-12 for less, more in pairwise(rising))


@pytest.mark.rule("C-7", "C-8")
def test_floats_are_the_fractions() -> None:
    rules = PARKER.replace(card_reroll="own", card_limit="card", commander=True)
    for goal in Goal:
        exact = expert_odds(force=4, defenders=3, rules=rules, cards=2, goal=goal, exact=True)
        floats = expert_odds(force=4, defenders=3, rules=rules, cards=2, goal=goal)
        assert floats.optimal == pytest.approx(float(exact.optimal), rel=1e-12)
        assert floats.as_soon_as_possible == pytest.approx(
            float(exact.as_soon_as_possible), rel=1e-12
        )
        assert floats.without == pytest.approx(float(exact.without), rel=1e-12)


# --- advice, and what is refused -------------------------------------------------------


@pytest.mark.rule("C-7", "C-8")
def test_following_the_advice_is_worth_what_is_promised() -> None:
    rules = PARKER.replace(card_reroll="any", card_limit="card", commander=True)
    game = ExpertGame(attack(2, 2, rules), cards=1, exact=True)
    for a, d in ((1, 1), (2, 1), (1, 2)):
        total = sum(
            game.advice(faces[:a], faces[a:], state=(a, d)).value
            for faces in product(SIX, repeat=a + d)
        )
        assert Fraction(total, 6 ** (a + d)) == game.odds(a, d).optimal


def test_what_the_advice_says() -> None:
    game = ExpertGame(attack(10, 10, OWN), cards=1)
    assert game.advice([6, 6, 6], [5, 4]).action == "leave"
    again = game.advice([4, 1, 4], [4, 4])
    assert (again.action, again.side, again.face) == ("card", Role.ATTACKER, 1)
    assert again.value > again.leave
    # Where the card serves only once, it is kept for something better.
    once = ExpertGame(attack(10, 10, OWN.replace(card_limit="territory")), cards=1)
    assert once.advice([5, 5, 1], [5, 5]).action == "leave"
    last = ExpertGame(attack(1, 1, COMMANDER), cards=0).advice([2], [5])
    assert (last.action, last.side, last.face, last.value) == ("commander", Role.ATTACKER, 2, 1.0)


def test_all_rolls_are_counted() -> None:
    from oddsapp.odds.expert_roll import roll_plan

    for rules in (OWN, ANY):
        assert isinstance(rules.combat, RankedDice)
        plan = roll_plan(rules.combat, 3, 2)
        assert plan.weight == sum(weight for weight, _, _ in plan.tables) == 6**5
        assert len(plan.tables) < comb(8, 3) * comb(7, 2)


def test_plain_values() -> None:
    plain = json.loads(json.dumps(solved(1, 1, COMMANDER).to_dict()))
    assert plain["optimal"] == "5/6"
    assert plain["commander"] is True


@pytest.mark.parametrize(
    ("words", "ask"),
    [
        ("show no dice", lambda: expert_odds(4, 2, rules="risk2")),
        ("show no dice", lambda: expert_odds(4, 2, rules=OWN.replace(
            round_table={(1, 1): {(1, 0): 1, (0, 1): 1}}))),
        ("costs somebody an army", lambda: expert_odds(4, 2, rules=OWN.replace(ties="nobody"))),
        ("states; the limit", lambda: expert_odds(101, 100, rules=OWN)),
        ("exactly", lambda: expert_odds(30, 30, rules=OWN, exact=True)),
        ("in 194,481 ways", lambda: expert_odds(4, 2, rules=OWN.replace(
            attack_dice=1, defence_dice=1, attack_die=oddsapp.Die.numbered(441),
            defence_die=oddsapp.Die.numbered(441)))),
        ("at least 0", lambda: expert_odds(4, 2, rules=OWN, cards=-1)),
        ("commander must be true or false", lambda: PARKER.replace(commander="yes")),
        ("card_reroll cannot be", lambda: PARKER.replace(card_reroll="all")),
        ("card_limit cannot be", lambda: PARKER.replace(card_limit="never")),
        ("the attacker rolls 3 dice with faces 1 to 6",
         lambda: ExpertGame(attack(3, 2, OWN), cards=1).advice([6, 7, 1], [1, 1])),
        ("the defender rolls 1 die",
         lambda: ExpertGame(attack(3, 1, OWN), cards=1).advice([6, 5, 1], [1, 1])),
    ],
)  # fmt: skip
def test_what_is_refused_and_why(words: str, ask: Callable[[], object]) -> None:
    with pytest.raises(oddsapp.InvalidInput, match=words):
        ask()
