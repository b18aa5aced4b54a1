"""The workers of a Dask cluster as a place for batches; Dask is imported when one is entered."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any

from oddsapp._version import __version__
from oddsapp.errors import InvalidInput
from oddsapp.whatif.parallel.executors import Workers

_SECONDS_TO_CONNECT = 10
_SECONDS_FOR_A_WORKER = 60
_SECONDS_BETWEEN_COUNTS = 1


class _Lost(Exception):  # what happened, not what is wrong with the work
    """A batch was lost on its way, with a worker or the scheduler."""


class _ClusterExecutor(Executor):
    """A Dask client with the interface of `concurrent.futures`.

    Dask has one of its own, but a batch that is lost while its result is fetched never comes
    back there.

    The work is sent as bytes, which only the task itself reads: a worker that cannot import
    what is in a message closes its connection and does not come back; a task that cannot
    fails as any other.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._packed: tuple[object, bytes] | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        from cloudpickle import dumps

        if self._packed is None or self._packed[0] is not fn:
            self._packed = fn, dumps(fn)
        try:
            # Pure functions of the same arguments would be taken for one task.
            task = self._client.submit(_call_packed, self._packed[1], *args, **kwargs, pure=False)
        except Exception as error:
            if self._client.status == "running":
                raise
            raise _Lost from error
        future: Future[Any] = Future()
        # It also keeps the task: Dask forgets what nobody refers to.
        future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)
        task.add_done_callback(lambda _: self._pass_on(task, future))
        return future

    def _pass_on(self, task: Any, future: Future[Any]) -> None:
        """Give the future what has become of the task."""
        if not future.set_running_or_notify_cancel():
            return
        from distributed import CancelledError
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        try:
            future.set_result(task.result())
        except (KilledWorker, CommClosedError, CancelledError):
            future.set_exception(_Lost())
        except BaseException as error:  # of the work, if there is a cluster to do it
            is_up = self._client.status == "running"
            future.set_exception(error if is_up else _Lost())


def _call_packed(packed: bytes, *args: Any) -> Any:
    import pickle

    return pickle.loads(packed)(*args)


class Cluster(Workers):
    """The workers of a Dask cluster that runs already.

    Parameters
    ----------
    address : str
        Of its scheduler, ``tcp://host:8786``. Its workers need oddsapp, too.

    Raises
    ------
    InvalidInput
        When it is entered: if Dask is not installed here, or no scheduler or no worker answers,
        or a worker has another version of oddsapp.

    Examples
    --------
    >>> Cluster("localhost")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: a cluster has an address such as tcp://host:8786, not 'localhost'
    """

    lost = (_Lost,)

    def __init__(self, address: str) -> None:
        if "://" not in address:
            raise InvalidInput(
                f"a cluster has an address such as tcp://host:8786, not {address[:60]!r}"
            )
        self.address = address
        self._client: Any = None
        self._executor: _ClusterExecutor | None = None
        self._count, self._counted_at = 1, -math.inf

    def __enter__(self) -> Cluster:
        try:
            from distributed import Client
        except ImportError:
            raise InvalidInput(
                "a cluster needs Dask, which is not installed: pip install 'oddsapp[cluster]'"
            ) from None
        try:
            self._client = Client(self.address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = str(error).partition("\n")[0][:200] or type(error).__name__
            raise InvalidInput(
                f"no Dask scheduler answers at {self.address[:60]} ({reason}); it is the address"
                " that dask scheduler says when it starts"
            ) from None
        try:
            self._check_workers()
        except BaseException:
            self._client.close()
            raise
        self._executor = _ClusterExecutor(self._client)
        return self

    def _check_workers(self) -> None:
        """Raise `InvalidInput` unless there are workers, of this version of oddsapp."""
        # Of builtins only: what a worker cannot import takes it off the cluster.
        version = "__import__('oddsapp').__version__"
        try:
            first = self._client.submit(eval, version, pure=False)
            found = {first.result(timeout=_SECONDS_FOR_A_WORKER)}
            found |= set(self._client.run(eval, version).values())
        except TimeoutError:
            raise InvalidInput(
                f"no worker of the cluster at {self.address[:60]} answers; start one:"
                f" dask worker {self.address[:60]}"
            ) from None
        except ModuleNotFoundError as error:
            raise InvalidInput(
                f"a worker of the cluster lacks oddsapp ({error}); install it there"
            ) from None
        if found != {__version__}:
            other = max(found - {__version__})
            raise InvalidInput(
                f"a worker of the cluster has oddsapp {other} and this process {__version__}; only"
                " the same version gives the same numbers"
            )

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with suppress(Exception):  # of a scheduler that is gone
            self._client.close()

    @property
    def executor(self) -> Executor:
        """The cluster, with the interface of `concurrent.futures`."""
        assert self._executor is not None, "a cluster is entered first"
        return self._executor

    @property
    def problem(self) -> str:
        """What is wrong if the scheduler is gone; Dask tries for a while to find it again."""
        if self._client.status not in ("closing", "closed"):
            return ""
        return f"the Dask scheduler at {self.address[:60]} is gone; start it again"

    @property
    def count(self) -> int:
        """How many threads the workers have in all by now; they may come and go."""
        from time import monotonic

        if monotonic() - self._counted_at > _SECONDS_BETWEEN_COUNTS:
            # A scheduler that is gone is noticed elsewhere; a client that has just lost it asks
            # None for its cores.
            with suppress(OSError, RuntimeError, AttributeError):
                self._count = max(1, sum(self._client.nthreads().values()))
            self._counted_at = monotonic()
        return self._count
