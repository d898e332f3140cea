"""Values that an encoder refuses."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import BASE64, DAYS, GREATEST_INTEGER, LEAST_INTEGER, TYPE
from goldenwire_suite.cases import Case, Change, Feature, add_at, replace_at
from goldenwire_suite.sciserialize.cases import refused_arrays
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import f64, mapping, ndarray, node, unknown

_WORDS, _FRAME = FeatureBuilder("refusals"), FeatureBuilder("refusals", needs=["dataframe"])
_SET, _MASKED, _OBJECT = (
    FeatureBuilder("refusals", "unique_set"),
    FeatureBuilder("refusals", "maskedarray"),
    FeatureBuilder("refusals", "object"),
)
_OFF = FeatureBuilder("refusals", "maskedarray")


def _numbers() -> Iterator[Case]:
    refusal = _WORDS.refusal
    numbers = {"infinity": (float("inf"), "infinity"), "minus-infinity": (float("-inf"), "negative infinity"),
               "nan": (float("nan"), "NaN")}  # fmt: skip
    for name, (number, called) in numbers.items():
        yield from refusal(name, "numbers/double-one", replace_at("/value/number", f64(number)), "NUMBER",
                           f"{called} by itself", "JSON-06" + (" ENC-06" if name == "nan" else ""),
                           carriers=("json",))  # fmt: skip
    inner = replace_at("/value/array/0/array/1/number", f64(float("inf")))
    yield from refusal("infinity-inside", "numbers/draft-nested", inner, "NUMBER", "infinity in an array of an array",
                       "JSON-06 ENC-01", carriers=("json",))  # fmt: skip
    yield from _MASKED.refusal("fill-infinity", "masked-array/doubles",
                               replace_at("/value/maskedarray/fill/number", f64(float("inf"))), "NUMBER",
                               "infinity as fill value", "JSON-06", carriers=("json",))  # fmt: skip
    yield from _SET.refusal("set-nan", "set/one", replace_at("/value/unique_set/0/number", f64(float("nan"))), "NUMBER",
                            "NaN in a set", "JSON-06", carriers=("json",))  # fmt: skip
    integers = {"uint64-beyond": (str(GREATEST_INTEGER + 1), "the integer 2^64"),
                "int64-beyond": (str(LEAST_INTEGER - 1), "the integer -2^63 - 1"),
                "far": (str(10**30), "the integer 10^30"),
                "far-minus": (str(-(10**400)), "a negative integer of 401 digits"),
                "digits": ("1" + "0" * 4999, "an integer of 5,000 digits")}  # fmt: skip
    for name, (digits, called) in integers.items():
        yield from refusal(f"integer-{name}", "numbers/integer-one", replace_at("/value/number", digits), "NUMBER",
                           called, "json:JSON-21 msgpack:MP-12 ENC-01",
                           numbers=(2**63, -(2**63), len(digits)))  # fmt: skip
    yield from refusal("integer-inside", "numbers/draft-small",
                       replace_at("/value/array/2/number", str(GREATEST_INTEGER + 1)),
                       "NUMBER", "the integer 2^64 as the last item of an array",
                       "json:JSON-21 msgpack:MP-12")  # fmt: skip
    yield from _FRAME.refusal("integer-label", "dataframe/two-rows",
                              replace_at("/value/dataframe/rows/1/number", str(LEAST_INTEGER - 1)), "NUMBER",
                              "the integer -2^63 - 1 as a label", "json:JSON-21 msgpack:MP-12",
                              numbers=(-(2**63),))  # fmt: skip
    yield from _MASKED.refusal("integer-fill", "masked-array/vector",
                               replace_at("/value/maskedarray/fill/number", str(GREATEST_INTEGER + 1)), "NUMBER",
                               "the integer 2^64 as fill value", "json:JSON-21 msgpack:MP-12")  # fmt: skip
    yield from refusal("integer-dimension", "shape/empty-first", replace_at("/value/ndarray/shape/1", str(2**64)),
                       "NUMBER", "a dimension of 2^64 after one of 0", "json:JSON-21 msgpack:MP-12",
                       also=["LIMIT"])  # fmt: skip


def _keys() -> Iterator[Case]:
    refusal = _WORDS.refusal
    for name, key in {"type": TYPE, "base64": BASE64}.items():
        yield from refusal(f"reserved-{name}-top", "containers/map-one", replace_at("/value/map/0/0", key), "RESERVED",
                           f"the key {key} in a map", "TAG-05")  # fmt: skip
        yield from refusal(f"reserved-{name}-inside", "containers/map-nested",
                           replace_at("/value/map/0/1/map/0/0", key),
                           "RESERVED", f"the key {key} in a map in a map", "TAG-05")  # fmt: skip
        yield from refusal(f"reserved-{name}-beside", "containers/map-two", replace_at("/value/map/0/0", key),
                           "RESERVED", f"the key {key} beside another in a map", "TAG-05")  # fmt: skip
    yield from refusal("reserved-datetime", "containers/members-without-tag",
                       add_at("/value/map/0", [TYPE, node("datetime")]), "RESERVED",
                       "a map that would be read as a date-time", "TAG-05 GEN-14")  # fmt: skip
    yield from refusal("reserved-binary", "containers/map-string", replace_at("/value/map/0/0", BASE64), "RESERVED",
                       "a map of a string with the one key __base64__, the form of binary in JSON",
                       "TAG-05 json:GEN-14")  # fmt: skip
    duplicates = {
        "adjacent": ("containers/map-two", replace_at("/value/map/1/0", "a"), "a map with a key twice"),
        "apart": ("containers/map-three", replace_at("/value/map/2/0", "a"),
                  "a map with a key twice, and another in between"),
        "empty": ("containers/key-empty", add_at("/value/map/1", ["", None]), "a map with the empty key twice"),
        "inside": ("containers/array-map", replace_at("/value/array/0/map/1/0", "a"),
                   "a map with a key twice, in an array"),
        "equal": ("containers/map-one", add_at("/value/map/1", ["a", node(1)]),
                  "a map with a key twice and the same value"),
    }  # fmt: skip
    for name, (base, edit, summary) in duplicates.items():
        more = " ENC-06" if name == "adjacent" else ""
        yield from refusal(f"duplicate-{name}", base, edit, "DUPLICATE_KEY", summary, f"ENC-03{more}")
    twice = {"unknown": [["__type__", node("color")], ["a", node(1)], ["a", node(2)]]}
    yield from refusal("duplicate-unknown", "containers/array-one", replace_at("/value/array/0", twice),
                       "DUPLICATE_KEY", "an object of unknown tag with a key twice", "ENC-03",
                       also=["UNKNOWN_TYPE"])  # fmt: skip


def _texts() -> Iterator[Case]:
    refusal = _WORDS.refusal
    octets = {"surrogate": ("eda080", "a surrogate"), "stray": ("80", "a continuation octet"),
              "cut": ("61e697", "a character without its last octet"), "latin-1": ("47f6", "letters in Latin-1"),
              "low": ("edbfbf", "the last of the surrogates"),
              "low-start": ("edb08061", "the second half of a surrogate pair at the beginning, before a letter,"),
              "high-end": ("61eda080", "the first half of a surrogate pair at the end, after a letter,"),
              "ff": ("ff", "the octet ff")}  # fmt: skip
    for name, (digits, called) in octets.items():
        more = " ENC-06" if name == "surrogate" else ""
        yield from refusal(f"utf8-{name}", "strings/hello", replace_at("/value", {"utf8": digits}), "UTF8",
                           f"{called} in a string", f"ENC-04{more}")  # fmt: skip
    text = {"utf8": "6162"}
    yield from refusal("octets-of-text", "strings/hello", replace_at("/value", text), "UTF8",
                       "a text that is given by its octets", "ENC-04", catches="text-by-its-octets")  # fmt: skip
    yield from refusal("octets-of-text-key", "containers/map-one", replace_at("/value/map/0/0", text), "UTF8",
                       "a key that is given by its octets", "ENC-04", catches="text-by-its-octets")  # fmt: skip
    not_text = {"utf8": "edb080"}
    places: dict[str, tuple[FeatureBuilder, str, Change, str]] = {
        "key": (_WORDS, "containers/map-one", replace_at("/value/map/0/0", not_text), "in a key"),
        "key-inside": (_WORDS, "containers/map-nested", replace_at("/value/map/0/1/map/0/0", not_text),
                       "in a key of a map in a map"),
        "inside": (_WORDS, "containers/array-strings", replace_at("/value/array/0/array/0", not_text),
                   "in an array of an array"),
        "member": (_WORDS, "containers/map-string", replace_at("/value/map/0/1", not_text), "in a member of a map"),
        "label": (_FRAME, "dataframe/strings", replace_at("/value/dataframe/columns/1", not_text), "in a label"),
        "element": (_OBJECT, "object/vector", replace_at("/value/ndarray/elements/1", not_text), "in an element"),
        "set": (_SET, "set/one", replace_at("/value/unique_set/0", not_text), "in a set"),
    }  # fmt: skip
    for name, (words, base, edit, where) in places.items():
        yield from words.refusal(f"utf8-{name}", base, edit, "UTF8", f"a surrogate {where}", "ENC-04")


def _times() -> Iterator[Case]:
    refusal = _WORDS.refusal
    moments = {
        "date": ("2015-02-18", "a date alone"), "time": ("21:40:23", "a time alone"), "free": ("now", "a word"),
        "day-30": ("2015-02-30T21:40:23", "30 February"),
        "day-29": ("2015-02-29T21:40:23", "29 February of 2015, which was no leap year"),
        "month-13": ("2015-13-18T21:40:23", "the month 13"), "hour-24": ("2015-02-18T24:40:23", "the hour 24"),
        "minute-60": ("2015-02-18T21:60:23", "the minute 60"), "second-60": ("2015-02-18T21:40:60", "the second 60"),
        "year-0": ("0000-02-18T21:40:23", "the year 0000"),
        "year-10000": ("10000-02-18T21:40:23", "a year of five digits"),
        "offset": ("2015-02-18T21:40:23+24:00", "an offset of 24 hours"),
        "offset-minutes": ("2015-02-18T21:40:23+05:60", "an offset with 60 minutes"),
        "offset-seconds": ("2015-02-18T21:40:23+05:30:15", "an offset with seconds"),
        "digits-7": ("2015-02-18T21:40:23.1234567", "a fraction of too many digits"),
        "day-31": ("2015-04-31T21:40:23", "31 April"),
    }  # fmt: skip
    for name, (text, summary) in moments.items():
        more = "EXT-06" if name in {"date", "time"} else ""
        yield from refusal(f"datetime-{name}", "datetime/whole", replace_at("/value/datetime", text), "VALUE",
                           f"as a date-time, {summary}", f"DT-07 {more}")  # fmt: skip
    yield from _FRAME.refusal("datetime-label", "dataframe/moments",
                              replace_at("/value/dataframe/rows/0/datetime", "2015-02-30T00:00:00"),
                              "VALUE", "30 February as a label", "DT-07")  # fmt: skip
    spans = {
        "days": ("most", replace_at("/value/timedelta/0", str(DAYS + 1)), "a day more than the greatest duration"),
        "minus": ("least", replace_at("/value/timedelta/2", "-1"), "a microsecond less than the least duration"),
        "seconds": ("most", replace_at("/value/timedelta/1", "86400"), "a second more than the greatest duration"),
        "microsec": ("most", replace_at("/value/timedelta/2", "1000000"),
                     "a microsecond more than the greatest duration"),
        "least": ("least", replace_at("/value/timedelta/0", str(-DAYS - 1)), "a day less than the least duration"),
        "far": ("zero", replace_at("/value/timedelta/1", str(10**18)), "a duration of 10^18 s"),
    }  # fmt: skip
    for name, (base, edit, summary) in spans.items():
        more = " ENC-06" if name == "days" else ""
        yield from refusal(f"timedelta-{name}", f"timedelta/{base}", edit, "VALUE", summary, f"TD-05{more}",
                           numbers=(10**18,))  # fmt: skip
    # Members of more than 64 bits, in durations within range: 2^64 s are 213,503,982,334,601 days and a fraction.
    days = -(2**64 // 86400)
    members = {
        "member-above": ([replace_at("/value/timedelta/2", str(2**64))], "2^64 microseconds"),
        "member-below": ([replace_at("/value/timedelta/2", str(-(2**63) - 1))], "-2^63 - 1 microseconds"),
        "member-cancelled": (
            [replace_at("/value/timedelta/0", str(days)), replace_at("/value/timedelta/1", str(2**64))],
            f"{days:,} days and 2^64 seconds",
        ),
    }  # fmt: skip
    for name, (edits, summary) in members.items():
        yield from refusal(f"timedelta-{name}", "timedelta/zero", edits, "NUMBER",
                           f"a duration in range that is given as {summary}", "TD-06")  # fmt: skip


def _unknown() -> Iterator[Case]:
    """Invalid objects of unknown tag: no encoder writes one, whatever it chooses."""
    known = {"__type__": "datetime", "isostr": "2015-02-18T21:40:23"}
    objects: dict[str, tuple[FeatureBuilder, dict[str, Any], str]] = {
        "known": (_WORDS, known, "whose tag is that of a date-time"),
        "known-part": (_WORDS, {"__type__": "ndarray"}, "whose tag is that of an array, and without other members"),
        "untagged": (_WORDS, {"a": 1}, "without a tag"), "empty": (_WORDS, {}, "without members"),
        "number": (_WORDS, {"__type__": 1}, "whose tag is a number"),
        "null": (_WORDS, {"__type__": None}, "whose tag is null"),
        "base64": (_WORDS, {"__base64__": "AA==", "__type__": "x"}, "with the key of a binary object"),
        "on": (_SET, {"__type__": "unique_set", "set": []}, "whose tag is that of a set, which is on"),
    }  # fmt: skip
    for name, (words, members, summary) in objects.items():
        base = "containers/array-one" if words is _WORDS else "set/one"
        place = "/value/array/0" if words is _WORDS else "/value/unique_set/0"
        yield from words.refusal(f"unknown-{name}", base, replace_at(place, unknown(members)), "RESERVED",
                                 f"an object of unknown tag {summary}", "TAG-13", also=["UNKNOWN_TYPE"])  # fmt: skip


def _extensions() -> Iterator[Case]:
    one = {"unique_set": [node(1)]}
    for name, words, base, edit, summary in (
        ("set-off", _WORDS, "containers/array-one", replace_at("/value", one), "a set, and no extension is on"),
        ("set-off-inside", _WORDS, "containers/array-inner", replace_at("/value/array/0/array/0", one),
         "a set in an array in an array, and no extension is on"),
        ("set-off-beside", _OFF, "masked-array/scalar", replace_at("/value", one),
         "a set, and the extension maskedarray alone is on"),
        ("masked-off-beside", _SET, "set/one", replace_at("/value/unique_set/0", _masked()),
         "a masked array in a set, and the extension unique_set alone is on"),
        ("masked-off", _WORDS, "containers/array-one", replace_at("/value/array/0", _masked()),
         "a masked array, and no extension is on"),
    ):  # fmt: skip
        refused = "EXT-05 GEN-07 ENC-06" if name == "set-off" else "EXT-05 GEN-07"
        yield from words.refusal(name, base, edit, "UNKNOWN_TYPE", summary, refused)
    objects = ndarray("object", [1], node("a"))
    yield from _WORDS.refusal("object-off", "containers/array-one", replace_at("/value/array/0", objects), "DTYPE",
                              "an array of objects, and no extension is on", "EXT-05")  # fmt: skip
    yield from _SET.refusal("object-off-beside", "set/one", replace_at("/value/unique_set/0", objects), "DTYPE",
                            "an array of objects in a set, and the extension unique_set alone is on",
                            "EXT-05")  # fmt: skip
    in_frame = [
        replace_at("/value/dataframe/dtype", "object"),
        replace_at("/value/dataframe/elements", [node(1), node(2)]),
    ]
    yield from _FRAME.refusal("object-frame-off", "dataframe/two-rows", in_frame, "DTYPE",
                              "a data frame of objects, and no extension is on", "EXT-05")  # fmt: skip
    equal = {
        "integers": ([node(1)], "1 twice"), "integral": ([node(1.0)], "1 and 1.0"),
        "maps": ([mapping({"a": 1}), mapping({"a": 1.0})], "maps that hold 1 and 1.0"),
        "arrays": ([node([1]), node([1])], "an array twice"), "sets": ([one, one], "a set twice"),
        "sets-spelled": ([{"unique_set": [node([1.5]), node([number])]} for number in (1, 1.0)],
                         "a set twice, once with [1] and once with [1.0], which lie on different sides of [1.5] in "
                         "canonical order"),
        "moments": ([{"datetime": "2015-02-18T21:40:23"}] * 2, "a date-time twice"),
    }  # fmt: skip
    for name, (more, summary) in equal.items():
        edits = [add_at("/value/unique_set/-", element) for element in more]
        yield from _SET.refusal(f"set-{name}", "set/one", edits, "VALUE", f"a set with equal elements: {summary}",
                                "EXT-01 EXT-08")  # fmt: skip


def _masked() -> Any:
    return {"maskedarray": {"dtype": "int8", "shape": ["1"], "elements": ["1"], "mask": [True], "fill": node(0)}}


def features() -> Iterator[Feature]:
    """Features of requests that encoders refuse."""
    groups = (_numbers(), _keys(), _texts(), _times(), refused_arrays.cases(), _unknown(), _extensions())
    yield Feature("refusals", "Values without a representation", [case for group in groups for case in group])
