"""The notebooks run in a real kernel, print what is kept in them, and use public names only."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

import oddsapp
from analysis import run_notebooks
from analysis.run_notebooks import FOLDER, NAMES, PICTURE, PLOTLY, main, notebook_path, printed, run

LARGEST = 200_000
"""Bytes: what a repository's page still shows at once."""

each = pytest.mark.parametrize("name", NAMES)


def _read(name: str) -> Any:
    return nbformat.read(notebook_path(name), as_version=4)


def _code(notebook: Any) -> Iterator[str]:
    return (cell.source for cell in notebook.cells if cell.cell_type == "code")


@each
def test_a_run_prints_what_is_kept(name: str) -> None:
    kept, now = _read(name), run(notebook_path(name))
    outputs = [output for cell in now.cells for output in cell.get("outputs", [])]
    assert outputs
    assert not [output for output in outputs if output.output_type == "error"]
    assert printed(now) == printed(kept), (
        "what it prints has changed: python -m analysis.run_notebooks"
    )


@each
def test_its_figures_are_kept_as_data_and_as_pictures_and_it_is_small(name: str) -> None:
    data = [
        output.get("data", {}) for cell in _read(name).cells for output in cell.get("outputs", [])
    ]
    figures = [kept for kept in data if PLOTLY in kept]
    assert len(figures) >= 2
    assert all(PICTURE in figure for figure in figures)
    assert notebook_path(name).stat().st_size < LARGEST


@each
def test_its_cells_pass_ruff(name: str) -> None:
    path = str(notebook_path(name))
    for command in (["check", "--no-fix"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, path],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@each
def test_it_reads_public_names_only(name: str) -> None:
    used = set()
    for source in _code(_read(name)):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("oddsapp")
            elif isinstance(node, ast.Import):
                assert not [alias for alias in node.names if alias.name.startswith("oddsapp.")]
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used |= {node.attr} if node.value.id == "oddsapp" else set()
    assert used
    assert used <= set(oddsapp.__all__)


@each
def test_it_tells_its_story_in_order_and_ends_with_published_numbers(name: str) -> None:
    notebook = _read(name)
    headings = [
        match[1]
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for match in re.finditer(r"^## \d\. (.*)$", cell.source, re.MULTILINE)
    ]
    assert headings[:8] == [
        "Words",
        "State",
        "One roll",
        "Battle",
        "Campaign",
        "Plot",
        "Why does it look odd?",
        "Exercises",
    ]
    assert "assert " in list(_code(notebook))[-1]


@each
def test_every_exercise_waits_for_an_answer_and_has_one(name: str) -> None:
    notebook = _read(name)
    asked = {cell.id: cell for cell in notebook.cells if cell.id.startswith("exercise-")}
    numbers = {re.findall(r"\d+", cell)[0] for cell in asked}
    assert len(numbers) == 6
    for number in numbers:
        cell = asked[f"exercise-{number}-code"]
        assert '"?"' in cell.source
        assert [output.text for output in cell.outputs] == ["not answered yet\n"]
    said = next(cell for cell in notebook.cells if cell.id == "answers-code").outputs[0].text
    assert all(re.search(rf"^{number}: ", said, re.MULTILINE) for number in numbers)


def test_the_command_writes_what_it_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = notebook_path(NAMES[0]).read_bytes()
    kept = _read(NAMES[0])
    monkeypatch.setattr(run_notebooks, "FOLDER", tmp_path)
    monkeypatch.setattr(run_notebooks, "run", lambda _path: kept)
    monkeypatch.setattr(run_notebooks, "draw", lambda *_: False)
    assert main([NAMES[0]]) == 0
    assert "without pictures: no Chromium" in capsys.readouterr().out
    assert notebook_path(NAMES[0]).read_bytes() == before
    with pytest.raises(SystemExit) as stopped:
        main(["chess"])
    assert stopped.value.code == 2
    assert "no notebook is called 'chess'" in capsys.readouterr().err


def test_its_copy_of_osbornes_table_is_the_one_that_the_studies_read() -> None:
    cell = next(cell for cell in _read(NAMES[0]).cells if cell.id == "osborne")
    rows = ast.literal_eval(cell.source.split("osborne = ")[1].split("table = ")[0].strip())
    printed_table = [list(map(float, row.split())) for row in rows.strip().splitlines()]
    published = json.loads((FOLDER.parent / "data" / "osborne2003_table3.json").read_text())
    assert printed_table == published["table"]
