"""Schema texts with one defect each."""

import re
from collections.abc import Iterator

from goldenwire_reference.dspack.tables import LETTERS
from goldenwire_suite.cases import Case, Feature, Reject
from goldenwire_suite.dspack.cases.builders import SCHEMA, TYPE_NAMES, becomes, ids, with_article

# The valid twins, by their names in dspack/schema.
TEXTS = {
    "flag-network": "!B(a)",
    "flag-native": "@B(a)",
    "no-fields": "!",
    "pointer": "@P(a)",
    "ones": "!1s(a)s(b)1:B(c)B(d)",
    "no-width": "!9s(a)10s(b)100s(c)",
    "octets-lengths": "!s(a) 12s(b) ~s(c) 2~s(d)",
    "list-counts": "!:B(a)~:B(b)10:B(c)2~:B(d)",
    "largest-numbers": "!2147483647s(a) 2147483647:Q(b)",
    "default-names": "!H x 2~:B ~s",
    "names-by-case": "!B(a)B(A)B(F3x)",
    "note": "!H(a the first one)",
    "note-unicode": "!H(a Größe \u65e5 \U0001f600)",
    "spacing-after-number": "!12 s(a) B (b)",
    "pads": "!x B(a) x",
    "pads-with-names": "!x(gap)x(rest to the end)",
}

# Name, twin, text, the check it fails, its purpose, more requirements, mutations that accept it.
Entry = tuple[str, str, str, str, str, str, str]

_FLAGS: list[Entry] = [
    ("empty", "no-fields", "", "schema.flag", "the empty text", "SCOPE-02", "empty-schema-text"),
    (
        "only-spacing", "no-fields", " \n", "schema.flag", "a text of nothing but spacing", "SCOPE-02",
        "empty-schema-text",
    ),
    ("no-flag", "flag-network", "B(a)", "schema.flag", "a field and no flag before it", "", "no-flag-is-network"),
    ("no-flag-list", "list-counts", ":B(a)~:B(b)10:B(c)2~:B(d)", "schema.flag",
     "a list and no flag before it, as in a fragment of the draft", "", "no-flag-is-network"),
    ("unknown-flag", "flag-network", "#B(a)", "schema.flag", "# in the place of a flag", "", ""),
    ("nul-flag", "flag-network", "\x00B(a)", "schema.flag", "U+0000 in the place of a flag", "", ""),
    ("caret-flag", "flag-network", "^B(a)", "schema.flag", "^, which is a flag in other tools", "", "caret-is-native"),
    ("digit-first", "flag-network", "1B(a)", "schema.flag", "a number and no flag before it", "", ""),
    ("byte-order-mark", "flag-network", "\ufeff!B(a)", "schema.flag", "U+FEFF before the flag", "SCHEMA-24",
     "byte-order-mark-skipped"),
    ("no-break-space-first", "flag-network", "\u00a0!B(a)", "schema.flag", "U+00A0 before the flag", "SCHEMA-24",
     "spacing-of-unicode"),
    ("two-flags", "flag-network", "!<B(a)", "schema.type", "two different flags", "SCHEMA-01", "several-flags"),
    ("two-flags-same", "flag-network", "!!B(a)", "schema.type", "the same flag twice", "SCHEMA-01", "several-flags"),
    ("flag-last", "flag-network", "!B(a)=", "schema.type", "a second flag at the end", "", ""),
]  # fmt: skip

