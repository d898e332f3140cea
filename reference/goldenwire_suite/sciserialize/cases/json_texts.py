"""JSON with invalid strings, keys, numbers or base64."""

import binascii
from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import Stored

_WORDS = FeatureBuilder("json-rejects")
_STRING, _ARRAY, _MAP = "strings/hello-json", "containers/array-empty-json", "containers/map-one-json"

# Strings and keys that are not text, in a document, and the reason.
_UTF8 = {
    "stray": (b'"\x80"', "a continuation octet alone"),
    "cut": (b'"a\xe6\x97"', "a character without its last octet"),
    "overlong": (b'"\xc0\xaf"', "a slash with an octet more than it takes"),
    "overlong-3": (b'"\xe0\x80\xaf"', "a slash with two octets more than it takes"),
    "overlong-4": (b'"\xf0\x80\x80\xaf"', "a slash with many octets more than it takes"),
    "overlong-nul": (b'"\xc0\x80"', "U+0000 with an octet more than it takes"),
    "surrogate": (b'"\xed\xa0\x80"', "the octets of a surrogate"),
    "cesu": (b'"\xed\xa0\xbd\xed\xb8\x80"', "a pair of surrogates, each as if it were a character"),
    "latin-1": (b'"Gr\xf6\xdfe"', "letters in Latin-1"),
    "beyond": (b'"\xf4\x90\x80\x80"', "a code point beyond the last"),
    "never-f5": (b'"\xf5\x80\x80\x80"', "the octet f5, which begins no character"),
    "never-ff": (b'"\xff"', "the octet ff, which begins no character"),
    "five": (b'"\xf8\x88\x80\x80\x80"', "a character in more octets than any takes"),
    "high-alone": (b'"\\ud800"', "the first half of a surrogate pair alone, escaped"),
    "low-alone": (b'"\\udc00"', "the second half of a surrogate pair alone, escaped"),
    "high-twice": (b'"\\ud83d\\ud83d\\ude00"', "the first half of a surrogate pair, and after it a whole pair"),
    "low-twice": (b'"\\ud83d\\ude00\\ude00"', "a surrogate pair, and after it a second half"),
    "high-then-text": (b'"\\ud83dx\\ude00"', "the halves of a surrogate pair with a letter in between"),
    "swapped": (b'"\\ude00\\ud83d"', "the halves of a surrogate pair in the wrong order"),
    "high-then-raw": (b'"\\ud83d\xed\xb8\x80"', "the first half of a surrogate pair escaped, the second in octets"),
    "high-last": (b'"\\udbff"', "the last of the first halves alone, escaped"),
    "low-last": (b'"\\udfff"', "the last of the second halves alone, escaped"),
    "high-backslash": (b'"\\ud83d\\\\ude00"',
                       "the first half of a surrogate pair, and after it an escaped backslash before a u"),
    "high-octets-digits": (b'"\\ud83d--de00"',
                           "the first half of a surrogate pair, and the digits of the second after two hyphens"),
    "high-u-digits": (b'"\\ud83d-ude00"',
                      "the first half of a surrogate pair, and the digits of the second after a hyphen and a u"),
    "high-escape-digits": (b'"\\ud83d\\bde00"',
                           "the first half of a surrogate pair, and the digits of the second after another escape"),
    "high-then-beyond": (b'"\\ud83d\\ue000"', "the first half of a surrogate pair, and after it an escaped U+E000"),
    "key-high-octets-digits": (b'{"\\ud83d--de00":1}',
                               "a key of the first half of a surrogate pair, and the digits of the second after two "
                               "hyphens"),
    "high-at-end": (b'["a","b\\udbff"]', "the first half of a surrogate pair at the end of the second string"),
    "low-at-start": (b'"\\udc00a"', "the second half of a surrogate pair at the beginning, before a letter"),
    "low-in-middle": (b'"a\\udc00b"', "the second half of a surrogate pair between two letters"),
    "low-at-end": (b'"a\\udc00"', "the second half of a surrogate pair at the end, after a letter"),
    "high-at-start": (b'"\\ud800a"', "the first half of a surrogate pair at the beginning, before a letter"),
    "low-then-pair": (b'"\\ude00\\ud83d\\ude00"', "the second half of a surrogate pair, and after it a whole pair"),
    "pair-then-high": (b'"\\ud83d\\ude00\\ud83d"', "a surrogate pair, and after it a first half"),
    "in-array": (b'[1,"\xff"]', "the octet ff in a string in an array"),
    "key": (b'{"\xff":1}', "the octet ff in a key"),
    "key-escape": (b'{"\\udfff":1}', "the second half of a surrogate pair, escaped, in a key"),
    "key-low-at-start": (b'{"\\udc00a":1}', "a key with the second half of a surrogate pair before a letter"),
    "key-high-at-end": (b'{"a\\ud800":1}', "a key with the first half of a surrogate pair after a letter"),
    "second-key": (b'{"a":1,"\xc3\x28":1}',
                   "the first octet of a character, and after it a parenthesis, in the second key"),
}  # fmt: skip

