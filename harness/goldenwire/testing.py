"""Support for a codec's tests: the codec as an object, vectors as parameters, assertions that judge as `check` does.

    from goldenwire.testing import assert_rejects, parameters

    @pytest.mark.parametrize("vector", parameters("daphne", select="daphne/csr", verdict="reject"))
    def test_bad_csr_blocks_are_refused(goldenwire_codec, vector):
        assert_rejects(goldenwire_codec, vector)

The fixture `goldenwire_codec` is the codec of --goldenwire-codec; `running` starts one without pytest's options.
"""

from bdb import BdbQuit
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire import formats
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import ABSENT, Verdict
from goldenwire.corpus.vector import LoadedVector as Record
from goldenwire.display.text import quoted, short
from goldenwire.errors import UserError
from goldenwire.escapes import one_line
from goldenwire.judge import NotAsked, Question, Terms, judge, questions, referee
from goldenwire.judge.difference import observed
from goldenwire.judge.reasons import NotDeclared
from goldenwire.protocol import Hello, Observation, Operation, Rejected, Request, Unsupported, repeated
from goldenwire.protocol.in_process import InProcess, load_codec
from goldenwire.report.text import LOGGED, TextReport
from goldenwire.results import Finding
from goldenwire.results.findings import make_finding, with_source
from goldenwire.results.header import header
from goldenwire.run import Subject, negotiate
from goldenwire.subject import Limits, OneShot, Pool
from goldenwire.system import python_module
from goldenwire.vectors import Vector, load

LEFT = (BdbQuit, pytest.exit.Exception)  # raised in a codec when its user leaves the debugger
MADE_UP = "made-up"  # the feature of a value from no vector


class CodecFailed(Exception):  # noqa: N818 - named for what the codec did
    """The codec neither answered nor refused: it failed, crashed, hung, ran out of memory, flooded or garbled.

    `observation.kind` says which; the text includes the end of its log.
    """

    def __init__(self, observation: Observation) -> None:
        super().__init__(observation)
        self.observation = observation

    def __str__(self) -> str:
        seen = self.observation
        logged = quoted(seen.stderr, LOGGED)
        return "\n".join(map(one_line, [observed(seen), *(["    It logged:"] if logged else []), *logged]))


