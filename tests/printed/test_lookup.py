"""The look-up page as a file; tests/browser/test_printed.py opens it."""

import json
import re
from base64 import b64decode

import pytest

import oddsapp
from oddsapp.printed.tables import MOST_WHOLE, _dice_of_tables
from oddsapp.rules import find_ruleset

MOST_BYTES = 300_000


def test_one_small_file_that_asks_for_nothing() -> None:
    html = oddsapp.lookup_page("blitz")
    assert len(html.encode("utf-8")) <= MOST_BYTES
    # The one address in it names the kind of a drawing, nothing is loaded from there.
    assert html.count("http") == html.count("http://www.w3.org/2000/svg") + html.count("http-equiv")
    assert "src=" not in html
    assert "Content-Security-Policy\" content=\"default-src 'none';" in html
    # Odds that are bent lie in no tables: battles are kept one by one.
    (text,) = re.findall(r'type="application/json" id="tables">(.*?)</script>', html)
    ends = json.loads(text)["tables"]["ends"]
    assert (ends["kind"], ends["most"]) == ("whole", MOST_WHOLE)
    assert len(b64decode(ends["numbers"])) == 8 * MOST_WHOLE**2 * (MOST_WHOLE + 1)


def test_many_dice_leave_no_room_for_tables() -> None:
    classic = find_ruleset("classic")
    four, ten = classic.replace(attack_dice=4), classic.replace(attack_dice=10)
    assert _dice_of_tables(four) == (4, 2)
    assert _dice_of_tables(ten) is None
    assert _dice_of_tables(classic.replace(defence_dice=3)) is None  # a roll may cost three


def test_battles_that_leave_nobody_are_refused() -> None:
    table = {(1, 1): {(1, 1): 1, (1, 0): 1, (0, 1): 1}}
    with pytest.raises(oddsapp.InvalidInput, match="some leave nobody"):
        oddsapp.lookup_page(find_ruleset("classic").replace(round_table=table))
