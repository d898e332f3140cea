"""Builders of values in neutral notation, contexts and cases, for the modules of the catalogue."""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from goldenwire_reference.dspack.encode_meta import encode_block
from goldenwire_reference.dspack.messagepack import FORMS
from goldenwire_reference.dspack.notation import file_from_json, meta_to_json
from goldenwire_reference.dspack.schema import parse
from goldenwire_suite.cases import Accept, Base, Case, Edit, Reject, Splice

Json = Any

# The arguments of `row`: name, schema, values, summary, requirements, and perhaps mutations.
RowEntry = tuple[str, str, list[Any], str, str] | tuple[str, str, list[Any], str, str, str]

# The numbers in the names of MessagePack's forms: str 8, float 32, fixext 16.
FORM_NUMBERS = sorted(
    {8 * form.size for form in FORMS} | {form.fixed for form in FORMS if form.kind == "ext" and form.fixed}
)

SCHEMA = {"scope": "schema"}
PARTIAL = {"scope": "file", "mode": "partial"}

# Names of types in case ids, which must not differ in case only: the names of C.
TYPE_NAMES = {
    "c": "char", "b": "schar", "B": "uchar", "?": "bool", "h": "short", "H": "ushort", "i": "int", "I": "uint",
    "l": "long", "L": "ulong", "q": "longlong", "Q": "ulonglong", "f": "float", "d": "double", "P": "pointer",
    "x": "pad", "s": "octets", "S": "trimmed", "p": "pascal",
}  # fmt: skip
# Letters whose names begin with a vowel and take the article "an".
_VOWELS = frozenset("aefhilmnorsxAEFHILMNORSX")
FLAG_NAMES = {"!": "network", "@": "native", "=": "standard", "<": "little", ">": "big"}


def with_article(type_: str) -> str:
    """Return a type with its article: a B, an h."""
    return f"{'an' if type_ in _VOWELS else 'a'} {type_}"


def ids(words: str) -> list[str]:
    """Return requirement ids with their prefix; they are given without it, separated by spaces."""
    return [f"DSPACK-{word}" for word in words.split()]


def f32(value: float) -> str:
    """The atom of an f."""
    return f"0x{struct.pack('>f', value).hex()}"


def f64(value: float) -> str:
    """The atom of a d."""
    return f"0x{struct.pack('>d', value).hex()}"


def atoms(value: Any) -> Json:
    """Return numbers and octets as atoms, also within lists; values in notation are returned unchanged."""
    match value:
        case list() | tuple():
            return [atoms(item) for item in value]
        case bytes():
            return value.hex()
        case None | bool() | str() | dict():
            return value
        case int():
            return str(value)
    raise TypeError(f"there is no atom for {value!r}")


def row_of(schema: str, partial: bool = False) -> Json:
    """The context of a row scope."""
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


def row(  # noqa: PLR0917 - as the lines of a table have it
    name: str, schema: str, values: Sequence[Any], summary: str, requirements: str, catches: str = ""
) -> Accept:
    """A row that is read and written."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema), value=atoms(values),
        catches=catches.split(),
    )  # fmt: skip


def rows_of(table: Iterable[RowEntry]) -> Iterator[Accept]:
    """The rows of a table, each read and written."""
    for name, schema, values, summary, requirements, *catches in table:
        yield row(name, schema, values, summary, requirements, *catches)


def read_row(
    name: str, schema: str, octets: str, values: Sequence[Any], *, summary: str, requirements: str,
    catches: str = "",
) -> Accept:  # fmt: skip
    """A row of these octets (hex), which no encoder writes."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema), value=atoms(values),
        data=bytes.fromhex(octets), transcode=True, catches=catches.split(),
    )  # fmt: skip


def partial_row(
    name: str, schema: str, octets: str, values: Sequence[Any], *, summary: str, requirements: str, catches: str = ""
) -> Accept:
    """A row of these octets (hex), unpacked partially."""
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema, True), value=atoms(values),
        data=bytes.fromhex(octets), catches=catches.split(),
    )  # fmt: skip


