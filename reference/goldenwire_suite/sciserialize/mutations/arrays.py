"""Mutations of arrays: members, shapes, booleans and requests to encoders."""

import math
from typing import Any

import numpy as np

from goldenwire_reference.sciserialize.encode import refusal
from goldenwire_reference.sciserialize.meaning import READ_ON
from goldenwire_reference.sciserialize.tables import DTYPES
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_NDARRAY, _BOOLS, _PLAIN = (f"meaning._Object.{name}" for name in ("ndarray", "check_bools", "plain_array"))
_MEMBERS = "encode.Reduction.array_members"
_GIVEN, _PACKED = "notation._array", "notation._packed"
_ELEMENTS = "notation._elements_to_json"


def _made(parts: str) -> Edit:
    """A change that makes an array of other parts."""
    return Edit(_NDARRAY, f"NDArray(dtype, shape, data) -> NDArray({parts})")


def _also(sized: str) -> Edit:
    """A change that accepts other sizes too."""
    return Edit(_NDARRAY, f"due == len(data) -> due == len(data) or {sized}")


def _inferred(original: Any, self: Any, **named: bool) -> Any:
    shape, dtype = self.members["shape"], DTYPES.get(self.members["dtype"])
    if shape.count(-1) == 1 and dtype:
        missing = len(self.members["bytes"]) // dtype.size // max(1, abs(math.prod(shape)))
        self.members["shape"] = [missing if size == -1 else size for size in shape]
    return original(self, **named)


def _of_one_dimension(original: Any, self: Any, tag: str) -> None:
    if isinstance(data := self.members.get("bytes"), bytes):
        self.members.setdefault("shape", [len(data)])
    original(self, tag)


def _product(bits: int) -> Replaced:
    return Replaced("arrays.array_size", lambda _, shape, size, most: math.prod(shape) * size % 2**bits)


def _elements(bits: int) -> Replaced:
    return Replaced("arrays.array_size", lambda _, shape, size, most: math.prod(shape) % 2**bits * size)


def _small_alone(original: Any, self: Any, value: Any) -> Any:
    if len(value.shape) > 32 or max(value.shape, default=0) >= 2**31:
        raise refusal("LIMIT", "ND-12", "")
    return original(self, value)


def _characters(original: Any, self: Any, name: str) -> None:
    if isinstance(member := self.members[name], str):
        self.members[name] = member.encode()
    original(self, name)


def _unpacked(original: Any, self: Any, **named: bool) -> Any:
    if self.members["dtype"] == "bool":
        bits = np.unpackbits(np.frombuffer(self.members["bytes"], np.uint8))
        self.members["bytes"] = bits[: math.prod(self.members["shape"])].tobytes()
    return original(self, **named)


