"""Generated objects of the DAPHNE binary format. Public as strategies in daphne.py."""

from collections.abc import Collection
from functools import cache
from itertools import islice
from typing import NamedTuple

from goldenwire_reference.daphne import tables
from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import ZERO, NumberType, boundaries, choose_atom, ends
from goldenwire_suite.strategies.tilings import marks

KINDS = ("DenseMatrix", "CSRMatrix", "Frame", "Frame")  # a frame has the most to go wrong
TYPES = {name: NumberType(one.kind, 8 * one.size) for name, one in tables.BY_NAME.items()}
NAMES = tuple(TYPES)
DRAWN = (*NAMES, "int64", "float", "double")  # those with the most to go wrong more often
# Lengths, simplest first; those of some size are more frequent, and 0 is rare.
SHORT = (1, 2, 3, 4, 5, 6, 2, 3, 4, 0) * 3
# Long ones, for rows and for columns: FAIR where the canonical encoding is still small, FAR where cells lie so far
# apart that a plan of sparse blocks is needed (within what every codec can do, DAPHNE-LIM-02), HUGE by policy.
FAIR = (257, 300), (257, 300)
FAR = (65_537, 1 << 20), (4096,)
HUGE = (2**32 - 1, 2**32 + 1, 5_000_000_000) * 2, (2**32 - 1, 2**32 + 1, 2**33) * 2
MOST = 1800, 1 << 20  # the most cells of a fair object, and of a far one
SIDE = 2**32 - 1  # the greatest dimension of a block
COUNTS = (1, 2, 3, 4, 0, 6, 8, 12)  # of cells that are generated one by one
LABELS: tuple[str, ...] = (
    "a", "b", "c", "d", "e", "f", "", "A", " a", "a ", "\t", "\n", "ä", "a\u0308", "\0", "a\0b", "\ufeffa", "😀",
    "\U0010ffff", "\ud7ff", "\ue000", "\uffff", "\u2028", "ﬁ", "ß", "\\", '"', "\x7f", "null", "x" * 255, "x" * 256,
    "ä" * 128, "日" * 86, "😀" * 64, "x" * 65_535,
)  # fmt: skip
# The code points that take one to four octets, without surrogates.
RANGES = (0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF)
PIECES = tuple(label for label in LABELS if len(label) < 100)


class ObjectRules(NamedTuple):
    """The kinds of objects that may be generated."""

    planned: bool = True  # objects that only plans can write in a reasonable size
    converted_nans: bool = True  # NaNs in blocks of the other width, which come back as some NaN
    signalling_nans: bool = False
    duplicate_labels: bool = False
    huge: bool = False
    single_block: bool = False


class Cell(NamedTuple):
    """A non-zero cell."""

    row: int
    column: int
    atom: str


class Object(NamedTuple):
    """A value before it is written in neutral notation: `types` of all columns, or of the matrix; cells row-major."""

    kind: str
    rows: int
    columns: int
    types: list[str]
    labels: list[str]
    cells: list[Cell]

    def type_of(self, column: int) -> str:
        """The type of a column's cells; uint8 in a frame without columns."""
        return (self.types[column if self.kind == "Frame" else 0 :] or ["uint8"])[0]


def end_objects(kinds: Collection[str], *, frames: bool) -> list[list[Object]]:
    """Matrices of these kinds and every value type with one end of it, then with all; perhaps a frame of all."""
    groups = [
        [_row(kind, name, atoms) for atoms in dict.fromkeys((*((end,) for end in ends(number)), ends(number)))]
        for kind in kinds
        for name, number in TYPES.items()
    ]
    if frames:
        columns = list(map(ends, TYPES.values()))
        cells = [Cell(row, at, atom) for at, column in enumerate(columns) for row, atom in enumerate(column)]
        rows = max(map(len, columns))
        groups.append([Object("Frame", rows, len(columns), list(NAMES), list(LABELS[: len(NAMES)]), sorted(cells))])
    return groups


def _row(kind: str, type: str, atoms: Collection[str]) -> Object:
    return Object(kind, 1, len(atoms), [type], [], [Cell(0, at, atom) for at, atom in enumerate(atoms)])


def gathered(obj: Object) -> Object:
    """Return the object without the rows, and for a matrix without the columns, in which every cell is zero."""
    rows = {row: rank for rank, row in enumerate(sorted({cell.row for cell in obj.cells}))}
    columns = {column: rank for rank, column in enumerate(sorted({cell.column for cell in obj.cells}))}
    if obj.kind == "Frame":
        columns = {column: column for column in range(obj.columns)}
    cells = [Cell(rows[cell.row], columns[cell.column], cell.atom) for cell in obj.cells]
    return obj._replace(rows=len(rows), columns=len(columns), cells=cells)


def to_json(obj: Object) -> Json:
    """Return the neutral notation."""
    value: dict[str, Json] = {"kind": obj.kind, "rows": str(obj.rows), "columns": str(obj.columns)}
    value |= {"types": obj.types, "labels": obj.labels} if obj.kind == "Frame" else {"type": obj.types[0]}
    value["cells"] = [[str(cell.row), str(cell.column), cell.atom] for cell in obj.cells]
    return value


def from_json(value: Json) -> Object:
    """Return the object that a neutral notation describes: cells in order, without zeros."""
    is_frame = value["kind"] == "Frame"
    types, labels = (value["types"], value["labels"]) if is_frame else ([value["type"]], [])
    cells = [Cell(int(row), int(column), atom) for row, column, atom in value["cells"] if not _is_zero(atom)]
    cells.sort(key=lambda cell: cell[:2])
    return Object(value["kind"], int(value["rows"]), int(value["columns"]), types, labels, cells)


