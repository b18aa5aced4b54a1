"""What every test shares: how the run is spread, and how Hypothesis looks for examples."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

# No deadline: the first call of a cached solver is slower than the next ones. In CI the
# same examples are tried every time, so that a run can be repeated; elsewhere new ones are.
settings.register_profile("oddsapp", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("oddsapp")

# A run begun in the background of a script ignores Ctrl-C, and so would every process of it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
LONGEST = TESTS / "test_quality.py"


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use up to four processes for the whole suite, none for a few tests named by hand.

    Starting workers takes longer than most single files run.
    """
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return min(4, os.cpu_count() or 1) if whole else 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with what takes long, end with doctests: nobody waits for one worker at the end."""
    items.sort(key=lambda item: (item.path != LONGEST, not item.path.is_relative_to(TESTS)))


class _ByFile(LoadGroupScheduling):  # type: ignore[misc]
    """Gives a worker a file at a time, or a group: what its tests share is made once.

    One cluster, one wheel, one game of each kind: files need no group for that. A group is for
    what several files share.
    """

    def _split_scope(self, nodeid: str) -> str:
        group: str = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> _ByFile | None:
    """Spread the tests by file, unless another way is asked for."""
    return _ByFile(config, log) if config.getoption("dist") == "loadgroup" else None


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a huge text by its parameter: an id goes through every report of every worker."""
    return argname if isinstance(val, str | bytes) and len(val) > 1000 else None


@pytest.fixture(autouse=True)
def digits_as_before() -> Iterator[None]:
    """Give back what the command line takes off: Python's limit to the digits of a number."""
    digits = sys.get_int_max_str_digits()
    yield
    sys.set_int_max_str_digits(digits)
