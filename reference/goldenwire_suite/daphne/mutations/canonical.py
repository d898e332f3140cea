"""Mutations of the canonical encoding and of the duties of decoders (CAN, DEC, LIM)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_CANONICAL = "plan.canonical"
_BLOCK = "block = BlockType.csr if obj.kind is DataType.CSRMatrix else BlockType.dense"
_CHOSEN = "blocks = normalised(canonical(obj) if plan is None else plan, obj)"
_ENCODE = "encode.encode"
_BODY = "decode._read_body"

TABLE = (
    # CAN
    mutation("columns-of-a-frame-in-one-block", "CAN-01",
        "it writes a frame whose columns have one type in one block",
        Edit(_CANONICAL, "obj.kind is DataType.Frame -> obj.kind is DataType.Frame and len(set(obj.types)) > 1")),
    mutation(
        "columns-of-a-frame-from-the-last",
        "CAN-01",
        "it writes the columns of a frame from the last to the first",
        Rewrite(_ENCODE, _CHOSEN, f"{_CHOSEN}\n    blocks = blocks[::-1] if plan is None else blocks"),
    ),
    mutation(
        "frame-without-rows-in-columns",
        "CAN-01",
        "it writes a block for each column of a frame without rows",
        Rewrite(
            _CANONICAL,
            "if not obj.has_cells:",
            """if not obj.rows and obj.labels:
        return (BlockPlan(0, 0, 0, 1, block, first_type(obj, 0)),)
    if not obj.has_cells:""",
        ),
        Rewrite("plan.check", "!= whole:", "!= whole and not obj.labels:"),
    ),
    mutation(
        "sparse-dense-matrices-as-csr",
        "CAN-02",
        "it writes a DenseMatrix in CSR where that takes fewer bytes",
        Rewrite(
            _CANONICAL,
            _BLOCK,
            f"""{_BLOCK}
    if obj.kind is DataType.DenseMatrix and obj.parts and len(obj.parts[0].values) * 20 < obj.rows * obj.columns:
        block = BlockType.csr""",
        ),
    ),
    mutation(
        "full-csr-matrices-as-dense",
        "CAN-02",
        "it writes a CSRMatrix of several rows without zeros in a dense block",
        Rewrite(
            _CANONICAL,
            _BLOCK,
            f"""{_BLOCK}
    if obj.rows > 1 and obj.parts and len(obj.parts[0].values) == obj.rows * obj.columns:
        block = BlockType.dense""",
        ),
    ),
    mutation("frame-without-columns-of-type-double", "CAN-03",
        "it writes the type double for the block of a frame without columns",
        Edit("plan.first_type", "BY_NAME['uint8'] -> BY_NAME['double']")),
    mutation("frame-without-rows-of-the-last-type", "CAN-03",
        "it writes the last column's type for the block of a frame without rows",
        Edit(_CANONICAL, "first_type(obj, 0) -> first_type(obj, max(obj.columns - 1, 0) if obj.labels else 0)")),
    mutation("columns-of-the-first-type", "CAN-03", "it writes all columns of a frame in the type of the first",
        Edit(_CANONICAL, "first_type(obj, cx) -> first_type(obj, 0)")),
    mutation(
        "csr-columns-descend",
        "CAN-04",
        "it writes the entries of a row from the last column to the first",
        Rewrite(
            "encode_block._write_csr",
            "order = _permutation(block, rows, columns)",
            """order = _permutation(block, rows, columns)
    if block.order == "asc":
        order = np.lexsort((np.uint64(2**32) - columns, rows))""",
        ),
    ),
    mutation(
        "nans-normalised",
        "CAN-05 VTX-08",
        "it writes one and the same NaN for all NaNs",
        Rewrite(
            "encode_block.Gatherer.stored",
            "return converted",
            """if target.is_float:
        converted = np.where(np.isnan(converted), np.array(np.nan, target.dtype), converted)
    return converted""",
        ),
    ),
    mutation("minus-zero-normalised", "CAN-05", "it writes 0.0 for -0.0",
        Edit("encode_block.Gatherer.stored",
             "return converted -> "
             "return converted + 0 if target.is_float else converted")),
    mutation(
        "subnormals-normalised",
        "CAN-05",
        "it writes 0.0 for subnormal numbers",
        Rewrite(
            "encode_block.Gatherer.stored",
            "return converted",
            """if target.is_float:
        is_subnormal = abs(converted) < np.finfo(target.dtype).tiny
        converted = np.where(is_subnormal, np.copysign(0, converted), converted).astype(converted.dtype)
    return converted""",
        ),
    ),
    mutation(
        "infinities-normalised",
        "CAN-05",
        "it writes the greatest finite number for an infinity",
        Rewrite(
            "encode_block.Gatherer.stored",
            "return converted",
            """if target.is_float:
        most = np.finfo(target.dtype).max
        converted = np.where(np.isinf(converted), np.sign(converted) * most, converted)
    return converted""",
        ),
    ),
    # DEC
    mutation("last-block-unchecked", "DEC-03 PART-03",
        "it does not look whether the block that completes the area lies on others",
        Edit("decode._read_block",
             "header.has_cells and tiling.overlaps(rx, cx, rows, columns) -> "
             "header.has_cells and reader.scope < 'block[3].' and tiling.overlaps(rx, cx, rows, columns)")),
    mutation(
        "missing-input-is-zero",
        "DEC-04",
        "it takes what is missing at the end of the input for zeros",
        Rewrite(
            "reader.Reader.need",
            "if size <= self.remaining:\n        return",
            """if size - self.remaining < 99:
        self.make_up(max(size - self.remaining, 0), len(self.data))
        return""",
        ),
    ),
    mutation(
        "cut-between-blocks-taken",
        "DEC-04",
        "it takes an input that ends where a block should begin for a whole one",
        Rewrite(_BODY, "if not reader.remaining:", "if not reader.remaining:\n            break\n        if False:"),
    ),
    mutation(
        "dimensions-of-the-first-block",
        "DEC-05 HDR-04 HDR-05",
        "it takes the dimensions of the first block for the object's",
        Rewrite(
            _BODY,
            "tiling = Tiling()",
            """tiling = Tiling()
    if reader.remaining >= 24 and header.has_cells:
        shape = [int.from_bytes(reader.data[reader.position + n : reader.position + n + 4], "little") for n in (16, 20)]
        object.__setattr__(header, "rows", shape[0])
        object.__setattr__(header, "columns", shape[1])""",
        ),
    ),
    # LIM
    mutation(
        "cells-below-2-to-the-20",
        "LIM-02",
        "it refuses 2^20 cells",
        Rewrite(
            "decode.read_object",
            "if header.rows * header.columns > MAX_UINT32:",
            """if header.rows * header.columns == 2**20:
        reader.refuse("body.trailing", 2, "fewer cells", "2^20")
    if header.rows * header.columns > MAX_UINT32:""",
        ),
    ),
    *(
        mutation(
            f"{what}-not-written{'' if planned else '-canonically'}",
            "LIM-02",
            f"its encoder refuses {floor}" + ("" if planned else " without a plan"),
            Rewrite(
                "encode.encode",
                "check_size(blocks, obj.parts)",
                f"""check_size(blocks, obj.parts)
    if {"" if planned else "plan is None and "}{condition}:
        raise EncodeError("LIMIT", "DAPHNE-LIM-01", "it is more than this encoder writes")""",
            ),
        )
        for what, floor, condition in (
            ("2-to-the-20-cells", "2^20 cells", "obj.rows * obj.columns >= 2**20"),
            ("2-to-the-20-rows", "2^20 rows", "obj.rows >= 2**20"),
            ("2-to-the-12-columns", "2^12 columns", "obj.columns >= 2**12"),
            ("2-to-the-12-blocks", "2^12 blocks", "len(blocks) >= 2**12"),
        )
        for planned in (True, False)
    ),
    mutation("huge-object-cut", "LIM-03", "it delivers the rows of a huge object that fit into 32 bits",
        Edit("decode.read_object",
             "DaphneObject(header.kind, header.rows, header.columns, header.types, header.labels, parts) -> "
             "DaphneObject(header.kind, min(header.rows, 2 ** 32 - 2), header.columns, header.types, "
             "header.labels, parts)")),
    mutation("huge-object-by-its-rows", "LIM-03", "it reports a huge object at its columns",
        Edit("decode.read_object",
             "reader.refuse('object.huge', 2, 'fewer than 2^32 cells', f'{header.rows} x {header.columns}') -> "
             "reader.refuse('object.huge', 10, 'fewer than 2^32 cells', f'{header.rows} x {header.columns}')")),
)
