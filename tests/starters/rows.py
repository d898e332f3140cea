"""A row of the table of answers, and what the rows are made of."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Json = Any
CONTEXT = {"type": "number", "carrier": "json"}


class Row(NamedTuple):
    name: str
    question: Json
    replies: tuple[str, ...]
    outcome: str
    asked: tuple[str, ...] = ()  # operations

    def line(self) -> str:
        question = json.dumps(self.question, separators=(",", ":"))
        return f'{{"question":{question},"replies":[{",".join(self.replies)}]}}\n'


def question(operation: str, *passes: Json, **members: Json) -> Json:
    """Return a question as the export has it, with a request that is fit for it."""
    asked = {"value": {"number": "1"}} if operation == "encode" else {"bytes": "01"}
    return {
        "id": "daphne/judge/row",
        "operation": operation,
        "format": "daphne",
        "level": "strict",
        "summary": "a row",
        "requirements": [],
        "request": {"id": 1, "op": operation, "format": "daphne", **asked, "context": CONTEXT},
        "passes": list(passes),
        **members,
    }


def verdicts(name: str, asked: Json, answers: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Yield a row for each answer, a pair of an outcome and the reply's JSON text."""
    for outcome, reply in answers:
        yield Row(f"{name}: {reply[:60]}", asked, (reply,), outcome)
