"""JSON in spellings other than the canonical one."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import mapping, ndarray

_WORDS = FeatureBuilder("json-forms")
_MOMENT = {"datetime": "2015-02-18T21:40:23"}

# Text, value, description, requirements.
_SPACE: dict[str, tuple[str, Any, str, str]] = {
    "space-around": (" \t\r\n1 \t\r\n", 1, "each kind of white space before and after a value", "JSON-16"),
    "space-array": ("[ 1 ,\t2\n,\r3 ]", [1, 2, 3], "white space around the items of an array", "JSON-16"),
    "space-empty": ("[ \n]", [], "white space in an empty array", "JSON-16"),
    "space-object": ('{ "a" : 1 , "b" :\n2 }', mapping({"a": 1, "b": 2}), "white space around keys and members",
                     "JSON-16"),
    "space-empty-object": ("{\t}", mapping({}), "white space in an empty object", "JSON-16"),
    "space-binary": ('{ "__base64__" : "AQ==" }', b"\1", "white space in a binary object", "JSON-14"),
    "indented": ('{\n  "__type__": "datetime",\n  "isostr": "2015-02-18T21:40:23"\n}\n', _MOMENT,
                 "a document set over several lines", "JSON-16"),
    "figure-datetime": ('{\n"__type__": "datetime",\n"isostr": "2015-02-18T21:36:32.528617"\n}',
                        {"datetime": "2015-02-18T21:36:32.528617"},
                        "the draft's figure of a date-time, without the comma at its end", "JSON-16"),
    "figure-timedelta": ('{\n"__type__": "timedelta",\n"days": 0,\n"seconds": 11,\n"microsec": 626512\n}',
                         {"timedelta": ["0", "11", "626512"]},
                         "the draft's figure of a duration, without the comma at its end", "JSON-16"),
}  # fmt: skip

_SPELLED = "JSON-17"
_NUMBERS: dict[str, tuple[str, float, str, str]] = {
    "exponent": ("1e0", 1.0, "1e0, a float token for its exponent", _SPELLED),
    "exponent-upper": ("1E2", 100.0, "an exponent with an upper-case E", _SPELLED),
    "exponent-plus": ("1e+2", 100.0, "an exponent with a plus sign", _SPELLED),
    "exponent-minus": ("25e-1", 2.5, "an exponent with a minus sign", _SPELLED),
    "exponent-zeros": ("1e0002", 100.0, "an exponent with leading zeros", _SPELLED),
    "fraction-zeros": ("1.50000", 1.5, "zeros at the end of a fraction", "JSON-02"),
    "zero-exponent": ("0e5", 0.0, "zero with an exponent", _SPELLED),
    "zero-fraction": ("-0.0e0", -0.0, "a negative zero with a fraction and an exponent", _SPELLED),
    "minus-zero-exponent": ("-0e0", -0.0, "a negative zero with an exponent and no point, a float token", _SPELLED),
    "minus-zero-fraction": ("-0.00", -0.0, "a negative zero with two digits after the point", _SPELLED),
    "underflow": ("1e-400", 0.0, "a number too small for a double, which is read as 0.0", "JSON-07"),
    "underflow-minus": ("-1e-400", -0.0, "a negative number too small for a double, which is read as -0.0", "JSON-07"),
    "underflow-half": ("2.4703282292062327e-324", 0.0, "just under half of the least double, nearest to 0.0",
                       "JSON-07"),
    "underflow-least": ("2.4703282292062328e-324", 5e-324, "just over half of the least double, nearest to that",
                        "JSON-02"),
    "underflow-long": ("0." + "0" * 400 + "1", 0.0, "a number too small for a double, without an exponent", "JSON-07"),
    "exponent-far": ("0e99999999999", 0.0, "zero with an exponent of eleven digits", _SPELLED),
    "rounds-most": ("1.7976931348623158e308", 1.7976931348623157e308,
                    "a number that rounds down to the greatest double",
                    "JSON-02"),
    "tie-even": ("9007199254740993.0", 9007199254740992.0, "a tie that goes down to the even neighbour", "JSON-02"),
    "tie-even-up": ("9007199254740995.0", 9007199254740996.0, "a tie that goes up to the even neighbour", "JSON-02"),
    "long": ("0." + "3" * 400, 1 / 3, "a fraction of a great many digits", "JSON-02"),
    "long-tie": ("1.00000000000000011102230246251565404236316680908203125" + "0" * 60 + "1", 1.0000000000000002,
                 "a number just over a tie, which its last digit alone shows", "JSON-02"),
    "long-integral": ("1" + "0" * 30 + "e-30", 1.0, "1 with 30 zeros that the exponent takes back", "JSON-02 JSON-17"),
    "long-exponent": ("1" + "0" * 600 + "e-600", 1.0, "1 and 600 zeros, which the exponent takes back",
                      "JSON-02 JSON-17"),
    "long-fraction": ("0." + "0" * 600 + "1e601", 1.0,
                      "a fraction whose 601st digit is the first that is not zero, with an exponent of 601",
                      "JSON-02 JSON-17"),
    "power": ("3e23", 3e23, "3e23, whose double is not 3 times that of 1e23, rounded", "JSON-02 JSON-17"),
    "power-minus": ("7e-24", 7e-24, "7e-24, whose double is not that of 7 divided by that of 1e24", "JSON-02 JSON-17"),
    "subnormal": ("4.9406564584124654e-324", 5e-324, "the least positive double in more digits than it takes",
                  "JSON-02"),
    "exact-float": ("9007199254740991.0", 9007199254740991.0, "2^53 - 1 as a float token", "JSON-02"),
}  # fmt: skip

# Fractions whose digits, as an integer, no double holds: divided by a power of ten they are not the nearest double. The
# point is after the first digit, in the middle, and before the last two or the last one.
_LONG_FRACTIONS: dict[str, tuple[tuple[str, ...], str, tuple[int, ...], str]] = {
    "digits-16": (("9.719627783643495", "94181434.37455789", "92365848144144.93", "973003272777052.1"),
                  "fractions of 16 digits", (16,), "json-digits-divided"),
    "digits-more": (("2.4469628281735607", "58509612380501893.7", "17223536618367061.67", "-95379901.89516709",
                     "98412386.10403189e-5", "9591.324791072811e3"),
                    "fractions of 17, 18 and 19 digits, and of 16 with a minus sign or an exponent",
                    (16, 17, 18, 19), "json-decimal-digits"),
}  # fmt: skip

_STRINGS: dict[str, tuple[str, str, str]] = {
    "escape-slash": (r'"\/"', "/", "the escape of a slash"),
    "escape-hex": (r'"\u0041\u00e9\u20ac"', "A\xe9\u20ac", "escapes of characters that need none"),
    "escape-case": (r'"\uABCD\uabcd\uaBcD"', "\uabcd" * 3, "the digits of an escape in either case"),
    "escape-digits": (r'"\u0123\u4567\u89ab\ucdef"', "\u0123\u4567\u89ab\ucdef", "every hexadecimal digit in escapes"),
    "escape-nul": (r'"\u0000"', "\0", "the escape of U+0000"),
    "escape-pair": (r'"\ud83d\ude00"', "\U0001f600", "a pair of surrogates, one character"),
    "escape-pair-ends": (r'"\uD800\uDC00\uDBFF\uDFFF"', "\U00010000\U0010ffff",
                         "the first and the last pair of surrogates"),
    "escape-pair-crossed": (r'"\uD800\uDFFF\uDBFF\uDC00"', "\U000103ff\U0010fc00",
                            "the first half with the last second half, and the reverse"),
    "escape-beside": (r'"\ud7ff\ue000\uffff"', "\ud7ff\ue000\uffff",
                      "the characters before and after the surrogates, and U+FFFF, as escapes"),
    "escape-mixed": ('"\\ud83d\\ude00\U0001f600"', "\U0001f600" * 2, "one character as a pair of escapes and as it is"),
    "escape-backslash-u": (r'"\\u0041"', "\\u0041", "an escaped backslash before a u and digits"),
    "escape-delete": (r'"\u007f\u2028"', "\x7f\u2028", "escapes of characters that canonical JSON leaves as they are"),
    "escape-short-all": (r'"\"\\\/\b\f\n\r\t"', '"\\/\b\f\n\r\t', "each of the eight short escapes"),
    "escape-ends": (r'"\u0041b\u0043"', "AbC", "escapes at both ends of a string"),
}  # fmt: skip

_OBJECTS: dict[str, tuple[str, Any, str, str]] = {
    "escaped-key": (r'{"\u0061":1}', mapping({"a": 1}), "a key with an escape", "JSON-03"),
    "escaped-tag": (r'{"\u005f_type__":"date\u0074ime","isostr":"2015-02-18T21:40:23"}', _MOMENT,
                    "a tag and its key with escapes", "TAG-02 JSON-03"),
    "escaped-base64": (r'{"__base\u0036\u0034__":"\u0041Q=="}', b"\1", "a binary object with escapes in key and text",
                       "JSON-14 JSON-03"),
    "escaped-base64-slash": (r'{"__base64__":"\/\/8="}', b"\xff\xff", "base64 whose slashes are escaped",
                             "JSON-14 JSON-03"),
    "keys-differ-by-case": ('{"a":1,"A":2,"\xe4":3}', mapping({"a": 1, "A": 2, "\xe4": 3}),
                            "keys that are one letter in three forms", "JSON-09"),
    "escaped-dtype": (r'{"__type__":"ndarray","shape":[1],"dtype":"int\u0038","bytes":{"__base64__":"BQ=="}}',
                      ndarray("int8", [1], 5), "a dtype with an escape", "ND-01 ND-05 JSON-03"),
}  # fmt: skip


def _cases() -> Iterator[Case]:
    for name, (text, value, summary, requirements) in (_SPACE | _OBJECTS).items():
        yield _WORDS.read_bytes(name, "json", text.encode(), value, summary, requirements)
    # In an array, so that the outcome does not depend on what is allowed at the top.
    for name, (text, number, summary, requirements) in _NUMBERS.items():
        yield _WORDS.read_bytes(f"number-{name}", "json", f"[{text}]".encode(), [number], summary, requirements)
    for name, (tokens, what, numbers, mistake) in _LONG_FRACTIONS.items():
        summary = f"{what}, which are beyond 2^53 without the point: divided by a power of ten they are rounded twice"
        yield _WORDS.read_bytes(
            f"number-{name}", "json", f"[{','.join(tokens)}]".encode(), [*map(float, tokens)], summary, "JSON-02",
            catches=mistake, numbers=(*numbers, 2**53, 10),
        )  # fmt: skip
    for name, (text, string, summary) in _STRINGS.items():
        requirements = "JSON-03 JSON-10" if "\0" in string else "JSON-03"
        yield _WORDS.read_bytes(name, "json", f"[{text}]".encode(), [string], summary, requirements)


def features() -> Iterator[Feature]:
    """Features of cases that are only read."""
    yield Feature("json-forms", "JSON in other spellings", list(_cases()))
