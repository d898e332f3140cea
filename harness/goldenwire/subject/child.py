"""One codec process: its pipes, its process group, its limits, and how it came to its end.

The child leads a session of its own, so that one signal reaches everything it started; only a descendant that opens
another session (setsid) is out of reach.
"""

import contextlib
import fcntl
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

from msgspec import Struct

from goldenwire.errors import UserError
from goldenwire.protocol import excerpt

MIB = 1 << 20
READ = 1 << 18  # octets asked of a pipe at a time
PIPE = 1 << 20  # the pipe size asked of the kernel, which may grant less
TAIL = 1 << 12  # octets of stderr that are kept

# What runtimes say when an allocation fails; looked for in the last words of a child that died or garbled.
NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|OutOfMemory|[Oo]ut of memory|Out_of_memory|heap exhausted"
    r"|[Rr]eserve enough space|[Cc]annot allocate memory|Unable to allocate|memory allocation of \d+ bytes failed"
)


class Limits(Struct, frozen=True, kw_only=True):
    """What a codec may use.

    `timeout`: seconds for a case; `startup`: seconds to answer hello; `memory_mib`: MiB of address space of each
    process (0: no limit); `output_mib`: MiB of one line of output, on top of 16 times the request; `window`:
    requests in flight per process; `jobs`: processes.
    """

    timeout: float = 5.0
    startup: float = 10.0
    memory_mib: int = 1024
    output_mib: int = 64
    window: int = 64
    jobs: int = 1


class CannotRun(UserError):  # noqa: N818 - what it is, not that it is an error
    """The codec cannot be tested at all. The text is for people; `stderr` is the end of what the codec logged."""

    def __init__(self, sentence: str, stderr: str = "") -> None:
        super().__init__(sentence, stderr)
        self.sentence, self.stderr = sentence, stderr

    def __str__(self) -> str:
        return "\n    ".join((self.sentence, "It logged:", *self.stderr.splitlines())) if self.stderr else self.sentence


def argv(command: Sequence[str]) -> list[str]:
    """The words to execute: `python:module:object` becomes a Python process that serves the object."""
    if not command:
        raise CannotRun("no command was given")
    first, *rest = command
    if first.startswith("python:"):
        return [sys.executable, "-m", "goldenwire.protocol.python_child", first.removeprefix("python:"), *rest]
    return [first, *rest]


class Child:
    """A started process whose pipes never block the harness. Raises CannotRun where the command does not start."""

    def __init__(self, words: list[str], memory_mib: int) -> None:
        self._process = process = _spawn(words)
        self._pipes = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self._pipes)
        self.pidfd = -1
        self.unsent = memoryview(b"")
        self.partial = 0  # octets of the line that has not ended yet
        self._pieces: list[bytes] = []
        self._tail = b""
        try:
            self._prepare(memory_mib)
        except BaseException:
            self.close()
            raise

    def _prepare(self, memory_mib: int) -> None:
        _limit(self._process.pid, memory_mib)
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError, AttributeError):  # the user's share of pipe memory is spent; not Linux
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)
        if hasattr(os, "pidfd_open"):
            self.pidfd = os.pidfd_open(self._process.pid)

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
        self._pipes[0].close()
        self.stdin = -1  # the number goes to another

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
        """The lines that `chunk` completes, without their line feeds; what follows the last of them is kept."""
        if b"\n" not in chunk:
            self._pieces.append(chunk)
            self.partial += len(chunk)
            return []
        lines = chunk.split(b"\n")
        if self._pieces:
            lines[0] = b"".join((*self._pieces, lines[0]))
        rest = lines.pop()
        self._pieces, self.partial = [rest] if rest else [], len(rest)
        return lines

    def fragment(self) -> str:
        """The line that has not ended yet, for people; empty if there is none."""
        return excerpt(self._pieces[0], self.partial) if self.partial else ""

    def listen(self) -> bool:
        """Take some of what is on stderr, keeping the tail; False where nothing more can come."""
        try:
            heard = os.read(self.stderr, READ)
        except BlockingIOError:
            return True
        self._tail = (self._tail + heard)[-TAIL:]
        return bool(heard)

    def last_words(self) -> str:
        """The tail of stderr; also after `close`."""
        for _ in range(0 if self._pipes[2].closed else 2):  # what a 64 KiB pipe holds, and its end
            if not self.listen():
                break
        return self._tail.decode(errors="replace").strip()

    # The end

    def exited(self) -> bool:
        """Whether the process has ended. It is not reaped, so that its group keeps its number until it is killed."""
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._process.poll() is not None
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def kill(self) -> int:
        """End the process and its whole group; the exit status, negative for a signal. Output can still be read."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        return self._process.wait()

    def close(self) -> None:
        """Kill, and let go of the pipes. May be called again."""
        self.kill()
        self.last_words()
        for pipe in self._pipes:
            pipe.close()
        if self.pidfd >= 0:
            os.close(self.pidfd)
        self.stdin = self.stdout = self.stderr = self.pidfd = -1  # the numbers go to others


def fate(status: int) -> tuple[str, str]:
    """How a process ended, as a stable word and for people: `exit 3`, `it exited with status 3`."""
    if status >= 0:
        return f"exit {status}", f"it exited with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:  # real-time signals have no names
        name = f"signal {-status}"
    return name, f"it was killed by {name} ({signal.strsignal(-status)})"


def _spawn(words: list[str]) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except FileNotFoundError:
        raise CannotRun(f"`{words[0]}` cannot be started: there is no such command (or its interpreter)") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CannotRun(f"`{shlex.join(words)}` cannot be started: {reason}") from None


def _limit(pid: int, memory_mib: int) -> None:
    """Limit the address space, and leave no core files. The process may be gone already."""
    if not hasattr(resource, "prlimit"):  # Linux only
        return
    with contextlib.suppress(ProcessLookupError, PermissionError, ValueError):
        hard = resource.prlimit(pid, resource.RLIMIT_CORE)[1]
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, hard))
        if memory_mib:
            resource.prlimit(pid, resource.RLIMIT_AS, (memory_mib * MIB, memory_mib * MIB))
