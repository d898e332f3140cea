"""Mutations of the form of requests to an encoder (ENC-08): guesses at the intended request."""

import re
import struct
from collections.abc import Callable
from typing import Any

from goldenwire_reference.daphne.tables import BY_NAME, DataType
from goldenwire_suite.daphne.cases.builders import Json, matrix, mutation, whole
from goldenwire_suite.mutations import Edit, Replaced, given

_INTEGER = "notation.integer"
_VALUE = "notation.value_from_json"
_BLOCK = "notation._block_from_json"
_REQUEST = "notation.request_from_json"
_BITS = "notation.parse_bits"


def _instead(function: str, wrong: Any, right: str) -> Replaced:
    """Take what is wrong for what is right."""
    return given(function, lambda given: right if type(given) is type(wrong) and given == wrong else given)


def _dense_if_unknown(value: Json) -> Json:
    is_unknown = isinstance(value, dict) and str(value.get("kind")) not in DataType.__members__
    return {**value, "kind": "DenseMatrix"} if is_unknown else value


def _names_of_lists(value: Json) -> Json:
    if not isinstance(value, dict):
        return value
    lists = {name: value[name][0] for name in ("kind", "type") if isinstance(value.get(name), list)}
    return {**value, **lists}


def _dense_for_null(block: Json) -> Json:
    if not isinstance(block, dict):
        return block
    return {"block": "dense"} | {name: member for name, member in block.items() if member is not None}


def _typeless_for_null(block: Json) -> Json:
    if not isinstance(block, dict) or (block.get("block"), block.get("type", "")) != ("empty", None):
        return block
    return {name: member for name, member in block.items() if name != "type"}


def _block_of_name(original: Callable[..., Any], value: Json, plan: Json) -> Any:
    is_name = isinstance(plan, list) and plan and isinstance(plan[0], str)
    return original(value, whole(value, plan[0]) if is_name else plan)


def _by_magnitude(original: Callable[..., int], atom: Json, what: str, requirement: str) -> int:
    is_far = isinstance(atom, str) and atom.startswith("-") and len(atom) > 20
    return original(atom[1:] if is_far else atom, what, requirement)


def _cells(is_kept: Callable[..., Any]) -> Replaced:
    """Cells are dropped if the object, the row, the column and the value say so."""

    def by(original: Callable[..., Any], header: Any, cells: list[Json]) -> Any:
        return original(header, [cell for cell in cells if not isinstance(cell, list) or is_kept(header, *cell)])

    return Replaced("notation._parts", by)


def _columns(change: Callable[[list[Json], int], list[Json]]) -> Replaced:
    """The lists of types and labels are changed, given the number of columns."""

    def by(original: Callable[..., Any], value: Json, what: str, length: int | None = None) -> Any:
        is_of_columns = isinstance(value, list) and what in ("types", "labels")
        return original(change(value, length or 0) if is_of_columns else value, what, length)

    return Replaced("notation.items", by)


def _is_inside(header: Any, row: str, column: str, *value: Json) -> bool:
    places = (row, header.rows), (column, header.columns)
    return not any(place.isdigit() and int(place) >= end for place, end in places if isinstance(place, str))


def _as_integer(text: Json) -> Json:
    is_decimal = isinstance(text, str) and re.fullmatch(r"[0-9]+([.]0+|e0)", text)
    return str(int(float(text))) if is_decimal else text


def _any_float(original: Callable[..., int], text: Json, width: int) -> int:
    if isinstance(text, dict):
        return original("0x7fc00000", 4)
    if not text.startswith("0x"):
        return int.from_bytes(struct.pack(">f", float(text)))
    if len(text) == 18 and width == 4:
        return int.from_bytes(struct.pack(">f", *struct.unpack(">d", bytes.fromhex(text[2:]))))
    return original("0x" + text[2:].lower().zfill(2 * width), width)


def _any_bits(original: Callable[..., int], text: Json, width: int) -> int:
    is_text = text is None or isinstance(text, str)
    return original(f"0x{int(text or '0', 16):0{2 * width}x}" if is_text else text, width)


