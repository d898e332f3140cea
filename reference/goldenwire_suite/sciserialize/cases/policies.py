"""Choices of a codec: unknown tags, integers, zeros, infinities, and integers required by a type."""

import sys
from collections.abc import Iterator
from typing import Any

from goldenwire_reference.notation import ANY_NAN
from goldenwire_reference.sciserialize.tables import Carrier
from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.sciserialize.cases import leniency
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.extensions import masked
from goldenwire_suite.sciserialize.cases.frames import TWO_ROWS, stored
from goldenwire_suite.sciserialize.cases.times import span
from goldenwire_suite.sciserialize.cases.values import (
    HOST_NAMES,
    Stored,
    f64,
    node,
    ordered,
    tagged,
    unknown,
    wire,
)

_WORDS = FeatureBuilder("policies")
_FRAME = FeatureBuilder("policies", needs=["dataframe"])
_SET, _OBJECT = FeatureBuilder("policies", "unique_set"), FeatureBuilder("policies", "object")
_EMPTY = Stored("ndarray/int8-empty", tagged("ndarray", shape=[0], dtype="int8", bytes=b""))


# ---- unknown tags ----

# Tags that are nearly those of the core types, the members of such an object, its carrier and a description.
_MOMENT = {"isostr": "2015-02-18T21:40:23"}
_PAIR = {"shape": [2], "dtype": "int8", "bytes": b"\1\2"}
_TAGS: dict[str, tuple[str, dict[str, Any], Carrier, str]] = {
    "prefix-datetime": ("datetime.datetime", _MOMENT, "json", "of a date-time after the name of a module"),
    "prefix-timedelta": ("datetime.timedelta", {"days": 1, "seconds": 0, "microsec": 0}, "msgpack",
                         "of a duration after the name of a module"),
    "prefix-ndarray": ("numpy.ndarray", _PAIR, "json", "of an array after the name of a module"),
    "prefix-dataframe": ("pandas.dataframe", {**_PAIR, "shape": [2, 1], "columns": ["a"], "rows": [10, 11]}, "msgpack",
                         "of a data frame after the name of a module"),
    "suffix-ndarray": ("ndarray.int8", _PAIR, "msgpack", "of an array before a point and a dtype"),
    "case-dataframe": ("DataFrame", {**_PAIR, "shape": [2, 1], "columns": ["a"], "rows": [10, 11]}, "json",
                       "of a data frame with capital letters"),
    "blank-timedelta": (" timedelta", {"days": 1, "seconds": 0, "microsec": 0}, "json",
                        "of a duration with a space before it"),
}  # fmt: skip


