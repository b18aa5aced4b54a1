"""Command lines of every command, with words damaged, left out, doubled and out of place.

What is right after all, and takes long, is interrupted as by Ctrl-C: that ends it, too.
"""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest

from oddsapp.cli.main import CANNOT_BE_COMPUTED, COMMANDS, INTERRUPTED, main
from oddsapp.cli.turn import _small_example
from oddsapp.cli.whatif_input import example
from tests.hardening import corpus
from tests.hardening.mutate import TOKENS, damaged_text
from tests.hardening.refusal import fuzz, refusal

INPUTS = 2_000

LINES = [
    shlex.split(line)
    for line in """\
battle 11 7
battle 10 7 --force --exact
battle 20 15 --rules risk2 --dice-set manual --thresholds board --ties nobody
battle 12 9 --attack-dice 4d8 --defence-bonus bunker --json
battle 9 5 --rules blitz --capital --zombie attacker --advise
battle 11 7 --stop-at 4 --stop-odds 0.3 --rolls 5
battle 11 7 --never-below 3
battle 12 7 --then 9
campaign 12 5:2d8 3 2 --then 6
campaign 11 7 --force --leave 2
choice 6 4 --sees-roll --goal margin
choice 5 3 --cards 1 --reroll any --commander attacker
clash 12 9
spoils 5 4+3
spoils 6 6 --reading pairwise --exact
mass 5 4 --defenders 6
mass 3 3 --defenders 5 --reading individual --exact
need 7 --win 0.8
need 5 --win 90% --rules risk2
defend --hold Brazil:5,Peru:3 --enemy Venezuela:6
defend --hold Siam:3 --enemy 4 --place 3
defend --in-depth --hold Siam,Indonesia --enemy 3 --place 2
plan --from Siam:9 --take Indonesia:2 --leave 2
diagnose 69.02% 4 2
diagnose 0.74487 5 4 --force
dice --dice-set manual --ties defender --json
explain battle 4 2
explain spoils 2 1+1 --player 2 --level university
explain campaign 5 2 1 --leave 2 --then 4 --latex
formula roll 3 2
formula battle 3 1
sensitivity 4 2 --rules classic
rules
rules risk2 --json
luck battles.csv --seed 3
luck -
turn turn.json --samples 10 --seed 2
turn --example
whatif state.json plan.txt
whatif state.json - --goal 'take Africa' --json
whatif --example plan
play --players random,odds --games 1 --rounds 1 --seed 7
play --players odds,random,random --rules risk2 --set goal=capitals --games 1 --rounds 1
dashboard --lan --port 8600
card --rules classic
worksheet --students 2 --seed 3 --level university
""".splitlines()
]
WORDS = sorted({word for line in LINES for word in line})

_SECONDS = 0.25
"""How long a command may work before it is interrupted."""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay the files beside the program, and let the dashboard serve nobody."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "state.json": example("state"),
        "plan.txt": example("plan"),
        "turn.json": _small_example(),
        "battles.csv": corpus.RECORDS[0],
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(
        "oddsapp.cli.dashboard.runpy.run_path", lambda _: {"serve": lambda *_: None}
    )


def damaged_line(rng: Random) -> list[str]:
    words = list(rng.choice(LINES))
    for _ in range(rng.choice((1, 1, 2))):
        # Mostly not the name of the command: a wrong one is refused before all else.
        place = rng.randrange(0 if rng.random() < 0.1 else 1, len(words) + 1)
        here = slice(place, place + 1)
        match rng.randrange(6):
            case 0:
                del words[here]
            case 1:
                words.insert(place, rng.choice(WORDS))
            case 2:
                words[here] = [rng.choice(TOKENS)]
            case 3:
                words[here] = [damaged_text(rng, words[here] or [""])]
            case 4:
                words[here] *= 2
            case _:
                words.insert(place, rng.choice(TOKENS))
    return words


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(words: list[str], seconds: float) -> tuple[object, str]:
    """Run the program, and return its exit code and what it said on standard error."""
    out, err = (TextIOWrapper(BytesIO(), "utf-8") for _ in range(2))
    given, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(b""), "utf-8")
    try:
        with (
            redirect_stdout(out),
            redirect_stderr(err),
            pytest.raises(SystemExit) as left,
            ctrl_c_after(seconds),
        ):
            main(words)
    finally:
        sys.stdin = given
    err.flush()
    assert isinstance(err.buffer, BytesIO)
    return left.value.code, err.buffer.getvalue().decode("utf-8")


def run_and_judge(words: list[str], seconds: float = _SECONDS) -> None:
    code, said = run(words, seconds)
    if code == CANNOT_BE_COMPUTED:
        assert said.startswith("Error: "), said
        refusal(ValueError(said.removesuffix("\n")), words)
    else:
        assert code in (0, INTERRUPTED), code
        assert not said.strip(), said


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer of the processor's time")
def test_a_command_line_is_answered_or_refused_in_one_sentence() -> None:
    for words in LINES:  # what they import is not to be interrupted, so that is done first
        run_and_judge(words, 60)
    fuzz(run_and_judge, damaged_line, INPUTS)


def test_every_command_is_damaged() -> None:
    assert {line[0] for line in LINES} == set(COMMANDS)
