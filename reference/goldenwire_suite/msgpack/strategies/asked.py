"""The values that may occur in a request to encode, valid or not; others never occur (spec.md, Notation)."""

import re
import struct

from goldenwire_suite.msgpack.strategies.spelling import PLAIN, write
from goldenwire_suite.strategies import Json
from goldenwire_suite.strategies.numbers import NumberType, is_nan_atom

F64, NAN = NumberType("f", 64), "0x7ff8000000000000"
BITS = re.compile("0x[0-9a-f]{16}")


def occurs(value: Json) -> bool:
    """Return whether every NaN is the one of requests, and the pairs of every map stand in the order of the notation.

    Those of one key stand beside one another. A key that nothing can write has no place in it. Not recursive, since an
    edit may put a value into itself.
    """
    waiting = [value]
    for item in waiting:  # it grows
        match item:
            case {"float": str(bits)} if BITS.fullmatch(bits) and is_nan_atom(F64, bits) and bits != NAN:
                return False
            case {"array": list(items)}:
                waiting.extend(items)
            case {"map": list(pairs)}:
                keys = [form for pair in pairs if (form := _form(pair)) is not None]
                if keys != sorted(keys):
                    return False
                waiting.extend(part for pair in pairs if isinstance(pair, list) for part in pair)
    return True


def _form(pair: Json) -> bytes | None:
    """Return the canonical octets of a pair's key; None if it has none, or this is no pair."""
    try:
        return write(pair[0], PLAIN)
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError, struct.error):
        return None