def _unknown() -> Iterator[Case]:
    array = {"shape": [1], "dtype": "int8", "bytes": b"\1"}
    masked = tagged("maskedarray", **array, mask_bytes=b"\1", fill_value=0)
    trees: dict[str, tuple[Any, str, str]] = {
        "color": (tagged("color", rgb=b"\0\1\2"), "the unknown tag color, and a member of binary", "ENC-05"),
        "alone": ([tagged("x")], "the unknown tag x, and no other member, in an array", ""),
        "empty": (tagged(""), "the empty string as the tag", "TAG-02"),
        "case": (tagged("DateTime", isostr="2015-02-18T21:40:23"), "the tag of a date-time with capital letters",
                 "TAG-02"),
        "space": (tagged("datetime ", isostr="2015-02-18T21:40:23"), "the tag of a date-time with a space after it",
                  "TAG-02"),
        "nul": (tagged("datetime\0", isostr="2015-02-18T21:40:23"), "the tag of a date-time with U+0000 after it",
                "TAG-02"),
        "inner": (tagged("box", item=tagged("datetime", isostr="2015-02-18T21:40:23")),
                  "the unknown tag box, and a date-time in its object", "GEN-05"),
        "nested": (tagged("box", item=[tagged("box", item=1)]),
                   "the unknown tag box, and another such object in its object", ""),
        "pypickle": (tagged("pypickle", b=b"\x80\x02}q\x00."), "the tag pypickle, and a pickle as binary",
                     "EXT-04 GEN-13"),
        "pypickle-text": (tagged("pypickle", b="(dp0\n."), "the tag pypickle, and a pickle as a string",
                          "EXT-04 GEN-13"),
        "set": (tagged("unique_set", set=[1, 1]), "the tag of a set, whose extension is not on, with 1 twice",
                "EXT-05"),
        "set-of-one": (tagged("unique_set", set=[1]),
                       "the tag of a set, whose extension is not on, with the only element 1", "EXT-05"),
        "masked": (masked, "the tag of a masked array, whose extension is not on", "EXT-05"),
        "object": (tagged("object", a=1), "the tag object, which is the name of an extension and no tag", ""),
        "complex": (tagged("complex", real=1.5, imag=2.5), "the unknown tag complex", ""),
        "date": (tagged("date", isostr="2015-02-18"), "the unknown tag date", ""),
        "number-member": (tagged("ndarray2", **array), "the unknown tag ndarray2, and the members of an array",
                          "TAG-02"),
        "set-name": (tagged("set", set=[1]), "the tag set, which is not that of sets", "TAG-02"),
        "last-of-nine": ({**dict.fromkeys("abcdefgh", 0), "__type__": "color"},
                         "the unknown tag color, which is the last of nine members", "TAG-08"),
        "digits": (tagged("color", b=1, **{"10": 2, "9": 3, "1": 4}),
                   "the unknown tag color, and behind it members with the keys b, 10, 9 and 1", "GEN-11"),
        **{name: (tagged(key), f"as the tag, {called}", "") for name, (key, called) in HOST_NAMES.items()},
    }  # fmt: skip
    for name, (tree, summary, requirements) in trees.items():
        yield from _WORDS.either(f"unknown-{name}", "unknown-type", tree, summary, f"TAG-04 {requirements}")
    for name, (tag, members, carrier, summary) in _TAGS.items():
        yield _WORDS.either_bytes(f"unknown-{name}", carrier, "unknown-type", wire(carrier, tagged(tag, **members)),
                                  f"the tag {summary}", "TAG-04 TAG-02")  # fmt: skip
    in_map32 = b"\x92\1\xdf\0\0\0\1" + wire("msgpack", tagged("x"))[1:]
    yield _WORDS.either_bytes("unknown-map32", "msgpack", "unknown-type", in_map32,
                              "the unknown tag x in a map 32, as the second item of an array", "TAG-04 ERR-03",
                              numbers=(32,))  # fmt: skip
    nest = tagged("object", shape=[1], dtype="object", bytes=[1])
    for name, one, what in (
        ("object", tagged("object", a=1),
         "an object with the tag 'object', which is the name of an extension and no tag"),
        ("object-nest", nest, "an object with the tag 'object' and the members of an array of objects"),
    ):  # fmt: skip
        yield from _OBJECT.either(f"unknown-{name}-on", "unknown-type", one, f"{what}, and the extension is on",
                                  "TAG-04")  # fmt: skip
        yield from _OBJECT.either_encode(
            f"unknown-{name}-on-written", "unknown-type", "object/other-dtype", replace_at("/value", unknown(one)),
            "UNKNOWN_TYPE", f"to be written: {what}, and the extension is on", "TAG-04",
        )  # fmt: skip
    yield from _SET.either("unknown-masked-beside", "unknown-type", masked,
                           "the tag of a masked array, and the extension unique_set alone is on",
                           "TAG-04 EXT-05")  # fmt: skip
    color = unknown({"__type__": "color", "rgb": b"\0"})
    for name, base, edits, summary in (
        ("unknown-written", "array-one", replace_at("/value/array/0", color),
         "an object of the unknown tag color in an array"),
        ("unknown-written-top", "array-one", replace_at("/value", color),
         "an object of the unknown tag color by itself"),
        ("unknown-written-member", "map-one", replace_at("/value/map/0/1", unknown({"__type__": "", "a": None})),
         "an object whose tag is the empty string, in a map"),
        ("unknown-written-inside", "array-inner", replace_at("/value/array/0/array/0", unknown({"__type__": "x"})),
         "an object of the unknown tag x without other members, in an array in an array"),
    ):  # fmt: skip
        yield from _WORDS.either_encode(name, "unknown-type", f"containers/{base}", edits, "UNKNOWN_TYPE",
                                        f"to be written: {summary}", "TAG-04")  # fmt: skip
    off = unknown({"__type__": "unique_set", "set": [1]})
    yield from _WORDS.either_encode("unknown-written-off", "unknown-type", "containers/array-one",
                                    replace_at("/value/array/0", off), "UNKNOWN_TYPE",
                                    "to be written: an object with the tag of a set, whose extension is not on",
                                    "TAG-04")  # fmt: skip


