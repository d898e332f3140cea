"""Sweeps of a codec that keeps something between requests: a failure is told with the requests that it needs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import pytest
from msgspec import Raw

from goldenwire.judge import referee
from goldenwire.judge.reasons import AnsweredDifferently, DependsOnEarlier
from goldenwire.protocol import Observation, Request
from goldenwire.results import Finding
from goldenwire.results.known_failures import KnownFailures
from goldenwire.run.context import RunContext
from goldenwire.run.options import Options
from goldenwire.run.sweeps import SweepStage
from goldenwire.sweeps.asking import Before, SweepFailure, repeated, run
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


def staged(codec: Codec, retry: Any, *, known: KnownFailures | None = None) -> Finding:
    """Return the finding of one sweep as a run has it."""
    context = RunContext(
        codec,  # type: ignore[arg-type]
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
        (Fresh(), KnownFailures("", {(FLOATS, "decode"): None})),  # type: ignore[dict-item]
    ],
    ids=["no process can be started", "it is known to fail"],
)
def test_a_failure_that_is_not_replayed_is_flaky(retry: Any, known: Any) -> None:
    finding = staged(Remembering(), retry, known=known)
    assert (finding.finding, type(finding.reasons[-1])) == ("flaky", AnsweredDifferently)


def test_a_codec_without_state_is_asked_no_more_than_once_again() -> None:
    def answer(request: Request) -> Observation:
        return WRONG if request.op == "decode" else Codec().ask(request)

    assert staged(Codec(replies=answer), None).finding == "fail"


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

    def watched(finding: Finding, failure: SweepFailure, again: Observation, earlier: Before) -> Finding:
        before.append((failure, [question.request() for question in earlier()]))
        return repeated(finding, failure, again, earlier)

    found = list(
        run(sweeps(), codec, terms(), referee.decode, bases=bases(), only=cases("bytes.floats"), repeated=watched)
    )
    assert [finding.finding for finding in found] == ["fail"]
    [(failure, requests)] = before
    process = codec.heard[failure.number][0]
    assert codec.heard[failure.number][1] == failure.question.request()
    assert requests == [request for asked, request in codec.heard[: failure.number] if asked == process]
    assert len(requests) == failure.number // 2
