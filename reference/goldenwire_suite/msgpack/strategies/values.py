"""Generated values of MessagePack in neutral notation."""

import struct
from collections.abc import Callable, Collection, Mapping
from itertools import count
from typing import NamedTuple, TypeVar

from goldenwire_suite.msgpack.strategies.spelling import PLAIN, write
from goldenwire_suite.strategies import Choose, Json
from goldenwire_suite.strategies.numbers import NumberType, ends, value_of

T = TypeVar("T")

FRESH = 60  # choices of a value; the rest of a larger one is simple
DEEP = 3  # levels below which there are only leaves
DEPTH = 24  # levels that every codec accepts
COUNTS = (1, 2, 3, 0, 2, 4, 2, 3)  # of items and pairs
LENGTHS = (0, 0, 0, 0, 0, 0, 0, 15, 16, 17)  # some are stretched to these

INTEGERS = (
    0, 1, -1, 5, 31, 32, 127, 128, -32, -33, 255, 256, -127, -128, -129, 2**15 - 1, 2**15, 2**16 - 1, 2**16, -(2**15),
    -(2**15) - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, -(2**31), -(2**31) - 1, 2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1,
    2**62 + 1, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1, -(2**63), -(2**63) + 1,
)  # fmt: skip
FLOAT_TYPES = (NumberType("f", 64), NumberType("f", 32))
FLOATS = (
    1.5, 0.1, -0.1, 0.0, -0.0, 1.0, -1.0, 255.0, 2.0**31, 2.0**53, 2.0**63, 1e300, 3.141592653589793, 5e-324, -5e-324,
    2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308, 2.0**-149, 2.0**-126,
    3.4028234663852886e38, 0.10000000149011612, 1 + 2**-52, 1 + 2**-23, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
TEXTS = (
    "a", "", "é", "abc", "日本", "😀", "\0", "a\0b", "\ufeffa", "e\u0301", "\uffff", "\U0010ffff", "\ud7ff\ue000", "10",
    "null", "__proto__", " a ", "a\r\n", "x" * 31, "x" * 32, "é" * 16, "日" * 11, "😀" * 8,
)  # fmt: skip
CHARACTERS = "aé߿ࠀ日\ud7ff\ue000\uffff😀\U0010ffff\0 "
OCTETS = ("", "00", "ff", "0102", "c0", "c1", "616263", "80" * 31, "00" * 32)
WIDE = (254, 255, 256, 257, 31, 32, 33, 300)  # lengths to which texts and octets are stretched
WIDEST = (65_535, 65_536)
TYPES = (5, 0, 1, 127, 64, 100)
RESERVED = (-2, -128, -64)
EXTENSIONS = (
    "01",
    "",
    "0102",
    "010203",
    "01020304",
    "0102030405060708",
    "00" * 9,
    "01" * 16,
    "02" * 17,
)
SECONDS = (0, 1, 1424347335, 2**31, 2**32 - 1, 2**32, 2**34 - 1, 2**34, -1, -(2**63), 2**63 - 1, -62135596800)
NS = (0, 1, 999_999_999, 500_000_000, 123_456_789, 1000)
ILL_FORMED = ("ff", "80", "61ff", "e282", "eda080", "c080", "f4908080")
# Keys that are easily treated as equal.
CLOSE: tuple[tuple[Json, ...], ...] = (
    ({"int": "1"}, {"str": "1"}, {"float": "0x3ff0000000000000"}, True),
    ({"str": "a"}, {"bin": "61"}, {"array": [{"str": "a"}]}),
    (None, False, {"int": "0"}, {"str": ""}, {"bin": ""}),
    ({"array": []}, {"map": []}),
    ({"float": "0x0000000000000000"}, {"float": "0x8000000000000000"}),
    ({"str": "e\u0301"}, {"str": "é"}),
    ({"int": "-1"}, {"int": "18446744073709551615"}),
)


class ValueRules(NamedTuple):
    """The kinds of values that policies permit."""

    timestamps: bool = False
    reserved: bool = False
    octets: bool = False


def rules_of(policies: Mapping[str, str]) -> ValueRules:
    """Return the rules for a codec that declares these policies."""
    return ValueRules(
        timestamps=policies.get("msgpack.timestamp") == "value",
        reserved=policies.get("msgpack.reserved-ext") == "ext",
        octets=policies.get("msgpack.invalid-utf8") == "keep",
    )


def of(choose: Choose, items: Collection[T]) -> T:
    """Choose one of the items."""
    return tuple(items)[choose(len(items))]


def choose_value(choose: Choose, rules: ValueRules) -> Json:
    """A value within the rules, nested a few levels deep."""
    drawn = count()
    return _choose(lambda n: choose(n) if n > 1 and next(drawn) < FRESH else 0, rules, 0)


def deepened(choose: Choose, value: Json) -> Json:
    """Return the value at the bottom of as many arrays and maps as every codec accepts."""
    which = choose(3)
    for level in range(DEPTH - levels(value)):
        value = {"array": [value]} if (level * which) % 2 == 0 else {"map": [[{"str": "a"}, value]]}
    return value


def levels(value: Json) -> int:
    """Return the depth to which arrays and maps nest."""
    if not isinstance(value, dict) or not value.keys() & {"array", "map"}:
        return 0
    [content] = value.values()
    items = content if "array" in value else [item for pair in content for item in pair]
    return 1 + max(map(levels, items), default=0)


def _choose(choose: Choose, rules: ValueRules, depth: int) -> Json:
    kinds = _LEAVES if depth >= DEEP else _KINDS
    return of(choose, kinds)(choose, rules, depth)


def _int(choose: Choose, rules: ValueRules, depth: int) -> Json:
    if choose(3) < 2:
        return {"int": str(of(choose, INTEGERS))}
    number = (1 << choose(65)) + (0, -1, 1, choose(100), -choose(100))[choose(5)]
    return {"int": str(max(-(2**63), min((1, -1)[choose(2)] * number, 2**64 - 1)))}


def end_values(rules: ValueRules) -> list[list[Json]]:
    """Integers at the ends of each form; floats at the ends of theirs; perhaps timestamps."""
    integers: list[Json] = [{"int": str(number)} for number in INTEGERS]
    floats: list[Json] = [_bits(value_of(number, end)) for number in FLOAT_TYPES for end in ends(number)]
    moments: list[Json] = [{"timestamp": [str(seconds), "999999999"]} for seconds in (-(2**63), 2**63 - 1)]
    return [integers, floats, *[moments] * rules.timestamps]


def _float(choose: Choose, rules: ValueRules, depth: int) -> Json:
    value = of(choose, FLOATS)
    if choose(3) == 2:
        bits = choose(64) << 58 | choose(64) << 52 | choose(64) << 46 | (choose(64) << 23 if choose(2) else 0)
        (value,) = struct.unpack(">d", bits.to_bytes(8, "big"))
    return {"float": "0x7ff8000000000000"} if value != value else _bits(value)  # noqa: PLR0124


def _bits(value: float) -> Json:
    return {"float": f"0x{struct.pack('>d', value).hex()}"}


def _str(choose: Choose, rules: ValueRules, depth: int) -> Json:
    way = choose(20)
    if way == 19:
        return {"str": of(choose, "xé日") * _length(choose)}
    if way == 18 and rules.octets:
        return {"utf8": of(choose, ILL_FORMED)}
    if way >= 14:
        return {"str": "".join(of(choose, CHARACTERS) for _ in range(way - 12))}
    return {"str": of(choose, TEXTS)}


def _bin(choose: Choose, rules: ValueRules, depth: int) -> Json:
    return {"bin": "a5" * _length(choose) if choose(8) == 7 else of(choose, OCTETS)}


def _length(choose: Choose) -> int:
    """A length near the end of a form, rarely of the widest."""
    return of(choose, WIDEST) if choose(40) == 39 else of(choose, WIDE)


def _ext(choose: Choose, rules: ValueRules, depth: int) -> Json:
    types = TYPES + RESERVED if rules.reserved else TYPES
    octets = "06" * _length(choose) if choose(16) == 15 else of(choose, EXTENSIONS)
    return {"ext": {"type": str(of(choose, types)), "data": octets}}


def _timestamp(choose: Choose, rules: ValueRules, depth: int) -> Json:
    if not rules.timestamps:
        return _ext(choose, rules, depth)
    seconds = of(choose, SECONDS)
    if choose(3) == 2:
        seconds = (1, -1)[choose(2)] * ((1 << choose(63)) + choose(100))
    return {"timestamp": [str(max(-(2**63), min(seconds, 2**63 - 1))), str(of(choose, NS))]}


def _array(choose: Choose, rules: ValueRules, depth: int) -> Json:
    items = [_choose(choose, rules, depth + 1) for _ in range(of(choose, COUNTS))]
    return {"array": _stretched(items, of(choose, LENGTHS))}


def _stretched(items: list[Json], length: int) -> list[Json]:
    """Return the items, repeated up to a length if they are small."""
    small = [item for item in items if len(str(item)) < 40]
    return items + [small[at % len(small)] for at in range(length - len(items) if small else 0)]


def _map(choose: Choose, rules: ValueRules, depth: int) -> Json:
    if choose(4) == 3:
        keys = list(of(choose, CLOSE))
    elif choose(2):
        keys = [{"str": of(choose, TEXTS[:19])} for _ in range(of(choose, COUNTS))]
    else:
        keys = [_choose(choose, rules, max(depth + 1, DEEP - 1)) for _ in range(of(choose, COUNTS))]
    if stretch := of(choose, LENGTHS):
        keys += [{"int": str(number)} for number in range(stretch - len(keys))]
    pairs = {write(key, PLAIN): [key, _choose(choose, rules, depth + 1)] for key in keys}
    return {"map": [pairs[octets] for octets in sorted(pairs)]}


_Choices = tuple[Callable[[Choose, ValueRules, int], Json], ...]

_LEAVES: _Choices = (
    lambda choose, rules, depth: None,
    lambda choose, rules, depth: bool(choose(2)),
    *(_int,) * 8, *(_float,) * 5, *(_str,) * 7, *(_bin,) * 3, *(_ext,) * 4, *(_timestamp,) * 6,
)  # fmt: skip
_KINDS: _Choices = (*_LEAVES, *(_array,) * 11, *(_map,) * 13)
