"""Mutations of the body and of positions (BODY)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Rewrite

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
    mutation(
        "rx-signed",
        "BODY-01",
        "it takes row positions of 2^63 and more for negative ones, which no check of the end refuses",
        Rewrite(_PLACE, "rx + rows > header.rows", "(rx ^ 2**63) - 2**63 + rows > header.rows"),
    ),
    mutation(
        "cx-signed",
        "BODY-01",
        "it takes column positions of 2^63 and more for negative ones, which no check of the end refuses",
        Rewrite(_PLACE, "cx + columns > header.columns", "(cx ^ 2**63) - 2**63 + columns > header.columns"),
    ),
    mutation(
        "position-written-once",
        "BODY-01",
        "it writes the position of the first block only",
        Rewrite(
            _WRITE,
            "writer.uint(block.rx, 8)\n    writer.uint(block.cx, 8)",
            """if not (block.rx or block.cx):
        writer.uint(block.rx, 8)
        writer.uint(block.cx, 8)""",
        ),
    ),
    mutation(
        "single-block-from-1",
        "BODY-02",
        "it expects the only block of an object at (1, 1)",
        Rewrite(
            _PLACE,
            "if rx + rows > header.rows:",
            "if rx + rows > header.rows or place == (0, 0, header.rows, header.columns):",
        ),
    ),
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
    mutation(
        "blocks-written-with-their-number",
        "BODY-03",
        "it writes the number of blocks before the first of several",
        Rewrite(
            "encode.encode",
            "for block in blocks:",
            "if len(blocks) > 1:\n        writer.uint(len(blocks), 8)\n    for block in blocks:",
        ),
    ),
    mutation(
        "one-block-only",
        "BODY-03",
        "it reads one block and takes what it does not cover for zeros",
        Rewrite(_BODY, "uncovered -= block.area", "uncovered = 0"),
    ),
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
        "positions-written-in-blocks",
        "BODY-04",
        "it writes positions in units of the block's size",
        Rewrite(
            _WRITE,
            "writer.uint(block.rx, 8)\n    writer.uint(block.cx, 8)",
            """writer.uint(block.rx // (block.rows or 1), 8)
    writer.uint(block.cx // (block.columns or 1), 8)""",
        ),
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
    mutation(
        "empty-body-as-truncated",
        "BODY-06",
        "it takes a body without a block for an input that was cut short elsewhere",
        Rewrite(
            _BODY,
            "_missing_block(header), reader.position",
            "_missing_block(header), reader.position * header.has_cells",
        ),
    ),
    mutation(
        "empty-body-of-rows-only",
        "BODY-06",
        "it takes an object without a block only if it has no columns",
        Rewrite(
            "decode._missing_block",
            'return "body.empty" if',
            'return "body.incomplete" if header.columns else "body.empty" if',
        ),
    ),
)
