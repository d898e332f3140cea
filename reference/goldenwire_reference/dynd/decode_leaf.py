"""Bytes -> values of the types without parts. The mirror image of encode_leaf.py."""

import struct
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

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
from goldenwire_reference.dynd.tables import (
    BOOLS,
    CHECKS,
    DEPTH,
    ELEMENTS,
    MAX_UINT64,
    MAX_VARINT_SIZE,
    TYPE_LENGTH,
    Limit,
)
from goldenwire_reference.dynd.types import TypeStringError, parse
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.notation import bits
from goldenwire_reference.reader import Buffer, Field, Reader

# A trace shows texts of up to this many bytes, and the beginning of longer ones.
TRACED_TEXT = 200


class Input(Reader):
    """A Reader of values: `depth` is the level of the value being read, `without_bytes` the elements counted."""

    def __init__(
        self,
        data: Buffer,
        *,
        storage: bool = False,
        off: Mapping[str, Any] | None = None,
        trace: list[Field] | None = None,
    ) -> None:
        super().__init__(data, CHECKS, off=off, trace=trace)
        self.scope = "value"
        self.storage = storage
        self.depth = 0
        self.without_bytes = 0

    def limit(self, check: str, limit: Limit, offset: int, size: int, unit: str) -> None:
        """Check that the size is within the limit, or within the ceiling if the check is off (DYND-LIM-05).

        The substitute of a check that is off may be a number, which is then the ceiling.
        """
        ceiling = limit.ceiling
        if size > limit.most:
            own = self.refuse(check, offset, f"at most {limit.most} {unit}", size)
            ceiling = own if isinstance(own, int) else ceiling
        if size > ceiling:
            self.fail(check, offset, f"more than {ceiling} {unit}, which this codec cannot hold")

    def fail(self, check: str, offset: int, message: str) -> NoReturn:
        """Raise DecodeError even if the check is off."""
        raise DecodeError(CHECKS[check].code, CHECKS[check].requirement, offset, message)

    def count(self, type: Type, times: int = 1) -> None:
        """Count values that are about to be read, if they have no bytes (DYND-LIM-04)."""
        if type.min_size == 0:
            self.without_bytes += times
            self.limit("elements", ELEMENTS, self.position, self.without_bytes, "elements without bytes")

    def type(self, text: str, offset: int, site: str) -> Type:
        """Return the type of a canonical string; if a failed check is off, the type of the substitute."""
        if site == "destination":  # a type in the bytes has its size before it
            self.limit("type.length", TYPE_LENGTH, offset, len(text), "bytes of a type string")
        try:
            found = parse(text, storage=self.storage, beyond=True)
        except TypeStringError as error:
            check = f"{'type' if error.kind in ('length', 'depth') else site}.{error.kind}"
            substitute = self.refuse(check, offset, error.expected, error.found)
            if not isinstance(substitute, str):
                self.fail(check, offset, str(error))
            return self.type(substitute, offset, site)
        self.limit("type.depth", DEPTH, offset, found.depth, "levels")
        return found


def _read_void(reader: Input, type: Void) -> None:
    return None


def _read_bool(reader: Input, type: Bool) -> bool:
    at = reader.position
    octet = reader.uint(1, "", BOOLS)
    if octet > 1:
        octet = reader.refuse("bool", at, "00 or 01", f"{octet:02x}")
    return octet == 1


def _read_integer(reader: Input, type: Integer) -> int:
    at = reader.position
    value = int.from_bytes(reader.take(type.size, ""), "little", signed=type.signed)
    if reader.trace is not None:
        reader.note(at, type.size, "", str(value))
    return value


def _read_float(reader: Input, type: Float) -> int:
    at = reader.position
    value = int.from_bytes(reader.take(type.size, ""), "little")
    reader.note(at, type.size, "", describe(value, type.size))
    return value


def _read_complex(reader: Input, type: Complex) -> tuple[int, int]:
    at, size = reader.position, type.part.size
    octets = reader.take(type.size, "")
    real, imaginary = int.from_bytes(octets[:size], "little"), int.from_bytes(octets[size:], "little")
    reader.note(at, size, ".re", describe(real, size))
    reader.note(at + size, size, ".im", describe(imaginary, size))
    return real, imaginary


def _read_fixed_bytes(reader: Input, type: FixedBytes) -> bytes:
    at = reader.position
    octets = bytes(reader.take(type.size, ""))
    reader.note(at, type.size, "", f"{type.size} bytes")
    return octets


