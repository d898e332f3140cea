"""Whole tables at once: every first octet that contains a number, every bit of a number, every row of characters."""

import struct
from collections.abc import Iterator
from typing import Any

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Map, Timestamp
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import either, given, read, write
from goldenwire_suite.utf8_cases import TABLE

_BITS_64 = range(64)
_FRACTIONS = {"single": 23, "double": 52}

# Characters by their ranges, with a description.
_TEXTS = {
    "ascii": ((0x00, 0x7F), "every character of one octet", "STR-01 STR-03"),
    "latin": ((0x80, 0xFF), "every character from U+0080 to U+00FF", "STR-02"),
    "controls": ((0x2028, 0x2029), "the line and the paragraph separator", "STR-02"),
}


def _texts() -> Iterator[Case]:
    for name, ((low, high), what, requirements) in _TEXTS.items():
        text = "".join(map(chr, range(low, high + 1)))
        yield write(name, text, f"a string of {what}", requirements, numbers=(0x80, 0xFF, 80))
    leads = [
        bytes([lead, *(low for low, _ in row[1:])]).decode()
        for row in TABLE[1:]
        for lead in range(row[0][0], row[0][1] + 1)
    ]
    what = "a string for each octet that begins a character of two octets or more"
    yield write("leads", leads, what, "STR-02 STR-03")
    nots = [*range(0xFDD0, 0xFDF0), *(plane << 16 | low for plane in range(17) for low in (0xFFFE, 0xFFFF))]
    yield write("noncharacters", "".join(map(chr, nots)), "a string of every noncharacter", "STR-02")


def _items() -> Iterator[Case]:
    yield write("fixints", list(range(-32, 128)), "the integers from -32 to 127", "INT-01 INT-02", numbers=(-32, 127))
    yield write("fixstrs", ["s" * size for size in range(32)], "strings of 0 to 31 octets", "STR-01", numbers=(0, 31))
    counts = range(16)
    yield write("fixarrays", [[None] * count for count in counts], "arrays of 0 to 15 items", "ARRAY-01", numbers=(15,))
    maps = [Map([(key, None) for key in range(count)]) for count in counts]
    yield write("fixmaps", maps, "maps of 0 to 15 pairs", "MAP-01", numbers=(0, 15))
    types = [Ext(type_, b"\1") for type_ in range(128)]
    yield write("types", types, "extensions of the types 0 to 127", "EXT-04 EXT-01", numbers=(127,))
    sizes = [Ext(5, bytes(range(size))) for size in range(34)]
    yield write("ext-sizes", sizes, "extensions of 0 to 33 octets", "EXT-01 EXT-02 CANON-05", numbers=(0, 33))
    reserved = [Ext(type_, b"\1") for type_ in range(-128, -1)]
    yield either(
        "reserved-types", "reserved-ext", pack(list(reserved)).hex(), "extensions of the types -128 to -2",
        "EXT-05 EXT-03", numbers=(-128, -2),
    )  # fmt: skip


def _integers() -> Iterator[Case]:
    powers = [1 << bit for bit in _BITS_64]
    yield write(
        "powers", powers, "the powers of 2, from 2^0 to 2^63", "INT-03 INT-05 CANON-02 CANON-09", numbers=(2, 63)
    )
    below = [(2 << bit) - 1 for bit in _BITS_64]
    yield write("powers-below", below, "one less than the powers of 2, from 2^1 - 1 to 2^64 - 1",
                "INT-03 INT-05 CANON-09")  # fmt: skip
    minus = [-power for power in powers]
    yield write("minus-powers", minus, "minus the powers of 2, from -2^0 to -2^63", "INT-04 INT-02")
    under = [-power - 1 for power in powers[:-1]]
    yield write("minus-powers-below", under, "one less than minus the powers of 2, from -2^0 - 1 to -2^62 - 1",
                "INT-04 INT-05")  # fmt: skip
    for form, first, size, signed in (
        ("uint64", 0xCF, 8, False), ("uint32", 0xCE, 4, False), ("int64", 0xD3, 8, True), ("int32", 0xD2, 4, True),
    ):  # fmt: skip
        values = [1 << bit for bit in range(8 * size - signed)]
        values += [-value for value in values] if signed else []
        octets = b"".join(bytes([first]) + value.to_bytes(size, "big", signed=signed) for value in values)
        yield read(
            f"powers-{form}",
            "dc" + len(values).to_bytes(2, "big").hex() + octets.hex(),
            values,
            f"the powers of 2 as {form.rstrip('0123456789')} {8 * size}"
            + (", and minus each of them" if signed else ""),
            f"GEN-03 INT-0{4 if signed else 3}",
            numbers=(8 * size,),
        )


