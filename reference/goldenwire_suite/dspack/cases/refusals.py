"""Requests that every encoder refuses: schemas, values, lengths, numbers or names of values.

Each is a base with one edit.
"""

from collections.abc import Iterator, Sequence

from goldenwire_reference.dspack.schema import parse
from goldenwire_suite.cases import Case, Change, Feature, Refusal, add_at, remove_at, replace_at
from goldenwire_suite.dspack.cases.builders import TYPE_NAMES, Json, cases, f32, f64, ids, with_article
from goldenwire_suite.dspack.cases.policies import LONG_NAMES
from goldenwire_suite.dspack.cases.strings import FULL_TEXTS
from goldenwire_suite.dspack.cases.types import INTEGERS


def refused(
    name: str, base: str, edit: Change, code: str, *, summary: str, requirements: str, needs: Sequence[str] = (),
    catches: str = "",
) -> Case:  # fmt: skip
    """The request of the case `base` with one edit, refused with that class (DSPACK-ENC-02)."""
    return Refusal(
        name=name, summary=summary, requirements=ids(f"{requirements} ENC-02"), code=code, base=f"dspack/{base}",
        edits=[edit], needs=needs, catches=catches.split(),
    )  # fmt: skip


# Name, text, the requirement it breaks, what is wrong.
_SCHEMAS = [
    ("no-flag", "B", "SCHEMA-02", "without a flag"),
    ("unknown-type", "!n", "SCHEMA-18", "with the unknown type n"),
    ("number", "!10B", "SCHEMA-06", "with a number before B"),
    ("list-of-lists", "!::B", "SCHEMA-04", "with two colons"),
    ("zero", "!0s", "SCHEMA-09", "with a length of 0"),
    ("width", "!9~s", "SCHEMA-10", "with a width of 9"),
    ("pointer", "<P", "TYPE-20", "with P under <"),
    ("open", "!B(a", "SCHEMA-14", "with a description that has no end"),
    ("empty", "", "SCHEMA-02", "that is the empty text"),
]


def _schemas() -> Iterator[Case]:
    for name, text, rule, what in _SCHEMAS:
        yield refused(
            f"schema-{name}", "file/one-row-of-an-octet", replace_at("/value/0/schema", text), "SCHEMA",
            summary=f"a data set under a schema {what}", requirements=f"API-01 ENC-09 {rule}",
            catches="schema-not-looked-at",
        )  # fmt: skip
        if name in ("unknown-type", "number", "zero"):
            yield refused(
                f"row-schema-{name}", "rows/one-octet", replace_at("/context/schema", text), "SCHEMA",
                summary=f"a row under a schema {what}", requirements=f"API-01 ENC-09 {rule}",
                catches="schema-not-looked-at",
            )  # fmt: skip
    yield refused(
        "schema-without-rows", "file/no-rows", replace_at("/value/0/schema", "!n"), "SCHEMA",
        summary="a data set without rows under a schema with the unknown type n",
        requirements="API-01 ENC-09 SCHEMA-18", catches="schema-looked-at-late",
    )  # fmt: skip
    for name, base, path in (
        ("schema-repeated-name", "file/one-row-with-names", "/value/0/schema"),
        ("row-schema-repeated-name", "rows/with-names", "/context/schema"),
    ):
        what = "a row" if name.startswith("row") else "a data set"
        yield refused(
            name, base, replace_at(path, "!B(a)H(a)"), "SCHEMA", requirements="SCHEMA-17 ENC-09",
            summary=f"{what} under a schema with two fields of one name", catches="repeated-names-written",
        )  # fmt: skip
    for length in LONG_NAMES:
        name = "n" * length
        for what, base, path in (
            ("row", "rows/with-names", "/context/schema"),
            ("file", "file/one-row-with-names", "/value/0/schema"),
        ):
            yield Refusal(
                name=f"schema-repeated-name-of-{length}-{what}", code="SCHEMA", base=f"dspack/{base}",
                summary=f"a {what} under a schema with two fields of one name, of {length} letters",
                requirements=ids("SCHEMA-17 ENC-09 ENC-02"), edits=[replace_at(path, f"!B({name})H({name})")],
                catches=["repeated-names-written", "long-names-written"], numbers=[length],
            )  # fmt: skip


