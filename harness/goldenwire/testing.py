"""For the tests of a codec: the codec as an object, vectors as parameters, assertions that judge as `check` does.

    from goldenwire.testing import assert_rejects, parameters

    @pytest.mark.parametrize("vector", parameters("daphne", select="daphne/csr", verdict="reject"))
    def test_bad_csr_blocks_are_refused(goldenwire_codec, vector):
        assert_rejects(goldenwire_codec, vector)

The fixture `goldenwire_codec` is the codec of --goldenwire-codec; `running` starts one without pytest's options.
"""

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
from goldenwire.corpus.vector import Vector as Record
from goldenwire.display.text import quoted, short
from goldenwire.errors import UserError
from goldenwire.escapes import one_line
from goldenwire.judge import NotAsked, Question, Terms, follow_up, judge, questions, referee
from goldenwire.judge.difference import observed
from goldenwire.protocol import Hello, Observation, Operation, Rejected, Request, Unsupported, repeated
from goldenwire.report.text import LOGGED, TextReport
from goldenwire.results import Finding
from goldenwire.results.findings import make_finding
from goldenwire.results.header import header
from goldenwire.run import Subject, agree
from goldenwire.subject import Limits, OneShot, Pool
from goldenwire.system import python_module
from goldenwire.vectors import Vector, load

MADE_UP = "made-up"  # the feature of a value that is no vector's


class CodecFailed(Exception):  # noqa: N818 - what it did
    """The codec neither answered nor refused: it failed, crashed, hung, ran out of memory, flooded or garbled.

    `observation.kind` says which; the text has the end of what it logged.
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

    `decode`, `encode` and `transcode` raise Rejected (with `code`, `offset` and `message`) where the codec refuses,
    Unsupported where it declines, and CodecFailed where it does neither.
    """

    def __init__(self, subject: Subject, command: Sequence[str], trees: Trees, options: Mapping[str, Any]) -> None:
        self.subject, self.command, self.trees, self.options = subject, tuple(command), trees, dict(options)
        self._terms: dict[str, Terms] = {}

    def __repr__(self) -> str:
        return f"<{self.hello.codec.name} {self.hello.codec.version}>"

    @property
    def hello(self) -> Hello:
        """What the codec says of itself."""
        return self.subject.hello

    def decode(self, format: str, data: bytes, context: Any = None) -> Any:
        """The value that the codec reads in the octets."""
        __tracebackhide__ = True
        value = bytes(self._answer(Request("decode", format, data, context=_raw(context))).value or b"null")
        if (twice := repeated(value)) is not None:
            raise CodecFailed(Observation("garbled", detail=f"the value has the member `{short(twice)}` twice"))
        return msgspec.json.decode(value)

    def encode(self, format: str, value: Any, context: Any = None, plan: Any = None) -> bytes:
        """The octets that the codec writes for the value."""
        __tracebackhide__ = True
        given = Raw(msgspec.json.encode(value))
        return self._answer(Request("encode", format, None, given, _raw(plan), _raw(context))).data or b""

    def transcode(self, format: str, data: bytes, context: Any = None) -> bytes:
        """The octets that the codec writes for what it reads in the octets."""
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
        """What the codec declares for a format. Raises UserError where it does not declare it."""
        if format not in self._terms:
            self._terms |= agree(self.hello, [format], self.trees, everything=False)
        return self._terms[format]

    def judge_vector(self, vector: Record, operation: Operation, seen: Observation | None = None) -> Finding:
        """What comes of one question, whose answer may have come already.

        It is a skip where the codec does not declare what it needs.
        """
        agreed, missing = {vector.format: self.terms(vector.format)}, Counter[NotAsked]()
        for question in questions([vector], agreed, [operation], missing):
            return self.judge_question(question, seen)
        why = f"the codec does not declare the {', '.join(word for word, *_ in missing)}"
        return Finding(vector.id, operation, "skip", vector.level, vector.requirements, why=why)

    def ask_all(self, wanted: Iterable[tuple[Record, Operation]]) -> Iterator[tuple[tuple[str, str], Observation]]:
        """The answers to many questions, those left out that the codec does not declare, by case and operation."""
        requests = (
            ((vector.id, operation), question.request())
            for vector, operation in wanted
            for question in questions([vector], {vector.format: self.terms(vector.format)}, [operation], Counter())
        )
        return self.subject.ask_all(requests)

    def judge_question(self, question: Question, seen: Observation | None = None) -> Finding:
        """What comes of a question that is asked, or was."""
        terms = self.terms(question.vector.format)
        seen = seen or self.subject.ask(question.request())
        judgement = judge(question, terms, seen, referee.decode)
        further = follow_up(question, seen, judgement)
        return self.judge_question(further) if further else make_finding(question, terms, seen, judgement)

    def block(self, finding: Finding) -> str:
        """A failure as text, as `goldenwire check` shows it."""
        lines = list(map(one_line, self._report.block(finding)))
        known = finding.case.split("/")[1] != MADE_UP
        return "\n".join(line for line in lines if known or not line.startswith("  again ")).rstrip()

    @cached_property
    def _report(self) -> TextReport:
        report = TextReport(referee.sentence, verbosity=-1)
        agreed = {format: self.terms(format) for format in self.hello.formats if self.trees.has(format)}
        began = header(self.hello, agreed, self.trees, command=self.command, options=self.options)
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
) -> Iterator[Codec]:
    """The codec of a command, or `["python:module:object"]`; without words the kit's own.

    `vectors` is a folder, `timeout` in seconds for each question, `memory` in MiB. Raises UserError with a sentence
    where the codec cannot be run. At the end the codec is told that there is no more, and has its time to exit.
    """
    words = list(command) or python_module("goldenwire", "serve")
    options = {"one-shot": one_shot, "vectors": vectors and str(vectors), "timeout": timeout, "memory": memory}
    trees = formats.trees(vectors)
    with (OneShot if one_shot else Pool)(words, Limits(timeout=timeout, memory_mib=memory)) as subject:
        yield Codec(subject, command, trees, options)
        for _ in subject.run(()):
            pass


