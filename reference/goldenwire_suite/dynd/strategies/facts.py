"""Facts about a value of the DyND serialization that requirements refer to: predicates of a visit to it."""

from collections.abc import Callable
from itertools import pairwise
from unicodedata import normalize

from goldenwire_reference.dynd.model import Fixed, Option, Pointer, Storage, Struct, Var
from goldenwire_reference.dynd.primitives import Complex, Float, Integer, Number, Type
from goldenwire_reference.notation import is_nan
from goldenwire_suite.dynd.strategies.atoms import number_of
from goldenwire_suite.dynd.strategies.values import sentinel
from goldenwire_suite.dynd.strategies.visits import Visit

MANY = 1000  # elements without bytes
BEYOND_EXTENDED = 112 - 63  # bits of a binary128's fraction that an 80-bit number does not have
LEAST_AND_GREATEST = set("\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff")
CHANGEABLE = set("\0\t\n\r\ufeff\u2028\ufdd0\uffff\"'\\/")  # what careless readers of text drop or replace


def bytes_of(visit: Visit) -> bytes:
    """Return a number's bytes; if they are all equal, their order would not show."""
    type, value = visit.type, visit.value
    assert isinstance(type, Number)
    return (int(value, 0) % (1 << 8 * type.size)).to_bytes(type.size, "little")


def is_turnable(visit: Visit) -> bool:
    octets = bytes_of(visit)
    return octets != octets[::-1]


def bits_matter(visit: Visit) -> bool:
    return is_nan(visit.value) or bytes_of(visit) == b"\0" * (len(bytes_of(visit)) - 1) + b"\x80"


def fills_binary128(visit: Visit) -> bool:
    return len(visit.value) == 34 and int(visit.value, 16) % (1 << BEYOND_EXTENDED) != 0


def in_sequence(visit: Visit) -> bool:
    return isinstance(visit.within, Fixed | Var)


def is_plane(visit: Visit) -> bool:
    element = visit.type.parts[0]
    return len(visit.value) > 1 and isinstance(element, Fixed) and element.count > 1


def is_not_one_byte_each(visit: Visit) -> bool:
    return bool(visit.value) and str(visit.type.parts[0]) not in {"bool", "int8", "uint8", "bytes[1]"}


def has_parts(visit: Visit) -> bool:
    types = [visit.type.parts[0]] * len(visit.value) if isinstance(visit.type, Fixed | Var) else visit.type.parts
    return sum(type.min_size > 0 for type in types[:2]) == 2


def has_many_without_bytes(visit: Visit) -> bool:
    return visit.type.parts[0].min_size == 0 and len(visit.value) >= MANY


def would_be_padded(visit: Visit) -> bool:
    sizes = [field.size if isinstance(field, Number) else 0 for field in visit.type.parts]
    return any(0 < one < other for one, other in pairwise(sizes))


def has_shared_target(visit: Visit) -> bool:
    """Return whether two adjacent pointers have the same target."""
    types = [visit.type.parts[0]] * len(visit.value) if isinstance(visit.type, Fixed | Var) else visit.type.parts
    pairs = pairwise(zip(types, visit.value, strict=True))
    return any(isinstance(one[0], Pointer) and one == other for one, other in pairs)


def is_out_of_order(visit: Visit) -> bool:
    """Return whether sorting the fields by name would move them."""
    assert isinstance(visit.type, Struct)
    return list(visit.type.names) != sorted(visit.type.names)


def target_of(visit: Visit) -> Type:
    assert isinstance(visit.type, Option)
    return visit.type.target


def has_sentinel(visit: Visit) -> bool:
    return isinstance(visit.type, Option) and visit.type.sentinel is not None


def is_beside_sentinel(visit: Visit) -> bool:
    """Return whether the available value is one unit from the sentinel, or shares one of two parts with it."""
    target, missing = target_of(visit), sentinel(visit.type) if isinstance(visit.type, Option) else None
    if visit.value is None or missing is None:
        return False
    if isinstance(target, Complex):
        return any(one == other for one, other in zip(visit.value[0], missing, strict=True))
    return isinstance(target, Integer) and abs(int(visit.value[0]) - int(missing)) == 1


def is_nan_option(visit: Visit) -> bool:
    floats = has_sentinel(visit) and isinstance(target_of(visit), Float)
    return floats and visit.value is not None and is_nan(visit.value[0])


def is_of_or_in_dimension(visit: Visit) -> bool:
    return in_sequence(visit) or isinstance(target_of(visit), Fixed | Var)


def is_transposed(visit: Visit) -> bool:
    assert isinstance(visit.type, Storage)
    order = visit.type.order()
    return order != sorted(order)


def is_integer(signed: bool, *sizes: int) -> Callable[[Visit], bool]:
    def shows(visit: Visit) -> bool:
        assert isinstance(visit.type, Integer)
        number = number_of(visit.type)
        return (number.kind == "i") == signed and number.width in sizes

    return shows


def is_float(*widths: int) -> Callable[[Visit], bool]:
    return lambda visit: 4 * (len(visit.value) - 2) in widths


def text_is(matter: set[str]) -> Callable[[Visit], bool]:
    return lambda visit: not matter.isdisjoint(visit.value)


def is_decomposable(visit: Visit) -> bool:
    return any(normalize(form, visit.value) != visit.value for form in ("NFC", "NFD"))
