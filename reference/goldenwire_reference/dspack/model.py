"""The values of the DataSetPack format: a schema of fields, and data sets of rows under one.

A value of a row is an int, a bool, a float, bytes, or a list of these, by its field's type; a value of the dict-style
meta is None, a bool, int, float, str, bytes, list, or dict with str keys. Octets of a str of the meta that are not
UTF-8, if a decoder was told to keep them, are lone surrogates (PEP 383), which no encoder accepts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from goldenwire_reference.dspack.tables import FLAGS, PAD, SCALARS, STRINGS, VERSION, Flag

Row = Sequence[Any]
Meta = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Length:
    """The count before a ":" or the length before a string type: a number, or a prefix's width in octets ("2~")."""

    number: int
    dynamic: bool

    def __str__(self) -> str:
        return f"{self.number}{'~' * self.dynamic}"


@dataclass(unsafe_hash=True, slots=True)  # a frozen one takes twice as long to create, and a schema may have 131,000
class SchemaField:
    """A field of a schema: its number (from 1) among all fields, pads included, and its parts.

    `count` is None for a single, `length` for all but strings, `name` for a pad without one, `note` if there is none.
    The field's text is `text[start:end]`, spacing included; `named_at` is the place of its name, or of its begin. The
    equality of schemas ignores places and spacing.
    """

    number: int
    type: str
    count: Length | None
    length: Length | None
    name: str | None
    note: str | None
    start: int = field(compare=False)
    end: int = field(compare=False)
    named_at: int = field(compare=False)

    @property
    def has_value(self) -> bool:
        return self.type != PAD

    @property
    def is_string(self) -> bool:
        return self.length is not None

    @property
    def is_dynamic(self) -> bool:
        """Return whether the field's size depends on the row (DSPACK-UNPACK-03)."""
        return any(length is not None and length.dynamic for length in (self.count, self.length))

    @property
    def label(self) -> str:
        """The name; a pad without one is identified by its number."""
        return self.name or f"pad[{self.number}]"

    def least(self, native: bool) -> int:
        """Return the fewest octets of one item: its size, or that of its prefix."""
        if self.length is not None:
            return self.length.number
        return SCALARS[self.type].size(native) if self.has_value else 1

    def describe(self, native: bool) -> str:
        """Describe the content of the field for messages."""
        if not self.has_value:
            return "a pad octet"
        if self.length is not None:
            single = _so_many(self.length, STRINGS[self.type])
        else:
            single = SCALARS[self.type].meaning.format(self.least(native)).replace("of 1 octets", "of 1 octet")
        return f"a list of {_so_many(self.count, 'items')}, each {single}" if self.count else single


def _so_many(length: Length, things: str) -> str:
    if length.dynamic:
        return f"up to 2^{8 * length.number}-1 {things}"
    return f"{length.number} {things}" if length.number != 1 else "1 " + re.sub(r"s\b", "", things, count=1)


@dataclass(frozen=True)
class Schema:
    """A schema: its text as the producer wrote it, its flag, its fields. Equality compares flag and fields only.

    `named` has the explicit names, by their fields' numbers.
    """

    text: str = field(compare=False)
    flag_name: str
    fields: tuple[SchemaField, ...]
    named: Mapping[int, str] = field(default_factory=dict, compare=False)

    @property
    def flag(self) -> Flag:
        return FLAGS[self.flag_name]

    @cached_property
    def values(self) -> tuple[SchemaField, ...]:
        """The fields that have a value, in order."""
        return tuple(field for field in self.fields if field.has_value)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the values of a row."""
        return tuple(field.name or "" for field in self.values)

    @cached_property
    def fixed_fields(self) -> tuple[SchemaField, ...]:
        """The fields before the first dynamic one, which partial unpacking yields (DSPACK-UNPACK-01)."""
        first = next((place for place, field in enumerate(self.fields) if field.is_dynamic), len(self.fields))
        return self.fields[:first]


@dataclass(frozen=True)
class DataSet:
    """A schema, the description and meta of the data, and the rows, each with a value per field that has one."""

    schema: Schema
    rows: Sequence[Row] = ()
    description: str = ""
    meta: Meta = field(default_factory=dict)
    version: int = VERSION
