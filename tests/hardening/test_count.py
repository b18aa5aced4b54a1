"""How many damaged inputs a run of the whole suite reads: 100,000 and more."""

from importlib import import_module
from pathlib import Path

KINDS = (
    "addresses",
    "command_lines",
    "json_files",
    "lines",
    "map_files",
    "share_strings",
    "tables",
)


def test_the_suite_reads_a_hundred_thousand_damaged_inputs() -> None:
    counts = {kind: import_module(f"tests.hardening.test_{kind}").INPUTS for kind in KINDS}
    assert sum(counts.values()) >= 100_000, counts
    here = {path.stem for path in Path(__file__).parent.glob("test_*.py")}
    assert {f"test_{kind}" for kind in KINDS} <= here
