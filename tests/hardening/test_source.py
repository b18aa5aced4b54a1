"""What the source never does with what it is given: run it, unpickle it, follow it elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import oddsapp
from oddsapp.engine.positions import from_share_string, read_position
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset

PACKAGE = Path(oddsapp.__file__).parent

RUNS = {
    "eval", "exec", "compile", "__import__",
    "pickle.load", "pickle.loads", "pickle.Unpickler", "marshal.load", "marshal.loads",
    "shelve.open", "yaml.load", "yaml.unsafe_load", "yaml.full_load", "joblib.load", "dill.loads",
    "cloudpickle.load", "cloudpickle.loads", "numpy.load", "np.load", "pandas.read_pickle",
    "os.system", "os.popen", "subprocess.run", "subprocess.Popen", "subprocess.call",
    "subprocess.check_output", "runpy.run_path", "runpy.run_module",
    "import_module", "importlib.import_module", "sympify", "sympy.sympify", "parse_expr",
}  # fmt: skip
"""Calls that run what they are given, or could."""

KNOWN = {
    (
        "whatif/parallel/cluster.py",
        "pickle.loads",
    ): "on a worker: a task packed by this process",
    ("odds/symbolic.py", "sympy.sympify"): "of a polynomial that the module made, not of a text",
    ("cli/main.py", "import_module"): "the module of a command, from the table in the same file",
    ("cli/dashboard.py", "runpy.run_path"): "the server of the package, by its own path",
    ("ui/whatif/worker.py", "subprocess.Popen"): "the process for roll-outs: this very module",
    ("ui/whatif/worker.py", "pickle.load"): "between the server and that process, through pipes",
    (
        "ui/whatif/worker.py",
        "import_module",
    ): "what roll-outs need, from the same file",
    ("__init__.py", "import_module"): "a public name, from the table in the same file",
}
"""Where such calls are, and why they may be."""


def called(tree: ast.AST) -> Iterator[str]:
    """Yield the names of all functions that are called, as they are written."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)):
                yield f"{module}.{name}"
            case _:
                pass


def test_nothing_that_is_given_is_run() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in called(ast.parse(path.read_text(encoding="utf-8")))
        if name in RUNS
    }
    assert found == set(KNOWN)


OUTSIDE = [
    "../../etc/passwd",
    "/etc/passwd",
    "classic/../classic",
    "classic.json",
    "file:classic",
    "",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_in_a_file_leads_to_no_other_file(name: str) -> None:
    """Boards and rules are named, never opened: only a path on the command line is one."""
    for key, said in (("board", "no board is named"), ("rules", "no ruleset is called")):
        with pytest.raises(InvalidInput, match=said):
            read_position(f'{{"{key}": "{name}", "players": [{{}}, {{}}], "rest": 1}}')
    with pytest.raises(InvalidInput, match="no ruleset is called"):
        find_ruleset(name)


def test_no_file_is_opened_for_a_share_string(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.hardening.corpus import POSITION, SHARED

    def opened(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("builtins.open", opened)
    monkeypatch.setattr("io.open", opened)
    assert from_share_string(SHARED[0]) == POSITION
