"""Every study: its docstring says what it finds, its files are made, it reads public names only."""

import ast
import csv
import inspect
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from analysis import study as frame
from analysis.study import Study, run, section

ANALYSIS = Path(frame.__file__).parent
STUDIES = sorted(
    path.stem for path in ANALYSIS.glob("*.py") if "\ndef study(" in path.read_text("utf-8")
)
"""Every module that makes a study."""

made: Callable[[str], Study] = cache(lambda name: import_module(f"analysis.{name}").study())
"""What a study finds; made once for all tests of a worker."""

each_study = pytest.mark.parametrize("name", STUDIES)


@each_study
def test_the_docstring_says_what_is_found(name: str) -> None:
    docstring = import_module(f"analysis.{name}").__doc__
    assert section(docstring, "Question").endswith("?")
    assert section(docstring, "Method")
    assert section(docstring, "Result") == made(name).result


@each_study
def test_tables_and_figures_are_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame, "draw", lambda *_: False)
    found = made(name)
    assert found.tables
    assert found.figures
    written = found.write(tmp_path / "report", name)
    assert len(written) == len(found.tables) + len(found.figures)
    assert all(file.stat().st_size for file in written)
    for table in found.tables:
        with (tmp_path / "report" / f"{name}-{table.name}.csv").open(encoding="utf-8") as file:
            heading, *rows = csv.reader(file)
        assert heading == list(table.columns)
        assert len(rows) == len(table.rows) > 0
        assert {len(row) for row in rows} == {len(heading)}


def test_the_readme_lists_them_all() -> None:
    text = (ANALYSIS.parent / "README.md").read_text("utf-8").partition("| study | question |")[2]
    assert re.findall(r"^\| `(\w+)` \|", text.partition("\n\n")[0], re.MULTILINE) == STUDIES


@each_study
def test_only_the_public_names_are_read(name: str) -> None:
    source = inspect.getsource(import_module(f"analysis.{name}"))
    modules = {
        (alias.name if isinstance(node, ast.Import) else node.module) or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {module for module in modules if module.startswith("oddsapp")} <= {"oddsapp"}


def test_a_study_prints_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module("analysis.tie_rules")
    assert run(module.study, module.__doc__, ["--most", "40"], most="the largest battle") == 0
    assert " ".join(capsys.readouterr().out.split()) == made("tie_rules").result
    assert run(module.study, module.__doc__, ["--most", "0"], most="the largest battle") == 2
    assert capsys.readouterr().err.startswith("Error: ")


def test_sizes_below_what_the_result_speaks_of_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, least in (
        ("dice_count", 20),
        ("die_balance", 20),
        ("exploits", 59),
        ("large_battles", 1000),
        ("tie_rules", 40),
    ):
        module = import_module(f"analysis.{name}")
        few = ["--most", str(least - 1)]
        assert run(module.study, module.__doc__, few, most="the largest army") == 2
        assert f"must be at least {least}" in capsys.readouterr().err


def test_targets_come_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module("analysis.threshold_search")
    file = tmp_path / "targets.json"
    file.write_text(
        '{"name": "fair", "targets": {"even": [{"from": 1, "to": 9, "least": 0.5, "most": 0.5}]},'
        ' "allowed": {"ties": ["nobody"]}, "most_changes": 1}',
        encoding="utf-8",
    )
    chosen = ["--targets", str(file)]
    assert run(module.study, module.__doc__, chosen, targets="a file") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told == "Fair: 1 change, in 1 way (all 76 tried), ties to nobody."
    chosen = ["--targets", str(tmp_path / "none.json")]
    assert run(module.study, module.__doc__, chosen, targets="a file") == 2
    assert capsys.readouterr().err.startswith("Error: ")


def test_where_nothing_can_be_written_is_said_before_anything_is_computed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    module = import_module("analysis.tie_rules")

    def never() -> Study:
        raise AssertionError

    assert run(never, module.__doc__, ["--out", str(file)]) == 2
    assert capsys.readouterr().err == f"Error: {file} cannot be a folder (File exists)\n"