_TYPES: list[Entry] = [
    ("unknown-type-z", "flag-network", "!z(a)", "schema.type", "z in the place of a type", "", ""),
    ("unknown-type-capital-x", "pads", "!X B(a) x", "schema.type", "X in the place of a pad", "", "pads-in-capitals"),
    (
        "unknown-type-n", "flag-network", "!n(a)", "schema.type", "n, which is a type in Python's struct", "",
        "types-of-struct",
    ),
    (
        "unknown-type-e", "flag-network", "!e(a)", "schema.type", "e, which is a type in Python's struct", "",
        "types-of-struct",
    ),
    ("unknown-type-comma", "flag-network", "!B(a),", "schema.type", "a comma after a field", "", "commas-skipped"),
    ("unknown-type-quote", "flag-network", "!'B'(a)", "schema.type", "quotes around a type", "", ""),
    ("unknown-type-nul", "flag-network", "!\x00B(a)", "schema.type", "U+0000 before a type", "", ""),
    ("unknown-type-in-list", "list-counts", "!:z(a)~:B(b)10:B(c)2~:B(d)", "schema.type", "a list of z", "", ""),
    ("wide-type", "flag-network", "!\uff22(a)", "schema.type", "U+FF22, a full-width B, in the place of a type", "",
     ""),
    ("wide-digit", "ones", "!\uff11s(a)s(b)1:B(c)B(d)", "schema.type",
     "U+FF11, a full-width 1, in the place of a number", "", ""),
    (
        "number-before-integer", "ones", "!10B(a)", "schema.number", "10B, where 10:B is meant", "",
        "number-makes-a-list",
    ),
    ("one-before-integer", "ones", "!1B(a)", "schema.number", "1B, which is not the same as B", "SCHEMA-05",
     "list-length-of-1"),
    (
        "tilde-before-integer", "list-counts", "!~Q(a)", "schema.number", "~Q, where ~:Q is meant", "",
        "tilde-makes-a-list",
    ),
    (
        "width-before-float", "list-counts", "!2~d(a)", "schema.number", "2~d, where 2~:d is meant", "",
        "tilde-makes-a-list",
    ),
    ("number-before-pad", "pads", "!3x B(a) x", "schema.number", "3x, where xxx is meant", "", "number-repeats-pads"),
    ("number-before-char", "ones", "!4c(a)", "schema.number", "4c, where 4s is meant", "", "number-makes-a-list"),
    ("number-before-bool", "ones", "!2?(a)", "schema.number", "2?, where 2:? is meant", "", "number-makes-a-list"),
    (
        "number-before-pointer", "pointer", "@2P(a)", "schema.number", "2P under @, where 2:P is meant", "",
        "number-makes-a-list",
    ),
    ("number-inside-list", "list-counts", "!:3B(a)", "schema.number", "a number between a colon and a B", "", ""),
    ("tilde-inside-list", "list-counts", "!2~:~B(a)", "schema.number", "a ~ between a colon and a B", "", ""),
    (
        "number-spaced-from-type", "spacing-after-number", "!12 H(a) B (b)", "schema.number",
        "a number and a space in front of an H",
        "", "",
    ),
    ("pointer-network", "pointer", "!P(a)", "schema.pointer", "P under !", "", "pointer-under-any-flag"),
    ("pointer-standard", "pointer", "=P(a)", "schema.pointer", "P under =", "", "pointer-under-little"),
    ("pointer-little", "pointer", "<P(a)", "schema.pointer", "P under <", "", "pointer-under-little"),
    ("pointer-big", "pointer", ">P(a)", "schema.pointer", "P under >", "", "pointer-under-any-flag"),
    ("pointer-list", "pointer", "!2:P(a)", "schema.pointer", "a list of P under !", "", "pointer-under-any-flag"),
    ("list-of-lists", "list-counts", "!::B(a)", "schema.list", "a list of lists: two colons", "",
     "second-colon-skipped"),
    (
        "list-of-counted-lists", "list-counts", "!2:3:B(a)", "schema.list",
        "a list of lists: two counts, each with a colon", "",
        "second-colon-skipped",
    ),
    (
        "list-of-dynamic-lists", "list-counts", "!2~:~:B(a)", "schema.list",
        "a list of lists: two ~, each with a colon", "",
        "second-colon-skipped",
    ),
    (
        "colon-after-string", "octets-lengths", "!s(a):", "schema.end", "a colon after the last field", "",
        "text-may-end",
    ),
    ("list-of-pads", "pads", "!:x B(a) x", "schema.pad", "a list of pads", "", "lists-of-pads"),
    ("list-of-pads-fixed", "pads", "!3:x B(a) x", "schema.pad", "a list of three pads", "", "lists-of-pads"),
]  # fmt: skip

