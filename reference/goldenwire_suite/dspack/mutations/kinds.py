"""Mutations of sections 6, 11 and 13 of spec.md: values of the wrong kind or range."""

import re
import struct
from collections.abc import Callable, Container
from types import NoneType
from typing import Any

from goldenwire_reference.dspack.tables import INTEGERS, LETTERS, SCALARS
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Replaced

_ROW = "notation.row_from_json"
_OCTETS, _FLOATS = "sSpc", "fd"
_ZERO = "0x0000000000000000"


def _takes(types: Container[str], kind: type, change: Callable[[Any], Any]) -> Change:
    """A change of JSON of that kind that is given for a value of these types."""
    return Replaced("notation._host", lambda original, field, atom: original(
        field, change(atom) if field.type in types and isinstance(atom, kind) else atom))


def _takes_for_list(kind: type, change: Callable[[Any], Any]) -> Change:
    return Replaced("notation._value_from_json", lambda original, field, value: original(
        field, change(value) if field.count and isinstance(value, kind) else value))


def _wrapped(original: Any, field: Any, value: int, native: bool) -> Any:
    low, high = SCALARS[field.type].limits(native)
    return original(field, (value - low) % (high - low + 1) + low, native)


def _summed(original: Any, field: Any, value: int, native: bool) -> Any:
    low, high = SCALARS[field.type].limits(native)
    total = 0
    for digit in str(abs(value)):
        total, before = (total * 10 + int(digit)) % (high - low + 1), total
        if total < before:
            return original(field, value, native)
    return original(field, -total if value < 0 else total, native)


def _clamped(original: Any, field: Any, value: int, native: bool) -> Any:
    low, high = SCALARS[field.type].limits(native)
    return original(field, max(low, min(high, value)), native)


def _integer(atom: str) -> str:
    """Return the integer that a float is equal to; what is no float as it is."""
    if not re.fullmatch("0x([0-9a-f]{8}){1,2}", atom):
        return atom
    (number,) = struct.unpack(">f" if len(atom) == 10 else ">d", bytes.fromhex(atom[2:]))
    return str(int(number))


def _as_in_c(atom: str) -> str:
    if re.fullmatch("0x[0-9a-f]{1,7}", atom):
        return str(int(atom, 16))
    return str(int(float(atom or 0))) if re.fullmatch("|[0-9]+[.e][0-9]+", atom) else atom


