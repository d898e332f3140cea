"""Members of findings, from texts."""

from typing import Any

from goldenwire.judge.reasons import AcceptedInvalid, Told, ValueDiffers
from goldenwire.protocol import ObservationKey

DIFFERS, ACCEPTED = ValueDiffers().sentence(), AcceptedInvalid().sentence()


def key(text: str) -> ObservationKey | None:
    """Return the observation of a text such as `rejected VERSION`."""
    kind, _, mark = text.partition(" ")
    return ObservationKey(kind, mark) if text else None


def so(text: str) -> dict[str, Any]:
    """Return the reasons of a finding, and the words for them."""
    return {"reasons": (Told(text),) if text else (), "why": text}
