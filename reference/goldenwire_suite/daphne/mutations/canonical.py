"""Mutations of the canonical encoding and of the duties of decoders (CAN, DEC, LIM)."""

import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.daphne.plan import Plan
from goldenwire_reference.errors import EncodeError
from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Replaced

_CANONICAL = "plan.canonical"
_OBJECT = "decode.read_object"


def _write_columns(original: Any, writer: Any, gatherer: Any, block: Any) -> None:
    if block.rows or not gatherer.obj.labels:
        original(writer, gatherer, block)
    else:
        for column in range(block.columns):
            original(writer, gatherer, replace(block, cx=column, columns=1))


def _floats(change: Callable[[Any], Any]) -> Replaced:
    """An encoder that changes the floats that it writes."""

    def stored(original: Any, *args: Any) -> Any:
        values = original(*args)
        return change(values) if values.dtype.kind == "f" else values

    return Replaced("encode_block.Gatherer.stored", stored)


def _rounded_near_subnormals(values: Any) -> Any:
    near = (abs(values) >= 2.0**-149) & (abs(values) < 2.0**-125)
    return np.where(near, np.where(near, values, 0).astype(np.float32), values)


def _read_header(original: Any, reader: Any) -> Any:
    header = original(reader)
    if reader.remaining < 24 or not header.has_cells:
        return header
    rows, columns = struct.unpack_from("<II", reader.data, reader.position + 16)
    return replace(header, rows=rows, columns=columns)


def _refusing(planned: bool, too_much: Callable[[DaphneObject, Plan], bool]) -> Replaced:
    """An encoder that refuses such objects in such blocks, with any plan or only without one."""

    def check(original: Any, obj: Any, *plan: Any) -> Any:
        found = original(obj, *plan)
        if too_much(obj, *plan or (found,)):
            raise EncodeError("LIMIT", "DAPHNE-LIM-01", "it is more than this encoder writes")
        return found

    return Replaced("plan.check" if planned else _CANONICAL, check)


