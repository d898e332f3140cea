"""Data frames."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.plain_texts import PLAIN_TEXTS
from goldenwire_suite.sciserialize.cases.builders import KINDS, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import Stored, atoms, node, ordered, tagged

_WORDS = FeatureBuilder("dataframe", needs=["dataframe"])
_MOMENT = {"datetime": "2015-02-18T00:00:00"}
_DAY = tagged("datetime", isostr="2015-02-18T00:00:00")


def frame(dtype: str, columns: Sequence[Any], rows: Sequence[Any], *elements: Any) -> Any:
    """The notation of a data frame."""
    labels = {"columns": [node(label) for label in columns], "rows": [node(label) for label in rows]}
    return {"dataframe": {"dtype": dtype, **labels, "elements": atoms(elements)}}


def stored(**members: Any) -> dict[str, Any]:
    """A stored data frame of two rows and one column, with other members."""
    return TWO_ROWS.but(**members)


TWO_ROWS = Stored(
    "dataframe/two-rows",
    tagged("dataframe", shape=[2, 1], dtype="int8", bytes=b"\1\2", columns=["a"], rows=[10, 11]),
)
MOMENTS = Stored(
    "dataframe/moments",
    tagged("dataframe", shape=[2, 1], dtype="bool", bytes=b"\1\0", columns=["a"],
           rows=[_DAY, tagged("datetime", isostr="2015-02-19T00:00:00+01:00")]),
)  # fmt: skip
_STRINGS = Stored(
    "dataframe/strings",
    tagged("dataframe", shape=[2, 3], dtype="int16", bytes=bytes.fromhex("010002000300040005000600"),
           columns=["a", "b", "c"], rows=["x", "y"]),
)  # fmt: skip


def _accepted() -> Iterator[Case]:
    write = _WORDS.write
    yield from write("two-rows", frame("int8", ["a"], [10, 11], 1, 2), "a data frame with integers as labels of rows",
                     "DF-01 DF-02 TAG-09 TAG-14")  # fmt: skip
    yield from write("strings", frame("int16", ["a", "b", "c"], ["x", "y"], 1, 2, 3, 4, 5, 6),
                     "a data frame of two rows and three columns, whose labels are strings",
                     "DF-01 DF-06")  # fmt: skip
    yield from write("kinds", frame("int8", ["10", 10, _MOMENT], [0], 1, 2, 3),
                     "labels of each kind, with 10 as a string and as an integer", "DF-03 DF-04")  # fmt: skip
    yield from write("moments", frame("bool", ["a"], [_MOMENT, {"datetime": "2015-02-19T00:00:00+01:00"}], True, False),
                     "date-times as labels", "DF-03 DF-04")  # fmt: skip
    yield from write("date-like", frame("int8", ["2015-02-18T00:00:00"], ["1"], 1),
                     "strings as labels that look like a date-time and an integer",
                     "DF-04")  # fmt: skip
    yield from write("date-like-row", frame("int8", ["1"], ["2015-02-18T21:40:23"], 1),
                     "strings as labels that look like an integer and a date-time",
                     "DF-04")  # fmt: skip
    yield from write("repeated", frame("int8", ["a", "a"], [1, 1], 1, 2, 3, 4), "labels that repeat", "DF-03")
    yield from write("unordered", frame("int8", ["b", "a"], [2, 1, 3], 1, 2, 3, 4, 5, 6), "labels in no order", "DF-03")
    yield from write("negative-labels", frame("int8", [-1, 0], [-(2**53) + 1], 1, 2),
                     "negative integers and 0 as labels",
                     "DF-03 TAG-14")  # fmt: skip
    yield from write("empty-strings", frame("int8", ["", "\0"], ["a b"], 1, 2),
                     "the empty string, U+0000 and a string with a space as labels",
                     "DF-03")  # fmt: skip
    yield from write("plain-labels", frame("int8", PLAIN_TEXTS[:4], PLAIN_TEXTS[4:6], *range(8)),
                     "labels with U+FFFD, and labels that look like escapes", "DF-03",
                     catches="replacements-refused escapes-resolved")  # fmt: skip
    yield from write("no-rows", frame("float64", ["a", "b"], []), "a data frame of two columns and no rows",
                     "DF-06 ND-08")  # fmt: skip
    yield from write("no-columns", frame("float64", [], ["a", "b"]), "a data frame of two rows and no columns",
                     "DF-06 ND-08")  # fmt: skip
    yield from write("nothing", frame("complex64", [], []), "a data frame without rows and columns", "ND-08")
    yield from write("doubles", frame("float64", ["a", "b"], [-1, -2], "0x7ff8000000000001", "0x3ff8000000000000",
                                      "0x8000000000000000", "0x7ff0000000000000"),
                     "a data frame of doubles, a NaN, an infinity and -0.0 among them", "DF-05 ND-09")  # fmt: skip
    yield from write("in-map", {"map": [["df", frame("uint8", [""], [2**53 - 1], 255)]]}, "a data frame in a map",
                     "DF-01 GEN-05")  # fmt: skip


def _bad_labels() -> Iterator[Case]:
    reject = _WORDS.reject
    faults: dict[str, tuple[dict[str, Any], str]] = {
        "row-missing": ({"rows": [10]}, "one label for two rows"),
        "row-over": ({"rows": [10, 11, 12]}, "three labels for two rows"),
        "no-rows": ({"rows": []}, "no labels for two rows"),
        "column-missing": ({"columns": []}, "no label for one column"),
        "column-over": ({"columns": ["a", "b"]}, "two labels for one column"),
        "transposed": ({"columns": ["a", "b"], "rows": [10]},
                       "labels of one row and two columns where the shape has two rows and one column"),
        "empty": ({"columns": [], "rows": []}, "no labels for two rows and one column"),
    }  # fmt: skip
    for name, (members, summary) in faults.items():
        yield from reject(f"labels-{name}", TWO_ROWS, stored(**members), "frame.labels", summary)
    labels = {"null": None, "boolean": True, "fraction": 1.5, "array": [1], "binary": b"a", "map": {"a": 1},
              "timedelta": tagged("timedelta", days=1, seconds=0, microsec=0)}  # fmt: skip
    for name, label in labels.items():
        called = KINDS[name]
        yield from reject(
            f"column-{name}", TWO_ROWS, stored(columns=[label]), "tag.label", f"{called} as the label of a column"
        )
        yield from reject(
            f"row-{name}", TWO_ROWS, stored(rows=[10, label]), "tag.label", f"{called} as the label of a row"
        )
    for name in ("columns", "rows"):
        for kind, value in {"null": None, "string": "a", "map": {"0": "a"}, "number": 1, "binary": b"a"}.items():
            yield from reject(f"{name}-{kind}", TWO_ROWS, stored(**{name: value}), "tag.kind",
                              f"{KINDS[kind]} as the member {name}")  # fmt: skip
    bad = stored(rows=[10, _DAY | {"isostr": "2015-02-18"}])
    yield from reject("label-day", TWO_ROWS, bad, "isostr", "a label tagged as a date-time that is a date alone",
                      instead=11)  # fmt: skip


# Dimensions beside one of 0, of which the low bits alone are the number of labels; the carriers, and a description.
_LOW_BITS: dict[str, tuple[list[int], list[str], list[int], Sequence[Carrier], str]] = {
    "columns-2-to-the-31": ([0, 2**31], [], [], ("msgpack",), "no labels for 2^31 columns"),
    "columns-2-to-the-32": ([0, 2**32], [], [], ("json",), "no labels for 2^32 columns"),
    "columns-2-to-the-32-and-1": ([0, 2**32 + 1], ["a"], [], CARRIERS, "one label for 2^32 + 1 columns"),
    "rows-2-to-the-32-and-1": ([2**32 + 1, 0], [], [10], ("json",), "one label for 2^32 + 1 rows"),
}  # fmt: skip


def _low_bits() -> Iterator[Case]:
    for name, (shape, columns, rows, carriers, what) in _LOW_BITS.items():
        tree = ordered(stored(shape=shape, bytes=b"", columns=columns, rows=rows))
        summary = f"{what}, and no {'columns' if rows else 'rows'}"
        yield from _WORDS.either(f"labels-{name}", "large-shape", tree, summary, "DF-06 ND-12", carriers=carriers,
                                 numbers=(*shape, 2**31))  # fmt: skip
    yield from _WORDS.reject("labels-columns-65537", TWO_ROWS, stored(shape=[0, 65537], bytes=b"", rows=[]),
                             "frame.labels", "one label for 65,537 columns, and no rows",
                             carriers=("json",))  # fmt: skip


def _refused() -> Iterator[Case]:
    reject = _WORDS.reject
    for name in ("shape", "dtype", "bytes", "columns", "rows"):
        yield from reject(f"missing-{name}", TWO_ROWS, TWO_ROWS.without(name), "tag.missing",
                          f"a data frame without the member {name}",
                          "TAG-09" + (" ND-13" if name == "shape" else ""))  # fmt: skip
    yield from reject("extra-index", TWO_ROWS, stored(index=["x"]), "tag.extra",
                      "a data frame with the further member index")  # fmt: skip
    for rank, (shape, data, summary) in {
        "0": ([], b"\1", "a data frame of no dimensions"), "1": ([2], b"\1\2", "a data frame of one dimension"),
        "3": ([2, 1, 1], b"\1\2", "a data frame of three dimensions, the last of them 1"),
        "1-3": ([1, 2, 1], b"\1\2", "a data frame of three dimensions, the first of them 1"),
    }.items():  # fmt: skip
        yield from reject(f"rank-{rank}", TWO_ROWS, stored(shape=shape, bytes=data), "frame.rank", summary, "TAG-09")
    yield from _bad_labels()
    yield from _low_bits()
    yield from reject("size", TWO_ROWS, stored(bytes=b"\1"), "shape.size", "a data frame with one octet too few")
    yield from reject("size-over", TWO_ROWS, stored(bytes=b"\1\2\3"), "shape.size",
                      "a data frame with one octet too many")  # fmt: skip
    yield from reject("negative", TWO_ROWS, stored(shape=[-1, 1]), "shape.negative", "a data frame of -1 rows")
    yield from reject(
        "negative-second", TWO_ROWS, stored(shape=[2, -1]), "shape.negative", "a data frame of -1 columns"
    )
    bools = MOMENTS.but(bytes=b"\1\2")
    yield from reject("octets", MOMENTS, bools, "bool", "an octet of 02 in a data frame of booleans")
    yield from reject("dtype", TWO_ROWS, stored(dtype="object"), "dtype.element",
                      "a data frame of the dtype object, whose extension is not on", "EXT-05",
                      instead="int8")  # fmt: skip
    yield from reject("bytes-nest", TWO_ROWS, stored(dtype="object", bytes=[[1], [2]]), "tag.kind",
                      "a data frame of the dtype object, whose extension is not on, with a nest for its bytes",
                      "EXT-05")  # fmt: skip
    yield from reject("dtype-big", _STRINGS, _STRINGS.but(dtype=">i2"), "dtype.order",
                      "a data frame of a big-endian dtype",
                      instead="int16")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("dataframe", "Data frames", [*_accepted(), *_refused()])
