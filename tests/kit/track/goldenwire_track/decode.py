"""Bytes -> a track and its form. The mirror image of encode.py; every condition is named in tables.CHECKS."""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.reader import Field, Reader
from goldenwire_track.tables import CHECKS, FORMS, LONGEST_LABEL, MOST_POINTS, POINTS, VERSION

FORM_OF = {code: form for form, code in FORMS.items()}


def decode(
    data: bytes, *, off: Mapping[str, Any] | None = None, trace: list[Field] | None = None
) -> tuple[str, list[int], str]:
    """Return the label, points and form of the input. `off` names checks to disable. Raises DecodeError."""
    reader = Reader(data, CHECKS, off=off, trace=trace)
    version = reader.uint(1, "version")
    if version != VERSION:
        reader.refuse("version", 0, f"version {VERSION}", version)
    form = reader.uint(1, "form", FORM_OF)
    if form not in FORM_OF:
        form = reader.refuse("form", 1, "0 (absolute) or 1 (steps)", form)
    label = _label(reader)
    points = _points(reader, FORM_OF[form])
    _end(reader)
    return label, points, FORM_OF[form]


def _label(reader: Reader) -> str:
    at = reader.position
    length = reader.uint(1, "label-length")
    if length > LONGEST_LABEL:
        reader.refuse("label.length", at, f"at most {LONGEST_LABEL} characters", length)
    start = reader.position
    octets = bytes(reader.take(length, "label"))
    for place, octet in enumerate(octets):
        if not 0x20 <= octet <= 0x7E:
            reader.refuse("label.text", start + place, "a printable character", f"{octet:02x}")
    label = octets.decode("latin-1")
    if octets:
        reader.note(start, length, "label", label)
    return label


def _points(reader: Reader, form: str) -> list[int]:
    at = reader.position
    count = reader.uint(2, "count", order="big")
    if count > MOST_POINTS:
        reader.refuse("points.many", at, f"at most {MOST_POINTS} points", count)
    points: list[int] = []
    for place in range(count):
        start = reader.position
        size = 1 if form == "steps" and points else 2
        number = int.from_bytes(reader.take(size, f"point[{place}]"), "big", signed=True)
        point = points[-1] + number if size == 1 else number
        if point not in POINTS:
            reader.refuse("points.range", start, "a point of two bytes", point)
        if points and point == points[-1]:
            reader.refuse("points.repeat", start, "another point than the one before", point)
        reader.note(start, size, f"point[{place}]", str(point))
        points.append(point)
    return points


def _end(reader: Reader) -> None:
    at = reader.position
    expected = sum(reader.data[:at]) % 256
    found = reader.uint(1, "sum")
    if found != expected:
        reader.refuse("sum", at, f"the sum {expected}", found)
    if reader.remaining:
        reader.refuse("trailing", reader.position, "the end of the input", f"{reader.remaining} more bytes")