_NUMBERS: list[Entry] = [
    ("zero-length", "ones", "!0s(a)", "schema.int.zero", "a length of 0: 0s", "", "zero-is-a-number"),
    ("zero-length-trimmed", "ones", "!0S(a)", "schema.int.zero", "a length of 0: 0S", "", "zero-is-a-number"),
    ("zero-count", "ones", "!0:B(a)", "schema.int.zero", "a count of 0: 0:B", "", "zero-is-a-number"),
    ("zero-width", "octets-lengths", "!0~s(a)", "schema.int.zero", "a width of 0: 0~s", "SCHEMA-10", "width-0"),
    ("leading-zero", "no-width", "!09s(a)10s(b)100s(c)", "schema.int.zero", "a length with a leading zero: 09s", "",
     "zeros-in-front"),
    (
        "leading-zero-count", "list-counts", "!:B(a)~:B(b)010:B(c)2~:B(d)", "schema.int.zero",
        "a count with a leading zero: 010:B", "",
        "zeros-in-front",
    ),
    (
        "leading-zero-width", "octets-lengths", "!s(a) 12s(b) ~s(c) 02~s(d)", "schema.int.zero",
        "a width with a leading zero: 02~s", "",
        "zeros-in-front",
    ),
    (
        "number-too-large", "largest-numbers", "!2147483648s(a) 2147483647:Q(b)", "schema.int.range",
        "a length of 2147483648", "", "numbers-to-2-to-the-31",
    ),
    (
        "count-too-large", "largest-numbers", "!2147483647s(a) 2147483648:Q(b)", "schema.int.range",
        "a count of 2147483648", "", "numbers-to-2-to-the-31",
    ),
    (
        "number-of-32-bits", "largest-numbers", "!4294967296s(a)", "schema.int.range",
        "a length of 2^32, which is 0 in 32 bits", "LIM-01", "numbers-of-32-bits",
    ),
    ("number-of-33-bits", "largest-numbers", "!4294967297s(a)", "schema.int.range",
     "a length of 2^32 + 1, which is one in 32 bits", "LIM-01", "numbers-of-32-bits"),
    ("number-of-64-bits", "largest-numbers", "!18446744073709551617s(a)", "schema.int.range",
     "a length of 2^64 + 1, which is one in 64 bits", "LIM-01", "numbers-of-64-bits"),
    (
        "number-of-5000-digits", "largest-numbers", f"!{'9' * 5000}s(a)", "schema.int.range", "a length of 5000 digits",
        "", "",
    ),
    ("width-9", "octets-lengths", "!s(a) 12s(b) ~s(c) 9~s(d)", "schema.width", "a width of 9", "", "width-to-9"),
    ("width-10", "octets-lengths", "!s(a) 12s(b) ~s(c) 10~s(d)", "schema.width", "a width of 10", "", ""),
    ("width-16", "octets-lengths", "!s(a) 12s(b) ~s(c) 16 ~s(d)", "schema.width",
     "a width of 16, with a space in front of ~", "", ""),
    (
        "list-width-9", "list-counts", "!:B(a)~:B(b)10:B(c)9~:B(d)", "schema.width", "a width of 9 before a list", "",
        "width-to-9",
    ),
    (
        "tilde-number", "octets-lengths", "!s(a) 12s(b) ~2s(c)", "schema.length", "~2s, where 2~s is meant", "",
        "tilde-in-front",
    ),
    (
        "tilde-number-list", "list-counts", "!~2:B(a)", "schema.length", "~2:B, where 2~:B is meant", "",
        "tilde-in-front",
    ),
    ("two-tildes", "octets-lengths", "!s(a) 12s(b) ~~s(c)", "schema.length", "two ~ in front of s: ~~s", "",
     "tildes-are-one"),
    ("two-tildes-after-width", "octets-lengths", "!2~~s(a)", "schema.length", "a width and two ~ in front of s: 2~~s",
     "", "tildes-are-one"),
    ("two-numbers", "spacing-after-number", "!1 2s(a) B (b)", "schema.length", "1 2s, which is not 12s", "SCHEMA-24",
     "spacing-inside-numbers"),
    (
        "two-numbers-lines", "spacing-after-number", "!1\n2s(a) B (b)", "schema.length",
        "1 and 2s on two lines, which are not 12s",
        "SCHEMA-24", "spacing-inside-numbers",
    ),
    (
        "number-and-width", "octets-lengths", "!2 2~s(a)", "schema.length",
        "a number and a width in front of s: 2 2~s, as the braces in the grammar of the draft allow", "",
        "last-number-counts",
    ),
    ("plus-sign", "ones", "!+1s(a)", "schema.length", "a length with a sign: +1s", "", "signs-skipped"),
    ("minus-sign", "ones", "!-1s(a)", "schema.length", "a length with a sign: -1s", "", "signs-skipped"),
    ("minus-sign-list", "ones", "!1s(a)s(b)-1:B(c)B(d)", "schema.length", "a count with a sign: -1:B", "",
     "signs-skipped"),
    ("hexadecimal", "ones", "!0x1s(a)", "schema.int.zero", "a length in hexadecimal, 0x1", "", ""),
    ("exponent", "ones", "!1e1s(a)", "schema.type", "a length with an exponent, 1e1", "", ""),
    ("end-after-number", "ones", "!1s(a)s(b)1", "schema.end", "the text ends after a number", "", "text-may-end"),
    ("end-after-tilde", "octets-lengths", "!s(a) 2~", "schema.end", "the text ends after a ~", "", "text-may-end"),
    ("end-after-colon", "list-counts", "!:B(a) :", "schema.end", "the text ends after a colon", "", "text-may-end"),
    (
        "end-after-inner-length", "list-counts", "!:B(a) 2~:3", "schema.end",
        "the text ends after the length of the strings in a list", "", "text-may-end",
    ),
    ("end-after-number-spaced", "ones", "!1s(a)s(b)1 ", "schema.end", "the text ends after a number and a space",
     "ERR-03", ""),
    ("end-after-tilde-spaced", "octets-lengths", "!s(a) 2~\t ", "schema.end",
     "the text ends after a ~, a tab and a space", "ERR-03", ""),
    ("end-after-colon-spaced", "list-counts", "!:B(a) :\r\n", "schema.end",
     "the text ends after a colon and a line end of two characters", "ERR-03", ""),
    ("inner-number-too-large", "largest-numbers", "!B(a) 2:2147483648s(b)", "schema.int.range",
     "a length of 2147483648 after a count and a colon, in the second field", "ERR-03", ""),
    ("inner-zero", "ones", "!2~:0s(a)", "schema.int.zero", "a length of 0 after 2~ and a colon: 2~:0s", "ERR-03",
     ""),
    ("inner-leading-zero", "no-width", "!~:09s(a)", "schema.int.zero",
     "a length with a leading zero after a ~ and a colon: ~:09s", "ERR-03", ""),
    ("inner-width-9", "octets-lengths", "!2:9~s(a)", "schema.width", "a width of 9 after a count and a colon", "ERR-03",
     ""),
]  # fmt: skip