class Codec:
    """A running codec. Values, contexts and plans are JSON in the notation of PROTOCOL.md, octets are bytes.

    `decode`, `encode` and `transcode` raise Rejected (with `code`, `offset` and `message`) if the codec refuses the
    input, Unsupported if it declines, and CodecFailed if it does neither.
    """

    def __init__(self, subject: Subject, command: Sequence[str], trees: Trees, options: Mapping[str, Any]) -> None:
        self.subject, self.command, self.trees, self.options = subject, tuple(command), trees, dict(options)
        self._terms: dict[str, Terms] = {}

    def __repr__(self) -> str:
        return f"<{self.hello.codec.name} {self.hello.codec.version}>"

    @property
    def hello(self) -> Hello:
        """Return the codec's hello."""
        return self.subject.hello

    def decode(self, format: str, data: bytes, context: Any = None) -> Any:
        """Return the value that the codec decodes from the octets."""
        __tracebackhide__ = True
        value = bytes(self._answer(Request("decode", format, data, context=_raw(context))).value or b"null")
        if (twice := repeated(value)) is not None:
            raise CodecFailed(Observation("garbled", detail=f"the value has the member `{short(twice)}` twice"))
        return msgspec.json.decode(value)

    def encode(self, format: str, value: Any, context: Any = None, plan: Any = None) -> bytes:
        """Return the octets that the codec writes for the value."""
        __tracebackhide__ = True
        given = Raw(msgspec.json.encode(value))
        return self._answer(Request("encode", format, None, given, _raw(plan), _raw(context))).data or b""

    def transcode(self, format: str, data: bytes, context: Any = None) -> bytes:
        """Return the octets that the codec writes for the value that it reads in the octets."""
        __tracebackhide__ = True
        return self._answer(Request("transcode", format, data, context=_raw(context))).data or b""

    def _answer(self, request: Request) -> Observation:
        __tracebackhide__ = True
        seen = self.subject.ask(request)
        if seen.rejection is not None:
            raise Rejected(seen.rejection.code, seen.rejection.offset, seen.rejection.message)
        if seen.kind == "unsupported":
            raise Unsupported(seen.detail)
        if seen.kind != ("value" if request.op == "decode" else "bytes"):
            raise CodecFailed(seen)
        return seen

    def terms(self, format: str) -> Terms:
        """Return the codec's terms for a format. Raises UserError if it does not declare the format."""
        if format not in self._terms:
            self._terms |= negotiate(self.hello, [format], self.trees, everything=False)
        return self._terms[format]

    def judge_vector(self, vector: Record, operation: Operation, seen: Observation | None = None) -> Finding:
        """Return the finding of one question, whose answer may be passed in.

        It is `not-asked` if the codec does not declare what the question needs.
        """
        negotiated, missing = {vector.format: self.terms(vector.format)}, Counter[NotAsked]()
        for question in questions([vector], negotiated, [operation], missing):
            return self.judge_question(question, seen)
        lacking = NotDeclared(", ".join(word for word, *_ in missing))
        return Finding(vector.id, operation, "not-asked", vector.level, vector.requirements).because(lacking)

    def ask_all(self, wanted: Iterable[tuple[Record, Operation]]) -> Iterator[tuple[tuple[str, str], Observation]]:
        """Yield the answers to many questions, by case and operation, except those that the codec does not declare."""
        requests = (
            ((vector.id, operation), question.request())
            for vector, operation in wanted
            for question in questions([vector], {vector.format: self.terms(vector.format)}, [operation], Counter())
        )
        return self.subject.ask_all(requests)

    def judge_question(self, question: Question, seen: Observation | None = None) -> Finding:
        """Return the finding of a question; ask it unless its answer is passed in."""
        terms = self.terms(question.vector.format)
        seen = seen or self.subject.ask(question.request())
        judgement = judge(question, terms, seen, referee.decode)
        return with_source(make_finding(question, terms, seen, judgement), question, seen)

    def block(self, finding: Finding) -> str:
        """Return a failure as text, as `goldenwire check` shows it."""
        known = finding.case.split("/")[1] != MADE_UP  # to the command
        return "\n".join(map(one_line, self._report.block(finding, again=known))).rstrip()

    @cached_property
    def _report(self) -> TextReport:
        report = TextReport(referee.sentence, verbosity=-1)
        negotiated = {format: self.terms(format) for format in self.hello.formats if self.trees.has(format)}
        began = header(self.hello, negotiated, self.trees, command=self.command, options=self.options)
        for _ in report.begin(began):
            pass
        return report


@contextmanager
def running(
    command: Sequence[str] = (),
    *,
    one_shot: bool = False,
    vectors: Path | str | None = None,
    timeout: float = 5.0,
    memory: int = 1024,
    in_process: bool = False,
) -> Iterator[Codec]:
    """Run the codec of a command, or `["python:module:object"]`; without words, the kit's own.

    `vectors` is a folder, `timeout` in seconds for each question, `memory` in MiB. With `in_process` a Python codec
    runs in this process, without limits, so that a debugger stops in it. Raises UserError with a message if
    the codec cannot be run. On exit the codec's input is closed, and it has its time to exit. Then CodecFailed is
    raised if it wrote more than its answers, unless the block ended with an exception.
    """
    with started(
        command, one_shot=one_shot, vectors=vectors, timeout=timeout, memory=memory, in_process=in_process
    ) as codec:
        yield codec
    if codec.subject.strays:
        raise CodecFailed(Observation("garbled", detail="; ".join(codec.subject.strays)))


@contextmanager
def started(
    command: Sequence[str],
    *,
    one_shot: bool = False,
    vectors: Path | str | None = None,
    timeout: float = 5.0,
    memory: int = 1024,
    in_process: bool = False,
) -> Iterator[Codec]:
    """Run the codec as `running` does, and leave it to the caller to judge what it wrote besides its answers."""
    words = list(command) or python_module("goldenwire", "serve")
    options = {"one-shot": one_shot, "vectors": vectors and str(vectors), "timeout": timeout, "memory": memory}
    trees = formats.trees(vectors)
    if in_process:
        yield Codec(InProcess(load_codec(command), passing=LEFT), command, trees, options)
        return
    with (OneShot if one_shot else Pool)(words, Limits(timeout=timeout, memory_mib=memory)) as subject:
        yield Codec(subject, command, trees, options)
        for _ in subject.run(()):
            pass


