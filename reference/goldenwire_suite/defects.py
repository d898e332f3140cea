"""Proof that rejected bytes have the defects of their case: with exactly its checks off they are accepted."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain, combinations
from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Format
from goldenwire_suite.cases import Either, Reject

Record = dict[str, Any]
TRUNCATED = "TRUNCATED"  # the class of an input that ends too early, in all formats


class GenerationError(Exception):
    """A case that contradicts the reference; nothing is written. It is made of lines."""

    def __str__(self) -> str:
        return "\n".join(self.args)


def require_same(found: object, expected: object, what: str) -> None:
    """Raise GenerationError unless both are equal; it says `what` was found."""
    if found != expected:
        raise GenerationError(f"{what} is {found!r:.300}, not {expected!r:.300}")


def offsets_by_class(fmt: Format, data: bytes, case: Reject, error: DecodeError) -> dict[str, int]:
    """Return the offset of each class that decoders with some of the checks off find at a single offset.

    Where a decoder that has passed over the first defect runs out of input, and what it takes for the rest, is its own
    affair, unless the case says so (`also_here`). So is the place of the second defect of two in order.
    """
    if case.in_order:
        return {error.code: error.offset}
    found = {error.code: {error.offset}} | {code: {error.offset} for code in case.also_here}
    # Beyond the end of the input a decoder reads made-up bytes; its findings there bind no other decoder.
    passable = [check for check in case.checks if not check.startswith("truncated")]
    for passed in chain.from_iterable(combinations(passable, count + 1) for count in range(len(passable))):
        with suppress(GenerationError):
            further = refusal(fmt, data, case, {check: case.checks[check] for check in passed})
            found.setdefault(further.code, set()).add(further.offset)
    if TRUNCATED not in {error.code, *case.also_here}:
        found.pop(TRUNCATED, None)
    return {code: min(places) for code, places in found.items() if len(places) == 1}


def first_of_two(fmt: Format, data: bytes, case: Reject, error: DecodeError) -> str:
    """Return the class of the defect that is reported first: with its check off, the other one is reported."""
    if "order" not in fmt.declaration.features:
        raise GenerationError("it has two defects in order, and no feature `order` of the format promises one")
    if len(case.checks) != 2 or case.also or case.also_here:
        raise GenerationError(f"two defects in order have a check each, and no further class: {list(case.checks)}")
    others = [refusal(fmt, data, case, {check: value}) for check, value in case.checks.items()]
    if {(other.code, other.offset) for other in others} == {(error.code, error.offset)}:
        raise GenerationError("nobody can tell which of its two defects was reported")
    for key, policy in fmt.declaration.policies.items():
        for choice in policy.choices:
            told = refusal(fmt, data, case, policies={key: choice})
            if (told.code, told.offset) != (error.code, error.offset):
                raise GenerationError(f"by {key}, {choice}, it is refused with {told}: a policy decides what is first")
    return error.code


def prove_classes(fmt: Format, record: Record) -> None:
    """Raise GenerationError unless each class that the case admits is one that a cited requirement prescribes."""
    for code in set(record["code"]).difference(fmt.declaration.own_classes):
        giving = {rule.requirement for rule in fmt.codec.checks.values() if rule.code == code}
        giving |= {id_ for id_, codes in fmt.declaration.further_classes.items() if code in codes}
        if not giving.intersection(record["requirements"]):
            raise GenerationError(
                f"it admits {code}, and cites none of those that give it: {', '.join(sorted(giving))}"
            )


def class_and_requirement(fmt: Format, check: str) -> tuple[str, str]:
    """Return the class with which a check refuses, and the requirement that it checks."""
    rule = fmt.codec.checks.get(check) or fmt.codec.checks[check.partition(".")[0]]
    return rule.code, rule.requirement


def refusal(
    fmt: Format,
    data: bytes,
    case: Reject | Either,
    off: Mapping[str, Any] | None = None,
    policies: Mapping[str, str] | None = None,
) -> DecodeError:
    """Return the error with which the bytes are rejected, with these checks off and these choices.

    Raises GenerationError if they are accepted.
    """
    try:
        fmt.codec.read(data, case.context, fmt.off(policies) | dict(off or {}), None)
    except DecodeError as error:
        return error
    chosen = ", with its own choices under policies" if fmt.declaration.policies and not policies else ""
    raise GenerationError(f"the reference accepts it{chosen}")


class _PassingOnce(dict[str, Any]):
    """Disabled checks, of which one lets its first defect pass and no other. `failed` is the latest that failed."""

    def __init__(self, off: Mapping[str, Any], check: str, value: Any) -> None:
        super().__init__({**off, check: value})
        self._check, self._has_passed, self.failed = check, False, ""

    def __contains__(self, name: object) -> bool:
        self.failed = str(name)
        if name != self._check or not self._has_passed:
            self._has_passed |= name == self._check
            return super().__contains__(name)
        return False


def second_place(
    fmt: Format,
    data: bytes,
    case: Reject | Either,
    first: DecodeError,
    passing: tuple[str, Any],
    *,
    policies: Mapping[str, str] | None = None,
) -> int | None:
    """Return at which other byte the check fails that the bytes fail first; None if there is none.

    Decoders that do not declare `order` may report either place. `passing` is the check, and the value to continue
    with. What would come after the end of the bytes is no place: there all decoders stop at the first.
    """
    once = _PassingOnce(fmt.off(policies), *passing)
    try:
        fmt.codec.read(data, case.context, once, None)
    except DecodeError as error:
        is_another = once.failed == passing[0] and error.offset != first.offset
        return error.offset if is_another and (error.offset or 0) < len(data) else None
    return None


def refusal_by_choice(
    fmt: Format, data: bytes, case: Either, choice: str, error: DecodeError, *, further: Iterable[DecodeError]
) -> Record:
    """Return the refusal under a choice; for several classes, the offsets that the choice's own checks settle.

    Codecs that do not declare `order` may report one of the `further` defects, or the same at another place.
    """
    passed = dict.fromkeys(fmt.declaration.policies[case.policy].checks.get(choice, ()))
    policies, first = {case.policy: choice}, (error.code, error.offset)
    others: list[DecodeError] = []
    is_anywhere = case.anywhere
    if "order" not in case.needs:
        others = [one for one in further if (one.code, one.offset) != first]
        places = (second_place(fmt, data, case, error, (check, None), policies=policies) for check in passed)
        is_anywhere |= any(one.code == error.code for one in others) or any(place is not None for place in places)
    codes = list(dict.fromkeys([error.code, *case.also, *(one.code for one in others)]))
    if is_anywhere:
        return {"code": codes}
    offsets = {error.code: error.offset}
    with suppress(GenerationError):
        second = refusal(fmt, data, case, passed, policies)
        offsets.setdefault(second.code, second.offset)
    known = {"offsets": {code: offsets[code] for code in codes if code in offsets}} if len(codes) > 1 else {}
    return {"code": codes, "offset": error.offset, **known}


def prove_checks(fmt: Format, data: bytes, case: Reject, error: DecodeError) -> None:
    """Raise GenerationError unless the case fails exactly its checks: it passes with all of them off, and no
    fewer."""
    everything = dict(case.checks)
    # Missing input can only be made up, as zeros, which may themselves be invalid.
    missing = all(name.startswith("truncated") for name in case.checks)
    if len(everything) == 1 and case.then is None and not (missing or "order" in case.needs):
        [passing] = everything.items()
        place = second_place(fmt, data, case, error, passing)
        if place is not None:
            raise GenerationError(f"it has its defect at byte {error.offset} and at byte {place}: it needs `order`")
    for name in case.checks if len(case.checks) > 1 else ():
        refusal(fmt, data, case, {key: value for key, value in everything.items() if key != name})
    try:
        fmt.codec.read(data, case.context, fmt.off() | everything | ({"truncated": None} if missing else {}), None)
    except DecodeError as further:
        if further.code != case.then and not (missing and further.code != error.code):
            raise GenerationError(f"with {list(everything)} off it is still refused: {further}") from further
    else:
        require_same(None, case.then, "with the checks off it is accepted; `then`")