_DESCRIPTIONS: list[Entry] = [
    ("desc-first", "flag-network", "!(a)B", "schema.desc", "a description before its field", "", ""),
    ("desc-alone", "no-fields", "!(a)", "schema.desc", "a description without a field", "", ""),
    (
        "desc-twice", "note", "!H(a)(the first one)", "schema.desc", "two descriptions of one field", "",
        "two-descriptions",
    ),
    ("desc-inside-list", "list-counts", "!:(a)B", "schema.desc", "a description between a colon and a B", "", ""),
    ("desc-inside-length", "ones", "!1(a)s", "schema.desc", "a description between a number and an s", "", ""),
    ("bracket-closed-twice", "note", "!H(a the first one))", "schema.desc", "a second closing bracket", "", ""),
    (
        "bracket-nested", "note", "!H(a the (first) one)", "schema.type",
        "a word in brackets in a note: the first closing bracket ends the note", "SCHEMA-14", "notes-with-brackets",
    ),
    (
        "bracket-open", "note", "!H(a the first one", "schema.desc.open", "a note without a closing bracket", "",
        "open-notes",
    ),
    (
        "bracket-open-name", "flag-network", "!B(a", "schema.desc.open", "a name without a closing bracket", "",
        "open-notes",
    ),
    ("bracket-open-spaced", "note", "!H(a the \n ", "schema.desc.open",
     "a note without a closing bracket, which ends with spacing", "ERR-03", ""),
    ("bracket-open-nothing", "flag-network", "!B(", "schema.desc.open", "an opening bracket at the end", "", ""),
    ("name-empty", "flag-network", "!B()", "schema.desc.name", "a description without a name", "", ""),
    (
        "name-after-space", "flag-network", "!B( a)", "schema.desc.name", "a space before a name", "",
        "names-after-spacing",
    ),
    (
        "name-after-line-end", "flag-network", "!B(\na)", "schema.desc.name", "a line end before a name", "",
        "names-after-spacing",
    ),
    ("name-digit-first", "flag-network", "!B(1a)", "schema.desc.name", "a name that begins with a digit", "",
     "names-with-digits-first"),
    ("name-hyphen", "flag-network", "!B(a-b)", "schema.desc.name", "a name with a hyphen", "", "names-with-hyphens"),
    ("name-dot", "flag-network", "!B(a.b)", "schema.desc.name", "a name with a dot", "", "names-with-dots"),
    ("name-umlaut", "flag-network", "!B(ä)", "schema.desc.name", "a name that begins with a letter beyond ASCII", "",
     "names-of-unicode"),
    (
        "name-umlaut-inside", "flag-network", "!B(aä)", "schema.desc.name", "a name with a letter beyond ASCII", "",
        "names-of-unicode",
    ),
    (
        "name-wide-digit", "flag-network", "!B(a\uff11)", "schema.desc.name", "a name with a digit beyond ASCII", "",
        "names-of-unicode",
    ),
    (
        "name-then-tab", "flag-network", "!B(a\tb)", "schema.desc.name", "a tab between name and note", "",
        "notes-after-any-spacing",
    ),
    (
        "name-then-line-end", "flag-network", "!B(a\n)", "schema.desc.name", "a line end after a name", "",
        "notes-after-any-spacing",
    ),
    (
        "name-then-no-break-space", "flag-network", "!B(a\u00a0b)", "schema.desc.name", "U+00A0 between name and note",
        "", "",
    ),
    (
        "at-before-desc", "flag-network", "!B @(a)", "schema.at",
        "@ before a description, as the grammar of the draft has it", "", "at-introduces-descriptions",
    ),
    ("at-as-field", "flag-native", "@@B(a)", "schema.at", "the flag @ twice", "", "at-skipped"),
    ("at-last", "flag-network", "!B(a)@", "schema.at", "@ after the last field", "", "at-skipped"),
    ("spacing-vertical-tab", "pads", "!x\vB(a) x", "schema.spacing", "U+000B between two fields", "", "spacing-of-c"),
    ("spacing-form-feed", "pads", "!x\fB(a) x", "schema.spacing", "U+000C between two fields", "", "spacing-of-c"),
    (
        "spacing-no-break", "pads", "!x\u00a0B(a) x", "schema.spacing", "U+00A0 between two fields", "",
        "spacing-of-unicode",
    ),
    (
        "spacing-next-line", "pads", "!x\u0085B(a) x", "schema.spacing", "U+0085 between two fields", "",
        "spacing-of-unicode",
    ),
    (
        "spacing-ideographic", "pads", "!x\u3000B(a) x", "schema.spacing", "U+3000 between two fields", "",
        "spacing-of-unicode",
    ),
    (
        "fault-on-third-line", "note", "!H(a one\n two)\n  3q(b)", "schema.number",
        "a number in front of a q, on the third line",
        "SCHEMA-24", "",
    ),
    ("fault-after-wide-text", "note-unicode", "!H(a Größe \u65e5 \U0001f600) z", "schema.type",
     "the unknown type z after characters of two, three and four octets", "ERR-03", ""),
]  # fmt: skip


