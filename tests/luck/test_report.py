"""A whole record judged: who is in it, what is compared, what is said."""

import json
from fractions import Fraction

import numpy as np
import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.luck import BattleRecord, LuckReport, RollRecord, judge_luck, read_records
from oddsapp.luck.words import sentences, strength

HEADER = "force,defenders,attackers left,defenders left,player,opponent,group\n"
RECORD = (
    HEADER
    + "10,7,5,0,Ann,Bob,red\n"
    + "7,5,0,3,Bob,Ann,blue\n"
    + "5,6,3,2,Ann,Cid,red\n"
    + "11,4,10,0,Cid,Ann,blue\n"
    + "8,9,0,5,Ann,,red\n"
)


def judged(text: str = RECORD, *, exact: bool = False) -> LuckReport:
    return judge_luck(read_records(text), exact=exact)


def test_players_have_their_attacks_and_their_defences() -> None:
    report = judged(exact=True)
    assert [(p.name, p.results, p.called_off) for p in report.players] == [
        ("Ann", 5, 1),
        ("Bob", 2, 0),
        ("Cid", 2, 1),
    ]
    rows = report.results
    ann = report.players[0]
    signed = [rows[0].swing, -rows[1].swing, rows[2].swing, -rows[3].swing, rows[4].swing]
    assert ann.swing == sum(signed)
    assert isinstance(ann.swing, Fraction)
    assert report.overall.swing == sum(row.swing for row in rows)
    assert report.overall.mean_percentile == sum(row.mid_percentile for row in rows) / 5
    assert rows[0].swing == 1 - oddsapp.battle(force=10, defenders=7, exact=True).win
    assert rows[2].win_after == oddsapp.battle(force=3, defenders=2, exact=True).win


def test_groups_are_compared_with_each_other() -> None:
    report = judged()
    assert [(g.name, g.results) for g in report.groups] == [("red", 3), ("blue", 2)]
    assert report.comparison is not None
    assert report.comparison.arrangements == 10
    told = " ".join(sentences(report))
    assert "one group alone" in told
    assert "Only this compares them" in told
    assert "Of 3 players looked at one by one" in told
    assert "called off" in told


def test_several_players_are_allowed_for() -> None:
    report = judged()
    smallest = min(player.evidence.p_value for player in report.players)
    assert min(player.p_adjusted for player in report.players) == min(1.0, 3 * smallest)
    assert report.overall.p_adjusted == report.overall.evidence.p_value


def test_many_groups_are_drawn_from_the_generator_that_is_passed_in() -> None:
    rows = "".join(f"5,4,{n % 3 + 1},0,,,{'red' if n % 2 else 'blue'}\n" for n in range(40))
    read = read_records(HEADER + rows)
    with pytest.raises(InvalidInput, match="a generator"):
        judge_luck(read)
    first, again = (judge_luck(read, rng=np.random.default_rng(7)) for _ in range(2))
    assert first.comparison == again.comparison


def test_very_unlucky_and_very_lucky_dice_are_seen() -> None:
    unlucky = judged(HEADER + "10,3,0,2,,,\n" * 5)
    assert unlucky.overall.evidence.p_worse < 1e-6
    assert "a strong sign" in sentences(unlucky)[0]
    lucky = judged(HEADER + "3,10,3,0,,,\n" * 5)
    assert lucky.overall.evidence.p_better < 1e-6
    assert lucky.overall.swing > 4


def test_rolls_are_judged_and_their_dice_counted() -> None:
    text = "attack dice,defence dice\n" + "6 6 5,1 1\n6 5 4,2\n" * 10
    report = judged(text)
    assert report.noun == "rolls"
    assert report.dice["attack"].counts == {1: 0, 2: 0, 3: 0, 4: 10, 5: 20, 6: 30}
    assert report.dice["attack"].method == "chi-square"
    assert report.dice["defence"].p_value < 1e-6
    assert report.overall.wins is None
    assert report.overall.swing is None
    told = sentences(report)
    assert any("two tests" in sentence for sentence in told)
    assert any(sentence.startswith("The attack dice, 60 thrown") for sentence in told)


def test_risk2_battles_are_judged_too() -> None:
    row = BattleRecord(force=10, defenders=8, attackers_left=3, defenders_left=0)
    report = judge_luck([row], rules="risk2", exact=True)
    odds = oddsapp.battle(force=10, defenders=8, rules="risk2", exact=True)
    below, same = odds.margin.cdf(2), odds.margin.pmf(3)
    assert report.overall.mean_percentile == below + same / 2


def test_plain_values() -> None:
    plain = judged().to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert [row["line"] for row in plain["battles"]] == [2, 3, 4, 5, 6]
    assert plain["battles"][2]["called_off"] is True
    assert plain["overall"]["swing"] == pytest.approx(sum(row["swing"] for row in plain["battles"]))
    exact = judged(exact=True).to_dict()
    assert Fraction(exact["overall"]["mean_percentile"]) == pytest.approx(
        plain["overall"]["mean_percentile"]
    )
    rolls = judged("attack dice,defence dice\n6 6 5,1 1\n").to_dict()
    assert rolls["rolls"][0]["attack_dice"] == [6, 6, 5]
    assert rolls["dice"]["attack"]["counts"]["6"] == 2
    assert rolls["comparison"] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEADER + "1,1,1,0,,,red\n1,1,1,0,,,\n", "line 3: the group is missing"),
        (HEADER + "1,1,1,0,,,red\n5,5,5,4,,,red\n", "line 3: a force of 5 against 5 cannot"),
        (HEADER + "".join(f"1,1,1,0,P{n},,\n" for n in range(101)), "at most 100 players, not 101"),
    ],
)
def test_nothing_is_half_judged(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        judged(text)


def test_records_by_hand() -> None:
    battle = BattleRecord(force=1, defenders=1, attackers_left=1, defenders_left=0)
    roll = RollRecord(attack_dice=(1,), defence_dice=(1,))
    assert judge_luck([battle]).overall.results == 1
    with pytest.raises(InvalidInput, match="not of both"):
        judge_luck([battle, roll])  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no luck to judge"):
        judge_luck([])


@pytest.mark.parametrize(
    ("p_value", "words"), [(0.05, "no sign"), (0.02, "one record in twenty"), (0.001, "strong")]
)
def test_what_a_p_value_is_a_sign_of(p_value: float, words: str) -> None:
    assert words in strength(p_value)