def _any_digits(original: Callable[..., int], text: Json, width: int) -> int:
    if isinstance(text, str) and len(text) == 2 + 2 * width and text.startswith("0x"):
        return int(text.removeprefix("0x"), 16)
    return original(text, width)


def _wrapped(original: Callable[..., int], text: Json, *what: str) -> int:
    number = original(text, *what)
    lower = number % 2**64
    return lower if number >= 2**64 and lower > number // 10 else number


MUTATIONS = (
    mutation("unknown-kinds-as-dense", "ENC-08", "it takes a value of any other kind for a DenseMatrix",
        given(_VALUE, _dense_if_unknown)),
    mutation("unknown-types-as-int64", "ENC-08", "it takes any type that it does not know for int64",
        given("notation._type", lambda name: name if str(name) in BY_NAME else "int64")),
    mutation("type-names-of-other-formats", "ENC-08", "it takes float32 and float64 for float and double",
        given("notation._type", lambda name: {"float32": "float", "float64": "double"}.get(str(name), name))),
    mutation("integers-of-any-spelling", "ENC-08", "it takes any spelling of an integer that its language takes",
        Edit("notation.integer", "not isinstance(text, str) or not _INTEGER.fullmatch(text) -> "
             "text is None or not text.strip().lstrip('+-').isdigit()")),
    mutation("integers-of-any-base", "ENC-08", "it takes hexadecimal digits for an integer",
        given(_INTEGER, lambda text: str(int(text, 16)) if str(text).startswith("0x") else text)),
    mutation("integers-wrap-in-64-bits", "ENC-02",
        "it takes the lowest 64 bits of an integer if they are more than it is without its last digit",
        Replaced(_INTEGER, _wrapped)),
    mutation("null-as-two", "ENC-08", "it takes null for what it had before, in this case 2",
        _instead(_INTEGER, None, "2")),
    mutation("empty-text-is-zero", "ENC-08", "it takes an empty text for 0",
        _instead(_INTEGER, "", "0")),
    mutation("true-is-one", "ENC-08", "it takes true for 1",
        _instead(_INTEGER, True, "1")),
    mutation("json-numbers-taken", "ENC-08", "it takes a JSON number for an integer",
        given(_INTEGER, lambda text: str(text) if type(text) is int else text)),
    mutation("lists-of-one-number-taken", "ENC-08", "it takes a list of one number for the number",
        given(_INTEGER, lambda text: text[0] if isinstance(text, list) and len(text) == 1 else text)),
    mutation("decimals-taken", "ENC-08", "it takes any decimal whose value is an integer",
        given(_INTEGER, _as_integer)),
    mutation("cells-of-text-dropped", "ENC-08", "it drops cells that are no lists",
        Replaced("notation._parts", lambda original, header, cells:
                 original(header, [cell for cell in cells if isinstance(cell, list)]))),
    mutation("negative-sizes-without-sign", "ENC-08", "it takes the magnitude of a negative size",
        given("notation.size", lambda text: text.removeprefix("-") if isinstance(text, str) else text)),
    mutation("negative-sizes-by-their-magnitude", "ENC-08",
        "it compares a size with the limit before it looks at the sign",
        Replaced("notation._dimension", _by_magnitude)),
    mutation("negative-sizes-from-the-end", "ENC-08", "it drops cells in negative rows",
        _cells(lambda header, row, *others: not str(row).startswith("-"))),
    mutation("unknown-members-ignored", "ENC-08", "it ignores members that it does not know",
        Edit("notation.members", "missing or unknown -> missing")),
    mutation("members-of-any-case", "ENC-08", "it takes the names of a value's members in capital letters, too",
        given(_VALUE, lambda value: {name.lower(): member for name, member in value.items()}
              if isinstance(value, dict) else value)),
    mutation("missing-members-made-up", "ENC-08", "it makes up for members of a value that are missing",
        Edit(_REQUEST, "value_from_json(value) -> "
             "value_from_json({'rows': '2', 'cells': [], **value} if isinstance(value, dict) else value)")),
    mutation("missing-members-of-blocks-made-up", "ENC-08",
        "it makes up for members of a plan's block that are missing",
        given(_BLOCK, lambda block: {"cx": "0", **block} if isinstance(block, dict) else block)),
    mutation("null-lists-are-empty", "ENC-08", "it takes null for an empty list",
        given("notation.items", lambda value: [] if value is None else value)),
    mutation("cells-outside-dropped", "ENC-08", "it drops cells outside the object",
        _cells(_is_inside)),
    mutation("cells-twice-taken", "ENC-08", "it takes the last of several values for a cell",
        Edit("notation._parts", "(row, column) in seen -> False")),
    mutation("zeros-left-out-unseen", "ENC-08",
        "it leaves out the zeros of a request before it looks where they lie",
        _cells(lambda header, row, column, *value: value != ("0",))),
    mutation("cells-of-any-length", "ENC-08",
        "it ignores what follows a cell's value, and takes a cell without value for 0",
        Edit("notation._parts", "items(cell, 'cell', 3) -> [*items(cell, 'cell'), '0'][:3]")),
    mutation("floats-of-any-spelling", "ENC-08", "it takes any spelling of a float",
        Replaced(_BITS, _any_float)),
    mutation("bits-as-any-hexadecimal", "ENC-08",
        "it takes the bits of a float for a hexadecimal number of any spelling, and null for 0",
        Replaced(_BITS, _any_bits)),
    mutation("bits-after-their-prefix-as-any", "ENC-08",
        "it takes what follows the 0x of a float's bits as its language takes hexadecimal numbers",
        Replaced(_BITS, _any_digits)),
    mutation("columns-filled-up", "ENC-08", "it makes up types and labels for columns that have none",
        _columns(lambda listed, columns: listed + ["uint8"] * (columns - len(listed)))),
    mutation("columns-cut", "ENC-08", "it ignores types and labels beyond the columns",
        _columns(lambda listed, columns: listed[:columns])),
    mutation("labels-of-any-kind", "ENC-08 LBL-04", "it takes for an empty label what is none",
        given("notation.parse_text", lambda atom: atom if isinstance(atom, str) else "")),
    mutation("anything-as-nothing", "ENC-08", "it takes what is no object for a matrix without cells",
        given(_VALUE, lambda value: value if isinstance(value, dict) else matrix("DenseMatrix", 0, 0, "uint8", {}))),
    mutation("lists-of-one-taken", "ENC-08", "it takes a list of one name for the name",
        given(_VALUE, _names_of_lists)),
    mutation("lists-of-one-taken-in-plans", "ENC-08", "it takes a list of one name for the name in a plan",
        Edit(_REQUEST, "plan_from_json(plan) -> "
             "plan_from_json([{**block, 'block': [*block['block']][0]} for block in plan])")),
    mutation("block-of-text-taken", "ENC-08",
        "it takes the name of a block type for a block of that type over the object",
        Replaced(_REQUEST, _block_of_name)),
    mutation("plan-of-one-block-taken", "ENC-08", "it takes a block for a plan of one block",
        Edit("notation.plan_from_json", "items(plan, 'plan') -> [plan] if isinstance(plan, dict) else plan")),
    mutation("null-names-by-default", "ENC-08", "it takes null for a dense block and for no value type",
        given(_BLOCK, _dense_for_null)),
    mutation("null-types-of-empty-blocks", "ENC-05", "it takes null for no value type where a block is empty",
        given(_BLOCK, _typeless_for_null)),
    mutation("malformed-values-refused-as-plans", "ENC-04 ENC-08", "it calls a value that is none a PLAN",
        Edit(_REQUEST, "'VALUE' -> 'PLAN'")),
    mutation("malformed-plans-refused-as-values", "ENC-04 ENC-08",
        "it calls a plan that is not in the notation a VALUE",
        Edit(_REQUEST, "'PLAN' -> 'VALUE'")),
)
