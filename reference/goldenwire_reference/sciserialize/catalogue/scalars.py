"""Null, booleans, numbers, strings and binary by themselves, over both carriers."""

import sys
from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words

_SCALAR, _NUMBER, _STRING, _BINARY = Words("scalars"), Words("numbers"), Words("strings"), Words("binary")

_INTEGERS = {
    "zero": 0, "one": 1, "fixint-most": 127, "uint8-least": 128, "uint8-most": 255, "uint16-least": 256,
    "uint16-most": 65535, "uint32-least": 65536, "int32-most": 2**31 - 1, "int32-beyond": 2**31,
    "uint32-most": 2**32 - 1, "uint64-least": 2**32, "exact-most": 2**53 - 1,
    "minus-one": -1, "negative-fixint": -32, "int8-first": -33, "int8-least": -128, "int16-first": -129,
    "int16-least": -(2**15), "int32-first": -(2**15) - 1, "int32-least": -(2**31), "int64-first": -(2**31) - 1,
    "exact-least": 1 - 2**53,
}  # fmt: skip

# Value, and what it is about.
_DOUBLES = {
    "zero": (0.0, "0.0, which is no integer in the canonical form"),
    "minus-zero": (-0.0, "the sign of a zero"),
    "one": (1.0, "an integral double"),
    "minus": (-1.5, "a negative double"),
    "draft": (123.987, "the number of the draft's table"),
    "tenth": (0.1, "a fraction that binary has not"),
    "fixed-most": (1e20, "the last power of ten without exponent"),
    "exponent-least": (1e21, "the first power of ten with exponent"),
    "fixed-digits": (123456789012345680000.0, "digits, zeros, no exponent"),
    "exponent-digits": (1.2345e25, "several digits and an exponent"),
    "small-fixed": (0.000001, "the last small power of ten without exponent"),
    "small-exponent": (1e-7, "the first small power of ten with exponent"),
    "small-digits": (1.5e-7, "a point and a negative exponent"),
    "least": (5e-324, "the least positive double"),
    "least-normal": (sys.float_info.min, "the least normal double"),
    "subnormal-most": (2.225073858507201e-308, "the greatest subnormal double"),
    "most": (sys.float_info.max, "the greatest double"),
    "minus-most": (-sys.float_info.max, "the least double"),
    "power-of-two": (2.0**-44, "a power of two, whose shortest digits are not those nearest below"),
    "integral-beyond": (2.0**53, "an integral double beyond 2^53 - 1"),
    "seventeen-digits": (0.1 + 0.2, "seventeen digits"),
    "tie": (1e23, "a decimal between two doubles"),
}

_STRINGS = {
    "empty": ("", "the empty string", "CANON-02"),
    "hello": ("Hello", "the string of the draft's table", "json:JSON-03 msgpack:MP-02"),
    "latin": ("hllo w\u00f6rld", "two octets a character", "json:JSON-03 msgpack:MP-02"),
    "euro": ("h\u00e9llo \u20ac \U0001f600", "two, three and four octets a character", "json:JSON-03 msgpack:MP-02"),
    "escapes": ('"\\\b\f\n\r\t', "the seven short escapes", "json:CANON-02 msgpack:CANON-05"),
    "controls": ("".join(map(chr, range(32))), "all control characters", "json:CANON-02 msgpack:CANON-05"),
    "nul": ("a\0b", "U+0000 is an ordinary character", "json:JSON-10 msgpack:MP-06"),
    "literal": ("/\x7f\x80\u2028\u2029<>&'", "characters that need no escape", "json:CANON-02 msgpack:CANON-05"),
    "bom": ("\ufeffa", "U+FEFF inside a document", "json:JSON-10 msgpack:MP-06"),
    "noncharacter": ("\ufffe\uffff\U0010ffff", "noncharacters are text", "json:JSON-10 msgpack:MP-06"),
    "boundaries": ("\x7f\x80\u07ff\u0800\ud7ff\ue000\U00010000", "first and last of each length in UTF-8",
                   "json:JSON-10 msgpack:MP-06"),
    "not-normalised": ("e\u0301\u00e9", "nothing is normalised", "json:JSON-10 msgpack:MP-06"),
    "date-like": ("2015-02-18T21:40:23.511717", "a string that looks like a date-time", "DT-09"),
    "number-like": ("1.0", "a string that looks like a number", "json:JSON-03 msgpack:MP-02"),
    "base64-like": ("AQID", "a string that looks like base64", "json:JSON-11 msgpack:MP-01"),
    "fixstr-most": ("a" * 31, "31 octets", "json:JSON-03 msgpack:CANON-05"),
    "str8-least": ("a" * 32, "32 octets", "json:JSON-03 msgpack:CANON-05"),
    "str8-most": ("a" * 255, "255 octets", "json:JSON-03 msgpack:CANON-05"),
    "str16-least": ("a" * 256, "256 octets", "json:JSON-03 msgpack:CANON-05"),
}  # fmt: skip

