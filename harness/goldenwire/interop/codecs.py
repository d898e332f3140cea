"""The codecs that take part: their names, and their processes, which run at the same time."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

import msgspec

from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.errors import UserError
from goldenwire.judge import Question, Terms
from goldenwire.protocol import Observation, Operation, Request
from goldenwire.results.gate import ALIKE, FAULTS
from goldenwire.run import negotiate
from goldenwire.subject import CannotRun, Limits, Pool
from goldenwire.system import python_module

K = TypeVar("K")

REFERENCE = "reference"  # the name of the built-in codec
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class Named(NamedTuple):
    """A codec as named by an option: its name, and the words to execute."""

    name: str
    command: tuple[str, ...]


def named(asked: Sequence[str], format: str) -> list[Named]:
    """Return the codecs for `NAME=COMMAND` and the word `reference`. Raises UserError."""
    found: dict[str, Named] = {}
    for words in asked:
        codec = _named(words, format)
        if codec.name in found:
            raise UserError(f"--codec {codec.name}: two codecs have this name; each needs its own")
        found[codec.name] = codec
    if not found:
        raise UserError(
            "no codec takes part: name each codec with --codec NAME=COMMAND, the built-in with --codec reference"
        )
    return list(found.values())


def _named(words: str, format: str) -> Named:
    name, equals, text = words.partition("=")
    if words == REFERENCE:
        return Named(REFERENCE, tuple(python_module("goldenwire", "serve", "--format", format)))
    if not equals:
        raise UserError(f"--codec {words}: expected NAME=COMMAND, or just {REFERENCE}")
    if not NAME.fullmatch(name):
        raise UserError(
            f"--codec {words}: a name is of letters, digits, - and _, begins with one of the first two,"
            " and is 40 characters long at most"
        )
    if name == REFERENCE:
        raise UserError(f"--codec {words}: {REFERENCE} is the built-in codec; give yours another name")
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise UserError(f"--codec {words}: its command cannot be split into words: {error}") from None
    if not command:
        raise UserError(f"--codec {words}: there is no command after the =")
    return Named(name, command)


COSTLY = FAULTS - {"failed"}  # breakdowns that require a new process
PATIENCE = 200  # breakdowns in a part of the run, after which a codec is asked no more
HUNG = 4  # the number of breakdowns that a time-out counts as


class _Opening:
    """The first answers to an operation, as long as all are the same fault."""

    def __init__(self) -> None:
        self.alike, self.fault = 0, ""  # their number, and the fault
        self.last: Observation | None = None  # stands for all further answers, if set

    def note(self, seen: Observation) -> None:
        """Take the next answer."""
        fault = seen.summary()
        if self.alike < ALIKE and seen.kind in FAULTS and fault == (self.fault or fault):
            self.fault, self.alike = fault, self.alike + 1
            self.last = seen if self.alike == ALIKE else None
        else:
            self.alike = ALIKE  # they differ


class RunningCodec:
    """A running codec. `terms` has its declarations.

    Operations that it breaks down in too often are `given_up` in exchanges. Once it is `searched`, `breakdowns` counts
    those of all operations, with each time-out counted HUNG times.
    """

    def __init__(self, name: str, pool: Pool, terms: Terms) -> None:
        self.name, self.terms, self.hello = name, terms, pool.hello
        self.searched, self.breakdowns = False, 0
        self.given_up: dict[Operation, int] = {}  # with the number of breakdowns
        self._pool = pool
        self._broke: Counter[Operation] = Counter()  # breakdowns in this part of the exchanges, counted alike
        self._borne: Counter[Operation] = Counter()  # those that are known
        self._openings: dict[Operation, _Opening] = {}

    @property
    def restarts(self) -> int:
        """The number of restarts."""
        return self._pool.restarts

    @property
    def complaints(self) -> list[str]:
        """The codec's mistakes outside its answers, as sentences."""
        told = [
            f"its first {ALIKE} answers to {operation} are alike, so it was not asked any more: {opening.fault}"
            for operation, opening in self._openings.items()
            if opening.last
        ]
        told += [
            f"it broke down in {operation} {count:,} times (a time-out counts for {HUNG}),"
            " so it was not asked any more; fix the adapter first (`smoke` helps)"
            for operation, count in self.given_up.items()
        ]
        if self.worn and not self.given_up:
            told.append(f"the search for disagreements ended after {self.worn}")
        return [f"{self.name}: {sentence}" for sentence in (*told, *self._pool.complaints)]

    @property
    def worn(self) -> str:
        """The breakdowns in words, if they are too many to begin or continue the search; otherwise empty."""
        count = max(self.given_up.values(), default=PATIENCE if self.breakdowns >= PATIENCE else 0)
        return f"{count:,} breakdowns of {self.name}, of which a time-out counts for {HUNG}" if count else ""

    def bear(self, known: Mapping[tuple[str, str], str]) -> None:
        """Have patience also for the known breakdowns of exchanges: their observations by case and `WRITER>READER`."""
        for (_, pair), observation in known.items():
            writer, _, reader = pair.partition(">")
            manner, kind, *_ = *observation.split(), "", ""
            if kind in COSTLY and (manner, self.name) in {("unwritten", writer), ("broken", reader)}:
                self._borne["encode" if manner == "unwritten" else "decode"] += _weight(kind)

    def renew_patience(self) -> None:
        """Begin another part of the exchanges, in which breakdowns are counted anew."""
        self._broke.clear()

    def _note(self, operation: Operation, seen: Observation) -> None:
        """Count a breakdown; give the operation up, or the search, after too many."""
        if seen.kind not in COSTLY:
            return
        weight = _weight(seen.kind)
        if self.searched:
            self.breakdowns += weight
            return
        self._broke[operation] += weight
        allowed = PATIENCE + self._borne[operation]
        if self._broke[operation] >= allowed and not self._openings[operation].last:
            self.given_up[operation] = allowed

    def finish(self) -> list[str]:
        """Close the codec's input and wait for its exit; return what it wrote besides its answers, as sentences."""
        for _ in self._pool.run(()):
            pass
        return self._pool.strays

    def lacks(self, vector: LoadedVector, operation: Operation) -> str:
        """Return the declaration that is missing for this question; empty if there is none."""
        if operation not in self.terms.operations:
            return f"the operation {operation}"
        missing = self.terms.undeclared.intersection(vector.needs)
        return f"the feature {min(missing)}" if missing else ""

    def writing(self, vector: LoadedVector) -> Request:
        """Return the request to write the value, with its plan if the codec declares plans."""
        planned = vector.plan != ABSENT and "plans" in self.terms.features
        return Question(vector, "encode", planned).request()

    def ask(self, request: Request) -> Observation:
        """Return the answer to one question."""
        [(_, seen)] = self.ask_all([(None, request)])
        return seen

    def ask_all(self, requests: Sequence[tuple[K, Request]]) -> Iterator[tuple[K, Observation]]:
        """Yield the answers to questions of one operation, in order.

        If the first ALIKE answers to the operation are the same fault, the codec is not asked again; that answer stands
        for all others. After too many breakdowns in exchanges the other questions get no answer.
        """
        if not requests:
            return
        operation = requests[0][1].op
        opening = self._openings.setdefault(operation, _Opening())
        count = 0
        if opening.last is None and not self._gave_up(operation):
            answers = self._pool.ask_all(requests)
            for key, seen in answers:
                count += 1
                yield key, seen
                opening.note(seen)
                self._note(operation, seen)
                if opening.last or self._gave_up(operation):
                    answers.close()  # this stops a codec that is still working
                    break
        if opening.last:
            yield from ((key, opening.last) for key, _ in requests[count:])

    def _gave_up(self, operation: Operation) -> bool:
        """Return whether the operation is not asked any more. A search asks few questions, to confirm disagreements."""
        return operation in self.given_up and not self.searched


