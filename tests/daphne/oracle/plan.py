"""Plans, without the reference: the plan of given bytes, the canonical plan, and plans that an encoder must refuse."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from daphne.oracle.codec import first_overlap
from daphne.oracle.request import TYPES, is_beyond_the_header, is_plan, is_value
from daphne.oracle.structure import parse
from kit.exact import Number, meaning, pattern

Value = Mapping[str, Any]
Plan = Sequence[Mapping[str, Any]]
Place = tuple[int, int]  # row and column, within a block

ORDERS = {
    "csr": {"asc": lambda place: place, "desc": lambda place: (place[0], -place[1])},
    "coo": {
        "asc": lambda place: place,
        "desc": lambda place: (-place[0], -place[1]),
        "colmajor": lambda place: (place[1], place[0]),
    },
}


def plan_of(data: bytes) -> list[dict[str, Any]]:
    """Return the plan of conforming input with every type written out and every order as a list of ranks."""
    parsed, failure = parse(data)
    if failure:
        raise failure
    return [_block_of(block) for block in parsed.blocks]


def _block_of(block: Any) -> dict[str, Any]:
    kind = block.block_type.name
    numbers = {"rx": block.row, "cx": block.column, "rows": block.num_rows, "columns": block.num_columns}
    found: dict[str, Any] = {**{key: str(value) for key, value in numbers.items()}, "block": kind}
    if kind != "empty":
        found["type"] = block.body.value_type.code.name
    if kind == "csr":
        found["order"] = _ranks([(i, entry.column) for i, row in enumerate(block.body.rows) for entry in row.entries])
    if kind == "coo":
        narrow = block.body.is_narrow
        found["order"] = _ranks([(entry.row, 0 if narrow else entry.column) for entry in block.body.entries])
    return found


def _ranks(places: Sequence[Place]) -> list[str]:
    rank = {place: str(index) for index, place in enumerate(sorted(places))}
    return [rank[place] for place in places]


def written_out(plan: Plan, value: Value) -> list[dict[str, Any]]:
    """Return the plan in the form of plan_of. It must be a plan that `refusal` does not refuse."""
    return [_block_written_out(block, value) for block in plan]


def _block_written_out(block: Mapping[str, Any], value: Value) -> dict[str, Any]:
    kind = block["block"]
    found = {key: block[key] for key in ("rx", "cx", "rows", "columns", "block")}
    if kind != "empty":
        found["type"] = _type(block, value)
    if kind in ORDERS:
        order = block.get("order", "asc")
        key = ORDERS[kind].get(order) if isinstance(order, str) else None
        found["order"] = _ranks(sorted(_places(block, value), key=key)) if key else list(order)
    return found


def _type(block: Mapping[str, Any], value: Value) -> str:
    if "type" in block:
        return str(block["type"])
    if "type" in value:
        return str(value["type"])
    return str(value["types"][int(block["cx"])]) if value["types"] else "uint8"


def _typed_cells(value: Value) -> Iterator[tuple[int, int, Number, str]]:
    """Yield row, column, meaning and type of the object's nonzero cells."""
    for row, column, text in value["cells"]:
        name = value["types"][int(column)] if "types" in value else value["type"]
        yield int(row), int(column), meaning(text, name), name


def _cells(block: Mapping[str, Any], value: Value) -> list[tuple[int, int, Number]]:
    """Return the nonzero cells in the block: place within the block, and meaning."""
    row, column = int(block["rx"]), int(block["cx"])
    rows, columns = range(row, row + int(block["rows"])), range(column, column + int(block["columns"]))
    return [(i - row, j - column, held) for i, j, held, _ in _typed_cells(value) if i in rows and j in columns]


def _places(block: Mapping[str, Any], value: Value) -> list[Place]:
    return [(i, j) for i, j, _ in _cells(block, value)]


