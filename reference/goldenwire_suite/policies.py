"""Proof that the outcome of a case hangs on no policy but its own: codecs may declare any choices of the others."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Format
from goldenwire_suite.defects import GenerationError

Json = Any
Record = dict[str, Any]


class Consulted(Mapping[str, Any]):
    """Disabled checks that remember which names were looked up: the outcome depends on no others."""

    def __init__(self, off: Mapping[str, Any]) -> None:
        self._off = off
        self.names: dict[str, None] = {}

    def __contains__(self, name: object) -> bool:
        self.names[str(name)] = None
        return name in self._off

    def __getitem__(self, name: str) -> Any:
        self.names[name] = None
        return self._off[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._off)

    def __len__(self) -> int:
        return max(1, len(self._off))  # an empty mapping would be replaced


def prove_alone(fmt: Format, data: bytes, record: Record) -> None:
    """Raise GenerationError if another policy decides what becomes of the bytes, and the record does not admit it."""
    own, context = record.get("policy"), record.get("context")
    for choice in fmt.declaration.policies[own].choices if own else [""]:
        declared = {own: choice} if own else {}
        consulted = Consulted(fmt.off(declared))
        usual = _outcome(fmt, data, context, consulted)
        admitted = record["outcomes"][choice] if own else record
        for others in _others(fmt, declared, consulted):
            found = _outcome(fmt, data, context, fmt.off(others))
            if found != usual and not _admits(fmt, admitted, found):
                words = ", ".join(f"{key}: {value}" for key, value in others.items())
                raise GenerationError(f"by {words} its outcome is another one: {found!r:.200}")


def _others(fmt: Format, declared: Mapping[str, str], consulted: Consulted) -> Iterator[dict[str, str]]:
    """Yield declarations with another choice of a policy whose checks were consulted, as far as these go together."""
    for key, policy in fmt.declaration.policies.items():
        checks = {check for checks in policy.checks.values() for check in checks}
        if key in declared or checks.isdisjoint(consulted.names):
            continue
        for choice in policy.choices:
            others = {**declared, key: choice}
            entailed: dict[str, str] = {}
            for one, chosen in others.items():
                entailed |= fmt.declaration.policies[one].entails.get(chosen, {})
            if choice != policy.reference and all(others.get(one, value) == value for one, value in entailed.items()):
                yield {**entailed, **others}


def _outcome(fmt: Format, data: bytes, context: Json, off: Mapping[str, Any]) -> tuple[Json, ...]:
    """Return the value, or class and offset of the refusal."""
    try:
        return (fmt.codec.read(data, context, off, None)[0],)
    except DecodeError as error:
        return error.code, error.offset


def _admits(fmt: Format, record: Record, found: tuple[Json, ...]) -> bool:
    """Return whether a record admits a refusal: its class, at the offset that is told for that class if one is."""
    if len(found) == 1:
        return False
    code, offset = found
    if code in fmt.declaration.own_classes:
        return True
    codes = record.get("code", [])
    expected = record.get("offset") if len(codes) == 1 else record.get("offsets", {}).get(code)
    return code in codes and expected in {None, offset}
