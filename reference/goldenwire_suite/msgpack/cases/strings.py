"""Strings: texts of all kinds, lengths at the ends of each form, and longer forms."""

from collections.abc import Iterator

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Map
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import read, shown, write
from goldenwire_suite.plain_texts import ESCAPES, PLAIN_TEXTS, REPLACEMENTS

_TEXTS = {
    "a": ("a", "one letter", "STR-01", ""),
    "hello": ("hello", "a word", "STR-01", ""),
    "accents": ("naïve café", "letters of one or two octets", "STR-01 STR-02", "text-in-latin-1 length-in-characters"),
    "greek": ("Ελλάδα", "a word of letters of two octets", "STR-02", "text-in-latin-1"),
    "cjk": ("東京都", "characters of three octets", "STR-02", "text-in-latin-1"),
    "emoji": ("😀", "a character of four octets", "STR-02", "text-in-cesu"),
    "family": ("👩‍👩‍👧", "several characters that are shown as one", "STR-02", "text-in-cesu"),
    "arabic": ("سلام", "a word that is written from right to left", "STR-02", "text-in-latin-1"),
    "nul": ("\0", "U+0000", "STR-03", "text-ends-at-nul"),
    "nul-inside": ("a\0b", "U+0000 between letters", "STR-03", "text-ends-at-nul"),
    "bom": ("\ufeffa", "U+FEFF and a letter", "STR-03", "byte-order-mark-dropped"),
    "bom-alone": ("\ufeff", "U+FEFF alone", "STR-03", "byte-order-mark-dropped"),
    "decomposed": ("e\u0301", "a letter and a combining accent", "STR-03", "text-composed"),
    "angstrom": ("\u212b", "a character with another normal form", "STR-03", "text-composed"),
    "noncharacter": ("\uffff", "U+FFFF, a noncharacter", "STR-02", "text-in-latin-1"),
    "last": ("\U0010ffff", "the last code point", "STR-02", "text-in-cesu"),
    "replacement": ("\ufffd", "U+FFFD, which stands for itself", "STR-02", "text-in-latin-1"),
    "private": ("\ue000", "the first code point after the surrogates", "STR-02", "text-in-latin-1"),
    "before-surrogates": ("\ud7ff", "the last code point before the surrogates", "STR-02", "text-in-latin-1"),
    "line-ends": ("a\r\nb\n", "both kinds of line ends", "STR-03", "line-ends-changed"),
    "spaces": ("  a ", "spaces around a letter", "STR-03", "text-trimmed"),
    "number": ("42", "digits", "GEN-01", "digits-are-integers"),
    "null": ("null", "a word that JSON has for nil", "STR-01", ""),
}

_LENGTHS = (1, 30, 31, 32, 33, 254, 255, 256, 257, 65534, 65535, 65536)

# By character, numbers of it whose octets just fit a form, and one more each, whose octets need the next one.
_FEW = {"東": (10, 11, 85, 86), "😀": (7, 8, 63, 64)}

# Octets of strings at which libraries turn to other ways of reading, or just beyond them, and characters that some of
# these ways lose or break. Nine octets, so that each multiple of a power of 2 finds them in another place.
_CONTENTS = (33, 65, 201, 257, 4097)
_CHARACTERS = "é東😀"
_LONG = 65_600

# First octet and octets of the length, of every form.
FORMS = {"fixstr": (0xA0, 0), "str8": (0xD9, 1), "str16": (0xDA, 2), "str32": (0xDB, 4)}
_MOST = {"fixstr": 31, "str8": 255, "str16": 65535}


def head(form: str, length: int) -> bytes:
    """The head of a str of that form."""
    first, size = FORMS[form]
    return bytes([first]) + length.to_bytes(size, "big") if size else bytes([first + length])


def _texts() -> Iterator[Case]:
    yield write("empty", "", "an empty string", "STR-01", catches="empty-string-is-nil")
    for name, (text, what, requirements, catches) in _TEXTS.items():
        yield write(name, text, f"a string of {what}", requirements, catches=catches)
    for name, (text, what) in REPLACEMENTS.items():
        yield write(name, text, f"a string of {what}", "STR-02 STR-03", catches="replacements-refused")
    for name, (text, what) in ESCAPES.items():
        yield write(name, text, f"a string of {what}", "STR-03", catches="escapes-resolved")
    what = "texts with U+FFFD, and texts that look like escapes, as keys and as their values"
    texts = Map([(text, text) for text in sorted(PLAIN_TEXTS, key=pack)])
    yield write("plain-members", texts, what, "STR-03", catches="escapes-resolved replacements-refused")