# Base, text, description of the repeated key.
_DUPLICATES = {
    "same": ("containers/map-two", '{"a":1,"a":2}', "a key twice"),
    "equal": ("containers/map-two", '{"a":1,"a":1}', "a key twice with the same value"),
    "apart": ("containers/map-three", '{"a":1,"b":2,"a":3}', "a key twice, with another in between"),
    "escaped": ("containers/map-two", r'{"a":1,"\u0061":2}', "a key twice, once with an escape"),
    "empty": ("containers/key-empty", '{"":"","":""}', "the empty key twice"),
    "pair": ("containers/keys-order", '{"\U0001f600":1,"\\ud83d\\ude00":2}',
             "a key twice, once as an escaped surrogate pair"),
    "slash": ("containers/map-two", r'{"/":1,"\/":2}', "a slash twice as a key, once escaped"),
    "nested": ("containers/order-nested", '[{"b":{"d":1,"d":2},"a":2}]', "a key twice, of an object in an object"),
    "tag": ("datetime/whole", '{"__type__":"datetime","__type__":"datetime","isostr":"2015-02-18T21:40:23"}',
            "the tag twice"),
    "tags": ("datetime/whole", '{"__type__":"ndarray","__type__":"datetime","isostr":"2015-02-18T21:40:23"}',
             "the tag twice, with two values"),
    "member": ("datetime/whole", '{"__type__":"datetime","isostr":"","isostr":"2015-02-18T21:40:23"}',
               "the member isostr twice, first empty"),
    "base64": ("binary/one", '{"__base64__":"AA==","__base64__":"AQ=="}', "the key of a binary object twice"),
    "null": ("containers/map-two", '{"a":null,"a":2}', "a key twice, first with null"),
}  # fmt: skip

# A number beyond the range of doubles in place of an item, and a description.
_OVERFLOWS = {
    "exponent": ("1e400", "1e400"), "minus": ("-1e400", "-1e400"),
    "least": ("1.7976931348623159e308", "the least with 17 digits that rounds to infinity"),
    "exact": ("179769313486231580793" + "7" * 288, "an integer token of 309 digits that rounds to infinity"),
    "digits": ("1" + "0" * 309, "an integer token of 310 digits"),
    "minus-digits": ("-" + "9" * 400, "a negative integer token of 400 digits"),
    "exponent-huge": ("1e99999999999999999999", "an exponent of twenty digits"),
    "fraction": ("0.1e310", "0.1e310"), "ten": ("10e308", "10e308"), "plus": ("1E+309", "1E+309"),
}  # fmt: skip


