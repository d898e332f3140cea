"""Rows, user meta and schemas at the limits of the DataSetPack format, in every type under every flag."""

from collections.abc import Callable
from typing import NamedTuple

from goldenwire_suite.dspack.strategies.meta import LEVELS
from goldenwire_suite.dspack.strategies.rows import PASCAL
from goldenwire_suite.dspack.strategies.schemas import FLAGS, NATIVE, NUMBERS, STRINGS
from goldenwire_suite.dspack.strategies.spellings import KEYS, framed
from goldenwire_suite.strategies import WIDEST, Choose, Example, Json, Unfit
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited
from goldenwire_suite.strategies.items import MESSAGE_PACK

INTEGRAL = tuple(type for type, number in NATIVE.items() if number.kind != "f")
# Lengths of strings with the most octets that each holds; those of wide prefixes are rarer.
LENGTHS = {"~": 255, "1~": 255, "3": 3, "4": 4, "1": 1, "255": 255, "256": 256, "257": 257, "2~": 65_535}
OFTEN = ("~", "1~", "3", "~", "255", "256", "4", "1", "257", "2~")
COUNTS = {":": 255, "1~:": 255, "2:": 2, "1:": 1, "3:": 3}
# Doubles for an f: the greatest, numbers that round to it, numbers beyond it, infinities, and the default NaN.
DOUBLES = (
    "0x47efffffe0000000", "0x47efffffefffffff", "0x47effffff0000000", "0xc7effffff0000000", "0x47f0000000000000",
    "0x7ff0000000000000", "0xfff0000000000000", "0x7ff8000000000000", "0x8000000000000000", "0x0000000000000001",
    "0x3690000000000000", "0x3690000000000001", "0x7fefffffffffffff",
)  # fmt: skip
INTEGERS = (2**64, 2**64 - 1, -(2**63) - 1, -(2**63), 2**63, 2**64 + 1)
# Numbers in schemas, and widths of prefixes.
WRITTEN = ("2147483647", "2147483648", "0", "1", "00", "01", "4294967296", "9999999999", "2147483650", "10000000000")
WIDTHS = ("8", "9", "0", "1", "", "7", "10", "08", "2147483648")


class Boundary(NamedTuple):
    """A field, an ordinary value of it, and a value just inside or outside its limits."""

    field: str
    plain: Json
    value: Json


def choose_boundary(choose: Choose) -> Edited:
    """A row or user meta in which a value just inside or outside the limits replaces an ordinary one."""
    if choose(6) == 5:
        boundary = _META[choose(len(_META))](choose)
        schema, context = "@B", {"scope": "file"}
        values = [_file(schema, {"a": each}) for each in (boundary, {"int": "1"})]
    else:
        flag = FLAGS[choose(len(FLAGS))]
        field, plain, boundary = _FIELDS[choose(len(_FIELDS))](choose, flag)
        lead = choose(3)  # another field in front, which may need alignment behind it
        schema = f"{flag}{('', 'b', '3s')[lead]}{field}"
        before = ([], ["1"], ["616263"])[lead]
        context, values = {"scope": "row", "schema": schema}, [[*before, each] for each in (boundary, plain)]
    after, of = (Example(value, None, context, value, ()) for value in values)
    if after.value == of.value:
        raise Unfit
    return Edited(after, f"in {schema} a plain value becomes {str(boundary)[:60]}", of, certain=True)


def _file(schema: str, meta: dict[str, Json]) -> Json:
    return [{"schema": schema, "description": "", "meta": {"map": meta}, "rows": [["1"]]}]


def _listed(choose: Choose, field: str, plain: Json, boundary: Json) -> Boundary:
    """The field, or a list of it of some kind, with the value at its end."""
    way = choose(4)
    if way == 0:
        return Boundary(field, plain, boundary)
    return Boundary(f"{('2', '', '2~')[way - 1]}:{field}", [plain] * 2, [plain, boundary])


def _integer(choose: Choose, flag: str) -> Boundary:
    type = INTEGRAL[choose(len(INTEGRAL))]
    type = "Q" if type == "P" and flag != "@" else type
    number = (NATIVE if flag == "@" else NUMBERS)[type]
    end = number.least + (1 << number.width)
    return _listed(choose, type, "1", str((end, number.least - 1, end - 1, number.least)[choose(4)]))


def _string(choose: Choose, flag: str) -> Boundary:
    """A string with as many octets as it can hold, or one more or less; for a p, the length octet is one of them."""
    type, length = STRINGS[choose(len(STRINGS))], OFTEN[choose(len(OFTEN))]
    most = min(PASCAL, LENGTHS[length] - 1) if type == "p" else LENGTHS[length]
    octets = "61" * max(0, most + (0, 1, -1)[choose(3)])
    return _listed(choose, f"{length}{type}", "", octets)


