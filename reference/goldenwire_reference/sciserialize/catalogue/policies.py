"""What a codec may choose: every policy, on decoders and encoders."""

import sys
from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.notation import ANY_NAN
from goldenwire_reference.sciserialize.catalogue.frames import stored
from goldenwire_reference.sciserialize.catalogue.times import span
from goldenwire_reference.sciserialize.catalogue.words import (
    Words,
    f64,
    mapping,
    nested,
    node,
    tagged,
    unknown,
)
from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES, DTYPES

_WORDS = Words("policies")
_FRAME = Words("policies", needs=["dataframe"])
_SET, _MASKED = Words("policies", "unique_set"), Words("policies", "maskedarray")


def _unknown() -> Iterator[Case]:
    array = {"shape": [1], "dtype": "int8", "bytes": b"\1"}
    trees: dict[str, tuple[Any, str, str]] = {
        "color": (tagged("color", rgb=b"\0\1\2"), "a tag of somebody else", "TAG-04"),
        "alone": ([tagged("x")], "a tag alone", "TAG-04"),
        "empty": (tagged(""), "the empty tag", "TAG-04 TAG-02"),
        "case": (tagged("DateTime", isostr="2015-02-18T21:40:23"), "another case", "TAG-02 TAG-04"),
        "space": (tagged("datetime ", isostr="2015-02-18T21:40:23"), "a space after the tag", "TAG-02 TAG-04"),
        "inner": (tagged("box", item=tagged("datetime", isostr="2015-02-18T21:40:23")), "typed members",
        "TAG-04 GEN-05"),
        "nested": (tagged("box", item=[tagged("box", item=1)]), "in one another", "TAG-04"),
        "pypickle": (tagged("pypickle", b=b"\x80\x02}q\x00."), "a pickle of an empty dict is inert", "EXT-04 GEN-13"),
        "pypickle-text": (tagged("pypickle", b="(dp0\n."), "a pickle as text", "EXT-04 GEN-13"),
        "set": (tagged("unique_set", set=[1, 1]), "a set that is not on", "EXT-05 GEN-07"),
        "masked": (tagged("maskedarray", **array, mask_bytes=b"\1", fill_value=0), "a masked array that is not on",
        "EXT-05"),
        "object": (tagged("object", a=1), "the name of an extension that has no tag", "EXT-05"),
        "complex": (tagged("complex", real=1.5, imag=2.5), "a complex number", "EXT-06"),
        "date": (tagged("date", isostr="2015-02-18"), "a date", "EXT-06"),
        "number-member": (tagged("ndarray2", **array), "members of a known type", "TAG-04"),
    }  # fmt: skip
    for name, (tree, summary, requirements) in trees.items():
        yield from _WORDS.either(f"unknown-{name}", "unknown-type", tree, summary, requirements)
    tree = tagged("maskedarray", **array, mask_bytes=b"\1", fill_value=0)
    yield from _SET.either("unknown-masked-beside", "unknown-type", tree, "on is another extension", "EXT-05")
    yield from _WORDS.either_encode("unknown-written", "unknown-type", "containers/map-empty",
                                    unknown({"__type__": "color", "rgb": b"\0"}), "UNKNOWN_TYPE",
                                    "the object has an unknown tag", "an object of unknown tag", "TAG-04")  # fmt: skip
    yield from _WORDS.either_encode("unknown-written-inside", "unknown-type", "containers/map-empty",
                                    [mapping({"a": unknown({"__type__": "x"})})], "UNKNOWN_TYPE",
                                    "the object has an unknown tag", "deep in a value", "TAG-04")  # fmt: skip


def _integers() -> Iterator[Case]:
    integers = {
        "first": 2**53, "first-minus": -(2**53), "odd": 2**53 + 1, "odd-minus": -(2**53) - 1, "tie-up": 2**53 + 3,
        "int64-most": 2**63 - 1, "int64-beyond": 2**63, "int64-least": -(2**63), "uint64-most": 2**64 - 1,
    }  # fmt: skip
    for name, integer in integers.items():
        yield from _WORDS.either(f"integer-{name}", "big-integer", [integer], f"the integer {integer}", "JSON-08")
    # By itself, such an integer is refused under two of the choices alike; another before it tells them apart.
    beyond = {
        "uint64-beyond": 2**64, "least-beyond": -(2**63) - 1, "tie-even": 2**64 + 2**11, "tie-odd": 2**64 + 3 * 2**11,
        "far": 10**30, "far-minus": -(10**30), "double-most": int(sys.float_info.max),
    }  # fmt: skip
    for name, integer in beyond.items():
        yield from _WORDS.either(f"integer-{name}", "big-integer", [2**53, integer], "53 bits, then more than 64",
                                 "JSON-08", carriers=("json",))  # fmt: skip


