"""The guide to SciSerialize documents of unknown origin: the first octet tells the carrier, all extensions are on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Json
from goldenwire_reference.reader import Field
from goldenwire_suite.guides import (
    Attempt,
    Branch,
    Evidence,
    Guide,
    Remark,
    Tree,
    binary,
    by_tag,
    grid,
    lines,
    listed,
    number,
    quoted,
)
from goldenwire_suite.sciserialize.rules import RULES

EXTENSIONS = ["maskedarray", "object", "unique_set"]
TAG = b"__type__"
TEXT = b'{["-0123456789tfn \t\r\n\xef'  # how JSON begins, a byte order mark included
# By error class, the member that it is about if it is about one.
MEMBERS = {"DTYPE": ("dtype",), "UNKNOWN_TYPE": ("__type__",), "SHAPE": ("shape",), "VALUE": ("isostr",)}
COLUMNS = 8  # of an array, that are shown


def attempts(data: bytes) -> Iterable[Attempt]:
    """Return the carrier that the first octet allows; a document with a tag is marked."""
    is_text = bool(data) and data[:1] in TEXT
    if TAG in data:
        evidence = Evidence.MARKED
    else:
        evidence = Evidence.PLAIN if is_text else Evidence.GUESS  # which is no different from plain MessagePack
    if is_text:
        yield _attempt("json", "JSON", evidence)
    if not is_text or len(data) == 1:
        yield _attempt("msgpack", "MessagePack", evidence)


def _attempt(carrier: str, name: str, evidence: Evidence) -> Attempt:
    return Attempt({"carrier": carrier, "extensions": EXTENSIONS}, f"carrier {name}", evidence)


def show(value: Json, context: Json = None) -> Tree:
    """Return a value as people write it."""
    return by_tag(value, TAGS)


def _map(pairs: list[tuple[str, Json]]) -> Branch:
    return listed([(f"{quoted(key)}: ", show(value)) for key, value in pairs], "{", "}")


def _duration(parts: list[str]) -> str:
    days, seconds, microseconds = map(int, parts)
    return f"duration {timedelta(days, seconds, microseconds)}"


def _array(array: dict[str, Json]) -> Tree:
    elements = [_element(element) for element in array["elements"]]
    shape = [int(length) for length in array["shape"]]
    title = f"ndarray of {array['dtype']}, shape ({', '.join(map(str, shape))})"
    return listed(_nested(elements, shape), f"{title} [")


def _masked(array: dict[str, Json]) -> Tree:
    shape = [int(length) for length in array["shape"]]
    elements = ["--" if hidden else _element(one) for one, hidden in zip(array["elements"], array["mask"], strict=True)]
    title = f"masked array of {array['dtype']}, shape ({', '.join(map(str, shape))}), fill {_text(array['fill'])}"
    return listed(_nested(elements, shape), f"{title} [")


def _nested(elements: Sequence[str], shape: Sequence[int]) -> list[Tree]:
    """Return flat elements, in C order, as lists of lists."""
    if len(shape) < 2 or not elements:  # an empty array may be any number of empty lists
        return list(elements)
    size = len(elements) // shape[0]
    return [listed(_nested(elements[at * size : (at + 1) * size], shape[1:])) for at in range(shape[0])]


def _element(element: Json) -> str:
    """Return an element of an array: an atom, a pair for a complex one, or a value of an object array."""
    if isinstance(element, list):
        return f"({', '.join(map(number, element))})"
    return number(element) if isinstance(element, str) else _text(element)


def _text(value: Json) -> str:
    return " ".join(part.strip() for part in lines(show(value)))


def _frame(frame: dict[str, Json]) -> Tree:
    columns = [_text(label) for label in frame["columns"]]
    cells = iter(frame["elements"])
    rows = [[_text(label), *(_element(next(cells)) for _ in columns)] for label in frame["rows"]]
    table = grid([row[: COLUMNS + 1] for row in (["", *columns], *rows)])
    return table._replace(opening=f"data frame of {frame['dtype']}, {len(rows)} x {len(columns)}")


TAGS: Mapping[str, Callable[[Any], Tree]] = {
    "number": number,
    "str": quoted,
    "bin": binary,
    "array": lambda values: listed([show(value) for value in values]),
    "map": _map,
    "datetime": lambda text: f"date-time {text}",
    "timedelta": _duration,
    "ndarray": _array,
    "maskedarray": _masked,
    "dataframe": _frame,
    "unique_set": lambda values: listed([show(value) for value in values], "set {", "}"),
    "unknown": lambda pairs: _map(pairs)._replace(opening="object of unknown tag {"),
}


def remarks(data: bytes, context: Json) -> Iterator[Remark]:
    """Yield what tells the first implementation on Python 2."""
    if b"\xc4\x08" + TAG in data:
        yield Remark("its tag `__type__` is a bin: SciSerialize 0.1 on Python 2 writes every key and every text so")


def mark(data: bytes, error: DecodeError, fields: Sequence[Field]) -> tuple[int, int] | None:
    """Return the member of a tagged object that is wrong, as errors are placed at the object's begin."""
    names = [field.name for field in fields if field.offset == error.offset]
    wanted = {f"{name}.{member}" for name in names for member in MEMBERS.get(error.code, ())}
    found = next((field for field in fields if field.name in wanted and field.offset > error.offset), None)
    return (found.offset, found.size) if found else None


GUIDE = Guide(attempts=attempts, show=show, remarks=remarks, mark=mark, rules=RULES)
