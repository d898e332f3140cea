"""Schema texts with one fault each."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, Reject
from goldenwire_reference.dspack.catalogue.words import SCHEMA, becomes, ids

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

# Name, twin, text, the check it breaches, why it is there, further requirements.
_TABLE = [
    ("empty", "no-fields", "", "schema.flag", "the empty text has no flag", "SCHEMA-01"),
    ("only-spacing", "no-fields", " \n", "schema.flag", "spacing has no flag", "SCHEMA-01"),
    ("no-flag", "flag-network", "B(a)", "schema.flag", "a field first", ""),
    ("no-flag-list", "list-counts", ":B(a)~:B(b)10:B(c)2~:B(d)", "schema.flag", "a list first, as in the draft", ""),
    ("unknown-flag", "flag-network", "#B(a)", "schema.flag", "# is no flag", ""),
    ("caret-flag", "flag-network", "^B(a)", "schema.flag", "^ is a flag elsewhere", ""),
    ("digit-first", "flag-network", "1B(a)", "schema.flag", "a number first", ""),
    ("byte-order-mark", "flag-network", "\ufeff!B(a)", "schema.flag", "U+FEFF is no spacing", "SCHEMA-24"),
    ("no-break-space-first", "flag-network", "\u00a0!B(a)", "schema.flag", "U+00A0 is no spacing", "SCHEMA-24"),
    ("two-flags", "flag-network", "!<B(a)", "schema.type", "a second flag is no type", "SCHEMA-01"),
    ("two-flags-same", "flag-network", "!!B(a)", "schema.type", "the flag twice", "SCHEMA-01"),
    ("flag-last", "flag-network", "!B(a)=", "schema.type", "a flag at the end", "SCHEMA-01"),
    ("unknown-type-z", "flag-network", "!z(a)", "schema.type", "z is no type", ""),
    ("unknown-type-capital-x", "pads", "!X B(a) x", "schema.type", "X is no type, x is", ""),
    ("unknown-type-n", "flag-network", "!n(a)", "schema.type", "n is a type of struct, but not here", ""),
    ("unknown-type-e", "flag-network", "!e(a)", "schema.type", "e is a type of struct, but not here", ""),
    ("unknown-type-comma", "flag-network", "!B(a),", "schema.type", "fields are not separated by commas", ""),
    ("unknown-type-quote", "flag-network", "!'B'(a)", "schema.type", "characters are not quoted", ""),
    ("unknown-type-nul", "flag-network", "!\x00B(a)", "schema.type", "U+0000 is no type", ""),
    ("unknown-type-in-list", "list-counts", "!:z(a)~:B(b)10:B(c)2~:B(d)", "schema.type", "a list of z", "SCHEMA-05"),
    ("number-before-integer", "ones", "!10B(a)", "schema.number", "10B, where 10:B is meant", ""),
    ("one-before-integer", "ones", "!1B(a)", "schema.number", "1B is not B", "SCHEMA-05"),
    ("tilde-before-integer", "list-counts", "!~Q(a)", "schema.number", "~Q, where ~:Q is meant", ""),
    ("width-before-float", "list-counts", "!2~d(a)", "schema.number", "2~d, where 2~:d is meant", ""),
    ("number-before-pad", "pads", "!3x B(a) x", "schema.number", "3x, where xxx is meant", ""),
    ("number-before-char", "ones", "!4c(a)", "schema.number", "c is no string type", "SCHEMA-07"),
    ("number-before-bool", "ones", "!2?(a)", "schema.number", "2?", ""),
    ("number-before-pointer", "pointer", "@2P(a)", "schema.number", "2P under @", ""),
    ("number-inside-list", "list-counts", "!:3B(a)", "schema.number", "a number between : and B", ""),
    ("tilde-inside-list", "list-counts", "!2~:~B(a)", "schema.number", "~ between : and B", ""),
    ("number-spaced-from-type", "spacing-after-number", "!12 H(a) B (b)", "schema.number", "spacing helps not", ""),
    ("list-of-lists", "list-counts", "!::B(a)", "schema.list", "two colons", ""),
    ("list-of-counted-lists", "list-counts", "!2:3:B(a)", "schema.list", "two counts", ""),
    ("list-of-dynamic-lists", "list-counts", "!2~:~:B(a)", "schema.list", "two dynamic counts", ""),
    ("colon-after-string", "octets-lengths", "!s(a):", "schema.end", "a colon, but nothing to list", "SCHEMA-04"),
    ("list-of-pads", "pads", "!:x B(a) x", "schema.pad", "a list of x", "SCHEMA-04"),
    ("list-of-pads-fixed", "pads", "!3:x B(a) x", "schema.pad", "three pads as a list", "SCHEMA-04"),
    ("zero-length", "ones", "!0s(a)", "schema.int.zero", "0s would be no octet", ""),
    ("zero-length-trimmed", "ones", "!0S(a)", "schema.int.zero", "0S would be no octet", "SCHEMA-22"),
    ("zero-count", "ones", "!0:B(a)", "schema.int.zero", "0:B would be no octet", ""),
    ("zero-width", "octets-lengths", "!0~s(a)", "schema.int.zero", "a prefix of 0 bytes", "SCHEMA-10"),
    ("leading-zero", "no-width", "!09s(a)10s(b)100s(c)", "schema.int.zero", "09s", ""),
    ("leading-zero-count", "list-counts", "!:B(a)~:B(b)010:B(c)2~:B(d)", "schema.int.zero", "010:B", ""),
    ("leading-zero-width", "octets-lengths", "!s(a) 12s(b) ~s(c) 02~s(d)", "schema.int.zero", "02~s", "SCHEMA-10"),
    ("number-too-large", "largest-numbers", "!2147483648s(a) 2147483647:Q(b)", "schema.int.range", "2^31", ""),
    ("count-too-large", "largest-numbers", "!2147483647s(a) 2147483648:Q(b)", "schema.int.range", "2^31 items", ""),
    ("number-of-32-bits", "largest-numbers", "!4294967296s(a)", "schema.int.range", "2^32 is 0 in 32 bits", "LIM-01"),
    ("number-of-33-bits", "largest-numbers", "!4294967297s(a)", "schema.int.range", "2^32+1 is 1 in 32 bits", "LIM-01"),
    ("number-of-64-bits", "largest-numbers", "!18446744073709551617s(a)", "schema.int.range", "2^64+1", "LIM-01"),
    ("number-of-5000-digits", "largest-numbers", f"!{'9' * 5000}s(a)", "schema.int.range", "5000 digits", "LIM-01"),
    ("width-9", "octets-lengths", "!s(a) 12s(b) ~s(c) 9~s(d)", "schema.width", "the first width that is none", ""),
    ("width-10", "octets-lengths", "!s(a) 12s(b) ~s(c) 10~s(d)", "schema.width", "a width of two digits", ""),
    ("width-16", "octets-lengths", "!s(a) 12s(b) ~s(c) 16 ~s(d)", "schema.width", "16, with spacing", ""),
    ("list-width-9", "list-counts", "!:B(a)~:B(b)10:B(c)9~:B(d)", "schema.width", "9 before a list", ""),
    ("tilde-number", "octets-lengths", "!s(a) 12s(b) ~2s(c)", "schema.length", "~2s, where 2~s is meant", "SCHEMA-08"),
    ("tilde-number-list", "list-counts", "!~2:B(a)", "schema.length", "~2:B, where 2~:B is meant", "SCHEMA-08"),
    ("two-tildes", "octets-lengths", "!s(a) 12s(b) ~~s(c)", "schema.length", "~~s", "SCHEMA-08"),
    ("two-tildes-after-width", "octets-lengths", "!2~~s(a)", "schema.length", "2~~s", "SCHEMA-08"),
    ("two-numbers", "spacing-after-number", "!1 2s(a) B (b)", "schema.length", "1 2s is not 12s", "SCHEMA-24"),
    ("two-numbers-lines", "spacing-after-number", "!1\n2s(a) B (b)", "schema.length", "on two lines", "SCHEMA-24"),
    ("number-and-width", "octets-lengths", "!2 2~s(a)", "schema.length", "2 2~s, as the draft's braces allow", ""),
    ("plus-sign", "ones", "!+1s(a)", "schema.length", "+1s", "SCHEMA-09"),
    ("minus-sign", "ones", "!-1s(a)", "schema.length", "-1s", "SCHEMA-09"),
    ("minus-sign-list", "ones", "!1s(a)s(b)-1:B(c)B(d)", "schema.length", "-1:B", "SCHEMA-09"),
    ("hexadecimal", "ones", "!0x1s(a)", "schema.int.zero", "numbers are decimal", ""),
    ("exponent", "ones", "!1e1s(a)", "schema.type", "numbers have no exponent", "SCHEMA-08"),
    ("pointer-network", "pointer", "!P(a)", "schema.pointer", "P under !", ""),
    ("pointer-standard", "pointer", "=P(a)", "schema.pointer", "P under =", ""),
    ("pointer-little", "pointer", "<P(a)", "schema.pointer", "P under <", ""),
    ("pointer-big", "pointer", ">P(a)", "schema.pointer", "P under >", ""),
    ("pointer-list", "pointer", "!2:P(a)", "schema.pointer", "a list of P under !", ""),
    ("end-after-number", "ones", "!1s(a)s(b)1", "schema.end", "the text ends after a number", ""),
    ("end-after-tilde", "octets-lengths", "!s(a) 2~", "schema.end", "the text ends after ~", ""),
    ("end-after-colon", "list-counts", "!:B(a) :", "schema.end", "the text ends after a colon", "SCHEMA-04"),
    ("end-after-inner-length", "list-counts", "!:B(a) 2~:3", "schema.end", "the text ends inside a list", "SCHEMA-04"),
    ("desc-first", "flag-network", "!(a)B", "schema.desc", "a description before its field", "SCHEMA-13"),
    ("desc-alone", "no-fields", "!(a)", "schema.desc", "a description without a field", "SCHEMA-01"),
    ("desc-twice", "note", "!H(a)(the first one)", "schema.desc", "two descriptions", "SCHEMA-13"),
    ("desc-inside-list", "list-counts", "!:(a)B", "schema.desc", "a description between : and B", "SCHEMA-04"),
    ("desc-inside-length", "ones", "!1(a)s", "schema.desc", "a description after a number", "SCHEMA-05"),
    ("bracket-closed-twice", "note", "!H(a the first one))", "schema.desc", "a second )", "SCHEMA-14"),
    ("bracket-nested", "note", "!H(a the (first) one)", "schema.type", "the note ends at the first )", "SCHEMA-14"),
    ("bracket-open", "note", "!H(a the first one", "schema.desc.open", "no ) at all", ""),
    ("bracket-open-name", "flag-network", "!B(a", "schema.desc.open", "the text ends after the name", ""),
    ("bracket-open-nothing", "flag-network", "!B(", "schema.desc.open", "the text ends after (", ""),
    ("name-empty", "flag-network", "!B()", "schema.desc.name", "no name", "SCHEMA-13"),
    ("name-after-space", "flag-network", "!B( a)", "schema.desc.name", "a space before the name", "SCHEMA-13"),
    ("name-after-line-end", "flag-network", "!B(\na)", "schema.desc.name", "a line end before the name", ""),
    ("name-digit-first", "flag-network", "!B(1a)", "schema.desc.name", "a name that begins with a digit", ""),
    ("name-hyphen", "flag-network", "!B(a-b)", "schema.desc.name", "a hyphen in a name", ""),
    ("name-dot", "flag-network", "!B(a.b)", "schema.desc.name", "a dot in a name", ""),
    ("name-umlaut", "flag-network", "!B(ä)", "schema.desc.name", "a letter beyond ASCII first", ""),
    ("name-umlaut-inside", "flag-network", "!B(aä)", "schema.desc.name", "a letter beyond ASCII", ""),
    ("name-wide-digit", "flag-network", "!B(a\uff11)", "schema.desc.name", "a digit beyond ASCII", ""),
    ("name-then-tab", "flag-network", "!B(a\tb)", "schema.desc.name", "a tab between name and note", "SCHEMA-13"),
    ("name-then-line-end", "flag-network", "!B(a\n)", "schema.desc.name", "a line end after the name", "SCHEMA-13"),
    ("name-then-no-break-space", "flag-network", "!B(a\u00a0b)", "schema.desc.name", "U+00A0 after the name", ""),
    ("at-before-desc", "flag-network", "!B @(a)", "schema.at", "the draft's slip, to the letter", ""),
    ("at-as-field", "flag-native", "@@B(a)", "schema.at", "@ twice", "SCHEMA-01"),
    ("at-last", "flag-network", "!B(a)@", "schema.at", "@ at the end", ""),
    ("spacing-vertical-tab", "pads", "!x\vB(a) x", "schema.spacing", "U+000B is no spacing", "SCHEMA-11"),
    ("spacing-form-feed", "pads", "!x\fB(a) x", "schema.spacing", "U+000C is no spacing", "SCHEMA-11"),
    ("spacing-no-break", "pads", "!x\u00a0B(a) x", "schema.spacing", "U+00A0 is no spacing", "SCHEMA-11"),
    ("spacing-next-line", "pads", "!x\u0085B(a) x", "schema.spacing", "U+0085 is no spacing", "SCHEMA-11"),
    ("spacing-ideographic", "pads", "!x\u3000B(a) x", "schema.spacing", "U+3000 is no spacing", "SCHEMA-11"),
    ("wide-type", "flag-network", "!\uff22(a)", "schema.type", "a fullwidth B is no type", ""),
    ("wide-digit", "ones", "!\uff11s(a)s(b)1:B(c)B(d)", "schema.type", "a fullwidth 1 is no digit", "SCHEMA-08"),
    ("fault-on-second-line", "note", "!H(a one\n two)\n  3q(b)", "schema.number", "a fault after a line end", ""),
    ("fault-after-wide-text", "note-unicode", "!H(a Größe \u65e5 \U0001f600) z", "schema.type",
     "offsets count octets, not characters", "ERR-03"),
]  # fmt: skip


def _rejects() -> Iterator[Case]:
    for name, base, text, check, summary, requirements in _TABLE:
        yield Reject(
            name=name, summary=summary, requirements=ids(requirements), context=SCHEMA, base=f"dspack/schema/{base}",
            edits=[becomes(text.encode())], checks={check: TEXTS[base]}, decode_only=True,
        )  # fmt: skip


# Octets that are not UTF-8, in a note where any text could stand.
_OCTETS = {
    "stray-continuation": (b"!H(a \x80)", "a continuation octet by itself"),
    "overlong": (b"!H(a \xc0\xaf)", "an overlong form"),
    "surrogate": (b"!H(a \xed\xa0\x80)", "a surrogate"),
    "cut-short": (b"!H(a \xe6\x97)", "a sequence cut short"),
    "latin-1": (b"!H(a Gr\xf6\xdfe)", "text in Latin-1"),
    "above-unicode": (b"!H(a \xf4\x90\x80\x80)", "above U+10FFFF"),
    "in-place-of-flag": (b"\xff!H(a)", "an octet that UTF-8 never has, in front"),
}


def _not_utf8() -> Iterator[Case]:
    for name, (octets, summary) in _OCTETS.items():
        yield Reject(
            name=f"utf8-{name}", summary=summary, requirements=ids("SCOPE-02"), context=SCHEMA,
            base="dspack/schema/note", edits=[becomes(octets)], checks={"schema.utf8": TEXTS["note"]}, decode_only=True,
        )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("schema-rejects", "Schema texts that are not legal", [*_rejects(), *_not_utf8()])
