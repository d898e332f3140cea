"""Mutations of floats."""

import math
import struct

from goldenwire_suite.msgpack.mutations.builders import mutation, packs, reads, then
from goldenwire_suite.mutations import Edit, Mutation

_LEAST_NORMAL = 2.0**-1022


def _single(value: float) -> bytes:
    try:
        return b"\xca" + struct.pack(">f", value)
    except OverflowError:
        return b"\xca" + struct.pack(">f", math.copysign(math.inf, value))


def _shortened(value: float) -> bytes | None:
    """Return a float in float 32 if an ordinary float has its value."""
    short = _single(value)
    is_ordinary = math.isfinite(value) and abs(value) >= 2**-126
    return short if is_ordinary and struct.unpack(">f", short[1:])[0] == value else None


MUTATIONS: tuple[Mutation, ...] = (
    mutation("singles-low-octet-first", "FLOAT-01", "it reads float 32 with the least significant octet first",
        reads("float", lambda octets: struct.unpack("<f" if len(octets) == 4 else ">d", octets)[0])),
    mutation("doubles-low-octet-first", "FLOAT-02", "it reads float 64 with the least significant octet first",
        reads("float", lambda octets: struct.unpack(">f" if len(octets) == 4 else "<d", octets)[0])),
    mutation("float32-in-decimal", "FLOAT-03", "it reads a float 32 as the double of its shortest digits",
        Edit("decode._float", "float(value) -> float(f'{value:.7g}') if len(octets) == 4 else float(value)")),
    mutation("float32-rounded", "FLOAT-03", "it rounds a float 32 to three digits behind the point",
        Edit("decode._float",
             "float(value) -> "
             "round(value, 3) if len(octets) == 4 and abs(value) < 2 ** 20 else float(value)")),
    mutation("zeros-without-sign", "FLOAT-04", "it drops the sign of a zero",
        then("float", lambda value: value or 0.0)),
    mutation("zeros-are-integers", "FLOAT-04 GEN-01", "it reads zeros as the integer",
        then("float", lambda value: value or 0)),
    mutation("subnormals-are-zero", "FLOAT-04", "it reads subnormal singles as zero",
        Edit("decode._float", "float(value) -> value * (len(octets) == 8 or not abs(value) < 2 ** (-126))")),
    mutation("subnormal-doubles-are-zero", "FLOAT-04", "it reads subnormal doubles as zero",
        then("float", lambda value: math.copysign(0.0, value) if abs(value) < _LEAST_NORMAL else value)),
    mutation("infinities-are-nil", "FLOAT-04", "it reads infinities as nil, as JSON has it",
        then("float", lambda value: None if math.isinf(value) else value)),
    mutation("ends-clamped", "FLOAT-04", "it has no float beyond 10^308",
        then("float", lambda value: value if math.isnan(value) else max(-1e308, min(value, 1e308)))),
    mutation("normals-halved", "FLOAT-04", "it takes the least normal double for a subnormal one",
        then("float", lambda value: 0.0 if abs(value) <= _LEAST_NORMAL else value)),
    mutation("nan-is-nil", "FLOAT-05", "it reads NaN as nil, as JSON has it",
        then("float", lambda value: None if math.isnan(value) else value)),
    mutation("nan-is-infinity", "FLOAT-05", "it reads NaN as infinity",
        then("float", lambda value: math.inf if math.isnan(value) else value)),
    mutation("floats-cut-to-single", "FLOAT-06", "it writes floats in float 32", packs(float, _single)),
    mutation("integral-floats-are-integers", "GEN-01", "it reads a float of integral value as an integer",
        then("float", lambda value: int(value) if abs(value) < 1e300 and value.is_integer() else value)),
    mutation("floats-shortened", "CANON-07", "it writes a float in float 32 where that has its value",
        packs(float, _shortened)),
    mutation("nan-in-float-32", "CANON-07", "it writes NaN in float 32",
        packs(float, lambda value: b"\xca\x7f\xc0\0\0" if math.isnan(value) else None)),
    mutation("floats-halved-kind", "FLOAT-02", "it reads a float 64 as the nearest single",
        then("float", lambda value: struct.unpack(">f", _single(value)[1:])[0])),
)
