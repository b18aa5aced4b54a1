"""The look-up page: the odds of all battles up to 50 v 50 in one file, for any phone."""

from __future__ import annotations

import json
from html import escape

from oddsapp._version import __version__
from oddsapp.printed.page import data_text, page
from oddsapp.printed.tables import MOST, battle_tables
from oddsapp.rules import Ruleset, as_ruleset
from oddsapp.wording import VERDICTS


def lookup_page(rules: str | Ruleset = "classic") -> str:
    """Return a page of HTML that looks up battles of up to 50 against 50, offline.

    Parameters
    ----------
    rules : str or Ruleset
        A ruleset or its name; of RISK II the page is about invasions by one army (M-5).

    Returns
    -------
    str
        One page with everything in it, at most 300 kB, that asks for nothing from anywhere.
        P(win) and the ends of a battle are the very doubles of `oddsapp.battle`. All ends are
        there up to 50 against 50 where five tables hold them, as under classic rules, else
        up to 25 against 25, with the mean and the 90 % interval of what is left above that.

    Raises
    ------
    InvalidInput
        If there are no such rules, or a battle under them may leave nobody at all.

    Examples
    --------
    >>> import oddsapp
    >>> text = oddsapp.lookup_page("classic")
    >>> text.startswith("<!DOCTYPE html>"), len(text) < 300_000
    (True, True)
    """
    ruleset = as_ruleset(rules)
    name = str(ruleset)
    tables = {
        "tables": battle_tables(ruleset).to_dict(),
        "verdicts": VERDICTS,
    }
    return page(
        "lookup",
        rules=escape(ruleset.title if name == ruleset.name else name),
        most=str(MOST),
        most_armies=str(MOST + 1),
        # Base64 has no character that could end the element.
        tables=json.dumps(tables, separators=(",", ":")),
        script=data_text("lookup.js"),
        version=escape(__version__),
    )
