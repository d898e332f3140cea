"""Invalid JSON: the carrier pass."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature, append
from goldenwire_suite.sciserialize.cases import json_texts
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder

_WORDS = FeatureBuilder("json-rejects")
_ARRAY, _ARRAY_ONE, _MAP_ONE = (f"containers/{name}-json" for name in ("array-empty", "array-one", "map-one"))

# Insertions into an empty array: text, description.
_VALUES = {
    "leading-zero": ("01", "a leading zero"), "leading-zero-minus": ("-01", "a leading zero after a sign"),
    "leading-zeros": ("00", "two zeros"), "leading-zero-point": ("01.5", "a leading zero before a fraction"),
    "plus": ("+1", "a plus sign before a number"), "minus-alone": ("-", "a minus sign alone"),
    "double-minus": ("--1", "two minus signs"), "minus-point": ("-.5", "no digit between a minus sign and the point"),
    "minus-letter": ("-a", "a letter after a minus sign"),
    "point-first": (".5", "no digit before the point"), "point-last": ("1.", "no digit after the point"),
    "point-exponent": ("1.e1", "no digit between the point and the exponent"),
    "two-points": ("1.2.3", "a second point"), "exponent-empty": ("1e", "an exponent without digits"),
    "exponent-sign": ("1e+", "an exponent that is a sign alone"),
    "exponent-point": ("1e1.5", "a point in the exponent"),
    "exponent-twice": ("1e1e1", "a second exponent"), "exponent-signs": ("1e+-1", "an exponent with two signs"),
    "hex": ("0x1f", "a number in hexadecimal digits"), "underscore": ("1_000", "an underscore between digits"),
    "suffix": ("1L", "a letter after a number"), "letter-e": ("e1", "an exponent without a number before it"),
    "space-in-number": ("1 2", "two numbers without a comma"), "minus-space": ("- 1", "a space after the sign"),
    "literal-case": ("True", "the word true with a capital letter"),
    "literal-short": ("tru", "the word true cut short"),
    "literal-long": ("nullx", "a letter after the word null"),
    "literal-wrong": ("nulx", "the word null with another end"),
    "literal-false": ("falsy", "the word false with another end"),
    "literal-upper": ("NULL", "the word null in capitals"),
    "nan-lower": ("nan", "the name of NaN in lower case"), "undefined": ("undefined", "a word of JavaScript"),
    "infinity-lower": ("infinity", "the name of infinity in lower case"),
    "infinity-short": ("Inf", "infinity cut short"),
    "single-quotes": ("'a'", "a string in single quotes"), "backticks": ("`a`", "a string in back quotes"),
    "escape-unknown": (r'"\x41"', "a backslash before an x"),
    "escape-octal": (r'"\012"', "a backslash before octal digits"),
    "escape-quote": (r'''"\'"''', "an escaped single quote"),
    "escape-short": (r'"\u12"', "an escape of two hexadecimal digits"),
    "escape-digit": (r'"\u12G4"', "an escape whose third digit is a G"),
    "escape-second-digit": (r'"\u1G34"', "an escape whose second digit is a G"),
    "escape-last-digit": (r'"\u123G"', "an escape whose last digit is a G"),
    "escape-upper": (r'"\U0041"', "an escape with a capital U"),
    "escape-second": (r'"\ud83d\u"', "the first half of a surrogate pair, and after it an escape without digits"),
    "escape-second-upper": (r'"\ud83d\Ude00"',
                            "the first half of a surrogate pair, and after it the second with a capital U"),
    "escape-a": (r'"\a"', "a backslash before an a, which is an escape of C"),
    "escape-line": ('"a\\\nb"', "an escaped line feed"), "escape-nul": ('"\\\0"', "an escaped U+0000"),
    "escape-plus": (r'"\u+123"', "an escape with a plus sign in place of its first digit"),
    "escape-space": (r'"\u 123"', "an escape with a space in place of its first digit"),
    "raw-newline": ('"a\nb"', "a raw line feed in a string"), "raw-nul": ('"\0"', "a raw U+0000 in a string"),
    "raw-tab": ('"\t"', "a raw tab in a string"), "raw-unit": ('"\x1f"', "a raw U+001F in a string"),
    "raw-return": ('"\r"', "a raw carriage return in a string"),
    "raw-key": ('{"\t":1}', "a raw tab in a key"), "key-bare": ("{a:1}", "a key without quotes"),
    "key-number": ("{1:1}", "a number as a key"), "key-null": ("{null:1}", "null as a key"),
    "key-array": ("{[]:1}", "an array as a key"), "key-object": ("{{}:1}", "an object as a key"),
    "key-single": ("{'a':1}", "a key in single quotes"),
    "colon-missing": ('{"a" 1}', "no colon between a key and its value"),
    "colon-equals": ('{"a"=1}', "an equals sign in place of the colon"),
    "colon-twice": ('{"a"::1}', "two colons between a key and its value"),
    "colon-comma": ('{"a",1}', "a comma in place of the colon"),
    "colon-array": ('"a":1', "a key and its value in an array"),
    "member-value": ('{"a":}', "a member without a value"),
    "member-comma": ('{"a":,"b":1}', "a comma in place of a value"),
    "member-alone": ('{"a"}', "a key without colon and value"), "object-comma": ("{,}", "a comma alone in an object"),
    "object-first": ('{,"a":1}', "a comma before the first member"),
    "object-twice": ('{"a":1,,"b":2}', "two commas between members"),
    "comma-first": (",1", "a comma before the first item"),
    "comma-only": (",", "a comma alone in an array"), "comma-twice": ("1,,2", "two commas between items"),
    "comma-missing": ("1[2]", "no comma between items"), "comma-none": ('{"a":1"b":2}', "no comma between members"),
    "comma-strings": ('"a""b"', "no comma between strings"),
    "semicolon": ("1;2", "a semicolon between items"), "bracket-mixed": ("[1}", "an array that ends in a brace"),
    "brace-mixed": ('{"a":1]', "an object that ends in a bracket"), "comment": ("1/*x*/", "a comment after a number"),
    "comment-line": ("//x\n1", "a comment after two slashes, up to the end of the line"),
    "comment-first": ("/*x*/1", "a comment before a number"), "hash": ("#x\n1", "a comment after a number sign"),
    "parentheses": ("(1,2)", "items in parentheses"), "bytes-literal": ('b"a"', "a letter before a string"),
    "nbsp": ("\xa01", "a no-break space as white space"), "form-feed": ("\f1", "a form feed as white space"),
    "vertical-tab": ("\v1", "a vertical tab as white space"), "nul-space": ("\x001", "U+0000 as white space"),
    "delete": ("\x7f", "the octet 7f in an array"), "letter": ("\xe9", "a letter that is not of ASCII, in an array"),
    "line-separator": ("\u20281", "a line separator as white space"),
    "bom-inside": ("\ufeff1", "a byte order mark after the first bracket"),
    "next-line": ("\x851", "a next-line character as white space"),
    "ideographic": ("\u30001", "an ideographic space as white space"),
    "digit-arabic": ("\u0661", "an Arabic digit as a number"),
    "digit-wide": ("1\uff12", "a full-width digit after a digit"),
}  # fmt: skip

# The numbers among them whose defect is after their beginning.
_IN_NUMBERS = {"point-last", "point-exponent", "exponent-empty", "exponent-sign", "exponent-signs"}

# The base, the remaining part of it, and where it ends.
_CUT: dict[str, tuple[str, str | bytes, str]] = {
    "array": ("containers/array-empty", "[", "an array, right after its bracket"),
    "array-item": ("containers/array-two", "[1", "an array, after an item"),
    "array-comma": ("containers/array-two", "[1,", "an array, after a comma"),
    "array-inner": ("containers/array-inner", "[[1]", "an array, after an array in it"),
    "object": ("containers/map-empty", "{", "an object, right after its brace"),
    "key": ("containers/map-two", '{"a', "an object, in a key"),
    "after-key": ("containers/map-two", '{"a"', "an object, after a key"),
    "after-colon": ("containers/map-two", '{"a":', "an object, after a colon"),
    "member": ("containers/map-two", '{"a":1', "an object, after a member"),
    "object-comma": ("containers/map-two", '{"a":1,', "an object, after a comma"),
    "string": ("strings/hello", '"Hello', "a string, before its closing quote"),
    "string-quote": ("strings/hello", '"', "a string, after its opening quote"),
    "escape": ("strings/escapes", '"\\', "a string, after a backslash"),
    "escape-hex": ("strings/controls", '"\\u00', "a string, in the digits of an escape"),
    "character": ("strings/euro", b'"h\xc3', "a string, in a character of two octets"),
    "literal": ("scalars/true", "tr", "the word true, after two letters"),
    "literal-last": ("scalars/false", "fals", "the word false, before its last letter"),
    "number-sign": ("numbers/integer-minus-one", "-", "a number, after its sign"),
    "number-point": ("numbers/double-one", "1.", "a number, after its point"),
    "number-exponent": ("numbers/double-exponent-least", "1e", "a number, after its e"),
    "number-exponent-sign": ("numbers/double-exponent-least", "1e+", "a number, after the sign of its exponent"),
    "tagged": ("datetime/whole", '{"__type__":"datetime","isostr":"2015-02-18T21:40:23"',
               "a date-time, before its brace"),
}  # fmt: skip

# Octets after a complete value: the base, the octets, description.
_REST = {
    "value": (_ARRAY, b" []", "an array, and after a space another"),
    "close": (_ARRAY, b"]", "a bracket after an array"),
    "comma": (_ARRAY, b",", "a comma after an array"), "digit": ("numbers/integer-zero-json", b"1", "a digit after 0"),
    "word": ("scalars/null-json", b" null", "null, and after a space another"),
    "nul": (_ARRAY, b"\0", "U+0000 after an array"),
    "minus-after": ("numbers/integer-one-json", b"-", "a minus sign after 1"),
    "lines": ("numbers/integer-one-json", b"\n2\n", "a number, and on the next line another"),
    "letter": ("numbers/integer-one-json", b"\xc3\xa9", "a letter that is not of ASCII after a number"),
    "colon": ("strings/hello-json", b":1", "a colon and a number after a string"),
    "quote": ("strings/hello-json", b'"', "a quote after a string"),
    "brace": (_MAP_ONE, b"}", "a brace after an object"),
    "object": (_MAP_ONE, b"{}", "an object after an object"), "ff": (_ARRAY, b"\xff", "the octet ff after an array"),
    "comment": (_ARRAY, b" //", "two slashes after an array"),
    "form-feed": (_ARRAY, b"\f", "a form feed after an array"),
    "dash": (_ARRAY, b"\n---", "dashes on the line after an array"),
    "control-z": (_ARRAY, b"\x1a", "U+001A after an array, the end-of-file character of old systems"),
}  # fmt: skip

# Base, text with an extra comma, the place of the comma.
_COMMAS = {
    "array": ("containers/array-one", "[1,]", "an array"), "object": ("containers/map-one", '{"a":1,}', "an object"),
    "space": ("containers/array-one", "[1 , \n]", "an array, with white space around it"),
    "nested": ("containers/array-inner", "[[1,],2]", "an array in an array"),
    "member": ("containers/map-nested", '{"a":{"b":1,}}', "an object in an object"),
    "datetime": ("json-forms/figure-datetime", '{\n"__type__": "datetime",\n"isostr": "2015-02-18T21:36:32.528617",\n}',
                 "the draft's figure of a date-time"),
    "timedelta": ("json-forms/figure-timedelta",
                  '{\n"__type__": "timedelta",\n"days": 0,\n"seconds": 11,\n"microsec": 626512,\n}',
                  "the draft's figure of a duration"),
}  # fmt: skip

_CONSTANTS = {
    "nan": ("[NaN]", "the word NaN in an array"), "infinity": ("[Infinity]", "the word Infinity in an array"),
    "minus-infinity": ("[-Infinity]", "the word Infinity with a minus sign, in an array"),
    "minus-nan": ("[-NaN]", "the word NaN with a minus sign, in an array"),
}  # fmt: skip

# Encodings of [1] other than UTF-8. Python's utf-16 has the byte order of the machine.
_ENCODINGS = {
    "utf-16-le": ("utf-16-le", "an array in UTF-16, little-endian"),
    "utf-16-be": ("utf-16-be", "an array in UTF-16, big-endian"),
    "utf-32-le": ("utf-32-le", "an array in UTF-32, little-endian"),
    "utf-32-be": ("utf-32-be", "an array in UTF-32, big-endian"),
    "utf-16-bom": ("utf-16-le", "an array in UTF-16 with its byte order mark"),
}  # fmt: skip


def _grammar() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    for name, (text, summary) in _VALUES.items():
        yield reject(name, "json", _ARRAY, f"[{text}]".encode(), "json.syntax", summary,
                     "ERR-03" if name in _IN_NUMBERS else "")  # fmt: skip
    for name, (base, left, summary) in _CUT.items():
        octets = left if isinstance(left, bytes) else left.encode()
        yield reject(f"cut-{name}", "json", f"{base}-json", octets, "json.syntax", f"the input ends in {summary}")
    yield reject("brackets", "json", _ARRAY, b"]", "json.syntax", "a closing bracket alone")
    yield reject("brackets-reversed", "json", _ARRAY, b"][", "json.syntax", "a closing bracket before an opening one")
    for name, (codec, summary) in _ENCODINGS.items():
        text = "\ufeff[1]" if name.endswith("-bom") else "[1]"
        yield reject(name, "json", _ARRAY_ONE, text.encode(codec), "json.syntax", summary, "JSON-10", also=["UTF8"],
                     catches="encoding-guessed")  # fmt: skip


def _ends() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    yield reject("empty", "json", _ARRAY, b"", "json.empty", "an empty input")
    yield reject("space-only", "json", _ARRAY, b" \n\t\r", "json.empty", "an input of white space alone")
    for name, (base, rest, summary) in _REST.items():
        yield reject(f"rest-{name}", "json", base, append(rest), "json.rest", summary,
                     "ERR-03" if len(rest) > 1 else "")  # fmt: skip
    for name, (base, text, summary) in _COMMAS.items():
        base_id = base if base.startswith("json-forms") else f"{base}-json"
        yield reject(f"comma-{name}", "json", base_id, text.encode(), "json.comma", f"a comma at the end of {summary}")
    for name, (text, summary) in _CONSTANTS.items():
        yield reject(f"constant-{name}", "json", _ARRAY, text.encode(), "json.constant", summary)
    yield reject("constant-top", "json", "numbers/integer-one-json", b"NaN", "json.constant", "the word NaN by itself")
    in_map = b'{"a":Infinity}'
    yield reject("constant-member", "json", _MAP_ONE, in_map, "json.constant", "the word Infinity in an object")


def features() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("json-rejects", "JSON that is refused", [*_grammar(), *_ends(), *json_texts.cases()])
