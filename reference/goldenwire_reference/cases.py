"""The words in which a format's catalogue tells its cases; the forge turns them into vectors and proves them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from goldenwire_reference.reader import Field

Json = Any

# Not in summaries: words of Python, which readers in other languages do not know, and its spellings of octets.
FOREIGN = re.compile(
    r"\b(?:None|True|False|dicts?|repr|bytearray|NoneType|__\w+__(?<!__type__)(?<!__base64__))\b|\bb['\"]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}"
)

# Edits of bytes


@dataclass(frozen=True, slots=True)
class Splice:
    """An edit of bytes: at `at`, the bytes `remove` give way to `insert`."""

    at: int
    remove: bytes
    insert: bytes


@dataclass(frozen=True)
class Base:
    """The bytes of a valid case with every field named: what an edit starts from."""

    data: bytes
    fields: Sequence[Field]

    def find(self, name: str) -> Field:
        """The field of that name."""
        found = [field for field in self.fields if field.name == name]
        if len(found) != 1:
            raise LookupError(f"{len(found)} fields named {name!r}; there are {[f.name for f in self.fields]}")
        return found[0]


Edit = Callable[[Base], Splice]


def put(name: str, value: int | bytes) -> Edit:
    """The field gets another value: an integer in the field's own width, or bytes of any length."""

    def edit(base: Base) -> Splice:
        at = base.find(name)
        new = value.to_bytes(at.size, "little") if isinstance(value, int) else value
        return Splice(at.offset, base.data[at.offset : at.offset + at.size], new)

    return edit


def insert(name: str, data: bytes) -> Edit:
    """Bytes are put in front of the field."""
    return lambda base: Splice(base.find(name).offset, b"", data)


def append(data: bytes) -> Edit:
    """Bytes are put at the end."""
    return lambda base: Splice(len(base.data), b"", data)


def remove(first: str, last: str | None = None) -> Edit:
    """The field, or all from the first to the last field, is taken out."""

    def edit(base: Base) -> Splice:
        start, end = base.find(first), base.find(last or first)
        return Splice(start.offset, base.data[start.offset : end.offset + end.size], b"")

    return edit


def cut(name: str, kept: int = 0) -> Edit:
    """The input ends `kept` bytes into the field; a negative number counts from the field's end."""

    def edit(base: Base) -> Splice:
        field = base.find(name)
        at = field.offset + (kept if kept >= 0 else field.size + kept)
        return Splice(at, base.data[at:], b"")

    return edit


def cut_end(size: int = 1) -> Edit:
    """The input's last `size` bytes are missing."""
    return lambda base: Splice(len(base.data) - size, base.data[len(base.data) - size :], b"")


def apply(data: bytes, splices: Sequence[Splice]) -> bytes:
    """The bytes after all splices, whose places are those in the unedited bytes."""
    for splice in sorted(splices, key=lambda splice: splice.at, reverse=True):
        assert data[splice.at : splice.at + len(splice.remove)] == splice.remove
        data = data[: splice.at] + splice.insert + data[splice.at + len(splice.remove) :]
    return data


# Edits of requests to an encoder


@dataclass(frozen=True, slots=True)
class Change:
    """An edit of a request: an operation of JSON Patch (RFC 6902) on an object of `context`, `value` and `plan`."""

    op: Literal["add", "replace", "remove"]
    path: str
    value: Json = None


def replace_at(path: str, value: Json) -> Change:
    """What stands at the path gives way to the value."""
    return Change("replace", path, value)


def add_at(path: str, value: Json) -> Change:
    """A member, or in front of an item of a list (`-`: at its end) an item, is put in."""
    return Change("add", path, value)


def remove_at(path: str) -> Change:
    """The member or item is taken out."""
    return Change("remove", path)


def apply_changes(request: Json, changes: Sequence[Change]) -> tuple[Json, list[Json]]:
    """The request after the changes, and each change as JSON Patch, with the member `was` for what it replaces.

    Raises LookupError for a path that leads nowhere.
    """
    from jsonpatch import JsonPatch, JsonPatchException
    from jsonpointer import JsonPointer, JsonPointerException

    told = []
    for change in changes:
        operation: dict[str, Json] = {"op": change.op, "path": change.path}
        try:
            if change.op != "add":
                operation["was"] = JsonPointer(change.path).resolve(request)
            if change.op != "remove":
                operation["value"] = change.value
            request = JsonPatch([operation]).apply(request)
        except (JsonPatchException, JsonPointerException) as error:
            raise LookupError(f"{change.op} {change.path}: {error}") from None
        told.append(operation)
    return request, told