def _neighbours() -> Iterator[Entry]:
    """Characters just beyond the ranges that a name may have, at its beginning and inside it."""
    for character in "/:@[`{":
        code = f"{ord(character):02x}"
        catches = "names-in-one-range" if character in "[`" else ""
        for where, name in (("begins with", f"{character}a"), ("ends with", f"a{character}")):
            slug = f"name-{'first' if where == 'begins with' else 'last'}-{code}"
            yield (
                slug,
                "flag-network",
                f"!B({name})",
                "schema.desc.name",
                f"a name that {where} {character}",
                "",
                catches,
            )


def _letters() -> Iterator[Entry]:
    """Every letter that is no type; and every type that is no string, after a number and after a width."""
    for letter in "aAcCDeEFgGjJkKmMnNoOrRtTuUvVwWXyYzZ":
        if letter not in LETTERS and letter not in "zXne":
            name = f"unknown-type-{'capital-' * letter.isupper()}{letter.lower()}"
            yield name, "flag-network", f"!B(a) {letter}(b)", "schema.type", f"the unknown type {letter}", "", ""
    for type_ in "cbB?hHiIlLqQfdPx":
        base, flag = ("pointer", "@") if type_ == "P" else ("flag-network", "!")
        name = TYPE_NAMES[type_]
        yield (
            f"number-then-{name}",
            base,
            f"{flag}7{type_}(a)",
            "schema.number",
            f"7 in front of {with_article(type_)}, as if it took a length",
            "",
            "",
        )
        yield (
            f"width-then-{name}",
            base,
            f"{flag}4~{type_}(a)",
            "schema.number",
            f"4~ in front of {with_article(type_)}, as if it took a length",
            "",
            "",
        )


