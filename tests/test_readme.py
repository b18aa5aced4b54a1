"""Every example of README.md runs.

Three kinds of fenced block:

``python``
    Doctests, all in one session from top to bottom.
``console``
    Lines ``$ oddsapp ...``, each followed by exactly what it prints.
``sh``
    Commands that are not run here: they install, or they serve until stopped. The one under
    "Run the tests" is what CI runs.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"

# What the installed ``oddsapp`` does, for a checkout that is on the path only.
CONSOLE_SCRIPT = (
    "import sys; sys.argv[0] = 'oddsapp'; from oddsapp.cli.main import main; sys.exit(main())"
)


class Block(NamedTuple):
    """One fenced block: its language, the line its text starts on, and the text."""

    language: str
    line: int
    text: str


class Command(NamedTuple):
    """One command line of a console block, with what it must print."""

    line: int
    words: list[str]
    output: str


def blocks() -> Iterator[Block]:
    text = README.read_text(encoding="utf-8")
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(match[1], text.count("\n", 0, match.start(2)) + 1, match[2])


def commands() -> Iterator[Command]:
    for block in blocks():
        if block.language == "console":
            line = block.line
            for entry in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE):
                first, _, output = entry.partition("\n")
                if first:
                    yield Command(line, shlex.split(first.removeprefix("$ ")), output)
                line += entry.count("\n")


def test_every_block_says_what_it_is() -> None:
    languages = {block.language for block in blocks()}
    assert languages <= {"python", "console", "sh", "json", "text"}


def test_python_blocks_are_doctests() -> None:
    session = doctest.DocTest([], {}, "README.md", str(README), 0, None)
    for block in blocks():
        if block.language == "python":
            examples = doctest.DocTestParser().get_examples(block.text, "README.md")
            assert examples, f"README.md:{block.line}: a python block without >>> is never run"
            for example in examples:
                example.lineno += block.line - 1
            session.examples += examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    if runner.run(session, out=said.append).failed:
        pytest.fail("".join(said), pytrace=False)


@pytest.mark.parametrize(
    "command",
    [pytest.param(command, id=f"line-{command.line}") for command in commands()],
)
def test_console_blocks_print_what_they_show(command: Command) -> None:
    program, *arguments = command.words
    if program != "oddsapp":
        pytest.fail(f"README.md:{command.line}: only oddsapp is run; use a sh block", pytrace=False)
    done = subprocess.run(
        [sys.executable, "-c", CONSOLE_SCRIPT, *arguments],
        cwd=README.parent,
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.stdout.rstrip("\n") == command.output.rstrip("\n")


def test_the_two_commands_are_where_ci_and_readers_look_for_them() -> None:
    text = README.read_text(encoding="utf-8")
    for heading, last in [("## Run it", "oddsapp dashboard"), ("## Run the tests", "pytest")]:
        section = re.search(rf"^{heading}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        assert section, f"README.md has no heading {heading!r}"
        block = re.search(r"^```sh\n(.*?)^```$", section[1], re.MULTILINE | re.DOTALL)
        assert block, f"README.md has no sh block under {heading!r}"
        assert block[1].rstrip().endswith(last)


def test_the_contents_list_every_section_in_its_order() -> None:
    text = README.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    listed = re.findall(r"^\* \[(.+?)\]\(#(.+?)\): ", text, re.MULTILINE)
    assert [title for title, _ in listed] == [title for title in headings if title != "Contents"]
    # As sites make an anchor of a heading.
    anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}
    assert set(re.findall(r"\]\(#(.+?)\)", text)) <= anchors


def test_every_room_of_the_package_is_in_the_table() -> None:
    text = README.read_text(encoding="utf-8").partition("## Working on it")[2]
    package = README.parent / "oddsapp"
    for path in package.iterdir():
        if path.is_dir() and not path.name.startswith("__"):
            assert f"`oddsapp/{path.name}/`" in text
        elif path.suffix == ".py" and not path.name.startswith("_"):
            assert f"`oddsapp/{path.name}`" in text
    for name in re.findall(r"`((?:oddsapp|analysis|tests)/[\w./]+)`", text):
        assert (README.parent / name).exists(), name


def test_files_that_it_links_to_are_there() -> None:
    links = re.findall(r"\]\(([^#)][^)]*)\)", README.read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert (README.parent / link).exists(), link