def _is_zero(atom: Json) -> bool:
    return isinstance(atom, str) and int(atom, 0) == 0


# Hypothesis shrinks the sequence of choices. A kind, a size or a type must be able to become simpler while the rest
# stays the same. So no later step takes more or fewer choices because of it, except those that follow immediately.


def choose_object(choose: Choose, rules: ObjectRules) -> Object:
    """An object within the rules."""
    rows, columns = _choose_shape(choose, rules)
    kind = KINDS[choose(len(KINDS) if columns <= max(SHORT) else 2)]
    is_frame = kind == "Frame"
    labels = _choose_labels(choose, columns, rules) if is_frame else []
    others = [(choose(WIDEST), choose(len(DRAWN))) for _ in range(2 * is_frame)]
    types = [DRAWN[choose(len(DRAWN))]] * (columns if is_frame else 1)
    for column, other in others if types else []:
        types[column % len(types)] = DRAWN[other]
    bare = Object(kind, rows, columns, types, labels, [])
    return bare._replace(cells=_choose_cells(choose, bare, rules)) if rows * columns else bare


def _choose_shape(choose: Choose, rules: ObjectRules) -> tuple[int, int]:
    """Rows and columns; a shape that would be too large gets a single column."""
    rows, columns = (lengths[choose(len(lengths))] for lengths in _lengths(rules))
    huge = rules.huge and rules.planned and rows * columns > SIDE
    if huge or (rows * columns <= MOST[rules.planned] and max(rows, columns) <= MOST[1]):
        return rows, columns
    return min(rows, MOST[rules.planned]), 1


@cache
def _lengths(rules: ObjectRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rows, columns = (
        SHORT + fair + far * rules.planned + huge * (rules.planned and rules.huge)
        for fair, far, huge in zip(FAIR, FAR, HUGE, strict=True)
    )
    most = SIDE if rules.single_block else max(*rows, *columns)
    return tuple(length for length in rows if length <= most), tuple(length for length in columns if length <= most)


def _choose_labels(choose: Choose, columns: int, rules: ObjectRules) -> list[str]:
    """Plain labels, except for two."""
    labels = list(LABELS[:columns])
    for _ in range(2):
        column, index = choose(WIDEST), choose(WIDEST)
        if labels:
            at = column % columns
            taken = () if rules.duplicate_labels else (*labels[:at], *labels[at + 1 :])
            labels[at] = choose_label(choose, index, taken)
    return labels


def choose_label(choose: Choose, index: int, taken: Collection[str] = ()) -> str:
    """Return the label at an index; an index near the end takes further choices."""
    at = index % (len(LABELS) + 1)
    if at == len(LABELS):
        choose_part = (_choose_piece, _choose_character)[index // (len(LABELS) + 1) % 2]
        label = "".join(choose_part(choose) for _ in range(3))
        return label if label not in taken else f"{label}{len(taken)}"
    return next(label for label in (*LABELS[at:], *LABELS) if label not in taken)


def _choose_piece(choose: Choose) -> str:
    return PIECES[choose(len(PIECES))]


def _choose_character(choose: Choose) -> str:
    """Any code point of a text: from anywhere in its range, or an end of it."""
    first, last = RANGES[choose(len(RANGES))]
    return chr(first + (last - first) * (choose(WIDEST) * WIDEST + choose(WIDEST)) // (WIDEST**2 - 1))


def given(choose: Choose, value: Json) -> Json:
    """Return another form of the value for an encoder: its cells in another order, or with a zero among them."""
    cells = value["cells"]
    asked = ([], cells[::-1], cells[len(cells) // 2 :] + cells[: len(cells) // 2], _with_a_zero(value))[choose(4)]
    return {**value, "cells": asked} if asked and asked != cells else value


def _with_a_zero(value: Json) -> list[Json]:
    """Return the cells, preceded by one that is zero if the first row or column has room for it."""
    listed = {(row, column) for row, column, _ in value["cells"]}
    rows, columns = (range(min(int(value[name]), len(listed) + 1)) for name in ("rows", "columns"))
    places = [(row, column) for row in rows for column in columns if not row or not column]
    for row, column in places:
        if (str(row), str(column)) not in listed:
            number = TYPES[value["types"][column] if "types" in value else value["type"]]
            zero = "0" if number.kind != "f" else f"0x{0:0{number.width // 4}x}"
            return [[str(row), str(column), zero], *value["cells"]]
    return []


def _choose_cells(choose: Choose, obj: Object, rules: ObjectRules) -> list[Cell]:
    """A few cells, or all of them with a few values repeated."""
    rows, columns = marks(obj.rows), marks(obj.columns)
    numbers = {column: TYPES[obj.type_of(column)] for column in columns}
    everywhere = choose(4) == 3
    cells: dict[tuple[int, int], str] = {}
    values: list[int] = []
    for _ in range(COUNTS[choose(len(COUNTS))]):
        row, column = rows[choose(WIDEST) % len(rows)], columns[choose(WIDEST) % len(columns)]
        values.append(choose(WIDEST))
        cells[row, column] = choose_atom(choose, numbers[column], values[-1], signals=rules.signalling_nans)
    if everywhere and values:
        places = ((row, column) for row in rows for column in columns)
        for count, (row, column) in enumerate(islice(places, WIDEST)):
            atoms = boundaries(numbers[column])
            cells.setdefault((row, column), atoms[values[count % len(values)] % len(atoms)])
    return [Cell(*place, atom) for place, atom in sorted(cells.items()) if atom != ZERO]
