"""Generated values of SciSerialize. Public as trees in sciserialize.py."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from goldenwire_suite.sciserialize.strategies.arrays import BIG, OBJECT, choose_array, choose_frame, choose_masked
from goldenwire_suite.sciserialize.strategies.forms import levels, reduced
from goldenwire_suite.sciserialize.strategies.json import write_json
from goldenwire_suite.sciserialize.strategies.rules import (
    DEPTH,
    EXACT,
    FRAMES,
    MASKS,
    OBJECTS,
    PLAIN,
    SETS,
    Numeral,
    Rules,
    Tree,
    of,
)
from goldenwire_suite.sciserialize.strategies.times import choose_moment, choose_span
from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import NumberType, atom, boundaries, ends

FRESH = 60  # choices of a value; the rest of a larger one is simple
DEEP = 3  # levels below which there are only leaves
COUNTS = (1, 2, 3, 0, 2, 4, 2, 3)  # of items and pairs
LENGTHS = (0, 0, 0, 0, 0, 0, 0, 15, 16, 17)  # some are stretched to these
SMALL = frozenset(("number", "str", "bin", "datetime", "timedelta"))
PLENTY = 300  # octets of an item that are enough

F64 = NumberType("f", 64)
MAGNITUDES = (
    0, 1, 2, 31, 32, 33, 127, 128, 129, 255, 256, 32767, 32768, 32769, 65535, 65536, 2**24 + 1, 2**31 - 1, 2**31,
    2**31 + 1, 2**32 - 1, 2**32, 10**15, EXACT - 1, EXACT,
)  # fmt: skip
# Doubles at which the canonical form changes, or whose digits are easily lost.
REALS = (
    "0x0000000000000000", "0x8000000000000000", "0x3ff0000000000000", "0xbff8000000000000", "0x4415af1d78b58c40",
    "0x444b1ae4d6e2ef50", "0x3eb0c6f7a0b5ed8d", "0x3e7ad7f29abcaf48", "0x405eff3b645a1cac", "0x3e8421f5f40d8376",
    "0x3d30000000000000", "0x0000000000000001", "0x44b52d02c7e14af6", "0x4480f0cf064dd592", "0x3fd5555555555555",
    "0x400921fb54442d18", "0xffe1ccf385ebc8a0", "0x43e0000000000000", "0xc3e0000000000000",
    "0x433fffffffffffff", "0x4340000000000001",
)  # fmt: skip

EXTREMES = ("0x8000000000000000", "0x0000000000000000", "0x7fefffffffffffff", "0xffefffffffffffff")
ROUNDED = ("0x8000000000000000", "0x4340000000000000", "0xc3e0000000000000", "0x43efffffffffffff", "0x7e37e43c8800759c")
CHARACTERS = 'aé/"\\\b\f\n\r\t\x01\x1f\x7f ߿ࠀ\ud7ff\ue000\uffff\U00010000😀\U0010ffff\u2028'
TEXTS: tuple[str, ...] = (
    "a", "2015-02-18T21:40:23", "", "abc", "10", "null", "AQID", "2000-01-01T00:00:00Z", "a/b", '"', "\\", "\\u0041",
    "\b\f\n\r\t", "\0", "\x01\x1f\x7f", "ä", "a\u0308", "é߿ࠀ", "\ufeffa", "\ufffe\uffff", "\ud7ff\ue000", "😀",
    "\U00010000\U0010ffff", "\u2028\u2029", "</script>", "1999-12-31T23:59:59.5+01:00", "datetime",
)  # fmt: skip
# Texts of the sizes at which the form changes.
SIZED = ("x" * 31, "x" * 32, "ä" * 16, "日" * 11, "😀" * 8, "x" * 255, "x" * 256, "日" * 86)
LONG = ("x" * 65_535, "x" * 65_536, "ä" * 2_000)
KEYS: tuple[str, ...] = (
    "a", "b", "ä", "a\u0308", "c", "aa", "", "A", "\uff61", "😀", "~#type", "__type", "type__", "__TYPE__", "__type__ ",
    "__base64", "shape", "isostr", "__proto__", "constructor", "a/b", 'q"', "\\", "\0", "\n", "10", "9", "é", "Z",
    "x" * 31, "x" * 32, "日" * 11, "x" * 256,
)  # fmt: skip
# Keys that are easily considered equal, sorted wrongly, or mistaken for something else.
CLOSE_KEYS = (
    ("ä", "a\u0308", "A", "a"), ("\uff61", "😀", "~#type", "\u07ff"), ("e\u0301", "é", "a", "aa"),
    ("a", "aa", "", "a\0"), ("__type", "__TYPE__", "__type__ ", "~#type"),
    ("__proto__", "constructor", "__base64", "10"),
)  # fmt: skip
OCTETS = ("", "00", "0102", "010203", "fbef", "ff" * 31, "00" * 32, "a5" * 255, "a5" * 256)
LONG_OCTETS = ("a5" * 65_535, "a5" * 65_536, "00ff" * 1_000)


def choose_tree(choose: Choose, rules: Rules, depth: int = 0) -> Json:
    """A value within the rules."""
    if depth >= DEEP:
        rules = _leaves(rules)
    kinds = _kinds(rules, depth < DEEP)
    return kinds[choose(len(kinds))](choose, rules, depth)


def choose_number(choose: Choose, rules: Rules) -> Json:
    """A number: an integer, a big one if the rules allow it, or a finite double."""
    if choose(2):
        return {"number": _choose_double(choose, rules)}
    number = of(choose, MAGNITUDES) * (-1 if choose(3) == 2 else 1)
    if rules.big == "exact" and choose(4) == 3:
        number = of(choose, BIG)
    return {"number": str(number)}


def end_numbers(rules: Rules) -> list[Json]:
    """The numbers at the ends: of integers, those within the rules, and of doubles."""
    integers = (EXACT, -EXACT, *BIG * (rules.big == "exact"))
    return [{"number": text} for text in (*map(str, integers), *ends(F64))]


def _choose_double(choose: Choose, rules: Rules) -> str:
    if choose(3) == 2:
        return of(choose, EXTREMES if rules.big != "double" else ROUNDED)
    atoms = doubles()
    at = choose(WIDEST)
    if at < WIDEST - 10:
        return atoms[at % len(atoms)]
    bits = 0
    for _ in range(9):
        bits = bits * WIDEST + choose(WIDEST)
    bits = (bits * 1_000_003) % (1 << 64)
    exponent = bits >> 52 & 0x7FF
    return atom(F64, bits if exponent < 0x7FF else bits ^ (1 << 62))


@cache
def doubles() -> tuple[str, ...]:
    """Return finite doubles on which implementations often fail, 0.0 first."""
    finite = (text for text in boundaries(F64) if int(text, 16) >> 52 & 0x7FF < 0x7FF)
    return tuple(dict.fromkeys((*REALS, *finite)))


def choose_text(choose: Choose) -> str:
    """A text, occasionally a long one, or one made of characters that must be escaped."""
    way = choose(10)
    if way == 9:
        return of(choose, LONG) if choose(40) == 39 else of(choose, SIZED)
    if way >= 6:
        return "".join(of(choose, CHARACTERS) for _ in range(way - 3))
    return of(choose, TEXTS)


def _bin(choose: Choose, rules: Rules, depth: int) -> Json:
    at = choose(WIDEST)
    octets = of(choose, LONG_OCTETS) if at == WIDEST - 1 and choose(6) == 5 else OCTETS[at % len(OCTETS)]
    return {"bin": octets}


def _array(choose: Choose, rules: Rules, depth: int) -> Json:
    items = [choose_tree(choose, rules, depth + 1) for _ in range(of(choose, COUNTS))]
    return {"array": _stretched(items, of(choose, LENGTHS))}


def _map(choose: Choose, rules: Rules, depth: int) -> Json:
    keys = _choose_keys(choose, of(choose, COUNTS))
    members = _stretched([choose_tree(choose, rules, depth + 1) for _ in keys], of(choose, LENGTHS))
    more = (key for key in KEYS if key not in keys)
    keys += [key for key, _ in zip(more, members[len(keys) :], strict=False)]
    return {"map": [[key, member] for key, member in zip(sorted(keys), members, strict=True)]}


def _stretched(items: list[Json], length: int) -> list[Json]:
    """Return the items, repeated up to a length if they are small."""
    small = [item for item in items if not _is_large(item)]
    return items + [small[at % len(small)] for at in range(length - len(items) if small else 0)]


def _is_large(item: Json) -> bool:
    return isinstance(item, dict) and (SMALL.isdisjoint(item) or len(str(item)) > PLENTY)


def _choose_keys(choose: Choose, count: int) -> list[str]:
    start, step = choose(len(KEYS)), of(choose, (1, 3, 5, 11))
    if choose(2) and count:
        return list(CLOSE_KEYS[start % len(CLOSE_KEYS)][:count])
    return list(dict.fromkeys(KEYS[(start + step * at) % len(KEYS)] for at in range(count)))


# Elements that are easily considered equal.
CLOSE: tuple[Json, ...] = (
    [{"number": "1"}, {"str": "1"}, True],
    [{"number": "0x8000000000000000"}, {"number": "0"}],
    [False, {"number": "0"}, None],
    [{"array": []}, {"map": []}, {"str": ""}, {"bin": ""}],
)


def _set(choose: Choose, rules: Rules, depth: int) -> Json:
    close = choose(6)
    if close > 1:
        return {"unique_set": arranged(CLOSE[close - 2])}
    return {"unique_set": arranged([choose_tree(choose, rules, depth + 1) for _ in range(of(choose, (2, 1, 3, 0)))])}


def arranged(elements: Iterable[Json]) -> list[Json]:
    """Return the elements in canonical order, without those that are equal to a later one."""
    kept = {_identity(reduced(element, PLAIN)): element for element in elements}
    return sorted(kept.values(), key=lambda element: write_json(reduced(element, PLAIN), PLAIN))


def _identity(tree: Tree) -> bytes:
    """Return bytes that are equal for equal values only: JSON with integers for doubles, and sets in its order."""
    return write_json(_evened(tree), PLAIN)


def _evened(tree: Tree) -> Tree:
    if isinstance(tree, Numeral):
        return Numeral(int(tree.value)) if float(tree.value).is_integer() and repr(tree.value) != "-0.0" else tree
    if isinstance(tree, tuple):
        return sorted(map(_evened, tree), key=_identity)
    if isinstance(tree, list):
        return list(map(_evened, tree))
    return {key: _evened(member) for key, member in tree.items()} if isinstance(tree, dict) else tree


class _Kind(NamedTuple):
    """A kind of value: its frequency and generator, the rule it needs, whether it contains values."""

    often: int
    choose: Callable[[Choose, Rules, int], Json]
    needs: str = ""
    holds: bool = False


KINDS = (
    _Kind(1, lambda choose, rules, depth: None),
    _Kind(1, lambda choose, rules, depth: bool(choose(2))),
    _Kind(8, lambda choose, rules, depth: choose_number(choose, rules)),
    _Kind(6, lambda choose, rules, depth: {"str": choose_text(choose)}),
    _Kind(2, _bin),
    _Kind(11, _array, holds=True),
    _Kind(11, _map, holds=True),
    _Kind(3, lambda choose, rules, depth: {"datetime": choose_moment(choose)}),
    _Kind(3, lambda choose, rules, depth: choose_span(choose)),
    _Kind(6, lambda choose, rules, depth: choose_array(choose, rules, lambda: choose_tree(choose, rules, depth + 1))),
    _Kind(
        4, lambda choose, rules, depth: choose_frame(choose, rules, lambda: choose_tree(choose, rules, DEEP)), FRAMES
    ),
    _Kind(3, lambda choose, rules, depth: choose_masked(choose, rules, choose_number), MASKS),
    _Kind(6, _set, SETS, holds=True),
)


@cache
def _leaves(rules: Rules) -> Rules:
    """Return the rules far below, without kinds that contain values."""
    return rules._replace(kinds=rules.kinds - {OBJECTS, SETS})


@cache
def _kinds(rules: Rules, holding: bool) -> tuple[Callable[[Choose, Rules, int], Json], ...]:
    """Return the generators by frequency; far below without kinds that contain values."""
    found = [kind for kind in KINDS if (not kind.needs or kind.needs in rules.kinds) and (holding or not kind.holds)]
    return tuple(kind.choose for kind in found for _ in range(kind.often))


def deepened(choose: Choose, value: Json, carrier: str) -> Json:
    """Return the value at the bottom of as many arrays and maps as are allowed; the outermost is a map of two."""
    maps = choose(4)
    for level in range(DEPTH - 1 - levels(reduced(value, PLAIN), carrier)):
        value = {"array": [value]} if (level * maps) % 3 == 0 else {"map": [["a", value]]}
    return {"map": [["a", value], ["b", None]]}


def kinds_of(value: Json) -> Iterator[str]:
    """Return the kinds of a value and of all values in it, by their tags; `object` for an array of objects."""
    if not isinstance(value, dict):
        yield "constant"
        return
    [(tag, content)] = value.items()
    yield tag
    if tag in {"array", "unique_set"}:
        for item in content:
            yield from kinds_of(item)
    elif tag == "map":
        for _, member in content:
            yield from kinds_of(member)
    elif tag in {"ndarray", "dataframe"} and content["dtype"] == OBJECT:
        yield OBJECT
        for item in content["elements"]:
            yield from kinds_of(item)
