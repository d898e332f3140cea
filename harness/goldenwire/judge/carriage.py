"""What can be said of a case that is written in another format: which of that format's requirements it rests on."""

import msgspec

from goldenwire.corpus.vector import ABSENT, Carrier, Vector


def carried(vector: Vector, carrier: Carrier | None) -> str:
    """A sentence on what a failure of the case may be due to; empty where the case rests on nothing of the carrier's.

    It does not say whose fault it is; what the library does shows where that is checked by itself.
    """
    if carrier is None or not _calls_for(vector, carrier):
        return ""
    rests = {id: carrier.rests[id] for id in vector.requirements if id in carrier.rests}
    if not rests:
        return ""
    due = list(dict.fromkeys(id for ids in rests.values() for id in ids))
    verb = "rests" if len(rests) == 1 else "rest"
    return (
        f"{', '.join(rests)} {verb} on {', '.join(due)}; "
        f"goldenwire check {carrier.format} tells what the library does there"
    )


def _calls_for(vector: Vector, carrier: Carrier) -> bool:
    """Whether the request's context calls for this carrier."""
    context = msgspec.json.decode(vector.context) if vector.context != ABSENT else {}
    return all(context.get(member) == word for member, word in carrier.context.items())
