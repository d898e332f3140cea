"""The golden vectors as Python objects: public.

    from goldenwire import vectors

    for vector in vectors.load("daphne", select="daphne/csr", verdict="accept"):
        assert vector.matches(my_codec.decode(vector.data))

Values, contexts and plans are JSON objects in the neutral notation of the format (`goldenwire spec FORMAT`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire import formats
from goldenwire.corpus.vector import ABSENT, Level, OperationName, Verdict
from goldenwire.corpus.vector import LoadedVector as Record
from goldenwire.errors import UserError
from goldenwire.judge.equality import same

__all__ = ["Outcome", "Vector", "find", "load"]

Json = Any


@dataclass(frozen=True)
class Outcome:
    """One permitted outcome of a vector that a policy decides: a value, or error classes and an offset.

    If there are several classes, `offsets` has the offset of each that has only one.
    `transcode` has the classes with which transcoding is refused though decoding delivers the value.
    """

    value: Json
    code: tuple[str, ...]
    offset: int | None
    transcode: tuple[str, ...]
    offsets: Mapping[str, int]


@dataclass(frozen=True, repr=False)
class Vector:
    """One vector. Its members are the keys of vectors/README.md; `record` is the kit's internal form."""

    record: Record
    tags: tuple[str, ...]  # tags of the notation whose contents are compared loosely

    def __repr__(self) -> str:
        return f"<{self.id}: {self.verdict}>"

    @property
    def id(self) -> str:
        """Format, feature and case: daphne/csr/int8."""
        return self.record.id

    @property
    def format(self) -> str:
        """The name of the format."""
        return self.record.format

    @property
    def summary(self) -> str:
        """The purpose of the vector, in one line."""
        return self.record.summary

    @property
    def requirements(self) -> tuple[str, ...]:
        """The ids of the requirements that it rests on."""
        return self.record.requirements

    @property
    def level(self) -> Level:
        """draft or strict."""
        return self.record.level

    @property
    def verdict(self) -> Verdict:
        """accept, reject, either or decline."""
        return self.record.verdict

    @property
    def operations(self) -> tuple[OperationName, ...]:
        """The operations that a codec is asked to perform with it."""
        return self.record.operations

    @property
    def needs(self) -> tuple[str, ...]:
        """The features that a codec must declare to be asked."""
        return self.record.needs

    @property
    def canonical(self) -> bool:
        """Return whether encoding the value without a plan gives exactly these bytes."""
        return self.record.canonical

    @property
    def data(self) -> bytes | None:
        """The bytes; None for a request that encoders refuse."""
        return self.record.data

    @cached_property
    def context(self) -> Json:
        """The information that a codec needs besides the bytes; None if there is none."""
        return _opened(self.record.context)

    @cached_property
    def value(self) -> Json:
        """The value that the bytes encode, or that an encoder is given; None if there is none."""
        return _opened(self.record.value)

    @cached_property
    def plan(self) -> Json:
        """The encoder's choices that lead to the bytes; None if there are none."""
        return _opened(self.record.plan)

    @property
    def code(self) -> tuple[str, ...]:
        """The error classes of the refusal, one of which is expected."""
        return self.record.code

    @property
    def offset(self) -> int | None:
        """The byte at which the faulty field begins."""
        return self.record.offset

    @property
    def offsets(self) -> Mapping[str, int]:
        """The bytes at which several error classes are found, for those classes for which it is known."""
        return self.record.offsets

    @property
    def base(self) -> str | None:
        """The id of the accepted vector that this one was made from."""
        return self.record.base

    @property
    def policy(self) -> str | None:
        """The policy that decides an `either`."""
        return self.record.policy

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """The permitted outcomes of an `either`, by choice."""
        return {
            choice: Outcome(_opened(one.value), one.code, one.offset, one.transcode, one.offsets)
            for choice, one in self.record.outcomes.items()
        }

    def matches(self, value: Json) -> bool:
        """Return whether a decoded value is this vector's, compared as `check` does: any NaN where any is allowed."""
        return same(self.record.value, Raw(msgspec.json.encode(value)), self.tags)


def load(
    format: str,
    *,
    select: str | Sequence[str] = (),
    requirement: str | Sequence[str] = (),
    verdict: Verdict | None = None,
    root: Path | str | None = None,
) -> Iterator[Vector]:
    """Yield the vectors of a format that match a glob, rest on a requirement, have a verdict; `root` is another folder.

    Raises UserError for an unknown format, case or requirement, and if nothing is left.
    """
    trees = formats.trees(root)
    tags, found = trees.facts(format).comparison, 0
    for record in trees.load(format, select=_many(select), requirement=_many(requirement)):
        if verdict in (None, record.verdict):
            found += 1
            yield Vector(record, tags)
    if not found:
        raise UserError(f"none of these vectors of {format} has the verdict {verdict}")


def find(id: str, *, root: Path | str | None = None) -> Vector:
    """Return the vector with this id. Raises UserError if there is none, suggesting the nearest one."""
    trees = formats.trees(root)
    record = trees.find(id)
    return Vector(record, trees.facts(record.format).comparison)


def _many(words: str | Sequence[str]) -> Sequence[str]:
    return [words] if isinstance(words, str) else words


def _opened(raw: Raw) -> Json:
    return None if raw == ABSENT else msgspec.json.decode(raw)
