"""Two defects at once: the one that is reported tells the order of a decoder's checks."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenwire_reference.cases import Case, Feature, Reject
from goldenwire_reference.dspack.catalogue.words import FORM_NUMBERS, becomes, block, framed, row_of, text

ROW, TWO_ROWS, PASCAL = "dspack/file/one-row", "dspack/file/rows-in-order", "dspack/strings/pascal-dynamic"
H, B = text("!H"), text("!B")
GOOD = block(H)

# name -> (the defect found first, the other one, the bytes, the two checks, with both off: a class)
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
}  # fmt: skip


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
            numbers=FORM_NUMBERS,
        )
    for name, first, second, octets, check in (
        ("empty-left", "a prefix 0 of a Pascal string", "an octet left over in the row", "0003", "field.pascal.empty"),
        (
            "over-left", "a length octet of 4 after the prefix 4 of a Pascal string", "two octets left over in the row",
            "04046162636465", "field.pascal.over",
        ),
    ):  # fmt: skip
        yield Reject(
            name=name,
            summary=f"{first}, and {second}",
            requirements=[],
            context=row_of("!~p"),
            base=PASCAL,
            edits=[becomes(bytes.fromhex(octets))],
            checks={check: None, "row.left": None},
            in_order="DSPACK-ERR-02",
        )


def rejects() -> Iterator[Feature]:
    yield Feature("order", "Two defects at once, of which the first in the order of checks is reported", list(_pairs()))
