"""Builds with make: they end with the process that started them, also when it is killed."""

import os
import select
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple

from goldenwire.subject.keeper import Keeper, Started, read_guard

SECONDS = 600.0  # that a build may take
# Variables of a make that runs goldenwire; a make below it would take them for its own.
OUTER_MAKE = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
CHUNK = 1 << 16  # bytes that are read at a time


class Built(NamedTuple):
    """The result of a build: its exit status and what it wrote."""

    status: int
    stdout: str
    stderr: str


class Builder:
    """Run commands one at a time. Everything that they leave running is ended with them."""

    def __init__(self) -> None:
        self._keeper = Keeper()

    def run(self, words: Sequence[str]) -> Built:
        """Run a command to its end. Raises TimeoutError, and CannotRun if there is no such command."""
        environment = {name: value for name, value in os.environ.items() if name not in OUTER_MAKE}
        started = self._keeper.start(words, (), 0, environment)
        try:
            with started.guard:
                os.close(started.stdin)
                stdout, stderr = _output(started)
                started.guard.settimeout(SECONDS)
                ended = read_guard(started.guard)
        except BaseException:
            self.close()
            raise
        finally:
            os.close(started.stdout)
            os.close(started.stderr)
        return Built(int(ended[1]) if ended else -1, stdout, stderr)

    def close(self) -> None:
        """End the command that is under way, with all its processes."""
        self._keeper.close()


def _output(started: Started) -> list[str]:
    """Return everything that a command writes to standard output and standard error. Raises TimeoutError."""
    said = {started.stdout: bytearray(), started.stderr: bytearray()}
    until = monotonic() + SECONDS
    poll = select.poll()
    for pipe in said:
        poll.register(pipe, select.POLLIN)
    open_pipes = set(said)
    while open_pipes:
        ready = poll.poll(max(0.0, until - monotonic()) * 1000)
        if not ready:
            raise TimeoutError(f"it did not end within {SECONDS:g} s")
        for pipe, _ in ready:
            if chunk := os.read(pipe, CHUNK):
                said[pipe] += chunk
            else:
                poll.unregister(pipe)
                open_pipes.remove(pipe)
    return [text.decode(errors="replace") for text in said.values()]


_builders: set[Builder] = set()  # those of this process


@contextmanager
def builder() -> Iterator[Builder]:
    """Return a context with a builder."""
    made = Builder()
    _builders.add(made)
    try:
        yield made
    finally:
        _builders.discard(made)
        made.close()


def end_builds() -> None:
    """End the builds of this process."""
    for one in _builders:
        one.close()
