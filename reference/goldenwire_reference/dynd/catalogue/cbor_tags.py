"""The profile cbor: what is wrong in a tag, at the ends of an item, and in values."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Edit, append, cut, insert, put
from goldenwire_reference.dynd.catalogue.words import Words, array

_TAG = Words("cbor", "cbor")


def _tags() -> Iterator[Case]:
    """What is wrong in the tag form."""

    def reject(
        name: str,
        edits: list[Edit],
        check: dict[str, Any],
        what: str,
        *ids: str,
        base: str = "tag-int8",
        type: str = "array[Any]",
        then: str | None = None,
    ) -> Case:
        return _TAG.reject(name, type, base, edits, check, what, *(ids or ("CBOR-05",)), then=then)

    for name, octets in (
        ("date", "c0"),
        ("bignum", "c2"),
        ("self-described", "d9d9f7"),
        ("next", "da44794e45"),
        ("lower-case", "da64796e64"),
    ):
        yield reject(
            f"tag-number-{name}",
            [put("value.head", bytes.fromhex(octets))],
            {"cbor.tag": None},
            "another tag",
            "CBOR-03",
        )
    for count, then in ((0, None), (1, None), (3, None), (23, None)):
        yield reject(
            f"pair-of-{count}",
            [put("value.array.head", 0x80 | count)],
            {"cbor.length": None},
            f"an array of {count} in the tag",
            then=then,
        )
    yield reject("pair-as-map", [put("value.array.head", 0xA1)], {"cbor.kind": (4, 2)}, "a map in the tag")
    yield reject(
        "pair-left-out", [put("value.array.head", b"")], {"cbor.kind": (4, 2)}, "a text in the tag", then="TRUNCATED"
    )
    yield reject("type-as-bytes", [put("value.type.head", 0x44)], {"cbor.kind": (3, 4)}, "the type as a byte string")
    yield reject("data-as-text", [put("value.value.head", 0x61)], {"cbor.kind": (2, 1)}, "the data as a text string")
    yield reject(
        "data-as-number",
        [put("value.value.head", b"")],
        {"cbor.kind": (2, 0)},
        "the data as an integer",
        then="TRUNCATED",
    )
    yield reject(
        "tag-twice",
        [insert("value.array.head", bytes.fromhex("da44794e44"))],
        {"cbor.kind": (4, 2)},
        "a tag in the tag",
        then="TYPE_SYNTAX",
    )
    for name, field, octets in (
        ("pair", "array.head", "9802"),
        ("type", "type.head", "7804"),
        ("data", "value.head", "5801"),
    ):
        yield reject(
            f"long-{name}",
            [put(f"value.{field}", bytes.fromhex(octets))],
            {"cbor.long-head": None},
            "a longer head than it needs",
            "CBOR-04",
        )
    yield reject(
        "indefinite-type", [put("value.type.head", 0x7F)], {"cbor.indefinite": 4}, "a type without a length", "CBOR-04"
    )
    yield reject(
        "indefinite-data", [put("value.value.head", 0x5F)], {"cbor.indefinite": 1}, "data without a length", "CBOR-04"
    )
    for simple, data in (
        ("bool", "01"),
        ("int64", "0500000000000000"),
        ("float64", "000000000000f83f"),
        ("string", "0161"),
        ("bytes", "0100"),
    ):
        content = bytes.fromhex(data)
        edits = [
            put("value.type.head", 0x60 | len(simple)),
            put("value.type.text", simple.encode()),
            put("value.value.head", 0x40 | len(content)),
            put("value.value", content),
        ]
        yield reject(
            f"simple-{simple}",
            edits,
            {"cbor.tagged-simple": None},
            f"a tag over {simple}, which has an item of its own",
            "CBOR-04 CBOR-02",
        )
    for name, text, check, code in (
        ("alias", b"int", "type.syntax", "TYPE-03"),
        ("any", b"Any", "type.syntax", "TYPE-03"),
        ("duplicate", b"{x: int8, x: int8}", "type.duplicate", "STRUCT-04"),
        ("range", f"{2**63} * void".encode(), "type.dimension", "DIM-04"),
        ("utf8", b"int8\xff", "type.utf8", "STR-02"),
        ("storage", b"storage[1 * 1 * int8, axis=[1, 0]]", "type.syntax", "STORAGE-04"),
    ):
        head = bytes([0x60 | len(text)]) if len(text) < 24 else bytes([0x78, len(text)])
        yield reject(
            f"type-{name}",
            [put("value.type.head", head), put("value.type.text", text)],
            {check: "int8"},
            "a type that is none",
            code,
            "CBOR-03",
        )
    yield reject(
        "mismatch-tagged",
        [put("value.type.head", 0x65), put("value.type.text", b"uint8")],
        {"array.mismatch": None},
        "a uint8 in array[int8]",
        "CBOR-06",
        base="concrete-int8",
        type="array[int8]",
    )
    yield reject(
        "mismatch-simple",
        [put("value.head", b"\xf5")],
        {"array.mismatch": None},
        "a bool in array[int64]",
        "CBOR-06",
        base="concrete-int64",
        type="array[int64]",
    )
    yield reject(
        "mismatch-text",
        [put("value.head", 0x42)],
        {"array.mismatch": None},
        "bytes in array[string]",
        "CBOR-06",
        base="concrete-string",
        type="array[string]",
    )
    yield reject(
        "cbor-inside",
        [
            put("value.value.head", 0x41),
            put("value.value.type.size", b"\x05"),
            put("value.value.type.text", b""),
            put("value.value.value", b""),
        ],
        {"truncated": None},
        "CBOR where the core form is due",
        "CBOR-07",
        base="tag-inner-array",
    )
    yield reject(
        "core-form",
        [
            put("value.head", b"\x04int8\x05"),
            put("value.array.head", b""),
            put("value.type.head", b""),
            put("value.type.text", b""),
            put("value.value.head", b""),
            put("value.value", b""),
        ],
        {"trailing": None},
        "the core form where CBOR is due",
        "CBOR-07",
    )


def _cbor_ends() -> Iterator[Case]:
    def reject(name: str, base: str, edits: list[Edit], check: str, what: str, *ids: str) -> Case:
        return _TAG.reject(name, "array[Any]", base, edits, check, what, *(ids or ("DES-03",)))

    yield reject("cut-before-item", "int-5", [cut("value.head")], "truncated", "no item", "DES-03 CBOR-01")
    for base, kept in (("int-24", 1), ("int-65536", 3), ("float-one-and-a-half", 8), ("tag-int8", 4), ("text-256", 2)):
        yield reject(f"cut-in-head-of-{base}", base, [cut("value.head", kept)], "truncated", "the head is cut")
    yield reject("cut-before-pair", "tag-int8", [cut("value.array.head")], "truncated", "a tag over nothing")
    yield reject("cut-before-type", "tag-int8", [cut("value.type.head")], "truncated", "a pair of nothing")
    yield reject("cut-in-type", "tag-int8", [cut("value.type.text", 2)], "truncated", "the type is cut")
    yield reject("cut-before-data", "tag-int8", [cut("value.value.head")], "truncated", "a type without data")
    yield reject("cut-in-data", "tag-row", [cut("value.value[2]")], "truncated", "the data are cut")
    yield reject("cut-in-text", "text", [cut("value.text", 3)], "truncated", "a text is cut")
    yield reject("cut-in-bytes", "bytes", [cut("value.bytes", 1)], "truncated", "bytes are cut")
    yield reject(
        "text-2-to-the-64",
        "text",
        [put("value.head", b"\x7b" + b"\xff" * 8)],
        "truncated",
        "a text of 2^64 - 1 bytes",
        "VARINT-04",
    )
    yield reject(
        "bytes-2-to-the-63",
        "bytes",
        [put("value.head", b"\x5b\x80" + bytes(7))],
        "truncated",
        "a byte string of 2^63 bytes",
        "VARINT-04",
    )
    yield reject(
        "data-too-short",
        "tag-row",
        [put("value.value.head", 0x48), cut("value.value[2]")],
        "truncated",
        "a byte string that is shorter than the value",
    )
    yield reject(
        "data-too-long",
        "tag-int8",
        [put("value.value.head", 0x42), append(b"\0")],
        "trailing",
        "a byte string that is longer than the value",
        "DES-02",
    )
    yield reject("trailing", "int-5", [append(b"\0")], "trailing", "a byte after the item", "DES-02")
    yield reject("trailing-tagged", "tag-int8", [append(b"\0")], "trailing", "a byte after the item", "DES-02")
    yield reject("second-item", "text", [append(b"\x05")], "trailing", "a second item", "DES-02")
    for name, octets in (("overlong", "c080"), ("surrogate", "eda080")):
        content = bytes.fromhex(octets)
        yield _TAG.reject(
            f"text-{name}",
            "array[Any]",
            "text",
            [put("value.head", 0x60 | len(content)), put("value.text", content)],
            {"string.utf8": "a"},
            "a text that is not UTF-8",
            "STR-02 CBOR-02",
        )
    for name, type, base in (
        ("leaf", "int64", "concrete-int64"),
        ("row", "3 * array[Any]", "concrete-int64"),
        ("option", "?array[Any]", "concrete-int64"),
    ):
        yield _TAG.reject(
            f"destination-{name}",
            type,
            base,
            [],
            {"destination.syntax": "array[int64]"},
            f"{type} has no CBOR, which array[T] alone has",
            "CBOR-06 DES-04",
        )
    for name, type, base, value, code, edit, requirement in (
        ("mismatch", "array[int64]", "concrete-int64", array("bool", True), "ARRAY_TYPE_MISMATCH", "a bool", "CBOR-06"),
        ("bare", "array[Any]", "int-5", "5", "VALUE_INVALID", "a value without its type", "SER-04"),
        (
            "range",
            "array[Any]",
            "int-greatest",
            array("int64", str(2**63)),
            "VALUE_INVALID",
            "a number out of range",
            "SER-04",
        ),
        ("type", "array[Any]", "int-5", array("int", "5"), "TYPE_SYNTAX", "the type int", "TYPE-03"),
        (
            "utf8",
            "array[Any]",
            "text",
            array("string", {"utf8": "ff"}),
            "UTF8_INVALID",
            "octets that are not UTF-8",
            "STR-02",
        ),
        ("tagged", "array[Any]", "tag-int8", array("int8", "200"), "VALUE_INVALID", "a number out of range", "SER-04"),
    ):
        yield _TAG.refusal(f"encode-{name}", type, value, code, base, edit, f"{edit}: no CBOR", requirement)


def cases() -> Iterator[Case]:
    """Cases of the feature cbor, after those that they are made of."""
    yield from _tags()
    yield from _cbor_ends()
