"""The edits of one small vector: what a choice is made among, and what is asked where all are."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from goldenwire_reference.format import Format
from goldenwire_suite.builder import fields_of
from goldenwire_suite.caching import BuildCache
from goldenwire_suite.sweeps import walks
from goldenwire_suite.sweeps.edits import MEMBERS, RequestBase
from goldenwire_suite.sweeps.walks import Candidate

FEW = 6  # values of a member of the context, at most, that are put in place of one another


class EditedVector(NamedTuple):
    """A vector whose request is edited. `outcome` is its class, or else its verdict; `key` is that in the cache."""

    base: RequestBase
    verdict: str
    operations: Collection[str]
    outcome: str
    key: str = ""

    @classmethod
    def of_record(cls, record: Mapping[str, Any], data: bytes | None, key: str = "") -> "EditedVector":
        """Return the vector of a record."""
        base = RequestBase(record["id"], data, {name: record[name] for name in MEMBERS if name in record})
        outcome = " ".join(record.get("code", [record["verdict"]]))
        return cls(base, record["verdict"], record["operations"], outcome, key)


def of_vector(
    fmt: Format, vector: EditedVector, is_wanted: Callable[[str, str], bool], cache: BuildCache
) -> Iterator[Candidate]:
    """Yield the edits of a vector that some codec accepts, for the operations that it has."""
    if vector.verdict not in {"accept", "either"}:
        return
    base, operations = vector.base, vector.operations
    if "decode" in operations:
        explain = partial(fields_of, fmt, base.data or b"", base.members.get("context"), cache, vector.key)
        yield from walks.of_bytes(base, explain, is_wanted)
        yield from walks.of_contexts(base, "decode", is_wanted)
        yield from walks.of_spelling(base, "decode", ["context"], is_wanted)
    if "encode" in operations:
        yield from walks.of_requests(base, is_wanted)
        yield from walks.of_contexts(base, "encode", is_wanted)
        yield from walks.of_spelling(base, "encode", MEMBERS, is_wanted)
        if "decode" in operations:
            yield from walks.of_values(base, is_wanted)


def choices_of_contexts(bases: Iterable[RequestBase]) -> dict[str, list[str]]:
    """Return the members of contexts that have few values, with these as JSON text, empty where it is missing."""
    contexts = [base.members["context"] for base in bases if isinstance(base.members.get("context"), dict)]
    found = {
        member: sorted({json.dumps(context[member]) if member in context else "" for context in contexts})
        for member in sorted({member for context in contexts for member in context})
    }
    return {member: values for member, values in found.items() if len(values) <= FEW}


def in_other_contexts(vector: EditedVector, choices: Mapping[str, list[str]]) -> Iterator[Candidate]:
    """Yield the edits that put a vector into other contexts."""
    for operation in ("decode", "encode"):
        if operation in vector.operations:
            yield from walks.of_other_contexts(vector.base, operation, vector.outcome, choices)