def canonical(value: Value) -> Iterator[dict[str, Any]]:
    """Yield the blocks of the canonical encoding, written out: DAPHNE-CAN-01 to -04."""
    rows, columns = int(value["rows"]), int(value["columns"])
    whole = _has_no_cells(value)
    kind = "csr" if value["kind"] == "CSRMatrix" else "dense"
    longest = 2**32 - 1
    width = 1 if value["kind"] == "Frame" and not whole else longest
    for rx in range(0, max(rows, 1), longest):
        for cx in range(0, max(columns, 1), width):
            place = {"rx": rx, "cx": cx, "rows": min(rows - rx, longest), "columns": min(columns - cx, width)}
            yield _block_written_out({**{key: str(n) for key, n in place.items()}, "block": kind}, value)


def refusal(value: Value, plan: Plan | None) -> str | None:
    """Return the class with which an encoder must refuse an object and a plan (None: the canonical one), if any."""
    if is_beyond_the_header(value):
        return "LIMIT"
    if not is_value(value):
        return "VALUE"
    if code := _against_the_object(value):
        return code
    if plan is None:
        return None
    if not is_plan(plan):
        return "PLAN"
    return next((code for code, is_broken in AGAINST_A_PLAN if is_broken(value, plan)), None)


def _against_the_object(value: Value) -> str | None:
    if any(_is_unfit(label) for label in value.get("labels", ())):
        return "LABEL"
    if max(int(value["rows"]), int(value["columns"])) >= 2**32 and _has_no_cells(value):
        return "LIMIT"
    if any(pattern(held, name) is None for _, _, held, name in _typed_cells(value)):
        return "VALUE"
    return None


def _is_unfit(label: Any) -> bool:
    try:
        octets = label.encode() if isinstance(label, str) else bytes.fromhex(label["utf8"])
        octets.decode()
    except UnicodeError:
        return True
    return len(octets) > 0xFFFF


def _has_no_cells(value: Value) -> bool:
    return 0 in (int(value["rows"]), int(value["columns"]))


def _is_too_large(_: Value, plan: Plan) -> bool:
    return any(max(int(block["rows"]), int(block["columns"])) >= 2**32 for block in plan)


def _is_no_notation(value: Value, plan: Plan) -> bool:
    return any(_is_no_block(block, value) for block in plan)


def _is_no_block(block: Mapping[str, Any], value: Value) -> bool:
    kind = block["block"]
    if kind not in ("empty", "dense", "csr", "coo") or block.get("type", "uint8") not in TYPES:
        return True
    if ("type" in block and kind == "empty") or ("order" in block and kind not in ORDERS):
        return True
    order = block.get("order", "asc")
    if isinstance(order, str):
        return kind in ORDERS and order not in ORDERS[kind]
    places = sorted(_places(block, value))
    if sorted(map(int, order)) != list(range(len(places))):
        return True
    rows = [places[int(rank)][0] for rank in order]
    return kind == "csr" and rows != sorted(rows)


def _is_no_partition(value: Value, plan: Plan) -> bool:
    shape = int(value["rows"]), int(value["columns"])
    blocks = [(int(b["rx"]), int(b["cx"]), int(b["rows"]), int(b["columns"])) for b in plan]
    if _has_no_cells(value):
        return blocks != [(0, 0, *shape)]
    if any(0 in (r, c) or rx + r > shape[0] or cx + c > shape[1] for rx, cx, r, c in blocks):
        return True
    return first_overlap(blocks) is not None or sum(r * c for _, _, r, c in blocks) != shape[0] * shape[1]


def _is_inexact(value: Value, plan: Plan) -> bool:
    return any(_cannot_hold(block, value) for block in plan)


def _cannot_hold(block: Mapping[str, Any], value: Value) -> bool:
    cells = _cells(block, value)
    if block["block"] == "empty":
        return bool(cells)
    return any(pattern(held, _type(block, value)) is None for _, _, held in cells)


AGAINST_A_PLAN = (
    ("LIMIT", _is_too_large),
    ("PLAN", _is_no_notation),
    ("PLAN", _is_no_partition),
    ("VALUE", _is_inexact),
)
