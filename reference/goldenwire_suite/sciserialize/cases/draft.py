"""The five documents that the draft prints, byte for byte, and others in the style of its program."""

import binascii
from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import array, f64, mapping, ndarray, ordered, wire

_DRAFT = FeatureBuilder("draft")

# The 60 doubles of the draft's array, which are the same octets in its JSON and its MessagePack.
_BASE64 = (
    "K4Ik5eza8D93oqobd82dP4eaOm9ogdg/HsiHwAFl778bk4x2cRjUP80XhMIBm+c/hzvqq7/8AECOCQBxaVsAwBeBeE2WEdU/Idao"
    "XUa+5T+DjjkUwnb/v8iSkm9uBv2/lKZJzqmm7r/bimhng/f6vw0bRx+T2us/jQ1cWGLo5j/yvhL4tR35vxgOZ9mU9fu/sC35c+zp"
    "8D8boDejr1byPw7c5Azf8/S/6Lk/vi+79r/X9Sd+WcDOP0W7jA1CweU/ApkfUoehvL8Gfj/cENDqv+TZvOWAq6a/sgWPbIHHxz8k"
    "7B6rkyu/vxDCJVGKNNY/Slfhl6MS7j+Kh3t5aSPxv5bfTwYvJLA/Zs6hiYJw6r8erJlkE+sAwJCckI/2LrW/geMkCFhJxz8Qp5m5"
    "wYfCvwn5pF4D2vO/A1dRDMOV8D8R84I5xYjwP8SViXH1osI/LkXgVgYy5r9E1wNy5L3yP5husAAB6vM/H7iWUnRL6j+36B/Ed2fy"
    "P7c1PAfsFOa/TiUpNugf6r8btp/rZVDqP/SpZqUHfPi/YzIcUmWt8D9bQeP9Ttzjvxnopv0KawJAZ6ZECMFK8D95WPSlTqiov5B2"
    "NUSU3OE/wTz9X+Sgsz/aEcI9Umfqv3UCWDRKa9w/"
)
_OCTETS = binascii.a2b_base64(_BASE64)
_VALUE = ndarray("float64", [3, 4, 5], *(f"0x{_OCTETS[at : at + 8][::-1].hex()}" for at in range(0, 480, 8)))

_ARRAY_JSON = (
    f'{{"shape": [3, 4, 5], "dtype": "float64", "bytes": {{"__base64__": "{_BASE64}"}}, "__type__": "ndarray"}}'
)
_ARRAY_MSGPACK = (
    b"\x84\xa5shape\x93\x03\x04\x05\xa5dtype\xa7float64\xa5bytes\xc5\x01\xe0%b\xa8__type__\xa7ndarray" % _OCTETS
)
_DATETIME = b'{"isostr": "2015-02-18T21:40:23.511717", "__type__": "datetime"}'
_DURATION_JSON = b'{"microsec": 626512, "seconds": 11, "__type__": "timedelta", "days": 0}'
_DURATION_MSGPACK = b"\x84\xa8microsec\xce\x00\t\x8fP\xa7seconds\x0b\xa8__type__\xa9timedelta\xa4days\x00"


# Text, value, description, requirements: the entries of the draft's tables, in the spelling of its program.
_PLAIN: dict[str, tuple[str, Any, str, str]] = {
    "table-number": ("[123.987]", [123.987], "the number of the draft's table", "JSON-02"),
    "table-string": ('["Hello"]', ["Hello"], "the string of the draft's table", "GEN-03"),
    "table-boolean": ("[true, false]", [True, False], "the two booleans", "JSON-04"),
    "table-null": ("[null]", [None], "null", "JSON-04"),
    "table-array": ('[1.0, 2.0, "a", "b"]', [1.0, 2.0, "a", "b"], "the array of the draft's table", "GEN-03"),
    "table-object": ('{"keyString": "value", "Object containing Numbers array": [1.1, 1.2, 1.3]}',
                     mapping({"keyString": "value", "Object containing Numbers array": [1.1, 1.2, 1.3]}),
                     "the object of the draft's table", "JSON-05 JSON-02"),
    "integers": ("[0, 1, -1, 626512, 2147483648, 9007199254740991, -9007199254740991]",
                 [0, 1, -1, 626512, 2**31, 2**53 - 1, 1 - 2**53], "integers up to the last that are exact", "JSON-02"),
    "doubles": ("[0.1, -0.5, 1e+22, 1.5e-07, 5e-324, 1.7976931348623157e+308]",
                [0.1, -0.5, 1e22, 1.5e-7, 5e-324, 1.7976931348623157e308], "doubles of all sizes", "JSON-02"),
    "escapes": (r'["h\u00e9llo \u20ac \ud83d\ude00", "\b\f\n\r\t\"\\"]',
                ["h\xe9llo \u20ac \U0001f600", '\b\f\n\r\t"\\'], "characters that the program escapes", "JSON-03"),
    "utf-8": ('["h\xe9llo \u20ac \U0001f600"]', ["h\xe9llo \u20ac \U0001f600"], "characters that stand unescaped",
              "JSON-03"),
    "nested": ('{"a": [null, {"b": [true, [1.5, "x"]]}]}', mapping({"a": [None, mapping({"b": [True, [1.5, "x"]]})]}),
               "arrays and objects in one another", "JSON-05"),
}  # fmt: skip

