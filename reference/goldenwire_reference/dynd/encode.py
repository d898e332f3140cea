"""Value of a type -> bytes. The mirror image of decode.py."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from goldenwire_reference.dynd.decode_leaf import is_nan
from goldenwire_reference.dynd.encode_leaf import (
    LEAVES,
    Output,
    Write,
    invalid,
    items,
    refuse,
    within,
    write_type,
    write_varint,
)
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
from goldenwire_reference.dynd.tables import AVAILABLE, DEPTH, MISSING
from goldenwire_reference.errors import EncodeError


def write(writer: Output, type: Type, value: Any) -> None:
    """Write a value."""
    writer.depth += 1
    WRITERS[type.__class__](writer, type, value)
    writer.depth -= 1


def write_part(writer: Output, type: Type, value: Any) -> None:
    """Write a value that is a part of another one."""
    writer.count(type)
    write(writer, type, value)


def _write_fixed(writer: Output, type: Fixed, value: Any) -> None:
    _write_elements(writer, type, type.element, items(type, value, type.count))


def _write_var(writer: Output, type: Var, value: Any) -> None:
    elements = items(type, value)
    write_varint(writer, len(elements))
    _write_elements(writer, type, type.element, elements)


def _write_elements(writer: Output, type: Type, element: Type, elements: Any) -> None:
    writer.count(element, len(elements))
    if isinstance(elements, np.ndarray):
        if element.dtype is not None:
            writer.array(_packed(type, element, elements))
            return
        elements = list(elements) if elements.ndim > 1 else elements.tolist()
    if element.min_size == 0:
        _write_equal(writer, element, elements)
        return
    for value in elements:
        write(writer, element, value)


def _write_equal(writer: Output, element: Type, elements: Any) -> None:
    """Write elements without bytes, which are all equal: each object is checked once, and its count is multiplied."""
    before = writer.without_bytes
    for value in {id(value): value for value in elements}.values():
        writer.without_bytes = before
        write(writer, element, value)
    writer.count(element, (writer.without_bytes - before) * (len(elements) - 1))


def _packed(type: Type, element: Type, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the array with the element's dtype, from any byte order and alignment; nothing is converted."""
    assert element.dtype is not None
    wanted = np.empty(0, element.dtype)
    if array.shape[1:] != wanted.shape[1:] or not np.can_cast(array.dtype, wanted.dtype, "equiv"):
        raise invalid(type, array)
    return array.astype(wanted.dtype, copy=False)


def _write_tuple(writer: Output, type: Tuple, value: Any) -> None:
    for field, part in zip(type.fields, items(type, value, len(type.fields)), strict=True):
        write_part(writer, field, part)


def _write_option(writer: Output, type: Option, value: Any) -> None:
    if value is None:
        writer.put(bytes([MISSING]) if type.sentinel is None else type.sentinel)
        return
    if not isinstance(value, Some):
        raise invalid(type, value)
    if type.sentinel is None:
        writer.uint(AVAILABLE, 1)
        write_part(writer, type.target, value.value)
        return
    available = Output()
    write(available, type.target, value.value)
    octets = available.bytes()
    if octets == type.sentinel:
        message = f"the {type.target} {octets.hex(' ')} cannot be available: these bytes mean missing"
        raise EncodeError("SENTINEL_COLLISION", "DYND-OPT-05", message)
    if isinstance(type.target, Float) and is_nan(value.value, type.target.size):
        refuse("option.nan", f"a number for an available {type.target}, found the NaN {value.value:#x}")
    writer.put(octets)


def _write_pointer(writer: Output, type: Pointer, value: Any) -> None:
    write_part(writer, type.target, value)


def _write_array(writer: Output, type: Array, value: Any) -> None:
    if not isinstance(value, Typed):
        raise invalid(type, value)
    content = write_type(writer, value.type)
    check_content(writer, type, content)
    write_part(writer, content, value.value)


def check_content(writer: Output, type: Array, content: Type) -> None:
    """Raise EncodeError unless an array of the type, at the writer's level, can hold that content."""
    if type.content is not None and content != type.content:
        refuse("array.mismatch", f"{type.content}, found {content}")
    within("array.depth", DEPTH, writer.depth + content.depth, "levels")


def _write_storage(writer: Output, type: Storage, value: Any) -> None:
    total = 1
    for level in type.levels:
        total *= level.count
        writer.count(level.element, total)
    rank = len(type.shape)
    if isinstance(value, np.ndarray) and type.array.dtype is not None and type.array.element.dtype is not None:
        array = _packed(type, type.array.element, items(type, value, type.array.count))
        writer.array(array.transpose(*type.axis, *range(rank, array.ndim)))
        return
    elements = [value]
    for level in type.levels:
        elements = [element for row in elements for element in items(type, row, level.count)]
    writer.depth += rank
    if type.min_size == 0:
        _write_equal(writer, type.element, elements)
    for place in type.order() if type.min_size else ():
        write(writer, type.element, elements[place])
    writer.depth -= rank


WRITERS: Mapping[type[Type], Write] = {
    **LEAVES,
    Fixed: _write_fixed,
    Var: _write_var,
    Tuple: _write_tuple,
    Struct: _write_tuple,
    Option: _write_option,
    Pointer: _write_pointer,
    Array: _write_array,
    Storage: _write_storage,
}
