"""Mutations of the body and of positions (BODY)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_BLOCK = "decode._read_block"
_BODY = "decode._read_body"
_PLACE = "decode._check_place"
_WRITE = "encode._write_block"
_SHAPE = 'rows, columns = reader.uint(4, "rows"), reader.uint(4, "columns")'
_PLANNED = "plan.check"

TABLE = (
    # BODY
    mutation(
        "column-position-first",
        "BODY-01",
        "it reads the column position before the row position",
        Rewrite(_BLOCK, "rx, cx = reader", "cx, rx = reader"),
    ),
    mutation("rx-signed", "BODY-01",
        "it takes row positions of 2^63 and more for negative ones, which no check of the end refuses",
        Edit(_PLACE, "rx + rows -> (rx ^ 2 ** 63) - 2 ** 63 + rows")),
    mutation("cx-signed", "BODY-01",
        "it takes column positions of 2^63 and more for negative ones, which no check of the end refuses",
        Edit(_PLACE, "cx + columns -> (cx ^ 2 ** 63) - 2 ** 63 + columns")),
    mutation("single-block-from-1", "BODY-02", "it expects the only block of an object at (1, 1)",
        Edit(_PLACE,
             "rx + rows > header.rows -> "
             "rx + rows > header.rows or place == (0, 0, header.rows, header.columns)")),
    mutation(
        "single-block-at-its-end",
        "BODY-02",
        "it writes the last row and column of a single block for its position",
        Rewrite(
            _WRITE,
            "writer.uint(block.rx, 8)\n    writer.uint(block.cx, 8)",
            """whole = (block.rows, block.columns) == (gatherer.obj.rows, gatherer.obj.columns)
    writer.uint(block.rows if whole else block.rx, 8)
    writer.uint(block.columns if whole else block.cx, 8)""",
        ),
    ),
    mutation(
        "blocks-counted",
        "BODY-03",
        "it expects the number of blocks before the first",
        Rewrite(_BODY, "tiling = Tiling()", 'reader.take(8, "blocks")\n    tiling = Tiling()'),
    ),
    mutation("one-block-only", "BODY-03", "it reads one block and takes what it does not cover for zeros",
        Edit(_BODY, "uncovered -= block.area -> uncovered = 0")),
    mutation(
        "positions-count-blocks",
        "BODY-04",
        "it takes positions to count blocks",
        Rewrite(_BLOCK, _SHAPE, f"{_SHAPE}\n    rx, cx = rx * rows, cx * columns"),
    ),
    mutation(
        "positions-count-from-1",
        "BODY-04",
        "it counts the positions of all but the first block from 1",
        Rewrite(_BLOCK, _SHAPE, f"{_SHAPE}\n    rx, cx = max(rx - 1, 0), max(cx - 1, 0)"),
    ),
    mutation(
        "positions-written-from-1",
        "BODY-04",
        "it counts the positions of all blocks but those at the edges from 1",
        Rewrite(
            _WRITE,
            "writer.uint(block.rx, 8)\n    writer.uint(block.cx, 8)",
            "writer.uint(block.rx + (block.rx > 0), 8)\n    writer.uint(block.cx + (block.cx > 0), 8)",
        ),
    ),
    mutation(
        "no-block-written-without-cells",
        "BODY-05",
        "it writes no block for an object without cells",
        Rewrite("encode.encode", "for block in blocks:", "for block in blocks if obj.has_cells else ():"),
    ),
    mutation(
        "plan-without-block-written",
        "BODY-05 PART-11",
        "it writes no block for an object without cells if the plan has none",
        Rewrite(
            _PLANNED,
            "if not obj.has_cells:\n",
            "if not obj.has_cells and not plan:\n        return\n    if not obj.has_cells:\n",
        ),
    ),
    mutation("empty-body-as-truncated", "BODY-06",
        "it takes a body without a block for an input that was cut short elsewhere",
        Edit(_BODY, "reader.position -> reader.position * header.has_cells")),
    mutation("empty-body-of-rows-only", "BODY-06", "it takes an object without a block only if it has no columns",
        Edit("decode._missing_block",
             "'body.empty' if max(header.rows, header.columns) <= MAX_UINT32 else 'body.empty.too-large' -> "
             "'body.incomplete' if header.columns else 'body.empty' if max(header.rows, header.columns) "
             "<= MAX_UINT32 else 'body.empty.too-large'")),
)