# Texts that are not base64: the case of the original text, its replacement, the defect.
_BASE64 = {
    "no-padding": ("one", "AA==", "AA", "no padding where two characters are due"),
    "half-padding": ("one", "AA==", "AA=", "one character of padding where two are due"),
    "no-padding-one": ("two", "AQI=", "AQI", "no padding where one character is due"),
    "over-padding": ("two", "AQI=", "AQI==", "two characters of padding where one is due"),
    "padding-after": ("three", "AQID", "AQID=", "padding after a whole group"),
    "padding-group": ("three", "AQID", "AQID====", "a group of padding after a whole one"),
    "padding-alone": ("one", "AA==", "====", "padding alone"),
    "padding-three": ("one", "AA==", "A===", "three characters of padding"),
    "one": ("one", "AA==", "A", "one character alone"), "five": ("three", "AQID", "AQIDA", "a character after a group"),
    "bits": ("one", "AA==", "AB==", "the last of the unused bits is set, before two characters of padding"),
    "bits-first": ("one", "AA==", "AI==", "the first of the unused bits is set, before two characters of padding"),
    "bits-two": ("two", "AQI=", "AQJ=", "the last of the unused bits is set, before one character of padding"),
    "bits-four": ("four", "//79/A==", "//79/B==", "the last of the unused bits is set, in the second group"),
    "newline": ("plus-slash", "++++////", "++++\n////", "a line feed between groups"),
    "return": ("plus-slash", "++++////", "++++\r\n////", "a carriage return and a line feed between groups"),
    "newline-last": ("three", "AQID", "AQID\n", "a line feed at the end"),
    "space": ("three", "AQID", "AQ ID", "a space in a group"),
    "space-first": ("three", "AQID", " AQID", "a space in front"),
    "tab": ("one", "AA==", "AA==\t", "a tab at the end"),
    "url": ("plus-slash", "++++////", "----____", "the alphabet for URLs"),
    "url-minus": ("plus-slash", "++++////", "+++-////", "a hyphen for a plus sign"),
    "url-underscore": ("plus-slash", "++++////", "++++///_", "an underscore for a slash"),
    "letter": ("three", "AQID", "AQI\xe9", "a letter that is not of ASCII"),
    "dot": ("two", "AQI=", "AQI.", "a full stop for padding"),
    "middle-padding": ("one", "AA==", "AA==AA==", "a padded group before another"),
    "padding-then": ("one", "AA==", "AA==A", "a character after the padding"),
    "padding-first": ("three", "AQID", "=QID", "padding in front"),
    "padding-second": ("three", "AQID", "A=ID", "padding in a group"),
    "nul": ("three", "AQID", "AQI\0", "U+0000 for a character"),
    "full-width": ("three", "AQID", "\uff21QID", "a wide letter"),
    "low-octet-first": ("three", "AQID", "\u0141QID", "U+0141 for A, with the same low octet"),
    "low-octet-last": ("three", "AQID", "AQI\u0244", "U+0244 for D, with the same low octet"),
    "low-octet-padding": ("two", "AQI=", "AQI\u013d", "U+013D for padding, with the same low octet"),
    "percent": ("two", "AQI=", "AQI%3D", "padding escaped as in a URL"),
    "text": ("three", "AQID", "hello world!", "words"),
    "comma": ("plus-slash", "++++////", "++++,////", "a comma between groups"),
    "star": ("two", "AQI=", "AQI*", "a star for padding"),
    "quote": ("three", "AQID", 'AQI"', "a quote for a character"),
}  # fmt: skip

# What stands between the lines of base64 that some programs write.
_LINE_ENDS = {
    "feeds": ("\n", "a line feed"), "returns": ("\r\n", "a carriage return and a line feed"),
    "blanks": (" ", "a space"),
}  # fmt: skip
_LINES = (64, 76)


def _strings() -> Iterator[Case]:
    bases = {b'"': _STRING, b"[": _ARRAY, b"{": _MAP}
    for name, (octets, summary) in _UTF8.items():
        base = bases[octets[:1]]
        yield _WORDS.reject_bytes(
            f"utf8-{name}", "json", base, octets, "json.utf8", f"a string that is not text: {summary}", "ERR-01 ERR-03"
        )


def _keys() -> Iterator[Case]:
    for name, (base, text, summary) in _DUPLICATES.items():
        yield _WORDS.reject_bytes(f"duplicate-{name}", "json", f"{base}-json", text.encode(), "json.key.duplicate",
                                  summary, "ERR-01 ERR-03")  # fmt: skip


