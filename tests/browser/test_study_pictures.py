"""Figures of a study become pictures where there is a Chromium."""

from pathlib import Path

import pytest

from analysis.study import Study
from analysis.study_figures import lines, shaded


@pytest.mark.usefixtures("chromium")
def test_a_figure_becomes_a_picture(tmp_path: Path) -> None:
    figures = {
        "lines": lines("Lines", "across", "up", {"one": ([1, 2], [0.1, 0.2])}, level=0.15),
        "shaded": shaded("Shades", "across", "down", "ab", "cd", [[0.1, 0.2], [0.3, 0.4]]),
    }
    files = Study("Found.", [], figures).write(tmp_path, "test")
    pictures = [file for file in files if file.suffix == ".png"]
    assert [picture.stem for picture in pictures] == ["test-lines", "test-shaded"]
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
