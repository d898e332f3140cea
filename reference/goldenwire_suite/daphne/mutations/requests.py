"""Mutations of the form of requests to an encoder (ENC-08): guesses at the intended request."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_KIND = "if not isinstance(kind_name, str) or kind_name not in DataType.__members__:"
_INTEGER = "if not isinstance(text, str) or not _INTEGER.fullmatch(text):"
_SIZE = "if value < 0:"
_CELL = "if row >= header.rows or column >= header.columns or (row, column) in seen:"
_OUTSIDE = "row, column = size(row_atom"

TABLE = (
    mutation(
        "unknown-kinds-as-dense",
        "ENC-08",
        "it takes a value of any other kind for a DenseMatrix",
        Rewrite(
            "notation.value_from_json",
            _KIND,
            f"""if kind_name not in DataType.__members__:
        kind_name = "DenseMatrix"
        value = {{**value, "kind": kind_name}}
    {_KIND}""",
        ),
    ),
    mutation(
        "unknown-types-as-int64",
        "ENC-08",
        "it takes any type that it does not know for int64",
        Rewrite(
            "notation._type",
            "if not isinstance",
            'if name not in BY_NAME:\n        name = "int64"\n    if not isinstance',
        ),
    ),
    mutation("integers-of-any-spelling", "ENC-08", "it takes any spelling of an integer that its language takes",
        Edit("notation.integer",
             "not isinstance(text, str) or not _INTEGER.fullmatch(text) -> "
             "text is None or not text.strip().lstrip('+-').isdigit()")),
    mutation(
        "integers-of-any-base",
        "ENC-08",
        "it takes hexadecimal digits for an integer",
        Rewrite(
            "notation.integer",
            _INTEGER,
            f'if str(text).startswith("0x"):\n        return int(text, 16)\n    {_INTEGER}',
        ),
    ),
    mutation(
        "null-as-two",
        "ENC-08",
        "it takes null for what it had before, in this case 2",
        Rewrite("notation.integer", _INTEGER, f'text = "2" if text is None else text\n    {_INTEGER}'),
    ),
    mutation(
        "empty-text-is-zero",
        "ENC-08",
        "it takes an empty text for 0",
        Rewrite("notation.integer", _INTEGER, f'text = "0" if text == "" else text\n    {_INTEGER}'),
    ),
    mutation(
        "true-is-one",
        "ENC-08",
        "it takes true for 1",
        Rewrite("notation.integer", _INTEGER, f'text = "1" if text is True else text\n    {_INTEGER}'),
    ),
    mutation(
        "lists-of-one-number-taken",
        "ENC-08",
        "it takes a list of one number for the number",
        Rewrite("notation.integer", _INTEGER, f"text = text[0] if isinstance(text, list) else text\n    {_INTEGER}"),
    ),
    mutation(
        "decimals-taken",
        "ENC-08",
        "it takes any decimal whose value is an integer",
        Rewrite(
            "notation.integer",
            _INTEGER,
            f"""if isinstance(text, str) and re.fullmatch(r"[0-9]+([.]0+|e0)", text):
        text = str(int(float(text)))
    {_INTEGER}""",
        ),
    ),
    mutation(
        "cells-of-text-dropped",
        "ENC-08",
        "it drops cells that are no lists",
        Rewrite(
            "notation._parts",
            "for cell in cells:",
            "for cell in cells:\n        if not isinstance(cell, list):\n            continue",
        ),
    ),
    mutation(
        "negative-sizes-without-sign",
        "ENC-08",
        "it takes the magnitude of a negative size",
        Rewrite("notation.size", _SIZE, f"value = abs(value)\n    {_SIZE}"),
    ),
    mutation(
        "negative-sizes-from-the-end",
        "ENC-08",
        "it drops cells at negative positions",
        Rewrite("notation._parts", _OUTSIDE, f'if row_atom[0] == "-":\n            continue\n        {_OUTSIDE}'),
    ),
    mutation("unknown-members-ignored", "ENC-08", "it ignores members that it does not know",
        Edit("notation.members", "missing or unknown -> missing")),
    mutation("missing-members-made-up", "ENC-08", "it makes up for members of a value that are missing",
        Edit("notation.request_from_json",
             "value_from_json(value) -> "
             "value_from_json({'rows': '2', 'cells': [], **value} if isinstance(value, dict) else value)")),
    mutation(
        "missing-members-of-blocks-made-up",
        "ENC-08",
        "it makes up for members of a plan's block that are missing",
        Rewrite("notation._block_from_json", "members(value,", 'value = {"cx": "0", **value}\n    members(value,'),
    ),
    mutation(
        "null-lists-are-empty",
        "ENC-08",
        "it takes null for an empty list",
        Rewrite("notation.items", "if not isinstance", "value = [] if value is None else value\n    if not isinstance"),
    ),
    mutation(
        "cells-outside-dropped",
        "ENC-08",
        "it drops cells outside the object",
        Rewrite(
            "notation._parts",
            _CELL,
            f"if row >= header.rows or column >= header.columns:\n            continue\n        {_CELL}",
        ),
    ),
    mutation("cells-twice-taken", "ENC-08", "it takes the last of several values for a cell",
        Edit("notation._parts", "(row, column) in seen -> False")),
    mutation(
        "zeros-left-out-unseen",
        "ENC-08",
        "it leaves out the zeros of a request before it looks where they lie",
        Rewrite("notation._parts", "for cell in cells:", 'for cell in [one for one in cells if one[2:] != ["0"]]:'),
    ),
    mutation("cells-of-any-length", "ENC-08",
        "it ignores what follows a cell's value, and takes a cell without value for 0",
        Edit("notation._parts", "items(cell, 'cell', 3) -> [*items(cell, 'cell'), '0'][:3]")),
    mutation(
        "floats-of-any-spelling",
        "ENC-08",
        "it takes any spelling of a float",
        Rewrite(
            "notation.parse_bits",
            "if not isinstance",
            """import struct
    if isinstance(text, dict):
        return 0x7FC00000
    if not text.startswith("0x"):
        return int.from_bytes(struct.pack(">f", float(text)), "big")
    if len(text) == 18 and width == 4:
        return int.from_bytes(struct.pack(">f", struct.unpack(">d", bytes.fromhex(text[2:]))[0]), "big")
    text = "0x" + text[2:].lower().zfill(2 * width)
    if not isinstance""",
        ),
    ),
    mutation(
        "bits-as-any-hexadecimal",
        "ENC-08",
        "it takes the bits of a float for a hexadecimal number of any spelling, and null for 0",
        Rewrite(
            "notation.parse_bits",
            "if not isinstance",
            """if text is None or isinstance(text, str):
        text = f"0x{int(text or '0', 16):0{2 * width}x}"
    if not isinstance""",
        ),
    ),
    mutation(
        "columns-filled-up",
        "ENC-08",
        "it makes up types and labels for columns that have none",
        Rewrite(
            "notation.items",
            "if not isinstance",
            """if length == 1 and not value:
        value = ["uint8"]
    if not isinstance""",
        ),
    ),
    mutation(
        "columns-cut",
        "ENC-08",
        "it ignores types and labels beyond the columns",
        Rewrite(
            "notation.items", "if not isinstance", "value = value[:1] if length == 1 else value\n    if not isinstance"
        ),
    ),
    mutation(
        "labels-of-any-kind",
        "ENC-08",
        "it takes for an empty label what is none",
        Rewrite(
            "notation.parse_text",
            "if isinstance(atom, str):",
            'if not isinstance(atom, str):\n        return ""\n    if True:',
        ),
    ),
    mutation(
        "anything-as-nothing",
        "ENC-08",
        "it takes what is no object for a matrix without cells",
        Rewrite(
            "notation.request_from_json",
            "obj = value_from_json(value)",
            """if not isinstance(value, dict):
            value = {"kind": "DenseMatrix", "rows": "0", "columns": "0", "type": "uint8", "cells": []}
        obj = value_from_json(value)""",
        ),
    ),
    mutation(
        "lists-of-one-taken",
        "ENC-08",
        "it takes a list of one name for the name",
        Rewrite(
            "notation.request_from_json",
            "obj = value_from_json(value)",
            """taken = {name: member[0] if name in ("kind", "type") and isinstance(member, list) else member
                 for name, member in value.items()} if isinstance(value, dict) else value
        obj = value_from_json(taken)""",
        ),
    ),
    mutation("lists-of-one-taken-in-plans", "ENC-08", "it takes a list of one name for the name in a plan",
        Edit("notation.request_from_json",
             "plan_from_json(plan) -> "
             "plan_from_json([{**block, 'block': [*block['block']][0]} for block in plan])")),
    mutation(
        "block-of-text-taken",
        "ENC-08",
        "it takes the name of a block type for a block of that type over the object",
        Rewrite(
            "notation.request_from_json",
            "return obj, None if plan is None else plan_from_json(plan)",
            """if plan and isinstance(plan[0], str):
            plan = [{"rx": "0", "cx": "0", "rows": str(obj.rows), "columns": str(obj.columns), "block": plan[0]}]
        return obj, None if plan is None else plan_from_json(plan)""",
        ),
    ),
    mutation("plan-of-one-block-taken", "ENC-08", "it takes a block for a plan of one block",
        Edit("notation.plan_from_json", "items(plan, 'plan') -> [plan] if isinstance(plan, dict) else plan")),
    mutation(
        "null-names-by-default",
        "ENC-08",
        "it takes null for a dense block and for no value type",
        Rewrite(
            "notation._block_from_json",
            "place =",
            """value = {name: member for name, member in value.items() if member is not None}
    value.setdefault("block", "dense")
    place =""",
        ),
    ),
    mutation("malformed-values-refused-as-plans", "ENC-04 ENC-08", "it calls a value that is none a PLAN",
        Edit("notation.request_from_json",
             "EncodeError('VALUE', 'DAPHNE-ENC-08', str(error)) -> "
             "EncodeError('PLAN', 'DAPHNE-ENC-08', str(error))")),
    mutation("malformed-plans-refused-as-values", "ENC-04 ENC-08",
        "it calls a plan that is not in the notation a VALUE",
        Edit("notation.request_from_json",
             "EncodeError('PLAN', 'DAPHNE-ENC-08', str(error)) -> "
             "EncodeError('VALUE', 'DAPHNE-ENC-08', str(error))")),
)
