"""A second codec of the DyND format, which confirms the vectors. It must not share code with the reference.

A recursive descent parses the type, the construct library describes its bytes, and numpy handles whole dimensions of
numbers. Clarity comes before speed.
"""

import contextlib
import io
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from dynd.oracle import cbor as dynd_cbor
from dynd.oracle.structure import POLICIES, Call
from dynd.oracle.types import OracleReject, Type


def decode(context: Mapping[str, str], data: bytes, policies: Mapping[str, str] = POLICIES) -> Any:
    """Return the value that `data` holds, in neutral notation. Raises OracleReject if the data do not conform.

    `context` is that of the call; `policies` overrides choices of POLICIES.
    """
    return decode_items(context, data, policies)[0]


def decode_items(
    context: Mapping[str, str], data: bytes, policies: Mapping[str, str] = POLICIES
) -> tuple[Any, list[tuple[int, int]]]:
    """Return the value, and start and end of each item as the specification defines them."""
    call, stream = Call(context, policies), io.BytesIO(data)
    with deep():
        destination = _destination(call, context["type"])
        if call.profile == "cbor":
            value = dynd_cbor.read(call, stream, destination)
        else:
            value = call.describe(destination, 1).parse_stream(stream, call=call)
    if stream.tell() < len(data):
        raise OracleReject("TRAILING_BYTES", stream.tell(), "the input goes on after the value")
    return value, call.items


def encode(context: Mapping[str, str], value: Any, policies: Mapping[str, str] = POLICIES) -> bytes:
    """Encode a value in neutral notation. Raises OracleReject, with no offset, if it has no encoding."""
    call = Call(context, policies)
    with deep():
        try:
            destination = _destination(call, context["type"])
            if call.profile == "cbor":
                return dynd_cbor.written(call, destination, value)
            return bytes(call.describe(destination, 1).build(value, call=call))
        except OracleReject as defect:
            raise OracleReject(defect.code, None, defect.reason) from None


def _destination(call: Call, text: str) -> Type:
    try:
        found = call.type(text)
    except OracleReject as defect:
        raise OracleReject(defect.code, 0, f"{defect.reason} ({defect.offset} in the destination type)") from None
    if call.profile == "cbor" and found.kind != "array":
        raise OracleReject("TYPE_SYNTAX", 0, "only arrays are carried as CBOR")
    return found


@contextlib.contextmanager
def deep() -> Iterator[None]:
    """Make room for nested descriptions as deep as the limits allow."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
