"""The questions put to one process: in flight, answered, and to be asked again. No I/O.

Replies come in the order of the questions, so the first one in flight is the one that the next line must answer.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from goldenwire.protocol import MATCHES_EXPECTED, Garbled, Observation, Request, excerpt, read_reply, reply_line
from goldenwire.subject.limits import MIB
from goldenwire.subject.states import Blame, Detail, Event

K = TypeVar("K")

# The key, its request, and the member of a correct reply, empty if there is none.
Asked = tuple[K, Request, bytes]
_InFlight = tuple[int, Asked[K], int, bytes | None]  # id, what was asked, octets of the request, expected reply

IN_FLIGHT = MIB // 4  # octets of requests; beyond it, one at a time, so that other processes get their share


class Questions(Generic[K]):
    """The questions put to one process, each in one place.

    `in_flight`: sent and not answered; `answers`: the observations to hand out, of which the last may still change;
    `again`: to be asked again once the process has ended; `doubtful`: to be asked again, each in a process of its own.
    If a process is `alone` with a single question, nothing is doubtful.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self.in_flight: deque[_InFlight[K]] = deque()
        self.answers: list[tuple[K, Observation]] = []
        self.again: list[Asked[K]] = []
        self.doubtful: list[Asked[K]] = []
        self._alone = alone
        self._octets = self._asked = 0
        self._last: Asked[K] | None = None

    def fill(self, window: int, again: deque[Asked[K]], source: Iterator[Asked[K]]) -> bytes:
        """Put questions in flight up to `window`, those to be asked again first; return their lines."""
        flying, lines = self.in_flight, []
        while len(flying) < window and self._octets < IN_FLIGHT:
            item = again.popleft() if again else next(source, None)
            if item is None:
                break
            _, request, expected = item
            self._asked = number = self._asked + 1
            line = request.line(number)
            self._octets += len(line)
            flying.append((number, item, len(line), reply_line(number, expected)))
            lines.append(line)
        return b"".join(lines)

    def take(self, lines: Sequence[bytes], log: Callable[[], str]) -> tuple[Event, Detail] | None:
        """Take replies; return None, or the event and a description for a line that is not the next reply.

        Lines after that one are not looked at. The hot path: one iteration for each question.
        """
        flying, answers = self.in_flight, self.answers
        for line in lines:
            if flying and line == flying[0][3]:  # nearly all lines
                _, self._last, octets, _ = flying.popleft()
                self._octets -= octets
                answers.append((self._last[0], MATCHES_EXPECTED))
                continue
            try:
                number, seen = read_reply(line)
            except Garbled as error:
                return Event.STRAY_OUTPUT, Detail(f"{error}: {excerpt(line)}", fault=error.fault)
            if not flying or number != flying[0][0]:
                return self._misplaced(number, line)
            _, self._last, octets, _ = flying.popleft()
            self._octets -= octets
            if seen.kind == "failed" and not seen.stderr:
                seen = Observation("failed", detail=seen.detail, stderr=log())
            answers.append((self._last[0], seen))
        return None

    def _misplaced(self, number: int | None, line: bytes) -> tuple[Event, Detail]:
        """Return the event and a description for a reply other than the next: repeated, late, early, or to nothing."""
        if number is not None and number == self._asked - len(self.in_flight):
            return Event.REPLY_REPEATED, Detail(f"it answered request {number} again: {excerpt(line)}")
        if not self.in_flight:
            return Event.STRAY_OUTPUT, Detail(f"it wrote a reply that nobody asked for: {excerpt(line)}")
        next_number = self.in_flight[0][0]
        answered = "a reply without an id" if number is None else f"a reply to request {number}"
        said = f"it wrote {answered} when {next_number} was expected: {excerpt(line)}"
        detail = Detail(said, fault="no-id" if number is None else "other-id")
        is_later = number is not None and next_number < number <= self._asked
        return Event.REPLY_OUT_OF_TURN if is_later else Event.STRAY_OUTPUT, detail

    def first_octets(self) -> int:
        """Return the length of the first question in flight, 0 if there is none."""
        return self.in_flight[0][2] if self.in_flight else 0

    def end(self, blame: Blame | None, seen: Observation) -> bool:
        """Record the end of the process: `seen` is the observation of the question that is blamed, if one is.

        The other questions in flight are to be asked again; without `blame` they are dropped. Returns False if the last
        answer is to be blamed and has been handed out.
        """
        if blame is Blame.EITHER and not self._alone:
            if self.answers and self._last:
                self.answers.pop()
                self.doubtful.append(self._last)
            self.doubtful.append(self.in_flight.popleft()[1])
        elif blame in (Blame.FIRST, Blame.EITHER):
            self.answers.append((self.in_flight.popleft()[1][0], seen))
        elif blame is Blame.LAST and self.answers:
            self.answers[-1] = (self.answers[-1][0], seen)
        self.again = [item for _, item, _, _ in self.in_flight] if blame else []
        self.in_flight.clear()
        return blame is not Blame.LAST or bool(self.answers)

    def forget(self) -> None:
        """Drop all questions and answers."""
        for questions in (self.in_flight, self.answers, self.again, self.doubtful):
            questions.clear()

    def hand_out(self, *, but_the_last: bool) -> list[tuple[K, Observation]]:
        """Return the observations made, and keep back the last one if so told."""
        answers = self.answers
        self.answers = [answers.pop()] if but_the_last else []
        return answers
