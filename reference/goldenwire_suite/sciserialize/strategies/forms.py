"""The reduction of SciSerialize: a value in neutral notation -> the content of a carrier, in some spelling."""

from collections.abc import Callable
from struct import unpack

from goldenwire_suite.sciserialize.strategies.arrays import DTYPES, OBJECT
from goldenwire_suite.sciserialize.strategies.rules import Numeral, Tree, TreeSpelling, of
from goldenwire_suite.sciserialize.strategies.times import spelled_moment, spelled_span
from goldenwire_suite.strategies import Json

TYPE = "__type__"
# The short names of a dtype: with or without the bar for one octet, the sign of little-endian for more.
ALIASES = {
    name: (("|" if number.width * parts <= 8 else "<") + code, code)
    for name, (number, parts) in DTYPES.items()
    for code in [
        "b1" if name == "bool" else f"{'c' if parts > 1 else number.kind}{number.width * parts // 8}",
    ]
}  # fmt: skip


def reduced(value: Json, pen: TreeSpelling, whole: bool = False) -> Tree:
    """Return the content of a carrier for a value, the keys of objects in canonical order.

    A `whole` number is one for which a type has an integer.
    """
    if not isinstance(value, dict):
        return value
    [(tag, content)] = value.items()
    return _REDUCTIONS[tag](content, pen, whole)


def number_of(text: str) -> int | float:
    """Return the number of an atom."""
    if not text.startswith("0x"):
        return int(text)
    [real] = unpack(">d", bytes.fromhex(text[2:]))
    return float(real)


def _whole(value: int) -> Numeral:
    return Numeral(value, whole=True)


def _datetime(content: Json, pen: TreeSpelling, whole: bool) -> Tree:
    return {TYPE: "datetime", "isostr": spelled_moment(content, pen.spell, pen.rules)}


def _timedelta(content: Json, pen: TreeSpelling, whole: bool) -> Tree:
    days, seconds, microseconds = spelled_span(content, pen.spell, pen.rules)
    return {TYPE: "timedelta", "days": _whole(days), "microsec": _whole(microseconds), "seconds": _whole(seconds)}


def _members(content: Json, shape: list[str], pen: TreeSpelling) -> dict[str, Tree]:
    """Return bytes, dtype and shape."""
    dtype = content["dtype"]
    if dtype == OBJECT:
        items = [reduced(item, pen) for item in content["elements"]]
        octets: Tree = _nest(items, list(map(int, shape)))
        names: tuple[str, ...] = (dtype,)
    else:
        octets = packed(dtype, content["elements"])
        names = (dtype, *(ALIASES[dtype] if pen.rules.aliases else ()))
    return {"bytes": octets, "dtype": of(pen.spell, names), "shape": [_whole(int(size)) for size in shape]}


def _nest(items: list[Tree], shape: list[int]) -> Tree:
    """Return the items in arrays nested as deep as there are dimensions."""
    if not shape:
        return items[0]
    each = len(items) // shape[0] if shape[0] else 0
    return [_nest(items[at * each : (at + 1) * each], shape[1:]) for at in range(shape[0])]


def packed(dtype: str, elements: list[Json]) -> bytes:
    """Return the octets of elements."""
    if dtype == "bool":
        return bytes(elements)
    number, parts = DTYPES[dtype]
    atoms = elements if parts == 1 else [part for pair in elements for part in pair]
    size, base, signed = number.width // 8, 16 if number.kind == "f" else 10, number.kind == "i"
    return b"".join(int(text, base).to_bytes(size, "little", signed=signed) for text in atoms)


def _ndarray(content: Json, pen: TreeSpelling, whole: bool) -> Tree:
    return {TYPE: "ndarray", **_members(content, content["shape"], pen)}


def _dataframe(content: Json, pen: TreeSpelling, whole: bool) -> Tree:
    shape = [str(len(content["rows"])), str(len(content["columns"]))]
    found = _members(content, shape, pen)
    columns, rows = ([reduced(label, pen, True) for label in content[name]] for name in ("columns", "rows"))
    return {TYPE: "dataframe", "bytes": found["bytes"], "columns": columns, "dtype": found["dtype"], "rows": rows,
            "shape": found["shape"]}  # fmt: skip


def _maskedarray(content: Json, pen: TreeSpelling, whole: bool) -> Tree:
    found = _members(content, content["shape"], pen)
    fill = reduced(content["fill"], pen)
    return {TYPE: "maskedarray", "bytes": found["bytes"], "dtype": found["dtype"], "fill_value": fill,
            "mask_bytes": bytes(content["mask"]), "shape": found["shape"]}  # fmt: skip


_REDUCTIONS: dict[str, Callable[[Json, TreeSpelling, bool], Tree]] = {
    "number": lambda content, pen, whole: Numeral(number_of(content), whole),
    "str": lambda content, pen, whole: content,
    "bin": lambda content, pen, whole: bytes.fromhex(content),
    "array": lambda content, pen, whole: [reduced(item, pen) for item in content],
    "map": lambda content, pen, whole: {key: reduced(member, pen) for key, member in content},
    "unique_set": lambda content, pen, whole: {
        TYPE: "unique_set",
        "set": tuple(reduced(item, pen) for item in content),
    },
    "datetime": _datetime,
    "timedelta": _timedelta,
    "ndarray": _ndarray,
    "dataframe": _dataframe,
    "maskedarray": _maskedarray,
}


def levels(tree: Tree, carrier: str) -> int:
    """Return the levels of arrays and objects that a carrier has for a tree; in JSON, octets are in an object."""
    if isinstance(tree, bytes):
        return int(carrier == "json")
    if isinstance(tree, Numeral) or not isinstance(tree, list | tuple | dict):
        return 0
    items = tree.values() if isinstance(tree, dict) else tree
    return 1 + max((levels(item, carrier) for item in items), default=0)
