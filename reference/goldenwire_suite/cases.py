"""The vocabulary of catalogues: a format describes its cases with it, and the build turns them into proven vectors."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from goldenwire_reference.reader import Field
from goldenwire_reference.renamed import accept_old_names

Json = Any

# Not allowed in summaries: words of Python, unknown to readers of other languages, and its spellings of octets.
FOREIGN = re.compile(
    r"\b(?:None|True|False|dicts?|repr|bytearray|NoneType|__\w+__(?<!__type__)(?<!__base64__))\b|\bb['\"]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}"
)

# Edits of bytes


@dataclass(frozen=True, slots=True)
class Splice:
    """An edit of bytes: at `at`, the bytes `insert` replace the bytes `remove`."""

    at: int
    remove: bytes
    insert: bytes


@dataclass(frozen=True)
class Base:
    """The bytes of a valid case with every field named: the starting point of an edit."""

    data: bytes
    fields: Sequence[Field]

    def find(self, name: str) -> Field:
        """Return the field of that name."""
        found = [field for field in self.fields if field.name == name]
        if len(found) != 1:
            raise LookupError(f"{len(found)} fields named {name!r}; there are {[f.name for f in self.fields]}")
        return found[0]


Edit = Callable[[Base], Splice]


def put(name: str, value: int | bytes) -> Edit:
    """Set the field to another value: an integer of the field's own width, or bytes of any length."""

    def edit(base: Base) -> Splice:
        at = base.find(name)
        new = value.to_bytes(at.size, "little") if isinstance(value, int) else value
        return Splice(at.offset, base.data[at.offset : at.offset + at.size], new)

    return edit


def insert(name: str, data: bytes) -> Edit:
    """Insert bytes in front of the field."""
    return lambda base: Splice(base.find(name).offset, b"", data)


def append(data: bytes) -> Edit:
    """Append bytes at the end."""
    return lambda base: Splice(len(base.data), b"", data)


def remove(first: str, last: str | None = None) -> Edit:
    """Remove the field, or all fields from the first to the last."""

    def edit(base: Base) -> Splice:
        start, end = base.find(first), base.find(last or first)
        return Splice(start.offset, base.data[start.offset : end.offset + end.size], b"")

    return edit


def cut(name: str, kept: int = 0) -> Edit:
    """Cut the input `kept` bytes into the field; a negative number counts from the field's end."""

    def edit(base: Base) -> Splice:
        field = base.find(name)
        at = field.offset + (kept if kept >= 0 else field.size + kept)
        return Splice(at, base.data[at:], b"")

    return edit


def cut_end(size: int = 1) -> Edit:
    """Cut off the input's last `size` bytes."""
    return lambda base: Splice(len(base.data) - size, base.data[len(base.data) - size :], b"")


def apply(data: bytes, splices: Sequence[Splice]) -> bytes:
    """Return the bytes after all splices, whose offsets refer to the unedited bytes."""
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
    """Replace the value at the path."""
    return Change("replace", path, value)


def add_at(path: str, value: Json) -> Change:
    """Add a member, or insert an item in front of an item of a list (`-`: at its end)."""
    return Change("add", path, value)


def remove_at(path: str) -> Change:
    """Remove the member or item."""
    return Change("remove", path)


def apply_changes(request: Json, changes: Sequence[Change]) -> tuple[Json, list[Json]]:
    """Return the request after the changes, and each change as JSON Patch with the replaced value as its member `was`.

    Raises LookupError for a path that does not exist.
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
    """The parts that all cases share: a name within their feature, the reason why they exist, and their targets.

    `catches` names mutations that the case was made to catch. `numbers` are numbers of the summary that the case itself
    does not contain; they must come from the format's tables, never be typed in.
    """

    name: str
    summary: str
    requirements: Sequence[str]
    context: Json = None
    needs: Sequence[str] = ()
    catches: Sequence[str] = ()
    numbers: Sequence[int] = ()


@accept_old_names(misread="catches")
@dataclass(frozen=True, kw_only=True)
class Accept(Case):
    """Bytes that every codec reads as `value`: its encoding under `plan`, or `data` if no encoder writes these bytes.

    Encoders are asked to write the plan as it is given here. A case with `data` tests decoding alone, or with
    `transcode` both. A case with `given`, another notation of the value for encoders only, tests encoding alone.
    """

    value: Json
    plan: Json = None
    data: bytes | None = None
    transcode: bool = False
    given: Json = None


@accept_old_names(misread="catches")
@dataclass(frozen=True, kw_only=True)
class Reject(Case):
    """Bytes that every codec rejects: the accepted case `base` after `edits`, which fail `checks` and no other.

    Without edits they are the base's bytes, rejected because of another context. The value of a check is what the
    reference continues with when the check is off. `also` are other error classes that a reasonable order of checks may
    report; those in `also_here` are found at the same byte as the reference's class. With the checks off the bytes are
    accepted, or, if they still cannot be read, rejected with the class `then`. A case whose context is for decoding
    alone is `decode_only`.

    With `in_order`, the requirement that orders checks, the case has two defects, one for each of two checks, and tests
    which one is reported first. A codec that declares the feature `order` must report the reference's; for others the
    answer is only recorded.
    """

    base: str
    edits: Sequence[Edit]
    checks: Mapping[str, Any]
    also: Sequence[str] = ()
    also_here: Sequence[str] = ()
    then: str | None = None
    decode_only: bool = False
    in_order: str = ""


@accept_old_names(misread="catches")
@dataclass(frozen=True, kw_only=True)
class Refusal(Case):
    """A request that every encoder refuses with `code`: that of the accepted case `base` after `edits`.

    An encoder with one of the mistakes in `catches`, or with one that breaks a requirement of the case, writes it. If
    no encoder can write it, a mistaken one refuses it with the class `then`. `also` are other acceptable classes.
    """

    base: str
    edits: Sequence[Change]
    code: str
    also: Sequence[str] = ()
    then: str | None = None


@accept_old_names(misread="catches")
@dataclass(frozen=True, kw_only=True)
class Either(Case):
    """Bytes whose outcome a policy decides: the case `base` after `edits`, or `data`.

    `values` gives the value under a choice where the reference cannot compute it; it computes all others. A case is
    `decode_only` if a codec that reads it may have no way to write it. With `anywhere` a rejection has no offset, since
    each codec may find the defect in its own place; then all choices may refuse it.
    """

    policy: str
    base: str | None = None
    edits: Sequence[Edit] = ()
    data: bytes | None = None
    values: Mapping[str, Json] = field(default_factory=dict)
    also: Sequence[str] = ()
    decode_only: bool = False
    anywhere: bool = False


@accept_old_names(misread="catches")
@dataclass(frozen=True, kw_only=True)
class EitherEncode(Case):
    """A request whose outcome a policy decides: the choices `refused_by` refuse it with `code`, others write it.

    If `refused_by` is empty, the reference's own choice refuses it. The request is that of the case `base`, which every
    encoder accepts, after `edits`. `written` is what the others write, if that need not be exactly the value. With
    `values` no choice refuses it: they give what each choice other than the reference's own writes.
    """

    policy: str
    code: str = ""
    base: str
    edits: Sequence[Change]
    refused_by: Sequence[str] = ()
    written: Json = None
    values: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Decline(Case):
    """A call that no codec supports, in any operation: `value` and `data` are what it would be about otherwise."""

    value: Json
    data: bytes


@dataclass(frozen=True)
class Feature:
    """The cases of one file: its name and title."""

    name: str
    title: str
    cases: Sequence[Case]
