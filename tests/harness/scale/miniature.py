"""A codec of MessagePack in the test's own process, whose answers take a simulated time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.judge import Terms
from goldenwire.protocol import Observation, Rejection, Request
from goldenwire_reference import formats
from goldenwire_reference.errors import DecodeError

FORMAT = formats.load("msgpack")
TERMS = Terms(("decode", "encode", "transcode"), ("canonical", "codes"), {}, {})
Cost = Callable[[int], float]  # seconds for a request, by its octets


def linear(size: int) -> float:
    return size / 1000


def quadratic(size: int) -> float:
    return size**2 / 1e6


@dataclass
class Miniature:
    """The reference as a codec. `cost` is its time for a request, `spoil` may change an answer."""

    cost: Cost = linear
    spoil: Callable[[Request, Observation], Observation] = lambda _, seen: seen
    limit: float = 1e9  # seconds after which a request counts as hung
    now: float = 0.0
    asked: list[Request] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def ask(self, request: Request) -> Observation:
        """Answer a request, and let the clock go on."""
        self.asked.append(request)
        seconds = self.cost(len(request.payload()))
        self.now += min(seconds, self.limit)
        return Observation("hung") if seconds > self.limit else self.spoil(request, _answer(request))


def _answer(request: Request) -> Observation:
    try:
        match request.op:
            case "decode":
                return value(FORMAT.decode(request.data or b""))
            case "transcode":
                return Observation("bytes", data=FORMAT.transcode(request.data or b""))
            case _:
                return Observation("bytes", data=FORMAT.encode(msgspec.json.decode(request.value or b"")))
    except DecodeError as error:
        return Observation("rejected", rejection=Rejection(error.code, error.offset, error.message))


def value(notation: Any) -> Observation:
    return Observation("value", Raw(msgspec.json.encode(notation)))
