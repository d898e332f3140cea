"""(object, plan) -> bytes. The mirror image of decode.py."""

from goldenwire_reference.daphne.encode_block import WRITERS, Gatherer, check_size
from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.daphne.plan import BlockPlan, Plan, canonical, check, normalised
from goldenwire_reference.daphne.tables import MAX_UINT16, VERSION, BlockType, DataType
from goldenwire_reference.errors import EncodeError
from goldenwire_reference.writer import Writer


def encode(obj: DaphneObject, plan: Plan | None = None) -> bytes:
    """Return the bytes of `obj` as `plan` lays them out; without a plan, the canonical encoding (DAPHNE-ENC-03, -06).

    Raises EncodeError: LABEL, VALUE, LIMIT or PLAN (DAPHNE-ENC-04).
    """
    blocks = normalised(canonical(obj) if plan is None else plan, obj)
    check(obj, blocks)
    check_size(blocks, obj.parts)
    writer = Writer()
    _write_header(writer, obj)
    gatherer = Gatherer(obj)
    for block in blocks:
        _write_block(writer, gatherer, block)
    return writer.bytes()


def _write_header(writer: Writer, obj: DaphneObject) -> None:
    writer.uint(VERSION, 1)
    writer.uint(obj.kind, 1)
    writer.uint(obj.rows, 8)
    writer.uint(obj.columns, 8)
    writer.put(bytes(value_type.code for value_type in obj.types))
    if obj.kind is DataType.Frame:
        for number, label in enumerate(obj.labels):
            _write_label(writer, number, label)


def _write_label(writer: Writer, number: int, label: str | bytes) -> None:
    try:
        octets = label.encode("utf-8") if isinstance(label, str) else label
        octets.decode("utf-8")
    except UnicodeError as error:
        raise EncodeError("LABEL", "DAPHNE-LBL-04", f"label {number} is not well-formed UTF-8: {error}") from None
    if len(octets) > MAX_UINT16:
        sentence = f"label {number} has {len(octets)} bytes; a label has at most {MAX_UINT16}"
        raise EncodeError("LABEL", "DAPHNE-LBL-03", sentence)
    writer.uint(len(octets), 2)
    writer.put(octets)


def _write_block(writer: Writer, gatherer: Gatherer, block: BlockPlan) -> None:
    writer.uint(block.rx, 8)
    writer.uint(block.cx, 8)
    writer.uint(block.rows, 4)
    writer.uint(block.columns, 4)
    writer.uint(block.block, 1)
    if block.type is not None and block.block is not BlockType.empty:
        writer.uint(block.type.code, 1)
    WRITERS[block.block](writer, gatherer, block)
