"""A tiny codec that answers `{"echo": <bytes>}`, and misbehaves in one way if the bytes begin with `bad`.

Run as `python -I -S codec.py MISBEHAVIOUR`; it implements the protocol by hand, so that it starts in 10 ms.
"""

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # pathlib takes as long to import as Python to start, signal and typing half as long each
    import signal
    from collections.abc import Callable
    from functools import partial
    from typing import NoReturn
else:
    import _signal as signal
    from _functools import partial

sys.path.insert(0, os.path.dirname(__file__))  # noqa: PTH120

from lines import HELLO, LINES, LONG  # type: ignore[import-not-found]  # noqa: E402


def write(text: str | bytes) -> None:
    """Write all of the text to standard output at once."""
    left = memoryview(text.encode() if isinstance(text, str) else text)
    while left:
        left = left[os.write(1, left) :]


def answer(number: int, echo: str) -> None:
    write(f'{{"id":{number},"value":{{"echo":"{echo}"}}}}\n')


def sleep(*_: object) -> "NoReturn":
    while True:
        time.sleep(60)


def die(by: int, *_: object) -> None:
    os.kill(os.getpid(), by)
    sleep()


def leave(status: int, *_: object) -> "NoReturn":
    os._exit(status)


def ignore_sigterm(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep()


def leave_a_grandchild(*_: object) -> None:
    """Exit and leave a child that holds the pipes open."""
    if os.fork() == 0:
        sleep()
    os._exit(3)


def leave_an_escapee(*_: object) -> None:
    """Exit and leave a child that has left the session and its parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sleep()
        os._exit(0)
    os.wait()
    os._exit(3)


def leave_a_stranger(*_: object) -> None:
    """Exit and leave a child in another group, related to the codec by ancestry alone."""
    if os.fork() == 0:
        os.setpgid(0, 0)
        os.closerange(0, 3)
        os.execve("/bin/sleep", ["sleep", "600"], {})
    os._exit(3)


def keep_strangers(*_: object) -> None:
    """Start a chain of processes, each in a session of its own, and hang."""
    for _link in range(5):
        if os.fork():
            sleep()
        os.setsid()
    sleep()


def kill_the_guard(*_: object) -> None:
    if os.fork() == 0:
        os.setsid()
        sleep()
    os.kill(os.getppid(), signal.SIGKILL)
    sleep()


def crowd(*_: object) -> None:
    for _child in range(100):
        if os.fork() == 0:
            sleep()
    sleep()


def spin(*_: object) -> None:
    while True:
        pass


def fill_the_disk(*_: object) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    file = os.open(".", os.O_TMPFILE | os.O_WRONLY)
    while True:
        os.write(file, bytes(1 << 20))


def open_files(*_: object) -> None:
    held = []
    while True:
        held.append(os.open("/dev/null", os.O_RDONLY))


def write_after_exit(*_: object) -> None:
    """Exit and leave a child that writes a reply later, unless it is ended in time."""
    if os.fork() == 0:
        time.sleep(0.5)
        answer(1, "ghost")
        sleep()
    os._exit(0)


def storm(*_: object) -> None:
    for _child in range(20):
        if os.fork() == 0:
            sleep()
    sleep()


def flood(text: bytes, *_: object) -> None:
    while True:
        write(text)


def flood_stderr_for_ever(*_: object) -> None:
    while True:
        os.write(2, b"log " * 4096)


def flood_stderr(mib: int, number: int, echo: str) -> None:
    for _ in range(mib * 16):
        os.write(2, b"blah blah log...\n" * 3855)
    answer(number, echo)


def drip(number: int, echo: str) -> None:
    for octet in f'{{"id":{number},"value":{{"echo":"{echo}"}}}}\n':
        time.sleep(0.002)
        write(octet)


def drip_for_ever(*_: object) -> None:
    while True:
        time.sleep(0.01)
        write("[")


def say(form: str, number: int, echo: str) -> None:
    """Write a line made from `form`, and continue."""
    for word, text in LONG.items():
        if word in form:
            form = form.replace(word, text())
    write(form.replace("ID", str(number)).replace("ECHO", echo) + "\n")


def say_octets(octets: bytes, number: int, echo: str) -> None:
    write(f'{{"id":{number},"value":{{"echo":"{echo}'.encode() + octets + b'"}}\n')


def half_a_line(then: "Callable[..., None]", *_: object) -> None:
    write('{"id":')
    then()


def repeat(number: int, echo: str) -> None:
    write(f'{{"id":{number},"value":{{"echo":"{echo}"}}}}\n' * 2)


def add_half_a_line(number: int, echo: str) -> None:
    write(f'{{"id":{number},"value":{{"echo":"{echo}"}}}}\nand more')


def be_late(number: int, echo: str) -> None:
    """Answer the next request before this one."""
    answer(*parse(sys.stdin.buffer.readline().decode()))
    answer(number, echo)


def balloon(*_: object) -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def balloon_and_say_so(number: int, echo: str) -> None:
    try:
        balloon()
    except MemoryError:
        write(f'{{"id":{number},"failed":"no memory"}}\n')


def abort_on_bad_alloc(*_: object) -> None:
    """Abort on std::bad_alloc, as a C++ program does."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n")
    os.abort()