KINDS = (
    mutation("integers-wrap", "TYPE-21", "it writes an integer out of range modulo the size of its type",
        Replaced("encode_row._integer", _wrapped)),
    mutation("overflow-seen-afterwards", "TYPE-21", "it finds an integer too large where its digits sum up to less",
        Replaced("encode_row._integer", _summed), _takes(INTEGERS, str, lambda atom: atom[:99])),
    mutation("integers-clamped", "TYPE-21", "it writes the limit nearest to an integer out of range",
        Replaced("encode_row._integer", _clamped), _takes(INTEGERS, str, lambda atom: atom[:99])),
    mutation("null-for-zero", "TYPE-21", "it takes null for 0",
        _takes(INTEGERS, NoneType, lambda atom: "0"), _takes(_FLOATS, NoneType, lambda atom: _ZERO)),
    mutation("null-for-false", "TYPE-21", "it takes null for false", _takes("?", NoneType, bool)),
    mutation("null-for-empty-string", "TYPE-21", "it takes null for an empty string, or for the octet 00",
        _takes("sSp", NoneType, lambda atom: ""), _takes("c", NoneType, lambda atom: "00")),
    mutation("null-for-empty-list", "TYPE-21", "it takes null for an empty list",
        _takes_for_list(NoneType, lambda value: [])),
    mutation("list-for-single", "TYPE-21", "it takes a list of one for its item",
        _takes(LETTERS, list, lambda atom: atom[0] if len(atom) == 1 else atom)),
    mutation("single-for-list", "TYPE-21", "it takes a value for a list of one",
        _takes_for_list(str, lambda value: [value]), _takes_for_list(bool, lambda value: [value])),
    mutation("object-for-value", "TYPE-21", "it takes an object for the value of its member",
        _takes(LETTERS, dict,
               lambda atom: next(iter(atom.values())) if len(atom) == 1 and "text" not in atom else atom)),
    mutation("object-for-list", "TYPE-21", "it takes an object for the list of its values",
        _takes_for_list(dict, lambda value: [*value.values()])),
    mutation("float-for-integer", "TYPE-21", "it takes a float for the integer it is equal to",
        _takes(INTEGERS, str, _integer)),
    mutation("octets-for-integer", "TYPE-21", "it takes octets for the integer they spell in hexadecimal",
        _takes(INTEGERS, str,
               lambda atom: str(int(atom, 16)) if re.fullmatch("(?=.*[a-f])[0-9a-f]+", atom) else atom)),
    mutation("number-for-boolean", "TYPE-21", "it takes 0 and 1 for booleans",
        _takes("?", str, lambda atom: {"0": False, "1": True}.get(atom, atom))),
    mutation("text-for-boolean", "TYPE-21", "it takes texts for booleans",
        _takes("?", str, lambda atom: {"true": True, "false": False, "": False}.get(atom, atom))),
    mutation("octets-for-boolean", "TYPE-21", "it takes the octets 00 and 01 for booleans",
        _takes("?", str, lambda atom: {"00": False, "01": True}.get(atom, atom))),
    mutation("boolean-for-number", "TYPE-21", "it takes booleans for 0.0 and 1.0",
        _takes(_FLOATS, bool, lambda atom: "0x3ff0000000000000" if atom else _ZERO)),
    mutation("boolean-for-octets", "TYPE-21", "it takes booleans for the octets 00 and 01",
        _takes(_OCTETS, bool, lambda atom: "01" if atom else "00")),
    mutation("float-for-octets", "TYPE-21", "it takes the bits of a float for octets",
        _takes(_OCTETS, str, lambda atom: atom.removeprefix("0x"))),
    mutation("octets-for-float", "TYPE-21", "it takes octets for the bits of a float",
        _takes(_FLOATS, str, lambda atom: "0x" + atom.removeprefix("0x"))),
    mutation("float-for-double", "TYPE-21", "it takes the bits of an f for a d",
        Edit("notation._float_from_json", "(18,) -> (10, 18)")),
    mutation("text-for-octets", "TYPE-21", "it takes what is no hexadecimal for text",
        _takes(_OCTETS, str, lambda atom: atom if re.fullmatch("([0-9a-f]{2})*", atom) else {"text": atom})),
    mutation("text-among-members", "TYPE-21", "it takes an object for text that has other members too",
        Edit("notation._host", "set(atom) == {'text'} -> 'text' in atom")),
    mutation("text-null-is-empty", "TYPE-21", "it takes null for an empty text",
        _takes(_OCTETS, dict, lambda atom: "" if atom == {"text": None} else atom)),
    mutation("text-in-any-case", "TYPE-21", "it looks for the member text without regard to case",
        _takes(_OCTETS, dict, lambda atom: {name.lower(): member for name, member in atom.items()})),
    mutation("row-of-one-value", "ENC-08", "it takes what is neither a list nor an object for the only value of a row",
        Replaced(_ROW, lambda original, schema, row: original(schema, row if isinstance(row, list | dict) else [row]))),
    mutation("null-for-empty-row", "ENC-08", "it takes null for a row without values",
        Replaced(_ROW, lambda original, schema, row: original(schema, [] if row is None else row))),
    mutation("integers-of-any-spelling", "TYPE-21 SCOPE-05",
        "it takes any digits for an integer, with any sign, zeros and spaces",
        _takes(INTEGERS, str, lambda atom: str(int(atom)) if re.fullmatch("[ ]*[+-]?[0-9]+", atom) else atom)),
    mutation("integers-as-c-spells-them", "TYPE-21 SCOPE-05",
        "it takes what begins with an integer, or is one in C, for one",
        _takes(INTEGERS, str, _as_in_c)),
    mutation("digits-in-capitals", "TYPE-21 SCOPE-05", "it takes hexadecimal digits in upper case",
        _takes(LETTERS - INTEGERS, str, str.lower)),
    mutation("digits-in-odd-number", "TYPE-21 SCOPE-05", "it fills an odd number of digits up with a zero",
        _takes(_OCTETS, str, lambda atom: "0" * (len(atom) % 2) + atom)),
    mutation("bits-in-other-number", "TYPE-21 SCOPE-05", "it fills the digits of a float up with zeros",
        _takes(_FLOATS, str,
               lambda atom: "0x" + atom.removeprefix("0x").zfill(8 if len(atom) <= 10 else 16))),
)

MUTATIONS = KINDS
