"""Mutations of the equality of values of one kind, of large values, and of values far into an input."""

from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite
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
    mutation("strings-of-255", "JSON-03 MP-16", "it keeps no more than 255 characters of a string",
        Edit("json_decode.JsonWalk.string", "raw.decode() -> raw.decode()[:255]"),
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode()[:255]")),
    mutation("strings-of-65535", "JSON-03 MP-16", "it keeps no more than 65,535 characters of a string",
        Edit("json_decode.JsonWalk.string", "raw.decode() -> raw.decode()[:65535]"),
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode()[:65535]")),
    mutation("offsets-of-one-octet", "ERR-03", "it counts offsets in one octet",
        Edit("reader.Reader.refuse",
             "DecodeError(rule.code, rule.requirement, offset, f'expected {expected}, found {found}') -> "
             "DecodeError(rule.code, rule.requirement, offset & 255, f'expected {expected}, found {found}')")),
    mutation("offsets-of-two-octets", "ERR-03", "it counts offsets in two octets",
        Edit("reader.Reader.refuse",
             "DecodeError(rule.code, rule.requirement, offset, f'expected {expected}, found {found}') -> "
             "DecodeError(rule.code, rule.requirement, offset & 65535, f'expected {expected}, found {found}')")),
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
        Edit("identity._array", "(value.dtype, value.shape, data) -> (value.shape, data)")),
    mutation("equal-objects-as-lists", "EXT-08", "it compares an array of objects as the array of them",
          Rewrite("identity.identity", _KIND,
                  f"{_KIND}\n    if kind is NDArray and isinstance(value.data, tuple):\n"
                  "        value, kind = list(value.data), list")),
    mutation("equal-objects-as-python", "EXT-08", "it compares objects in arrays as Python does",
        Edit("identity._array", "_each(value.data) -> repr(value.data)")),
    mutation("equal-elements-by-value", "EXT-08", "it takes elements of 0.0 and -0.0 for equal",
        Edit("identity._array",
             "_each(value.data) if isinstance(value.data, tuple) else value.data -> "
             "_each(value.data) if isinstance(value.data, tuple) else value.data.replace(b'\\x00\\x80', "
             "b'\\x00\\x00')")),
    mutation("equal-durations-by-sum", "EXT-08", "it compares durations by the sum of their members",
          _for("dt.timedelta", "value.days + value.seconds + value.microseconds", "int")),
    mutation("equal-sets-as-arrays", "EXT-08", "it compares a set as the array of its elements",
          _for("UniqueSet", "list(value.elements)", "list")),
    mutation("nest-too-large-as-none", "ND-12", "its encoder writes no rows where there are too many to write",
        Edit("encode.Reduction.array_members", "array_size(before, 1, NEST_LIMIT) is None -> False")),
)  # fmt: skip
