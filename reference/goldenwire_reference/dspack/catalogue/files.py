"""Whole inputs: framing, data sets one after the other, their ends; the escape of meta_length; long rows."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Accept, Case, Feature
from goldenwire_reference.dspack.catalogue import rows
from goldenwire_reference.dspack.catalogue.schemas import PROGRAM
from goldenwire_reference.dspack.catalogue.words import (
    PARTIAL,
    Json,
    atoms,
    block,
    cases,
    data_set,
    f64,
    file,
    framed,
    ids,
    read_file,
    text,
)

MARKER = bytes(4)


def _single() -> Iterator[Case]:
    row = [0x0102]
    table: list[tuple[str, Json, str, str]] = [
        ("draft-program", data_set(PROGRAM, rows.DRAFT_VALUES), "the draft's program and its row",
         "META-01 META-05 ROW-01 META-09 API-02 API-05"),
        ("no-rows", data_set("!B"), "a data set without rows", "ROW-06 META-02 META-12 META-19"),
        ("no-fields", data_set("!"), "a schema without fields, and so without rows", "SCHEMA-19 ROW-06"),
        ("one-row", data_set("!H", row), "one row", "ROW-01 ROW-07 SET-03 ROW-02"),
        ("rows-in-order", data_set("!B", *([n] for n in (3, 1, 2, 1))), "in the order of the input", "ROW-05 SET-03"),
        ("rows-of-several-lengths", data_set("!~s", *([b"x" * n] for n in (0, 3, 1, 255))), "each its own length",
         "ROW-01 ROW-07"),
        ("row-length-big-endian", data_set("<H", row), "big-endian under <, where the value is not", "ROW-07 META-10"),
        ("row-length-native", data_set("@H", row), "and under @", "ROW-07 META-10"),
        ("row-length-two-bytes", data_set("!258s", [bytes(258)]), "row_length 258 tells its byte order", "ROW-07"),
        ("row-of-zeros", data_set("!Q", [0], [0]), "a row of zeros is no marker", "ROW-01 SET-01"),
        ("rows-300", data_set("!B(n)", *([n % 256] for n in range(300))), "300 rows", "ROW-05"),
        ("pads-only", data_set("!xx", [], []), "rows without values", "TYPE-01 ROW-01"),
        ("aligned-rows", data_set("@BI", [1, 2], [3, 4]), "alignment counts from each row's first octet", "FLAG-06"),
        ("aligned-rows-odd", data_set("@BHB", [1, 2, 3], [4, 5, 6]), "also after rows of odd length", "FLAG-06"),
        ("everything", data_set("<x d(a) 2~:~s(b)", [f64(1.5), [b"x", b""]], description="all of it",
                                meta={"a": [1, None]}), "rows, a description and user meta", "META-05 META-09"),
        ("schema-verbatim", data_set(" ! \r\n\tB(a  note )  x\n\n", [7]), "as it was given, with its spacing",
         "SCHEMA-20"),
        ("schema-unicode", data_set("!B(g Größe \u65e5 \U0001f600)", [7]), "a note beyond ASCII",
         "SCHEMA-20 SCHEMA-14"),
        ("schema-flag-kept", data_set("=H", row), "the flag = is not replaced", "SCHEMA-20 FLAG-03"),
    ]  # fmt: skip
    for name, one, summary, requirements in table:
        yield file(name, [one], summary, requirements)


def _several() -> Iterator[Case]:
    first = data_set("!B(a)", [1], description="first", meta={"n": 1})
    second = data_set("<H(b)", [258], [772])
    empty = data_set("!")
    table: list[tuple[str, list[Json], str, str]] = [
        ("two-data-sets", [first, second], "a marker between two data sets", "SET-01 SET-06"),
        ("nothing-inherited", [first, data_set("!B(a)", [1])], "the second has nothing of the first", "SET-04"),
        ("same-schema-twice", [data_set("!B", [1]), data_set("!B", [2])], "equal schemas are not merged", "SET-06"),
        ("flag-replaced", [data_set("!H", [258]), data_set("<H", [258])], "each its byte order", "SET-04"),
        ("three-data-sets", [first, second, first], "three, the third like the first", "SET-01 SET-06"),
        ("empty-data-set-first", [empty, second], "one without rows first", "SET-01 ROW-06"),
        ("empty-data-set-last", [second, empty], "one without rows last", "SET-01 ROW-06"),
        ("empty-data-sets", [data_set("!B"), empty, data_set("!H")], "none has rows", "SET-01 ROW-06 ENC-05"),
        ("forty-data-sets", [data_set("!B", [n]) for n in range(40)], "forty", "SET-01 LIM-04"),
    ]  # fmt: skip
    for name, sets, summary, requirements in table:
        yield file(name, sets, summary, requirements)
    one_row = framed(block(text("!B")), b"\x09")
    ends = [
        ("marker-at-end", one_row + MARKER, [data_set("!B", [9])], "a marker and then the end"),
        ("marker-after-no-rows", framed(block(text("!b"))) + MARKER, [data_set("!b")], "a marker right after the meta"),
        ("marker-after-second", one_row + MARKER + one_row + MARKER, [data_set("!B", [9])] * 2, "after the second too"),
    ]
    for name, data, sets, summary in ends:
        yield read_file(name, data, sets, summary=summary, requirements="SET-02")


# Octets of the meta block, of which 36 are not the schema and the description.
_SIZES = {
    65534: ("the longest without the escape: ff fe", "META-02"),
    65535: ("the shortest with the escape: ff ff 00 00", "META-03 META-11 META-10"),
    65536: ("one more: ff ff 00 01", "META-11 META-10"),
    131070: ("the longest of all: ff ff ff ff", "META-11 META-03 META-04"),
}


def _escapes() -> Iterator[Case]:
    for size, (summary, requirements) in _SIZES.items():
        overhead = len(block(text("!B"))) + (5 if size - 38 > 65535 else 3) - 1
        one = data_set("!B", [7], description="d" * (size - overhead))
        yield file(f"meta-of-{size}", [one], f"a meta block of {size} octets, {summary}", requirements)
    note = "n" * 65500
    summary = "a schema of more than 65535 octets, in two data sets"
    long = data_set(f"!B(a {note})x(b {note[:60]})", [1])
    yield file("long-schema", [long, data_set("!B", [2])], summary, "META-11 SCHEMA-20 SET-01")


def _long_rows() -> Iterator[Case]:
    table: list[tuple[str, str, Json, str, str]] = [
        ("row-of-131074", "!3~s", b"\x02" * 131071, "longer than any meta block", "ROW-07 LIM-04"),
        ("row-of-list", "<4~:?", [True] * 4096, "a list of 4096 items", "ROW-07 LIST-04"),
    ]
    for name, schema, value, summary, requirements in table:
        yield file(name, [data_set(schema, [value])], f"a long row: {summary}", requirements)


def _partial() -> Iterator[Case]:
    draft = bytes.fromhex(rows.DRAFT_ROW)
    lists = text("!H(a)~s(b)B(c)")
    table: list[tuple[str, bytes, str, list[list[Any]], str, str]] = [
        ("draft", framed(block(text(rows.DRAFT)), draft, draft), rows.DRAFT, [rows.DRAFT_VALUES[:5]] * 2,
         "the draft's rows, the values before the lists", "UNPACK-01"),
        ("all-fixed", framed(block(text("!HB")), b"\0\1\2", b"\0\3\4"), "!HB", [[1, 2], [3, 4]],
         "without dynamic fields all values", "UNPACK-01 UNPACK-03"),
        ("dynamic-first", framed(block(text("!~sB")), b"\1a\2", b"\0\4"), "!~sB", [[], []],
         "rows without values are delivered all the same", "UNPACK-03"),
        ("bad-tails", framed(block(lists), b"\0\1\xff", b"\0\2", b"\0\3\0\1\1\1"), "!H(a)~s(b)B(c)", [[1], [2], [3]],
         "what follows the first part is not looked at", "UNPACK-04"),
        ("no-rows", framed(block(text("!~s"))), "!~s", [], "no rows", "UNPACK-01 ROW-06"),
    ]  # fmt: skip
    for name, data, schema, values, summary, requirements in table:
        yield Accept(
            name=f"partial-{name}", summary=summary, requirements=ids(f"{requirements} SCOPE-04"), context=PARTIAL,
            value=[data_set(schema, *values)], data=data,
        )  # fmt: skip
    two = framed(block(lists), b"\0\1\0\7") + MARKER + framed(block(text("<H")), b"\2\0") + MARKER
    yield Accept(
        name="partial-two-data-sets",
        summary="each data set by its own schema, and a marker at the end",
        requirements=ids("UNPACK-01 SET-04 SCOPE-04"),
        context=PARTIAL,
        value=[data_set("!H(a)~s(b)B(c)", [1]), data_set("<H", [2])],
        data=two,
    )


def _by_name() -> Iterator[Case]:
    """What encoders alone are given."""
    value = [data_set("!H(a)~s(b)", [258, b"x"], [772, b""])]
    given = [{**value[0], "rows": [{"b": "78", "a": "258"}, atoms([772, b""])]}]
    yield Accept(
        name="rows-by-name", summary="a row by name, the next in order", requirements=ids("API-03 API-02"), value=value,
        given=given, needs=["rows-by-name"],
    )  # fmt: skip
    bare = {key: value[0][key] for key in ("schema", "description", "meta", "rows")}
    yield Accept(
        name="implied-members", summary="version and fields are implied", requirements=ids("SCOPE-05 API-01"),
        value=value, given=[bare],
    )  # fmt: skip


def features() -> Iterator[Feature]:
    """What is accepted."""
    yield Feature("file", "Whole inputs", cases(_single(), _several(), _partial(), _by_name()))
    yield Feature("sizes", "Long meta blocks and long rows", cases(_escapes(), _long_rows()))
