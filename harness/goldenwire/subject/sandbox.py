"""Run a codec in a sandbox made of Linux namespaces: `python -I -S sandbox.py WORD...`.

The sandbox has no network, all files are read-only, and /tmp and similar folders are private and empty, except for the
folder in which the codec is started. It can see and reach only its own processes, and the only devices are those of
DEVICES. A system call filter blocks UNIX sockets, keyrings, namespaces and a few more (calls.py). If the kernel has
Landlock, the codec cannot write to named pipes. It can read every file that the user can read.

There are three processes: one started by the guard, which ends as the codec did; its child, the first process of the
sandbox, with which the kernel ends all others; and the codec. Without words it only tests that the system supports all
this; if not, it writes what is missing to standard error. It imports little, so that it starts in 15 ms.
"""

import ctypes
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_CORE, getrlimit, setrlimit
    from signal import SIGKILL
    from typing import NoReturn

    from goldenwire.subject import calls
else:
    from _signal import SIGKILL
    from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_CORE, getrlimit, setrlimit

    sys.path.append(os.path.dirname(__file__))  # noqa: PTH120 - pathlib takes 5 ms
    import calls

NEW_NS, NEW_IPC, NEW_USER, NEW_PID, NEW_NET = 0x20000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
READ_ONLY, NO_SUID, NO_DEV, NO_EXEC, BIND, MOVE, ALL, PRIVATE = 1, 2, 4, 8, 4096, 8192, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS = 1, 28, 38
NO_ROOT = 0b1111  # root has no capabilities and gains none by a change of user; both permanently
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE = 442, -100, 0x8000  # the same on every machine

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT, WRITE_FILE, BENEATH = 444, 445, 446, 2, 1  # the same on every machine

EMPTY = ("/tmp", "/var/tmp", "/run", "/dev/shm")
DEVICES = ("null", "zero", "full", "random", "urandom")
NOT_CREATED = 125  # exit status if the sandbox cannot be created
NOT_STARTED = 127  # exit status if the codec cannot be started in it

_libc = ctypes.CDLL(None, use_errno=True)


def main(words: "list[str]") -> "NoReturn":
    """Run the command in a sandbox, and end with its status."""
    told, tell = os.pipe()
    nothing = os.open("/dev/null", os.O_RDWR)  # opened now, because the first process removes all devices for a moment
    user, group = os.getuid(), os.getgid()
    _check(_libc.unshare(NEW_USER | NEW_NS | NEW_PID | NEW_NET | NEW_IPC), "namespaces of its own")
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
            file.write(line)
    if os.fork() == 0:
        _run_first_process(words, tell, nothing)
    _release_pipes(nothing)
    os.close(tell)
    status = int.from_bytes(os.read(told, 4), "little")
    if os.WIFSIGNALED(status):
        setrlimit(RLIMIT_CORE, (0, 0))
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status) if not os.WIFSIGNALED(status) else NOT_CREATED)


def _run_first_process(words: "list[str]", tell: int, nothing: int) -> "NoReturn":
    """Create the sandbox, start the codec, and report how it ended. This is the first process of the sandbox."""
    _libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    try:
        _arrange_mounts()
    except OSError as error:
        os.write(2, f"{error}\n".encode())
        os.write(tell, (NOT_CREATED << 8).to_bytes(4, "little"))
        os._exit(NOT_CREATED)
    codec = os.fork()
    if codec == 0:
        os.close(tell)
        _become_codec(words)
    _release_pipes(nothing)
    while True:
        gone, status = os.wait()
        if gone == codec:
            os.write(tell, status.to_bytes(4, "little"))
            os._exit(0)


