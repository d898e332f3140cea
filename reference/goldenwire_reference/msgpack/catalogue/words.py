"""Short words for values and cases, for the modules of the catalogue."""

# ruff: noqa: PLR0917  the words of a case come in one order, which is that of its fields

from collections.abc import Mapping, Sequence
from typing import Any

from goldenwire_reference.cases import (
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
from goldenwire_reference.msgpack.notation import to_json
from goldenwire_reference.notation import ANY_NAN

Json = Any

# Any NaN, in what is expected of a decoder.
NAN: Json = {"float": ANY_NAN[16]}

# What a decoder is to go on with in place of an input that ends early.
_NIL = b"\xc0"

# Where an encoder is given an item within others: the base, and the path of what it becomes.
WRITTEN_AT = {
    "item": ("arrays/one", "/value/array/0"),
    "value": ("maps/one", "/value/map/0/1"),
    "key": ("maps/one", "/value/map/0/0"),
}

_SHOWN = 9  # octets that a summary shows; no number has more


def node(value: Any) -> Json:
    """The notation of a value; what is notation already (a dict) is taken as it stands, also among the items."""
    if isinstance(value, list):
        return {"array": [node(item) for item in value]}
    return value if isinstance(value, dict) else to_json(value)


def shown(octets: bytes) -> str:
    """Octets as a summary shows them: the first few."""
    return octets[:_SHOWN].hex(" ") + (" and so on" if len(octets) > _SHOWN else "")


def becomes(data: bytes) -> Edit:
    """The base becomes these bytes: what differs is replaced."""

    def edit(base: Base) -> Splice:
        old, shorter = base.data, min(len(base.data), len(data))
        front = next((i for i in range(shorter) if old[i] != data[i]), shorter)
        back = next((i for i in range(shorter - front) if old[-1 - i] != data[-1 - i]), shorter - front)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def _common(name: str, summary: str, requirements: str, misread: str = "", numbers: Sequence[int] = ()) -> Any:
    """What all cases have; `requirements` are without their prefix, and like `misread` separated by blanks."""
    ids = [f"MSGPACK-{one}" for one in requirements.split()]
    return {"name": name, "summary": summary, "requirements": ids, "misread": misread.split(), "numbers": numbers}


def write(name: str, value: Any, summary: str, requirements: str, **more: Any) -> Case:
    """A value that is read and written."""
    return Accept(value=node(value), **_common(name, summary, requirements, **more))


def given(
    name: str, value: Any, summary: str, requirements: str, *, needs: Sequence[str] = (), **more: Any
) -> Case:  # fmt: skip
    """A value that encoders are given, and no decoder has to deliver to the letter."""
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
    """What `check` refuses: an accepted case's octets after an edit, or turned into these (hex)."""
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
    """A value that has no encoding: that of an accepted case after the edits."""
    common = _common(name, summary, requirements, **more)
    return Refusal(code=code, base=f"msgpack/{base}", edits=_listed(edits), **common)


def either(
    name: str, policy: str, octets: str, summary: str, requirements: str, *,
    values: Mapping[str, Json] | None = None, needs: Sequence[str] = (), anywhere: bool = False, **more: Any,
) -> Case:  # fmt: skip
    """Octets (hex) whose outcome a policy decides; `values` are those of choices that the reference cannot tell."""
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
    """A value whose fate a policy decides: that of an accepted case after the edits."""
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
