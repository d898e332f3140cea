"""Room for the elements of a sequence: it is looked for at once, by the least size of an element."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Edit, Feature, Splice, put
from goldenwire_reference.dynd.catalogue.words import Words, slug, told, varint
from goldenwire_reference.dynd.tables import ELEMENTS, MAX_NUMERAL
from goldenwire_reference.dynd.types import parse

_ROOM = Words("room")

# Types whose least size is not that of every value, or not that of a number: (type, a value that takes more than that
# or else all there is, requirements).
_ELEMENTS: Any = (
    ("bool", True, ""),
    ("char", "\u20ac", ""),
    ("bytes", "000102", ""),
    ("bytes[3]", "000102", ""),
    ("string", "abc", ""),
    ("type", "int8", ""),
    ("array[Any]", {"type": "()", "value": []}, ""),
    ("array[int8]", {"type": "int8", "value": "1"}, "ARR-02"),
    ("var * int16", ["1", "2"], ""),
    ("2 * string", ["ab", "c"], ""),
    ("?string", ["ab"], "OPT-02"),
    ("?uint32", ["1"], ""),
    ("?bool", [True], "OPT-02"),
    ("?complex[float32]", [["0x3f800000", "0x3f800000"]], "OPT-02"),
    ("?(int8, int64)", [["1", "2"]], "OPT-02"),
    ("(char, int16)", ["\u00e9", "1"], ""),
    ("{a: string, b: bool}", ["ab", True], ""),
    ("pointer[string]", "abc", ""),
    ("pointer[bool]", True, ""),
    ("(void, bytes, ())", [None, "0001", []], ""),
)

# Requirements on which the place depends where the room is there, and an element is not.
_LEAST = {"array[int8]": "ARR-02", "?string": "OPT-02", "?(int8, int64)": "OPT-02"}


def _kept(size: int) -> Edit:
    """The input ends after so many bytes."""
    return lambda base: Splice(size, base.data[size:], b"")


def _rooms() -> Iterator[Case]:
    for type, value, cited in _ELEMENTS:
        least, name = parse(type).min_size, slug(type)
        for outer, lead, what in (("({} * {})", 0, "{} of {}"), ("(int8, var * {1})", 2, "a count of {} of {}")):
            kind = "counted" if lead else "fixed"
            base, row_type = f"{name}-{kind}", outer.format(3, type)
            held = [["7", [value] * 3]] if lead else [[[value] * 3]]
            summary = f"room for {what.format(3, type)}"
            yield _ROOM.accept(base, row_type, held[0], summary, f"DIM-01 {cited}" if not lead else f"VAR-01 {cited}")
            for missing in (1, 0):
                size = lead + 3 * least - missing
                if missing or len(_bytes(row_type, held[0])) > size:
                    told = "a byte less than" if missing else "as much as"
                    row: Any = (f"{base}-{'less' if missing else 'least'}", row_type, base, _kept(size), "truncated")
                    why = "VARINT-04" if missing else _LEAST.get(type, "")
                    yield _ROOM.reject(*row, f"{summary}: {told} these take at least", why, numbers=[3])


def _bytes(type: str, value: Any) -> bytes:
    from goldenwire_reference.dynd import FORMAT

    return FORMAT.encode(value, {"type": type})


# Types of which no input holds a value, though no values of them take no room: (name, type, what it is).
_HUGE: Any = (
    ("bytes-31", f"bytes[{2**31}]", f"byte strings of {told(2**31)} bytes"),
    ("bytes-63", f"bytes[{MAX_NUMERAL}]", f"byte strings of {told(MAX_NUMERAL)} bytes"),
    ("rows-31", f"{2**31} * int8", f"rows of {told(2**31)} numbers"),
    ("rows-63", f"{MAX_NUMERAL} * int64", f"rows of {told(MAX_NUMERAL)} numbers"),
    ("rows-of-rows", f"{2**32} * {2**32} * bool", f"rows of {told(2**32)} rows of as many bools"),
    (
        "wide-tuples",
        f"({MAX_NUMERAL} * {MAX_NUMERAL} * bool, bool)",
        f"tuples of {told(MAX_NUMERAL)} rows of as many bools, and a bool",
    ),
    ("tuples", f"({2**31 - 1} * int8, bytes[{2**31 - 1}])", f"tuples of {told(2**31 - 1)} numbers and as many bytes"),
)


_NUMBERS = (2**31, 2**31 - 1, 2**32, MAX_NUMERAL)

# More elements than any codec takes of a type whose values take no room.
_MANY = ELEMENTS.end + 1

# Requirements of those whose least size does not fit 64 bits.
_WRAPPING = dict.fromkeys(("rows-63", "rows-of-rows", "wide-tuples"), "VARINT-04 LIM-07")


def _huge() -> Iterator[Case]:
    for name, type, what in _HUGE:
        for kind, outer, lead, cited in (
            ("none", "0 * {}", "a dimension of 0, of", "DIM-03"),
            ("count-0", "var * {}", "a count of 0, of", "VAR-01"),
        ):
            requirements = cited if name == "tuples" else f"{cited} LIM-03"
            row: Any = (f"huge-{name}-{kind}", outer.format(type), [], f"{lead} {what}", requirements)
            yield _ROOM.accept(*row, numbers=_NUMBERS)
        change = put("value.count", varint(_MANY))
        row = (f"huge-{name}-many", f"var * {type}", f"huge-{name}-count-0", change, "truncated")
        summary = f"a count of {told(_MANY)}, of {what}, and nothing behind it"
        yield _ROOM.reject(*row, summary, _WRAPPING.get(name, "VARINT-04"), numbers=[_MANY, *_NUMBERS])


def _options() -> Iterator[Case]:
    """An option of a pointer has a tag, whatever the pointer leads to, and may take no more than that."""
    for target in ("int64", "float64", "bool", "string"):
        row: Any = (f"missing-pointers-{slug(target)}", f"2 * ?pointer[{target}]", [None, None])
        yield _ROOM.accept(*row, f"2 options of pointers to {target}, both missing", "OPT-02 OPT-03 PTR-03")


def features() -> Iterator[Feature]:
    yield Feature("room", "Room for the elements of a sequence", [*_rooms(), *_huge(), *_options()])
