"""A Python codec asked in this process, so that `breakpoint()`, pdb and an IDE stop in it. It has no limits here."""

import contextlib
import os
import sys
import traceback
from bdb import BdbQuit
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from pdb import Pdb
from typing import Any, TypeVar

from goldenwire.errors import UserError
from goldenwire.protocol.messages import (
    NAMED,
    OPERATIONS,
    PROTOCOL,
    Garbled,
    Hello,
    HelloCall,
    Observation,
    Request,
    is_python,
)
from goldenwire.protocol.python_child import load
from goldenwire.protocol.reading import read_call, read_hello, read_reply
from goldenwire.protocol.serve import PythonCodec, Reference, answer

K = TypeVar("K")


def load_codec(command: Sequence[str]) -> PythonCodec:
    """Return the codec that `python:module:object` names; the reference for no words. Raises UserError."""
    if not is_python(command):
        raise UserError(f"only a codec named {NAMED}module:object runs in this process, and {command[0]} is a program")
    if not command:
        return Reference()
    with contextlib.suppress(OSError):  # the current folder was deleted
        sys.path.insert(0, os.getcwd())  # noqa: PTH109 - as in python_child
    found: PythonCodec = _explained(partial(load, command[0].removeprefix(NAMED)))
    return found


def _explained(make: Callable[[], Any]) -> Any:
    """Return the result of foreign code. Raises UserError with its message, or with its traceback."""
    try:
        return make()
    except SystemExit as end:
        said = end.code if isinstance(end.code, str) else f"it ends this process with status {end.code}"
        raise UserError(f"the codec cannot be run: {said}") from None
    except Exception as error:
        lines = traceback.format_exc().rstrip().split("\n")
        raise UserError(f"the codec cannot be run: {type(error).__name__}: {error}", *lines) from None


class InProcess:
    """A codec object with the interface of a supervised one.

    `around` calls the codec's method, as a debugger's `runcall` does; by default it is called plainly. `raised` is the
    exception of the latest answer, if it was one. Exceptions of the types `passing` are no answers: they are raised.
    """

    def __init__(self, codec: PythonCodec, *, passing: tuple[type[BaseException], ...] = (BdbQuit,)) -> None:
        self.around: Callable[..., Any] | None = None
        self.raised: BaseException | None = None
        self.restarts = self.asking = 0
        self.complaints: list[str] = []
        self.strays: list[str] = []
        self._passing = passing
        self._codec = _Watched(codec, self._call)
        self.hello: Hello = _explained(self._shake_hands)

    def _shake_hands(self) -> Hello:
        return read_hello(answer(self._codec, HelloCall(PROTOCOL)))

    def ask(self, request: Request) -> Observation:
        """Return the observation for one request."""
        line = request.line(1)
        self.raised = None
        try:
            reply = answer(self._codec, read_call(line), len(line))
        except SystemExit as end:
            return _exited(end.code)
        except MemoryError as error:
            return Observation("out-of-memory", detail=f"it ran out of memory: {error}".rstrip(": "))
        if isinstance(self.raised, self._passing):
            raise self.raised
        try:
            return read_reply(reply)[1]
        except Garbled as error:
            return Observation("garbled", detail=str(error), fault=error.fault)

    def _call(self, method: Callable[..., Any], *words: Any) -> Any:
        try:
            return self.around(method, *words) if self.around else method(*words)
        except BaseException as error:
            self.raised = error
            raise

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        """Yield one observation for each request, in the order asked."""
        for key, request in requests:
            yield key, self.ask(request)

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, expected: object = None
    ) -> Generator[tuple[K, Observation], None, None]:
        """Yield one observation for each request, as a supervised codec does."""
        return self.ask_all(requests)


def run_under_pdb(method: Callable[..., Any], *words: Any) -> Any:
    """Call a method under pdb, which stops on its first line. Raises BdbQuit if the user leaves it.

    Unlike Pdb.runcall it does not return None then, which would be an answer.
    """
    debugger = Pdb()
    debugger.reset()
    sys.settrace(debugger.trace_dispatch)
    try:
        return method(*words)
    finally:
        sys.settrace(None)


def _exited(code: object) -> Observation:
    """Return the observation for a codec that ends its process, which here it cannot."""
    status = code if isinstance(code, int) else 0 if code is None else 1
    return Observation("crashed", detail=f"it ends its process with status {status}", cause=f"exit {status}")


class _Watched:
    """A codec whose operations are called by way of `call`."""

    def __init__(self, codec: PythonCodec, call: Callable[..., Any]) -> None:
        self._codec, self._called = codec, call

    def hello(self) -> dict[str, Any]:
        return self._codec.hello()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._codec, name)
        return partial(self._called, found) if name in OPERATIONS else found
