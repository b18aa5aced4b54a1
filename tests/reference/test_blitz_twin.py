"""The twin of balanced blitz against the published figures."""

from decimal import Decimal

import pytest

from tests.reference.blitz_twin import balance, policy_value, win_of
from tests.reference.classic_twin import end_states, round_losses
from tests.reference.golden import golden

KNOWN = golden("blitz")


def test_one_round() -> None:
    chances = round_losses([range(1, 7)] * 3, [range(1, 7)] * 2)
    assert float(chances[2, 0]) == pytest.approx(KNOWN["3v2 attacker loses 2 in one round"])


def test_30_v_15_on_a_capital() -> None:
    ends = end_states(30, 15, defence_dice=3)
    known = {
        key: KNOWN[f"30 v 15 on a capital, lose exactly 12, {key}"] for key in ("true", "balanced")
    }
    assert float(ends[18, 0]) == pytest.approx(known["true"], rel=1e-13)
    assert float(balance(ends)[18, 0]) == pytest.approx(known["balanced"], rel=1e-13)


def test_it_sums_to_1_and_cuts_both_ends() -> None:
    bent = balance(end_states(10, 10))
    assert abs(sum(bent.values(), Decimal(-1))) < Decimal("1e-25")
    assert bent[10, 0] == bent[0, 10] == 0


def test_roll_or_blitz() -> None:
    known = KNOWN["10 v 10"]
    assert float(win_of(balance(end_states(10, 10)))) == pytest.approx(known["blitz"], abs=5e-5)
    assert policy_value(10, 10, lambda _: False) == pytest.approx(known["roll"], abs=5e-5)
    assert policy_value(10, 10, lambda _: True) == pytest.approx(known["blitz"], abs=5e-5)
