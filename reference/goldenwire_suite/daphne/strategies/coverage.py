"""The requirements of the DAPHNE binary format that an example exercises.

The tables pair requirements with a condition on an example, a block or a value in a block. Where the condition holds, a
codec that ignores the requirement goes wrong, or at least reaches the code that it governs.
"""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from goldenwire_suite.daphne.strategies.facts import BlockFacts, ObjectFacts, Value, facts
from goldenwire_suite.daphne.strategies.objects import NAMES, SIDE, TYPES
from goldenwire_suite.strategies import Example
from goldenwire_suite.strategies.tilings import is_ascending

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

T = TypeVar("T")
Table = tuple[tuple[str, Callable[[T], bool]], ...]  # ids without the format's name, and when they matter

FLOOR = 1 << 20, 1 << 12  # rows or cells, and columns or blocks, that every codec takes
HUGE = 1 << 32  # cells; from here on a policy decides
NANS = {"quiet NaN", "signalling NaN"}

# Requirements that vectors of accepted bytes exercise and no example does, and why.
WITHOUT_DRAW: dict[str, str] = {}

ALWAYS = """
    GEN-01 GEN-03 GEN-06 HDR-01 HDR-03 HDR-04 HDR-05 HDR-06 ENC-01 DEC-01
"""


def _changes(label: str) -> bool:
    """Return whether a common treatment of text, such as stripping, would change the label."""
    treated = (label.strip(), label.casefold(), label.removeprefix("\ufeff"), label.partition("\0")[0])
    normalised = all(unicodedata.is_normalized(form, label) for form in ("NFC", "NFKD"))
    return any(other != label for other in treated) or not normalised or not label.isprintable()


def _range(name: str) -> tuple[int, int]:
    number = TYPES[name]
    if number.kind == "f":
        return -(1 << 4 * number.width), 1 << 4 * number.width  # precise enough to compare it with other types
    return number.least, number.least + (1 << number.width)


def _is_narrower(value: Value) -> bool:
    """Return whether the block's type cannot hold the whole range of the value's own type."""
    (least, end), (low, high) = _range(value.stored), _range(value.target)
    return least > low or end < high


def _is_first_to_mislead(f: ObjectFacts) -> bool:
    """Return whether the dimensions or the type of the first block differ from the object's."""
    return any(
        block.place[2:] != (f.obj.rows, f.obj.columns) or any(name != block.type for name in f.obj.types)
        for block in f.blocks[:1]
    )


