"""Values <-> bytes in a carrier: the passes of decoder and encoder combined."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgpack

from goldenwire_reference.reader import Buffer, Field, Reader
from goldenwire_reference.sciserialize.carrier import Walk, read_document
from goldenwire_reference.sciserialize.encode import Reduction, Tree
from goldenwire_reference.sciserialize.json_decode import JsonWalk
from goldenwire_reference.sciserialize.json_encode import write_json
from goldenwire_reference.sciserialize.meaning import Meaning
from goldenwire_reference.sciserialize.model import Value
from goldenwire_reference.sciserialize.msgpack_decode import MsgpackWalk
from goldenwire_reference.sciserialize.tables import CHECKS, POLICIES, Carrier


def write_msgpack(tree: Tree) -> bytes:
    """Return the canonical MessagePack of a reduced tree: the package writes the shortest forms and keeps the order."""
    octets: Any = msgpack.packb(tree, use_bin_type=True)
    return bytes(octets)


_READERS: dict[Carrier, type[Walk]] = {"json": JsonWalk, "msgpack": MsgpackWalk}
_WRITERS: dict[Carrier, Callable[[Tree], bytes]] = {"json": write_json, "msgpack": write_msgpack}

# The checks that are off under the reference's own choices.
USUAL = {
    check: None
    for policy in POLICIES.values()
    for choice, checks in policy.checks.items()
    if choice != policy.reference
    for check in checks
}


def decode(
    data: Buffer,
    carrier: Carrier = "json",
    extensions: Collection[str] = (),
    *,
    off: Mapping[str, Any] = USUAL,
    trace: list[Field] | None = None,
) -> Value:
    """Return the value that the bytes represent; `extensions` are those that are on.

    `off` are checks to skip, `trace` receives every field of the carrier. Raises DecodeError.
    """
    reader = Reader(data, CHECKS, off=off, trace=trace)
    top = read_document(_READERS[carrier], reader)
    value: Value = Meaning(reader, carrier, extensions).value(top)
    return value


def encode(value: Value, carrier: Carrier = "json", extensions: Collection[str] = ()) -> bytes:
    """Return the canonical bytes of a value (SCISERIALIZE-GEN-12). Raises EncodeError."""
    return _WRITERS[carrier](Reduction(carrier, extensions).reduce(value))
