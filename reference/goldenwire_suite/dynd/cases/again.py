"""Type strings and names that come again: what was judged where they came first is judged at each place."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, put, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, nested, sized, told
from goldenwire_suite.dynd.cases.limits import DEEPER, DEEPEST, MORE, MOST, POLICY
from goldenwire_suite.dynd.words import struct_of

_AGAIN, _REPEATED = map(RowBuilder, ("again", "repeated-name"))

# Two places of one type string, of which the array at the second one allows it fewer levels: (name, type, the value
# around the type, the level of that array, the fields of the type strings, the paths of the types, description,
# mutation that accepts the second).
_PLACES: Any = (
    ("arrays", "(array[Any], (array[Any]))", lambda text: [array(text, "5"), [array(text, "6")]], 3,
     ("value.0.type", "value.1.0.type"), ("/value/0/type", "/value/1/0/type"),
     "the type of an array at level 2, and of another one at level 3", "depth-judged-once"),
    ("type", "(type, array[Any])", lambda text: [text, array(text, "6")], 2,
     ("value.0", "value.1.type"), ("/value/0", "/value/1/type"),
     "a type, and the same one as that of an array at level 2", "depth-judged-once"),
)  # fmt: skip


def _again() -> Iterator[Case]:
    for name, type, around, level, fields, paths, what, catches in _PLACES:
        text = nested("pointer[", "int8", DEEPEST - level - 1, "]")
        deeper, of = f"pointer[{text}]", [level, DEEPEST, DEEPER]
        summary = f"{what}, in which it reaches down to level"
        row: Any = (f"{name}-{DEEPEST}", type, around(text), f"{summary} {DEEPEST}", "LIM-01 ARR-01")
        yield _AGAIN.accept(*row, "63-levels", numbers=of)
        changes = [edit for field in fields for edit in sized(field, "text", deeper.encode())]
        row = (f"{name}-{DEEPER}", type, POLICY, f"{name}-{DEEPEST}", changes, f"{summary} {DEEPER}", "LIM-05 LIM-01")
        yield _AGAIN.either(*row, catches, numbers=of)
        if name == "arrays":
            given = tuple(replace_at(path, deeper) for path in paths)
            row = (f"encode-{name}-{DEEPER}", POLICY, f"{name}-{DEEPEST}", given, "LIMIT_DEPTH")
            summary = f"{summary} {DEEPER}, given to an encoder"
            yield _AGAIN.either_encode(*row, summary, "LIM-06 LIM-01", catches, numbers=of)
    yield from _mismatches()
    yield from _elements()


def _mismatches() -> Iterator[Case]:
    """A type that one array may have, and the next one may not."""
    base, type, catches = "array/known-in-fields", "(array[Any], array[int8])", "contents-judged-once"
    change = [edit for at in (0, 1) for edit in sized(f"value.{at}.type", "text", b"uint8")]
    summary = "a uint8 in array[Any], and another in array[int8]"
    row: Any = ("mismatch", type, base, change, "array.mismatch", summary, "ARR-02", catches)
    yield _AGAIN.reject(*row)
    changes = (replace_at("/context/type", type), *(replace_at(f"/value/{at}/type", "uint8") for at in (0, 1)))
    row = ("encode-mismatch", base, changes, "ARRAY_TYPE_MISMATCH", f"an encoder refuses {summary}", "ARR-02", catches)
    yield _AGAIN.refusal(*row)


# Pointers to a void, which count one more than they are; with them each of two arrays counts half of all elements.
_CHAIN = DEEPEST - 5
_ROWS = MOST // 2 // (_CHAIN + 1) - 1
_REST = MOST // 2 - (_CHAIN + 1) * _ROWS - 3


def _elements() -> Iterator[Case]:
    """Arrays of one type without bytes, whose elements count for each of them."""
    text = f"({_ROWS} * {nested('pointer[', 'void', _CHAIN, ']')}, {_REST} * void)"
    type, value = "(array[Any], array[Any], ?void)", array(text, [[None] * _ROWS, [None] * _REST])
    summary = "{} values without bytes, half of them in one array, half in another of the same type"
    row: Any = ("elements", type, [value, value, None], summary.format(told(MOST)), "LIM-04", "fewer-elements")
    yield _AGAIN.accept(*row, numbers=[MOST])
    summary = f"{summary.format(told(MOST))}, and one more in an option"
    row = ("elements-more", type, POLICY, "elements", put("value.2.tag", 1), summary, "LIM-05 LIM-04")
    yield _AGAIN.either(*row, "elements-counted-once", numbers=[MOST, MORE])


# How many fields, one more than a list may have before its owner moves on to something faster.
_FIELDS = (9, 17, 33, 65)
_SOME = _FIELDS[1]


def _names(count: int, *repeated: int) -> str:
    """Return the type string of a struct of numbers, in which the second of two places has the name of the first."""
    names = [f"f{at}" for at in range(count)]
    if repeated:
        first, again = repeated
        names[again] = names[first]
    return struct_of(tuple(names))


def _repeated() -> Iterator[Case]:
    most = _FIELDS[-1]
    summary = f"a struct of {most} fields, each with a name of its own"
    yield _REPEATED.accept("all-differ", "type", _names(most), summary, "STRUCT-04 TYPE-02", "names-by-two-characters",
                           numbers=[most])  # fmt: skip
    summary = f"a destination type of {_SOME} fields, each with a name of its own"
    value = [str(at) for at in range(_SOME)]
    yield _REPEATED.accept("destination", _names(_SOME), value, summary, "STRUCT-01 STRUCT-04", numbers=[_SOME])
    for name, count, first, again, what in (
        *((f"last-of-{count}", count, 0, count - 1, "the last has the name of the first") for count in _FIELDS),
        ("ninth", _SOME, 7, 8, "the ninth has the name of the eighth"),
        ("middle", _SOME, 8, 16, "the last has the name of the ninth"),
    ):
        change = sized("value", "text", _names(count, first, again).encode())
        row: Any = (name, "type", "all-differ", change, {"type.duplicate": "int32"}, f"of {count} fields, {what}")
        yield _REPEATED.reject(*row, "STRUCT-04", f"names-moved-behind-{again}", numbers=[count, first + 1, again + 1])
    text, what = _names(_SOME, 0, _SOME - 1), f"{_SOME} fields, of which the last has the name of the first"
    catches = f"names-moved-behind-{_SOME - 1}"
    row = ("destination-last", text, "destination", [], {"destination.duplicate": _names(_SOME)})
    yield _REPEATED.reject(*row, f"no type to read by: {what}", "STRUCT-04", catches, numbers=[_SOME])
    row = ("encode-destination-last", "destination", replace_at("/context/type", text), "TYPE_DUP_FIELD")
    yield _REPEATED.refusal(*row, f"no type to write by: {what}", "DES-04 STRUCT-04", catches, numbers=[_SOME])
    row = ("encode-last", "all-differ", text, "TYPE_DUP_FIELD", f"an encoder refuses a type of {what}")
    yield _REPEATED.refusal(*row, "STRUCT-04", catches, numbers=[_SOME])


def features() -> Iterator[Feature]:
    yield Feature("again", "Type strings that come again at another place", list(_again()))
    yield Feature("repeated-name", "Names of fields that come again at a distance", list(_repeated()))