def _numbers() -> Iterator[Case]:
    for name, (token, summary) in _OVERFLOWS.items():
        yield _WORDS.reject_bytes(f"overflow-{name}", "json", "containers/array-one-json", f"[{token}]".encode(),
                                  "json.overflow", f"a number beyond the greatest double: {summary}",
                                  instead=0, numbers=(17, 400, 309, 310))  # fmt: skip


def _binary() -> Iterator[Case]:
    for name, (case, right, wrong, summary) in _BASE64.items():
        base = Stored(f"binary/{case}", {"__base64__": right})
        yield from _WORDS.reject(f"base64-{name}", base, {"__base64__": wrong}, "base64.text",
                                 f"a text that is not base64: {summary}", instead=b"", carriers=("json",))  # fmt: skip
    text = binascii.b2a_base64(bytes(range(256)), newline=False).decode()
    base = Stored("binary/alphabet", {"__base64__": text})
    for name, (end, called) in _LINE_ENDS.items():
        for size in _LINES:
            lines = end.join(text[at : at + size] for at in range(0, len(text), size))
            for last, wrong, where in (("", lines, ""), ("-last", lines + end, ", and at the end")):
                if not last or name != "blanks":
                    yield from _WORDS.reject(f"base64-{name}-{size}{last}", base, {"__base64__": wrong}, "base64.text",
                                             f"base64 with {called} after every {size} characters{where}",
                                             instead=b"", carriers=("json",), numbers=(size,))  # fmt: skip
    one = Stored("binary/one", {"__base64__": "AA=="})
    yield from _WORDS.reject("base64-nested", one, [1, {"a": {"__base64__": "A"}}], "base64.text",
                             "base64 of one character, deep in a document", "GEN-05", instead=b"",
                             carriers=("json",))  # fmt: skip
    array = Stored("ndarray/int8-one", _array("AQ=="))
    yield from _WORDS.reject("base64-ndarray", array, _array("AR=="), "base64.text",
                             "base64 with an unused bit set, in the bytes of an ndarray", instead=b"\1",
                             carriers=("json",))  # fmt: skip


def _array(text: str) -> dict[str, Any]:
    return {"__type__": "ndarray", "shape": [1], "dtype": "int8", "bytes": {"__base64__": text}}


def _reserved() -> Iterator[Case]:
    one = Stored("binary/one", {"__base64__": "AA=="})
    trees: dict[str, tuple[Any, str]] = {
        "beside": (one.but(a=1), "a binary object with a further member"),
        "tag": (one.but(__type__="binary"), "a binary object with an unknown tag"),
        "datetime": (one.but(__type__="datetime", isostr="2015-02-18T21:40:23"),
                     "a binary object with the members of a date-time"),
        "null": ({"__base64__": None}, "null as the member __base64__"),
        "number": ({"__base64__": 1}, "a number as the member __base64__"),
        "array": ({"__base64__": ["AA=="]}, "an array as the member __base64__"),
        "object": ({"__base64__": {"a": 1}}, "an object as the member __base64__"),
        "binary": ({"__base64__": b"\1"}, "a binary object as the member __base64__"),
        "boolean": ({"__base64__": True}, "true as the member __base64__"),
        "deep": ([[one.but(b=1)]], "a binary object with a further member, in an array in an array"),
        "empty": (one.but(**{"": None}), "a binary object with a further member whose key is empty"),
    }  # fmt: skip
    for name, (tree, summary) in trees.items():
        yield from _WORDS.reject(f"reserved-{name}", one, tree, "base64.alone", summary, carriers=("json",))
    for name, text, check, summary in (
        ("tag", b'[1,{ "__type__":1}]', "tag.string",
         "an object whose tag is a number, with a space before its key __type__"),
        ("base64", b'[1,{\r\n"__base64__":null}]', "base64.alone", "an object whose __base64__ is null, with a line "
         "break before that key"),
    ):  # fmt: skip
        yield _WORDS.reject_bytes(f"blanks-{name}", "json", _ARRAY, text, check, summary, "ERR-03")


def cases() -> Iterator[Case]:
    """Rejected cases."""
    yield from _strings()
    yield from _keys()
    yield from _numbers()
    yield from _binary()
    yield from _reserved()