OBJECTS: Table[ObjectFacts] = (
    ("GEN-02", lambda f: f.obj.rows + f.obj.columns > 0),
    ("HDR-08 VT-16", lambda f: not f.area),
    ("BODY-05 PART-11", lambda f: not f.area and f.blocks != []),
    ("BODY-06", lambda f: f.blocks == []),
    ("DT-01 DT-04", lambda f: f.obj.kind == "DenseMatrix"),
    ("DT-02", lambda f: f.obj.kind == "CSRMatrix"),
    ("DT-03 FRM-07", lambda f: f.is_frame),
    ("DT-07", lambda f: f.blocks != [] and not any(block.is_natural for block in f.blocks)),
    ("VT-11", lambda f: f.types != set()),
    *((f"VT-{code:02}", lambda f, name=name: name in f.types) for code, name in enumerate(NAMES, 1)),
    ("MAT-01", lambda f: not f.is_frame),
    ("MAT-02", lambda f: not f.is_frame and not f.area),
    ("FRM-01 FRM-02 FRM-04 FRM-06", lambda f: f.is_frame and f.obj.columns > 0),
    ("FRM-03", lambda f: f.is_frame and f.obj.columns > 1),
    ("FRM-05", lambda f: f.is_frame and not f.obj.columns),
    ("LBL-01 LBL-02", lambda f: f.obj.labels != []),
    ("LBL-03", lambda f: any(not 0 < len(label.encode()) < 255 for label in f.labels)),
    ("LBL-04", lambda f: len(f.labels) < len(f.obj.labels) or not all(map(str.isascii, f.labels))),
    ("LBL-05", lambda f: any(map(_changes, f.labels))),
    ("LBL-06", lambda f: "" in f.labels),
    ("LBL-07 LBL-09", lambda f: len(set(map(str, f.obj.labels))) < len(f.obj.labels)),
    ("LBL-08", lambda f: len(f.labels) < len(f.obj.labels)),
    ("BODY-02", lambda f: len(f.blocks) == 1),
    ("BODY-03 PART-01", lambda f: len(f.blocks) > 1),
    ("PART-05", lambda f: len(f.blocks) == 1 and f.area > 0),
    ("PART-06", lambda f: not is_ascending([block.place for block in f.blocks])),
    ("PART-07", lambda f: len({block.place[2:] for block in f.blocks}) > 1),
    ("PART-08", lambda f: len({block.layout for block in f.blocks}) > 1),
    ("PART-09", lambda f: len({block.type for block in f.blocks} - {""}) > 1),
    ("PART-12", lambda f: f.area > 0 and max(f.obj.rows, f.obj.columns) > SIDE),
    ("ENC-03 CAN-01 CAN-02 CAN-03", lambda f: f.is_canonical),
    ("CAN-04", lambda f: f.is_canonical and f.obj.kind == "CSRMatrix" and f.obj.cells != []),
    ("CAN-05", lambda f: f.is_canonical and (any(map(_changes, f.labels)) or any(v.special for v in f.values))),
    ("ENC-05 ENC-06", lambda f: not f.is_canonical),
    ("ENC-09", lambda f: f.is_given_otherwise),
    ("DEC-05", _is_first_to_mislead),
    ("LIM-02", lambda f: FLOOR[0] in {f.obj.rows, f.area} or FLOOR[1] in {f.obj.columns, len(f.blocks)}),
    ("LIM-02", lambda f: not f.area and max(f.obj.rows, f.obj.columns) == SIDE),
    ("LIM-03", lambda f: f.area >= HUGE),
)
BLOCKS: Table[BlockFacts] = (
    ("BODY-01 BLK-01 BLK-02 BLK-03", lambda _: True),
    ("DT-06", lambda b: not b.is_natural),
    ("VT-16", lambda b: b.type != "" and not b.read_as),
    ("BODY-04", lambda b: b.place[:2] != (0, 0)),
    ("PART-13", lambda b: b.obj.kind == "Frame" and b.place.columns > 1),
    ("BLK-05", lambda b: b.layout != "empty"),
    ("BLK-06", lambda b: b.layout == "dense" if b.obj.kind == "CSRMatrix" else b.is_sparse),
    ("VTX-01 VTX-03 VTX-04", lambda b: b.type != "" and bool(b.read_as - {b.type})),
    ("VTX-07", lambda b: len(b.read_as) > 1),
)
LAYOUTS: dict[str, Table[BlockFacts]] = {
    "empty": (
        ("EMP-01", lambda _: True),
        ("EMP-02 EMP-03 EMP-04", lambda b: b.area > 0),
    ),
    "dense": (
        ("DEN-01 DEN-03", lambda _: True),
        ("DEN-02", lambda b: b.depends_on_row_order),
        ("DEN-04", lambda b: b.place.rows > 1 and b.place.columns > 0),
    ),
    "csr": (
        ("CSR-01 CSR-03", lambda _: True),
        ("CSR-02", lambda b: b.place.rows > 0),
        ("CSR-04", lambda b: b.place.columns > 0 and len(b.row_counts) < b.place.rows),
        ("CSR-05", lambda b: b.area > 0 and not b.count),
        ("CSR-06", lambda b: b.cells != []),
        ("CSR-07", lambda b: any(cell.column == b.place.columns - 1 for cell in b.cells)),
        ("CSR-09", lambda b: not b.ascends),
        ("CSR-10 BLK-08", lambda b: any(value.special in NANS | {"-0.0"} for value in b.values)),
        ("CSR-11 CSR-13", lambda b: len(b.cells) < b.area),
        ("CSR-12", lambda b: b.place.columns in b.row_counts.values()),
        ("CSR-14", lambda b: len(b.cells) < b.count),
        ("CSR-15", lambda b: b.place.rows > 0 and not b.place.columns),
        ("BLK-07", lambda b: b.cells != [] and b.place.column > 0),
    ),
    "coo": (
        ("COO-01", lambda _: True),
        ("COO-02", lambda b: b.cells != [] and b.place.columns == 1),
        ("COO-03", lambda b: b.cells != [] and b.place.columns > 1),
        ("COO-04", lambda b: b.cells != [] and b.place.columns == 1 < b.obj.columns),
        ("COO-05", lambda b: not b.place.columns),
        ("COO-06", lambda b: any(cell.row == b.place.rows - 1 for cell in b.cells)),
        ("COO-08", lambda b: not b.ascends),
        ("COO-09 BLK-08", lambda b: any(value.special in NANS | {"-0.0"} for value in b.values)),
        ("COO-10", lambda b: not b.count),
        ("COO-11 COO-14", lambda b: len(b.cells) < b.area),
        ("COO-13", lambda b: len(b.cells) == b.area > 0),
        ("COO-15", lambda b: len(b.cells) < b.count),
        ("BLK-07", lambda b: b.cells != [] and (b.place.row > 0 or (b.place.column > 0 and b.place.columns > 1))),
    ),
}
VALUES: Table[Value] = (
    ("VT-13", lambda v: TYPES[v.target].kind == "f" or v.atom.startswith("-")),
    ("VT-14", lambda v: v.special != ""),
    ("VTX-02", lambda v: v.converts and _is_narrower(v)),
    ("VTX-06", lambda v: v.converts and v.special in NANS | {"-0.0", "infinity"}),
    ("VTX-08", lambda v: not v.converts and v.special == "quiet NaN"),
    ("VTX-10", lambda v: not v.converts and v.special == "signalling NaN"),
    ("VTX-11", lambda v: v.converts and v.special in NANS),
)


def exercised(example: Example, fields: Sequence["Field"]) -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on.

    `fields` are the fields of its bytes.
    """
    found = facts(example, fields)
    words = [ALWAYS, *_matter(OBJECTS, [found]), *_matter(BLOCKS, found.blocks)]
    for layout, table in LAYOUTS.items():
        words += _matter(table, [block for block in found.blocks if block.layout == layout])
    words += _matter(VALUES, found.values)
    return {f"DAPHNE-{id}" for id in " ".join(words).split()}


def _matter(table: Table[T], things: Iterable[T]) -> Iterator[str]:
    """Yield the ids whose condition holds for at least one of the things."""
    things = list(things)
    return (ids for ids, matters in table if any(map(matters, things)))
