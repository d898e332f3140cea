"""Generated arrays as CBOR items (DyND's profile cbor), with contents at the widths of CBOR's heads."""

from typing import NamedTuple

from goldenwire_reference.drawing import WIDEST, Json, Pick
from goldenwire_reference.dynd.model import Array, Struct
from goldenwire_reference.dynd.primitives import PRIMITIVES, Type
from goldenwire_reference.dynd.strategies.atoms import pick_atom, pick_octets, text_of
from goldenwire_reference.dynd.strategies.types import Rules, pick_type
from goldenwire_reference.dynd.strategies.values import pick_value
from goldenwire_reference.dynd.tables import TYPE_LENGTH

SIMPLE = tuple(PRIMITIVES[name] for name in ("bool", "int64", "string", "bytes", "float64"))
ARGUMENTS = (0, 1, 23, 24, 255, 256, 2**16 - 1, 2**16, 2**32 - 1, 2**32, 2**63 - 1)
INTEGERS = tuple(str(one) for argument in ARGUMENTS for one in (argument, -1 - argument))
SIZES = (0, 1, 23, 24, 255, 256) * 5 + (2**16 - 1, 2**16)


class Carried(NamedTuple):
    """An array type and a value of it."""

    type: Type
    value: Json


def pick_carried(pick: Pick, option_nans: int = 0) -> Carried:
    """An array: of a type with an item of its own, at the limits of heads; or of another type, in a tag."""
    way, concrete = pick(10), pick(4) == 3
    content: Type = SIMPLE[pick(len(SIMPLE))] if way < 6 else pick_type(pick, Rules())
    if way in {4, 5}:
        value = pick_atom(pick, content)
    elif way < 4:
        value = _pick_edge(pick, content)
    elif way == 9:  # the heads of the type string and of the data
        size = min(SIZES[pick(len(SIZES))], TYPE_LENGTH.most - len("array[]") * concrete)
        content = Struct((PRIMITIVES["string"],), ("x" * max(size - len("{: string}"), 1),))
        value = [text_of(SIZES[pick(6)])]
    else:
        value = pick_value(pick, content, Rules(), option_nans)
    return Carried(Array(content if concrete else None), {"type": str(content), "value": value})


def _pick_edge(pick: Pick, type: Type) -> Json:
    """A value whose head is at the limit of a width, if the type has such values."""
    at, name = pick(WIDEST), str(type)
    if name == "int64":
        return INTEGERS[at % len(INTEGERS)]
    if name in {"string", "bytes"}:
        size = SIZES[at % len(SIZES)]
        return text_of(size, "é") if name == "string" else pick_octets(pick, size)
    return pick_atom(pick, type)
