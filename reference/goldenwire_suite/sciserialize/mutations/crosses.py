"""Mutations of the equality of values of one kind, of large values, and of values far into an input."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, UniqueSet
from goldenwire_reference.sciserialize.tables import DTYPES
from goldenwire_suite.mutations import Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_IDENTITIES = "identity._IDENTITIES"


def _strings_of(most: int) -> tuple[Replaced, Replaced]:
    return (
        Replaced("json_decode.JsonWalk.string", lambda original, self: original(self)[:most]),
        Replaced("msgpack_decode.MsgpackWalk.text", lambda original, *words: original(*words)[:most]),
    )


def _cut(data: bytes) -> bytes:
    return data if len(data) % 4096 else data[:-4096]


def _offsets_to(most: int) -> Replaced:
    return Replaced("reader.Reader.refuse", lambda refuse, self, check, at, *why: refuse(self, check, at & most, *why))


def _as(kind: type, instead: Callable[[Any], Any]) -> Replaced:
    """A change that compares values of one kind as if they were others."""
    return Replaced("identity.identity", lambda usual, one: usual(instead(one) if isinstance(one, kind) else one))


def _unmasked(value: MaskedArray) -> MaskedArray:
    size = DTYPES[value.array.dtype].size
    data = bytearray(value.array.data)
    for at, is_masked in enumerate(value.mask):
        if is_masked:
            data[at * size : (at + 1) * size] = bytes(size)
    return replace(value, array=replace(value.array, data=bytes(data)))


MUTATIONS: tuple[Mutation, ...] = (
    mutation("strings-of-255", "JSON-03 MP-16", "it keeps no more than 255 characters of a string", *_strings_of(255)),
    mutation("strings-of-65535", "JSON-03 MP-16", "it keeps no more than 65,535 characters of a string",
        *_strings_of(65535)),
    mutation("offsets-of-one-octet", "ERR-03", "it counts offsets in one octet", _offsets_to(255)),
    mutation("offsets-of-two-octets", "ERR-03", "it counts offsets in two octets", _offsets_to(65535)),
    mutation("ends-at-buffers-lost", "GEN-16", "it loses the last 4,096 octets of an input of a multiple of them",
        Replaced("codec.decode", lambda decode, data, *words, **named: decode(_cut(data), *words, **named))),
    mutation("written-ends-at-buffers-lost", "GEN-14",
        "its encoder loses the last 4,096 octets of a multiple of them",
        Replaced("codec.encode", lambda encode, *words: _cut(encode(*words)))),
    mutation("equal-without-masks", "EXT-08", "it compares masked arrays without their masks",
        Entry(_IDENTITIES, MaskedArray, lambda usual: lambda value: usual(value)[::2])),
    mutation("equal-without-fills", "EXT-08", "it compares masked arrays without their fill values",
        Entry(_IDENTITIES, MaskedArray, lambda usual: lambda value: usual(value)[:2])),
    mutation("equal-without-masked-cells", "EXT-08", "it compares masked arrays without what is masked",
        _as(MaskedArray, _unmasked)),
    mutation("equal-without-shapes", "EXT-08", "it compares arrays without their shapes",
        Edit("identity._array", "(value.dtype, value.shape, data) -> (value.dtype, data)")),
    mutation("equal-fills-by-octets", "EXT-08", "it takes fill values of 1 and true for the same",
        Entry(_IDENTITIES, MaskedArray, lambda usual: lambda value: (*usual(value)[:2], value.fill))),
    mutation("equal-masked-as-plain", "EXT-08", "it compares a masked array as the array in it",
        _as(MaskedArray, lambda value: value.array)),
    mutation("equal-without-labels", "EXT-08", "it compares data frames without their labels",
        Entry(_IDENTITIES, DataFrame, lambda usual: lambda value: usual(value)[0])),
    mutation("equal-frames-as-arrays", "EXT-08", "it compares a data frame as the array in it",
        _as(DataFrame, lambda value: value.array)),
    mutation("equal-without-dtype", "EXT-08", "it compares arrays without their dtypes",
        Edit("identity._array", "(value.dtype, value.shape, data) -> (value.shape, data)")),
    mutation("equal-objects-as-lists", "EXT-08", "it compares an array of objects as the array of them",
        _as(NDArray, lambda value: list(value.data) if isinstance(value.data, tuple) else value)),
    mutation("equal-objects-as-python", "EXT-08", "it compares objects in arrays as Python does",
        Edit("identity._array", "_each(value.data) -> value.data")),
    mutation("equal-elements-by-value", "EXT-08", "it takes elements of 0.0 and -0.0 for equal",
        Replaced("identity._array", lambda usual, value: usual(value) if isinstance(value.data, tuple) else
                 (value.dtype, value.shape, *np.frombuffer(value.data, DTYPES[value.dtype].code).tolist()))),
    mutation("equal-durations-by-sum", "EXT-08", "it compares durations by the sum of their members",
        _as(dt.timedelta, lambda value: value.days + value.seconds + value.microseconds)),
    mutation("equal-sets-as-arrays", "EXT-08", "it compares a set as the array of its elements",
        _as(UniqueSet, lambda value: list(value.elements))),
    mutation("nest-too-large-as-none", "ND-12", "its encoder writes no rows where there are too many to write",
        Edit("encode.Reduction.array_members", "array_size(before, 1, NEST_LIMIT) is None -> False")),
)  # fmt: skip
