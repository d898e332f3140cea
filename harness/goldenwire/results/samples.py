"""Questions of properties as records for files, so that a failing example can be repeated exactly.

The records are part of results, of files of known failures and, as cases, of trees of saved failures.
"""

from typing import Literal

import msgspec
from msgspec import Raw, Struct

from goldenwire.corpus.vector import ABSENT, Code, Count, Hex, LoadedVector, OperationName, RequirementId, Text
from goldenwire.judge import Question


class Sample(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One operation on one example, with what is expected; the members are those of a vector, `bytes` in hex."""

    operation: OperationName
    verdict: Literal["accept", "reject"]
    requirements: tuple[RequirementId, ...]
    bytes: Hex
    needs: tuple[Text, ...] = ()
    context: Raw = ABSENT
    canonical: bool = False
    value: Raw = ABSENT
    plan: Raw = ABSENT
    code: tuple[Code, ...] = ()
    offset: Count | None = None
    edit: str = ""


SAME = ("verdict", "requirements", "needs", "context", "canonical", "value", "plan", "code", "offset")


def from_question(question: Question) -> Sample:
    """Return the record of a question."""
    vector = question.vector
    members = {name: getattr(vector, name) for name in SAME}
    edit = vector.edit if isinstance(vector.edit, str) else ""
    return Sample(operation=question.operation, bytes=(vector.data or b"").hex(), edit=edit, **members)


def question(sample: Sample, template: LoadedVector) -> Question:
    """Return the question of a record; `template` is its case without bytes and values."""
    members = {name: getattr(sample, name) for name in SAME}
    unwritten = sample.operation == "encode" and sample.verdict == "reject"
    data = None if unwritten else bytes.fromhex(sample.bytes)
    vector = msgspec.structs.replace(template, data=data, edit=sample.edit or None, **members)
    planned = sample.operation == "encode" and sample.plan != ABSENT
    return Question(vector, sample.operation, planned)
