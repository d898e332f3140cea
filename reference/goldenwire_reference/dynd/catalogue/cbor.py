"""The profile cbor: arrays as CBOR, and items in other forms."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, put
from goldenwire_reference.dynd.catalogue import cbor_tags
from goldenwire_reference.dynd.catalogue.words import Words, array

_CBOR = Words("cbor", "cbor")

SIMPLE = (
    ("false", "bool", False),
    ("true", "bool", True),
    ("int-0", "int64", "0"),
    ("int-5", "int64", "5"),
    ("int-20", "int64", "20"),
    ("int-21", "int64", "21"),
    ("int-23", "int64", "23"),
    ("int-24", "int64", "24"),
    ("int-255", "int64", "255"),
    ("int-256", "int64", "256"),
    ("int-65535", "int64", "65535"),
    ("int-65536", "int64", "65536"),
    ("int-4294967295", "int64", "4294967295"),
    ("int-4294967296", "int64", "4294967296"),
    ("int-greatest", "int64", str(2**63 - 1)),
    ("int-minus-1", "int64", "-1"),
    ("int-minus-21", "int64", "-21"),
    ("int-minus-24", "int64", "-24"),
    ("int-minus-25", "int64", "-25"),
    ("int-minus-256", "int64", "-256"),
    ("int-minus-257", "int64", "-257"),
    ("int-least", "int64", str(-(2**63))),
    ("float-one-and-a-half", "float64", "0x3ff8000000000000"),
    ("float-zero", "float64", "0x0000000000000000"),
    ("float-negative-zero", "float64", "0x8000000000000000"),
    ("float-signalling-nan", "float64", "0x7ff0000000000001"),
    ("float-nan", "float64", "0xfff8000000000001"),
    ("text-empty", "string", ""),
    ("text", "string", "na\u00efve"),
    ("text-23", "string", "x" * 23),
    ("text-24", "string", "x" * 24),
    ("text-256", "string", "x" * 256),
    ("bytes-empty", "bytes", ""),
    ("bytes", "bytes", "00ff"),
    ("bytes-24", "bytes", "5a" * 24),
    ("bytes-300", "bytes", "5a" * 300),
)
TAGGED = (
    ("int8", "int8", "5"),
    ("row", "3 * int32", ["1", "2", "3"]),
    ("void", "void", None),
    ("float32", "float32", "0x3fc00000"),
    ("uint64", "uint64", "5"),
    ("option", "?int64", ["5"]),
    ("option-missing", "?string", None),
    ("pointer", "pointer[int64]", "5"),
    ("tuple", "(int64)", ["5"]),
    ("long-type", "{first: int8, second: string}", ["1", "a"]),
    ("long-data", "300 * uint8", [str(n % 256) for n in range(300)]),
    ("inner-array", "array[Any]", array("int64", "5")),
    ("inner-concrete", "array[string]", array("string", "a")),
    ("row-of-arrays", "2 * array[Any]", [array("bool", True), array("float64", "0x3ff0000000000000")]),
    ("type", "type", "?int8"),
    ("char", "char", "\u00e9"),
    ("fixed-bytes", "bytes[2]", "00ff"),
)


def _cbors() -> Iterator[Case]:
    for name, type, value in SIMPLE:
        yield _CBOR.accept(
            name, "array[Any]", array(type, value), f"{type} as a CBOR item of its own", "CBOR-01 CBOR-02 CBOR-04"
        )
    for name, type, given in TAGGED:
        yield _CBOR.accept(f"tag-{name}", "array[Any]", array(type, given), f"{type} in a tag", "CBOR-03 CBOR-07")
    yield _CBOR.accept("concrete-int64", "array[int64]", array("int64", "5"), "a known simple type", "CBOR-06 CBOR-02")
    yield _CBOR.accept(
        "concrete-string", "array[string]", array("string", "ab"), "a known simple type", "CBOR-06 CBOR-02"
    )
    yield _CBOR.accept("concrete-int8", "array[int8]", array("int8", "5"), "a known type in a tag", "CBOR-06 CBOR-03")


def _heads() -> Iterator[Case]:
    """Items in other forms, and items that no value has."""

    def reject(name: str, base: str, octets: str, check: dict[str, Any], what: str, *, then: str | None = None) -> Case:
        requirement = "CBOR-04" if next(iter(check)) in _FORMS else "CBOR-05"
        return _CBOR.reject(
            name, "array[Any]", base, [put("value.head", bytes.fromhex(octets))], check, what, requirement, then=then
        )

    long = {"cbor.long-head": None}
    for name, base, octets, what in (
        ("one", "int-5", "1805", "5 in two bytes"),
        ("23", "int-23", "1817", "23 in two bytes"),
        ("two", "int-24", "190018", "24 in three bytes"),
        ("255", "int-255", "1900ff", "255 in three bytes"),
        ("four", "int-256", "1a00000100", "256 in five bytes"),
        ("65535", "int-65535", "1a0000ffff", "65535 in five bytes"),
        ("eight", "int-65536", "1b0000000000010000", "65536 in nine bytes"),
        ("4294967295", "int-4294967295", "1b00000000ffffffff", "2^32 - 1 in nine bytes"),
        ("negative", "int-minus-1", "3800", "-1 in two bytes"),
        ("negative-24", "int-minus-24", "3817", "-24 in two bytes"),
        ("negative-256", "int-minus-256", "3900ff", "-256 in three bytes"),
        ("text", "text", "7806", "a text's length in two bytes"),
        ("text-empty", "text-empty", "7800", "a length of 0 in two bytes"),
        ("bytes", "bytes", "590002", "a length in three bytes"),
        ("bytes-24", "bytes-24", "590018", "a length of 24 in three bytes"),
        ("tag", "tag-int8", "db0000000044794e44", "the tag in nine bytes"),
    ):
        yield reject(f"long-{name}", base, octets, long, f"{what}: a longer head than it needs")
    for name, octets, check, then in (
        ("half-float", "f93e00", {"cbor.short-float": None}, None),
        ("half-nan", "f97e00", {"cbor.short-float": None}, None),
        ("single-float", "fa3fc00000", {"cbor.short-float": None}, None),
    ):
        yield reject(name, "float-one-and-a-half", octets, check, "a float in less than 64 bits", then=then)
    for name, base, octets, size in (("bytes", "bytes", "5f", 2), ("text", "text", "7f", 6)):
        yield reject(
            f"indefinite-{name}", base, octets, {"cbor.indefinite": size}, "a length that is not told in front"
        )
    yield _CBOR.reject(
        "indefinite-bytes-in-chunks",
        "array[Any]",
        "bytes",
        [put("value.head", b"\x5f\x42"), append(b"\xff")],
        {"cbor.indefinite": 4},
        "bytes in chunks",
        "CBOR-04",
    )
    yield _CBOR.reject(
        "indefinite-array",
        "array[Any]",
        "tag-int8",
        [put("value.array.head", b"\x9f"), append(b"\xff")],
        {"cbor.indefinite": 2},
        "a pair whose end is marked",
        "CBOR-04",
        then="TRAILING_BYTES",
    )
    for name, octets, what in (
        ("2-to-the-63", "1b8000000000000000", "2^63"),
        ("2-to-the-64", "1bffffffffffffffff", "2^64 - 1"),
        ("under", "3b8000000000000000", "-2^63 - 1"),
        ("least", "3bffffffffffffffff", "-2^64"),
    ):
        yield reject(f"integer-{name}", "int-0", octets, {"cbor.integer": 0}, f"{what} is no int64")
    for octets in ("1c", "1d", "1e", "1f", "3c", "3f", "5c", "7d", "9e", "be", "dc", "df", "fc", "fe", "ff"):
        kind = int(octets, 16) >> 5
        then = {
            2: "TRUNCATED",
            3: "TRUNCATED",
            4: "CBOR_SYNTAX",
            5: "CBOR_SYNTAX",
            6: "CBOR_SYNTAX",
            7: "CBOR_SYNTAX",
        }.get(kind)
        yield reject(f"reserved-{octets}", "int-0", octets, {"cbor.reserved": 5}, f"{octets} begins no item", then=then)
    for name, octets, what in (
        ("null", "f6", "null"),
        ("undefined", "f7", "undefined"),
        ("simple-0", "e0", "simple value 0"),
        ("simple-19", "f3", "simple value 19"),
        ("simple-32", "f820", "simple value 32"),
        ("map", "a0", "a map"),
        ("map-indefinite", "bf", "a map without a length"),
        ("array-empty", "80", "an array"),
        ("array-indefinite", "9f", "an array without a length"),
    ):
        then = "TRAILING_BYTES" if len(octets) > 2 else None
        yield reject(f"kind-{name}", "int-0", octets, {"cbor.kind": (0, 5)}, f"{what} stands for no value", then=then)
    yield _CBOR.reject(
        "kind-untagged",
        "array[Any]",
        "tag-int8",
        [put("value.head", b"")],
        {"cbor.kind": (0, 5)},
        "type and data without the tag",
        "CBOR-03 CBOR-05",
        then="TRAILING_BYTES",
    )


_FORMS = ("cbor.long-head", "cbor.short-float", "cbor.indefinite", "cbor.integer")


def features() -> Iterator[Feature]:
    yield Feature("cbor", "Profile cbor: arrays as CBOR", [*_cbors(), *_heads(), *cbor_tags.cases()])
