"""Schema texts by themselves: flags, types, lengths, counts, descriptions, spacing."""

import re
from collections.abc import Iterator, Sequence

from goldenwire_reference.dspack.tables import MAX_WIDTH
from goldenwire_suite.cases import Accept, Case, Feature
from goldenwire_suite.dspack.cases.builders import FLAG_NAMES, SCHEMA, ids

# A field: type, count, length, name, note.
Row = tuple[str, str | None, str | None, str | None, str | None]

DRAFT = "! H(day) B(device) B(feed) 3s(country) I(category)\n  2~:Q(app_ids) 2~:H(changes App's rank change)"
PROGRAM = (
    "\n    ! H(day) B(device) B(feed) 3S(country) I(category)\n      2~:Q(app_ids) 2~:H(changes App's rank change)\n"
)


# Three fields without names, the second of which is the 10,000th of all.
BEYOND_F9999 = f"!{'x' * 9998}BBx:H"


# Letters in which two names agree that differ in their last one.
ALIKE = (14, 15, 16, 31, 32, 63, 64)


def single(type_: str, name: str | None = "a", note: str | None = None) -> Row:
    return (type_, None, None, name, note)


def string(type_: str, length: str, name: str | None = "a") -> Row:
    return (type_, None, length, name, None)


def listed(type_: str, count: str, name: str | None = "a") -> Row:
    return (type_, count, None, name, None)


def schema(
    name: str, text: str, fields: list[Row], summary: str, requirements: str, *, catches: str = "",
    numbers: Sequence[int] = (),
) -> Accept:  # fmt: skip
    keys = ("type", "count", "length", "name", "note")
    flag = text.strip()[0]
    return Accept(
        name=name, summary=summary, requirements=ids(requirements), context=SCHEMA, data=text.encode(),
        value={"flag": flag, "fields": [dict(zip(keys, field, strict=True)) for field in fields]},
        numbers=[MAX_WIDTH, *(len(run[0]) for run in re.finditer(r"(\s)\1+", text)), *numbers],
        catches=catches.split(),
    )  # fmt: skip


def _flags() -> Iterator[Case]:
    for flag, word in FLAG_NAMES.items():
        yield schema(f"flag-{word}", f"{flag}B(a)", [single("B")], f"the flag {flag} and one field", "SCHEMA-02")
    yield schema("no-fields", "!", [], "a flag and no fields", "SCHEMA-01 SCHEMA-19")
    yield schema(
        "no-fields-spaced", " \t@\r\n", [], "a flag with spacing around it and no fields", "SCHEMA-19 SCHEMA-24"
    )


def _draft() -> Iterator[Case]:
    fields = [
        single("H", "day"), single("B", "device"), single("B", "feed"), string("s", "3", "country"),
        single("I", "category"), listed("Q", "2~", "app_ids"), ("H", "2~", None, "changes", "App's rank change"),
    ]  # fmt: skip
    summary = "the schema in the example of the draft: two lines, and a note on the last field"
    yield schema("draft-example", DRAFT, fields, summary, "SCHEMA-01 SCHEMA-13 SCHEMA-24")
    program = [string("S", "3", "country") if field[3] == "country" else field for field in fields]
    summary = "the schema in the program of the draft, which begins with a line end and has an S"
    yield schema("draft-program", PROGRAM, program, summary, "SCHEMA-11 SCHEMA-22 SCHEMA-24")
    yield schema(
        "draft-dictionary",
        "! :~s(meta_keys) :~s(meta_vals Used with meta_keys)",
        [("s", "1~", "1~", "meta_keys", None), ("s", "1~", "1~", "meta_vals", "Used with meta_keys")],
        "the draft's two lists for a dictionary, after a flag",
        "SCHEMA-04 SCHEMA-13 LIST-01",
    )


