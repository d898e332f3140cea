"""Ask a codec for a construct at its three sizes; judge the answers, then the growth of the time they take."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from goldenwire.judge import Judgement, Question, Referee, Terms, judge, questions
from goldenwire.judge.reasons import GrowsTooFast, NoAnswerAtSize, Reason
from goldenwire.protocol import Observation, Operation, Request
from goldenwire.results import Finding
from goldenwire.results.findings import make_finding, make_pass
from goldenwire.scale import growth
from goldenwire.scale.constructs import sizes, vectors
from goldenwire.scale.growth import Times
from goldenwire_suite.suite import Construct

RIGHT = {"pass", "unspecified"}
OK, SLOW, WRONG, DECLINED = "ok", "slow", "wrong", "declined"
VERDICTS = {**dict.fromkeys(RIGHT, OK), "declined": DECLINED}
ANSWERS: dict[str, str] = {"decode": "value", "encode": "bytes", "transcode": "bytes"}
ANSWERED = {*ANSWERS.values(), "rejected"}
TOO_SLOW = GrowsTooFast, NoAnswerAtSize


class Answering(Protocol):
    """A codec that answers one question."""

    def ask(self, request: Request) -> Observation: ...


class Measurement(Struct, frozen=True):
    """The finding for a construct in one operation, and the seconds at the sizes that were answered.

    `measured`: the times are the smallest of rounds in which growth was judged.
    """

    construct: str
    operation: Operation
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    finding: Finding
    measured: bool = False

    @property
    def verdict(self) -> str:
        """The finding in a word: ok, slow, wrong, declined, or the kind of breakdown."""
        if self.finding.finding in VERDICTS:
            return VERDICTS[self.finding.finding]
        if isinstance(self.finding.reasons[0], TOO_SLOW):
            return SLOW
        seen = self.finding.observation
        return seen.kind if seen and seen.kind not in ANSWERED else WRONG

    @property
    def is_off(self) -> bool:
        """True if the answer is wrong, too slow, or missing."""
        return self.verdict not in {OK, DECLINED}

    @property
    def exponent(self) -> float | None:
        """The power of N with which the time grows; None if that was not judged."""
        return Times(*self.seconds).exponent if self.measured else None

    def row(self) -> dict[str, Any]:
        """Return the result as members of a JSON object, with its times to the microsecond."""
        return {
            "case": self.finding.case,
            "operation": self.operation,
            "sizes": self.sizes,
            "seconds": [round(one, 6) for one in self.seconds],
            "exponent": None if self.exponent is None else round(self.exponent, 3),
            "verdict": self.verdict,
            "why": self.finding.why,
        }


class Off(Exception):  # noqa: N818 - named for the answer
    """Raised when an answer, at the size with that place, is not the right one."""

    def __init__(self, place: int, seen: Observation, judgement: Judgement) -> None:
        super().__init__(place, seen, judgement)
        self.place, self.seen, self.judgement = place, seen, judgement


class Trial:
    """A codec in one format. `limit` is its time limit in seconds, `clock` returns seconds."""

    def __init__(
        self,
        format: Any,
        subject: Answering,
        declared: Terms,
        referee: Referee,
        *,
        limit: float,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._format, self._subject, self._declared, self._referee = format, subject, declared, referee
        self._limit, self._clock = limit, clock

    def run(self, construct: Construct, most: int, only: Sequence[Operation] = ()) -> Iterator[Measurement]:
        """Yield the result of each operation that the codec declares, at sizes up to `most`."""
        asked: dict[Operation, list[Question]] = {}
        negotiated = {self._format.name: self._declared}
        for question in questions(vectors(self._format, construct, most), negotiated, only, Counter()):
            asked.setdefault(question.operation, []).append(question)
        for series in asked.values():
            yield self._examine(construct.name, tuple(sizes(construct, most)), series)

    def _examine(self, name: str, at: tuple[int, ...], series: Sequence[Question]) -> Measurement:
        """Return the result of a question that is asked at each size."""
        seconds: list[float] = []
        times: Times | None = None
        try:
            for place in range(len(series)):
                seconds.append(self._time(series, place))
            if Times(*seconds).is_measurable:
                times = growth.measure(partial(self._repeat, series), self._clock)
            finding = make_pass(series[-1].vector, series[-1].operation)
            if times and times.is_slow:
                finding = fail(finding, series[-1], _growth(at, times))
        except Off as off:
            finding = make_finding(series[off.place], self._declared, off.seen, off.judgement)
            if off.seen.kind == "hung" and seconds and growth.limit_shows_growth(seconds, self._limit):
                finding = fail(
                    finding, series[off.place], NoAnswerAtSize(at[off.place], at[0], self._limit, round(seconds[0], 4))
                )
        return Measurement(
            name, series[0].operation, at, tuple(times or seconds), finding, bool(times and times.is_measurable)
        )

    def _time(self, series: Sequence[Question], place: int) -> float:
        """Ask the question of a size and return the seconds it takes. Raises Off if the answer is not right."""
        began = self._clock()
        seen = self._subject.ask(series[place].request())
        seconds = self._clock() - began
        judgement = judge(series[place], self._declared, seen, self._referee)
        if judgement.finding not in RIGHT:
            raise Off(place, seen, judgement)
        return seconds

    def _repeat(self, series: Sequence[Question], place: int) -> None:
        """Ask a question again that was answered rightly. Raises Off if the answer is of another kind now."""
        seen = self._subject.ask(series[place].request())
        rejects = series[place].vector.verdict == "reject"
        if seen.kind != ("rejected" if rejects else ANSWERS[series[place].operation]):
            raise Off(place, seen, judge(series[place], self._declared, seen, self._referee))


def _growth(at: Sequence[int], times: Times) -> GrowsTooFast:
    return GrowsTooFast(at[-1], at[0], round(times.large, 3), round(times.small, 4), round(times.exponent, 2))


def fail(finding: Finding, question: Question, reason: Reason) -> Finding:
    """Return the finding for a question whose time grows too fast."""
    return msgspec.structs.replace(finding.because(reason, finding="fail"), summary=question.vector.summary)
