"""The advice of the benchmark, and what it prints."""

import pytest

from analysis import advice_speed


def test_it_advises_and_says_how_long_that_took(capsys: pytest.CaptureFixture[str]) -> None:
    assert advice_speed.seconds_for_advice((), 1).value > 0
    advice_speed.main()
    printed = capsys.readouterr().out
    assert printed.startswith("1. 87.39 % (exact)\n   trade the best set\n")
    assert "with their exact ranking:" in printed
