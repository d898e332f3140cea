"""Schema texts of DataSetPack: what the grammar accepts, the place of each error, and how it is shown."""

import pickle
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldenwire_reference.dspack.model import Length, Schema
from goldenwire_reference.dspack.schema import SchemaError, parse, point_at
from kit.each import each

DRAFT = "! H(day) B(device) B(feed) 3s(country) I(category)\n  2~:Q(app_ids) 2~:H(changes App's rank change)"

Spelt = tuple[str, str | None, str | None, str | None, str | None]

PAD: Spelt = ("x", None, None, None, None)


def spelt(schema: Schema) -> list[Spelt]:
    """Return type, count, length, name and note of each field."""
    return [(one.type, shown(one.count), shown(one.length), one.name, one.note) for one in schema.fields]


def shown(length: Length | None) -> str | None:
    return None if length is None else str(length)


def error_of(text: str) -> SchemaError:
    with pytest.raises(SchemaError) as caught:
        parse(text)
    return caught.value


ACCEPTED: dict[str, tuple[str, list[Spelt]]] = {
    "no fields": ("!", []),
    "a type": ("<q", [("q", None, None, "f1", None)]),
    "strings": (
        "!s 12s ~s 2~s",
        [("s", None, "1", "f1", None), ("s", None, "12", "f2", None), ("s", None, "1~", "f3", None),
         ("s", None, "2~", "f4", None)],
    ),
    "lists": (
        "!:B ~:B 10:B 2~:B",
        [("B", "1~", None, "f1", None), ("B", "1~", None, "f2", None), ("B", "10", None, "f3", None),
         ("B", "2~", None, "f4", None)],
    ),
    "a list of strings": ("!2~:3S", [("S", "2~", "3", "f1", None)]),
    "pads": ("!xBx(gap)", [PAD, ("B", None, None, "f2", None), ("x", None, None, "gap", None)]),
    "notes": ("!B(a  b ) B(c )", [("B", None, None, "a", "b "), ("B", None, None, "c", None)]),
    "spacing": ("\n! 2 ~ : 3 s\t(a)\r", [("s", "2~", "3", "a", None)]),
    "a pointer": ("@P", [("P", None, None, "f1", None)]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "fields"), ACCEPTED.values(), ids=ACCEPTED)
def test_a_text_is_read_as_its_fields(text: str, fields: list[Spelt]) -> None:
    assert spelt(parse(text)) == fields


def test_the_text_is_kept_as_it_was_given() -> None:
    assert parse(f"  {DRAFT}\n").text == f"  {DRAFT}\n"


def test_schemas_that_say_the_same_are_equal() -> None:
    assert parse("!B(a)x") == parse(" ! B (a) x ")


@pytest.mark.parametrize("other", ["<B(a)x", "!B(b)x", "!B(a n)x", "!b(a)x", "!B(a)", "!:B(a)x", "!s(a)x"])
def test_schemas_that_say_something_else_differ(other: str) -> None:
    assert parse("!B(a)x") != parse(other)


FIXED = {
    "all fixed": ("!B 3s 2:H x", 4),
    "a dynamic string": ("!B ~s H", 1),
    "a dynamic list": ("!B x 2~:H H", 2),
    "a fixed list of dynamic strings": ("!2:3s 2:~s", 1),
    "dynamic first": ("!:B B", 0),
}


@pytest.mark.parametrize(("text", "number"), FIXED.values(), ids=FIXED)
def test_the_first_part_ends_before_the_first_dynamic_field(text: str, number: int) -> None:
    assert len(parse(text).fixed_fields) == number


