"""DataSetPack's meta block, as the msgpack library reads it, and the checks that the library does not make."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgpack

from dspack.oracle.atoms import bits
from dspack.oracle.schema import OracleReject

KEYS = ("version", "schema", "description", "meta")
MAPS = {*range(0x80, 0x90), 0xDE, 0xDF}
ARRAYS = {*range(0x90, 0xA0), 0xDC, 0xDD}
EXTS = {0xC7, 0xC8, 0xC9, *range(0xD4, 0xD9)}

# An ext of 2^32 - 1 octets, whose size msgpack (up to 1.2.4 at least) computes in 32 bits, with its type: as 0.
WRAPPED = b"\xc9\xff\xff\xff\xff"

LEVELS = 16
MOST_LEVELS = 128  # the limit of this oracle where the depth is not limited


class Object(NamedTuple):
    """An object of the block: its first byte, its end (of a map or array that of its count), its kind and its value.

    The `value` of a str that is not UTF-8 has lone surrogates in it, as of "surrogateescape"; that of a map or array is
    the number of objects in it.
    """

    at: int
    end: int
    kind: str
    value: Any

    @property
    def children(self) -> int:
        return self.value if self.kind in ("map", "array") else 0

    @property
    def octets(self) -> bytes:
        return bytes(self.value.encode("utf-8", "surrogateescape"))

    @property
    def is_text(self) -> bool:
        """Return True if a str is UTF-8."""
        try:
            return bool(self.value.encode() == self.octets)
        except UnicodeEncodeError:
            return False


class Meta(NamedTuple):
    """The content of a meta block; description and user meta are in notation, `place` is the schema's offset."""

    schema: str
    place: int
    description: Any
    meta: Any


