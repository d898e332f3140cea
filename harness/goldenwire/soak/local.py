"""Rounds on this machine: worker processes, each with a thread that feeds it.

A worker that dies loses nothing: its round is given to its replacement.
"""

import contextlib
import subprocess
from queue import Empty, SimpleQueue
from tempfile import TemporaryFile
from threading import Thread, local
from typing import IO

import msgspec

from goldenwire.errors import UserError
from goldenwire.soak.rounds import Greeting, Job, RoundOutcome, greet
from goldenwire.system import python_module

TRIES = 4  # deaths of workers over one round before it is given up
GRACE = 5.0  # seconds that a terminated worker may take to end its codec


class Workers:
    """A number of workers on this machine. A context manager; leaving it ends them."""

    def __init__(self, jobs: int) -> None:
        self.lost = 0  # workers that died
        self._jobs: SimpleQueue[bytes | None] = SimpleQueue()
        self._outcomes: SimpleQueue[RoundOutcome | UserError] = SimpleQueue()
        self._lanes = [_Lane(self._jobs, self._outcomes) for _ in range(jobs)]

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        for lane in self._lanes:
            lane.leave()
            self._jobs.put(None)
        for lane in self._lanes:
            lane.close()

    @property
    def count(self) -> int:
        """Return the number of workers."""
        return len(self._lanes)

    @property
    def capacity(self) -> int:
        """Return the maximum number of rounds under way."""
        return len(self._lanes)

    def greet(self, command: tuple[str, ...], timeout: float, memory: int, one_shot: bool) -> Greeting:
        """Return the codec's hello, or the reason why there is none."""
        return msgspec.json.decode(greet(command, timeout, memory, one_shot), type=Greeting)

    def submit(self, job: Job) -> None:
        """Submit a round."""
        self._jobs.put(msgspec.json.encode(job) + b"\n")

    def take(self, seconds: float) -> RoundOutcome | None:
        """Return a finished round, or None if none finishes in time. Raises UserError if a round cannot be played."""
        try:
            outcome = self._outcomes.get(timeout=seconds)
        except Empty:
            return None
        finally:
            self.lost = sum(lane.lost for lane in self._lanes)
        if isinstance(outcome, UserError):
            raise outcome
        return outcome


class _Lane:
    """A sequence of workers, one at a time, and the thread that feeds them."""

    def __init__(self, jobs: "SimpleQueue[bytes | None]", outcomes: "SimpleQueue[RoundOutcome | UserError]") -> None:
        self.lost = 0
        self._jobs, self._outcomes = jobs, outcomes
        self._leaving = False
        self._worker: Worker | None = None
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def leave(self) -> None:
        """Start no more workers, and end the current one."""
        self._leaving = True
        if self._worker:
            self._worker.end()

    def close(self) -> None:
        """Wait until the thread and its worker have ended."""
        self._thread.join(GRACE)
        if self._worker:
            self._worker.close()

    def _serve(self) -> None:
        for job in iter(self._jobs.get, None):
            played = self._played(job)
            if played is not None:
                self._outcomes.put(played)

    def _played(self, job: bytes) -> RoundOutcome | UserError | None:
        """Return the outcome of a job, or None if the workers are shutting down."""
        said = ""
        for _ in range(TRIES):
            if self._worker is None:
                self._worker = Worker()
            if self._leaving:  # checked after the assignment, so that `leave` sees the worker
                self._worker.end()
                return None
            answer = self._worker.play(job)
            if answer:
                return msgspec.json.decode(answer, type=RoundOutcome)
            said = self._worker.close()
            self._worker = None
            self.lost += not self._leaving
        number = msgspec.json.decode(job, type=Job).round.number
        return UserError(f"round {number} ended its worker {TRIES} times{': ' if said else ''}{said}")


_mine = local()


def play_apart(job: bytes) -> bytes:
    """Play a Job given in JSON in a process that belongs to this thread; return its Outcome in JSON.

    This keeps Hypothesis, which is sensitive to other threads' use of `random`, alone in its process. Raises
    RuntimeError if the process dies.
    """
    worker: Worker | None = getattr(_mine, "worker", None)
    if worker is None:
        worker = _mine.worker = Worker()
    answer = worker.play(job + b"\n")
    if not answer:
        _mine.worker = None
        raise RuntimeError(f"its process ended; {worker.close()}")
    return answer


class Worker:
    """A worker process, in a session of its own so that it does not receive interrupts from the terminal."""

    def __init__(self) -> None:
        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed with the worker
        self._process = subprocess.Popen(
            python_module("goldenwire.soak.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )

    def play(self, job: bytes) -> bytes:
        """Return the outcome in JSON; empty if the worker dies."""
        process = self._process
        if process.stdin is None or process.stdout is None:
            return b""
        try:
            process.stdin.write(job)
            process.stdin.flush()
            answer = process.stdout.readline()
        except (BrokenPipeError, ValueError):  # it died, or was closed in the meantime
            return b""
        return answer if answer.endswith(b"\n") else b""

    def end(self) -> None:
        """Ask the worker to end."""
        self._process.terminate()

    def close(self) -> str:
        """Wait until it has ended; return the last line of its log."""
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        self._errors.close()
        return lines[-1] if lines else ""
