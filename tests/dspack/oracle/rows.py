"""The values of DataSetPack rows, as Python's struct and the construct library read and write them.

Values here are those of Python: int, bool, float, bytes, and lists of them. Rows and values have been checked before
(dspack_items, dspack_atoms).
"""

import functools
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import construct as cs

from dspack.oracle.schema import STRINGS, Extent, Field, Schema

# struct takes the machine's order for "=", and both order and sizes of "@" from the machine.
STRUCT_FLAGS = {"!": "!", ">": ">", "<": "<", "=": "<", "@": "@"}
MACHINE_IS_LP64 = (sys.byteorder, struct.calcsize("@l"), struct.calcsize("@P")) == ("little", 8, 8)

# construct has fewer letters, and no native sizes.
CONSTRUCT_LETTERS = {"i": "l", "I": "L"}
CONSTRUCT_LETTERS_LP64 = {**CONSTRUCT_LETTERS, "l": "q", "L": "Q", "P": "Q"}


def unpack(schema: Schema, fields: Sequence[Field], row: bytes) -> list[Any]:
    """Return the values of the fields at the beginning of a row."""
    by_struct = suits_struct(schema, fields)
    return (unpacked_by_struct if by_struct else unpacked_by_construct)(schema, fields, row)


def pack(schema: Schema, values: Sequence[Any]) -> bytes:
    """Return the row with one value for each field but pads."""
    by_struct = suits_struct(schema, schema.fields)
    return (packed_by_struct if by_struct else packed_by_construct)(schema, values)


def suits_struct(schema: Schema, fields: Iterable[Field]) -> bool:
    return not any(field.dynamic for field in fields) and (schema.flag != "@" or MACHINE_IS_LP64)


# --- rows of fixed fields, by struct --------------------------------------------------------------


def unpacked_by_struct(schema: Schema, fields: Sequence[Field], row: bytes) -> list[Any]:
    values = iter(_layout(schema, fields).unpack_from(row))
    return [_gathered(field, values) for field in fields if field.type != "x"]


def _gathered(field: Field, values: Iterator[Any]) -> Any:
    trim = trimmed if field.type == "S" else lambda value: value
    return [trim(next(values)) for _ in range(field.count.number)] if field.count else trim(next(values))


def packed_by_struct(schema: Schema, values: Sequence[Any]) -> bytes:
    lists = [field.count is not None for field in schema.fields if field.type != "x"]
    flat = [atom for value, is_list in zip(values, lists, strict=True) for atom in (value if is_list else [value])]
    return _layout(schema, schema.fields).pack(*flat)


def _layout(schema: Schema, fields: Iterable[Field]) -> struct.Struct:
    return struct.Struct(STRUCT_FLAGS[schema.flag] + "".join(map(_format, fields)))


def _format(field: Field) -> str:
    number = field.count.number if field.count else 1
    if field.length is None:
        return f"{number}{field.type}"
    return f"{field.length}{field.type.replace('S', 's')}" * number


def trimmed(octets: bytes) -> bytes:
    return octets.rstrip(b"\0")


# --- any row, by construct ------------------------------------------------------------------------


def unpacked_by_construct(schema: Schema, fields: Sequence[Field], row: bytes) -> list[Any]:
    values = sequence(schema.flag, tuple(fields)).parse(row)
    return [
        list(value) if field.count else value for field, value in zip(fields, values, strict=True) if field.type != "x"
    ]


def packed_by_construct(schema: Schema, values: Sequence[Any]) -> bytes:
    given = iter(values)
    everything = [None if field.type == "x" else next(given) for field in schema.fields]
    return bytes(sequence(schema.flag, schema.fields).build(everything))


@functools.lru_cache
def sequence(flag: str, fields: tuple[Field, ...]) -> Any:
    """Return the description of these fields in a row under this flag."""
    return cs.Sequence(*(_field(flag, field) for field in fields))


def _field(flag: str, field: Field) -> Any:
    single = _string(flag, field.type, field.length) if field.length else _scalar(flag, field.type)
    if field.count is None:
        return single
    if field.count.prefixed:
        return cs.PrefixedArray(_prefix(flag, field.count), single)
    return cs.Array(field.count.number, single)


def _prefix(flag: str, extent: Extent) -> Any:
    return cs.BytesInteger(extent.number, swapped=flag not in "!>")


def _scalar(flag: str, letter: str) -> Any:
    if letter in "xc":
        return cs.Padding(1) if letter == "x" else cs.Bytes(1)
    if flag != "@":
        return cs.FormatField(">" if flag in "!>" else "<", CONSTRUCT_LETTERS.get(letter, letter))
    stored = cs.FormatField("<", CONSTRUCT_LETTERS_LP64.get(letter, letter))
    alignment = cs.Padding(lambda this: -this._io.tell() % stored.sizeof())
    return cs.FocusedSeq("value", alignment, "value" / stored)


def _string(flag: str, letter: str, length: Extent) -> Any:
    assert letter in STRINGS
    if length.prefixed:
        return cs.Prefixed(
            _prefix(flag, length), {"s": cs.GreedyBytes, "S": _trimming(cs.GreedyBytes), "p": BUFFER}[letter]
        )
    fixed = cs.FixedSized(length.number, cs.GreedyBytes)
    return {"s": fixed, "S": _trimming(fixed), "p": _pascal(length.number)}[letter]


# The length octet, as many octets, and the unused rest, which is not written.
BUFFER = cs.FocusedSeq("value", "value" / cs.Prefixed(cs.Byte, cs.GreedyBytes), cs.Default(cs.GreedyBytes, b""))


def _trimming(octets: Any) -> Any:
    return cs.ExprAdapter(octets, lambda value, _: trimmed(value), lambda value, _: trimmed(value))


def _pascal(width: int) -> Any:
    """Describe a Pascal string as struct reads it: a length octet that is too large counts as the largest possible."""
    layout = struct.Struct(f"{width}p")
    return cs.ExprAdapter(
        cs.Bytes(width), lambda octets, _: layout.unpack(octets)[0], lambda value, _: layout.pack(value)
    )
