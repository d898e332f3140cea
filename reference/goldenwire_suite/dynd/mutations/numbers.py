"""Mutations of truth values, integers, floats, complex numbers and void."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.dynd.decode_leaf import is_nan
from goldenwire_reference.dynd.model import Fixed, Var
from goldenwire_reference.dynd.primitives import Bool, Complex, Float
from goldenwire_suite.dynd.mutations.changes import mutation, refused
from goldenwire_suite.mutations import Edit, Entry, Replaced, before


def _wider(*names: str) -> tuple[Entry, ...]:
    """A change that gives these numbers twice the bytes."""
    return tuple(Entry("primitives.PRIMITIVES", name, _doubled) for name in names)


def _doubled(number: Any) -> Any:
    return replace(number, size=2 * number.size)


def _without(*names: str) -> Replaced:
    """A change with which the reader of type strings does not know the types of these names."""
    return refused("primitive", lambda made: str(made) in names)


# The bits of the fraction of a float, by its bytes.
_FRACTION = {2: 10, 4: 23, 8: 52, 16: 112}


def _floats(change: Callable[[int, int], int]) -> Replaced:
    """A change to the bits of a float of some bytes."""
    return Replaced("decode_leaf._read_float", lambda read, reader, type: change(read(reader, type), type.size))


def _complexes(change: Callable[[int, int], int]) -> Replaced:
    """A change to the bits of both parts of a complex number, which have some bytes."""
    return Replaced("decode_leaf._read_complex", lambda read, reader, type:
        tuple(change(part, type.part.size) for part in read(reader, type)))


def _without_sign(value: int, size: int) -> int:
    return value if value % (1 << 8 * size - 1) else 0


def _flushed(value: int, size: int) -> int:
    exponent = (1 << 8 * size - 1) - (1 << _FRACTION[size])
    return value if value & exponent else 0


def _only_nan(value: int, size: int) -> int:
    return (1 << 8 * size - 1) - (1 << _FRACTION[size] - 1) if is_nan(value, size) else value


def _quieted(value: int, size: int) -> int:
    return value | is_nan(value, size) << _FRACTION[size] - 1


def _is_zero(json: Any) -> bool:
    """Return whether this is the notation of a float or complex zero of any sign."""
    return all(map(_is_zero, json)) if isinstance(json, list) else not int(json, 16) % (1 << 4 * len(json[2:]) - 1)


def _as_before(usual: Any) -> Any:
    """Return the notation of a row in which each zero is like the one before."""
    def to_json(type: Any, value: Any) -> Any:
        found = usual(type, value)
        if isinstance(type.element, Float | Complex):
            for at in range(1, len(found)):
                found[at] = found[at - 1] if _is_zero(found[at - 1]) and _is_zero(found[at]) else found[at]
        return found
    return to_json


def _halved(of: int, *, zeros: bool = False) -> Replaced:
    """A change that reads an integer of so many bytes or more, whose upper half is all ones or zeros, as its lower."""
    def by(read: Callable[..., int], reader: Any, type: Any) -> int:
        value, bits = read(reader, type), 4 * type.size
        is_alike = value >> bits == (0 if zeros else -1)
        return _signed(value, bits) if is_alike and type.size >= of else value
    return Replaced("decode_leaf._read_integer", by)


def _signed(value: int, bits: int) -> int:
    """Return the two's complement in the lower bits of a number."""
    return (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def _extended(type: Any, value: Any) -> Any:
    """Return an integer with the highest bit of its lower half in all of its upper half, if that is zero."""
    if not isinstance(value, int) or value >> 4 * type.size:
        return value
    extended = _signed(value, 4 * type.size)
    return extended if type.signed else extended % (1 << 8 * type.size)


MUTATIONS = (
    mutation("bools-in-bits", "BOOL-01", "it packs the bools of a row into bits",
        Replaced("encode._write_elements", lambda write, writer, type, element, elements:
            writer.put(np.packbits(np.array(elements, bool), bitorder="little").tobytes())
            if isinstance(element, Bool) else write(writer, type, element, elements))),
    mutation("zero-is-true", "BOOL-01", "it takes zero for true, as exit codes do",
        Edit("decode_leaf._read_bool", "octet == 1 -> octet == 0")),
    mutation("integers-big-endian", "END-01", "it reads and writes integers with the most significant byte first",
        Edit("decode_leaf._read_integer", "'little' -> 'big'"),
        Edit("encode_leaf._write_integer", "'little' -> 'big'")),
    mutation("signed-integers-wider", "INT-01", "it takes twice the bytes for a signed integer",
        *_wider("int8", "int16", "int32", "int64")),
    mutation("unsigned-integers-wider", "INT-02", "it takes twice the bytes for an unsigned integer",
        *_wider("uint8", "uint16", "uint32", "uint64")),
    mutation("no-int128", "INT-04", "it has signed integers of up to 64 bits", _without("int128")),
    mutation("no-uint128", "INT-05", "it has unsigned integers of up to 64 bits", _without("uint128")),
    mutation("no-other-floats", "FLT-04", "it has the floats of most machines alone", _without("float16", "float128")),
    mutation("int128-wider", "INT-04", "it takes twice the bytes for an int128", *_wider("int128")),
    mutation("uint128-wider", "INT-05", "it takes twice the bytes for a uint128", *_wider("uint128")),
    mutation("sign-and-magnitude", "INT-01 INT-04", "it takes the highest bit of an integer for a sign alone",
        Replaced("decode_leaf._read_integer", lambda read, reader, type:
            value if (value := read(reader, type)) >= 0 else -(value % (1 << 8 * type.size - 1)))),
    mutation("halves-of-ones-dropped", "INT-01 INT-04",
        "it takes an integer whose upper half is all ones for one of half the bytes", _halved(2)),
    mutation("int128-of-ones-as-int64", "INT-04", "it takes an int128 whose upper half is all ones for an int64",
        _halved(16)),
    mutation("halves-of-zeros-dropped", "INT-01 INT-02 INT-04 INT-05",
        "it takes an integer whose upper half is all zeros for a signed one of half the bytes", _halved(2, zeros=True)),
    mutation("sign-from-the-lower-half", "INT-01 INT-02 INT-04 INT-05",
        "it writes an integer that half the bytes hold, and fills up the others with the highest bit of these",
        Replaced("encode_leaf._write_integer", lambda write, writer, type, value:
            write(writer, type, _extended(type, value)))),
    mutation("signs-ignored", "INT-01 INT-04", "it reads signed integers as unsigned ones",
        Edit("decode_leaf._read_integer", "type.signed -> False")),
    mutation("signs-everywhere", "INT-02 INT-05", "it reads unsigned integers as signed ones",
        Edit("decode_leaf._read_integer", "type.signed -> True")),
    mutation("floats-wider", "FLT-01", "it takes twice the bytes for a float", *_wider("float32", "float64")),
    mutation("other-floats-wider", "FLT-04", "it takes twice the bytes for a float", *_wider("float16", "float128")),
    mutation("floats-big-endian", "FLT-01 FLT-04 END-01", "it reads floats with the most significant byte first",
        Edit("decode_leaf._read_float", "'little' -> 'big'")),
    mutation("zeros-alike", "FLT-02", "it drops the sign of zero", _floats(_without_sign), _complexes(_without_sign)),
    mutation("equal-floats-alike", "FLT-02", "it delivers a float of a row as the one before where the two are equal",
        Entry("notation.TO_JSON", Fixed, _as_before), Entry("notation.TO_JSON", Var, _as_before)),
    mutation("subnormals-flushed", "FLT-02", "it takes subnormal numbers for zero",
        _floats(_flushed), _complexes(_flushed)),
    mutation("nans-alike", "FLT-02", "it delivers the same NaN for all", _floats(_only_nan), _complexes(_only_nan)),
    mutation("nans-quieted", "FLT-02", "it makes signalling NaNs quiet", _floats(_quieted), _complexes(_quieted)),
    mutation("complex-nans-quieted", "FLT-02", "it makes signalling NaNs in complex numbers quiet",
        _complexes(_quieted)),
    mutation("float128-of-fewer-bits", "FLT-03", "it passes a float128 through the machine's extended format",
        _floats(lambda value, size: value & -1 << 49 if size == 16 else value)),
    mutation("float128-of-two-doubles", "FLT-03", "it passes a float128 through two doubles",
        _floats(lambda value, size: value & -1 << 7 if size == 16 else value)),
    mutation("imaginary-part-first", "CPLX-01", "it reads and writes the imaginary part first",
        Edit("decode_leaf._read_complex", "(real, imaginary) -> (imaginary, real)"),
        Edit("encode_leaf._write_complex", "items(type, value, 2) -> reversed(items(type, value, 2))")),
    mutation("void-is-a-byte", "VOID-01", "it writes and reads a zero byte for a void",
        before("decode_leaf._read_void", lambda reader, type: reader.take(1, "")),
        before("encode_leaf._write_void", lambda writer, type, value: writer.put(b"\0"))),
)  # fmt: skip
