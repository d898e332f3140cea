"""What differs between systems, by one name each: what Linux has, and what stands in for it where it is not.

Linux is supported in full, macOS but for what subject.unenforced() says; on Windows only what starts no codec works.
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

# For opening what a stranger has made: no link is followed, no pipe is waited for.
WARY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

LOOK = 0.5  # seconds between looks at whether the parent is there still

# For opening what a user names: a link is followed, no pipe is waited for.
PLAIN = WARY & ~getattr(os, "O_NOFOLLOW", 0)
LARGEST = 1 << 28  # octets of a file that is read whole

# What asks a run to end; it is then an interrupt, so that the codec's processes are ended and the results are kept.
ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


def open_regular(path: os.PathLike[str] | str, *, largest: int | None = None) -> BinaryIO:
    """A file that a user names, to be read. Raises OSError as check_regular does, and for a file of more than `largest`
    bytes."""
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
    """The size of an open file. Raises OSError where it is a pipe or a device, which may have no end, or a folder."""
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "this is no regular file, and no other is read", str(path))
    return found.st_size


def read_regular(path: os.PathLike[str] | str) -> bytes:
    """The content of a file that a user names. Raises OSError as open_regular does."""
    with open_regular(path, largest=LARGEST) as file:
        return file.read(LARGEST)


def python_module(module: str, *words: str) -> list[str]:
    """The command line that runs a module with this Python, which takes no module from the current folder.

    `-m` alone puts that folder first on the path, and it may be a stranger's. PYTHONPATH and the user's packages count.
    """
    return [sys.executable, "-P", "-m", module, *words]


def end_with(parent: int) -> None:
    """Terminate this process when `parent` is no longer its parent: it has ended, and perhaps was killed."""
    from threading import Thread
    from time import sleep

    def mind() -> None:
        while os.getppid() == parent:
            sleep(LOOK)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=mind, daemon=True).start()


def cores() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def named() -> tuple[str, str]:
    """The system with its release, and the machine."""
    return f"{platform.system()} {platform.release()}", platform.machine()


def lock(file: BinaryIO) -> None:
    """Keep all others from locking the file while it is open. Raises BlockingIOError where another has locked it."""
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def widen(pipe: int, size: int) -> None:
    """Have the pipe hold `size` octets, as far as the system grants that."""
    kind = getattr(fcntl, "F_SETPIPE_SZ", None)  # Linux
    if fcntl and kind is not None:
        try:
            fcntl.fcntl(pipe, kind, size)
        except OSError:  # the user's share of pipe memory is spent
            return


@contextmanager
def terminable() -> Iterator[None]:
    """Within, what asks the process to end is an interrupt."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
