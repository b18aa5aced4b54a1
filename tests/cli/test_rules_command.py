"""``oddsapp rules``: the list, one ruleset in words, and as JSON."""

from __future__ import annotations

import json

import pytest

from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.rules.json_form import ruleset_from_dict
from oddsapp.rules.words import ruleset_in_words
from tests.cli.conftest import Run


def test_without_a_name_all_rulesets_are_listed_with_their_titles(run: Run) -> None:
    result = run("rules")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines] == ruleset_names()
    for line, name in zip(lines, ruleset_names(), strict=True):
        assert line.endswith(find_ruleset(name).title)
    plain = json.loads(run("rules", "--json").out)
    assert plain == {name: find_ruleset(name).title for name in ruleset_names()}


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_is_printed_whole_with_the_numbers_of_its_rules(run: Run, name: str) -> None:
    result = run("rules", name)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{find_ruleset(name).title}")
    assert all(len(line) <= 100 for line in result.out.splitlines())
    joined = " ".join(result.out.split())
    for section in ruleset_in_words(find_ruleset(name)):
        for rule, sentence in section.clauses:
            assert f"{rule} {sentence}".strip() in joined


@pytest.mark.parametrize("name", ruleset_names())
def test_json_is_the_ruleset_itself(run: Run, name: str) -> None:
    result = run("rules", name, "--json")
    assert (result.code, result.err) == (0, "")
    assert ruleset_from_dict(json.loads(result.out)) == find_ruleset(name)


def test_an_unknown_name_lists_the_known(run: Run) -> None:
    result = run("rules", "chess")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: no ruleset is called 'chess'; there are classic, ")
    assert result.err.count("\n") == 1
