"""The codec between the address and the state."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.quick.state import SPEC, fit
from oddsapp.ui.quick.typed import MOST, MOST_TERRITORIES

DEFAULTS = {"a": 11, "d": (7,), "count": "armies", "rules": "classic"}

states = st.fixed_dictionaries(
    {
        "a": st.integers(1, MOST),
        "d": st.lists(st.integers(1, MOST), min_size=1, max_size=MOST_TERRITORIES).map(tuple),
        "count": st.sampled_from(["armies", "force"]),
        "rules": st.sampled_from(["classic", "risk2"]),
    }
)


def test_a_bare_address_is_the_defaults_and_the_defaults_are_a_bare_address() -> None:
    assert decode({}, SPEC) == (DEFAULTS, [])
    assert encode(DEFAULTS, SPEC) == {}


@given(states)
def test_every_state_survives_an_address(state: dict[str, Any]) -> None:
    address = urlencode(encode(state, SPEC))
    query = {key: values[-1] for key, values in parse_qs(address).items()}
    assert decode(query, SPEC) == (state, [])


@pytest.mark.parametrize(
    ("query", "key", "value", "note"),
    [
        ({"a": "5000"}, "a", 999, "armies: 5000 in the address is too large, 999 is used"),
        ({"a": "-3"}, "a", 1, "armies: -3 in the address is too small, 1 is used"),
        ({"a": "x"}, "a", 11, "armies: x in the address is no whole number, 11 is used"),
        ({"a": ""}, "a", 11, "armies: nothing in the address is no whole number, 11 is used"),
        ({"d": "5 0"}, "d", (5, 1), "defenders: 5 0 in the address does not fit, 5+1 is used"),
        (
            {"d": "5+x"},
            "d",
            (7,),
            "defenders: 5+x in the address is no list of whole numbers, 7 is used",
        ),
        (
            {"rules": "chess"},
            "rules",
            "classic",
            "rules: chess in the address is none of classic, risk2; classic is used",
        ),
    ],
)
def test_what_cannot_be_used_is_put_right_and_said(
    query: dict[str, str], key: str, value: object, note: str
) -> None:
    assert decode(query, SPEC) == (DEFAULTS | {key: value}, [note])


def test_too_many_territories_are_cut_off_and_said() -> None:
    state, notes = decode({"d": "+".join("1" * 13)}, SPEC)
    assert state["d"] == (1,) * 12
    assert len(notes) == 1


def test_a_plus_that_a_browser_took_for_a_space_is_a_plus() -> None:
    assert decode({"d": "5 4"}, SPEC) == decode({"d": "5+4"}, SPEC)


@given(st.dictionaries(st.sampled_from([*SPEC, "other"]), st.text(max_size=30)))
def test_any_address_gives_a_state_that_can_be_used(query: dict[str, str]) -> None:
    state, notes = decode(query, SPEC)
    fit(state)
    assert decode(encode(state, SPEC), SPEC) == (state, [])
    assert len(notes) <= len(query)
