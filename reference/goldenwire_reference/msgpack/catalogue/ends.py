"""Inputs that end too early, at every octet of every form, and inputs that go on after their item."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, cut_end
from goldenwire_reference.msgpack.catalogue.words import read, reject, shown, write
from goldenwire_reference.msgpack.model import Ext, Map

# Items of every kind, in long forms and short ones: octets (hex) and value.
_ITEMS: tuple[tuple[str, Any], ...] = (
    ("cd0001", 1),
    ("d2ffffffff", -1),
    ("ca3dcccccd", 0.10000000149011612),
    ("cb3fb999999999999a", 0.1),
    ("a3616263", "abc"),
    ("da000161", "a"),
    ("c40200ff", b"\0\xff"),
    ("c3", True),
    ("00", 0),
    ("8101a162", Map([(1, "b")])),
    ("d50501ff", Ext(5, b"\1\xff")),
    ("c70305010203", Ext(5, b"\1\2\3")),
    ("92c0ff", [None, -1]),
)
_DOCUMENT = bytes.fromhex(f"{0x90 + len(_ITEMS):x}" + "".join(octets for octets, _ in _ITEMS))

# Of each form: octets of an item in it (hex).
_FORMS = {
    "uint8": "cc80",
    "uint16": "cd8000",
    "uint32": "ce80000000",
    "uint64": "cf8000000000000000",
    "int8": "d080",
    "int16": "d18000",
    "int32": "d280000000",
    "int64": "d38000000000000000",
    "float32": "ca3dcccccd",
    "float64": "cb3fb999999999999a",
    "fixstr": "a3616263",
    "str8": "d9026162",
    "str16": "da00026162",
    "str32": "db000000026162",
    "bin8": "c4020102",
    "bin16": "c500020102",
    "bin32": "c6000000020102",
    "fixarray": "920102",
    "array16": "dc00020102",
    "array32": "dd000000020102",
    "fixmap": "8201020304",
    "map16": "de000201020304",
    "map32": "df0000000201020304",
    "fixext1": "d40501",
    "fixext2": "d5050102",
    "fixext4": "d60501020304",
    "fixext8": "d7050102030405060708",
    "fixext16": "d805" + "01" * 16,
    "ext8": "c70305010203",
    "ext16": "c8000305010203",
    "ext32": "c90000000305010203",
}

_TRAILING = {
    "nil": ("scalars/nil", "c0", "nil"),
    "zero": ("integers/1", "00", "the integer 0"),
    "array": ("arrays/two", "90", "an empty array"),
    "item": ("arrays/one", "02", "an item more than the count"),
    "pair": ("maps/one", "a16202", "a pair more than the count"),
    "c1": ("arrays/two", "c1", "the octet c1"),
    "head": ("strings/hello", "cd", "the first octet of an integer"),
    "letter": ("strings/hello", "21", "a letter more than the length"),
    "line-end": ("integers/1", "0a", "a line feed"),
    "octet": ("binary/zero", "00", "an octet more than the length"),
    "extension": ("extensions/type-5", "0c", "an octet more than an extension has"),
    "empty": ("arrays/empty", "c0", "nil, behind an empty array"),
    "map": ("maps/empty", "01", "an integer, behind an empty map"),
    "same": ("arrays/two", "920102", "the same array again"),
    "float": ("floats/tenth", "00", "an octet behind a float"),
    "many": ("scalars/true", "c0" * 300, "nil, 300 times"),
}


def _whole() -> Iterator[Case]:
    yield read(
        "document",
        _DOCUMENT.hex(),
        [value for _, value in _ITEMS],
        f"an array of {len(_ITEMS)} items in all sorts of forms",
        "GEN-03 ARRAY-01",
    )


def _cut() -> Iterator[Case]:
    yield reject("empty", "scalars/nil", cut_end(), "cut", "no octets at all", misread="nothing-is-nil")
    size = len(_DOCUMENT)
    for kept in range(1, size):
        yield reject(
            f"document-{kept}",
            "forms/document",
            cut_end(size - kept),
            "cut",
            f"the first octet{'s' * (kept > 1)} of an array, {kept} of {size}",
            numbers=(kept, size),
        )


def _each() -> Iterator[Case]:
    for form, digits in _FORMS.items():
        octets = bytes.fromhex(digits)
        for kept in range(1, len(octets)):
            yield reject(
                f"{form}-{kept}",
                "scalars/nil",
                octets[:kept].hex(),
                "cut",
                f"of an item in {form}, {kept} of {len(octets)}: {shown(octets[:kept])}",
                numbers=_numbers(form, kept, octets),
            )


def _numbers(form: str, kept: int, octets: bytes) -> tuple[int, ...]:
    return (kept, len(octets), *([int(octets[:kept].hex())] if octets[:kept].hex().isdecimal() else []))


def _trailing() -> Iterator[Case]:
    for name, (base, octets, what) in _TRAILING.items():
        yield reject(
            name,
            base,
            append(bytes.fromhex(octets)),
            "trailing",
            f"after the item: {what}",
            misread="rest-ignored",
            numbers=(300,),
        )


_FAR = (300, 66000)


def _far() -> Iterator[Case]:
    for size in _FAR:
        text = "a" * size
        yield write(
            f"string-{size}",
            [text, 1],
            f"an integer after a string of {size:,} octets",
            "STR-01 ARRAY-01" + (" CANON-03" if size < 2**16 else ""),
        )
        yield reject(
            f"c1-{size}",
            f"far/string-{size}",
            _last(size, "c1"),
            "never-used",
            f"the octet c1 after a string of {size:,} octets",
        )
        yield reject(
            f"cut-{size}",
            f"far/string-{size}",
            cut_end(),
            "cut",
            f"nothing after a string of {size:,} octets, where an item is due",
        )
        yield reject(
            f"trailing-{size}",
            f"far/string-{size}",
            append(b"\1"),
            "trailing",
            f"an octet too many after a string of {size:,} octets",
        )


def _last(size: int, octets: str) -> str:
    """The array of a string and what takes the place of its last item, as hexadecimal digits."""
    head = b"\xda" + size.to_bytes(2, "big") if size < 1 << 16 else b"\xdb" + size.to_bytes(4, "big")
    return (b"\x92" + head + b"a" * size).hex() + octets


def features() -> Iterator[Feature]:
    """What is refused, and the array that much of it is made of."""
    yield Feature("forms", "An array in many forms", list(_whole()))
    yield Feature("ends", "An array that ends too early, at each of its octets", list(_cut()))
    yield Feature("cut", "Items that end too early", list(_each()))
    yield Feature("trailing", "Inputs that go on after their item", list(_trailing()))
    yield Feature("far", "Far into an input", list(_far()))
