"""Mutations of encoders, which accept something that is no value."""

import struct
from collections.abc import Callable
from types import NoneType
from typing import Any

from goldenwire_reference.dynd import types
from goldenwire_reference.dynd.decode import read
from goldenwire_reference.dynd.decode_leaf import Input
from goldenwire_reference.dynd.encode import write
from goldenwire_reference.dynd.encode_leaf import Output
from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Tuple, Var
from goldenwire_reference.dynd.notation import to_json
from goldenwire_reference.dynd.primitives import (
    PRIMITIVES,
    Bytes,
    Complex,
    Float,
    Integer,
    Primitive,
    String,
    TypeType,
    Void,
)
from goldenwire_reference.errors import EncodeError
from goldenwire_reference.notation import bits
from goldenwire_suite.dynd.mutations.changes import given, mutation
from goldenwire_suite.mutations import Edit, Replaced


def _placed(function: str, offset: Callable[..., int]) -> Replaced:
    """A change that gives an offset to the refusals of a function."""
    def call(original: Any, *of: Any, **named: Any) -> Any:
        try:
            return original(*of, **named)
        except EncodeError as error:
            error.offset = offset(*of)  # type: ignore[attr-defined]
            raise
    return Replaced(function, call)


def _zeros(type: Any) -> Any:
    """Return the value whose bytes are zeros, with void for types."""
    off = {"type.syntax": str(getattr(type, "content", None) or "void")}
    return read(Input(bytes(4096), off=off), type)


def _value_or_zeros(from_json: Any, writer: Any, type: Any, json: Any) -> Any:
    try:
        value = from_json(writer, type, json)
        write(Output(), type, value)
    except EncodeError as error:
        if error.code != "VALUE_INVALID":
            raise
        return _zeros(type)
    return value


def _filled(type: Tuple, json: list[Any]) -> list[Any]:
    """Return the list with what has no content in place of the fields that it ends before, as far as they can be so."""
    more: list[Any] = []
    for field in type.fields[len(json) :]:
        if not isinstance(field, Option | Void | Var | String) and field.min_size:
            return json
        more.append("" if isinstance(field, String) else [] if isinstance(field, Var | Tuple) else None)
    return json + more


def _reshaped(type: Fixed, json: Any) -> Any:
    if not isinstance(type.element, Fixed):
        return json
    flat = [one for row in json for one in (row if isinstance(row, list) else [row])]
    return [flat[at : at + type.element.count] for at in range(0, len(flat), type.element.count)]


def _canonical(text: str) -> str:
    try:
        return str(types.read(text))
    except types.TypeStringError:
        return text


def _type_or_void(type: Any, *of: Any) -> Any:
    try:
        return type(*of)
    except EncodeError:
        return PRIMITIVES["void"]