def _types() -> Iterator[Case]:
    scalars = "cbB?hHiIlLqQfd"
    texts = " ".join(f"{type_}(n{number})" for number, type_ in enumerate(scalars))
    fields = [single(type_, f"n{number}") for number, type_ in enumerate(scalars)]
    yield schema("scalars", f"!{texts}", fields, "every scalar that all flags have", "SCHEMA-05")
    lists = [listed(type_, "1~", f"n{number}") for number, type_ in enumerate(scalars)]
    texts = " ".join(f":{type_}(n{number})" for number, type_ in enumerate(scalars))
    yield schema(
        "lists-of-scalars", f"!{texts}", lists, "a list of every scalar that all flags have", "SCHEMA-04 LIST-01"
    )
    yield schema("pointer", "@P(a)", [single("P")], "P under @", "TYPE-20")
    yield schema("pointer-list", "@2:P(a)", [listed("P", "2")], "a list of P under @", "TYPE-20")
    pads = [single("x", None), single("B"), single("x", None)]
    yield schema("pads", "!x B(a) x", pads, "pads without a description have no name", "SCHEMA-16 SCOPE-02")
    pads = [single("x", "gap"), single("x", "rest", "to the end")]
    yield schema("pads-with-names", "!x(gap)x(rest to the end)", pads, "pads with descriptions", "SCHEMA-03 SCOPE-02")
    many = [single("B", f"f{number}") for number in range(1, 301)]
    summary = "300 fields without descriptions, which are called f1 to f300"
    yield schema("many-fields", "!" + "B" * 300, many, summary, "SCHEMA-01 SCHEMA-16 LIM-04")


# The forms of lengths and counts, and their meanings.
_LENGTHS = {"": "1", "12": "12", "~": "1~", "2~": "2~"}
_COUNTS = {"3:": "3", ":": "1~", "~:": "1~", "2~:": "2~"}


def _strings() -> Iterator[Case]:
    for type_, word, rule in (
        ("s", "octets", "SCHEMA-08"),
        ("p", "pascal", "SCHEMA-07"),
        ("S", "trimmed", "SCHEMA-22"),
    ):
        text = f"!{type_}(a) 12{type_}(b) ~{type_}(c) 2~{type_}(d)"
        fields = [string(type_, length, name) for length, name in zip(_LENGTHS.values(), "abcd", strict=True)]
        yield schema(f"{word}-lengths", text, fields, f"the four forms of a length before {type_}", f"{rule} SCHEMA-05")
        pairs = list(enumerate((count, length) for count in _COUNTS for length in _LENGTHS))
        text = "!" + "".join(f"{count}{length}{type_}(n{n})" for n, (count, length) in pairs)
        lists: list[Row] = [(type_, _COUNTS[count], _LENGTHS[length], f"n{n}", None) for n, (count, length) in pairs]
        summary = f"lists of {type_}: every form of a count with every form of a length"
        yield schema(f"{word}-lists", text, lists, summary, f"{rule} SCHEMA-04 LIST-07")


def _lengths() -> Iterator[Case]:
    counts = [listed("B", count, name) for count, name in (("1~", "a"), ("1~", "b"), ("10", "c"), ("2~", "d"))]
    text = "!:B(a)~:B(b)10:B(c)2~:B(d)"
    yield schema("list-counts", text, counts, "the four forms of a count before a list", "SCHEMA-04 LIST-01 LIST-02")
    widths = [string("s", f"{width}~", f"s{width}") for width in range(1, 9)]
    text = "!" + " ".join(f"{width}~s(s{width})" for width in range(1, 9))
    yield schema("string-widths", text, widths, "widths from 1 to 8 before strings", "SCHEMA-10")
    widths = [listed("H", f"{width}~", f"l{width}") for width in range(1, 9)]
    text = "!" + " ".join(f"{width}~:H(l{width})" for width in range(1, 9))
    yield schema("list-widths", text, widths, "widths from 1 to 8 before lists", "SCHEMA-10 SCHEMA-08")
    fields = [string("s", "2147483647"), listed("Q", "2147483647", "b")]
    text = "!2147483647s(a) 2147483647:Q(b)"
    yield schema("largest-numbers", text, fields, "2147483647 as a length and as a count", "SCHEMA-09 LIM-04")
    fields = [string("s", "1"), string("s", "1", "b"), listed("B", "1", "c"), single("B", "d")]
    yield schema(
        "ones", "!1s(a)s(b)1:B(c)B(d)", fields, "1s is the same as s; 1:B is a list, and B is not", "STR-01 LIST-10"
    )
    fields = [string("s", "9"), string("s", "10", "b"), string("s", "100", "c")]
    text = "!9s(a)10s(b)100s(c)"
    yield schema("no-width", text, fields, "lengths above 8, which a width cannot be", "SCHEMA-08")


