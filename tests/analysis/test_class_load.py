"""A small class on a real server: every change gets its number. How fast is not judged here."""

import pytest

from analysis.class_load import Load, main, measure, table


def test_three_people_get_a_number_for_every_change() -> None:
    load = measure(people=3, seconds=2)
    assert load.errors == ()
    assert len(load.waits) == len(load.finishes) == 6
    assert min(load.waits) > 0
    told = "\n".join(table(load))
    assert "median ms to the new number" in told
    assert "errors                                      0" in told


def test_limits_are_missed_by_slow_answers_errors_and_growth() -> None:
    good = Load(waits=(50.0, 60.0), finishes=(70.0, 80.0), errors=(), memory=(80.0, 81.0, 82.0))
    assert good.is_reached
    assert not Load((500.0,), (500.0,), (), good.memory).is_reached
    assert not Load(good.waits, good.finishes, ("person 0: gone",), good.memory).is_reached
    assert not Load(good.waits, good.finishes, (), (80.0, 80.0, 90.0)).is_reached
    assert not Load((), (), (), ()).is_reached


def test_it_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--people", "201"], ["--seconds", "601"], ["--people", "0"]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert "at most 200 people and 600 seconds" in capsys.readouterr().err