# Text, place of the error, check.
REFUSED = {
    "empty": ("", 0, "schema.flag"),
    "no flag": (" B", 1, "schema.flag"),
    "unknown type": ("!B(a) z", 6, "schema.type"),
    "second flag": ("! B ! ", 4, "schema.type"),
    "number before integer": ("!10B", 3, "schema.number"),
    "number before integer, spaced": ("! 10 \n B", 7, "schema.number"),
    "number before pad": ("!3x", 2, "schema.number"),
    "list of lists": ("!::B", 2, "schema.list"),
    "list of pads": ("!: x", 3, "schema.pad"),
    "zero": ("!0s", 1, "schema.int.zero"),
    "zero after a tilde": ("!~0s", 2, "schema.int.zero"),
    "leading zero": ("! 05s", 2, "schema.int.zero"),
    "above 2^31-1": ("!s 2147483648 s", 3, "schema.int.range"),
    "above 2^31-1 before a tilde": ("!2147483648~s", 1, "schema.int.range"),
    "width 9": ("!9~s", 1, "schema.width"),
    "width 12, spaced": ("! 12 ~ s", 2, "schema.width"),
    "two tildes": ("!2~~s", 3, "schema.length"),
    "two numbers": ("!1 2s", 3, "schema.length"),
    "number and width": ("!1 2~s", 3, "schema.length"),
    "sign": ("!-1s", 1, "schema.length"),
    "pointer": ("!P", 1, "schema.pointer"),
    "second pointer after an at": ("<B P", 3, "schema.pointer"),
    "name missing": ("!B()", 3, "schema.desc.name"),
    "name after space": ("!B( a)", 3, "schema.desc.name"),
    "name with hyphen": ("!B(a-b)", 4, "schema.desc.name"),
    "name then tab": ("!B(a\t)", 4, "schema.desc.name"),
    "open after bracket": ("!B(", 3, "schema.desc.open"),
    "open after name": ("!B(a", 4, "schema.desc.open"),
    "open note": ("!B(a b", 6, "schema.desc.open"),
    "two descriptions": ("!B(a) (b)", 6, "schema.desc"),
    "description first": ("!(a)B", 1, "schema.desc"),
    "stray bracket": ("!B)", 2, "schema.desc"),
    "end after tilde": ("!2~ ", 4, "schema.end"),
    "end after colon": ("!:", 2, "schema.end"),
    "end after number": ("!B 3", 4, "schema.end"),
    "at": ("!B @(a)", 3, "schema.at"),
    "vertical tab": ("!B\vB", 2, "schema.spacing"),
    "umlaut": ("!ä", 1, "schema.type"),
    "surrogate": ("!B(a \ud800)", 5, "schema.utf8"),
    "same name": ("!B(a)H(a)", 7, "schema.names.unique"),
    "name of a pad": ("!B(a)x(a)", 7, "schema.names.unique"),
    "default name taken": ("!B(f2) B", 7, "schema.names.unique"),
    "default name given": ("!BB(f1)", 4, "schema.names.unique"),
    "default name taken before another repeats": ("!B(f3)B(a)BB(a)", 10, "schema.names.unique"),
    "default name taken after another repeats": ("!B(f4)B(a)B(a)B", 12, "schema.names.unique"),
    "default name taken by two": ("!B(f3)H(f3)B", 8, "schema.names.unique"),
    "a second length after a colon": ("!1:2:B", 4, "schema.list"),
}  # fmt: skip


@each(("text", "position", "check"), REFUSED.values(), ids=REFUSED)
def test_a_fault_is_named_where_it_is(text: str, position: int, check: str) -> None:
    error = error_of(text)
    assert (error.check, error.position) == (check, position)


@pytest.mark.parametrize("text", ["!B(a)B(a)", "!B(f2)B", "!BB(f1)", "!x(a)x(a)"])
def test_names_may_repeat_where_that_is_asked_for(text: str) -> None:
    assert len(parse(text, duplicates=True).fields) == 2


def test_the_offset_counts_octets_of_utf_8() -> None:
    error = error_of("!B(a \u00df\u65e5\U0001f600)z")
    assert (error.position, error.offset) == (9, 15)


SHOWN = {
    "in the only line": (
        "!10B(a)",
        "SCHEMA at character 3: expected a string type, one of s p S, after a length, found 'B' [DSPACK-SCHEMA-06]\n"
        "    !10B(a)\n"
        "       ^",
    ),
    "in a later line": (
        "! H(day)\n\t3q(x)\n B(y)",
        "SCHEMA at character 11: expected a string type, one of s p S, after a length, found 'q' [DSPACK-SCHEMA-06]\n"
        "     3q(x)\n"
        "      ^",
    ),
    "at the end": (
        "!B 2~:",
        "SCHEMA at character 6: expected a type, found the end of the text [DSPACK-SCHEMA-05]\n    !B 2~:\n          ^",
    ),
    "at what does not print": (
        "!B\x0bB",
        "SCHEMA at character 2: expected a field, or spacing of ASCII's four kinds, found U+000B [DSPACK-SCHEMA-24]\n"
        "    !B\N{REPLACEMENT CHARACTER}B\n"
        "      ^",
    ),
    "of a name": (
        "!B(a) H(a)",
        "SCHEMA at character 8: expected names that differ, found the name a again [DSPACK-SCHEMA-26]\n"
        "    !B(a) H(a)\n"
        "            ^",
    ),
    "of nothing": (
        "",
        "SCHEMA at character 0: expected a flag, one of ! @ = < >, found the end of the text [DSPACK-SCHEMA-02]\n"
        "    \n"
        "    ^",
    ),
}


