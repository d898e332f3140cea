"""What the reference makes of any bytes, as the vector that a codec is judged by; nothing where it is left open."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import Vector
from goldenwire_reference.drawing import Json, LeftOpen


class Refused(NamedTuple):
    """Why bytes are refused: class, offset, the requirement, the sentence."""

    code: str
    offset: int | None
    requirement: str
    message: str


def vector(format: Any, blank: Vector, data: bytes, context: Json, policies: Mapping[str, str]) -> Vector | None:
    """The vector of the bytes, for a codec that declares these policies; None where others would decide.

    A refusal counts whatever its class: where there are several defects, the order of checks is a matter of taste.
    """
    try:
        found = _outcome(format, data, context, policies)
        others = [_outcome(format, data, context, other) for other in _others(format, policies)]
    except LeftOpen:
        return None
    if any(_differs(found, other) for other in others):
        return None
    if isinstance(found, Refused):
        codes = (found.code, *(code for code in format.codes if code != found.code))
        requirements = tuple(dict.fromkeys((*blank.requirements, found.requirement)))
        refused: Vector = msgspec.structs.replace(
            blank, verdict="reject", data=data, code=codes, offset=found.offset, requirements=requirements
        )
        return refused
    accepted: Vector = msgspec.structs.replace(blank, data=data, value=Raw(msgspec.json.encode(found)))
    return accepted


def _outcome(format: Any, data: bytes, context: Json, policies: Mapping[str, str]) -> Any:
    from goldenwire_reference.errors import DecodeError

    try:
        value, plan = format.read(data, context, format.off(policies), None)
    except DecodeError as error:
        return Refused(error.code, error.offset, error.requirement, error.message)
    delivered = getattr(format.strategies(), "delivered", None)
    return delivered(value, plan, policies) if delivered else value


def _differs(one: Any, other: Any) -> bool:
    if isinstance(one, Refused) and isinstance(other, Refused):
        return False
    return bool(one != other)


def _others(format: Any, policies: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """The other choices in what is left undeclared: each alone, and all of them at once."""
    others = {
        key: [choice for choice in policy.choices if choice != policy.reference]
        for key, policy in format.policies.items()
        if key not in policies
    }
    yield from ({**policies, key: choice} for key, choices in others.items() for choice in choices)
    if len(others) > 1:
        yield {**policies, **{key: choices[0] for key, choices in others.items()}}
