"""The facts about an example of SciSerialize: about its value, the content of its carrier, and its bytes."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack

from goldenwire_suite.sciserialize.strategies.arrays import OBJECT
from goldenwire_suite.sciserialize.strategies.msgpack import HEADS, heads
from goldenwire_suite.sciserialize.strategies.numbers import packed_integers
from goldenwire_suite.strategies import Example, Json

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

MARK = b"\xef\xbb\xbf"
TYPE = "__type__"
_ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|.)")
# The names of the parts between the fields of a trace, and after the last.
_BETWEEN = {"between", "rest"}
_PUNCTUATION = re.compile(rb"[][{},: \t\n\r]*")
_CODES = {code: (kind, width) for kind, (_, codes) in HEADS.items() for width, code in codes.items()}


class Token(str):
    """A number as JSON spells it."""

    __slots__ = ()


class Spot(NamedTuple):
    """A value somewhere in a value: its kind and content in the notation, and its depth."""

    kind: str
    content: Json
    depth: int


class TreeFacts:
    """The facts about an example; `data` are its bytes, `fields` those that the reference found in them."""

    def __init__(self, example: Example, data: bytes, fields: "Sequence[Field]") -> None:
        self.context = example.context
        self.carrier = str(example.context["carrier"])
        self.is_json = self.carrier == "json"
        self.is_canonical = example.data is None
        self.value = example.value
        self.data = data
        self.fields = fields

    @cached_property
    def spots(self) -> list[Spot]:
        """All values, the outermost first."""
        return list(_spots(self.value, 0))

    def of(self, *kinds: str) -> list[Any]:
        """The contents of all values of these kinds."""
        return [spot.content for spot in self.spots if spot.kind in kinds]

    @cached_property
    def texts(self) -> list[str]:
        """All strings and keys of the value."""
        keys = [key for members in self.of("map") for key, _ in members]
        return [*self.of("str"), *keys]

    @cached_property
    def arrays(self) -> list[dict[str, Any]]:
        """The contents of all arrays, each with its shape."""
        return [
            content
            if "shape" in content
            else content | {"shape": [str(len(content["rows"])), str(len(content["columns"]))]}
            for content in self.of("ndarray", "dataframe", "maskedarray")
        ]

    def elements(self, *dtypes: str) -> list[Any]:
        """Return the elements of all arrays of these dtypes; complex ones as their parts."""
        found = (element for array in self.arrays if array["dtype"] in dtypes for element in array["elements"])
        return [part for element in found for part in (element if isinstance(element, list) else [element])]

    @cached_property
    def stored(self) -> list[Any]:
        """All values that the carrier contains, the outermost first; the numbers of JSON are Tokens."""
        if self.is_json:
            text = self.data.removeprefix(MARK).decode()
            return list(_within(json.loads(text, parse_float=Token, parse_int=Token)))
        return list(_within(msgpack.unpackb(self.data)))

    @cached_property
    def objects(self) -> list[dict[str, Any]]:
        """The objects that the carrier contains, their members in stored order."""
        return [item for item in self.stored if isinstance(item, dict)]

    @cached_property
    def tokens(self) -> list[str]:
        """The numbers of JSON."""
        return [item for item in self.stored if isinstance(item, Token)]

    def tagged(self, tag: str) -> list[dict[str, Any]]:
        """Return the objects of a tag."""
        return [members for members in self.objects if members.get(TYPE) == tag]

    @cached_property
    def escapes(self) -> list[bytes]:
        """The escapes of JSON; only the digits of those with digits."""
        return [found[1] or found[0] for found in _ESCAPE.finditer(self.data)] if self.is_json else []

    @cached_property
    def has_space(self) -> bool:
        """Return whether there is white space between the tokens of JSON."""
        gaps = (self.octets(field) for field in self.fields if field.name in _BETWEEN)
        return self.is_json and any(_PUNCTUATION.fullmatch(gap) and set(gap) & set(b" \t\n\r") for gap in gaps)

    def octets(self, field: "Field") -> bytes:
        """The bytes of a field."""
        return self.data[field.offset : field.offset + field.size]

    @cached_property
    def items(self) -> list[bytes]:
        """The items of MessagePack that the reference found, without the items that they contain."""
        return [] if self.is_json else [self.octets(field) for field in self.fields if field.name not in _BETWEEN]

    @cached_property
    def codes(self) -> set[int]:
        """The first bytes of these items."""
        return {item[0] for item in self.items if item}


def _spots(value: Json, depth: int) -> Iterator[Spot]:
    if not isinstance(value, dict):
        yield Spot("constant", value, depth)
        return
    [(kind, content)] = value.items()
    yield Spot(kind, content, depth)
    for inner in _inner(kind, content):
        yield from _spots(inner, depth + 1)


def _inner(kind: str, content: Json) -> Iterable[Json]:
    """Return the values within a value, including the labels of a frame and the fill of a masked array."""
    if kind in {"array", "unique_set"}:
        return list(content)
    if kind == "map":
        return [member for _, member in content]
    if kind == "maskedarray":
        return [content["fill"]]
    labels = [*content["columns"], *content["rows"]] if kind == "dataframe" else []
    is_nest = kind in {"ndarray", "dataframe"} and content["dtype"] == OBJECT
    return [*labels, *(content["elements"] if is_nest else ())]


def _within(tree: Any) -> Iterator[Any]:
    yield tree
    for item in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _within(item)


def is_longer(item: bytes) -> bool:
    """Return whether an item of MessagePack has a longer form than necessary."""
    if item[0] in _CODES:
        kind, width = _CODES[item[0]]
        return len(heads(kind, int.from_bytes(item[1 : 1 + width], "big"))[0]) < 1 + width
    if 0xCC <= item[0] <= 0xD3:
        value = int.from_bytes(item[1:], "big", signed=item[0] >= 0xD0)
        return next(packed_integers(value)) != item
    return False
