"""The questions of the vectors as JSON, each with the answers that pass, for test runners of any language.

A question is complete in itself: nothing else has to be read. What passes is already narrowed to the features and the
choices under policies that the codec has. The members are those that `goldenwire check` judges by.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import FormatFacts, Hex, Level, LoadedVector, OperationName, PermittedOutcome
from goldenwire.errors import UserError, did_you_mean
from goldenwire.judge import NotAsked, Question, Terms, questions, referee, terms
from goldenwire.judge.equality import any_nan_in
from goldenwire.judge.verdicts import NONE, ORDER, meaning
from goldenwire.protocol import FormatSupport


class RequirementText(Struct, frozen=True):
    """A requirement, with its sentence in the specification."""

    id: str
    text: str


class ExpectedRefusal(Struct, frozen=True, omit_defaults=True):
    """A rejection that passes.

    `codes`: its error class is one of these; any class passes if there are none. `offset`: the offset that it names;
    with several classes `offsets` has the offset of each that has one. `no_offset`: it names none.
    """

    codes: tuple[str, ...] = ()
    offset: int | None = None
    offsets: dict[str, int] = {}
    no_offset: bool = False


class Passing(Struct, frozen=True, omit_defaults=True, rename={"data": "bytes"}):
    """An answer that passes: a value, bytes, a rejection, or, of a call that no codec supports, `unsupported`.

    `value`: a decoder returns it; it is compared as `compare` of the question says. `bytes` in hex: if they are
    `exact`, an encoder writes these. Otherwise an encoder writes any bytes that decode to `means`, as `bytes` do where
    there are any. `choice`: the choice under the question's policy that permits the answer.
    """

    value: Raw | UnsetType = UNSET
    data: Hex | UnsetType = UNSET
    exact: bool = False
    means: Raw | UnsetType = UNSET
    rejected: ExpectedRefusal | UnsetType = UNSET
    unsupported: bool = False
    choice: str = ""


class ExportedQuestion(Struct, frozen=True, omit_defaults=True):
    """One question. Any answer of `passes` will do.

    `request` is a line of the protocol. `policy`: the choice under it decides which answer is expected; if the choice
    is not known, all permitted answers are listed. `compare`: how a value differs from plain equality of JSON: `nan`,
    an object `{"nan":"16"}` is any NaN of 16 hex digits; `number` and `unique_set`, the contents of objects with this
    tag are compared as numbers, or without order.
    """

    id: str
    operation: OperationName
    format: str
    level: Level
    summary: str
    requirements: tuple[RequirementText, ...]
    request: Raw
    passes: tuple[Passing, ...]
    policy: str = ""
    compare: tuple[str, ...] = ()
    vectors: str = ""  # the version of the vectors, and the start of the hash of their content


class Export:
    """The questions for a codec of one format that has these operations and features, and these choices under policies.

    Without operations it has all of the format. `declared` are the terms of a codec that says so itself; questions that
    its profiles let it refuse are left out, and so are those of a case and an operation for which `known` is true.
    Raises UserError for an unknown word.
    """

    def __init__(
        self,
        format: str,
        trees: Trees,
        *,
        operations: Collection[OperationName] = (),
        without: Collection[str] = (),
        policies: Mapping[str, str] | None = None,
        select: Collection[str] = (),
        declared: Terms | None = None,
        known: Callable[[str, str], bool] = lambda case, operation: False,
    ) -> None:
        self._terms = declared or _terms(format, trees.facts(format), operations, without, policies or {})
        self._format, self._trees, self._select, self._known = format, trees, tuple(select), known
        identity = trees.identity([format])
        self.vectors = f"{identity['version']} {identity['content'][:12]}"

    def questions(self) -> Iterator[ExportedQuestion]:
        """Yield the questions in the order of the vectors."""
        loaded = self._trees.load(self._format, select=self._select)
        missing: Counter[NotAsked] = Counter()
        optional = self._terms.left_out.keys()
        asked = questions(loaded, {self._format: self._terms}, (), missing)
        binding = (question for question in asked if optional.isdisjoint(question.vector.needs))
        for number, question in enumerate(binding, 1):
            if not self._known(question.vector.id, question.operation):
                yield self._exported(question, number)

    def _exported(self, question: Question, number: int) -> ExportedQuestion:
        vector = question.vector
        passes = tuple(passing(question, self._terms))
        return ExportedQuestion(
            id=vector.id,
            operation=question.operation,
            format=vector.format,
            level=vector.level,
            summary=vector.summary,
            requirements=tuple(RequirementText(id, referee.sentence(id)) for id in vector.requirements),
            request=Raw(question.request().line(number).rstrip()),
            passes=passes,
            policy=vector.policy,
            compare=tuple(self._loosely(passes)),
            vectors=self.vectors,
        )

    def _loosely(self, passes: Iterable[Passing]) -> Iterator[str]:
        """Yield the ways in which the values are not compared to the letter."""
        values = [value for one in passes for value in (one.value, one.means) if isinstance(value, Raw)]
        if any(any_nan_in(value) for value in values):
            yield "nan"
        yield from (tag for tag in self._terms.tags if any(f'{{"{tag}":'.encode() in bytes(value) for value in values))


def _terms(
    format: str,
    facts: FormatFacts,
    operations: Collection[OperationName],
    without: Collection[str],
    policies: Mapping[str, str],
) -> Terms:
    known = [name for name in facts.features if name not in facts.profiles]
    for name in without:
        if name not in known:
            raise UserError(f"--without {name}: {format} has no such feature{did_you_mean(name, known)}")
    features = tuple(name for name in known if name not in without)
    return terms(format, FormatSupport(tuple(operations) or facts.operations, features, dict(policies)), facts)


def line(question: ExportedQuestion) -> str:
    """Return a question as one line of JSON, in ASCII."""
    return json.dumps(msgspec.json.decode(msgspec.json.encode(question)), separators=(",", ":"))


def write(folder: Path, questions: Iterable[ExportedQuestion]) -> int:
    """Write a file for each question, and return their number. The folder appears once it is complete.

    Raises UserError if the folder exists, or cannot be written.
    """
    if folder.exists():
        raise UserError(f"{folder} exists; remove it, or name another folder")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as made:
            new = Path(made) / "new"
            new.mkdir()
            count = 0
            for question in questions:
                count += 1
                path = new / f"{question.id.partition('/')[2]}.{question.operation}.json"
                path.parent.mkdir(exist_ok=True)
                path.write_text(line(question) + "\n", encoding="ascii")
            new.rename(folder)
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}") from None
    return count


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a question, the same text with every version of msgspec."""
    found = msgspec.json.schema(ExportedQuestion)
    for part in found["$defs"].values():
        part["description"] = cleandoc(part["description"])  # before 0.23 the indentation is kept
    return found