def _ranges() -> Iterator[Case]:
    """For each integer type, the extremes of its base replaced by the numbers just beyond them."""
    native = [("l", 64, True, "FLAG-05"), ("L", 64, False, "FLAG-05"), ("P", 64, False, "TYPE-20")]
    for type_, bits, signed, rule in (*INTEGERS, *native):
        name = TYPE_NAMES[type_]
        base = {"FLAG-05": f"types/{name}-native", "TYPE-20": "types/pointer"}.get(rule, f"types/{name}-network")
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        prefix, where = ("native-", " under @") if rule in ("FLAG-05", "TYPE-20") else ("", "")
        sides = (
            ("below", 0, low - 1, f"least value is {low}"),
            ("above", 5 if signed else 4, high + 1, f"greatest value is {high}"),
        )
        for side, place, value, limit in sides:
            yield refused(
                f"range-{prefix}{name}-{side}", base, replace_at(f"/value/{place}", str(value)), "VALUE",
                summary=f"{value} for {with_article(type_)}{where}, whose {limit}", requirements="TYPE-21 ENC-09",
                catches="integers-wrap",
            )  # fmt: skip
    # 2^w + 2^(w-2), of which w bits hold 2^(w-2): more than the number without its last digit.
    for type_, bits, signed, _ in INTEGERS:
        if type_ in "lL":
            continue
        name, beyond = TYPE_NAMES[type_], (1 << bits) + (1 << bits - 2)
        place, value = (0, -beyond) if signed else (4, beyond)
        yield refused(
            f"range-wraps-{name}", f"types/{name}-network", replace_at(f"/value/{place}", str(value)), "VALUE",
            summary=f"{value} for {with_article(type_)}: within its width it wraps at the last digit, and still grows",
            requirements="TYPE-21", catches="integers-wrap overflow-seen-afterwards",
        )  # fmt: skip
    for type_, power, more in (("B", 32, 7), ("i", 64, 7), ("Q", 128, 1)):
        name, beyond = TYPE_NAMES[type_], (1 << power) + more
        yield refused(
            f"range-of-{power + 1}-bits", f"types/{name}-network", replace_at("/value/3", str(beyond)), "VALUE",
            summary=f"2^{power} + {more} for {with_article(type_)}", requirements="TYPE-21", catches="integers-wrap",
        )  # fmt: skip
    table = [
        ("range-in-list", "lists/bytes", "/value/0/2", "256", "256 in a list of B"),
        ("range-in-fixed-list", "lists/bytes-fixed-10", "/value/0/9", "-1", "-1 in a list of ten B"),
        ("range-huge", "lists/one-single", "/value/0", str(10**30), "10^30 for a B"),
        ("range-of-5000-digits", "lists/one-single", "/value/0", "9" * 5000, "a number of 5000 digits for a B"),
    ]
    for name, base, path, number, summary in table:
        yield refused(
            name,
            base,
            replace_at(path, number),
            "VALUE",
            summary=summary,
            requirements="TYPE-21",
            catches="integers-clamped",
        )


_SINGLE, _LIST, _STRING, _CHAR = ("lists/one-single", "lists/bytes", "strings/dynamic", "types/char-among-numbers")

