"""The benchmark runs: at small sizes, through the same code, and without judging any time."""

import dataclasses
import json
import math

import pytest
from playwright.sync_api import TimeoutError as NeverCame

from analysis import benchmark, class_load
from analysis.benchmark import chosen, main, measure
from analysis.benchmark_rows import ERROR, ROWS, Row, pages
from analysis.float_error import worst_end_state
from analysis.measuring import Measured, empty_caches, peak_megabytes
from analysis.textbook import end_probabilities
from oddsapp import battle, find_ruleset
from oddsapp.odds.ends import LineEnds
from oddsapp.pmf import Pmf
from oddsapp.rules import presets
from tests.reference.classic_twin import end_states

MUST_REACH = {
    "classic-50": (0.05, "cal"),
    "classic-1000": (1, "cal"),
    "classic-1000-textbook": (1 / 40, "textbook"),
    "classic-1000-memory": (2, "MB"),
    "classic-10000": (20, "cal"),
    "classic-10000-memory": (10, "MB"),
    "classic-million": (10, "s"),
    "classic-million-memory": (500, "MB"),
    "exact-50": (0.15, "cal"),
    "exact-1000": (40, "cal"),
    "mass-7x100": (3, "cal"),
    "mass-7x100-cold": (3, "cal"),
    "spoils-5x30": (3, "s"),
    "spoils-5-unequal": (3, "s"),
    "spoils-6x20": (6, "s"),
    "spoils-6-unequal": (6, "s"),
    "spoils-3x30-left": (2, "s"),
    "spoils-3-unequal-left": (2, "s"),
    "campaign-14": (1.5, "cal"),
    "campaign-10": (1, "cal"),
    "need-1000": (60, "cal"),
    "forecast-10": (1, "s"),
    "forecast-sampled": (1, "s"),
    "dice-game": (0.3, "s"),
    "blitz-200": (1, "cal"),
    "roll-or-blitz-60": (1.5, "s"),
    "turn-exact": (2, "s"),
    "turn-three-winners": (20, "s"),
    "turn-sampled": (4, "s"),
    "turn-million": (5, "standard errors"),
    "games-cautious": (1 / 30, "s"),
    "games-cautious-cal": (9, "cal"),
    "games-odds": (1 / 5, "s"),
    "games-odds-cal": (54, "cal"),
    "rounds-same-time": (1 / 150, "s"),
    "games-memory": (10, "MB"),
    "applies": (1, "s"),
    "applies-cal": (270, "cal"),
    "listings": (1, "s"),
    "listings-cal": (270, "cal"),
    "rollout-cautious": (0.27, "cal"),
    "rollout-processes": (1 / 1.5, "one process"),
    "rollout-variance": (0.5, "plain"),
    "page-open": (2000, "ms"),
    "page-change": (250, "ms"),
    "page-map": (300, "ms"),
    "page-stop": (1000, "ms"),
    "page-class-median": (400, "ms"),
    "page-class-errors": (0, "errors"),
    "page-class-memory": (3, "%"),
    "command": (14, "python -c pass"),
    "error-classic": (1e-13, "relative error"),
    "error-risk2": (1e-12, "relative error"),
}


def test_every_row_is_there_with_its_limit() -> None:
    rows = {row.name: (row.limit, row.unit) for row in ROWS}
    assert len(rows) == len(ROWS)
    assert MUST_REACH.items() <= rows.items()


def test_a_quick_run_measures_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert all(ms > 0 for ms in document["cal_ms"])
    found = {result["name"]: result for result in document["rows"]}
    assert list(found) == [row.name for row in ROWS if not row.on_request]
    for name, result in found.items():
        if result["verdict"] == "not there":
            assert name == "command"
            continue
        assert math.isfinite(result["measured"])
        assert result["measured"] > 0
        if result["unit"] == ERROR:
            assert result["verdict"] == "ok", result
        else:
            assert result["verdict"] == "small"


def test_a_row_on_request_is_measured_when_it_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--quick", "--json", "turn-million"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert 0 < row["measured"] < 6


