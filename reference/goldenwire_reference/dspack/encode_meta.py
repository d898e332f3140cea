"""Writer of a data set's meta: the mirror image of decode_meta.py, in the one form that an encoder writes."""

from typing import Any

from goldenwire_reference.dspack.messagepack import pack
from goldenwire_reference.dspack.model import DataSet
from goldenwire_reference.dspack.tables import INT_RANGE, MAX_META, META_DEPTH, VERSION
from goldenwire_reference.errors import EncodeError


def encode_block(data_set: DataSet) -> bytes:
    """Return the meta block: keys in their order, user keys sorted by octets, shortest forms (DSPACK-META-06, -16).

    Raises EncodeError VALUE for a value without MessagePack here, LENGTH for a block of more than 131070 octets.
    """
    block = {
        "version": VERSION,
        "schema": data_set.schema.text,
        "description": _text(data_set.description, "the description"),
        "meta": _map(data_set.meta, "the meta", 1),
    }
    octets = pack(block)
    if len(octets) > MAX_META:
        sentence = f"the meta block would have {len(octets)} octets; it has at most {MAX_META}"
        raise EncodeError("LENGTH", "DSPACK-META-04", sentence)
    return octets


def _refuse(what: str, found: object) -> EncodeError:
    return EncodeError("VALUE", "DSPACK-ENC-06", f"{what}: {found}")


def _text(value: Any, what: str) -> str:
    if type(value) is not str:
        raise _refuse(what, f"expected a str, found {value!r:.60}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _refuse(what, f"{value[:60]!a} has characters that UTF-8 has not") from None
    return value


def _map(value: Any, what: str, level: int) -> dict[str, Any]:
    if type(value) is not dict:
        raise _refuse(what, f"expected a dict, found {value!r:.60}")
    keys = sorted((_text(key, f"a key of {what}") for key in value), key=str.encode)
    return {key: _value(value[key], f"{what}[{key!r:.60}]", level) for key in keys}


def _value(value: Any, what: str, level: int) -> Any:
    """Return the value as it is packed: the keys of dicts sorted."""
    if value is None or isinstance(value, bool | bytes | float):
        return value
    if isinstance(value, int) and INT_RANGE[0] <= value <= INT_RANGE[1]:
        return value
    if isinstance(value, str):
        return _text(value, what)
    if isinstance(value, list | dict):
        return _nested(value, what, level + 1)
    raise _refuse(what, f"there is no MessagePack here for {value!r:.60}")


def _nested(value: list[Any] | dict[str, Any], what: str, level: int) -> Any:
    if level > META_DEPTH:
        raise _refuse(what, f"more than {META_DEPTH} levels, which not every decoder takes")
    if isinstance(value, dict):
        return _map(value, what, level)
    return [_value(item, f"{what}[{number}]", level) for number, item in enumerate(value)]
