"""One codec process: its pipes, its process group, its limits, and how it came to its end.

What it started ends with it: see guard.py.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from goldenwire import system
from goldenwire.protocol import excerpt
from goldenwire.subject.guard import LAST
from goldenwire.subject.keeper import CannotRun, Keeper, read_guard
from goldenwire.subject.limits import Limits

LONG = 1 << 20  # octets of a line that is not copied
READ = 1 << 18  # octets asked of a pipe at a time
PIPE = 1 << 20  # the pipe size asked of the kernel, which may grant less
TAIL = 1 << 12  # octets of stderr that are kept


SANDBOX = (sys.executable, "-I", "-S", str(Path(__file__).with_name("sandbox.py")))


def argv(command: Sequence[str], sandbox: bool = False) -> list[str]:
    """The words to execute: `python:module:object` becomes a Python process that serves the object."""
    if not command:
        raise CannotRun("no command was given")
    words = list(command)
    if words[0].startswith("python:"):
        words[:1] = system.python_module("goldenwire.protocol.python_child", words[0].removeprefix("python:"))
    return [*SANDBOX, *words] if sandbox else words


def no_sandbox() -> str:
    """Why there can be no sandbox here; empty where there can."""
    if not system.LINUX:
        return "it is made of namespaces of the Linux kernel, and this is another system"
    tried = subprocess.run(SANDBOX, capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"the system does not allow it: {tried.stderr.strip()}"


class Child:
    """A started process whose pipes never block the harness. Raises CannotRun where the command does not start."""

    def __init__(self, keeper: Keeper, words: list[str], limits: Limits) -> None:
        self._keeper = keeper
        self._process = started = keeper.start(words, limits.rlimits(), limits.process_limit(), limits.environment())
        self.stdin, self.stdout, self.stderr = started.stdin, started.stdout, started.stderr
        self.gone = started.guard.fileno()  # readable when it has ended
        self.process_count = 0  # how many processes it was, where they were too many
        self.seconds = 0.0  # of processor time that it had used at its end
        self.unsent = memoryview(b"")
        self.partial = 0  # octets of the line that has not ended yet
        self._status: int | None = None
        self._piece = bytearray()  # of the line that has not ended yet
        self._tail = b""
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        for pipe in (self.stdin, self.stdout):
            system.widen(pipe, PIPE)

    # Input

    def send(self, data: bytes) -> None:
        """Write what the pipe takes now; the rest waits in `unsent`, which must be empty before. BrokenPipeError."""
        self.unsent = memoryview(data)
        self.flush()

    def flush(self) -> None:
        """Write more of `unsent`. Raises BrokenPipeError where the child has closed its input."""
        with contextlib.suppress(BlockingIOError):
            while self.unsent:
                self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]

    def close_input(self) -> None:
        """Tell the child that there is no more to come."""
        self._shut("stdin")

    # Output

    def read(self) -> bytes | None:
        """At most READ octets of what the child wrote; empty at the end of its output, None where nothing is there."""
        try:
            return os.read(self.stdout, READ)
        except BlockingIOError:
            return None

    def remains(self) -> Iterator[bytes]:
        """What is left in the pipe of a dead child; no more than a pipe holds, as a stranger may still be writing."""
        for _ in range(PIPE // READ + 1):
            chunk = self.read()
            if not chunk:
                return
            yield chunk

    def lines(self, chunk: bytes) -> list[bytes]:
        """The lines that `chunk` completes, without their line feeds; what follows the last of them is kept.

        A long one is a bytearray, which serves as bytes do, so that it is not there twice.
        """
        if b"\n" not in chunk:
            self._piece += chunk
            self.partial += len(chunk)
            return []
        lines = chunk.split(b"\n")
        if self.partial:
            self._piece += lines[0]
            lines[0] = cast("bytes", self._piece) if self.partial > LONG else bytes(self._piece)
        rest = lines.pop()
        self._piece, self.partial = bytearray(rest), len(rest)
        return lines

    def fragment(self) -> str:
        """The line that has not ended yet, for people; empty if there is none."""
        return excerpt(bytes(self._piece[:READ]), self.partial) if self.partial else ""

    def read_stderr(self) -> bool:
        """Take some of what is on stderr, keeping the tail; False where nothing more can come."""
        try:
            heard = os.read(self.stderr, READ)
        except BlockingIOError:
            return True
        self._tail = (self._tail + heard)[-TAIL:]
        return bool(heard)

    def stderr_tail(self) -> str:
        """The tail of stderr; also after `close`."""
        for _ in range(0 if self.stderr < 0 else 2):  # what a 64 KiB pipe holds, and its end
            if not self.read_stderr():
                break
        return self._tail.decode(errors="replace").strip()

    # The end

    def exited(self) -> bool:
        """Whether the process has ended, and with it whatever it started."""
        if self._status is None:
            with contextlib.suppress(BlockingIOError):
                self._take(read_guard(self._process.guard))
        return self._status is not None

    def _take(self, words: list[bytes]) -> None:
        """Note what the guard says of the end."""
        match words:
            case [b"ended", status, process_count, seconds]:
                self._status, self.process_count, self.seconds = int(status), int(process_count), float(seconds)
            case _:  # the guard was killed, and the process with it
                self._status = -signal.SIGKILL
                self._keeper.sweep()

    def kill(self) -> int:
        """End the process and all it started; the exit status, negative for a signal. Output can still be read."""
        guard = self._process.guard
        if self._status is None:
            guard.settimeout(LAST + 1)
            try:
                guard.shutdown(socket.SHUT_WR)
                self._take(read_guard(guard))
            except OSError:
                self._take([])
        return self._status or 0

    def close(self) -> None:
        """Kill, and let go of the pipes. May be called again."""
        self.kill()
        self.stderr_tail()
        for pipe in ("stdin", "stdout", "stderr"):
            self._shut(pipe)
        self._process.guard.close()
        self.gone = -1

    def _shut(self, pipe: str) -> None:
        if getattr(self, pipe) >= 0:
            os.close(getattr(self, pipe))
            setattr(self, pipe, -1)  # the number goes to another


def describe_exit(status: int) -> tuple[str, str]:
    """How a process ended, as a stable word and for people: `exit 3`, `it exited with status 3`."""
    if status >= 0:
        return f"exit {status}", f"it exited with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:  # real-time signals have no names
        name = f"signal {-status}"
    return name, f"it was killed by {name} ({signal.strsignal(-status)})"
