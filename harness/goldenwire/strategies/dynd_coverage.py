"""Which requirements of the DyND serialization an example is about, by what there is in it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any
from unicodedata import normalize

from goldenwire.equality import is_nan
from goldenwire.strategies import Example, Json
from goldenwire.strategies.dynd_atoms import number_of
from goldenwire.strategies.dynd_values import sentinel
from goldenwire.strategies.dynd_visits import SIMPLE, Contents, Visit, contents, nodes, type_of
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
    Number,
    String,
    Type,
    TypeType,
    Void,
)
from goldenwire_reference.dynd.tables import DEPTH, MAX_NUMERAL, TYPE_LENGTH
from goldenwire_reference.reader import Field

# Requirements with accepted vectors that no example can be about, and why.
WITHOUT_DRAW: dict[str, str] = {}

MANY = 1000  # elements without bytes
BEYOND_EXTENDED = 112 - 63  # bits of a binary128's fraction that an 80-bit number has not
LEAST_AND_GREATEST = set("\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff")
CHANGEABLE = set("\0\t\n\r\ufeff\u2028\ufdd0\uffff\"'\\/")  # what careless readers of text drop or replace


def exercised(example: Example, fields: Sequence[Field]) -> Collection[str]:
    """The ids of the requirements that reading or writing the example rests on; `fields` are those of its bytes."""
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


# What a value is


def _octets(visit: Visit) -> bytes:
    """A number's bytes; the order of equal ones would not show."""
    type, value = visit.type, visit.value
    assert isinstance(type, Number)
    return (int(value, 0) % (1 << 8 * type.size)).to_bytes(type.size, "little")


def _is_turnable(visit: Visit) -> bool:
    octets = _octets(visit)
    return octets != octets[::-1]


def _bits_matter(visit: Visit) -> bool:
    return is_nan(visit.value) or _octets(visit) == b"\0" * (len(_octets(visit)) - 1) + b"\x80"


def _fills_binary128(visit: Visit) -> bool:
    return len(visit.value) == 34 and int(visit.value, 16) % (1 << BEYOND_EXTENDED) != 0


def _in_sequence(visit: Visit) -> bool:
    return isinstance(visit.within, Fixed | Var)


def _is_plane(visit: Visit) -> bool:
    element = visit.type.parts[0]
    return len(visit.value) > 1 and isinstance(element, Fixed) and element.count > 1


def _is_not_one_byte_each(visit: Visit) -> bool:
    return bool(visit.value) and str(visit.type.parts[0]) not in {"bool", "int8", "uint8", "bytes[1]"}


def _has_parts(visit: Visit) -> bool:
    types = [visit.type.parts[0]] * len(visit.value) if isinstance(visit.type, Fixed | Var) else visit.type.parts
    return sum(type.min_size > 0 for type in types[:2]) == 2


def _has_many_without_bytes(visit: Visit) -> bool:
    return visit.type.parts[0].min_size == 0 and len(visit.value) >= MANY


def _would_be_padded(visit: Visit) -> bool:
    sizes = [field.size if isinstance(field, Number) else 0 for field in visit.type.parts]
    return any(0 < one < other for one, other in pairwise(sizes))


def _has_shared_target(visit: Visit) -> bool:
    """Whether two pointers side by side lead to the same."""
    types = [visit.type.parts[0]] * len(visit.value) if isinstance(visit.type, Fixed | Var) else visit.type.parts
    pairs = pairwise(zip(types, visit.value, strict=True))
    return any(isinstance(one[0], Pointer) and one == other for one, other in pairs)


def _is_out_of_order(visit: Visit) -> bool:
    """Whether fields would change places if they were sorted by name."""
    assert isinstance(visit.type, Struct)
    return list(visit.type.names) != sorted(visit.type.names)


def _target(visit: Visit) -> Type:
    assert isinstance(visit.type, Option)
    return visit.type.target


def _has_sentinel(visit: Visit) -> bool:
    return isinstance(visit.type, Option) and visit.type.sentinel is not None


def _is_beside_sentinel(visit: Visit) -> bool:
    """Whether the available value has all but one unit, or one of two parts, of the sentinel."""
    target, missing = _target(visit), sentinel(visit.type) if isinstance(visit.type, Option) else None
    if visit.value is None or missing is None:
        return False
    if isinstance(target, Complex):
        return any(one == other for one, other in zip(visit.value[0], missing, strict=True))
    return isinstance(target, Integer) and abs(int(visit.value[0]) - int(missing)) == 1


def _is_nan_option(visit: Visit) -> bool:
    floats = _has_sentinel(visit) and isinstance(_target(visit), Float)
    return floats and visit.value is not None and is_nan(visit.value[0])


def _is_of_or_in_dimension(visit: Visit) -> bool:
    return _in_sequence(visit) or isinstance(_target(visit), Fixed | Var)


def _is_transposed(visit: Visit) -> bool:
    assert isinstance(visit.type, Storage)
    order = visit.type.order()
    return order != sorted(order)


def _integer(signed: bool, *sizes: int) -> Callable[[Visit], bool]:
    def shows(visit: Visit) -> bool:
        number = number_of(visit.type)  # type: ignore[arg-type]
        return (number.kind == "i") == signed and number.width in sizes

    return shows


