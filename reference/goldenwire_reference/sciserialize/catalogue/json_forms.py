"""JSON in other spellings than the canonical one."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, mapping, ndarray

_WORDS = Words("json-forms")

# Text, value, what it is about, requirements.
_SPACE = {
    "space-around": (" \t\r\n1 \t\r\n", 1, "white space around the value", "JSON-16"),
    "space-array": ("[ 1 ,\t2\n,\r3 ]", [1, 2, 3], "white space around items", "JSON-16"),
    "space-empty": ("[ \n]", [], "white space in an empty array", "JSON-16"),
    "space-object": ('{ "a" : 1 , "b" :\n2 }', mapping({"a": 1, "b": 2}), "white space around keys", "JSON-16"),
    "space-empty-object": ("{\t}", mapping({}), "white space in an empty object", "JSON-16"),
    "space-binary": ('{ "__base64__" : "AQ==" }', b"\1", "white space in a binary object", "JSON-16 JSON-14"),
    "indented": ('{\n  "__type__": "datetime",\n  "isostr": "2015-02-18T21:40:23"\n}\n',
                 {"datetime": "2015-02-18T21:40:23"}, "a document as the draft's figures set it", "JSON-16"),
}  # fmt: skip

_NUMBERS = {
    "exponent": ("1e0", 1.0, "an exponent makes a float token"),
    "exponent-upper": ("1E2", 100.0, "an upper-case E"),
    "exponent-plus": ("1e+2", 100.0, "a plus sign"),
    "exponent-minus": ("25e-1", 2.5, "a minus sign"),
    "exponent-zeros": ("1e0002", 100.0, "leading zeros of an exponent"),
    "fraction-zeros": ("1.50000", 1.5, "zeros at the end"),
    "zero-exponent": ("0e5", 0.0, "zero with an exponent"),
    "zero-fraction": ("-0.0e0", -0.0, "a negative zero"),
    "minus-zero-exponent": ("-0e0", -0.0, "-0 with an exponent is a float token"),
    "underflow": ("1e-400", 0.0, "too small for a double"),
    "underflow-minus": ("-1e-400", -0.0, "too small, and negative"),
    "underflow-half": ("2.4703282292062327e-324", 0.0, "just under half of the least double"),
    "underflow-least": ("2.4703282292062328e-324", 5e-324, "just over half of the least double"),
    "rounds-most": ("1.7976931348623158e308", 1.7976931348623157e308, "rounds down to the greatest double"),
    "tie-even": ("9007199254740993.0", 9007199254740992.0, "a tie goes to the even neighbour"),
    "tie-even-up": ("9007199254740995.0", 9007199254740996.0, "a tie that goes up"),
    "long": ("0." + "3" * 400, 1 / 3, "four hundred digits"),
    "long-tie": ("1.00000000000000011102230246251565404236316680908203125" + "0" * 60 + "1", 1.0000000000000002,
                 "just over a tie, found out at the last digit"),
    "subnormal": ("4.9406564584124654e-324", 5e-324, "the least double"),
}  # fmt: skip

_STRINGS = {
    "escape-slash": (r'"\/"', "/", "the escape of a slash"),
    "escape-hex": (r'"\u0041\u00e9\u20ac"', "A\xe9\u20ac", "escapes of characters that need none"),
    "escape-case": (r'"\uABCD\uabcd\uaBcD"', "\uabcd" * 3, "digits of either case"),
    "escape-nul": (r'"\u0000"', "\0", "U+0000"),
    "escape-pair": (r'"\ud83d\ude00"', "\U0001f600", "a pair of surrogates"),
    "escape-pair-ends": (r'"\uD800\uDC00\uDBFF\uDFFF"', "\U00010000\U0010ffff", "the first and the last pair"),
    "escape-beside": (r'"\ud7ff\ue000\uffff"', "\ud7ff\ue000\uffff", "the neighbours of surrogates"),
    "escape-mixed": ('"\\ud83d\\ude00\U0001f600"', "\U0001f600" * 2, "the same character, escaped and not"),
    "escape-backslash-u": (r'"\\u0041"', "\\u0041", "an escaped backslash before a u"),
    "escape-delete": (r'"\u007f\u2028"', "\x7f\u2028", "escapes of what is canonical without"),
}

_OBJECTS = {
    "escaped-key": (r'{"\u0061":1}', mapping({"a": 1}), "a key with an escape", "JSON-03"),
    "escaped-tag": (r'{"\u005f_type__":"date\u0074ime","isostr":"2015-02-18T21:40:23"}',
                    {"datetime": "2015-02-18T21:40:23"}, "tag and its key with escapes", "TAG-02 JSON-03"),
    "escaped-base64": (r'{"__base\u0036\u0034__":"\u0041Q=="}', b"\1", "binary with escapes", "JSON-12"),
    "escaped-base64-slash": (r'{"__base64__":"\/\/8="}', b"\xff\xff", "slashes of base64, escaped", "JSON-12"),
    "keys-differ-by-case": ('{"a":1,"A":2,"\xe4":3}', mapping({"a": 1, "A": 2, "\xe4": 3}), "keys", "JSON-09"),
    "escaped-dtype": (r'{"__type__":"ndarray","shape":[1],"dtype":"int\u0038","bytes":{"__base64__":"BQ=="}}',
                      ndarray("int8", [1], 5), "a dtype with an escape", "ND-01 JSON-03"),
}  # fmt: skip


def _cases() -> Iterator[Case]:
    for name, (text, value, summary, requirements) in (_SPACE | _OBJECTS).items():
        yield _WORDS.read_bytes(name, "json", text.encode(), value, summary, requirements)
    for name, (text, number, summary) in _NUMBERS.items():
        requirements = "JSON-07" if name.startswith("underflow") else "JSON-02 JSON-17"
        yield _WORDS.read_bytes(f"number-{name}", "json", text.encode(), number, summary, requirements)
    for name, (text, string, summary) in _STRINGS.items():
        yield _WORDS.read_bytes(name, "json", text.encode(), string, summary, "JSON-03")


def features() -> Iterator[Feature]:
    """What is read."""
    yield Feature("json-forms", "JSON in other spellings", list(_cases()))