def _list(choose: Choose, flag: str) -> Boundary:
    """A list with as many items as it can hold, or one more or less."""
    count = tuple(COUNTS)[choose(len(COUNTS))]
    type, plain = (("b", "1"), ("?", True), ("H", "5"), ("2s", "6162"))[choose(4)]
    dynamic = "~" in count or count == ":"
    items = [plain] * (COUNTS[count] + (0, 1, -1)[choose(3)])
    return Boundary(f"{count}{type}", [] if dynamic else [plain] * COUNTS[count], items)


def _octet(choose: Choose, flag: str) -> Boundary:
    return _listed(choose, "c", "61", ("", "6162", "00", "ff")[choose(4)])


def _float(choose: Choose, flag: str) -> Boundary:
    return _listed(choose, "f", "0x3f800000", DOUBLES[choose(len(DOUBLES))])


def _nested(choose: Choose) -> Json:
    """User meta as deep as every decoder must accept, or one level less or more; the map of the meta is level 1."""
    value: Json = {"int": "1"}
    for level in range(LEVELS - 2 + choose(3)):
        value = {"array": [value]} if level % 2 else {"map": {"k": value}}
    return value


_FIELDS: tuple[Callable[[Choose, str], Boundary], ...] = (_integer, _string, _integer, _string, _list, _octet, _float)
_META: tuple[Callable[[Choose], Json], ...] = (lambda choose: {"int": str(INTEGERS[choose(len(INTEGERS))])}, _nested)


def choose_broken(choose: Choose) -> Broken:
    """A schema at a limit, a meta block in which some part is of another kind, or a row too many."""
    return (choose_text, choose_block, choose_block, choose_rows)[choose(4)](choose)


def choose_block(choose: Choose) -> Broken:
    """An input whose meta block has a value or a key of any kind in one place, or lacks a key, or has an extra one."""
    pairs = [(_text(key), value) for key, value in zip(KEYS, MEMBERS, strict=True)]
    at, way, odd = choose(len(pairs)), choose(8), MESSAGE_PACK[choose(len(MESSAGE_PACK))]
    key, value = pairs[at]
    changed = {
        1: [(odd, value)],
        2: [],
        3: [(key, value)] * 2,
        4: [(key, value), (_text("more"), odd)],
        5: [(key, b"\x81" + (_text("a") + odd if choose(2) else odd + b"\1"))],
    }.get(way, [(key, odd)])
    data, before = (framed(_block(each), [b"\1"]) for each in (pairs[:at] + changed + pairs[at + 1 :], pairs))
    return Broken(data, {"scope": "file"}, f"{KEYS[at]} is of another kind, {odd.hex()}", before)


MEMBERS = (b"\1", b"\xa2@B", b"\xa0", b"\x80")  # the values of the keys


def _text(text: str) -> bytes:
    return bytes([0xA0 + len(text)]) + text.encode()


def _block(pairs: list[tuple[bytes, bytes]]) -> bytes:
    return bytes([0x80 + len(pairs)]) + b"".join(key + value for key, value in pairs)


def choose_rows(choose: Choose) -> Broken:
    """Rows under a schema of no fields, of pads only, or of few fields; some are shorter or longer than expected."""
    schema, size = (("@", 0), ("@x", 1), ("!H", 2), ("<~s", 2), ("@bH", 4))[choose(5)]
    rows = [bytes(max(0, size + (0, 1, -1)[choose(3)])) for _ in range(choose(3))]
    block = _block([*zip(map(_text, KEYS), (MEMBERS[0], _text(schema), *MEMBERS[2:]), strict=True)])
    return Broken(framed(block, rows), {"scope": "file"}, f"rows of {[*map(len, rows)]} octets", framed(block, []))


def choose_text(choose: Choose) -> Broken:
    """The text of a schema with a number just inside or outside its range."""
    flag = FLAGS[choose(len(FLAGS))]
    number, width = WRITTEN[choose(len(WRITTEN))], WIDTHS[choose(len(WIDTHS))]
    ways = (f"{number}:H", f"{number}s", f"{width}~:B", f"{width}~S", f"{number}p", f"b{number}:2s", f"2:{number}S")
    field = ways[choose(len(ways))]
    name = ("", "(a)", "(a b)", "(1)", "(f2)")[choose(WIDEST) % 5]
    return Broken(f"{flag}{field}{name}".encode(), {"scope": "schema"}, f"b becomes {field}{name}", f"{flag}b".encode())