# ---- integers beyond 2^53 - 1 ----

_BIG = {
    "first": 2**53, "first-minus": -(2**53), "odd": 2**53 + 1, "odd-minus": -(2**53) - 1, "tie-up": 2**53 + 3,
    "int64-most": 2**63 - 1, "int64-beyond": 2**63, "int64-least": -(2**63), "uint64-most": 2**64 - 1,
}  # fmt: skip
_BEYOND = {
    "uint64-beyond": 2**64, "least-beyond": -(2**63) - 1, "tie-even": 2**64 + 2**11, "tie-odd": 2**64 + 3 * 2**11,
    "far": 10**30, "far-minus": -(10**30), "double-most": int(sys.float_info.max),
}  # fmt: skip
# Integers beside doubles in a set: one that a double rounds to it under `double` alone, or one that it never is.
_IN_SETS = {
    "int64-most": (2**63 - 1, 2.0**63, "2^63, which is the integer rounded"),
    "uint64-most": (2**64 - 1, 2.0**64, "2^64, which is the integer rounded"),
    "least-next": (1 - 2**63, -(2.0**63), "-2^63, which is the integer rounded"),
    "odd": (2**53 + 1, 2.0**53, "2^53, which is the integer rounded"),
    "next": (2**63, 2.0**63 + 2048, "the least above 2^63"),
    "signs": (2**63, -(2.0**63), "-2^63"),
    "equal": (2**63, 2.0**63, "2^63, the same number"),
    "equal-first": (2**53, 2.0**53, "2^53, the same number"),
    "equal-least": (-(2**63), -(2.0**63), "-2^63, the same number"),
}  # fmt: skip
_NAMED = {
    "double-most": "the greatest double as an integer", "far": "the integer 10^30",
    "far-minus": "the integer -10^30",
}  # fmt: skip


def _integers() -> Iterator[Case]:
    either = _WORDS.either
    for name, integer in _BIG.items():
        yield from either(
            f"integer-{name}", "big-integer", [integer], f"the integer {integer:,}", "JSON-08 ENC-05 msgpack:MP-16"
        )
    # By itself, two of the choices reject such an integer alike; another before it distinguishes them.
    for name, integer in _BEYOND.items():
        summary = f"the integer {2**53:,}, and after it {_NAMED.get(name, f'the integer {integer:,}')}"
        yield from either(f"integer-{name}", "big-integer", [2**53, integer], summary, "JSON-08", carriers=("json",),
                          numbers=(10**30, -(10**30)))  # fmt: skip
    signed = bytes.fromhex("91d30020000000000001")
    yield _WORDS.either_bytes("integer-odd-signed-msgpack", "msgpack", "big-integer", signed,
                              f"the integer {2**53 + 1:,} as int 64", "JSON-08 MP-16", numbers=(64,))  # fmt: skip
    fill = tagged("maskedarray", shape=[0], dtype="int8", bytes=b"", mask_bytes=b"", fill_value=2**53 + 1)
    yield from FeatureBuilder("policies", "maskedarray").either("integer-fill", "big-integer", fill,
                                                       f"a fill value of {2**53 + 1:,}", "JSON-08 EXT-02")  # fmt: skip
    yield from _FRAME.either("integer-label", "big-integer", stored(rows=[10, 2**53 + 1]),
                             f"a label of {2**53 + 1:,}", "JSON-08 DF-03")  # fmt: skip
    yield from _FRAME.either("integer-label-most", "big-integer", stored(rows=[10, 2**64 - 1]),
                             f"a label of {2**64 - 1:,}, which as a double is beyond 64 bits",
                             "JSON-08 TAG-12", numbers=(64,))  # fmt: skip
    for name, (integer, double, what) in _IN_SETS.items():
        summary = f"a set of the integer {integer:,} and a double: {what}"
        yield from _SET.either(f"integer-set-{name}", "big-integer", tagged("unique_set", set=[integer, double]),
                               summary, "JSON-08 EXT-08", numbers=(integer, -integer, 53, 63, 64))  # fmt: skip
    yield from _SET.either("integer-set", "big-integer", tagged("unique_set", set=[2**53, 2**53 + 1]),
                           f"a set of {2**53:,} and {2**53 + 1:,}, which as doubles are equal",
                           "JSON-08 EXT-08")  # fmt: skip


