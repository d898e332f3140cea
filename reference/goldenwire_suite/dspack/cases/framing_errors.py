"""Whole inputs with a framing error: truncated, with invalid lengths, with rows that do not fit."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from goldenwire_reference.dspack.tables import MAX_META, MAX_ROW
from goldenwire_suite.cases import Case, Edit, Feature, Reject, append, cut, insert, put, remove
from goldenwire_suite.dspack.cases.builders import PARTIAL, becomes, block, cases, framed, ids, row_of, text

MARKER = bytes(4)

# Name, base, edit, the end of the summary ("the input ..."), more requirements.
_CUTS = [
    ("empty", "file/no-rows", becomes(b""), "has no octets", ""),
    ("in-meta-length", "file/no-rows", cut("dataset[0].meta_length", 1), "ends after one octet of meta_length",
     "ERR-03"),
    ("before-meta", "file/no-rows", cut("dataset[0].meta"), "ends after meta_length", "META-01"),
    ("after-map-head", "file/no-rows", cut("dataset[0].meta.version.key"),
     "ends after the first octet of the meta block", ""),
    ("in-version-key", "file/no-rows", cut("dataset[0].meta.version.key", 3),
     "ends inside the first key of the meta block", ""),
    ("before-schema", "file/no-rows", cut("dataset[0].meta.schema"),
     "ends inside the meta block, in front of the schema", ""),
    (
        "in-schema", "file/draft-program", cut("dataset[0].meta.schema.feed", 2),
        "ends inside the schema, after two octets of a field",
        "",
    ),
    ("before-meta-end", "file/no-rows", cut("dataset[0].meta.meta"),
     "ends in front of the last octet of the meta block", ""),
    (
        "in-user-meta", "file/everything", cut("dataset[0].meta.meta[0]"),
        "ends inside the user meta, in front of a value", "",
    ),
    ("before-escape", "sizes/meta-of-65536", cut("dataset[0].meta_length_more"),
     "ends after ff ff, in front of the two further bytes of meta_length", ""),
    ("in-escape", "sizes/meta-of-65536", cut("dataset[0].meta_length_more", 1),
     "ends after ff ff and one of the two further bytes of meta_length", "ERR-03"),
    ("after-escape", "sizes/meta-of-65536", cut("dataset[0].meta"), "ends after a meta_length of four octets",
     "META-03"),
    ("in-long-meta", "sizes/meta-of-65535", cut("dataset[0].meta.meta"),
     "ends in front of the last octet of a meta block of 65535",
     "META-03"),
    ("far-row-length", "sizes/long-schema", cut("dataset[1].row_length[0]", 3),
     "ends after three octets of a row_length, behind a schema of 65571 octets", ""),
    ("far-row", "sizes/long-schema", cut("dataset[1].row[0].f1"),
     "ends after a row_length, behind a schema of 65571 octets", "ROW-07"),
    ("row-length-1", "file/one-row", cut("dataset[0].row_length[0]", 1), "ends after one octet of a row_length", ""),
    ("row-length-2", "file/one-row", cut("dataset[0].row_length[0]", 2), "ends after two octets of a row_length", ""),
    ("row-length-3", "file/one-row", cut("dataset[0].row_length[0]", 3), "ends after three octets of a row_length", ""),
    ("before-row", "file/one-row", cut("dataset[0].row[0].f1"), "ends after a row_length", "ROW-07"),
    ("in-row", "file/one-row", cut("dataset[0].row[0].f1", 1), "ends in front of the last octet of a row", "ERR-01"),
    ("in-draft-row", "file/draft-program", cut("dataset[0].row[0].app_ids[1]", 4),
     "ends inside the row of the draft, in the middle of an item of a list", ""),
    (
        "in-second-row", "file/rows-in-order", cut("dataset[0].row_length[1]", 3),
        "ends after three octets of the second row_length", "",
    ),
    (
        "in-last-row", "file/aligned-rows", cut("dataset[0].row[1].f2"),
        "ends inside the last row, after its alignment bytes",
        "",
    ),
    ("in-marker", "file/two-data-sets", cut("dataset[0].end", 3), "ends after three octets of a marker", ""),
    ("in-second-meta-length", "file/two-data-sets", cut("dataset[1].meta_length", 1),
     "ends one octet after a marker, inside a meta_length", ""),
    (
        "before-second-meta", "file/two-data-sets", cut("dataset[1].meta"),
        "ends after the second meta_length", "",
    ),
    (
        "in-second-meta", "file/two-data-sets", cut("dataset[1].meta.description"),
        "ends inside the second meta block, in front of the value of description", "",
    ),
    (
        "in-second-data-set", "file/two-data-sets", cut("dataset[1].row[1].b", 1),
        "ends in front of the last octet of the second data set", "",
    ),
    (
        "in-long-row", "sizes/row-of-131074", cut("dataset[0].row[0].f1", -1),
        "ends in front of the last octet of a row of 131074", "",
    ),
]  # fmt: skip


def _bad(name: str, base: str, edits: Sequence[Edit], checks: dict[str, Any], **more: Any) -> Case:
    more["requirements"] = ids(more.get("requirements", ""))
    more["catches"] = more.get("catches", "").split()
    return Reject(name=name, base=f"dspack/{base}", edits=edits, checks=checks, **more)


def _truncations() -> Iterator[Case]:
    for name, base, edit, what, rules in _CUTS:
        summary = f"the input {what}"
        yield _bad(name, base, [edit], {"truncated": None}, summary=summary, requirements=rules)
    for name, base, edit, what in (
        (
            "partial-in-row",
            "file/partial-draft",
            cut("dataset[0].row[1].rest[..]", -1),
            "ends in front of the last octet of the last row",
        ),
        (
            "partial-in-row-length",
            "file/partial-draft",
            cut("dataset[0].row_length[1]", 2),
            "ends after two octets of a row_length",
        ),
    ):
        yield _bad(
            name, base, [edit], {"truncated": None}, context=PARTIAL, requirements="UNPACK-04", decode_only=True,
            summary=f"unpacked partially, the input {what}", catches="framing-unchecked",
        )  # fmt: skip
    yield _bad(
        "partial-in-meta",
        "file/partial-all-fixed",
        [cut("dataset[0].meta.schema")],
        {"truncated": None},
        context=PARTIAL,
        decode_only=True,
        summary="unpacked partially, the input ends inside the meta block, in front of the schema",
    )


class Bad(NamedTuple):
    """An input with a framing error: its base and edits, the checks that reject it, the mutations that it catches."""

    name: str
    base: str
    edits: list[Edit]
    checks: dict[str, Any]
    summary: str
    rules: str = ""
    catches: str = ""
    then: str | None = None


_ROW, _META, _MORE = "dataset[0].row_length[0]", "dataset[0].meta_length", "dataset[0].meta_length_more"
_CUT, _ZERO, _BIT_31 = {"truncated": None}, {"meta.length.zero": "!B"}, {"row.length.reserved": None}
_LEFT, _SHORT = {"row.left": None}, {"row.short": None}

_META_LENGTHS = [
    Bad("meta-length-little-endian", "file/no-rows", [put(_META, b"\x27\0")], _CUT,
        "a little-endian meta_length: 27 00 in front of 39 octets", "META-10", "meta-length-little-endian"),
    Bad("meta-length-of-four-bytes", "file/no-rows", [put(_META, b"\0\0\0\x27")], _ZERO,
        "a meta_length of four bytes: 00 00 00 27", "META-02", "meta-length-of-4-bytes", "TRUNCATED"),
    Bad("meta-length-zero", "file/no-rows", [becomes(b"\0\0")], _ZERO, "a meta_length of 0 and nothing else", "",
        "meta-length-0-is-no-meta"),
    Bad("meta-length-zero-then-row", "file/one-row", [becomes(b"\0\0\0\0\0\1\7")], _ZERO,
        "a meta_length of 0 and then a row, as if a schema were agreed beforehand", "META-19", "schema-from-outside"),
    Bad(
        "meta-length-zero-then-row-again", "file/same-schema-twice",
        [put("dataset[1].meta_length", b"\0\0"), remove("dataset[1].meta", "dataset[1].meta.meta")],
        {"meta.length.zero": "!B"}, "a second data set with a meta_length of 0, as if the first schema held for it too",
        "META-19", "first-meta-holds-for-all",
    ),
    Bad("marker-twice", "file/marker-at-end", [append(MARKER)], _ZERO,
        "two markers one after the other, of which the second is taken for a meta_length of 0", "SET-01",
        "markers-skipped", "TRUNCATED"),
    Bad(
        "marker-first", "file/no-rows", [insert(_META, MARKER)], _ZERO, "a marker before the first data set", "", "",
        "ROW",
    ),
    Bad("octets-after-marker", "file/marker-at-end", [append(b"\0")], _CUT,
        "one octet after the marker, where two of a meta_length are due", "SET-01", "marker-ends-the-input"),
    Bad(
        "no-marker", "file/two-data-sets", [remove("dataset[0].end")], _CUT,
        "two data sets without a marker between them", "SET-01 SET-02", "no-marker-needed",
    ),
    Bad("escape-as-length", "sizes/meta-of-65535", [put(_MORE, b"\xff\xff")], _CUT,
        "ff ff ff ff for a meta block of 65535 octets, as if the two further bytes were the whole length", "META-11",
        "escape-is-the-length"),
    Bad("escape-overlong", "file/no-rows", [put(_META, b"\xff\xff\0\x27")], _CUT,
        "ff ff 00 27 for a meta block of 39 octets, as if the two further bytes were the whole length", "META-11",
        "escape-is-the-length"),
]  # fmt: skip

_ROW_LENGTHS = [
    Bad(
        "row-length-reserved", "file/one-row", [put(_ROW, b"\x80\0\0\2")], _BIT_31, "a row_length of 2 with bit 31 set",
        "", "row-length-bit-31-masked",
    ),
    Bad(
        "row-length-reserved-zero", "file/no-rows", [append(b"\x80\0\0\0")], _BIT_31,
        "a row_length of 0 with bit 31 set", "", "row-length-bit-31-masked",
    ),
    Bad(
        "row-length-all-ones", "file/one-row", [put(_ROW, b"\xff\xff\xff\xff")], _BIT_31, "a row_length of 2^32 - 1",
        "", "", "TRUNCATED",
    ),
    Bad("row-length-reserved-second", "file/rows-in-order", [put("dataset[0].row_length[3]", b"\x80\0\0\1")], _BIT_31,
        "the row_length of the fourth row is 1 with bit 31 set", "", "row-length-bit-31-masked"),
    Bad("row-length-largest", "file/one-row", [put(_ROW, b"\x7f\xff\xff\xff")], _CUT,
        "a row_length of 2^31 - 1, the greatest there is, in front of two octets", "ROW-07 LIM-02"),
    Bad("row-length-little-endian", "file/row-length-big-endian", [put(_ROW, b"\2\0\0\0")], _CUT,
        "a row_length in the byte order of the flag <: 02 00 00 00", "ROW-07",
        "row-length-little-endian row-length-by-flag"),
    Bad("row-length-counts-itself", "file/one-row", [put(_ROW, b"\0\0\0\6")], _CUT,
        "a row_length of 6 for two octets, as if it counted its own four", "ROW-07", "row-length-counts-itself"),
    Bad("row-length-one-more", "file/one-row", [put(_ROW, b"\0\0\0\3"), append(b"\0")], _LEFT,
        "a row of three octets, whose field takes two", "", "one-octet-left-ignored"),
    Bad("row-length-one-less", "file/one-row", [put(_ROW, b"\0\0\0\1"), cut("dataset[0].row[0].f1", 1)], _SHORT,
        "a row of one octet, whose field takes two", "", "short-row-filled-up"),
    Bad("row-short-then-row", "file/rows-of-several-lengths", [put("dataset[0].row[1].f1.length", 4)], _SHORT,
        "a row of four octets with a string of four, whose last one would be in the next row_length"),
    Bad(
        "row-left-in-second", "file/rows-in-order",
        [put("dataset[0].row_length[1]", b"\0\0\0\2"), insert("dataset[0].row_length[2]", b"\0")], _LEFT,
        "an octet too many in the second row of four", "ROW-07 ERR-03", "zeros-left-ignored",
    ),
    Bad(
        "row-left-of-zeros", "file/row-of-zeros",
        [put(_ROW, b"\0\0\0\x0c"), insert("dataset[0].row_length[1]", MARKER)], _LEFT,
        "four zeros too many in a row, which are no marker", "ROW-07", "zeros-left-ignored",
    ),
    Bad("row-without-fields", "file/no-fields", [append(b"\0\0\0\1\0")], {"row.empty-schema": None},
        "a row of one octet under a schema without fields", "", "rows-without-fields"),
    Bad("row-without-fields-later", "file/empty-data-set-last", [append(b"\0\0\0\1\7")], {"row.empty-schema": None},
        "a row of one octet in the second data set, whose schema has no fields", "", "rows-without-fields"),
]  # fmt: skip


# Those of which a reader of streams sees octets that are left over before it sees that others are missing.
_READ_FIRST = {"no-marker", "escape-as-length"}


def _unwritable() -> Iterator[Case]:
    """A fault after a data set that is in order, and whose meta block no encoder can write."""
    yield _bad(
        "schema-after-unwritable", f"sizes/meta-of-{MAX_META}-float-32",
        [append(MARKER + framed(block(text("?B"))))], {"schema.flag": "!B"}, requirements="ENC-07 ERR-03 META-11",
        summary=f"the second schema has no flag; the first meta block has {MAX_META} octets, and no room for its "
        "float 32 as a float 64", numbers=[32, 64, MAX_META],
    )  # fmt: skip


def _lengths() -> Iterator[Case]:
    for one in (*_META_LENGTHS, *_ROW_LENGTHS):
        yield _bad(
            one.name, one.base, one.edits, one.checks, summary=one.summary, requirements=one.rules, catches=one.catches,
            then=one.then, numbers=[MAX_ROW.bit_length()], needs=["order"] * (one.name in _READ_FIRST),
        )  # fmt: skip
    yield _bad(
        "row-scope-without-fields", "rows/one-octet", [], {"row.empty-schema": None}, context=row_of("!"),
        summary="a row by itself of one octet under a schema without fields", catches="rows-without-fields",
    )  # fmt: skip
    yield _bad(
        "row-scope-without-fields-empty",
        "rows/partial-nothing-fixed-nothing-there",
        [],
        {"row.empty-schema": None},
        context=row_of("!"),
        summary="a row by itself of no octets under a schema without fields",
        requirements="SCOPE-03",
        catches="rows-without-octets",
    )
    for name, base, octets in (
        ("-empty", "rows/partial-nothing-fixed-nothing-there", "no octets"),
        ("", "rows/partial-dynamic-first", "three octets"),
    ):
        yield _bad(
            f"row-scope-without-fields-partial{name}", base, [], {"row.empty-schema": None}, context=row_of("!", True),
            summary=f"unpacked partially: a row by itself of {octets} under a schema without fields",
            requirements="SCOPE-03" * bool(name), decode_only=True,
            catches="rows-without-octets" if name else "rows-without-fields",
        )  # fmt: skip
    yield _bad(
        "partial-row-left",
        "file/partial-all-fixed",
        [put(_ROW, b"\0\0\0\4"), insert("dataset[0].row_length[1]", b"\7")],
        _LEFT,
        context=PARTIAL,
        decode_only=True,
        requirements="UNPACK-04",
        catches="end-of-partial-row-unchecked",
        summary="unpacked partially, a row without dynamic fields that has an octet too many",
    )


# Files whose schema is replaced: name, base, the wrong schema, the check, the correct schema, the defect in words.
_SCHEMAS = [
    ("type", "file/one-row", "!z", "schema.type", "!H", "z is no type"),
    ("flag", "file/one-row", "HH", "schema.flag", "!H", "it has no flag"),
    ("end", "file/one-row", "!:", "schema.end", "!H", "it ends after a colon"),
    ("pointer", "file/row-length-native", "=P", "schema.pointer", "@H", "P under the flag ="),
    ("list", "file/rows-of-several-lengths", "!::", "schema.list", "!~s", "it has two colons"),
    ("number", "file/rows-of-several-lengths", "!~H", "schema.number", "!~s", "a ~ in front of an H"),
    ("length", "file/rows-of-several-lengths", "!~~", "schema.length", "!~s", "it has two ~"),
    ("zero", "file/rows-of-several-lengths", "!0s", "schema.int.zero", "!~s", "its length is 0"),
    (
        "second", "file/two-data-sets", "<H() ", "schema.desc.name", "<H(b)",
        "a description without a name, in the second data set",
    ),
]  # fmt: skip


def _schemas() -> Iterator[Case]:
    for name, base, wrong, check, right, what in _SCHEMAS:
        yield _bad(
            f"schema-{name}", base, [_retext(right.encode(), wrong.encode())], {check: right}, requirements="ERR-03",
            summary=f'the schema "{wrong}" of a file: {what}',
        )  # fmt: skip
    yield _bad(
        "schema-without-rows", "file/no-rows", [_retext(b"!B", b"!Z")], {"schema.type": "!B"}, requirements="API-05 "
                                                                                                            "ERR-03",
        summary='the schema "!Z" of a file without rows: Z is no type', catches="schema-of-nobody",
    )  # fmt: skip
    yield _bad(
        "schema-second-line", "file/schema-of-two-lines", [_retext(b"\nx(b)", b"\ny(b)")], {"schema.type": "!B"},
        requirements="META-09 ERR-03", summary="the schema of a file has the unknown type y on its second line",
        catches="first-line-is-the-schema",
    )  # fmt: skip


def _retext(right: bytes, wrong: bytes) -> Edit:
    """Return the edit that replaces the schema by another one of the same length."""
    assert len(right) == len(wrong)
    return lambda base: becomes(base.data.replace(right, wrong))(base)


def rejects() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
    yield Feature(
        "framing-rejects", "Lengths, markers and schemas of whole inputs", cases(_lengths(), _unwritable(), _schemas())
    )
