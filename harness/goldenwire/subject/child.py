"""One codec process: its pipes, its process group, its limits and its exit status.

Processes that it started end with it: see guard.py.
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
from goldenwire.subject.guard import END_WITHIN
from goldenwire.subject.keeper import CannotRun, Keeper, read_guard
from goldenwire.subject.limits import Limits

LONG = 1 << 20  # octets; a longer line is not copied
READ = 1 << 18  # octets asked of a pipe at a time
PIPE = 1 << 20  # the pipe size asked of the kernel, which may grant less
TAIL = 1 << 12  # octets of stderr that are kept


SANDBOX = (sys.executable, "-I", "-S", str(Path(__file__).with_name("sandbox.py")))


def command_line(command: Sequence[str], sandbox: bool = False) -> list[str]:
    """Return the command line to execute; `python:module:object` becomes a Python process that serves the object.

    Raises CannotRun if the command is empty.
    """
    if not command:
        raise CannotRun("no command was given")
    words = list(command)
    if words[0].startswith("python:"):
        words[:1] = system.python_module("goldenwire.protocol.python_child", words[0].removeprefix("python:"))
    return [*SANDBOX, *words] if sandbox else words


def no_sandbox() -> str:
    """Return why no sandbox is available here, or an empty string if one is."""
    if not system.LINUX:
        return "it is made of namespaces of the Linux kernel, and this is another system"
    tried = subprocess.run(SANDBOX, capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"the system does not allow it: {tried.stderr.strip()}"


class Child:
    """A started process whose pipes never block the harness. Raises CannotRun if the command does not start."""

    def __init__(self, keeper: Keeper, words: list[str], limits: Limits) -> None:
        self._keeper = keeper
        self._process = started = keeper.start(words, limits.rlimits(), limits.process_limit(), limits.environment())
        self.stdin, self.stdout, self.stderr = started.stdin, started.stdout, started.stderr
        self.gone = started.guard.fileno()  # readable once the process has ended
        self.process_count = 0  # the number of its processes, if that exceeded the limit
        self.seconds = 0.0  # processor time used, known once it has ended
        self.unsent = memoryview(b"")
        self.partial = 0  # octets of the unfinished line
        self._status: int | None = None
        self._piece = bytearray()  # of the unfinished line
        self._tail = b""
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        for pipe in (self.stdin, self.stdout):
            system.widen(pipe, PIPE)

    # Input

    def send(self, data: bytes) -> None:
        """Write as much as the pipe takes; `unsent`, empty on entry, keeps the rest. Raises BrokenPipeError."""
        self.unsent = memoryview(data)
        self.flush()

    def flush(self) -> None:
        """Write more of `unsent`. Raises BrokenPipeError if the child has closed its input."""
        with contextlib.suppress(BlockingIOError):
            while self.unsent:
                self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]

    def close_input(self) -> None:
        """Signal the end of the input."""
        self._close_pipe("stdin")

    # Output

    def read(self) -> bytes | None:
        """Return up to READ octets of output: empty at the end of the output, None if there is nothing to read now."""
        try:
            return os.read(self.stdout, READ)
        except BlockingIOError:
            return None

    def read_rest(self) -> Iterator[bytes]:
        """Yield what is left in the pipe of a dead child: at most a pipeful, as another process may still write."""
        for _ in range(PIPE // READ + 1):
            chunk = self.read()
            if not chunk:
                return
            yield chunk

    def split_lines(self, chunk: bytes) -> list[bytes]:
        """Return the lines that `chunk` completes, without their line feeds; keep what follows the last of them.

        A long line is a bytearray, which serves as bytes do, so that it is not held in memory twice.
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

    def describe_fragment(self) -> str:
        """Return an excerpt of the unfinished line, for messages; empty if there is none."""
        return excerpt(bytes(self._piece[:READ]), self.partial) if self.partial else ""

    def read_stderr(self) -> bool:
        """Read from stderr and keep the tail. Return False if nothing more can come."""
        try:
            heard = os.read(self.stderr, READ)
        except BlockingIOError:
            return True
        self._tail = (self._tail + heard)[-TAIL:]
        return bool(heard)

    def stderr_tail(self) -> str:
        """Return the tail of stderr; works after `close` too."""
        for _ in range(0 if self.stderr < 0 else 2):  # the contents of a 64 KiB pipe, and its end
            if not self.read_stderr():
                break
        return self._tail.decode(errors="replace").strip()

    # The end

    def has_exited(self) -> bool:
        """Return whether the process and everything it started have ended."""
        if self._status is None:
            with contextlib.suppress(BlockingIOError):
                self._record_end(read_guard(self._process.guard))
        return self._status is not None

    def _record_end(self, words: list[bytes]) -> None:
        """Record how the process ended, as reported by the guard."""
        match words:
            case [b"ended", status, process_count, seconds]:
                self._status, self.process_count, self.seconds = int(status), int(process_count), float(seconds)
            case _:  # the guard was killed, and the process with it
                self._status = -signal.SIGKILL
                self._keeper.sweep()

    def kill(self) -> int:
        """End the process and all it started; return its exit status. Output can still be read.

        The status is negative for a signal.
        """
        guard = self._process.guard
        if self._status is None:
            guard.settimeout(END_WITHIN + 1)
            try:
                guard.shutdown(socket.SHUT_WR)
                self._record_end(read_guard(guard))
            except OSError:
                self._record_end([])
        return self._status or 0

    def close(self) -> None:
        """Kill the process and close its pipes. Can be called repeatedly."""
        self.kill()
        self.stderr_tail()
        for pipe in ("stdin", "stdout", "stderr"):
            self._close_pipe(pipe)
        self._process.guard.close()
        self.gone = -1

    def _close_pipe(self, pipe: str) -> None:
        if getattr(self, pipe) >= 0:
            os.close(getattr(self, pipe))
            setattr(self, pipe, -1)  # the kernel may reuse the number


def describe_exit(status: int) -> tuple[str, str]:
    """Describe how a process ended, as a stable identifier and as a phrase: `exit 3`, `it exited with status 3`."""
    if status >= 0:
        return f"exit {status}", f"it exited with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:  # real-time signals have no names
        name = f"signal {-status}"
    return name, f"it was killed by {name} ({signal.strsignal(-status)})"
