"""Tracks and plans as JSON without numbers, and back."""

from goldenwire_reference.errors import NotationError
from goldenwire_reference.notation import Json, integer, items, members
from goldenwire_track.tables import FORMS


def parse_value(value: Json) -> tuple[str, list[int]]:
    """Return the label and the points. Raises NotationError."""
    track = members(value, ("label", "points"), what="a track")
    if not isinstance(track["label"], str):
        raise NotationError(f"label: expected a string, found {track['label']!r}")
    return track["label"], [integer(point, "a point") for point in items(track["points"], "points")]


def render_value(label: str, points: list[int]) -> Json:
    """Return the notation of a track."""
    return {"label": label, "points": list(map(str, points))}


def parse_plan(plan: Json) -> str:
    """Return the form. Raises NotationError."""
    form = members(plan, ("form",), what="a plan")["form"]
    if form not in list(FORMS):
        raise NotationError(f"form: expected one of {', '.join(FORMS)}, found {form!r}")
    return str(form)
