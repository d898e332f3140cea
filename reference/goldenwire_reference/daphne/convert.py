"""Exact conversion of cells between the value types (DAPHNE-VTX-03 to -06, -09, -11)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from goldenwire_reference.daphne.tables import ValueType

Array = npt.NDArray[Any]

_MANTISSA = {4: 24, 8: 53}


def convert(values: Array, source: ValueType, target: ValueType) -> tuple[Array, Array | None]:
    """Return `values` in `target`'s dtype, and a mask of the values that have no exact equal there.

    `values` has the dtype of `source` and any shape. The mask is None if `target` holds every value of `source`.
    Entries under the mask are arbitrary.
    """
    if source == target:
        return values, None
    return _BY_KIND[source.is_float, target.is_float](values, source, target)


def _int_to_int(values: Array, source: ValueType, target: ValueType) -> tuple[Array, Array | None]:
    have, want = np.iinfo(source.dtype), np.iinfo(target.dtype)  # type: ignore[type-var]
    # The bounds are clipped to the source's range, so that the comparison stays within its dtype.
    low, high = max(have.min, want.min), min(have.max, want.max)
    return values.astype(target.dtype), (values < low) | (values > high)


def _int_to_float(values: Array, source: ValueType, target: ValueType) -> tuple[Array, Array | None]:
    # Exact if the magnitude without its trailing zero bits fits the mantissa; no exponent is out of reach.
    magnitude = np.abs(values.astype("i8")).view("u8") if source.dtype.kind == "i" else values.astype("<u8")
    lowest_bit = magnitude & (~magnitude + np.uint64(1))
    odd_part = magnitude // np.maximum(lowest_bit, np.uint64(1))
    return values.astype(target.dtype), odd_part >= np.uint64(1 << _MANTISSA[target.size])


def _float_to_int(values: Array, source: ValueType, target: ValueType) -> tuple[Array, Array | None]:
    limits = np.iinfo(target.dtype)  # type: ignore[type-var]
    with np.errstate(invalid="ignore"):
        wide = values.astype("<f8")
        inexact = ~(np.trunc(wide) == wide) | ~(wide >= float(limits.min)) | ~(wide < float(limits.max + 1))
        inexact |= (wide == 0) & np.signbit(wide)
        return np.where(inexact, 0, wide).astype(target.dtype), inexact


def _float_to_float(values: Array, source: ValueType, target: ValueType) -> tuple[Array, Array | None]:
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        converted = values.astype(target.dtype)
        if target.size > source.size:
            return converted, None
        return converted, (converted.astype(source.dtype) != values) & ~np.isnan(values)


_BY_KIND = {
    (False, False): _int_to_int,
    (False, True): _int_to_float,
    (True, False): _float_to_int,
    (True, True): _float_to_float,
}
