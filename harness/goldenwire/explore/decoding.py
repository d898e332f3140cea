"""Bytes as they are read in a format and context: the fields, the value, the defect. The latest readings are kept."""

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from goldenwire import formats, recognition
from goldenwire.display import ruler
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire.explore.inputs import LARGEST
from goldenwire.explore.trees import is_small, shortened
from goldenwire.judge import referee
from goldenwire.recognition import Recognition
from goldenwire_reference.errors import DecodeError, NotationError, UnsupportedError, WireError
from goldenwire_reference.format import Format
from goldenwire_suite import guides

Json = Any

WINDOW = 1024  # bytes that are drawn at once
BEFORE = 4  # rows before the place that a window is moved to
QUICK = 4096  # bytes for which every context is tried that a guide suggests
AGAIN = 3000  # characters of a value and a plan that the address of the encoder contains
GLANCED = 200  # fields that are shown before all is read; a reference describes 256 of a long array, or fewer
OTHERS = 8  # other readings that are offered
KEPT = 8  # readings that are kept


class BestReading(NamedTuple):
    """Bytes as read, a sentence on how sure that is, and the other readings."""

    found: Recognition
    sure: str
    others: Sequence[Recognition]


class LatestReadings:
    """The latest readings, by bytes, format and context."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[bytes, str, str | None], BestReading] = OrderedDict()

    def read(self, data: bytes, format: str, context: str | None) -> BestReading:
        """Return the bytes as they are read. Without a format, or without a context, the likeliest one is found.

        Raises UserError.
        """
        key = data, format, context
        if key not in self._kept:
            check_size(data)
            self._kept[key] = _read(data, format, context)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def glance(data: bytes, format: str, context: str | None, start: int | None) -> dict[str, Json]:
    """Return the first fields of bytes as the page shows them until all is read; no verdict. Raises UserError."""
    if format and context is not None:
        found = [_in_context(data, formats.load(format), context, partial(recognition.begin, fields=GLANCED))]
    else:
        found = recognition.beginnings(data, _tried(format), GLANCED)
    if not found:
        return {"glance": True}
    best = found[0]
    return {"glance": True} | _head(best) | drawn(data, ruler.ranges(best.found.fields), 0, start)


def check_size(data: bytes, characters: int = 0) -> None:
    """Raise UserError for more bytes than are decoded, or for a text of so many characters that it is not read."""
    if len(data) > LARGEST or characters:
        size = f"{characters:,} characters" if characters else f"{len(data):,} bytes"
        raise UserError(
            f"The input has {size}, and the page decodes up to {LARGEST:,} bytes: cut out the part in question, or run "
            "goldenwire explain FORMAT FILE, which takes more."
        )


def _read(data: bytes, format: str, context: str | None) -> BestReading:
    if format and context is not None:
        return BestReading(_in_context(data, formats.load(format), context, recognition.read_as), "", ())
    if not data and not format:
        raise UserError("There are no bytes, which tell no format: choose one.")
    tried = _tried(format)
    find = recognition.readings if len(data) <= QUICK else recognition.likeliest_readings
    found = find(data, tried)
    if not found:
        raise UserError(f"{tried[0].title} needs a context: choose or write one.")
    sure = recognition.sureness(found) if len(tried) > 1 else ""
    return BestReading(found[0], sure, found[1 : OTHERS + 1])


def _tried(format: str) -> list[Format]:
    return [formats.load(name) for name in ([format] if format else formats.names())]


def _in_context(
    data: bytes, format: Format, context: str, read: Callable[[bytes, Format, Json], Recognition]
) -> Recognition:
    from goldenwire.explore.inputs import json

    try:
        return read(data, format, json(context, "The context"))
    except (NotationError, UnsupportedError, WireError) as error:
        raise UserError(f"{format.title} cannot be read with this context: {error}") from None


def answer(reading: BestReading, start: int | None) -> dict[str, Json]:
    """Return a reading as the page shows it, with the bytes and fields from `start` on; else from where they matter."""
    found = reading.found
    error = found.found.error
    return {
        **_head(found),
        "sure": reading.sure,
        "others": [_named(other) for other in reading.others],
        **drawn(found.data, ruler.ranges(found.found.fields), error.offset if error else 0, start),
        "defect": _defect(found, error) if error else None,
        "value": None if error else shortened(found.found.value),
        "lines": [] if error else _lines(found),
        "again": None if error else _again(found),
        "remarks": _remarks(reading),
    }


def _head(found: Recognition) -> dict[str, str]:
    return {
        "format": found.format.name,
        "title": found.format.title,
        "context": written(found.attempt.context),
        "words": found.attempt.words,
    }


def written(context: Json) -> str:
    """Return a context, value or plan as text; empty if there is none."""
    return "" if context is None else msgspec.json.encode(context).decode()


def _named(other: Recognition) -> dict[str, Json]:
    return {
        "format": other.format.name,
        "name": other.name,
        "context": written(other.attempt.context),
        "whole": other.is_whole,
    }


def _lines(found: Recognition) -> list[str]:
    """Return the value as people write it; nothing for a large value, which takes long to write."""
    return list(islice(guides.lines(found.value()), 200)) if is_small(found.found.value) else []


def _remarks(reading: BestReading) -> list[list[str]]:
    """Return what else the bytes may be; nothing for many bytes of a known format, as it takes longer than reading."""
    if len(reading.found.data) > QUICK and not reading.sure:
        return []
    return [[remark.sentence, *remark.lines] for remark in reading.found.remarks()]


def _again(found: Recognition) -> list[str] | None:
    """Return the value and the plan, as text, that lead to these bytes; None if they are long."""
    if len(found.data) > QUICK:
        return None
    plan = found.format.plan(found.data, found.attempt.context)
    again = [written(found.found.value), written(plan)]
    return again if sum(map(len, again)) <= AGAIN else None


def _defect(found: Recognition, error: DecodeError) -> dict[str, Json]:
    offset, size = found.mark(error)
    return {
        "class": error.code,
        "offset": error.offset,
        "marked": [offset, max(size, 1)],
        "message": printable(error.message),
        "requirement": requirement(error.requirement),
    }


def requirement(id: str) -> dict[str, str]:
    """Return a requirement with its sentence, which is empty if no spec.md has it."""
    return {"id": id, "text": referee.sentence(id) if id else ""}


def drawn(data: bytes, named: Sequence[ruler.Range], place: int, start: int | None) -> dict[str, Json]:
    """Return the part of the bytes around a place, or from `start` on, with the fields in it."""
    if start is None:
        start = 0 if place < WINDOW - ruler.ROW else place - BEFORE * ruler.ROW
    start = max(0, min(start, len(data) - 1)) // ruler.ROW * ruler.ROW
    end = min(start + WINDOW, len(data))
    parts = ruler.gapless(named, len(data))
    fields = [
        [part.offset, part.size, printable(part.name), printable(part.meaning), colour]
        for part, colour in zip(parts, ruler.colours(parts), strict=True)
        if part.offset < end and (part.offset + part.size > start or part.offset >= start)
    ]
    return {
        "bytes": b64encode(data[start:end]).decode(),
        "start": start,
        "size": len(data),
        "count": len(parts),
        "fields": fields,
    }


def first_bytes(data: bytes) -> dict[str, Json]:
    """Return the first bytes of an input that is not decoded."""
    return drawn(data[:WINDOW], (), 0, 0)
