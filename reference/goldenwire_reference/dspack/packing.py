"""Fast writer of rows: one struct per row, rebuilt when the lengths of a row's lists and strings change.

encode_row.py defines the format; this module explains no errors. Any row that is invalid or unusual is left to
encode_row.py, which writes it or reports the error.
"""

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isnan
from typing import Any, NamedTuple

from goldenwire_reference.dspack.model import Length, Schema, SchemaField
from goldenwire_reference.dspack.rows import PREFIX_CODES, UnusualRow
from goldenwire_reference.dspack.tables import MAX_ROW, SCALARS

# The number of cached structs, each for one set of lengths.
KEPT = 256

_KINDS: dict[str, type] = {"?": bool, "c": bytes, "s": bytes, "f": float, "d": float}


class _Sized(NamedTuple):
    """A list or a string: the type of its items, None for octets, and the number of them in the schema."""

    items: type | None
    number: Length


class RowPacker:
    """Packs rows of a schema without alignment: numbers, booleans, octets, and lists of these."""

    def __init__(self, schema: Schema) -> None:
        self._fields, self._mark = schema.fields, ">" if schema.flag.order == "big" else "<"
        self._suits = not schema.flag.native and bool(schema.fields) and all(map(_is_packed, schema.fields))
        self._kinds = tuple(list if field.count else _KINDS.get(field.type, int) for field in schema.values)
        self._sized = [_sized(field) for field in schema.values]
        self._floats = [place for place, kind in enumerate(self._kinds) if kind is float]
        self._places = [place for place, sized in enumerate(self._sized) if sized]
        self._record = lru_cache(KEPT)(self._made)

    def pack(self, values: Sequence[Any]) -> bytes:
        """Return row_length and row, as encode_framed makes them. Raises UnusualRow."""
        if not self._suits or tuple(map(type, values)) != self._kinds:
            raise UnusualRow
        for place in self._floats:
            if isnan(values[place]):  # a NaN is written with the default bits, not its own
                raise UnusualRow
        try:
            row_length, record = self._record(*[len(values[place]) for place in self._places])
            return row_length + record.pack(*(self._flat(values) if self._places else values))
        except (struct.error, OverflowError):
            raise UnusualRow from None

    def _flat(self, values: Sequence[Any]) -> Iterator[Any]:
        """Yield the values, with the items in place of lists; stored numbers of items or octets precede them."""
        for value, sized in zip(values, self._sized, strict=True):
            if sized is None:
                yield value
                continue
            if sized.number.dynamic:
                yield len(value)
            if sized.items is None:
                yield value
                continue
            if not {sized.items}.issuperset(map(type, value)) or (sized.items is float and any(map(isnan, value))):
                raise UnusualRow
            yield from value

    def _made(self, *numbers: int) -> tuple[bytes, struct.Struct]:
        """Return the row_length and the struct of a row whose lists and strings have these lengths. Raises
        UnusualRow."""
        codes, left = [self._mark], iter(numbers)
        for field in self._fields:
            scalar, sized = SCALARS.get(field.type), _sized(field)
            code = scalar.code(native=False) if scalar else field.type
            if sized is None:
                codes.append(code)
                continue
            number, wanted = next(left), sized.number
            if wanted.dynamic:
                codes.append(PREFIX_CODES[wanted.number])
            elif number > wanted.number or (number < wanted.number and sized.items):
                raise UnusualRow
            codes.append(f"{number if wanted.dynamic else wanted.number}{code}")
        made = struct.Struct("".join(codes))
        if made.size > MAX_ROW:
            raise UnusualRow
        return made.size.to_bytes(4, "big"), made


def _sized(field: SchemaField) -> _Sized | None:
    """Return the item type and count of a list, or the length of a string; None for other fields."""
    if field.count:
        return _Sized(_KINDS.get(field.type, int), field.count)
    return _Sized(None, field.length) if field.length else None


def _is_packed(field: SchemaField) -> bool:
    """Return whether a struct can pack the field's content."""
    number = field.count or field.length
    if number and number.dynamic and number.number not in PREFIX_CODES:
        return False
    return not field.is_string or (field.type == "s" and not field.count)
