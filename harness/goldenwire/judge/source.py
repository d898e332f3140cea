"""The part of an input that a value came from: the field of the bytes whose change changes the value there. Pure."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector
from goldenwire.display.ruler import Range, layout
from goldenwire.display.text import hexed
from goldenwire.judge.items import ItemPlace, field_at, item_of, place_of
from goldenwire.judge.verdicts import NONE, Referee
from goldenwire.protocol import Observation
from goldenwire_reference.wording import plural

FIELDS = 256  # fields of an input that are tried
OCTETS = 4096  # octets of the longest input that is tried
SHOWN = 32  # octets of a field that are shown
Path = tuple[str | int, ...]


def source_lines(vector: LoadedVector, seen: Observation, referee: Referee) -> tuple[str, ...]:
    """Return lines that show the field of the input in which a decoder went wrong; empty if it is not known.

    For a refusal of valid input, it is the field at the offset that the codec names. For invalid input with many items
    they name the item of the defect, and that at the codec's offset.
    """
    if vector.verdict in {"either", "decline"} or len(vector.octets) > OCTETS:
        return ()
    fields = [field for field in layout(vector.layout) if field.size]
    if vector.verdict == "reject":
        return tuple(_defect_lines(vector, fields, seen))
    if seen.value is not None:
        value = msgspec.json.decode(vector.value)
        place = first_difference(value, _read(seen.value))
        if place is None or isinstance(at_place(value, place), list) or (place == () and len(fields) > 1):
            return ()  # many fields make a list, or all of the value
        return tuple(_shown(vector.octets, find_source(vector, fields, place, referee)))
    offset = _offset(seen)
    field = field_at(fields, offset)
    return tuple(_shown(vector.octets, field, offset, item_of(fields, field.name) if field else None))


def _offset(seen: Observation) -> int | None:
    return seen.rejection.offset if seen.rejection else None


def _defect_lines(vector: LoadedVector, fields: list[Range], seen: Observation) -> Iterator[str]:
    """Yield the item of the defect, and that at the offset that the codec names if it is another one."""
    offset = _offset(seen)
    if place := place_of(fields, vector.offset):
        yield f"the defect is at byte {vector.offset}, {place}"
    if offset != vector.offset and (place := place_of(fields, offset)):
        yield f"the codec names byte {offset}, {place}"


def _read(value: Raw) -> Any:
    try:
        return msgspec.json.decode(value)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def find_source(vector: LoadedVector, fields: list[Range], place: Path, referee: Referee) -> Range | None:
    """Return the field whose change changes the value at a place and, if possible, nothing before it."""
    value = msgspec.json.decode(vector.value)
    found: Range | None = None
    for field in fields[:FIELDS]:
        for at in (field.offset, field.offset + field.size - 1):
            changed = _changed(vector, at, referee)
            if changed is None or first_difference(at_place(changed, place), at_place(value, place)) is None:
                continue
            if first_difference(value, changed) == place:
                return field
            found = found or field
    return found


def _changed(vector: LoadedVector, at: int, referee: Referee) -> Any:
    """Return the value of the vector's bytes with the lowest bit of one of them changed; None if they are invalid."""
    octets = bytearray(vector.octets)
    octets[at] ^= 1
    value = referee(vector.format, vector.context, bytes(octets), NONE)
    return msgspec.json.decode(value) if isinstance(value, Raw) else None


def first_difference(wanted: Any, got: Any) -> Path | None:
    """Return the path of the first place where two values differ; None if they are equal.

    It keeps its own stack, as values may be nested deeper than Python calls functions.
    """
    pairs: list[tuple[Path, Any, Any]] = [((), wanted, got)]
    while pairs:
        path, left, right = pairs.pop()
        if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
            pairs += [((*path, key), left[key], right[key]) for key in reversed(left)]
        elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
            pairs += [((*path, index), left[index], right[index]) for index in reversed(range(len(left)))]
        elif type(left) is not type(right) or left != right:
            return path
    return None


def at_place(value: Any, place: Path) -> Any:
    """Return the part of a value at a path; None if there is none."""
    for key in place:
        try:
            value = value[key]
        except (LookupError, TypeError):
            return None
    return value


def _shown(octets: bytes, field: Range | None, at: int | None = None, item: ItemPlace | None = None) -> Iterator[str]:
    """Yield a field of the input as a ruler, with a mark under an octet of it if one is given, and with its item."""
    if field is None:
        return
    meaning = f" = {field.meaning}" if field.meaning else ""
    word = "read from" if at is None else f"at byte {at}, in"
    yield f"{word} {field.name} (byte {field.offset}, {plural(field.size, 'byte')})" + (f": {item}" if item else "")
    yield f"  input    {hexed(octets[field.offset : field.offset + min(field.size, SHOWN)])}{meaning}"
    if at is not None and at < field.offset + SHOWN:
        yield f"           {'  ' * (at - field.offset)}^^"
