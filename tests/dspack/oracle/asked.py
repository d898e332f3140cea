"""Calls of the DataSetPack oracle, as its tests make them."""

import struct
from collections.abc import Mapping
from typing import Any

import pytest

from dspack.oracle.codec import decode, encode
from dspack.oracle.meta import KEYS
from dspack.oracle.schema import OracleReject

Context = dict[str, str]

SCHEMA: Context = {"scope": "schema"}


def row(schema: str, **more: str) -> Context:
    """Return the context of a row under this schema."""
    return {"scope": "row", "schema": schema, **more}


def reject(data: bytes, context: Context | None = None, policies: Mapping[str, str] | None = None) -> OracleReject:
    """Decode the bytes, which must be refused, and return the refusal."""
    with pytest.raises(OracleReject) as caught:
        decode(data, context, policies or {})
    return caught.value


def told(refusal: OracleReject) -> tuple[str, int | None, str]:
    """Return class, offset and requirement, the latter as in the tables of the tests."""
    return refusal.code, refusal.offset, refusal.requirement.removeprefix("DSPACK-")


def told_in_writing(value: Any, context: Context | None = None) -> tuple[str, str]:
    """Encode the value, which must be refused, and return class and requirement of the refusal."""
    with pytest.raises(OracleReject) as caught:
        encode(value, context)
    code, offset, requirement = told(caught.value)
    assert offset is None
    return code, requirement


# The keys of a meta block, and a schema.
VERSION, TEXT, DESCRIPTION, META = (bytes([0xA0 + len(key)]) + key.encode() for key in KEYS)
B = b"\xa2!B"


def meta(*pairs: bytes | str) -> bytes:
    """Return a framed meta block of keys and values; values given as text are hexadecimal."""
    octets = b"".join(bytes.fromhex(part) if isinstance(part, str) else part for part in pairs)
    return struct.pack(">HB", len(octets) + 1, 0x80 + len(pairs) // 2) + octets


def user(tree: str) -> bytes:
    """Return such a block with this user meta, which begins at 40."""
    return meta(VERSION, "01", TEXT, B, DESCRIPTION, "a0", META, tree)


PLAIN = user("80")