def _names() -> Iterator[Case]:
    table = [
        ("default-names", "!H x 2~:B ~s", [single("H", "f1"), single("x", None), listed("B", "2~", "f3"),
         string("s", "1~", "f4")], "a default name has the position among all fields, pads included", "SCHEMA-16"),
        ("default-names-free", "!B(f2) x B(f1)", [single("B", "f2"), single("x", None), single("B", "f1")],
         "names like default ones, f2 and f1, that no field has by default", "SCHEMA-16 SCOPE-02"),
        ("names-by-case", "!B(a)B(A)B(F3x)", [single("B", "a"), single("B", "A"), single("B", "F3x")],
         "names that differ in upper and lower case only", "SCHEMA-17"),
        ("name-characters", "!B(_)B(_9)B(aZ_0)", [single("B", "_"), single("B", "_9"), single("B", "aZ_0")],
         "underscores and digits in names", "SCHEMA-25"),
        ("name-character-ranges", "!B(A)B(Z)B(a)B(z)B(_AZaz09)",
         [*(single("B", name) for name in "AZaz"), single("B", "_AZaz09")],
         "the first and last letters and digits that a name can have", "SCHEMA-25"),
        ("name-like-a-type", "!B(Q)Q(x)x(B)", [single("B", "Q"), single("Q", "x"), single("x", "B")],
         "names that are the characters of types", "SCHEMA-13 SCOPE-02"),
        ("names-alike", f"!B({'n' * 70}a)B({'n' * 70}b)", [single("B", "n" * 70 + last) for last in "ab"],
         "long names that differ in their last letter alone", "SCHEMA-13"),
        ("name-long", f"!B({'n' * 1000})", [single("B", "n" * 1000)], "a name of 1000 letters", "SCHEMA-13 LIM-04"),
    ]  # fmt: skip
    yield from (schema(*entry) for entry in table)
    alike = [f"{'n' * same}{last}" for same in ALIKE for last in "ab"]
    yield schema(
        "names-alike-of-many-lengths", "!" + "".join(f"B({name})" for name in alike),
        [single("B", name) for name in alike],
        "pairs of names that differ in their last letter alone, after 14, 15, 16, 31, 32, 63 and 64 others",
        "SCHEMA-17", catches="names-cut-to-15-letters names-cut-to-63-letters", numbers=ALIKE,
    )  # fmt: skip
    last = [single("B", "f9999"), single("B", "f10000"), single("x", None), listed("H", "1~", "f10002")]
    summary = "default names of four digits and of five: f9999, f10000 and f10002"
    yield schema("default-names-10000", BEYOND_F9999, [single("x", None)] * 9998 + last, summary, "SCHEMA-16 LIM-04")


