"""What the Die lab reads, writes and says, without streamlit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import monotonic

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.contests import break_even, even_odds
from oddsapp.odds.balance.feel import battle_feel
from oddsapp.odds.balance.promotion import promotions
from oddsapp.odds.balance.search import FairSearch
from oddsapp.rules import find_ruleset
from oddsapp.rules.json_form import ruleset_to_dict
from oddsapp.ui.lab import beats, compare, exploits, fairer
from oddsapp.ui.lab.editing import read_faces, read_ranks, read_thresholds
from oddsapp.ui.lab.files import from_json, to_json
from oddsapp.ui.lab.setup_text import PRESETS, changes_in_words, read_setup, write_setup
from oddsapp.ui.lab.setups import BASES, SetUp
from oddsapp.ui.lab.state import SPEC, fit
from oddsapp.ui.lab.steps import steps
from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.parts.work import Job

TEXTS = [
    *BASES,
    *PRESETS.values(),
    "risk2.f1-111111222222.f5-0k.a1-2-3-4-5.d1-6-11-19-x.r2-2-2-2-9.cown1.tnobody.mindividual",
    "risk2_manual.cfixed7",
    "classic.f1-12345.f2-666.n4-4.tnobody",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_setup_comes_back_from_its_text_and_its_file(text: str) -> None:
    setup = read_setup(text)
    assert read_setup(write_setup(setup)) == setup
    assert from_json(to_json((setup, setup), "/lab").encode()) == (setup, setup)
    assert setup.is_changed == ("." in write_setup(setup)) == bool(changes_in_words(setup))
    address = encode({**decode({}, SPEC)[0], "lab_s": (setup,)}, SPEC)
    assert decode(address, SPEC)[0]["lab_s"] == (setup,)


@pytest.mark.parametrize("base", BASES)
def test_an_unchanged_setup_is_its_preset(base: str) -> None:
    assert SetUp.of(base).rules == find_ruleset(base)
    assert not SetUp.of(base).is_changed


def test_presets_are_the_rules_that_they_name() -> None:
    faces = find_ruleset("risk2").replace(dice_set="manual")
    (manual,) = from_json(json.dumps(ruleset_to_dict(faces)).encode())
    assert read_setup(PRESETS["RISK II, the manual's faces"]) == manual
    classic = read_setup("classic.n3-3").rules
    assert even_odds(3, rules=classic) == even_odds(
        3, rules=find_ruleset("classic").replace(defence_dice=3)
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("chess", "none of risk2"),
        ("risk2.z1", "says nothing"),
        ("risk2.f9-111", "says nothing"),
        ("risk2.f1-!!", "says nothing"),
        ("risk2.a1-6", "5 numbers are needed, not 2"),
        ("risk2.a1-6-5-19-31", "must start at 1 and grow"),
        ("risk2.r0-1-2-3-4", "ranks"),
        ("risk2.cfixed0", "casualties lie between"),
        ("risk2.tme", "says nothing"),
        ("classic.n9-2", "1 to 4 dice"),
        ("risk2.f1-" + "1" * 50, "1 to 20 faces"),
        ("x" * 500, "…"),
    ],
)
def test_a_bad_setup_is_left_out_and_noted(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        read_setup(text)
    state, notes = decode({"lab_s": f"classic~{text}"}, SPEC)
    assert state["lab_s"] == (SetUp.of("classic"),)
    assert len(notes) == 1
    assert "set-up 2" in notes[0]


@given(st.text("risk2_manualc.fadrntmx~-0123456789é\u0661 ", max_size=80))
def test_no_address_breaks_the_page(text: str) -> None:
    for typed in (text, f"risk2.{text}", f"classic.{text}~risk2.a{text}"):
        state, _ = decode({"lab_s": typed, "lab_e": text}, SPEC)
        fit(state)
        for setup in state["lab_s"]:
            assert setup.rules.combat
            assert read_setup(write_setup(setup)) == setup


def test_too_many_setups_and_none_that_can_be_read() -> None:
    state, notes = decode({"lab_s": "~".join(["classic"] * 6)}, SPEC)
    assert len(state["lab_s"]) == 4
    assert "4 set-ups at most" in notes[0]
    state, notes = decode({"lab_s": "~~", "lab_e": "3"}, SPEC)
    assert state["lab_s"] == SPEC["lab_s"].default
    assert fit(state) == ["set-up to edit: there is no set-up C, A is used"]


def test_typed_numbers() -> None:
    assert read_faces("1 2 3") == read_faces("3,2;1") == read_faces("123") == (1, 2, 3)
    assert read_thresholds("1 4 X", 3) == (1, 4, None)
    for text, reason in (
        ("", "nothing is typed"),
        ("1 2 b", "a whole number, not “b”"),
        ("1 99", "between 0 and 20, not at 99"),
        ("1 " * 30, "1 to 20 faces, not 30"),
        ("-1 2", "must be a whole number"),
    ):
        with pytest.raises(InvalidInput, match=reason):
            read_faces(text)
    with pytest.raises(InvalidInput, match="3 dice need 3 thresholds, not 2"):
        read_thresholds("1 2", 3)
    with pytest.raises(InvalidInput, match="between 1 and 20"):
        read_ranks("1 2 99", 3)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[]", "JSON object"),
        (b'{"format": "x", "setups": []}', "the format must be"),
        (b'{"format": "oddsapp die lab", "setups": []}', "1 to 4 set-ups, not 0"),
        (
            b'{"format": "oddsapp die lab", "setups": [{"ruleset": {"name": "a"}, "base": "x"}]}',
            "based on one of",
        ),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(content: bytes, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        from_json(content)


def test_a_file_carries_rules_version_and_link() -> None:
    data = json.loads(to_json((SetUp.of("risk2"),), "http://host/lab?lab_v=feel"))
    assert data["version"] == oddsapp.__version__
    assert data["link"] == "http://host/lab?lab_v=feel"
    assert data["setups"][0]["ruleset"]["combat"]["kind"] == "coloured_dice"


def test_a_ruleset_can_be_loaded_unless_it_has_what_the_lab_does_not_edit() -> None:
    rules = find_ruleset("risk2").replace(ties="defender", dice_set="manual")
    (setup,) = from_json(json.dumps(ruleset_to_dict(rules)).encode())
    assert even_odds(9, rules=setup.rules) == even_odds(9, rules=rules)
    for name in ("bunker", "blitz"):
        with pytest.raises(InvalidInput, match="does not edit"):
            from_json(json.dumps(ruleset_to_dict(find_ruleset(name))).encode())


def test_views_say_what_the_library_says() -> None:
    risk2, classic = SetUp.of("risk2"), SetUp.of("classic")
    told = compare.equal_armies((risk2, classic))
    assert told.curves[0].heights == even_odds(40)
    assert told.table.exact[9][2] == even_odds(10, rules="classic")[-1]
    needs = compare.break_even_points((risk2, classic))
    assert [row[1] for row in needs.table.exact] == [need.force for need in break_even(40)]
    feel = compare.feels((risk2,), 12)
    assert feel.exact[2] == ("Comeback from half", battle_feel(12, 12).comeback)
    jumps = promotions(most=40)
    told_jumps = steps(risk2).jumps
    assert told_jumps is not None
    assert [row[2] for row in told_jumps.exact] == [jump.gain for jump in jumps]
    assert steps(classic).jumps is None
    assert steps(classic).table.columns == ("armies", "attacker", "defender")


def test_who_beats_whom_is_drawn_in_tiles() -> None:
    risk2 = SetUp.of("risk2")
    tiles = beats.dice_in_one_roll(risk2)
    assert tiles.html().count("<td class=") == 25
    assert ">85<" in tiles.html()  # black against white, 61/72
    assert beats.setups_against_setups((risk2, SetUp.of("classic")), 5) is None
    pair = beats.setups_against_setups((risk2, risk2), 5)
    assert pair is not None
    assert pair.chances[0][0] == pytest.approx(even_odds(5)[-1], rel=1e-12)


def test_exploits_are_told_by_kind() -> None:
    told: list[int] = []
    found = exploits.exploits(SetUp.of("risk2"), lambda done, _: told.append(done))
    escorts = next(kind for kind in found if kind.heading == "An escort of one")
    assert escorts.table is not None
    assert escorts.table.shown[0][:2] == ("31 v 50", "31 + 1 v 50")
    assert escorts.table.shown[0][2] == "23.3% → 17.1%"
    assert exploits.is_known(SetUp.of("risk2"))


def test_a_search_says_how_far_it_went() -> None:
    steps_of_search = fairer.search(SetUp.of("risk2"), 1, 2)
    first = next(steps_of_search)
    assert fairer.extent(first, ended=True).startswith("1 sets tried, not even")
    *_, last = steps_of_search
    assert "beyond that only what is near" in fairer.extent(last, ended=False)
    *_, complete = fairer.search(SetUp.of("risk2"), 1, 0)
    assert "nothing fairer is there" in fairer.extent(complete, ended=False)
    for line in fairer.lines(SetUp.of("risk2"), last)[1:]:
        assert line.setup is not None
        assert read_setup(write_setup(line.setup)) == line.setup


def test_work_beside_the_page_stops_after_the_step_it_is_at() -> None:
    """How soon that is, ``python -m analysis.page_speed`` measures."""
    made: list[FairSearch] = []

    def counted() -> Iterator[FairSearch]:
        for found in fairer.search(SetUp.of("risk2"), 3, 0):
            made.append(found)
            yield found

    job = Job(counted)
    begun = monotonic()
    while job.latest is None and monotonic() - begun < 60:
        job.wait(0.05)
    assert job.is_running
    job.cancel()
    done = len(made)
    job.wait(60)
    assert len(made) <= done + 1
    assert not job.is_running
    assert job.latest is not None
    assert job.latest.tried < job.latest.total


def test_work_that_is_refused_says_why() -> None:
    rules = SetUp.of("risk2").changed(ties="nobody", dice=((2,),) * 5)
    job = Job(lambda: fairer.search(rules, 1, 0))
    job.wait(30)
    assert not job.is_running

    def refuse() -> Iterator[int]:
        yield 1
        raise InvalidInput("no such search")

    refused = Job(refuse)
    refused.wait(60)
    assert refused.refusal == "no such search"


def test_ties_to_nobody_are_tried_and_make_coloured_dice_fair() -> None:
    *_, found = fairer.search(SetUp.of("risk2"), 1, 0)
    _, best = found.front
    assert best.changes == 1
    assert best.unfairness < 1e-12
    assert best.told == ("ties to nobody",)
