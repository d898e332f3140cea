"""Rounds on a Dask cluster: pure tasks, which the scheduler reassigns when it loses a worker.

Each thread of a Dask worker plays one round at a time, in a separate process. The workers need the codec's command and
the same version of goldenwire.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Self
from uuid import uuid4

import msgspec

from goldenwire.errors import UserError
from goldenwire.soak.local import play_apart
from goldenwire.soak.rounds import Greeting, Job, RoundOutcome, greet, packages

CONNECT = 10.0  # seconds to reach the scheduler
WORKERS = 30.0  # seconds to wait for a first worker
RESULT = 30.0  # seconds to fetch a result; after that it was lost with its worker and is computed again
LOOK = 2.0  # seconds between refreshes of the list of workers
AHEAD = 2  # rounds in flight for each thread of the workers
RETRIES = 2  # retries of a task that raises
TRIES = 3  # submissions of a round that the scheduler gave up after losing several workers over it


class _GivenUp(Exception):  # noqa: N818 - named for what the scheduler did with a task
    pass


@dataclass(eq=False)
class _Given:
    """A submitted round: the number of submissions so far, and the future of the last one."""

    job: Job
    tries: int = 0
    future: Any = None


class Cluster:
    """The workers of a scheduler. A context manager; leaving it cancels the rounds not played yet.

    Raises UserError if Dask is not installed, the scheduler cannot be reached, or the workers are unsuitable.
    """

    def __init__(self, address: str) -> None:
        self.lost = 0  # workers that have gone
        self._address = address
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self._run = uuid4().hex[:12]
        self._given: set[_Given] = set()
        self._names = count(1)
        self._done: SimpleQueue[_Given] = SimpleQueue()
        self._client: Any = None

    def __enter__(self) -> Self:
        self._client = _connected(self._address)
        try:
            self._wait_for_workers()
            self._check_packages()
        except BaseException:
            self._client.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, TimeoutError):
            self._client.cancel([given.future for given in self._given], force=True)
        self._client.close()

    # Workers

    @property
    def count(self) -> int:
        """Return the number of workers."""
        self._look()
        return len(self._threads)

    @property
    def capacity(self) -> int:
        """Return the maximum number of rounds under way."""
        self._look()
        return AHEAD * sum(self._threads.values())

    def _look(self) -> None:
        if monotonic() - self._looked < LOOK and self._threads:
            return
        try:
            threads = self._client.nthreads()
        except (OSError, TimeoutError) as error:
            raise UserError(self._gone()) from error
        self.lost += len(self._threads.keys() - threads.keys())
        self._threads, self._looked = dict(threads), monotonic()

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=WORKERS)
        except TimeoutError:
            raise UserError(f"--scheduler {self._address}: no worker has come to it in {WORKERS:g} s") from None

    def _check_packages(self) -> None:
        """Check that the workers have the required packages, in the same version. Raises UserError."""
        for package, ours in packages().items():
            for worker, theirs in self._client.run(version, package, on_error="return").items():
                if not isinstance(theirs, str):
                    raise UserError(f"--scheduler {self._address}: the worker {worker} has no {package} installed")
                if theirs != ours:
                    raise UserError(
                        f"--scheduler {self._address}: the worker {worker} has {package} {theirs}, and here is {ours}"
                    )

    # Rounds

    def greet(self, command: tuple[str, ...], timeout: float, memory: int, one_shot: bool) -> Greeting:
        """Return the codec's hello from a worker, or the reason why there is none."""
        future = self._client.submit(greet, command, timeout, memory, one_shot, pure=False)
        return msgspec.json.decode(self._result(future), type=Greeting)

    def submit(self, job: Job) -> None:
        """Submit a round."""
        self._submit(_Given(job))

    def _submit(self, given: "_Given") -> None:
        given.tries += 1
        name = f"goldenwire-{self._run}-{next(self._names)}"
        given.future = self._client.submit(play_apart, msgspec.json.encode(given.job), key=name, retries=RETRIES)
        self._given.add(given)
        self._expect(given)

    def _expect(self, given: "_Given") -> None:
        given.future.add_done_callback(lambda _: self._done.put(given))

    def take(self, seconds: float) -> RoundOutcome | None:
        """Return a finished round, or None if none finishes in time. Raises UserError if a round cannot be played."""
        try:
            given = self._done.get(timeout=seconds)
        except Empty:
            return None
        try:
            answer = self._result(given.future, RESULT)
        except _GivenUp:
            self._submit_again(given)
            return None
        except TimeoutError:
            self._expect(given)
            return None
        self._given.discard(given)
        return msgspec.json.decode(answer, type=RoundOutcome)

    def _submit_again(self, given: "_Given") -> None:
        if given.tries >= TRIES:
            number = given.job.round.number
            raise UserError(f"round {number} was given up {TRIES} times, as workers were lost over it each time")
        self._submit(given)

    def _result(self, future: Any, seconds: float | None = None) -> bytes:
        """Return the result of a task.

        Raises _GivenUp if the scheduler lost several workers over it, TimeoutError if the worker that holds it is gone,
        and UserError if the task or the scheduler failed.
        """
        from distributed import CancelledError, KilledWorker

        try:
            error = future.exception(timeout=seconds)
            if error is None:
                result: bytes = future.result(timeout=seconds)
                return result
        except CancelledError as cancelled:
            error = cancelled
        if isinstance(error, KilledWorker):
            raise _GivenUp from None
        if isinstance(error, CancelledError):
            raise UserError(self._gone()) from None
        raise UserError(f"a worker could not play a round: {type(error).__name__}: {error}") from None

    def _gone(self) -> str:
        return f"--scheduler {self._address}: the connection was lost; run it again to go on with what is found so far"


def _connected(address: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise UserError("--scheduler needs Dask: pip install distributed") from None
    _silence()
    connect: Any = Client
    try:
        resolve_address(address)  # a client given an invalid address never returns
        return connect(address, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError):
        raise UserError(f"--scheduler {address}: no scheduler answers there") from None
    except ValueError as error:
        raise UserError(f"--scheduler {address}: not an address: {error}") from None


def _silence() -> None:
    """Silence Dask's logs, whose errors become messages here; its loggers have levels of their own."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