def _zeros() -> Iterator[Case]:
    either = _WORDS.either_bytes
    for name, data in {"top": b"-0", "item": b"[-0]", "member": b'{"a":-0 }', "two": b"[0,-0,-0.0]"}.items():
        yield either(f"minus-zero-{name}", "json", "minus-zero", data, "the token -0", "JSON-20")


def _finite() -> Iterator[Case]:
    values = {
        "nan": ("cb7ff8000000000000", ANY_NAN[16]), "minus-nan": ("cbfff8000000000001", ANY_NAN[16]),
        "infinity": ("cb7ff0000000000000", f64(float("inf"))),
        "minus-infinity": ("cbfff0000000000000", f64(float("-inf"))), "nan-32": ("ca7fc00000", ANY_NAN[16]),
        "infinity-32": ("ca7f800000", f64(float("inf"))),
    }  # fmt: skip
    for name, (octets, atom) in values.items():
        for place, data, value in (
            ("top", octets, {"number": atom}),
            ("item", f"91{octets}", {"array": [{"number": atom}]}),
        ):
            yield _WORDS.either_bytes(f"non-finite-{name}-{place}", "msgpack", "non-finite", bytes.fromhex(data),
                                      "not a finite number", "MP-13", values={"keep": value})  # fmt: skip
    for name, atom in {
        "nan": "0x7ff8000000000000", "infinity": "0x7ff0000000000000", "minus-infinity": "0xfff0000000000000",
    }.items():  # fmt: skip
        yield from _WORDS.either_encode(f"non-finite-written-{name}", "non-finite", "numbers/double-one",
                                        {"number": atom}, "NUMBER", "the number is not finite", "a number by itself",
                                        "MP-13", carriers=("msgpack",))  # fmt: skip


def _integral() -> Iterator[Case]:
    array = tagged("ndarray", shape=[2.0], dtype="int8", bytes=b"\1\2")
    trees = {
        "days": (span(0, 11, 0) | {"days": 1.0}, "days"), "seconds": (span(0, 0, 5) | {"seconds": 11.0}, "seconds"),
        "microsec": (span(0, 11, 0) | {"microsec": -0.0}, "microseconds"),
        "seconds-far": (span(0, 0, 0) | {"seconds": 1e12}, "many seconds"),
        "dimension": (array, "a dimension"), "dimension-zero": (array | {"shape": [-0.0], "bytes": b""}, "a dimension"),
        "dimension-matrix": (array | {"shape": [1, 2.0]}, "one of two dimensions"),
    }  # fmt: skip
    for name, (tree, what) in trees.items():
        summary = f"{what}: an integral double"
        yield from _WORDS.either(f"integral-{name}", "integral-float", tree, summary, "TAG-12")
    for name, members in {"column": {"columns": [7.0]}, "row": {"rows": [10, 11.0]}}.items():
        yield from _FRAME.either(
            f"integral-{name}", "integral-float", stored(**members), f"a label of a {name}", "TAG-12"
        )


def _isostr() -> Iterator[Case]:
    for name, text in {
        "comma": "2015-02-18T21:40:23,511717", "space": "2015-02-18 21:40:23",
        "offset-plain": "2015-02-18T21:40:23+0530",
        "offset-minus-zero": "2015-02-18T21:40:23-00:00", "offset-minus-hours": "2015-02-18T21:40:23-00",
        "offset-minus-plain": "2015-02-18T21:40:23-0000", "basic": "20150218T214023",
        "basic-fraction": "20150218T214023.5",
        "basic-offset": "20150218T214023-0800", "basic-zulu": "20150218 214023,123456Z",
        "all": "2015-02-18 21:40:23,5+0100",
        "basic-colon": "20150218T214023+01:00",
    }.items():  # fmt: skip
        tree = tagged("datetime", isostr=text)
        yield from _WORDS.either(f"isostr-{name}", "isostr", tree, f"isostr is {text!a}", "DT-10")