_MORE: list[Entry] = [
    ("two-tildes-spaced", "octets-lengths", "!s(a) 12s(b) ~ ~s(c)", "schema.length", "two ~ with a space between them",
     "", ""),
    ("tilde-large-number", "octets-lengths", "!s(a) ~4294967296s(b)", "schema.int.range", "a tilde before 4294967296",
     "", ""),
    ("number-large-number", "octets-lengths", "!s(a) 1 4294967296s(b)", "schema.int.range",
     "1 and 4294967296, with a space between them", "", ""),
    ("width-spaced", "octets-lengths", "!s(a) 9 \t~s(b)", "schema.width", "a width of 9, with a space and a tab in "
     "front of ~", "", ""),
    ("width-largest", "octets-lengths", "!s(a) 2147483647~s(b)", "schema.width", "a width of 2147483647", "", ""),
    ("width-beyond", "octets-lengths", "!s(a) 2147483648~s(b)", "schema.int.range", "a width of 2147483648", "", ""),
    ("width-of-32-bits", "octets-lengths", "!s(a) 4294967298~s(b)", "schema.int.range",
     "a width of 4294967298, which is 2 in 32 bits", "", ""),
    ("width-of-8-bits", "octets-lengths", "!s(a) 258~s(b)", "schema.width", "a width of 258, which is 2 in 8 bits", "",
     ""),
]  # fmt: skip


_BITS = (8, 32, 64)


def _numbers(text: str) -> list[int]:
    """Return the numbers that a summary may name.

    These are the usual widths, the numbers of digits in the text, its numbers truncated to each width, its code points,
    and the lengths of its characters in UTF-8.
    """
    numerals = re.findall("[0-9]+", text)
    codes = [f"{ord(character):04X}" for character in text]
    return [
        *_BITS, *map(len, numerals), *(int(numeral[:4000]) % 2**bits for numeral in numerals for bits in _BITS),
        *(int(code) for code in codes if code.isdigit()), *(len(character.encode()) for character in text),
    ]  # fmt: skip


def _rejects() -> Iterator[Case]:
    for name, base, text, check, summary, requirements, catches in (
        *_FLAGS, *_TYPES, *_NUMBERS, *_DESCRIPTIONS, *_neighbours(), *_letters(), *_MORE,
    ):  # fmt: skip
        yield Reject(
            name=name, summary=summary, requirements=ids(requirements), context=SCHEMA, base=f"dspack/schema/{base}",
            edits=[becomes(text.encode())], checks={check: TEXTS[base]}, decode_only=True, catches=catches.split(),
            numbers=_numbers(text),
        )  # fmt: skip


# Octets that are not UTF-8, in a note, which may contain any text.
_OCTETS = {
    "stray-continuation": (b"!H(a \x80)", "a continuation octet that nothing begins", ""),
    "overlong": (b"!H(a \xc0\xaf)", "c0 af, two octets for what takes one", ""),
    "surrogate": (b"!H(a \xed\xa0\x80)", "ed a0 80, a surrogate", "schema-text-with-surrogates"),
    "cut-short": (b"!H(a \xe6\x97)", "e6 97, the beginning of a character", ""),
    "latin-1": (b"!H(a Gr\xf6\xdfe)", "f6 df, two letters in Latin-1", "schema-text-in-latin-1"),
    "above-unicode": (b"!H(a \xf4\x90\x80\x80)", "f4 90 80 80, beyond the last character", ""),
    "in-place-of-flag": (b"\xff!H(a)", "the octet ff before the flag", ""),
}


def _not_utf8() -> Iterator[Case]:
    for name, (octets, summary, catches) in _OCTETS.items():
        yield Reject(
            name=f"utf8-{name}",
            summary=f"a text that is not UTF-8: {summary}",
            requirements=ids("ERR-01"),
            context=SCHEMA,
            base="dspack/schema/note",
            edits=[becomes(octets)],
            checks={"schema.utf8": TEXTS["note"]},
            decode_only=True,
            catches=catches.split(),
        )


def rejects() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("schema-rejects", "Schema texts that are not legal", [*_rejects(), *_not_utf8()])