MUTATIONS = (
    # refusals
    mutation("values-refused-at-0", "ENC-04", "it gives the offset 0 for what it refuses to write",
        _placed("notation.from_json", lambda *of: 0), _placed("codec.encode", lambda *of: 0),
        _placed("encode_leaf.refuse", lambda *of: 0)),
    mutation("refused-where-the-output-ends", "ENC-04",
        "it gives the number of bytes that it has written for an offset",
        _placed("encode.write", lambda writer, *of: writer.size)),
    # atoms
    mutation("anything-is-a-bool", "SER-04", "it writes what other languages take for true as true",
        Replaced("encode_leaf._write_bool", lambda write, writer, type, value: write(writer, type, bool(value)))),
    mutation("anything-is-a-void", "SER-04", "it takes what is empty for a void",
        Edit("encode_leaf._write_void", "value is not None -> value")),
    mutation("bools-are-numbers", "SER-04", "it takes true for one",
        given(Integer, bool, lambda type, json: str(int(json))),
        given(Float, bool, lambda type, json: bits(json and 0x3FF << 52, type.size))),
    mutation("integers-wrap", "SER-04", "it cuts integers that are out of range",
        Edit("encode_leaf._write_integer",
             "index(value).to_bytes(type.size, 'little', signed=type.signed) -> "
             "(index(value) % (1 << 8 * type.size)).to_bytes(type.size, 'little')")),
    mutation("integers-clamp", "SER-04", "it takes the nearest integer for one that is out of range",
        Edit("encode_leaf._write_integer",
             "index(value) -> "
             "min(max(index(value), -(1 << 8 * type.size - 1) if type.signed else 0), "
             "(1 << 8 * type.size - type.signed) - 1)")),
    mutation("numerals-of-any-base", "SER-04", "it takes hexadecimal digits for an integer",
        given(Integer, str, lambda type, json: str(int(json, 16)) if json.startswith("0x") else json)),
    mutation("characters-are-numbers", "SER-04", "it takes a letter for its code",
        given(Integer, str, lambda type, json: str(ord(json[0])) if json.isalpha() else json)),
    mutation("floats-of-any-width", "SER-04", "it cuts the bits of floats that are too wide",
        given(Float, str, lambda type, json: json[: 2 + 2 * type.size])),
    mutation("decimal-floats", "SER-04", "it takes decimal numbers for floats",
        given(Float, str, lambda type, json:
            json if json.startswith("0x") else f"0x{struct.pack('>d', float(json)).hex()}")),
    mutation("bits-of-any-digits", "SER-04",
        "it takes what follows the 0x of a float's bits as its language takes hexadecimal numbers",
        given(Float, str, lambda type, json:
            bits(int(json[2:], 16), type.size) if len(json) == 2 + 2 * type.size and json[:2] == "0x" else json)),
    mutation("text-of-anything", "SER-04", "it writes the words of other languages for what is no text",
        given(String, bool, lambda type, json: str(json).lower())),
    mutation("fixed-sizes-in-32-bits", "SER-04", "it compares the sizes of byte strings and rows in 32 bits",
        Edit("encode_leaf._write_fixed_bytes", "len(value) != type.size -> len(value) != type.size % 2**32"),
        Edit("encode._write_fixed", "type.count -> type.count % 2**32"),
        Edit("notation._fixed", "type.count -> type.count % 2**32")),
    mutation("bytes-of-numbers", "SER-04", "it takes a list of numbers for a byte string",
        given(Bytes, list, lambda type, json: bytes(map(int, json)).hex())),
    # null, lists and objects
    mutation("null-is-zero", "SER-04", "it takes null for the value whose bytes are zeros",
        given(object, NoneType, lambda type, json:
            None if isinstance(type, Void | Option | Array) else to_json(type, _zeros(type)))),
    mutation("null-is-a-void-array", "SER-04", "it takes null for an array of a void",
        given(Array, NoneType, lambda type, json: {"type": "void", "value": None})),
    mutation("lists-of-one", "SER-04", "it takes a list of one for what is in it",
        given(Primitive | Pointer, list, lambda type, json:
            json[0] if len(json) == 1 and not isinstance(type, Complex) else json)),
    mutation("arrays-unwrapped", "SER-04", "it takes the content of an array where another type is due",
        given(Primitive, dict, lambda type, json: json.get("value", json))),
    mutation("arrays-without-type", "SER-04", "it finds out the type of an array for itself",
        given(Array, str, lambda type, json: {"type": str(type.content or "int64"), "value": json})),
    # options
    mutation("options-without-lists", "SER-04", "it takes what is in no list for available",
        given(Option, str | bool | dict, lambda type, json: [json])),
    mutation("first-of-a-list", "SER-04", "it writes the first of a list for an option",
        given(Option, list, lambda type, json: json[:1])),
    mutation("empty-lists-are-missing", "SER-04", "it takes an empty list for missing",
        given(Option, list, lambda type, json: json or None)),
    mutation("false-is-missing", "SER-04", "it takes false for missing",
        given(Option, bool, lambda type, json: json or None)),
    # rows
    mutation("short-rows-filled-up", "SER-04", "it fills rows that are too short",
        Replaced("notation._items", lambda items, type, json, count=None:
            items(type, json + (json[-1:] or ["0"]) * ((count or 0) - len(json)) if isinstance(json, list) else json,
                  count))),
    mutation("last-field-left-out", "SER-04", "it takes a field that a list ends before for missing or empty",
        given(Tuple, list, _filled)),
    mutation("long-rows-cut", "SER-04", "it cuts rows that are too long",
        Replaced("notation._items", lambda items, type, json, count=None:
            items(type, json[:count] if isinstance(json, list) else json, count))),
    mutation("numbers-repeated", "SER-04", "it repeats a number where a row is due",
        given(Fixed, str, lambda type, json: [json] * type.count),
        given(Tuple, str, lambda type, json: [json] * len(type.fields))),
    mutation("shapes-by-number", "SER-04", "it puts elements into the shape that is due if their number fits",
        given(Fixed, list, _reshaped)),
    mutation("text-is-a-row", "SER-04", "it takes the characters of a text for a row",
        given(Fixed | Var, str, lambda type, json: list(json))),
    mutation("complex-of-alone", "SER-04", "it takes one float for a complex number",
        given(Complex, list, lambda type, json: [*json, bits(0, type.part.size)] if len(json) == 1 else json)),
    mutation("complex-of-three", "SER-04", "it takes the first two of three floats for a complex number",
        given(Complex, list, lambda type, json: json[:2])),
    mutation("real-is-complex", "SER-04", "it takes a float for a complex number whose imaginary part is 0",
        given(Complex, str, lambda type, json: [json, bits(0, type.part.size)])),
    mutation("complex-of-bits", "SER-04", "it takes the bits of both parts as one number for a complex number",
        given(Complex, str, lambda type, json:
            [json[: 2 + 2 * type.part.size], "0x" + json[2 + 2 * type.part.size :]])),
    mutation("complex-of-nothing", "SER-04", "it takes an empty list for the complex number 0",
        given(Complex, list, lambda type, json: json or [bits(0, type.part.size)] * 2)),
    mutation("complex-in-list", "SER-04", "it takes a list of a complex number for the number",
        given(Complex, list, lambda type, json: json[0] if len(json) == 1 and isinstance(json[0], list) else json)),
    mutation("complex-options-without-lists", "SER-04", "it takes two parts in no list for an available number",
        given(Option, list, lambda type, json:
            [json] if isinstance(type.target, Complex) and len(json) == 2 else json)),
    mutation("floats-filled-up", "SER-04", "it fills up the bits of floats that are too narrow",
        given(Float, str, lambda type, json: json.ljust(2 + 2 * type.size, "0"))),
    # types
    mutation("spellings-written", "TYPE-03 TYPE-04", "it writes types in the spellings that it is given",
        Replaced("encode_leaf.Output.type", lambda type, self, text, site: type(self, _canonical(text), site))),
    mutation("types-unchecked", "TYPE-03 TYPE-04 DIM-04 FB-02 STRUCT-04 STR-02 DES-04",
        "it writes what it is given for a type",
        Replaced("encode_leaf.Output.type", _type_or_void),
        Replaced("encode_leaf.utf8", lambda utf8, type, value, check:
            value.decode(errors="replace").encode()
            if isinstance(type, TypeType) and isinstance(value, bytes) else utf8(type, value, check))),
    mutation("another-kind-is-zeros", "SER-04", "it writes zeros for what the type does not have",
        Replaced("notation.from_json", _value_or_zeros)),
)  # fmt: skip
