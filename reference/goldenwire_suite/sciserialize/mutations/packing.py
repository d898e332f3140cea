"""Mutations of writing MessagePack."""

import math
import struct
from ctypes import c_float
from typing import Any

from goldenwire_suite.mutations import Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation
from goldenwire_suite.sciserialize.mutations.packer import Forms, Packer


def _packed(**changes: Any) -> Replaced:
    """A writer with these changes."""
    return Replaced("codec.write_msgpack", lambda original, tree: Packer(**changes).packed(tree))


def _forms(kind: str) -> Forms:
    forms: Forms = getattr(Packer, kind)
    return forms


def _as_float32(value: float) -> bytes:
    return b"\xca" + struct.pack(">f", c_float(value).value)


def _as_float32_if_exact(value: float) -> bytes:
    return _as_float32(value) if c_float(value).value == value else Packer().double(value)


def _as_integer(value: float) -> bytes:
    return Packer().packed(int(value) if value.is_integer() and abs(value) < 2**63 else value)


def _zero_as_integer(value: float) -> bytes:
    return Packer().packed(value or 0) if math.copysign(1, value) < 0 else Packer().double(value)


def _two_for_each_unit(text: str) -> int:
    return min(len(text.encode()), len(text.encode("utf-16-le")))


# By kind of number: requirement, the kinds of forms, and the name of the number.
_RULES = {
    "lengths": ("CANON-10", ("strs", "bins"), "a length"), "counts": ("CANON-11", ("arrays", "maps"), "a count"),
    "integers": ("CANON-05", ("positive", "negative"), "an integer"),
}  # fmt: skip
_FORMS = {
    "": "the first octet alone", "B": "one octet more", "H": "two octets more", "I": "four octets more",
    "b": "one octet more", "h": "two octets more", "i": "four octets more",
}  # fmt: skip


def _late(kind: str, code: str) -> Forms:
    """Return the forms, of which that with this code ends sooner."""
    return tuple((most - (other == code), first, other) for most, first, other in _forms(kind))


def _without(kind: str, *codes: str) -> Forms:
    """Return the forms without those with these codes: their numbers are packed in the next form."""
    return tuple(form for form in _forms(kind) if form[2] not in codes)


def _cut(kind: str) -> Forms:
    """Return the forms, of which that of two octets is the last."""
    return tuple((2**32 - 1 if code == "H" else most, first, code) for most, first, code in _forms(kind)[:-1])


# The last number, length or count of each form goes into the next one.
_ENDS = tuple(
    mutation(f"packs-{kind}-{code or 'fix'}-late", requirement,
        f"it does not pack the last that {_FORMS[code]} can hold of {called} so ({kind})",
        _packed(**{kind: _late(kind, code)}))
    for requirement, kinds, called in _RULES.values() for kind in kinds for _, _, code in _forms(kind)[:-1]
    if (kind, code) != ("maps", "H")
)  # fmt: skip

# An encoder lacks a form, as one of the old MessagePack lacks str 8.
_MISSING = tuple(
    mutation(f"packs-{what}-without-{code or 'fix'}", _RULES[what][0], f"it packs no {what} in {_FORMS[code]}",
        _packed(**{kind: _without(kind, code, code.lower()) for kind in _RULES[what][1]}))
    for what, codes in (("lengths", ("", "B", "H")), ("counts", ("", "H")), ("integers", ("B", "H", "I")))
    for code in codes
)  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (
    *_ENDS,
    *_MISSING,
    mutation("packs-lengths-cut", "CANON-10", "it cuts a length to 16 bits",
        _packed(strs=_cut("strs"), bins=_cut("bins"))),
    mutation("packs-counts-cut", "CANON-11", "it cuts a count to 16 bits",
        _packed(arrays=_cut("arrays"), maps=_cut("maps"))),
    mutation("packs-signed", "CANON-05", "it packs integers from 128 in the signed forms, as if all were signed",
        _packed(positive=(*_forms("positive")[:1], *_forms("negative")[1:], *_forms("positive")[-1:]))),
    mutation("packs-str-as-bin", "MP-02",
        "it packs strings and keys as bin, as the reference program did under Python 2", _packed(strs=Packer.bins)),
    mutation("packs-str-by-units", "MP-02 CANON-10",
        "it chooses the form of a string as if no unit of UTF-16 took more than two octets",
        _packed(room=_two_for_each_unit)),
    mutation("packs-bin-as-str", "MP-01", "it packs binary as str, as the old MessagePack had one raw type for both",
        _packed(bins=Packer.strs)),
    mutation("packs-float32", "MP-14", "it packs every double as float 32", _packed(double=_as_float32)),
    mutation("packs-float32-exact", "MP-14", "it packs a double as float 32 where that holds it",
        _packed(double=_as_float32_if_exact)),
    mutation("packs-integral-doubles", "CANON-05", "it packs integral doubles as integers",
        _packed(double=_as_integer)),
    mutation("packs-minus-zero", "MP-15", "it packs -0.0 as the integer 0", _packed(double=_zero_as_integer)),
    mutation("packs-floats-little-endian", "MP-14", "it packs the octets of a double in the wrong order",
        _packed(double=lambda value: b"\xcb" + struct.pack("<d", value))),
)  # fmt: skip