@pytest.mark.parametrize(("text", "shown"), SHOWN.values(), ids=SHOWN)
def test_an_error_shows_the_line_and_a_caret(text: str, shown: str) -> None:
    assert str(error_of(text)) == shown


@pytest.mark.parametrize("position", [0, 59, 60, 61, 500, 939, 940, 999, 1000])
def test_a_long_line_is_cut_around_the_place(position: int) -> None:
    text = "".join(chr(0x41 + n % 26) for n in range(1000))
    line, caret = (part.removeprefix("    ") for part in point_at(text, position).splitlines())
    assert len(line) <= 126
    assert (line + " ")[caret.index("^")] == (text + " ")[position]


def test_an_error_crosses_process_boundaries() -> None:
    error = error_of("!z")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.offset, again.requirement) == (str(error), 1, "DSPACK-SCHEMA-18")
    assert error.__context__ is None  # some programs, such as Dask, send the context of an error along with it


LARGE = 100_000
HOSTILE = {
    "fields": ("!" + "B" * LARGE, None),
    "fields with notes": ("!" + "B(a x)" * (LARGE // 6), None),
    "open brackets": ("!B(a " + "(" * LARGE, "schema.desc.open"),
    "open descriptions": ("!" + "B(" * LARGE, "schema.desc.name"),
    "digits": ("!" + "1" * LARGE + "s", "schema.int.range"),
    "digits and a tilde": ("!" + "1" * LARGE + "~s", "schema.int.range"),
    "numbers": ("!" + "1 " * LARGE, "schema.length"),
    "tildes": ("!" + "~" * LARGE, "schema.length"),
    "colons": ("!" + ":" * LARGE, "schema.list"),
    "spaces": ("!" + " " * LARGE, None),
    "spaces after a number": ("!1" + " " * LARGE + "s", None),
    "spaces in a note": ("!B(a" + " " * LARGE + ")", None),
    "a name": ("!B(" + "a" * LARGE + ")", None),
    "flags": ("!" * LARGE, "schema.type"),
}


def fault_of(text: str) -> SchemaError | None:
    """Return the error of a text whose names may repeat, or None."""
    try:
        parse(text, duplicates=True)
    except SchemaError as error:
        return error
    return None


@pytest.mark.parametrize(("text", "check"), HOSTILE.values(), ids=HOSTILE)
def test_a_long_text_is_read_to_its_end_or_its_fault(text: str, check: str | None) -> None:
    fault = fault_of(text)
    assert (fault and fault.check) == check
    assert len(str(fault)) < 500


# The grammar once more, as one regular expression for a field, written without the reference.
FIELD = re.compile(
    r"(?:(?P<count>[1-9]\d*|(?:[1-8][ \t\r\n]*)?~)?[ \t\r\n]*:[ \t\r\n]*)?"
    r"(?:(?P<length>[1-9]\d*|(?:[1-8][ \t\r\n]*)?~)?[ \t\r\n]*(?P<string>[spS])"
    r"|(?P<scalar>[cbB?hHiIlLqQfdP])|(?P<pad>x))"
    r"[ \t\r\n]*(?:\((?P<name>[A-Za-z_][A-Za-z0-9_]*)(?: [^)]*)?\))?[ \t\r\n]*",
    re.ASCII,
)


def recognised(text: str) -> bool:
    """Return True if the expression above accepts the text as a schema whose names may repeat."""
    start = re.match(r"[ \t\r\n]*([!@=<>])[ \t\r\n]*", text)
    if not start:
        return False
    at = start.end()
    while at < len(text):
        field = FIELD.match(text, at)
        if not field or (field["pad"] and ":" in field[0].partition("(")[0]):
            return False
        numbers = [part for part in (field["count"], field["length"]) if part and "~" not in part]
        if any(int(number) > 2**31 - 1 for number in numbers) or (field["scalar"] == "P" and start[1] != "@"):
            return False
        at = field.end()
    return True


PIECES = st.sampled_from(
    ["!", "@", "<", "B", "s", "S", "p", "x", "P", "Q", ":", "~", "1", "2", "9", "0", "12", "2147483648", "(", ")",
     "(a)", "(a b)", "a", " ", "\n", "\v", "z", "\u00a0"]
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(PIECES, max_size=12).map(lambda pieces: "".join(["!", *pieces])))
@settings(max_examples=600, deadline=None)
@example("!2~:2~s(a b)x")
@example("@2:P")
def test_the_grammar_takes_what_a_second_description_of_it_takes(text: str) -> None:
    fault = fault_of(text)
    assert (fault is None) == recognised(text)
    assert fault is None or 0 <= fault.position <= len(text)
