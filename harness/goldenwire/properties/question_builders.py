"""Build questions from the examples of properties, with the questions whose failure would explain theirs."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.judge import Question, Terms
from goldenwire.properties.asking import BuiltQuestion
from goldenwire_reference.wording import plural

if TYPE_CHECKING:
    from goldenwire_suite.strategies import Example, Json
    from goldenwire_suite.strategies.broken import Broken
    from goldenwire_suite.strategies.edited import Edited


class CodecUnderTest(NamedTuple):
    """A codec under test: the reference's format, the codec's declarations, and the template that examples complete."""

    format: Any
    declared: Terms
    template: LoadedVector

    @property
    def name(self) -> str:
        """Return the format's name."""
        return str(self.format.name)


def _vector(setting: CodecUnderTest, example: "Example", **members: Any) -> LoadedVector:
    """Return the template with the members that all questions about an example share."""
    given = {"plan": example.plan, "context": example.context}
    raws = {name: _raw(json) for name, json in given.items() if json is not None}
    vector: LoadedVector = msgspec.structs.replace(setting.template, needs=example.needs, **raws, **members)
    return vector


def decode_canonical(setting: CodecUnderTest, example: "Example") -> BuiltQuestion:
    """Build a question: decode the canonical bytes."""
    data = setting.format.encode(example.value, example.context)
    vector = _vector(setting, example, value=_raw(example.delivered), data=data)
    return BuiltQuestion(Question(msgspec.structs.replace(vector, plan=ABSENT), "decode"))


def _short(example: "Example") -> "Example":
    """Return the example, or one whose canonical encoding is short."""
    value = example.stand_in
    return example if value is None else example._replace(value=value, delivered=value)


def decode_encoding(setting: CodecUnderTest, example: "Example") -> BuiltQuestion:
    """Build a question: decode the example's own bytes.

    Canonical bytes, if different, and those of its twin may explain a failure.
    """
    vector = _vector(setting, example, value=_raw(example.delivered), data=example.encoded(setting.format))

    def explained_by() -> Iterator[Question]:
        with suppress(*_unwritten()):
            canonical = decode_canonical(setting, _short(example)).question
            if canonical.vector.data != vector.data:
                yield canonical
        with suppress(*_unwritten()):
            if example.twin:
                yield decode_encoding(setting, example.twin).question

    return BuiltQuestion(Question(vector, "decode"), explained_by)


def encode(setting: CodecUnderTest, example: "Example") -> BuiltQuestion:
    """Build a question: encode the value."""
    canonical = example.plan is None
    data = setting.format.encode(example.value, example.context, example.plan)
    vector = _vector(setting, example, value=_raw(example.value), data=data, canonical=canonical)
    return BuiltQuestion(Question(vector, "encode", planned=not canonical))


def transcode(setting: CodecUnderTest, example: "Example") -> BuiltQuestion:
    """Build a question: transcode the example's bytes. Decoding and encoding alone may explain a failure."""
    data = example.encoded(setting.format)
    vector = _vector(setting, example, value=_raw(example.delivered), data=data)

    def explained_by() -> Iterator[Question]:
        operations = setting.declared.operations
        if "decode" in operations:
            yield Question(vector, "decode")
        if "encode" in operations:
            with suppress(*_unwritten()):
                yield encode(setting, example._replace(plan=None)).question

    return BuiltQuestion(Question(vector, "transcode"), explained_by)


def compare_bytes(setting: CodecUnderTest, broken: "Broken") -> BuiltQuestion | None:
    """Build a question: decode edited bytes. None if the outcome is open, or if they are a prefix.

    The unedited bytes, and canonical or truncated ones, may explain a failure.
    """
    if broken.of.startswith(broken.data):
        return None  # a prefix, which another property tests
    vector = _judged(setting, broken)
    if vector is None:
        return None
    explain = _cut_short if vector.verdict == "reject" else _spelled_canonically

    def explained_by() -> Iterator[Question]:
        yield from _unbroken(setting, broken)
        yield from explain(setting, broken, vector)

    return BuiltQuestion(Question(vector, "decode"), explained_by)


def refuse_prefix(setting: CodecUnderTest, broken: "Broken") -> BuiltQuestion | None:
    """Build a question: refuse truncated bytes. None if they are valid or the outcome is open.

    The whole bytes may explain a failure.
    """
    vector = _judged(setting, broken)
    if vector is None or vector.verdict == "accept":
        return None
    return BuiltQuestion(Question(vector, "decode"), partial(_unbroken, setting, broken))


def compare_values(setting: CodecUnderTest, edited: "Edited") -> BuiltQuestion | None:
    """Build a question: encode an edited value. None if the outcome is open.

    The unedited value may explain a failure.
    """
    from goldenwire.properties import outcome

    example = edited.example
    template = _vector(setting, example, value=_raw(example.value), edit=edited.edit)
    template = msgspec.structs.replace(template, needs=(*template.needs, *setting.declared.left_out))
    vector = outcome.of_value(setting.format, template, example, setting.declared.policies, certain=edited.certain)
    if vector is None:
        return None

    def explained_by() -> Iterator[Question]:
        yield encode(setting, edited.of).question

    return BuiltQuestion(Question(vector, "encode", planned=example.plan is not None), explained_by)


def _judged(setting: CodecUnderTest, broken: "Broken") -> LoadedVector | None:
    """Return the vector of corrupted bytes; any of them may contain features that profiles leave out."""
    from goldenwire.properties import outcome

    context = ABSENT if broken.context is None else _raw(broken.context)
    edit = f"{broken.edit} of {broken.of.hex() or 'no bytes'}"
    template = msgspec.structs.replace(
        setting.template, context=context, needs=tuple(setting.declared.left_out), edit=edit
    )
    return outcome.vector(
        setting.format, template, broken.data, broken.context, setting.declared.policies, certain=broken.certain
    )


def _unbroken(setting: CodecUnderTest, broken: "Broken") -> Iterator[Question]:
    """Yield a question on the valid bytes that were edited."""
    vector = _judged(setting, broken._replace(data=broken.of, edit="no edit"))
    if vector:
        yield Question(vector, "decode")


def _spelled_canonically(setting: CodecUnderTest, broken: "Broken", vector: LoadedVector) -> Iterator[Question]:
    """Yield a question on the value of bytes that are still valid, in its canonical encoding if it has one."""
    if broken.bulky:
        return
    value = setting.format.decode(broken.data, broken.context, policies=setting.declared.policies)
    with suppress(*_unwritten()):
        data = setting.format.encode(value, broken.context)
        yield Question(msgspec.structs.replace(vector, data=data), "decode")


def _unwritten() -> tuple[type[Exception], ...]:
    """Return the exceptions that the reference raises for values that can only be read, such as partial rows."""
    from goldenwire_reference.errors import EncodeError, NotationError

    return EncodeError, NotationError


def _cut_short(setting: CodecUnderTest, broken: "Broken", vector: LoadedVector) -> Iterator[Question]:
    """Yield questions on the valid bytes without the last one, and cut to the length of the edited bytes.

    Only those refused for the same reason are included.
    """
    for end in (len(broken.of) - 1, len(broken.data)):
        if 0 <= end < len(broken.of):
            cut = _judged(
                setting, broken._replace(data=broken.of[:end], edit=f"cut after {plural(end, 'byte')}", certain=False)
            )
            if cut and cut.verdict == "reject" and cut.code[0] == vector.code[0]:
                yield Question(cut, "decode")


def _raw(json: "Json") -> Raw:
    return Raw(msgspec.json.encode(json))
