"""Null, booleans, numbers, strings and binary by themselves, over both carriers."""

import sys
from collections.abc import Iterator

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Accept, Case, Feature
from goldenwire_suite.plain_texts import ESCAPES, PLAIN_TEXTS, REPLACEMENTS
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import array, mapping, node

_SCALAR, _NUMBER, _STRING, _BINARY = (
    FeatureBuilder("scalars"),
    FeatureBuilder("numbers"),
    FeatureBuilder("strings"),
    FeatureBuilder("binary"),
)

# The ends of every form of an integer in MessagePack, and of the integers that all codecs read exactly.
_INTEGERS = {
    "zero": 0, "one": 1, "fixint-most": 127, "uint8-least": 128, "uint8-most": 255, "uint16-least": 256,
    "uint16-most": 65535, "uint32-least": 65536, "int32-most": 2**31 - 1, "int32-beyond": 2**31,
    "uint32-most": 2**32 - 1, "uint64-least": 2**32, "exact-most": 2**53 - 1,
    "minus-one": -1, "negative-fixint": -32, "int8-first": -33, "int8-least": -128, "int16-first": -129,
    "int16-least": -(2**15), "int32-first": -(2**15) - 1, "int32-least": -(2**31), "int64-first": -(2**31) - 1,
    "exact-least": 1 - 2**53,
}  # fmt: skip

# Value, and a description.
_DOUBLES = {
    "zero": (0.0, "the double 0.0, which does not become an integer"),
    "minus-zero": (-0.0, "the double -0.0, whose sign is kept"),
    "one": (1.0, "the double 1.0"),
    "minus": (-1.5, "the double -1.5"),
    "draft": (123.987, "123.987, the number of the draft's table"),
    "tenth": (0.1, "0.1, which no double is exactly"),
    "fixed-most": (1e20, "the last power of 10 that is written without an exponent"),
    "exponent-least": (1e21, "the first power of 10 that is written with an exponent"),
    "fixed-digits": (123456789012345680000.0, "digits followed by zeros, without an exponent"),
    "exponent-digits": (1.2345e25, "digits with a point and an exponent"),
    "small-fixed": (0.000001, "a millionth, the least power of 10 that is written without an exponent"),
    "small-exponent": (1e-7, "a tenth of a millionth, which is written with an exponent"),
    "small-digits": (1.5e-7, "digits with a point and a negative exponent"),
    "least": (5e-324, "the least positive double"),
    "least-normal": (sys.float_info.min, "the least normal double"),
    "subnormal-most": (2.225073858507201e-308, "the greatest subnormal double"),
    "most": (sys.float_info.max, "the greatest double"),
    "minus-most": (-sys.float_info.max, "minus the greatest double"),
    "power-of-two": (2.0**-44, "2^-44, whose shortest decimal is not the nearest one of as many digits"),
    "integral-beyond": (2.0**53, "the double 2^53, which as an integer is more than every codec reads"),
    "seventeen-digits": (0.1 + 0.2, "a double whose shortest decimal has seventeen digits"),
    "tie": (1e23, "1e23, halfway between two doubles: it is read as the even one"),
    "minus-exponent": (-1e21, "a negative double with an exponent"),
    "minus-small": (-1.5e-7, "a negative double with a point and a negative exponent"),
    "fixed-fraction": (1234567890.125, "digits before and after a point"),
    "small-fraction": (-0.00012345, "zeros after the point, then digits"),
    "exponent-last": (1.2345678901234567e22, "17 digits, the most that a double takes, and an exponent"),
}  # fmt: skip

# Doubles exactly halfway between two shortest decimals: the one whose last digit is even is written.
_TIES = {
    "shortest-tie-down": 2.0**50 + 0.25,
    "shortest-tie-up": 2.0**50 + 0.75,
    "shortest-tie-minus": -(2.0**50) - 1.25,
}