# Name, base, path, replacement, summary, mutation that accepts it.
_KINDS: list[tuple[str, str, str, Json, str, str]] = [
    ("null-for-integer", _SINGLE, "/value/0", None, "null for a B", "null-for-zero"),
    ("null-for-float", "types/given-float-nan", "/value/0", None, "null for an f", "null-for-zero"),
    ("null-for-bool", "types/bool", "/value/1", None, "null for a ?", "null-for-false"),
    ("null-for-string", _STRING, "/value/0", None, "null for ~s", "null-for-empty-string"),
    ("null-for-fixed-string", "strings/trimmed-short", "/value/0", None, "null for 3S", "null-for-empty-string"),
    ("null-for-pascal", "strings/pascal", "/value/0", None, "null for 5p", "null-for-empty-string"),
    ("null-for-char", _CHAR, "/value/1", None, "null for a c", "null-for-empty-string"),
    ("null-for-list", _LIST, "/value/0", None, "null for a list", "null-for-empty-list"),
    ("null-in-list", _LIST, "/value/0/1", None, "null in a list of B", "null-for-zero"),
    (
        "null-in-list-of-strings",
        "lists/strings-of-vs",
        "/value/0/1",
        None,
        "null in a list of ~s",
        "null-for-empty-string",
    ),
    ("kind-list-for-integer", _SINGLE, "/value/0", ["1"], "a list of one integer for a B", "list-for-single"),
    ("kind-list-for-string", _STRING, "/value/0", ["61"], "a list of one string for ~s", "list-for-single"),
    ("kind-integer-for-list", _LIST, "/value/0", "1", "an integer for a list of B", "single-for-list"),
    ("kind-string-for-list", "lists/strings-of-vs", "/value/0", "6162", "octets for a list of ~s", "single-for-list"),
    ("kind-list-in-list", _LIST, "/value/0/0", ["1"], "a list in a list of B", "list-for-single"),
    ("kind-object-for-integer", _SINGLE, "/value/0", {"int": "1"}, "an object for a B", "object-for-value"),
    ("kind-object-for-list", _LIST, "/value/0", {"0": "1"}, "an object for a list of B", "object-for-list"),
    ("kind-float-for-integer", _SINGLE, "/value/0", f64(1.0), "the double 1.0 for a B", "float-for-integer"),
    ("kind-octets-for-integer", _SINGLE, "/value/0", "ff", "the octet ff for a B", "octets-for-integer"),
    ("kind-integer-for-bool", "types/bool", "/value/1", "1", "the integer 1 for a ?", "number-for-boolean"),
    (
        "kind-octets-for-float",
        "types/given-float-nan",
        "/value/0",
        "3fc00000",
        "four octets for an f",
        "octets-for-float",
    ),
    ("kind-bool-for-float", "types/given-double-nan", "/value/0", True, "true for a d", "boolean-for-number"),
    (
        "kind-float-for-double",
        "types/given-double-nan",
        "/value/0",
        f32(1.5),
        "the bits of an f for a d",
        "float-for-double",
    ),
    ("kind-bool-for-string", _STRING, "/value/0", True, "true for ~s", "boolean-for-octets"),
    ("kind-bool-for-char", _CHAR, "/value/1", False, "false for a c", "boolean-for-octets"),
    ("kind-float-for-string", _STRING, "/value/0", f32(1.5), "the bits of an f for ~s", "float-for-octets"),
]

# Values that are no atom of any type: name, base, replacement, summary, mutation that accepts it.
_SPELLINGS: list[tuple[str, str, str, str, str]] = [
    ("minus-zero", _SINGLE, "-0", '"-0" for a B: zero is written without a sign', "integers-of-any-spelling"),
    (
        "plus-sign",
        _SINGLE,
        "+1",
        '"+1" for a B: a number above 0 is written without a sign',
        "integers-of-any-spelling",
    ),
    (
        "leading-zero",
        _SINGLE,
        "01",
        '"01" for a B: a number is written without leading zeros',
        "integers-of-any-spelling",
    ),
    ("leading-space", _SINGLE, " 1", '" 1" for a B: a number is written without spaces', "integers-of-any-spelling"),
    ("fraction", _SINGLE, "1.0", '"1.0" for a B: an integer is written without a point', "integers-as-c-spells-them"),
    (
        "exponent",
        _SINGLE,
        "1e2",
        '"1e2" for a B: an integer is written without an exponent',
        "integers-as-c-spells-them",
    ),
    ("hexadecimal", _SINGLE, "0x1", '"0x1" for a B: an integer is written in decimal', "integers-as-c-spells-them"),
    ("no-digits", _SINGLE, "", '"" for a B: an integer has a digit at least', "integers-as-c-spells-them"),
    (
        "capital-bits",
        "types/given-float-nan",
        "0x3FC00000",
        '"0x3FC00000" for an f: hexadecimal digits are in lower case',
        "digits-in-capitals",
    ),
    (
        "seven-digits",
        "types/given-float-nan",
        "0x3fc0000",
        "seven digits for the bits of an f, which have 8",
        "bits-in-other-number",
    ),
    (
        "fifteen-digits",
        "types/given-double-nan",
        "0x3ff800000000000",
        "15 digits for the bits of a d, which have 16",
        "bits-in-other-number",
    ),
    ("capital-octets", _STRING, "6A", '"6A" for ~s: hexadecimal digits are in lower case', "digits-in-capitals"),
    ("odd-digits", _STRING, "616", '"616" for ~s: an octet has two digits, and here are three', "digits-in-odd-number"),
    ("no-hexadecimal", _STRING, "text", '"text" for ~s: octets are written in hexadecimal digits', "text-for-octets"),
]


