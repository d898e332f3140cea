"""JSON that is none: the carrier pass."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words
from goldenwire_reference.sciserialize.tables import Carrier

_WORDS = Words("json-rejects")

# What is in an array in the place of a value: text, what it is about.
_VALUES = {
    "leading-zero": ("01", "a leading zero"), "leading-zero-minus": ("-01", "a leading zero after a sign"),
    "plus": ("+1", "a plus sign"), "minus-alone": ("-", "a sign alone"), "double-minus": ("--1", "two signs"),
    "point-first": (".5", "no digit before the point"), "point-last": ("1.", "no digit after the point"),
    "two-points": ("1.2.3", "two points"), "exponent-empty": ("1e", "no digits of the exponent"),
    "exponent-sign": ("1e+", "only a sign of the exponent"), "exponent-point": ("1e1.5", "a broken exponent"),
    "hex": ("0x1f", "hexadecimal digits"), "underscore": ("1_000", "an underscore"), "suffix": ("1L", "a suffix"),
    "space-in-number": ("1 2", "two numbers"), "minus-space": ("- 1", "a space after the sign"),
    "literal-case": ("True", "another case"), "literal-short": ("tru", "a literal cut short"),
    "literal-long": ("nullx", "a literal that goes on"), "literal-wrong": ("nulx", "a literal with another end"),
    "nan-lower": ("nan", "the name of NaN in lower case"), "undefined": ("undefined", "a word of JavaScript"),
    "single-quotes": ("'a'", "single quotes"), "backticks": ("`a`", "back quotes"),
    "escape-unknown": (r'"\x41"', "an escape of C"), "escape-octal": (r'"\012"', "an octal escape"),
    "escape-quote": (r'''"\'"''', "an escaped single quote"), "escape-short": (r'"\u12"', "two digits of four"),
    "escape-digit": (r'"\u12G4"', "a digit that is none"), "escape-upper": (r'"\U0041"', "an upper-case U"),
    "escape-second": (r'"\ud83d\u"', "a second half without digits"),
    "raw-newline": ('"a\nb"', "a raw line feed"), "raw-nul": ('"\0"', "a raw U+0000"), "raw-tab": ('"\t"', "a raw tab"),
    "raw-unit": ('"\x1f"', "a raw U+001F"), "key-bare": ("{a:1}", "a key without quotes"),
    "key-number": ("{1:1}", "a number as a key"), "key-null": ("{null:1}", "null as a key"),
    "key-single": ("{'a':1}", "a key in single quotes"), "colon-missing": ('{"a" 1}', "no colon"),
    "colon-equals": ('{"a"=1}', "an equals sign"), "colon-twice": ('{"a"::1}', "two colons"),
    "member-value": ('{"a":}', "no value of a member"), "member-comma": ('{"a":,"b":1}', "a comma for a value"),
    "member-alone": ('{"a"}', "a key alone"), "comma-first": ("[,1]", "a comma before the first item"),
    "comma-only": ("[,]", "a comma alone"), "comma-twice": ("[1,,2]", "two commas"),
    "comma-missing": ("[1[2]]", "no comma"), "comma-none": ('{"a":1"b":2}', "no comma in an object"),
    "semicolon": ("[1;2]", "a semicolon"), "bracket-mixed": ("[1}", "another bracket"),
    "brace-mixed": ('{"a":1]', "another bracket of an object"), "comment": ("1/*x*/", "a comment"),
    "comment-line": ("//x\n1", "a comment in a line of its own"), "hash": ("#x\n1", "a comment after #"),
    "parentheses": ("(1,2)", "parentheses"), "bytes-literal": ('b"a"', "octets as in Python"),
    "nbsp": ("\xa01", "a no-break space"), "form-feed": ("\f1", "a form feed as space"),
    "vertical-tab": ("\v1", "a vertical tab as space"), "delete": ("\x7f", "U+007F"), "letter": ("\xe9", "a letter"),
    "line-separator": ("\u20281", "U+2028 as space"), "bom-inside": ("\ufeff1", "a byte order mark inside"),
}  # fmt: skip

_CUT = {
    "array": ("[", "an array that does not end"), "array-item": ("[1", "after an item"),
    "array-comma": ("[1,", "after a comma"), "object": ("{", "an object that does not end"),
    "key": ('{"a', "in a key"), "after-key": ('{"a"', "after a key"), "after-colon": ('{"a":', "after a colon"),
    "member": ('{"a":1', "after a member"), "object-comma": ('{"a":1,', "after the comma of a member"),
    "string": ('"abc', "in a string"), "string-quote": ('"', "after the opening quote"),
    "escape": ('"\\', "in an escape"), "escape-hex": ('"\\u00', "in the digits of an escape"),
    "literal": ("tr", "in a literal"), "number-sign": ("-", "after a sign"), "number-point": ("1.", "after a point"),
    "number-exponent": ("1e", "in an exponent"),
}  # fmt: skip

# Strings that are not text, in a document.
_UTF8 = {
    "stray": b'"\x80"', "cut": b'"a\xe6\x97"', "overlong": b'"\xc0\xaf"', "overlong-3": b'"\xe0\x80\xaf"',
    "overlong-4": b'"\xf0\x80\x80\xaf"', "overlong-nul": b'"\xc0\x80"', "surrogate": b'"\xed\xa0\x80"',
    "cesu": b'"\xed\xa0\xbd\xed\xb8\x80"', "latin-1": b'"Gr\xf6\xdfe"', "beyond": b'"\xf4\x90\x80\x80"',
    "never-f5": b'"\xf5\x80\x80\x80"', "never-ff": b'"\xff"', "five": b'"\xf8\x88\x80\x80\x80"',
    "high-alone": b'"\\ud800"', "low-alone": b'"\\udc00"', "high-twice": b'"\\ud83d\\ud83d\\ude00"',
    "high-then-text": b'"\\ud83dx\\ude00"', "swapped": b'"\\ude00\\ud83d"', "high-then-raw": b'"\\ud83d\xed\xb8\x80"',
    "high-at-end": b'["a","b\\udbff"]', "in-array": b'[1,"\xff"]', "key": b'{"\xff":1}', "key-escape": b'{"\\udfff":1}',
    "second-key": b'{"a":1,"\xc3\x28":1}',
}  # fmt: skip


def _grammar() -> Iterator[Case]:
    base = "containers/array-empty-json"
    for name, (text, summary) in _VALUES.items():
        yield _WORDS.reject_bytes(name, "json", base, f"[{text}]".encode(), "json.syntax", summary, "JSON-22")
    for name, (text, summary) in _CUT.items():
        yield _WORDS.reject_bytes(f"cut-{name}", "json", base, text.encode(), "json.syntax", summary, "JSON-22")
    for name, text in {
        "NaN": "nan",
        "Infinity": "infinity",
        "-Infinity": "minus-infinity",
        "-NaN": "minus-nan",
    }.items():
        data = f"[{name}]".encode()
        yield _WORDS.reject_bytes(f"constant-{text}", "json", base, data, "json.constant", name, "JSON-06")
    yield _WORDS.reject_bytes("constant-top", "json", base, b"NaN", "json.constant", "NaN at the top", "JSON-06")
    in_map = b'{"a":Infinity}'
    yield _WORDS.reject_bytes("constant-member", "json", base, in_map, "json.constant", "as a member", "JSON-06")


def _ends() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    base = "containers/array-empty-json"
    yield reject("empty", "json", base, b"", "json.empty", "nothing at all", "JSON-16")
    yield reject("space-only", "json", base, b" \n\t\r", "json.empty", "white space alone", "JSON-16")
    for name, data in {
        "value": b"[] []", "close": b"[]]", "comma": b"[],", "digit": b"01", "word": b"null null", "nul": b"[]\0",
        "minus-after": b"1-", "lines": b"1\n2\n", "letter": b"1\xc3\xa9", "colon": b'"a":1', "quote": b'"a""b"',
    }.items():  # fmt: skip
        yield reject(f"rest-{name}", "json", base, data, "json.rest", "more after the value", "GEN-09")
    for name, data in {
        "array": b"[1,]", "object": b'{"a":1,}', "space": b"[1 , \n]", "nested": b'[[1,],2]',
        "datetime": b'{\n"__type__": "datetime",\n"isostr": "2015-02-18T21:36:32.528617",\n}',
        "timedelta": b'{\n"__type__": "timedelta",\n"days": 0,\n"seconds": 11,\n"microsec": 626512,\n}',
    }.items():  # fmt: skip
        yield reject(f"comma-{name}", "json", base, data, "json.comma", "a comma before the closing bracket", "JSON-18")
    for name, codec in {"utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be", "utf-32-le": "utf-32-le"}.items():
        yield reject(name, "json", base, "[1]".encode(codec), "json.syntax", "another encoding than UTF-8", "JSON-10",
                     also=["UTF8"])  # fmt: skip
    yield reject("utf-16-bom", "json", base, "[1]".encode("utf-16"), "json.syntax", "UTF-16 with its mark", "JSON-10",
                 also=["UTF8"])  # fmt: skip
    yield reject("brackets", "json", base, b"]", "json.syntax", "a closing bracket alone", "JSON-22")


def _strings() -> Iterator[Case]:
    for name, data in _UTF8.items():
        yield _WORDS.reject_bytes(
            f"utf8-{name}", "json", "strings/hello-json", data, "json.utf8", "not text", "JSON-10"
        )


def _keys() -> Iterator[Case]:
    for name, text in {
        "same": '{"a":1,"a":1}', "apart": '{"a":1,"b":2,"a":3}', "escaped": r'{"a":1,"\u0061":2}',
        "empty": '{"":1,"":2}',
        "pair": '{"\U0001f600":1,"\\ud83d\\ude00":2}', "nested": '[{"b":{"a":1,"a":2}}]',
        "tag": '{"__type__":"datetime","__type__":"datetime","isostr":"2015-02-18T21:40:23"}',
        "tags": '{"__type__":"ndarray","isostr":"2015-02-18T21:40:23","__type__":"datetime"}',
        "base64": '{"__base64__":"AA==","__base64__":"AQ=="}',
    }.items():  # fmt: skip
        yield _WORDS.reject_bytes(f"duplicate-{name}", "json", "containers/map-empty-json", text.encode(),
                                  "json.key.duplicate", "a key twice", "JSON-09")  # fmt: skip


def _numbers() -> Iterator[Case]:
    for name, token in {
        "exponent": "1e400", "minus": "-1e400", "least": "1.7976931348623159e308", "digits": "1" + "0" * 309,
        "minus-digits": "-" + "9" * 400, "exponent-huge": "1e99999999999999999999", "fraction": "0.1e310",
    }.items():  # fmt: skip
        yield _WORDS.reject_bytes(f"overflow-{name}", "json", "numbers/integer-one-json", f"[{token}]".encode(),
                                  "json.overflow", "beyond the greatest double", "JSON-07", instead=0)  # fmt: skip


_BASE64 = {
    "no-padding": "AQ", "half-padding": "AQ=", "over-padding": "AQI==", "padding-alone": "====", "one": "A",
    "five": "AAAAA", "bits": "AR==", "bits-two": "AQJ=", "newline": "AQID\nBAUG", "newline-last": "AQID\n",
    "space": "AQ ID", "space-first": " AQID", "tab": "AQ==\t", "url": "-_-_", "letter": "AQI\xe9", "dot": "AQI.",
    "middle-padding": "AQ==AQ==", "padding-then": "AQ==A", "padding-first": "=AQI", "nul": "AQI\0",
    "full-width": "\uff21QID",
    "percent": "AQ%3D", "text": "hello world!", "comma": "AQID,AQID",
}  # fmt: skip


def _binary() -> Iterator[Case]:
    reject = _WORDS.reject
    only_json: tuple[Carrier, ...] = ("json",)
    for name, text in _BASE64.items():
        yield from reject(f"base64-{name}", "binary/one", {"__base64__": text}, "base64.text", f"base64: {text!a}",
                          "JSON-12", instead=b"", carriers=only_json)  # fmt: skip
    nested = [1, {"a": {"__base64__": "A"}}]
    yield from reject("base64-nested", "binary/one", nested, "base64.text", "deep in a document", "JSON-12",
                      instead=b"", carriers=only_json)  # fmt: skip
    array = {"__type__": "ndarray", "shape": [1], "dtype": "int8", "bytes": {"__base64__": "AR=="}}
    yield from reject("base64-ndarray", "binary/one", array, "base64.text", "in an ndarray", "JSON-12", instead=b"\1",
                      carriers=only_json)  # fmt: skip
    for name, tree in {
        "beside": {"__base64__": "AQ==", "a": 1}, "tag": {"__type__": "binary", "__base64__": "AQ=="},
        "datetime": {"__base64__": "AQ==", "__type__": "datetime", "isostr": "2015-02-18T21:40:23"},
        "null": {"__base64__": None}, "number": {"__base64__": 1}, "array": {"__base64__": ["AQ=="]},
        "object": {"__base64__": {"a": 1}}, "binary": {"__base64__": b"\1"}, "boolean": {"__base64__": True},
        "deep": [[{"b": 1, "__base64__": "AQ=="}]],
    }.items():  # fmt: skip
        yield from reject(f"reserved-{name}", "binary/one", tree, "base64.alone", "no binary object", "JSON-13",
                          carriers=only_json)  # fmt: skip


def features() -> Iterator[Feature]:
    """What is refused."""
    cases = [*_grammar(), *_ends(), *_strings(), *_keys(), *_numbers(), *_binary()]
    yield Feature("json-rejects", "JSON that is refused", cases)
