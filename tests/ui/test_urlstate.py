"""The codec between the address and the state."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given, strategies as st

from oddsapp.ui.parts.packed import MOST_CHARACTERS, PackedText
from oddsapp.ui.parts.urlstate import decode, encode
from oddsapp.ui.quick.record import Ended, Rolled, Seen
from oddsapp.ui.quick.setting import RULES
from oddsapp.ui.quick.state import SPEC, fit
from oddsapp.ui.quick.typed import MOST, MOST_TERRITORIES

DEFAULTS = {key: field.default for key, field in SPEC.items()}

counts = st.integers(1, MOST)
settings = st.sampled_from(["classic", "classic-capital-zombie_attacker", "risk2", "blitz-wall"])
losses = st.tuples(st.integers(0, 5), st.integers(0, 5))
states = st.fixed_dictionaries(
    {
        "a": counts,
        "d": st.lists(counts, min_size=1, max_size=MOST_TERRITORIES).map(tuple),
        "count": st.sampled_from(["armies", "force"]),
        "rules": st.sampled_from(list(RULES)),
        "q_on": st.sampled_from([(), ("capital",), ("wall", "zombie_attacker")]),
        "q_to": st.integers(0, MOST),
        "q_stop": st.integers(0, MOST),
        "q_next": st.integers(0, MOST),
        "q_now": st.none()
        | st.builds(Rolled, counts, counts, st.lists(losses, min_size=1, max_size=9).map(tuple)),
        "q_rec": st.lists(
            st.builds(Ended, settings, st.just(9), counts, st.just((4, 0))), max_size=5
        ).map(tuple),
        "q_last": st.lists(
            st.builds(Seen, settings, counts, st.lists(counts, min_size=1, max_size=3).map(tuple)),
            max_size=5,
        ).map(tuple),
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
            f"rules: chess in the address is none of {', '.join(RULES)}; classic is used",
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
    assert len(notes) <= 2 * len(query)  # a value may be no good alone, and again beside others


@given(
    st.dictionaries(
        st.sampled_from(["q_now", "q_rec", "q_last", "q_on", "rules"]),
        st.from_regex(r"(classic|risk2)?(-capital)?\.?\d{1,3}v\d{1,3}\.?[0-9a-z~.v-]{0,9}"),
    )
)
def test_anything_like_a_record_is_taken_or_left_out(query: dict[str, str]) -> None:
    state, _ = decode(query, SPEC)
    fit(state)
    assert decode(encode(state, SPEC), SPEC) == (state, [])


def test_a_text_that_is_too_long_for_an_address_is_said() -> None:
    field = PackedText("text", "record")
    noise = "".join(chr(33 + n * n * 7919 % 90) + str(n * n) for n in range(2000))
    assert not field.fits(noise)
    assert field.read(field.write(noise)) == ("", "was too long for it: enter it again")


@given(st.text(max_size=200).filter(lambda text: text.isprintable()))
def test_a_text_survives_an_address(text: str) -> None:
    field = PackedText("text", "record")
    assert field.read(field.write(text)) == (text, None)
    assert re.fullmatch("[A-Za-z0-9_-]*", field.write(text))


@given(st.text(max_size=50))
def test_any_packed_text_is_read_or_left_out(text: str) -> None:
    found, _ = PackedText("text", "record").read(text)
    assert len(found) <= MOST_CHARACTERS


def test_a_text_that_swells_is_left_out() -> None:
    swollen = urlsafe_b64encode(zlib.compress(b"a" * 1_000_000)).decode()
    found, note = PackedText("text", "record").read(swollen)
    assert (found, note) == ("", "is cut or too long and is left out")