_MOMENT = {"__type__": "datetime", "isostr": "2015-02-18T21:36:32.528617"}
_DURATION = {"__type__": "timedelta", "days": -1, "seconds": 86399, "microsec": 999999}
_DOUBLES = bytes.fromhex("000000000000f03f00000000000000c0000000000000e03f")


def _stored(shape: list[int], count: int) -> dict[str, Any]:
    return {"__type__": "ndarray", "dtype": "float64", "shape": shape, "bytes": _DOUBLES[: 8 * count]}


# The stored object, its members in the program's order; value, description, requirements.
_TYPED: dict[str, tuple[Any, Any, str, str]] = {
    "datetime-naive": (_MOMENT, {"datetime": "2015-02-18T21:36:32.528617"}, "a date-time whose tag is first",
                       "TAG-01 DT-01 DT-02 DT-03 DT-04"),
    "datetime-whole": ({**_MOMENT, "isostr": "2015-02-18T21:40:23"}, {"datetime": "2015-02-18T21:40:23"},
                       "a date-time without a fraction", "DT-01 DT-02 DT-04"),
    "datetime-microsecond": ({**_MOMENT, "isostr": "2015-02-18T21:40:23.000001"},
                             {"datetime": "2015-02-18T21:40:23.000001"}, "a date-time with one microsecond", "DT-03"),
    "timedelta-minus": (_DURATION, {"timedelta": ["-1", "86399", "999999"]}, "minus one microsecond", "TD-01 TD-02"),
    "timedelta-days": ({**_DURATION, "days": 366, "seconds": 1, "microsec": 0}, {"timedelta": ["366", "1", "0"]},
                       "a duration of 366 days and a second", "TD-01 TD-02"),
    "ndarray-vector": (_stored([3], 3), ndarray("float64", [3], *map(f64, (1.0, -2.0, 0.5))), "an array of 3 doubles",
                       "ND-01 ND-02 ND-04"),
    "ndarray-matrix": (_stored([3, 1], 3), ndarray("float64", [3, 1], *map(f64, (1.0, -2.0, 0.5))),
                       "a column of 3 doubles", "ND-02"),
    "typed-in-array": ([_MOMENT, _DURATION], array({"datetime": "2015-02-18T21:36:32.528617"},
                                                   {"timedelta": ["-1", "86399", "999999"]}),
                       "a date-time and a duration in an array", "GEN-05 TAG-02"),
    "typed-in-object": ({"x": _stored([2], 2), "when": _MOMENT},
                        mapping({"when": {"datetime": "2015-02-18T21:36:32.528617"},
                                 "x": ndarray("float64", [2], *map(f64, (1.0, -2.0)))}),
                        "an array and a date-time in an object", "GEN-05 TAG-02"),
}  # fmt: skip


def _spaced(tree: Any) -> str:
    """Return JSON in the program's style, with a space after each comma and colon."""
    text = wire("json", tree).decode()
    return text.replace(",", ", ").replace('":', '": ')


def _program() -> Iterator[Case]:
    for name, (text, value, summary, requirements) in _PLAIN.items():
        yield _DRAFT.read_bytes(f"{name}-json", "json", text.encode(), value, summary, requirements)
    for name, (tree, value, summary, requirements) in _TYPED.items():
        spaced = _spaced(tree).encode()
        yield _DRAFT.read_bytes(f"{name}-json", "json", spaced, value, f"{summary}, in JSON", requirements)
        octets = wire("msgpack", tree)
        if octets == wire("msgpack", ordered(tree)):
            continue  # any encoder writes it this way
        yield _DRAFT.read_bytes(f"{name}-msgpack", "msgpack", octets, value, f"{summary}, in MessagePack", requirements)


def _printed() -> Iterator[Case]:
    """The five documents."""
    read = _DRAFT.read_bytes
    moment, duration = {"datetime": "2015-02-18T21:40:23.511717"}, {"timedelta": ["0", "11", "626512"]}
    of_array = "TAG-01 TAG-02 ND-01 ND-02 ND-03 ND-04"
    yield read("datetime-json", "json", _DATETIME, moment, "the draft's date-time",
               "TAG-01 TAG-02 TAG-08 DT-01 DT-02 DT-03 DT-04")  # fmt: skip
    yield read("timedelta-json", "json", _DURATION_JSON, duration, "the draft's duration, in JSON",
               "TAG-01 TAG-02 TAG-08 TD-01 TD-02")  # fmt: skip
    yield read("timedelta-msgpack", "msgpack", _DURATION_MSGPACK, duration, "the draft's duration, in MessagePack",
               "TAG-01 TAG-02 TAG-08 TD-01 TD-02 MP-02")  # fmt: skip
    yield read("ndarray-json", "json", _ARRAY_JSON.encode(), _VALUE, "the draft's array of 3 x 4 x 5 doubles, in JSON",
               f"{of_array} JSON-11")  # fmt: skip
    yield read("ndarray-msgpack", "msgpack", _ARRAY_MSGPACK, _VALUE,
               "the draft's array of 3 x 4 x 5 doubles, in MessagePack", f"{of_array} MP-01 MP-02")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that are only read."""
    yield Feature(
        "draft", "The documents of the draft, and others as its program writes them", [*_printed(), *_program()]
    )