def _kinds() -> Iterator[Case]:
    for name, base, path, value, summary, catches in _KINDS:
        yield refused(
            name, base, replace_at(path, value), "VALUE", summary=summary, requirements="TYPE-21", catches=catches
        )
    for name, base, atom, summary, catches in _SPELLINGS:
        rules = "TYPE-21 ENC-02" + " SCOPE-05" * (catches != "text-for-octets")
        yield Refusal(
            name=f"spelling-{name}", summary=summary, requirements=ids(rules), code="VALUE", base=f"dspack/{base}",
            edits=[replace_at("/value/0", atom)], catches=[catches], numbers=[len(atom.removeprefix("0x")), 8, 16],
        )  # fmt: skip
    rows: list[tuple[str, str, str, Json, str, str]] = [
        ("row-string", "rows/one-octet", "/value", "0", "a string in place of a row", "row-of-one-value"),
        ("row-boolean", "types/bool-alone", "/value", True, "true in place of a row", "row-of-one-value"),
        ("row-null", "types/pad-alone", "/value", None, "null in place of a row without values", "null-for-empty-row"),
        ("row-null-in-file", "file/pads-only", "/value/0/rows/1", None, "null in place of the second row of a data set",
         "null-for-empty-row"),
    ]  # fmt: skip
    for name, base, path, value, summary, catches in rows:
        yield refused(
            name, base, replace_at(path, value), "VALUE", summary=summary, requirements="ENC-08", catches=catches
        )
    overflows = {
        "2-to-the-128": ("0x47f0000000000000", "2^128, which would be the next one after the greatest f"),
        "largest-double": ("0x7fefffffffffffff", "the greatest double"),
        "halfway": ("0x47effffff0000000", "the least double that would be rounded to infinity"),
    }
    for name, (atom, what) in overflows.items():
        yield refused(
            f"overflow-{name}", "types/float-edges", replace_at("/value/5", atom), "VALUE", summary=f"for f: {what}",
            requirements="TYPE-24", catches="float-overflow-infinite",
        )  # fmt: skip
    for name, atom, what in (
        ("negative", "0xffefffffffffffff", "minus the greatest double"),
        ("negative-halfway", "0xc7effffff0000000", "the greatest double that would be rounded to minus infinity"),
    ):
        yield refused(
            f"overflow-{name}", "types/float-edges", replace_at("/value/6", atom), "VALUE", summary=f"for f: {what}",
            requirements="TYPE-24", catches="float-overflow-infinite",
        )  # fmt: skip


_X = b"x".hex()
_TEXT = ["text"]