def _weight(kind: str) -> int:
    return HUNG if kind == "hung" else 1


def reading(vector: LoadedVector, data: bytes) -> Request:
    """Return the request to read bytes in the vector's context."""
    return Question(msgspec.structs.replace(vector, data=data), "decode").request()


class Company:
    """All codecs, each in its own process. A context manager; leaving it stops them all.

    Raises UserError if one cannot be run, or does not declare the format.
    """

    def __init__(self, asked: Sequence[Named], format: str, trees: Trees, limits: Limits) -> None:
        self._asked, self._format, self._trees, self._limits = asked, format, trees, limits
        self._stack = ExitStack()
        self.codecs: list[RunningCodec] = []

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            for name, command in self._asked:
                try:
                    pool = stack.enter_context(Pool(command, self._limits))
                    terms = negotiate(pool.hello, [self._format], self._trees, everything=False)[self._format]
                except (CannotRun, UserError) as error:
                    first, *rest = error.lines
                    raise UserError(f"{name}: {first}", *rest) from None
                self.codecs.append(RunningCodec(name, pool, terms))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @staticmethod
    def ask_all(
        asked: Mapping[RunningCodec, Sequence[tuple[K, Request]]],
    ) -> Iterator[tuple[RunningCodec, K, Observation]]:
        """Yield the answers of all codecs to their own questions, on which they work at the same time.

        The answers are taken in turn, so that each codec's pipe is filled again while the others are read.
        """
        answers = {codec: codec.ask_all(requests) for codec, requests in asked.items() if requests}
        while answers:
            for codec, heard in list(answers.items()):
                answer = next(heard, None)
                if answer is None:
                    del answers[codec]
                else:
                    yield codec, *answer
