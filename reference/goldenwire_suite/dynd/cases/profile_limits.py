"""Limits within the profiles: the level of a stored array and of an array as CBOR, and their element counts."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dynd.tables import MAX_NUMERAL
from goldenwire_suite.cases import Case, Feature, add_at, put, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, nested, sized, told
from goldenwire_suite.dynd.cases.cbor_tags import holding, typed
from goldenwire_suite.dynd.cases.limits import (
    DEEPER,
    DEEPEST,
    LONGER,
    LONGEST,
    MORE,
    MOST,
    POLICY,
    TOO_LONG,
    struct_of_length,
    then_of,
)

_STORED, _CBOR = RowBuilder("limit-storage", "storage"), RowBuilder("limit-cbor", "cbor")
_ANY = "array[Any]"
_ACCEPTED, _BEYOND, _TOLD = "LIM-01", "LIM-05 LIM-01", "LIM-06 LIM-01"


def _pointers(depth: int, inner: str = "int8") -> str:
    """A type of that depth."""
    return nested("pointer[", inner, depth - 1, "]")


def _stored(element: str, shape: str = "1 * 1") -> str:
    """The type of a stored array of two dimensions."""
    return f"storage[{shape} * {element}, axis=[1, 0]]"


# A content at the last allowed level: (name, type, value around an array, the array's level, the path of the value, the
# field of the trace, description).
_PLACES: Any = (
    ("element", _stored(_ANY), lambda one: [[one]], 4, "/value/0/0", "value[0]", "the element of a stored array"),
    ("after", f"({_stored('bool')}, {_ANY})", lambda one: [[[True]], one], 2, "/value/1", "value.1",
     "a field behind a stored array"),
    ("inner", _stored(f"(int8, {_ANY})"), lambda one: [[["7", one]]], 5, "/value/0/0/1", "value[0].1",
     "a field of the element of a stored array"),
)  # fmt: skip


def _levels() -> Iterator[Case]:
    """Stored arrays: an array of k dimensions is k + 2 levels above its elements."""
    most = DEEPEST - 3
    for name, type, what in (
        ("destination", _stored(_pointers(most)), "a destination type"),
        ("optional", "?" + _stored(_pointers(most - 1)), "an optional destination type"),
    ):
        value: Any = [[["5"]]] if name == "optional" else [["5"]]
        deeper = type.replace("int8", "pointer[int8]")
        summary = f"{what} of {{}} levels, of which a stored array has three"
        yield _STORED.accept(f"{name}-{DEEPEST}", type, value, summary.format(DEEPEST), _ACCEPTED, "63-levels",
                             numbers=[DEEPEST])  # fmt: skip
        row: Any = (f"{name}-{DEEPER}", deeper, POLICY, f"{name}-{DEEPEST}", [], summary.format(DEEPER), _BEYOND)
        yield _STORED.either(*row, "limits-passed-in-silence", numbers=[DEEPER])
        change = replace_at("/context/type", deeper)
        row = (f"encode-{name}-{DEEPER}", POLICY, f"{name}-{DEEPEST}", change, "LIMIT_DEPTH")
        summary = f"{summary.format(DEEPER)}, given to an encoder"
        yield _STORED.either_encode(*row, summary, _TOLD, "encoders-without-limits", numbers=[DEEPER])
    for name, type, around, level, path, field, what in _PLACES:
        text = _pointers(DEEPEST - level)
        summary = f"{what} is an array at level {level}, whose content goes down to level {{}}"
        yield _STORED.accept(f"{name}-{DEEPEST}", type, around(array(text, "5")), summary.format(DEEPEST), _ACCEPTED,
                             "63-levels", numbers=[level, DEEPEST])  # fmt: skip
        change_ = sized(f"{field}.type", "text", f"pointer[{text}]".encode())
        row = (f"{name}-{DEEPER}", type, POLICY, f"{name}-{DEEPEST}", change_, summary.format(DEEPER), _BEYOND)
        yield _STORED.either(*row, "limits-passed-in-silence", numbers=[level, DEEPER])
        change = replace_at(f"{path}/type", f"pointer[{text}]")
        row = (f"encode-{name}-{DEEPER}", POLICY, f"{name}-{DEEPEST}", change, "LIMIT_DEPTH")
        row = (*row, f"{summary.format(DEEPER)}, given to an encoder", _TOLD, "encoders-without-limits")
        yield _STORED.either_encode(*row, numbers=[level, DEEPER])


# Each element, a chain of pointers to a void, counts 51; a row of five of them counts 256.
_CHAIN = _pointers(51, "void")
_ROWS = MOST // (5 * 51 + 1) - 1
_FEW = MOST - _ROWS * (5 * 51 + 1) - 1
_COUNTED = f"(var * void, {_stored(_CHAIN, f'{_ROWS} * 5')})"

# Stored arrays for which a few bytes declare more than any codec may hold: (name, type, description).
_BOMBS: Any = (
    ("voids", _stored("void", f"{2**40} * 3"), f"{told(2**40)} rows of three voids, stored by columns"),
    ("rows", _stored("int8", f"{MAX_NUMERAL} * 0"), f"{told(MAX_NUMERAL)} rows without elements, stored by columns"),
    ("product", _stored("()", f"{2**32} * {2**32}"), f"{told(2**32)} columns of as many tuples"),
)
# Arrays that need more bytes than the input has.
_SIZES: Any = (
    ("greatest", _stored("string", f"{MAX_NUMERAL} * {MAX_NUMERAL}"), f"{told(MAX_NUMERAL)} columns of as many texts"),
    ("wrapping", _stored("string", f"{2**32} * {2**32}"), f"{told(2**32)} columns of as many texts"),
    ("wrapping-numbers", _stored("int64", f"{2**31} * {2**30}"), f"{told(2**31)} rows of {told(2**30)} numbers"),
)


def _elements() -> Iterator[Case]:
    """Stored arrays that count the elements of their array type, and have room for all of their elements or none."""
    value = [[None] * _FEW, [[None] * 5] * _ROWS]
    summary = "{} values without bytes, most of them in an array that is stored by columns"
    row: Any = ("counted", _COUNTED, value, summary.format(told(MOST)), "LIM-04 STORAGE-05", "fewer-elements")
    yield _STORED.accept(*row, numbers=[MOST])
    change = put("value.0.count", b"\x80\x02")
    row = ("counted-one-more", _COUNTED, POLICY, "counted", change, summary.format(told(MORE)), "LIM-05 LIM-04")
    yield _STORED.either(*row, "stored-elements-uncounted", numbers=[MORE])
    change_ = add_at("/value/0/-", None)
    row = ("encode-counted-one-more", POLICY, "counted", change_, "LIMIT_ELEMENTS")
    summary = f"{summary.format(told(MORE))}, given to an encoder"
    yield _STORED.either_encode(*row, summary, "LIM-06 LIM-04", "stored-elements-uncounted", numbers=[MORE])
    yield _STORED.accept("no-bytes", _stored("int8", "0 * 3"), [], "three columns without rows have no bytes",
                         "STORAGE-05", "storage-of-a-byte")  # fmt: skip
    for name, type, what in _BOMBS:
        row = (f"bomb-{name}", type, "no-bytes", [], {"elements": None}, f"no bytes, which would be {what}")
        yield _STORED.reject(*row, then="LIMIT_ELEMENTS", numbers=[2**32, 2**40])
    for name, type, what in _SIZES:
        row = (f"size-{name}", type, "no-bytes", [], "truncated", f"no bytes where {what} are due")
        cited = ("LIM-03", "") if name == "greatest" else ("LIM-03 LIM-07", "stored-sizes-wrap")
        yield _STORED.reject(*row, *cited, numbers=[2**30, 2**31, 2**32, MAX_NUMERAL])


def _contents() -> Iterator[Case]:
    """Arrays as CBOR, whose content is at level 2 and is counted."""
    most = DEEPEST - 1
    summary = "an array as CBOR, whose content goes down to level {}"
    value = array(_pointers(most), "5")
    yield _CBOR.accept(f"content-{DEEPEST}", _ANY, value, summary.format(DEEPEST), _ACCEPTED, "63-levels",
                       numbers=[DEEPEST])  # fmt: skip
    row: Any = (f"content-{DEEPER}", _ANY, POLICY, f"content-{DEEPEST}", typed(_pointers(DEEPEST).encode()))
    yield _CBOR.either(*row, summary.format(DEEPER), _BEYOND, "cbor-contents-at-level-1", numbers=[DEEPER])
    row = (f"encode-content-{DEEPER}", POLICY, f"content-{DEEPEST}", replace_at("/value/type", _pointers(DEEPEST)))
    row = (*row, "LIMIT_DEPTH", f"{summary.format(DEEPER)}, given to an encoder", _TOLD)
    yield _CBOR.either_encode(*row, "encoders-without-limits", numbers=[DEEPER])
    summary, inner = "an array within an array as CBOR, whose content goes down to level {}", _pointers(most - 1)
    value = array(_ANY, array(inner, "5"))
    yield _CBOR.accept(f"inner-{DEEPEST}", _ANY, value, summary.format(DEEPEST), _ACCEPTED, "63-levels",
                       numbers=[DEEPEST])  # fmt: skip
    core = (f"pointer[{inner}]").encode()
    change = holding(bytes([len(core) & 0x7F | 0x80, len(core) >> 7]) + core + b"\5")
    row = (f"inner-{DEEPER}", _ANY, POLICY, f"inner-{DEEPEST}", change, summary.format(DEEPER), _BEYOND)
    yield _CBOR.either(*row, "cbor-contents-at-level-1", numbers=[DEEPER])
    change_ = replace_at("/value/value/type", core.decode())
    row = (f"encode-inner-{DEEPER}", POLICY, f"inner-{DEEPEST}", change_, "LIMIT_DEPTH")
    row = (*row, f"{summary.format(DEEPER)}, given to an encoder", _TOLD, "encoders-without-limits")
    yield _CBOR.either_encode(*row, numbers=[DEEPER])


def _lengths() -> Iterator[Case]:
    longest, longer = struct_of_length(LONGEST), struct_of_length(LONGER)
    summary = "an array as CBOR, with a type string of {:,} bytes"
    row: Any = (f"type-{LONGEST}", _ANY, array(longest, [None]), summary.format(LONGEST), "LIM-02", "shorter-types")
    yield _CBOR.accept(*row)
    row = (f"type-{LONGER}", _ANY, POLICY, f"type-{LONGEST}", typed(longer.encode()), summary.format(LONGER))
    yield _CBOR.either(*row, "LIM-05 LIM-02", "cbor-types-of-any-length")
    row = (f"encode-type-{LONGER}", POLICY, f"type-{LONGEST}", replace_at("/value/type", longer), "LIMIT_TYPE_LENGTH")
    summary = f"{summary.format(LONGER)}, given to an encoder"
    yield _CBOR.either_encode(*row, summary, "LIM-06 LIM-02", "encoders-without-limits")
    for size in (2**32 - 1, 2**32 + 4, 2**64 - 1):
        head = b"\x7a" + size.to_bytes(4, "big") if size < 2**32 else b"\x7b" + size.to_bytes(8, "big")
        row = (f"type-size-{size}", _ANY, "cbor/tag-int8", put("value.type.head", head), TOO_LONG)
        summary = f"in the tag, a type that claims {told(size)} bytes"
        yield _CBOR.reject(*row, summary, then=then_of(size), numbers=[size])


# A pair of fields without bytes counts 2, its content 1, each pointer 52.
_LONG_CHAIN = _pointers(52, "void")
_MANY = MOST // 52 - 1
_REST = MOST - 52 * _MANY - 3


def _counts() -> Iterator[Case]:
    type = f"({_MANY} * {_LONG_CHAIN}, {{}} * void)"
    value = array(type.format(_REST), [[None] * _MANY, [None] * _REST])
    summary = "an array as CBOR, with {} values without bytes, itself among them"
    row: Any = ("counted", _ANY, value, summary.format(told(MOST)), "LIM-04", "fewer-elements")
    yield _CBOR.accept(*row, numbers=[MOST])
    more = type.format(_REST + 1)
    row = ("counted-one-more", _ANY, POLICY, "counted", typed(more.encode()), summary.format(told(MORE)))
    yield _CBOR.either(*row, "LIM-05 LIM-04", "cbor-contents-uncounted", numbers=[MORE])
    change = (replace_at("/value/type", more), add_at("/value/value/1/-", None))
    row = ("encode-counted-one-more", POLICY, "counted", change, "LIMIT_ELEMENTS")
    summary = f"{summary.format(told(MORE))}, given to an encoder"
    yield _CBOR.either_encode(*row, summary, "LIM-06 LIM-04", "cbor-contents-uncounted", numbers=[MORE])


def features() -> Iterator[Feature]:
    yield Feature("limit-storage", "Profile storage: levels, elements and sizes", [*_levels(), *_elements()])
    yield Feature("limit-cbor", "Profile cbor: levels, elements and sizes", [*_contents(), *_lengths(), *_counts()])
