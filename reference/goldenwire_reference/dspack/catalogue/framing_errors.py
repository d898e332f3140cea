"""Whole inputs whose framing is at fault: cut short, with lengths that are none, with rows that do not fit."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.cases import Case, Edit, Feature, Reject, append, cut, insert, put, remove
from goldenwire_reference.dspack.catalogue.words import PARTIAL, becomes, block, cases, framed, ids, row_of, text

MARKER = bytes(4)


def _bad(name: str, base: str, edits: Sequence[Edit], checks: dict[str, Any], **more: Any) -> Case:
    more["requirements"] = ids(more.get("requirements", ""))
    return Reject(name=name, base=f"dspack/{base}", edits=edits, checks=checks, **more)


# Name, base, edit, summary.
_CUTS = [
    ("empty", "file/no-rows", becomes(b""), "no octets at all"),
    ("in-meta-length", "file/no-rows", cut("dataset[0].meta_length", 1), "one octet of meta_length"),
    ("before-meta", "file/no-rows", cut("dataset[0].meta"), "meta_length and nothing else"),
    ("after-map-head", "file/no-rows", cut("dataset[0].meta.version.key"), "one octet of the meta block"),
    ("in-version-key", "file/no-rows", cut("dataset[0].meta.version.key", 3), "inside the first key"),
    ("before-schema", "file/no-rows", cut("dataset[0].meta.schema"), "before the schema"),
    ("in-schema", "file/draft-program", cut("dataset[0].meta.schema.feed", 2), "inside the schema's text"),
    ("before-meta-end", "file/no-rows", cut("dataset[0].meta.meta"), "without the last octet of the meta block"),
    ("in-user-meta", "file/everything", cut("dataset[0].meta.meta[0]"), "inside the user meta"),
    ("before-escape", "sizes/meta-of-65536", cut("dataset[0].meta_length_more"), "ff ff and nothing else"),
    ("in-escape", "sizes/meta-of-65536", cut("dataset[0].meta_length_more", 1), "ff ff and one octet"),
    ("after-escape", "sizes/meta-of-65536", cut("dataset[0].meta"), "a meta_length of four octets alone"),
    ("in-long-meta", "sizes/meta-of-65535", cut("dataset[0].meta.meta"), "a long meta block without its last octet"),
    ("row-length-1", "file/one-row", cut("dataset[0].row_length[0]", 1), "one octet of a row_length"),
    ("row-length-2", "file/one-row", cut("dataset[0].row_length[0]", 2), "two octets of a row_length"),
    ("row-length-3", "file/one-row", cut("dataset[0].row_length[0]", 3), "three octets of a row_length"),
    ("before-row", "file/one-row", cut("dataset[0].row[0].f1"), "a row_length without its row"),
    ("in-row", "file/one-row", cut("dataset[0].row[0].f1", 1), "a row without its last octet"),
    ("in-draft-row", "file/draft-program", cut("dataset[0].row[0].app_ids[1]", 4), "the draft's row, cut in the midst"),
    ("in-second-row", "file/rows-in-order", cut("dataset[0].row_length[1]", 3), "the second row_length"),
    ("in-last-row", "file/aligned-rows", cut("dataset[0].row[1].f2"), "the second row, after its alignment"),
    ("in-marker", "file/two-data-sets", cut("dataset[0].end", 3), "three octets of a marker"),
    ("in-second-meta-length", "file/two-data-sets", cut("dataset[1].meta_length", 1), "a marker and one octet"),
    ("before-second-meta", "file/two-data-sets", cut("dataset[1].meta"), "the second meta_length and nothing else"),
    ("in-second-meta", "file/two-data-sets", cut("dataset[1].meta.description"), "the second meta block"),
    ("in-second-data-set", "file/two-data-sets", cut("dataset[1].row[1].b", 1), "the last octet of all"),
    ("in-long-row", "sizes/row-of-131074", cut("dataset[0].row[0].f1", -1), "a long row without its last octet"),
]  # fmt: skip


# What the cases whose names have this in them are about.
_ITEMS = {"before-meta": "META-01 META-05", "escape": "META-03", "row-length": "ROW-01 SET-03", "marker": "SET-01"}


def _truncations() -> Iterator[Case]:
    for name, base, edit, summary in _CUTS:
        what = next((rules for part, rules in _ITEMS.items() if part in name), "")
        summary = f"the input ends early: {summary}"  # noqa: PLW2901
        yield _bad(name, base, [edit], {"truncated": None}, summary=summary, requirements=what)
    for name, base, edit in (
        ("partial-in-row", "file/partial-draft", cut("dataset[0].row[1].rest[..]", -1)),
        ("partial-in-row-length", "file/partial-draft", cut("dataset[0].row_length[1]", 2)),
        ("partial-in-meta", "file/partial-all-fixed", cut("dataset[0].meta.schema")),
    ):
        yield _bad(
            name, base, [edit], {"truncated": None}, context=PARTIAL, requirements="UNPACK-04", decode_only=True,
            summary="unpacked partially: framing is checked all the same",
        )  # fmt: skip


def _lengths() -> Iterator[Case]:
    row_length, meta_length = "dataset[0].row_length[0]", "dataset[0].meta_length"
    table: list[tuple[str, str, list[Edit], dict[str, Any], str, str, str | None]] = [
        ("meta-length-little-endian", "file/no-rows", [put(meta_length, b"\x26\0")], {"truncated": None},
         "26 00, which is 9728", "META-10", None),
        ("meta-length-of-four-bytes", "file/no-rows", [put(meta_length, b"\0\0\0\x26")], {"meta.length.zero": "!B"},
         "00 00 00 26: a length of 0", "META-02", "TRUNCATED"),
        ("meta-length-zero", "file/no-rows", [becomes(b"\0\0")], {"meta.length.zero": "!B"}, "00 00", "", None),
        ("meta-length-zero-then-row", "file/one-row", [becomes(b"\0\0\0\0\0\1\7")], {"meta.length.zero": "!B"},
         "no meta block, but a row", "META-19 META-01", None),
        ("marker-twice", "file/marker-at-end", [append(MARKER)], {"meta.length.zero": "!B"},
         "the second marker is a meta_length of 0", "SET-02", "TRUNCATED"),
        ("marker-first", "file/no-rows", [insert(meta_length, MARKER)], {"meta.length.zero": "!B"},
         "a marker in front of the first data set", "SET-01", "ROW"),
        ("octets-after-marker", "file/marker-at-end", [append(b"\0")], {"truncated": None},
         "one octet after the marker is a piece of a meta_length", "SET-01", None),
        ("no-marker", "file/two-data-sets", [remove("dataset[0].end")], {"truncated": None},
         "two data sets put end to end", "SET-01 SET-02", None),
        ("escape-as-length", "sizes/meta-of-65536", [put("dataset[0].meta_length_more", b"\xff\xff")],
         {"truncated": None}, "e announces 131070 octets, there are 65536", "META-11", None),
        ("escape-overlong", "file/no-rows", [put(meta_length, b"\xff\xff\0\x26")], {"truncated": None},
         "ff ff 00 26, if the escape replaced the length", "META-11", None),
        ("row-length-reserved", "file/one-row", [put(row_length, b"\x80\0\0\2")], {"row.length.reserved": None},
         "bit 31 over a good length", "ROW-07", None),
        ("row-length-reserved-zero", "file/no-rows", [append(b"\x80\0\0\0")], {"row.length.reserved": None},
         "bit 31 alone", "ROW-07", None),
        ("row-length-all-ones", "file/one-row", [put(row_length, b"\xff\xff\xff\xff")], {"row.length.reserved": None},
         "2^32-1, or -1", "ROW-07", "TRUNCATED"),
        ("row-length-reserved-second", "file/rows-in-order", [put("dataset[0].row_length[3]", b"\x80\0\0\1")],
         {"row.length.reserved": None}, "in a later row", "ROW-07", None),
        ("row-length-largest", "file/one-row", [put(row_length, b"\x7f\xff\xff\xff")], {"truncated": None},
         "2^31-1 octets announced, two there", "LIM-02", None),
        ("row-length-little-endian", "file/row-length-big-endian", [put(row_length, b"\2\0\0\0")], {"truncated": None},
         "02 00 00 00 under <", "ROW-07", None),
        ("row-length-counts-itself", "file/one-row", [put(row_length, b"\0\0\0\6")], {"truncated": None},
         "row_length with its own four octets", "ROW-07", None),
        ("row-length-one-more", "file/one-row", [put(row_length, b"\0\0\0\3"), append(b"\0")], {"row.left": None},
         "an octet more than the fields take", "ROW-07", None),
        ("row-length-one-less", "file/one-row", [put(row_length, b"\0\0\0\1"), cut("dataset[0].row[0].f1", 1)],
         {"row.short": None}, "an octet less than the fields take", "ROW-07", None),
        ("row-short-then-row", "file/rows-of-several-lengths", [put("dataset[0].row_length[1]", b"\0\0\0\3")],
         {"row.short": None}, "a row that would reach into the next row_length", "ROW-04", "TRUNCATED"),
        ("row-left-in-second", "file/rows-in-order", [put("dataset[0].row_length[1]", b"\0\0\0\2"),
         insert("dataset[0].row_length[2]", b"\0")], {"row.left": None}, "in the second row", "ROW-05 DEC-03", None),
        ("row-left-of-zeros", "file/row-of-zeros", [put(row_length, b"\0\0\0\x0c"),
         insert("dataset[0].row_length[1]", MARKER)], {"row.left": None}, "four zeros inside the row are no marker",
         "SET-01", None),
        ("row-without-fields", "file/no-fields", [append(b"\0\0\0\1\0")], {"row.empty-schema": None},
         "a row under a schema without fields", "ROW-04", None),
        ("row-without-fields-later", "file/empty-data-set-last", [append(b"\0\0\0\1\7")], {"row.empty-schema": None},
         "a row in a later data set, whose schema has no fields", "SET-04", None),
    ]  # fmt: skip
    for name, base, edits, checks, summary, requirements, then in table:
        yield _bad(name, base, edits, checks, summary=summary, requirements=requirements, then=then)
    yield _bad(
        "row-scope-without-fields", "rows/one-octet", [], {"row.empty-schema": None}, context=row_of("!"),
        summary="an octet under a schema without fields", requirements="SCOPE-03",
    )  # fmt: skip
    yield _bad(
        "row-scope-without-fields-empty", "rows/partial-nothing-fixed-nothing-there", [], {"row.empty-schema": None},
        context=row_of("!"), summary="not even a row without octets", requirements="SCOPE-03",
    )  # fmt: skip
    partial = framed(block(text("!HB")), b"\0\1\2\7", b"\0\3\4")
    yield _bad(
        "partial-row-left", "file/partial-all-fixed", [becomes(partial)], {"row.left": None}, context=PARTIAL,
        summary="without dynamic fields a row has to end after its first part", requirements="UNPACK-04",
        decode_only=True,
    )  # fmt: skip


# What the schema of a file becomes: name, its base, the text, the check, the text it should be.
_SCHEMAS = [
    ("type", "file/one-row", "!z", "schema.type", "!H"),
    ("flag", "file/one-row", "HH", "schema.flag", "!H"),
    ("end", "file/one-row", "!:", "schema.end", "!H"),
    ("pointer", "file/row-length-native", "=P", "schema.pointer", "@H"),
    ("list", "file/rows-of-several-lengths", "!::", "schema.list", "!~s"),
    ("number", "file/rows-of-several-lengths", "!~H", "schema.number", "!~s"),
    ("length", "file/rows-of-several-lengths", "!~~", "schema.length", "!~s"),
    ("zero", "file/rows-of-several-lengths", "!0s", "schema.int.zero", "!~s"),
    ("second", "file/two-data-sets", "<H()", "schema.desc.name", "<H(b)"),
]


def _schemas() -> Iterator[Case]:
    for name, base, wrong, check, right in _SCHEMAS:
        yield _bad(
            f"schema-{name}", base, [_retext(right.encode(), wrong.encode())], {check: right},
            requirements="ERR-03 META-09 API-05", summary=f"the schema {wrong}, with its offset in the input",
        )  # fmt: skip


def _retext(right: bytes, wrong: bytes) -> Edit:
    """The schema becomes another one, with spaces to the length it has."""
    return lambda base: becomes(base.data.replace(right, wrong.ljust(len(right))))(base)


def rejects() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
    yield Feature("framing-rejects", "Lengths, markers and schemas of whole inputs", cases(_lengths(), _schemas()))
