"""Name the requirements of the underlying format that a case rests on."""

import msgspec

from goldenwire.corpus.vector import ABSENT, Carrier, Vector


def carried(vector: Vector, carrier: Carrier | None) -> str:
    """Return a sentence on a possible cause of a failure; empty if the case does not rest on the underlying format."""
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
    """Return whether the request's context calls for this underlying format."""
    context = msgspec.json.decode(vector.context) if vector.context != ABSENT else {}
    return all(context.get(member) == word for member, word in carrier.context.items())
