"""The harness's side of the keeper: start codecs through the program `guard.py` and receive their pipes."""

import contextlib
import errno
import marshal
import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from goldenwire.display.text import quoted
from goldenwire.errors import UserError
from goldenwire.protocol import Fault
from goldenwire.subject.guard import BUSY, SIZE, SWEEP

PATIENCE = 10.0  # seconds that a guard may take to answer; it does nothing slow
PROGRAM = "import sys; sys.path.append(sys.argv[1]); import guard; guard.keep(int(sys.argv[2]))"

REFUSALS: dict[int, Fault] = {
    errno.ENOENT: "not-found", errno.EACCES: "not-executable", errno.ENOEXEC: "not-a-program"
}  # fmt: skip

# A kind of limit (resource.RLIMIT_*), its soft and its hard value.
Rlimit = tuple[int, int, int]


class CannotRun(UserError):  # noqa: N818 - named for what it means, not as an error
    """The codec cannot be tested at all. The text is a message for users; `stderr` is the end of the codec's log.

    `fault` is a common mistake, if it is one.
    """

    def __init__(self, sentence: str, stderr: str = "", fault: Fault | None = None) -> None:
        super().__init__(sentence, stderr)
        self.sentence, self.stderr = sentence, stderr
        self.fault: Fault | None = fault

    def sentences(self) -> Sequence[str]:
        return [self.sentence, "    It logged:", *quoted(self.stderr)] if self.stderr else [self.sentence]


class Started(NamedTuple):
    """A process: its pipes, and the socket on which its guard reports how it ended."""

    pid: int
    stdin: int
    stdout: int
    stderr: int
    guard: socket.socket


class Keeper:
    """Start processes that end with the keeper. It is started on first use, and again if a codec has killed it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def prepare(self) -> None:
        """Start the program that starts processes, without waiting the 10 ms or so until it is ready."""
        if self._control is None:
            self._start_keeper()

    def start(
        self,
        words: Sequence[str],
        limits: Sequence[Rlimit],
        processes: int,
        environment: dict[str, str] | None = None,
    ) -> Started:
        """Start a process, and end it if it exceeds this number of processes (0: no limit). Raises CannotRun.

        Without `environment` it inherits that of the harness.
        """
        job = marshal.dumps((list(words), list(limits), processes, environment))
        if any("\0" in word for word in words):
            raise CannotRun(f"{shlex.join(words)!r} cannot be started: it has a NUL in it")
        for _ in range(2):
            started = self._try_to_start(list(words), job)
            if started:
                return started
            self.close()  # another process killed the keeper
        raise CannotRun(f"`{shlex.join(words)}` cannot be started: the program that starts codecs was killed")

    def _try_to_start(self, words: list[str], job: bytes) -> Started | None:
        """Return the started process, or None if the keeper does not answer. Raises CannotRun."""
        control = self._control or self._start_keeper()
        guard, theirs = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]  # each with a read end and a write end
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        others = [pipes[0][0], pipes[1][1], pipes[2][1]]
        answer: list[bytes] = []
        try:
            guard.settimeout(PATIENCE)
            socket.send_fds(control, [BUSY], [theirs.fileno(), *others])
            theirs.close()
            guard.sendall(len(job).to_bytes(8, "little") + job)
            answer = read_guard(guard)
        except OSError:
            pass
        finally:
            theirs.close()
            for fd in others if answer[:1] == [b"started"] else ours + others:
                os.close(fd)
        match answer:
            case [b"started", number]:
                guard.setblocking(False)
                return Started(int(number), ours[0], ours[1], ours[2], guard)
            case [b"cannot", number]:
                guard.close()
                raise _explain_refusal(words, int(number))
        guard.close()
        return None

    def _start_keeper(self) -> socket.socket:
        control, theirs = socket.socketpair()
        self._control = control  # before the process, which ends when this is closed
        with theirs:
            number = theirs.fileno()
            words = [sys.executable, "-I", "-S", "-c", PROGRAM, str(Path(__file__).parent), str(number)]
            nothing = subprocess.DEVNULL
            self._process = subprocess.Popen(
                words, stdin=nothing, stdout=nothing, stderr=nothing, pass_fds=[number], start_new_session=True
            )
        return control

    def sweep(self) -> None:
        """End the processes left behind by a guard that was killed."""
        if self._control:
            with contextlib.suppress(OSError):
                self._control.sendall(SWEEP)

    def close(self) -> None:
        """End all remaining processes. Can be called repeatedly."""
        if self._control:
            self._control.close()
            self._control = None
        if self._process:
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def read_guard(guard: socket.socket) -> list[bytes]:
    """Return the words of a guard's message; empty if it is gone. Raises BlockingIOError if there is no message yet."""
    return guard.recv(SIZE, socket.MSG_WAITALL).split()


def _explain_refusal(words: list[str], number: int) -> CannotRun:
    if words[0] and Path(words[0]).is_dir():
        return CannotRun(f"`{shlex.join(words)}` cannot be started: it is a folder, not a program", fault="a-folder")
    fault = REFUSALS.get(number)
    if fault == "not-found":
        word = words[0] or shlex.quote("")
        return CannotRun(f"`{word}` cannot be started: there is no such command, or no such interpreter", fault=fault)
    return CannotRun(f"`{shlex.join(words)}` cannot be started: {os.strerror(number)}", fault=fault)
