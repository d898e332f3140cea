"""Mutations of the equality of values of one kind, of large values, and of values far into an input."""

from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray
from goldenwire_suite.mutations import Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_KIND = "kind = type(value)"
_IDENTITIES = "identity._IDENTITIES"


def _for(kind: str, instead: str, instead_kind: str) -> Rewrite:
    """A change that compares values of one kind as if they were of another."""
    return Rewrite("identity.identity", _KIND,
                   f"{_KIND}\n    if kind is {kind}:\n        value, kind = {instead}, {instead_kind}")  # fmt: skip


def _strings_of(most: int) -> tuple[Rewrite, Rewrite]:
    return (
        Rewrite("json_decode.JsonWalk.string", "text = raw.decode()", f"text = raw.decode()[:{most}]"),
        Rewrite("msgpack_decode.MsgpackWalk.text", "return octets.decode()", f"return octets.decode()[:{most}]"),
    )


MUTATIONS: tuple[Mutation, ...] = (
    mutation("strings-of-255", "JSON-03 MP-16", "it keeps no more than 255 characters of a string", *_strings_of(255)),
    mutation("strings-of-65535", "JSON-03 MP-16", "it keeps no more than 65,535 characters of a string",
          *_strings_of(65535)),
    mutation("offsets-of-one-octet", "ERR-03", "it counts offsets in one octet",
          Rewrite("reader.Reader.refuse", "raise DecodeError(rule.code, rule.requirement, offset,",
                  "raise DecodeError(rule.code, rule.requirement, offset & 0xFF,")),
    mutation("offsets-of-two-octets", "ERR-03", "it counts offsets in two octets",
          Rewrite("reader.Reader.refuse", "raise DecodeError(rule.code, rule.requirement, offset,",
                  "raise DecodeError(rule.code, rule.requirement, offset & 0xFFFF,")),
    mutation("equal-without-masks", "EXT-08", "it compares masked arrays without their masks",
          Entry(_IDENTITIES, MaskedArray, lambda usual: lambda value: usual(value)[::2])),
    mutation("equal-without-fills", "EXT-08", "it compares masked arrays without their fill values",
          Entry(_IDENTITIES, MaskedArray, lambda usual: lambda value: usual(value)[:2])),
    mutation("equal-fills-by-octets", "EXT-08", "it takes fill values of 1 and true for the same",
          Entry(_IDENTITIES, MaskedArray, lambda usual: lambda value: (*usual(value)[:2], value.fill))),
    mutation("equal-masked-as-plain", "EXT-08", "it compares a masked array as the array in it",
          _for("MaskedArray", "value.array", "NDArray")),
    mutation("equal-without-labels", "EXT-08", "it compares data frames without their labels",
          Entry(_IDENTITIES, DataFrame, lambda usual: lambda value: usual(value)[0])),
    mutation("equal-frames-as-arrays", "EXT-08", "it compares a data frame as the array in it",
          _for("DataFrame", "value.array", "NDArray")),
    mutation("equal-without-dtype", "EXT-08", "it compares arrays without their dtypes",
          Rewrite("identity._array", "return value.dtype, value.shape, data", "return value.shape, data")),
    mutation("equal-objects-as-lists", "EXT-08", "it compares an array of objects as the array of them",
          Rewrite("identity.identity", _KIND,
                  f"{_KIND}\n    if kind is NDArray and isinstance(value.data, tuple):\n"
                  "        value, kind = list(value.data), list")),
    mutation("equal-objects-as-python", "EXT-08", "it compares objects in arrays as Python does",
          Rewrite("identity._array", "_each(value.data) if isinstance(value.data, tuple) else value.data",
                  "repr(value.data) if isinstance(value.data, tuple) else value.data")),
    mutation("equal-elements-by-value", "EXT-08", "it takes elements of 0.0 and -0.0 for equal",
          Rewrite("identity._array", "else value.data", 'else value.data.replace(b"\\0\\x80", b"\\0\\0")')),
    mutation("equal-durations-by-sum", "EXT-08", "it compares durations by the sum of their members",
          _for("dt.timedelta", "value.days + value.seconds + value.microseconds", "int")),
    mutation("equal-sets-as-arrays", "EXT-08", "it compares a set as the array of its elements",
          _for("UniqueSet", "list(value.elements)", "list")),
    mutation("nest-too-large-as-none", "ND-12", "its encoder writes no rows where there are too many to write",
          Rewrite("encode.Reduction.array_members", "if array_size(before, 1, NEST_LIMIT) is None:", "if False:")),
)  # fmt: skip