def close(fd: int, *_: object) -> None:
    os.close(fd)
    sleep()


def log_and_fail(number: int, echo: str) -> None:
    os.write(2, b"something went wrong\n")
    say('{"id":ID,"failed":"assertion 7"}', number, echo)


def stop_itself(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def stop_the_guard(*_: object) -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    sleep()


def kill_the_keeper(*_: object) -> None:
    """Kill the parent of the codec's guard."""
    with open(f"/proc/{os.getppid()}/stat") as stat:  # noqa: PTH123
        parents = stat.read().rpartition(")")[2].split()
    os.kill(int(parents[1]), signal.SIGKILL)
    sleep()


def go_on_as_two(number: int, echo: str) -> None:
    os.fork()
    answer(number, echo)


def close_stderr(number: int, echo: str) -> None:
    os.close(2)
    answer(number, echo)


def answer_twice_later(number: int, echo: str) -> None:
    answer(number, echo)
    if os.fork() == 0:
        time.sleep(0.01)
        answer(number, echo)
        sleep()


def answer_ahead(number: int, echo: str) -> None:
    """Answer this request and then later ones that have not been asked, with the right ids."""
    answer(number, echo)
    for ahead in range(1, 20):
        answer(number + ahead, echo)


def listen_no_more(number: int, echo: str) -> None:
    answer(number, echo)
    sleep()


def nothing(number: int, echo: str) -> None:
    answer(number, echo)


MISBEHAVIOURS: "dict[str, Callable[..., object]]" = {
    "nothing": nothing,
    **{name: partial(say, line) for name, line in LINES.items()},
    **{
        f"die by {name}": partial(die, getattr(signal, name))
        for name in ("SIGSEGV", "SIGABRT", "SIGKILL", "SIGTERM", "SIGBUS", "SIGFPE", "SIGILL")
    },
    "exit 0": partial(leave, 0),
    "exit 3": partial(leave, 3),
    "hang": sleep,
    "hang ignoring SIGTERM": ignore_sigterm,
    "grandchild holds the pipes": leave_a_grandchild,
    "grandchild escapes": leave_an_escapee,
    "grandchild in another group": leave_a_stranger,
    "grandchildren in sessions of their own": keep_strangers,
    "kills its guard": kill_the_guard,
    "a hundred processes": crowd,
    "spins": spin,
    "fills the disk": fill_the_disk,
    "opens files": open_files,
    "output after exit": write_after_exit,
    "fork storm": storm,
    "flood without line feeds": partial(flood, b"x" * 65536),
    "flood of lines": partial(flood, b"spam\n" * 13107),
    "flood of empty lines": partial(flood, b"\n" * 65536),
    "endless log": flood_stderr_for_ever,
    "long log": partial(flood_stderr, 16),
    "huge log": partial(flood_stderr, 1024),
    "slow drip": drip,
    "endless drip": drip_for_ever,
    "bad UTF-8": partial(say_octets, b"\xff\xfe"),
    "NUL octets": partial(say_octets, b"\x00\x00"),
    "NULs for ever": partial(flood, bytes(65536)),
    "repeated id": repeat,
    "late id": be_late,
    "the rest of a line after the answer": add_half_a_line,
    "half a line, then exit": partial(half_a_line, partial(leave, 0)),
    "half a line, then hang": partial(half_a_line, sleep),
    "memory balloon": balloon,
    "memory balloon, said": balloon_and_say_so,
    "bad_alloc": abort_on_bad_alloc,
    "closes its input": partial(close, 0),
    "closes its output": partial(close, 1),
    "stops itself": stop_itself,
    "stops its guard": stop_the_guard,
    "kills the keeper": kill_the_keeper,
    "goes on as two": go_on_as_two,
    "closes its log": close_stderr,
    "answers again later": answer_twice_later,
    "answers ahead": answer_ahead,
    "listens no more": listen_no_more,
    "fails": log_and_fail,
}


def parse(line: str) -> tuple[int, str]:
    """Return the id and the bytes of a request."""
    number = line.partition('"id":')[2].partition(",")[0]
    return int(number), line.partition('"bytes":"')[2].partition('"')[0]


def main(misbehave: "Callable[..., object]") -> None:
    while line := sys.stdin.buffer.readline().decode():
        if '"op":"hello"' in line:
            write(HELLO + "\n")
            continue
        number, echo = parse(line)
        (misbehave if echo.startswith("bad") else answer)(number, echo)


if __name__ == "__main__":
    main(MISBEHAVIOURS[sys.argv[1]])
