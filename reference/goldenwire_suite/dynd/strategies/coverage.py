"""The requirements of the DyND serialization that an example exercises, by its content."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.names import quote
from goldenwire_reference.dynd.primitives import (
    Bool,
    Bytes,
    Char,
    Complex,
    FixedBytes,
    Float,
    Integer,
    String,
    Type,
    TypeType,
    Void,
)
from goldenwire_reference.dynd.tables import DEPTH, MAX_NUMERAL, TYPE_LENGTH
from goldenwire_reference.reader import Field
from goldenwire_suite.dynd.strategies import facts
from goldenwire_suite.dynd.strategies.visits import SIMPLE, Contents, Visit, contents, nodes, type_of
from goldenwire_suite.strategies import Example, Json

# Requirements with accepted vectors that no example can exercise, and why.
WITHOUT_DRAW: dict[str, str] = {}


def exercised(example: Example, fields: Sequence[Field]) -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on.

    `fields` are the fields of its bytes.
    """
    inside = contents(example)
    texts = (str(inside.destination), *inside.strings)
    found = {id for id, shows in IN_EXAMPLES.items() if shows(example, inside)}
    found |= {id for id, shows in IN_STRINGS.items() if any(map(shows, texts))}
    parts = {node for text in set(texts) for node in nodes(type_of(text))}
    found |= {id for id, shows in IN_TYPES.items() if any(map(shows, parts))}
    found |= {id for visit in inside.visits for id in _shown(visit)}
    if any(field.name.endswith((".size", ".count")) for field in fields):
        found |= {"VARINT-01", "VARINT-02"}
    return {f"DYND-{id}" for id in found}


def _shown(visit: Visit) -> list[str]:
    about = IN_VALUES.get(visit.type.__class__, {})
    return [id for table in (about, IN_ANY_VALUE) for id, shows in table.items() if shows(visit)]


def _always(_: object) -> bool:
    return True


NUMBER = {"END-01": facts.is_turnable}
DIMENSION = {
    "SER-02": facts.has_parts,
    "PTR-02": facts.has_shared_target,
    "LIM-04": facts.has_many_without_bytes,
}
FIELDS = {"SER-02": facts.has_parts, "PTR-02": facts.has_shared_target, "SCOPE-02": facts.would_be_padded}
Table = Mapping[str, Callable[[Any], bool]]
IN_VALUES: Mapping[type[Type], Table] = {
    Bool: {"BOOL-01": _always},
    Integer: {
        "INT-01": facts.is_integer(True, 8, 16, 32, 64),
        "INT-02": facts.is_integer(False, 8, 16, 32, 64),
        "INT-04": facts.is_integer(True, 128),
        "INT-05": facts.is_integer(False, 128),
        **NUMBER,
    },
    Float: {
        "FLT-01": facts.is_float(32, 64),
        "FLT-02": facts.bits_matter,
        "FLT-03": facts.fills_binary128,
        "FLT-04": facts.is_float(16, 128),
        **NUMBER,
    },
    Complex: {"CPLX-01": _always},
    Void: {"VOID-01": _always},
    FixedBytes: {"FB-01": _always},
    Bytes: {"BYT-01": _always},
    String: {
        "STR-01": _always,
        "STR-02": facts.text_is(facts.LEAST_AND_GREATEST),
        "STR-03": lambda visit: facts.text_is(facts.CHANGEABLE)(visit) or facts.is_decomposable(visit),
    },
    Char: {"CHAR-01": _always, "CHAR-02": facts.in_sequence, "CHAR-03": facts.text_is({"\ud7ff", "\ue000"})},
    TypeType: {"TYPE-01": _always, "LIM-01": lambda visit: type_of(visit.value).depth == DEPTH.most},
    Fixed: {
        "DIM-01": lambda visit: bool(visit.value),
        "DIM-02": facts.is_plane,
        "DIM-03": lambda visit: not visit.value,
        **DIMENSION,
    },
    Var: {"VAR-01": _always, "VAR-02": facts.is_not_one_byte_each, "VAR-03": facts.in_sequence, **DIMENSION},
    Tuple: {"TUP-01": _always, **FIELDS},
    Struct: {
        "STRUCT-01": _always,
        "STRUCT-02": facts.is_out_of_order,
        "STRUCT-03": lambda visit: bool(visit.value),
        **FIELDS,
    },
    Option: {
        "OPT-01": facts.has_sentinel,
        "OPT-02": _always,
        "OPT-03": lambda visit: not facts.has_sentinel(visit),
        "OPT-04": lambda visit: not facts.has_sentinel(visit) and visit.value is None,
        "OPT-05": facts.is_beside_sentinel,
        "OPT-06": facts.is_nan_option,
        "OPT-08": facts.is_of_or_in_dimension,
        "PTR-03": lambda visit: isinstance(facts.target_of(visit), Pointer),
    },
    Pointer: {"PTR-01": _always, "UNIQ-03": _always},
    Array: {
        "ARR-01": _always,
        "ARR-02": lambda visit: bool(visit.type.parts),
        "ARR-03": _always,
        "ARR-04": lambda visit: visit.value["type"].startswith("array["),
    },
    Storage: {
        "LIM-04": facts.has_many_without_bytes,
        "STORAGE-01": _always,
        "STORAGE-02": facts.is_transposed,
        "STORAGE-05": _always,
    },
}
IN_ANY_VALUE: Table = {
    "NEST-01": lambda visit: bool(visit.type.parts) and visit.within is not None,
    "LIM-01": lambda visit: visit.level + visit.type.depth - 1 == DEPTH.most,
    "LIM-05": lambda visit: visit.level + visit.type.depth - 1 > DEPTH.most,
}


