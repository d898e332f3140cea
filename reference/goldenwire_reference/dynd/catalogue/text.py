"""Varints, byte strings and text."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, append, put
from goldenwire_reference.dynd.catalogue.words import Words, sized, varint

_VARINT, _BYTES, _STRING, _CHAR = map(Words, ("varint", "bytes", "string", "char"))


def _varints() -> Iterator[Case]:
    for size in (0, 1, 127, 128, 300, 16383, 16384):
        octets = len(varint(size))
        yield _VARINT.accept(
            f"size-{size}", "bytes", "5a" * size, f"a size of {size} takes {octets} byte{'s' * (octets > 1)}", "VARINT-01",
            "VARINT-02",
        )  # fmt: skip
    yield _VARINT.accept("count-3", "var * bool", [True, False, True], "a count of 3", "VAR-01", "VARINT-01")
    yield _VARINT.accept("count-128", "var * void", [None] * 128, "a count of 128 takes two bytes", "VAR-01", "VARINT-01")
    yield _VARINT.accept("type-14", "type", "pointer[bytes]", "the size of a type string", "TYPE-01", "VARINT-01")
    yield _VARINT.accept("type-128", "type", f"{{{'x' * 120}: void}}", "a type string of 128 bytes", "VARINT-01")
    yield from _long_varints()
    yield from _wide_varints()


def _long_varints() -> Iterator[Case]:
    for octets in range(2, 11):
        yield _VARINT.reject(
            f"long-{octets}-bytes", "bytes", "size-1", [put("value.size", varint(1, octets))], "varint.nonminimal",
            f"a size of 1 in {octets} bytes", "VARINT-05", "UNIQ-02",
        )  # fmt: skip
    for name, type, base, field, value in (
        ("zero", "bytes", "size-0", "value.size", 0), ("127", "bytes", "size-127", "value.size", 127),
        ("count", "var * bool", "count-3", "value.count", 3), ("type", "type", "type-14", "value.size", 14),
    ):  # fmt: skip
        edits = [put(field, varint(value, 2))]
        yield _VARINT.reject(
            f"long-{name}", type, base, edits, "varint.nonminimal", f"{value} in two bytes, the last of them 00",
            "VARINT-05", "UNIQ-02",
        )  # fmt: skip
    yield _VARINT.reject(
        "long-300", "bytes", "size-300", [put("value.size", varint(300, 3))], "varint.nonminimal",
        "300 in three bytes, the last of them 00", "VARINT-05",
    )  # fmt: skip


def _wide_varints() -> Iterator[Case]:
    """Ten bytes that say more than 64 bits hold; dropping the excess would leave the right size."""
    for name, last, why in (
        ("02", "02", "bit 64 is set"), ("03", "03", "bits 63 and 64 are set"), ("7e", "7e", "bits 64 to 69 are set"),
        ("82-00", "8200", "bit 64 is set and an eleventh byte announced"),
        ("81-01", "8101", "bit 70 is set, in an eleventh byte"), ("80-00", "8000", "an eleventh byte is announced, and is 00"),
    ):  # fmt: skip
        octets = varint(1, 10)[:9] + bytes.fromhex(last)
        yield _VARINT.reject(
            f"wide-{name}", "bytes", "size-1", [put("value.size", octets)], {"varint.overflow": 1}, f"a size in which {why}",
            "VARINT-03", then="TRAILING_BYTES" if len(octets) > 10 else None,
        )  # fmt: skip
    for name, type, base, field, value in (
        ("count", "var * bool", "count-3", "value.count", 3), ("type", "type", "type-14", "value.size", 14),
    ):  # fmt: skip
        yield _VARINT.reject(
            f"wide-{name}", type, base, [put(field, varint(value, 10)[:9] + b"\x02")], {"varint.overflow": value},
            f"a {name.replace('type', 'size')} of 2^64 + {value}", "VARINT-03",
        )  # fmt: skip
    yield _VARINT.reject(
        "wide-of-ff", "bytes", "size-1", [put("value.size", b"\xff" * 10)], {"varint.overflow": 1},
        "ten bytes ff, and a varint that goes on", "VARINT-03",
    )  # fmt: skip


def _bytes() -> Iterator[Case]:
    yield _BYTES.accept("any", "bytes", "00ff800a0d", "bytes of all kinds pass as they are", "BYT-01")
    yield _BYTES.accept("fixed-1", "bytes[1]", "7f", "one byte without a prefix", "FB-01")
    yield _BYTES.accept("fixed-4", "bytes[4]", "000000ff", "bytes[N] keeps its zeros", "FB-01")
    yield _BYTES.accept("fixed-row", "2 * bytes[3]", ["000102", "fffefd"], "no padding between byte strings", "FB-01", "SER-02")
    for name, value in (("short", "000000"), ("long", "000000ff00"), ("empty", "")):
        yield _BYTES.refusal(
            f"encode-fixed-{name}", "bytes[4]", value, "VALUE_INVALID", "fixed-4", f"{len(value) // 2} bytes",
            f"{len(value) // 2} bytes are no bytes[4]: nothing is padded or cut", "SER-04", "FB-01",
        )  # fmt: skip
    yield _BYTES.refusal("encode-list", "bytes", ["1"], "VALUE_INVALID", "any", "a list", "a list is no bytes", "SER-04")


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
CUT = {"cut-two": ("c3", "one byte of two"), "cut-three": ("e282", "two of three"), "cut-four": ("f09f98", "three of four")}
PAIR = {"surrogate-pair": ("eda0bdedb880", "a pair of surrogates, as in CESU-8")}


def _strings() -> Iterator[Case]:
    for name, (text, summary, requirement) in TEXTS.items():
        yield _STRING.accept(name, "string", text, summary, requirement)
    yield _STRING.accept("row", "3 * string", ["a", "", "\u00e9"], "each text has its size", "STR-01", "DIM-01")
    for name, (octets, what) in {**ILL_FORMED, **CUT, **PAIR}.items():
        content = bytes.fromhex(octets)
        yield _STRING.reject(
            name, "string", "ascii", sized("value", "text", b"a" + content), {"string.utf8": "a"},
            f"{what}: not UTF-8" if name not in CUT else f"the size ends the text after {what} bytes of a character",
            "STR-02", "UNIQ-02",
        )  # fmt: skip
    for name in ("surrogate-first", "overlong-2", "lead-ff", "latin-1", "surrogate-pair", "cut-three"):
        octets, what = {**ILL_FORMED, **CUT, **PAIR}[name]
        yield _STRING.refusal(
            f"encode-{name}", "string", {"utf8": octets}, "UTF8_INVALID", "ascii", "octets that are not UTF-8",
            f"an encoder refuses {what}", "STR-02",
        )  # fmt: skip
    for name, value, edit in (("bool", False, "false"), ("list", ["a"], "a list"), ("missing", None, "null")):
        yield _STRING.refusal(
            f"encode-{name}", "string", value, "VALUE_INVALID", "ascii", edit, f"{edit} is no string", "SER-04"
        )


_CHARS = {
    "0000": "one byte", "0041": "ASCII is itself", "007f": "the greatest of one byte", "0080": "the least of two bytes",
    "07ff": "the greatest of two bytes", "0800": "the least of three bytes", "d7ff": "the last before the surrogates",
    "e000": "the first after the surrogates", "feff": "a byte order mark is a character like others",
    "ffff": "the greatest of three bytes", "10000": "the least of four bytes", "10ffff": "the greatest of four bytes",
}  # fmt: skip


def _chars() -> Iterator[Case]:
    for digits, summary in _CHARS.items():
        text = chr(int(digits, 16))
        yield _CHAR.accept(f"u-{digits}", "char", text, f"U+{digits.upper():>04}: {summary}", "CHAR-01")
    yield _CHAR.accept("fixed", "5 * char", list("na\u00efve"), "N characters are plain text", "CHAR-02", "DIM-01")
    yield _CHAR.accept("var", "var * char", list("\u20ac\U0001f600"), "the count is of code points", "CHAR-02", "VAR-02")
    for name, (octets, what) in ILL_FORMED.items():
        if name == "latin-1":
            continue  # alone, it is the beginning of a character
        yield _CHAR.reject(
            name, "char", "u-0041", [put("value", bytes.fromhex(octets))], {"char.utf8": "A"}, f"{what}: no character",
            "CHAR-03", "UNIQ-02", then=_THEN.get(name),
        )  # fmt: skip
    for base, octets in (("u-0080", "c2"), ("u-0800", "e0a0"), ("u-10000", "f09080"), ("u-10ffff", "f4"), ("u-d7ff", "ed")):
        octets_kept = bytes.fromhex(octets)
        yield _CHAR.reject(
            f"cut-{octets}", "char", base, [put("value", octets_kept)], "truncated",
            f"the input ends after {octets_kept.hex(' ')}, which begins a character", "DES-03", "CHAR-01",
        )  # fmt: skip
    yield _CHAR.reject(
        "two", "char", "u-0041", [append(b"B")], "trailing", "a char is one character", "DES-02", "CHAR-01"
    )
    for name, value, code, edit in (
        ("two", "ab", "VALUE_INVALID", "two characters"), ("none", "", "VALUE_INVALID", "no character"),
        ("combining", "e\u0301", "VALUE_INVALID", "two code points that look like one character"),
        ("surrogate", {"utf8": "eda080"}, "UTF8_INVALID", "a surrogate"),
        ("overlong", {"utf8": "c081"}, "UTF8_INVALID", "an overlong form"), ("number", None, "VALUE_INVALID", "null"),
    ):  # fmt: skip
        requirement = "SER-04" if code == "VALUE_INVALID" else "CHAR-03"
        yield _CHAR.refusal(f"encode-{name}", "char", value, code, "u-0041", edit, f"{edit}: no char", requirement)


# Where the octets after the first bad one are no longer of the character, they are left over.
_THEN = dict.fromkeys(
    (
        "overlong-2", "overlong-2-greatest", "overlong-3", "overlong-3-greatest", "overlong-4", "overlong-4-greatest",
        "surrogate-first", "surrogate-last", "beyond-unicode", "lead-f5", "lead-f8", "second-of-two", "second-of-three",
        "third-of-three", "second-of-four", "third-of-four", "fourth-of-four", "lead-for-continuation",
    ),
    "TRAILING_BYTES",
)  # fmt: skip


def features() -> Iterator[Feature]:
    yield Feature("varint", "Sizes and counts", list(_varints()))
    yield Feature("bytes", "Byte strings", list(_bytes()))
    yield Feature("string", "Text", list(_strings()))
    yield Feature("char", "Single characters", list(_chars()))
