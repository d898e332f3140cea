"""Generated arrays as CBOR items (DyND's profile cbor), with contents at the widths of CBOR's heads."""

from typing import NamedTuple

from goldenwire_reference.dynd.model import Array, Struct
from goldenwire_reference.dynd.primitives import PRIMITIVES, Type
from goldenwire_reference.dynd.tables import TYPE_LENGTH
from goldenwire_suite.dynd.strategies.atoms import choose_atom, choose_octets, text_of
from goldenwire_suite.dynd.strategies.types import TypeRules, choose_type
from goldenwire_suite.dynd.strategies.values import choose_value
from goldenwire_suite.strategies import WIDEST, Choose, Json

SIMPLE = tuple(PRIMITIVES[name] for name in ("bool", "int64", "string", "bytes", "float64"))
ARGUMENTS = (0, 1, 23, 24, 255, 256, 2**16 - 1, 2**16, 2**32 - 1, 2**32, 2**63 - 1)
INTEGERS = tuple(str(one) for argument in ARGUMENTS for one in (argument, -1 - argument))
SIZES = (0, 1, 23, 24, 255, 256) * 5 + (2**16 - 1, 2**16)


class Carried(NamedTuple):
    """An array type and a value of it."""

    type: Type
    value: Json


def choose_carried(choose: Choose, option_nans: int = 0) -> Carried:
    """An array: of a type with an item of its own, at the limits of heads; or of another type, in a tag."""
    way, concrete = choose(10), choose(4) == 3
    content: Type = SIMPLE[choose(len(SIMPLE))] if way < 6 else choose_type(choose, TypeRules())
    if way in {4, 5}:
        value = choose_atom(choose, content)
    elif way < 4:
        value = _choose_edge(choose, content)
    elif way == 9:  # the heads of the type string and of the data
        size = min(SIZES[choose(len(SIZES))], TYPE_LENGTH.most - len("array[]") * concrete)
        content = Struct((PRIMITIVES["string"],), ("x" * max(size - len("{: string}"), 1),))
        value = [text_of(SIZES[choose(6)])]
    else:
        value = choose_value(choose, content, TypeRules(), option_nans)
    return Carried(Array(content if concrete else None), {"type": str(content), "value": value})


def _choose_edge(choose: Choose, type: Type) -> Json:
    """A value whose head is at the limit of a width, if the type has such values."""
    at, name = choose(WIDEST), str(type)
    if name == "int64":
        return INTEGERS[at % len(INTEGERS)]
    if name in {"string", "bytes"}:
        size = SIZES[at % len(SIZES)]
        return text_of(size, "é") if name == "string" else choose_octets(choose, size)
    return choose_atom(choose, type)
