"""The profiles: storage orders, and CBOR."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Edit, Feature, append, cut, cut_end, insert, put
from goldenwire_reference.dynd.catalogue.composites import array
from goldenwire_reference.dynd.catalogue.words import Words, sized

_STORAGE = Words("storage", "storage")
_CBOR = Words("cbor", "cbor")

CUBE = "2 * 3 * 2"


def cube(shape: tuple[int, ...] = (2, 3, 2), start: int = 0) -> Any:
    """The numbers from 0 on, in C order."""
    if not shape:
        return str(start)
    step = 1
    for count in shape[1:]:
        step *= count
    return [cube(shape[1:], start + place * step) for place in range(shape[0])]


def _storages() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _STORAGE.accept(name, type, value, summary, *requirements)

    for axis in ((1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2)):
        name = "-".join(map(str, axis))
        own = " its own inverse," if axis in ((2, 1, 0), (0, 2, 1), (1, 0, 2)) else ""
        yield accept(f"cube-{name}", f"storage[{CUBE} * int8, axis={list(axis)}]", cube(),
                     f"axis {axis[0]} is the slowest stored one,{own} axis {axis[-1]} the fastest", "STORAGE-01", "STORAGE-02")  # fmt: skip
    yield accept("matrix", "storage[2 * 3 * float64, axis=[1, 0]]",
                 [[f"0x3ff{digit}{'0' * 12}" for digit in row] for row in ("012", "345")], "a matrix by columns", "STORAGE-02")  # fmt: skip
    yield accept("options", "storage[2 * 2 * ?int16, axis=[1, 0]]", [[["1"], None], [["3"], ["4"]]], "options in F order", "STORAGE-02", "OPT-02")
    yield accept("strings", "storage[2 * 3 * string, axis=[1, 0]]", [["a", "b", ""], ["cd", "e", "f"]], "texts in F order", "STORAGE-02", "STR-01")
    yield accept("structs", "storage[2 * 2 * {x: int8, y: int16}, axis=[1, 0]]", [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]], "structs stay whole", "STORAGE-01")
    yield accept("option-of-rows", "storage[2 * 2 * ?2 * int8, axis=[1, 0]]", [[[["1", "2"]], None], [None, [["3", "4"]]]],
                 "an element that is an option of a row", "STORAGE-03")  # fmt: skip
    yield accept("optional", "?storage[2 * 2 * int8, axis=[1, 0]]", [[["1", "2"], ["3", "4"]]], "an optional storage has a tag", "STORAGE-05", "OPT-03")
    yield accept("optional-missing", "?storage[2 * 2 * int8, axis=[1, 0]]", None, "an optional storage that is missing", "STORAGE-05", "OPT-03")
    yield accept("row", "var * storage[1 * 2 * int8, axis=[1, 0]]", [[["1", "2"]], [["3", "4"]]], "a row of them", "STORAGE-05", "VAR-01")
    yield accept("four-dimensions", "storage[2 * 1 * 2 * 2 * int8, axis=[3, 1, 0, 2]]", cube((2, 1, 2, 2)), "four axes", "STORAGE-02")
    yield accept("empty", "storage[2 * 0 * int8, axis=[1, 0]]", [[], []], "two rows without elements", "STORAGE-05", "DIM-03")
    yield accept("no-rows", "storage[0 * 2 * int8, axis=[1, 0]]", [], "no rows", "STORAGE-05", "DIM-03")
    yield accept("voids", "storage[2 * 3 * void, axis=[1, 0]]", [[None] * 3] * 2, "elements without bytes", "STORAGE-05", "VOID-01")
    for name, text in (("type", "storage[2 * 3 * int8, axis=[1, 0]]"), ("type-four", "storage[1 * 2 * 3 * 4 * ?var * int8, axis=[3, 2, 0, 1]]"),
                       ("type-inner", "{a: storage[2 * 3 * storage[2 * 2 * bool, axis=[1, 0]], axis=[1, 0]]}")):  # fmt: skip
        yield accept(name, "type", text, "a storage type as a value", "STORAGE-03", "TYPE-01")
    yield accept("in-array", "array[Any]", array("storage[2 * 3 * int8, axis=[1, 0]]", cube((2, 3))), "a storage type in an array", "STORAGE-03", "ARR-01")
    yield accept("core", "var * int16", ["1", "2"], "core types are as they are without the profile", "STORAGE-01", "VAR-01")
    yield from _storage_types()
    yield _STORAGE.reject("cut", f"storage[{CUBE} * int8, axis=[1, 2, 0]]", "cube-1-2-0", [cut_end()], "truncated", "the last element is missing", "STORAGE-01")
    yield _STORAGE.reject("longer", f"storage[{CUBE} * int8, axis=[1, 2, 0]]", "cube-1-2-0", [append(b"\0")], "trailing", "an element too many", "STORAGE-01")
    yield _STORAGE.reject("cut-text", "storage[2 * 3 * string, axis=[1, 0]]", "strings", [cut_end()], "truncated", "the last text is cut", "STORAGE-01")
    for name, value, edit in (("transposed", cube((3, 2)), "the array in its stored shape"), ("flat", [str(n) for n in range(6)], "the stored elements"),
                              ("ragged", [["0", "1", "2"], ["3"]], "a row that is too short")):  # fmt: skip
        yield _STORAGE.refusal(f"encode-{name}", "storage[2 * 3 * int8, axis=[1, 0]]", value, "VALUE_INVALID", "in-array", edit, f"{edit}: not two rows of three", "STORAGE-05", "SER-04")


# What is no storage type: (name, type string, why).
_NO_STORAGE = (
    ("identity", "storage[2 * 3 * int8, axis=[0, 1]]", "C order has a spelling"), ("one-dimension", "storage[3 * int8, axis=[0]]", "one axis has one order"),
    ("no-dimension", "storage[int8, axis=[1, 0]]", "no axes"), ("too-few", "storage[2 * 3 * 4 * int8, axis=[1, 0]]", "an axis is left out"),
    ("too-many", "storage[2 * 3 * int8, axis=[1, 0, 2]]", "an axis too many"), ("repeated", "storage[2 * 3 * int8, axis=[1, 1]]", "an axis twice"),
    ("out-of-range", "storage[2 * 3 * int8, axis=[2, 1]]", "no such axis"), ("negative", "storage[2 * 3 * int8, axis=[-1, 0]]", "a negative axis"),
    ("order-f", "storage[2 * 3 * int8, order='F']", "an alias"), ("order-c", "storage[2 * 3 * int8, order='C']", "an alias"),
    ("no-axis", "storage[2 * 3 * int8]", "no axes are listed"), ("empty-axis", "storage[2 * 3 * int8, axis=[]]", "no axes are listed"),
    ("var", "storage[var * 3 * int8, axis=[1, 0]]", "a var dimension"), ("inner-var", "storage[2 * 3 * var * int8, axis=[1, 0]]", "a var dimension behind"),
    ("tight-comma", "storage[2 * 3 * int8, axis=[1,0]]", "no space behind a comma"), ("spaced-equals", "storage[2 * 3 * int8, axis = [1, 0]]", "spaces around ="),
    ("trailing-comma", "storage[2 * 3 * int8, axis=[1, 0,]]", "a comma behind"), ("round", "storage[2 * 3 * int8, axis=(1, 0)]", "round brackets"),
    ("leading-zero", "storage[2 * 3 * int8, axis=[01, 0]]", "a leading zero"), ("option-of-rows", "storage[?2 * 3 * int8, axis=[1, 0]]", "an option in front"),
    ("huge-axis", f"storage[2 * 3 * int8, axis=[{2**64 + 1}, 0]]", "an axis that wraps around to 1"), ("alone", "storage", "the word alone"),
    ("alias", "storage[2 * 3 * int, axis=[1, 0]]", "another spelling inside"), ("any", "storage[2 * 3 * Any, axis=[1, 0]]", "a pattern inside"),
)  # fmt: skip


def _storage_types() -> Iterator[Case]:
    for name, text, why in _NO_STORAGE:
        yield _STORAGE.reject(
            f"broken-{name}", "type", "type", sized("value", "text", text.encode()), {"type.syntax": "int8"}, f"{text}: {why}",
            "STORAGE-03", "TYPE-03", also=["TYPE_RANGE"] if name == "huge-axis" else [],
        )  # fmt: skip


SIMPLE = (
    ("false", "bool", False), ("true", "bool", True), ("int-0", "int64", "0"), ("int-5", "int64", "5"), ("int-23", "int64", "23"), ("int-24", "int64", "24"),
    ("int-255", "int64", "255"), ("int-256", "int64", "256"), ("int-65535", "int64", "65535"), ("int-65536", "int64", "65536"),
    ("int-4294967295", "int64", "4294967295"), ("int-4294967296", "int64", "4294967296"), ("int-greatest", "int64", str(2**63 - 1)),
    ("int-minus-1", "int64", "-1"), ("int-minus-24", "int64", "-24"), ("int-minus-25", "int64", "-25"), ("int-minus-256", "int64", "-256"),
    ("int-minus-257", "int64", "-257"), ("int-least", "int64", str(-(2**63))), ("float-one-and-a-half", "float64", "0x3ff8000000000000"),
    ("float-zero", "float64", "0x0000000000000000"), ("float-negative-zero", "float64", "0x8000000000000000"),
    ("float-signalling-nan", "float64", "0x7ff0000000000001"), ("float-nan", "float64", "0xfff8000000000001"), ("text-empty", "string", ""),
    ("text", "string", "na\u00efve"), ("text-23", "string", "x" * 23), ("text-24", "string", "x" * 24), ("text-256", "string", "x" * 256),
    ("bytes-empty", "bytes", ""), ("bytes", "bytes", "00ff"), ("bytes-24", "bytes", "5a" * 24), ("bytes-300", "bytes", "5a" * 300),
)  # fmt: skip
TAGGED = (
    ("int8", "int8", "5"), ("row", "3 * int32", ["1", "2", "3"]), ("void", "void", None), ("float32", "float32", "0x3fc00000"), ("uint64", "uint64", "5"),
    ("option", "?int64", ["5"]), ("option-missing", "?string", None), ("pointer", "pointer[int64]", "5"), ("tuple", "(int64)", ["5"]),
    ("long-type", "{first: int8, second: string}", ["1", "a"]), ("long-data", "300 * uint8", [str(n % 256) for n in range(300)]),
    ("inner-array", "array[Any]", array("int64", "5")), ("inner-concrete", "array[string]", array("string", "a")),
    ("row-of-arrays", "2 * array[Any]", [array("bool", True), array("float64", "0x3ff0000000000000")]), ("type", "type", "?int8"), ("char", "char", "\u00e9"),
    ("fixed-bytes", "bytes[2]", "00ff"),
)  # fmt: skip


def _cbors() -> Iterator[Case]:
    for name, type, value in SIMPLE:
        yield _CBOR.accept(name, "array[Any]", array(type, value), f"{type} as a CBOR item of its own", "CBOR-01", "CBOR-02", "CBOR-04")
    for name, type, value in TAGGED:
        yield _CBOR.accept(f"tag-{name}", "array[Any]", array(type, value), f"{type} in a tag", "CBOR-03", "CBOR-07")
    yield _CBOR.accept("concrete-int64", "array[int64]", array("int64", "5"), "a known simple type", "CBOR-06", "CBOR-02")
    yield _CBOR.accept("concrete-string", "array[string]", array("string", "ab"), "a known simple type", "CBOR-06", "CBOR-02")
    yield _CBOR.accept("concrete-int8", "array[int8]", array("int8", "5"), "a known type in a tag", "CBOR-06", "CBOR-03")
    yield from _heads()
    yield from _tags()
    yield from _cbor_ends()


def _heads() -> Iterator[Case]:
    """Items in other forms, and items that no value has."""

    def reject(name: str, base: str, octets: str, check: dict[str, Any], what: str, then: str | None = None) -> Case:
        requirement = "CBOR-04" if next(iter(check)) in _FORMS else "CBOR-05"
        return _CBOR.reject(name, "array[Any]", base, [put("value.head", bytes.fromhex(octets))], check, what, requirement, then=then)

    long = {"cbor.long-head": None}
    for name, base, octets, what in (
        ("one", "int-5", "1805", "5 in two bytes"), ("23", "int-23", "1817", "23 in two bytes"), ("two", "int-24", "190018", "24 in three bytes"),
        ("255", "int-255", "1900ff", "255 in three bytes"), ("four", "int-256", "1a00000100", "256 in five bytes"),
        ("65535", "int-65535", "1a0000ffff", "65535 in five bytes"), ("eight", "int-65536", "1b0000000000010000", "65536 in nine bytes"),
        ("4294967295", "int-4294967295", "1b00000000ffffffff", "2^32 - 1 in nine bytes"), ("negative", "int-minus-1", "3800", "-1 in two bytes"),
        ("negative-24", "int-minus-24", "3817", "-24 in two bytes"), ("negative-256", "int-minus-256", "3900ff", "-256 in three bytes"),
        ("text", "text", "7806", "a text's length in two bytes"), ("text-empty", "text-empty", "7800", "a length of 0 in two bytes"),
        ("bytes", "bytes", "590002", "a length in three bytes"), ("bytes-24", "bytes-24", "590018", "a length of 24 in three bytes"),
        ("tag", "tag-int8", "db0000000044794e44", "the tag in nine bytes"),
    ):  # fmt: skip
        yield reject(f"long-{name}", base, octets, long, f"{what}: a longer head than it needs")
    for name, octets, check, then in (
        ("half-float", "f93e00", {"cbor.short-float": None}, None), ("half-nan", "f97e00", {"cbor.short-float": None}, None),
        ("single-float", "fa3fc00000", {"cbor.short-float": None}, None),
    ):  # fmt: skip
        yield reject(name, "float-one-and-a-half", octets, check, "a float in less than 64 bits", then)
    for name, base, octets, size in (("bytes", "bytes", "5f", 2), ("text", "text", "7f", 6)):
        yield reject(f"indefinite-{name}", base, octets, {"cbor.indefinite": size}, "a length that is not told in front")
    yield _CBOR.reject(
        "indefinite-bytes-in-chunks", "array[Any]", "bytes", [put("value.head", b"\x5f\x42"), append(b"\xff")],
        {"cbor.indefinite": 4}, "bytes in chunks", "CBOR-04",
    )  # fmt: skip
    yield _CBOR.reject(
        "indefinite-array", "array[Any]", "tag-int8", [put("value.array.head", b"\x9f"), append(b"\xff")],
        {"cbor.indefinite": 2}, "a pair whose end is marked", "CBOR-04", then="TRAILING_BYTES",
    )  # fmt: skip
    for name, octets, what in (("2-to-the-63", "1b8000000000000000", "2^63"), ("2-to-the-64", "1bffffffffffffffff", "2^64 - 1"),
                               ("under", "3b8000000000000000", "-2^63 - 1"), ("least", "3bffffffffffffffff", "-2^64")):  # fmt: skip
        yield reject(f"integer-{name}", "int-0", octets, {"cbor.integer": 0}, f"{what} is no int64")
    for octets in ("1c", "1d", "1e", "1f", "3c", "3f", "5c", "7d", "9e", "be", "dc", "df", "fc", "fe", "ff"):
        kind = int(octets, 16) >> 5
        then = {2: "TRUNCATED", 3: "TRUNCATED", 4: "CBOR_SYNTAX", 5: "CBOR_SYNTAX", 6: "CBOR_SYNTAX", 7: "CBOR_SYNTAX"}.get(kind)
        yield reject(f"reserved-{octets}", "int-0", octets, {"cbor.reserved": 5}, f"{octets} begins no item", then)
    for name, octets, what in (
        ("null", "f6", "null"), ("undefined", "f7", "undefined"), ("simple-0", "e0", "simple value 0"), ("simple-19", "f3", "simple value 19"),
        ("simple-32", "f820", "simple value 32"), ("map", "a0", "a map"), ("map-indefinite", "bf", "a map without a length"), ("array-empty", "80", "an array"),
        ("array-indefinite", "9f", "an array without a length"),
    ):  # fmt: skip
        then = "TRAILING_BYTES" if len(octets) > 2 else None
        yield reject(f"kind-{name}", "int-0", octets, {"cbor.kind": (0, 5)}, f"{what} stands for no value", then)
    yield _CBOR.reject(
        "kind-untagged", "array[Any]", "tag-int8", [put("value.head", b"")], {"cbor.kind": (0, 5)}, "type and data without the tag",
        "CBOR-03", "CBOR-05", then="TRAILING_BYTES",
    )  # fmt: skip


_FORMS = ("cbor.long-head", "cbor.short-float", "cbor.indefinite", "cbor.integer")


def _tags() -> Iterator[Case]:
    """What is wrong in the tag form."""

    def reject(name: str, edits: list[Edit], check: dict[str, Any], what: str, *ids: str, base: str = "tag-int8", type: str = "array[Any]",
               then: str | None = None) -> Case:  # fmt: skip
        return _CBOR.reject(name, type, base, edits, check, what, *(ids or ("CBOR-05",)), then=then)

    for name, octets in (("date", "c0"), ("bignum", "c2"), ("self-described", "d9d9f7"), ("next", "da44794e45"), ("lower-case", "da64796e64")):
        yield reject(f"tag-number-{name}", [put("value.head", bytes.fromhex(octets))], {"cbor.tag": None}, "another tag", "CBOR-03")
    for count, then in ((0, None), (1, None), (3, None), (23, None)):
        yield reject(f"pair-of-{count}", [put("value.array.head", 0x80 | count)], {"cbor.length": None}, f"an array of {count} in the tag", then=then)
    yield reject("pair-as-map", [put("value.array.head", 0xA1)], {"cbor.kind": (4, 2)}, "a map in the tag")
    yield reject("pair-left-out", [put("value.array.head", b"")], {"cbor.kind": (4, 2)}, "a text in the tag", then="TRUNCATED")
    yield reject("type-as-bytes", [put("value.type.head", 0x44)], {"cbor.kind": (3, 4)}, "the type as a byte string")
    yield reject("data-as-text", [put("value.value.head", 0x61)], {"cbor.kind": (2, 1)}, "the data as a text string")
    yield reject("data-as-number", [put("value.value.head", b"")], {"cbor.kind": (2, 0)}, "the data as an integer", then="TRUNCATED")
    yield reject("tag-twice", [insert("value.array.head", bytes.fromhex("da44794e44"))], {"cbor.kind": (4, 2)}, "a tag in the tag", then="TYPE_SYNTAX")
    for name, field, octets in (("pair", "array.head", "9802"), ("type", "type.head", "7804"), ("data", "value.head", "5801")):
        yield reject(f"long-{name}", [put(f"value.{field}", bytes.fromhex(octets))], {"cbor.long-head": None}, "a longer head than it needs", "CBOR-04")
    yield reject("indefinite-type", [put("value.type.head", 0x7F)], {"cbor.indefinite": 4}, "a type without a length", "CBOR-04")
    yield reject("indefinite-data", [put("value.value.head", 0x5F)], {"cbor.indefinite": 1}, "data without a length", "CBOR-04")
    for type, data in (("bool", "01"), ("int64", "0500000000000000"), ("float64", "000000000000f83f"), ("string", "0161"), ("bytes", "0100")):
        octets = bytes.fromhex(data)
        edits = [put("value.type.head", 0x60 | len(type)), put("value.type.text", type.encode()),
                 put("value.value.head", 0x40 | len(octets)), put("value.value", octets)]  # fmt: skip
        yield reject(f"simple-{type}", edits, {"cbor.tagged-simple": None}, f"a tag over {type}, which has an item of its own", "CBOR-04", "CBOR-02")
    for name, text, check, code in (
        ("alias", b"int", "type.syntax", "TYPE-03"), ("any", b"Any", "type.syntax", "TYPE-03"), ("duplicate", b"{x: int8, x: int8}", "type.duplicate", "STRUCT-04"),
        ("range", f"{2**63} * void".encode(), "type.dimension", "DIM-04"), ("utf8", b"int8\xff", "type.utf8", "STR-02"),
        ("storage", b"storage[1 * 1 * int8, axis=[1, 0]]", "type.syntax", "STORAGE-04"),
    ):  # fmt: skip
        head = bytes([0x60 | len(text)]) if len(text) < 24 else bytes([0x78, len(text)])
        yield reject(f"type-{name}", [put("value.type.head", head), put("value.type.text", text)], {check: "int8"}, "a type that is none", code, "CBOR-03")
    yield reject("mismatch-tagged", [put("value.type.head", 0x65), put("value.type.text", b"uint8")], {"array.mismatch": None}, "a uint8 in array[int8]",
                 "CBOR-06", base="concrete-int8", type="array[int8]")  # fmt: skip
    yield reject("mismatch-simple", [put("value.head", b"\xf5")], {"array.mismatch": None}, "a bool in array[int64]", "CBOR-06", base="concrete-int64", type="array[int64]")
    yield reject("mismatch-text", [put("value.head", 0x42)], {"array.mismatch": None}, "bytes in array[string]", "CBOR-06", base="concrete-string", type="array[string]")
    yield reject("cbor-inside", [put("value.value.head", 0x41), put("value.value.type.size", b"\x05"), put("value.value.type.text", b""), put("value.value.value", b"")],
                 {"truncated": None}, "CBOR where the core form is due", "CBOR-07", base="tag-inner-array")  # fmt: skip
    yield reject("core-form", [put("value.head", b"\x04int8\x05"), put("value.array.head", b""), put("value.type.head", b""), put("value.type.text", b""),
                 put("value.value.head", b""), put("value.value", b"")], {"trailing": None}, "the core form where CBOR is due", "CBOR-07")  # fmt: skip


def _cbor_ends() -> Iterator[Case]:
    def reject(name: str, base: str, edits: list[Edit], check: str, what: str, *ids: str) -> Case:
        return _CBOR.reject(name, "array[Any]", base, edits, check, what, *(ids or ("DES-03",)))

    yield reject("cut-before-item", "int-5", [cut("value.head")], "truncated", "no item")
    for base, kept in (("int-24", 1), ("int-65536", 3), ("float-one-and-a-half", 8), ("tag-int8", 4), ("text-256", 2)):
        yield reject(f"cut-in-head-of-{base}", base, [cut("value.head", kept)], "truncated", "the head is cut")
    yield reject("cut-before-pair", "tag-int8", [cut("value.array.head")], "truncated", "a tag over nothing")
    yield reject("cut-before-type", "tag-int8", [cut("value.type.head")], "truncated", "a pair of nothing")
    yield reject("cut-in-type", "tag-int8", [cut("value.type.text", 2)], "truncated", "the type is cut")
    yield reject("cut-before-data", "tag-int8", [cut("value.value.head")], "truncated", "a type without data")
    yield reject("cut-in-data", "tag-row", [cut("value.value[2]")], "truncated", "the data are cut")
    yield reject("cut-in-text", "text", [cut("value.text", 3)], "truncated", "a text is cut")
    yield reject("cut-in-bytes", "bytes", [cut("value.bytes", 1)], "truncated", "bytes are cut")
    yield reject("text-2-to-the-64", "text", [put("value.head", b"\x7b" + b"\xff" * 8)], "truncated", "a text of 2^64 - 1 bytes", "VARINT-04")
    yield reject("bytes-2-to-the-63", "bytes", [put("value.head", b"\x5b\x80" + bytes(7))], "truncated", "a byte string of 2^63 bytes", "VARINT-04")
    yield reject("data-too-short", "tag-row", [put("value.value.head", 0x48), cut("value.value[2]")], "truncated", "a byte string that is shorter than the value")
    yield reject("data-too-long", "tag-int8", [put("value.value.head", 0x42), append(b"\0")], "trailing", "a byte string that is longer than the value", "DES-02")
    yield reject("trailing", "int-5", [append(b"\0")], "trailing", "a byte after the item", "DES-02")
    yield reject("trailing-tagged", "tag-int8", [append(b"\0")], "trailing", "a byte after the item", "DES-02")
    yield reject("second-item", "text", [append(b"\x05")], "trailing", "a second item", "DES-02")
    for name, octets in (("overlong", "c080"), ("surrogate", "eda080")):
        content = bytes.fromhex(octets)
        yield _CBOR.reject(f"text-{name}", "array[Any]", "text", [put("value.head", 0x60 | len(content)), put("value.text", content)], {"string.utf8": "a"},
                           "a text that is not UTF-8", "STR-02", "CBOR-02")  # fmt: skip
    for name, type, base in (("leaf", "int64", "concrete-int64"), ("row", "3 * array[Any]", "concrete-int64"), ("option", "?array[Any]", "concrete-int64")):
        yield _CBOR.reject(f"destination-{name}", type, base, [], {"destination.syntax": "array[int64]"}, f"{type} has no CBOR, which array[T] alone has", "CBOR-06", "DES-04")
    for name, type, base, value, code, edit, requirement in (
        ("mismatch", "array[int64]", "concrete-int64", array("bool", True), "ARRAY_TYPE_MISMATCH", "a bool", "CBOR-06"),
        ("bare", "array[Any]", "int-5", "5", "VALUE_INVALID", "a value without its type", "SER-04"),
        ("range", "array[Any]", "int-greatest", array("int64", str(2**63)), "VALUE_INVALID", "a number out of range", "SER-04"),
        ("type", "array[Any]", "int-5", array("int", "5"), "TYPE_SYNTAX", "the type int", "TYPE-03"),
        ("utf8", "array[Any]", "text", array("string", {"utf8": "ff"}), "UTF8_INVALID", "octets that are not UTF-8", "STR-02"),
        ("tagged", "array[Any]", "tag-int8", array("int8", "200"), "VALUE_INVALID", "a number out of range", "SER-04"),
    ):  # fmt: skip
        yield _CBOR.refusal(f"encode-{name}", type, value, code, base, edit, f"{edit}: no CBOR", requirement)


def features() -> Iterator[Feature]:
    yield Feature("storage", "Profile storage: arrays in another order", list(_storages()))
    yield Feature("cbor", "Profile cbor: arrays as CBOR", list(_cbors()))
