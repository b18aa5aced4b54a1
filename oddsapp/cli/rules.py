"""``oddsapp rules``: the rulesets that have a name, and one of them in words."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import click

from oddsapp.cli.output import LINE, heading, print_json, print_report

if TYPE_CHECKING:
    from oddsapp.rules import Ruleset


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: every rule with its value.")
def rules(*, name: str | None, as_json: bool) -> None:
    r"""Print a ruleset in words, each rule with its number; without NAME list the rulesets.

    \b
    Examples:
      oddsapp rules
      oddsapp rules parker1993
      oddsapp rules risk2 --json
    """
    from oddsapp.rules import find_ruleset, ruleset_names

    if name is None:
        titles = {known: find_ruleset(known).title for known in ruleset_names()}
        if as_json:
            print_json(titles)
        else:
            width = max(map(len, titles))
            click.echo("\n".join(f"  {known:<{width}}  {titles[known]}" for known in titles))
        return
    found = find_ruleset(name)
    if as_json:
        from oddsapp.rules.json_form import ruleset_to_dict

        print_json(ruleset_to_dict(found))
    else:
        _print_in_words(found)


def _print_in_words(rules: Ruleset) -> None:
    from oddsapp.rules.words import ruleset_in_words

    sections = ruleset_in_words(rules)
    width = max(len(clause.rule) for section in sections for clause in section.clauses)
    parts = [heading(rules.title, rules)]
    for section in sections:
        lines = [click.style(section.title, bold=True)]
        for rule, sentence in section.clauses:
            first, *others = wrap(sentence, LINE - width - 4)
            lines.append(f"  {rule:<{width}}  {first}")
            lines += [" " * (width + 4) + other for other in others]
        parts.append("\n".join(lines))
    print_report(*parts)