# Text, a description, and the requirements besides those of any string.
_STRINGS = {
    "empty": ("", "the empty string", ""),
    "hello": ("Hello", "the string of the draft's table", ""),
    "latin": ("hllo w\u00f6rld", "words with a letter that takes two octets",
              "json:JSON-01 json:JSON-03 msgpack:MP-02"),
    "euro": ("h\u00e9llo \u20ac \U0001f600", "characters of one, two, three and four octets",
             "json:JSON-03 msgpack:MP-02"),
    "escapes": ('"\\\b\f\n\r\t', "the seven characters with short escapes", "json:CANON-02"),
    "controls": ("".join(map(chr, range(32))), "all 32 control characters before the space", "json:CANON-02"),
    "nul": ("a\0b", "U+0000 between two letters", "json:JSON-10 msgpack:MP-06"),
    "literal": ("/\x7f\x80\u2028\u2029<>&'", "characters that JSON lets stand as they are", "json:CANON-02"),
    "bom": ("\ufeffa", "U+FEFF, which inside a string is a character", "json:JSON-10 msgpack:MP-06"),
    "noncharacter": ("\ufffe\uffff\U0010ffff", "three noncharacters, which are text", "json:JSON-10 msgpack:MP-06"),
    "boundaries": ("\0\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff",
                   "the first and the last character of each length in UTF-8, and those beside the surrogates",
                   "json:JSON-10 msgpack:MP-06"),
    "not-normalised": ("e\u0301\u00e9", "a letter with an accent, decomposed and composed",
                       "json:JSON-10 msgpack:MP-06"),
    "date-like": ("2015-02-18T21:40:23.511717", "a string that looks like a date-time", "DT-09"),
    "number-like": ("1.0", "a string that looks like a number", ""),
    "base64-like": ("AQID", "a string that looks like base64", "json:JSON-11"),
    "space": (" a\t ", "blanks at both ends of a string", ""),
}  # fmt: skip

# The ends of each form of a str and of a bin; in JSON, only the smallest of them are useful.
_STR_SIZES = {"fixstr-most": 31, "str8-least": 32, "str8-most": 255, "str16-least": 256, "str16-most": 65535,
              "str32-least": 65536}  # fmt: skip
_BIN_SIZES = {"bin8-most": 255, "bin16-least": 256, "bin16-most": 65535, "bin32-least": 65536}
_LONG = 1000

