"""Wrong answers that are held back until all vectors are asked, so that the simplest one is reported first. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goldenwire.judge.question import Question
from goldenwire.judge.referee import is_in_notation
from goldenwire.judge.verdicts import Judgement
from goldenwire.protocol import Observation

MOST = 10_000  # answers that are held
OCTETS = 1 << 26  # octets of their requests and answers
RANKS = {"decode": 0, "encode": 1, "transcode": 2}
ANSWERS = {"value", "bytes", "rejected"}  # observations of a codec that works


class JudgedAnswer(NamedTuple):
    """A question, what the codec did, and the verdict."""

    question: Question
    seen: Observation
    judgement: Judgement


class HeldAnswers:
    """Wrong answers in the order in which they came, up to a limit of number and size.

    As long as nothing has passed, a codec that breaks down is not held back: its adapter may be broken, and then the
    first failures end the run.
    """

    def __init__(self) -> None:
        self._held: list[JudgedAnswer] = []
        self._octets = 0
        self.has_passed = False

    def take(self, answer: JudgedAnswer) -> bool:
        """Hold an answer; return False if it is to be reported at once."""
        self._octets += octets(answer.question) + len(answer.seen.data or b"") + len(answer.seen.value or b"")
        if not self.has_passed and answer.seen.kind not in ANSWERS:
            return False
        if len(self._held) >= MOST or self._octets > OCTETS:
            return False
        self._held.append(answer)
        return True

    def release(self, suspects: Sequence[str] = ()) -> Iterator[JudgedAnswer]:
        """Yield the held answers, the simplest first."""
        self._held.sort(key=lambda answer: simplicity(answer.question, suspects))
        self._held.reverse()
        while self._held:
            yield self._held.pop()


def simplicity(question: Question, suspects: Sequence[str] = ()) -> tuple[object, ...]:
    """Return a key by which simple questions precede others.

    Requests that are not in the notation come last. Decoding comes before encoding, and both before transcoding, which
    does both; one defect before two; what no policy decides before what one does; cases that cite many of the suspected
    requirements before others, of as many those that cite the most suspected ones; short requests before long ones.
    """
    vector = question.vector
    cited = [place for place, id in enumerate(suspects) if id in vector.requirements]
    return (
        not is_in_notation(question),
        RANKS[question.operation],
        bool(vector.first),
        bool(vector.policy),
        -len(cited),
        cited,
        octets(question),
    )


def octets(question: Question) -> int:
    """Return the octets of a question's request."""
    vector = question.vector
    given = len(vector.value) if question.operation == "encode" else len(vector.octets)
    return given + len(vector.context) + (len(vector.plan) if question.planned else 0)