def given_row(
    name: str, schema: str, given: Any, values: Sequence[Any], *, summary: str, requirements: str,
    needs: Sequence[str] = (), catches: str = "",
) -> Accept:  # fmt: skip
    """A row in a form that only encoders are given, and the values that decoders read from the written bytes."""
    given = {key: atoms(one) for key, one in given.items()} if isinstance(given, dict) else atoms(given)
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=row_of(schema), value=atoms(values),
        given=given, needs=needs, catches=catches.split(),
    )  # fmt: skip


def file(
    name: str, sets: Sequence[Json], summary: str, requirements: str, catches: str = "", *, numbers: Sequence[int] = ()
) -> Accept:
    """A whole input that is read and written; unless it cites META-11 it also cites META-12, on the meta block."""
    rules = requirements if "META-11" in requirements else f"{requirements} META-12"
    return Accept(
        name=name, summary=summary, requirements=ids(rules), value=list(sets),
        catches=catches.split(), numbers=[*numbers, *_numbers_of(sets)],
    )  # fmt: skip


def read_file(
    name: str, data: bytes, sets: Sequence[Json], *, summary: str, requirements: str, catches: str = ""
) -> Accept:
    """A whole input that no encoder writes in this form."""
    return Accept(
        name=name, summary=summary, requirements=ids(f"{requirements} META-12"), value=list(sets), data=data,
        transcode=True, catches=catches.split(), numbers=FORM_NUMBERS,
    )  # fmt: skip


def given_file(
    name: str, given: Sequence[Json], sets: Sequence[Json], *, summary: str, requirements: str, catches: str = ""
) -> Accept:
    """Data sets in a form that only encoders are given, and the values that decoders read from the written bytes."""
    return Accept(
        name=name, summary=summary, requirements=ids(f"{requirements} META-12"), value=list(sets), given=list(given),
        catches=catches.split(), numbers=FORM_NUMBERS,
    )  # fmt: skip


def _numbers_of(sets: Sequence[Json]) -> list[int]:
    """The numbers in the names of MessagePack's forms, and the lengths of the meta blocks."""
    return [*FORM_NUMBERS, *(len(encode_block(one)) for one in file_from_json(list(sets)))]


def reblocked(meta_block: bytes, old: bytes) -> list[Edit]:
    """Replace the base's first meta block, `old`, and its meta_length."""
    before, after = len(old).to_bytes(2, "big"), len(meta_block).to_bytes(2, "big")
    front, back = _common(old, meta_block)
    edits: list[Edit] = [] if before == after else [lambda base: Splice(0, before, after)]
    piece = Splice(2 + front, old[front : len(old) - back], meta_block[front : len(meta_block) - back])
    return [*edits, lambda base: piece]


def _common(old: bytes, new: bytes) -> tuple[int, int]:
    """Return the lengths of the common prefix of two strings and of the common suffix after it."""
    shorter = min(len(old), len(new))
    front = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    return front, next((i for i in range(shorter - front) if old[-1 - i] != new[-1 - i]), shorter - front)


def becomes(data: bytes) -> Edit:
    """Turn the base into these bytes by replacing what differs."""

    def edit(base: Base) -> Splice:
        old = base.data
        front, back = _common(old, data)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def bad_row(
    name: str, base: str, context: Json, octets: str, check: str, *, summary: str, requirements: str = "",
    then: str | None = None, catches: str = "", numbers: Sequence[int] = (),
) -> Reject:  # fmt: skip
    """The row of the case `base`, in its context, with other octets (hex)."""
    return Reject(
        name=name, summary=summary, requirements=ids(requirements), context=context, base=f"dspack/{base}",
        edits=[becomes(bytes.fromhex(octets))], checks={check: None}, then=then, decode_only="mode" in context,
        catches=catches.split(), numbers=numbers,
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
    """A meta block of these values, each in MessagePack; `keys` are its keys, in order."""
    values = {"version": version, "schema": schema, "description": description, "meta": meta}
    return head + b"".join(text(key) + values[key] for key in keys)


def framed(meta_block: bytes, *rows: bytes) -> bytes:
    """A data set of that block (of up to 65534 octets) and these rows."""
    return len(meta_block).to_bytes(2, "big") + meta_block + b"".join(len(r).to_bytes(4, "big") + r for r in rows)


def cases(*groups: Iterable[Case]) -> list[Case]:
    """The cases of all groups, in order."""
    return [case for group in groups for case in group]
