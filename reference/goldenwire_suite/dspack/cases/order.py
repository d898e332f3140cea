"""Two defects at once: the reported one reveals the order of a decoder's checks."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenwire_reference.dspack.tables import CHECKS, META_DEPTH
from goldenwire_suite.cases import Case, Either, Feature, Reject
from goldenwire_suite.dspack.cases.builders import (
    FORM_NUMBERS,
    SCHEMA,
    Json,
    becomes,
    block,
    cases,
    framed,
    ids,
    row_of,
    text,
)

ROW, PASCAL, FIELD = "dspack/file/one-row", "dspack/strings/pascal-dynamic", "dspack/schema/flag-network"
H = text("!H")
GOOD = block(H)
THREE: Mapping[str, Any] = {"head": b"\x83", "keys": ("version", "schema", "meta")}  # no description

# name -> (the defect found first, the other, the bytes, the two checks, the class with both off)
PAIRS: dict[str, tuple[str, str, bytes, Mapping[str, Any], str | None]] = {
    "room-map": (
        "a meta block of which the last octet is missing", "nil in place of its map", framed(b"\xc0" + GOOD[1:])[:-1],
        {"truncated": None, "meta.top": GOOD}, None,
    ),
    "rest-version": (
        "an octet after the map of the meta block", "version 2", framed(block(H, version=b"\2") + b"\xc0", b"\1\2"),
        {"meta.rest": None, "meta.version": None}, None,
    ),
    "version-key": (
        "version 2", "a fifth key",
        framed(block(H, version=b"\2", head=b"\x85") + text("more") + b"\xc0", b"\1\2"),
        {"meta.version": None, "meta.key.unknown": None}, None,
    ),
    "version-schema": (
        "version 2", "a schema without a flag", framed(block(text("HH"), version=b"\2"), b"\1\2"),
        {"meta.version": None, "schema.flag": "!H"}, None,
    ),
    "description-schema": (
        "a description that is nil", "a schema that ends after its count",
        framed(block(text("!H2"), description=b"\xc0"), b"\1\2"),
        {"meta.description.type": None, "schema.end": "!H"}, None,
    ),
    "schema-row": (
        "a schema with a type y", "an input that ends inside row_length",
        framed(block(text("!Hy"))) + b"\0\0", {"schema.type": "!H", "truncated": None}, None,
    ),
    "reserved-room": (
        "a row_length of which the highest bit is set", "a row of which an octet is missing",
        framed(GOOD) + b"\x80\0\0\2\1", {"row.length.reserved": None, "truncated": None}, None,
    ),
    "room-short": (
        "a row_length of 5 before three octets", "two octets left over in the row", framed(GOOD, b"\1\2\3\4\5")[:-2],
        {"truncated": None, "row.left": None}, None,
    ),
    "left-next": (
        "an octet left over in the row", "an input that ends inside the next row_length",
        framed(GOOD, b"\1\2\3") + b"\0", {"row.left": None, "truncated": None}, None,
    ),
    "short-next": (
        "a row of one octet for an H", "an input that ends inside the next row_length",
        framed(GOOD, b"\1") + b"\0\0\0", {"row.short": None, "truncated": None}, None,
    ),
    "room-fields": (
        "a row of which an octet is missing", "a schema without fields", framed(block(text("!")), b"\1\2")[:-1],
        {"truncated": None, "row.empty-schema": None}, None,
    ),
    "reserved-fields": (
        "a row_length of which the highest bit is set", "a schema without fields",
        framed(block(text("!"))) + b"\x80\0\0\1\1", {"row.length.reserved": None, "row.empty-schema": None}, None,
    ),
    "meta-missing": (
        "an integer for the user meta", "no description", framed(block(H, meta=b"\1", **THREE), b"\1\2"),
        {"meta.type": {}, "meta.key.missing": None}, None,
    ),
    "schema-missing": (
        "an integer for the schema", "no description", framed(block(b"\1", **THREE), b"\1\2"),
        {"meta.schema.type": "!H", "meta.key.missing": None}, None,
    ),
    "ext-missing": (
        "an ext in the user meta", "no description", framed(block(H, meta=b"\x81\xa1k\xd4\1\0", **THREE), b"\1\2"),
        {"meta.ext": None, "meta.key.missing": None}, None,
    ),
    "unknown-missing": (
        "a third key that is none of the four", "neither description nor user meta",
        framed(block(H, head=b"\x83", keys=("version", "schema")) + text("more") + b"\xc0", b"\1\2"),
        {"meta.key.unknown": None, "meta.key.missing": "!H"}, None,
    ),
    "description-unknown": (
        "a description that is nil", "a fifth key",
        framed(block(H, head=b"\x85", description=b"\xc0") + text("more") + b"\xc0", b"\1\2"),
        {"meta.description.type": "", "meta.key.unknown": None}, None,
    ),
    "meta-description": (
        "user meta that is nil", "a description after it that is nil",
        framed(block(H, description=b"\xc0", meta=b"\xc0", keys=("version", "schema", "meta", "description")), b"\1\2"),
        {"meta.type": {}, "meta.description.type": ""}, None,
    ),
    "ext-repeated": (
        "an ext as a value of the user meta", "its key once more",
        framed(block(H, meta=b"\x82\xa1k\xd4\1\0\xa1k\1"), b"\1\2"),
        {"meta.ext": None, "meta.key.duplicate": None}, None,
    ),
    "description-repeated": (
        "a description that is nil", "a second description",
        framed(block(H, head=b"\x85", description=b"\xc0") + text("description") + b"\xa0", b"\1\2"),
        {"meta.description.type": "", "meta.key.duplicate": None}, None,
    ),
    "grammar-names": (
        "a schema with a type z", "two fields in front of it that have one name",
        framed(block(text("!B(a)B(a)z")), b"\1\2"),
        {"schema.type": "!B(a)B(a)", "schema.names.unique": None}, None,
    ),
}  # fmt: skip

# The same in another context: with the context and the base, and without the final class.
ALONE: dict[str, tuple[str, str, Json, str, bytes, Mapping[str, Any]]] = {
    "empty-left": (
        "a prefix 0 of a Pascal string", "an octet left over in the row", row_of("!~p"), PASCAL, b"\0\3",
        {"field.pascal.empty": None, "row.left": None},
    ),
    "over-left": (
        "a length octet of 4 after the prefix 4 of a Pascal string", "two octets left over in the row", row_of("!~p"),
        PASCAL, b"\4\4abcde", {"field.pascal.over": None, "row.left": None},
    ),
    "short-over": (
        "a buffer of four octets of which two are there", "the first of them, the length octet, is 4", row_of("!~p"),
        PASCAL, b"\4\4a", {"row.short": None, "field.pascal.over": None},
    ),
    "short-over-255": (
        "a buffer of four octets of which one is there", "it is the length octet, which is 255", row_of("!~p"), PASCAL,
        b"\4\xff", {"row.short": None, "field.pascal.over": None},
    ),
    "short-over-2": (
        "a buffer of five octets, after a prefix of two bytes, of which three are there",
        "the first of them, the length octet, is ff", row_of("!2~p"), "dspack/prefixes/pascal-2", b"\0\5\xffab",
        {"row.short": None, "field.pascal.over": None},
    ),
    "short-over-fixed": (
        "two octets for 5p", "the first of them, the length octet, is 5", row_of("!5p"), "dspack/strings/pascal",
        b"\5a", {"row.short": None, "field.pascal": None},
    ),
    "short-over-fixed-255": (
        "one octet for 5p", "it is the length octet, which is 255", row_of("!5p"), "dspack/strings/pascal",
        b"\xff", {"row.short": None, "field.pascal": None},
    ),
    "short-over-fixed-list": (
        "five octets for a list of two 4p", "the last of them, the length octet of the second 4p, is 4",
        row_of("!2:4p"), "dspack/strings/pascal-list", b"\3abc\4", {"row.short": None, "field.pascal": None},
    ),
    "utf8-type": (
        "an octet ff in a note", "a type z in front of it", SCHEMA, FIELD, b"!z(a \xff)",
        {"schema.utf8": "!z(a)", "schema.type": "!B"},
    ),
    "type-names": (
        "a type z", "two fields in front of it that have one name", SCHEMA, FIELD, b"!B(a)B(a)z",
        {"schema.type": "!B(a)B(a)", "schema.names.unique": None},
    ),
    "end-names": (
        "a text that ends after a tilde", "two fields in front of it that have one name", SCHEMA, FIELD, b"!B(a)B(a)2~",
        {"schema.end": "!B(a)B(a)", "schema.names.unique": None},
    ),
    "type-default-names": (
        "a type z", "in front of it a field that has the default name of the next one", SCHEMA, FIELD, b"!B(f2)B z",
        {"schema.type": "!B(f2)B", "schema.names.unique": None},
    ),
}  # fmt: skip

# A policy decides about the first of two defects: the policy, the defects, the bytes, the context, the base, and the
# requirements of the policy and of the second defect.
DECIDED: dict[str, tuple[str, str, str, bytes, Json, str, str]] = {
    "utf8-meta": (
        "meta-utf8", "a description that is not UTF-8", "an integer for the user meta",
        framed(block(H, description=b"\xa1\xff", meta=b"\1"), b"\1\2"), None, ROW, "META-14 META-12",
    ),
    "utf8-missing": (
        "meta-utf8", "a description that is not UTF-8", "no user meta",
        framed(
            block(H, description=b"\xa1\xff", head=b"\x83", keys=("version", "schema", "description")), b"\1\2",
        ), None, ROW, "META-14 META-12",
    ),
    "utf8-ext": (
        "meta-utf8", "a str of the user meta that is not UTF-8", "an ext after it",
        framed(block(H, meta=b"\x82\xa1k\xa1\xff\xa1v\xd4\1\0"), b"\1\2"), None, ROW, "META-14 META-07",
    ),
    "repeated-ext": (
        "duplicate-meta-key", "a key of the user meta twice", "an ext as its second value",
        framed(block(H, meta=b"\x82\xa1k\1\xa1k\xd4\1\0"), b"\1\2"), None, ROW, "META-13 META-07",
    ),
    "repeated-schema": (
        "duplicate-meta-key", "two schemas", "the second of them an integer",
        framed(block(H, head=b"\x85") + text("schema") + b"\1", b"\1\2"), None, ROW, "META-13 META-12",
    ),
    "depth-ext": (
        "meta-depth", "an array at level 17 of the user meta", "an ext in it",
        framed(block(H, meta=b"\x81\xa1k" + b"\x91" * META_DEPTH + b"\xd4\1\0"), b"\1\2"), None, ROW, "META-15 META-07",
    ),
    "names-left": (
        "duplicate-names", "the third of three fields has the name of the first", "an octet left over in the row",
        framed(block(text("!B(a)B(b)B(a)")), b"\1\2\3\4"), None, ROW, "SCHEMA-26 ROW-04",
    ),
    "names-names": (
        "duplicate-names", "the third of four fields has the name of the second",
        "the fourth has that of the first", b"!B(a)B(b)B(b)B(a)", SCHEMA, FIELD, "SCHEMA-26",
    ),
    "repeated-crossed": (
        "duplicate-meta-key", "the third of four keys of the user meta repeats the first",
        "the fourth repeats the second, which sorts before it",
        framed(block(H, meta=b"\x84\xa1b\1\xa1a\2\xa1b\3\xa1a\4"), b"\1\2"), None, ROW, "META-13",
    ),
    "repeated-nested": (
        "duplicate-meta-key", "the third of four keys of the user meta repeats the second",
        "the fourth repeats the first, which sorts before it",
        framed(block(H, meta=b"\x84\xa1a\1\xa1b\2\xa1b\3\xa1a\4"), b"\1\2"), None, ROW, "META-13",
    ),
    "repeated-inner": (
        "duplicate-meta-key", "a key twice in a map in the user meta",
        "after that map its own key again, which sorts before that",
        framed(block(H, meta=b"\x82\xa1a\x82\xa1b\1\xa1b\2\xa1a\3"), b"\1\2"), None, ROW, "META-13",
    ),
    "repeated-top": (
        "duplicate-meta-key", "the user meta a second time", "after it the description a second time",
        framed(block(H, head=b"\x86") + text("meta") + b"\x80" + text("description") + b"\xa0", b"\1\2"), None, ROW,
        "META-13",
    ),
    "names-crossed": (
        "duplicate-names", "the third of four fields has the name of the first",
        "the fourth has that of the second, which sorts before it", b"!B(b)B(a)B(b)B(a)", SCHEMA, FIELD, "SCHEMA-26",
    ),
    "over-fixed-left": (
        "pascal-overrun", "a length octet of 5 in 5p", "an octet left over in the row",
        b"\5abcd\0", row_of("!5p"), "dspack/strings/pascal", "STR-10 ROW-04",
    ),
}  # fmt: skip


def _needs(checks: Mapping[str, Any]) -> list[str]:
    """Return the features that a case requires: `order` if both defects have one class and differ only in offset."""
    return ["order"] if len({CHECKS[check].code for check in checks}) == 1 else []


def _pairs() -> Iterator[Case]:
    for name, (first, second, data, checks, then) in PAIRS.items():
        yield Reject(
            name=name,
            summary=f"{first}, and {second}",
            requirements=[],
            base=ROW,
            edits=[becomes(data)],
            checks=checks,
            then=then,
            in_order="DSPACK-ERR-02",
            needs=_needs(checks),
            numbers=FORM_NUMBERS,
        )
    for name, (first, second, context, base, data, checks) in ALONE.items():
        yield Reject(
            name=name,
            summary=f"{first}, and {second}",
            requirements=[],
            context=context,
            base=base,
            edits=[becomes(data)],
            checks=checks,
            in_order="DSPACK-ERR-02",
            needs=_needs(checks),
            decode_only=context == SCHEMA,
        )


def _decided() -> Iterator[Case]:
    """Cases for codecs that declare `order`: any other may report either defect, which an outcome cannot express."""
    for name, (policy, first, second, data, context, base, rules) in DECIDED.items():
        yield Either(
            name=name,
            summary=f"{first}, and {second}",
            requirements=ids(f"ERR-02 {rules}"),
            policy=f"dspack.{policy}",
            context=context,
            base=base,
            edits=[becomes(data)],
            needs=["order"],
            decode_only=context == SCHEMA,
            numbers=[META_DEPTH + 1],
        )


def rejects() -> Iterator[Feature]:
    what = "Two defects at once, of which the first in the order of checks is reported"
    yield Feature("order", what, cases(_pairs(), _decided()))
