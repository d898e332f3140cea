"""The values that may occur in a request to encode, valid or not, and the refusals that may have another class.

Other values never occur (spec.md, Notation).
"""

import re
from collections.abc import Callable, Collection, Iterable

from goldenwire_reference.errors import NotationError
from goldenwire_reference.notation import items, members, octets, parse_bits
from goldenwire_reference.sciserialize import isostr
from goldenwire_reference.sciserialize.notation import from_json
from goldenwire_reference.sciserialize.tables import BASE64, GREATEST_INTEGER, LEAST_INTEGER, OBJECT, TYPE
from goldenwire_suite.strategies import Json

RESERVED = frozenset((TYPE, BASE64))  # keys with which every encoder refuses a map
INTEGER = re.compile("0|-?[1-9][0-9]*")  # of any length


def occurs(value: Json) -> bool:
    """Return whether a value may occur in a request; not recursive, since an edit may put a value into itself."""
    waiting = [value]
    try:
        while waiting:
            value = waiting.pop()
            if value is not None and not isinstance(value, bool):
                ((tag, content),) = members(value, (), tuple(_INNER)).items()
                waiting.extend(_INNER[tag](content))
    except ValueError:  # a NotationError, or not exactly one tag
        return False
    return True


def admits_others(code: str, data: bytes) -> bool:
    """Return whether a decoder that judges a dtype before the members may refuse bytes with another class."""
    return code == "MEMBER" and b"dtype" in data


def _need(holds: bool, expected: str) -> None:
    if not holds:
        raise NotationError(f"expected {expected}")


def _number(content: Json) -> Iterable[Json]:
    if isinstance(content, str) and content.startswith("0x"):
        parse_bits(content, 8)
        return ()
    return _integers([content])


def _text(content: Json) -> Iterable[Json]:
    _need(isinstance(content, str), "a string")
    return ()


def _octets(content: Json) -> Iterable[Json]:
    octets(content)
    return ()


def _values(content: Json) -> Iterable[Json]:
    return items(content, "values")


def _map(content: Json) -> Iterable[Json]:
    return _pairs(content, RESERVED)


def _pairs(content: Json, anywhere: Collection[str] = ()) -> Iterable[Json]:
    """Yield the keys and members of pairs; keys ascend, but for repeated ones and those that may stand anywhere."""
    pairs = [items(pair, "a pair", 2) for pair in items(content, "pairs")]
    texts = list(dict.fromkeys(key for key, _ in pairs if isinstance(key, str) and key not in anywhere))
    _need(texts == sorted(texts), "pairs in ascending order of their keys, but for one that repeats an earlier key")
    for key, member in pairs:
        yield {"str": key} if isinstance(key, str) else members(key, ("utf8",))
        yield member


def _moment(content: Json) -> Iterable[Json]:
    """Check a date-time's spelling; a text that neither grammar derives may be any string."""
    _text(content)
    moment = isostr.parse(content) or isostr.parse_wide(content)
    _need(moment is None or moment.isoformat() == content, "the spelling of CANON-06")
    return ()


def _integers(content: Json) -> Iterable[Json]:
    numbers = items(content, "integers")
    _need(all(isinstance(number, str) and INTEGER.fullmatch(number) for number in numbers), "integers in decimal")
    return ()


def _duration(content: Json) -> Iterable[Json]:
    return _integers(items(content, "timedelta", 3))


def _array(content: Json) -> Iterable[Json]:
    found = members(content, ("dtype", "shape", "elements"))
    _integers(found["shape"])
    return _of_dtype(found)


def _of_dtype(found: dict[str, Json]) -> Iterable[Json]:
    _text(found["dtype"])
    return _values(found["elements"]) if found["dtype"] == OBJECT else _elements(found["elements"])


def _elements(content: Json) -> Iterable[Json]:
    """Yield the values among the elements, at any depth; strings and arrays need not suit the dtype."""
    waiting = list(items(content, "elements"))
    for element in waiting:  # it grows
        if isinstance(element, list):
            waiting.extend(element)
        elif not isinstance(element, str):
            yield element


def _frame(content: Json) -> Iterable[Json]:
    found = members(content, ("dtype", "columns", "rows", "elements"))
    labels = [*items(found["columns"], "columns"), *items(found["rows"], "rows")]
    _need(not any(map(_is_integral, labels)), "no integral double for an integer")
    return [*labels, *_of_dtype(found)]


def _is_integral(label: Json) -> bool:
    """Return whether the label is an integral double in place of an integer (SCISERIALIZE-TAG-12)."""
    if not isinstance(label, dict) or label.keys() != {"number"}:
        return False
    number = from_json(label)
    return isinstance(number, float) and number.is_integer() and LEAST_INTEGER <= number <= GREATEST_INTEGER


def _masked(content: Json) -> Iterable[Json]:
    found = members(content, ("dtype", "shape", "elements", "mask", "fill"))
    _text(found["dtype"])
    _integers(found["shape"])
    return [*_elements(found["elements"]), *_elements(found["mask"]), found["fill"]]


# By its tag: the values in a value. Each raises NotationError for content that the tag cannot have.
_INNER: dict[str, Callable[[Json], Iterable[Json]]] = {
    "number": _number,
    "str": _text,
    "utf8": _octets,
    "bin": _octets,
    "array": _values,
    "map": _map,
    "datetime": _moment,
    "timedelta": _duration,
    "ndarray": _array,
    "dataframe": _frame,
    "maskedarray": _masked,
    "unique_set": _values,
    "unknown": _pairs,
}