def parameters(format: str, **chosen: Any) -> "list[pytest.ParameterSet]":
    """Vectors as parameters of a test, with their ids; `chosen` are the words of `goldenwire.vectors.load`.

    Raises UserError where nothing matches.
    """
    __tracebackhide__ = True
    try:
        return [pytest.param(vector, id=vector.id) for vector in load(format, **chosen)]
    except UserError as error:
        raise error.with_traceback(None) from None


def vectors(format: str, **chosen: Any) -> list[Vector]:
    """Vectors as a list; `chosen` are the words of `goldenwire.vectors.load`. Raises UserError if nothing matches."""
    return list(load(format, **chosen))


def assert_conforms(codec: Codec, vector: Vector | Record, *operations: Operation) -> None:
    """The codec does what the vector asks for, in these operations or in all that the vector has.

    Skips the test where the codec declares or supports none of them. Fails with the block that `check` prints.
    """
    __tracebackhide__ = True
    record = vector.record if isinstance(vector, Vector) else vector
    findings = [codec.judge_vector(record, operation) for operation in operations or record.operations]
    blocks = [codec.block(finding) for finding in findings if finding.finding == "fail"]
    if blocks:
        raise AssertionError("\n\n".join(blocks))
    if all(finding.finding == "skip" for finding in findings):
        pytest.skip(one_line("; ".join(dict.fromkeys(finding.why for finding in findings))))


def assert_accepts(codec: Codec, vector: Vector, *operations: Operation) -> None:
    """The codec accepts the vector and delivers what it stands for (see assert_conforms)."""
    __tracebackhide__ = True
    _due(vector, "accept")
    assert_conforms(codec, vector, *operations)


def assert_rejects(codec: Codec, vector: Vector, *operations: Operation) -> None:
    """The codec refuses the vector in its own words; a crash is no refusal (see assert_conforms)."""
    __tracebackhide__ = True
    _due(vector, "reject")
    assert_conforms(codec, vector, *operations)


def assert_round_trip(codec: Codec, format: str, value: Any, context: Any = None) -> None:
    """What the codec writes for the value means the value, to the reference and to the codec itself.

    Raises ValueError where the reference knows no encoding of the value.
    """
    __tracebackhide__ = True
    vector = _of_value(format, value, context)
    assert_conforms(codec, vector, "encode")
    written = codec.encode(format, value, context)
    assert_conforms(codec, msgspec.structs.replace(vector, data=written), "decode")


def _of_value(format: str, value: Any, context: Any) -> Record:
    """A vector of a value: the reference's encoding of it, and what that means."""
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


def _due(vector: Vector, verdict: Verdict) -> None:
    __tracebackhide__ = True
    if vector.verdict != verdict:
        raise ValueError(f"{vector.id} has the verdict {vector.verdict}, not {verdict}")


def _raw(json: Any) -> Raw | None:
    return None if json is None else Raw(msgspec.json.encode(json))
