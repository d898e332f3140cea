"""Properties: what holds for every value of a format, tried on examples that Hypothesis draws.

A property makes a question of an example, which is asked and judged as if it were a vector's. It is an entry in
PROPERTIES; a format takes part by naming the requirements it rests on there, and with a module of strategies.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire import explain
from goldenwire.difference import short
from goldenwire.judge import Judgement, Question, Referee, Terms, judge
from goldenwire.protocol import Observation, Operation
from goldenwire.results import Finding
from goldenwire.run import found
from goldenwire.search import Asked, Counterexample, Patience, Search
from goldenwire.vector import ABSENT, Vector

if TYPE_CHECKING:
    from goldenwire.strategies import Example

PREFIX = "property"  # case ids are property/FORMAT/NAME
TEXT = 10_000  # characters of a value or plan that a finding keeps
ROWS = 40  # of annotated bytes
REASONS = 3  # of skipped examples that are told

# (the reference's format, the vector to complete, the example) -> the question
Pose = Callable[[Any, Vector, "Example"], Question]


class Property(NamedTuple):
    """A sentence about every value, the operation it is about, and by format the requirements it rests on."""

    name: str
    operation: Operation
    summary: str
    requirements: Mapping[str, tuple[str, ...]]
    pose: Pose

    def case(self, format: str) -> str:
        """The id under which it is found, selected and known to fail."""
        return f"{PREFIX}/{format}/{self.name}"


def _decode_reference_encoding(format: Any, vector: Vector, example: "Example") -> Question:
    data = format.encode(example.value, example.context, example.plan)
    return Question(msgspec.structs.replace(vector, value=_raw(example.delivered), data=data), "decode")


def _reference_decodes_encoding(format: Any, vector: Vector, example: "Example") -> Question:
    data = format.encode(example.value, example.context, example.plan)
    canonical = example.plan is None
    vector = msgspec.structs.replace(vector, value=_raw(example.value), data=data, canonical=canonical)
    return Question(vector, "encode", planned=not canonical)


PROPERTIES = (
    Property(
        "decode-reference-encoding",
        "decode",
        "what the reference writes, by any plan, is decoded to the value it wrote",
        {"daphne": ("DAPHNE-DEC-01",)},
        _decode_reference_encoding,
    ),
    Property(
        "reference-decodes-encoding",
        "encode",
        "the reference reads back the value that was encoded; what is canonical or planned has the same bytes",
        {"daphne": ("DAPHNE-ENC-01", "DAPHNE-ENC-03", "DAPHNE-ENC-06")},
        _reference_decodes_encoding,
    ),
)


def of(format: str) -> tuple[Property, ...]:
    """The properties of a format."""
    return tuple(property for property in PROPERTIES if format in property.requirements)


def cases(
    format: str, *, select: Iterable[str] = (), requirement: Iterable[str] = (), operation: Collection[str] = ()
) -> list[str]:
    """The case ids of a format's properties that the words choose; each word left out chooses all.

    A glob of `select` matches an id or a folder of ids, as it does with vectors.
    """
    globs, ids = tuple(select), set(requirement)
    return [
        property.case(format)
        for property in of(format)
        if (not globs or any(_matches(property.case(format), glob) for glob in globs))
        and (not ids or ids & set(property.requirements[format]))
        and (not operation or property.operation in operation)
    ]


def _matches(case: str, glob: str) -> bool:
    return fnmatchcase(case, glob) or case.startswith(glob.rstrip("/") + "/")


def run(
    format: str,
    subject: Asked,
    declared: Terms,
    referee: Referee,
    *,
    examples: int,
    seed: int,
    only: Collection[str] | None = None,
    database: Path | None = None,
    patience: Patience = Patience(),  # noqa: B008 - it is immutable
) -> Iterator[Finding]:
    """A finding for each property whose operation the codec declares, in the order of the table.

    The examples depend on the seed alone. `only` names cases, `database` a folder that keeps what failed for later
    runs; it is meant for runs whose seed is drawn.
    """
    trial = _Trial(format, subject, declared, referee, examples, seed, database, patience)
    for property in of(format):
        if property.operation in declared.operations and (only is None or property.case(format) in only):
            yield trial.of(property)


@dataclass(frozen=True)
class _Trial:
    """A codec under test in one format."""

    format: str
    subject: Asked
    declared: Terms
    referee: Referee
    examples: int
    seed: int
    database: Path | None
    patience: Patience

    @cached_property
    def reference(self) -> Any:
        """The reference's format."""
        from goldenwire_reference import formats

        return formats.load(self.format)

    def of(self, property: Property) -> Finding:
        """What comes of a property."""
        from goldenwire import strategies

        blank = _blank(property, self.format)
        search = Search(self.subject, partial(self._pose, property.pose, blank), self._judge, self.patience)
        declared = self.declared
        search.run(
            strategies.load(self.format).examples(property.operation, declared.features, declared.policies),
            examples=self.examples,
            seed=f"{blank.id} {self.seed}",
            database=self.database / self.format / property.name if self.database else None,
        )
        return self._failed(search, search.failure) if search.failure else _held(search, blank)

    def _pose(self, pose: Pose, blank: Vector, example: "Example") -> Question:
        given = {"plan": example.plan, "context": example.context}
        raws = {name: _raw(json) for name, json in given.items() if json is not None}
        return pose(self.reference, msgspec.structs.replace(blank, needs=example.needs, **raws), example)

    def _judge(self, question: Question, seen: Observation) -> Judgement:
        return judge(question, self.declared, seen, self.referee)

    def _failed(self, search: Search, failure: Counterexample) -> Finding:
        """The finding for the simplest counterexample, shown like a vector."""
        again = self.subject.ask(failure.question.request())
        vector = failure.question.vector
        fields = self.reference.explain(vector.data, _json(vector.context)).fields
        vector = msgspec.structs.replace(vector, layout="".join(_layout(vector.data or b"", fields)))
        question = msgspec.structs.replace(failure.question, vector=vector)
        finding = found(question, self.declared, failure.seen, failure.judgement)
        return msgspec.structs.replace(
            finding,
            why="; ".join((finding.why, *_told(search, self.examples, again.summary() == failure.seen.summary()))),
            difference=(*_shown(vector, fields), *finding.difference),
        )


