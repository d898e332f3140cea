"""Inputs that end too early, at every octet of every form, and inputs that continue after their item."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.msgpack.model import Ext, Map
from goldenwire_suite.cases import Case, Feature, append, cut_end
from goldenwire_suite.msgpack.cases.builders import read, reject, shown, write

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

# For each form: octets of an item in it (hex).
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

# Octets after the item of an input: the item, as an accepted case; the octets (hex); and both in words.
_TRAILING = {
    "nil": ("scalars/nil", "c0", "nil after nil"),
    "zero": ("integers/1", "00", "the integer 0 after the integer 1"),
    "array": ("arrays/two", "90", "an empty array after an array of two items"),
    "item": ("arrays/one", "02", "an item more than the count of its array says"),
    "pair": ("maps/one", "a16202", "a pair more than the count of its map says"),
    "c1": ("arrays/two", "c1", "the octet c1 after an array"),
    "head": ("strings/hello", "cd", "the first octet of a uint 16 after a string"),
    "letter": ("strings/hello", "21", "an octet more than the length of its string says"),
    "line-end": ("integers/1", "0a", "a line feed after an integer"),
    "octet": ("binary/zero", "00", "an octet more than the length of its binary says"),
    "extension": ("extensions/type-5", "0c", "an octet more than its extension has"),
    "empty": ("arrays/empty", "c0", "nil after an empty array"),
    "map": ("maps/empty", "01", "an integer after an empty map"),
    "same": ("arrays/two", "920102", "an array, and the same array again"),
    "float": ("floats/tenth", "00", "an octet after a float"),
    "many": ("scalars/true", "c0" * 300, "nil, 300 times, after true"),
}


def _whole() -> Iterator[Case]:
    yield read(
        "document",
        _DOCUMENT.hex(),
        [value for _, value in _ITEMS],
        f"an array of {len(_ITEMS)} items in short and long forms",
        "GEN-03 ARRAY-01",
    )


def _cut() -> Iterator[Case]:
    yield reject("empty", "scalars/nil", cut_end(), "cut", "an empty input", catches="nothing-is-nil")
    size = len(_DOCUMENT)
    for kept in range(1, size):
        yield reject(
            f"document-{kept}",
            "forms/document",
            cut_end(size - kept),
            "cut",
            f"an array of {len(_ITEMS)} items, cut after {kept} of its {size} octets",
            numbers=(kept, size, len(_ITEMS)),
        )


def _each() -> Iterator[Case]:
    for form, digits in _FORMS.items():
        octets, item = bytes.fromhex(digits), _item(form)
        for kept in range(1, len(octets)):
            yield reject(
                f"{form}-{kept}",
                "scalars/nil",
                octets[:kept].hex(),
                "cut",
                f"{item}, cut after {kept} of its {len(octets)} octets: {shown(octets[:kept])}",
                numbers=(kept, len(octets), *_digits(item), *_digits(octets[:kept].hex())),
            )


def _item(form: str) -> str:
    """Return an item of that form in words, such as "a uint 8"."""
    name = form.rstrip("0123456789")
    article = "an" if name in {"array", "ext", "int"} else "a"
    return f"{article} {name} {form.removeprefix(name)}".rstrip()


def _digits(text: str) -> tuple[int, ...]:
    """Return the number at the end of a text, or the text as a number."""
    last = text.rpartition(" ")[2]
    return (int(last),) if last.isdecimal() else ()


def _trailing() -> Iterator[Case]:
    for name, (base, octets, what) in _TRAILING.items():
        yield reject(
            name,
            base,
            append(bytes.fromhex(octets)),
            "trailing",
            what,
            catches="rest-ignored",
            numbers=(300, 16),
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
            f"an array of two items that ends after the first, a string of {size:,} octets",
        )
        yield reject(
            f"trailing-{size}",
            f"far/string-{size}",
            append(b"\1"),
            "trailing",
            f"an octet after an array that holds a string of {size:,} octets",
        )


def _numbers() -> Iterator[Case]:
    """Numbers of eight octets, of which some lie across each multiple of a larger power of 2."""
    most = 2**64 - 1
    values = list(range(most, most - 7_400, -1))
    summary = "an array of 7,400 integers of eight octets each, from 2^64 - 1 downwards"
    yield write("integers", values, summary, "INT-03 ARRAY-01")


def _last(size: int, octets: str) -> str:
    """Return the array of a string and a replacement of its last item, as hexadecimal digits."""
    head = b"\xda" + size.to_bytes(2, "big") if size < 1 << 16 else b"\xdb" + size.to_bytes(4, "big")
    return (b"\x92" + head + b"a" * size).hex() + octets


def features() -> Iterator[Feature]:
    """Features of rejected cases, and of the array on which many of them are based."""
    yield Feature("forms", "An array in many forms", list(_whole()))
    yield Feature("ends", "An array that ends too early, at each of its octets", list(_cut()))
    yield Feature("cut", "Items that end too early", list(_each()))
    yield Feature("trailing", "Inputs that go on after their item", list(_trailing()))
    yield Feature("far", "Far into an input", [*_far(), *_numbers()])
