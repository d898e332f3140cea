"""Codecs within the process of the tests."""

from collections.abc import Generator, Iterable
from typing import TypeVar

from goldenwire.protocol import Observation, Request

K = TypeVar("K")


class OneByOne:
    """Mixin that answers several questions by answering each."""

    def ask(self, request: Request) -> Observation:
        raise NotImplementedError

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        return ((key, self.ask(request)) for key, request in requests)
