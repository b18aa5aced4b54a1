"""What an installer gets: the wheel and the source archive hold what they must, and work."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import oddsapp

ROOT = Path(__file__).resolve().parents[1]


def files_under(folder: str) -> set[str]:
    """Everything in a folder of the checkout that is not made by running it."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command, which must succeed, and return what it prints."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        shown = " ".join(map(str, command))
        pytest.fail(f"{shown} says:\n{done.stdout}", pytrace=False)
    return done.stdout


def build(target: str, folder: Path, source: Path = ROOT) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, cwd=source)
    (archive,) = folder.iterdir()
    return archive


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked."""
    archive = build("sdist", tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as sdist:
        sdist.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of an environment that is empty but for the wheel."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    program = scripts / ("python.exe" if os.name == "nt" else "python")
    pip = (sys.executable, "-m", "pip", "--python", program, "install")
    run(*pip, "--quiet", "--no-deps", "--no-index", "--no-compile", wheel, cwd=home)
    return program


def test_the_wheel_holds_the_package_with_its_data_and_nothing_else(wheel: Path) -> None:
    names = names_in(wheel)
    assert names == files_under("oddsapp")
    assert "oddsapp/py.typed" in names


def test_the_source_archive_can_run_the_tests_and_the_studies(unpacked: Path) -> None:
    names = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    wanted = files_under("oddsapp") | files_under("tests") | files_under("analysis")
    beside = {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "streamlit_app.py"}
    hidden = {".ci/run", ".streamlit/config.toml", ".github/workflows/tests.yml"}
    assert wanted | beside | hidden <= names
    said = run(
        *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"),
        *("tests/test_dice.py", "oddsapp/dice.py"),
        cwd=unpacked,
    )
    assert " passed" in said


def test_the_source_archive_makes_the_same_wheel(
    unpacked: Path, wheel: Path, tmp_path: Path
) -> None:
    again = build("wheel", tmp_path, unpacked)
    assert again.name == wheel.name
    assert names_in(again) == names_in(wheel)


def test_battles_are_answered_in_an_environment_with_nothing_else(
    python: Path, tmp_path: Path
) -> None:
    script = (
        "import oddsapp; from importlib.metadata import version; print(oddsapp.__file__);"
        "print(oddsapp.__version__ == version('oddsapp'), round(oddsapp.battle(11, 7).win, 5),"
        " [len(oddsapp.find_board(name).territories) for name in ('classic', 'risk2')],"
        " round(oddsapp.mass_invasion([12, 8, 8], defenders=20).win, 4))"
    )
    where, said = run(python, "-c", script, cwd=tmp_path).splitlines()
    assert Path(where).is_relative_to(python.parents[1])
    assert said == "True 0.79983 [42, 48] 0.9223"


def test_the_command_line_works_where_it_is_installed(python: Path, tmp_path: Path) -> None:
    # What it depends on is lent by this environment: the network is not asked for it.
    (site,) = python.parents[1].rglob("site-packages")
    lent = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
    (site / "lent.pth").write_text("\n".join(sorted(lent)) + "\n", encoding="utf-8")
    for program in ((python, "-m", "oddsapp"), (python.with_name("oddsapp"),)):
        assert run(*program, "--version", cwd=tmp_path) == f"oddsapp {oddsapp.__version__}\n"
        assert "79.98 %" in run(*program, "battle", "11", "7", cwd=tmp_path)
    for words in (("turn", "--example"), ("whatif", "--example", "state"), ("dice",), ("rules",)):
        assert run(python, "-m", "oddsapp", *words, cwd=tmp_path)


def test_the_version_stands_in_one_place() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "version" in re.search(r"^dynamic = (.*)$", text, re.MULTILINE)[1]  # type: ignore[index]
    assert not re.search(r"^version\s*=", text, re.MULTILINE)
    written = [
        name
        for name in files_under("oddsapp")
        if name.endswith((".py", ".json", ".toml"))
        and re.search(
            rf'["\']{re.escape(oddsapp.__version__)}["\']', (ROOT / name).read_text("utf-8")
        )
    ]
    assert written == ["oddsapp/_version.py"]


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", text, re.MULTILINE)
    assert newest is not None
    assert newest[1] == oddsapp.__version__