def _arrange_mounts() -> None:
    """Make all mounts read-only and without devices, then mount empty folders and a few devices over them."""
    here = os.getcwd()  # noqa: PTH109
    opened = os.open(".", os.O_PATH)
    _mount("none", "/", "", ALL | PRIVATE)
    _set_mount_flags("/", AT_RECURSIVE, READ_ONLY | NO_SUID | NO_DEV, 0)
    most = getrlimit(RLIMIT_AS)[0]
    size = "" if most == RLIM_INFINITY else f"size={most}"  # files there use memory, too
    _mount("tmpfs", "/tmp", "tmpfs", NO_SUID | NO_DEV, size)
    os.mkdir("/tmp/dev")  # noqa: PTH102 - pathlib takes 5 ms
    _mount("tmpfs", "/tmp/dev", "tmpfs", NO_SUID, size)
    for name in DEVICES:
        os.close(os.open(f"/tmp/dev/{name}", os.O_CREAT))
        _mount(f"/dev/{name}", f"/tmp/dev/{name}", "", BIND)
        _set_mount_flags(f"/tmp/dev/{name}", 0, 0, NO_DEV)
    os.mkdir("/tmp/dev/shm")  # noqa: PTH102
    os.symlink("/proc/self/fd", "/tmp/dev/fd")  # noqa: PTH211
    _mount("/tmp/dev", "/dev", "", MOVE)
    os.rmdir("/tmp/dev")  # noqa: PTH106
    for path in EMPTY[1:]:
        if os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
            _mount("tmpfs", path, "tmpfs", NO_SUID | NO_DEV, size)
    if any(here.startswith(f"{path}/") for path in EMPTY):
        os.makedirs(here)  # noqa: PTH103
        _mount(f"/proc/self/fd/{opened}", here, "", BIND)
        os.chdir(here)
    os.close(opened)
    _mount("proc", "/proc", "proc", READ_ONLY | NO_SUID | NO_DEV | NO_EXEC)


def _become_codec(words: "list[str]") -> "NoReturn":
    """Drop all capabilities, and execute the codec."""
    _libc.prctl(PR_SET_SECUREBITS, NO_ROOT, 0, 0, 0)
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    try:
        _lock_pipes()
        _filter_calls()
    except OSError as error:
        os.write(2, f"{error}\n".encode())
        os._exit(NOT_CREATED)
    if not words:
        os._exit(0)
    try:
        os.execvp(words[0], words)
    except OSError as error:
        empty = f"{', '.join(EMPTY)} are empty but for the folder it is started in"
        sentence = f"`{words[0]}` cannot be started in the sandbox, where {empty}"
        os.write(2, f"{sentence}: {error.strerror}\n".encode(errors="replace"))
        os._exit(NOT_STARTED)


def _lock_pipes() -> None:
    """Forbid opening files for writing except below EMPTY and /dev; named pipes on read-only mounts are writable.

    Does nothing if the kernel has no Landlock.
    """
    ruleset = _libc.syscall(LANDLOCK_CREATE, (WRITE_FILE).to_bytes(8, "little"), 8, 0)
    if ruleset < 0:
        return
    for path in (*EMPTY, "/dev"):
        if os.path.isdir(path):  # noqa: PTH112
            folder = os.open(path, os.O_PATH)
            rule = WRITE_FILE.to_bytes(8, "little") + folder.to_bytes(4, "little")
            _check(_libc.syscall(LANDLOCK_ADD, ruleset, BENEATH, rule, 0), path)
            os.close(folder)
    _check(_libc.syscall(LANDLOCK_RESTRICT, ruleset, 0), "Landlock")
    os.close(ruleset)


def _filter_calls() -> None:
    """Make the kernel refuse some system calls, also to the codec's children. Raises OSError if it cannot."""
    program = calls.build_filter(os.uname().machine)
    if not program:
        raise OSError(f"there is no filter of system calls for {os.uname().machine}")
    text = ctypes.create_string_buffer(program, len(program))
    told = (len(program) // 8).to_bytes(8, "little") + ctypes.addressof(text).to_bytes(8, "little")
    _check(_libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, told, 0, 0), "a filter of system calls")


def _release_pipes(nothing: int) -> None:
    """Replace the codec's pipes with `nothing`, so that they close when the codec does."""
    for fd in range(3):
        os.dup2(nothing, fd)


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    told = source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode() or None
    _check(_libc.mount(*told), target)


def _set_mount_flags(path: str, flags: int, on: int, off: int) -> None:
    wanted = (ctypes.c_uint64 * 4)(on, off, 0, 0)
    done = _libc.syscall(SYS_MOUNT_SETATTR, AT_FDCWD, path.encode(), flags, ctypes.byref(wanted), ctypes.sizeof(wanted))
    _check(done, f"{path} read-only" if on else path)


def _check(done: int, what: str) -> None:
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as lacking:
        os.write(2, f"{lacking}\n".encode())
        os._exit(NOT_CREATED)
