"""Wrap differences between systems: each name provides a Linux feature, or its substitute elsewhere.

Linux is supported in full, macOS except for what subject.unenforced() lists; on Windows only commands that start no
codec work.
"""

import errno
import os
import platform
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import BinaryIO

fcntl: ModuleType | None
resource: ModuleType | None
try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None

LINUX = sys.platform.startswith("linux")
RUNS_CODECS = fcntl is not None and hasattr(os, "fork")

NOT_REGULAR = "this is not a regular file; only regular files are read"

# For opening files made by others: follows no link and waits for no pipe.
OPEN_SAFELY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

AGAIN = 0.01  # seconds until an interrupt that was ignored is raised again
LOOK = 0.5  # seconds between checks that the parent still exists

# For opening files named by the user: follows links but waits for no pipe.
PLAIN = OPEN_SAFELY & ~getattr(os, "O_NOFOLLOW", 0)
LARGEST = 1 << 28  # octets; the largest file that is read whole

# Signals that ask a run to end. They act as an interrupt, so that codecs are ended and the results are kept.
ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


def open_regular(path: os.PathLike[str] | str, *, largest: int | None = None) -> BinaryIO:
    """Open a file named by the user for reading.

    Raises OSError as check_regular does, and for a file of more than `largest` bytes.
    """
    descriptor = os.open(path, PLAIN)
    try:
        size = check_regular(descriptor, path)
        if largest is not None and size > largest:
            raise OSError(errno.EFBIG, f"the file has {size:,} bytes, more than {largest:,}", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def check_regular(descriptor: int, path: os.PathLike[str] | str) -> int:
    """Return the size of an open file. Raises OSError if it is a folder, or a pipe or device, which may be endless."""
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
    return found.st_size


def read_regular(path: os.PathLike[str] | str) -> bytes:
    """Return the content of a file named by the user. Raises OSError as open_regular does."""
    with open_regular(path, largest=LARGEST) as file:
        return file.read(LARGEST)


def python_module(module: str, *words: str) -> list[str]:
    """Return the command line that runs a module with this Python, without importing from the current folder.

    `-m` alone puts that folder, which may be untrusted, first on the path. PYTHONPATH and the user's packages still
    apply.
    """
    return [sys.executable, "-P", "-m", module, *words]


def end_with(parent: int) -> None:
    """Terminate this process once `parent` is no longer its parent, because it has ended or was killed."""
    from threading import Thread
    from time import sleep

    def mind() -> None:
        while os.getppid() == parent:
            sleep(LOOK)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=mind, daemon=True).start()


def cores() -> int:
    """Return the number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def named() -> tuple[str, str]:
    """Return the system with its release, and the machine."""
    return f"{platform.system()} {platform.release()}", platform.machine()


def lock(file: BinaryIO) -> None:
    """Lock the file while it is open. Raises BlockingIOError if another process has locked it."""
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def widen(pipe: int, size: int) -> None:
    """Make the pipe hold `size` octets, as far as the system allows."""
    kind = getattr(fcntl, "F_SETPIPE_SZ", None)  # Linux
    if fcntl and kind is not None:
        try:
            fcntl.fcntl(pipe, kind, size)
        except OSError:  # the user's quota of pipe memory is used up
            return


@contextmanager
def insistent() -> Iterator[None]:
    """Raise an interrupt again if Python ignores it: in `__del__`, or in the callback of a weak reference.

    Each import has such a callback, so that an interrupt may be lost while modules are imported.
    """
    if not hasattr(signal, "setitimer"):  # Windows
        yield
        return
    show = sys.unraisablehook

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def ignored(error: "sys.UnraisableHookArgs") -> None:
        if issubclass(error.exc_type, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            show(error)

    before = signal.signal(signal.SIGALRM, interrupt)
    sys.unraisablehook = ignored
    try:
        yield
    finally:
        sys.unraisablehook = show
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def terminable() -> Iterator[None]:
    """Treat signals that ask the process to end as interrupts within the context."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
