"""Mutations of writing MessagePack."""

import math
import struct
from typing import Any

from goldenwire_suite.mutations import Entry, Mutation
from goldenwire_suite.sciserialize.mutations.builders import mutation
from goldenwire_suite.sciserialize.mutations.packer import Packer, ending, packer, without


def _packed(**changes: Any) -> Entry:
    return Entry("codec._WRITERS", "msgpack", packer(**changes))


def _float32(value: float) -> bytes:
    try:
        return b"\xca" + struct.pack(">f", value)
    except OverflowError:
        return b"\xca" + struct.pack(">f", math.copysign(math.inf, value))


def _exact_float32(value: float) -> bytes:
    short = _float32(value)
    return short if struct.unpack(">f", short[1:])[0] == value else Packer().double(value)


def _integral(value: float) -> bytes:
    is_small = value.is_integer() and abs(value) < 2**63
    return Packer().packed(int(value)) if is_small else Packer().double(value)


def _minus_zero(value: float) -> bytes:
    return Packer().packed(0) if not value and math.copysign(1, value) < 0 else Packer().double(value)


# By kind of number: requirement, the kinds of forms, and the name of the number.
_RULES = {
    "lengths": ("CANON-10", ("strs", "bins"), "a length"), "counts": ("CANON-11", ("arrays", "maps"), "a count"),
    "integers": ("CANON-05", ("positive", "negative"), "an integer"),
}  # fmt: skip
# The last number, length or count of each form (by its struct code), and the name of the form.
_LAST = {
    "strs": {"": 31, "B": 255, "H": 65535}, "bins": {"B": 255, "H": 65535}, "arrays": {"": 15, "H": 65535},
    "maps": {"": 15},
    "positive": {"": 127, "B": 255, "H": 65535, "I": 2**32 - 1},
    "negative": {"": 31, "b": 127, "h": 2**15 - 1, "i": 2**31 - 1},
}  # fmt: skip
_FORMS = {"": "the first octet alone", "B": "one octet more", "H": "two octets more", "I": "four octets more",
          "b": "one octet more",
          "h": "two octets more", "i": "four octets more"}  # fmt: skip


def _ends() -> tuple[Mutation, ...]:
    """Mutations that pack the last number of each form in a longer one."""
    return tuple(
        mutation(f"packs-{kind}-{code or 'fix'}-late", requirement,
              f"it does not pack the last that {_FORMS[code]} can hold of {called} so ({kind})",
              _packed(**{kind: ending(kind, code, last - 1)}))
        for requirement, kinds, called in _RULES.values() for kind in kinds for code, last in _LAST[kind].items()
    )  # fmt: skip


def _missing() -> tuple[Mutation, ...]:
    """Mutations of an encoder that lacks a form, as one of the old MessagePack lacks str 8."""
    return tuple(
        mutation(f"packs-{what}-without-{code or 'fix'}", requirement, f"it packs no {what} in {_FORMS[code]}",
              _packed(**{kind: without(kind, code, code.lower()) for kind in kinds}))
        for what, codes in (("lengths", ("", "B", "H")), ("counts", ("", "H")), ("integers", ("B", "H", "I")))
        for code in codes for requirement, kinds, _ in [_RULES[what]]
    )  # fmt: skip


def _cut() -> tuple[Mutation, ...]:
    """Mutations that truncate lengths and counts to 16 bits."""
    return tuple(
        mutation(f"packs-{what}-cut", requirement, f"it cuts {called} to 16 bits",
              _packed(**{kind: (*getattr(Packer(), kind)[:-2],
                                (2**32 - 1, *getattr(Packer(), kind)[-2][1:])) for kind in kinds}))
        for what, (requirement, kinds, called) in _RULES.items() if what != "integers"
    )  # fmt: skip


MUTATIONS: tuple[Mutation, ...] = (
    *_ends(),
    *_missing(),
    *_cut(),
    mutation("packs-signed", "CANON-05", "it packs integers from 128 in the signed forms, as if all were signed",
          _packed(positive=((127, 0, ""), (127, 0xD0, "b"), (2**15 - 1, 0xD1, "h"), (2**31 - 1, 0xD2, "i"),
                            (2**63 - 1, 0xD3, "q"), (2**64 - 1, 0xCF, "Q")))),
    mutation("packs-str-as-bin", "MP-02",
        "it packs strings and keys as bin, as the reference program did under Python 2",
          _packed(strs=Packer.bins)),
    mutation("packs-bin-as-str", "MP-01", "it packs binary as str, as the old MessagePack had one raw type for both",
          _packed(bins=Packer.strs)),
    mutation("packs-float32", "MP-14", "it packs every double as float 32", _packed(double=_float32)),
    mutation("packs-float32-exact", "MP-14", "it packs a double as float 32 where that holds it",
          _packed(double=_exact_float32)),
    mutation("packs-integral-doubles", "CANON-05", "it packs integral doubles as integers", _packed(double=_integral)),
    mutation("packs-minus-zero", "MP-15", "it packs -0.0 as the integer 0", _packed(double=_minus_zero)),
    mutation("packs-floats-little-endian", "MP-14", "it packs the octets of a double in the wrong order",
          _packed(double=lambda value: b"\xcb" + struct.pack("<d", value))),
)  # fmt: skip
