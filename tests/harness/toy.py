"""A toy format, its referee, and codecs of it in the test's own process."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.judge import Terms
from goldenwire.protocol import CodecIdentity, FormatSupport, Hello, Observation, Rejection, Request, canonical

K = TypeVar("K")

ALL = ("plans", "canonical", "codes", "offsets")
OPERATIONS = ("decode", "encode", "transcode")


# Octets that are no cell unless a policy allows them: octet -> policy, choice, and the code of the refusal.
REFUSED = {0: ("toy.zero", "keep", "ZERO"), 9: ("toy.alias", "read", "VALUE"), 255: ("toy.big", "read", "LIMIT")}
WRITES: dict[str, tuple[str, ...]] = {"toy.zero": ("keep",)}
NONE: Mapping[str, str] = {}


def read(data: bytes, policies: Mapping[str, str] = NONE, *, written: bool = False) -> Raw | Rejection:
    """Read toy bytes: a version octet 1 and an octet per cell, where 9 means 8; or a JSON object as it is."""
    if not data:
        return Rejection("TRUNCATED", 0, "nothing is there")
    if data.startswith(b"{"):
        is_long = re.search(rb'"-?[0-9]{21}', data) and not written
        return Rejection("LIMIT", 0, "an integer of more than 20 digits") if is_long else Raw(canonical(data))
    if data[0] != 1:
        return Rejection("VERSION", 0, "not version 1")
    for at, octet in enumerate(data[1:], 1):
        policy, choice, code = REFUSED.get(octet, ("", "", ""))
        if policies.get(policy, "") != choice:
            return Rejection(code, at, f"a cell is {octet}")
    return raw([str(8 if octet == 9 else octet) for octet in data[1:]])


LONG = 1000  # octets up to which the toy's referee reads


def referee(
    _: str,
    __: Raw,
    data: bytes,
    policies: Mapping[str, str],
    /,
    *,
    written: bool = False,
    instead_of: tuple[Raw, bytes] | None = None,
    canonical: bool = False,
) -> Raw | Rejection | None:
    """Read back as the toy's referee; return None for bytes that are too long."""
    return None if instead_of and len(data) > LONG else read(data, policies, written=written)


def raw(value: object) -> Raw:
    """Return the value as JSON text."""
    return Raw(msgspec.json.encode(value))


def value(value: object) -> Observation:
    """Return a codec's answer with a value."""
    return Observation("value", raw(value))


def octets(data: bytes) -> Observation:
    """Return a codec's answer with bytes."""
    return Observation("bytes", data=data)


def rejected(code: str = "", offset: int | None = None) -> Observation:
    """Return a codec's refusal."""
    return Observation("rejected", rejection=Rejection(code, offset, ""))


def terms(*features: str, policies: dict[str, str] | None = None) -> Terms:
    """Return the negotiated terms of a codec with all operations."""
    return Terms(
        OPERATIONS,
        features,
        policies or {},
        {"many-blocks": "LIMIT"} if "single-block" in features else {},
        writes={policy: WRITES.get(policy, ()) for policy in ("toy.zero", "toy.alias", "toy.big")},
    )


def good(request: Request, policies: Mapping[str, str] = NONE) -> Observation:
    """Answer as a codec with every feature and no mistake."""
    if request.op == "encode":
        return refuses(request) or written(request.value or Raw(), policies)
    seen = read(request.data or b"", policies)
    if isinstance(seen, Rejection):
        return Observation("rejected", rejection=seen)
    writes = {policy: choice for policy, choice in policies.items() if policy in WRITES}
    return Observation("value", seen) if request.op == "decode" else written(seen, writes)


def refuses(request: Request) -> Observation | None:
    """Return the refusal of a plan, or None."""
    return rejected("PLAN") if request.plan == raw([{"block": "y"}]) else None


def written(value: Raw, policies: Mapping[str, str]) -> Observation:
    """Encode a value of at most two cells, or an object."""
    if bytes(value).startswith(b"{"):
        return octets(bytes(value))
    cells: list[str] = msgspec.json.decode(value)
    data = bytes([1, *map(int, cells)])
    seen = Rejection("LIMIT") if len(cells) > 2 else read(data, policies)
    return rejected(seen.code) if isinstance(seen, Rejection) else octets(data)


class Codec:
    """A codec in this process, in place of a Pool."""

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
        self.restarts = self.asking = 0
        self.complaints: list[str] = []
        self.strays: list[str] = []

    def ask(self, request: Request) -> Observation:
        return self._answer(request)

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, expected: object = None
    ) -> Iterator[tuple[K, Observation]]:
        return ((key, self._answer(request)) for key, request in requests)

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        yield from self.run(requests)


def nonce() -> LoadedVector:
    """Return the toy's third canary."""
    return LoadedVector(
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
