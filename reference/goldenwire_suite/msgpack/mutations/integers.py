"""Mutations of nil, booleans and integers."""

import struct

from goldenwire_reference.msgpack.tables import GREATEST_INTEGER, LEAST_INTEGER, ItemForm
from goldenwire_suite.msgpack.mutations.builders import mutation, packs, reads, then
from goldenwire_suite.mutations import Edit, Entry, Mutation, returned


def _signed(value: int) -> bytes | None:
    """Return the octets of an integer in a form with a sign, if that is as short as one without."""
    for first, size in ((0xD1, 2), (0xD2, 4), (0xD3, 8)):
        if 1 << 8 * size // 2 <= value < 1 << 8 * size - 1:
            return bytes([first]) + value.to_bytes(size, "big")
    return None


def _by_magnitude(octets: bytes) -> int:
    value = int.from_bytes(octets, "big")
    return 2 ** (8 * len(octets) - 1) - value if octets[0] > 127 else value


def _fits(value: int) -> bool:
    return LEAST_INTEGER <= value <= GREATEST_INTEGER


_SIMPLE: tuple[Mutation, ...] = (
    mutation("nil-is-false", "NIL-01 GEN-01", "it reads nil as false", reads("nil", lambda octets: False)),
    mutation("nil-is-empty", "NIL-01", "it reads nil as an empty string", reads("nil", lambda octets: "")),
    mutation("nils-dropped", "ARRAY-01", "it drops items that are nil",
        returned("decode._array", lambda value: [item for item in value if item is not None])),
    mutation("booleans-turned-round", "BOOL-01 GEN-01", "it takes c2 for true and c3 for false",
        then("true", lambda value: False),
        then("false", lambda value: True)),
    mutation("booleans-are-integers", "BOOL-01 GEN-01", "it reads booleans as 0 and 1",
        then("true", int),
        then("false", int)),
)


_INTEGERS: tuple[Mutation, ...] = (
    mutation("positive-fixints-from-one", "INT-01", "it counts the positive fixints from 1",
        then("fixint", lambda value: value + (value >= 0))),
    mutation("fixints-of-six-bits", "INT-01", "it takes the octet 40 for negative",
        Entry("tables.FORMS", 64, ItemForm("fixint", 0, -64))),
    mutation("negative-fixints-unsigned", "INT-02", "it reads negative fixints as 224 to 255",
        then("fixint", lambda value: value % 256)),
    mutation("negative-fixints-of-magnitude", "INT-02", "it reads a negative fixint as minus its lower five bits",
        then("fixint", lambda value: value if value >= 0 else -(value % 32))),
    mutation("unsigned-as-floats", "INT-03 GEN-01", "it reads unsigned integers as floats", then("uint", float)),
    mutation("unsigned-as-signed", "INT-03", "it reads unsigned integers in two's complement",
        reads("uint", lambda octets: int.from_bytes(octets, "big", signed=True))),
    mutation("signed-as-floats", "INT-04 GEN-01", "it reads integers with a sign as floats", then("int", float)),
    mutation("signed-as-unsigned", "INT-04", "it reads integers with a sign as if they had none",
        reads("int", lambda octets: int.from_bytes(octets, "big"))),
    mutation("signed-by-magnitude", "INT-04", "it takes the first bit for a sign and the others for the magnitude",
        reads("int", _by_magnitude)),
    mutation("integers-through-doubles", "INT-05", "it holds integers in doubles",
        then("uint", lambda value: int(float(value))),
        then("int", lambda value: int(float(value)))),
    mutation("integers-of-63-bits", "INT-05", "it holds integers in signed ones of 64 bits",
        then("uint", lambda value: value if value < 2**63 else value - 2**64)),
    mutation("low-octet-first", "GEN-02", "it reads numbers with the least significant octet first",
        reads("uint", lambda octets: int.from_bytes(octets, "little")),
        reads("int", lambda octets: int.from_bytes(octets, "little", signed=True))),
    mutation("lengths-low-octet-first", "GEN-02", "it reads lengths and counts with the least significant octet first",
        Edit("decode._item", "int.from_bytes(head, 'big') -> int.from_bytes(head, 'little')")),
    mutation("integers-wrap", "INT-06", "its encoder cuts integers to 64 bits",
        Edit("encode._check_int", "not LEAST_INTEGER <= value <= GREATEST_INTEGER -> False"),
        packs(int, lambda value: None if _fits(value) else b"\xcf" + (value % 2**64).to_bytes(8, "big"))),
    mutation("integers-as-floats", "INT-06", "its encoder writes integers beyond 64 bits as floats",
        Edit("encode._check_int", "not LEAST_INTEGER <= value <= GREATEST_INTEGER -> False"),
        packs(int, lambda value: None if _fits(value) else b"\xcb" + struct.pack(">d", value))),
    mutation("integers-long", "CANON-02", "it writes integers in eight octets",
        packs(int, lambda value: struct.pack(">BQ", 0xCF, value) if value >= 0 else struct.pack(">Bq", 0xD3, value))),
    mutation("signed-where-as-short", "CANON-09", "it writes integers in signed forms where they are as short",
        packs(int, _signed)),
)

MUTATIONS = (*_SIMPLE, *_INTEGERS)
