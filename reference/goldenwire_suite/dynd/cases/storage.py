"""The profile storage: arrays in another order."""

import re
from collections.abc import Iterator
from itertools import starmap
from math import prod
from typing import Any

from goldenwire_reference.dynd.tables import DEPTH, MAX_NUMERAL
from goldenwire_suite.cases import Case, Feature, append, cut_end, remove_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, sized, told

_STORAGE = RowBuilder("storage", "storage")

CUBE = "2 * 3 * 2"
_BY_COLUMNS = "storage[2 * 3 * int8, axis=[1, 0]]"


def cube(shape: tuple[int, ...] = (2, 3, 2), start: int = 0) -> Any:
    """Return the numbers from 0 on, in C order."""
    if not shape:
        return str(start)
    step = prod(shape[1:])
    return [cube(shape[1:], start + place * step) for place in range(shape[0])]


# As many dimensions as there are levels for, the first and the last of them of 2.
_MANY = (2, *[1] * (DEPTH.most - 4), 2)

_MATRIX = [[f"0x3ff{digit}{'0' * 12}" for digit in row] for row in ("012", "345")]
_ROWS: Any = (
    ("matrix", "storage[2 * 3 * float64, axis=[1, 0]]", _MATRIX, "a matrix, stored column by column", "STORAGE-02",
     "storage-ignored"),
    ("options", "storage[2 * 2 * ?int16, axis=[1, 0]]", [[["1"], None], [["3"], ["4"]]],
     "options, stored column by column", "STORAGE-02 OPT-01 OPT-02", "storage-ignored"),
    ("strings", "storage[2 * 3 * string, axis=[1, 0]]", [["a", "b", ""], ["cd", "e", "f"]],
     "texts, stored column by column", "STORAGE-02 STR-01", "storage-ignored"),
    ("structs", "storage[2 * 2 * {x: int8, y: int16}, axis=[1, 0]]",
     [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]],
     "structs, stored column by column, each of them whole", "STORAGE-01 STORAGE-02", "storage-ignored"),
    ("option-of-rows", "storage[2 * 2 * ?2 * int8, axis=[1, 0]]", [[[["1", "2"]], None], [None, [["3", "4"]]]],
     "options of rows, stored column by column", "STORAGE-03 OPT-02 OPT-03", "storage-of-leaves-alone"),
    ("pointers", "storage[2 * 3 * pointer[2 * int8], axis=[1, 0]]",
     [[["1", "2"], ["3", "4"], ["5", "6"]], [["7", "8"], ["9", "10"], ["11", "12"]]],
     "pointers to rows, stored column by column, each row whole", "STORAGE-02 STORAGE-03 PTR-01", "storage-ignored"),
    ("optional", "?storage[2 * 2 * int8, axis=[1, 0]]", [[["1", "2"], ["3", "4"]]], "an optional storage has a tag",
     "STORAGE-05 OPT-03 OPT-02", "optional-storage-untagged"),
    ("optional-missing", "?storage[2 * 2 * int8, axis=[1, 0]]", None, "an optional storage that is missing is 00",
     "STORAGE-05 OPT-03 OPT-02", "optional-storage-untagged"),
    ("row", "var * storage[1 * 2 * int8, axis=[1, 0]]", [[["1", "2"]], [["3", "4"]]], "a row of 2 storages",
     "STORAGE-05 VAR-01", "storage-delivered-as-stored"),
    ("four-dimensions", "storage[2 * 1 * 2 * 2 * int8, axis=[3, 1, 0, 2]]", cube((2, 1, 2, 2)), "4 axes",
     "STORAGE-02", "axes-inverted storage-ignored"),
    ("empty", "storage[2 * 0 * int8, axis=[1, 0]]", [[], []], "2 rows without elements", "STORAGE-05",
     "storage-delivered-as-stored"),
    ("no-rows", "storage[0 * 2 * int8, axis=[1, 0]]", [], "no rows, and so no bytes", "STORAGE-05",
     "storage-delivered-as-stored"),
    ("none-of-many", f"storage[0 * {MAX_NUMERAL} * int8, axis=[1, 0]]", [],
     f"no rows of {told(MAX_NUMERAL)} numbers: a loop over the columns first would not end", "STORAGE-05 LIM-03"),
    ("none-in-many", f"storage[2 * 0 * {MAX_NUMERAL} * int8, axis=[2, 1, 0]]", [[], []],
     f"2 rows of no rows of {told(MAX_NUMERAL)} numbers: a loop over the last axis first would not end",
     "STORAGE-03 LIM-03"),
    ("voids", "storage[2 * 3 * void, axis=[1, 0]]", [[None] * 3] * 2,
     "2 rows of three voids, which have no bytes", "STORAGE-05 VOID-01", "storage-delivered-as-stored"),
    ("in-array", "array[Any]", array(_BY_COLUMNS, cube((2, 3))), "a storage type in an array",
     "STORAGE-02 ARR-01 TYPE-02", "storage-ignored"),
    ("type", "type", _BY_COLUMNS, f"the type {_BY_COLUMNS}", "STORAGE-03 TYPE-01", "storage-in-f-order"),
    ("type-four", "type", "storage[1 * 2 * 3 * 4 * ?var * int8, axis=[3, 2, 0, 1]]",
     "a storage type of 4 dimensions of options of rows", "STORAGE-03 TYPE-01", "storage-of-leaves-alone"),
    ("type-inner", "type", "{a: storage[2 * 3 * storage[2 * 2 * bool, axis=[1, 0]], axis=[1, 0]]}",
     "a storage type of storage types", "STORAGE-03 TYPE-01", "storage-of-leaves-alone"),
    ("core", "2 * 3 * int16", [["1", "2", "3"], ["4", "5", "6"]],
     "under the profile, a plain array type is in C order as ever", "DIM-02", "first-index-fastest"),
    ("many-axes", f"storage[{' * '.join(map(str, _MANY))} * int8, axis={list(range(len(_MANY)))[::-1]}]", cube(_MANY),
     "as many axes as there are levels for, from the last to the first", "STORAGE-03 LIM-01",
     "axes-in-32-bits"),
    ("axes-in-a-name", "storage[2 * 2 * {', axis=[0, 1]]': int8}, axis=[1, 0]]", [[["1"], ["2"]], [["3"], ["4"]]],
     "a list of axes behind a name that looks like another list", "STORAGE-03 TYPE-04", "first-axes-found"),
    ("by-columns", _BY_COLUMNS, cube((2, 3)), "2 rows of three numbers, stored column by column",
     "STORAGE-01 STORAGE-02", "storage-ignored"),
)  # fmt: skip

