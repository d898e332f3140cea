"""A second codec of SciSerialize, which confirms the vectors. It must not share code with the reference.

The json and msgpack libraries read and write, numpy and pandas hold the arrays, datetime the times. A walk over the
bytes comes first, and finds defects that the libraries accept or do not locate. Clarity comes before speed.
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
    """Decode `data` into neutral notation, with "any NaN" for a NaN that is a number. Raises OracleReject.

    `policies` overrides choices of POLICIES.
    """
    call = asked(context, policies)
    return notation(call, CARRIERS[call.carrier].read(call, data, lambda at, pairs: meant(call, at, pairs)))


def encode(value: Any, context: Context | None = None, policies: Policies = POLICIES) -> bytes:
    """Return the canonical bytes of a value in notation. Raises OracleReject, with no offset, if it has none."""
    call = asked(context, policies)
    with reported_at(None):
        tree = reduced(call, value)
        for level in _levels(call, tree, 1):
            call.check_level(level, None)
    if call.carrier == "json":
        return sciserialize_json.written(tree).encode()
    return sciserialize_msgpack.written(tree)


def _levels(call: Call, tree: Any, level: int) -> Iterator[int]:
    """Yield the levels of the arrays and objects of a reduced value."""
    if isinstance(tree, (list, dict)) or (isinstance(tree, bytes) and call.carrier == "json"):
        yield level
    for item in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _levels(call, item, level + 1)


def objects(data: bytes, context: Context) -> list[int]:
    """Return the offsets of the objects, or maps, of a conforming input."""
    starts: list[int] = []

    def noted(at: int, pairs: list[tuple[str, Any]]) -> Any:
        starts.append(at)
        return dict(pairs)

    call = asked(context, POLICIES)
    CARRIERS[call.carrier].read(call, data, noted)
    return starts