def _single(bits: int) -> float:
    (value,) = struct.unpack(">f", bits.to_bytes(4, "big"))
    return float(value)


def _double(bits: int) -> float:
    (value,) = struct.unpack(">d", bits.to_bytes(8, "big"))
    return float(value)


def _floats() -> Iterator[Case]:
    """An odd fraction with every exponent, or every tenth; every bit of a fraction with and without an exponent."""
    singles = {
        "exponents": ([exponent << 23 | 0x2AAAAB for exponent in range(255)], "a float of every exponent", "FLOAT-01"),
        "fractions": ([127 << 23 | 1 << bit for bit in range(23)], "a float for each bit of the fraction", "FLOAT-01"),
        "subnormals": ([1 << bit for bit in range(23)], "a subnormal float for each bit of the fraction", "FLOAT-04"),
    }
    for name, (bits, what, requirement) in singles.items():
        octets = b"".join(b"\xca" + one.to_bytes(4, "big") for one in bits)
        yield read(
            f"single-{name}",
            "dc" + len(bits).to_bytes(2, "big").hex() + octets.hex(),
            [_single(one) for one in bits],
            f"{what}, in float 32",
            f"GEN-03 {requirement}",
            numbers=(32,),
        )
    doubles = {
        "exponents": (
            [exponent << 52 | 0xAAAAAAAAAAAAB for exponent in range(0, 2047, 10)], "a float of every tenth exponent",
        ),
        "fractions": ([1023 << 52 | 1 << bit for bit in range(52)], "a float for each bit of the fraction"),
    }  # fmt: skip
    for name, (bits, what) in doubles.items():
        requirements = "FLOAT-02" + (" CANON-07" if name == "fractions" else "")
        values = [_double(one) for one in bits]
        yield write(f"double-{name}", values, f"{what}, in float 64", requirements, numbers=(64,))
    subnormals = [_double(1 << bit) for bit in range(52)]
    what = "a subnormal float for each bit of the fraction, in float 64"
    yield write("double-subnormals", subnormals, what, "FLOAT-04", numbers=(64,))


def _times() -> Iterator[tuple[str, list[Timestamp], str, str]]:
    """For each form of a timestamp, every bit of its seconds and every bit of its nanoseconds."""
    ns = [1 << bit for bit in range(30)]
    yield "32", [Timestamp(1 << bit, 0) for bit in range(32)], "a timestamp 32 for each bit of its seconds", "TIME-01"
    both = [Timestamp(1 << bit, 1) for bit in range(34)] + [Timestamp(0, one) for one in ns]
    yield "64", both, "a timestamp 64 for each bit of its seconds and of its ns", "TIME-02"
    far = [1 << bit for bit in range(34, 63)]
    both = [Timestamp(second, 0) for one in far for second in (one, one + 1, -one)] + [Timestamp(-1, one) for one in ns]
    yield "96", both, "a timestamp 96 for each further bit of its seconds, and for each bit of its ns", "TIME-03"


def _timestamps() -> Iterator[Case]:
    for form, times, what, requirement in _times():
        octets = pack(list(times)).hex()
        yield either(f"timestamps-{form}", "timestamp", octets, what, f"{requirement} TIME-08", numbers=(32, 64, 96))
        yield given(
            f"timestamps-{form}-written", list(times), f"to be written: {what}", f"{requirement} CANON-06",
            needs=["timestamps"], numbers=(32, 64, 96),
        )  # fmt: skip


def _cases() -> Iterator[Any]:
    for make in (_items, _integers, _floats, _texts, _timestamps):
        yield from make()


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of policy-dependent cases."""
    yield Feature("every", "Whole tables at once", list(_cases()))
