"""Every code, name and check of the DAPHNE binary format, once."""

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from goldenwire_reference.format import Policy, Profile
from goldenwire_reference.reader import Check

if TYPE_CHECKING:
    import numpy as np

VERSION = 1
MAX_UINT16 = 2**16 - 1
MAX_UINT32 = 2**32 - 1
MAX_UINT64 = 2**64 - 1

# This encoder's limits (DAPHNE-LIM-01): the blocks of a canonical encoding that cuts its object into strips, and the
# bytes of dense values and of CSR row counts, which do not depend on the number of non-zero cells.
MAX_STRIPS = 2**13
MAX_FIXED_BYTES = 2**24


class DataType(IntEnum):
    """The form of the object in memory (DAPHNE-DT-01 to -03)."""

    DenseMatrix = 1
    CSRMatrix = 2
    Frame = 3


class BlockType(IntEnum):
    """The layout of a block's cells (DAPHNE-BLK-03)."""

    empty = 0
    dense = 1
    csr = 2
    coo = 3


class ValueType(NamedTuple):
    """A type of cells: its code on the wire, its name, its kind as numpy has it, the bytes of one value, and the
    requirement that defines it."""

    code: int
    name: str
    kind: str
    size: int
    requirement: str

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    @property
    def dtype(self) -> "np.dtype[np.generic]":
        """The little-endian numpy dtype."""
        return _dtype(self.kind, self.size)

    @property
    def bits(self) -> "np.dtype[np.generic]":
        """The unsigned integer dtype of the same size."""
        return _dtype("u", self.size)


@cache
def _dtype(kind: str, size: int) -> "np.dtype[np.generic]":
    import numpy as np  # imported here because it is slow to import and naming a type does not need it

    return np.dtype(f"<{kind}{size}")


VALUE_TYPES = {
    one.code: one
    for one in (
        ValueType(1, "uint8", "u", 1, "DAPHNE-VT-01"),
        ValueType(2, "uint16", "u", 2, "DAPHNE-VT-02"),
        ValueType(3, "uint32", "u", 4, "DAPHNE-VT-03"),
        ValueType(4, "uint64", "u", 8, "DAPHNE-VT-04"),
        ValueType(5, "int8", "i", 1, "DAPHNE-VT-05"),
        ValueType(6, "int16", "i", 2, "DAPHNE-VT-06"),
        ValueType(7, "int32", "i", 4, "DAPHNE-VT-07"),
        ValueType(8, "int64", "i", 8, "DAPHNE-VT-08"),
        ValueType(9, "float", "f", 4, "DAPHNE-VT-09"),
        ValueType(10, "double", "f", 8, "DAPHNE-VT-10"),
    )
}
BY_NAME = {value_type.name: value_type for value_type in VALUE_TYPES.values()}

DATA_TYPE_NAMES = {int(member): member.name for member in DataType}
BLOCK_TYPE_NAMES = {int(member): member.name for member in BlockType}
VALUE_TYPE_NAMES = {code: value_type.name for code, value_type in VALUE_TYPES.items()}

CODES = (
    "TRUNCATED", "VERSION", "DATATYPE", "VALUETYPE", "LABEL", "BLOCKTYPE", "DEGENERATE", "BOUNDS", "OVERLAP",
    "INCOMPLETE", "TRAILING", "COUNT", "INDEX", "DUPLICATE", "ZERO", "VALUE", "LIMIT", "PLAN",
)  # fmt: skip

