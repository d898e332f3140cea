"""Mutations of section 6 of spec.md: every type except strings."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from goldenwire_reference.dspack.tables import SCALARS, Scalar
from goldenwire_suite.dspack.mutations.builders import grammar, mutation
from goldenwire_suite.mutations import Change, Edit, Entry, Mutation, Replaced, returned

_GIVEN, _SCALAR, _ATOM = "encode_row._float", "decode_row._Row.scalar", "notation._atom"


def _scalar(type_: str, code: str) -> Change:
    return Entry("tables.SCALARS", type_, Scalar(code, code, SCALARS[type_].meaning))


def _read_as(change: Callable[[int], bool]) -> Change:
    """A change to how a `?` is read from its octet."""
    def by(original: Any, row: Any, type_: str, name: str) -> Any:
        value = original(row, type_, name)
        return change(row.reader.data[row.reader.position - 1]) if type_ == "?" else value

    return Replaced(_SCALAR, by)


def _rounded(change: Callable[[float, float], float]) -> Change:
    """A change to how a double given for an f is rounded, from it and the nearest binary32, perhaps an infinity."""
    def by(original: Any, field: Any, value: Any, native: bool) -> float:
        number: float = original(field, value, native)
        if field.type != "f" or not math.isfinite(number):
            return number
        with np.errstate(all="ignore"):
            return change(number, float(np.float32(number)))

    return Replaced(_GIVEN, by)


def _infinite(dropped: int) -> Change:
    """A change with which a NaN given for an f as a double becomes an infinity if all its payload is in lower bits."""
    def by(original: Any, field: Any, atom: Any) -> float:
        number: float = original(field, atom)
        is_narrowed = field.type == "f" and len(atom) == 18 and math.isnan(number)
        return math.copysign(math.inf, number) if is_narrowed and not _payload(atom) >> dropped else number

    return Replaced("notation._float_from_json", by)


def _payload(atom: str) -> int:
    return int(atom, 16) % 2**52


def _next(near: float, towards: float) -> float:
    return float(np.nextafter(np.float32(near), np.float32(towards)))


def _to_zero(number: float, near: float) -> float:
    return near if abs(near) <= abs(number) else _next(near, 0.0)


def _ties_away(number: float, near: float) -> float:
    away = _next(near, math.copysign(math.inf, number))
    return away if away - number == number - near else near


def _without_pads(original: Any, schema: Any, row: Any) -> Any:
    if isinstance(row, list) and len(row) == len(schema.fields):
        row = [one for one, field in zip(row, schema.fields, strict=True) if field.has_value]
    return original(schema, row)


# The greatest binary32, and a number that is refused as too great.
_GREATEST, _TOO_GREAT = 2.0**128 - 2.0**104, 2.0**128

PADS = (
    mutation("pads-given", "TYPE-01 API-04", "it takes a value for a pad, and drops it",
        Replaced("notation.row_from_json", _without_pads)),
    mutation("pads-without-octet", "TYPE-01", "it gives a pad no octet",
        Edit("decode_row._Row.field", "self.take(1, name) -> self.take(0, name)"),
        Edit("encode_row._Row.field", "self.put(b'\\x00') -> self.put(b'')")),
    mutation("pads-checked", "TYPE-22", "it refuses pads that are not 00",
        Edit("decode_row._Row.field", "self.take(1, name) -> self.take(1, name) == b'\\x00' or "
             "self.reader.refuse('row.left', self.reader.position - 1, '00', 1)")),
    mutation("pads-of-spaces", "TYPE-22 ENC-03", "it writes pads as spaces",
        Edit("encode_row._Row.field", "self.put(b'\\x00') -> self.put(b' ')")),
    mutation("lists-of-pads", "TYPE-22", "it takes lists of pads", grammar("COLON _single", "COLON (_single | pad)")),
)

_INTEGERS = {
    "b": "TYPE-03", "B": "TYPE-04", "h": "TYPE-06", "H": "TYPE-07", "i": "TYPE-08", "I": "TYPE-09", "l": "TYPE-10",
    "L": "TYPE-11", "q": "TYPE-12", "Q": "TYPE-13",
}
_NAMES = {
    "b": "schar", "B": "uchar", "h": "short", "H": "ushort", "i": "int", "I": "uint", "l": "long", "L": "ulong",
    "q": "longlong", "Q": "ulonglong",
}


def _integers() -> Iterator[Mutation]:
    """Changes that give every integer type the other sign, and another size."""
    for type_, requirement in _INTEGERS.items():
        scalar, signed = SCALARS[type_], type_.islower()
        other = Scalar(scalar.standard.swapcase(), scalar.native.swapcase(), scalar.meaning)
        sentence = f"it takes {type_} for {'unsigned' if signed else 'signed'}"
        yield mutation(f"{_NAMES[type_]}-of-other-sign", requirement, sentence, Entry("tables.SCALARS", type_, other))
        size = {1: 2, 2: 4, 4: 2, 8: 4}[scalar.size(False)]
        code = {2: "h", 4: "i"}[size]
        sentence = f"it takes {type_} for an integer of {size} bytes"
        change = _scalar(type_, code if signed else code.upper())
        yield mutation(f"{_NAMES[type_]}-of-{size}-bytes", requirement, sentence, change)


SCALAR = (
    mutation("char-as-number", "TYPE-02", "it delivers a c as a number",
        Edit(_ATOM, "value.hex() -> str(value[0]) if type_ == 'c' else value.hex()")),
    mutation("char-of-2-bytes", "TYPE-02", "it takes c for two octets", _scalar("c", "2s")),
    mutation("char-zero-is-nothing", "TYPE-02", "it delivers no octet for the c 00",
        Edit(_ATOM, "value.hex() -> value.strip(b'\\x00').hex() if type_ == 'c' else value.hex()")),
    mutation("bool-as-number", "TYPE-05", "it delivers ? as 0 and 1",
        Edit(_ATOM, "value if isinstance(value, bool) else str(value) -> str(int(value))")),
    mutation("bool-of-4-bytes", "TYPE-05", "it takes ? for 4 bytes",
        _scalar("?", "i"), Edit(_ATOM, "str(value) -> bool(value) if type_ == '?' else str(value)")),
    mutation("bool-01-only", "TYPE-23", "it reads 01 alone as true", _read_as(lambda octet: octet == 1)),
    mutation("bool-lowest-bit", "TYPE-23", "it reads ? by the lowest bit", _read_as(lambda octet: octet % 2 == 1)),
    mutation("bool-highest-bit", "TYPE-23", "it reads octets from 80 on as false",
        _read_as(lambda octet: 0 < octet < 128)),
    mutation("bool-written-ff", "TYPE-23", "it writes true as ff",
        Edit("encode_row._Row.scalars", "struct.pack(f'{self.mark}{len(made)}{scalar.code(self.native)}', *made) -> "
             "struct.pack(f'{self.mark}{len(made)}{scalar.code(self.native)}', *made).replace(b'\\x01', "
             "b'\\xff' if field.type == '?' else b'\\x01')")),
    mutation("through-double-on-reading", "TYPE-12 TYPE-13", "it reads integers of 8 bytes into a double",
        Edit(_ATOM, "str(value) -> str(int(float(value)))")),
    mutation("through-double-on-writing", "TYPE-12 TYPE-13", "it takes integers that are given through a double",
        Edit("notation._host",
             "int(atom) -> max(min(int(float(atom)), 2 ** 63 - 1 if field.type == 'q' else 2 ** 64 - 1), -2 ** 63)")),
    mutation("float-of-8-bytes", "TYPE-14", "it takes f for 8 bytes", _scalar("f", "d")),
    mutation("float-by-6-digits", "TYPE-14", "it delivers an f by its first six digits",
        Replaced("notation._float_bits", lambda original, value, type_:
                 original(float(f"{value:.6g}") if type_ == "f" else value, type_))),
    mutation("double-of-4-bytes", "TYPE-15", "it takes d for 4 bytes", _scalar("d", "f")),
    mutation("double-by-15-digits", "TYPE-15", "it delivers a d by its first fifteen digits",
        Replaced("notation._float_bits", lambda original, value, type_:
                 original(float(f"{value:.15g}") if type_ == "d" else value, type_))),
    mutation("doubles-for-f-refused", "TYPE-24", "it refuses a double that is given for an f",
        Edit("notation._float_from_json", "(10, 18) -> (10,)")),
    mutation("float-cut", "TYPE-24", "it rounds a double that is given for an f towards zero", _rounded(_to_zero)),
    mutation("float-ties-away", "TYPE-24", "it rounds ties away from zero", _rounded(_ties_away)),
    mutation("float-flushed", "TYPE-24", "it rounds to 0 what is subnormal in an f",
        _rounded(lambda number, near: near if abs(near) >= 2.0**-126 else math.copysign(0, number))),
    mutation("float-zero-unsigned", "TYPE-24", "it rounds to 0 what is too small, whatever its sign",
        _rounded(lambda number, near: near or 0.0)),
    mutation("float-overflow-infinite", "TYPE-24", "it writes an infinity for a double that is too large for an f",
        _rounded(lambda number, near: near)),
    mutation("float-above-greatest-refused", "TYPE-24",
        "it refuses a double above the greatest f, though it rounds to that",
        _rounded(lambda number, near: near if abs(number) <= _GREATEST else _TOO_GREAT)),
    mutation("float-refused-inexact", "TYPE-24", "it refuses a double that no f is equal to",
        _rounded(lambda number, near: near if near == number else _TOO_GREAT)),
    mutation("negative-zero-not-written", "TYPE-16", "it writes -0 as 0",
        returned(_GIVEN, lambda number: number or 0.0)),
    mutation("infinities-as-nan", "TYPE-16", "it delivers infinities as NaN",
        Edit("notation._float_bits", "math.isnan(value) -> not math.isfinite(value)")),
    mutation("infinities-not-written", "TYPE-16", "it refuses to write infinities",
        Edit(_GIVEN, "isinstance(value, bool) -> isinstance(value, bool) or abs(value) == math.inf")),
    mutation("nan-kept-on-writing", "TYPE-16 ENC-03", "it writes a NaN with the bits that are given",
        Edit(_GIVEN, "math.nan if math.isnan(number) else number -> number")),
    mutation("nans-as-infinities", "TYPE-16", "it takes every exponent of ones alone for an infinity",
        returned(_SCALAR, lambda value: math.inf if isinstance(value, float) and math.isnan(value) else value)),
    mutation("nan-narrowed-by-bits", "TYPE-16 TYPE-24",
        "it drops the lower 29 bits of a double that is given for an f, also of a NaN that has no others",
        _infinite(29)),
    mutation("nan-by-its-upper-half", "TYPE-16 TYPE-24",
        "it takes a double that is given for an f for an infinity if its upper half is that of one",
        _infinite(32)),
    mutation("nan-of-the-processor", "TYPE-16 ENC-03",
        "it writes the NaN that 0 / 0 is on most processors, with its sign set",
        Edit(_GIVEN, "math.nan -> -math.nan")),
    mutation("pointer-under-any-flag", "TYPE-20", "it takes P under every flag",
        Edit("schema._check_pointer", "flag != '@' -> False")),
    mutation("pointer-under-little", "TYPE-20", "it takes P under all flags that are little-endian",
        Edit("schema._check_pointer", "flag != '@' -> flag not in '@<='")),
    mutation("pointer-unknown", "TYPE-20", "it does not know P", grammar('POINTER: "P"', r'POINTER: "\x00"')),
    mutation("pointer-signed", "TYPE-20", "it takes P for signed", _scalar("P", "q")),
)


MUTATIONS = (*PADS, *_integers(), *SCALAR)
