"""Mutations of the common header, the data types and a matrix's header (HDR, DT, MAT)."""

from collections.abc import Callable
from dataclasses import replace

from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.daphne.plan import Plan
from goldenwire_reference.daphne.tables import BlockType, DataType
from goldenwire_reference.reader import Reader
from goldenwire_suite.daphne.cases.builders import mutation, refusing
from goldenwire_suite.mutations import Disabled, Edit, Replaced, returned

_HEADER = "decode._read_header"
_BLOCK = "decode._read_block"
_WRITE = "encode._write_header"
_SHAPE = "reader.uint(8, 'rows'), reader.uint(8, 'columns')"
_TYPE = "_read_value_type(reader, 'matrix', 'value-type')"

Read = Callable[[Reader], tuple[DaphneObject, Plan]]


def _by_blocks(was: DataType, block: BlockType, now: DataType) -> Replaced:
    """A matrix of one kind without blocks of that type comes out as the other kind."""

    def by(original: Read, reader: Reader) -> tuple[DaphneObject, Plan]:
        obj, plan = original(reader)
        is_other = obj.kind is was and all(one.block is not block for one in plan)
        return replace(obj, kind=now) if is_other else obj, plan

    return Replaced("decode.read_object", by)


def _frame_as_matrix(original: Read, reader: Reader) -> tuple[DaphneObject, Plan]:
    obj, plan = original(reader)
    if obj.kind is DataType.Frame and len(set(obj.types)) == 1:
        obj = replace(obj, kind=DataType.DenseMatrix, types=obj.types[:1], labels=())
    return obj, plan


