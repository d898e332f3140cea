"""Builders of values and cases, for the modules of the catalogue."""

# ruff: noqa: PLR0917  the words of a case come in one order, which is that of its fields

from collections.abc import Mapping, Sequence
from typing import Any

from goldenwire_reference.msgpack.notation import to_json
from goldenwire_reference.notation import ANY_NAN
from goldenwire_suite.cases import (
    Accept,
    Base,
    Case,
    Change,
    Edit,
    Either,
    EitherEncode,
    Refusal,
    Reject,
    Splice,
)

Json = Any

# Any NaN, in the expected value of a decoder.
NAN: Json = {"float": ANY_NAN[16]}

# The substitute for an input that ends early.
_NIL = b"\xc0"

# Requests with an item within others: the base, and the path of the item.
WRITTEN_AT = {
    "item": ("arrays/one", "/value/array/0"),
    "value": ("maps/one", "/value/map/0/1"),
    "key": ("maps/one", "/value/map/0/0"),
}

_SHOWN = 9  # octets that a summary shows; no number has more


def node(value: Any) -> Json:
    """Return the notation of a value; a dict is already notation and is returned unchanged, also among the items."""
    if isinstance(value, list):
        return {"array": [node(item) for item in value]}
    return value if isinstance(value, dict) else to_json(value)


def shown(octets: bytes) -> str:
    """Return octets as a summary shows them: the first few."""
    return octets[:_SHOWN].hex(" ") + (" and so on" if len(octets) > _SHOWN else "")


def becomes(data: bytes) -> Edit:
    """Turn the base into these bytes by replacing what differs."""

    def edit(base: Base) -> Splice:
        old, shorter = base.data, min(len(base.data), len(data))
        front = next((i for i in range(shorter) if old[i] != data[i]), shorter)
        back = next((i for i in range(shorter - front) if old[-1 - i] != data[-1 - i]), shorter - front)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def _common(name: str, summary: str, requirements: str, catches: str = "", numbers: Sequence[int] = ()) -> Any:
    """Return the arguments that all cases share.

    `requirements` are without their prefix, and like `catches` separated by blanks.
    """
    ids = [f"MSGPACK-{one}" for one in requirements.split()]
    return {"name": name, "summary": summary, "requirements": ids, "catches": catches.split(), "numbers": numbers}


def write(name: str, value: Any, summary: str, requirements: str, **more: Any) -> Case:
    """A value that is read and written."""
    return Accept(value=node(value), **_common(name, summary, requirements, **more))


def given(
    name: str, value: Any, summary: str, requirements: str, *, needs: Sequence[str] = (), **more: Any
) -> Case:  # fmt: skip
    """A value in a form for encoders that a decoder need not deliver exactly."""
    return Accept(value=node(value), given=node(value), needs=needs, **_common(name, summary, requirements, **more))


def read(
    name: str, octets: str, value: Any, summary: str, requirements: str, *, transcode: bool = True, **more: Any
) -> Case:
    """Octets (hex) that no canonical encoder writes."""
    common = _common(name, summary, requirements, **more)
    return Accept(value=node(value), data=bytes.fromhex(octets), transcode=transcode, **common)


def reject(
    name: str,
    base: str,
    edit: str | Edit,
    check: str | Mapping[str, Any],
    summary: str,
    requirements: str = "",
    *,
    also: Sequence[str] = (),
    then: str | None = None,
    in_order: str = "",
    **more: Any,
) -> Case:
    """A case that `check` rejects: an accepted case's octets after an edit, or replaced by these (hex)."""
    checks = {check: None} if isinstance(check, str) else check
    return Reject(
        base=f"msgpack/{base}",
        edits=[becomes(bytes.fromhex(edit)) if isinstance(edit, str) else edit],
        checks={name: _NIL if name == "cut" and not instead else instead for name, instead in checks.items()},
        also=also,
        then=then,
        in_order=in_order,
        **_common(name, summary, requirements, **more),
    )


def refusal(
    name: str, base: str, edits: Change | Sequence[Change], code: str, summary: str, requirements: str, **more: Any
) -> Case:
    """A value without an encoding: that of an accepted case after the edits."""
    common = _common(name, summary, requirements, **more)
    return Refusal(code=code, base=f"msgpack/{base}", edits=_listed(edits), **common)


def either(
    name: str, policy: str, octets: str, summary: str, requirements: str, *,
    values: Mapping[str, Json] | None = None, needs: Sequence[str] = (), anywhere: bool = False, **more: Any,
) -> Case:  # fmt: skip
    """Octets (hex) whose outcome a policy decides; `values` are those of choices that the reference cannot compute."""
    common = _common(name, summary, requirements, **more)
    data, values = bytes.fromhex(octets), values or {}
    return Either(policy=f"msgpack.{policy}", data=data, values=values, needs=needs, anywhere=anywhere, **common)


def either_encode(
    name: str,
    policy: str,
    base: str,
    edits: Change | Sequence[Change],
    code: str,
    summary: str,
    requirements: str,
    *,
    refused_by: Sequence[str] = (),
    **more: Any,
) -> Case:
    """A value whose outcome a policy decides: that of an accepted case after the edits."""
    return EitherEncode(
        policy=f"msgpack.{policy}",
        code=code,
        base=f"msgpack/{base}",
        edits=_listed(edits),
        refused_by=refused_by,
        **_common(name, summary, requirements, **more),
    )


def _listed(edits: Change | Sequence[Change]) -> Sequence[Change]:
    return [edits] if isinstance(edits, Change) else edits
