"""Text and single characters."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from goldenwire_suite.cases import Case, Feature, append, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, sized
from goldenwire_suite.plain_texts import ESCAPES, PLAIN_TEXTS, REPLACEMENTS

_STRING, _CHAR = map(RowBuilder, ("string", "char"))

_EDGES = "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"

TEXTS = (
    ("ascii", "DyND", "one byte a character", "STR-01"),
    ("two-byte", "stra\u00dfe", "the size counts bytes, not characters", "STR-01", "sizes-in-characters"),
    ("three-byte", "\u20ac\u4e2d", "three bytes a character", "STR-01", "sizes-in-characters"),
    ("four-byte", "\U0001f600\U0010ffff", "four bytes a character, and no surrogates", "STR-01 STR-03",
     "text-in-surrogates"),
    ("nul", "a\0b", "U+0000 does not end a text", "STR-03", "text-to-the-first-nul"),
    ("byte-order-mark", "\ufeffa", "a byte order mark at the front stays", "STR-03", "byte-order-mark-dropped"),
    ("noncharacter", "\uffff\ufdd0", "noncharacters are text", "STR-03", "noncharacters-refused"),
    ("composed", "\u00e9", "one code point, which is not taken apart", "STR-03", "text-decomposed"),
    ("decomposed", "e\u0301", "2 code points, which are not put together", "STR-03", "text-composed"),
    ("line-ends", "a\r\nb\nc\r", "line ends of all kinds pass unchanged", "STR-03", "line-ends-translated"),
    ("ends-of-lengths", _EDGES, "where the number of bytes of a character and its first byte change", "STR-02",
     "noncharacters-refused"),
    ("replacement", "a\ufffd", "U+FFFD, which says that something was no character, is one itself", "STR-03"),
    ("controls", "".join(map(chr, range(32))) + "\x7f", "every control character of ASCII is text", "STR-03"),
    ("quotes", "'\"\\/", "quotes and slashes are plain", "STR-03", "backslashes-resolved"),
)  # fmt: skip

# Bytes of texts at which libraries turn to other ways of reading, or just beyond them.
_LENGTHS = (33, 65, 201, 257, 4097)


def _content(length: int) -> str:
    """Return a text of that many bytes: U+FEFF, U+0000, letters of one to four bytes, and U+0000 at the end."""
    marks = "\ufeff\0é東😀"
    return marks + "a" * (length - len(marks.encode()) - 1) + "\0"


def _many() -> Iterator[Case]:
    for length in _LENGTHS:
        summary = f"a text of {length:,} bytes, with U+FEFF and U+0000 in front, and U+0000 at its end"
        yield _STRING.accept(f"content-{length}", "string", _content(length), summary, "STR-03",
                             "byte-order-mark-dropped", numbers=(length, 0xFEFF, 0))  # fmt: skip
    for size, width in ((4_096, 2), (65_536, 3)):
        summary = f"a text that makes an input of {size:,} bytes with its size of {width}, where buffers end"
        yield _STRING.accept(f"input-of-{size}", "string", _content(size - width), summary, "STR-01 STR-03",
                             numbers=(size, width))  # fmt: skip
    yield _STRING.accept("mixed-65600", "string", "é東😀" * (65_600 // 9), "characters of 2, 3 and 4 bytes by turns",
                         "STR-01 STR-02", numbers=(2, 3, 4))  # fmt: skip
    for size, lengths in _FEW.items():
        texts = [char * (octets // len(char.encode())) for char, octets in lengths]
        told = [f"{octets:,} in {len(text):,}" for text, (_, octets) in zip(texts, lengths, strict=True)]
        summary = f"texts of more bytes than characters: {', '.join(told[:-1])} and {told[-1]}"
        row: Any = (f"few-characters-{size}", f"{len(texts)} * string", texts, summary, "STR-01")
        octets = [octets for _, octets in lengths]
        yield _STRING.accept(*row, "sizes-as-wide-as-counts-of-characters", numbers=octets)
    yield _STRING.accept("many", "var * string", [f"{n}é" for n in range(1_100)], "1,100 texts", "VAR-01 STR-01 STR-03",
                         numbers=(1_100,))  # fmt: skip


# Characters, and the bytes of texts of them alone, near the number from which on a size takes another byte.
_FEW = {
    128: (("\u20ac", 126), ("\u0416", 128), ("\U0001f600", 128), ("\u20ac", 129)),
    16_384: (("\u20ac", 16_383), ("\u20ac", 16_386)),
}

# Octets that are not UTF-8, and their description: there are `size`, and the first announces a character of `due`.
ILL_FORMED = {
    "overlong-2": ("c080", "U+0000 in {size} bytes"),
    "overlong-2-greatest": ("c1bf", "U+007F in {size} bytes"),
    "overlong-3": ("e08080", "U+0000 in {size} bytes"),
    "overlong-3-greatest": ("e09fbf", "U+07FF in {size} bytes"),
    "overlong-4": ("f0808080", "U+0000 in {size} bytes"),
    "overlong-4-greatest": ("f08fbfbf", "U+FFFF in {size} bytes"),
    "surrogate-first": ("eda080", "the first surrogate, U+D800"),
    "surrogate-last": ("edbfbf", "the last surrogate, U+DFFF"),
    "beyond-unicode": ("f4908080", "the first number beyond Unicode"),
    "lead-f5": ("f5808080", "f5, which no character begins with"),
    "lead-f8": ("f888808080", "a character of {size} bytes, as in the first UTF-8"),
    "lead-ff": ("ff", "a byte ff, which never occurs"),
    "lead-fe": ("fe", "a byte fe, which never occurs"),
    "stray-80": ("80", "the least continuation byte without a first byte"),
    "stray-bf": ("bf", "the greatest continuation byte without a first byte"),
    "latin-1": ("e9", "é in Latin-1"),
    "second-of-two": ("c341", "the first of a character's {announced} bytes, then a letter"),
    "second-of-three": ("e228a1", "the first of a character's {announced} bytes, then a bracket"),
    "third-of-three": ("e28228", "2 of a character's {announced} bytes, then a bracket"),
    "second-of-four": ("f0288cbc", "the first of a character's {announced} bytes, then a bracket"),
    "third-of-four": ("f09028bc", "2 of a character's {announced} bytes, then a bracket"),
    "fourth-of-four": ("f09f9828", "all but one of a character's {announced} bytes, then a bracket"),
    "letter-then-end": ("e241", "the first of a character's {announced} bytes, then a letter and the end"),
    "overlong-then-end": ("e080", "{size} of the {announced} bytes of an overlong U+0000, and the end"),
    "surrogate-then-end": ("eda0", "{size} of a surrogate's {announced} bytes, and the end"),
    "third-then-end": ("f09041", "2 of a character's {announced} bytes, then a letter and the end"),
    "lead-for-continuation": ("c3c3", "a first byte where a continuation byte is due"),
}
CUT = {
    "cut-two": ("c3", "{size} of a character's {announced} bytes"),
    "cut-three": ("e282", "{size} of a character's {announced} bytes"),
    "cut-four": ("f09f98", "{size} of a character's {announced} bytes"),
}
PAIR = {"surrogate-pair": ("eda0bdedb880", "a pair of surrogates, as in CESU-8")}


class IllFormed(NamedTuple):
    """Octets that are not UTF-8, their description, and the numbers in it."""

    octets: bytes
    what: str
    numbers: list[int]


def _ill_formed(digits: str, what: str) -> IllFormed:
    octets = bytes.fromhex(digits)
    size, announced = len(octets), sum(octets[0] >= least for least in (0x00, 0xC2, 0xE0, 0xF0))
    return IllFormed(octets, what.format(size=size, announced=announced), [size, announced])


NO_UTF8 = {name: _ill_formed(*row) for name, row in (ILL_FORMED | CUT | PAIR).items()}


_HOLDERS: Any = (
    ("row", "var * string", PLAIN_TEXTS, "in a row", "VAR-01 STR-03"),
    ("option", "?string", [PLAIN_TEXTS[1]], "in an option", "OPT-02 STR-03"),
    ("array", "array[Any]", array("var * string", PLAIN_TEXTS), "in an array", "ARR-01 STR-03"),
    ("names", r"{'\ufffd': string, '\\ud800': string}", PLAIN_TEXTS[3:5], "under such names", "STRUCT-01 STR-03"),
    ("struct", "{a: string, b: pointer[string]}", [PLAIN_TEXTS[0], PLAIN_TEXTS[4]], "in a struct", "STRUCT-01 STR-03"),
)


def _plain() -> Iterator[Case]:
    for name, (text, what) in REPLACEMENTS.items():
        yield _STRING.accept(name, "string", text, what, "STR-03", "replacements-refused")
    for name, (text, what) in ESCAPES.items():
        yield _STRING.accept(name, "string", text, what, "STR-03", "escapes-resolved")
    for name, type, value, where, cited in _HOLDERS:
        summary = f"texts with U+FFFD, or that look like escapes, {where}"
        yield _STRING.accept(f"plain-{name}", type, value, summary, cited)
    yield _CHAR.accept("plain-row", "var * char", list("\\ud800\ufffd"),
                       "a backslash, u and digits, which are no escape, and U+FFFD", "CHAR-01")  # fmt: skip


def _strings() -> Iterator[Case]:
    for name, text, summary, *cited in TEXTS:
        yield _STRING.accept(name, "string", text, summary, *cited, numbers=[len(text[0].encode())])
    summary = "a text that is given as its octets, which are UTF-8"
    yield _STRING.accept("given-octets", "string", "ab", summary, "STR-01", given={"utf8": "6162"})
    yield _STRING.accept("row", "3 * string", ["a", "", "\u00df"], "each text of a row has its size", "STR-01 DIM-01")
    for name, (octets, what, numbers) in NO_UTF8.items():
        change, check = sized("value", "text", b"a" + octets), {"string.utf8": "a"}
        summary = f"the size ends a text after {what}" if name in CUT else f"a text with {what}"
        yield _STRING.reject(name, "string", "ascii", change, check, summary, "UNIQ-02", numbers=numbers)
    for name in ("surrogate-first", "overlong-2", "lead-ff", "latin-1", "surrogate-pair", "cut-three"):
        octets, what, numbers = NO_UTF8[name]
        summary = f"an encoder refuses a text with {what}"
        row: Any = (f"encode-{name}", "ascii", {"utf8": octets.hex()}, "UTF8_INVALID", summary)
        yield _STRING.refusal(*row, "ENC-04" if name == "lead-ff" else "", "octets-for-text", numbers=numbers)
    for name, value, what, catches in (
        ("bool", False, "false", "text-of-anything"),
        ("list", ["a"], "a list of one text", "lists-of-one"),
        ("missing", None, "null", "null-is-zero"),
    ):
        summary = f"an encoder refuses {what} where a string is due"
        yield _STRING.refusal(f"encode-{name}", "ascii", value, "VALUE_INVALID", summary, "SER-04", catches)


_CHARS = {
    "0000": "the least of {size} byte",
    "0041": "ASCII is itself",
    "007f": "the greatest of {size} byte",
    "0080": "the least of {size} bytes",
    "07ff": "the greatest of {size} bytes",
    "0800": "the least of {size} bytes",
    "d7ff": "the last before the surrogates",
    "e000": "the first after the surrogates",
    "feff": "a byte order mark is a character like others",
    "fffd": "what others put in the place of what is no character is one itself",
    "ffff": "the greatest of {size} bytes",
    "10000": "the least of {size} bytes",
    "10ffff": "the greatest of {size} bytes",
}
_SCALARS = {"d7ff": "CHAR-01 CHAR-03", "e000": "CHAR-01 CHAR-03"}

# Truncated characters: (base, the octets that are present).
CUT_CHARS = (("u-0080", "c2"), ("u-0800", "e0a0"), ("u-10000", "f09080"), ("u-10ffff", "f4"), ("u-d7ff", "ed"))

# Requests with another value in place of a char: (name, the value, class, description, mutation that writes it).
_NO_CHAR: Any = (
    ("two", "AB", "VALUE_INVALID", "2 characters", "chars-are-text"),
    ("none", "", "VALUE_INVALID", "an empty text", "chars-are-text"),
    ("combining", "e\u0301", "VALUE_INVALID", "2 code points that look like one character", "chars-are-text"),
    ("surrogate", {"utf8": "eda080"}, "UTF8_INVALID", "a surrogate", "octets-for-text"),
    ("overlong", {"utf8": "c081"}, "UTF8_INVALID", "a character in an overlong form", "octets-for-text"),
    ("missing", None, "VALUE_INVALID", "null", "null-is-zero"),
)


# Texts in place of lists of chars: (name, base, the text, its description).
_NO_CHARS: Any = (
    ("fixed-text", "fixed", "na\u00efve", "a text where a list of 5 chars is due"),
    ("rows-text", "rows", ["abc", "def"], "2 texts where 2 lists of 3 chars are due"),
    ("var-text", "var", "\u20ac\U0001f600", "a text where a list of chars is due"),
    ("var-empty-text", "var", "", "an empty text where a list of chars is due"),
)


def _chars() -> Iterator[Case]:
    for digits, what in _CHARS.items():
        text, cited = chr(int(digits, 16)), _SCALARS.get(digits, "CHAR-01")
        summary = f"U+{digits.upper()}: {what.format(size=len(text.encode()))}"
        yield _CHAR.accept(f"u-{digits}", "char", text, summary, cited)
    yield _CHAR.accept("fixed", "5 * char", list("na\u00efve"), "characters of a known number are plain text",
                       "CHAR-02",
                       "chars-sized")  # fmt: skip
    yield _CHAR.accept("var", "var * char", list("\u20ac\U0001f600"),
                       "the count in front of characters is not of bytes",
                       "CHAR-02 VAR-02", "counts-in-bytes")  # fmt: skip
    yield _CHAR.accept("rows", "2 * 3 * char", [list("abc"), list("def")], "2 rows of 3 chars are plain text",
                       "CHAR-02 DIM-02", "chars-sized")  # fmt: skip
    for name, base, value, what in _NO_CHARS:
        summary = f"an encoder refuses {what}"
        yield _CHAR.refusal(f"encode-{name}", base, value, "VALUE_INVALID", summary, "SER-04", "text-is-a-row")
    for name in ILL_FORMED:
        if name == "latin-1":
            continue  # by itself, it is the beginning of a character
        octets, what, numbers = NO_UTF8[name]
        then = "TRAILING_BYTES" if len(octets) > 1 else None  # octets after the first bad one are left over
        row: Any = (name, "char", "u-0041", put("value", octets), {"char.utf8": "A"}, f"where a char is due: {what}")
        yield _CHAR.reject(*row, "UNIQ-02", then=then, numbers=numbers)
    for base, digits in CUT_CHARS:
        kept = bytes.fromhex(digits)
        summary = f"the input ends inside a char, after {kept.hex(' ')}"
        yield _CHAR.reject(f"cut-{digits}", "char", base, put("value", kept), "truncated", summary)
    yield _CHAR.reject(
        "two", "char", "u-0041", append(b"B"), "trailing", "2 characters where one char is due", "CHAR-01"
    )
    for name, value, code, what, catches in _NO_CHAR:
        cited = "SER-04" if code == "VALUE_INVALID" else "CHAR-03 ENC-04"
        summary = f"an encoder refuses {what} where a char is due"
        yield _CHAR.refusal(f"encode-{name}", "u-0041", value, code, summary, cited, catches)


def features() -> Iterator[Feature]:
    plain = list(_plain())
    yield Feature("string", "Text", [*_strings(), *_many(), *plain[:-1]])
    yield Feature("char", "Single characters", [*_chars(), plain[-1]])
