"""Every command has an example in its help, and every example runs."""

import io
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from oddsapp.cli.main import COMMANDS, main
from oddsapp.whatif.turns.turn_file import example_text
from tests.cli.conftest import Run

# What the examples read and none of them writes.
FILES = {
    "battles.csv": "armies,defenders,attackers left,defenders left\n11,7,1,4\n11,7,1,2\n",
    "rolls.csv": "attack dice,defence dice\n6 3 1,5 2\n4 4 2,6 1\n",
    "a.txt": "trade the best set\nplace all armies on Brazil\n",
    "b.txt": "trade the best set\nplace all armies on Venezuela\n",
    "turn.json": example_text(),
}


def commands(group: click.Group, *names: str) -> Iterator[tuple[str, click.Command]]:
    """Yield every command and the words that call it, groups and what is in them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield " ".join([*names, name]), command
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)


ALL = dict(commands(main))


def examples(name: str) -> list[str]:
    """Return the command lines that a help shows."""
    return re.findall(r"^ *(oddsapp .*)$", ALL[name].help or "", re.MULTILINE)


# Games and roll-outs are run fewer at a time than an example asks for; of what is given twice
# the last counts.
FEWER = {"play": ["--games", "1"], "whatif": ["--rollouts", "10", "--workers", "1"]}


@pytest.mark.parametrize("name", ALL)
def test_a_help_has_examples(run: Run, name: str) -> None:
    assert examples(name)
    shown = run(*name.split(), "--help")
    assert shown.code == 0
    # Each stands in a line of its own, as it is to be typed.
    assert {f"  {example}" for example in examples(name)} <= {
        line.removeprefix("  ") for line in shown.out.splitlines()
    }


def test_the_help_of_the_program_shows_one_of_each_command(run: Run) -> None:
    shown = run("--help").out
    for name, entry in COMMANDS.items():
        assert entry.example.split()[:2] == ["oddsapp", name]
        assert entry.example in shown


@pytest.mark.parametrize("name", ALL)
def test_the_examples_run(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    for file, text in FILES.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    do_not_serve(monkeypatch)
    of_the_program = [COMMANDS[name].example] if name in COMMANDS else []
    for example in dict.fromkeys(examples(name) + of_the_program):
        words, _, written = example.partition(" > ")
        words, _, read = words.partition(" < ")
        if read:
            source = io.TextIOWrapper(io.BytesIO(Path(read).read_bytes()), encoding="utf-8")
            monkeypatch.setattr("sys.stdin", source)
        fewer = FEWER[name] if name == "play" or "--rollouts" in words else []
        result = run(*shlex.split(words)[1:], *fewer)
        assert (result.code, result.err) == (0, ""), example
        assert result.out, example
        if written:
            Path(written).write_text(result.out, encoding="utf-8")


def do_not_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dashboard say that it is ready, and end there; its own tests do serve."""

    def serve(host: str, port: int, ready: Callable[[], None]) -> None:
        del host, port
        ready()

    def load(server: str) -> dict[str, Callable[..., None]]:
        del server
        return {"serve": serve}

    monkeypatch.setattr("runpy.run_path", load)
    monkeypatch.setattr("oddsapp.cli.dashboard.free_port", lambda *asked: asked[1] or 8501)
    monkeypatch.setattr("oddsapp.cli.dashboard.on_a_desktop", lambda: False)
