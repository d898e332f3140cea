"""Ask a codec for a construct at its three sizes; judge the answers, then the growth of the time they take."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from goldenwire.judge import PASS, Judgement, NotAsked, Question, Referee, Terms, judge, questions
from goldenwire.judge.reasons import Declined, GrowsTooFast, NoAnswerAtSize, RightAtSmallSize
from goldenwire.judge.verdicts import fails
from goldenwire.protocol import Observation, Operation, Request
from goldenwire.results import Finding
from goldenwire.results.findings import make_finding
from goldenwire.scale import growth
from goldenwire.scale.constructs import sizes, small, vectors
from goldenwire.scale.growth import Times
from goldenwire_suite.suite import Construct

RIGHT = {"pass", "unspecified"}
OK, SLOW, WRONG, DECLINED = "ok", "slow", "wrong", "declined"
VERDICTS = {**dict.fromkeys(RIGHT, OK), "declined": DECLINED}
ANSWERS: dict[str, str] = {"decode": "value", "encode": "bytes", "transcode": "bytes"}
ANSWERED = {*ANSWERS.values(), "rejected"}
BEYOND = Judgement("declined", (Declined("this is beyond its own limit"),))
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


class DecisiveAnswer(NamedTuple):
    """The answer that decides on a question at several sizes, its verdict, and the times up to it.

    `measured`: the times are the smallest of rounds in which growth was judged.
    """

    question: Question
    seen: Observation
    judgement: Judgement
    seconds: tuple[float, ...]
    measured: bool = False

    @property
    def is_slow(self) -> bool:
        """True if the answer is right, and its time grows too fast."""
        return isinstance(next(iter(self.judgement.reasons), None), GrowsTooFast)


class Off(Exception):  # noqa: N818 - named for the answer
    """Raised when an answer is not the right one."""

    def __init__(self, question: Question, seen: Observation, judgement: Judgement) -> None:
        super().__init__(question, seen, judgement)
        self.question, self.seen, self.judgement = question, seen, judgement


class Trial:
    """A codec in one format. `limit` is its time limit in seconds, 0 if none is known; `clock` returns seconds."""

    def __init__(
        self,
        format: Any,
        subject: Answering,
        declared: Terms,
        referee: Referee,
        *,
        limit: float = 0.0,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._format, self._subject, self._declared, self._referee = format, subject, declared, referee
        self._limit, self._clock = limit, clock

    def run(self, construct: Construct, most: int, only: Sequence[Operation] = ()) -> Iterator[Measurement]:
        """Yield the result of each operation that the codec declares, at sizes up to `most`."""
        at = sizes(construct, most)
        for operation, series in self._questions(construct, at, only, Counter()).items():
            found = self._examine(series, at)
            if _is_beyond(construct, at[len(found.seconds) :], found):
                found = found._replace(judgement=BEYOND)
            finding = make_finding(found.question, self._declared, found.seen, found.judgement)
            if found.is_slow:  # the answer is right
                finding = msgspec.structs.replace(finding, expected="", observed="")
            yield Measurement(construct.name, operation, tuple(at), found.seconds, finding, found.measured)

    def glance(
        self, construct: Construct, only: Sequence[Operation], not_asked: Counter[NotAsked]
    ) -> Iterator[DecisiveAnswer]:
        """Yield the outcome of each operation at one size; growth up to a small one is judged if it takes long.

        A construct with a size of its own for `check` is asked for at half of it, too: 66,000 is more than 16 bits
        count, and 33,000 more than 15. What is too slow is unspecified, because no specification has a limit on time.
        """
        at = sizes(construct, construct.checked or small(construct))
        asked = at[-2:] if construct.checked else at[-1:]
        for operation, series in self._questions(construct, asked, only, not_asked).items():
            try:
                for question in series:
                    seen, seconds = self._time(question)
                found = DecisiveAnswer(question, seen, PASS, (seconds,))
                if seconds >= growth.LEAST and not construct.checked:
                    found = self._examine(self._questions(construct, at, [operation], Counter())[operation], at)
            except Off as off:
                found = DecisiveAnswer(off.question, off.seen, off.judgement, ())
                if construct.checked and off.seen.kind == "hung":
                    found = self._glance_at_less(construct, found, asked[series.index(off.question)])
            if found.is_slow:
                found = found._replace(judgement=msgspec.structs.replace(found.judgement, finding="unspecified"))
            yield found

    def _glance_at_less(self, construct: Construct, hung: DecisiveAnswer, size: int) -> DecisiveAnswer:
        """Return the outcome at a small size of a question that is not answered in time at this one."""
        asked, less = hung.question, sizes(construct, small(construct))[-1]
        [question] = self._questions(construct, [less], [asked.operation], Counter())[asked.operation]
        try:
            self._time(question)
        except Off as off:
            return DecisiveAnswer(off.question, off.seen, off.judgement, ())
        slow = RightAtSmallSize(size, less)
        return hung._replace(judgement=Judgement("unspecified", (slow,)))

    def _questions(
        self, construct: Construct, at: Iterable[int], only: Sequence[Operation], not_asked: Counter[NotAsked]
    ) -> dict[Operation, list[Question]]:
        """Return the questions of each operation that the codec declares, one for each size."""
        negotiated = {self._format.name: self._declared}
        asked: dict[Operation, list[Question]] = {}
        for question in questions(vectors(self._format, construct, at), negotiated, only, not_asked):
            asked.setdefault(question.operation, []).append(question)
        return asked

    def _examine(self, series: Sequence[Question], at: Sequence[int]) -> DecisiveAnswer:
        """Return the outcome of a question that is asked at each size."""
        seconds: list[float] = []
        try:
            for question in series:
                seen, took = self._time(question)
                seconds.append(took)
            times = Times(*seconds)
            if not times.is_measurable:
                return DecisiveAnswer(question, seen, PASS, times)
            times = growth.measure(lambda place: self._repeat(series[place]), self._clock)
        except Off as off:
            judgement = off.judgement
            if off.seen.kind == "hung" and seconds and growth.limit_shows_growth(seconds, self._limit):
                judgement = fails(NoAnswerAtSize(at[len(seconds)], at[0], self._limit, round(seconds[0], 4)))
            return DecisiveAnswer(off.question, off.seen, judgement, tuple(seconds))
        return DecisiveAnswer(
            question, seen, fails(_growth(at, times)) if times.is_slow else PASS, times, times.is_measurable
        )

    def _time(self, question: Question) -> tuple[Observation, float]:
        """Return the answer to a question and the seconds it takes. Raises Off if the answer is not right."""
        began = self._clock()
        seen = self._subject.ask(question.request())
        seconds = self._clock() - began
        judgement = judge(question, self._declared, seen, self._referee)
        if judgement.finding not in RIGHT:
            raise Off(question, seen, judgement)
        return seen, seconds

    def _repeat(self, question: Question) -> None:
        """Ask a question again that was answered rightly. Raises Off if the answer is of another kind now."""
        seen = self._subject.ask(question.request())
        rejects = question.vector.verdict == "reject"
        if seen.kind != ("rejected" if rejects else ANSWERS[question.operation]):
            raise Off(question, seen, judge(question, self._declared, seen, self._referee))


def _is_beyond(construct: Construct, unanswered: Sequence[int], found: DecisiveAnswer) -> bool:
    """Return whether the codec refuses a size that it may refuse, by a limit of its own."""
    code = found.seen.rejection.code if found.seen.rejection else ""
    return bool(construct.limit and code == construct.limit and unanswered and unanswered[0] > construct.floor)


def _growth(at: Sequence[int], times: Times) -> GrowsTooFast:
    return GrowsTooFast(at[-1], at[0], round(times.large, 3), round(times.small, 4), round(times.exponent, 2))
