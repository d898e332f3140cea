"""Mistakes in writing MessagePack."""

import math
import struct
from typing import Any

from goldenwire_reference.misreadings import Entry, Misreading
from goldenwire_reference.sciserialize.catalogue.misreadings.packer import Packer, ending, packer, without
from goldenwire_reference.sciserialize.catalogue.misreadings.words import wrong


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


# The last number, length or count of each form, which is packed in the next longer form.
_LAST = {
    "strs": {"": 30, "B": 254, "H": 65534}, "bins": {"B": 254, "H": 65534}, "arrays": {"": 14, "H": 65534},
    "maps": {"": 14}, "positive": {"": 126, "B": 254, "H": 65534, "I": 2**32 - 2},
    "negative": {"": 30, "b": 126, "h": 2**15 - 2, "i": 2**31 - 2},
}  # fmt: skip
_CALLED = {
    "strs": "a str", "bins": "a bin", "arrays": "an array", "maps": "a map", "positive": "an integer of 0 and more",
    "negative": "a negative integer",
}  # fmt: skip
_RULES = {"strs": "CANON-10", "bins": "CANON-10", "arrays": "CANON-11", "maps": "CANON-11"}


def _ends() -> tuple[Misreading, ...]:
    return tuple(
        wrong(f"packs-{kind}-{code or 'fix'}-late", _RULES.get(kind, "CANON-05"),
              f"it packs {_CALLED[kind]} of {last + 1} in a longer form than the shortest",
              _packed(**{kind: ending(kind, code, last)}))
        for kind, codes in _LAST.items() for code, last in codes.items()
    )  # fmt: skip


def _missing() -> tuple[Misreading, ...]:
    """Forms that an encoder does not have, as one of the old MessagePack has no str 8."""
    return tuple(
        wrong(f"packs-{kind}-without-{code or 'fix'}", _RULES.get(kind, "CANON-05"),
              f"it has not the form {code or 'fix'} of {_CALLED[kind]}, and takes the next longer one",
              _packed(**{kind: without(kind, code)}))
        for kind, code in (("strs", ""), ("strs", "B"), ("strs", "H"), ("bins", "B"), ("bins", "H"), ("arrays", ""),
                           ("arrays", "H"), ("maps", ""), ("maps", "H"), ("positive", "B"),
                           ("positive", "H"), ("positive", "I"), ("negative", "b"), ("negative", "h"), ("negative", "i"))
    )  # fmt: skip


def _cut() -> tuple[Misreading, ...]:
    """Lengths and counts that are cut to 16 bits."""
    return tuple(
        wrong(f"packs-{kind}-cut", _RULES[kind], f"it cuts the length or count of {_CALLED[kind]} to 16 bits",
              _packed(**{kind: (*getattr(Packer(), kind)[:-2], (2**32 - 1, *getattr(Packer(), kind)[-2][1:]))}))
        for kind in ("strs", "bins", "arrays")
    )  # fmt: skip


MISREADINGS: tuple[Misreading, ...] = (
    *_ends(),
    *_missing(),
    *_cut(),
    wrong("packs-signed", "CANON-05", "it packs integers from 128 in the signed forms, as if all were signed",
          _packed(positive=((127, 0, ""), (127, 0xD0, "b"), (2**15 - 1, 0xD1, "h"), (2**31 - 1, 0xD2, "i"),
                            (2**63 - 1, 0xD3, "q"), (2**64 - 1, 0xCF, "Q")))),
    wrong("packs-str-as-bin", "MP-02", "it packs strings and keys as bin, as the reference program did under Python 2",
          _packed(strs=Packer.bins)),
    wrong("packs-bin-as-str", "MP-01", "it packs binary as str, as the old MessagePack had one raw type for both",
          _packed(bins=Packer.strs)),
    wrong("packs-float32", "MP-14", "it packs every double as float 32", _packed(double=_float32)),
    wrong("packs-float32-exact", "MP-14", "it packs a double as float 32 where that holds it", _packed(double=_exact_float32)),
    wrong("packs-integral-doubles", "CANON-05", "it packs integral doubles as integers", _packed(double=_integral)),
    wrong("packs-minus-zero", "MP-15", "it packs -0.0 as the integer 0", _packed(double=_minus_zero)),
    wrong("packs-floats-little-endian", "MP-14", "it packs the octets of a double in the wrong order",
          _packed(double=lambda value: b"\xcb" + struct.pack("<d", value))),
)  # fmt: skip
