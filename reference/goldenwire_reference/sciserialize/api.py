"""The interface with which a program reads and writes Python values: the draft's functions for numpy, datetime, pandas.

    text = dumps({"when": datetime.now(), "x": numpy.zeros((3, 4))})
    loads(text)["x"].shape
    octets = packb(timedelta(seconds=11))
    unpackb(octets)

A value is None, a bool, int, float, str, bytes, list or tuple, dict with str keys, datetime, timedelta, numpy array or
pandas DataFrame; with its extension on also a set (unique_set), a numpy masked array (maskedarray) and an array or a
frame of dtype object (object). The classes of model.py represent themselves. A value without a representation is
refused; it is never converted or rounded. Input never causes an import or the execution of code (SCISERIALIZE-GEN-13).
"""

from collections.abc import Collection, Mapping
from typing import Any

from goldenwire_reference.reader import Buffer, Reader
from goldenwire_reference.sciserialize.carrier import Node
from goldenwire_reference.sciserialize.codec import USUAL, decode, encode
from goldenwire_reference.sciserialize.encode import Reduction
from goldenwire_reference.sciserialize.meaning import Meaning
from goldenwire_reference.sciserialize.python_values import from_python, to_python
from goldenwire_reference.sciserialize.tables import CHECKS, EXTENSIONS, POLICIES

Policies = Mapping[str, str]


def dumps(value: Any, *, extensions: Collection[str] = ()) -> str:
    """Return the canonical JSON of a value, as text. Raises EncodeError."""
    return encode(from_python(value), "json", _known(extensions)).decode()


def loads(text: str | Buffer, *, extensions: Collection[str] = (), policies: Policies | None = None) -> Any:
    """Return the value of a JSON document, text or octets. Raises DecodeError, with the offset in UTF-8.

    `policies` are choices of section 16 of spec.md, such as {"unknown-type": "keep"}.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return to_python(decode(data, "json", _known(extensions), off=_off(policies)))


def packb(value: Any, *, extensions: Collection[str] = ()) -> bytes:
    """Return the canonical MessagePack of a value. Raises EncodeError."""
    return encode(from_python(value), "msgpack", _known(extensions))


def unpackb(data: Buffer, *, extensions: Collection[str] = (), policies: Policies | None = None) -> Any:
    """Return the value of a MessagePack document. Raises DecodeError."""
    return to_python(decode(data, "msgpack", _known(extensions), off=_off(policies)))


def encode_types(value: Any, *, extensions: Collection[str] = ()) -> Any:
    """Return the value reduced to None, bool, int, float, str, bytes, list and dict (SCISERIALIZE-GEN-05).

    The reduction applies at any depth; both carriers store its result. Raises EncodeError.
    """
    return Reduction("msgpack", _known(extensions)).reduce(from_python(value))


def decode_types(tree: Any, *, extensions: Collection[str] = (), policies: Policies | None = None) -> Any:
    """Return the value that a reduced tree represents. Raises DecodeError, whose offset is 0."""
    reader = Reader(b"", CHECKS, off=_off(policies))
    return to_python(Meaning(reader, "msgpack", _known(extensions)).value(_node(tree)))


def _node(tree: Any) -> Node:
    if isinstance(tree, list | tuple):
        return Node(0, [_node(item) for item in tree])
    if isinstance(tree, dict):
        return Node(0, {key: _node(member) for key, member in tree.items()})
    return Node(0, tree)


def _known(extensions: Collection[str]) -> Collection[str]:
    """Return the extensions. Raises ValueError for an unknown one."""
    unknown = [extensions] if isinstance(extensions, str) else sorted(set(extensions) - set(EXTENSIONS))
    if unknown:
        expected = f"a list of some of {', '.join(EXTENSIONS)}"
        raise ValueError(f"extensions: expected {expected}, found {', '.join(unknown)!r}")
    return extensions


def _off(policies: Policies | None) -> Mapping[str, Any]:
    """Return the checks that are off under these choices. Raises ValueError for an unknown one."""
    off = dict(USUAL)
    for name, choice in (policies or {}).items():
        policy = POLICIES.get(f"sciserialize.{name.removeprefix('sciserialize.')}")
        if policy is None or choice not in policy.choices:
            known = f"one of {', '.join(policy.choices)}" if policy else f"a policy, one of {', '.join(POLICIES)}"
            raise ValueError(f"policies: expected {known}, found {choice if policy else name!r}")
        for other, checks in policy.checks.items():
            for check in checks:
                off.pop(check, None)
                if other != choice:
                    off[check] = None
    return off
