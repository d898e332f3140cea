"""Room for the elements of a sequence: a decoder checks for it at once, by the least size of an element."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dynd.tables import ELEMENTS, MAX_NUMERAL
from goldenwire_reference.dynd.types import parse
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Edit, Feature, Splice, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, slug, told, varint

_ROOM = RowBuilder("room")

# Types with values larger than the least size, or with a least size unlike a number's: (type, a value that takes more,
# if there is one, requirements).
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
    ("?uint32", ["1"], "OPT-02"),
    ("?bool", [True], "OPT-02"),
    ("?complex[float32]", [["0x3f800000", "0x3f800000"]], "OPT-02"),
    ("?(int8, int64)", [["1", "2"]], "OPT-02"),
    ("(char, int16)", ["\u00e9", "1"], ""),
    ("{a: string, b: bool}", ["ab", True], ""),
    ("pointer[string]", "abc", ""),
    ("pointer[bool]", True, ""),
    ("(void, bytes, ())", [None, "0001", []], ""),
)

# Requirements that determine the offset if there is room, but an element is incomplete.
_LEAST = {"array[int8]": "ARR-02", "?string": "OPT-02", "?(int8, int64)": "OPT-02"}


def _kept(size: int) -> Edit:
    """Cut the input after that many bytes."""
    return lambda base: Splice(size, base.data[size:], b"")


def _rooms() -> Iterator[Case]:
    for type, value, cited in _ELEMENTS:
        least, name = 3 * parse(type).min_size, slug(type)
        for kind, row_type, lead, held, what, requirement in (
            ("fixed", f"(3 * {type})", 0, [[value] * 3], f"three values of {type}", "DIM-01"),
            ("counted", f"(int8, var * {type})", 2, ["7", [value] * 3], f"three values of {type} after a count of 3",
             "VAR-01"),
        ):  # fmt: skip
            base = f"{name}-{kind}"
            yield _ROOM.accept(base, row_type, held, what, f"{requirement} {cited}")
            for case, size, why, cited_besides in (
                ("less", least - 1, f"no room, as min_size asks for {least}", "VARINT-04"),
                ("least", least, "as many as min_size asks for, but these values take more", _LEAST.get(type, "")),
            ):
                if len(_bytes(row_type, held)) > lead + size:
                    row: Any = (f"{base}-{case}", row_type, base, _kept(lead + size), "truncated")
                    summary = f"{what}, with only {plural(size, 'byte')} for them: {why}"
                    yield _ROOM.reject(*row, summary, cited_besides, numbers=[3, size, least])


def _bytes(type: str, value: Any) -> bytes:
    from goldenwire_reference.dynd import FORMAT

    return FORMAT.encode(value, {"type": type})


# Types with values too large for any input, although zero of them take no room: (name, type, description).
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

# More elements than any codec accepts of a type whose values take no room.
_MANY = ELEMENTS.end + 1

# Requirements of the types whose least size does not fit into 64 bits.
_WRAPPING = dict.fromkeys(("rows-63", "rows-of-rows", "wide-tuples"), "VARINT-04 LIM-07")


def _huge() -> Iterator[Case]:
    for name, type, what in _HUGE:
        for kind, outer, lead, cited in (
            ("none", "0 * {}", "a dimension of 0", "DIM-03"),
            ("count-0", "var * {}", "a count of 0", "VAR-01"),
        ):
            requirements = cited if name == "tuples" else f"{cited} LIM-03"
            row: Any = (f"huge-{name}-{kind}", outer.format(type), [], f"{lead}: no {what}", requirements)
            yield _ROOM.accept(*row, numbers=_NUMBERS)
        change = put("value.count", varint(_MANY))
        row = (f"huge-{name}-many", f"var * {type}", f"huge-{name}-count-0", change, "truncated")
        summary = f"a count of {told(_MANY)} {what}, and no bytes after it"
        yield _ROOM.reject(*row, summary, _WRAPPING.get(name, "VARINT-04"), numbers=[_MANY, *_NUMBERS])


def _options() -> Iterator[Case]:
    """Options of pointers: each has a tag, whatever the pointer's target, and may take just that one byte."""
    for target in ("int64", "float64", "bool", "string"):
        row: Any = (f"missing-pointers-{slug(target)}", f"2 * ?pointer[{target}]", [None, None])
        summary = f"two missing options of pointers to {target}: a tag of one byte each, whatever the target takes"
        yield _ROOM.accept(*row, summary, "OPT-02 OPT-03 PTR-03")


def _nothing() -> Iterator[Case]:
    """Empty sequences of huge elements without bytes; a decoder that loops over such elements never ends."""
    type, what = f"{MAX_NUMERAL} * void", f"rows of {told(MAX_NUMERAL)} voids"
    row: Any = ("none-of-many-voids", f"0 * {type}", [], f"a dimension of 0: no {what}, and none is counted")
    yield _ROOM.accept(*row, "DIM-03 LIM-03", numbers=_NUMBERS)
    row = ("count-0-of-many-voids", f"var * {type}", [], f"a count of 0: no {what}, and none is counted")
    yield _ROOM.accept(*row, "VAR-01 LIM-03", numbers=_NUMBERS)


def features() -> Iterator[Feature]:
    yield Feature("room", "Room for the elements of a sequence", [*_rooms(), *_huge(), *_options(), *_nothing()])
