"""What a study is made of, and the command that all of them share.

A study is a module with a function ``study``: it asks the library, and nothing else, and
returns a `Study`. Run as ``python -m analysis.NAME``, it prints its result in three sentences;
``--out FOLDER`` writes every table as CSV and every figure as a page of plotly's, and as a
picture too where a Chromium is there to draw it.

The docstring of the module states question, method and result. The sentences of the result are
made from what was computed, and a test holds the docstring to them: no number in it is typed.
"""

from __future__ import annotations

import argparse
import csv
import inspect
import io
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.served import SWITCHES, find_chromium

if TYPE_CHECKING:
    import plotly.graph_objects as go

_WIDTH = 96
_SIZE = (900, 470)
_PATIENCE = 60


@dataclass(frozen=True)
class Table:
    r"""Rows under named columns, for a spreadsheet.

    Parameters
    ----------
    name : str
        What its file is called.
    columns : sequence of str
    rows : sequence of sequence
        Numbers, words, fractions; None for what there is not.

    Examples
    --------
    >>> Table("odds", ("force", "win"), [(3, 0.5), (4, None)]).to_csv()
    'force,win\n3,0.5\n4,\n'
    """

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def to_csv(self) -> str:
        """Return the table as text: a heading, then a line a row; floats to their last digit."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue()


@dataclass(frozen=True)
class Study:
    """What a study found.

    Parameters
    ----------
    result : str
        In three sentences, with numbers.
    tables : sequence of Table
    figures : mapping of str to plotly figure
    """

    result: str
    tables: Sequence[Table]
    figures: Mapping[str, go.Figure] = field(default_factory=dict)

    def write(self, folder: Path, name: str) -> list[Path]:
        """Write tables and figures into a folder, which is made if need be.

        Parameters
        ----------
        folder : path
        name : str
            Of the study: what the names of its files begin with.

        Returns
        -------
        list of path
            The files.
        """
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for table in self.tables:
            written.append(folder / f"{name}-{table.name}.csv")
            written[-1].write_text(table.to_csv(), encoding="utf-8")
        for view, figure in self.figures.items():
            page = folder / f"{name}-{view}.html"
            # plotly's script is 4.7 MB: once in the folder, not once in every page.
            figure.write_html(page, include_plotlyjs="directory", config={"displayModeBar": False})
            written.append(page)
            if draw(page, picture := page.with_suffix(".png")):
                written.append(picture)
        return written


def draw(page: Path, picture: Path, size: tuple[int, int] = _SIZE) -> bool:
    """Make a PNG of a page with a Chromium; return whether there is one to do it.

    Parameters
    ----------
    page, picture : path
    size : tuple of int
        Width and height in pixels.
    """
    chromium = find_chromium()
    if chromium is None:
        return False
    subprocess.run(
        [
            chromium,
            *SWITCHES,
            "--headless",
            "--hide-scrollbars",
            "--virtual-time-budget=10000",
            f"--window-size={size[0]},{size[1]}",
            f"--screenshot={picture.resolve()}",
            page.resolve().as_uri(),
        ],
        check=False,
        capture_output=True,
        timeout=_PATIENCE,
    )
    return picture.exists()


def check_size(most: int, least: int) -> None:
    """Refuse a size that is too small for what the result of a study speaks of.

    Raises
    ------
    InvalidInput
        If it is smaller.

    Examples
    --------
    >>> check_size(10, 20)
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the largest size must be at least 20, of which the result \
speaks, not 10
    """
    if most < least:
        from oddsapp import InvalidInput

        raise InvalidInput(
            f"the largest size must be at least {least}, of which the result speaks, not {most}"
        )


def section(docstring: str | None, name: str) -> str:
    r"""Return one section of a study's docstring as one line, without its heading.

    Examples
    --------
    >>> section("Title.\n\nQuestion. Who\nwins?\n\nMethod. Counting.", "Question")
    'Who wins?'
    """
    for paragraph in inspect.cleandoc(docstring or "").split("\n\n"):
        words = paragraph.split()
        if words and words[0] == f"{name}.":
            return " ".join(words[1:])
    return ""


def run(
    study: Callable[..., Study],
    docstring: str | None,
    arguments: Sequence[str] | None = None,
    **options: str,
) -> int:
    """Read the command line, make the study, print its result; return the exit code.

    Parameters
    ----------
    study : callable
        Whose defaults are those of the options.
    docstring : str
        Of the module, for the help.
    arguments : sequence of str, optional
        Of the command line if not given.
    **options : str
        Parameters of the study that are whole numbers or text, each with its help.
    """
    parser = argparse.ArgumentParser(
        description=docstring, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write tables and figures there")
    defaults = inspect.signature(study).parameters
    for name, text in options.items():
        flag, default = f"--{name.replace('_', '-')}", defaults[name].default
        kind = type(default)
        usual = f" ({default})" if default != "" else ""
        parser.add_argument(flag, type=kind, default=default, help=f"{text}{usual}")
    given = vars(parser.parse_args(arguments))
    folder = given.pop("out")
    from oddsapp import OddsappError

    if folder is not None:  # a study may take a while: what cannot be written is said before
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            print(f"Error: {folder} cannot be a folder ({error.strerror})", file=sys.stderr)
            return 2
    try:
        found = study(**given)
    except OddsappError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    print(textwrap.fill(found.result, _WIDTH))
    if folder is not None:
        for file in found.write(folder, Path(inspect.getfile(study)).stem):
            print(file)
    return 0
