"""Text and single characters."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, append, put
from goldenwire_reference.dynd.catalogue.words import Words, sized

_STRING, _CHAR = map(Words, ("string", "char"))

TEXTS = {
    "ascii": ("DyND", "one byte a character", "STR-01"),
    "two-byte": ("na\u00efve", "the size counts bytes, not characters", "STR-01"),
    "three-byte": ("\u20ac\u4e2d", "three bytes a character", "STR-01"),
    "four-byte": ("\U0001f600\U0010ffff", "four bytes a character, and no surrogates", "STR-01"),
    "nul": ("a\0b", "U+0000 does not end a text", "STR-03"),
    "byte-order-mark": ("\ufeffa", "a byte order mark at the front stays", "STR-03"),
    "noncharacter": ("\uffff\ufdd0", "noncharacters are text", "STR-03"),
    "composed": ("\u00e9", "one code point, not normalised", "STR-03"),
    "decomposed": ("e\u0301", "two code points, not normalised", "STR-03"),
    "line-ends": ("a\r\nb\nc\r", "line ends pass unchanged", "STR-03"),
    "edges": ("\u007f\u0080\u07ff\u0800\ud7ff\ue000\U00010000", "the least and greatest of each length", "STR-02"),
    "quotes": ("'\"\\/", "quotes and slashes are plain", "STR-03"),
}

# Octets that are not UTF-8, and why.
ILL_FORMED = {
    "overlong-2": ("c080", "U+0000 in two bytes"),
    "overlong-2-greatest": ("c1bf", "U+007F in two bytes"),
    "overlong-3": ("e08080", "U+0000 in three bytes"),
    "overlong-3-greatest": ("e09fbf", "U+07FF in three bytes"),
    "overlong-4": ("f0808080", "U+0000 in four bytes"),
    "overlong-4-greatest": ("f08fbfbf", "U+FFFF in four bytes"),
    "surrogate-first": ("eda080", "U+D800, a surrogate"),
    "surrogate-last": ("edbfbf", "U+DFFF, a surrogate"),
    "beyond-unicode": ("f4908080", "U+110000"),
    "lead-f5": ("f5808080", "a first byte that begins nothing"),
    "lead-f8": ("f888808080", "five bytes, as in the first UTF-8"),
    "lead-ff": ("ff", "ff, which never occurs"),
    "lead-fe": ("fe", "fe, which never occurs"),
    "stray-80": ("80", "a continuation byte without a first one"),
    "stray-bf": ("bf", "the greatest continuation byte without a first one"),
    "latin-1": ("e9", "é in Latin-1"),
    "second-of-two": ("c341", "a first byte of two, then ASCII"),
    "second-of-three": ("e228a1", "a first byte of three, then ASCII"),
    "third-of-three": ("e28228", "two bytes of three, then ASCII"),
    "second-of-four": ("f0288cbc", "a first byte of four, then ASCII"),
    "third-of-four": ("f09028bc", "two bytes of four, then ASCII"),
    "fourth-of-four": ("f09f9828", "three bytes of four, then ASCII"),
    "lead-for-continuation": ("c3c3", "a first byte where a continuation byte is due"),
}
CUT = {
    "cut-two": ("c3", "one byte of two"),
    "cut-three": ("e282", "two of three"),
    "cut-four": ("f09f98", "three of four"),
}
PAIR = {"surrogate-pair": ("eda0bdedb880", "a pair of surrogates, as in CESU-8")}


def _strings() -> Iterator[Case]:
    for name, (text, summary, requirement) in TEXTS.items():
        yield _STRING.accept(name, "string", text, summary, requirement)
    yield _STRING.accept("row", "3 * string", ["a", "", "\u00e9"], "each text has its size", "STR-01 DIM-01")
    for name, (octets, what) in {**ILL_FORMED, **CUT, **PAIR}.items():
        content = bytes.fromhex(octets)
        yield _STRING.reject(
            name,
            "string",
            "ascii",
            sized("value", "text", b"a" + content),
            {"string.utf8": "a"},
            f"{what}: not UTF-8" if name not in CUT else f"the size ends the text after {what} bytes of a character",
            "STR-02 UNIQ-02",
        )
    for name in ("surrogate-first", "overlong-2", "lead-ff", "latin-1", "surrogate-pair", "cut-three"):
        octets, what = {**ILL_FORMED, **CUT, **PAIR}[name]
        yield _STRING.refusal(
            f"encode-{name}",
            "string",
            {"utf8": octets},
            "UTF8_INVALID",
            "ascii",
            "octets that are not UTF-8",
            f"an encoder refuses {what}",
            "STR-02",
        )
    for name, value, edit in (("bool", False, "false"), ("list", ["a"], "a list"), ("missing", None, "null")):
        yield _STRING.refusal(
            f"encode-{name}", "string", value, "VALUE_INVALID", "ascii", edit, f"{edit} is no string", "SER-04"
        )


_CHARS = {
    "0000": "one byte",
    "0041": "ASCII is itself",
    "007f": "the greatest of one byte",
    "0080": "the least of two bytes",
    "07ff": "the greatest of two bytes",
    "0800": "the least of three bytes",
    "d7ff": "the last before the surrogates",
    "e000": "the first after the surrogates",
    "feff": "a byte order mark is a character like others",
    "ffff": "the greatest of three bytes",
    "10000": "the least of four bytes",
    "10ffff": "the greatest of four bytes",
}


_SCALARS = {"d7ff": ["CHAR-03"], "e000": ["CHAR-03"]}


def _chars() -> Iterator[Case]:
    for digits, summary in _CHARS.items():
        text = chr(int(digits, 16))
        yield _CHAR.accept(
            f"u-{digits}", "char", text, f"U+{digits.upper():>04}: {summary}", "CHAR-01", *_SCALARS.get(digits, ())
        )
    yield _CHAR.accept("fixed", "5 * char", list("na\u00efve"), "N characters are plain text", "CHAR-02 DIM-01")
    yield _CHAR.accept("var", "var * char", list("\u20ac\U0001f600"), "the count is of code points", "CHAR-02 VAR-02")
    for name, (octets, what) in ILL_FORMED.items():
        if name == "latin-1":
            continue  # alone, it is the beginning of a character
        yield _CHAR.reject(
            name,
            "char",
            "u-0041",
            [put("value", bytes.fromhex(octets))],
            {"char.utf8": "A"},
            f"{what}: no character",
            "CHAR-03 UNIQ-02",
            then=_THEN.get(name),
        )
    for base, octets in (
        ("u-0080", "c2"),
        ("u-0800", "e0a0"),
        ("u-10000", "f09080"),
        ("u-10ffff", "f4"),
        ("u-d7ff", "ed"),
    ):
        octets_kept = bytes.fromhex(octets)
        yield _CHAR.reject(
            f"cut-{octets}",
            "char",
            base,
            [put("value", octets_kept)],
            "truncated",
            f"the input ends after {octets_kept.hex(' ')}, which begins a character",
            "DES-03 CHAR-01",
        )
    yield _CHAR.reject("two", "char", "u-0041", [append(b"B")], "trailing", "a char is one character", "DES-02 CHAR-01")
    for name, value, code, edit in (
        ("two", "ab", "VALUE_INVALID", "two characters"),
        ("none", "", "VALUE_INVALID", "no character"),
        ("combining", "e\u0301", "VALUE_INVALID", "two code points that look like one character"),
        ("surrogate", {"utf8": "eda080"}, "UTF8_INVALID", "a surrogate"),
        ("overlong", {"utf8": "c081"}, "UTF8_INVALID", "an overlong form"),
        ("number", None, "VALUE_INVALID", "null"),
    ):
        requirement = "SER-04" if code == "VALUE_INVALID" else "CHAR-03"
        yield _CHAR.refusal(f"encode-{name}", "char", value, code, "u-0041", edit, f"{edit}: no char", requirement)


# Where the octets after the first bad one are no longer of the character, they are left over.
_THEN: dict[str, str] = dict.fromkeys(
    (
        "overlong-2",
        "overlong-2-greatest",
        "overlong-3",
        "overlong-3-greatest",
        "overlong-4",
        "overlong-4-greatest",
        "surrogate-first",
        "surrogate-last",
        "beyond-unicode",
        "lead-f5",
        "lead-f8",
        "second-of-two",
        "second-of-three",
        "third-of-three",
        "second-of-four",
        "third-of-four",
        "fourth-of-four",
        "lead-for-continuation",
    ),
    "TRAILING_BYTES",
)


def features() -> Iterator[Feature]:
    yield Feature("string", "Text", list(_strings()))
    yield Feature("char", "Single characters", list(_chars()))