def _written_integers() -> Iterator[Case]:
    """Requests with integers: an encoder writes exactly these, if its number type has them, and no others."""
    for name, integer in _BIG.items():
        refused_by = ("reject",) if float(integer) == integer else ("reject", "double")
        yield from _WORDS.either_encode(
            f"integer-written-{name}", "big-integer", "containers/array-one",
            replace_at("/value/array/0/number", str(integer)), "NUMBER", f"to be written: the integer {integer:,}",
            "JSON-21", refused_by=refused_by,
        )  # fmt: skip
    for name, integer, refused_by in (("odd", 2**53 + 1, ("reject", "double")), ("even", 2**53, ("reject",))):
        # The leniency for the double 10^20 in JSON does not extend to the integer beside it.
        yield from _WORDS.either_encode(
            f"integer-written-beside-{name}", "big-integer", "containers/array-two",
            [replace_at("/value/array/0/number", f64(1e20)), replace_at("/value/array/1/number", str(integer))],
            "NUMBER", f"to be written: the double 1e20 and the integer {integer:,}", "JSON-21",
            refused_by=refused_by,
        )  # fmt: skip
    yield from _FRAME.either_encode(
        "integer-written-label", "big-integer", "dataframe/two-rows",
        replace_at("/value/dataframe/rows/1/number", str(2**53 + 1)), "NUMBER",
        f"to be written: a label of {2**53 + 1:,}", "JSON-21", refused_by=("reject", "double"),
    )  # fmt: skip
    yield from FeatureBuilder("policies", "maskedarray").either_encode(
        "integer-written-fill", "big-integer", "masked-array/vector",
        replace_at("/value/maskedarray/fill/number", str(-(2**53) - 1)), "NUMBER",
        f"to be written: a fill value of {-(2**53) - 1:,}", "JSON-21", refused_by=("reject", "double"),
    )  # fmt: skip


# ---- -0 in JSON, infinities and NaNs in MessagePack ----


def _zeros() -> Iterator[Case]:
    either = _WORDS.either_bytes
    for name, data, summary in (
        ("top", b"-0", "the token -0 by itself"), ("item", b"[-0]", "the token -0 in an array"),
        ("member", b'{"a":-0 }', "the token -0 in an object"), ("two", b"[0,-0,-0.0]", "the tokens 0, -0 and -0.0"),
    ):  # fmt: skip
        yield either(f"minus-zero-{name}", "json", "minus-zero", data, summary, "JSON-20")
    equal = wire("json", tagged("unique_set", set=[0])).replace(b"[0]", b"[0,-0]")
    yield _SET.either_bytes("minus-zero-set", "json", "minus-zero", equal,
                            "a set of the tokens 0 and -0, which as integers are equal",
                            "JSON-20 EXT-08")  # fmt: skip
    masked = tagged("maskedarray", shape=[0], dtype="int8", bytes=b"", mask_bytes=b"", fill_value=0)
    fill = wire("json", masked).replace(b'"fill_value":0', b'"fill_value":-0')
    yield FeatureBuilder("policies", "maskedarray").either_bytes("minus-zero-fill-json", "json", "minus-zero", fill,
                                                        "the token -0 as fill value", "JSON-20 EXT-02")  # fmt: skip


def _zeros_of_types() -> Iterator[Case]:
    """-0 in place of a type's integer, which two policies decide: it is accepted, or rejected only as MEMBER."""
    types: dict[str, tuple[FeatureBuilder, Stored, dict[str, Any], bytes, str]] = {
        "dimension": (_WORDS, _EMPTY, {}, b'"shape":[', "a dimension"),
        "seconds": (_WORDS, Stored("timedelta/zero", span(0, 0, 0)), {}, b'"seconds":', "the seconds of a duration"),
        "label": (_FRAME, TWO_ROWS, {"rows": [0, 11]}, b'"rows":[', "a label"),
    }  # fmt: skip
    for name, (words, base, members, before, what) in types.items():
        data = wire("json", [ordered(base.but(**members)), {"__type__": None}]).replace(before + b"0", before + b"-0")
        yield words.reject_bytes(
            f"minus-zero-{name}-json", "json", f"{base.case}-json", data, "tag.string",
            f"the token -0 as {what}, for which some choices refuse, and after it an object with null as its tag",
            "JSON-20 TAG-12", also=["MEMBER"],
        )  # fmt: skip