MUTATIONS = (
    # CAN
    mutation("columns-of-a-frame-in-one-block", "CAN-01",
        "it writes a frame whose columns have one type in one block",
        Edit(_CANONICAL, "obj.kind is DataType.Frame -> obj.kind is DataType.Frame and len(set(obj.types)) > 1")),
    mutation("columns-of-a-frame-from-the-last", "CAN-01",
        "it writes the columns of a frame from the last to the first",
        Edit("encode.encode", "canonical(obj) -> canonical(obj)[::-1 if obj.labels else 1]")),
    mutation("frame-without-rows-in-columns", "CAN-01", "it writes a block for each column of a frame without rows",
        Replaced("encode._write_block", _write_columns)),
    mutation("sparse-dense-matrices-as-csr", "CAN-02", "it writes an object of few non-zero cells in CSR",
        Edit(_CANONICAL, "obj.kind is DataType.CSRMatrix -> obj.kind is DataType.CSRMatrix or "
                         "any(20 * len(part.values) < obj.rows * obj.columns for part in obj.parts)")),
    mutation("full-csr-matrices-as-dense", "CAN-02",
        "it writes a CSRMatrix of several rows without zeros in a dense block",
        Edit(_CANONICAL, "obj.kind is DataType.CSRMatrix -> obj.kind is DataType.CSRMatrix and not "
                         "any(len(part.values) == obj.rows * obj.columns > obj.columns for part in obj.parts)")),
    mutation("frame-without-columns-of-type-double", "CAN-03",
        "it writes the type double for the block of a frame without columns",
        Edit("plan.first_type", "BY_NAME['uint8'] -> BY_NAME['double']")),
    mutation("frame-without-rows-of-the-last-type", "CAN-03",
        "it writes the last column's type for the block of a frame without rows",
        Edit(_CANONICAL, "first_type(obj, 0) -> first_type(obj, max(obj.columns - 1, 0) if obj.labels else 0)")),
    mutation("columns-of-the-first-type", "CAN-03", "it writes all columns of a frame in the type of the first",
        Edit(_CANONICAL, "first_type(obj, cx) -> first_type(obj, 0)")),
    mutation("columns-of-the-type-of-the-ends", "CAN-03",
        "it writes all columns of a frame in the type of the first if the last has it too",
        Edit(_CANONICAL, "first_type(obj, cx) -> "
                         "first_type(obj, cx if obj.type_of(0) != obj.type_of(obj.columns - 1) else 0)")),
    mutation("csr-columns-descend", "CAN-04", "it writes the entries of a row from the last column to the first",
        Edit("encode_block._permutation",
             "block.order == 'asc' -> block.order == 'asc' and block.block != BlockType.csr")),
    mutation("nans-normalised", "CAN-05 VTX-08", "it writes one and the same NaN for all NaNs",
        _floats(lambda values: np.where(np.isnan(values), values.dtype.type(np.nan), values))),
    mutation("minus-zero-normalised", "CAN-05", "it writes 0.0 for -0.0",
        _floats(lambda values: np.where(values == 0, abs(values), values))),
    mutation("subnormals-normalised", "CAN-05", "it writes 0.0 for subnormal numbers",
        _floats(lambda values: np.where(abs(values) < np.finfo(values.dtype).tiny, np.copysign(0, values), values))),
    mutation("doubles-near-subnormal-floats-rounded", "CAN-05",
        "it writes the nearest float for a double whose magnitude is near that of a subnormal float",
        _floats(_rounded_near_subnormals)),
    mutation("infinities-normalised", "CAN-05", "it writes the greatest finite number for an infinity",
        _floats(lambda values: np.where(np.isinf(values), np.sign(values) * np.finfo(values.dtype).max, values))),
    # DEC
    mutation("last-block-unchecked", "DEC-03 PART-03",
        "it does not look whether the fourth block or a later one lies on others",
        Edit("decode._read_block",
             "header.has_cells and tiling.overlaps(rx, cx, rows, columns) -> header.has_cells and "
             "reader.scope < 'block[3].' and tiling.overlaps(rx, cx, rows, columns)")),
    mutation("missing-input-is-zero", "DEC-04", "it takes what is missing at the end of the input for zeros",
        Disabled("truncated")),
    mutation("cut-between-blocks-taken", "DEC-04",
        "it takes an input that ends where a block should begin for a whole one",
        Disabled("body.incomplete"), Disabled("body.empty"), Disabled("body.empty.too-large")),
    mutation("labels-room-rechecked", "DEC-04",
        "it reports a label that is cut where an earlier one stands, from which on there is no room for all",
        Edit("decode._read_header", "_read_label(reader, seen) -> "
             "(reader.need(2 * (columns - column), 'length'), _read_label(reader, seen))[1]")),
    mutation("dimensions-of-the-first-block", "DEC-05 HDR-04 HDR-05",
        "it takes the dimensions of the first block for the object's",
        Replaced("decode._read_header", _read_header)),
    # LIM
    mutation("cells-below-2-to-the-20", "LIM-02", "it refuses 2^20 cells",
        Edit(_OBJECT, "_read_body(reader, header) -> _read_body(reader, header) "
                      "if header.rows * header.columns != 2 ** 20 else "
                      "reader.refuse('body.trailing', 2, 'fewer cells', '2^20')")),
    *(
        mutation(
            f"{what}-not-written{'' if planned else '-canonically'}", "LIM-02",
            f"its encoder refuses {floor}" + ("" if planned else " without a plan"), _refusing(planned, too_much),
        )
        for what, floor, too_much in (
            ("2-to-the-20-cells", "2^20 cells", lambda obj, plan: obj.rows * obj.columns >= 2**20),
            ("2-to-the-20-rows", "2^20 rows", lambda obj, plan: obj.rows >= 2**20),
            ("2-to-the-12-columns", "2^12 columns", lambda obj, plan: obj.columns >= 2**12),
            ("2-to-the-12-blocks", "2^12 blocks", lambda obj, plan: len(plan) >= 2**12),
        )
        for planned in (True, False)
    ),
    mutation("huge-object-cut", "LIM-03", "it delivers the rows of a huge object that fit into 32 bits",
        Edit(_OBJECT, "DaphneObject(header.kind, header.rows, header.columns, header.types, header.labels, parts) -> "
                      "DaphneObject(header.kind, min(header.rows, 2 ** 32 - 2), header.columns, header.types, "
                      "header.labels, parts)")),
    mutation("cells-of-ten-digits", "LIM-03", "it keeps ten digits of a cell's row and column in its reply",
        Edit("notation.value_to_json", "str(row) -> str(row)[:10]"),
        Edit("notation.value_to_json", "str(column) -> str(column)[:10]")),
    mutation("huge-object-by-its-rows", "LIM-03", "it reports a huge object at its columns",
        Edit(_OBJECT,
             "reader.refuse('object.huge', 2, 'fewer than 2^32 cells', f'{header.rows} x {header.columns}') -> "
             "reader.refuse('object.huge', 10, 'fewer than 2^32 cells', f'{header.rows} x {header.columns}')")),
)
