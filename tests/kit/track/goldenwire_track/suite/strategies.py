"""Strategies for properties: tracks in both forms, with points and steps at both ends of their ranges."""

from collections.abc import Collection, Mapping, Sequence

from hypothesis import strategies as st

from goldenwire_reference.notation import Json
from goldenwire_reference.reader import Field
from goldenwire_suite.strategies import Choose, Encodings, Example, built
from goldenwire_track.encode import canonical
from goldenwire_track.notation import parse_value, render_value
from goldenwire_track.tables import POINTS

LABELS = ("a", "", "tape 1", " ", "~", "0123456789abcdef")
STEPS = (1, -1, 2, 127, -128, 126, -127)
ENDS = (0, 1, -1, 255, 256, 32767, -32768, 300)


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Generate tracks without equal neighbours; an encoder is asked for the other form only if it takes plans."""
    other = operation != "encode" or "plans" in features
    if encodings in ("reordered", "unwritten") or (encodings in ("other", "respelled") and not other):
        return st.nothing()
    forms = {"canonical": (False,), "any": (False, True) if other else (False,)}.get(encodings, (True,))
    return built(lambda choose: _example(choose, forms[choose(len(forms))]))


def _example(choose: Choose, other: bool) -> Example:
    """Build an example; with `other`, of near points in the absolute form, which is not canonical."""
    value = render_value(LABELS[choose(len(LABELS))], _points(choose, 2 if other else 0))
    return Example(value, {"form": "absolute"} if other else None, None, value, ())


def _points(choose: Choose, least: int) -> list[int]:
    points = [ENDS[choose(len(ENDS))]]
    near = least == 2 or choose(2) == 0
    for _ in range(1 + choose(6)):
        point = points[-1] + STEPS[choose(len(STEPS))] if near else ENDS[choose(len(ENDS))]
        if point not in POINTS:
            point = points[-1] + (1 if points[-1] < 0 else -1)
        if point != points[-1]:
            points.append(point)
    return points if least or choose(4) else points[: choose(2)]


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value itself: no policy changes it."""
    return value


def exercised(example: Example, fields: Sequence[Field]) -> Collection[str]:
    """Return the requirements that reading or writing the example exercises."""
    _, points = parse_value(example.value)
    form = example.plan["form"] if example.plan else canonical(points)
    found = {"TRACK-HEAD-02", "TRACK-HEAD-03", "TRACK-POINT-01", "TRACK-SUM-01"}
    if points:
        found.add("TRACK-POINT-02")
    if form == "steps":
        found |= {"TRACK-POINT-03", "TRACK-ENC-01"}
    return found


def ends(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Example]:
    """Generate tracks of two points, the second at an end of the range and the first at most 99 from it."""

    def build(choose: Choose) -> Example:
        last, step = ((POINTS[-1], -1), (POINTS[0], 1))[choose(2)]
        value = render_value("end", [last + step * (1 + choose(99)), last])
        return Example(value, None, None, value, ())

    return built(build)