# Name, base, path, replacement, requirements, summary, mutation that writes it.
_LENGTHS: list[tuple[str, str, str, Json, str, str, str]] = [
    ("fixed", "strings/fixed-12", "/value/0", _X * 13, "STR-06 ENC-01", "13 octets for 12s", "fixed-cut"),
    ("fixed-one", "strings/one", "/value/0", _X * 2, "STR-06", "two octets for an s", "fixed-cut"),
    ("fixed-trimmed", "strings/trimmed-full", "/value/0", _X * 4, "STR-06", "four octets for 3S", "fixed-cut"),
    (
        "fixed-in-list", "lists/strings-of-3s", "/value/0/1", _X * 4, "STR-06", "four octets in a list of 3s",
        "fixed-overflows",
    ),
    (
        "trimmed-inner", "strings/trimmed-full", "/value/0", "6100006400", "STR-06",
        "octets for 3S of which trimming leaves too many", "fixed-cut",
    ),
    ("dynamic-256", "strings/dynamic-255", "/value/0", _X * 256, "STR-05 ENC-01", "256 octets for ~s", "prefix-cut"),
    (
        "dynamic-trimmed-256", "strings/trimmed-dynamic", "/value/0", _X * 256, "STR-05", "256 octets for ~S",
        "prefix-cut",
    ),
    (
        "dynamic-65536", "strings/dynamic-2-65535", "/value/0", _X * 65536, "STR-05", "65536 octets for 2~s",
        "prefix-cut",
    ),
    (
        "dynamic-in-list", "lists/strings-long", "/value/0/1", _X * 256, "STR-05", "256 octets in a list of ~s",
        "prefix-cut",
    ),
    ("char-empty", _CHAR, "/value/1", "", "ENC-04", "no octet for a c", "char-padded"),
    ("char-two", _CHAR, "/value/1", _X * 2, "ENC-04", "two octets for a c", "char-cut"),
    ("pascal", "strings/pascal", "/value/0", _X * 5, "ENC-04 ENC-01", "five octets for 5p", "pascal-cut"),
    ("pascal-one", "strings/pascal-one", "/value/0", _X, "ENC-04", "one octet for a p, which has room for none",
     "pascal-cut"),
    ("pascal-255", "strings/pascal-255", "/value/0", _X * 255, "ENC-04", "255 octets for 255p", "pascal-cut"),
    ("pascal-256", "strings/pascal-300", "/value/0", _X * 256, "ENC-04", "256 octets for 300p", "pascal-cut"),
    ("pascal-256-full", "strings/pascal-256", "/value/0", _X * 256, "ENC-04", "256 octets for 256p", "pascal-cut"),
    (
        "pascal-dynamic-255", "strings/pascal-dynamic-254", "/value/0", _X * 255, "ENC-04", "255 octets for ~p",
        "pascal-cut",
    ),
    (
        "pascal-dynamic-256", "strings/pascal-dynamic-255", "/value/0", _X * 256, "ENC-04", "256 octets for 2~p",
        "pascal-cut",
    ),
    (
        "list-more", "lists/bytes-fixed-10", "/value/0", ["0"] * 11, "LIST-09 ENC-01", "eleven items for 10:B",
        "lists-cut",
    ),
    ("list-fewer", "lists/bytes-fixed-10", "/value/0", ["0"] * 9, "LIST-09", "nine items for 10:B", "lists-filled-up"),
    ("list-none", "lists/one-fixed", "/value/0", [], "LIST-09", "no item for 1:B", "lists-filled-up"),
    ("list-of-strings", "lists/strings-2-of-vs", "/value/0", ["61"], "LIST-09", "one item for 2:~s", "lists-filled-up"),
    ("list-256", "lists/items-255", "/value/0", ["7"] * 256, "LIST-05", "256 items for :B", "prefix-cut"),
    ("list-65536", "lists/items-65535", "/value/0", ["1"] * 65536, "LIST-05", "65536 items for 2~:B", "prefix-cut"),
    ("list-of-2-to-the-31", "lists/fixed-of-8-bytes", "/context/schema", "!2147483647:Q", "LIST-09",
     "two items for 2147483647:Q", "lists-filled-up"),
    ("row-of-2-to-the-31", "rows/one-octet-and-string", "/context/schema", "!B2147483647s", "ENC-06 ROW-07",
     "a row of 2^31 octets", "row-of-2-to-the-31-written"),
    (
        "row-of-2-to-the-32", "rows/one-octet-and-strings", "/context/schema", "!B 2147483647s 2147483647s 2s",
        "ENC-06 LIM-01", "a row of 2^32 + 1 octets", "row-not-measured",
    ),
]  # fmt: skip


def _texts() -> Iterator[Case]:
    """Objects in place of a string that have other members than `text` alone."""
    for name, given, summary, catches in (
        ("two-members", {"text": "a", "utf8": "61"}, "for ~s: an object with a further member beside text",
         "text-among-members"),
        ("null", {"text": None}, "for ~s: an object with null for its text", "text-null-is-empty"),
    ):  # fmt: skip
        yield refused(
            f"text-{name}", _STRING, replace_at("/value/0", given), "VALUE", summary=summary, requirements="TYPE-21",
            needs=_TEXT, catches=catches,
        )  # fmt: skip
    for name, base, path, member, what in (
        ("dynamic-string", _STRING, "/value/0", "Text", "for ~s"),
        ("fixed-string", "strings/fixed-12", "/value/0", "TEXT", "for 12s"),
        ("trimmed", "strings/trimmed-short", "/value/0", "Text", "for 3S"),
        ("pascal", "strings/pascal", "/value/0", "tEXT", "for 5p"),
        ("char", _CHAR, "/value/1", "Text", "for a c"),
        ("list", "lists/strings-of-vs", "/value/0/1", "TexT", "in a list of ~s"),
    ):
        yield refused(
            f"text-case-{name}", base, replace_at(path, {member: "a"}), "VALUE", requirements="TYPE-21",
            summary=f"{what}: an object with the member {member} in place of text", needs=_TEXT,
            catches="text-in-any-case",
        )  # fmt: skip


