"""Inputs that are one step smaller, to shrink further than Hypothesis, which shrinks one example only."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector

Size = tuple[int, bytes]  # smaller sizes are simpler
LOW = (0x00, 0x01, 0x30)  # values to which a byte is lowered; the last is a digit, as in texts


def size_of_value(vector: LoadedVector) -> Size:
    """Return the size of a value: the length of its text and its plan's text, then the texts."""
    parts = bytes(vector.value), bytes(vector.plan), bytes(vector.context)
    return sum(map(len, parts[:2])), b" ".join(parts)


def size_of_bytes(vector: LoadedVector) -> Size:
    """Return the size of bytes: their number, then the bytes."""
    return len(vector.octets), vector.octets + b" " + bytes(vector.context)


def smaller_bytes(vector: LoadedVector) -> Iterator[LoadedVector]:
    """Yield vectors with some bytes removed, many before few; then with one byte lowered."""
    data = vector.octets
    yield from (msgspec.structs.replace(vector, data=shorter) for shorter in _shorter(data))
    for at, octet in enumerate(data):
        for low in LOW:
            if low < octet:
                yield msgspec.structs.replace(vector, data=data[:at] + bytes([low]) + data[at + 1 :])


def smaller_values(format: Any, vector: LoadedVector) -> Iterator[LoadedVector]:
    """Yield the vector without its plan; then with items removed, digits lowered, or parts in place of the whole.

    Values that the reference does not write are left out.
    """
    from goldenwire_reference.errors import EncodeError, NotationError

    value = msgspec.json.decode(vector.value)
    context = msgspec.json.decode(vector.context) if vector.context != ABSENT else None
    for smaller in (*([value] if vector.plan != ABSENT else ()), *_smaller(value)):
        text = Raw(msgspec.json.encode(smaller))
        if len(text) > len(bytes(vector.value)):
            continue
        try:
            data = format.encode(smaller, context)
        except (EncodeError, NotationError):
            continue
        yield msgspec.structs.replace(vector, value=text, plan=ABSENT, data=data, canonical=True)


def _smaller(value: Any) -> Iterator[Any]:
    """Yield a JSON value made smaller in one place, the outermost places first."""
    if isinstance(value, str) and value.isdigit():
        yield from (figure for figure in ("0", "1") if figure < value)
    elif isinstance(value, list):
        yield from _shorter(value)
        for at, item in enumerate(value):
            for smaller in (*_parts(item), *_smaller(item)):
                yield [*value[:at], smaller, *value[at + 1 :]]
    elif isinstance(value, dict):
        yield from _parts(value)
        for key, member in value.items():
            for smaller in _smaller(member):
                yield {**value, key: smaller}


def _shorter(whole: Any) -> Iterator[Any]:
    """Yield bytes or a list with some elements removed, many before few."""
    size = len(whole)
    while size:
        yield from (whole[:at] + whole[at + size :] for at in range(0, len(whole), size))
        size //= 2


def _parts(value: Any) -> Iterator[Any]:
    """Yield the contents of a tagged value, which may replace it."""
    if isinstance(value, dict) and len(value) == 1:
        [content] = value.values()
        yield from content if isinstance(content, list) else [content]
