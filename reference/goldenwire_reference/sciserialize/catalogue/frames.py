"""Data frames."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, atoms, node, tagged, without

_WORDS = Words("dataframe", needs=["dataframe"])
_MOMENT = {"datetime": "2015-02-18T00:00:00"}
_DAY = tagged("datetime", isostr="2015-02-18T00:00:00")


def frame(dtype: str, columns: Sequence[Any], rows: Sequence[Any], *elements: Any) -> Any:
    """The notation of a data frame."""
    labels = {"columns": [node(label) for label in columns], "rows": [node(label) for label in rows]}
    return {"dataframe": {"dtype": dtype, **labels, "elements": atoms(elements)}}


def stored(**members: Any) -> dict[str, Any]:
    """A data frame of two rows and one column as it is stored, with these members instead."""
    usual = {"shape": [2, 1], "dtype": "int8", "bytes": b"\1\2", "columns": ["a"], "rows": [10, 11]}
    return tagged("dataframe", **(usual | members))


def _accepted() -> Iterator[Case]:
    write = _WORDS.write
    yield from write("two-rows", frame("int8", ["a"], [10, 11], 1, 2), "integers as labels", "DF-01 DF-02 DF-06 TAG-09")
    yield from write("strings", frame("int16", ["a", "b", "c"], ["x", "y"], 1, 2, 3, 4, 5, 6), "row by row", "DF-01")
    yield from write(
        "kinds", frame("int8", ["10", 10, _MOMENT], [0], 1, 2, 3), "10 is not the string 10", "DF-03 DF-04"
    )
    yield from write("moments", frame("bool", ["a"], [_MOMENT, {"datetime": "2015-02-19T00:00:00+01:00"}], True, False),
                     "date-times as labels", "DF-03 DF-04")  # fmt: skip
    yield from write("repeated", frame("int8", ["a", "a"], [1, 1], 1, 2, 3, 4), "labels repeat", "DF-03")
    yield from write("unordered", frame("int8", ["b", "a"], [2, 1, 3], 1, 2, 3, 4, 5, 6), "order counts", "DF-03")
    yield from write("no-rows", frame("float64", ["a", "b"], []), "columns without rows", "DF-06 ND-08")
    yield from write("no-columns", frame("float64", [], ["a", "b"]), "rows without columns", "DF-06 ND-08")
    yield from write("nothing", frame("complex64", [], []), "no labels at all", "DF-06 ND-08")
    yield from write("doubles", frame("float64", ["a"], [-1], "0x7ff8000000000001"), "one dtype for all", "DF-05")
    yield from write("in-map", {"map": [["df", frame("uint8", [""], [2**53 - 1], 255)]]}, "as a member", "DF-01 GEN-05")


def _refused() -> Iterator[Case]:
    reject = _WORDS.reject
    for name in ("shape", "dtype", "bytes", "columns", "rows"):
        bad = without(stored(), name)
        yield from reject(f"missing-{name}", "two-rows", bad, "tag.missing", f"no {name}", "DF-01")
    yield from reject("extra-index", "two-rows", stored(index=["x"]), "tag.extra", "a member index", "TAG-10")
    for rank, shape in {"0": [], "1": [2], "3": [2, 1, 1]}.items():
        data = b"\1\2" if shape else b"\1"
        bad = stored(shape=shape, bytes=data)
        yield from reject(f"rank-{rank}", "two-rows", bad, "frame.rank", f"{rank} dimensions", "DF-02")
    faults: dict[str, dict[str, Any]] = {
        "row-missing": {"rows": [10]}, "row-over": {"rows": [10, 11, 12]}, "no-rows": {"rows": []},
        "column-missing": {"columns": []}, "column-over": {"columns": ["a", "b"]},
        "transposed": {"columns": ["a", "b"], "rows": [10]},
    }  # fmt: skip
    for name, members in faults.items():
        yield from reject(f"labels-{name}", "two-rows", stored(**members), "frame.labels", "labels and shape", "DF-06")
    labels = {"null": None, "boolean": True, "fraction": 1.5, "array": [1], "binary": b"a", "map": {"a": 1},
              "timedelta": tagged("timedelta", days=1, seconds=0, microsec=0)}  # fmt: skip
    for name, label in labels.items():
        bad = stored(columns=[label])
        yield from reject(f"column-{name}", "two-rows", bad, "tag.label", f"a label of kind {name}", "DF-03")
        bad = stored(rows=[10, label])
        yield from reject(f"row-{name}", "two-rows", bad, "tag.label", f"a label of kind {name}", "DF-03")
    for name in ("columns", "rows"):
        for kind, value in {"null": None, "string": "a", "map": {"0": "a"}}.items():
            bad = stored(**{name: value})
            yield from reject(f"{name}-{kind}", "two-rows", bad, "tag.kind", f"{name} is a {kind}", "TAG-11")
    yield from reject("size", "two-rows", stored(bytes=b"\1"), "shape.size", "an octet too few", "ND-06 DF-01")
    yield from reject("negative", "two-rows", stored(shape=[-1, 1]), "shape.negative", "a dimension of -1", "ND-06")
    yield from reject("octets", "moments", stored(dtype="bool", bytes=b"\1\2"), "bool", "an octet of 02", "BA-02 DF-01")
    yield from reject("dtype", "two-rows", stored(dtype="object"), "dtype.element", "mixed columns", "DF-05 ND-20",
                      instead="int8")  # fmt: skip
    head = tagged("dataframe", bytes=bytes.fromhex("010002000300040005000600"), columns=["a", "b", "c"])
    big = head | {"dtype": ">i2", "rows": ["x", "y"], "shape": [2, 3]}
    yield from reject("dtype-big", "strings", big, "dtype.order", "big-endian elements", "ND-16 DF-01", instead="int16")
    yield from reject("label-day", "two-rows", stored(rows=[10, _DAY | {"isostr": "2015-02-18"}]), "isostr",
                      "a label that is no date-time", "DT-07", instead=11)  # fmt: skip


def features() -> Iterator[Feature]:
    """What is read and written, and what is refused."""
    yield Feature("dataframe", "Data frames", [*_accepted(), *_refused()])
