"""DataSetPack's meta block, as the msgpack library writes it, and the values that an encoder must refuse."""

import math
from collections.abc import Mapping
from typing import Any

import msgpack

from dspack.oracle.atoms import BITS, INTEGER, OCTETS, from_bits
from dspack.oracle.meta import LEVELS, ascending
from dspack.oracle.schema import OracleReject


def written(schema: str, description: Any, meta: Any) -> bytes:
    """Return the meta block. Raises OracleReject for content that it cannot hold."""
    if not isinstance(meta, dict) or list(meta) != ["map"]:
        raise _no_value(meta)
    texts = {"schema": _given_text(schema), "description": _given_text(description)}
    block: Any = msgpack.packb({"version": 1, **texts, "meta": _given(meta)})
    if len(block) > 131070:
        raise OracleReject("LENGTH", "META-04", None, f"a meta block of {len(block)} octets")
    return bytes(block)


def _no_value(tree: Any) -> OracleReject:
    return OracleReject("VALUE", "ENC-06", None, f"{tree!r} is no user meta")


def _given(tree: Any, level: int = 1) -> Any:
    """Return the Python value of an object of the user meta in notation; `level` is its own if it is a map or array."""
    if tree is None or isinstance(tree, bool):
        return tree
    if not isinstance(tree, dict) or len(tree) != 1:
        raise _no_value(tree)
    [(kind, content)] = tree.items()
    if kind in NESTED and level <= LEVELS:
        return NESTED[kind](content, level + 1)
    if kind not in GIVEN:
        raise _no_value(tree)
    return GIVEN[kind](content)


def _given_integer(content: Any) -> int:
    if not isinstance(content, str) or not INTEGER.fullmatch(content) or not -(2**63) <= int(content) < 2**64:
        raise _no_value(content)
    return int(content)


def _given_float(content: Any) -> float:
    if not isinstance(content, str) or not BITS[8].fullmatch(content):
        raise _no_value(content)
    return math.nan if math.isnan(from_bits(content)) else from_bits(content)


def _given_octets(content: Any) -> bytes:
    if not isinstance(content, str) or not OCTETS.fullmatch(content):
        raise _no_value(content)
    return bytes.fromhex(content)


def _given_text(content: Any) -> str:
    if not isinstance(content, str) or any("\ud800" <= character <= "\udfff" for character in content):
        raise _no_value(content)
    return content


def _given_array(content: Any, level: int) -> list[Any]:
    if not isinstance(content, list):
        raise _no_value(content)
    return [_given(item, level) for item in content]


def _given_map(content: Any, level: int) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise _no_value(content)
    return {_given_text(key): _given(item, level) for key, item in ascending(content).items()}


GIVEN: Mapping[str, Any] = {
    "int": _given_integer,
    "float": _given_float,
    "str": _given_text,
    "bin": _given_octets,
}
NESTED: Mapping[str, Any] = {"array": _given_array, "map": _given_map}
