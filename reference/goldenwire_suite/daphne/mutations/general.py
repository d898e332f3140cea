"""Mutations of the rules for the whole object: byte order, packing, ends, sizes (GEN)."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.daphne.plan import BlockPlan
from goldenwire_reference.daphne.tables import ValueType
from goldenwire_reference.reader import Reader
from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Replaced, after, before

_HEADER = "decode._read_header"
_BLOCK = "decode._read_block"
_DENSE = "decode_block._read_dense"
_PLACE = "decode._check_place"
_BODY = "decode._read_body"
_TYPE = "reader.uint(1, 'type', BLOCK_TYPE_NAMES)"


def _ignoring(is_ignored: Callable[[bytes], bool]) -> Replaced:
    """The rest of the input after the object is skipped if it is of that kind."""

    def skip(reader: Reader) -> None:
        if is_ignored(bytes(reader.data[reader.position :])):
            reader.position = len(reader.data)

    return after("decode.read_object", skip)


def _dense_of(size: Callable[[int, int], int]) -> Replaced:
    """A block of so many values of that size has another size."""

    def by(original: Callable[..., Any], reader: Reader, header: Any, place: BlockPlan, value_type: ValueType) -> Any:
        if size(place.area, value_type.size) == place.area * value_type.size:
            return original(reader, header, place, value_type)
        reader.take(size(place.area, value_type.size), "values")
        return "asc", []

    return Replaced(_DENSE, by)


MUTATIONS = (
    # GEN-01
    mutation("body-aligned", "GEN-01", "it looks for the body at the next multiple of eight bytes",
        after(_HEADER, lambda reader: reader.take(-reader.position % 8, "padding"))),
    mutation("body-written-aligned", "GEN-01", "it writes the body at the next multiple of eight bytes",
        after("encode._write_header", lambda writer, obj: writer.put(bytes(-writer.size % 8)))),
    # GEN-02
    mutation("rows-big-endian", "GEN-02", "it reads the number of rows with the most significant byte first",
        Edit(_HEADER, "reader.uint(8, 'rows') -> reader.uint(8, 'rows', order='big')")),
    mutation("values-big-endian", "GEN-02",
        "it reads the values of a dense block with the most significant byte first",
        Edit(_DENSE, "reader.array(value_type.dtype, place.area, 'values') -> "
                     "reader.array(value_type.dtype, place.area, 'values').byteswap()")),
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
    mutation("rows-aligned", "GEN-03",
        "it looks for the number of rows at offset 8, as in a structure in memory",
        Edit(_HEADER, "reader.uint(8, 'rows') -> (reader.take(6, 'padding'), reader.uint(8, 'rows'))[1]")),
    mutation("block-header-padded", "GEN-03",
        "it takes the nine bytes of a block's header for twelve, as in memory",
        Edit(_BLOCK, f"{_TYPE} -> ({_TYPE}, reader.take(3, 'padding'))[0]")),
    # GEN-04
    mutation("scalar-as-one-cell", "GEN-04 DT-05", "it takes data type 4 for a scalar: a matrix of one cell",
        Edit(_HEADER, "code not in DATA_TYPE_NAMES -> code not in (1, 2, 3, 4)"),
        Edit(_HEADER, "DataType(code) -> DataType({4: 1}.get(code, code))")),
    # GEN-05
    mutation("rest-ignored", "GEN-05", "it ignores what follows the last block",
        Disabled("body.trailing")),
    mutation("zeros-at-the-end-ignored", "GEN-05", "it ignores zero bytes after the last block",
        _ignoring(lambda rest: not any(rest))),
    mutation("white-space-at-the-end-ignored", "GEN-05", "it ignores white space after the last block",
        _ignoring(lambda rest: not rest.strip())),
    # GEN-06
    mutation("blocks-to-the-end", "GEN-06 PART-15", "it reads blocks until the input ends",
        Edit(_BODY, "uncovered > 0 or not plan -> reader.remaining or uncovered > 0 or (not plan)")),
    mutation("no-block-without-cells", "GEN-06 PART-15", "it reads no block where there is nothing to cover",
        Edit(_BODY, "uncovered > 0 or not plan -> uncovered > 0")),
    # GEN-07
    mutation("block-end-wraps-around", "GEN-07", "it computes a block's last row and column in 64 bits",
        Edit(_PLACE, "rx + rows -> (rx + rows) % 2 ** 64"),
        Edit(_PLACE, "cx + columns -> (cx + columns) % 2 ** 64")),
    mutation("cells-of-the-object-wrap-around", "GEN-07", "it computes the number of the object's cells in 64 bits",
        Edit(_BODY, "header.rows * header.columns -> header.rows * header.columns % 2 ** 64")),
    mutation("dense-count-of-32-bits", "GEN-07",
        "it counts dense values in 32 bits, and takes those it does not find for zeros",
        _dense_of(lambda count, size: count % 2**32 * size)),
    mutation("dense-size-of-64-bits", "GEN-07",
        "it computes the bytes of dense values in 64 bits, and takes the rest for zeros",
        _dense_of(lambda count, size: count * size % 2**64)),
    mutation("cells-of-a-block-of-32-bits", "GEN-07 CSR-12 COO-07",
        "it computes the cells of a sparse block in 32 bits, and compares the number of entries with that",
        Edit("decode_block._read_csr", "total > place.area -> total > place.area % 2 ** 32"),
        Edit("decode_block._read_coo", "total > place.area -> total > place.area % 2 ** 32")),
    mutation("coo-size-of-32-bits", "GEN-07",
        "it computes the bytes of COO entries in 32 bits, and reads as many as it finds there",
        Edit("decode_block._read_coo", "start = reader.position -> "
             "start, total = reader.position, total * entry.itemsize % 2 ** 32 // entry.itemsize")),
    # GEN-09
    mutation("checksum-taken", "GEN-09 GEN-05", "it takes four bytes at the end for a checksum",
        _ignoring(lambda rest: len(rest) == 4)),
    mutation("magic-number-taken", "GEN-09 HDR-02", "it skips a magic number of four letters in front of the header",
        before(_HEADER, lambda reader: reader.take(4 * bytes(reader.data[:4]).isalpha(), "magic"))),
)
