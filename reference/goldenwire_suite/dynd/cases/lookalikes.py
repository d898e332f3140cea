"""Names of fields that a search of a type string takes for parts of the type."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dynd.cases.builders import RowBuilder, array
from goldenwire_suite.dynd.cases.limits import DEEPER

_LOOKALIKE = RowBuilder("lookalike")

# Contents of names that look like types, like fields, or like what is none.
_TYPES = (
    "array[Any]", "merkle[int8]", "storage[2 * 3 * int8, axis=[1, 0]]", "bytes[0]", "??int8", "... * T",
    f"{2**63} * int8", "x: int8, x", "{y: int8, y: int8}", "int8, ", ": int8}",
)  # fmt: skip

# Names with more signs than types have levels: (name of the case, the signs or words of each name, what they are,
# mutation that refuses them).
_SIGNS = (
    ("opened", (*"([{<", "pointer["), "brackets that open", "brackets-of-names-counted"),
    ("closed", (*")]}>",), "brackets that close", "closing-brackets-of-names-counted"),
    ("signs", (*"*,?-:", " * ", ", ", "->"), "signs such as types have, or could have", "signs-of-names-counted"),
)

_OPENED = [bracket * DEEPER for bracket in "([{<"]
# Names with brackets and escapes: (name of the case, contents of the names, description, mutation that refuses them).
_ESCAPES: Any = (
    ("apostrophe", [rf"\'{brackets}" for brackets in _OPENED], "behind an apostrophe with its escape",
     "escaped-apostrophes-end-names"),
    ("backslash", [r"\\", *_OPENED], "in the names behind one that is a backslash with its escape",
     "backslashes-escape-apostrophes"),
)  # fmt: skip


def _struct(contents: Sequence[str]) -> str:
    """Return the type string of a struct of numbers whose names have these contents of quotes."""
    fields = (f"'{one}': int8" for one in contents)
    return f"{{{', '.join(fields)}}}"


def _lookalikes() -> Iterator[Case]:
    summary = "names of fields that look like types, like fields and like what is no type"
    yield _LOOKALIKE.accept("types", "type", _struct(_TYPES), summary, "TYPE-04", "types-sought-in-names")
    for name, signs, what, catches in _SIGNS:
        type = _struct([sign * DEEPER for sign in signs])
        summary = f"{DEEPER} {what} in the name of each field"
        row: Any = (summary, "TYPE-04 LIM-01", catches)
        yield _LOOKALIKE.accept(name, "type", type, *row, numbers=[DEEPER])
    opened, value = _struct([sign * DEEPER for sign in _SIGNS[0][1]]), ["5"] * len(_SIGNS[0][1])
    for name, type, given, what in (
        ("opened-in-array", "array[Any]", array(opened, value), "the type of an array"),
        ("opened-destination", opened, value, "a destination type"),
    ):
        summary = f"{DEEPER} brackets that open in the name of each field of {what}"
        row = (summary, "TYPE-04 LIM-01", "brackets-of-names-counted")
        yield _LOOKALIKE.accept(name, type, given, *row, numbers=[DEEPER])
    for name, contents, what, catches in _ESCAPES:
        summary = f"{DEEPER} brackets that open, {what}"
        row = (summary, "TYPE-04 LIM-01", catches)
        yield _LOOKALIKE.accept(f"opened-{name}", "type", _struct(contents), *row, numbers=[DEEPER])


def features() -> Iterator[Feature]:
    yield Feature("lookalike", "Names that look like parts of types", list(_lookalikes()))
