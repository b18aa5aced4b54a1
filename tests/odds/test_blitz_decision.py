"""Rolling by hand or blitzing: the best mix, against every policy there is."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.blitz_decision import BlitzDecision, blitz_advice
from oddsapp.rules import find_ruleset, modified
from tests.reference.blitz_twin import blitzed, policy_value
from tests.reference.classic_twin import Rules
from tests.reference.golden import golden

BLITZ = find_ruleset("blitz")


def test_published_values() -> None:
    advice = blitz_advice(11, 10)
    for key, known in golden("blitz")["10 v 10"].items():
        assert getattr(advice, key) == pytest.approx(known, abs=5e-5)
    assert advice == blitz_advice(force=10, defenders=10)
    assert advice.version == "RISK: Global Domination 3.3"


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        ((), Rules()),
        (("capital",), Rules(defence_dice=3)),
        (("zombie_defender",), Rules(ties="attacker")),
    ],
)
def test_no_policy_is_better(names: tuple[str, ...], rules: Rules) -> None:
    states = list(product(range(1, 5), range(1, 4)))
    policies = chain.from_iterable(combinations(states, n) for n in range(len(states) + 1))
    best = max(policy_value(4, 3, frozenset(policy).__contains__, rules) for policy in policies)
    advice = blitz_advice(force=4, defenders=3, rules=modified(BLITZ, names))
    assert advice.best == pytest.approx(best, rel=1e-12)


@pytest.mark.parametrize("armies", [(10, 10), (14, 20), (20, 9), (1, 1), (6, 2)], ids=str)
def test_the_advice_is_worth_what_it_says(armies: tuple[int, int]) -> None:
    advice = blitz_advice(force=armies[0], defenders=armies[1])
    followed = policy_value(*armies, set(advice.blitz_at).__contains__)
    assert followed == pytest.approx(advice.best, rel=1e-12)
    assert advice.best >= max(advice.roll, advice.blitz)
    assert (advice.first == "blitz") == (armies in advice.blitz_at)


def test_every_state_up_to_a_size() -> None:
    decision = BlitzDecision("blitz", 8, 8)
    for force, defenders in product(range(1, 9), repeat=2):
        true = oddsapp.battle(force=force, defenders=defenders)
        bent = oddsapp.battle(force=force, defenders=defenders, rules="blitz")
        assert decision.roll[force][defenders] == pytest.approx(true.win, rel=1e-12)
        assert decision.blitz[force][defenders] == pytest.approx(bent.win, rel=1e-12, abs=1e-15)
        assert decision.blitz[force][defenders] == pytest.approx(
            blitzed(force, defenders, Rules()), rel=1e-12, abs=1e-15
        )
        assert decision.advice(force, defenders) == blitz_advice(force=force, defenders=defenders)


def test_a_certain_blitz_is_taken_at_once() -> None:
    advice = blitz_advice(force=29, defenders=3)
    assert (advice.first, advice.blitz, advice.best) == ("blitz", 1.0, 1.0)
    assert advice.blitz_at == ((29, 3),)


def test_what_cannot_be_won_is_never_blitzed() -> None:
    advice = blitz_advice(force=1, defenders=9)
    assert (advice.first, advice.blitz, advice.blitz_at) == ("roll", 0.0, ())
    assert advice.best == advice.roll > 0


def test_to_dict() -> None:
    plain = blitz_advice(force=10, defenders=10).to_dict()
    assert list(plain) == ["rules", "version", "roll", "blitz", "best", "first", "blitz_at"]
    assert plain["blitz_at"][:2] == [[10, 8], [9, 7]]


def test_refusals() -> None:
    with pytest.raises(InvalidInput, match="there is no blitz under the rules classic"):
        blitz_advice(11, 10, rules="classic")
    with pytest.raises(InvalidInput, match="there is no blitz under the rules risk2"):
        BlitzDecision("risk2", 10, 10)
    with pytest.raises(InvalidInput, match="1,001,000 states is too much"):
        BlitzDecision("blitz", 1001, 1000)
    with pytest.raises(InvalidInput, match="at least 2 armies, not 1"):
        blitz_advice(1, 10)
    with pytest.raises(InvalidInput, match="the force must be at most 8"):
        BlitzDecision("blitz", 8, 8).advice(9, 1)
