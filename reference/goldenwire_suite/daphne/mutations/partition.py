"""Mutations of the partition (PART)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_BLOCK = "decode._read_block"
_BODY = "decode._read_body"
_PLACE = "decode._check_place"
_WRITE = "encode._write_block"
_SHAPE = 'rows, columns = reader.uint(4, "rows"), reader.uint(4, "columns")'
_KNOWN = "if code not in BLOCK_TYPE_NAMES:"
_OVERLAP = "if header.has_cells and tiling.overlaps(rx, cx, rows, columns):"
_MISSING = "if not reader.remaining:"
_PLANNED = "plan.check"
_OVERLAPPING = "if tiling.overlaps(block.rx, block.cx, block.rows, block.columns):"

TABLE = (
    # PART
    mutation(
        "blocks-are-square",
        "PART-01 BLK-01",
        "it takes a block to have as many rows as columns",
        Rewrite(_BLOCK, _SHAPE, f"{_SHAPE}\n    rows = columns"),
    ),
    mutation("rows-may-leave-the-object", "PART-02", "it does not check a block's last row",
        Edit(_PLACE, "rx + rows > header.rows -> False")),
    mutation("columns-may-leave-the-object", "PART-02", "it does not check a block's last column",
        Edit(_PLACE, "cx + columns > header.columns -> False")),
    mutation("first-row-checked-only", "PART-02", "it checks a block's first row only",
        Edit(_PLACE, "rx + rows -> rx")),
    mutation("last-row-one-too-far", "PART-02", "it lets a block end one row beyond the object",
        Edit(_PLACE, "rx + rows > header.rows -> rx + rows > header.rows + 1")),
    mutation("last-column-one-too-far", "PART-02", "it lets a block end one column beyond the object",
        Edit(_PLACE, "cx + columns > header.columns -> cx + columns > header.columns + 1")),
    mutation("last-row-refused", "PART-02 PART-05", "it refuses a block that ends with the object's last row",
        Edit(_PLACE, "rx + rows > header.rows -> rx + rows >= header.rows > 0")),
    mutation("plan-may-leave-the-object", "PART-02", "it writes a plan whose blocks leave the object",
        Edit(_PLANNED, "block.rx + block.rows > obj.rows or block.cx + block.columns > obj.columns -> False")),
    mutation("plan-end-wraps-around", "PART-02", "it computes the end of a plan's block in 64 bits",
        Edit(_PLANNED,
             "block.rx + block.rows > obj.rows or block.cx + block.columns > obj.columns -> "
             "(block.rx + block.rows) % 2 ** 64 > obj.rows or (block.cx + block.columns) % 2 ** 64 > obj.columns")),
    *(
        mutation(
            f"plan-positions-of-{bits}-bits",
            "PART-02",
            f"it keeps the positions of a plan in {bits} bits",
            Rewrite(
                "notation._block_from_json",
                'for name in ("rx", "cx", "rows", "columns")}',
                f'for name in ("rx", "cx", "rows", "columns")}}\n'
                f'    place |= {{"rx": place["rx"] % 2**{bits}, "cx": place["cx"] % 2**{bits}}}',
            ),
        )
        for bits in (32, 64)
    ),
    *(
        mutation(
            f"plan-dimensions-of-{bits}-bits",
            "PART-12",
            f"it keeps the dimensions of a plan's block in {bits} bits",
            Rewrite(
                "notation._block_from_json",
                'for name in ("rx", "cx", "rows", "columns")}',
                f'for name in ("rx", "cx", "rows", "columns")}}\n'
                f'    place |= {{"rows": place["rows"] % 2**{bits}, "columns": place["columns"] % 2**{bits}}}',
            ),
        )
        for bits in (32, 64)
    ),
    mutation("covered-by-areas-alone", "PART-03",
        "it checks areas only, and takes the later of two values for a cell",
        Edit(_BLOCK, "header.has_cells and tiling.overlaps(rx, cx, rows, columns) -> False")),
    mutation(
        "overlap-with-the-block-before-only",
        "PART-03",
        "it compares a block with the one before only",
        Rewrite(
            "plan.Tiling.overlaps",
            "overlap = self._shares_a_cell(bounds)",
            "overlap = any(_share_a_cell(bounds, other) for other in vars(self).pop('before', ()))",
        ),
        Rewrite("plan.Tiling.overlaps", "return overlap", "self.before = [bounds]\n    return overlap"),
    ),
    mutation("overlap-by-corners", "PART-03",
        "it looks for corners of earlier blocks in a block, and not the reverse",
        Edit("plan._share_a_cell",
             "(one[0] < other[2]) & (other[0] < one[2]) & (one[1] < other[3]) -> "
             "(one[0] <= other[0]) & (other[0] < one[2]) & (one[1] <= other[1])")),
    mutation("overlap-where-blocks-begin", "PART-03",
        "it looks up blocks by where they begin, and takes none for near that begins a little before",
        Edit("plan.Tiling._shares_a_cell", "top // height - 1 -> top // height"),
        Edit("plan.Tiling._shares_a_cell", "left // width - 1 -> left // width")),
    mutation("overlap-of-empty-blocks-taken", "PART-03", "it lets empty blocks overlap",
        Edit(_BLOCK,
             "header.has_cells and tiling.overlaps(rx, cx, rows, columns) -> "
             "code and header.has_cells and tiling.overlaps(rx, cx, rows, columns)")),
    mutation("neighbours-overlap", "PART-03 BODY-04", "it takes blocks that touch for blocks that overlap",
        Edit("plan.Tiling.overlaps", "rx + rows -> rx + rows + 1")),
    mutation("plan-may-overlap", "PART-03", "it writes a plan whose blocks overlap",
        Edit(_PLANNED, "tiling.overlaps(block.rx, block.cx, block.rows, block.columns) -> False")),
    mutation(
        "plan-covers-at-least",
        "PART-03 PART-04",
        "it writes a plan that covers some cells twice",
        Rewrite(
            _PLANNED,
            f"""        {_OVERLAPPING}
            raise _refusal("DAPHNE-PART-03", f"block {{number}} overlaps an earlier one")
    covered = sum(block.area for block in plan)
    if covered != obj""",
            """        pass
    covered = sum(block.area for block in plan)
    if covered < obj""",
        ),
    ),
    mutation(
        "gaps-are-zeros",
        "PART-04",
        "it takes cells that no block has for zeros",
        Rewrite(
            _BODY,
            _MISSING,
            """if not reader.remaining and header.has_cells:
            break
        if not reader.remaining:""",
        ),
    ),
    mutation("plan-may-have-gaps", "PART-04", "it writes a plan that leaves cells over",
        Edit(_PLANNED, "covered != obj.rows * obj.columns -> covered > obj.rows * obj.columns")),
    mutation(
        "blocks-ascend",
        "PART-06",
        "it refuses a block that comes before an earlier one",
        Rewrite(
            _BLOCK,
            _OVERLAP,
            """if (rx, cx) < getattr(tiling, "last", (0, 0)):
        reader.refuse("block.overlap", at, "blocks in order", "others")
    tiling.last = rx, cx
    if header.has_cells and tiling.overlaps(rx, cx, rows, columns):""",
        ),
    ),
    mutation(
        "blocks-in-their-place-by-order",
        "PART-06",
        "it puts a block behind the one before, whatever its position",
        Rewrite(
            _BLOCK,
            _SHAPE,
            f"""{_SHAPE}
    if header.columns % (columns or 1) == 0 and header.columns > columns:
        place = getattr(tiling, "number", 0)
        tiling.number = place + 1
        rx, cx = place // (header.columns // columns) * rows, place % (header.columns // columns) * columns""",
        ),
    ),
    mutation(
        "blocks-of-one-size",
        "PART-07",
        "it takes all blocks but those at the edges to be of the first one's size",
        Rewrite(
            _BLOCK,
            _OVERLAP,
            """if not hasattr(tiling, "size"):
        tiling.size = rows, columns
    if rx % (tiling.size[0] or 1) or cx % (tiling.size[1] or 1) or rows > tiling.size[0] or columns > tiling.size[1]:
        reader.refuse("block.overlap", at, "blocks of a grid", "others")
    if header.has_cells and tiling.overlaps(rx, cx, rows, columns):""",
        ),
    ),
    mutation(
        "blocks-of-one-type",
        "PART-08",
        "it takes the block type of the first block for that of all",
        Rewrite(
            _BLOCK,
            _KNOWN,
            """if getattr(tiling, "kind", code) != code:
        reader.refuse("block.type", at_type, "the type of the first block", code)
    tiling.kind = code
    if code not in BLOCK_TYPE_NAMES:""",
        ),
    ),
    mutation(
        "blocks-of-one-value-type",
        "PART-09",
        "it takes the value type of the first block for that of all",
        Rewrite(
            _BLOCK,
            'value_type = _read_value_type(reader, "block", "value-type")',
            """value_type = _read_value_type(reader, "block", "value-type")
    if header.kind is not DataType.Frame and getattr(tiling, "values", value_type) != value_type:
        reader.refuse("block.type", at_type, "the value type of the first block", value_type.name)
    tiling.values = value_type""",
        ),
    ),
    mutation("blocks-without-cells-skipped", "PART-10", "it skips blocks without cells",
        Edit(_PLACE, "header.has_cells and (not (rows and columns)) -> False")),
    mutation("plan-may-have-blocks-without-cells", "PART-10", "it writes blocks without cells",
        Edit(_PLANNED, "not block.area -> False")),
    mutation("empty-object-with-any-block", "PART-11",
        "it takes any block inside an object without cells for all of it",
        Edit(_PLACE, "not header.has_cells and place != (0, 0, header.rows, header.columns) -> False")),
    mutation(
        "empty-object-with-any-block-anywhere",
        "PART-11",
        "it does not look where a block of an object without cells lies",
        Rewrite(
            _PLACE,
            "if header.has_cells and not (rows and columns):",
            "if not header.has_cells:\n        return\n    if not (rows and columns):",
        ),
    ),
    mutation(
        "empty-object-in-an-empty-block-only",
        "PART-11",
        "it refuses objects without cells in a block of another type than empty",
        Rewrite(_BLOCK, _KNOWN, f"if code and not header.has_cells:\n        code = 9\n    {_KNOWN}"),
    ),
    mutation(
        "empty-object-in-dense-blocks-only",
        "PART-11",
        "it refuses objects without cells in a block of another type than dense",
        Rewrite(_BLOCK, _KNOWN, f"if code != 1 and not header.has_cells:\n        code = 9\n    {_KNOWN}"),
    ),
    mutation("empty-object-in-any-plan", "PART-11", "it writes any plan for an object without cells",
        Edit(_PLANNED, "[(block.rx, block.cx, block.rows, block.columns) for block in plan] != whole -> not plan")),
    mutation(
        "block-dimensions-cut-to-32-bits",
        "PART-12",
        "it writes the lower 32 bits of a block's dimensions",
        Rewrite(_PLANNED, "if block.rows > MAX_UINT32 or block.columns > MAX_UINT32:", "if False:"),
        Rewrite(
            _WRITE,
            "writer.uint(block.rows, 4)\n    writer.uint(block.columns, 4)",
            "writer.uint(block.rows % 2**32, 4)\n    writer.uint(block.columns % 2**32, 4)",
        ),
    ),
    mutation("frame-blocks-of-one-column", "PART-13", "it refuses a frame's blocks of several columns",
        Edit(_PLACE,
             "cx + columns > header.columns -> "
             "cx + columns > header.columns or (header.labels and columns > 1)")),
    mutation("frame-blocks-of-one-type", "PART-13", "it refuses a frame's blocks over columns of different types",
        Edit(_PLACE,
             "cx + columns > header.columns -> "
             "cx + columns > header.columns or (header.labels and len(set(header.types[cx:cx + columns])) > 1)")),
    mutation("empty-object-too-large-taken", "PART-14",
        "it takes a block of the greatest dimension for that of a larger object",
        Edit(_PLACE,
             "(0, 0, header.rows, header.columns) -> "
             "(0, 0, min(header.rows, MAX_UINT32), min(header.columns, MAX_UINT32))")),
    mutation("empty-object-compared-in-32-bits", "PART-14",
        "it compares the dimensions of an object without cells with those of its block in 32 bits",
        Edit(_PLACE,
             "(0, 0, header.rows, header.columns) -> "
             "(0, 0, header.rows % 2 ** 32, header.columns % 2 ** 32)")),
    mutation(
        "empty-object-too-large-planned",
        "PART-14",
        "it writes an object without cells that is too large for any block if a plan has a block for it",
        Rewrite(
            _PLANNED,
            "    if not obj.has_cells and max(obj.rows, obj.columns) > MAX_UINT32:",
            """    if not obj.has_cells and max(obj.rows, obj.columns) > MAX_UINT32 > plan[0].area:
        return
    if not obj.has_cells and max(obj.rows, obj.columns) > MAX_UINT32:""",
        ),
        Rewrite(
            _WRITE,
            "writer.uint(block.rows, 4)\n    writer.uint(block.columns, 4)",
            "writer.uint(min(block.rows, 2**32 - 1), 4)\n    writer.uint(min(block.columns, 2**32 - 1), 4)",
        ),
    ),
    mutation(
        "empty-object-too-large-written",
        "PART-14",
        "it writes a block of the greatest dimension for an object without cells that has more",
        Rewrite(
            _PLANNED,
            "    if not obj.has_cells and max(obj.rows, obj.columns) > MAX_UINT32:",
            """    if not obj.has_cells and max(obj.rows, obj.columns) == 2**32:
        return
    if not obj.has_cells and max(obj.rows, obj.columns) > MAX_UINT32:""",
        ),
        Rewrite(
            _WRITE,
            "writer.uint(block.rows, 4)\n    writer.uint(block.columns, 4)",
            "writer.uint(min(block.rows, 2**32 - 1), 4)\n    writer.uint(min(block.columns, 2**32 - 1), 4)",
        ),
    ),
    mutation("further-blocks-read", "PART-15",
        "it reads on where the input has more, though the object is complete",
        Edit(_BODY, "uncovered > 0 or not plan -> uncovered > 0 or not plan or reader.remaining >= 25")),
)
