"""The program that starts codecs for the harness, and ensures that none of their processes outlives it.

The harness may be killed at any moment, and a codec may leave its session and its parents. So codecs are children of
another program, this one: a keeper, which forks a guard for each codec. Every orphan of a codec becomes a child of its
guard (a Linux child subreaper). The guard ends them all when the codec exits, when the harness asks for it, and when
the harness is gone. A codec can still escape by killing guard and keeper, or by asking a system service to start a
process.

It runs as `python -I -S` and imports only modules written in C, so that it starts in 10 ms; a fork takes 1 ms.
"""

import ctypes
import marshal
import os
import resource
import select
import time
from _socket import CMSG_SPACE, socket
from errno import EACCES, EINVAL, ENOENT, ENOMEM, ENOTDIR

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes 3 ms, signal 5
    from collections.abc import Callable, Mapping
    from signal import SIG_DFL, SIG_IGN, SIGCHLD, SIGHUP, SIGINT, SIGKILL, SIGPIPE, SIGQUIT, SIGTERM, SIGXFSZ, signal
    from typing import NoReturn
else:
    from _signal import SIG_DFL, SIG_IGN, SIGCHLD, SIGHUP, SIGINT, SIGKILL, SIGPIPE, SIGQUIT, SIGTERM, SIGXFSZ, signal

IGNORED = (SIGINT, SIGTERM, SIGHUP, SIGQUIT)
PR_SET_CHILD_SUBREAPER = 36
SIZE = 48  # octets of each message of a guard, padded with spaces
END_WITHIN = 5.0  # seconds that ending a codec's processes may take
NAP = 0.0005  # seconds between checks that they are gone
TICK = 250  # milliseconds between process counts, if the number is limited
OFTEN = 4  # ticks between counts of the codec's own processes
PAUSE = 20  # milliseconds between checks for its exit, on systems that do not signal it

BUSY, IDLE, SWEEP = b"+", b"=", b"-"  # messages to guards and to the keeper: start, done, end orphans

# Signals reset to their default for the codec, in case Python, this program or its parent ignores them.
RESTORED = (SIGCHLD, SIGPIPE, SIGXFSZ, *IGNORED)

_ended: "dict[int, int]" = {}  # the codec's wait status, where it was collected while polling
_prctl = getattr(ctypes.CDLL(None), "prctl", None)  # Linux


