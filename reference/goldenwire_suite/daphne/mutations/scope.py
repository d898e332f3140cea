"""Rules applied too narrowly or too widely: in one place and not in the other, or slightly beyond their scope."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.daphne.model import DaphneObject, DensePart
from goldenwire_reference.daphne.plan import BlockPlan, Plan
from goldenwire_reference.daphne.tables import BlockType, DataType, ValueType
from goldenwire_reference.reader import Reader
from goldenwire_suite.daphne.cases.builders import mutation, refusing, valued
from goldenwire_suite.mutations import Disabled, Edit, Mutation, Replaced, after

_HEADER = "decode._read_header"
_BLOCK = "decode._read_block"
_PLACE = "decode._check_place"


def _align_frame(reader: Reader) -> None:
    is_frame = reader.data[1] == DataType.Frame
    reader.take(-reader.position % 8 if is_frame else 0, "padding")


def _nan_where_empty(original: Callable[..., Any], reader: Reader, header: DaphneObject, tiling: Any) -> Any:
    block, parts = original(reader, header, tiling)
    if block.block is BlockType.empty and 0 < block.area < 10**4:
        runs = header.type_runs(block.cx, block.columns)
        parts = [
            DensePart(block.rx, start, np.full((block.rows, width), np.nan, target.dtype))
            for start, width, target in runs
            if target.is_float
        ]
    return block, parts


def _by_density(original: Callable[..., Plan], obj: DaphneObject) -> Plan:
    plan = original(obj)
    if obj.kind is DataType.DenseMatrix and 0 < 2 * len(obj.cells()[0]) < obj.rows * obj.columns:
        plan = tuple(replace(block, block=BlockType.csr) for block in plan)
    return plan


def _unnamed(family: str, filled: float, when: Callable[[ValueType, Any], Any]) -> Replaced:
    """The cells that a sparse block does not list have that value."""

    def by(original: Callable[..., Any], header: Any, place: BlockPlan, value_type: ValueType, entries: Any) -> Any:
        parts, wrong = original(header, place, value_type, entries)
        if entries.family == family and when(value_type, entries) and place.area < 100:
            named = (entries.rows * np.uint64(place.columns) + entries.columns).astype(int)
            other = np.setdiff1d(np.arange(place.area), named).astype("<u8")
            rows, columns = np.divmod(other, np.uint64(place.columns or 1))
            values = np.full(len(other), filled, value_type.dtype)
            added = replace(entries, rows=rows, columns=columns, values=values, at_value=np.zeros(len(other), int))
            parts = [*parts, *original(header, place, value_type, added)[0]]
        return parts, wrong

    return Replaced("decode_block._parts", by)


HEADERS = (
    mutation("scalar-as-sparse-matrix", "GEN-04", "it takes data type 4 for a further kind of sparse matrix",
        Edit(_HEADER, "code not in DATA_TYPE_NAMES -> code not in (1, 2, 3, 4)"),
        Edit(_HEADER, "DataType(code) -> DataType({4: 2}.get(code, code))")),
    mutation("type-header-a-byte-early", "HDR-06", "it looks for the type-specific header at offset 17",
        Edit(_HEADER, "reader.uint(8, 'columns') -> reader.uint(7, 'columns')")),
    mutation("objects-without-columns-refused", "HDR-08", "it takes objects without rows, but none without columns",
        refusing(_HEADER, "header.version", lambda header, reader: not header.columns)),
    mutation("truncation-reported-at-the-end", "HDR-09 DEC-04",
        "it reports input that has been cut short where it ends, and not where the field begins",
        Edit("reader.Reader.need", "self.position -> len(self.data)")),
    mutation("dense-matrix-written-as-0", "DT-04", "it writes 0 for a DenseMatrix, as its own enumeration has it",
        Edit("encode._write_header", "writer.uint(obj.kind, 1) -> writer.uint(obj.kind if obj.kind > 1 else 0, 1)")),
    mutation("frame-body-aligned", "FRM-04", "it looks for the body of a frame at the next multiple of eight",
        after(_HEADER, _align_frame)),
    mutation("reserved-column-type-as-uint8", "FRM-06", "it takes value type 0 of a column for uint8",
        Disabled("frame.value-type.reserved", 1)),
    mutation("duplicate-labels-numbered", "LBL-07", "it writes a number behind a label that an earlier column has",
        Edit("encode._write_header", "_write_label(writer, number, label) -> "
             "_write_label(writer, number, f'{label}{number}' if label in obj.labels[:number] else label)")),
)

PARTITIONS = (
    mutation("whole-blocks-refused", "PART-05", "it takes a block of the object's own dimensions for a mistake",
        refusing(_PLACE, "block.not-whole", lambda found, reader, header, at, place:
                 header.has_cells and place[2:] == (header.rows, header.columns))),
    mutation("strips-only", "PART-01 PART-07", "it takes only blocks that span all rows or all columns",
        refusing(_PLACE, "block.not-whole", lambda found, reader, header, at, place:
                 place[2] != header.rows and place[3] != header.columns)),
    mutation("dense-beside-sparse-refused", "PART-08",
        "it takes blocks of several types, but no dense ones beside sparse ones",
        refusing(_BLOCK, "block.type", lambda found, reader, header, tiling:
                 tiling.__dict__.setdefault("is_dense", found[0].block == 1) != (found[0].block == 1))),
    mutation("later-blocks-of-the-header-type", "PART-09",
        "it takes another value type than the header's in the first block alone",
        refusing(_BLOCK, "block.type", lambda found, reader, header, tiling:
                 reader.scope != "block[0]." and not header.labels and found[0].type not in (None, header.types[0]))),
    mutation("values-of-the-first-block-alone", "DEC-03", "it looks whether values fit in the first block alone",
        Edit("decode_block._finish",
             "[*_beyond(place, entries), *_repeated(entries, keys, order), *_zeros(entries), *inexact] -> "
             "[*_beyond(place, entries), *_repeated(entries, keys, order), *_zeros(entries), *(inexact if "
             "reader.scope == 'block[0].' else [])]")),
)


BLOCKS = (
    mutation("non-finite-entries-dropped", "VT-14",
        "it takes infinities and NaNs in sparse blocks for cells that have no value",
        valued("decode_block._finish", lambda values: np.where(np.isfinite(values), values, 0))),
    mutation("empty-block-of-nans", "EMP-04",
        "it delivers the cells of an empty block of floats as NaN, as if they were missing",
        Replaced(_BLOCK, _nan_where_empty)),
    mutation("csr-unnamed-cells-are-one", "CSR-11 CSR-13",
        "it takes 1 for the cells that a CSR block does not name, as in a matrix of a pattern",
        _unnamed("csr", 1, lambda value_type, entries: len(entries.values))),
    mutation("csr-unnamed-cells-nan", "CSR-13 CSR-11",
        "it takes NaN for the cells of floats that a CSR block does not name, as if they were missing",
        _unnamed("csr", np.nan, lambda value_type, entries: value_type.is_float)),
    mutation("coo-unnamed-cells-are-one", "COO-11 COO-14",
        "it takes 1 for the cells that a COO block does not name, as in a matrix of a pattern",
        _unnamed("coo", 1, lambda value_type, entries: len(entries.values))),
    mutation("coo-unnamed-cells-nan", "COO-14 COO-11",
        "it takes NaN for the cells of floats that a COO block does not name, as if they were missing",
        _unnamed("coo", np.nan, lambda value_type, entries: value_type.is_float)),
    mutation("coo-of-at-least-one-entry", "COO-10",
        "it reads one entry before it looks at the count of a COO block",
        Edit("decode_block._read_coo", "reader.array(entry, total, 'entry') -> "
                                       "reader.array(entry, max(total, 1), 'entry')[:total]")),
    mutation("coo-zero-as-value", "COO-15", "it refuses a stored zero of a COO block as a value that does not fit",
        Edit("decode_block._zeros", "'zero' -> 'value' if entries.family == 'coo' else 'zero'")),
    mutation("duplicate-zeros-taken", "BLK-09",
        "it takes two entries for a cell if the later one is a zero that it keeps",
        Edit("decode_block._repeated",
             "len(firsts) < len(keys) -> "
             "len(firsts) < len(keys) and (not "
             "(bits_of(entries.values)[np.setdiff1d(np.arange(len(keys)), firsts)] == 0).any())")),
    mutation("canonical-by-density", "ENC-03 CAN-02",
        "it writes a DenseMatrix of which fewer than half of the cells are not zero in CSR",
        Replaced("plan.canonical", _by_density)),
)

MUTATIONS: tuple[Mutation, ...] = (*HEADERS, *PARTITIONS, *BLOCKS)
