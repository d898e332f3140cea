"""Sweeps of a codec that keeps something between requests: a failure is told with the requests that it needs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import pytest
from msgspec import Raw

from goldenwire.judge import referee
from goldenwire.judge.reasons import AcceptedInvalid, AnsweredDifferently, DependsOnEarlier, RequestsFail
from goldenwire.protocol import Observation, Request
from goldenwire.results import Finding, Known
from goldenwire.results.known_failures import KnownFailures
from goldenwire.run.context import RunContext
from goldenwire.run.options import Options
from goldenwire.run.sweeps import SweepStage
from goldenwire.sweeps.asking import SweepFailure, repeated, run
from harness import trees
from harness.sweeps.test_sweeps import FORMAT, Codec, bases, cases, sweeps, terms

FLOATS = f"sweep/{FORMAT}/bytes.floats"
WRONG = Observation("value", Raw(b'{"int":"7"}'))


class Remembering(Codec):
    """The reference, which decodes wrongly after a refusal: once, or from then on."""

    def __init__(self, *, for_good: bool = False) -> None:
        super().__init__()
        self._refused, self._for_good = False, for_good

    def ask(self, request: Request) -> Observation:
        seen, is_wrong = super().ask(request), self._refused
        self._refused = seen.kind == "rejected" or (self._for_good and is_wrong)
        return WRONG if is_wrong and seen.kind == "value" else seen


class Fresh:
    """Starts a process for each sequence; one without time starts none."""

    def __init__(self, *, for_good: bool = False, can_start: bool = True) -> None:
        self._for_good, self._can_start = for_good, can_start

    def ask(self, request: Request) -> Observation | None:
        return self.ask_fresh([request])

    def ask_fresh(self, requests: Sequence[Request]) -> Observation | None:
        codec = Remembering(for_good=self._for_good)
        return [codec.ask(request) for request in requests][-1] if self._can_start else None


def staged(codec: Any, retry: Any, *, known: KnownFailures | None = None) -> Finding:
    """Return the finding of one sweep as a run has it."""
    context = RunContext(
        codec,
        {FORMAT: terms()},
        Options(sweeps=True, select=(FLOATS,), examples=0),
        header=trees.HEADER,
        referee=referee.decode,
        known=known or KnownFailures("", {}),
        done=(),
        retry=retry,
        after=(),
    )
    [finding] = SweepStage(context, {FORMAT: sweeps()}, lambda _: bases().values()).findings()
    return finding


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "for good"])
def test_a_failure_is_told_with_the_request_that_it_needs(for_good: bool) -> None:
    finding = staged(Remembering(for_good=for_good), Fresh(for_good=for_good))
    reason = finding.reasons[-1]
    assert isinstance(reason, DependsOnEarlier)
    assert (finding.finding, len(reason.after), bool(reason.alone)) == ("fail", 1, True)
    assert reason.after[0].startswith('{"id":1,"op":"decode","format":"msgpack","bytes":')
    assert reason.question.startswith('{"id":1,"op":"decode","format":"msgpack","bytes":"')


@pytest.mark.parametrize(
    ("retry", "known"),
    [
        (Fresh(can_start=False), None),
        (Fresh(), KnownFailures("", {(FLOATS, "decode"): ("value", Known("todo", "it keeps state"))})),
    ],
    ids=["no process can be started", "it is known to fail"],
)
def test_a_failure_that_is_not_replayed_is_flaky(retry: Any, known: Any) -> None:
    finding = staged(Remembering(), retry, known=known)
    assert (finding.finding, type(finding.reasons[-1])) == ("flaky", AnsweredDifferently)


class Wrong(Codec):
    """A codec that decodes wrongly, alone as well."""

    def __init__(self) -> None:
        super().__init__(replies=lambda request: WRONG)

    def ask_fresh(self, requests: Sequence[Request]) -> Observation:
        return [self.ask(request) for request in requests][-1]


def test_a_failure_that_comes_back_alone_is_a_failure_and_is_asked_alone_once() -> None:
    alone = Wrong()
    finding = staged(Wrong(), alone)
    assert (finding.finding, [type(reason) for reason in finding.reasons]) == ("fail", [AcceptedInvalid, RequestsFail])
    assert alone.asked == 1


class InTurn(Codec):
    """Two processes that take turns."""

    def __init__(self) -> None:
        super().__init__(replies=lambda request: WRONG)
        self.heard: list[tuple[int, Request]] = []

    def run(self, requests: Iterable[tuple[Any, Request]], *, stay: bool = False) -> Iterator[tuple[Any, Observation]]:
        asked = iter(requests)
        for number in count():
            self.asking = number % 2
            if (one := next(asked, None)) is None:
                return
            self.heard.append((self.asking, one[1]))
            yield one[0], self.ask(one[1])


def test_the_earlier_requests_are_those_of_the_same_process() -> None:
    codec = InTurn()
    before: list[tuple[SweepFailure, list[Request]]] = []

    def watched(finding: Finding, failure: SweepFailure, again: Observation) -> Finding:
        before.append((failure, [question.request() for question in failure.before()]))
        return repeated(finding, failure, again)

    found = list(
        run(sweeps(), codec, terms(), referee.decode, bases=bases(), only=cases("bytes.floats"), retried=watched)
    )
    assert [finding.finding for finding in found] == ["fail"]
    [(failure, requests)] = before
    [number] = [at for at, (_, request) in enumerate(codec.heard) if request == failure.question.request()]
    process = codec.heard[number][0]
    assert failure.process == process
    assert requests == [request for asked, request in codec.heard[:number] if asked == process]
    assert len(requests) == number // 2
