"""Mutations of truth values, integers, floats, complex numbers and void."""

from dataclasses import replace
from typing import Any

from goldenwire_suite.dynd.mutations.changes import mutation, without
from goldenwire_suite.mutations import Edit, Entry, Rewrite


def _wider(*names: str) -> tuple[Entry, ...]:
    """A change that gives these numbers twice the bytes."""
    return tuple(Entry("primitives.PRIMITIVES", name, _doubled) for name in names)


def _doubled(number: Any) -> Any:
    return replace(number, size=2 * number.size)


_INTEGER = 'value = int.from_bytes(reader.take(type.size, ""), "little", signed=type.signed)'
_FLOAT = 'value = int.from_bytes(reader.take(type.size, ""), "little")'
_PARTS = 'real, imaginary = int.from_bytes(octets[:size], "little"), int.from_bytes(octets[size:], "little")'
_FRACTION = "fraction = {2: 10, 4: 23, 8: 52, 16: 112}[type.size]"


def _float(*lines: str) -> Rewrite:
    """A change that runs these lines on the bits of a float, `value`; its fraction has `fraction` bits."""
    return Rewrite("decode_leaf._read_float", _FLOAT, "\n    ".join((_FLOAT, _FRACTION, *lines)))


def _every_float(changed: str) -> tuple[Rewrite, Rewrite]:
    """A change to the bits of a float, and of each part of a complex number: `changed` replaces `value`.

    The float has `size` bytes, and its fraction `fraction` bits.
    """
    lines = (
        "def changed(value, size):",
        "    fraction = {2: 10, 4: 23, 8: 52, 16: 112}[size]",
        f"    return {changed}",
    )
    change = "\n    ".join(lines)
    return (
        Rewrite("decode_leaf._read_float", _FLOAT, f"{_FLOAT}\n    {change}\n    value = changed(value, type.size)"),
        Rewrite(
            "decode_leaf._read_complex",
            _PARTS,
            f"{_PARTS}\n    {change}\n    real, imaginary = changed(real, size), changed(imaginary, size)",
        ),
    )


MUTATIONS = (
    mutation(
        "bools-in-bits", "BOOL-01", "it packs the bools of a row into bits",
        Rewrite("encode._write_elements", "for value in elements:",
                'if str(element) == "bool":\n'
                "        writer.uint(sum(value << place for place, value in enumerate(elements)), 1)\n        return\n"
                "    for value in elements:"),
    ),
    mutation("zero-is-true", "BOOL-01", "it takes zero for true, as exit codes do",
        Edit("decode_leaf._read_bool", "octet == 1 -> octet == 0")),
    mutation("integers-big-endian", "END-01", "it reads and writes integers with the most significant byte first",
        Edit("decode_leaf._read_integer",
             "int.from_bytes(reader.take(type.size, ''), 'little', signed=type.signed) -> "
             "int.from_bytes(reader.take(type.size, ''), 'big', signed=type.signed)"),
        Edit("encode_leaf._write_integer",
             "index(value).to_bytes(type.size, 'little', signed=type.signed) -> "
             "index(value).to_bytes(type.size, 'big', signed=type.signed)")),
    mutation(
        "signed-integers-wider", "INT-01", "it takes twice the bytes for a signed integer",
        *_wider("int8", "int16", "int32", "int64"),
    ),
    mutation(
        "unsigned-integers-wider", "INT-02", "it takes twice the bytes for an unsigned integer",
        *_wider("uint8", "uint16", "uint32", "uint64"),
    ),
    mutation("no-int128", "INT-04", "it has signed integers of up to 64 bits", without("int128")),
    mutation("no-uint128", "INT-05", "it has unsigned integers of up to 64 bits", without("uint128")),
    mutation(
        "no-other-floats", "FLT-04", "it has the floats of most machines alone", without("float16", "float128"),
    ),
    mutation("int128-wider", "INT-04", "it takes twice the bytes for an int128", *_wider("int128")),
    mutation("uint128-wider", "INT-05", "it takes twice the bytes for a uint128", *_wider("uint128")),
    mutation(
        "sign-and-magnitude", "INT-01 INT-04", "it takes the highest bit of an integer for a sign alone",
        Rewrite("decode_leaf._read_integer", _INTEGER,
                f"{_INTEGER}\n    value = -(value & (1 << 8 * type.size - 1) - 1) if value < 0 else value"),
    ),
    mutation("signs-ignored", "INT-01 INT-04", "it reads signed integers as unsigned ones",
        Edit("decode_leaf._read_integer", "type.signed -> False")),
    mutation("signs-everywhere", "INT-02 INT-05", "it reads unsigned integers as signed ones",
        Edit("decode_leaf._read_integer", "type.signed -> True")),
    mutation("floats-wider", "FLT-01", "it takes twice the bytes for a float", *_wider("float32", "float64")),
    mutation("other-floats-wider", "FLT-04", "it takes twice the bytes for a float", *_wider("float16", "float128")),
    mutation("floats-big-endian", "FLT-01 FLT-04 END-01", "it reads floats with the most significant byte first",
        Edit("decode_leaf._read_float",
             "int.from_bytes(reader.take(type.size, ''), 'little') -> "
             "int.from_bytes(reader.take(type.size, ''), 'big')")),
    mutation(
        "zeros-alike", "FLT-02", "it drops the sign of zero",
        *_every_float("0 if value == 1 << 8 * size - 1 else value"),
    ),
    mutation(
        "subnormals-flushed", "FLT-02", "it takes subnormal numbers for zero",
        *_every_float("value if value & (1 << 8 * size - 1) - (1 << fraction) else 0"),
    ),
    mutation(
        "nans-alike", "FLT-02", "it delivers the same NaN for all",
        *_every_float("(1 << 8 * size - 1) - (1 << fraction - 1) if is_nan(value, size) else value"),
    ),
    mutation(
        "nans-quieted", "FLT-02", "it makes signalling NaNs quiet",
        *_every_float("value | (1 << fraction - 1) * is_nan(value, size)"),
    ),
    mutation(
        "complex-nans-quieted", "FLT-02", "it makes signalling NaNs in complex numbers quiet",
        Rewrite("decode_leaf._read_complex", _PARTS,
                f"{_PARTS}\n    real |= (1 << {{4: 22, 8: 51}}[size]) * is_nan(real, size)"),
    ),
    mutation(
        "float128-of-fewer-bits", "FLT-03", "it passes a float128 through the machine's extended format",
        _float("value &= ~((1 << 49) - 1) if type.size == 16 else -1"),
    ),
    mutation(
        "float128-of-two-doubles", "FLT-03", "it passes a float128 through two doubles",
        _float("value &= ~((1 << 7) - 1) if type.size == 16 else -1"),
    ),
    mutation("imaginary-part-first", "CPLX-01", "it reads and writes the imaginary part first",
        Edit("decode_leaf._read_complex", "(real, imaginary) -> (imaginary, real)"),
        Edit("encode_leaf._write_complex", "items(type, value, 2) -> reversed(items(type, value, 2))")),
    mutation(
        "void-is-a-byte", "VOID-01", "it writes and reads a zero byte for a void",
        Rewrite("decode_leaf._read_void", "return None", 'return reader.take(1, "") and None'),
        Rewrite("encode_leaf._write_void", "if value is not None:", 'writer.put(b"\\0")\n    if value is not None:'),
    ),
)  # fmt: skip
