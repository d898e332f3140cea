"""Defects deep within a value: the class is that of the part, and the offset is relative to the start of the input."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Base, Case, Edit, Feature, Splice, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, array

_CORE, _STORED, _CBOR = RowBuilder("place"), RowBuilder("place-storage", "storage"), RowBuilder("place-cbor", "cbor")

_TYPE = "{b: bool, n: ?int8, t: string, c: char, o: ?string, y: type, k: array[int8], v: var * bool, x: bytes[2]}"
_VALUE = [True, ["1"], "ab", "c", ["d"], "int16", array("int8", "5"), [True, False], "0102"]

# A value within others: (name, type, value around it, the scope of the trace, the feature, the place in words).
_AROUND: Any = (
    ("struct", "(int16, var * {})", lambda one: ["7", [one, one]], "value.1[1]", _CORE, "in a row of structs"),
    ("array", "2 * array[Any]", lambda one: [array("bool", True), array(_TYPE, one)], "value[1].value", _CORE,
     "in the second of 2 arrays"),
    ("pointer", "(string, ?pointer[{}])", lambda one: ["ab", [one]], "value.1", _CORE, "behind an optional pointer"),
    ("stored", "(bool, storage[1 * 2 * {}, axis=[1, 0]])", lambda one: [True, [[one, one]]], "value.1[1]", _STORED,
     "in an array stored by columns"),
    ("cbor", "array[Any]", lambda one: array(f"(int8, {_TYPE})", ["7", one]), "value.value.1", _CBOR,
     "in the data of a CBOR tag"),
)  # fmt: skip

# Defects: (name, field, its new bytes or text, check with the value to continue with, description, more).
_DEFECTS: Any = (
    ("bool", "b", b"\x02", {"bool": 1}, "02 for a bool", {}),
    ("size-long", "t.size", b"\x82\x00", "varint.nonminimal", "a size of 2 with a last byte of 00", {}),
    ("size-wide", "t.size", b"\x82" + b"\x80" * 8 + b"\x02", {"varint.overflow": 2}, "a size of more than 64 bits", {}),
    ("text", "t.text", b"a\xff", {"string.utf8": "ab"}, "a text with a byte ff", {}),
    ("char", "c", b"\xc1", {"char.utf8": "c"}, "a char that begins with c1", {}),
    ("tag", "o.tag", b"\x02", {"option.tag": 1}, "02 for the tag of an option", {}),
    ("type", "y.text", b"int17", {"type.syntax": "int16"}, "int17 for a type", {}),
    ("type-utf8", "y.text", b"int\xff6", {"type.utf8": "int16"}, "a type with a byte ff", {}),
    ("known", "k.type.text", b"char", {"array.mismatch": None}, "an array of char where one of int8 is due", {}),
    ("count", "v.count", b"\x7f", "truncated", "a count of 127 bools, more than the input can hold", {}),
    ("end", "x", b"\x01", "truncated", "a byte string of which one byte is missing", {}),
)  # fmt: skip


def _longer(by: int) -> Edit:
    """Lengthen the byte string in a tag by that many bytes; its head has two bytes before and after."""

    def edit(base: Base) -> Splice:
        at = base.find("value.value.head").offset
        return Splice(at + 1, base.data[at + 1 : at + 2], bytes([base.data[at + 1] + by]))

    return edit


def _places() -> Iterator[tuple[RowBuilder, Case]]:
    for around, form, value, scope, words, where in _AROUND:
        type = form.format(_TYPE)
        row: Any = (around, type, value(_VALUE), f"a struct with a field of each kind, {where}")
        yield words, words.accept(*row, "NEST-01 TYPE-02 OPT-01 OPT-02 OPT-03", "constructors-of-leaves-alone")
        for name, field, octets, check, what, more in _DEFECTS:
            changes = [put(f"{scope}.{field}", octets)]
            if words is _CBOR and field.endswith("size"):
                changes.insert(0, _longer(len(octets) - 1))
            if name == "count":
                changes.append(put(f"{scope}.x", b"\1\0"))  # so that the bools that are there are bools
            row = (f"{around}-{name}", type, around, changes, check, f"{what}, {where}")
            cited = ("CBOR-03" if words is _CBOR else "ARR-02") if check == "truncated" else ""
            yield words, words.reject(*row, cited, numbers=[64, 127, 2], **more)


def features() -> Iterator[Feature]:
    cases = list(_places())
    for words, title in ((_CORE, "D"), (_STORED, "Profile storage: d"), (_CBOR, "Profile cbor: d")):
        yield Feature(words.feature, f"{title}efects deep within a value", [case for of, case in cases if of is words])
