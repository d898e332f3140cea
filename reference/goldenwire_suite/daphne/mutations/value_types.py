"""Mutations of the value types (VT)."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from goldenwire_reference.daphne import tables
from goldenwire_reference.daphne.model import Array, bits_of
from goldenwire_reference.reader import Reader
from goldenwire_suite.daphne.cases.builders import TYPES, defining, mutation, refusing, valued
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced

_DENSE = "decode_block._read_dense"
_SPARSE = "decode_block._finish"
_CODE = "decode._read_value_type"

# The meaning of the codes in the deployed runtime, as codes of this format.
RUNTIME = {1: 7, 2: 8, 3: 1, 4: 3, 5: 4, 6: 9, 7: 10}


def _twin(one: tables.ValueType) -> tables.ValueType:
    """Return the type that is easily taken for another: the signed one for an unsigned, a double for a float."""
    return next(
        other for other in tables.VALUE_TYPES.values()
        if one.is_float == other.is_float
        and (one.size != other.size if one.is_float else one.size == other.size and one.kind != other.kind)
    )


def _types() -> Iterator[Mutation]:
    for name, one in tables.BY_NAME.items():
        twin, cited = _twin(one), defining(name)
        yield mutation(f"{name}-as-{twin.name}", cited, f"it takes value type {one.code} for {twin.name}",
            Entry("tables.VALUE_TYPES", one.code, twin))
        yield mutation(f"{name}-written-as-{twin.name}", cited,
            f"it writes value type {twin.code} in the header for {name}",
            Edit("encode._write_header",
                 f"value_type.code -> {{{one.code}: {twin.code}}}.get(value_type.code, value_type.code)"))


def _legal() -> Iterator[Mutation]:
    """Undefined codes that are taken for a type by default."""
    for place, plural, code in (("matrix", "matrices", 1), ("frame", "frames", 1), ("block", "blocks", 7)):
        for state, requirement in (("reserved", "VT-15"), ("unassigned", "VT-12")):
            yield mutation(f"value-type-{state}-in-{plural}-taken", requirement,
                f"it takes {state} value types in {plural} for {TYPES[code - 1]}",
                Disabled(f"{place}.value-type.{state}", code))


def _sign_and_magnitude(values: Array) -> Array:
    if values.dtype.kind != "i":
        return values
    return np.where(values < 0, -(values ^ np.iinfo(values.dtype).min), values)


def _biased(values: Array) -> Array:
    """The values that a machine with another exponent reads from the bits of floats."""
    return np.ldexp(values, -2) if values.dtype.kind == "f" else values


def _hexadecimal(values: Array) -> Any:
    """The values that a machine with exponents of base 16 reads from the bits of floats."""
    if values.dtype.kind != "f":
        return values
    octets, width = bits_of(values).astype(object), 8 * values.dtype.itemsize
    fraction = (octets % (1 << width - 8)).astype("<f8")
    power = (octets >> width - 8).astype("<i8") % 128 * 4 - 256 - (width - 8)
    with np.errstate(over="ignore", under="ignore"):
        return np.copysign(np.ldexp(fraction, power).astype(values.dtype), values)


def _flushed(values: Array) -> Array:
    if values.dtype.kind != "f":
        return values
    return np.where(abs(values) < np.finfo(values.dtype).tiny, np.copysign(0, values), values)


def _floats() -> Iterator[Mutation]:
    """Floats read in a representation other than IEEE 754, in dense blocks and in sparse ones."""
    for name, sentence, change in (
        ("exponents-biased-by-128", "with an exponent biased by 128 and a fraction from 0.5 on, as on a VAX", _biased),
        ("exponents-of-base-16", "with an exponent of 7 bits and base 16, as on an IBM System/360", _hexadecimal),
    ):
        yield mutation(name, "VT-13", f"it reads floats {sentence}",
            valued(_DENSE, change))
        yield mutation(f"sparse-values-with-{name}", "VT-13", f"it reads floats of sparse blocks {sentence}",
            valued(_SPARSE, change))


def _unchecked(when: Callable[[Reader, str], bool]) -> Replaced:
    """An undefined value type is taken for uint8 there."""

    def by(original: Callable[..., Any], reader: Reader, place: str, name: str) -> Any:
        code = int.from_bytes(reader.data[reader.position : reader.position + 1])
        if code in tables.VALUE_TYPES or not when(reader, place):
            return original(reader, place, name)
        reader.take(1, name)
        return tables.VALUE_TYPES[1]

    return Replaced(_CODE, by)


MUTATIONS = (
    *_types(),
    mutation("value-types-of-the-runtime", "VT-01 VT-02 VT-03 VT-04 VT-05 VT-06 VT-07",
        "it takes the codes for those of the deployed runtime, which counts from 0 and has no types of 16 bits",
        *(Entry("tables.VALUE_TYPES", code, tables.VALUE_TYPES[meant]) for code, meant in RUNTIME.items())),
    mutation("value-types-written-from-0", "VT-11", "it counts the value types from 0 when it writes a header",
        Edit("encode._write_header", "value_type.code -> value_type.code - 1")),
    mutation("block-value-types-written-from-0", "VT-11", "it counts the value types from 0 when it writes a block",
        Edit("encode._write_block", "block.type.code -> block.type.code - 1")),
    *_legal(),
    mutation("value-type-unassigned-as-double", "VT-12",
        "it takes all value types beyond the known ones for the last of them",
        *(Disabled(f"{place}.value-type.unassigned", 10) for place in ("matrix", "frame", "block"))),
    mutation("sign-and-magnitude", "VT-13", "it reads signed integers as a sign and a magnitude",
        valued(_DENSE, _sign_and_magnitude)),
    mutation("sparse-values-sign-and-magnitude", "VT-13",
        "it reads signed integers of sparse blocks as a sign and a magnitude",
        valued(_SPARSE, _sign_and_magnitude)),
    *_floats(),
    mutation("infinities-and-nans-refused", "VT-14", "it refuses infinities and NaNs in dense blocks",
        refusing(_DENSE, "dense.value", lambda found, *_:
                 not all(np.isfinite(part.values).all() for part in found[1]))),
    mutation("subnormals-flushed", "VT-14", "it takes subnormal numbers for zeros",
        valued(_DENSE, _flushed)),
    mutation("minus-zero-lost", "VT-14", "it takes -0.0 for 0.0",
        valued(_DENSE, lambda values: values + 0)),
    mutation("unused-value-type-unchecked", "VT-16",
        "it does not look at the value types of an object without cells",
        _unchecked(lambda reader, place: not (any(reader.data[2:10]) and any(reader.data[10:18])))),
    mutation("value-types-without-entries-unchecked", "VT-16",
        "it does not look at the value type of a sparse block without entries",
        _unchecked(lambda reader, place:
                   place == "block" and not any(reader.data[reader.position + 1 : reader.position + 5]))),
    mutation("unused-value-type-used", "VT-16 VTX-01",
        "it demands the matrix's or column's value type of a block without values",
        refusing("decode._read_block", "block.type", lambda found, reader, header, tiling:
                 not header.has_cells and found[0].type not in (None, *header.types, tables.VALUE_TYPES[1]))),
)
