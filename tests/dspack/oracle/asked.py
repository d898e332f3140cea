"""The DataSetPack oracle asked as its tests ask it."""

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
    """The context of a row under this schema."""
    return {"scope": "row", "schema": schema, **more}


def reject(data: bytes, context: Context | None = None, policies: Mapping[str, str] | None = None) -> OracleReject:
    """How the oracle refuses the bytes, which it is expected to."""
    with pytest.raises(OracleReject) as caught:
        decode(data, context, policies or {})
    return caught.value


def told(refusal: OracleReject) -> tuple[str, int | None, str]:
    """Class, offset and requirement, the latter as the tables of the tests have it."""
    return refusal.code, refusal.offset, refusal.requirement.removeprefix("DSPACK-")


def told_in_writing(value: Any, context: Context | None = None) -> tuple[str, str]:
    """Class and requirement of the refusal to write a value, which is expected."""
    with pytest.raises(OracleReject) as caught:
        encode(value, context)
    code, offset, requirement = told(caught.value)
    assert offset is None
    return code, requirement


# Keys of a meta block, and a schema.
VERSION, TEXT, DESCRIPTION, META = (bytes([0xA0 + len(key)]) + key.encode() for key in KEYS)
B = b"\xa2!B"


def meta(*pairs: bytes | str) -> bytes:
    """A framed meta block of keys and values, values that are text in hexadecimal."""
    octets = b"".join(bytes.fromhex(part) if isinstance(part, str) else part for part in pairs)
    return struct.pack(">HB", len(octets) + 1, 0x80 + len(pairs) // 2) + octets


def user(tree: str) -> bytes:
    """The same with this user meta, which begins at 40."""
    return meta(VERSION, "01", TEXT, B, DESCRIPTION, "a0", META, tree)


PLAIN = user("80")
