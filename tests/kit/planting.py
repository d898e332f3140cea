"""The reference with one mistake, and the parts of which the mistakes of all formats are made."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from goldenwire.protocol import Rejected
from goldenwire.protocol.serve import Reference
from goldenwire.results.samples import Sample

Json = Any


@dataclass(frozen=True)
class Healthy:
    """One format of the reference, without a mistake."""

    format: str

    def decode(self, data: bytes, context: Json) -> Json:
        """Return the value. Raises Rejected."""
        found = _decoded(self.format, data, msgspec.json.encode(context))
        if isinstance(found, Rejected):
            raise found
        return found

    def encode(self, value: Json, context: Json, plan: Json = None) -> bytes:
        """Return the bytes. Raises Rejected."""
        return Reference().encode(self.format, value, context, plan)

    def transcode(self, data: bytes, context: Json) -> bytes:
        """Return the canonical bytes. Raises Rejected."""
        return Reference().transcode(self.format, data, context)

    @property
    def known(self) -> Any:
        """Return the reference's declaration of the format."""
        return _known(self.format)

    def fields(self, data: bytes, context: Json) -> list[Any]:
        """Return the fields of the bytes, up to the defect if there is one."""
        return _fields(self.format, data, msgspec.json.encode(context))

    def careless(self, data: bytes, context: Json, checks: Collection[str]) -> Json:
        """Return the value, without these checks. Raises Rejected."""
        from goldenwire_reference.errors import DecodeError

        try:
            return self.known.codec.read(data, context, {**self.known.off(), **dict.fromkeys(checks)}, None)[0]
        except DecodeError as error:
            raise Rejected(error.code, error.offset, error.message) from None


def _known(format: str) -> Any:
    from goldenwire_reference.formats import load

    return load(format)


# All bugs of a format are asked the same questions, and most begin with the reference's answer.
@lru_cache(maxsize=4096)
def _decoded(format: str, data: bytes, context: bytes) -> Json:
    try:
        return Reference().decode(format, data, msgspec.json.decode(context))
    except Rejected as refusal:
        return refusal


@lru_cache(maxsize=4096)
def _fields(format: str, data: bytes, context: bytes) -> list[Any]:
    return list(_known(format).explain(data, msgspec.json.decode(context)).fields)


Decode = Callable[[Healthy, bytes, Json], Json]
Encode = Callable[[Healthy, Json, Json, Json], bytes]
Transcode = Callable[[Healthy, bytes, Json], bytes]


@dataclass(frozen=True)
class Mistake:
    """A codec's operations, one with a mistake; if `transcode` is None, transcoding is decoding and encoding."""

    decode: Decode = Healthy.decode
    encode: Encode = Healthy.encode
    transcode: Transcode | None = None


class Wrapped(Reference):
    """One format of the reference, with a mistake."""

    def __init__(self, format: str, mistake: Mistake = Mistake()) -> None:
        self._healthy, self._mistake = Healthy(format), mistake

    def hello(self) -> dict[str, Json]:
        """Return the reference's declaration without error classes and offsets."""
        name = self._healthy.format
        support = super().hello()["formats"][name]
        features = [feature for feature in support["features"] if feature not in {"codes", "offsets"}]
        identity = {"name": "planted", "version": "1", "language": "Python"}
        return {"codec": identity, "formats": {name: {**support, "features": features}}}

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        return self._mistake.decode(self._healthy, data, context)

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        return self._mistake.encode(self._healthy, value, context, plan)

    def transcode(self, format: str, data: bytes, context: Json) -> bytes:
        if self._mistake.transcode:
            return self._mistake.transcode(self._healthy, data, context)
        return super().transcode(format, data, context)


# Mistakes in decoding


def misreads(edit: Callable[[Healthy, bytes, Json], bytes]) -> Mistake:
    """Return the mistake of reading changed bytes."""
    return Mistake(lambda healthy, data, context: healthy.decode(edit(healthy, data, context), context))