def _blank(property: Property, format: str) -> Vector:
    """The vector that a property's examples complete."""
    from goldenwire_reference import requirements

    ids = property.requirements[format]
    return Vector(
        id=property.case(format),
        summary=property.summary,
        requirements=ids,
        level=requirements.level(format, ids),
        verdict="accept",
        operations=(property.operation,),
        format=format,
        feature=f"{PREFIX}/{format}",
    )


# Findings


def _held(search: Search, blank: Vector) -> Finding:
    """Where no example fails: a pass, or a skip if the codec supported none."""
    skipped = search.skipped.total()
    reasons = (f"{count:,} skipped: {reason}" for reason, count in search.skipped.most_common(REASONS))
    return Finding(
        blank.id,
        blank.operations[0],
        "skip" if skipped == search.tried else "pass",
        blank.level,
        blank.requirements,
        summary=blank.summary,
        why="; ".join((f"{search.tried - skipped:,} examples hold", *reasons)),
    )


def _told(search: Search, examples: int, alike: bool) -> Iterator[str]:
    """How the counterexample was come by."""
    restarts = f", restarting the codec {_times(search.restarts)}" if search.restarts else ""
    if search.kept:
        yield f"it failed in an earlier run and was kept; --seed random tries it again{restarts}"
    else:
        yield f"example {search.tried:,} of {examples:,}, shrunk in {search.tries:,} tries{restarts}"
    if search.spent:
        yield f"shrinking was given up after {search.spent}, so there may be a simpler one"
    if not alike:
        yield "asked once more, the codec answered otherwise"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _layout(data: bytes, fields: Iterable[Any]) -> Iterator[str]:
    """The lines of a layout, as feature files have it."""
    for field in sorted(fields, key=lambda field: field.offset):
        octets = data[field.offset : field.offset + min(field.size, 8)].hex()
        yield f"{field.offset} {field.size} {field.name} {octets} = {field.meaning}\n"


def _shown(vector: Vector, fields: Iterable[Any]) -> Iterator[str]:
    """The case as people read it: context, value, plan, and the reference's bytes, whole and with their fields."""
    for name in ("context", "value", "plan"):
        text = bytes(getattr(vector, name)).decode()
        if text or name == "plan":
            yield f"{name:<7} {short(text, TEXT) or 'none: the canonical encoding'}"
    data = vector.data or b""
    yield f"bytes   {short(data.hex(), TEXT)}"
    rows = list(explain.annotate(data, explain.folded(explain.ranges(fields))))
    yield from rows[:ROWS]
    if len(rows) > ROWS:
        yield f"and {len(rows) - ROWS:,} more fields"


def _raw(json: Any) -> Raw:
    return Raw(msgspec.json.encode(json))


def _json(raw: Raw) -> Any:
    return msgspec.json.decode(raw) if raw != ABSENT else None