# Too few or too many bytes: (name, type, base, edit, check, summary).
_CUBE_TYPE = f"storage[{CUBE} * int8, axis=[1, 2, 0]]"
_ENDS: Any = (
    ("cut", _CUBE_TYPE, "cube-1-2-0", cut_end(), "truncated", "the last element is missing"),
    ("longer", _CUBE_TYPE, "cube-1-2-0", append(b"\0"), "trailing", "an element too many"),
    ("cut-text", "storage[2 * 3 * string, axis=[1, 0]]", "strings", cut_end(), "truncated", "the last text is cut"),
)

# Requests with another value in place of two rows of three: (name, the value, description, requirements, mutation that
# writes it).
_NO_GRID: Any = (
    ("transposed", [["0", "3"], ["1", "4"], ["2", "5"]], "a list of columns", "SER-04 STORAGE-05",
     "storage-given-as-stored"),
    ("flat", ["0", "3", "1", "4", "2", "5"], "a flat list in the order of storage", "SER-04 STORAGE-05",
     "storage-given-flat"),
    ("ragged", remove_at("/value/1/2"), "a row that is too short", "SER-04", "short-rows-filled-up"),
)  # fmt: skip


def _storages() -> Iterator[Case]:
    for axis in ((1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2)):
        name, type = "-".join(map(str, axis)), f"storage[{CUBE} * int8, axis={list(axis)}]"
        is_inverse = [axis[at] for at in axis] == [0, 1, 2]
        own = ", an order that is its own inverse" if is_inverse else ""
        summary = f"axis {axis[0]} is the slowest stored one, axis {axis[-1]} the fastest{own}"
        catches = "storage-ignored" if is_inverse else "storage-ignored axes-inverted"
        yield _STORAGE.accept(f"cube-{name}", type, cube(), summary, "STORAGE-01 STORAGE-02", catches)
    yield from starmap(_STORAGE.accept, _ROWS)
    yield from _storage_types()
    for row in _ENDS:
        yield _STORAGE.reject(*row, "STORAGE-03")
    for name, change, what, cited, catches in _NO_GRID:
        summary = f"an encoder refuses {what} where 2 rows of 3 are due"
        row = (f"encode-{name}", "by-columns", change, "VALUE_INVALID", summary, cited, catches)
        yield _STORAGE.refusal(*row)