def keep(control: int) -> "NoReturn":
    """Serve the socket `control` until it is closed, keeping one more guard than are busy."""
    _adopt()
    for number in IGNORED:
        signal(number, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
    os.set_inheritable(control, False)
    told, tell = os.pipe()
    poll = select.poll()
    poll.register(control, 0)
    poll.register(told, select.POLLIN)
    guards: set[int] = set()
    idle = 0
    while True:
        if idle == 0:
            if (guard := os.fork()) == 0:
                os.close(told)
                _run_guard(socket(fileno=control), tell)
            guards.add(guard)
            idle += 1
        if all(fd != told for fd, _ in poll.poll()):
            break
        word = os.read(told, 1)
        guards.difference_update(_reap())
        idle += {BUSY: -1, IDLE: 1}.get(word, 0)
        if word == SWEEP:
            _end(guards.copy())
    _end(set())
    os._exit(0)


def _run_guard(requests: socket, tell: int) -> "NoReturn":
    """Serve requests one after the other."""
    _adopt()
    while True:
        word, told, _, _ = requests.recvmsg(1, CMSG_SPACE(4 * 4))
        if not word:
            os._exit(0)
        os.write(tell, word)
        if word == BUSY:
            fds = [int.from_bytes(told[0][2][at : at + 4], "little") for at in range(0, 16, 4)]
            for fd in fds:
                os.set_inheritable(fd, False)
            _run_codec(socket(fileno=fds[0]), fds[1:])
            os.write(tell, IDLE)


def _run_codec(harness: socket, pipes: "list[int]") -> None:
    """Start a codec and report whether it started; when it ends, report how."""
    size = int.from_bytes(_receive(harness, 8), "little")
    words, limits, processes, environment = marshal.loads(_receive(harness, size))
    pid, trouble = _start(words, limits, os.environ if environment is None else environment, pipes)
    for fd in pipes:
        os.close(fd)
    if trouble:
        _say(harness, b"cannot %d" % trouble)
    else:
        _say(harness, b"started %d" % pid)
        exit = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1
        process_count = _watch(harness, pid, exit, processes)
        status, seconds = _end(set(), pid, exit)
        _say(harness, b"ended %d %d %.1f" % (status, process_count, seconds))
        if exit >= 0:
            os.close(exit)
    harness.close()


def _say(harness: socket, words: bytes) -> None:
    try:
        harness.sendall(words.ljust(SIZE))
    except OSError:  # the harness is gone; the request socket will show that too
        return


def _receive(harness: socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = harness.recv(size - len(data))
        if not piece:
            os._exit(1)
        data += piece
    return data


def _start(
    words: "list[str]", limits: "list[tuple[int, int, int]]", environment: "Mapping[str, str]", pipes: "list[int]"
) -> "tuple[int, int]":
    """Return the process id of the codec and 0, or 0 and the error number if it could not be started.

    The limits are set before its first instruction: a program that forks at once would leave its child without limits
    set later.
    """
    paths, lowered = _find_paths(words[0]), _lower_limits(limits)
    told, tell = os.pipe()  # a successful exec closes it
    pid = os.fork()
    if pid == 0:
        _become_codec(lambda: _exec(paths, words, environment), lowered, pipes, tell)
    os.close(tell)
    failed = os.read(told, SIZE)
    os.close(told)
    if not failed:
        return pid, 0
    os.waitpid(pid, 0)
    return 0, int(failed)


def _become_codec(
    execute: "Callable[[], int]", limits: "list[tuple[int, tuple[int, int]]]", pipes: "list[int]", tell: int
) -> "NoReturn":
    """Turn this process into the codec, or write the error number to `tell`."""
    failed = EINVAL  # of a word that cannot be passed to the system
    try:
        os.setsid()
        for at, pipe in enumerate(pipes):
            os.dup2(pipe, at)
        for restored in RESTORED:
            signal(restored, SIG_DFL)
        for kind, bounds in limits:
            resource.setrlimit(kind, bounds)
        failed = execute()
    except OSError as error:
        failed = error.errno or EINVAL
    except MemoryError:
        failed = ENOMEM
    finally:
        os.write(tell, b"%d" % failed)
        os._exit(1)


def _exec(paths: "list[str]", words: "list[str]", environment: "Mapping[str, str]") -> int:
    """Execute the first path that holds the program; return the error number if none does."""
    failed = ENOENT
    for path in paths:
        try:
            os.execve(path, words, environment)
        except OSError as error:
            if error.errno not in (ENOENT, ENOTDIR, EACCES):
                raise
            failed = EACCES if EACCES in (failed, error.errno) else error.errno
    return failed


def _find_paths(word: str) -> "list[str]":
    """Return the paths at which to look for a command."""
    if "/" in word or not word:
        return [word] if word else []
    return [f"{folder}/{word}" if folder else word for folder in os.environ.get("PATH", os.defpath).split(":")]


def _lower_limits(limits: "list[tuple[int, int, int]]") -> "list[tuple[int, tuple[int, int]]]":
    """Return each kind with its soft and hard limit, none above the current hard limit; empty except on Linux."""
    lowered: list[tuple[int, tuple[int, int]]] = []
    if hasattr(resource, "prlimit"):
        for kind, soft, hard in limits:
            most = resource.getrlimit(kind)[1]
            most = hard if most == resource.RLIM_INFINITY else min(hard, most)
            lowered.append((kind, (min(soft, most), most)))
    return lowered


def _watch(harness: socket, pid: int, exit: int, processes: int) -> int:
    """Wait until the codec has exited or must be ended; return the number of its processes if too many, else 0."""
    poll = select.poll()
    poll.register(harness.fileno(), select.POLLIN)
    if exit >= 0:
        poll.register(exit, select.POLLIN)
    pause = PAUSE if exit < 0 else TICK if processes else None
    few, ticks = _count_tasks(), 0
    while True:
        heard = poll.poll(pause)
        ticks += 1
        if any(fd == harness.fileno() for fd, _ in heard) or pid in _reap(pid):
            return 0
        # Other processes may have ended as the codec's began, so count at intervals in any case.
        many = processes and (ticks % OFTEN == 0 or _count_tasks() - few > processes)
        if many and (process_count := len(_find_descendants(set()))) > processes:
            return process_count


def _count_tasks() -> int:
    """Count the processes and threads of the system, which is cheaper than counting those of the codec."""
    try:
        return int(_read_file("/proc/loadavg").split()[3].partition(b"/")[2])
    except (OSError, ValueError):
        return 0


def _read_file(path: str) -> bytes:
    fd = os.open(path, os.O_RDONLY)
    try:
        return os.read(fd, 4096)
    finally:
        os.close(fd)


def _reap(but: int = 0) -> "list[int]":
    """Return the children that have exited. `but` is not reaped, so that its group keeps its number."""
    gone: list[int] = []
    while not but or but not in gone:
        try:
            if hasattr(os, "waitid"):
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                process = found.si_pid if found else 0
                if process not in (0, but):
                    os.waitpid(process, 0)
            else:  # macOS before Python 3.13
                process, _ended[but] = os.waitpid(but or -1, os.WNOHANG)
        except ChildProcessError:
            break
        if not process:
            break
        gone.append(process)
    return gone


def _end(spared: "set[int]", pid: int = 0, exit: int = -1) -> "tuple[int, float]":
    """Kill every descendant except those `spared`, beginning with the group of `pid`.

    Returns the exit status of `pid`, negative for a signal, and the seconds of processor time used by it and by the
    children that it waited for.
    """
    until = time.monotonic() + END_WITHIN
    status, seconds = os.waitstatus_to_exitcode(_ended.get(pid, SIGKILL)), 0.0
    if pid:
        _kill(-pid)
    if exit >= 0:
        wait = select.poll()
        wait.register(exit, select.POLLIN)
        wait.poll(END_WITHIN * 1000)
    while time.monotonic() < until:
        try:
            gone, ended, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if not gone:
            left = _find_descendants(spared)
            if spared and not left:
                break
            for process in left:
                _kill(process)
            time.sleep(NAP)
        elif gone == pid:
            status, seconds = os.waitstatus_to_exitcode(ended), used.ru_utime + used.ru_stime
        spared.discard(gone)
    return status, seconds


def _kill(process: int) -> None:
    try:
        os.kill(process, SIGKILL)
    except OSError:  # it is gone, or belongs to someone else
        return


def _find_descendants(spared: "set[int]") -> "set[int]":
    """Return the descendants of this process, except those `spared` and their descendants; empty without /proc."""
    parents = {}
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib takes 5 ms
    except OSError:
        return set()
    for name in names:
        if name.isdigit():
            try:
                parents[int(name)] = int(_read_file(f"/proc/{name}/stat").rpartition(b")")[2].split()[1])
            except (OSError, IndexError):  # the process is gone
                continue
    found: set[int] = set()
    fresh = {os.getpid()}
    while fresh:
        fresh = {process for process, parent in parents.items() if parent in fresh} - found - spared
        found |= fresh
    return found


def _adopt() -> None:
    """Become the parent of every orphaned descendant, on systems that support this."""
    if _prctl:
        _prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
