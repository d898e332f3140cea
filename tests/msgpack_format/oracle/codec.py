"""The oracle: MessagePack <-> the neutral notation, by a codec that shares no code with the reference."""

from msgpack_format.oracle.call import POLICIES, WRITES, OracleReject
from msgpack_format.oracle.reading import decode, items
from msgpack_format.oracle.writing import encode

__all__ = ["POLICIES", "WRITES", "OracleReject", "comparable", "decode", "encode", "items"]

ANY_NAN = {"nan": "16"}


def comparable(found: object, expected: object) -> object:
    """Return the value found, with "any NaN" in place of a NaN where that is expected."""
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return [comparable(*pair) for pair in zip(found, expected, strict=True)]
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        if expected == {"float": ANY_NAN} and int(found["float"], 16) & ~(1 << 63) > 0x7FF << 52:
            return expected
        return {name: comparable(member, expected[name]) for name, member in found.items()}
    return found