_BINARIES = {
    "empty": (b"", "no octets"),
    "one": (b"\x00", "one octet: two padding characters"),
    "two": (b"\x01\x02", "two octets: one padding character"),
    "three": (b"\x01\x02\x03", "three octets: no padding"),
    "four": (b"\xff\xfe\xfd\xfc", "a group and a padded one"),
    "alphabet": (bytes(range(256)), "every octet, and every character of base64"),
    "plus-slash": (b"\xfb\xef\xbe\xff\xff\xff", "the characters + and / of base64"),
    "ascii": (b"Hello", "octets that are ASCII stay binary"),
    "bin8-most": (bytes(255), "255 octets"),
    "bin16-least": (bytes(257), "257 octets"),
}


def _scalars() -> Iterator[Case]:
    requirements = "GEN-01 GEN-02 GEN-03 json:JSON-04"
    yield from _SCALAR.write("null", None, "null by itself at the top", requirements)
    yield from _SCALAR.write("true", True, "true by itself", requirements)
    yield from _SCALAR.write("false", False, "false by itself", requirements)
    context = "digits in one carrier, a number in the other: the context tells which it is"
    yield _SCALAR.read_bytes("digit-json", "json", b"\x34\x31", 41, context, "CTX-01")
    yield _SCALAR.read_bytes("digit-msgpack", "msgpack", b"\x34", 0x34, context, "CTX-01")


def _numbers() -> Iterator[Case]:
    for name, integer in _INTEGERS.items():
        requirements = "json:JSON-02 json:CANON-04 msgpack:CANON-05"
        yield from _NUMBER.write(f"integer-{name}", integer, f"the integer {integer}", requirements)
    for name, (double, summary) in _DOUBLES.items():
        more = " CANON-09 JSON-20" if name == "minus-zero" else ""
        yield from _NUMBER.write(f"double-{name}", double, summary, f"json:CANON-03 msgpack:MP-14{more}")


def _draft_numbers() -> Iterator[Case]:
    """Numbers as the draft has them, without a word on their canonical form."""
    yield from _NUMBER.write("draft-array", [1.0, 2.0, "a", "b"], "the array of the draft's table", "GEN-02 GEN-03")
    yield from _NUMBER.write("draft-nested", [[1.1, 1.2, 1.3], [0.5]], "numbers in arrays", "GEN-02 GEN-03")
    yield from _NUMBER.write("draft-small", [11, 0, 626512], "integers of the draft's duration", "GEN-02 GEN-03")


def features() -> Iterator[Feature]:
    """What is read and written."""
    yield Feature("scalars", "Null and booleans", list(_scalars()))
    yield Feature("numbers", "Integers and doubles", [*_numbers(), *_draft_numbers()])
    strings = [case for name, row in _STRINGS.items() for case in _STRING.write(name, *row)]
    summary = "65536 octets, which only MessagePack tells apart"
    strings += _STRING.write("str32-least", "a" * 65536, summary, "CANON-05", carriers=("msgpack",))
    yield Feature("strings", "Strings", strings)
    binaries = [
        case
        for name, (octets, summary) in _BINARIES.items()
        for case in _BINARY.write(name, octets, summary, "json:JSON-11 json:JSON-14 msgpack:MP-01")
    ]
    binaries += _BINARY.write("bin32-least", bytes(65536), summary, "MP-01", carriers=("msgpack",))
    yield Feature("binary", "Binary by itself", binaries)
