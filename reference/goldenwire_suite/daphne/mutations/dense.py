"""Mutations of empty and dense blocks (EMP, DEN)."""

from typing import Any

import numpy as np

from goldenwire_reference.daphne.model import DensePart
from goldenwire_reference.daphne.tables import BlockType
from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Replaced

_BLOCK = "decode._read_block"
_DENSE = "decode_block._read_dense"
_WRITE_DENSE = "encode_block._write_dense"
_EMPTY = "encode_block._write_empty"


def _empty_blocks_of(value: float) -> Replaced:
    """A decoder for which the cells of an empty block, unless they are many, have that value."""

    def read_block(original: Any, reader: Any, header: Any, tiling: Any) -> Any:
        block, parts = original(reader, header, tiling)
        if block.block is BlockType.empty and 0 < block.area < 10**4:
            for start, width, target in header.type_runs(block.cx, block.columns):
                parts.append(DensePart(block.rx, start, np.full((block.rows, width), value, target.dtype)))
        return block, parts

    return Replaced(_BLOCK, read_block)


MUTATIONS = (
    # EMP
    mutation("empty-block-with-value-type", "EMP-01", "it expects a value type in an empty block",
        Edit(_BLOCK, "(place, []) -> reader.take(1, 'value-type') and (place, [])")),
    mutation("empty-block-with-count", "EMP-01", "it expects a count of entries in an empty block",
        Edit(_BLOCK, "(place, []) -> reader.take(4, 'nzb') and (place, [])")),
    mutation("empty-block-of-ones", "EMP-02", "it takes the cells of an empty block for ones", _empty_blocks_of(1)),
    mutation("empty-block-refused-in-a-matrix", "EMP-02 DT-06", "it takes an empty block for the end of the object",
        Edit(_BLOCK, "(place, []) -> reader.refuse('body.incomplete', at, 'cells', 'none') or (place, [])")),
    mutation("empty-over-anything", "EMP-03", "it writes an empty block over any cells",
        Edit(_EMPTY, "block.area -> False")),
    mutation("empty-over-minus-zero-and-nan", "EMP-03",
        "it writes an empty block over -0.0 and NaN, which are not greater or less than 0",
        Edit(_EMPTY, "len(cells_inside(part, block)[0]) -> (abs(cells_inside(part, block)[2]) > 0).any()")),
    mutation("empty-block-of-minus-zeros", "EMP-04",
        "it delivers the cells of an empty block of floats as -0.0", _empty_blocks_of(-0.0)),
    # DEN
    mutation("dense-without-value-type", "DEN-01 BLK-05",
        "it reads the values of a dense block in the object's type, right after its header",
        Edit(_BLOCK, "_read_value_type(reader, 'block', 'value-type') -> header.types[0] "
                     "if code == 1 and header.types else _read_value_type(reader, 'block', 'value-type')")),
    mutation("dense-written-with-count", "DEN-01",
        "it writes the number of values before those of a dense block",
        Edit(_WRITE_DENSE, "writer.array(values) -> writer.uint(values.size, 8) or writer.array(values)")),
    mutation("column-major", "DEN-02", "it reads the values of a dense block column by column",
        Edit(_DENSE, "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns) -> "
                     "reader.array(value_type.dtype, place.area, 'values').reshape(place.columns, place.rows).T")),
    mutation("written-column-major", "DEN-02", "it writes the values of a dense block column by column",
        Edit(_WRITE_DENSE, "writer.array(values) -> writer.array(values.T)")),
    mutation("rows-from-the-last", "DEN-02", "it reads the rows of a dense block from the last to the first",
        Edit(_DENSE, "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns) -> "
                     "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns)[::-1]")),
    mutation("dense-padded-to-four", "DEN-03", "it takes dense values to be padded to a multiple of four bytes",
        Edit(_DENSE, "('asc', parts) -> ('asc', parts, reader.take(-values.nbytes % 4, 'padding'))[:2]")),
    mutation("dense-written-padded-to-four", "DEN-03", "it pads dense values to a multiple of four bytes",
        Edit(_WRITE_DENSE, "writer.array(values) -> writer.array(values) or writer.put(bytes(-values.nbytes % 4))")),
    mutation("rows-padded-to-sixteen", "DEN-04",
        "it takes each row of a dense block to be padded to a multiple of 16 bytes",
        Edit(_DENSE, "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns) -> "
                     "reader.array(value_type.dtype, place.rows * (wide := place.columns + -place.columns % "
                     "(16 // value_type.size)), 'values').reshape(place.rows, wide)[:, :place.columns]")),
    mutation("rows-written-padded", "DEN-04", "it pads each row of a dense block to a multiple of 16 bytes",
        Edit(_WRITE_DENSE, "writer.array(values) -> "
                           "writer.array(np.pad(values, [(0, 0), (0, -values.shape[1] % (16 // values.itemsize))]))")),
)