_ATOMS = {
    "nan": ("cb7ff8000000000000", ANY_NAN[16], "NaN"),
    "minus-nan": ("cbfff8000000000001", ANY_NAN[16], "a NaN with its sign bit and a payload"),
    "signalling-nan": ("cb7ff0000000000001", ANY_NAN[16], "a signalling NaN"),
    "infinity": ("cb7ff0000000000000", f64(float("inf")), "infinity"),
    "minus-infinity": ("cbfff0000000000000", f64(float("-inf")), "minus infinity"),
    "nan-32": ("ca7fc00000", ANY_NAN[16], "NaN as float 32"),
    "infinity-32": ("ca7f800000", f64(float("inf")), "infinity as float 32"),
    "minus-infinity-32": ("caff800000", f64(float("-inf")), "minus infinity as float 32"),
}  # fmt: skip


_NAN = {"number": ANY_NAN[16]}


def _finite() -> Iterator[Case]:
    for name, (octets, atom, called) in _ATOMS.items():
        for place, data, value, where in (
            ("top", octets, {"number": atom}, "by itself"),
            ("item", f"91{octets}", {"array": [{"number": atom}]}, "in an array"),
        ):  # fmt: skip
            yield _WORDS.either_bytes(f"non-finite-{name}-{place}", "msgpack", "non-finite", bytes.fromhex(data),
                                      f"{called} {where}", "MP-13", values={"keep": value}, numbers=(32,))  # fmt: skip
    for name, atom, called in (
        ("nan", "0x7ff8000000000000", "NaN"), ("infinity", "0x7ff0000000000000", "infinity"),
        ("minus-infinity", "0xfff0000000000000", "minus infinity"),
        ("nan-bits", "0xfff0000000000001", "a signalling NaN"),
    ):  # fmt: skip
        yield from _WORDS.either_encode(f"non-finite-written-{name}", "non-finite", "numbers/double-one",
                                        replace_at("/value/number", atom), "NUMBER",
                                        f"to be written: {called} by itself", "MP-13", carriers=("msgpack",),
                                        written=_NAN if "NaN" in called else None)  # fmt: skip
    for name, number, called in (
        ("fill", float("nan"), "NaN"), ("fill-infinity", float("inf"), "infinity"),
    ):  # fmt: skip
        fill = _NAN if name == "fill" else node(number)
        yield from FeatureBuilder("policies", "maskedarray").either_encode(
            f"non-finite-written-{name}", "non-finite", "masked-array/vector",
            replace_at("/value/maskedarray/fill/number", f64(number)), "NUMBER",
            f"to be written: {called} as fill value", "MP-13", carriers=("msgpack",),
            written=masked("uint8", [3], [1, 2, 3], [True, False, True], fill),
        )  # fmt: skip
    head = wire("msgpack", tagged("unique_set", set=[]))[:-1]
    nans = head + bytes.fromhex("92cb7ff8000000000000cbfff8000000000001")
    yield _SET.either_bytes("non-finite-set-nans", "msgpack", "non-finite", nans,
                            "a set of two NaNs that differ in their bits, which are equal", "MP-13 EXT-08")  # fmt: skip
    infinities = head + bytes.fromhex("92cb7ff0000000000000cbfff0000000000000")
    yield _SET.either_bytes("non-finite-set-infinities", "msgpack", "non-finite", infinities,
                            "a set of both infinities", "MP-13 EXT-08")  # fmt: skip
    yield from _SET.either_encode("non-finite-written-set", "non-finite", "set/one",
                                  replace_at("/value/unique_set/0/number", f64(float("nan"))), "NUMBER",
                                  "to be written: NaN in a set", "MP-13", carriers=("msgpack",),
                                  written={"unique_set": [_NAN]})  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that one codec rejects and another accepts."""
    groups = (_unknown(), _integers(), _written_integers(), _zeros(), _zeros_of_types(), _finite(), leniency.cases())
    yield Feature("policies", "What a codec may choose", [case for group in groups for case in group])
