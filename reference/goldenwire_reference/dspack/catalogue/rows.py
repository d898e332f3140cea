"""Whole rows: fields in the order of the schema, fixed and dynamic ones mixed; full and partial unpacking."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Accept, Case, Feature
from goldenwire_reference.dspack.catalogue.words import (
    Json,
    RowEntry,
    atoms,
    cases,
    f32,
    f64,
    ids,
    partial_row,
    row,
    row_of,
)

# The row of the draft, which is given there as a list and by name.
DRAFT = "! H(day) B(device) B(feed) 3S(country) I(category) 2~:Q(app_ids) 2~:H(changes)"
DRAFT_ROW = "00ea0102434e0000003039" + "0002" + "0000000000003039" + "0000000000005ba0" + "0002" + "00020001"
DRAFT_VALUES = [234, 1, 2, b"CN", 12345, [12345, 23456], [2, 1]]


def _rows() -> Iterator[Case]:
    unpadded = DRAFT.replace("3S", "3s")
    table: list[RowEntry] = [
        ("draft", DRAFT, DRAFT_VALUES, "the row of the draft's program", "ROW-05 TYPE-18 LIST-04 FLAG-01"),
        ("draft-kept-zero", unpadded, [*DRAFT_VALUES[:3], b"CN\0", *DRAFT_VALUES[4:]],
         "the draft's other schema, where the country keeps its zero", "ROW-05 TYPE-17 LIST-04"),
        ("draft-empty-lists", DRAFT, [0, 0, 0, b"", 0, [], []], "all of it zero or empty", "ROW-05 LIST-12"),
        ("draft-extremes", DRAFT, [65535, 255, 255, b"\xff\xff\xff", 2**32 - 1, [2**64 - 1], [65535]],
         "all of it as large as can be", "ROW-05 TYPE-07 TYPE-13"),
        ("fixed-after-dynamic", "!B~sH", [1, b"ab", 258], "a fixed field after a dynamic one", "ROW-03 UNPACK-02"),
        ("dynamic-first", "!~sBH", [b"ab", 1, 258], "the dynamic field first", "ROW-03"),
        ("alternating", "<H:BH~sH2~:H", [1, [2], 3, b"4", 5, [6, 7]], "fixed and dynamic by turns", "ROW-03 ROW-05"),
        ("dynamic-only", "!~s:B2~s", [b"a", [1, 2], b""], "nothing but dynamic fields", "ROW-03"),
        ("pads-between-dynamic", "!~sx:Bx", [b"a", [1]], "pads among dynamic fields", "ROW-03 TYPE-01 SCOPE-03"),
        ("everything", "!x c b ? 2s 3S 4p ~s ~p :h 2:i 2~:2s 2:~s f d",
         [b"c", -1, True, b"ab", b"c", b"de", b"fgh", b"", [-2, 3], [4, -5], [b"ij"], [b"k", b""], f32(0.5), f64(0.25)],
         "fields of every kind", "ROW-05 UNPACK-02 DEC-01 ENC-01"),
        ("many-fields", "!" + "B" * 300, list(range(256)) + [7] * 44, "300 fields", "ROW-05 LIM-04"),
        ("one-octet", "!B", [0], "the shortest row", "ROW-04"),
        ("spaced-schema", "\n! B\t(a)\r\n 2 ~ : H (b)", [1, [2]], "spacing in the schema changes nothing", "SCHEMA-11"),
    ]  # fmt: skip
    yield from (row(*entry) for entry in table)


def _partial() -> Iterator[Case]:
    table: list[tuple[str, str, str, list[Any], str, str]] = [
        ("draft", DRAFT, DRAFT_ROW, DRAFT_VALUES[:5], "the draft's row: up to the first list", "UNPACK-01"),
        ("all-fixed", "!HBI", "00ea0100000007", [234, 1, 7], "without dynamic fields all are delivered", "UNPACK-01"),
        ("dynamic-string", "!B~sB", "010261620c", [1], "a fixed field after the string is not delivered", "UNPACK-03"),
        ("dynamic-list", "!B:HB", "01010203" + "0c", [1], "nor one after a list", "UNPACK-03"),
        ("dynamic-first", "!~sB", "0161" + "07", [], "the first field dynamic: no values", "UNPACK-01 UNPACK-03"),
        ("list-of-dynamic", "!B2:~sB", "0101610007", [1], "a fixed list of dynamic strings is dynamic", "UNPACK-03"),
        ("list-of-fixed", "!B2:HB~s", "0102030405070161", [1, [515, 1029], 7], "a fixed list is fixed", "UNPACK-03"),
        ("list-of-fixed-strings", "!2:2sB:B", "6162630007" + "00", [[b"ab", b"c\0"], 7],
         "and so is one of fixed strings", "UNPACK-03"),
        ("fixed-string", "!3SB~s", "4344000700", [b"CD", 7], "fixed strings are delivered, trimmed", "UNPACK-01"),
        ("pads", "!xBx~s", "ff07ff00", [7], "pads are skipped", "UNPACK-01"),
        ("aligned", "@BI~s", "01eeeeee0200000000", [1, 2], "alignment is skipped", "UNPACK-01"),
        ("tail-too-short", "!B~s", "01ff61", [1], "what follows is not looked at: a string cut short", "UNPACK-04"),
        ("tail-missing", "!B~s", "01", [1], "not even whether it is there", "UNPACK-04"),
        ("tail-too-long", "!B:B", "01" + "00" + "ffff", [1], "or whether something is left over", "UNPACK-04"),
        ("tail-bad-pascal", "!B~p", "0100", [1], "or whether a Pascal string has a buffer", "UNPACK-04"),
        ("tail-huge", "!B8~:Q", "01ffffffffffffffff", [1], "or how many items are announced", "UNPACK-04 LIM-02"),
        ("nothing-fixed-nothing-there", "!~s", "", [], "a row of no octets that nobody looks at", "UNPACK-04"),
    ]  # fmt: skip
    for name, schema, octets, values, summary, requirements in table:
        rules = f"{requirements} SCOPE-04"
        yield partial_row(f"partial-{name}", schema, octets, values, summary=summary, requirements=rules)


def _by_name() -> Iterator[Case]:
    """What encoders alone are given: rows as objects."""
    draft: dict[str, Json] = dict(
        zip(("day", "device", "feed", "country", "category", "app_ids", "changes"), DRAFT_VALUES, strict=True)
    )
    table: list[tuple[str, str, dict[str, Json], list[Json], str, str]] = [
        ("draft", DRAFT, draft, DRAFT_VALUES, "the draft's row by name", "API-03"),
        ("reversed", DRAFT, dict(reversed(draft.items())), DRAFT_VALUES, "the last field first", "API-03"),
        ("defaults", "!B x H", {"f3": 258, "f1": 1}, [1, 258], "default names count pads", "API-03 SCHEMA-16"),
        (
            "mixed",
            "!B(a) ~s :H(c)",
            {"f2": b"x", "c": [1], "a": 2},
            [2, b"x", [1]],
            "both kinds of names",
            "API-03 API-04",
        ),
        ("by-case", "!B(a) B(A)", {"A": 2, "a": 1}, [1, 2], "upper and lower case differ", "API-03 SCHEMA-17"),
        ("pad-with-name", "!x(gap) B(a)", {"a": 1}, [1], "a pad's name takes no value", "API-03 TYPE-01"),
        ("no-values", "!xx", {}, [], "no values at all", "API-03 TYPE-01"),
    ]
    for name, schema, given, value, summary, requirements in table:
        yield Accept(
            name=f"by-name-{name}", summary=summary, requirements=ids(requirements), context=row_of(schema),
            value=atoms(value), given={key: atoms(one) for key, one in given.items()}, needs=["rows-by-name"],
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """What is accepted."""
    yield Feature("rows", "Rows, whole and in part", cases(_rows(), _partial(), _by_name()))