CHECKS = {
    "truncated": Check("TRUNCATED", "DAPHNE-DEC-04"),
    **{
        f"truncated.{name}": Check("TRUNCATED", "DAPHNE-HDR-09") for name in ("version", "data-type", "rows", "columns")
    },
    "header.version": Check("VERSION", "DAPHNE-HDR-02"),
    "header.data-type.reserved": Check("DATATYPE", "DAPHNE-DT-08"),
    "header.data-type.unassigned": Check("DATATYPE", "DAPHNE-DT-05"),
    **{f"{place}.value-type.reserved": Check("VALUETYPE", "DAPHNE-VT-15") for place in ("matrix", "frame", "block")},
    **{f"{place}.value-type.unassigned": Check("VALUETYPE", "DAPHNE-VT-12") for place in ("matrix", "frame", "block")},
    "frame.label.encoding": Check("LABEL", "DAPHNE-LBL-08"),
    "frame.label.duplicate": Check("LABEL", "DAPHNE-LBL-09"),
    "object.huge": Check("LIMIT", "DAPHNE-LIM-03"),
    "body.empty": Check("INCOMPLETE", "DAPHNE-BODY-06"),
    "body.empty.too-large": Check("INCOMPLETE", "DAPHNE-PART-14"),
    "body.incomplete": Check("INCOMPLETE", "DAPHNE-PART-04"),
    "body.trailing": Check("TRAILING", "DAPHNE-GEN-05"),
    "block.degenerate": Check("DEGENERATE", "DAPHNE-PART-10"),
    "block.not-whole": Check("DEGENERATE", "DAPHNE-PART-11"),
    "block.bounds.rows": Check("BOUNDS", "DAPHNE-PART-02"),
    "block.bounds.columns": Check("BOUNDS", "DAPHNE-PART-02"),
    "block.overlap": Check("OVERLAP", "DAPHNE-PART-03"),
    "block.type": Check("BLOCKTYPE", "DAPHNE-BLK-04"),
    "csr.count.total": Check("COUNT", "DAPHNE-CSR-12"),
    "csr.count.row": Check("COUNT", "DAPHNE-CSR-12"),
    "csr.count.over": Check("COUNT", "DAPHNE-CSR-06"),
    "csr.count.under": Check("COUNT", "DAPHNE-CSR-06"),
    "csr.index": Check("INDEX", "DAPHNE-CSR-07"),
    "csr.duplicate": Check("DUPLICATE", "DAPHNE-CSR-08"),
    "csr.zero": Check("ZERO", "DAPHNE-CSR-14"),
    "coo.count.total": Check("COUNT", "DAPHNE-COO-07"),
    "coo.index.row": Check("INDEX", "DAPHNE-COO-06"),
    "coo.index.column": Check("INDEX", "DAPHNE-COO-06"),
    "coo.duplicate": Check("DUPLICATE", "DAPHNE-COO-07"),
    "coo.zero": Check("ZERO", "DAPHNE-COO-15"),
    "dense.value": Check("VALUE", "DAPHNE-VTX-05"),
    "csr.value": Check("VALUE", "DAPHNE-VTX-05"),
    "coo.value": Check("VALUE", "DAPHNE-VTX-05"),
}

FEATURES = {
    "plans": "encode takes a plan and writes exactly the bytes that the plan stands for",
    "canonical": "encode without a plan writes the canonical bytes",
    "codes": "a rejection names its error class",
    "offsets": "a rejection names its byte offset",
    "order": "of several defects, a rejection names the one that comes first in the order of checks",
    "single-block": "only objects in a single block are read; others are refused with LIMIT",
}

POLICIES = {
    "daphne.stored-zero": Policy(
        ("reject", "keep"), "reject", "a stored zero in a sparse block is refused, or read as a cell that is zero",
        {"reject": ("csr.zero", "coo.zero")},
    ),
    "daphne.label-encoding": Policy(
        ("reject", "opaque"), "reject", "a label that is not UTF-8 is refused, or kept as octets",
        {"reject": ("frame.label.encoding",)},
    ),
    "daphne.duplicate-label": Policy(
        ("reject", "keep"), "keep", "a frame with equal labels is refused, or kept with its columns apart",
        {"reject": ("frame.label.duplicate",)},
    ),
    "daphne.empty-body": Policy(
        ("reject", "accept"), "reject", "an object without cells and without a block is refused, or accepted",
        {"reject": ("body.empty",)},
    ),
    "daphne.huge-object": Policy(
        ("accept", "limit"), "accept", "an object of 2^32 or more cells is read exactly, or refused with LIMIT",
        {"limit": ("object.huge",)},
    ),
    "daphne.signalling-nan": Policy(
        ("keep", "quiet"), "keep", "a signalling NaN keeps its bits, or comes out with its quiet bit set", {},
    ),
}  # fmt: skip

PROFILES = {
    "single-block": Profile(
        "many-blocks", "LIMIT", "the codec reads objects in a single block only and refuses others with LIMIT"
    ),
}
