"""In-process codecs that take part in an exchange, and runs of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

import msgspec

from goldenwire import formats, judge
from goldenwire.interop.codecs import Company, RunningCodec
from goldenwire.interop.matrix import Matrix
from goldenwire.interop.run import InteropOptions, InteropRun
from goldenwire.judge import referee
from goldenwire.protocol import PROTOCOL, Observation, Request, Unsupported, read_hello
from goldenwire.protocol.serve import Reference
from goldenwire.results import Finding, Footer, Record
from goldenwire.results.gate import Gate
from goldenwire.results.known_failures import KnownFailures
from goldenwire.subject import Pool
from miniatures.mutated import InProcess

K = TypeVar("K")
Json = Any
Hook = Callable[[Json], object]


class Hooked(Reference):
    """The reference of a format, which calls a function with the bytes or the value first."""

    def __init__(self, format: str, decoding: Hook | None, encoding: Hook | None) -> None:
        super().__init__((format,))
        self._decoding, self._encoding = decoding, encoding

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        if self._decoding:
            self._decoding(data)
        return super().decode(format, data, context)

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        if self._encoding:
            self._encoding(value)
        return super().encode(format, value, context, plan)


class PlayerPool(InProcess):
    """A codec in this process with the interface of a pool."""

    def __init__(self, format: str, mutations: Sequence[str], codec: Reference, declares: dict[str, Json]) -> None:
        super().__init__(format, *mutations, codec=codec)
        said = codec.hello()
        support = {**said["formats"][format], **declares}
        self.hello = read_hello(msgspec.json.encode({"protocol": PROTOCOL, **said, "formats": {format: support}}))
        self.complaints, self.strays, self.asked = list[str](), list[str](), 0

    def ask(self, request: Request) -> Observation:
        self.asked += 1
        try:
            return super().ask(request)
        except Breakdown as breakdown:
            return Observation(breakdown.kind, cause=breakdown.cause)

    def run(self, requests: Sequence[tuple[K, Request]]) -> Iterator[tuple[K, Observation]]:
        return self.ask_all(requests)


class Breakdown(BaseException):
    """A breakdown, raised where a codec in a separate process would break down."""

    def __init__(self, kind: Any, cause: str = "") -> None:
        super().__init__(kind, cause)
        self.kind, self.cause = kind, cause


def player(
    name: str,
    format: str,
    mutations: Sequence[str] = (),
    *,
    codec: Reference | None = None,
    decoding: Hook | None = None,
    encoding: Hook | None = None,
    **declares: Json,
) -> RunningCodec:
    """Return a named codec: the reference with mutations, with hooks, or another codec."""
    pool = PlayerPool(format, mutations, codec or Hooked(format, decoding, encoding), declares)
    terms = judge.terms(format, pool.hello.formats[format], formats.trees().facts(format))
    return RunningCodec(name, cast(Pool, pool), terms)


def asked(codec: RunningCodec) -> int:
    """Return the number of questions that a player was asked."""
    return cast(PlayerPool, codec._pool).asked


class Players:
    """A company of players."""

    ask_all = staticmethod(Company.ask_all)

    def __init__(self, codecs: Iterable[RunningCodec]) -> None:
        self.codecs = list(codecs)


def play(
    codecs: Sequence[RunningCodec], *, known: KnownFailures | None = None, complete: bool = False, **options: Any
) -> tuple[list[Finding], Matrix]:
    """Return the findings of a run of the players, and its matrix."""
    [format] = codecs[0].hello.formats
    asked = InteropOptions(**{"examples": 0, "search": 0, **options})
    run = InteropRun(
        cast(Company, Players(codecs)), formats.load(format), formats.trees(), asked,
        referee=referee.decode, known=known,
    )  # fmt: skip
    matrix = Matrix(run)
    gate = Gate(asked.level, known, run.existing, complete=complete, stop=run.stop)
    found: list[Record] = []
    for record in gate(run.records()):
        matrix.take(record)
        found.append(record)
    if run.trouble:
        raise run.trouble
    assert isinstance(found[-1], Footer)
    return [one for one in found if isinstance(one, Finding)], matrix


def declines(_: Json) -> None:
    """Decline every request."""
    raise Unsupported("not written yet")


def breaks(kind: str, cause: str = "") -> Hook:
    """Return a hook that breaks down on every request."""

    def broken(_: Json) -> None:
        raise Breakdown(kind, cause)

    return broken
