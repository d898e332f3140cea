"""The constructs of a format, and the vectors of each size that ask for them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import Raw

from goldenwire.corpus import matches
from goldenwire.corpus.vector import ABSENT, LoadedVector, OperationName
from goldenwire.errors import UserError
from goldenwire.scale.growth import FACTORS
from goldenwire_suite.suite import Construct, suite_of

FEATURE = "scale"  # case ids are FORMAT/scale/NAME
SHARE, LEAST = 100, 300  # the least: more than a byte counts
LONG = 1 << 17  # characters or octets: more than 16 bits count, and than a call in JavaScript may have arguments


def case_id(format: str, construct: Construct) -> str:
    """Return the id under which a construct is reported and selected."""
    return f"{format}/{FEATURE}/{construct.name}"


def chosen(format: Any, select: Sequence[str] = ()) -> list[Construct]:
    """Return the constructs of a format; with globs, those whose id or feature matches one."""
    declared = suite_of(format).constructs
    ids = {one.name: case_id(format.name, one) for one in declared}
    return [one for one in declared if not select or any(matches(ids[one.name], glob) for glob in select)]


def cases(format: Any, select: Sequence[str] = (), requirement: Sequence[str] = ()) -> list[str]:
    """Return the ids of a format's constructs that match the filters; an empty filter matches everything."""
    ids = set(requirement)
    return [
        case_id(format.name, construct)
        for construct in chosen(format, select)
        if not ids or ids & set(construct.requirements)
    ]


def operations(construct: Construct) -> tuple[OperationName, ...]:
    """Return the operations in which a construct is asked for."""
    given = construct.data and not construct.is_canonical  # which no encoder has to write
    asked = (one for one in construct.operations if not (given and one == "encode"))
    return cast("tuple[OperationName, ...]", tuple(asked))


def sizes(construct: Construct, most: int) -> list[int]:
    """Return N, 2N and 4N, which is not above `most` and what the construct allows."""
    least = max(1, min(construct.most, most) // FACTORS[-1])
    return [least * factor for factor in FACTORS]


def small(construct: Construct) -> int:
    """Return a size that costs little: a hundredth of the largest, or a few hundred, and long texts."""
    return min(construct.most, LONG) if construct.is_text else max(construct.most // SHARE, LEAST)


def vectors(format: Any, construct: Construct, at: Iterable[int]) -> Iterator[LoadedVector]:
    """Yield the vector of each size `at`. Raises UserError if the construct's value has no encoding."""
    from goldenwire_reference import requirements

    level = requirements.level(format.name, construct.requirements)
    for size in at:
        yield msgspec.structs.replace(
            _vector(format, construct, size),
            id=case_id(format.name, construct),
            summary=f"{size:,} {construct.summary}",
            requirements=construct.requirements,
            level=level,
            needs=construct.needs,
            format=format.name,
            feature=f"{format.name}/{FEATURE}",
        )


def _vector(format: Any, construct: Construct, size: int) -> LoadedVector:
    """Return what is asked and what is expected at a size."""
    value = Raw(msgspec.json.encode(construct.value(size))) if construct.value else ABSENT
    context, plan = (_given(make(size)) for make in (construct.context, construct.plan))
    return LoadedVector(
        id="", summary="", requirements=(), level="draft",
        verdict="accept" if construct.value else "reject",
        operations=operations(construct),
        context=context, value=value, plan=plan,
        canonical=construct.is_canonical or not (construct.data or construct.plan(size)),
        code=construct.codes,
        data=construct.data(size) if construct.data else _encoded(format, construct, size),
    )  # fmt: skip


def _encoded(format: Any, construct: Construct, size: int) -> bytes:
    from goldenwire_reference.errors import EncodeError, NotationError

    assert construct.value
    try:
        data: bytes = format.encode(construct.value(size), construct.context(size), construct.plan(size))
    except (EncodeError, NotationError) as error:
        sentence = f"the construct {construct.name} of {format.name}: its value has no encoding at {size:,}: {error}"
        raise UserError(sentence) from None
    return data


def _given(member: Any) -> Raw:
    return ABSENT if member is None else Raw(msgspec.json.encode(member))
