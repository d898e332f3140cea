"""In-process codecs that take part in an exchange, and runs of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

import msgspec

from goldenwire import formats, judge
from goldenwire.interop.codecs import Company, RunningCodec
from goldenwire.interop.matrix import Matrix
from goldenwire.interop.run import InteropOptions, InteropRun
from goldenwire.judge import referee
from goldenwire.protocol import PROTOCOL, Observation, Request, Unsupported, read_call, read_hello, read_reply
from goldenwire.protocol.serve import answer
from goldenwire.results import Finding, Footer, Record
from goldenwire.results.gate import Gate
from goldenwire.results.known_failures import KnownFailures
from goldenwire.subject import Pool
from kit.planting import Healthy, Mistake, Wrapped

K = TypeVar("K")
Json = Any
HEALTHY = Mistake()


class InProcess:
    """A codec in this process with the interface of a pool."""

    def __init__(self, codec: Wrapped, **declares: Json) -> None:
        said = codec.hello()
        [format] = said["formats"]
        support = {**said["formats"][format], **declares}
        self.hello = read_hello(msgspec.json.encode({"protocol": PROTOCOL, **said, "formats": {format: support}}))
        self.restarts, self.complaints, self.strays, self.asked = 0, list[str](), list[str](), 0
        self._codec = codec

    def ask_all(self, requests: Sequence[tuple[K, Request]]) -> Iterator[tuple[K, Observation]]:
        for key, request in requests:
            self.asked += 1
            yield key, self._answer(request)

    def run(self, requests: Sequence[tuple[K, Request]]) -> Iterator[tuple[K, Observation]]:
        return self.ask_all(requests)

    def _answer(self, request: Request) -> Observation:
        try:
            return read_reply(answer(self._codec, read_call(request.line(1))))[1]
        except Breakdown as breakdown:
            return Observation(breakdown.kind, cause=breakdown.cause)


class Breakdown(BaseException):
    """A breakdown, raised where a codec in a separate process would break down."""

    def __init__(self, kind: Any, cause: str = "") -> None:
        super().__init__(kind, cause)
        self.kind, self.cause = kind, cause


def player(name: str, format: str, mistake: Mistake = HEALTHY, **declares: Json) -> RunningCodec:
    """Return a named codec: the reference with a mistake."""
    pool = InProcess(Wrapped(format, mistake), **declares)
    terms = judge.terms(format, pool.hello.formats[format], formats.trees().facts(format))
    return RunningCodec(name, cast(Pool, pool), terms)


def asked(codec: RunningCodec) -> int:
    """Return the number of questions that a player was asked."""
    return cast(InProcess, codec._pool).asked


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


def declines(*_: Json) -> Json:
    """Decline every request."""
    raise Unsupported("not written yet")


def breaks(kind: str, cause: str = "") -> Any:
    """Return a method that breaks down on every request."""

    def broken(*_: Json) -> Json:
        raise Breakdown(kind, cause)

    return broken


__all__ = ["HEALTHY", "Breakdown", "Healthy", "InProcess", "breaks", "declines", "play", "player"]