def passing(question: Question, declared: Terms) -> Iterator[Passing]:
    """Yield the answers that pass, of which a codec may give any."""
    vector, operation = question.vector, question.operation
    match vector.verdict:
        case "accept" if operation == "decode":
            yield Passing(value=vector.value)
        case "accept" if operation == "transcode" and (only := _canonical(vector, vector.value, declared)):
            yield Passing(data=only.hex(), exact=True)
        case "accept":
            canonical = operation == "encode" and vector.canonical and "canonical" in declared.features
            yield _bytes(vector, meaning(vector, referee.decode), exact=question.planned or canonical)
        case "reject":
            yield Passing(rejected=_refusal(question, declared))
        case "decline":
            yield Passing(unsupported=True)
        case "either":
            chosen = declared.policies.get(vector.policy)
            for choice in [chosen] if chosen else vector.outcomes:
                yield _permitted(question, choice, vector.outcomes[choice], declared)


def _bytes(vector: LoadedVector, value: Raw, *, exact: bool) -> Passing:
    return Passing(data=vector.octets.hex(), exact=exact, means=UNSET if exact else value)


def _canonical(vector: LoadedVector, value: Raw, declared: Terms, policies: Mapping[str, str] = NONE) -> bytes | None:
    """Return the only bytes with which a transcode may answer; None if there are several."""
    if not declared.canonical_transcode:
        return None
    if any_nan_in(value):  # which stands for many; what is encoded is the NaN that the reference reads
        meant = referee.decode(vector.format, vector.context, vector.octets, policies)
        return referee.encode(vector.format, vector.context, meant) if isinstance(meant, Raw) else None
    return referee.encode(vector.format, vector.context, value)


def _permitted(question: Question, choice: str, outcome: PermittedOutcome, declared: Terms) -> Passing:
    operation = question.operation
    if outcome.code and operation == "encode":
        return Passing(rejected=_of_request(outcome.code, declared), choice=choice)
    if outcome.code:
        return Passing(rejected=_of_bytes(outcome.code, outcome.places, declared), choice=choice)
    if outcome.transcode and operation == "transcode":
        return Passing(rejected=_of_request(outcome.transcode, declared), choice=choice)
    if operation == "decode":
        return Passing(value=outcome.value, choice=choice)
    if operation == "transcode" and (
        only := _canonical(question.vector, outcome.value, declared, {question.vector.policy: choice})
    ):
        return Passing(data=only.hex(), exact=True, choice=choice)
    return Passing(means=outcome.value, choice=choice)  # the bytes of the case may be ones that no encoder writes


def _refusal(question: Question, declared: Terms) -> ExpectedRefusal:
    vector = question.vector
    if question.operation == "encode":
        return _of_request(vector.code, declared)
    in_order = vector.first and ORDER in declared.features
    return _of_bytes((vector.first,) if in_order else vector.code, vector.places, declared)


def _of_request(codes: tuple[str, ...], declared: Terms) -> ExpectedRefusal:
    return ExpectedRefusal(codes if "codes" in declared.features else (), no_offset=bool(declared.no_encoder_offset))


def _of_bytes(codes: tuple[str, ...], places: Mapping[str, int], declared: Terms) -> ExpectedRefusal:
    classes = codes if "codes" in declared.features else ()
    if "offsets" not in declared.features:
        return ExpectedRefusal(classes)
    if len(codes) == 1:
        return ExpectedRefusal(classes, offset=places.get(codes[0]))
    return ExpectedRefusal(classes, offsets={code: places[code] for code in codes if code in places})