def _row_size(schema: str) -> int:
    """Return the octets of a row of fixed fields without lists."""
    return sum(field.least(False) for field in parse(schema).fields)


def _lengths() -> Iterator[Case]:
    for name, base, path, value, requirements, summary, catches in _LENGTHS:
        rules = f"{requirements} ENC-02" + " ENC-09" * (path != "/context/schema")
        yield Refusal(
            name=f"length-{name}", summary=summary, requirements=ids(rules), code="LENGTH",
            base=f"dspack/{base}", edits=[replace_at(path, value)], catches=catches.split(),
            numbers=[_row_size(value)] if path == "/context/schema" else (),
        )  # fmt: skip
    for name, base, text, requirements, summary in (
        (
            "text-in-octets",
            "strings/fixed-between",
            "éé",
            "STR-06 STR-09",
            "two characters, which are four octets, for 3s",
        ),
        ("text-char", _CHAR, "é", "ENC-04 STR-09", "a character, which is two octets, for a c"),
    ):
        yield refused(
            f"length-{name}", base, replace_at("/value/1", {"text": text}), "LENGTH", summary=summary,
            requirements=requirements, needs=_TEXT, catches="text-in-characters",
        )  # fmt: skip


def _full() -> Iterator[Case]:
    """Texts of one character more than fill a string, which are far fewer characters than it has octets."""
    base = "strings/given-text-full"
    table = [
        (name, base, f"/value/{place}" + "/1" * (":" in field), text + text[-1], rule, field)
        for place, (name, field, text, rule) in enumerate(FULL_TEXTS)
    ]
    table.append(("65535", f"{base}-65535", "/value/0", "東" * 21846, "STR-05", "2~s"))
    for name, base, path, text, rule, field in table:
        octets = len(text.encode())
        yield refused(
            f"length-text-full-{name}", base, replace_at(path, {"text": text}), "LENGTH",
            summary=f"{len(text)} characters, which are {octets} octets, {'in' if ':' in field else 'for'} {field}",
            requirements=f"{rule} STR-09", needs=_TEXT, catches="text-compared-in-characters text-compared-in-units",
        )  # fmt: skip


_BY_NAME, _PADS = "rows/by-name-alternating", "rows/by-name-pads-with-names"

# Name, base, edit, summary, mutation that writes it.
_ARITIES: list[tuple[str, str, Change, str, str]] = [
    ("too-few", "types/pad-between", remove_at("/value/1"), "one value for two fields", "missing-values-empty"),
    ("too-many", "types/pad-between", add_at("/value/-", "3"), "three values for two fields", "further-values-dropped"),
    ("none", "rows/one-octet", remove_at("/value/0"), "no value for one field", "missing-values-empty"),
    ("one-for-pad", "types/pad-alone", add_at("/value/-", "0"), "a value for a pad alone", "pads-given"),
    (
        "zero-for-pad-between", "types/pad-between", add_at("/value/1", "0"), "0 for a pad between two fields",
        "pads-given",
    ),
    (
        "by-name-missing", _BY_NAME, remove_at("/value/f4"), "by name: no value for one field of six",
        "missing-names-empty",
    ),
    (
        "by-name-unknown", _BY_NAME, add_at("/value/f7", "1"), "by name: a value for a seventh field, f7",
        "unknown-names-dropped",
    ),
    (
        "by-name-no-list", "rows/by-name-mixed", remove_at("/value/c"), "by name: no value for a list of H",
        "missing-names-empty",
    ),
    (
        "by-name-no-string", "rows/by-name-mixed", remove_at("/value/f2"), "by name: no value for ~s",
        "missing-names-empty",
    ),
    (
        "by-name-no-fixed-string", "rows/by-name-reversed", remove_at("/value/country"), "by name: no value for 3S",
        "missing-names-empty",
    ),
    ("by-name-none", "rows/by-name-case-a", remove_at("/value/a"), "by name: no names at all", "missing-names-empty"),
    (
        "by-name-pad", _PADS, add_at("/value/gap", "0"), "by name: a value for a pad by its name",
        "unknown-names-dropped",
    ),
    (
        "by-name-pad-last", _PADS, add_at("/value/rest", "0"), "by name: a value for the last pad by its name",
        "unknown-names-dropped",
    ),
    (
        "by-name-pad-null", _PADS, add_at("/value/gap", None), "by name: null for a pad by its name",
        "unknown-names-dropped",
    ),
    (
        "by-name-pad-default", "rows/by-name-defaults", add_at("/value/f2", "0"),
        "by name: a value for a pad without a name, by the default name of a field in its place",
        "unknown-names-dropped",
    ),
    (
        "by-name-pad-alone", "rows/by-name-no-values", add_at("/value/f1", "0"),
        "by name: a value for the first of two pads, by the default name of a field in its place",
        "unknown-names-dropped",
    ),
]  # fmt: skip