# Predicates of a type, one of those in the type string of the call or in the bytes


def _number_in(type: Type) -> int:
    return type.count if isinstance(type, Fixed) else type.size if isinstance(type, FixedBytes) else 0


def _has_names_alike(type: Type) -> bool:
    names = [normalize("NFKC", name).strip().casefold() for name in type.names] if isinstance(type, Struct) else []
    return len(set(names)) < len(names)


IN_TYPES: Mapping[str, Callable[[Type], bool]] = {
    "CPLX-02": lambda type: isinstance(type, Complex),
    "FB-02": lambda type: isinstance(type, FixedBytes) and type.size in {1, MAX_NUMERAL},
    "DIM-04": lambda type: isinstance(type, Fixed) and type.count == MAX_NUMERAL,
    "LIM-03": lambda type: _number_in(type) >= 2**31,
    "TYPE-04": lambda type: isinstance(type, Struct) and any(name != quote(name) for name in type.names),
    "STRUCT-04": _has_names_alike,
    "ARR-05": lambda type: isinstance(type, Array),
    "STORAGE-03": lambda type: isinstance(type, Storage),
}
IN_STRINGS: Mapping[str, Callable[[str], bool]] = {
    "LIM-02": lambda text: len(text) == TYPE_LENGTH.most,
    "LIM-05": lambda text: len(text) > TYPE_LENGTH.most,
}


# Predicates of the example as a whole


def _is_core(example: Example) -> bool:
    return bool(example.context.get("profile") != "cbor")


def _carries(simple: bool) -> Callable[[Example, Contents], bool]:
    return lambda example, inside: not _is_core(example) and (example.value["type"] in SIMPLE) == simple


def _any(example: Example, inside: Contents) -> bool:
    return True


def _is_cbor(example: Example, inside: Contents) -> bool:
    return not _is_core(example)


def _is_typed_content(example: Example, inside: Contents) -> bool:
    return _is_core(example) and inside.destination == Array(None)


IN_EXAMPLES: Mapping[str, Callable[[Example, Contents], Json]] = {
    **dict.fromkeys(("DEC-01", "ENC-01", "DES-01", "UNIQ-01", "UNIQ-02"), _any),
    "SER-01": lambda example, inside: _is_core(example) and not isinstance(inside.destination, Array),
    "CAS-01": lambda example, inside: _is_core(example),
    "CAS-02": _is_typed_content,
    "SER-03": _is_typed_content,
    "TYPE-02": lambda example, inside: bool(inside.strings),
    **dict.fromkeys(("CBOR-01", "CBOR-04"), _is_cbor),
    "CBOR-02": _carries(simple=True),
    **dict.fromkeys(("CBOR-03", "CBOR-07"), _carries(simple=False)),
    "CBOR-06": lambda example, inside: not _is_core(example) and bool(inside.destination.parts),
}
