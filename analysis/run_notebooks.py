"""Run the notebooks from top to bottom, each in a kernel of its own, and keep what they print.

``python -m analysis.run_notebooks`` writes the outputs into the notebooks of
``analysis/notebooks/``, for those who read them on a repository's page; do it after any change
of a cell. The tests run the same code and hold what it prints to what is kept.

A figure is kept twice: as plotly's own, which JupyterLab lets one look into, and as a picture
where a Chromium is there to draw it, for pages that do not run scripts.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from analysis.measuring import ROOT
from analysis.study import draw

FOLDER = ROOT / "analysis" / "notebooks"
NAMES = ("from_dice_to_a_markov_chain", "what_risk2_changed")

PLOTLY = "application/vnd.plotly.v1+json"
PICTURE = "image/png"
SIZE, COLOURS = (720, 420), 64
"""Pixels and colours of a picture: with more the files would be heavy."""

PATIENCE = 120
"""Seconds that one cell may take."""


def notebook_path(name: str) -> Path:
    """Return where a notebook lies."""
    return FOLDER / f"{name}.ipynb"


def run(path: Path) -> Any:
    """Return a notebook with the outputs of a new run.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    language = dict(notebook.metadata.language_info)
    client = NotebookClient(
        notebook,
        timeout=PATIENCE,
        record_timing=False,
        coalesce_streams=True,  # where a kernel cuts its text changes from run to run
        resources={"metadata": {"path": str(ROOT)}},
    )
    with tempfile.TemporaryDirectory() as history:
        # Figures as data, without the script of 5 MB that draws them; and nothing is left in
        # the history of whoever runs this.
        client.execute(
            env={**os.environ, "PLOTLY_RENDERER": "plotly_mimetype", "IPYTHONDIR": history}
        )
    # The kernel writes its own version there: another file on every machine.
    notebook.metadata.language_info = language
    return notebook


def printed(notebook: Any) -> dict[str, list[str]]:
    """Return what the code cells of a notebook say, by the names of the cells.

    Text is told word for word. Of a figure only that there is one: how plotly writes it down
    changes with its version.
    """
    said = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            text = "".join(output.text for output in cell.outputs if output.output_type == "stream")
            said[cell.id] = [text, *(_value(output) for output in _values(cell))]
    return said


def _values(cell: Any) -> Iterator[Any]:
    """Yield the outputs of a cell that are no printed text."""
    return (output for output in cell.outputs if output.output_type != "stream")


def _value(output: Any) -> str:
    if output.output_type == "error":
        return f"{output.ename}: {output.evalue}"
    return PLOTLY if PLOTLY in output.data else str(output.data["text/plain"])


def add_pictures(notebook: Any) -> bool:
    """Put a picture beside every figure; return whether there is a Chromium to draw them."""
    with tempfile.TemporaryDirectory() as folder:
        for cell in notebook.cells:
            for output in _values(cell) if cell.cell_type == "code" else ():
                if PLOTLY in output.get("data", {}):
                    picture = _picture(output.data[PLOTLY], Path(folder))
                    if picture is None:
                        return False
                    output.data[PICTURE] = picture
    return True


def _picture(data: Any, folder: Path) -> str | None:
    """Return a figure as a small PNG, in the letters that notebooks keep pictures in."""
    import plotly.io as pio
    from PIL import Image

    page, picture = folder / "figure.html", folder / "figure.png"
    picture.unlink(missing_ok=True)
    figure = pio.from_json(json.dumps(data), skip_invalid=True)
    width, height = SIZE
    figure.update_layout(width=width, height=height, margin={"t": 50, "r": 20, "b": 60, "l": 60})
    figure.write_html(page, include_plotlyjs="directory", config={"displayModeBar": False})
    # A Chromium without a screen keeps a part of the window to itself: ask for more, cut it off.
    if not draw(page, picture, (width + 100, height + 200)):
        return None
    with Image.open(picture) as drawn:
        shown = drawn.convert("RGB").crop((0, 0, width, height)).quantize(COLOURS)
    shown.save(picture, optimize=True)
    return b64encode(picture.read_bytes()).decode()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the notebooks and write them; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m analysis.run_notebooks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"no notebook is called {min(unknown)!r}; there are {', '.join(NAMES)}")
    import nbformat

    for name in options.names or NAMES:
        notebook = run(notebook_path(name))
        drawn = add_pictures(notebook)
        nbformat.write(notebook, notebook_path(name))
        size = notebook_path(name).stat().st_size / 1000
        print(f"{name}: {size:.0f} kB{'' if drawn else ', without pictures: no Chromium'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
