"""Reader of a data set's meta: one MessagePack map, every octet named. The mirror image of encode_meta.py.

The msgpack package accepts more than the format and reports no offsets, so this module walks the block itself: first
the whole block, item by item and without recursion (is it MessagePack at all?), then the items by their meaning.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from goldenwire_reference.dspack.messagepack import FORMS
from goldenwire_reference.dspack.model import Meta
from goldenwire_reference.dspack.tables import META_CEILING, META_DEPTH, META_KEYS, VERSION
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Reader

# Beyond this number, all items of user meta together are one range of the trace.
TRACED = 256


# The number of members of an array or map per item or pair.
MEMBERS = {"array": 1, "map": 2}


@dataclass(slots=True)
class Item:
    """An item of the block: its begin and end (for an array or map, the begin of its first member, if any).

    `value` is that of a nil, bool, int or float, the octets of a str or bin, and the number of items or pairs of an
    array or map. `members` are the items, or the keys and values in alternation.
    """

    kind: str
    at: int
    end: int
    value: Any
    members: "list[Item]" = field(default_factory=list)

    @property
    def pairs(self) -> "Iterator[tuple[Item, Item]]":
        """Return the keys and values of a map."""
        return zip(self.members[::2], self.members[1::2], strict=True)

    def __str__(self) -> str:
        match self.kind, self.value:
            case (("array" | "map"), count):
                return f"{self.kind} of {count}"
            case "str", octets:
                return f"str of {len(octets)}: {octets[:32].decode('utf-8', 'replace')!a}"
            case (("bin" | "ext"), octets):
                return f"{self.kind} of {len(octets)}"
            case "bool", value:
                return str(value).lower()
            case "nil", _:
                return "nil"
            case _, number:
                return f"{self.kind} {number}"


class MetaBlock(NamedTuple):
    """A decoded meta block; `schema_at` is the offset in the input of the schema's first octet."""

    schema: str
    schema_at: int
    description: str
    meta: Meta


def read_block(reader: Reader, size: int) -> MetaBlock:
    """Read the meta block in the next `size` bytes, which the input has. Raises DecodeError META, VERSION."""
    start = reader.position
    top = _walk(reader, start, bytes(reader.take(size, "meta")))
    _check_version(reader, top)
    return _Meaning(reader, top).block()


# ---- first: items ----------------------------------------------------------------------------------------------------


def _walk(reader: Reader, base: int, block: bytes) -> Item:
    """Return the one map that makes up the block, with all its content (DSPACK-META-07, -12).

    `base` is the block's offset. With a check off, the walk continues in its substitute, another block.
    """
    if FORMS[block[0]].kind != "map":
        return _walk(reader, base, reader.refuse("meta.top", base, "a map", f"an object that begins {block[0]:02x}"))
    top: Item | None = None
    waiting: list[tuple[Item, int]] = []  # incomplete arrays and maps, and their numbers of members
    at = 0
    while top is None or waiting:
        item = _item(block, at, base)
        if item is None or item.kind == "reserved":
            found = "the octet c1" if item else f"{len(block) - at} octets to the end of the meta block"
            return _walk(reader, base, reader.refuse("meta.malformed", base + at, "a whole MessagePack object", found))
        if top is not None:
            waiting[-1][0].members.append(item)
        top = top or item
        if item.kind in MEMBERS:
            waiting.append((item, item.value * MEMBERS[item.kind]))
        while waiting and len(waiting[-1][0].members) == waiting[-1][1]:
            waiting.pop()
        at = item.end - base
    if at < len(block):
        reader.refuse("meta.rest", base + at, "the end of the meta block after its map", f"{len(block) - at} octets")
    return top


def _item(block: bytes, at: int, base: int) -> Item | None:
    """Return the item that begins at `at`; None if the block does not contain all of it."""
    if at == len(block):
        return None
    form = FORMS[block[at]]
    end = at + 1 + form.size
    if end > len(block):
        return None
    value = form.fixed
    if form.size:
        code = form.says if form.says != "n" else {1: ">B", 2: ">H", 4: ">I"}[form.size]
        (value,) = struct.unpack_from(code, block, at + 1)
    if form.kind not in ("str", "bin", "ext"):
        return Item(form.kind, base + at, base + end, value)
    start, end = end, end + value + (form.kind == "ext")
    return Item(form.kind, base + at, base + end, block[start:end]) if end <= len(block) else None


# ---- then: what they mean --------------------------------------------------------------------------------------------


def _check_version(reader: Reader, top: Item) -> None:
    """Check the version before everything else in the map (DSPACK-META-18)."""
    versions = [value for key, value in top.pairs if (key.kind, key.value) == ("str", b"version")]
    if not versions:
        reader.refuse("meta.version.missing", top.at, "a version", "none")
    elif (version := _version(reader, versions[-1])) != VERSION:
        reader.refuse("meta.version", versions[-1].at, f"version {VERSION}", version)


def _version(reader: Reader, item: Item) -> int:
    found = item.value if item.kind == "int" else reader.refuse("meta.version.type", item.at, "an integer", item)
    return int(found)


