"""The serialization as a pair of functions: bytes and the name of a type -> value, and back."""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.dynd import cbor
from goldenwire_reference.dynd.decode import finish, read
from goldenwire_reference.dynd.decode_leaf import Input
from goldenwire_reference.dynd.encode import write
from goldenwire_reference.dynd.encode_leaf import Output
from goldenwire_reference.dynd.model import Typed
from goldenwire_reference.dynd.primitives import Type
from goldenwire_reference.dynd.tables import Profile
from goldenwire_reference.reader import Buffer, Field


def decode(data: Buffer, destination: str | Type, *, profile: Profile | None = None) -> Any:
    """Return the value of type `destination` that `data` represents; model.py defines its Python type.

    Arrays are views of `data`. A profile applies only if it is named. Raises DecodeError (DYND-DEC-02).
    """
    return decode_typed(data, destination, profile=profile).value


def decode_typed(
    data: Buffer,
    destination: str | Type,
    *,
    profile: Profile | None = None,
    off: Mapping[str, Any] | None = None,
    trace: list[Field] | None = None,
) -> Typed:
    """Return the value, and its type. `off` names checks to skip, `trace` receives every field that is read."""
    reader = Input(data, storage=profile == "storage", off=off, trace=trace)
    type = reader.type(str(destination), 0, "destination")
    if profile == "cbor":
        type = cbor.array_type(reader, type)
        value: Any = cbor.read_item(reader, type)
    else:
        value = read(reader, type)
    finish(reader)
    return Typed(type, value)


def encode(value: Any, source: str | Type, *, profile: Profile | None = None) -> bytes:
    """Return the serialization of a value of type `source`; model.py defines its Python type.

    numpy arrays may have any strides and byte order. A profile applies only if it is named. Raises EncodeError
    (DYND-ENC-02).
    """
    writer = Output(storage=profile == "storage")
    type = writer.type(str(source), "destination")
    (cbor.write_item if profile == "cbor" else write)(writer, type, value)
    return writer.bytes()