# Invalid storage types: (name, type string, reason).
_NO_STORAGE: Any = (
    ("identity", "storage[2 * 3 * int8, axis=[0, 1]]", "C order has a spelling"),
    ("one-dimension", "storage[3 * int8, axis=[0]]", "one axis has one order"),
    ("no-dimension", "storage[int8, axis=[1, 0]]", "no dimensions"),
    ("too-few", "storage[2 * 3 * 4 * int8, axis=[1, 0]]", "an axis is left out"),
    ("too-many", "storage[2 * 3 * int8, axis=[1, 0, 2]]", "an axis too many"),
    ("repeated", "storage[2 * 3 * int8, axis=[1, 1]]", "an axis twice"),
    ("repeated-far", f"storage[{'2 * ' * 9}int8, axis=[8, 7, 6, 5, 4, 3, 2, 1, 8]]", "the last axis repeats the first"),
    ("out-of-range", "storage[2 * 3 * int8, axis=[2, 1]]", "no such axis"),
    ("negative", "storage[2 * 3 * int8, axis=[-1, 0]]", "a negative axis"),
    ("order-f", "storage[2 * 3 * int8, order='F']", "a spelling for people"),
    ("order-c", "storage[2 * 3 * int8, order='C']", "a spelling for people"),
    ("no-axis", "storage[2 * 3 * int8]", "no axes are listed"),
    ("empty-axis", "storage[2 * 3 * int8, axis=[]]", "an empty list of axes"),
    ("var", "storage[var * 3 * int8, axis=[1, 0]]", "a var dimension"),
    ("inner-var", "storage[2 * 3 * var * int8, axis=[1, 0]]", "a var dimension behind"),
    ("third-var", "storage[2 * 3 * 4 * var * int8, axis=[1, 0, 2]]", "a var dimension behind three others"),
    ("second-var", "storage[2 * var * 3 * int8, axis=[1, 0]]", "a var dimension between"),
    ("axis-of-64-bits", f"storage[2 * 3 * int8, axis=[{2**63}, 0]]", "an axis that no dimension has"),
    ("axis-of-5000-digits", f"storage[2 * 3 * int8, axis=[{'1' * 5000}, 0]]", "an axis of 5,000 digits"),
    ("tight-comma", "storage[2 * 3 * int8, axis=[1,0]]", "no space behind a comma"),
    ("spaced-equals", "storage[2 * 3 * int8, axis = [1, 0]]", "spaces around ="),
    ("trailing-comma", "storage[2 * 3 * int8, axis=[1, 0,]]", "a comma behind"),
    ("round", "storage[2 * 3 * int8, axis=(1, 0)]", "round brackets"),
    ("leading-zero", "storage[2 * 3 * int8, axis=[01, 0]]", "a leading zero"),
    ("option-of-rows", "storage[?2 * 3 * int8, axis=[1, 0]]", "an option in front"),
    ("huge-axis", f"storage[2 * 3 * int8, axis=[{2**64 + 1}, 0]]", "an axis that wraps around to 1"),
    ("open", "storage[2 * 3 * int8, axis=[1, 0]", "one closing bracket for two"),
    ("open-twice", "storage[2 * 3 * int8, axis=[1, 0", "no closing bracket"),
    ("alone", "storage", "the word alone"),
    ("alias", "storage[2 * 3 * int, axis=[1, 0]]", "another spelling inside"),
    ("any", "storage[2 * 3 * Any, axis=[1, 0]]", "a pattern inside"),
)  # fmt: skip


def _storage_types() -> Iterator[Case]:
    for name, text, why in _NO_STORAGE:
        change, check = sized("value", "text", text.encode()), {"type.syntax": _BY_COLUMNS}
        summary = f"{text}: {why}" if len(text) < 100 else f"a storage type with {why}"
        row: Any = (f"broken-{name}", "type", "type", change, check, summary, "STORAGE-03")
        digits = [len(number) for number in re.findall("[0-9]+", text)]
        catches = "axes-beside-one-another" if name == "repeated-far" else "storage-of-any-form"
        yield _STORAGE.reject(*row, catches, numbers=digits)


def features() -> Iterator[Feature]:
    yield Feature("storage", "Profile storage: arrays in another order", list(_storages()))
