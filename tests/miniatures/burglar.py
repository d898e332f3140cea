"""A codec that tries to break out, and answers with the attempts that succeeded: `burglar.py FILE PORT SOCKET PID`.

Its arguments are a file to delete, a port and an abstract socket to connect to, and a process to tamper with. Beside
the file lie the sockets `stream` and `datagram` and a pipe, and the environment has a SECRET.
"""

import ctypes
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import codec  # type: ignore[import-not-found] # it lies beside this

FILE, PORT, ABSTRACT, PROCESS = sys.argv[1:5]


def delete() -> None:
    Path(FILE).unlink()


def write_beside() -> None:
    Path(f"{FILE}.new").write_text("here I was")


def phone() -> None:
    socket.create_connection(("127.0.0.1", int(PORT)), timeout=5).close()


def phone_at_home() -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(f"\0{ABSTRACT}")


def phone_beside() -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(Path(FILE).with_name("stream")))


def phone_from_a_pair() -> None:
    """A pair of sockets for datagrams is not bound to one another."""
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with one, other:
        one.sendto(b"hello", str(Path(FILE).with_name("datagram")))


def phone_the_host() -> None:
    """Sockets of a virtual machine belong to no namespace."""
    socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()


def fill_a_pipe() -> None:
    os.close(os.open(Path(FILE).with_name("pipe"), os.O_WRONLY | os.O_NONBLOCK))


def tell_a_secret() -> None:
    if "SECRET" not in os.environ:
        raise OSError("there is none")


def succeed(done: int) -> None:
    if done < 0:
        raise OSError(ctypes.get_errno(), "")


LIBC = ctypes.CDLL(None, use_errno=True)
NEW_USER, CHILD = 0x10000000, 17  # CLONE_NEWUSER, SIGCHLD
CLONE, ADD_KEY, CLONE3, RING = (56, 248, 435, 425) if os.uname().machine == "x86_64" else (220, 217, 435, 425)


def move_house() -> None:
    succeed(LIBC.unshare(NEW_USER))


def send_a_child_to_another_house() -> None:
    child = LIBC.syscall(CLONE, NEW_USER | CHILD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    succeed(child)
    os.waitpid(child, 0)


def send_a_child_by_another_door() -> None:
    told = b"".join(word.to_bytes(8, "little") for word in (NEW_USER, 0, 0, 0, CHILD, 0, 0, 0))
    child = LIBC.syscall(CLONE3, told, len(told))
    if child == 0:
        os._exit(0)
    succeed(child)
    os.waitpid(child, 0)


def hide_a_key() -> None:
    succeed(LIBC.syscall(ADD_KEY, b"user", b"burglar", b"key", 3, -2))  # in the keyring of the process


def make_a_ring() -> None:
    """Which has calls of its own."""
    fd = LIBC.syscall(RING, 1, ctypes.create_string_buffer(120))
    succeed(fd)
    os.close(fd)


def make_threads() -> None:
    """Make threads, which is allowed, although the first call for it is refused."""
    thread = Thread(target=int)
    thread.start()
    thread.join()


def pair_up() -> None:
    """Make a pair of sockets, which is allowed, since they stay connected to each other."""
    one, other = socket.socketpair()
    one.close()
    other.close()


def signal() -> None:
    os.kill(int(PROCESS), 0)


def pry() -> None:
    Path(f"/proc/{PROCESS}/environ").read_bytes()


def look_into_tmp() -> None:
    if not [path for path in Path("/tmp").iterdir() if path not in Path.cwd().parents and path != Path.cwd()]:
        raise OSError("it is empty")


def write_to_tmp() -> None:
    """Write to /tmp, which is allowed."""
    Path("/tmp/burglar").write_text("mine")
    Path("/tmp/burglar").unlink()


def fork_away() -> None:
    """Fork processes that leave the session, which is allowed; they end with the codec."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            codec.sleep()
        os._exit(0)
    os.wait()


DEEDS: tuple[Callable[[], None], ...] = (
    write_beside, delete, phone, phone_at_home, phone_beside, phone_from_a_pair, phone_the_host, fill_a_pipe,
    tell_a_secret, send_a_child_to_another_house, send_a_child_by_another_door, hide_a_key, make_a_ring, make_threads,
    pair_up, signal, pry, look_into_tmp, write_to_tmp, fork_away, move_house,
)  # fmt: skip


def done(deed: Callable[[], None]) -> bool:
    try:
        deed()
    except OSError:
        return False
    return True


def tell(number: int, _: str) -> None:
    names = ",".join(f'"{deed.__name__}"' for deed in DEEDS if done(deed))
    codec.write(f'{{"id":{number},"value":[{names}]}}\n')


if __name__ == "__main__":
    codec.main(tell)
