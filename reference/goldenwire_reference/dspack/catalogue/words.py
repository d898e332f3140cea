"""Short words for values in neutral notation, contexts and cases, for the modules of the catalogue."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goldenwire_reference.cases import Accept, Base, Case, Edit, Reject, Splice
from goldenwire_reference.dspack.notation import meta_to_json
from goldenwire_reference.dspack.schema import parse

Json = Any

# The arguments of `row`: name, schema, values, summary, requirements.
RowEntry = tuple[str, str, list[Any], str, str]

SCHEMA = {"scope": "schema"}
PARTIAL = {"scope": "file", "mode": "partial"}

# Names for types in case ids, which must differ in more than upper and lower case: those of C.
TYPE_NAMES = {
    "c": "char", "b": "schar", "B": "uchar", "?": "bool", "h": "short", "H": "ushort", "i": "int", "I": "uint",
    "l": "long", "L": "ulong", "q": "longlong", "Q": "ulonglong", "f": "float", "d": "double", "P": "pointer",
    "x": "pad", "s": "octets", "S": "trimmed", "p": "pascal",
}  # fmt: skip
FLAG_NAMES = {"!": "network", "@": "native", "=": "standard", "<": "little", ">": "big"}


def ids(words: str) -> list[str]:
    """Requirement ids without their prefix, separated by spaces -> with it."""
    return [f"DSPACK-{word}" for word in words.split()]


def f32(value: float) -> str:
    """The atom of an f."""
    return f"0x{struct.pack('>f', value).hex()}"


def f64(value: float) -> str:
    """The atom of a d."""
    return f"0x{struct.pack('>d', value).hex()}"


def atoms(value: Any) -> Json:
    """Numbers and octets as atoms; lists are gone through, and what is notation already is taken as it stands."""
    if isinstance(value, list | tuple):
        return [atoms(item) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, str | bool | dict) else str(value)


def row_of(schema: str, partial: bool = False) -> Json:
    """The context of a row by itself."""
    return {"scope": "row", "schema": schema, **({"mode": "partial"} if partial else {})}


def data_set(schema: str, *rows: Sequence[Any], description: str = "", meta: Mapping[str, Any] | None = None) -> Json:
    """A data set; `meta` are plain values."""
    return {
        "version": "1",
        "schema": schema,
        "fields": [{"name": field.name, "note": field.note} for field in parse(schema, duplicates=True).fields],
        "description": description,
        "meta": meta_to_json(dict(meta or {})),
        "rows": [atoms(row) for row in rows],
    }


def row(name: str, schema: str, values: Sequence[Any], summary: str, requirements: str) -> Accept:
    """A row that is read and written."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema), value=atoms(values)
    )


def read_row(
    name: str, schema: str, octets: str, values: Sequence[Any], *, summary: str, requirements: str,
    transcode: bool = True,
) -> Accept:  # fmt: skip
    """A row of these octets (hex) that no encoder writes so."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema), value=atoms(values),
        data=bytes.fromhex(octets), transcode=transcode,
    )  # fmt: skip


def partial_row(
    name: str, schema: str, octets: str, values: Sequence[Any], *, summary: str, requirements: str
) -> Accept:
    """A row of these octets (hex), unpacked partially."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema, True), value=atoms(values),
        data=bytes.fromhex(octets),
    )  # fmt: skip


def file(name: str, sets: Sequence[Json], summary: str, requirements: str) -> Accept:
    """A whole input that is read and written."""
    return Accept(name=name, summary=summary, requirements=ids(requirements), value=list(sets))


def read_file(
    name: str, data: bytes, sets: Sequence[Json], *, summary: str, requirements: str, transcode: bool = True
) -> Accept:
    """A whole input that no encoder writes so."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), value=list(sets), data=data, transcode=transcode
    )


def becomes(data: bytes) -> Edit:
    """The base becomes these bytes: what differs is replaced."""

    def edit(base: Base) -> Splice:
        old, shorter = base.data, min(len(base.data), len(data))
        front = next((i for i in range(shorter) if old[i] != data[i]), shorter)
        back = next((i for i in range(shorter - front) if old[-1 - i] != data[-1 - i]), shorter - front)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def bad_row(
    name: str, base: str, context: Json, octets: str, check: str, *, summary: str, requirements: str = "",
    then: str | None = None,
) -> Reject:  # fmt: skip
    """The row of the case `base`, in its context, with these octets (hex) instead."""
    return Reject(
        name=name, summary=summary, requirements=ids(requirements), context=context, base=f"dspack/{base}",
        edits=[becomes(bytes.fromhex(octets))], checks={check: None}, then=then, decode_only="mode" in context,
    )  # fmt: skip


# ---- bytes of files --------------------------------------------------------------------------------------------------


def text(value: str) -> bytes:
    """A str of MessagePack in its shortest form, up to 255 octets."""
    octets = value.encode()
    return (bytes([0xA0 + len(octets)]) if len(octets) < 32 else bytes([0xD9, len(octets)])) + octets


def block(
    schema: bytes = text("!B"), *, version: bytes = b"\x01", description: bytes = b"\xa0", meta: bytes = b"\x80",
    head: bytes = b"\x84", keys: Iterable[str] = ("version", "schema", "description", "meta"),
) -> bytes:  # fmt: skip
    """A meta block of these values, each in MessagePack; `keys` are those it has, in order."""
    values = {"version": version, "schema": schema, "description": description, "meta": meta}
    return head + b"".join(text(key) + values[key] for key in keys)


def framed(meta_block: bytes, *rows: bytes) -> bytes:
    """A data set of that block (of up to 65534 octets) and these rows."""
    return len(meta_block).to_bytes(2, "big") + meta_block + b"".join(len(r).to_bytes(4, "big") + r for r in rows)


def cases(*groups: Iterable[Case]) -> list[Case]:
    """The cases of all groups, in order."""
    return [case for group in groups for case in group]
