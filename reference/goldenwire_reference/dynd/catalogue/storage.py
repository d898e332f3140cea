"""The profile storage: arrays in another order."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, cut_end
from goldenwire_reference.dynd.catalogue.words import Words, array, sized

_STORAGE = Words("storage", "storage")

CUBE = "2 * 3 * 2"


def cube(shape: tuple[int, ...] = (2, 3, 2), start: int = 0) -> Any:
    """The numbers from 0 on, in C order."""
    if not shape:
        return str(start)
    step = 1
    for count in shape[1:]:
        step *= count
    return [cube(shape[1:], start + place * step) for place in range(shape[0])]


def _storages() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _STORAGE.accept(name, type, value, summary, *requirements)

    for axis in ((1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2)):
        name = "-".join(map(str, axis))
        own = " its own inverse," if axis in ((2, 1, 0), (0, 2, 1), (1, 0, 2)) else ""
        yield accept(
            f"cube-{name}",
            f"storage[{CUBE} * int8, axis={list(axis)}]",
            cube(),
            f"axis {axis[0]} is the slowest stored one,{own} axis {axis[-1]} the fastest",
            "STORAGE-01 STORAGE-02",
        )
    yield accept(
        "matrix",
        "storage[2 * 3 * float64, axis=[1, 0]]",
        [[f"0x3ff{digit}{'0' * 12}" for digit in row] for row in ("012", "345")],
        "a matrix by columns",
        "STORAGE-02",
    )
    yield accept(
        "options",
        "storage[2 * 2 * ?int16, axis=[1, 0]]",
        [[["1"], None], [["3"], ["4"]]],
        "options in F order",
        "STORAGE-02 OPT-02",
    )
    yield accept(
        "strings",
        "storage[2 * 3 * string, axis=[1, 0]]",
        [["a", "b", ""], ["cd", "e", "f"]],
        "texts in F order",
        "STORAGE-02 STR-01",
    )
    yield accept(
        "structs",
        "storage[2 * 2 * {x: int8, y: int16}, axis=[1, 0]]",
        [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]],
        "structs stay whole",
        "STORAGE-01",
    )
    yield accept(
        "option-of-rows",
        "storage[2 * 2 * ?2 * int8, axis=[1, 0]]",
        [[[["1", "2"]], None], [None, [["3", "4"]]]],
        "an element that is an option of a row",
        "STORAGE-03",
    )
    yield accept(
        "optional",
        "?storage[2 * 2 * int8, axis=[1, 0]]",
        [[["1", "2"], ["3", "4"]]],
        "an optional storage has a tag",
        "STORAGE-05 OPT-03",
    )
    yield accept(
        "optional-missing",
        "?storage[2 * 2 * int8, axis=[1, 0]]",
        None,
        "an optional storage that is missing",
        "STORAGE-05 OPT-03",
    )
    yield accept(
        "row",
        "var * storage[1 * 2 * int8, axis=[1, 0]]",
        [[["1", "2"]], [["3", "4"]]],
        "a row of them",
        "STORAGE-05 VAR-01",
    )
    yield accept(
        "four-dimensions",
        "storage[2 * 1 * 2 * 2 * int8, axis=[3, 1, 0, 2]]",
        cube((2, 1, 2, 2)),
        "four axes",
        "STORAGE-02",
    )
    yield accept(
        "empty", "storage[2 * 0 * int8, axis=[1, 0]]", [[], []], "two rows without elements", "STORAGE-05 DIM-03"
    )
    yield accept("no-rows", "storage[0 * 2 * int8, axis=[1, 0]]", [], "no rows", "STORAGE-05 DIM-03")
    yield accept(
        "voids", "storage[2 * 3 * void, axis=[1, 0]]", [[None] * 3] * 2, "elements without bytes", "STORAGE-05 VOID-01"
    )
    for name, text in (
        ("type", "storage[2 * 3 * int8, axis=[1, 0]]"),
        ("type-four", "storage[1 * 2 * 3 * 4 * ?var * int8, axis=[3, 2, 0, 1]]"),
        ("type-inner", "{a: storage[2 * 3 * storage[2 * 2 * bool, axis=[1, 0]], axis=[1, 0]]}"),
    ):
        yield accept(name, "type", text, "a storage type as a value", "STORAGE-03 TYPE-01")
    yield accept(
        "in-array",
        "array[Any]",
        array("storage[2 * 3 * int8, axis=[1, 0]]", cube((2, 3))),
        "a storage type in an array",
        "STORAGE-03 ARR-01",
    )
    yield accept(
        "core", "var * int16", ["1", "2"], "core types are as they are without the profile", "STORAGE-01 VAR-01"
    )
    yield from _storage_types()
    yield _STORAGE.reject(
        "cut",
        f"storage[{CUBE} * int8, axis=[1, 2, 0]]",
        "cube-1-2-0",
        [cut_end()],
        "truncated",
        "the last element is missing",
        "STORAGE-01",
    )
    yield _STORAGE.reject(
        "longer",
        f"storage[{CUBE} * int8, axis=[1, 2, 0]]",
        "cube-1-2-0",
        [append(b"\0")],
        "trailing",
        "an element too many",
        "STORAGE-01",
    )
    yield _STORAGE.reject(
        "cut-text",
        "storage[2 * 3 * string, axis=[1, 0]]",
        "strings",
        [cut_end()],
        "truncated",
        "the last text is cut",
        "STORAGE-01",
    )
    for name, value, edit in (
        ("transposed", cube((3, 2)), "the array in its stored shape"),
        ("flat", [str(n) for n in range(6)], "the stored elements"),
        ("ragged", [["0", "1", "2"], ["3"]], "a row that is too short"),
    ):
        yield _STORAGE.refusal(
            f"encode-{name}",
            "storage[2 * 3 * int8, axis=[1, 0]]",
            value,
            "VALUE_INVALID",
            "in-array",
            edit,
            f"{edit}: not two rows of three",
            "STORAGE-05 SER-04",
        )


# What is no storage type: (name, type string, why).
_NO_STORAGE = (
    ("identity", "storage[2 * 3 * int8, axis=[0, 1]]", "C order has a spelling"),
    ("one-dimension", "storage[3 * int8, axis=[0]]", "one axis has one order"),
    ("no-dimension", "storage[int8, axis=[1, 0]]", "no axes"),
    ("too-few", "storage[2 * 3 * 4 * int8, axis=[1, 0]]", "an axis is left out"),
    ("too-many", "storage[2 * 3 * int8, axis=[1, 0, 2]]", "an axis too many"),
    ("repeated", "storage[2 * 3 * int8, axis=[1, 1]]", "an axis twice"),
    ("out-of-range", "storage[2 * 3 * int8, axis=[2, 1]]", "no such axis"),
    ("negative", "storage[2 * 3 * int8, axis=[-1, 0]]", "a negative axis"),
    ("order-f", "storage[2 * 3 * int8, order='F']", "an alias"),
    ("order-c", "storage[2 * 3 * int8, order='C']", "an alias"),
    ("no-axis", "storage[2 * 3 * int8]", "no axes are listed"),
    ("empty-axis", "storage[2 * 3 * int8, axis=[]]", "no axes are listed"),
    ("var", "storage[var * 3 * int8, axis=[1, 0]]", "a var dimension"),
    ("inner-var", "storage[2 * 3 * var * int8, axis=[1, 0]]", "a var dimension behind"),
    ("tight-comma", "storage[2 * 3 * int8, axis=[1,0]]", "no space behind a comma"),
    ("spaced-equals", "storage[2 * 3 * int8, axis = [1, 0]]", "spaces around ="),
    ("trailing-comma", "storage[2 * 3 * int8, axis=[1, 0,]]", "a comma behind"),
    ("round", "storage[2 * 3 * int8, axis=(1, 0)]", "round brackets"),
    ("leading-zero", "storage[2 * 3 * int8, axis=[01, 0]]", "a leading zero"),
    ("option-of-rows", "storage[?2 * 3 * int8, axis=[1, 0]]", "an option in front"),
    ("huge-axis", f"storage[2 * 3 * int8, axis=[{2**64 + 1}, 0]]", "an axis that wraps around to 1"),
    ("alone", "storage", "the word alone"),
    ("alias", "storage[2 * 3 * int, axis=[1, 0]]", "another spelling inside"),
    ("any", "storage[2 * 3 * Any, axis=[1, 0]]", "a pattern inside"),
)


def _storage_types() -> Iterator[Case]:
    for name, text, why in _NO_STORAGE:
        yield _STORAGE.reject(
            f"broken-{name}",
            "type",
            "type",
            sized("value", "text", text.encode()),
            {"type.syntax": "int8"},
            f"{text}: {why}",
            "STORAGE-03 TYPE-03",
            also=["TYPE_RANGE"] if name == "huge-axis" else [],
        )


def features() -> Iterator[Feature]:
    yield Feature("storage", "Profile storage: arrays in another order", list(_storages()))
