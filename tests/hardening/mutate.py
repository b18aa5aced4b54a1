"""Valid inputs, damaged: what people mistype, what files lose, and what is done on purpose.

Everything is drawn from a generator that is passed in, so that Hypothesis can repeat an input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

LONE_SURROGATE = "\ud800"

TOKENS = (
    "", " ", "\0", "\n", "\r\n", "\t", "\v", "\ufeff", "\u2028", "\u202e", LONE_SURROGATE, "0",
    "-0", "-0.0", "-1", "1.5", "1e400", "-1e400", "1e-400", "1_0", "+5", "0x10", "00", "NaN",
    "nan", "Infinity", "-Infinity", "inf", "null", "true", "none", "None", "999999999",
    "1000000000", "9223372036854775808", "9" * 30, "9" * 5_000, "-" + "9" * 400, "٣", "१२",
    "\uff11\uff12", "²", "½", "Ⅷ", "\U0001d7d9", "1\u0660", "−3", "ß", "İ", "e\u0301", "🎲",
    "💥" * 40, "1/0", "0/0", "1/3", "150%", "100%", "%s", "%00", "%(x)s", "{0}", "{0.__class__}",
    "$HOME", "..", "../../etc/passwd", "/dev/zero", "/dev/null", "file:///etc/passwd", "~",
    "~~~~", ".", ",", ";", ":", "=", "-", "--", "+", "*", "#", "->", "-> ->", "@", "|", "\\", "'",
    '"', "`", "<b>", "=1+1", "__import__('os').getcwd()", "os.system", "[", "]", "{", "}", "[]",
    "{}", "[" * 200, "(" * 50, "a" * 300, "ab " * 90, "neutral", "wild card", "unknown", "all",
    "nobody",
)  # fmt: skip
"""Words that have broken readers: put in place of a word, or between two."""

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 0.0, -0.0, 0.5, 1.5, 1e300, float("nan"), float("inf"),
    10**9, 2**63, -(2**63), 10**30, 10**400, "", " ", "0", "12", "1/2", "1/0", "٣", "²", "nan",
    "9" * 60, "\0", LONE_SURROGATE, "../../etc/passwd", "x" * 300, [], {}, [[]], [None], [0],
    [1, 2], [-1, 10**9], ["a"], [{}], {"": None}, {"a": 1}, {"name": 1}, [[1, 2], [3]], [1] * 200,
)  # fmt: skip
"""Values of every kind of JSON, and of no kind that is expected."""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_DEEPEST = 100_000


def damaged_text(rng: Random, corpus: Sequence[str]) -> str:
    """Return one of the texts with one to three things done to it."""
    text = rng.choice(corpus)
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice(_WAYS)(rng, text, corpus)
    return text


def damaged_bytes(rng: Random, corpus: Sequence[str]) -> bytes:
    """Return a damaged text as a file holds it: sometimes not as UTF-8, sometimes broken."""
    text = damaged_text(rng, corpus)
    encoding = rng.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
    content = bytearray(
        text.encode(encoding, "surrogatepass" if encoding[:3] == "utf" else "ignore")
    )
    for _ in range(rng.choice((0, 0, 1, 3))):
        if content:
            content[rng.randrange(len(content))] = rng.randrange(256)
    return bytes(content)


def damaged_value(rng: Random, corpus: Sequence[Any]) -> Any:
    """Return plain values of JSON with one to three of them damaged."""
    value = deepcopy(rng.choice(corpus))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = _with_damage(rng, value)
    return value


def damaged_json(rng: Random, corpus: Sequence[Any]) -> str:
    """Return JSON of damaged values, or damaged JSON."""
    if rng.random() < 0.02:
        depth = rng.choice((50, 2_000, _DEEPEST))
        return rng.choice(("[" * depth, '{"a":' * depth, "[" * depth + "]" * depth))
    text = json.dumps(damaged_value(rng, corpus), ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.25:
        text = rng.choice(_WAYS)(rng, text, (text,))
    if rng.random() < 0.05:  # a key twice, of which json.loads would keep the last
        text = re.sub(r'("\w+": )', r"\g<1>1, \g<1>", text, count=1)
    return text


# -- texts ---------------------------------------------------------------------------------


def _cut(rng: Random, text: str, _: Sequence[str]) -> str:
    place = rng.randint(0, len(text))
    return text[:place] if rng.random() < 0.7 else text[place:]


def _doubled(rng: Random, text: str, _: Sequence[str]) -> str:
    start = rng.randint(0, len(text))
    end = rng.randint(start, min(len(text), start + 40))
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 9)) + text[end:]


def _without(rng: Random, text: str, _: Sequence[str]) -> str:
    start = rng.randint(0, len(text))
    return text[:start] + text[start + rng.choice((1, 1, 2, 5, 20)) :]


def _letter(rng: Random, text: str, _: Sequence[str]) -> str:
    if not text:
        return "?"
    place = rng.randrange(len(text))
    letter = chr(rng.choice((rng.randrange(32, 127), rng.randrange(256), rng.randrange(0x11000))))
    return text[:place] + letter + text[place + 1 :]


def _swapped(rng: Random, text: str, _: Sequence[str]) -> str:
    words = _WORDS.findall(text)
    if len(words) < 2:
        return text + text
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return "".join(words)


def _replaced(rng: Random, text: str, _: Sequence[str]) -> str:
    words = _WORDS.findall(text) or [""]
    words[rng.randrange(len(words))] = rng.choice(TOKENS)
    return "".join(words)


def _inserted(rng: Random, text: str, _: Sequence[str]) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(TOKENS) + text[place:]


def _number(rng: Random, text: str, _: Sequence[str]) -> str:
    found = [match.span() for match in re.finditer(r"\d+", text)]
    if not found:
        return text + rng.choice(TOKENS)
    start, end = rng.choice(found)
    return text[:start] + rng.choice(TOKENS[11:50]) + text[end:]


def _spliced(rng: Random, text: str, corpus: Sequence[str]) -> str:
    other = rng.choice(corpus)
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


_WAYS = (
    _cut, _doubled, _without, _letter, _swapped, _swapped, _replaced, _replaced, _inserted,
    _number, _number, _spliced,
)  # fmt: skip

# -- values --------------------------------------------------------------------------------


def _with_damage(rng: Random, value: Any) -> Any:
    """Return the value with something done to one of its parts, wherever it is."""
    parts = list(_parts(value))
    if not parts:
        return deepcopy(rng.choice(VALUES))
    inside, key = rng.choice(parts)
    match rng.randrange(6):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, list):
            inside.insert(key, deepcopy(inside[rng.randrange(len(inside))]))
        case 1:
            inside[rng.choice((f"{key}s", "", str(key).upper(), *TOKENS))] = inside.pop(key)
        case 2:
            other, place = rng.choice(parts)
            if place in other if isinstance(other, dict) else place < len(other):
                inside[key] = deepcopy(other[place])
        case 3 if isinstance(inside[key], str):
            inside[key] = damaged_text(rng, (inside[key],))
        case 3 if isinstance(inside[key], int):
            inside[key] = rng.choice((0, -1, inside[key] + 1, 10**6, 10**9, 10**30))
        case _:
            inside[key] = deepcopy(rng.choice(VALUES))
    return value


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """Return the lists and objects in a value, each with the place of one of its parts."""
    if not isinstance(value, list | dict):
        return []
    found: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        inside = todo.pop()
        keys = range(len(inside)) if isinstance(inside, list) else list(inside)
        for key in keys:
            found.append((inside, key))
            if isinstance(inside[key], list | dict):
                todo.append(inside[key])
    return found