def _notes() -> Iterator[Case]:
    table = [
        ("note", "(a the first one)", "the first one", "a name and a note", "SCHEMA-13"),
        ("note-brackets", "(a f(x, [y] {z})", "f(x, [y] {z}", "an opening bracket in a note is content", "SCHEMA-14"),
        ("note-brackets-300", f"(a {'(' * 300})", "(" * 300, "300 opening brackets in a note are content", "SCHEMA-14"),
        ("note-brackets-of-three-kinds", f"(a {'([{' * 70})", "([{" * 70,
         "opening brackets of three kinds in turn, 70 of each, in a note", "SCHEMA-14"),
        ("note-percent", "(a 100%% %s %n %5$d %)", "100%% %s %n %5$d %",
         "what looks like directions for printing in a note is content", "SCHEMA-14"),
        ("note-like-a-schema", "(a ! 2~:Q(b)", "! 2~:Q(b", "the first closing bracket ends a note", "SCHEMA-14"),
        ("note-to-4096", f"(a {'n' * 4089}!)", f"{'n' * 4089}!",
         "a schema of exactly 4096 octets, of which most are a note", "SCHEMA-13"),
        ("note-lines", "(a one\r\n two\n)", "one\r\n two\n", "line ends in a note are content",
         "SCHEMA-12 SCHEMA-14 SCHEMA-15"),
        ("note-spaces-inside", "(a b  c\t d)", "b  c\t d", "spacing inside a note is content", "SCHEMA-12"),
        ("note-spaces-before", "(a  \t\r\n b)", "b", "spacing before a note is not part of it", "SCHEMA-15"),
        ("note-spaces-after", "(a b \n)", "b \n", "spacing after a note is part of it", "SCHEMA-15 SCHEMA-12"),
        ("note-empty", "(a )", None, "a space after a name, and no note", "SCHEMA-15"),
        ("note-of-spaces", "(a \t \n)", None, "a note of nothing but spacing is none", "SCHEMA-15"),
        ("note-no-break-space", "(a \u00a0b)", "\u00a0b", "U+00A0 before a note is no spacing, but part of it",
         "SCHEMA-15 SCHEMA-14"),
        ("note-vertical-tab", "(a \v\fb)", "\v\fb", "U+000B and U+000C before a note are no spacing, but part of it",
         "SCHEMA-15"),
        ("note-unicode", "(a Größe \u65e5 \U0001f600)", "Größe \u65e5 \U0001f600",
         "characters of two, three and four octets in a note", "SCHEMA-14"),
        ("note-bounds", "(a \x00\x7f\ufeff\U0010ffff)", "\x00\x7f\ufeff\U0010ffff",
         "U+0000, U+007F, U+FEFF and U+10FFFF in a note", "SCHEMA-14"),
        ("note-quotes", "(a \"b\" 'c' \\d)", "\"b\" 'c' \\d", "quotes and a backslash in a note stand for themselves",
         "SCHEMA-14"),
        ("note-backslash-last", "(a b\\)", "b\\", "a backslash in front of the bracket that ends a note", "SCHEMA-14"),
        ("note-backslash-alone", "(a \\)", "\\", "a note of one backslash", "SCHEMA-14"),
        ("note-quote-open", '(a 5")', '5"', "one quotation mark in front of the bracket that ends a note", "SCHEMA-14"),
    ]  # fmt: skip
    for name, desc, note, summary, requirements in table:
        catches = "brackets-to-64" if "brackets-" in name else "notes-as-directions" if name == "note-percent" else ""
        yield schema(
            name, f"!H{desc}", [single("H", "a", note)], summary, requirements,
            catches=catches, numbers=[(note or "").count("("), len(f"!H{desc}")],
        )  # fmt: skip


def _spacing() -> Iterator[Case]:
    fields: list[Row] = [("s", "2~", "3", "a", None), single("x", None), string("p", "1~", "c")]
    table = [
        ("spacing-none", "!2~:3s(a)x~p(c)", "no spacing anywhere", "LIST-07 SCHEMA-07 SCHEMA-16 SCOPE-02"),
        (
            "spacing-everywhere", " ! 2 ~ : 3 s (a) x ~ p (c) ", "a space between any two parts",
            "SCHEMA-11 SCHEMA-16 SCOPE-02",
        ),
        ("spacing-of-all-kinds", "\t!\r\n2\t~\n:\r3 \ts\r\n(a)\nx\t~\rp\n(c)\n", "all four kinds of spacing",
         "SCHEMA-11 SCHEMA-24 SCHEMA-16 SCOPE-02"),
        (
            "spacing-in-runs", "!" + " " * 300 + "2~:3s" + "\n" * 300 + "(a)x~p(c)",
            "runs of 300 spaces and 300 line feeds", "SCHEMA-11 SCHEMA-24 SCHEMA-16 SCOPE-02",
        ),
    ]  # fmt: skip
    for name, text, summary, requirements in table:
        yield schema(name, text, fields, summary, requirements)
    split = [string("s", "12"), single("B", "b")]
    yield schema("spacing-after-number", "!12 s(a) B (b)", split, "a space between a number and its type", "SCHEMA-11")
    for name, space, what, rules in (
        ("space", " ", "a space", ""), ("tab", "\t", "a tab", " SCHEMA-24"),
        ("line-end", "\r\n", "a line end of two characters", " SCHEMA-24"),
    ):  # fmt: skip
        yield schema(
            f"spacing-after-pad-{name}", f"!x{space}(pad)B(a)", [single("x", "pad"), single("B")],
            f"{what} between a pad and its description", f"SCHEMA-11 SCOPE-02{rules}",
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    groups = (_flags(), _draft(), _types(), _strings(), _lengths(), _names(), _notes(), _spacing())
    yield Feature("schema", "Schema texts", [case for group in groups for case in group])