# Null in the place of a value by name: name, base, path, summary.
_NULLS = [
    ("number", "rows/by-name-case-a", "/value/a", "by name: null for a B, the only field"),
    ("list", "rows/by-name-mixed", "/value/c", "by name: null for a list of H"),
    ("string", "rows/by-name-mixed", "/value/f2", "by name: null for ~s"),
    ("fixed-string", "rows/by-name-reversed", "/value/country", "by name: null for 3S"),
]


def _nulls() -> Iterator[Case]:
    for name, base, path, summary in _NULLS:
        yield refused(
            f"null-by-name-{name}", base, replace_at(path, None), "VALUE", summary=summary, requirements="TYPE-21",
            needs=["rows-by-name"],
        )  # fmt: skip


def _arities() -> Iterator[Case]:
    for name, base, edit, summary, catches in _ARITIES:
        needs = ["rows-by-name"] if name.startswith("by-name") else []
        yield refused(
            f"arity-{name}", base, edit, "ARITY", summary=summary, requirements="API-04", needs=needs, catches=catches
        )
    for name, base, given, summary, catches in (
        (
            "other-case",
            "rows/by-name-case-a",
            {"A": "7"},
            "by name: the name of the field in upper case",
            "names-in-any-case",
        ),
        ("nul", "rows/by-name-case-a", {"a\0": "7"}, "by name: U+0000 after the name of the field", "names-end-at-nul"),
        (
            "default",
            _PADS,
            {"f2": "7"},
            "by name: the default name of a field that has another",
            "default-names-always",
        ),
        (
            "pad-before",
            _PADS,
            {"gap": "7"},
            "by name: the name of the pad before the field, in place of the field's",
            "pads-for-fields",
        ),
        (
            "pad-after",
            _PADS,
            {"rest": "7"},
            "by name: the name of the pad after the field, in place of the field's",
            "pads-for-fields",
        ),
        (
            "place-for-name",
            "rows/by-name-default-names-elsewhere",
            {"f0": "5", "f1": "1", "f01": ["258"], "f3": "63", "f6": "772"},
            "by name: f1 for the first field, which is called f10",
            "default-names-always",
        ),
        (
            "leading-zero",
            "rows/by-name-default-names-elsewhere",
            {"f0": "5", "f01": ["258"], "f03": "63", "f10": "1", "f6": "772"},
            "by name: f03 for the third field, whose default name is f3",
            "default-names-with-zeros",
        ),
        (
            "pad-between",
            "rows/by-name-defaults",
            {"f1": "1", "f2": "258"},
            "by name: f2 for the H, whose default name is f3, since pads count",
            "pads-for-fields",
        ),
    ):
        yield refused(
            f"arity-by-name-{name}", base, replace_at("/value", given), "ARITY", summary=summary, requirements="API-04",
            needs=["rows-by-name"], catches=catches,
        )  # fmt: skip
    row, rows = ("rows/by-name-pads-among-fields", "/value"), ("file/rows-by-name-pads", "/value/0/rows/1")
    for name, (base, path), renamed, what, catches in (
        ("string", row, {"c": ["5", "6"], "a": "1", "p": "64"}, "a string, the field after it", "pads-for-fields"),
        ("number", row, {"c": ["5", "6"], "p": "1", "b": "64"}, "an H, the field before it", ""),
        ("list-in-file", rows, {"b": "", "a": "258", "q": ["6", "7"]},
         "a list of B, in the second of two rows of a file", "pads-for-fields"),
    ):  # fmt: skip
        yield refused(
            f"arity-by-name-pad-for-{name}", base, replace_at(path, renamed), "ARITY",
            summary=f"by name: the name of a pad in place of that of {what}", requirements="API-04",
            needs=["rows-by-name"], catches=f"names-counted-with-pads {catches}",
        )  # fmt: skip
    empty = "empty-rows-written"
    yield refused(
        "arity-no-fields", "types/pad-alone", replace_at("/context/schema", "!"), "ARITY", requirements="SCHEMA-19",
        summary="a row without values under a schema without fields", catches=empty,
    )  # fmt: skip
    yield refused(
        "arity-no-fields-file", "file/no-fields", add_at("/value/0/rows/-", []), "ARITY", requirements="SCHEMA-19",
        summary="a row in a data set whose schema has no fields", catches=empty,
    )  # fmt: skip
    yield refused(
        "arity-no-data-sets", "file/no-fields", remove_at("/value/0"), "ARITY", requirements="ENC-05",
        summary="no data set", catches="no-data-sets-no-octets no-data-sets-empty-one",
    )  # fmt: skip
    yield refused(
        "arity-second-data-set",
        "file/same-schema-twice",
        add_at("/value/1/rows/0/-", "2"),
        "ARITY",
        requirements="API-04",
        summary="two values for one field in the second data set",
        catches="further-values-dropped",
    )


