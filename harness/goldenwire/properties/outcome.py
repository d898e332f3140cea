"""Turn the reference's result for any bytes or any value into the vector by which a codec is judged.

There is no vector if the specification leaves the outcome open.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector
from goldenwire_suite.strategies import Example, Json, LeftOpen
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from goldenwire_reference.format import Policy


class Refused(NamedTuple):
    """A refusal of bytes: class, offset, requirement, and message."""

    code: str
    offset: int | None
    requirement: str
    message: str


def vector(
    format: Any,
    template: LoadedVector,
    data: bytes,
    context: Json,
    policies: Mapping[str, str],
    *,
    certain: bool = False,
) -> LoadedVector | None:
    """Return the vector of the bytes, for a codec with these policies; None if undeclared policies decide the outcome.

    A refusal counts whatever its class, because the order in which several defects are checked is free. If the bytes
    are `certain` to have one defect, the class counts.
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
        return _refused(format, msgspec.structs.replace(template, data=data, offset=found.offset), found, certain)
    accepted: LoadedVector = msgspec.structs.replace(template, data=data, value=Raw(msgspec.json.encode(found)))
    return accepted


def of_value(
    format: Any, template: LoadedVector, example: Example, policies: Mapping[str, str], *, certain: bool = False
) -> LoadedVector | None:
    """Return the vector of a value to be encoded; None if it is not in the notation, or limits or policies decide.

    Values that cannot occur according to the format's strategies give no vector. Limits are the encoder's own choice.
    An outcome that a policy decides is fixed only if the codec makes the reference's choices. An edited plan that is
    still valid gives no vector, because a conversion in it may leave the bits of a NaN open. The class of a refusal
    counts if the value is `certain` to have one defect.
    """
    from goldenwire_reference.errors import EncodeError, NotationError, UnsupportedError

    occurs = getattr(suite_of(format).strategies(), "occurs", None)
    if occurs and not occurs(example.value):
        return None
    alike = all(policies.get(key) == policy.reference for key, policy in format.declaration.policies.items())
    try:
        data = format.encode(example.value, example.context, example.plan)
    except (NotationError, UnsupportedError):
        return None
    except EncodeError as error:
        if error.code.startswith("LIMIT") or (error.code in decided(format) and not alike):
            return None
        return _refused(format, template, Refused(error.code, None, error.requirement, error.message), certain)
    if not alike or example.plan is not None:
        return None
    written: LoadedVector = msgspec.structs.replace(template, data=data, canonical=True)
    return written


def of_request(format: Any, template: LoadedVector, value: Json, context: Json, plan: Json) -> LoadedVector | None:
    """Return the vector of a request to encode whose outcome no policy and no limit decides; None if it is no value."""
    from goldenwire_reference.errors import EncodeError, NotationError, UnsupportedError

    try:
        data = format.encode(value, context, plan)
    except (NotationError, UnsupportedError):
        return None
    except EncodeError as error:
        return _refused(format, template, Refused(error.code, None, error.requirement, error.message), False)
    written: LoadedVector = msgspec.structs.replace(template, data=data, canonical=plan is None)
    return written


def decided(format: Any) -> set[str]:
    """Return the classes of the checks that policies can disable."""
    policies: Mapping[str, Policy] = format.declaration.policies
    checks = (check for policy in policies.values() for names in policy.checks.values() for check in names)
    return {format.codec.checks[check].code for check in checks if check in format.codec.checks}


def _refused(format: Any, template: LoadedVector, why: Refused, certain: bool) -> LoadedVector:
    codes = (why.code, *(code for code in format.codec.codes if code != why.code and not certain))
    requirements = tuple(dict.fromkeys((*template.requirements, why.requirement)))
    refused: LoadedVector = msgspec.structs.replace(template, verdict="reject", code=codes, requirements=requirements)
    return refused


def _outcome(format: Any, data: bytes, context: Json, policies: Mapping[str, str]) -> Any:
    from goldenwire_reference.errors import DecodeError

    try:
        value, plan = format.codec.read(data, context, format.off(policies), None)
    except DecodeError as error:
        return Refused(error.code, error.offset, error.requirement, error.message)
    delivered = getattr(suite_of(format).strategies(), "delivered", None)
    return delivered(value, plan, policies) if delivered else value


def _differs(one: Any, other: Any) -> bool:
    if isinstance(one, Refused) and isinstance(other, Refused):
        return False
    return bool(one != other)


def _others(format: Any, policies: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield other choices for the undeclared policies: each alone, and all of them at once."""
    others = {
        key: [choice for choice in policy.choices if choice != policy.reference]
        for key, policy in format.declaration.policies.items()
        if key not in policies
    }
    yield from ({**policies, key: choice} for key, choices in others.items() for choice in choices)
    if len(others) > 1:
        yield {**policies, **{key: choices[0] for key, choices in others.items()}}
