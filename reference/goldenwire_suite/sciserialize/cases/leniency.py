"""Choices of a codec: integral doubles, other date-times and dtypes, byte order marks, depth and large shapes."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import DEPTH, DIMENSION, DTYPE_ALIASES, DTYPES, RANK
from goldenwire_suite.cases import Case, replace_at
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.frames import stored
from goldenwire_suite.sciserialize.cases.times import span
from goldenwire_suite.sciserialize.cases.values import array, mapping, ndarray, node, tagged

_WORDS = FeatureBuilder("policies")
_FRAME = FeatureBuilder("policies", needs=["dataframe"])
_SET, _MASKED, _OBJECT = (
    FeatureBuilder("policies", "unique_set"),
    FeatureBuilder("policies", "maskedarray"),
    FeatureBuilder("policies", "object"),
)


def _integral() -> Iterator[Case]:
    items = tagged("ndarray", shape=[2.0], dtype="int8", bytes=b"\1\2")
    trees: dict[str, tuple[Any, str]] = {
        "days": (span(0, 11, 0) | {"days": 1.0}, "1.0 as the member days"),
        "seconds": (span(0, 0, 5) | {"seconds": 11.0}, "11.0 as the member seconds"),
        "microsec": (span(0, 11, 0) | {"microsec": -0.0}, "-0.0 as the member microsec"),
        "days-minus": (span(0, 0, 0) | {"days": -1.0}, "-1.0 as the member days"),
        "seconds-far": (span(0, 0, 0) | {"seconds": 1e12}, "1000000000000.0 as the member seconds"),
        "seconds-large": (span(0, 0, 0) | {"seconds": 2.0**46}, "the double 2^46 as the member seconds"),
        "dimension": (items, "2.0 as a dimension"),
        "dimension-zero": (items | {"shape": [-0.0], "bytes": b""}, "-0.0 as a dimension"),
        "dimension-matrix": (items | {"shape": [1, 2.0]}, "2.0 as the second dimension"),
        "dimension-minus": (items | {"shape": [-2.0]}, "-2.0 as a dimension"),
    }  # fmt: skip
    for name, (tree, summary) in trees.items():
        yield from _WORDS.either(f"integral-{name}", "integral-float", tree, summary, "TAG-12", numbers=(-2.0,))
    for name, text, summary in (
        ("days", b'{"__type__":"timedelta","days":1e2,"microsec":0,"seconds":0}', "1e2 as the member days"),
        ("microsec", b'{"__type__":"timedelta","days":0,"microsec":-20E-1,"seconds":0}',
         "-20E-1 as the member microsec"),
        ("dimension", b'{"__type__":"ndarray","bytes":{"__base64__":"AQI="},"dtype":"int8","shape":[1,2E+0]}',
         "2E+0 as the second dimension"),
    ):  # fmt: skip
        yield _WORDS.either_bytes(f"integral-exponent-{name}", "json", "integral-float", text,
                                  f"{summary}, an integral number without a point", "TAG-12",
                                  catches="exponents-are-integers")  # fmt: skip
    yield _FRAME.either_bytes("integral-exponent-row", "json", "integral-float",
                              b'{"__type__":"dataframe","bytes":{"__base64__":"AQI="},"columns":["a"],"dtype":"int8",'
                              b'"rows":[10,11e0],"shape":[2,1]}',
                              "11e0 as the label of a row, an integral number without a point", "TAG-12",
                              catches="exponents-are-integers")  # fmt: skip
    for name, members, summary in (
        ("column", {"columns": [7.0]}, "7.0 as the label of a column"),
        ("row", {"rows": [10, 11.0]}, "11.0 as the label of a row"),
        ("label-last", {"rows": [10, 2.0**63]}, "the double 2^63 as a label"),
        ("label-least", {"rows": [10, -(2.0**63)]}, "the double -2^63 as a label"),
    ):  # fmt: skip
        yield from _FRAME.either(f"integral-{name}", "integral-float", stored(**members), summary, "TAG-12")


_WIDE = {
    "comma": ("2015-02-18T21:40:23,511717", "a comma before the fraction"),
    "space": ("2015-02-18 21:40:23", "a space for the T"),
    "offset-plain": ("2015-02-18T21:40:23+0530", "an offset without its colon"),
    "offset-minus-zero": ("2015-02-18T21:40:23-00:00", "an offset of minus zero"),
    "offset-minus-hours": ("2015-02-18T21:40:23-00", "an offset of minus zero hours"),
    "offset-minus-plain": ("2015-02-18T21:40:23-0000", "an offset of minus zero without its colon"),
    "basic": ("20150218T214023", "neither hyphens nor colons"),
    "basic-fraction": ("20150218T214023.5", "neither hyphens nor colons, and with a fraction"),
    "basic-offset": ("20150218T214023-0800", "neither hyphens nor colons, and with an offset"),
    "basic-zulu": ("20150218 214023,123456Z", "neither hyphens nor colons, and with a space, a comma and a Z"),
    "basic-hours": ("20150218T214023+05", "neither hyphens nor colons, and with an offset in hours"),
    "all": ("2015-02-18 21:40:23,5+0100", "a space, a comma and an offset without its colon"),
    "basic-colon": ("20150218T214023+01:00", "neither hyphens nor colons but in its offset"),
    "basic-leap": ("20160229T235959", "neither hyphens nor colons, on 29 February of a leap year"),
    "space-zulu": ("2015-02-18 21:40:23Z", "a space for the T, and the offset Z"),
    "offset-most": ("2015-02-18T21:40:23-2359", "the least offset, without its colon"),
}  # fmt: skip


def _isostr() -> Iterator[Case]:
    for name, (text, summary) in _WIDE.items():
        tree = tagged("datetime", isostr=text)
        yield from _WORDS.either(f"isostr-{name}", "isostr", tree, f"a date-time with {summary}", "DT-10")
    yield from _FRAME.either("isostr-label", "isostr", stored(rows=[10, tagged("datetime", isostr="20150218T214023")]),
                             "a label that is a date-time without hyphens", "DT-10 DF-03")  # fmt: skip
    twice = tagged(
        "unique_set", set=[tagged("datetime", isostr=text) for text in ("2015-02-18T21:40:23", "2015-02-18 21:40:23")]
    )
    yield from _SET.either(
        "isostr-set", "isostr", twice, "a date-time twice in a set, once with a space", "DT-10 EXT-08"
    )


def _aliases() -> Iterator[Case]:
    for alias, dtype in DTYPE_ALIASES.items():
        tree = tagged("ndarray", shape=[1], dtype=alias, bytes=bytes(DTYPES[dtype].size))
        slug = alias.replace("|", "bar-").replace("<", "little-")
        yield from _WORDS.either(f"dtype-{slug}", "dtype-alias", tree, f"an array of the dtype {alias}", "ND-14")
    yield from _FRAME.either("dtype-frame", "dtype-alias", stored(dtype="i1"), "a data frame of the dtype i1", "ND-14")
    masked = tagged("maskedarray", shape=[1], dtype="|b1", bytes=b"\1", mask_bytes=b"\0", fill_value=True)
    yield from _MASKED.either("dtype-masked", "dtype-alias", masked, "a masked array of the dtype |b1", "ND-14")
    order = tagged("ndarray", shape=[2], dtype="<i4", bytes=bytes.fromhex("04030201feffffff"))
    yield from _WORDS.either("dtype-order", "dtype-alias", order,
                             "an array of the dtype <i4, the least significant octets of its elements first",
                             "ND-14 ND-04")  # fmt: skip
    bad = tagged("ndarray", shape=[1], dtype="b1", bytes=b"\2")
    yield from _WORDS.either("dtype-bool-octet", "dtype-alias", bad,
                             "an array of the dtype b1 with an octet that is neither 00 nor 01",
                             "ND-14 BA-02")  # fmt: skip


def _marks() -> Iterator[Case]:
    rests = {"array": (b"[]", "an array"), "space": (b" 1", "a space and a number"),
             "object": (b'{"a":1}', "an object"),
             "string": (b'"\xef\xbb\xbf"', "a string of U+FEFF")}  # fmt: skip
    for name, (data, summary) in rests.items():
        yield _WORDS.either_bytes(f"bom-{name}", "json", "bom", b"\xef\xbb\xbf" + data,
                                  f"a byte order mark before {summary}", "JSON-19")  # fmt: skip
    for name, data, summary in (
        ("alone", b"", "the end of the input"), ("bad", b"[01]", "an array of a number with a leading zero"),
        ("rest", b"[]]", "an array and a further bracket"),
        ("key", b'{"a":1,"a":2}', "an object with a key twice"),
        ("twice", b"\xef\xbb\xbf[]", "another byte order mark and an array"),
        ("tag", b'[{"__type__":"datetime"}]', "a date-time without isostr"),
    ):  # fmt: skip
        yield _WORDS.either_bytes(f"bom-{name}", "json", "bom", b"\xef\xbb\xbf" + data,
                                  f"a byte order mark before {summary}", "JSON-19")  # fmt: skip


def _deeper(tree: Any, levels: int, kind: str = "array") -> Any:
    for _ in range(levels):
        tree = [tree] if kind == "array" else {"a": tree}
    return tree


def _depth() -> Iterator[Case]:
    """Values one level deeper than every codec accepts."""
    last = DEPTH + 1
    trees: dict[str, tuple[Any, str]] = {
        "array": (_deeper([], DEPTH), f"an array at level {last}"),
        "map": (_deeper({}, DEPTH, "map"), f"a map at level {last}"),
        "tagged": (_deeper(tagged("datetime", isostr="2015-02-18T21:40:23"), DEPTH), f"a date-time at level {last}"),
        "shape": (_deeper(tagged("ndarray", shape=[1], dtype="int8", bytes=b"\1"), DEPTH - 1),
                  f"an ndarray whose shape is at level {last}"),
        "mixed": (_deeper(_deeper({}, 64), 64, "map"), f"a map at level {last}, in 64 maps around 64 arrays"),
    }  # fmt: skip
    for name, (tree, summary) in trees.items():
        yield from _WORDS.either(f"depth-129-{name}", "depth", tree, summary, "GEN-10", numbers=(last,))
    heads = {"array16": "dc0000", "array32": "dd00000000", "map16": "de0000", "map32": "df00000000"}
    for name, head in heads.items():
        yield _WORDS.either_bytes(
            f"depth-129-{name}", "msgpack", "depth", b"\x91" * DEPTH + bytes.fromhex(head),
            f"an empty {name[:-2]} {name[-2:]} at level {last}", "GEN-10 ERR-03", numbers=(last, 16, 32),
        )  # fmt: skip
    data = b"[" * DEPTH + b'{"__base64__":"AQ=="}' + b"]" * DEPTH
    yield _WORDS.either_bytes("depth-129-binary-json", "json", "depth", data, f"a binary object at level {last}",
                              "GEN-10",
                              numbers=(last,))  # fmt: skip
    yield from _WORDS.either("depth-200", "depth", _deeper([], 199), "200 arrays in one another", "GEN-10")
    deepest = {"array": "/array/0", "map": "/map/0/1"}
    for kind, step in deepest.items():
        inner = array() if kind == "array" else mapping({})
        yield from _WORDS.either_encode(f"depth-129-written-{kind}", "depth", f"containers/depth-128-{kind}",
                                        replace_at("/value" + step * DEPTH, inner), "LIMIT",
                                        f"to be written: another {kind} in the innermost of {DEPTH} {kind}s",
                                        "GEN-10" + (" ENC-06" if kind == "array" else ""),
                                        numbers=(DEPTH,))  # fmt: skip
    yield from _WORDS.either_encode("depth-129-written-tagged", "depth", "containers/depth-128-array",
                                    replace_at("/value" + "/array/0" * DEPTH, {"timedelta": ["0", "0", "0"]}), "LIMIT",
                                    f"to be written: a duration in the innermost of {DEPTH} arrays", "GEN-10",
                                    numbers=(DEPTH,))  # fmt: skip
    yield from _WORDS.either_encode("depth-129-written-shape", "depth", "containers/depth-128-array",
                                    replace_at("/value" + "/array/0" * (DEPTH - 1), ndarray("int8", [0])), "LIMIT",
                                    f"to be written: an ndarray whose shape would be at level {last}", "GEN-10",
                                    numbers=(last,))  # fmt: skip
    yield from _WORDS.either_encode("depth-129-written-binary", "depth", "containers/depth-128-array",
                                    replace_at("/value" + "/array/0" * DEPTH, node(b"\1")), "LIMIT",
                                    f"to be written: binary in the innermost of {DEPTH} arrays", "GEN-10",
                                    carriers=("json",), numbers=(DEPTH,))  # fmt: skip


_SHAPES = {
    "rank-33": [1] * (RANK + 1), "rank-64": [1] * 64, "rank-65": [1] * 65, "rank-200": [1] * 200,
    "rank-33-empty": [0] * (RANK + 1), "dimension": [0, DIMENSION + 1], "dimension-first": [2**32, 0],
    "dimension-far": [0, 2**53 - 1], "dimension-two": [2**31, 0, 2**31],
    "product-of-no-double": [2**53 - 1] * 20 + [0],
}  # fmt: skip


def _shape_called(shape: list[int]) -> str:
    if len(shape) > RANK:
        return f"{len(shape)} dimensions of {shape[0]}"
    if len(shape) > 3:  # whose product no double holds
        return "many dimensions of 2^53 - 1, and behind them one of 0"
    return f"the shape {shape}"


def _shapes() -> Iterator[Case]:
    for name, shape in _SHAPES.items():
        data = b"" if 0 in shape else b"\1"
        tree = tagged("ndarray", shape=shape, dtype="int8", bytes=data)
        yield from _WORDS.either(f"large-{name}", "large-shape", tree, _shape_called(shape), "ND-12")
    for name, shape in _SHAPES.items():
        value = ndarray("int8", shape) if 0 in shape else ndarray("int8", shape, 1)
        base = "ndarray/int8-empty" if 0 in shape else "ndarray/int8-one"
        yield from _WORDS.either_encode(f"large-written-{name}", "large-shape", base,
                                        replace_at("/value/ndarray/shape", value["ndarray"]["shape"]), "LIMIT",
                                        f"to be written: {_shape_called(shape)}", "ND-12",
                                        refused_by=("limit",))  # fmt: skip
    for name, before, behind, told in (
        ("first", 0, DEPTH, "the first, which is 0, so that the nest is one empty array"),
        ("inside", DEPTH - 2, 2, f"the third from the end, which is 0, so that the nest ends at level {DEPTH}"),
    ):
        dimensions = [1] * before + [0] + [1] * behind
        yield from _OBJECT.either_encode(
            f"large-written-object-zero-{name}", "large-shape", "object/empty",
            replace_at("/value/ndarray/shape", ndarray("object", dimensions)["ndarray"]["shape"]), "LIMIT",
            f"to be written: an array of objects with {len(dimensions)} dimensions, all 1 but {told}",
            "ND-12 EXT-03", refused_by=("limit",), catches="nests-of-all-dimensions",
            numbers=(len(dimensions), DEPTH),
        )  # fmt: skip
    for name, dimension in (("", DIMENSION + 1), ("-far", 2**53 - 1)):
        objects = tagged("ndarray", shape=[0, dimension], dtype="object", bytes=[])
        yield from _OBJECT.either(f"large-object{name}", "large-shape", objects,
                                  f"an array of objects of the shape [0, {dimension}]", "ND-12")  # fmt: skip
    for name, shape in {"": [0, DIMENSION + 1], "-far": [2**53 - 1, 0], "-two": [2**32 + 1, 0, 2**31]}.items():
        tree = tagged("maskedarray", shape=shape, dtype="int8", bytes=b"", mask_bytes=b"", fill_value=0)
        yield from _MASKED.either(f"large-masked{name}", "large-shape", tree,
                                  f"a masked array of {_shape_called(shape)}", "ND-12 EXT-02")  # fmt: skip
        yield from _MASKED.either_encode(f"large-written-masked{name}", "large-shape", "masked-array/empty",
                                         replace_at("/value/maskedarray/shape", list(map(str, shape))), "LIMIT",
                                         f"to be written: a masked array of {_shape_called(shape)}", "ND-12",
                                         refused_by=("limit",))  # fmt: skip


def cases() -> Iterator[Case]:
    """Cases that one codec rejects and another accepts."""
    for group in (_integral(), _isostr(), _aliases(), _marks(), _depth(), _shapes()):
        yield from group