def _float(*widths: int) -> Callable[[Visit], bool]:
    return lambda visit: 4 * (len(visit.value) - 2) in widths


def _text_is(matter: set[str]) -> Callable[[Visit], bool]:
    return lambda visit: not matter.isdisjoint(visit.value)


def _is_decomposable(visit: Visit) -> bool:
    return any(normalize(form, visit.value) != visit.value for form in ("NFC", "NFD"))


NUMBER = {"END-01": _is_turnable}
DIMENSION = {
    "SER-02": _has_parts,
    "PTR-02": _has_shared_target,
    "LIM-04": _has_many_without_bytes,
}
FIELDS = {"SER-02": _has_parts, "PTR-02": _has_shared_target, "SCOPE-02": _would_be_padded}
Table = Mapping[str, Callable[[Any], bool]]
IN_VALUES: Mapping[type[Type], Table] = {
    Bool: {"BOOL-01": _always},
    Integer: {
        "INT-01": _integer(True, 8, 16, 32, 64),
        "INT-02": _integer(False, 8, 16, 32, 64),
        "INT-04": _integer(True, 128),
        "INT-05": _integer(False, 128),
        **NUMBER,
    },
    Float: {
        "FLT-01": _float(32, 64),
        "FLT-02": _bits_matter,
        "FLT-03": _fills_binary128,
        "FLT-04": _float(16, 128),
        **NUMBER,
    },
    Complex: {"CPLX-01": _always},
    Void: {"VOID-01": _always},
    FixedBytes: {"FB-01": _always},
    Bytes: {"BYT-01": _always},
    String: {
        "STR-01": _always,
        "STR-02": _text_is(LEAST_AND_GREATEST),
        "STR-03": lambda visit: _text_is(CHANGEABLE)(visit) or _is_decomposable(visit),
    },
    Char: {"CHAR-01": _always, "CHAR-02": _in_sequence, "CHAR-03": _text_is({"\ud7ff", "\ue000"})},
    TypeType: {"TYPE-01": _always, "LIM-01": lambda visit: type_of(visit.value).depth == DEPTH.most},
    Fixed: {
        "DIM-01": lambda visit: bool(visit.value),
        "DIM-02": _is_plane,
        "DIM-03": lambda visit: not visit.value,
        **DIMENSION,
    },
    Var: {"VAR-01": _always, "VAR-02": _is_not_one_byte_each, "VAR-03": _in_sequence, **DIMENSION},
    Tuple: {"TUP-01": _always, **FIELDS},
    Struct: {
        "STRUCT-01": _always,
        "STRUCT-02": _is_out_of_order,
        "STRUCT-03": lambda visit: bool(visit.value),
        **FIELDS,
    },
    Option: {
        "OPT-01": _has_sentinel,
        "OPT-02": _always,
        "OPT-03": lambda visit: not _has_sentinel(visit),
        "OPT-04": lambda visit: not _has_sentinel(visit) and visit.value is None,
        "OPT-05": _is_beside_sentinel,
        "OPT-06": _is_nan_option,
        "OPT-08": _is_of_or_in_dimension,
        "PTR-03": lambda visit: isinstance(_target(visit), Pointer),
    },
    Pointer: {"PTR-01": _always, "UNIQ-03": _always},
    Array: {
        "ARR-01": _always,
        "ARR-02": lambda visit: bool(visit.type.parts),
        "ARR-03": _always,
        "ARR-04": lambda visit: visit.value["type"].startswith("array["),
    },
    Storage: {"STORAGE-01": _always, "STORAGE-02": _is_transposed, "STORAGE-05": _always},
}
IN_ANY_VALUE: Table = {
    "NEST-01": lambda visit: bool(visit.type.parts) and visit.within is not None,
    "LIM-01": lambda visit: visit.level + visit.type.depth - 1 == DEPTH.most,
    "LIM-05": lambda visit: visit.level + visit.type.depth - 1 > DEPTH.most,
}


# What a type is, of all that the type string of the call and those in the bytes are made of


def _number_in(type: Type) -> int | None:
    return {Fixed: lambda: type.count, FixedBytes: lambda: type.size}.get(type.__class__, lambda: None)()  # type: ignore


def _has_names_alike(type: Type) -> bool:
    names = [normalize("NFKC", name).strip().casefold() for name in type.names] if isinstance(type, Struct) else []
    return len(set(names)) < len(names)


IN_TYPES: Mapping[str, Callable[[Type], bool]] = {
    "CPLX-02": lambda type: isinstance(type, Complex),
    "FB-02": lambda type: isinstance(type, FixedBytes) and type.size in {1, MAX_NUMERAL},
    "DIM-04": lambda type: isinstance(type, Fixed) and type.count == MAX_NUMERAL,
    "LIM-03": lambda type: (_number_in(type) or 0) >= 2**31,
    "TYPE-04": lambda type: isinstance(type, Struct) and any(name != quote(name) for name in type.names),
    "STRUCT-04": _has_names_alike,
    "ARR-05": lambda type: isinstance(type, Array),
    "STORAGE-03": lambda type: isinstance(type, Storage),
}
IN_STRINGS: Mapping[str, Callable[[str], bool]] = {
    "LIM-02": lambda text: len(text) == TYPE_LENGTH.most,
    "LIM-05": lambda text: len(text) > TYPE_LENGTH.most,
}


# What the example is as a whole


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