MUTATIONS = (
    # HDR
    mutation("version-0-written", "HDR-01", "it writes 0 for the first version",
        Edit(_WRITE, "writer.uint(VERSION, 1) -> writer.uint(0, 1)")),
    mutation("version-of-two-bytes", "HDR-01", "it reads a version of two bytes, and the data type in their place",
        Edit(_HEADER, "version != VERSION -> reader.uint(1, 'minor') > 1 or version != VERSION")),
    mutation("any-version-taken", "HDR-02", "it takes any version",
        Edit(_HEADER, "version != VERSION -> False")),
    mutation("newer-versions-taken", "HDR-02", "it takes newer versions",
        Edit(_HEADER, "version != VERSION -> version < VERSION")),
    mutation("older-versions-taken", "HDR-02", "it takes older versions",
        Edit(_HEADER, "version != VERSION -> version > VERSION")),
    mutation("data-type-in-two-bytes", "HDR-03", "it reads a data type of two bytes",
        Edit(_HEADER, "reader.uint(1, 'data-type', DATA_TYPE_NAMES) -> reader.uint(2, 'data-type', DATA_TYPE_NAMES)")),
    mutation("data-type-written-first", "HDR-03 HDR-01", "it writes the data type before the version",
        Edit(_WRITE, "writer.uint(VERSION, 1) -> pass"),
        Edit(_WRITE, "writer.uint(obj.kind, 1) -> (writer.uint(obj.kind, 1), writer.uint(VERSION, 1))")),
    mutation("rows-and-columns-exchanged", "HDR-04 HDR-05", "it reads the columns before the rows",
        Edit(_HEADER, f"rows, columns = {_SHAPE} -> columns, rows = {_SHAPE}")),
    mutation("type-header-aligned", "HDR-06", "it looks for the type-specific header at offset 24",
        Edit(_HEADER, "reader.uint(8, 'columns') -> (reader.uint(8, 'columns'), reader.take(6, 'padding'))[0]")),
    mutation("rows-signed", "HDR-07", "it takes 2^63 rows and more for a negative number",
        Edit(_HEADER, "reader.uint(8, 'rows') -> (reader.uint(8, 'rows') ^ 2 ** 63) - 2 ** 63")),
    mutation("columns-signed", "HDR-07", "it takes 2^63 columns and more for a negative number",
        Edit(_HEADER, "reader.uint(8, 'columns') -> (reader.uint(8, 'columns') ^ 2 ** 63) - 2 ** 63")),
    mutation("numbers-of-requests-wrap-around", "HDR-04 HDR-05",
        "it keeps the numbers of a request, those of its plan as well, in 64 bits",
        returned("notation.size", lambda number: number % 2**64)),
    mutation("dimension-wraps-around", "HDR-04 HDR-05", "it writes the lower 64 bits of a dimension",
        Edit("notation._dimension", "size(atom, what) -> size(atom, what) % 2 ** 64")),
    mutation("empty-objects-refused", "HDR-08", "it refuses objects without rows or columns",
        refusing(_HEADER, "header.version", lambda header, reader: not header.has_cells)),
    mutation("short-header-filled-up", "HDR-09", "it takes missing bytes of the common header for zeros",
        *(Disabled(f"truncated.{name}") for name in ("version", "data-type", "rows", "columns"))),
    # DT
    mutation("dense-and-csr-exchanged", "DT-01 DT-02",
        "it takes data type 1 for a CSRMatrix and 2 for a DenseMatrix",
        Edit(_HEADER, "DataType(code) -> DataType({1: 2, 2: 1}.get(code, code))")),
    mutation("dense-and-csr-written-exchanged", "DT-01 DT-02",
        "it writes data type 2 for a DenseMatrix and 1 for a CSRMatrix",
        Edit(_WRITE, "writer.uint(obj.kind, 1) -> writer.uint({1: 2, 2: 1}.get(obj.kind, obj.kind), 1)")),
    mutation("csr-and-frame-exchanged", "DT-02 DT-03", "it takes data type 2 for a frame and 3 for a CSRMatrix",
        Edit(_HEADER, "DataType(code) -> DataType({2: 3, 3: 2}.get(code, code))")),
    mutation("data-types-written-from-0", "DT-04 DT-01 DT-02 DT-03", "it counts the data types from 0",
        Edit(_WRITE, "writer.uint(obj.kind, 1) -> writer.uint(obj.kind - 1, 1)")),
    mutation("data-types-beyond-as-frames", "DT-05",
        "it takes all data types beyond the known ones for the last of them",
        Disabled("header.data-type.unassigned", 3)),
    mutation("data-type-0-as-dense", "DT-08", "it takes data type 0 for a DenseMatrix",
        Disabled("header.data-type.reserved", 1)),
    mutation("data-type-0-as-frame", "DT-08", "it takes data type 0 for a frame",
        Disabled("header.data-type.reserved", 3)),
    mutation("dense-matrix-in-dense-blocks-only", "DT-06 BLK-06",
        "it refuses a DenseMatrix in sparse or empty blocks",
        Edit(_BLOCK, "code not in BLOCK_TYPE_NAMES -> "
             "code not in ((1,) if header.kind is DataType.DenseMatrix else BLOCK_TYPE_NAMES)")),
    mutation("csr-matrix-in-csr-blocks-only", "DT-06 BLK-06",
        "it refuses a CSRMatrix in blocks of other types than CSR",
        Edit(_BLOCK, "code not in BLOCK_TYPE_NAMES -> "
             "code not in ((2,) if header.kind is DataType.CSRMatrix else BLOCK_TYPE_NAMES)")),
    mutation("frame-in-dense-blocks-only", "DT-06 BLK-06", "it refuses a frame in sparse or empty blocks",
        Edit(_BLOCK, "code not in BLOCK_TYPE_NAMES -> "
             "code not in ((1,) if header.kind is DataType.Frame else BLOCK_TYPE_NAMES)")),
    mutation("sparse-blocks-make-a-csr-matrix", "DT-07",
        "it takes a matrix that is stored in sparse or empty blocks for a CSRMatrix",
        _by_blocks(DataType.DenseMatrix, BlockType.dense, DataType.CSRMatrix)),
    mutation("dense-blocks-make-a-dense-matrix", "DT-07",
        "it takes a matrix that is stored without CSR blocks for a DenseMatrix",
        _by_blocks(DataType.CSRMatrix, BlockType.csr, DataType.DenseMatrix)),
    mutation("frames-of-one-type-make-a-matrix", "DT-07 DT-03",
        "it takes a frame whose columns have one type for a DenseMatrix",
        Replaced("decode.read_object", _frame_as_matrix)),
    # MAT
    mutation("body-of-a-matrix-at-18", "MAT-01",
        "it looks for a matrix's value type in its first block only, and for the body at 18",
        Edit(_HEADER, "_read_value_type(reader, 'matrix', 'value-type') -> "
             "VALUE_TYPES.get(int(reader.data[43]), VALUE_TYPES[1])")),
    mutation("matrix-type-written-twice", "MAT-01", "it writes the value type of a matrix in two bytes",
        Edit(_WRITE, "bytes((value_type.code for value_type in obj.types)) -> "
             "bytes((value_type.code for value_type in obj.types)).ljust(2, b'\\x00')")),
    mutation("no-type-without-cells", "MAT-02", "it expects no value type of a matrix without cells",
        Edit(_HEADER, f"{_TYPE} -> {_TYPE} if rows * columns else VALUE_TYPES[10]")),
    mutation("no-type-written-without-cells", "MAT-02", "it writes no value type of a matrix without cells",
        Edit(_WRITE, "(value_type.code for value_type in obj.types) -> "
             "(value_type.code for value_type in obj.types if obj.has_cells or obj.labels)")),
)