def _lengths() -> Iterator[Case]:
    for length in _LENGTHS:
        yield write(
            f"length-{length}",
            "x" * length,
            f"a string of {plural(length, 'octet')}",
            "STR-01" + (" CANON-03" if length < 2**16 else ""),
        )
    for octets in (32, 256, 65536):
        text = "é" * (octets // 2)
        yield write(
            f"octets-{octets}",
            text,
            f"a string of {len(text):,} characters, of two octets each",
            "STR-01 STR-02" + (" CANON-03" if octets < 2**16 else ""),
            catches="length-in-characters" if octets == 32 else "long-text-in-latin-1",
        )
    yield from _few_characters()
    edges = ["x" * (edge - before) + "😀" for edge in (16, 32, 64, 128) for before in (1, 2, 3)]
    what = "strings in which a character of four octets lies across a multiple of 16 octets"
    yield write("edges", edges, what, "STR-02", numbers=(16,))
    yield write("nuls", "x" * 40 + "\0\0", "a string of 42 octets that ends in U+0000", "STR-03", numbers=(42, 0))


def _few_characters() -> Iterator[Case]:
    texts = [character * count for character, counts in _FEW.items() for count in counts]
    told = ", ".join(str(len(text.encode())) for text in texts)
    by, rules = "forms-by-characters forms-by-units", "STR-01 STR-02 CANON-03"
    summary = f"strings of characters of three octets and of four, which have {told} octets"
    yield write("few-characters", texts, summary, rules, catches=by)
    keys = sorted((text for text in texts if len(text) < 32), key=pack)
    told = ", ".join(str(len(key.encode())) for key in keys)
    summary = (
        f"keys of characters of three octets and of four, which have {told} octets, and their numbers of characters"
    )
    yield write("few-characters-keys", Map([(key, len(key)) for key in keys]), summary, f"MAP-01 CANON-08 {rules}",
                catches=f"forms-of-keys-by-characters forms-of-keys-by-units {by}",
                numbers=[len(key.encode()) for key in keys])  # fmt: skip
    text = "東" * 21846
    summary = f"a string of {len(text):,} characters of three octets each, one more than 65,535 octets hold"
    yield write("few-characters-65538", text, summary, "STR-01 STR-02", catches=by, numbers=(3, 65535))


def content(length: int) -> str:
    """Return a text of that many octets: U+FEFF, U+0000, letters of one to four octets, and U+0000 at the end."""
    marks = f"\ufeff\0{_CHARACTERS}"
    return marks + "a" * (length - len(marks.encode()) - 1) + "\0"


def _contents() -> Iterator[Case]:
    for length in _CONTENTS:
        summary = f"a string of {length:,} octets, with U+FEFF and U+0000 in front, and U+0000 at its end"
        yield write(f"content-{length}", content(length), summary, "STR-03", catches="byte-order-mark-dropped",
                    numbers=(length, 0xFEFF, 0))  # fmt: skip
    text = (_CHARACTERS * (_LONG // 9 + 1)).encode()[:_LONG].decode(errors="ignore")
    summary = f"a string of {len(text):,} characters of two, three and four octets by turns"
    yield write("mixed-65600", text, summary, "STR-02", catches="long-text-in-latin-1", numbers=(len(text), 2, 3, 4))


def _forms() -> Iterator[Case]:
    names = list(FORMS)
    for place, form in enumerate(names[1:], 1):
        shorter = names[:place]
        lengths = [0, 1, 5, *(_MOST[one] for one in shorter[-1:])]
        for length in dict.fromkeys(lengths):
            octets = head(form, length) + b"y" * length
            yield read(
                f"{form}-{length}",
                octets.hex(),
                "y" * length,
                f"a string of {plural(length, 'octet')} as {shown(octets)}",
                "GEN-03 STR-01" + (" GEN-02" if form != "str8" and length % 256 and length < 256 else ""),
            )
        octets = head(form, 4) + "東a".encode()
        yield read(
            f"{form}-text",
            octets.hex(),
            "東a",
            f"a string of two characters as {shown(octets)}",
            "GEN-03 STR-02",
        )


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of cases that are only read."""
    yield Feature("strings", "Strings", [*_texts(), *_lengths(), *_contents()])
    yield Feature("string-forms", "Strings in longer forms", list(_forms()))
