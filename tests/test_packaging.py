"""What an installer gets: the wheel and the source archive hold what they must."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def files_under(folder: str) -> set[str]:
    """Everything in a folder of the checkout that is not made by running it."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def build(target: str, folder: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"hatchling cannot build the {target}:\n{done.stdout}", pytrace=False)
    (archive,) = folder.iterdir()
    return archive


def test_the_wheel_holds_the_package_with_its_data_and_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", tmp_path)) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == files_under("oddsapp")
    assert "oddsapp/py.typed" in names


def test_the_source_archive_can_run_the_tests_and_the_studies(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = files_under("oddsapp") | files_under("tests") | files_under("analysis")
    assert wanted | {"pyproject.toml", "README.md", "LICENSE", "streamlit_app.py"} <= names
