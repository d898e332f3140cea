"""Codecs within the tests' own process."""

from collections.abc import Generator, Iterable
from typing import TypeVar

from goldenwire.protocol import Observation, Request

K = TypeVar("K")


class OneByOne:
    """Answers many questions as it answers each."""

    def ask(self, request: Request) -> Observation:
        raise NotImplementedError

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        return ((key, self.ask(request)) for key, request in requests)
