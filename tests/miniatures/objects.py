"""Codecs that are Python objects, each with one defect: `python:objects:bad.hang` hangs on bytes `bad`."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from goldenwire.protocol import Rejected, Unsupported

Json = Any


def refuse() -> Json:
    raise Rejected("VERSION", 0, "expected 1")


def refuse_with_all_it_has() -> Json:
    raise Rejected("X" * 10**6, 0, "\x7f" * 10**6)


def decline() -> Json:
    raise Unsupported("too lazy")


def blunder() -> Json:
    return [][7]  # noqa: PLE0643


def recurse() -> Json:
    return recurse()


def contain_itself() -> Json:
    held: list[Any] = []
    held.append(held)
    return held


class UnsayableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def raise_what_cannot_be_said() -> Json:
    raise UnsayableError


def interrupt_itself() -> Json:
    raise KeyboardInterrupt


def balloon() -> Json:
    return len([bytearray(1 << 24) for _ in range(1 << 20)])


def print_and_read() -> Json:
    print("decoding", flush=True)  # noqa: T201 - which is what it is about
    return sys.stdin.read()


def write_to_standard_output() -> Json:
    os.write(1, b'{"id":1,"value":"forged"}\n')
    return ""


def go_on_as_two() -> Json:
    os.fork()
    return ""


def leave_a_thread() -> Json:
    threading.Thread(target=time.sleep, args=(600,)).start()
    return ""


def hang() -> Json:
    while True:
        time.sleep(60)


def spin() -> Json:
    while True:
        pass


def close_everything() -> Json:
    os.closerange(0, 64)
    return ""


def replace_its_output() -> Json:
    sys.stdout = sys.stderr = sys.stdin = None
    return ""


def raise_its_limits() -> Json:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return balloon()


DEEDS: dict[str, Callable[[], Json]] = {
    "nothing": lambda: "",
    "refuse": refuse,
    "refuse_with_all_it_has": refuse_with_all_it_has,
    "decline": decline,
    "blunder": blunder,
    "recurse": recurse,
    "contain_itself": contain_itself,
    "raise_what_cannot_be_said": raise_what_cannot_be_said,
    "interrupt_itself": interrupt_itself,
    "balloon": balloon,
    "print_and_read": print_and_read,
    "write_to_standard_output": write_to_standard_output,
    "go_on_as_two": go_on_as_two,
    "leave_a_thread": leave_a_thread,
    "hang": hang,
    "spin": spin,
    "close_everything": close_everything,
    "replace_its_output": replace_its_output,
    "raise_its_limits": raise_its_limits,
    "return_an_object": object,
    "return_a_surrogate": lambda: "\ud800",
    "return_no_number": lambda: float("nan"),
    "leave": lambda: sys.exit(5),
    "leave_at_once": lambda: os._exit(0),
    "abort": os.abort,
    "kill_itself": lambda: os.kill(os.getpid(), signal.SIGKILL),
}


class Object:
    """A codec that echoes the bytes, except in its one deed."""

    def __init__(self, deed: Callable[[], Json]) -> None:
        self._deed = deed

    def hello(self) -> dict[str, Json]:
        return {
            "codec": {"name": "object", "version": "1", "language": "Python"},
            "formats": {"daphne": {"operations": ["decode"]}},
        }

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        if data.startswith(b"\xba\xd0"):
            said = self._deed()
            if said != "":
                return said
        return {"echo": data.hex()}


class Objects:
    """An object for each deed, by its name."""

    def __getattr__(self, name: str) -> Object:
        if name not in DEEDS:
            raise AttributeError(name)
        return Object(DEEDS[name])


bad = Objects()
