"""A codec that tries to break out, and answers with the attempts that succeeded: `burglar.py FILE PORT SOCKET PID`.

Its arguments are a file to delete, a port and an abstract socket to connect to, and a process to tamper with.
"""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

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
    write_beside, delete, phone, phone_at_home, signal, pry, look_into_tmp, write_to_tmp, fork_away,
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
