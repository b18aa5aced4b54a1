"""Committing fewer armies than there are: a battle for each number."""

from __future__ import annotations

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.commitments import commitments
from oddsapp.rules import find_ruleset, modified

BLITZ = find_ruleset("blitz")


class TestCommitments:
    @pytest.mark.parametrize("rules", ["blitz", "classic", "risk2", "bunker"])
    def test_each_is_a_battle(self, rules: str) -> None:
        chosen = commitments(6, 4, rules=rules)
        assert [choice.committed for choice in chosen] == [1, 2, 3, 4, 5, 6]
        for choice in chosen:
            odds = oddsapp.battle(force=choice.committed, defenders=4, rules=rules)
            assert choice.win == odds.win
            assert choice.attackers_lost == odds.expected_attackers_lost

    def test_exactly(self) -> None:
        assert commitments(1, 2, rules="classic", exact=True)[0].to_dict() == {
            "committed": 1, "win": "275/2592", "attackers_lost": "2317/2592",
        }  # fmt: skip
        with pytest.raises(InvalidInput, match="irrational"):
            commitments(3, 2, exact=True)

    def test_too_much_is_refused(self) -> None:
        assert len(commitments(500, 10)) == 500
        for armies, rules in (((1000, 1000), BLITZ), ((300, 300), modified(BLITZ, ["capital"]))):
            with pytest.raises(InvalidInput, match="the limit is 8,000,000"):
                commitments(*armies, rules=rules)
        with pytest.raises(InvalidInput, match="the limit is 400,000"):
            commitments(200, 200, rules="classic", exact=True)
