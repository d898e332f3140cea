"""Puts goldenwire's questions to a MessagePack package of Python: `bench_adapter.py DRIVER default|careful HELLO`.

The driver is a module in the folder drivers; HELLO is a file with the reply to hello.
"""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from values import Driver, Json, build, describe  # beside this file

protocol: Any = importlib.import_module("protocol")
T = TypeVar("T")

PACKAGES_DEPTH, OUR_DEPTH = sys.getrecursionlimit(), 100_000


class Codec:
    """The three operations; a package runs under Python's ordinary limit of recursion, the adapter under its own.

    To come to that limit is a refusal: it is the depth that Python allows, and its packages in C ask for it.
    """

    def __init__(self, driver: Driver, hello: Json) -> None:
        self._driver, self._hello = driver, hello
        self._refusals: tuple[type[Exception], ...] = (*driver.refusals, RecursionError)

    def hello(self) -> Json:
        return self._hello

    def decode(self, _format: str, data: bytes, _context: Json) -> Json:
        return describe(self._ask(self._driver.read, data), self._driver)

    def encode(self, _format: str, value: Json, _context: Json, _plan: Json) -> bytes:
        return self._ask(self._driver.write, self._ask(lambda asked: build(asked, self._driver), value))

    def transcode(self, _format: str, data: bytes, _context: Json) -> bytes:
        return self._ask(self._driver.write, self._ask(self._driver.read, data))

    def _ask(self, function: Callable[[Any], T], argument: object) -> T:
        sys.setrecursionlimit(PACKAGES_DEPTH)
        try:
            return function(argument)
        except self._refusals as error:
            raise protocol.Rejected("", None, f"{type(error).__name__}: {error!s:.200}") from error
        finally:
            sys.setrecursionlimit(OUR_DEPTH)


def main(name: str, options: str, hello: str) -> None:
    """Answers requests until the input ends."""
    driver = importlib.import_module(f"drivers.{name}").drive(careful=options == "careful")
    sys.setrecursionlimit(OUR_DEPTH)
    protocol.serve(Codec(driver, json.loads(Path(hello).read_text())))


if __name__ == "__main__":
    main(*sys.argv[1:])
