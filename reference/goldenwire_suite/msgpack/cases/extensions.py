"""Extensions: types, lengths of every form, longer forms, and the reserved types."""

from collections.abc import Iterator

from goldenwire_reference.msgpack.model import Ext
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.msgpack.cases.builders import (
    WRITTEN_AT,
    either,
    either_encode,
    read,
    shown,
    write,
)

_TYPES = (0, 1, 2, 3, 4, 5, 13, 32, 63, 64, 100, 114, 115, 120, 126, 127)
_FIXED = (1, 2, 4, 8, 16)
_LENGTHS = (0, 3, 5, 6, 7, 9, 12, 15, 17, 31, 32, 255, 256, 257, 65535, 65536)
_RESERVED = (-2, -3, -64, -127, -128)

FORMS = {"ext8": (0xC7, 1), "ext16": (0xC8, 2), "ext32": (0xC9, 4)}


def octets_of(length: int) -> bytes:
    """Return that many octets, which differ from their neighbours."""
    return bytes((7 * place + 1) % 256 for place in range(length))


def _written() -> Iterator[Case]:
    for type_ in _TYPES:
        yield write(f"type-{type_}", Ext(type_, b"\x0a\x0b"), f"an extension of type {type_}", "EXT-04 EXT-01")
    for length in _FIXED:
        yield write(
            f"length-{length}",
            Ext(5, octets_of(length)),
            f"an extension of {plural(length, 'octet')}",
            "EXT-01 CANON-05",
            catches="no-fixext",
        )
    for length in _LENGTHS:
        yield write(
            f"length-{length}",
            Ext(5, octets_of(length)),
            f"an extension of {plural(length, 'octet')}",
            "EXT-02" + (" CANON-05" if length < 2**16 else ""),
        )
    undefined = "an extension of type 0 and of one octet, 0, as some libraries write what is undefined"
    yield write("undefined", Ext(0, b"\0"), undefined, "EXT-04 EXT-01", catches="undefined-is-nil", numbers=(0,))
    yield write("array", [Ext(5, b"\1"), Ext(6, b"")], "two extensions in an array", "EXT-01 EXT-02 EXT-04")


def _longer() -> Iterator[Case]:
    for form, (first, size) in FORMS.items():
        lengths = {"ext8": _FIXED, "ext16": (0, 1, 3, 16, 255), "ext32": (0, 1, 3, 16, 256)}[form]
        for length in lengths:
            data = octets_of(length)
            octets = bytes([first]) + length.to_bytes(size, "big") + b"\x05" + data
            yield read(
                f"{form}-{length}",
                octets.hex(),
                Ext(5, data),
                f"an extension of {plural(length, 'octet')} as {shown(octets)}",
                "GEN-03 EXT-02",
                numbers=(length,),
            )


def _reserved() -> Iterator[Case]:
    for type_ in _RESERVED:
        octet = type_ % 256
        for name, octets in {"fixext2": f"d5{octet:02x}0a0b", "ext8": f"c703{octet:02x}0a0b0c"}.items():
            yield either(
                f"read{type_}-{name}",
                "reserved-ext",
                octets,
                f"an extension of type {type_} as {octets}",
                "EXT-05 EXT-03",
                numbers=[int(octets)] if octets.isdecimal() else (),
            )
        yield either_encode(
            f"write{type_}",
            "reserved-ext",
            "extensions/type-5",
            replace_at("/value/ext/type", str(type_)),
            "EXT_TYPE",
            f"to be written: an extension of type {type_}",
            "EXT-05",
            refused_by=["reject"],
        )
    for name in ("item", "key"):
        base, path = WRITTEN_AT[name]
        yield either_encode(
            f"write-{name}",
            "reserved-ext",
            base,
            replace_at(path, {"ext": {"type": "-2", "data": "00"}}),
            "EXT_TYPE",
            "to be written: an extension of type -2 as "
            + ("a key of a map" if name == "key" else "an item of an array"),
            "EXT-05",
            refused_by=["reject"],
        )
    yield either("read-empty", "reserved-ext", "c700fe", "an extension of type -2 without octets", "EXT-05 EXT-03")
    yield either("read-in-array", "reserved-ext", "92c0d4fe01", "an extension of type -2 in an array", "EXT-05 EXT-03")
    yield either("read-key", "reserved-ext", "81d4fe01c0", "an extension of type -2 as a key", "EXT-05 EXT-03")
    yield either(
        "read-timestamp-like",
        "reserved-ext",
        "d6fe00000001",
        "an extension of type -2 that is as long as a timestamp 32",
        "EXT-05 EXT-03",
        numbers=(32,),
    )


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, that are only read, and that a policy decides."""
    yield Feature("extensions", "Extensions", list(_written()))
    yield Feature("extension-forms", "Extensions in longer forms", list(_longer()))
    yield Feature("reserved-types", "Extensions of reserved types", list(_reserved()))