def parameters(format: str, **chosen: Any) -> "list[pytest.ParameterSet]":
    """Return vectors as parameters of a test, with their ids; `chosen` are arguments of `goldenwire.vectors.load`.

    Raises UserError if nothing matches.
    """
    __tracebackhide__ = True
    try:
        return [pytest.param(vector, id=vector.id) for vector in load(format, **chosen)]
    except UserError as error:
        raise error.with_traceback(None) from None


def vectors(format: str, **chosen: Any) -> list[Vector]:
    """Return vectors as a list; `chosen` are arguments of `goldenwire.vectors.load`.

    Raises UserError if nothing matches.
    """
    return list(load(format, **chosen))


def assert_conforms(codec: Codec, vector: Vector | Record, *operations: Operation) -> None:
    """Assert that the codec conforms to the vector, in these operations or in all that the vector has.

    Skips the test if the codec declares or supports none of them. Fails with the block that `check` prints.
    """
    __tracebackhide__ = True
    record = vector.record if isinstance(vector, Vector) else vector
    findings = [codec.judge_vector(record, operation) for operation in operations or record.operations]
    blocks = [codec.block(finding) for finding in findings if finding.finding == "fail"]
    if blocks:
        raise AssertionError("\n\n".join(blocks))
    if all(finding.finding in {"declined", "not-asked"} for finding in findings):
        pytest.skip(one_line("; ".join(dict.fromkeys(finding.why for finding in findings))))


def assert_accepts(codec: Codec, vector: Vector, *operations: Operation) -> None:
    """Assert that the codec accepts the vector and returns the value that it represents (see assert_conforms)."""
    __tracebackhide__ = True
    _check_verdict(vector, "accept")
    assert_conforms(codec, vector, *operations)


def assert_rejects(codec: Codec, vector: Vector, *operations: Operation) -> None:
    """Assert that the codec explicitly refuses the vector; a crash is no refusal (see assert_conforms)."""
    __tracebackhide__ = True
    _check_verdict(vector, "reject")
    assert_conforms(codec, vector, *operations)


def assert_round_trip(codec: Codec, format: str, value: Any, context: Any = None) -> None:
    """Assert that the codec's encoding of the value decodes to it, by the reference and by the codec itself.

    Raises ValueError if the reference knows no encoding of the value.
    """
    __tracebackhide__ = True
    vector = _of_value(format, value, context)
    assert_conforms(codec, vector, "encode")
    written = codec.encode(format, value, context)
    assert_conforms(codec, msgspec.structs.replace(vector, data=written), "decode")


def _of_value(format: str, value: Any, context: Any) -> Record:
    """Return a vector of a value: the reference's encoding of it, and the value that this encoding decodes to."""
    __tracebackhide__ = True
    from goldenwire_reference import formats
    from goldenwire_reference.errors import EncodeError

    try:
        data = formats.load(format).encode(value, context)
    except EncodeError as error:
        raise ValueError(f"the value has no encoding: {error}") from None
    given = _raw(context) or ABSENT
    meant = referee.decode(format, given, data, {})
    return Record(
        id=f"{format}/{MADE_UP}/value",
        summary="a value that a test made up",
        requirements=(),
        level="draft",
        verdict="accept",
        operations=("decode", "encode"),
        context=given,
        value=meant if isinstance(meant, Raw) else ABSENT,
        data=data,
        format=format,
        feature=f"{format}/{MADE_UP}",
    )


def _check_verdict(vector: Vector, verdict: Verdict) -> None:
    __tracebackhide__ = True
    if vector.verdict != verdict:
        raise ValueError(f"{vector.id} has the verdict {vector.verdict}, not {verdict}")


def _raw(json: Any) -> Raw | None:
    return None if json is None else Raw(msgspec.json.encode(json))