def read_varint(reader: Input, name: str) -> int:
    """Read an unsigned base-128 varint: 1 to 10 bytes, in its minimal form (DYND-VARINT-01 to -05)."""
    at, value = reader.position, 0
    for size in range(1, MAX_VARINT_SIZE + 1):
        if at + size > len(reader.data):
            reader.need(size, name)
        octet = reader.data[at + size - 1]
        value |= (octet & 0x7F) << 7 * (size - 1)
        if octet <= 0x7F:
            break
    end = reader.position = at + size
    if octet > 0x7F or value > MAX_UINT64:
        value = reader.refuse("varint.overflow", at, "a varint of at most 64 bits", reader.data[at:end].hex(" "))
    elif octet == 0 and size > 1:
        reader.refuse("varint.nonminimal", at, "a varint without a last byte of 00", reader.data[at:end].hex(" "))
    if reader.trace is not None:
        reader.note(at, size, name, str(value))
    return value


def _read_bytes(reader: Input, type: Bytes) -> bytes:
    size = read_varint(reader, ".size")
    at = reader.position
    octets = bytes(reader.take(size, ".bytes"))
    if size:
        reader.note(at, size, ".bytes", f"{size} bytes")
    return octets


def read_text(reader: Input, size: int, check: str) -> str:
    """Read the next `size` bytes as text; with the check off, return the substitute if they are not UTF-8."""
    if size == 0:
        return ""
    at = reader.position
    octets = bytes(reader.take(size, ".text"))
    try:
        text = octets.decode()
    except UnicodeDecodeError as error:
        found = f"{octets[error.start : error.end].hex(' ')} at byte {error.start} of the text ({error.reason})"
        text = reader.refuse(check, at, "well-formed UTF-8", found)
    reader.note(at, size, ".text", ascii(text) if size <= TRACED_TEXT else f"{size} bytes: {text[:TRACED_TEXT]!a}...")
    return text


def _read_string(reader: Input, type: String) -> str:
    return read_text(reader, read_varint(reader, ".size"), "string.utf8")


def _read_char(reader: Input, type: Char) -> str:
    """Read one scalar value.

    An incomplete character at the end of the input is an error of truncation, any other invalid bytes one of UTF-8.
    """
    at = reader.position
    if at == len(reader.data):
        reader.need(1, "")
    lead = reader.data[at]
    size = 1 + (lead >= 0xC2) + (lead >= 0xE0) + (lead >= 0xF0)
    octets = bytes(reader.data[at : at + size])
    try:
        char = octets.decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            reader.need(size, "")
        size = max(error.end, 1)
        char = reader.refuse("char.utf8", at, "the UTF-8 of one character", octets[:size].hex(" "))
    reader.position = at + size
    if reader.trace is not None:
        reader.note(at, size, "", f"{char!a} U+{ord(char):04X}")
    return char


def read_type(reader: Input) -> tuple[Type, int]:
    """Read a type as a `string` that holds its canonical string (DYND-TYPE-01); return it and the string's offset."""
    at_size = reader.position
    size = read_varint(reader, ".size")
    reader.limit("type.length", TYPE_LENGTH, at_size, size, "bytes of a type string")
    at = reader.position
    return reader.type(read_text(reader, size, "type.utf8"), at, "type"), at


def _read_type(reader: Input, type: TypeType) -> Type:
    return read_type(reader)[0]


Read = Callable[[Input, Any], Any]

LEAVES: Mapping[type[Type], Read] = {
    Void: _read_void,
    Bool: _read_bool,
    Integer: _read_integer,
    Float: _read_float,
    Complex: _read_complex,
    FixedBytes: _read_fixed_bytes,
    Bytes: _read_bytes,
    String: _read_string,
    Char: _read_char,
    TypeType: _read_type,
}


def is_nan(value: int, size: int) -> bool:
    """Return whether the bits of a float of `size` bytes are those of a NaN: beyond infinity's, without the sign."""
    fraction = {2: 10, 4: 23, 8: 52, 16: 112}[size]
    sign = 1 << (8 * size - 1)
    return value & (sign - 1) > sign - (1 << fraction)


def describe(value: int, size: int) -> str:
    """Return a float for messages, with its bits."""
    letter = {2: "e", 4: "f", 8: "d"}.get(size)
    if letter is None:
        return bits(value, size)
    (number,) = struct.unpack(f"<{letter}", value.to_bytes(size, "little"))
    return f"{number:.9g} ({bits(value, size)})"