# Refused in a row of a file, and in lists there: name, field, item of a list, replacement, class, summary, requirement.
_IN_FILES: list[tuple[str, int, int | None, Json, str, str, str]] = [
    ("fixed-string", 0, None, "6162", "LENGTH", "two octets for a 1s", "STR-06"),
    ("range", 1, None, "256", "VALUE", "256 for a B", "TYPE-21"),
    ("boolean", 2, None, None, "VALUE", "null for a ?", "TYPE-21"),
    ("float", 3, None, f64(1e300), "VALUE", "a double that is too large for an f", "TYPE-24"),
    ("fixed-list", 4, None, ["1", "2", "3"], "LENGTH", "three items for 2:B, a list of two", "LIST-09"),
    ("dynamic-string", 5, None, "61" * 256, "LENGTH", "256 octets for a string with a prefix of one octet", "STR-05"),
    ("pascal", 6, None, "61626364", "LENGTH", "four octets for a 4p", "ENC-04"),
    ("octet", 7, None, "6162", "LENGTH", "two octets for a c", "ENC-04"),
    ("listed-string", 8, 1, "6162", "LENGTH", "two octets for a 1s in a list", "STR-06"),
    ("listed-octet", 9, 1, "", "LENGTH", "no octet for a c in a list", "ENC-04"),
    ("listed-boolean", 10, 1, None, "VALUE", "null for a ? in a list", "TYPE-21"),
    ("listed-float", 11, 1, f64(1e300), "VALUE", "a double that is too large for an f in a list", "TYPE-24"),
    ("listed-dynamic", 12, 1, "61" * 256, "LENGTH", "256 octets among strings with a prefix of one octet", "STR-05"),
    ("listed-range", 13, 1, "32768", "VALUE", "32768 for an h in a list", "TYPE-21"),
    ("list", 13, None, ["1"] * 256, "LENGTH", "256 items for a list with a prefix of one octet", "LIST-05"),
]  # fmt: skip


def _in_files() -> Iterator[Case]:
    for name, field, item, value, code, what, requirements in _IN_FILES:
        path = f"/value/0/rows/1/{field}" + ("" if item is None else f"/{item}")
        yield refused(f"second-row-{name}", "file/row-of-all-kinds", replace_at(path, value), code,
                      summary=f"{what}, in the second of three rows", requirements=requirements)  # fmt: skip
    yield refused("file-row-short", "file/row-of-all-kinds", remove_at("/value/0/rows/2/13"), "ARITY",
                  summary="a value too few in the last of three rows", requirements="API-04")  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of requests that encoders refuse."""
    from goldenwire_suite.dspack.cases import refused_files, refused_metas

    later = (refused_files.refusals(), refused_metas.refusals())
    groups = (_schemas(), _ranges(), _kinds(), _texts(), _lengths(), _full(), _arities(), _nulls(), _in_files(), *later)
    yield Feature("encoder-refusals", "What every encoder refuses", cases(*groups))