def test_the_rows_of_pages_tell_what_the_class_and_the_browser_came_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = {row.name: row for row in pages.ROWS}
    load = class_load.Load(
        waits=(90.0, 100.0, 500.0), finishes=(), errors=("person 3",), memory=(90, 100, 102)
    )
    monkeypatch.setattr(pages, "_class", lambda *_: load)
    found = {name: measure(rows[f"page-class-{name}"]) for name in ("median", "errors", "memory")}
    assert {name: result.measured for name, result in found.items()} == {
        "median": 100,
        "errors": 1,
        "memory": pytest.approx(2),
    }
    assert [result.verdict for result in found.values()] == ["ok", "OVER", "ok"]
    assert found["median"].what.startswith("35 people who each change a number")

    monkeypatch.setattr(pages, "find_chromium", lambda: "chromium")
    monkeypatch.setattr(
        "analysis.page_speed.measure", lambda which, _: [(which[0], [1.0, 2.0, 9.0])]
    )
    assert measure(rows["page-map"]).measured == 2

    def too_long(*_: object) -> None:
        raise NeverCame("10000 ms exceeded")

    monkeypatch.setattr("analysis.page_speed.measure", too_long)
    assert measure(rows["page-map"]).verdict == "OVER"
    monkeypatch.setattr(pages, "find_chromium", lambda: None)
    assert measure(rows["page-map"]).verdict == "not there"


def _row(how: float | None, limit: float) -> Row:
    found = None if how is None else Measured(how)
    return Row("made-up", "{} armies", lambda _sizes, _tries: found, limit, "cal", (1000,), (1,))


@pytest.mark.parametrize(
    ("value", "verdict", "code"), [(1.0, "ok", 0), (2.5, "OVER", 1), (None, "not there", 1)]
)
def test_only_check_fails_and_only_over_the_limit(
    value: float | None,
    verdict: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = _row(value, limit=2.0)
    assert measure(row).verdict == verdict
    assert measure(row).what == "1,000 armies"
    monkeypatch.setattr(benchmark, "ROWS", (row,))
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert verdict in printed
    assert "1 cal = " in printed
    assert main(["--check"]) == code


def test_rows_are_chosen_by_how_their_names_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row.name for row in chosen(["error", "mass-7x100-c"])] == [
        "mass-7x100-cold",
        "error-classic",
        "error-risk2",
    ]
    assert [row.name for row in chosen(["turn-m"])] == ["turn-million"]
    with pytest.raises(SystemExit) as stopped:
        main(["chess"])
    assert stopped.value.code == 2
    assert "no row is called 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (2, 5), (7, 4)])
def test_the_textbook_table_gives_the_odds_of_the_twin(force: int, defenders: int) -> None:
    right = end_states(force, defenders)
    found = {state: p for state, p in end_probabilities(force, defenders).items() if p}
    assert found.keys() == right.keys()
    for state, probability in found.items():
        assert probability == pytest.approx(float(right[state]), rel=1e-13)


def test_an_error_in_the_smallest_tail_is_seen() -> None:
    exact = battle(force=9, defenders=4, exact=True)
    floats = battle(force=9, defenders=4)
    assert worst_end_state(floats, exact) < 1e-14
    margin = floats.margin
    place = min(range(len(margin.weights)), key=lambda n: margin.weights[n] or 1.0)
    weights = list(margin.weights)
    weights[place] *= 1 + 1e-9
    ends = LineEnds(floats.battle, Pmf(margin.low, tuple(weights)))
    spoilt = dataclasses.replace(floats, ends=ends)
    assert worst_end_state(spoilt, exact) == pytest.approx(1e-9, rel=1e-4)


def test_emptied_caches_are_empty_and_memory_is_counted() -> None:
    find_ruleset("risk2")
    empty_caches()
    assert presets._preset.cache_info().currsize == 0
    assert peak_megabytes(lambda: bytes(3_000_000)).value == pytest.approx(3, rel=0.01)