def misdelivers(change: Callable[[Json, Json], Json]) -> Mistake:
    """Return the mistake of delivering a changed value; `change` gets the value and the context."""
    return Mistake(lambda healthy, data, context: change(healthy.decode(data, context), context))


def refuses(bad: Callable[[Healthy, bytes, Json], bool]) -> Mistake:
    """Return the mistake of refusing legal bytes."""

    def decode(healthy: Healthy, data: bytes, context: Json) -> Json:
        value = healthy.decode(data, context)
        if bad(healthy, data, context):
            raise Rejected(message="this cannot be")
        return value

    return Mistake(decode)


def passes_over(*checks: str) -> Mistake:
    """Return the mistake of omitting these checks."""

    def decode(healthy: Healthy, data: bytes, context: Json) -> Json:
        try:
            return healthy.decode(data, context)
        except Rejected:
            return healthy.careless(data, context, checks)

    return Mistake(decode)


def mends(mend: Callable[[Healthy, bytes, Json], bytes | None]) -> Mistake:
    """Return the mistake of reading illegal bytes as legal ones; `mend` returns None for bytes that are refused."""

    def decode(healthy: Healthy, data: bytes, context: Json) -> Json:
        try:
            return healthy.decode(data, context)
        except Rejected:
            mended = mend(healthy, data, context)
            if mended is None:
                raise
            return healthy.decode(mended, context)

    return Mistake(decode)


# Mistakes in encoding and transcoding


def miswrites(edit: Callable[[Healthy, bytes, Json], bytes]) -> Mistake:
    """Return the mistake of writing changed bytes."""
    return Mistake(
        encode=lambda healthy, value, context, plan: edit(healthy, healthy.encode(value, context, plan), context)
    )


def takes_for(change: Callable[[Json, Json], Json]) -> Mistake:
    """Return the mistake of writing a changed value; `change` gets the value and the context."""
    return Mistake(encode=lambda healthy, value, context, plan: healthy.encode(change(value, context), context, plan))


def writes_instead(mend: Callable[[Json], Json]) -> Mistake:
    """Return the mistake of writing another value in place of one that has no encoding."""

    def encode(healthy: Healthy, value: Json, context: Json, plan: Json) -> bytes:
        try:
            return healthy.encode(value, context, plan)
        except Rejected:
            return healthy.encode(mend(value), context, plan)

    return Mistake(encode=encode)


def truncates(bits: int) -> Mistake:
    """Return the mistake of writing the low bits of integers that exceed their type."""
    return writes_instead(
        lambda value: walked(lambda part: str(int(part) % (1 << bits)) if is_integer(part) else part, value)
    )


def is_integer(part: Json) -> bool:
    """Return True for a decimal integer of more than one digit."""
    return isinstance(part, str) and bool(re.fullmatch("-?[0-9]{2,}", part))


def transcodes(transcode: Transcode) -> Mistake:
    """Return the mistake of transcoding in another way."""
    return Mistake(transcode=transcode)


# Bugs


class Case:
    """A counterexample, to check that it is minimal."""

    def __init__(self, sample: Sample) -> None:
        self.data = bytes.fromhex(sample.bytes)
        self.edit = sample.edit
        self.value, self.plan, self.context = map(_opened, (sample.value, sample.plan, sample.context))

    def __repr__(self) -> str:
        return f"Case({self.data.hex()} {self.value} {self.plan} {self.context} {self.edit!r})"


def _opened(raw: msgspec.Raw) -> Json:
    return msgspec.json.decode(raw) if bytes(raw) else None


class Bug(NamedTuple):
    """A mistake, the only property that finds it, the observation, and a description and test of its minimal case."""

    name: str
    property: str
    mistake: Mistake
    observation: str
    minimal: str
    is_minimal: Callable[[Case], bool]


def walked(change: Callable[[Json], Json], value: Json) -> Json:
    """Return the value with `change` applied to each part, the innermost first."""
    if isinstance(value, list):
        value = [walked(change, item) for item in value]
    elif isinstance(value, dict):
        value = {key: walked(change, item) for key, item in value.items()}
    return change(value)