def _aliases() -> Iterator[Case]:
    for alias, dtype in DTYPE_ALIASES.items():
        tree = tagged("ndarray", shape=[1], dtype=alias, bytes=bytes(DTYPES[dtype].size))
        slug = alias.replace("|", "bar-").replace("<", "little-")
        yield from _WORDS.either(f"dtype-{slug}", "dtype-alias", tree, f"{alias} for {dtype}", "ND-14")
    yield from _FRAME.either("dtype-frame", "dtype-alias", stored(dtype="i1"), "in a data frame", "ND-14")
    masked = tagged("maskedarray", shape=[1], dtype="|b1", bytes=b"\1", mask_bytes=b"\0", fill_value=True)
    yield from _MASKED.either("dtype-masked", "dtype-alias", masked, "in a masked array", "ND-14")


def _marks() -> Iterator[Case]:
    for name, data in {"array": b"[]", "space": b" 1", "string": b'"\xef\xbb\xbf"', "object": b'{"a":1}'}.items():
        yield _WORDS.either_bytes(f"bom-{name}", "json", "bom", b"\xef\xbb\xbf" + data, "a byte order mark", "JSON-19")


def _depth() -> Iterator[Case]:
    for kind in ("array", "map"):
        tree: Any = [] if kind == "array" else {}
        for _ in range(128):
            tree = [tree] if kind == "array" else {"a": tree}
        yield from _WORDS.either(f"depth-129-{kind}", "depth", tree, f"129 levels of {kind}s", "GEN-10")
    tree = tagged("datetime", isostr="2015-02-18T21:40:23")
    for _ in range(128):
        tree = [tree]
    yield from _WORDS.either("depth-129-tagged", "depth", tree, "a date-time at level 129", "GEN-10")
    data = b"[" * 128 + b'{"__base64__":"AQ=="}' + b"]" * 128
    yield _WORDS.either_bytes("depth-129-binary-json", "json", "depth", data, "a binary object at level 129", "GEN-10")
    tree = tagged("ndarray", shape=[1], dtype="int8", bytes=b"\1")
    for _ in range(127):
        tree = [tree]
    yield from _WORDS.either("depth-129-shape", "depth", tree, "a shape at level 129", "GEN-10")
    for kind in ("array", "map"):
        yield from _WORDS.either_encode(f"depth-129-written-{kind}", "depth", f"containers/depth-128-{kind}",
                                        nested(129, kind), "LIMIT", "one level more", f"129 levels of {kind}s",
                                        "GEN-10")  # fmt: skip
    yield from _WORDS.either_encode("depth-129-written-binary", "depth", "containers/depth-128-array",
                                    nested(128, "array", node(b"\1")), "LIMIT", "a binary object in it",
                                    "binary at level 129", "GEN-10", carriers=("json",))  # fmt: skip


def _shapes() -> Iterator[Case]:
    for name, shape in {
        "rank-33": [1] * 33, "rank-64": [1] * 64, "rank-65": [1] * 65, "rank-200": [1] * 200, "rank-33-empty": [0] * 33,
        "dimension": [0, 2**31], "dimension-first": [2**32, 0], "dimension-far": [0, 2**53 - 1],
        "dimension-two": [2**31, 0, 2**31],
    }.items():  # fmt: skip
        data = b"" if 0 in shape else b"\1"
        tree = tagged("ndarray", shape=shape, dtype="int8", bytes=data)
        yield from _WORDS.either(
            f"large-{name}", "large-shape", tree, "a shape that some libraries do not have", "ND-12"
        )


def features() -> Iterator[Feature]:
    """What one codec takes and another does not."""
    groups = (
        _unknown(),
        _integers(),
        _zeros(),
        _finite(),
        _integral(),
        _isostr(),
        _aliases(),
        _marks(),
        _depth(),
        _shapes(),
    )
    yield Feature("policies", "What a codec may choose", [case for group in groups for case in group])
