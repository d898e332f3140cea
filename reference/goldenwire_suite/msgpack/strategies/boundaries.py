"""Values of MessagePack at the ends of its forms: lengths, and values that barely have a form."""

from collections.abc import Callable

from goldenwire_suite.msgpack.strategies.spelling import PLAIN, write
from goldenwire_suite.msgpack.strategies.values import ILL_FORMED, ValueRules, of
from goldenwire_suite.strategies import Choose, Example, Json
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited

SIDE = {"str": "a"}
# Lengths on both sides of the end of a form, a short one as the simplest, those of 64 KiB less often; arrays of that
# many items are rare.
OCTETS = (1, *(255, 256) * 3, 65_535, 65_536)
LENGTHS: dict[str, tuple[int, ...]] = {
    "str": (1, *(31, 32) * 3, *OCTETS[1:]),
    "bin": OCTETS,
    "ext": (1, 2, 4, 8, 16, 0, 3, 5, 7, 9, 15, 17, *OCTETS[1:]),
    "array": (1, *(15, 16) * 12, 65_535, 65_536),
    "map": (1, 15, 16),
}
FILLED: dict[str, Callable[[int], Json]] = {
    "str": lambda length: "x" * length,
    "bin": lambda length: "a5" * length,
    "ext": lambda length: {"type": "5", "data": "06" * length},
    "array": lambda length: [None] * length,
    "map": lambda length: [[{"int": str(number)}, None] for number in range(length)],
}
# Places of a value: alone, in an array, as the value of a key, as a key.
PLACES: tuple[Callable[[Json], Json], ...] = (
    lambda value: value,
    lambda value: {"array": [value]},
    lambda value: {"map": [[SIDE, value]]},
    lambda value: {"map": [[value, None]]},
    lambda value: {"array": [SIDE, {"map": [[SIDE, value]]}]},
)
BEYOND = 10**9
INTEGERS = (2**64, 2**64 - 1, -(2**63) - 1, -(2**63), 2**64 + 1, -(2**64))
SECONDS = (2**63, 2**63 - 1, -(2**63) - 1, -(2**63), 2**64, 0)
NS = (0, BEYOND, BEYOND - 1, -1, 2**30, 2**32)
TYPES = (128, 127, -129, -128, 255, 256, -1)
# Octets of an extension that would be read as a timestamp, or as an invalid one.
STAMPS = ("", "00" * 3, "00" * 4, "00" * 5, "00" * 8, "ffffffff" + "00" * 4, "00" * 11, "00" * 12, "ff" * 12, "00" * 16)


def choose_sized(choose: Choose) -> Json:
    """A value with a part whose length is at the end of a form."""
    tag = of(choose, LENGTHS)
    return of(choose, PLACES)({tag: FILLED[tag](of(choose, LENGTHS[tag]))})


def choose_boundary(choose: Choose, rules: ValueRules) -> Edited:
    """A value in which a part just inside or outside the limits replaces a small integer."""
    boundary = of(choose, _BOUNDARIES[: None if rules.timestamps else -1])(choose)
    place = of(choose, PLACES)
    after, before = (Example(value, None, None, value, ()) for value in (place(boundary), place({"int": "1"})))
    return Edited(after, f"1 becomes {str(boundary)[:60]}", before, certain=True)


def _repeating(choose: Choose) -> Json:
    """A map with a key twice, or with two that are nearly the same."""
    key = of(choose, (SIDE, {"int": "1"}, None, {"bin": "61"}, {"float": "0x8000000000000000"}, {"array": [SIDE]}))
    again = key if choose(4) < 3 else {"array": [key]}
    pairs = {write(one, PLAIN): one for one in (SIDE, {"int": "300"}, {"str": ""}) if one != key}
    between = list(pairs.values())[: choose(3)]
    return {"map": [[one, {"int": str(at)}] for at, one in enumerate((key, *between, again))]}


_BOUNDARIES: tuple[Callable[[Choose], Json], ...] = (
    lambda choose: {"int": str(of(choose, INTEGERS))},
    lambda choose: {"ext": {"type": str(of(choose, TYPES)), "data": "00"}},
    _repeating,
    lambda choose: {"ext": {"type": "-1", "data": of(choose, STAMPS)}},
    lambda choose: {"timestamp": [str(of(choose, SECONDS)), str(of(choose, NS))]},
)


def choose_broken(choose: Choose) -> Broken:
    """Octets in which an invalid or barely valid timestamp, text or key replaces a small integer."""
    way, place = choose(4), of(choose, PLACES)
    if way == 0:
        boundary: Json = {"utf8": of(choose, ILL_FORMED) + "61" * choose(2)}
    elif way == 1:
        boundary = _repeating(choose)
    elif way == 2:
        boundary = {"ext": {"type": "-1", "data": of(choose, STAMPS)}}
    else:
        ns, seconds = max(0, of(choose, NS)) % (1 << 30), choose(2)
        long = f"{of(choose, NS) % (1 << 32):08x}{seconds:016x}"
        boundary = {"ext": {"type": "-1", "data": (f"{ns << 34 | seconds:016x}", long)[choose(2)]}}
    after, before = (write(place(value), PLAIN) for value in (boundary, {"int": "1"}))
    return Broken(after, None, f"1 becomes {str(boundary)[:60]}", before, certain=True)
