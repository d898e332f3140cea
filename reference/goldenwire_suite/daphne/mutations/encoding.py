"""Mutations of the duties of encoders (ENC)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.daphne.convert import convert
from goldenwire_reference.daphne.encode_block import cells_inside
from goldenwire_reference.daphne.notation import plan_from_json
from goldenwire_reference.daphne.plan import BlockPlan, Plan
from goldenwire_reference.daphne.tables import MAX_UINT64, BlockType
from goldenwire_reference.errors import EncodeError, NotationError
from goldenwire_suite.daphne.cases.builders import Json, mutation
from goldenwire_suite.mutations import Edit, Replaced, given

_ATOM = "notation._pattern"
_ORDER = "encode_block._permutation"
_ORDER_NAMED = "notation._order_from_json"
_LABEL = "encode._write_label"
_REQUEST = "notation.request_from_json"


def _coded(function: str, requirement: str, code: str) -> Replaced:
    """The function's refusals by that requirement have another code."""

    def by(original: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return original(*arguments)
        except EncodeError as error:
            error.code = code if error.requirement == f"DAPHNE-{requirement}" else error.code
            raise

    return Replaced(function, by)


def _at(function: str, offset: Callable[..., int]) -> Replaced:
    """The function's refusals have an offset, computed from its arguments."""

    def by(original: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return original(*arguments)
        except (EncodeError, NotationError) as error:
            vars(error)["offset"] = offset(*arguments)
            raise

    return Replaced(function, by)


def _without_the_least(original: Callable[..., Any], gatherer: Any, part: Any, block: BlockPlan) -> Any:
    rows, columns, values = cells_inside(part, block)
    source = gatherer.obj.type_of(part.column)
    _, inexact = convert(values, source, block.type or source)
    is_kept = np.ones(values.shape, bool)
    if source.is_float and inexact is not None:
        is_kept = ~inexact | ~(abs(values) < 2.0**-149)
    return rows[is_kept], columns[is_kept], gatherer.stored(part, values[is_kept], block)


def _plan_errors_as_values(original: Callable[..., Plan], plan: Any) -> Plan:
    try:
        return original(plan)
    except EncodeError as error:
        raise EncodeError("VALUE", error.requirement, error.message) from None


def _plan_first(original: Callable[..., Any], value: Any, plan: Any) -> Any:
    for block in plan_from_json(plan or []):
        if max(block.rx, block.cx, block.rows, block.columns) > MAX_UINT64:
            raise EncodeError("PLAN", "DAPHNE-ENC-08", "a number of more than 64 bits")
    return original(value, plan)


def _zeros_empty(original: Callable[..., Plan], obj: Any) -> Plan:
    empty = obj.has_cells and not obj.parts
    return tuple(replace(block, block=BlockType.empty, type=None) if empty else block for block in original(obj))


def _ranks_mended(original: Callable[..., Any], block: BlockPlan, rows: Any, columns: Any) -> Any:
    every = range(len(rows))
    if not isinstance(block.order, str):
        block = replace(block, order=tuple(dict.fromkeys([*(rank for rank in block.order if rank in every), *every])))
    return original(block, rows, columns)


def _order_kept(plan: Json) -> Json:
    kept: Json = None
    blocks = []
    for block in plan if isinstance(plan, list) else []:
        is_sorted = isinstance(block, dict) and block.get("block") in {"csr", "coo"}
        kept = block.get("order", kept) if is_sorted else kept
        blocks.append({**block, "order": kept} if is_sorted and kept is not None else block)
    return blocks if isinstance(plan, list) else plan


def _follows(one: BlockPlan, other: BlockPlan) -> bool:
    """Return whether both blocks have ranks and make one block: the other one lies below or beside the one."""
    if isinstance(one.order, str) or isinstance(other.order, str) or one.block is not other.block:
        return False
    below = one.rx + one.rows, one.cx, one.columns
    beside = one.rx, one.cx + one.columns, one.rows
    return below == (other.rx, other.cx, other.columns) or beside == (other.rx, other.cx, other.rows)


def _joined(original: Callable[..., bytes], obj: Any, plan: Plan | None = None) -> bytes:
    joined: list[BlockPlan] = []
    for block in plan or ():
        if joined and _follows(joined[-1], block):
            one = joined[-1]
            rows, columns = block.rx + block.rows - one.rx, block.cx + block.columns - one.cx
            joined[-1] = replace(one, rows=rows, columns=columns, order=(*one.order, *block.order))
        else:
            joined.append(block)
    return original(obj, tuple(joined) if plan else plan)


def _in_the_block_before(original: Callable[..., bytes], obj: Any, plan: Plan | None = None) -> bytes:
    if plan is None or len(plan) > 64 or len(obj.parts) != 1:
        return original(obj, plan)
    (part,) = obj.parts
    hint: Any = None
    kept = []
    for row, column in zip(part.at_rows.tolist(), part.at_columns.tolist(), strict=True):
        begun = [block for block in plan if block.rx <= row and block.cx <= column < block.cx + block.columns]
        own = [block for block in begun if row < block.rx + block.rows]
        is_found = hint in begun and not any(hint.cx == block.cx and hint.rx < block.rx for block in begun)
        hint = hint if is_found else next(iter(own), None)
        kept.append(hint in own)
    mask = np.array(kept, bool)
    lists = {name: getattr(part, name)[mask] for name in ("at_rows", "at_columns", "values")}
    return original(replace(obj, parts=(replace(part, **lists),)), plan)


def _any_order(original: Callable[..., Any], order: Any, block: BlockType) -> Any:
    try:
        return original(order, block)
    except EncodeError:
        return "asc"


MUTATIONS = (
    # ENC
    mutation("cell-wraps-around", "ENC-02",
        "it writes the lower bits of a cell's integer that is out of its type's range",
        Edit(_ATOM, "not limits.min <= value <= limits.max -> False")),
    mutation("values-that-do-not-fit-written", "ENC-02 VTX-02 VTX-09",
        "it writes what is left of a value in its block's type",
        Edit("encode_block.Gatherer.stored", "inexact is not None and inexact.any() -> False")),
    mutation("entries-next-to-zero-dropped", "ENC-02 VTX-02 VTX-09",
        "it writes no entry for -0.0 and for the least doubles where the type of a sparse block does not have them",
        Replaced("encode_block.Gatherer._stored_cells", _without_the_least)),
    mutation("dense-zeros-as-empty-block", "ENC-03 CAN-02", "it writes an empty block for a matrix of zeros",
        Replaced("plan.canonical", _zeros_empty)),
    mutation("labels-refused-as-values", "ENC-04", "it calls a label that cannot be written a VALUE",
        _coded(_LABEL, "LBL-04", "VALUE")),
    mutation("long-labels-beyond-a-limit", "ENC-04", "it calls a label that is too long a LIMIT",
        _coded(_LABEL, "LBL-03", "LIMIT")),
    mutation("plans-refused-as-values", "ENC-04", "it calls a plan that is no partition a VALUE",
        Edit("plan._refusal", "'PLAN' -> 'VALUE'")),
    mutation("orders-refused-as-values", "ENC-04", "it calls ranks that are no permutation a VALUE",
        _coded(_ORDER, "ENC-05", "VALUE")),
    mutation("orders-across-rows-refused-as-values", "ENC-04", "it calls ranks that leave their row a VALUE",
        Edit("encode_block._write_csr", "'PLAN' -> 'VALUE'")),
    mutation("unknown-orders-refused-as-values", "ENC-04",
        "it calls an order that a block type does not have a VALUE",
        _coded(_ORDER_NAMED, "ENC-05", "VALUE")),
    mutation("names-refused-as-values", "ENC-04", "it calls unknown names in a plan a VALUE",
        Replaced("notation.plan_from_json", _plan_errors_as_values)),
    mutation("inexact-values-refused-as-plans", "ENC-04", "it calls a value that does not fit its block a PLAN",
        Edit("encode_block._lossy", "'VALUE' -> 'PLAN'")),
    mutation("cells-out-of-range-beyond-a-limit", "ENC-04", "it calls a cell out of its type's range a LIMIT",
        _coded(_ATOM, "ENC-02", "LIMIT")),
    mutation("empty-blocks-over-values-refused-as-plans", "ENC-04", "it calls an empty block over a value a PLAN",
        Edit("encode_block._write_empty", "'VALUE' -> 'PLAN'")),
    mutation("dimensions-refused-as-values", "ENC-04", "it calls a dimension that the header cannot say a VALUE",
        Edit("notation._dimension", "'LIMIT' -> 'VALUE'")),
    mutation("plan-numbers-of-64-bits-first", "ENC-04",
        "it reads the plan before the value, and calls a number of it that 64 bits do not hold a PLAN",
        Replaced(_REQUEST, _plan_first)),
    mutation("large-blocks-refused-as-plans", "ENC-04", "it calls dimensions that a block cannot have a PLAN",
        _coded("plan.check", "PART-12", "PLAN")),
    mutation("large-empty-objects-refused-as-plans", "ENC-04",
        "it calls an object without cells that no block can hold a PLAN",
        _coded("plan.check", "PART-14", "PLAN")),
    mutation("labels-refused-at-what-is-written", "ENC-10",
        "it names as the offset of a label that it cannot write how many bytes it has written so far",
        _at(_LABEL, lambda writer, number, label: writer.size)),
    mutation("plans-refused-at-0", "ENC-10",
        "it names 0 as the offset of an object or a plan that it cannot carry out",
        _at("plan.check", lambda obj, plan: 0)),
    mutation("values-refused-at-their-block", "ENC-10",
        "it names as the offset of a value that does not fit where the values of its block would begin",
        _at("encode._write_block", lambda writer, gatherer, block: writer.size)),
    mutation("requests-refused-at-their-end", "ENC-10",
        "it names the length of its text as the offset of a request that is not in the notation, or out of range",
        _at(_REQUEST, lambda value, plan: len(str((value, plan))))),
    mutation("cells-taken-for-sorted", "ENC-09", "it writes the entries of a CSR block in the order of the request",
        Edit("encode_block.Gatherer.triples", "(keys[1:] > keys[:-1]).all() -> True")),
    mutation("ranks-may-cross-rows", "CSR-02",
        "it writes entries of a CSR block in the rows that their ranks put them in",
        Edit("encode_block._write_csr", "(rows[order] != rows).any() -> False")),
    mutation("ranks-not-counted", "ENC-05", "it takes any ranks that there are entries for",
        Replaced(_ORDER, _ranks_mended)),
    mutation("ranks-judged-by-their-sum", "ENC-05",
        "it takes as many ranks as there are entries for a permutation if their sum is right",
        Edit(_ORDER, "sorted(block.order) != list(range(len(rows))) -> "
                     "len(block.order) != len(rows) or sum(block.order) != sum(range(len(rows)))")),
    mutation("orders-kept-from-the-block-before", "ENC-06",
        "it takes for a block that names no order that of the block before",
        given("notation.plan_from_json", _order_kept)),
    mutation("blocks-with-ranks-joined", "ENC-06",
        "it joins blocks of one kind that lie side by side or one below the other, and their ranks as they are",
        Replaced("encode.encode", _joined)),
    mutation("few-entries-taken-for-one-in-a-row", "ENC-06",
        "it takes a CSR block with no more entries than rows to have one entry a row, and leaves their order as it is",
        Edit(_ORDER, "block.order == 'asc' -> "
                     "block.order == 'asc' or (block.block is BlockType.csr and len(rows) <= block.rows)")),
    mutation("cells-below-a-block-lost", "ENC-06",
        "it looks for a cell in the block of the cell before, whatever its row, until another one begins in the first "
        "column of that block, and loses a cell that lies below it",
        Replaced("encode.encode", _in_the_block_before)),
    mutation("no-ranks-refused", "ENC-05", "it refuses a list of no ranks, even where there are no entries",
        Edit(_ORDER_NAMED, "isinstance(order, list) -> order and isinstance(order, list)")),
    mutation("orders-of-unsorted-blocks-ignored", "ENC-05", "it ignores any order of a dense or an empty block",
        Replaced(_ORDER_NAMED, lambda original, order, block: original(order, block) if block > 1 else "asc")),
    *(
        mutation(f"ranks-of-{bits}-bits", "ENC-05", f"it keeps a rank in {bits} bits",
            Edit(_ORDER_NAMED, f"size(rank, 'rank in an order') -> size(rank, 'rank in an order') % 2 ** {bits}"))
        for bits in (32, 64)
    ),
    mutation("orders-that-do-not-apply-ignored", "ENC-05", "it ignores an order that the block type does not have",
        Replaced(_ORDER_NAMED, _any_order)),
    mutation("type-of-empty-blocks-ignored", "ENC-05", "it ignores the value type of an empty block",
        Edit("notation._block_from_json", "block is BlockType.empty -> False")),
    mutation("value-types-of-the-plan-ignored", "ENC-06",
        "it writes the object's value type whatever the plan says",
        Edit("plan.normalised", "block.block is BlockType.empty or block.type -> block.block is BlockType.empty")),
    mutation("plan-ignored", "ENC-06", "it writes the canonical encoding whatever the plan says",
        Edit("encode.encode", "canonical(obj) if plan is None else plan -> canonical(obj)")),
    mutation("omitted-type-is-that-of-the-first-column", "ENC-06",
        "it takes the first column's type where a plan names no value type",
        Edit("plan.normalised", "block.cx -> 0")),
    mutation("omitted-type-is-double", "ENC-06", "it takes double where a plan names no value type",
        Edit("plan.normalised", "first_type(obj, block.cx) -> BY_NAME['double']")),
    mutation("omitted-type-is-the-narrowest", "ENC-06", "it takes uint8 where a plan names no value type",
        Edit("plan.normalised", "first_type(obj, block.cx) -> BY_NAME['uint8']")),
)
