"""Mutations of empty and dense blocks (EMP, DEN)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_DENSE = "decode_block._read_dense"
_PARTS = "decode_block._parts"
_WRITE_DENSE = "encode_block._write_dense"
_SHAPED = '"values").reshape(place.rows, place.columns)'


_BLOCK = "decode._read_block"
_DENSE = "decode_block._read_dense"
_PARTS = "decode_block._parts"


TABLE = (
    # EMP
    mutation(
        "empty-block-with-value-type",
        "EMP-01",
        "it expects a value type in an empty block",
        Rewrite(
            _BLOCK,
            "if place.block is BlockType.empty:",
            'if place.block is BlockType.empty:\n        reader.take(1, "value-type")',
        ),
    ),
    mutation(
        "empty-block-with-count",
        "EMP-01",
        "it expects a count of entries in an empty block",
        Rewrite(
            _BLOCK,
            "if place.block is BlockType.empty:",
            'if place.block is BlockType.empty:\n        reader.take(4, "nzb")',
        ),
    ),
    mutation(
        "empty-block-of-ones",
        "EMP-02",
        "it takes the cells of an empty block for ones",
        Rewrite(
            _BLOCK,
            "return place, []",
            """from goldenwire_reference.daphne.model import SparsePart
        import numpy as np
        runs = header.type_runs(cx, columns) if rows * columns and rows < 99 and columns < 99 else ()
        return place, [
            SparsePart(rx, start, rows, width, *(np.indices((rows, width)).reshape(2, -1).astype("<u8")),
                       np.ones(rows * width, target.dtype))
            for start, width, target in runs
        ]""",
        ),
    ),
    mutation("empty-block-refused-in-a-matrix", "EMP-02 DT-06", "it takes an empty block for the end of the object",
        Edit(_BLOCK, "(place, []) -> reader.refuse('body.incomplete', at, 'cells', 'none') or (place, [])")),
    mutation("empty-over-anything", "EMP-03", "it writes an empty block over any cells",
        Edit("encode_block._write_empty", "block.area -> False")),
    mutation("empty-over-minus-zero-and-nan", "EMP-03",
        "it writes an empty block over -0.0 and NaN, which are not greater or less than 0",
        Edit("encode_block._write_empty",
             "len(cells_inside(part, block)[0]) -> "
             "(abs(cells_inside(part, block)[2]) > 0).any()")),
    mutation(
        "empty-block-of-minus-zeros",
        "EMP-04",
        "it delivers the cells of an empty block of floats as -0.0",
        Rewrite(
            _BLOCK,
            "return place, []",
            """from goldenwire_reference.daphne.model import DensePart
        import numpy as np
        return place, [
            DensePart(rx, start, np.full((rows, width), -0.0, target.dtype))
            for start, width, target in header.type_runs(cx, columns if rows * columns < 10**4 else 0)
            if target.is_float
        ]""",
        ),
    ),
    # DEN
    mutation("dense-without-value-type", "DEN-01 BLK-05",
        "it reads the values of a dense block in the object's type, right after its header",
        Edit("decode._read_block",
             "_read_value_type(reader, 'block', 'value-type') -> "
             "header.types[0] if place.block is BlockType.dense and header.types else "
             "_read_value_type(reader, 'block', 'value-type')")),
    mutation(
        "dense-written-with-count",
        "DEN-01",
        "it writes the number of values before those of a dense block",
        Rewrite(_WRITE_DENSE, "writer.array(values)", "writer.uint(values.size, 8)\n    writer.array(values)"),
    ),
    mutation("column-major", "DEN-02", "it reads the values of a dense block column by column",
        Edit(_DENSE,
             "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns) -> "
             "reader.array(value_type.dtype, place.area, 'values').reshape(place.columns, place.rows).T")),
    mutation("written-column-major", "DEN-02", "it writes the values of a dense block column by column",
        Edit(_WRITE_DENSE, "writer.array(values) -> writer.array(values.T)")),
    mutation("rows-from-the-last", "DEN-02", "it reads the rows of a dense block from the last to the first",
        Edit(_DENSE,
             "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns) -> "
             "reader.array(value_type.dtype, place.area, 'values').reshape(place.rows, place.columns)[::-1]")),
    mutation(
        "dense-padded-to-four",
        "DEN-03",
        "it takes dense values to be padded to a multiple of four bytes",
        Rewrite(_DENSE, _SHAPED, f'{_SHAPED}\n    reader.take(-values.nbytes % 4, "padding")'),
    ),
    mutation(
        "dense-written-padded-to-four",
        "DEN-03",
        "it pads dense values to a multiple of four bytes",
        Rewrite(
            _WRITE_DENSE, "writer.array(values)", "writer.array(values)\n    writer.put(bytes(-values.nbytes % 4))"
        ),
    ),
    mutation(
        "rows-padded-to-sixteen",
        "DEN-04",
        "it takes rows of a dense block to be padded to a multiple of 16 bytes, but the last",
        Rewrite(
            _DENSE,
            f"values = reader.array(value_type.dtype, place.area, {_SHAPED}",
            """stride = max(-(-place.columns * value_type.size // 16) * 16 // value_type.size, 1)
    count = stride * max(place.rows - 1, 0) + place.columns * min(place.rows, 1)
    values = reader.array(value_type.dtype, count, "values")
    values = np.append(values, np.zeros(stride * place.rows - len(values), value_type.dtype))
    values = values.reshape(place.rows, stride)[:, : place.columns]""",
        ),
    ),
    mutation(
        "rows-written-padded",
        "DEN-04",
        "it pads each row of a dense block to a multiple of 16 bytes",
        Rewrite(
            _WRITE_DENSE,
            "writer.array(values)",
            """for row in values:
        writer.array(row)
        writer.put(bytes(-row.nbytes % 16 if row.nbytes > 4 else 0))""",
        ),
    ),
)
