"""The worked examples of a format's spec.md: as records for people and programs, and as vectors to ask a codec."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, FormatFacts, LoadedVector, OperationName, PermittedOutcome

Json = Any
# The members of a record besides its number, title and bytes, in order; `rejected` replaces `code` and `offset`.
MEMBERS = ("context", "verdict", "value", "rejected", "policy", "outcomes", "canonical", "plan", "requirement")


def records(format: str) -> Iterator[dict[str, Json]]:
    """Yield the examples in the order of the text: number, title, bytes, context, and the expected value or refusal.

    `outcomes` of an `either` have a value or a refusal for each choice of the policy.
    """
    from goldenwire_reference.requirements import examples

    for number, example in enumerate(examples(format), 1):
        said = _refused(example.expectation)
        if "outcomes" in said:
            said["outcomes"] = {choice: _refused(outcome) for choice, outcome in said["outcomes"].items()}
        head = {"example": number, "title": example.title, "bytes": example.data.hex()}
        yield head | {member: said[member] for member in MEMBERS if member in said}


def _refused(said: dict[str, Json]) -> dict[str, Json]:
    """Return an expectation or outcome with its refusal in one member, `rejected`."""
    refusal = {name: said[name] for name in ("code", "offset") if name in said}
    rest = {name: member for name, member in said.items() if name not in refusal}
    return rest | {"rejected": refusal} if refusal else rest


def lines(format: str) -> Iterator[str]:
    """Return the examples as lines of JSON, in ASCII, which every terminal and stream passes unchanged."""
    return (json.dumps(record, separators=(",", ":")).replace("\x7f", "\\u007f") for record in records(format))


def vectors(format: str, facts: FormatFacts) -> Iterator[LoadedVector]:
    """Yield the examples as vectors, in the order of the text, with ids that no vector of the tree has."""
    for record in records(format):
        yield LoadedVector(
            id=f"{format}/spec/example-{record['example']}",
            summary=record["title"],
            requirements=tuple(filter(None, [record.get("requirement")])),
            level="strict",
            verdict=record["verdict"],
            operations=_operations(record, facts),
            needs=_needs(record, facts),
            context=_raw(record, "context"),
            canonical=record.get("canonical", False),
            value=_raw(record, "value"),
            plan=_raw(record, "plan"),
            **_outcome(record.get("rejected", {})),
            policy=record.get("policy", ""),
            outcomes={
                choice: PermittedOutcome(value=_raw(outcome, "value"), **_outcome(outcome.get("rejected", {})))
                for choice, outcome in record.get("outcomes", {}).items()
            },
            data=bytes.fromhex(record["bytes"]),
            format=format,
            feature=f"{format}/spec",
        )


def _outcome(refusal: dict[str, Json]) -> dict[str, Json]:
    return {"code": tuple(refusal.get("code", ())), "offset": refusal.get("offset")}


def _raw(record: dict[str, Json], member: str) -> Raw:
    return Raw(msgspec.json.encode(record[member])) if member in record else ABSENT


def _operations(record: dict[str, Json], facts: FormatFacts) -> tuple[OperationName, ...]:
    """Return the operations to ask: encoders cannot be given a value with a wildcard NaN, or a partial one."""
    asked: list[OperationName] = ["decode"]
    if ("canonical" in record or "plan" in record) and "value" in record and '{"nan":' not in str(_text(record)):
        asked.append("encode")
    if "canonical" in record:
        asked.append("transcode")
    return tuple(operation for operation in asked if operation in facts.operations)


def _needs(record: dict[str, Json], facts: FormatFacts) -> tuple[str, ...]:
    """Return the features that an example mentions by name, and all that a profile may leave out."""
    text, data = _text(record), bytes.fromhex(record["bytes"])
    spoken = (name for name in facts.features if f'"{name}"' in text or name.encode() in data)
    return (*spoken, *(profile.leaves_out for profile in facts.profiles.values()))


def _text(record: dict[str, Json]) -> str:
    members = ("context", "value", "outcomes")
    return msgspec.json.encode({member: record[member] for member in members if member in record}).decode()
