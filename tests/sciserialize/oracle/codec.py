"""A second codec of SciSerialize, to confirm the vectors. It shares no code with the reference, and must not.

The json and msgpack libraries read and write, numpy and pandas hold the arrays, datetime the times. Where they are
laxer than the specification, and where bytes are at fault, a walk over the bytes tells beforehand. Clear before fast.
"""

from collections.abc import Iterator
from typing import Any

from sciserialize.oracle import json as sciserialize_json
from sciserialize.oracle import msgpack as sciserialize_msgpack
from sciserialize.oracle.call import POLICIES, Call, Context, Policies, asked, reported_at
from sciserialize.oracle.meaning import meant
from sciserialize.oracle.notation import notation, reduced

CARRIERS = {"json": sciserialize_json, "msgpack": sciserialize_msgpack}


def decode(data: bytes, context: Context | None = None, policies: Policies = POLICIES) -> Any:
    """What `data` hold, in neutral notation, any NaN that is a number as any NaN. Raises OracleReject.

    `policies` overrides choices of POLICIES.
    """
    call = asked(context, policies)
    return notation(call, CARRIERS[call.carrier].read(call, data, lambda at, pairs: meant(call, at, pairs)))


def encode(value: Any, context: Context | None = None, policies: Policies = POLICIES) -> bytes:
    """The canonical bytes of a value in neutral notation. Raises OracleReject, with no offset, if it has none."""
    call = asked(context, policies)
    with reported_at(None):
        tree = reduced(call, value)
        for level in _levels(call, tree, 1):
            call.check_level(level, None)
    if call.carrier == "json":
        return sciserialize_json.written(tree).encode()
    return sciserialize_msgpack.written(tree)


def _levels(call: Call, tree: Any, level: int) -> Iterator[int]:
    """At which levels the arrays and objects of a reduced value stand."""
    if isinstance(tree, (list, dict)) or (isinstance(tree, bytes) and call.carrier == "json"):
        yield level
    for item in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _levels(call, item, level + 1)


def objects(data: bytes, context: Context) -> list[int]:
    """The first bytes of the objects, or maps, of a conforming input."""
    starts: list[int] = []

    def noted(at: int, pairs: list[tuple[str, Any]]) -> Any:
        starts.append(at)
        return dict(pairs)

    call = asked(context, POLICIES)
    CARRIERS[call.carrier].read(call, data, noted)
    return starts
