"""What the reference makes of any bytes, or of any value, as the vector that a codec is judged by.

There is none where the outcome is left open.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import Vector
from goldenwire_reference.drawing import Example, Json, LeftOpen

if TYPE_CHECKING:
    from goldenwire_reference.format import Policy


class Refused(NamedTuple):
    """Why bytes are refused: class, offset, the requirement, the sentence."""

    code: str
    offset: int | None
    requirement: str
    message: str


def vector(
    format: Any, blank: Vector, data: bytes, context: Json, policies: Mapping[str, str], *, certain: bool = False
) -> Vector | None:
    """The vector of the bytes, for a codec that declares these policies; None where others would decide.

    A refusal counts whatever its class: where there are several defects, the order of checks is a matter of taste. Of
    what is `certain` to have one defect the class counts.
    """
    try:
        found = _outcome(format, data, context, policies)
        others = [_outcome(format, data, context, other) for other in _others(format, policies)]
    except LeftOpen:
        return None
    if any(_differs(found, other) for other in others):
        return None
    if isinstance(found, Refused):
        certain = certain and all(isinstance(other, Refused) and other.code == found.code for other in others)
        return _refused(format, msgspec.structs.replace(blank, data=data, offset=found.offset), found, certain)
    accepted: Vector = msgspec.structs.replace(blank, data=data, value=Raw(msgspec.json.encode(found)))
    return accepted


def of_value(
    format: Any, blank: Vector, example: Example, policies: Mapping[str, str], *, certain: bool = False
) -> Vector | None:
    """The vector of a value that is to be encoded; None where it is not in the notation, or limits or policies decide.

    Where the specification says that nothing else occurs, a value that is to be refused has to be in it all the same.
    An encoder's limits are its own. What a policy decides is settled where the codec's choices are the reference's.
    Nothing is held of a plan that has become another legal one: a conversion in it may leave the bits of a NaN open.
    The class of a refusal counts where the value is `certain` to have one defect.
    """
    from goldenwire_reference.errors import EncodeError, NotationError, UnsupportedError

    occurs = getattr(format.strategies(), "occurs", None)
    if occurs and not occurs(example.value):
        return None
    alike = all(policies.get(key) == policy.reference for key, policy in format.policies.items())
    try:
        data = format.encode(example.value, example.context, example.plan)
    except (NotationError, UnsupportedError):
        return None
    except EncodeError as error:
        if error.code.startswith("LIMIT") or (error.code in decided(format) and not alike):
            return None
        return _refused(format, blank, Refused(error.code, None, error.requirement, error.message), certain)
    if not alike or example.plan is not None:
        return None
    written: Vector = msgspec.structs.replace(blank, data=data, canonical=True)
    return written


def decided(format: Any) -> set[str]:
    """The classes of the checks that policies switch off."""
    policies: Mapping[str, Policy] = format.policies
    checks = (check for policy in policies.values() for names in policy.checks.values() for check in names)
    return {format.checks[check].code for check in checks if check in format.checks}


def _refused(format: Any, blank: Vector, why: Refused, certain: bool) -> Vector:
    codes = (why.code, *(code for code in format.codes if code != why.code and not certain))
    requirements = tuple(dict.fromkeys((*blank.requirements, why.requirement)))
    refused: Vector = msgspec.structs.replace(blank, verdict="reject", code=codes, requirements=requirements)
    return refused


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
