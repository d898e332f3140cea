"""Values of SciSerialize at its limits: lengths, dtypes, dates, durations, numbers, shapes and keys."""

from collections.abc import Callable

from goldenwire_suite.sciserialize.strategies.arrays import DTYPES
from goldenwire_suite.sciserialize.strategies.rules import FRAMES, MASKS, SETS, Rules, of
from goldenwire_suite.sciserialize.strategies.times import choose_beside
from goldenwire_suite.strategies import WIDEST, Choose, Example, Json
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited
from goldenwire_suite.strategies.items import JSON, MESSAGE_PACK

# Lengths on both sides of the end of a form of MessagePack, a short one as the simplest, those of 64 KiB less often.
OCTETS = (1, *(255, 256) * 4, 65_535, 65_536)
LENGTHS: dict[str, tuple[int, ...]] = {
    "str": (1, *(31, 32) * 4, *OCTETS[1:]),
    "bin": OCTETS,
    "array": (1, 15, 16),
    "map": (1, 15, 16),
    "key": (1, 31, 32, 255, 256),
    "ndarray": (1, 255, 256),
}
FILLED: dict[str, Callable[[int], Json]] = {
    "str": lambda length: {"str": "x" * length},
    "bin": lambda length: {"bin": "a5" * length},
    "array": lambda length: {"array": [None] * length},
    "map": lambda length: {"map": [[f"{number:02}", None] for number in range(length)]},
    "key": lambda length: {"map": [["k" * length, None]]},
    "ndarray": lambda length: {"ndarray": _bytes(length)},
}
# Places of a value: alone, in an array, as a member.
PLACES: tuple[Callable[[Json], Json], ...] = (
    lambda value: value,
    lambda value: {"array": [value]},
    lambda value: {"map": [["a", value]]},
)
AROUND = {
    "json": ((b"", b""), (b"[", b"]"), (b'{"a":', b"}"), (b"[0,", b",2]")),
    "msgpack": ((b"", b""), (b"\x91", b""), (b"\x81\xa1a", b""), (b"\x93\0", b"\2")),
}
INTEGRAL = tuple(name for name, (number, _) in DTYPES.items() if number.kind != "f" and name != "bool")
DAYS = (10**9, 10**9 - 1, -(10**9), 1 - 10**9, 0)
SECONDS = (0, 86_399, 86_400, -1, 86_399)
MICROSECONDS = (0, 999_999, 10**6, -1, 999_999)
NUMBERS = (
    *(str(sign * (1 << 53) + more) for sign in (1, -1) for more in (-1, 0, 1)), str(2**63 - 1), str(2**63),
    str(2**64 - 1), str(2**64), str(-(2**63)), str(-(2**63) - 1), "0x7ff0000000000000", "0xfff0000000000000",
    "0x7ff8000000000000", "0x7fefffffffffffff",
)  # fmt: skip
# Shapes of one element, and of two.
SHAPES = (("1",), (), ("1", "1"), ("1",) * 32, ("1",) * 33, ("2",), ("0",), ("1", "0"), ("-1", "-1"), ("-1",))
KINDS: tuple[Json, ...] = (
    None, True, {"number": "1"}, {"number": "0x3ff8000000000000"}, {"number": "0x3ff0000000000000"}, {"str": "1"},
    {"bin": "31"}, {"array": []}, {"map": []}, {"datetime": "2015-02-18T21:40:23"}, {"timedelta": ["1", "0", "0"]},
    {"ndarray": {"dtype": "int8", "shape": ["1"], "elements": ["1"]}}, {"number": "-1"},
    {"number": "0x7ff8000000000000"},
)  # fmt: skip
KEYS = ("__type__", "__base64__", "__type", "type__", "__TYPE__", "a", "\0", "")


def _bytes(length: int) -> Json:
    return {"dtype": "uint8", "shape": [str(length)], "elements": ["5"] * length}


def choose_sized(choose: Choose) -> Json:
    """A value with a part whose length is at the end of a form."""
    tag = of(choose, LENGTHS)
    return of(choose, PLACES)(FILLED[tag](of(choose, LENGTHS[tag])))


def choose_boundary(choose: Choose, rules: Rules, carrier: str, *, numbers: bool = True) -> Edited:
    """A value in which a part just inside or outside the limits replaces a small integer."""
    boundary = of(choose, _BOUNDARIES[not numbers :])(choose, rules)
    certain = boundary.keys() & {"datetime", "timedelta", "number"}  # others can be rejected in two ways
    place = of(choose, PLACES)
    needs = [name for name in (MASKS, SETS) if name in rules.kinds and boundary.keys() & {name}]
    context = {"carrier": carrier} | ({"extensions": needs} if needs else {})
    frames = (FRAMES,) if FRAMES in boundary else ()
    after, before = (
        Example(value, None, context, value, (carrier, *frames, *needs))
        for value in (place(boundary), place({"number": "1"}))
    )
    return Edited(after, f"1 becomes {str(boundary)[:80]}", before, bool(certain))


