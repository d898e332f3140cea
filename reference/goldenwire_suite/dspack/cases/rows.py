"""Whole rows: fields in the order of the schema, fixed and dynamic ones mixed; unpacked in full and in part."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.dspack.cases.builders import (
    Json,
    RowEntry,
    cases,
    f32,
    f64,
    given_row,
    partial_row,
    rows_of,
)

# The row of the draft, which shows it as a list and by name.
DRAFT = "! H(day) B(device) B(feed) 3S(country) I(category) 2~:Q(app_ids) 2~:H(changes)"
DRAFT_ROW = "00ea0102434e0000003039" + "0002" + "0000000000003039" + "0000000000005ba0" + "0002" + "00020001"
DRAFT_VALUES = [234, 1, 2, b"CN", 12345, [12345, 23456], [2, 1]]


def _rows() -> Iterator[Case]:
    unpadded = DRAFT.replace("3S", "3s")
    table: list[RowEntry] = [
        ("draft", DRAFT, DRAFT_VALUES, "the row of the draft's program",
         "ROW-05 TYPE-18 TYPE-25 LIST-04 LIST-11 FLAG-01 FLAG-08"),
        ("draft-kept-zero", unpadded, [*DRAFT_VALUES[:3], b"CN\0", *DRAFT_VALUES[4:]],
         "the same row under the draft's other schema, where the country keeps its zero",
         "ROW-05 TYPE-25 LIST-04 LIST-11 FLAG-08"),
        ("draft-empty-lists", DRAFT, [0, 0, 0, b"", 0, [], []], "the row of the draft with every value zero or empty",
         "LIST-12 TYPE-18 TYPE-25"),
        ("draft-extremes", DRAFT, [65535, 255, 255, b"\xff\xff\xff", 2**32 - 1, [2**64 - 1], [65535]],
         "the row of the draft with every number at its greatest, in lists of one item",
         "ROW-05 TYPE-07 TYPE-13 LIST-11 FLAG-08 STR-09"),
        ("fixed-after-dynamic", "!B~sH", [1, b"ab", 258], "a fixed field after a dynamic one", "ROW-03 UNPACK-02"),
        ("dynamic-first", "!~sBH", [b"ab", 1, 258], "a dynamic field before the fixed ones", "ROW-03"),
        ("alternating", "<H:BH~sH2~:H", [1, [2], 3, b"4", 5, [6, 7]], "fixed and dynamic fields by turns",
         "ROW-03 ROW-05 LIST-11 FLAG-08"),
        ("dynamic-only", "!~s:B2~s", [b"a", [1, 2], b""], "a row of nothing but dynamic fields", "UNPACK-02"),
        (
            "pads-between-dynamic", "!~sx:Bx", [b"a", [1]], "pads between and after dynamic fields",
            "ROW-03 TYPE-01 TYPE-22",
        ),
        ("everything", "!x c b ? 2s 3S 4p ~s ~p :h 2:i 2~:2s 2:~s f d",
         [b"c", -1, True, b"ab", b"c", b"de", b"fgh", b"", [-2, 3], [4, -5], [b"ij"], [b"k", b""], f32(0.5), f64(0.25)],
         "fields of every kind", "ROW-05 UNPACK-02 ENC-03"),
        ("many-fields", "!" + "B" * 300, list(range(256)) + [7] * 44, "300 fields in one row", "ROW-05 DEC-01 LIM-04"),
        ("one-octet", "!B", [0], "the shortest row there is", "TYPE-04"),
        ("one-octet-and-string", "!B2s", [1, b"a\0"], "a number and a string of two octets", "STR-02 TYPE-25"),
        ("one-octet-and-strings", "!B 2s 2s 2s", [1, b"ab", b"cd", b"ef"], "a number and three strings of two octets",
         "STR-02"),
        ("with-names", "!B(a)H(b)", [1, 2], "two values, in the order of two fields that have names", "API-02"),
        ("spaced-schema", "\n! B\t(a)\r\n 2 ~ : H (b)", [1, [2]], "a schema with spacing of all kinds",
         "SCHEMA-11 SCHEMA-24 LIST-11 FLAG-08"),
    ]  # fmt: skip
    yield from rows_of(table)


def _partial() -> Iterator[Case]:
    rest, all_ = "rest-unpacked", "partial-is-full"
    table: list[tuple[str, str, str, list[Any], str, str, str]] = [
        ("draft", DRAFT, DRAFT_ROW, DRAFT_VALUES[:5], "the row of the draft up to its first list", "UNPACK-01", all_),
        (
            "all-fixed", "!HBI", "00ea0100000007", [234, 1, 7], "without dynamic fields all values are delivered",
            "UNPACK-01", "no-dynamic-no-first-part",
        ),
        ("dynamic-string", "!B~sB", "010261620c", [1], "the number after a string is not delivered", "UNPACK-01",
         f"{all_} mode-for-files-only"),
        (
            "dynamic-list", "!B:HB", "01010203" + "0c", [1], "the number after a list is not delivered", "UNPACK-01",
            all_,
        ),
        (
            "dynamic-first", "!~sB", "0161" + "07", [], "with a dynamic field first there are no values", "UNPACK-01",
            all_,
        ),
        ("list-of-dynamic", "!B2:~sB", "0101610007", [1], "a fixed list of dynamic strings is dynamic", "UNPACK-03",
         "fixed-lists-are-fixed"),
        (
            "list-of-fixed", "!B2:HB~s", "0102030405070161", [1, [515, 1029], 7], "a fixed list of numbers is fixed",
            "UNPACK-03", "lists-are-dynamic",
        ),
        ("list-of-fixed-strings", "!2:2sB:B", "6162630007" + "00", [[b"ab", b"c\0"], 7],
         "a fixed list of fixed strings is fixed", "UNPACK-03", "lists-are-dynamic"),
        ("fixed-string", "!3SB~s", "4344000700", [b"CD", 7], "a fixed string is delivered, and trimmed", "UNPACK-03",
         "strings-are-dynamic"),
        ("pads", "!xBx~s", "ff07ff00", [7], "pads are passed over, whatever they are", "UNPACK-03", "pads-are-dynamic"),
        ("pad-alone", "!x~s", "ff00", [], "a pad that is all of the first part", "UNPACK-01", "partial-is-full"),
        ("aligned", "@BI~s", "01eeeeee0200000000", [1, 2], "alignment bytes are passed over, whatever they are",
         "UNPACK-01 FLAG-07", all_),
        ("tail-too-short", "!B~s", "01ff61", [1], "a string that is cut short is not looked at", "UNPACK-04", rest),
        ("tail-missing", "!B~s", "01", [1], "a string that is not there is not missed", "UNPACK-04", rest),
        (
            "tail-too-long", "!B:B", "01" + "00" + "ffff", [1], "two octets after the last list are not looked at",
            "UNPACK-04", rest,
        ),
        ("tail-bad-pascal", "!B~p", "0100", [1], "a p without a buffer is not looked at", "UNPACK-04", rest),
        (
            "tail-huge", "!B8~:Q", "01ffffffffffffffff", [1], "a count of items that no row can hold is not looked at",
            "UNPACK-04", rest,
        ),
        ("tail-not-aligned", "@B:I", "0101", [1], "the alignment bytes before the items of a list are not looked at",
         "UNPACK-04", rest),
        (
            "nothing-fixed-nothing-there", "!~s", "", [], "a row without octets, of which none is looked at",
            "UNPACK-04 SCOPE-03", f"{rest} empty-rows-refused",
        ),
    ]  # fmt: skip
    for name, schema, octets, values, summary, requirements, catches in table:
        rules = requirements + " SCOPE-04" * (all_ in catches)
        summary = f"unpacked partially: {summary}"  # noqa: PLW2901
        yield partial_row(
            f"partial-{name}", schema, octets, values, summary=summary, requirements=rules, catches=catches
        )


def _by_name() -> Iterator[Case]:
    """Forms of rows that only encoders are given: rows as objects."""
    draft: dict[str, Json] = dict(
        zip(("day", "device", "feed", "country", "category", "app_ids", "changes"), DRAFT_VALUES, strict=True)
    )
    as_given = "by-name-as-given"
    table: list[tuple[str, str, dict[str, Json], list[Json], str, str, str]] = [
        ("reversed", DRAFT, dict(reversed(draft.items())), DRAFT_VALUES, "the row of the draft, the last field first",
         "API-03 LIST-11 FLAG-08 TYPE-25", as_given),
        (
            "defaults", "!B x H", {"f3": 258, "f1": 1}, [1, 258], "default names, which count pads",
            "API-03 SCHEMA-16 TYPE-22", as_given,
        ),
        ("mixed", "!B(a) ~s :H(c)", {"f2": b"x", "c": [1], "a": 2}, [2, b"x", [1]], "names of both kinds",
         "API-03 SCHEMA-16 LIST-11", as_given),
        (
            "by-case", "!B(a) B(A)", {"A": 2, "a": 1}, [1, 2], "names that differ in upper and lower case only",
            "API-03 API-04", "names-in-any-case",
        ),
        ("pad-with-name", "!x(gap) B(a)", {"a": 1}, [1], "no value for a pad that has a name", "API-03 TYPE-22", ""),
        ("alternating", "<H:BH~sH2~:H", {"f6": [6, 7], "f5": 5, "f4": b"4", "f3": 3, "f2": [2], "f1": 1},
         [1, [2], 3, b"4", 5, [6, 7]], "six default names, the last field first", "API-03 SCHEMA-16 ROW-03", as_given),
        ("pads-with-names", "!x(gap)B(a)x(rest)", {"a": 7}, [7], "no values for pads before and after a field",
         "API-03 TYPE-22", ""),
        ("pads-among-fields", "!H(a)x(p)~s(b)x(q)x(r):B(c)", {"c": [5, 6], "a": 1, "b": b"d"}, [1, b"d", [5, 6]],
         "no values for pads with names, of which two stand between a string and a list", "API-03 TYPE-22", as_given),
        ("default-100000", "!" + "x" * 99_999 + "B", {"f100000": 7}, [7], "the default name of the 100,000th field",
         "SCHEMA-16", ""),
        ("equal-hashes", "!" + "".join(f"B({name})" for name in COLLIDING),
         {name: COLLIDING.index(name) + 1 for name in reversed(COLLIDING)}, [*range(1, len(COLLIDING) + 1)],
         f"the last field first, names that {TOLD}", "API-03 SCHEMA-17", as_given),
        ("default-names-reversed", "!" + "".join(f"B(f{number})" for number in range(12, 0, -1)),
         {f"f{number}": number for number in range(1, 13)}, [*range(12, 0, -1)],
         "twelve fields with the names f12 to f1, of which none is at the place of its number",
         "API-03", f"{as_given} default-names-are-places"),
        ("default-names-elsewhere", "!B(f10)x(f2) ~s :H(f01)B(f0)H",
         {"f0": 5, "f01": [258], "f10": 1, "f3": b"c", "f6": 772}, [1, b"c", [258], 5, 772],
         "two default names, f3 and f6, among f10, f01 and f0, which no field has by default",
         "API-03 SCHEMA-16 TYPE-22", f"{as_given} default-names-are-places"),
        ("case-a", "!B(a)", {"a": 7}, [7], "a value for one name", "API-03", ""),
        ("called-text", "!2s(text)", {"text": b"ab"}, [b"ab"],
         "the only field is called text, like the member of an object in place of a string", "API-03",
         "rows-like-atoms"),
        ("called-text-number", "!B(text)", {"text": 7}, [7], "the only field is called text, and is a number", "API-03",
         "rows-like-atoms"),
        ("called-utf8", "!~s(utf8)", {"utf8": b"ab"}, [b"ab"],
         "the only field is called utf8, like the member of an object in place of a text", "API-03", "rows-like-atoms"),
        ("called-map", "!:B(map)", {"map": [1, 2]}, [[1, 2]],
         "the only field is called map, like the member of an object in place of user meta", "API-03",
         "rows-like-atoms"),
        (
            "no-values", "!xx", {}, [], "no values at all, for two pads", "API-03 TYPE-01 TYPE-22",
            "empty-object-is-no-row",
        ),
    ]  # fmt: skip
    for name, schema, given, value, summary, requirements, catches in table:
        yield given_row(
            f"by-name-{name}", schema, given, value, summary=f"given by name: {summary}", requirements=requirements,
            needs=["rows-by-name"], catches=catches,
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    yield Feature("rows", "Rows, whole and in part", cases(_rows(), _partial(), _by_name()))
