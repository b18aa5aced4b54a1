"""The advice of the benchmark, and what it prints."""

import re

import pytest

from analysis import advice_speed


def test_it_advises_and_says_how_long_that_took(capsys: pytest.CaptureFixture[str]) -> None:
    advice_speed.main(tries=1)
    printed = capsys.readouterr().out
    assert printed.startswith("1. 87.39 % (exact)\n   trade the best set\n")
    seconds = re.search(
        r"^candidates: (.*) s; with their exact ranking: (.*) s$", printed, re.MULTILINE
    )
    assert seconds is not None
    assert 0 < float(seconds[1]) < float(seconds[2])