def read(block: bytes, policies: Mapping[str, str]) -> Meta:
    """Read a meta block. Raises OracleReject with an offset in the block."""
    found = list(_objects(block))
    _judge_version(found)
    values: dict[str, Any] = {}
    rest = iter(found[1:])
    for _ in range(found[0].value // 2):
        key = _key(next(rest), values, policies, known=KEYS)
        values[key] = READERS[key](next(rest), rest, policies)
    if len(values) < len(KEYS):
        raise OracleReject("META", "META-12", 0, f"only the keys {[*values]}")
    schema, place = values["schema"]
    return Meta(schema, place, values["description"], values["meta"])


def places(block: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of every object, of a map or array without its content."""
    return ((found.at, found.end) for found in _objects(block))


def _objects(block: bytes) -> Iterator[Object]:
    """Yield every object, a map or array before its content."""
    if block[0] not in MAPS:
        raise OracleReject("META", "META-12", 0, f"{block[0]:02x} begins no map")
    most = 2**31 - 1  # so that only the block limits its content
    unpacker = msgpack.Unpacker(
        unicode_errors="surrogateescape", max_buffer_size=most, max_str_len=most, max_bin_len=most, max_ext_len=most
    )
    unpacker.feed(block)
    pending = 1
    while pending:
        found = _object(unpacker, block)
        yield found
        pending += found.children - 1
    if unpacker.tell() < len(block):
        raise OracleReject("META", "META-07", unpacker.tell(), "octets after the map")


def _object(unpacker: Any, block: bytes) -> Object:
    at = unpacker.tell()
    try:
        if block.startswith(WRAPPED, at):
            raise msgpack.OutOfData
        kind, value = _content(unpacker, block[at] if at < len(block) else None)
    except (msgpack.OutOfData, msgpack.FormatError, ValueError) as error:
        raise OracleReject("META", "META-07", at, repr(error)) from None
    return Object(at, unpacker.tell(), kind, value)


def _content(unpacker: Any, first: int | None) -> tuple[str, Any]:
    """Return kind and value of the object that begins with this byte."""
    if first in MAPS:
        return "map", 2 * unpacker.read_map_header()
    if first in ARRAYS:
        return "array", unpacker.read_array_header()
    if first in EXTS:
        return "ext", unpacker.skip()
    value = unpacker.unpack()
    return KINDS[type(value)], value


KINDS = {type(None): "nil", bool: "bool", int: "int", float: "float", str: "str", bytes: "bin"}


def _judge_version(found: list[Object]) -> None:
    version, index = None, 1
    while index < len(found):
        key, value = found[index], found[after := _after(found, index)]
        version = value if (key.kind, key.value) == ("str", "version") else version
        index = _after(found, after)
    if version is None:
        raise OracleReject("META", "META-12", 0, "no version")
    if _version(version) != 1:
        raise OracleReject("VERSION", "META-08", version.at, str(version.value))


def _after(found: list[Object], index: int) -> int:
    """Return the index of the object that follows the one at `index` and its content."""
    pending = 1
    while pending:
        pending += found[index].children - 1
        index += 1
    return index


def _key(key: Object, earlier: Mapping[str, Any], policies: Mapping[str, str], known: tuple[str, ...] = ()) -> str:
    if key.kind != "str":
        raise OracleReject("META", "META-07", key.at, f"a key that is {key.kind}")
    if not key.is_text:
        raise OracleReject("META", "META-07", key.at, "a key that is not UTF-8")
    if known and key.value not in known:
        raise OracleReject("META", "META-12", key.at, f"a key {key.value!r}")
    if key.value in earlier and policies["dspack.duplicate-meta-key"] == "reject":
        raise OracleReject("META", "META-13", key.at, f"a second {key.value!r}")
    return str(key.value)


def _version(value: Object) -> int:
    if value.kind != "int":
        raise OracleReject("META", "META-08", value.at, f"a version that is {value.kind}")
    return int(value.value)


def _schema(value: Object) -> tuple[str, int]:
    _expect("str", value)
    if not value.is_text:
        raise OracleReject("META", "META-07", value.at, "a schema that is not UTF-8")
    return value.value, value.end - len(value.octets)


def _expect(kind: str, value: Object) -> None:
    if value.kind != kind:
        raise OracleReject("META", "META-12", value.at, f"{value.kind} instead of {kind}")


def _text(value: Object, policies: Mapping[str, str]) -> Any:
    """Return a str in notation."""
    if value.is_text:
        return value.value
    if policies["dspack.meta-utf8"] == "reject":
        raise OracleReject("META", "META-14", value.at, "a str that is not UTF-8")
    return {"utf8": value.octets.hex()}


def _description(value: Object, policies: Mapping[str, str]) -> Any:
    _expect("str", value)
    return _text(value, policies)


def _user_meta(value: Object, rest: Iterator[Object], policies: Mapping[str, str]) -> Any:
    _expect("map", value)
    return _tree(value, rest, policies, 1)


READERS: Mapping[str, Any] = {
    "version": lambda value, rest, policies: _version(value),
    "schema": lambda value, rest, policies: _schema(value),
    "description": lambda value, rest, policies: _description(value, policies),
    "meta": _user_meta,
}


def _tree(found: Object, rest: Iterator[Object], policies: Mapping[str, str], level: int) -> Any:
    """Return an object of the user meta in notation; `rest` gives its content. `level` is its own, if it has one."""
    if found.kind == "ext":
        raise OracleReject("META", "META-07", found.at, "an ext")
    if found.kind in ("map", "array"):
        if level > (LEVELS if policies["dspack.meta-depth"] == "reject" else MOST_LEVELS):
            raise OracleReject("META", "META-15", found.at, f"level {level}")
        return {found.kind: (_map if found.kind == "map" else _array)(found, rest, policies, level + 1)}
    if found.kind == "str":
        text = _text(found, policies)
        return {"str": text} if isinstance(text, str) else text
    if found.kind in ("nil", "bool"):
        return found.value
    return {found.kind: ATOMS[found.kind](found.value)}


ATOMS: Mapping[str, Callable[[Any], str]] = {"int": str, "bin": bytes.hex, "float": lambda value: bits(value, 8)}


def _array(found: Object, rest: Iterator[Object], policies: Mapping[str, str], level: int) -> list[Any]:
    return [_tree(next(rest), rest, policies, level) for _ in range(found.children)]


def _map(found: Object, rest: Iterator[Object], policies: Mapping[str, str], level: int) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for _ in range(found.children // 2):
        key = _key(next(rest), members, policies)
        members[key] = _tree(next(rest), rest, policies, level)
    return ascending(members)


def ascending(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members sorted by the UTF-8 octets of their keys."""
    return dict(sorted(members.items(), key=lambda member: member[0].encode("utf-8", "surrogatepass")))
