"""A toy format, its referee, and codecs of it that live in the test's own process."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, Vector
from goldenwire.judge import Terms
from goldenwire.protocol import CodecIdentity, FormatSupport, Hello, Observation, Rejection, Request

K = TypeVar("K")

ALL = ("plans", "canonical", "codes", "offsets")
OPERATIONS = ("decode", "encode", "transcode")


def read(data: bytes, keep_zeros: bool = False) -> Raw | Rejection:
    """The value of toy bytes: a version octet 1, then an octet per cell, none of them zero."""
    if not data:
        return Rejection("TRUNCATED", 0, "nothing is there")
    if data[0] != 1:
        return Rejection("VERSION", 0, "not version 1")
    if 0 in data[1:] and not keep_zeros:
        return Rejection("ZERO", data.index(0), "a zero is stored")
    return raw([str(octet) for octet in data[1:]])


def referee(_: str, __: Raw, data: bytes, policies: Mapping[str, str], /, *, written: bool = False) -> Raw | Rejection:
    """The toy's referee."""
    return read(data, policies.get("toy.zero") == "keep")


def raw(value: object) -> Raw:
    """The value as JSON text."""
    return Raw(msgspec.json.encode(value))


def value(value: object) -> Observation:
    """A codec's value."""
    return Observation("value", raw(value))


def octets(data: bytes) -> Observation:
    """A codec's bytes."""
    return Observation("bytes", data=data)


def rejected(code: str = "", offset: int | None = None) -> Observation:
    """A codec's refusal."""
    return Observation("rejected", rejection=Rejection(code, offset, ""))


def terms(*features: str, policies: dict[str, str] | None = None) -> Terms:
    """What a codec of all operations agreed to."""
    return Terms(
        frozenset(OPERATIONS),
        frozenset(features),
        policies or {},
        {"many-blocks": "LIMIT"} if "single-block" in features else {},
        writes={"toy.zero": ("keep",)},
    )


def good(request: Request) -> Observation:
    """What a codec answers that has every feature and makes no mistake."""
    if request.op == "encode":
        cells: list[str] = msgspec.json.decode(request.value or b"[]")
        if request.plan == raw([{"block": "y"}]):
            return rejected("PLAN")
        return rejected("LIMIT") if len(cells) > 2 else octets(bytes([1, *map(int, cells)]))
    assert request.data is not None
    seen = read(request.data)
    if isinstance(seen, Rejection):
        return Observation("rejected", rejection=seen)
    return Observation("value", seen) if request.op == "decode" else octets(request.data)


class Codec:
    """A codec in this process, in the place of a Pool."""

    def __init__(
        self,
        answer: Callable[[Request], Observation] = good,
        *,
        features: Iterable[str] = ALL,
        operations: Iterable[str] = OPERATIONS,
        policies: dict[str, str] | None = None,
        format: str = "toy",
    ) -> None:
        self._answer = answer
        support = {"operations": list(operations), "features": list(features), "policies": policies or {}}
        self.hello = Hello(
            1, CodecIdentity("toy codec", "1", "Python"), {format: msgspec.convert(support, FormatSupport)}
        )
        self.restarts = 0
        self.complaints: list[str] = []

    def ask(self, request: Request) -> Observation:
        return self._answer(request)

    def run(self, requests: Iterable[tuple[K, Request]]) -> Iterator[tuple[K, Observation]]:
        return ((key, self._answer(request)) for key, request in requests)

    ask_all = run


def nonce() -> Vector:
    """The toy's third canary."""
    return Vector(
        id="toy/canary/nonce",
        summary="a value that nobody knows",
        requirements=(),
        level="draft",
        verdict="accept",
        operations=("decode", "encode", "transcode"),
        canonical=True,
        value=raw(["77"]),
        context=ABSENT,
        data=b"\1\x4d",
        format="toy",
        feature="toy/canary",
    )
