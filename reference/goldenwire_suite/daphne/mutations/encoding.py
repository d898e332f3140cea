"""Mutations of the duties of encoders (ENC)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_CANONICAL = "plan.canonical"
_BLOCK = "block = BlockType.csr if obj.kind is DataType.CSRMatrix else BlockType.dense"
_ENCODE = "encode.encode"
_ATOM = "notation._pattern"
_ORDER = "encode_block._permutation"
_LABEL = "encode._write_label"


def _with_offset(function: str, call: str, offset: str, indent: int) -> Rewrite:
    """A change that adds an offset to the refusals of a call."""
    told = f"""try:
    {call}
except EncodeError as error:
    error.offset = {offset}
    raise"""
    return Rewrite(function, call, told.replace("\n", "\n" + " " * indent))


TABLE = (
    # ENC
    mutation("cell-wraps-around", "ENC-02",
        "it writes the lower bits of a cell's integer that is out of its type's range",
        Edit(_ATOM, "not limits.min <= value <= limits.max -> False")),
    mutation("values-that-do-not-fit-written", "ENC-02 VTX-02 VTX-09",
        "it writes what is left of a value in its block's type",
        Edit("encode_block.Gatherer.stored", "inexact is not None and inexact.any() -> False")),
    mutation(
        "dense-zeros-as-empty-block",
        "ENC-03 CAN-02",
        "it writes an empty block for a matrix of zeros",
        Rewrite(
            _CANONICAL, _BLOCK, f"{_BLOCK}\n    block = block if obj.parts or not obj.has_cells else BlockType.empty"
        ),
    ),
    mutation("labels-refused-as-values", "ENC-04", "it calls a label that cannot be written a VALUE",
        Edit(_LABEL,
             "EncodeError('LABEL', 'DAPHNE-LBL-04', f'label {number} is not well-formed UTF-8: {error}') -> "
             "EncodeError('VALUE', 'DAPHNE-LBL-04', f'label {number} is not well-formed UTF-8: {error}')")),
    mutation("long-labels-beyond-a-limit", "ENC-04", "it calls a label that is too long a LIMIT",
        Edit(_LABEL,
             "EncodeError('LABEL', 'DAPHNE-LBL-03', sentence) -> "
             "EncodeError('LIMIT', 'DAPHNE-LBL-03', sentence)")),
    mutation("plans-refused-as-values", "ENC-04", "it calls a plan that is no partition a VALUE",
        Edit("plan._refusal",
             "EncodeError('PLAN', requirement, sentence) -> "
             "EncodeError('VALUE', requirement, sentence)")),
    mutation("orders-refused-as-values", "ENC-04", "it calls ranks that are no permutation a VALUE",
        Edit(_ORDER,
             "EncodeError('PLAN', 'DAPHNE-ENC-05', f'the order is no permutation of the {len(rows)} entries') -> "
             "EncodeError('VALUE', 'DAPHNE-ENC-05', f'the order is no permutation of the {len(rows)} entries')")),
    mutation("orders-across-rows-refused-as-values", "ENC-04", "it calls ranks that leave their row a VALUE",
        Edit("encode_block._write_csr",
             "EncodeError('PLAN', 'DAPHNE-CSR-02', 'the order moves an entry to another row') -> "
             "EncodeError('VALUE', 'DAPHNE-CSR-02', 'the order moves an entry to another row')")),
    mutation("unknown-orders-refused-as-values", "ENC-04",
        "it calls an order that a block type does not have a VALUE",
        Edit("notation._order_from_json",
             "EncodeError('PLAN', 'DAPHNE-ENC-05', f'a {block.name} block has no order {order!r}') -> "
             "EncodeError('VALUE', 'DAPHNE-ENC-05', f'a {block.name} block has no order {order!r}')")),
    mutation(
        "names-refused-as-values",
        "ENC-04",
        "it calls unknown names in a plan a VALUE",
        Rewrite(
            "notation.request_from_json",
            "return obj, None if plan is None else plan_from_json(plan)",
            """if plan is None:
            return obj, None
        try:
            return obj, plan_from_json(plan)
        except EncodeError as error:
            raise EncodeError("VALUE", error.requirement, error.message) from None""",
        ),
    ),
    mutation("inexact-values-refused-as-plans", "ENC-04", "it calls a value that does not fit its block a PLAN",
        Edit("encode_block._lossy",
             "EncodeError('VALUE', requirement, f'{number} has no exact equal in {target.name}') -> "
             "EncodeError('PLAN', requirement, f'{number} has no exact equal in {target.name}')")),
    mutation("cells-out-of-range-beyond-a-limit", "ENC-04", "it calls a cell out of its type's range a LIMIT",
        Edit(_ATOM,
             "EncodeError('VALUE', 'DAPHNE-ENC-02', f'{value} is not a value of {value_type.name}') -> "
             "EncodeError('LIMIT', 'DAPHNE-ENC-02', f'{value} is not a value of {value_type.name}')")),
    mutation("empty-blocks-over-values-refused-as-plans", "ENC-04", "it calls an empty block over a value a PLAN",
        Edit("encode_block._write_empty",
             "EncodeError('VALUE', 'DAPHNE-EMP-03', 'an empty block over a cell whose bits are not zero') -> "
             "EncodeError('PLAN', 'DAPHNE-EMP-03', 'an empty block over a cell whose bits are not zero')")),
    mutation("dimensions-refused-as-values", "ENC-04", "it calls a dimension that the header cannot say a VALUE",
        Edit("notation._dimension",
             "EncodeError('LIMIT', requirement, f'{what}: {value} is over 2^64-1') -> "
             "EncodeError('VALUE', requirement, f'{what}: {value} is over 2^64-1')")),
    mutation("large-blocks-refused-as-plans", "ENC-04", "it calls dimensions that a block cannot have a PLAN",
        Edit("plan.check",
             "EncodeError('LIMIT', 'DAPHNE-PART-12', what) -> "
             "EncodeError('PLAN', 'DAPHNE-PART-12', what)")),
    mutation("large-empty-objects-refused-as-plans", "ENC-04",
        "it calls an object without cells that no block can hold a PLAN",
        Edit("plan.check",
             "EncodeError('LIMIT', 'DAPHNE-PART-14', f'no block has the {obj.rows} x {obj.columns} of "
             "this object') -> "
             "EncodeError('PLAN', 'DAPHNE-PART-14', f'no block has the {obj.rows} x {obj.columns} of this "
             "object')")),
    mutation(
        "labels-refused-at-what-is-written",
        "ENC-10",
        "it names as the offset of a label that it cannot write how many bytes it has written so far",
        _with_offset("encode._write_header", "_write_label(writer, number, label)", "writer.size", 12),
    ),
    mutation(
        "plans-refused-at-0",
        "ENC-10",
        "it names 0 as the offset of an object or a plan that it cannot carry out",
        _with_offset(_ENCODE, "check(obj, blocks)", "0", 4),
    ),
    mutation(
        "values-refused-at-their-block",
        "ENC-10",
        "it names as the offset of a value that does not fit where the values of its block would begin",
        _with_offset(_ENCODE, "_write_block(writer, gatherer, block)", "writer.size", 8),
    ),
    mutation(
        "requests-refused-at-their-end",
        "ENC-10",
        "it names the length of its text as the offset of a request that is not in the notation, or out of range",
        _with_offset("notation.request_from_json", "obj = value_from_json(value)", "len(str(value))", 8),
        *(
            Rewrite(
                "notation.request_from_json",
                f'raise EncodeError("{code}", "DAPHNE-ENC-08", str(error)) from None',
                f"""refusal = EncodeError("{code}", "DAPHNE-ENC-08", str(error))
        refusal.offset = len(str({what}))
        raise refusal from None""",
            )
            for code, what in (("VALUE", "value"), ("PLAN", "plan"))
        ),
    ),
    mutation("cells-taken-for-sorted", "ENC-09", "it writes the entries of a CSR block in the order of the request",
        Edit("encode_block.Gatherer.triples", "(keys[1:] > keys[:-1]).all() -> True")),
    mutation("ranks-may-cross-rows", "CSR-02",
        "it writes entries of a CSR block in the rows that their ranks put them in",
        Edit("encode_block._write_csr", "(rows[order] != rows).any() -> False")),
    mutation(
        "ranks-not-counted",
        "ENC-05",
        "it takes any ranks that there are entries for",
        Rewrite(
            _ORDER,
            "if sorted(block.order) != list(range(len(rows))):",
            """known = dict.fromkeys([*(rank for rank in block.order if rank < len(rows)), *range(len(rows))])
        return np.array(list(known), "<i8")
        if False:""",
        ),
    ),
    mutation("no-ranks-refused", "ENC-05", "it refuses a list of no ranks, even where there are no entries",
        Edit("notation._order_from_json",
             "isinstance(order, list) and block in _ORDERS -> "
             "isinstance(order, list) and order and (block in _ORDERS)")),
    mutation(
        "orders-of-unsorted-blocks-ignored",
        "ENC-05",
        "it ignores any order of a dense or an empty block",
        Rewrite(
            "notation._order_from_json",
            "if isinstance(order, list)",
            'if block in (BlockType.dense, BlockType.empty):\n        return "asc"\n    if isinstance(order, list)',
        ),
    ),
    *(
        mutation(
            f"ranks-of-{bits}-bits",
            "ENC-05",
            f"it keeps a rank in {bits} bits",
            Rewrite("notation._order_from_json", 'size(rank, "rank in an order")', f'size(rank, "rank") % 2**{bits}'),
        )
        for bits in (32, 64)
    ),
    mutation(
        "orders-that-do-not-apply-ignored",
        "ENC-05",
        "it ignores an order that the block type does not have",
        Rewrite(
            "notation._order_from_json",
            "if not isinstance(order, str) or order not in _ORDERS.get(block, ()):",
            'if order not in _ORDERS.get(block, ()):\n        return "asc"\n    if False:',
        ),
    ),
    mutation("type-of-empty-blocks-ignored", "ENC-05", "it ignores the value type of an empty block",
        Edit("notation._block_from_json", "block is BlockType.empty -> False")),
    mutation("value-types-of-the-plan-ignored", "ENC-06",
        "it writes the object's value type whatever the plan says",
        Edit("plan.normalised", "block.block is BlockType.empty or block.type -> block.block is BlockType.empty")),
    mutation("plan-ignored", "ENC-06", "it writes the canonical encoding whatever the plan says",
        Edit(_ENCODE, "canonical(obj) if plan is None else plan -> canonical(obj)")),
    mutation("omitted-type-is-that-of-the-first-column", "ENC-06",
        "it takes the first column's type where a plan names no value type",
        Edit("plan.normalised", "block.cx -> 0")),
    mutation("omitted-type-is-double", "ENC-06", "it takes double where a plan names no value type",
        Edit("plan.normalised", "first_type(obj, block.cx) -> BY_NAME['double']")),
    mutation("omitted-type-is-the-narrowest", "ENC-06", "it takes uint8 where a plan names no value type",
        Edit("plan.normalised", "first_type(obj, block.cx) -> BY_NAME['uint8']")),
)
