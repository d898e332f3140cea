"""The bytes of every DyND type as descriptions for the construct library. Shares no code with the reference."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import construct as cs

from dynd.oracle.arrays import (
    elements_without_bytes,
    gathered,
    is_numeric,
    numeric_array,
    scattered,
    shape_of,
    steps_of,
)
from dynd.oracle.leaves import (
    LEAF,
    VARINT,
    Item,
    adapted,
    fixed_bytes,
    need,
    optional_number,
    text_octets,
    type_string,
    utf8,
)
from dynd.oracle.types import LIMITS, OracleReject, Type, parse_type

# The default choices: those of the reference.
POLICIES = {"dynd.limits": "reject", "dynd.option-nan": "reject"}


class Call:
    """One call: its profile, limits and choices, its count of elements without bytes, and the places of its items."""

    def __init__(self, context: Mapping[str, str], policies: Mapping[str, str]) -> None:
        policies = {**POLICIES, **policies}
        self.profile = context.get("profile")
        self.limits = LIMITS[policies["dynd.limits"]]
        self.takes_any_nan = policies["dynd.option-nan"] == "available"
        self.elements = 0
        self.items: list[tuple[int, int]] = []

    def type(self, text: str) -> Type:
        """Return the type that a string names in this call. Raises OracleReject."""
        return parse_type(text, self.limits, self.profile == "storage")

    def count(self, elements: int, offset: int) -> None:
        """Count elements without bytes. Raises OracleReject if there are too many."""
        self.elements += elements
        if self.elements > self.limits.elements:
            raise OracleReject("LIMIT_ELEMENTS", offset, f"{self.elements} elements without bytes")

    def describe(self, this: Type, level: int) -> Any:
        """Return the description of a type at a level."""
        if this.kind in LEAF:
            return LEAF[this.kind]
        return DESCRIPTIONS[this.kind](self, this, level)

    def part(self, this: Type, level: int) -> Any:
        """Return the description of a type at a level, Counted if its values have no bytes."""
        description = self.describe(this, level)
        return description if this.width else Counted(description)


# --- constructors ---------------------------------------------------------------------------------


class Counted(cs.Subconstruct):  # type: ignore[misc]
    """A value without bytes, which is counted before it is read; nested ones are counted at once."""

    def __init__(self, content: Any) -> None:
        nested = isinstance(content, Counted)
        super().__init__(content.subcon if nested else content)
        self.elements: int = 1 + (content.elements if nested else 0)

    def _parse(self, stream: Any, context: Any, path: Any) -> Any:
        context._params.call.count(self.elements, stream.tell())
        return self.subcon._parsereport(stream, context, path)

    def _build(self, obj: Any, stream: Any, context: Any, path: Any) -> Any:
        context._params.call.count(self.elements, stream.tell())
        return self.subcon._build(obj, stream, context, path)


class Elements(cs.Subconstruct):  # type: ignore[misc]
    """A list of elements of at least `width` bytes; the context gives their number.

    `tally` gives the number of elements without bytes among them.
    """

    def __init__(self, element: Any, width: int, count: Callable[[Any], int], tally: Callable[[int], int]) -> None:
        super().__init__(element)
        self.width = width
        self.count = count
        self.tally = tally

    def _parse(self, stream: Any, context: Any, path: Any) -> Any:
        count, start = self.count(context), stream.tell()
        rest = len(stream.getbuffer()) - start
        if count * self.width > rest:
            raise OracleReject("TRUNCATED", start, f"{count} elements of {self.width} bytes at least, {rest} are left")
        context._params.call.count(self.tally(count), start)
        return [self.subcon._parsereport(stream, context, path) for _ in range(count)]

    def _build(self, obj: Any, stream: Any, context: Any, path: Any) -> Any:
        context._params.call.count(self.tally(len(obj)), stream.tell())
        for element in obj:
            self.subcon._build(element, stream, context, path)


class Held(cs.Construct):  # type: ignore[misc]
    """The content of an array: its type, then a value of that type."""

    def __init__(self, expected: tuple[Type, ...], level: int) -> None:
        super().__init__()
        self.expected = expected
        self.level = level

    def _parse(self, stream: Any, context: Any, path: Any) -> Any:
        call = context._params.call
        held = type_string(lambda found: fits(call, found, self.expected, self.level))
        found = held._parsereport(stream, context, path)
        value = call.part(found, self.level + 1)._parsereport(stream, context, path)
        return {"type": found.text, "value": value}

    def _build(self, obj: Any, stream: Any, context: Any, path: Any) -> Any:
        call = context._params.call
        text, value = members(obj)
        held = type_string(lambda found: fits(call, found, self.expected, self.level))
        held._build({"utf8": text.hex()}, stream, context, path)
        call.part(call.type(utf8(text)), self.level + 1)._build(value, stream, context, path)


def members(value: Any) -> tuple[bytes, Any]:
    """Return the bytes of the type string, and the content, of an array in notation. Raises OracleReject."""
    if need(value, dict).keys() != {"type", "value"}:
        raise OracleReject("VALUE_INVALID", None, f"{value!r:.80} has not the members type and value")
    return text_octets(value["type"]), value["value"]


def fits(call: Call, found: Type, expected: tuple[Type, ...], level: int) -> Type:
    """Return the type found in an array at a level if it is among those expected. Raises OracleReject."""
    if expected and found.text != expected[0].text:
        raise OracleReject("ARRAY_TYPE_MISMATCH", None, f"{found.text} in an array of {expected[0].text}")
    if level + found.depth > call.limits.level:
        raise OracleReject("LIMIT_DEPTH", None, f"a type of depth {found.depth} in an array at level {level}")
    return found


# --- a description for each kind ------------------------------------------------------------------


def _dimension(call: Call, this: Type, level: int) -> Any:
    if is_numeric(this):
        return Item(numeric_array(this))
    (element,) = this.parts
    elements = Elements(call.describe(element, level + 1), element.width, lambda context: this.size, _tally(element))
    return adapted(elements, list, lambda value: need(value, list, this.size))


def _var(call: Call, this: Type, level: int) -> Any:
    (element,) = this.parts
    elements = Elements(call.describe(element, level + 1), element.width, lambda this: this.count, _tally(element))
    counted = cs.FocusedSeq(
        "elements",
        "count" / cs.Rebuild(Item(VARINT), lambda this: len(this.elements)),
        "elements" / elements,
    )
    return adapted(counted, list, lambda value: need(value, list))


def _tally(element: Type) -> Callable[[int], int]:
    return lambda count: 0 if element.width else count


def _storage(call: Call, this: Type, level: int) -> Any:
    """Describe elements in the order of the axes; for the count they are the array that the type names."""
    shape, element = shape_of(this.parts[0])
    steps, without_bytes = steps_of(shape, this.axes), elements_without_bytes(this.parts[0])
    elements = Elements(
        call.describe(element, level + 1 + len(shape)),
        element.width,
        lambda context: math.prod(shape),
        lambda count: without_bytes,
    )
    return adapted(elements, lambda row: gathered(row, shape, steps), lambda value: scattered(value, shape, steps))


def _option(call: Call, this: Type, level: int) -> Any:
    (content,) = this.parts
    if content.sentinel is not None:
        return Item(optional_number(content, call.takes_any_nan))
    box = adapted(call.part(content, level + 1), lambda value: [value], lambda value: need(value, list, 1)[0])
    return cs.FocusedSeq(
        "value",
        "tag" / cs.Rebuild(Item(TAG), lambda this: this.value is not None),
        "value" / cs.IfThenElse(lambda this: this.tag, box, LEAF["void"]),
    )


def _known_tag(byte: int) -> bool:
    if byte > 1:
        raise OracleReject("OPTION_TAG_INVALID", None, f"{byte:02x} is neither missing nor available")
    return byte == 1


TAG = adapted(cs.Byte, _known_tag, int)


def _fields(call: Call, this: Type, level: int) -> Any:
    fields = cs.Sequence(*(call.part(field, level + 1) for field in this.parts))
    return adapted(fields, list, lambda value: need(value, list, len(this.parts)))


DESCRIPTIONS: Mapping[str, Callable[[Call, Type, int], Any]] = {
    "bytes[N]": lambda call, this, level: fixed_bytes(this.size),
    "N *": _dimension,
    "var *": _var,
    "?": _option,
    "pointer": lambda call, this, level: call.part(this.parts[0], level + 1),
    "array": lambda call, this, level: Held(this.parts, level),
    "tuple": _fields,
    "struct": _fields,
    "storage": _storage,
}