class _Meaning:
    """Reads the map in stored order; the trace receives every item."""

    def __init__(self, reader: Reader, top: Item) -> None:
        self.reader = reader
        self.top = top
        self.schema_at = 0

    def note(self, item: Item, name: str) -> None:
        if self.reader.trace is not None:
            self.reader.note(item.at, item.end - item.at, f"meta{name}", str(item))

    def block(self) -> MetaBlock:
        self.note(self.top, "")
        found: dict[str, Any] = {}
        for key_item, item in self.top.pairs:
            key = self.key(key_item, found)
            if key in META_KEYS:
                self.note(key_item, f".{key}.key")
                found[key] = getattr(self, key)(item)
            else:
                self.reader.refuse("meta.key.unknown", key_item.at, f"one of {', '.join(META_KEYS)}", repr(key))
        # The version has been checked before.
        if missing := [key for key in META_KEYS[1:] if key not in found]:
            instead = self.reader.refuse("meta.key.missing", self.top.at, "four keys", f"no {', '.join(missing)}")
            found = {"schema": instead, "description": "", "meta": {}} | found
        return MetaBlock(found["schema"], self.schema_at, found["description"], found["meta"])

    def key(self, item: Item, before: Mapping[str, Any]) -> str:
        """Return a key that its map does not have yet (DSPACK-META-07, -13)."""
        reader = self.reader
        if item.kind != "str":
            return str(reader.refuse("meta.key.type", item.at, "a str as a key", item))
        try:
            key: str = item.value.decode()
        except UnicodeDecodeError:
            return str(reader.refuse("meta.key.utf8", item.at, "well-formed UTF-8", item.value.hex(" ")))
        if key in before:
            reader.refuse("meta.key.duplicate", item.at, "keys that differ", f"{key!r} again")
        return key

    def version(self, item: Item) -> int:
        self.note(item, ".version")
        return _version(self.reader, item)

    def schema(self, item: Item) -> str:
        if item.kind != "str":
            return str(self.reader.refuse("meta.schema.type", item.at, "a str", item))
        self.schema_at = item.end - len(item.value)
        self.reader.note(item.at, self.schema_at - item.at, "meta.schema", f"str of {len(item.value)}")
        if item.value:
            self.reader.note(self.schema_at, len(item.value), "meta.schema-text", "")
        try:
            return str(item.value, "utf-8")
        except UnicodeDecodeError:
            return str(self.reader.refuse("meta.schema.utf8", item.at, "well-formed UTF-8", item.value.hex(" ")))

    def description(self, item: Item) -> str:
        self.note(item, ".description")
        if item.kind != "str":
            return str(self.reader.refuse("meta.description.type", item.at, "a str", item))
        return self.text(item)

    def meta(self, item: Item) -> Meta:
        if item.kind != "map":
            return dict(self.reader.refuse("meta.type", item.at, "a map", item))
        trace = self.reader.trace
        noted = len(trace or ())
        value: Meta = self.value(item, ".meta", 1)
        if trace is not None and len(trace) - noted > TRACED:
            count, last = len(trace) - noted, trace[-1]
            del trace[noted:]
            self.reader.note(item.at, last.offset + last.size - item.at, "meta.meta[..]", f"{count} items")
        return value

    def text(self, item: Item) -> str:
        """Return a str; octets that are not UTF-8, if they are kept, become lone surrogates (DSPACK-META-14)."""
        try:
            return str(item.value, "utf-8")
        except UnicodeDecodeError:
            self.reader.refuse("meta.utf8", item.at, "well-formed UTF-8", item.value.hex(" "))
            return str(item.value, "utf-8", "surrogateescape")

    def value(self, item: Item, name: str, level: int) -> Any:
        """Return the value that an item of the user meta represents."""
        self.note(item, name)
        match item.kind:
            case "str":
                return self.text(item)
            case "ext":
                return self.reader.refuse("meta.ext", item.at, "no ext", item)
            case "array" | "map":
                self.check_level(item, level)
                return (self.array if item.kind == "array" else self.map)(item, name, level + 1)
            case _:
                return item.value

    def check_level(self, item: Item, level: int) -> None:
        if level <= META_DEPTH:
            return
        expected = f"arrays and maps of at most {META_DEPTH} levels"
        self.reader.refuse("meta.depth", item.at, expected, f"one of level {level}")
        if level > META_CEILING:
            rule = self.reader.checks["meta.depth"]
            raise DecodeError(rule.code, rule.requirement, item.at, f"more than {META_CEILING} levels")

    def array(self, item: Item, name: str, level: int) -> list[Any]:
        return [self.value(member, f"{name}[{number}]", level) for number, member in enumerate(item.members)]

    def map(self, item: Item, name: str, level: int) -> Meta:
        found: Meta = {}
        for number, (key_item, member) in enumerate(item.pairs):
            key = self.key(key_item, found)
            self.note(key_item, f"{name}[{number}].key")
            found[key] = self.value(member, f"{name}[{number}]", level)
        return found
