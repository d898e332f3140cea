"""Encode values of the types that have no component types; decode_leaf.py decodes them."""

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, NoReturn

import numpy as np

from goldenwire_reference.dynd.primitives import (
    Bool,
    Bytes,
    Char,
    Complex,
    FixedBytes,
    Float,
    Integer,
    String,
    Type,
    TypeType,
    Void,
)
from goldenwire_reference.dynd.tables import CHECKS, ELEMENTS, Limit
from goldenwire_reference.dynd.types import TypeStringError, parse
from goldenwire_reference.errors import EncodeError
from goldenwire_reference.writer import Writer


class Output(Writer):
    """A Writer of values. `depth` is the level of the current value; `without_bytes` counts values of no bytes."""

    def __init__(self, *, storage: bool = False) -> None:
        super().__init__()
        self.storage = storage
        self.depth = 0
        self.without_bytes = 0

    def count(self, type: Type, times: int = 1) -> None:
        """Count values that have no bytes and are about to be written (DYND-LIM-06)."""
        if type.min_size == 0:
            self.without_bytes += times
            within("elements", ELEMENTS, self.without_bytes, "elements without bytes")

    def type(self, text: str, site: str) -> Type:
        """Return the type of a canonical string. Raises EncodeError, with a check whose name begins with `site`."""
        try:
            return parse(text, storage=self.storage)
        except TypeStringError as error:
            limited = error.kind in ("length", "depth")
            refuse(f"{'type' if limited else site}.{error.kind}", f"{error.expected}, found {error.found}")


def within(check: str, limit: Limit, size: int, unit: str) -> None:
    """Raise EncodeError unless the size is within the limit."""
    if size > limit.most:
        refuse(check, f"at most {limit.most} {unit}, found {size}")


def refuse(check: str, expectation: str) -> NoReturn:
    """Raise EncodeError for a value that the decoder's check of that name would reject."""
    raise EncodeError(CHECKS[check].code, CHECKS[check].requirement, f"expected {expectation}")


def invalid(type: Type, value: object) -> EncodeError:
    """Return the error for a value that is not of the type (DYND-SER-04)."""
    return EncodeError("VALUE_INVALID", "DYND-SER-04", f"expected a value of {type!s:.200}, found {value!r:.200}")


def _write_void(writer: Output, type: Void, value: Any) -> None:
    if value is not None:
        raise invalid(type, value)


def _write_bool(writer: Output, type: Bool, value: Any) -> None:
    if not isinstance(value, bool | np.bool_):
        raise invalid(type, value)
    writer.uint(int(value), 1)


def _write_integer(writer: Output, type: Integer, value: Any) -> None:
    if isinstance(value, bool | np.bool_):
        raise invalid(type, value)
    try:
        writer.put(index(value).to_bytes(type.size, "little", signed=type.signed))
    except (TypeError, OverflowError):
        raise invalid(type, value) from None


def _write_float(writer: Output, type: Float, value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 8 * type.size:
        raise invalid(type, value)
    writer.uint(value, type.size)


def _write_complex(writer: Output, type: Complex, value: Any) -> None:
    for part in items(type, value, 2):
        _write_float(writer, type.part, part)


def _write_fixed_bytes(writer: Output, type: FixedBytes, value: Any) -> None:
    if not isinstance(value, bytes) or len(value) != type.size:
        raise invalid(type, value)
    writer.put(value)


def write_varint(writer: Writer, value: int) -> None:
    """Write an unsigned base-128 varint in its minimal form (DYND-VARINT-01, -02)."""
    while value > 0x7F:
        writer.uint(value & 0x7F | 0x80, 1)
        value >>= 7
    writer.uint(value, 1)


def _write_bytes(writer: Output, type: Bytes, value: Any) -> None:
    if not isinstance(value, bytes):
        raise invalid(type, value)
    write_varint(writer, len(value))
    writer.put(value)


def utf8(type: Type, value: Any, check: str) -> bytes:
    """Return the UTF-8 of a text; a caller may pass octets instead, which must be valid UTF-8."""
    if not isinstance(value, str | bytes):
        raise invalid(type, value)
    # Surrogates, the only text without UTF-8, become invalid octets, like those that the caller may pass.
    octets = value.encode(errors="surrogatepass") if isinstance(value, str) else value
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        found = f"{octets[error.start : error.end].hex(' ')} at byte {error.start} of the text ({error.reason})"
        refuse(check, f"well-formed UTF-8, found {found}")
    return octets


def _write_string(writer: Output, type: String, value: Any) -> None:
    _write_bytes(writer, Bytes(""), utf8(type, value, "string.utf8"))


def _write_char(writer: Output, type: Char, value: Any) -> None:
    octets = utf8(type, value, "char.utf8")
    if len(octets.decode()) != 1:
        raise invalid(type, value)
    writer.put(octets)


def canonical(writer: Output, value: Any) -> tuple[str, Type]:
    """Return a type and its canonical string, given either of them."""
    text = utf8(TypeType("type"), str(value) if isinstance(value, Type) else value, "type.utf8").decode()
    return text, writer.type(text, "type")


def write_type(writer: Output, value: Any) -> Type:
    """Write a type, given as a Type or as its canonical string (DYND-TYPE-01)."""
    text, found = canonical(writer, value)
    write_varint(writer, len(text))
    writer.put(text.encode())
    return found


def _write_type(writer: Output, type: TypeType, value: Any) -> None:
    write_type(writer, value)


def items(type: Type, value: Any, count: int | None = None) -> Any:
    """Return the value if it is a sequence or an array, of `count` items if given. Raises EncodeError."""
    is_sequence = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    if not is_sequence and not (isinstance(value, np.ndarray) and value.ndim):
        raise invalid(type, value)
    if count is not None and len(value) != count:
        raise invalid(type, value)
    return value


Write = Callable[[Output, Any, Any], None]

LEAVES: Mapping[type[Type], Write] = {
    Void: _write_void,
    Bool: _write_bool,
    Integer: _write_integer,
    Float: _write_float,
    Complex: _write_complex,
    FixedBytes: _write_fixed_bytes,
    Bytes: _write_bytes,
    String: _write_string,
    Char: _write_char,
    TypeType: _write_type,
}
