"""Mid-percentiles and swings: fair on average, exactly, whenever the attacker stops."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.luck import BattleRecord, Judge, RollRecord, mid_percentile
from oddsapp.luck.evidence import variance
from oddsapp.luck.results import reachable
from oddsapp.pmf import Pmf
from oddsapp.rules import find_ruleset
from tests.reference import classic_twin, luck_twin

CLASSIC = find_ruleset("classic")
SIZES = st.integers(1, 9)


def record(force: int, defenders: int, left: int, beaten: int, line: int = 0) -> BattleRecord:
    return BattleRecord(
        force=force, defenders=defenders, attackers_left=left, defenders_left=beaten, line=line
    )


@given(st.lists(st.integers(0, 50), min_size=1).filter(any), st.integers(-9, 9))
def test_the_mid_percentile_is_one_half_on_average_exactly(weights: list[int], low: int) -> None:
    pmf = Pmf(low, tuple(weights), sum(weights))
    assert pmf.expect(lambda number: mid_percentile(pmf, number)) == Fraction(1, 2)
    cubes = sum((p**3 for _, p in pmf.items()), start=Fraction(0))
    squares = pmf.expect(lambda number: mid_percentile(pmf, number) ** 2)
    assert squares - Fraction(1, 4) == (1 - cubes) / 12


@given(SIZES, SIZES)
def test_over_all_ends_of_a_battle_both_numbers_are_fair(force: int, defenders: int) -> None:
    judge = Judge(CLASSIC, exact=True)
    worth = swing = Fraction(0)
    for (left, beaten), chance in classic_twin.end_states(force, defenders).items():
        result = judge.judge(record(force, defenders, left, beaten))
        margins = luck_twin.margins(force, defenders)
        assert result.mid_percentile == luck_twin.mid_percentile(margins, left - beaten)
        worth += chance * result.mid_percentile
        swing += chance * result.swing
    assert worth == Fraction(1, 2)
    assert swing == 0


@given(SIZES, SIZES, st.integers(1, 4), st.integers(0, 5))
@pytest.mark.rule("C-5")
def test_they_are_fair_whenever_the_attacker_stops(
    force: int, defenders: int, rolls: int, line: int
) -> None:
    """Stop after some rolls, or earlier at or below a line: what is hoped for stays the same."""
    battle = attack(force, defenders, CLASSIC)
    stopped: dict[tuple[int, ...], Fraction] = {}
    fighting = {battle.armies: Fraction(1)}
    for _ in range(rolls):
        after: dict[tuple[int, ...], Fraction] = {}
        for state, chance in fighting.items():
            successors, total = battle.successors(state)
            for new, weight in successors:
                ended = battle.is_over(new) or new[0] <= line
                place = stopped if ended else after
                place[new] = place.get(new, Fraction(0)) + chance * Fraction(weight, total)
        fighting = after
    for state, chance in fighting.items():
        stopped[state] = stopped.get(state, Fraction(0)) + chance
    judge = Judge(CLASSIC, exact=True)
    results = [(judge.judge(record(force, defenders, *s)), p) for s, p in stopped.items()]
    assert sum(p * result.mid_percentile for result, p in results) == Fraction(1, 2)
    assert sum(p * result.swing for result, p in results) == 0
    for result, _ in results:
        assert sum(p for _, p in result.seen) == pytest.approx(1)
        assert sum(p * x for x, p in result.seen) == pytest.approx(float(result.mid_percentile))


@given(SIZES, SIZES, st.sampled_from(["classic", "risk2"]))
def test_floats_are_the_fractions(force: int, defenders: int, rules: str) -> None:
    found = find_ruleset(rules)
    exact, floats = Judge(found, exact=True), Judge(found)
    for left in range(1, force + 1):
        if oddsapp.battle(force=force, defenders=defenders, rules=rules).pmf((left, 0)):
            a, b = (judge.judge(record(force, defenders, left, 0)) for judge in (exact, floats))
            assert isinstance(a.mid_percentile, Fraction)
            assert isinstance(b.mid_percentile, float)
            assert b.mid_percentile == pytest.approx(float(a.mid_percentile))
            assert b.swing == pytest.approx(float(a.swing))
            for place in (0, 1):
                assert [point[place] for point in a.fair] == pytest.approx(
                    [point[place] for point in b.fair]
                )


def test_what_fair_dice_bring_is_a_distribution_about_one_half() -> None:
    fair = Judge(CLASSIC).judge(record(10, 7, 3, 0)).fair
    assert sum(p for _, p in fair) == pytest.approx(1)
    assert sum(p * x for x, p in fair) == pytest.approx(0.5)
    assert variance(fair) == pytest.approx((1 - sum(p**3 for _, p in fair)) / 12)


@given(st.integers(1, 7), st.integers(1, 7))
def test_the_states_a_battle_can_come_to(force: int, defenders: int) -> None:
    battle = attack(force, defenders, CLASSIC)
    found, waiting = set(), [battle.armies]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            if not battle.is_over(state):
                waiting += [new for new, _ in battle.successors(state)[0]]
    masks = reachable(battle)
    told = {(a, d) for a, mask in enumerate(masks) for d in range(defenders + 1) if mask >> d & 1}
    assert told == found


def test_one_roll() -> None:
    judge = Judge(CLASSIC, exact=True)
    results = [
        judge.judge(RollRecord(attack_dice=faces, defence_dice=(6, 6)))
        for faces in ((6, 5, 5), (6, 1, 1))
    ]
    # Both lose two: no roll of 3 v 2 is worse, and 2275 of 7776 are the same.
    assert [result.mid_percentile for result in results] == [Fraction(2275, 2 * 7776)] * 2
    best = judge.judge(RollRecord(attack_dice=(6, 6, 1), defence_dice=(5, 5)))
    assert best.mid_percentile == 1 - Fraction(2890, 2 * 7776)
    assert (best.swing, best.called_off) == (None, False)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (record(5, 5, 5, 4, 3), "line 3: a force of 5 against 5 cannot come to 5 and 4"),
        (record(5, 5, 0, 0, 4), "line 4: a force of 5 against 5 cannot come to 0 and 0"),
        (RollRecord(attack_dice=(7,), defence_dice=(1,), line=2), "line 2: no face .* shows 7"),
        (RollRecord(attack_dice=(1, 1, 1, 1), defence_dice=(1,)), "3 dice at most, not 4"),
        (RollRecord(attack_dice=(1,), defence_dice=(1, 1, 1)), "2 dice at most, not 3"),
        (record(3_000_000, 5, 0, 5, 9), "line 9: .*judge it in parts"),
        (record(9_000, 9_000, 7_000, 6_999, 9), "line 9: .*judge it in parts"),
    ],
)
def test_what_cannot_have_happened_is_refused(bad: BattleRecord | RollRecord, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Judge(CLASSIC).judge(bad)


@pytest.mark.rule("M-9")
def test_under_risk2_no_battle_is_called_off() -> None:
    with pytest.raises(InvalidInput, match=r"line 7: .*no battle is called off"):
        Judge(find_ruleset("risk2")).judge(record(5, 5, 2, 2, 7))
    with pytest.raises(InvalidInput, match="numbered dice"):
        Judge(find_ruleset("risk2")).judge(RollRecord(attack_dice=(1,), defence_dice=(1,)))


def test_what_is_refused_is_not_solved_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(**_: object) -> None:
        raise AssertionError("solved a battle whose record is refused")

    monkeypatch.setattr("oddsapp.luck.results.solve", solve)
    record = BattleRecord(
        force=10**6, defenders=9 * 10**5, attackers_left=5 * 10**5, defenders_left=4 * 10**5
    )
    with pytest.raises(InvalidInput, match="too large ones"):
        Judge(find_ruleset("classic")).judge(record)
