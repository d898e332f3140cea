"""The guide to MessagePack files of unknown origin, those of the specification before 2013 among them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Json
from goldenwire_reference.msgpack.decode import decode
from goldenwire_reference.msgpack.model import Map, Value
from goldenwire_reference.msgpack.notation import to_json
from goldenwire_reference.msgpack.tables import FORMS
from goldenwire_reference.reader import Field
from goldenwire_suite.guides import Guide, Remark, Tree, binary, by_tag, lines, listed, moment, number, quoted
from goldenwire_suite.msgpack.rules import RULES

STR_8, STR_16, LONGEST_FIXSTR = 0xD9, 0xDA, 31
BIN = {0xC4, 0xC5, 0xC6}
NEW = {STR_8, *BIN, *range(0xC7, 0xCA), *range(0xD4, 0xD9)}  # the first octets that the old specification does not have
SEVERAL = 2  # keys

# Octets that are an item by themselves, or the head of one.
_SINGLE = re.compile(rb"[\x00-\xa0\xc0-\xc3\xe0-\xff]*+")


class StoredItem(NamedTuple):
    """An item as it stands in the octets, without what a container contains."""

    at: int
    first: int
    kind: str
    size: int
    content: bytes


def items(data: bytes) -> Iterator[StoredItem]:
    """Yield the items of more than an octet in their order, as far as the octets go."""
    at = 0
    while (at := _end_of_single(data, at)) < len(data):
        kind, size, fixed = FORMS[data[at]]
        head = 1 + size
        count = int.from_bytes(data[at + 1 : at + head], "big") if fixed is None else fixed
        length = count + (kind == "ext") if kind in {"str", "bin", "ext"} else 0
        yield StoredItem(at, data[at], kind, count, data[at + head : at + head + length])
        at += head + length


def _end_of_single(data: bytes, at: int) -> int:
    match = _SINGLE.match(data, at)
    assert match, "there may be none"
    return match.end()


def show(value: Json, context: Json = None) -> Tree:
    """Return a value as people write it."""
    return by_tag(value, TAGS)


def _map(pairs: list[tuple[Json, Json]]) -> Tree:
    return listed([(f"{_key(key)}: ", show(value)) for key, value in pairs], "{", "}")


def _key(key: Json) -> str:
    return " ".join(lines(show(key)))


def _ext(ext: dict[str, str]) -> str:
    return f"ext of type {ext['type']}: {ext['data']}"


TAGS: Mapping[str, Callable[[Any], Tree]] = {
    "int": number,
    "float": number,
    "str": quoted,
    "utf8": lambda digits: f"not UTF-8: {digits}",
    "bin": binary,
    "array": lambda values: listed([show(value) for value in values]),
    "map": _map,
    "ext": _ext,
    "timestamp": lambda parts: f"timestamp {moment(*map(int, parts))}",
}


def remarks(data: bytes, context: Json = None) -> Iterator[Remark]:
    """Yield what tells the specification before 2013, or Python 2."""
    found = list(items(data))
    forms = {item.first for item in found}
    sign = None if forms & NEW else _old(found)
    if sign is None and not forms & BIN:
        return
    try:
        value = decode(data, off={"utf8": None, "utf8.replaced": None})
    except DecodeError:
        return
    if sign is not None:
        yield Remark(
            f"{sign}, and no str 8, bin or ext occurs, as in files of the specification before 2013, where text and "
            "octets are one type, raw (Python 2 and use_bin_type=False still write it)",
            () if _is_text(data) else ("as raw:", *lines(show(to_json(value)))),
        )
    keys = [key for key in _keys(value) if key is not None and not isinstance(key, bool)]
    if len(keys) >= SEVERAL and all(isinstance(key, bytes) for key in keys):
        yield Remark("all keys of its maps are bin, as Python 2 writes them, where a str is octets")


def _old(found: list[StoredItem]) -> str | None:
    """Return the sign that an old library wrote items of which none is newer; None if there is none."""
    for item in found:
        if item.first == STR_16 and LONGEST_FIXSTR < item.size <= 0xFF:
            return f"a str of {item.size} octets at byte {item.at} has a length of 16 bits, though 8 would do"
        if item.kind == "str" and not _is_utf8(item.content):
            return f"the str at byte {item.at} is not UTF-8"
    return None


def _is_utf8(octets: bytes) -> bool:
    try:
        octets.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_text(data: bytes) -> bool:
    return all(_is_utf8(item.content) for item in items(data) if item.kind == "str")


def _keys(value: Value) -> Iterator[Value]:
    """Yield the keys of all maps of a value."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, list):
            left += part
        elif isinstance(part, Map):
            for key, content in part.pairs:
                yield key
                left += key, content


def mark(data: bytes, error: DecodeError, fields: Sequence[Field]) -> tuple[int, int] | None:
    """Return the octet of an extension's type, if that is what is wrong."""
    if error.code not in {"EXT_TYPE", "TIMESTAMP"}:
        return None
    return error.offset + 1 + FORMS[data[error.offset]].size, 1


GUIDE = Guide(show=show, remarks=remarks, mark=mark, rules=RULES)
