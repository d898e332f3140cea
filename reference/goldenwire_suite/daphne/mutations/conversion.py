"""Mutations of the conversion of values between a block's type and the object's (VTX)."""

from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.daphne.tables import DataType
from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Replaced

_CONVERT = "convert.convert"
_DENSE = "decode_block._read_dense"
_PARTS = "decode_block._parts"
_INT_TO_INT = "convert._int_to_int"
_INT_TO_FLOAT = "convert._int_to_float"
_FLOAT_TO_INT = "convert._float_to_int"
_FLOAT_TO_FLOAT = "convert._float_to_float"


def _read_object(original: Any, reader: Any) -> Any:
    obj, plan = original(reader)
    if obj.kind is DataType.Frame or not plan or not plan[0].type:
        return obj, plan
    with np.errstate(invalid="ignore"):
        parts = [replace(part, values=part.values.astype(plan[0].type.dtype)) for part in obj.parts]
    return replace(obj, types=(plan[0].type,), parts=parts), plan


def _without_signalling(pattern: int, value_type: Any) -> int:
    """Return the bits of the quiet NaN in place of those of a signalling one."""
    if not value_type.is_float:
        return pattern
    bits, fraction = 8 * value_type.size, {4: 23, 8: 52}[value_type.size]
    infinity, quiet = (1 << bits - 1) - (1 << fraction), 1 << fraction - 1
    return infinity | quiet if infinity < pattern % (1 << bits - 1) < infinity + quiet else pattern


def _payload_cut(original: Any, values: Any, source: Any, target: Any) -> Any:
    converted, inexact = original(values, source, target)
    if source.size > target.size:
        is_cut = np.isnan(values) & (values.view("<u8") % np.uint64(2**52) < np.uint64(2**29))
        converted = np.where(is_cut, np.copysign(np.float32(np.inf), converted), converted)
    return converted, inexact


def _runs_by_the_ends(original: Any, self: Any, column: int, width: int) -> Any:
    if width and self.type_of(column) == self.type_of(column + width - 1):
        return [(column, width, self.type_of(column))]
    return original(self, column, width)


# What is converted of the object at hand: by bits and target type, the value and whether it is inexact.
_REMEMBERED: dict[tuple[int, str], tuple[Any, bool]] = {}


def _from_memory(original: Any, values: Any, source: Any, target: Any) -> Any:
    converted, inexact = original(values, source, target)
    if values.size > 100:
        return converted, inexact
    converted = converted.copy()
    mask = np.zeros(values.shape, bool) if inexact is None else inexact.copy()
    for at, bits in np.ndenumerate(values.view(source.bits)):
        found = _REMEMBERED.setdefault((int(bits), target.name), (converted[at], bool(mask[at])))
        converted[at], mask[at] = found
    return converted, mask


def _in_the_bits_before(original: Any, values: Any, source: Any, target: Any) -> Any:
    converted, inexact = original(values, source, target)
    if values.size > 100:
        return converted, inexact
    converted = converted.copy()
    stored = converted.view(target.bits)
    for at, bits in np.ndenumerate(values.view(source.bits)):
        before, _ = _REMEMBERED.setdefault((int(bits), source.name), (int(stored[at]), False))
        stored[at] = before % 2 ** (8 * target.size)
    return converted, inexact


def _without_memory(original: Any, *arguments: Any) -> Any:
    _REMEMBERED.clear()
    return original(*arguments)


