"""Mutations of the body and of positions (BODY)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit

_BLOCK = "decode._read_block"
_BODY = "decode._read_body"
_PLACE = "decode._check_place"
_WRITE = "encode._write_block"

MUTATIONS = (
    # BODY
    mutation("column-position-first", "BODY-01", "it reads the column position before the row position",
        Edit(_BLOCK, "reader.uint(8, 'rx'), reader.uint(8, 'cx') -> "
                     "(reader.uint(8, 'cx'), reader.uint(8, 'rx'))[::-1]")),
    mutation("rx-signed", "BODY-01",
        "it takes row positions of 2^63 and more for negative ones, which no check of the end refuses",
        Edit(_PLACE, "rx + rows -> (rx ^ 2 ** 63) - 2 ** 63 + rows")),
    mutation("cx-signed", "BODY-01",
        "it takes column positions of 2^63 and more for negative ones, which no check of the end refuses",
        Edit(_PLACE, "cx + columns -> (cx ^ 2 ** 63) - 2 ** 63 + columns")),
    mutation("single-block-from-1", "BODY-02", "it expects the only block of an object at (1, 1)",
        Edit(_PLACE,
             "rx + rows > header.rows -> rx + rows > header.rows or place == (0, 0, header.rows, header.columns)")),
    mutation("single-block-at-its-end", "BODY-02", "it writes the end of a single block for its position",
        Edit(_WRITE, "block.rx -> block.rows if block.area == gatherer.obj.rows * gatherer.obj.columns else block.rx"),
        Edit(_WRITE,
             "block.cx -> block.columns if block.area == gatherer.obj.rows * gatherer.obj.columns else block.cx")),
    mutation("blocks-counted", "BODY-03", "it expects the number of blocks before the first",
        Edit(_BODY, "Tiling() -> reader.take(8, 'blocks') and Tiling()")),
    mutation("one-block-only", "BODY-03", "it reads one block and takes what it does not cover for zeros",
        Edit(_BODY, "uncovered -= block.area -> uncovered = 0")),
    mutation("positions-count-blocks", "BODY-04", "it takes positions to count blocks",
        Edit(_BLOCK, "(rx, cx, rows, columns) -> (rx := rx * rows, cx := cx * columns, rows, columns)")),
    mutation("positions-count-from-1", "BODY-04", "it counts the positions of all blocks but those at the edges from 1",
        Edit(_BLOCK, "(rx, cx, rows, columns) -> (rx := max(rx - 1, 0), cx := max(cx - 1, 0), rows, columns)")),
    mutation("positions-written-from-1", "BODY-04",
        "it writes the positions of all blocks but those at the edges counted from 1",
        Edit(_WRITE, "block.rx -> block.rx + (block.rx > 0)"),
        Edit(_WRITE, "block.cx -> block.cx + (block.cx > 0)")),
    mutation("no-block-written-without-cells", "BODY-05", "it writes no block for an object without cells",
        Edit("encode.encode",
             "_write_block(writer, gatherer, block) -> obj.has_cells and _write_block(writer, gatherer, block)")),
    mutation("plan-without-block-written", "BODY-05 PART-11",
        "it writes no block for an object without cells if the plan has none",
        Edit("plan.check", "[(0, 0, obj.rows, obj.columns)] -> [(0, 0, obj.rows, obj.columns)][:len(plan)]")),
    mutation("empty-body-as-truncated", "BODY-06",
        "it takes a body without a block for an input that was cut short elsewhere",
        Edit(_BODY, "reader.position -> reader.position * header.has_cells")),
    mutation("empty-body-of-rows-only", "BODY-06", "it takes an object without a block only if it has no columns",
        Edit("decode._missing_block", "header.has_cells -> header.columns")),
)
