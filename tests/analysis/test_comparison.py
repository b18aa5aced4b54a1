"""The comparison with other dice libraries: its battles, its answers, and who is absent."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from analysis import benchmark, comparison
from analysis.benchmark import main
from analysis.comparison import BATTLES, QUICK_BATTLES, compare, table
from analysis.peers import PEERS, Faces, Peer, Rolls, find_peers

Distribution = dict[int, Fraction]


class PlainDice:
    """A peer of a few lines: distributions are plain dictionaries."""

    def ranked(self, attack: int, defence: int) -> Distribution:
        def hits(*fallen: int) -> int:
            mine, other = sorted(fallen[:attack])[::-1], sorted(fallen[attack:])[::-1]
            return sum(a > d for a, d in zip(mine, other, strict=False))

        return self._counted(hits, [tuple(range(1, 7))] * (attack + defence))

    def against_one(
        self, attack: Sequence[Faces], defence: Faces, *, ties_win: bool
    ) -> Distribution:
        def hits(shown: int, *mine: int) -> int:
            return sum(own > shown or (ties_win and own == shown) for own in mine)

        return self._counted(hits, [defence, *attack])

    def certain(self, number: int) -> Distribution:
        return {number: Fraction(1)}

    def mixed(self, roll: Distribution, follow: Callable[[int], Distribution]) -> Distribution:
        found: Distribution = {}
        for result, chance in roll.items():
            for number, then in follow(result).items():
                found[number] = found.get(number, Fraction(0)) + chance * then
        return found

    def probabilities(self, found: Distribution) -> Distribution:
        return found

    def _counted(self, hits: Callable[..., int], dice: Sequence[Faces]) -> Distribution:
        counts = Counter(hits(*fallen) for fallen in product(*dice))
        return {number: Fraction(n, counts.total()) for number, n in counts.items()}


class DiceWithoutTies(PlainDice):
    """A peer that has the tie rule of RISK II wrong."""

    def against_one(self, attack: Sequence[Faces], defence: Faces, *, ties_win: bool) -> Any:
        return super().against_one(attack, defence, ties_win=not ties_win)


INVASION = next(battle for battle in QUICK_BATTLES if battle.rules == "risk2")
PLAIN, WRONG = Peer("plain", "1", PlainDice()), Peer("wrong", "2", DiceWithoutTies())


def test_whoever_is_installed_and_a_plain_peer_give_the_same_answers() -> None:
    for peer in (PLAIN, *find_peers()[0]):
        for battle in QUICK_BATTLES:
            found = peer.dice.probabilities(battle.of(Rolls(peer.dice)))
            assert found == battle.margin(), (peer.name, battle.what)


def test_the_battles_of_a_full_run_have_one_answer() -> None:
    for battle in (*BATTLES[:2], replace(BATTLES[-1], forces=(8, 7, 3), defenders=12)):
        assert battle.of(Rolls(PLAIN.dice)) == battle.margin()


def test_a_wrong_answer_is_seen_and_times_are_told() -> None:
    assert compare(INVASION, PLAIN, 2).agrees
    wrong = compare(INVASION, WRONG, 2)
    assert not wrong.agrees
    assert min(wrong.floats, wrong.exact) > 0
    *_, line = table(iter([wrong]))
    assert line.startswith("RISK II invasion, 7 v 6")
    assert "wrong    DIFFERENT" in line


@pytest.mark.parametrize(("peer", "code"), [(PLAIN, 0), (WRONG, 1)])
def test_the_command_says_who_takes_part_and_who_is_absent(
    peer: Peer, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "find_peers", lambda: ([peer], ["dyce"]))
    monkeypatch.setattr(comparison, "QUICK_BATTLES", (INVASION,))
    assert main(["--compare", "--quick", "--check"]) == code
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert first == f"compared with {peer.name} {peer.version}"
    assert second == "dyce is absent: pip install dyce"
    assert ("DIFFERENT" in rest[-1]) == bool(code)
    assert main(["--compare", "--quick", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["peers"] == {peer.name: peer.version}
    assert document["absent"] == ["dyce"]
    assert [row["agrees"] for row in document["rows"]] == [not code]


def test_without_any_peer_it_says_so_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> str:
        from importlib.metadata import PackageNotFoundError

        raise PackageNotFoundError(name)

    monkeypatch.setattr("analysis.peers.version", missing)
    assert find_peers() == ([], list(PEERS))
    assert main(["--compare", "--check"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{name} is absent: pip install {name}" for name in PEERS
    ]
    with pytest.raises(SystemExit):
        main(["--compare", "mass"])
    assert "leave the names of rows out" in capsys.readouterr().err
