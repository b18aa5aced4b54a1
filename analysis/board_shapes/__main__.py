"""Write the shapes of both boards: ``python -m analysis.board_shapes countries-110m.json``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from analysis.board_shapes.countries import read_countries
from analysis.board_shapes.drawing import drawing
from analysis.board_shapes.territories import classic_territories, risk2_territories
from oddsapp.boards import find_board

TARGET = Path(__file__).resolve().parents[2] / "oddsapp" / "ui" / "data"


@click.command()
@click.argument("countries", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--into", type=click.Path(path_type=Path), default=TARGET, show_default="the package")
def main(countries: Path, into: Path) -> None:
    """Draw the boards from COUNTRIES, countries-110m.json of the npm package world-atlas 2.0.2."""
    found = read_countries(countries)
    made = {
        "classic": (classic_territories(found), find_board("classic")),
        "risk2": (risk2_territories(found), find_board("risk2_97_links")),
    }
    for name, (shapes, extra) in made.items():
        text = json.dumps(
            drawing(find_board(name), shapes, extra), separators=(",", ":"), ensure_ascii=False
        )
        file = into / f"shapes_{name}.json"
        # A line for each territory and each lane: changes can be read.
        file.write_text(text.replace('},"', '},\n"').replace("]],[", "]],\n[") + "\n", "utf-8")
        print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