# For characters of two, three and four octets: the most that the first forms of a str hold, and one more.
_FILLED = [
    character * (octets // len(character.encode()) + more)
    for character in "\xe9\u6771\U0001f600" for octets in (31, 255) for more in (0, 1)
]  # fmt: skip

_BINARIES = {
    "empty": (b"", "binary of no octets"),
    "one": (b"\x00", "one octet, for which base64 has two padding characters"),
    "two": (b"\x01\x02", "two octets, for which base64 has one padding character"),
    "three": (b"\x01\x02\x03", "three octets, for which base64 has no padding"),
    "four": (b"\xff\xfe\xfd\xfc", "four octets, of which base64 makes a whole group and a padded one"),
    "alphabet": (bytes(range(256)), "every octet once"),
    "plus-slash": (b"\xfb\xef\xbe\xff\xff\xff", "octets whose base64 is made of plus signs and slashes"),
    "ascii": (b"Hello", "octets that are the ASCII of a word"),
}


def _scalars() -> Iterator[Case]:
    requirements = "GEN-03 json:JSON-04 json:JSON-16"
    yield from _SCALAR.write("null", None, "null by itself", f"GEN-01 json:GEN-02 {requirements}")
    yield from _SCALAR.write("true", True, "true by itself", f"msgpack:GEN-02 {requirements}")
    yield from _SCALAR.write("false", False, "false by itself", f"msgpack:GEN-02 {requirements}")
    yield from _SCALAR.write("octet-34", 4, "the octet 34 as the integer 4, in JSON", "CTX-01 JSON-16", ("json",))
    yield from _SCALAR.write("octet-34", 52, "the octet 34 as the integer 52, in MessagePack", "CTX-01", ("msgpack",))
    yield Accept(
        name="no-context", summary="a request without a context, which is one in JSON", value=array(45),
        requirements=["SCISERIALIZE-CTX-01"], needs=["json"],
    )  # fmt: skip


def _numbers() -> Iterator[Case]:
    for name, integer in _INTEGERS.items():
        requirements = "GEN-03 json:JSON-16"
        if not -(2**31) <= integer < 2**31:
            requirements += " json:JSON-02 json:CANON-04"
        if integer > 127 or integer < -32:
            requirements += " msgpack:MP-16"
        if integer > 1 or -(2**31) <= integer < -1:
            requirements += " msgpack:CANON-05"
        yield from _NUMBER.write(f"integer-{name}", integer, f"the integer {integer:,}", requirements)
    for name, (double, summary) in _DOUBLES.items():
        more = {"minus-zero": "json:CANON-09 json:JSON-20 msgpack:MP-15", "zero": "json:CANON-09"}.get(
            name, "json:CANON-03"
        )
        integral = "msgpack:CANON-05" if double.is_integer() and abs(double) < 2**63 else ""
        yield from _NUMBER.write(f"double-{name}", double, summary, f"msgpack:MP-14 {more} {integral}",
                                 numbers=(10, 17))  # fmt: skip
    for name, double in _TIES.items():
        summary = f"of two shortest decimals that are equally near, {double}, the one with an even last digit"
        yield from _NUMBER.write(f"double-{name}", double, summary, "CANON-03", ("json",))


def _draft_numbers() -> Iterator[Case]:
    """Numbers as the draft prints them."""
    yield from _NUMBER.write("draft-array", [1.0, 2.0, "a", "b"], "the array of the draft's table",
                             "GEN-03 json:CANON-03 msgpack:MP-14")  # fmt: skip
    yield from _NUMBER.write("draft-nested", [[1.1, 1.2, 1.3], [0.5]], "doubles in arrays in an array",
                             "GEN-03 json:CANON-03 msgpack:MP-14")  # fmt: skip
    yield from _NUMBER.write("draft-small", [11, 0, 626512], "the integers of the draft's duration",
                             "GEN-03 json:CANON-02 msgpack:CANON-05")  # fmt: skip


# Octets of strings at which libraries turn to other ways of reading, or just beyond them.
_CONTENTS = (33, 65, 201, 257, 4097)


def _content(length: int) -> str:
    """Return a text of that many octets: U+FEFF, U+0000, letters of one to four octets, and U+0000 at the end."""
    marks = "\ufeff\0é東😀"
    return marks + "a" * (length - len(marks.encode()) - 1) + "\0"


def _contents() -> Iterator[Case]:
    for length in _CONTENTS:
        text = _content(length)
        summary = f"a text of {length:,} octets, with U+FEFF and U+0000 in front, as a key and as its value"
        yield from _STRING.write(f"content-{length}", mapping({text: text}), summary,
                                 "GEN-03 json:JSON-03 json:CANON-02 msgpack:CANON-10",
                                 numbers=(length, 0xFEFF, 0))  # fmt: skip


def _plain() -> Iterator[Case]:
    """Texts with U+FFFD and texts that look like escapes, as strings and as keys."""
    for name, (text, what) in (REPLACEMENTS | ESCAPES).items():
        mistake = "replacements-refused" if name in REPLACEMENTS else "escapes-resolved"
        yield from _STRING.write(name, text, what, "GEN-03 json:JSON-16 msgpack:CANON-10", catches=mistake)
    members = mapping({text: text for text in PLAIN_TEXTS})
    yield from _STRING.write("plain-members", members, "keys and strings with U+FFFD, or that look like escapes",
                             "GEN-03 json:CANON-02 msgpack:CANON-10",
                             catches="replacements-refused escapes-resolved")  # fmt: skip
    octets = r'["\\ud800","\\ud83d\\ude00","\\\ud83d\ude00","\\\\ud800","\\u0000"]'
    values = [r"\ud800", r"\ud83d\ude00", "\\\U0001f600", r"\\ud800", r"\u0000"]
    yield _STRING.read_bytes("escaped-escapes", "json", octets.encode(), values,
                             "escaped backslashes before u and four digits, and one before an escaped pair of "
                             "surrogates", "JSON-03")  # fmt: skip
    yield _STRING.read_bytes("escaped-replacement", "json", rb'"\ufffd"', "\ufffd", "an escape of U+FFFD",
                             "JSON-03 JSON-10")  # fmt: skip


def _strings() -> Iterator[Case]:
    for name, (text, summary, requirements) in _STRINGS.items():
        numbers = sorted({len(character.encode()) for character in text})
        yield from _STRING.write(
            name, text, summary, f"GEN-03 json:JSON-16 msgpack:CANON-10 {requirements}", numbers=numbers
        )
    for name, size in _STR_SIZES.items():
        summary = f"a string of {plural(size, 'octet')}"
        if size < _LONG:
            yield from _STRING.write(name, "a" * size, summary, "GEN-03 json:JSON-16 msgpack:CANON-10")
        else:
            yield from _STRING.write(name, "a" * size, summary, "CANON-10", ("msgpack",))


def _filled() -> Iterator[Case]:
    """Strings and keys of few characters and many octets."""
    what = "of characters of two, three or four octets, as many as 31 or 255 octets hold, and one more"
    for name, value, which, more in (
        ("ends", array(*_FILLED), "strings", "json:JSON-03"),
        ("ends-of-keys", mapping({text: number for number, text in enumerate(_FILLED, 1)}), "keys", "CANON-01"),
    ):
        yield from _STRING.write(
            f"wide-{name}", value, f"{which} {what}", f"json:CANON-02 msgpack:MP-02 msgpack:CANON-10 {more}",
            catches="msgpack:packs-str-by-units", numbers=(31, 255, 3, 4),
        )  # fmt: skip


# As many brackets, or heads of arrays, as many codecs would refuse to nest.
_MANY = 1100


def _structure() -> Iterator[Case]:
    """Texts and binary of what would open arrays and objects if it did not stand in them."""
    write, brackets, braces = _STRING.write, "[" * _MANY, "{" * _MANY
    yield from write("brackets", [brackets, braces, "]}" * (_MANY // 2)],
                     f"strings of {_MANY:,} opening brackets, of as many opening braces, and of as many that close",
                     "GEN-10 JSON-03", ("json",), numbers=(_MANY,))  # fmt: skip
    yield from write("brackets-of-keys", mapping({brackets: 1, braces: {"map": [[brackets, None]]}}),
                     f"keys of {_MANY:,} opening brackets, and of as many opening braces", "GEN-10 JSON-03", ("json",),
                     numbers=(_MANY,))  # fmt: skip
    yield from write("brackets-beside-quotes", ["\\", brackets, '"' + braces, '\\"' + brackets],
                     f"a backslash, {_MANY:,} opening brackets, as many braces after a quote, and as many brackets "
                     "after a backslash and a quote", "GEN-10 JSON-03", ("json",), numbers=(_MANY,))  # fmt: skip
    heads = "\u0711" * (_MANY // 2)
    yield from write("heads", mapping({heads: [heads, b"\x91" * _MANY]}),
                     f"a key and a string of {_MANY // 2} times U+0711, which is dc 91, how the head of an array 16 "
                     f"begins, and binary of {_MANY:,} octets 91", "GEN-10 MP-02", ("msgpack",),
                     numbers=(_MANY, _MANY // 2, 16, 91))  # fmt: skip


def _binaries() -> Iterator[Case]:
    requirements = "json:JSON-11 json:JSON-14 msgpack:MP-01 msgpack:CANON-10"
    for name, (octets, summary) in _BINARIES.items():
        more = "json:CANON-02" if b"\xff" in octets else ""
        yield from _BINARY.write(name, octets, summary, f"GEN-03 {requirements} {more}")
    for name, size in _BIN_SIZES.items():
        if size < _LONG:
            yield from _BINARY.write(name, bytes(size), f"binary of {plural(size, 'octet')}", requirements)
        else:
            what = f"binary of {plural(size, 'octet')}"
            yield from _BINARY.write(name, bytes(size), what, "MP-01 CANON-10", ("msgpack",))
    pieces = "12,290 octets of binary"
    yield from _BINARY.write("pieces", bytes(at % 251 for at in range(12_290)), pieces, requirements, ("json",))
    within = mapping({"a": node([b"\1", [b""]]), "b": b"\2\3\4"})
    yield from _BINARY.write("within", within, "binary in arrays and in a map", f"{requirements} GEN-05")


def features() -> Iterator[Feature]:
    """Features of cases that are read and written."""
    yield Feature("scalars", "Null and booleans", list(_scalars()))
    yield Feature("numbers", "Integers and doubles", [*_numbers(), *_draft_numbers()])
    yield Feature("strings", "Strings", [*_strings(), *_contents(), *_plain(), *_filled(), *_structure()])
    yield Feature("binary", "Binary by itself", list(_binaries()))