def choose_item(choose: Choose, carrier: str) -> Broken:
    """The bytes of a value of any kind, or a near-value, by itself, in an array or as a member; it replaces 1."""
    items = JSON if carrier == "json" else MESSAGE_PACK
    item, (front, back) = items[choose(len(items))], of(choose, AROUND[carrier])
    one = b"1" if carrier == "json" else b"\1"
    return Broken(front + item + back, {"carrier": carrier}, f"1 becomes {item!r}", front + one + back)


def _element(choose: Choose, rules: Rules) -> Json:
    """An array, a data frame or a masked array with an integer at the end of its dtype's range, or beyond it."""
    dtype = of(choose, INTEGRAL)
    number, _ = DTYPES[dtype]
    least = number.least
    end = str(of(choose, (least + (1 << number.width), least - 1, least + (1 << number.width) - 1, least)))
    elements = of(choose, ([end], ["0", end], [end, "1", "0"]))
    size = str(len(elements))
    way = choose(4)
    if way == 2 and FRAMES in rules.kinds:
        labels = [{"number": str(place)} for place in range(len(elements))]
        return {FRAMES: {"dtype": dtype, "columns": labels, "rows": [{"str": "a"}], "elements": elements}}
    if way == 3 and MASKS in rules.kinds:
        masked = {"mask": [False] * len(elements), "fill": {"number": "0"}}
        return {MASKS: {"dtype": dtype, "shape": [size], "elements": elements, **masked}}
    return {"ndarray": {"dtype": dtype, "shape": [size], "elements": elements}}


def _shape(choose: Choose, rules: Rules) -> Json:
    """An array whose shape may not match its elements, or a data frame with an extra label."""
    shape, elements = list(of(choose, SHAPES)), ["5"] * of(choose, (1, 2, 0))
    if choose(3) < 2 or FRAMES not in rules.kinds:
        return {"ndarray": {"dtype": "int16", "shape": shape, "elements": elements}}
    rows, columns = ([{"str": "a"}] * choose(3) for _ in range(2))
    return {FRAMES: {"dtype": "int16", "columns": columns, "rows": rows, "elements": elements}}


def _kind(choose: Choose, rules: Rules) -> Json:
    """A label, a fill value or an element of any kind, where few kinds are valid."""
    odd = of(choose, KINDS)
    way = choose(3)
    if way == 0 and FRAMES in rules.kinds:
        labels = [[{"str": "a"}], [odd]][:: 1 - 2 * choose(2)]
        return {FRAMES: {"dtype": "int8", "columns": labels[0], "rows": labels[1], "elements": ["1"]}}
    if way == 1 and MASKS in rules.kinds:
        return {MASKS: {"dtype": "int8", "shape": ["1"], "elements": ["1"], "mask": [True], "fill": odd}}
    dtype = of(
        choose, ("int8", "bool", "float16", "complex64", "uint64", "int", "object", "datetime64", "<i8", "x" * 40)
    )
    return {
        "ndarray": {"dtype": dtype, "shape": ["1"], "elements": [of(choose, ("1", True, "0x3c00", ["1", "1"], odd))]}
    }


def _key(choose: Choose, rules: Rules) -> Json:
    """A map with a reserved key, a repeated one, or keys out of order."""
    keys = [of(choose, KEYS), *of(choose, ((), ("b",), ("a",), ("b", "a"), ("b", "b")))]
    return {"map": [[key, {"number": str(place)}] for place, key in enumerate(keys)]}


def _set(choose: Choose, rules: Rules) -> Json:
    """A set, perhaps with an element twice."""
    if SETS not in rules.kinds:
        return _key(choose, rules)
    one = {"number": of(choose, ("1", "0x3ff0000000000000", "0", "0x8000000000000000"))}
    other = of(choose, ({"number": "1"}, {"number": "0"}, {"str": "1"}, {"number": "0x0000000000000000"}, True))
    return {SETS: [one, other]}


def _duration(choose: Choose, rules: Rules) -> Json:
    return {"timedelta": [str(of(choose, parts)) for parts in (DAYS, SECONDS, MICROSECONDS)]}


_BOUNDARIES: tuple[Callable[[Choose, Rules], Json], ...] = (
    lambda choose, rules: {"number": NUMBERS[choose(WIDEST) % len(NUMBERS)]},
    *(_element,) * 3, _duration,
    *(lambda choose, rules: {"datetime": choose_beside(choose)},) * 3, _shape, _key, _set, *(_kind,) * 3,
)  # fmt: skip