_SHAPES: tuple[Mutation, ...] = (
    mutation("member-data", "ND-01", "it calls the octets of an array data",
        Entry("tables.MEMBERS", "ndarray", ("shape", "dtype", "data"))),
    mutation("member-dims", "ND-01", "it calls the shape of an array dims",
        Entry("tables.MEMBERS", "ndarray", ("dims", "dtype", "bytes"))),
    mutation("shape-reversed", "ND-02", "it takes the innermost dimension for the first",
        Edit(_NDARRAY, "self.members['shape'] -> self.members['shape'][::-1]")),
    mutation("shape-of-two", "ND-02", "it adds a dimension of 1 to arrays of one, as MATLAB does",
        _made("dtype, (*shape, 1) if len(shape) == 1 else shape, data")),
    mutation("ones-dropped", "ND-02", "it drops dimensions of 1",
        _made("dtype, shape if is_frame else tuple(size for size in shape if size != 1), data")),
    mutation("dimensions-as-floats", "MP-03 TAG-14", "it packs dimensions as floats",
        Edit(_MEMBERS, "list(value.shape) -> [float(size) for size in value.shape]")),
    mutation("size-not-looked-at", "ND-06", "it does not compare the octets with the shape",
        Disabled("shape.size", READ_ON),
        _made("dtype, shape, data[:len(data) // DTYPES[dtype].size * DTYPES[dtype].size]")),
    mutation("size-by-the-first", "ND-06", "it compares the octets with the first dimension alone",
        _also("shape[:1] == (len(data) // DTYPES[dtype].size,)")),
    mutation("size-by-the-sum", "ND-06", "it adds dimensions up",
        _also("len(shape) > 1 and sum(shape) * DTYPES[dtype].size == len(data)")),
    mutation("negative-inferred", "ND-06 ND-13", "it computes a dimension of -1 from the others, as numpy does",
        Replaced(_NDARRAY, _inferred)),
    mutation("negative-magnitude", "ND-06", "it drops the sign of a dimension",
        Edit(_NDARRAY, "tuple(self.members['shape']) -> tuple(map(abs, self.members['shape']))"),
        Replaced(_GIVEN, lambda given, found, shape, level: given(found, tuple(map(abs, shape)), level))),
    mutation("shape-inferred-by-encoders", "ND-13 ND-06",
        "its encoder takes a dimension of -1 for one of all elements",
        Replaced(_GIVEN, lambda given, found, shape, level: given(
            found, tuple(len(found["elements"]) if size == -1 else size for size in shape), level))),
    mutation("shape-not-needed", "ND-13", "it takes an array without shape for one of one dimension",
        Replaced("meaning._Object.check_members", _of_one_dimension)),
    mutation("scalars-as-vectors", "ND-07", "it makes one dimension of 1 of none", _made("dtype, shape or (1,), data")),
    mutation("scalars-of-any-size", "ND-07", "it takes the shape without dimensions for any number of elements",
        _also("not shape")),
    mutation("empty-shape-is-zero", "ND-07", "it takes the shape without dimensions for no elements",
        Edit("arrays.array_size", "0 not in shape -> shape and 0 not in shape")),
    mutation("empty-without-dtype", "ND-08", "it takes an array without elements for one of doubles",
        _made("'float64' if 0 in shape else dtype, shape, data")),
    mutation("empty-is-null", "ND-08", "it reads an array without elements as null",
        Replaced(_PLAIN, lambda original, self: None if 0 in (array := original(self)).shape else array)),
    mutation("empty-of-any-size", "ND-08 ND-06", "it takes any octets where a dimension is 0",
        _also("0 in shape"), _made("dtype, shape, data[:due]")),
    *(mutation(f"product-of-{bits}-bits", "LIM-01", f"it multiplies dimensions and octets in {bits} bits",
               _product(bits)) for bits in (32, 64)),
    *(mutation(f"elements-of-{bits}-bits", "LIM-01", f"it multiplies dimensions in {bits} bits, and the octets in more",
               _elements(bits)) for bits in (32, 64)),
    mutation("rank-31", "ND-12", "it reads at most 31 dimensions, whatever it chose",
        Edit(_NDARRAY, "all(size >= 0 for size in shape) -> len(shape) < 32 and min(shape, default=0) >= 0")),
    mutation("rank-limit-33", "ND-12", "who ends at 32 dimensions ends at 33",
        Edit(_NDARRAY, "len(shape) > RANK -> len(shape) > RANK + 1")),
    mutation("rank-limit-of-elements", "ND-12", "who ends at 32 dimensions does so for arrays with elements alone",
        Edit(_NDARRAY, "len(shape) > RANK -> len(shape) > RANK and 0 not in shape")),
    mutation("dimension-limit-higher", "ND-12", "who ends at 2^31 - 1 ends at 2^31",
        Edit(_NDARRAY, "max(shape) > DIMENSION -> max(shape) > DIMENSION + 1")),
    mutation("dimension-of-31-bits", "ND-12", "it reads dimensions below 2^31 - 1 alone, whatever it chose",
        Edit(_NDARRAY, "size >= 0 -> 0 <= size < DIMENSION")),
    mutation("large-shapes-not-written", "ND-12", "its encoder writes no large shape, whatever it chose",
        Replaced(_MEMBERS, _small_alone)),
    mutation("dimension-of-the-first", "ND-12", "it looks at the first dimension alone",
        Edit(_NDARRAY, "max(shape) -> shape[0]")),
    mutation("bytes-as-text", "ND-15", "it takes a string for the octets of its characters",
        Entry("meaning._KINDS", "bytes", lambda usual: lambda *words: _characters(usual, *words))),
)  # fmt: skip

_BOOLEANS: tuple[Mutation, ...] = (
    mutation("booleans-packed", "BA-01", "it reads eight booleans from each octet", Replaced(_NDARRAY, _unpacked)),
    mutation("booleans-turned", "BA-01", "it takes 00 for true", Edit(_ELEMENTS, "octet == 1 -> octet != 1")),
    mutation("booleans-of-any-octet", "BA-02 EXT-07", "it takes every octet but 00 for true",
        Edit(_BOOLS, "data.translate(None, b'\\x00\\x01') -> False")),
    mutation("booleans-by-their-first", "BA-02 EXT-07", "it looks at the first boolean alone",
        Edit(_BOOLS, "data.translate -> data[:1].translate")),
    mutation("booleans-not-their-last", "BA-02 EXT-07", "it does not look at the last boolean",
        Edit(_BOOLS, "data.translate -> data[:-1].translate")),
    mutation("booleans-below-128", "BA-02 EXT-07", "it takes octets from 80 on for signed, and not above 1",
        Edit(_BOOLS, "b'\\x00\\x01' -> b'\\x00\\x01' + bytes(range(128, 256))")),
    mutation("booleans-to-three", "BA-02", "it takes octets to 03 for booleans",
        Edit(_BOOLS, "b'\\x00\\x01' -> b'\\x00\\x01\\x02\\x03'")),
)  # fmt: skip

_ENCODING: tuple[Mutation, ...] = (
    mutation("elements-not-counted", "ENC-02 LIM-01",
        "its encoder does not compare the number of elements with the shape",
        Edit(_GIVEN, "array_size(shape, 1, len(elements)) != len(elements) -> False")),
    mutation("elements-wrap", "ENC-02", "its encoder cuts elements to the size of the dtype",
        Edit(_PACKED, "integer(element, 'an element') -> "
                      "(integer(element, 'an element') - least) % (greatest - least + 1) + least")),
    mutation("elements-clamped", "ENC-02 ENC-01", "its encoder takes the nearest element that the dtype has",
        Edit(_PACKED, "integer(element, 'an element') -> max(least, min(integer(element, 'an element'), greatest))")),
    mutation("elements-converted", "ENC-02", "its encoder takes elements of another kind for 0",
        Edit("notation._octets", "raise refusal('VALUE', 'ENC-02', str(error)) from None -> "
                                 "return bytes(dtype.size * len(elements))")),
    mutation("masks-not-counted", "ENC-02", "its encoder does not compare the mask with the elements",
        Edit("notation._maskedarray", "len(mask) != len(found['elements']) -> False")),
)  # fmt: skip

MUTATIONS = (*_SHAPES, *_BOOLEANS, *_ENCODING)
