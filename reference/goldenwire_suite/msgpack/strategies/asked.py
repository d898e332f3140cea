"""The values that may occur in a request to encode, valid or not; others never occur (spec.md, Notation)."""

import struct

from goldenwire_suite.msgpack.strategies.spelling import PLAIN, write
from goldenwire_suite.strategies import Json


def occurs(value: Json) -> bool:
    """Return whether the pairs of every map stand in the order of the notation, those of one key beside one another.

    A key that nothing can write has no place in it. Not recursive, since an edit may put a value into itself.
    """
    waiting = [value]
    for item in waiting:  # it grows
        match item:
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