MUTATIONS = (
    mutation("block-types-must-match", "VTX-01 VTX-03", "it takes no value of another type than the object's",
        Edit(_CONVERT, "_BY_KIND[source.is_float, target.is_float](values, source, target) -> "
                       "(values, np.ones(values.shape, bool))")),
    mutation("values-of-a-matrix-in-the-block-type", "VTX-04 DEC-05",
        "it delivers a matrix in the value type of its first block",
        Replaced("decode.read_object", _read_object)),
    mutation("bits-for-values", "VTX-04", "it takes the bits of a stored value for those of the target type",
        Edit(_CONVERT, "_BY_KIND[source.is_float, target.is_float](values, source, target) -> "
                       "(values.view(source.bits).astype(target.bits).view(target.dtype), None)")),
    mutation("same-bits-for-the-same-value", "VTX-04 VTX-05",
        "it takes bits for the value that they had in an earlier block, though this one has another value type",
        Replaced(_CONVERT, _from_memory),
        Replaced("decode.read_object", _without_memory),
        Replaced("encode.encode", _without_memory)),
    mutation("same-value-in-the-bits-before", "VTX-04",
        "it writes a value in the bits that it had in an earlier block, though this one has another value type",
        Replaced(_CONVERT, _in_the_bits_before),
        Replaced("decode.read_object", _without_memory),
        Replaced("encode.encode", _without_memory)),
    mutation("inexact-dense-values-converted", "VTX-05",
        "it converts dense values as its language does, whether they fit or not",
        Disabled("dense.value")),
    mutation("inexact-entries-converted", "VTX-05",
        "it converts entries as its language does, whether they fit or not",
        Edit(_PARTS, "(parts, lost) -> (parts, [])")),
    mutation("integers-saturate", "VTX-05 VTX-02", "it takes an integer beyond the range for the end of the range",
        Edit(_INT_TO_INT, "(values.astype(target.dtype), (values < low) | (values > high)) -> "
                          "(values.clip(low, high).astype(target.dtype), None)")),
    mutation("greatest-integer-not-checked", "VTX-05 VTX-02", "it checks the least value of the range only",
        Edit(_INT_TO_INT, "(values < low) | (values > high) -> values < low")),
    mutation("least-integer-not-checked", "VTX-05 VTX-02", "it checks the greatest value of the range only",
        Edit(_INT_TO_INT, "(values < low) | (values > high) -> values > high")),
    mutation("range-one-too-short", "VTX-03 VTX-05",
        "it takes the greatest value of an integer type to be out of its range",
        Edit(_INT_TO_INT, "values > high -> values >= high")),
    mutation("integers-rounded-to-floats", "VTX-05 VTX-09", "it takes the nearest float for an integer",
        Edit(_INT_TO_FLOAT, "odd_part >= np.uint64(1 << _MANTISSA[target.size]) -> odd_part < 0")),
    mutation("negative-integers-rounded-to-floats", "VTX-05 VTX-09",
        "it takes the nearest float for a negative integer",
        Edit(_INT_TO_FLOAT, "odd_part >= np.uint64(1 << _MANTISSA[target.size]) -> "
                            "(values >= 0) & (odd_part >= np.uint64(1 << _MANTISSA[target.size]))")),
    mutation("greatest-integers-rounded-to-floats", "VTX-05 VTX-09",
        "it takes the nearest float for the greatest integer of a type, as the way back saturates to that integer",
        Edit(_INT_TO_FLOAT, "odd_part >= np.uint64(1 << _MANTISSA[target.size]) -> "
                            "(values != np.iinfo(source.dtype).max) & "
                            "(odd_part >= np.uint64(1 << _MANTISSA[target.size]))")),
    mutation("integers-below-the-mantissa-only", "VTX-03",
        "it takes integers beyond the mantissa for inexact, though the lower bits are clear",
        Edit(_INT_TO_FLOAT, "odd_part >= np.uint64(1 << _MANTISSA[target.size]) -> "
                            "magnitude > np.uint64(1 << _MANTISSA[target.size])")),
    mutation("mantissa-without-the-leading-bit", "VTX-03", "it counts the stored bits of the mantissa only",
        Edit(_INT_TO_FLOAT, "_MANTISSA[target.size] -> _MANTISSA[target.size] - 1")),
    mutation("floats-at-the-end-of-the-range-taken", "VTX-05",
        "it takes 2^63 and 2^64 for the greatest int64 and uint64, which round to them",
        Edit(_FLOAT_TO_INT, "wide < float(limits.max + 1) -> wide <= float(limits.max)")),
    mutation("negative-floats-not-checked", "VTX-05",
        "it does not compare a float with the least value of the integer type",
        Edit(_FLOAT_TO_INT, "~(np.trunc(wide) == wide) | ~(wide >= float(limits.min)) -> ~(np.trunc(wide) == wide)")),
    mutation("minus-zero-as-integer", "VTX-06", "it takes -0.0 for the integer 0",
        Edit(_FLOAT_TO_INT, "inexact |= (wide == 0) & np.signbit(wide) -> pass")),
    mutation("nan-as-zero", "VTX-06", "it takes a NaN for the integer 0",
        Edit(_FLOAT_TO_INT, "values.astype('<f8') -> "
                            "np.nan_to_num(values.astype('<f8'), nan=0.0, posinf=np.inf, neginf=-np.inf)")),
    mutation("infinity-as-the-greatest-integer", "VTX-06",
        "it takes an infinity for the last double in the integer type's range",
        Edit(_FLOAT_TO_INT, "values.astype('<f8') -> np.nan_to_num(values.astype('<f8'), nan=np.nan, "
                            "neginf=limits.min, posinf=np.nextafter(float(limits.max + 1), 0) // 1)")),
    mutation("minus-zero-lost-between-floats", "VTX-06", "it loses the sign of -0.0 between float and double",
        Edit(_FLOAT_TO_FLOAT, "values.astype(target.dtype) -> values.astype(target.dtype) + 0")),
    mutation("doubles-rounded-to-floats", "VTX-05 VTX-09", "it takes the nearest float for a double",
        Edit(_FLOAT_TO_FLOAT, "converted.astype(source.dtype) != values -> np.isinf(converted) & ~np.isinf(values)")),
    mutation("doubles-rounded-to-subnormal-floats", "VTX-05 VTX-09",
        "it takes the nearest float for a double that has too many bits for a subnormal float alone",
        Edit(_FLOAT_TO_FLOAT, "~np.isnan(values) -> ~np.isnan(values) & ((values.view('<u8') % np.uint64(2**29) != 0) "
                              "| (abs(values) < 2.0 ** -149) | (abs(values) >= 2.0 ** -126))")),
    mutation("doubles-overflow-to-floats", "VTX-05 VTX-02",
        "it takes infinity for a double that is beyond the greatest float",
        Edit(_FLOAT_TO_FLOAT, "~np.isnan(values) -> ~np.isnan(values) & ~np.isinf(converted)")),
    mutation("doubles-below-2-to-the-128-overflow", "VTX-05 VTX-02",
        "it takes infinity for a double of less than 2^128 that rounds to it",
        Edit(_FLOAT_TO_FLOAT, "~np.isnan(values) -> "
                              "~np.isnan(values) & ~(np.isinf(converted) & (abs(values) < 2.0 ** 128))")),
    mutation("subnormal-floats-inexact", "VTX-03", "it takes subnormal floats for inexact",
        Edit(_FLOAT_TO_FLOAT, "converted.astype(source.dtype) != values -> (converted.astype(source.dtype) != values) "
                              "| (abs(converted) < 2.0 ** -126) & (values != 0)")),
    mutation("frame-types-of-the-first-column", "VTX-07",
        "it takes the type of a block's first column for all its columns",
        Edit("model.DaphneObject.type_runs", "self.types[at] != self.types[start] -> False")),
    mutation("frame-types-of-the-ends", "VTX-07",
        "it takes the type of a block's first column for all its columns if the last has it too",
        Replaced("model.DaphneObject.type_runs", _runs_by_the_ends)),
    mutation("frame-types-of-the-widest-column", "VTX-07",
        "it checks entries against the type of their column only if the block has no column of another",
        Edit(_PARTS, "(parts, lost) -> (parts, lost if width == place.columns else [])")),
    mutation("nan-payload-lost", "VTX-08", "it delivers one and the same NaN for all NaNs of dense blocks",
        Edit(_DENSE, "DensePart(place.rx, start, converted) -> DensePart(place.rx, start, "
                     "np.where(np.isnan(converted), np.nan, converted) if target.is_float else converted)")),
    mutation("signalling-nan-replaced", "VTX-10", "it delivers one and the same quiet NaN for all signalling ones",
        Replaced("notation._atom", lambda original, bits, type: original(_without_signalling(bits, type), type))),
    mutation("signalling-nan-replaced-in-requests", "VTX-10",
        "it writes one and the same quiet NaN for all signalling ones",
        Replaced("notation._pattern", lambda original, atom, type: _without_signalling(original(atom, type), type))),
    mutation("nan-refused-between-floats", "VTX-11", "it refuses a NaN between float and double",
        Edit(_FLOAT_TO_FLOAT, "(converted, None) -> (converted, np.isnan(values))"),
        Edit(_FLOAT_TO_FLOAT, "~np.isnan(values) -> True")),
    mutation("nan-payload-cut-to-infinity", "VTX-11",
        "it keeps the highest bits of a NaN's payload alone, which makes an infinity of one that has none of them",
        Replaced(_FLOAT_TO_FLOAT, _payload_cut)),
)
