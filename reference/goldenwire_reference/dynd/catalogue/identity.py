"""One serialization a value, and its use as an identity."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Edit, Feature, append, insert, put
from goldenwire_reference.dynd.catalogue.words import Words, array, sized

_UNIQUE, _CONTENT = map(Words, ("uniqueness", "content-addressing"))

_MIXED = "{flag: bool, row: var * int8, note: ?string, of: type, mark: char, maybe: ?bool, any: array[Any]}"


def _uniques() -> Iterator[Case]:
    """One value, its serialization, and every other byte string that could be taken for it."""
    value = [True, ["1", "2"], ["ok"], "?int8", "\u00e9", None, array("int8", "5")]
    yield _UNIQUE.accept(
        "mixed",
        _MIXED,
        value,
        "a value with every kind of prefix, and its only bytes",
        "UNIQ-01 UNIQ-02 ENC-01 DEC-01 NEST-01 TYPE-02 OPT-02",
    )
    edits: tuple[tuple[str, list[Edit], str, object, str], ...] = (
        ("true-as-ff", [put("value.flag", 0xFF)], "bool", True, "true as ff"),
        (
            "count-in-two-bytes",
            [put("value.row.count", b"\x82\x00")],
            "varint.nonminimal",
            None,
            "a count in two bytes",
        ),
        (
            "size-in-three-bytes",
            [put("value.note.size", b"\x82\x80\x00")],
            "varint.nonminimal",
            None,
            "a size in three bytes",
        ),
        ("tag-ff", [put("value.note.tag", 0xFF)], "option.tag", 1, "available as ff"),
        (
            "overlong-text",
            [put("value.note.size", 3), put("value.note.text", b"\xc1\xafk")],
            "string.utf8",
            "ok",
            "o in two bytes",
        ),
        (
            "spelling-of-a-type",
            sized("value.of", "text", b"option[int8]"),
            "type.syntax",
            "?int8",
            "the type in another spelling",
        ),
        ("space-in-a-type", sized("value.of", "text", b"? int8"), "type.syntax", "?int8", "the type with a space"),
        ("overlong-char", [put("value.mark", b"\xe0\x83\xa9")], "char.utf8", "\u00e9", "é in three bytes"),
        ("missing-as-ff", [put("value.maybe", 0xFF)], "bool", False, "missing as ff"),
        (
            "type-of-an-array",
            sized("value.any.type", "text", b"int8 "),
            "type.syntax",
            "int8",
            "the type of an array with a space",
        ),
        ("rest", [append(b"\0")], "trailing", None, "a byte at the end"),
    )
    for name, change, check, substitute, what in edits:
        then = "BOOL_INVALID" if check == "char.utf8" else None
        yield _UNIQUE.reject(
            f"mixed-{name}",
            _MIXED,
            "mixed",
            change,
            {check: substitute},
            f"{what}: a second serialization",
            "UNIQ-02",
            then=then,
        )
    pairs = "(float64, float32, string, ?string)"
    zero, minus, nan, other = "0x0000000000000000", "0x80000000", "0x7fc00000", "0x7fc00001"
    for name, given, what in (
        ("zero", [zero, "0x00000000", "e\u0301", [""]], "0.0, a decomposed letter, an empty text"),
        ("negative-zero", ["0x8000000000000000", minus, "\u00e9", None], "-0.0, a composed letter, no text"),
        ("nan", ["0x7ff8000000000000", nan, "\u212b", ["\0"]], "a NaN, the ångström sign, U+0000"),
        ("other-nan", ["0xfff8000000000000", other, "\u00c5", ["0"]], "another NaN, the letter it looks like, a digit"),
    ):
        yield _UNIQUE.accept(
            f"unequal-{name}",
            pairs,
            given,
            f"values that differ have bytes that differ: {what}",
            "UNIQ-01 FLT-02 STR-03 OPT-02",
        )


def _contents() -> Iterator[Case]:
    """Blocks: the hash is over the serialization and nothing else, and means something only with the type."""
    triple = (("string", "", "the empty text"), ("bool", False, "false"), ("int8", "0", "0"))
    for type, value, what in triple:
        yield _CONTENT.accept(
            type, type, value, f"{what} is the block 00, as other values of other types are", "CAS-01 CAS-02 DES-01"
        )
    for type, value, what in triple:
        yield _CONTENT.accept(
            f"typed-{type}",
            "array[Any]",
            array(type, value),
            f"{what} with its type is a block of its own",
            "CAS-02 ARR-01 SER-03",
        )
    for name, type, given, what in (
        ("row", "var * float64", [], "the empty row"),
        ("bytes-1", "bytes[1]", "00", "a zero byte"),
        ("fields", "(void, bool)", [None, False], "nothing and false"),
        ("missing", "?var * bool", None, "a missing row"),
    ):
        ids = ["CAS-01 CAS-02", *(["OPT-02"] if name == "missing" else [])]
        yield _CONTENT.accept(name, type, given, f"{what} is the block 00 as well", *ids)
    yield _CONTENT.accept(
        "record",
        "{id: uint32, tags: var * string}",
        ["7", ["a", "b"]],
        "a block without header, length or type",
        "CAS-01 SER-01",
    )
    yield _CONTENT.accept(
        "record-of-a-tuple",
        "(uint32, var * string)",
        ["7", ["a", "b"]],
        "the same block under another type",
        "CAS-02 STRUCT-03 DES-01",
    )
    record = "{id: uint32, tags: var * string}"
    for name, prefix, check, what in (
        ("length", b"\x09", "trailing", "its length"),
        ("hash", bytes(32), "trailing", "32 bytes of a hash"),
        ("type", b"\4int8", "truncated", "a type"),
    ):
        yield _CONTENT.reject(
            f"block-with-{name}",
            record,
            "record",
            [insert("value.id", prefix)],
            check,
            f"a block with {what} in front",
            "CAS-01 SER-01",
        )


def features() -> Iterator[Feature]:
    yield Feature("content-addressing", "Blocks and their identity", list(_contents()))
    yield Feature("uniqueness", "One serialization a value", list(_uniques()))
