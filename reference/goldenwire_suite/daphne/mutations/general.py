"""Mutations of the rules for the whole object: byte order, packing, ends, sizes (GEN)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_HEADER = "decode._read_header"
_BLOCK = "decode._read_block"
_DENSE = "decode_block._read_dense"
_COO = "decode_block._read_coo"

TABLE = (
    # GEN-01
    mutation(
        "body-aligned",
        "GEN-01",
        "it looks for the body at the next multiple of eight bytes",
        Rewrite(
            "decode.read_object", "parts, plan =", 'reader.take(-reader.position % 8, "padding")\n    parts, plan ='
        ),
    ),
    mutation(
        "body-written-aligned",
        "GEN-01",
        "it writes the body at the next multiple of eight bytes",
        Rewrite(
            "encode.encode",
            "gatherer = Gatherer(obj)",
            "writer.put(bytes(-writer.size % 8))\n    gatherer = Gatherer(obj)",
        ),
    ),
    # GEN-02
    mutation("rows-big-endian", "GEN-02", "it reads the number of rows with the most significant byte first",
        Edit(_HEADER, "reader.uint(8, 'rows') -> reader.uint(8, 'rows', order='big')")),
    mutation("values-big-endian", "GEN-02",
        "it reads the values of a dense block with the most significant byte first",
        Edit(_DENSE,
             "reader.array(value_type.dtype, place.area, 'values') -> "
             "reader.array(value_type.dtype.newbyteorder('>'), place.area, 'values').astype(value_type.dtype)")),
    mutation("label-length-big-endian", "GEN-02",
        "it reads the length of a label with the most significant byte first",
        Edit("decode._read_label", "reader.uint(2, 'length') -> reader.uint(2, 'length', order='big')")),
    mutation("block-rows-big-endian", "GEN-02", "it reads the rows of a block with the most significant byte first",
        Edit(_BLOCK, "reader.uint(4, 'rows') -> reader.uint(4, 'rows', order='big')")),
    mutation("values-written-big-endian", "GEN-02",
        "it writes the values of a dense block with the most significant byte first",
        Edit("encode_block._write_dense", "writer.array(values) -> writer.array(values.byteswap())")),
    mutation("header-written-big-endian", "GEN-02", "it writes the dimensions with the most significant byte first",
        Edit("encode._write_header", "writer.uint(obj.rows, 8) -> writer.put(obj.rows.to_bytes(8, 'big'))")),
    # GEN-03
    mutation(
        "rows-aligned",
        "GEN-03",
        "it looks for the number of rows at offset 8, as in a structure in memory",
        Rewrite(_HEADER, "rows, columns = reader", 'reader.take(6, "padding")\n    rows, columns = reader'),
    ),
    mutation(
        "block-header-padded",
        "GEN-03",
        "it takes the nine bytes of a block's header for twelve, as in memory",
        Rewrite(
            _BLOCK,
            "if code not in BLOCK_TYPE_NAMES:",
            'reader.take(3, "padding")\n    if code not in BLOCK_TYPE_NAMES:',
        ),
    ),
    # GEN-04
    mutation(
        "scalar-as-one-cell",
        "GEN-04 DT-05",
        "it takes data type 4 for a scalar: a matrix of one cell",
        Rewrite(
            _HEADER,
            "if code not in DATA_TYPE_NAMES:",
            "code = 1 if code == 4 else code\n    if code not in DATA_TYPE_NAMES:",
        ),
    ),
    # GEN-05
    mutation(
        "rest-ignored",
        "GEN-05",
        "it ignores what follows the last block",
        Rewrite("decode.decode", "if reader.remaining:", "if False:"),
    ),
    mutation(
        "zeros-at-the-end-ignored",
        "GEN-05",
        "it ignores zero bytes after the last block",
        Rewrite("decode.decode", "if reader.remaining:", "if any(reader.data[reader.position :]):"),
    ),
    mutation(
        "white-space-at-the-end-ignored",
        "GEN-05",
        "it ignores white space after the last block",
        Rewrite("decode.decode", "if reader.remaining:", "if bytes(reader.data[reader.position :]).strip():"),
    ),
    # GEN-06
    mutation("blocks-to-the-end", "GEN-06", "it reads blocks until the input ends",
        Edit("decode._read_body", "uncovered > 0 or not plan -> reader.remaining or uncovered > 0 or (not plan)")),
    mutation("no-block-without-cells", "GEN-06 PART-15", "it reads no block where there is nothing to cover",
        Edit("decode._read_body", "uncovered > 0 or not plan -> uncovered > 0")),
    # GEN-07
    mutation(
        "block-end-wraps-around",
        "GEN-07",
        "it computes a block's last row and column in 64 bits",
        Rewrite(
            "decode._check_place",
            """    if rx + rows > header.rows:
        reader.refuse("block.bounds.rows", at, "rows within the object", found)
    if cx + columns > header.columns:""",
            """    if (rx + rows) % 2**64 > header.rows:
        reader.refuse("block.bounds.rows", at, "rows within the object", found)
    if (cx + columns) % 2**64 > header.columns:""",
        ),
    ),
    mutation("cells-of-the-object-wrap-around", "GEN-07", "it computes the number of the object's cells in 64 bits",
        Edit("decode._read_body", "header.rows * header.columns -> header.rows * header.columns % 2 ** 64")),
    mutation(
        "dense-count-of-32-bits",
        "GEN-07",
        "it counts dense values in 32 bits, and takes those it does not find for zeros",
        Rewrite(
            _DENSE,
            "at = reader.position",
            """at = reader.position
    if place.area >= 2**32:
        reader.take(place.area % 2**32 * value_type.size, "values")
        return "asc", []""",
        ),
    ),
    mutation(
        "dense-size-of-64-bits",
        "GEN-07",
        "it computes the bytes of dense values in 64 bits, and takes the rest for zeros",
        Rewrite(
            _DENSE,
            "at = reader.position",
            """at = reader.position
    if place.area * value_type.size >= 2**64:
        reader.take(place.area * value_type.size % 2**64, "values")
        return "asc", []""",
        ),
    ),
    mutation(
        "coo-size-of-32-bits",
        "GEN-07",
        "it computes the bytes of COO entries in 32 bits, and reads as many as it finds there",
        Rewrite(
            _COO,
            'stored = reader.array(entry, total, "entry")',
            """stored = np.frombuffer(reader.take(total * entry.itemsize % 2**32, "entry"), entry)
    total = len(stored)""",
        ),
    ),
    # GEN-09
    mutation(
        "checksum-taken",
        "GEN-09 GEN-05",
        "it takes four bytes at the end for a checksum",
        Rewrite("decode.decode", "if reader.remaining:", "if reader.remaining not in (0, 4):"),
    ),
    mutation(
        "magic-number-taken",
        "GEN-09 HDR-02",
        "it skips a magic number in front of the header",
        Rewrite(
            _HEADER,
            'version = reader.uint(1, "version")',
            """if bytes(reader.data[:4]) == b"DPHN":
        reader.take(4, "magic")
    version = reader.uint(1, "version")""",
        ),
    ),
)
