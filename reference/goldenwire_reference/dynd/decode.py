"""Bytes -> value of a type. The mirror image of encode.py; every condition is named in tables.CHECKS.

The order of checks is DYND-ERR-02: from left to right, and at one place form, limit, room, content.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from goldenwire_reference.dynd.decode_leaf import LEAVES, Input, Read, is_nan, read_type, read_varint
from goldenwire_reference.dynd.model import (
    Array,
    Fixed,
    Option,
    Pointer,
    Some,
    Storage,
    Struct,
    Tuple,
    Typed,
    Var,
)
from goldenwire_reference.dynd.primitives import Float, Type
from goldenwire_reference.dynd.tables import DEPTH, MISSING, TAGS
from goldenwire_reference.notation import bits
from goldenwire_reference.reader import Reader
from goldenwire_reference.wording import plural

# A trace lists this many single elements of a sequence, and the rest as one field.
TRACED = 256


def finish(reader: Reader) -> None:
    """Raise DecodeError unless the input has been read to its end."""
    if reader.remaining:
        reader.refuse("trailing", reader.position, "the end of the input", plural(reader.remaining, "more byte"))


def read(reader: Input, type: Type) -> Any:
    """Read the value at the front of the input."""
    reader.depth += 1
    value = READERS[type.__class__](reader, type)
    reader.depth -= 1
    return value


def read_part(reader: Input, type: Type) -> Any:
    """Read a value that is a part of another one."""
    reader.count(type)
    return read(reader, type)


def _read_fixed(reader: Input, type: Fixed) -> Any:
    return _read_elements(reader, type.element, type.count)


def _read_var(reader: Input, type: Var) -> Any:
    return _read_elements(reader, type.element, read_varint(reader, ".count"))


def _read_elements(reader: Input, element: Type, count: int) -> Any:
    if count == 0:
        return [] if element.dtype is None else np.empty(0, element.dtype)
    reader.need(count * element.min_size, "")
    reader.count(element, count)
    if element.min_size == 0:
        return _read_equal(reader, element, count)
    if element.dtype is not None:
        return _read_items(reader, element, range(count))
    return _read_each(reader, element, range(count))


def _read_items(reader: Input, element: Type, places: Sequence[object]) -> npt.NDArray[Any]:
    """Read elements whose type has a dtype as one array, and the first ones one by one if there is a trace."""
    assert element.dtype is not None
    at = start = reader.position
    if reader.trace is not None:
        _read_each(reader, element, places[:TRACED])
        start, reader.position = reader.position, at
    array = reader.array(element.dtype, len(places), "")
    _note_rest(reader, start, len(places))
    return array


def _read_equal(reader: Input, element: Type, count: int) -> list[Any]:
    """Read elements without bytes, which are all equal: one is read, and its count is multiplied."""
    before = reader.without_bytes
    value = read(reader, element) if count else None
    reader.count(element, (reader.without_bytes - before) * (count - 1))
    return [value] * count


def _read_each(reader: Input, element: Type, places: Sequence[object]) -> list[Any]:
    """Read the elements at those places one by one; a trace lists the first ones, and the rest as one field."""
    scope, trace = reader.scope, reader.trace
    values: list[Any] = []
    start, read_element = 0, READERS[element.__class__]
    reader.depth += 1
    for place in places:
        if len(values) == TRACED:
            start, reader.trace = reader.position, None
        reader.scope = f"{scope}[{place}]"
        values.append(read_element(reader, element))
    reader.depth -= 1
    reader.scope, reader.trace = scope, trace
    _note_rest(reader, start, len(places))
    return values


def _note_rest(reader: Input, start: int, count: int) -> None:
    """Note the elements after the first ones as one field; they begin at the offset `start`."""
    if count > TRACED and start < reader.position:
        reader.note(start, reader.position - start, f"[{TRACED}..{count - 1}]", f"{count - TRACED} elements")


def _read_tuple(reader: Input, type: Tuple) -> tuple[Any, ...]:
    scope = reader.scope
    values = []
    for name, field in zip(type.traced, type.fields, strict=True):
        reader.scope = f"{scope}.{name}"
        values.append(read_part(reader, field))
    reader.scope = scope
    return tuple(values)


def _read_option(reader: Input, type: Option) -> Some | None:
    at = reader.position
    if type.sentinel is None:
        tag = reader.uint(1, ".tag", TAGS)
        if tag not in TAGS:
            tag = reader.refuse("option.tag", at, "00 or 01", f"{tag:02x}")
        return None if tag == MISSING else Some(read_part(reader, type.target))
    if reader.data[at : at + len(type.sentinel)] == type.sentinel:
        reader.take(len(type.sentinel), "")
        reader.note(at, len(type.sentinel), "", "missing")
        return None
    value = read(reader, type.target)
    if isinstance(type.target, Float) and is_nan(value, type.target.size):
        missing = int.from_bytes(type.sentinel, "little")
        expected = f"a number, or the NaN {bits(missing, type.target.size)} for missing"
        reader.refuse("option.nan", at, expected, bits(value, type.target.size))
    return Some(value)


def _read_pointer(reader: Input, type: Pointer) -> Any:
    return read_part(reader, type.target)


def _read_array(reader: Input, type: Array) -> Typed:
    scope = reader.scope
    reader.scope = f"{scope}.type"
    content, at = read_type(reader)
    reader.scope = f"{scope}.value"
    check_content(reader, type, content, at)
    reader.limit("array.depth", DEPTH, at, reader.depth + content.depth, "levels")
    value = read_part(reader, content)
    reader.scope = scope
    return Typed(content, value)


def check_content(reader: Input, type: Array, content: Type, offset: int) -> None:
    """Raise DecodeError unless an array of the type can hold that content."""
    if type.content is not None and content != type.content:
        reader.refuse("array.mismatch", offset, str(type.content), str(content))


def _read_storage(reader: Input, type: Storage) -> Any:
    """Read the elements, and put them back into logical order."""
    reader.need(type.min_size, "")
    total = 1
    for level in type.levels:
        total *= level.count
        reader.count(level.element, total)
    shape, rank = type.shape, len(type.shape)
    if type.array.dtype is not None:
        items = _read_items(reader, type.element, type.order() if reader.trace is not None else range(total))
        stored = items.reshape(*(shape[axis] for axis in type.axis), *items.shape[1:])
        return stored.transpose(*np.argsort(type.axis), *range(rank, stored.ndim))
    reader.depth += rank
    if type.min_size == 0:
        logical = _read_equal(reader, type.element, total)
    else:
        places = type.order()
        elements = _read_each(reader, type.element, places)
        logical = [element for _, element in sorted(zip(places, elements, strict=True), key=itemgetter(0))]
    reader.depth -= rank
    return _nested(iter(logical), shape)


def _nested(elements: Iterator[Any], shape: tuple[int, ...]) -> Any:
    """Return the elements as lists of lists, one level per dimension."""
    return [_nested(elements, shape[1:]) for _ in range(shape[0])] if shape else next(elements)


READERS: Mapping[type[Type], Read] = {
    **LEAVES,
    Fixed: _read_fixed,
    Var: _read_var,
    Tuple: _read_tuple,
    Struct: _read_tuple,
    Option: _read_option,
    Pointer: _read_pointer,
    Array: _read_array,
    Storage: _read_storage,
}