# Cases


@dataclass(frozen=True, kw_only=True)
class Case:
    """What all cases have: a name within their feature, the reason why they exist, and what they target.

    `misread` names misreadings that the case was made to catch. `numbers` are those in the summary that cannot be read
    off the case itself; they come from the format's tables, never from a keyboard.
    """

    name: str
    summary: str
    requirements: Sequence[str]
    context: Json = None
    needs: Sequence[str] = ()
    misread: Sequence[str] = ()
    numbers: Sequence[int] = ()


@dataclass(frozen=True, kw_only=True)
class Accept(Case):
    """Bytes that every codec reads as `value`: the encoding of it under `plan`, or `data` where no encoder writes it.

    A plan is asked of encoders as it stands here. With `data`, the case is one of decoding alone, or with `transcode`
    of both. With `given`, another notation of the value that only encoders are given, it is one of encoding alone.
    """

    value: Json
    plan: Json = None
    data: bytes | None = None
    transcode: bool = False
    given: Json = None


@dataclass(frozen=True, kw_only=True)
class Reject(Case):
    """Bytes that every codec refuses: the accepted case `base` after `edits`, which breach `checks` and nothing else.

    Without edits they are the base's bytes in another context, which is what is refused.
    A check's value is what the reference goes on with when the check is off. `also` are further error classes that a
    reasonable order of checks may report; those in `also_here` are found at the byte at which the reference finds its
    own. With the checks off the bytes are accepted, or, where no reading of them is left to accept, refused with the
    class `then`. A case is one of decoding alone where its context is.

    With `in_order`, the requirement that orders checks, it has two defects, one for each of two checks, and which is
    reported first is the point of it: the reference's is, by a codec that declares the feature `order`; of others it is
    noted.
    """

    base: str
    edits: Sequence[Edit]
    checks: Mapping[str, Any]
    also: Sequence[str] = ()
    also_here: Sequence[str] = ()
    then: str | None = None
    decode_only: bool = False
    in_order: str = ""


@dataclass(frozen=True, kw_only=True)
class Refusal(Case):
    """A request that every encoder refuses with `code`: that of the accepted case `base` after `edits`.

    An encoder that makes one of the mistakes in `misread`, or one that breaks a requirement of the case, writes it; if
    there is none that could, it refuses it with the class `then`. `also` are further classes that are as good.
    """

    base: str
    edits: Sequence[Change]
    code: str
    also: Sequence[str] = ()
    then: str | None = None


@dataclass(frozen=True, kw_only=True)
class Either(Case):
    """Bytes whose outcome a policy decides: the case `base` after `edits`, or `data`.

    `values` gives the value under a choice where the reference itself cannot; it computes all others. A case is one of
    decoding alone where a codec that reads it may still have no way to write it. With `anywhere` a refusal has no
    place, as that is a codec's own affair.
    """

    policy: str
    base: str | None = None
    edits: Sequence[Edit] = ()
    data: bytes | None = None
    values: Mapping[str, Json] = field(default_factory=dict)
    also: Sequence[str] = ()
    decode_only: bool = False
    anywhere: bool = False


@dataclass(frozen=True, kw_only=True)
class EitherEncode(Case):
    """A request whose fate a policy decides: under the choices `refused_by` it is refused with `code`, others write it.

    Where none is named, it is the reference's own choice that refuses it. It is the request of the case `base`, which
    every encoder takes, after `edits`. `written` is what the others write, where that need not be the value to the
    letter. With `values` no choice refuses it: it is what a choice writes that is not the reference's own.
    """

    policy: str
    code: str = ""
    base: str
    edits: Sequence[Change]
    refused_by: Sequence[str] = ()
    written: Json = None
    values: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Feature:
    """The cases of one file: its name and title."""

    name: str
    title: str
    cases: Sequence[Case]
