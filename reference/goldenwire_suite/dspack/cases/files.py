"""Whole inputs: framing, consecutive data sets, their ends; the escape of meta_length; long rows."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dspack.tables import MAX_META
from goldenwire_suite.cases import Accept, Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.dspack.cases import rows
from goldenwire_suite.dspack.cases.builders import (
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
    row_of,
    text,
)
from goldenwire_suite.dspack.cases.schemas import PROGRAM
from goldenwire_suite.dspack.cases.types import LOW_NANS

MARKER = bytes(4)

# A field of each kind that an encoder may have to refuse, and its values.
ALL_KINDS = "!1s(s)B(n)?(b)f(x)2:B(l)~s(d)4p(p)c(c)2:1s(ls)2:c(lc)2:?(lb)2:f(lx)2:~s(ld)~:h(lh)"
ALL_VALUES = [
    b"a", 7, True, "0x3f800000", [1, 2], b"bc", b"def", b"g", [b"h", b"i"], [b"j", b"k"], [True, False],
    ["0x3f800000", "0x40000000"], [b"l", b"mn"], [-1, 300],
]  # fmt: skip


def _single() -> Iterator[Case]:
    row = [0x0102]
    table: list[tuple[str, Json, str, str]] = [
        ("draft-program", data_set(PROGRAM, rows.DRAFT_VALUES), "the program of the draft and its row",
         "META-01 META-02 META-10 META-12 ROW-01 ROW-07 META-09 API-02 SCHEMA-20"),
        ("no-rows", data_set("!B"), "a data set without rows", "ROW-06 META-01 META-02 META-12"),
        ("no-fields", data_set("!"), "a schema without fields, and so no rows", "SCHEMA-19 ROW-06"),
        ("one-row", data_set("!H", row), "a data set with one row", "ROW-01 ROW-07 SET-03"),
        ("one-row-of-an-octet", data_set("!B", [1]), "a data set with one row of one octet", "ROW-01 ROW-07 SET-03"),
        ("one-row-with-names", data_set("!B(a)H(b)", [1, 2]), "a data set with one row, whose two fields have names",
         "API-02 SCOPE-05"),
        ("schema-of-two-lines", data_set("!B(a)\nx(b)\n"), "a schema of two lines", "SCHEMA-20 META-09"),
        (
            "rows-in-order", data_set("!B", *([n] for n in (3, 1, 2, 1))),
            "four rows, which are delivered in the order in which they stand",
            "ROW-05 SET-03",
        ),
        ("rows-of-several-lengths", data_set("!~s", *([b"x" * n] for n in (0, 3, 1, 255))),
         "rows of 1, 4, 2 and 256 octets, each after its own row_length", "ROW-01 ROW-07"),
        ("row-length-big-endian", data_set("<H", row), "row_length is big-endian under <, where the value is not",
         "ROW-07 META-10"),
        ("row-length-native", data_set("@H", row), "row_length is big-endian under @, where the value is not",
         "ROW-07 META-10"),
        (
            "row-length-two-bytes", data_set("!258s", [bytes(258)]),
            "a row of 258 octets, which take two bytes to count", "ROW-07",
        ),
        ("row-of-zeros", data_set("!Q", [0], [0]), "two rows of 8 octets 00, which are no markers", "ROW-01"),
        ("rows-300", data_set("!B(n)", *([n % 256] for n in range(300))), "300 rows", "ROW-05 DEC-01 LIM-04"),
        ("rows-1100", data_set("!h(n)", *([n] for n in range(1100))), "1100 rows", "ROW-05 DEC-01 LIM-04"),
        ("fields-1100", data_set("!" + "B" * 1100, [n % 256 for n in range(1100)]), "1100 fields", "DEC-01 LIM-04"),
        ("row-of-all-kinds", data_set(ALL_KINDS, *[ALL_VALUES] * 3), "three equal rows of 14 fields of many kinds",
         "ROW-05 ROW-01"),
        ("names-with-a-meaning",
         data_set("!B(__proto__)B(constructor)B(class)B(_x)B(toString)B(length)", [1, 2, 3, 4, 5, 6]),
         "names of fields that are special in some programming language", "API-02 SCOPE-05"),
        ("names-of-equal-hashes",
         data_set("!" + "".join(f"B({name})" for name in COLLIDING), [*range(1, len(COLLIDING) + 1)]),
         f"names of fields that {TOLD}", "API-02 SCHEMA-17"),
        ("pads-only", data_set("!xx", [], []), "two rows of pads, without values", "TYPE-01 TYPE-22 ROW-01"),
        (
            "aligned-rows", data_set("@BI", [1, 2], [3, 4]), "alignment counts from the first octet of each row",
            "FLAG-06",
        ),
        (
            "aligned-rows-odd", data_set("@BHB", [1, 2, 3], [4, 5, 6]),
            "alignment counts from the first octet of each row, also after a row of 5 octets", "FLAG-06",
        ),
        ("everything", data_set("<x d(a) 2~:~s(b)", [f64(1.5), [b"x", b""]], description="all of it",
                                meta={"a": [1, None]}), "rows, a description and user meta", "META-05 META-12"),
        (
            "schema-verbatim", data_set(" ! \r\n\tB(a  note )  x\n\n", [7]),
            "the schema is stored as it was given, with all its spacing", "SCHEMA-20",
        ),
        ("schema-unicode", data_set("!B(g Größe \u65e5 \U0001f600)", [7]), "a schema with a note beyond ASCII",
         "SCHEMA-14 META-12"),
        ("text-of-brackets",
         data_set(f"!B(a {'([{' * 70})", [7], description="[{(" * 70, meta={"{[" * 70: '"' + "[" * 300}),
         "opening brackets in a note, a description and a key, and 300 after a quote in a str", "SCHEMA-14 META-05"),
        ("schema-flag-kept", data_set("=H", row), "the flag = is not replaced by <", "SCHEMA-20 FLAG-03"),
    ]  # fmt: skip
    for name, one, summary, requirements in table:
        yield file(name, [one], summary, requirements, numbers=[300] if name == "text-of-brackets" else ())
    yield read_file(
        "rows-of-bools", framed(block(text("!2:?:?")), b"\2\1\1\x80", b"\0\xff\0"),
        [data_set("!2:?:?", [[True, True], [True]], [[False, True], []])], requirements="TYPE-23",
        catches="bool-01-only listed-bools-01-only",
        summary="two rows with lists of ?, in which 02, 80 and ff are read as true",
    )  # fmt: skip
    yield read_file(
        "aligned-garbage", framed(block(text("@BH")), b"\1\xff\2\0", b"\3\0\4\0", b"\5\6\7\0"),
        [data_set("@BH", [1, 2], [3, 4], [5, 7])], requirements="FLAG-07", catches="alignment-checked",
        summary="three rows of integers, in the first and the last of which the alignment byte is not 00",
    )  # fmt: skip


def _of_lengths() -> Iterator[Case]:
    """Yield data sets with rows of several lengths: strings in a list of a fixed count, the items of a list."""
    reused = "row-length-of-the-first"
    table: list[tuple[str, Json, str, str]] = [
        ("plain", data_set("!2:~s", [[b"", b""]], [[b"a", b"bc"]], [[b"", b""]], [[b"abc", b""]]),
         "lists of two ~s: rows of 2, 5, 2 and 5 octets", reused),
        ("trimmed", data_set("!B2:2~S", [7, [b"abc", b"de"]], [7, [b"", b"a"]], [7, [b"abcdefg", b""]]),
         "lists of two 2~S: rows of 10, 6 and 12 octets", reused),
        ("pascal", data_set("!1:~pH", [[b"abc"], 9], [[b""], 9], [[b"ab"], 9]),
         "lists of one ~p, and an H: rows of 7, 4 and 6 octets", reused),
        ("lists", data_set("!:HB", [[1, 2, 3], 9], [[], 9], [[4], 9]), "lists of H: rows of 8, 2 and 4 octets", ""),
    ]  # fmt: skip
    for name, one, summary, catches in table:
        after = f"{summary}, each after its own row_length"
        yield file(f"rows-of-lengths-{name}", [one], after, "ROW-01 ROW-07", catches)


def _several() -> Iterator[Case]:
    first = data_set("!B(a)", [1], description="first", meta={"n": 1})
    second = data_set("<H(b)", [258], [772])
    empty = data_set("!")
    table: list[tuple[str, list[Json], str, str]] = [
        ("two-data-sets", [first, second], "a marker between two data sets", "SET-01 SET-02 SET-06 META-12"),
        ("nothing-inherited", [first, data_set("!B(a)", [1])],
         "a second data set, which does not inherit the description and the user meta of the first",
         "SET-04 META-12"),
        (
            "same-schema-twice", [data_set("!B", [1]), data_set("!B", [2])],
            "two data sets of one schema are not merged", "SET-06",
        ),
        ("flag-replaced", [data_set("!H", [258]), data_set("<H", [258])], "two data sets, each with its own byte order",
         "SET-04 META-12"),
        (
            "three-data-sets", [first, second, first], "three data sets, the third like the first",
            "SET-01 SET-06 META-12",
        ),
        ("empty-data-set-first", [empty, second], "a data set without rows before one with two", "SET-01 ROW-06"),
        ("empty-data-set-last", [second, empty], "a data set without rows after one with two", "SET-01 ROW-06"),
        ("empty-data-sets", [data_set("!B"), empty, data_set("!H")], "three data sets without rows", "SET-01 ROW-06"),
        ("forty-data-sets", [data_set("!B", [n]) for n in range(40)], "40 data sets", "SET-01 SET-06 DEC-01 LIM-04"),
    ]  # fmt: skip
    for name, sets, summary, requirements in table:
        yield file(name, sets, summary, requirements)
    for name, sets, summary, requirements, catches in (
        ("notes", [data_set(f"!B(a \0{note})", [1]) for note in "xyx"],
         "three data sets whose schemas differ behind U+0000 in a note alone, the third like the first",
         "SET-04 SCHEMA-14", "schemas-kept-to-nul"),
        ("notes-descending", [data_set(f"!B(a b\0{note})", [1]) for note in ("yz", "xx")],
         "two data sets whose schemas differ behind U+0000 in a note alone, the greater one first", "SET-04 SCHEMA-14",
         "schemas-kept-to-nul"),
        ("descriptions", [data_set("!B", [1], description=f"\0{last}", meta={f"a\0{last}": 1}) for last in "xy"],
         "two data sets whose descriptions and user meta differ behind U+0000 alone", "SET-04 META-05", ""),
    ):  # fmt: skip
        yield file(f"differing-behind-nul-{name}", sets, summary, requirements, catches)
    one_row = framed(block(text("!B")), b"\x09")
    ends = [
        ("marker-at-end", one_row + MARKER, [data_set("!B", [9])], "a marker after the last row"),
        ("marker-after-no-rows", framed(block(text("!b"))) + MARKER, [data_set("!b")],
         "a marker right after the meta block, and then the end"),
        ("marker-after-second", one_row + MARKER + one_row + MARKER, [data_set("!B", [9])] * 2,
         "a marker between two data sets and one after the second"),
    ]  # fmt: skip
    for name, data, sets, summary in ends:
        yield read_file(name, data, sets, summary=summary, requirements="SET-02", catches="last-marker-refused")


# By size of the meta block in octets: the end of the summary, requirements, the mutation that the case catches.
_SIZES = {
    65534: ("the longest whose length has two bytes: ff fe", "META-02 META-12", "escape-from-ff-fe"),
    65535: ("the shortest whose length has four bytes: ff ff 00 00", "META-03 META-11", "no-escape"),
    65536: ("whose length is ff ff 00 01", "META-11 META-10", "escape-little-endian"),
    131070: ("the longest of all, whose length is ff ff ff ff", "META-11 META-04", "escape-repeats"),
}


def described(size: int) -> Json:
    """Return a data set with a meta block of `size` octets, which must be more than 300."""
    overhead = len(block(text("!B"))) + (5 if size - 38 > 65535 else 3) - 1
    return data_set("!B", [7], description="d" * (size - overhead))


def _escapes() -> Iterator[Case]:
    for size, (summary, requirements, catches) in _SIZES.items():
        summary = f"a meta block of {size} octets, {summary}"  # noqa: PLW2901
        yield file(f"meta-of-{size}", [described(size)], summary, requirements, catches)
    summary = "a meta block of 131070 octets, with a description of 43676 characters"
    few = data_set("!B", [7], description="東" * 43675 + "é")
    yield file("meta-of-131070-few-characters", [few], summary, "META-11 META-04")
    note = "n" * 65500
    summary = "a schema of 65571 octets, and a second data set with a schema of 2"
    long = data_set(f"!B(a {note})x(b {note[:60]})", [1])
    yield file("long-schema", [long, data_set("!B", [2])], summary, "META-11 SET-04")


# Sizes of inputs that end where the buffers of codecs do, in bytes.
CHUNKS = (4096, 8192, 65536)


def _chunks() -> Iterator[Case]:
    """Yield rows by themselves and whole inputs of these sizes, whose last octets are not 0."""
    for size in CHUNKS:
        yield Accept(
            name=f"row-of-{size}-whole", requirements=ids("TYPE-25 STR-02"), context=row_of(f"!{size - 1}SB"),
            value=atoms([b"a", 7]), summary=f"a row of exactly {size} octets, whose last is 7", numbers=[size],
        )  # fmt: skip
        width = size - len(framed(block(text(f"!{size}SB")), b"\7"))  # which has as many digits
        yield file(f"input-of-{size}", [data_set(f"!{width}SB", [b"a", 7])],
                   f"an input of exactly {size} octets, whose last is 7", "TYPE-25 ROW-07", numbers=[size])  # fmt: skip
    yield file("meta-of-4096", [described(4096)], "a meta block of exactly 4096 octets", "META-02")
    one = described(4096 - 7)
    summary = "an input of exactly 4096 octets, most of which are a description"
    yield file("input-of-4096-described", [one], summary, "META-02 ROW-07", numbers=[4096])


def _long_rows() -> Iterator[Case]:
    table: list[tuple[str, str, Json, str, str]] = [
        ("row-of-131074", "!3~s", b"\x02" * 131071, "a row of 131074 octets, longer than any meta block",
         "ROW-07 DEC-01 LIM-04 FLAG-08"),
        ("row-of-list", "<4~:?", [True] * 4096, "a list of 4096 items", "ROW-07 LIST-04 DEC-01 LIM-04 FLAG-08"),
    ]  # fmt: skip
    for name, schema, value, summary, requirements in table:
        yield file(name, [data_set(schema, [value])], summary, requirements)


FLOAT_32 = b"\x81\xa1a\xca\x3f\xc0\0\0"  # user meta of a float 32, which takes four octets more as a float 64


def _widened() -> Iterator[Case]:
    """Yield an input whose meta block is the longest there is, and is longer when it is written again."""
    size = MAX_META - len(block(description=b"\xdb\0\0\0\0", meta=FLOAT_32))
    described = b"\xdb" + size.to_bytes(4, "big") + b"d" * size
    meta_block = block(description=described, meta=FLOAT_32)
    yield Accept(
        name=f"meta-of-{MAX_META}-float-32", requirements=ids("META-17 META-11"),
        summary=f"a meta block of {MAX_META} octets with a float 32: as a float 64 it has no room",
        data=b"\xff\xff\xff\xff" + meta_block + b"\0\0\0\1\7",
        value=[data_set("!B", [7], description="d" * size, meta={"a": 1.5})], numbers=[32, 64, MAX_META],
    )  # fmt: skip


def _partial() -> Iterator[Case]:
    draft = bytes.fromhex(rows.DRAFT_ROW)
    lists = text("!H(a)~s(b)B(c)")
    full = "partial-is-full"
    table: list[tuple[str, bytes, str, list[list[Any]], str, str, str]] = [
        ("draft", framed(block(text(rows.DRAFT)), draft, draft), rows.DRAFT, [rows.DRAFT_VALUES[:5]] * 2,
         "two rows of the draft up to their first list", "UNPACK-01 SCOPE-04", full),
        ("all-fixed", framed(block(text("!HB")), b"\0\1\2", b"\0\3\4"), "!HB", [[1, 2], [3, 4]],
         "without dynamic fields all values are delivered", "META-12 UNPACK-01",
         "no-dynamic-no-first-part"),
        ("dynamic-first", framed(block(text("!~sB")), b"\1a\2", b"\0\4"), "!~sB", [[], []],
         "rows with a dynamic field first are delivered without values", "UNPACK-01 SCOPE-04", full),
        ("bad-tails", framed(block(lists), b"\0\1\xff", b"\0\2", b"\0\3\0\1\1\1"), "!H(a)~s(b)B(c)", [[1], [2], [3]],
         "what follows the first part of a row is not looked at", "UNPACK-04", "rest-unpacked"),
        ("no-rows", framed(block(text("!~s"))), "!~s", [], "a data set without rows", "ROW-06", "no-rows-refused"),
    ]  # fmt: skip
    for name, data, schema, values, summary, requirements, catches in table:
        yield Accept(
            name=f"partial-{name}", summary=f"unpacked partially: {summary}", requirements=ids(f"{requirements} "
                                                                                               f"META-12"),
            context=PARTIAL, value=[data_set(schema, *values)], data=data, catches=catches.split(),
        )  # fmt: skip
    two = framed(block(lists), b"\0\1\0\7") + MARKER + framed(block(text("<H")), b"\2\0") + MARKER
    yield Accept(
        name="partial-two-data-sets",
        summary="unpacked partially: two data sets, each by its own schema, and a marker at the end",
        requirements=ids("UNPACK-01 SET-04 SCOPE-04"),
        context=PARTIAL,
        value=[data_set("!H(a)~s(b)B(c)", [1]), data_set("<H", [2])],
        data=two,
        catches=[full, "schema-inherited"],
    )
    yield Accept(
        name="partial-more-of-the-second",
        summary="unpacked partially: of a data set one value of two, then of another both",
        requirements=ids("UNPACK-01 SET-04 SCOPE-04"),
        context=PARTIAL,
        value=[data_set("!B~s", [1]), data_set("!BB", [2, 3])],
        data=framed(block(text("!B~s")), b"\1\0") + MARKER + framed(block(text("!BB")), b"\2\3"),
        catches=[full, "schema-inherited"],
    )
    later = framed(block(), b"\7") + MARKER + framed(block(text("!B~s")), b"\7", b"\x08\xffa", b"\x09\0a")
    yield Accept(
        name="partial-bad-tails-later",
        summary="unpacked partially: what follows the first part of a row is not looked at in a second data set either",
        requirements=ids("UNPACK-04 META-12"),
        context=PARTIAL,
        value=[data_set("!B", [7]), data_set("!B~s", [7], [8], [9])],
        data=later,
        catches=["rest-unpacked"],
    )


def _given() -> Iterator[Case]:
    """Yield cases for encoders alone: values in a form that no decoder delivers."""
    value = [data_set("!H(a)~s(b)", [258, b"x"], [772, b""])]
    given = [{**value[0], "rows": [{"b": "78", "a": "258"}, atoms([772, b""])]}]
    yield Accept(
        name="rows-by-name", summary="given a row by name and the next one in order", requirements=ids("API-03 "
                                                                                                       "API-02 "
                                                                                                       "META-12"),
        value=value, given=given, needs=["rows-by-name"], catches=["by-name-as-given"],
    )  # fmt: skip
    yield from _given_rows()
    yield from _orders()
    bare = {key: value[0][key] for key in ("schema", "description", "meta", "rows")}
    yield Accept(
        name="implied-members", summary="given neither the version nor the fields, which may be left out",
        requirements=ids("SCOPE-05"), value=value, given=[bare], catches=["implied-members-wanted"],
    )  # fmt: skip


def _given_rows() -> Iterator[Case]:
    """Yield data sets of rows with doubles for lists of f, and by name around pads that have names."""
    value = [data_set("<:f(a)B(n)", [["0x3fc00000"], 1], [["0xff800000", *["0x7fc00000"] * len(LOW_NANS)], 2])]
    given = [{**value[0], "rows": [atoms([[f64(1.5)], 1]), atoms([["0xfff0000000000000", *LOW_NANS], 2])]}]
    yield Accept(
        name="float-given-nans-in-list", requirements=ids("TYPE-16 TYPE-24 META-12"), value=value, given=given,
        summary="given doubles for lists of f, in the second row minus infinity and NaNs whose payloads are in their "
        "lower halves", catches=["nan-narrowed-by-bits", "nan-by-its-upper-half"],
    )  # fmt: skip
    value = [data_set("!H(a)x(p)~s(b)x(q)x(r):B(c)", [1, b"d", [5]], [258, b"", [6, 7]])]
    given = [{**value[0], "rows": [{"c": ["5"], "b": "64", "a": "1"}, {"b": "", "a": "258", "c": ["6", "7"]}]}]
    yield Accept(
        name="rows-by-name-pads", summary="given two rows by name, without values for three pads that have names",
        requirements=ids("API-03 TYPE-22 META-12"), value=value, given=given, needs=["rows-by-name"],
        catches=["by-name-as-given"],
    )  # fmt: skip


def _orders() -> Iterator[Case]:
    """Yield data sets of rows of which some are given by name, in different orders."""
    first, second, third = {"a": "1", "b": "2"}, {"b": "4", "a": "3"}, {"a": "5", "b": "6"}
    table: list[tuple[str, list[Any], str, str]] = [
        ("orders", [first, second, third], "three rows by name, the second with the names in another order",
         "order-of-the-first-row"),
        ("orders-around-a-row", [second, ["1", "2"], third], "a row by name with the last field first, one as a list, "
         "and one by name with the first field first", "order-of-the-first-row order-of-names-for-lists"),
        ("orders-after-a-row", [["1", "2"], second, third],
         "a row as a list, one by name with the last field first, and one by name with the first field first",
         "order-of-the-first-row"),
    ]  # fmt: skip
    for name, given, summary, catches in table:
        rule = "API-02" if any(isinstance(row, list) for row in given) else ""
        rows = [[row["a"], row["b"]] if isinstance(row, dict) else row for row in given]
        yield Accept(
            name=f"rows-by-name-{name}", summary=f"given {summary}", requirements=ids(f"API-03 {rule} META-12"),
            value=[data_set("!B(a)B(b)", *rows)],
            given=[{**data_set("!B(a)B(b)"), "rows": given}], needs=["rows-by-name"], catches=catches.split(),
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    yield Feature("file", "Whole inputs", cases(_single(), _of_lengths(), _several(), _partial(), _given()))
    yield Feature("sizes", "Long meta blocks and long rows", cases(_escapes(), _chunks(), _long_rows(), _widened()))
