"""Separate processes for questions that are asked again in isolation: their logs concern these and nothing else."""

from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol, Self

from goldenwire.protocol import Observation, Request
from goldenwire.subject.keeper import CannotRun
from goldenwire.subject.oneshot import OneShot
from goldenwire.subject.pool import Pool


class Make(Protocol):
    """A factory for the codec, not started yet."""

    def __call__(self) -> Pool | OneShot: ...


class Retry:
    """A codec that is started when it is first asked. A context manager; leaving it ends the codec."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._stack = ExitStack()
        self._subject: Pool | OneShot | None = None
        self._is_started = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def ask(self, request: Request) -> Observation | None:
        """Return the answer to a question that is alone in flight; None if the codec does not start again."""
        try:
            return self._started().ask(request)
        except CannotRun:
            return None

    def ask_fresh(self, requests: Sequence[Request]) -> Observation | None:
        """Return the answer to the last of the requests, which a fresh process is asked one after the other."""
        try:
            return self._made().ask_fresh(requests)
        except CannotRun:
            return None

    def _made(self) -> Pool | OneShot:
        if self._subject is None:
            self._subject = self._make()
            self._stack.callback(self._subject.close)
            self._subject.be_careful()
        return self._subject

    def _started(self) -> Pool | OneShot:
        if not self._is_started:
            self._stack.enter_context(self._made())
            self._is_started = True
        return self._made()
