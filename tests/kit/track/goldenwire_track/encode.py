"""A track -> bytes. The mirror image of decode.py."""

from itertools import pairwise

from goldenwire_reference.errors import EncodeError
from goldenwire_reference.notation import Json
from goldenwire_track.notation import parse_plan, parse_value
from goldenwire_track.tables import FORMS, LONGEST_LABEL, MOST_POINTS, POINTS, STEPS, VERSION


def encode(value: Json, plan: Json = None) -> bytes:
    """Return the bytes of a track in notation: the plan's, or the canonical ones. Raises EncodeError, NotationError."""
    label, points = parse_value(value)
    form = parse_plan(plan) if plan is not None else canonical(points)
    _check(label, points)
    if form == "steps" and not _fit(points):
        raise EncodeError("PLAN", "TRACK-ENC-02", "a difference of two points does not fit one byte")
    head = bytes([VERSION, FORMS[form], len(label)]) + label.encode("latin-1") + len(points).to_bytes(2, "big")
    data = head + (_steps(points) if form == "steps" else _absolute(points))
    return data + bytes([sum(data) % 256])


def canonical(points: list[int]) -> str:
    """Return the form of the canonical encoding."""
    return "steps" if len(points) > 1 and _fit(points) else "absolute"


def _check(label: str, points: list[int]) -> None:
    if not all(" " <= character <= "~" for character in label):
        raise EncodeError("TEXT", "TRACK-HEAD-04", f"{label!r} has a character that does not print")
    if len(label) > LONGEST_LABEL:
        raise EncodeError("LIMIT", "TRACK-HEAD-05", f"a label of {len(label)} characters")
    if len(points) > MOST_POINTS:
        raise EncodeError("LIMIT", "TRACK-POINT-04", f"{len(points)} points")
    for point in points:
        if point not in POINTS:
            raise EncodeError("RANGE", "TRACK-POINT-05", f"two bytes do not hold {point}")
    for one, other in pairwise(points):
        if one == other:
            raise EncodeError("REPEAT", "TRACK-POINT-06", f"two neighbouring points are {one}")


def _fit(points: list[int]) -> bool:
    return all(other - one in STEPS for one, other in pairwise(points))


def _absolute(points: list[int]) -> bytes:
    return b"".join(point.to_bytes(2, "big", signed=True) for point in points)


def _steps(points: list[int]) -> bytes:
    return _absolute(points[:1]) + b"".join((b - a).to_bytes(1, "big", signed=True) for a, b in pairwise(points))
