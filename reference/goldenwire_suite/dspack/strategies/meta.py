"""Generated user meta of the DataSetPack format: the tagged tree of the notation, any NaN for a NaN.

Public as a strategy in dspack.py.
"""

import struct
from collections.abc import Callable, Iterable

from goldenwire_suite.strategies import WIDEST, Choose, Json

LEVELS = 16  # that every codec reads
DEEP = (17, 16, 18, 40, 128)  # by policy
ANY_NAN = {"float": {"nan": "16"}}
KEYS = (
    "a", "b", "ab", "B", "", "aa", "\uffff", "\U00010000", "z", "ä", "version", "schema", "meta", "description", "\0",
    "\ufeff", "k" * 31, "k" * 32, "k" * 255, "k" * 256, "{", "ключ", "a\u0308", "~", "2", "日" * 11,
)  # fmt: skip
INTEGERS = (
    0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1,
    2**63, 2**64 - 1, -1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**53) - 1, -(2**63), 5,
)  # fmt: skip
FLOATS = (0.0, -0.0, 1.0, 1.5, 0.1, 5e-324, 2.0**-149, 2.0**128, 1e308, float("inf"), float("-inf"), -2.5, 2.0**-1022)
TEXTS = (
    "", "text", "Größe 日 😀", "\0\ufeff", "x" * 31, "x" * 32, "x" * 255, "x" * 256, "nan", "\u2028\n\"\\/",
    "日" * 11, "😀" * 8, "日" * 86, "\ud7ff\ue000", "0x00",
)  # fmt: skip
BINS = (b"", b"\x00\xff", b"b" * 255, b"b" * 256, b"\xc1", b"abc", bytes(range(256)))
ILL_FORMED = (b"\xffA", b"\x80", b"a\xe6\x97", b"\xc0\xaf", b"\xed\xa0\x80", b"Gr\xf6\xdfe", b"\xf4\x90\x80\x80")
SIZES = (0, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 4)  # of maps and arrays
SMALL = (1, 2, 0, 3)  # of such inside
FULL = (15, 16, 255, 256, 300)  # with one value repeated
LONGEST = (65535, 65536)
KINDS = 4


def atom(number: float) -> Json:
    """A float of the tree."""
    return {"float": f"0x{struct.pack('>d', number).hex()}"}


SCALARS: tuple[Json, ...] = (
    {"int": "1"}, None, True, False, ANY_NAN, *({"int": str(number)} for number in INTEGERS),
    *map(atom, FLOATS), *({"str": text} for text in TEXTS), *({"bin": octets.hex()} for octets in BINS),
)  # fmt: skip
ROOM = WIDEST - len(SCALARS)  # the other numbers lead to arrays and maps


def choose_meta(choose: Choose, *, ill_formed: bool = False, deep: bool = False) -> Json:
    """User meta: a map, mostly small, occasionally of the maximum depth, very wide or with a very long text."""
    number = choose(WIDEST)
    if number >= WIDEST - len(_RARE):
        return _RARE[number - WIDEST](choose, deep)
    if deep and number % 8 == 7:
        return _nested(choose, deep)
    value = _map(choose, SIZES[number % len(SIZES)], 1, ill_formed)
    if ill_formed and choose(4) == 3:
        octets = ILL_FORMED[choose(len(ILL_FORMED))]
        value["map"] = sorted_map({**value["map"], "v": {"utf8": octets.hex()}})
    return value


def end_metas() -> list[Json]:
    """Maps of one number at an end of a form of MessagePack, then a map with an array of them all."""
    numbers = [*({"int": str(number)} for number in INTEGERS), *map(atom, FLOATS)]
    return [*({"map": {"a": number}} for number in numbers), {"map": {"a": {"array": numbers}}}]


def _nested(choose: Choose, deep: bool) -> Json:
    levels = DEEP[choose(len(DEEP))] if deep else LEVELS
    kind = choose(4)  # innermost empty or not; arrays, maps, or both in alternation
    value: Json = {"int": "7"} if kind < 3 else {"array": []}
    for level in range(levels - (kind == 3), 1, -1):
        value = {"array": [value]} if kind in (0, 3) or (kind == 2 and level % 2) else {"map": {"k": value}}
    return {"map": {"k": value}}


def _wide_map(choose: Choose, deep: bool) -> Json:
    value = SCALARS[choose(len(SCALARS) - 20)]
    return {"map": {f"k{number:03}": value for number in range(FULL[choose(len(FULL))])}}


def _wide_array(choose: Choose, deep: bool) -> Json:
    value = SCALARS[choose(5)]
    return {"map": {"a": {"array": [value] * FULL[choose(len(FULL))]}}}


def _long(choose: Choose, deep: bool) -> Json:
    size = LONGEST[choose(2)]
    kinds: tuple[Callable[[], Json], ...] = (
        lambda: {"str": "x" * size},
        lambda: {"bin": "00" * size},
        lambda: {"str": "x" * size},
        lambda: {"array": [None] * size},
    )
    return {"map": {"a": kinds[choose(WIDEST) // 33]()}}


_RARE: tuple[Callable[[Choose, bool], Json], ...] = (
    _nested, _nested, _nested, _wide_map, _wide_map, _wide_array, _wide_array, _long,
)  # fmt: skip


def _value(choose: Choose, level: int, ill_formed: bool) -> Json:
    number = choose(WIDEST)
    if number < len(SCALARS):
        return SCALARS[number]
    count = SMALL[number % len(SMALL)]
    if level >= 4:
        return {"array": []}
    if number % 2:
        return _map(choose, count, level + 1, ill_formed)
    return {"array": [_value(choose, level + 1, ill_formed) for _ in range(count)]}


def _map(choose: Choose, count: int, level: int, ill_formed: bool) -> Json:
    found: dict[str, Json] = {}
    for _ in range(count):
        key, value = KEYS[choose(len(KEYS))], _value(choose, level, ill_formed)
        found[key] = value
    return {"map": sorted_map(found)}


def sorted_map(members: dict[str, Json]) -> dict[str, Json]:
    """Return the members in ascending order of their keys' octets."""
    return {key: members[key] for key in sorted(members, key=str.encode)}


def plain(tree: Json) -> Json:
    """Return the tree as it appears in a request: the default NaN for any NaN."""
    if not isinstance(tree, dict):
        return tree
    [(tag, content)] = tree.items()
    if tag == "array":
        return {tag: [plain(item) for item in content]}
    if tag == "map":
        return {tag: {key: plain(member) for key, member in content.items()}}
    return {tag: "0x7ff8000000000000"} if tree == ANY_NAN else tree


def nodes(tree: Json) -> Iterable[Json]:
    """Yield every value in a tree, itself first."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, dict):
            waiting += node.get("array", ()) or node.get("map", {}).values()


def levels(tree: Json) -> int:
    """Return the depth to which arrays and maps nest, the outermost being level 1."""
    if not isinstance(tree, dict) or tree.keys().isdisjoint(("array", "map")):
        return 0
    members = tree["array"] if "array" in tree else tree["map"].values()
    return 1 + max(map(levels, members), default=0)
